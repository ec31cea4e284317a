//! Lists in columns, and which letter stands for which piece.

use crate::variant::Variant;

/// The widest terminal that is relied on.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

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
