//! How a piece moves, in words and as a small diagram.

use super::super::screen;
use dhow_play::board_picture::diagram;
use dhow_rules::description::{Description, PieceDescription};
use dhow_rules::pieces::PieceType;
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// The legend of a diagram.
const MARKS: &str = "o moves and captures, m moves only, x captures only, * a double step or a first move, \
                     # a piece to hop over";

/// A description of the piece with this letter or name, on lines that fit a width; `None` if the game has no
/// such piece.
pub fn describe(variant: &Arc<Variant>, wanted: &str, width: usize) -> Option<String> {
    let index = variant.pieces.iter().position(|piece| {
        piece.letter.to_string().eq_ignore_ascii_case(wanted)
            || piece.name.eq_ignore_ascii_case(wanted)
    })?;
    let piece = &variant.pieces[index];
    let words = Description::of(variant).pieces.swap_remove(index);
    let PieceDescription { sentence, moves, special, leads } = words;
    let mut lines = vec![format!("{} {}", piece.letter, piece.name)];
    if !piece.other_names.is_empty() {
        lines[0] += &format!(", also {}", piece.other_names);
    }
    lines.push(sentence);
    lines.extend(moves.into_iter().chain(special).chain(leads).map(|text| format!("- {text}")));
    lines.push(String::new());
    lines.extend(diagram(variant, PieceType::from_index(index)));
    lines.push(MARKS.into());
    Some(screen::folded(&lines.join("\n"), width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{VARIANTS, find};

    #[test]
    fn pieces_of_metamachy() {
        let metamachy = find("metamachy").unwrap();
        let text = |wanted: &str| describe(metamachy, wanted, 80).unwrap();
        let camel = text("m");
        assert!(camel.starts_with("M Camel"), "{camel}");
        assert!(camel.contains("- leaps 3 squares one way and 1 the other\n"), "{camel}");
        assert!(camel.contains("\n. . o . o . .\n"), "{camel}");
        let cannon = text("C");
        let slide = "- slides along ranks and files, but not to capture\n";
        assert!(cannon.contains(slide), "{cannon}");
        let hop = "- slides along ranks and files, beyond exactly one piece, only to capture\n";
        assert!(cannon.contains(hop), "{cannon}");
        let pawn = text("pawn");
        assert!(
            pawn.contains("- steps one square straight forward, but not to capture\n"),
            "{pawn}"
        );
        assert!(pawn.contains("- promotes to Q L G\n"), "{pawn}");
        assert_eq!(describe(metamachy, "Y", 80), None);
    }

    #[test]
    fn leaders_say_whom_they_activate() {
        for variant in VARIANTS.iter() {
            for leader in variant.command.iter().flat_map(|command| &command.leaders) {
                let text = describe(variant, &leader.letter.to_string(), 400).unwrap();
                let range = format!("within {} squares", leader.range);
                assert!(text.contains("\n- leader of ") && text.contains(&range), "{text}");
            }
        }
        let pawn = describe(find("metamachy").unwrap(), "P", 80).unwrap();
        assert!(!pawn.contains("leader"), "{pawn}");
    }

    #[test]
    fn every_piece_is_described_within_eighty_columns() {
        for variant in VARIANTS.iter() {
            for piece in &variant.pieces {
                let text = describe(variant, &piece.name, 80).unwrap();
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
                // The rows of the diagram, one of which contains the piece itself.
                let signs =
                    |line: &str| -> Vec<String> { line.split(' ').map(String::from).collect() };
                let rows: Vec<_> = text
                    .lines()
                    .map(signs)
                    .filter(|row| row.len() > 2 && row.iter().all(|sign| sign.len() == 1))
                    .collect();
                let letter = piece.letter.plain().to_string();
                assert!(rows.len() > 2 && rows.iter().any(|row| row.contains(&letter)), "{text}");
                assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{text}");
                assert!(text.contains("\n- ") && text.ends_with("piece to hop over"), "{text}");
            }
        }
    }
}
