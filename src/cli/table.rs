//! Tables on the terminal.

use super::CliResult;
use std::io::Write;

/// Writes rows in columns, each as wide as its widest cell. The first row is underlined.
pub fn table<R: AsRef<[String]>>(rows: &[R], out: &mut impl Write) -> CliResult {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.as_ref().len()), 0);
        for (width, cell) in widths.iter_mut().zip(row.as_ref()) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut write = |cells: &[String]| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        writeln!(out, "{}", padded.join("  ").trim_end())
    };
    for (index, row) in rows.iter().enumerate() {
        write(row.as_ref())?;
        if index == 0 {
            write(&widths.iter().map(|&width| "-".repeat(width)).collect::<Vec<_>>())?;
        }
    }
    Ok(())
}
