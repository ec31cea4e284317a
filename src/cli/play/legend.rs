//! Lists in columns, and the legend of the pieces' letters.

use dhow_rules::variant::Variant;

/// The assumed width of the terminal.
const COLUMNS: usize = 80;

/// The letters of a game's pieces with their names, in columns.
pub fn legend(variant: &Variant) -> String {
    let names: Vec<String> =
        variant.pieces.iter().map(|piece| format!("{} {}", piece.letter, piece.name)).collect();
    in_columns(&names)
}

/// Names in columns that fit a narrow terminal.
pub fn in_columns(names: &[String]) -> String {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 2;
    let rows = names.chunks((COLUMNS / width).max(1)).map(|row| {
        let cells: String = row.iter().map(|name| format!("{name:width$}")).collect();
        cells.trim_end().to_string()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The letters of a game's pieces with their names, on as many lines as a board has, or on more if they would
/// be wider than `width`.
pub fn beside(variant: &Variant, lines: usize, width: usize) -> Vec<String> {
    let names: Vec<String> =
        variant.pieces.iter().map(|piece| format!("{} {}", piece.letter, piece.name)).collect();
    let cell = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 2;
    let most = ((width + 2) / cell).max(1);
    let columns = names.len().div_ceil(lines.max(1)).clamp(1, most);
    let rows = names.len().div_ceil(columns);
    let row = |row: usize| {
        let cells = names.iter().skip(row).step_by(rows).map(|name| format!("{name:cell$}"));
        cells.collect::<String>().trim_end().to_string()
    };
    (0..rows).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;
    use std::sync::Arc;

    #[test]
    fn the_legend_stands_beside_a_board_of_twelve_files_on_eighty_columns() {
        // The 39 kinds of Chu Shogi have no room there.
        let twelve = |variant: &&Arc<Variant>| {
            variant.start.matches('/').count() == 11 && variant.pieces.len() <= 26
        };
        for variant in VARIANTS.iter().filter(twelve) {
            let lines = beside(variant, 13, COLUMNS - 42);
            assert!(lines.len() <= 13, "{lines:?}");
            assert!(lines.iter().all(|line| line.chars().count() <= COLUMNS - 42), "{lines:?}");
            for piece in &variant.pieces {
                let name = format!("{} {}", piece.letter, piece.name);
                assert!(lines.iter().any(|line| line.contains(&name)), "{lines:?}");
            }
        }
    }

    #[test]
    fn every_piece_is_named_within_eighty_columns() {
        for variant in VARIANTS.iter() {
            let text = legend(variant);
            assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
            for piece in &variant.pieces {
                assert!(text.contains(&format!("{} {}", piece.letter, piece.name)), "{text}");
            }
        }
    }
}
