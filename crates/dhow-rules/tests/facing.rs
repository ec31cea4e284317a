//! Kings that may not face each other.

use dhow_rules::game::{Game, read_variants_or_diagrams};
use dhow_rules::variant::ini::VariantFiles;
use dhow_rules::variant::{Variant, diagram};
use std::sync::Arc;

fn game(text: &str) -> Arc<Variant> {
    let mut files = VariantFiles::default();
    read_variants_or_diagrams(&mut files, text, Some("mine")).expect("a game");
    files.games()[0].clone()
}

fn at(variant: &Arc<Variant>, placement: &str) -> Result<Game, String> {
    Game::from_fen(variant, &format!("{placement} w - - 0 1")).map_err(|error| error.to_string())
}

const NOT_ALLOWED: &str = "the Kings face each other, which is not allowed in this game";

#[test]
fn pieces_between_the_kings_stay_there() {
    let variant = game("[a]\ncastling = false\nflyingGeneral = true\n");
    let position = at(&variant, "4k3/8/8/8/4N3/8/8/4K3").expect("a position");
    let texts: Vec<String> =
        position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect();
    assert!(texts.len() == 5 && texts.iter().all(|text| text.starts_with("e1")), "{texts:?}");
    let error = position.parse_move("e4f6").expect_err("not legal").to_string();
    assert_eq!(error, "`e4f6` lets the Kings face each other");
    let king = at(&variant, "3k4/8/8/8/8/8/8/4K3").expect("a position");
    let error = king.parse_move("e1d1").expect_err("not legal").to_string();
    assert_eq!(error, "`e1d1` lets the Kings face each other");
    assert_eq!(king.legal_moves().len(), 3);
    for facing in ["4k3/8/8/8/8/8/8/4K3", "8/8/8/k6K/8/8/8/8"] {
        assert_eq!(at(&variant, facing).err().as_deref(), Some(NOT_ALLOWED));
    }
}

/// Eurasian Chess: along files and diagonals, but not from behind.
#[test]
fn lines_of_a_diagram() {
    let text = "pawn::::a2-h2\nrook::::a1,h1\nking::fkRfkBK::e1\n";
    let variant = game(text);
    assert_eq!(variant.facing.as_ref().map(|it| it.as_str()), Some("fRfB"));
    for facing in ["4k3/8/8/8/8/8/8/4K3", "7k/8/8/8/8/8/8/K7", "k7/8/8/8/4K3/8/8/8"] {
        assert_eq!(at(&variant, facing).err().as_deref(), Some(NOT_ALLOWED), "{facing}");
    }
    for beside in ["4K3/8/8/8/8/8/8/4k3", "7K/8/8/8/8/8/8/k7", "8/8/8/k6K/8/8/8/8"] {
        assert!(at(&variant, beside).is_ok(), "{beside}");
    }
    let written = diagram::export(&variant).expect("a diagram").text;
    assert!(written.contains("King:K:fkRfkBK:"), "{written}");
    assert_eq!(game(&written).facing, variant.facing);
    assert!(Game::new(&variant).legal_moves().len() > 8);
}

#[test]
fn lines_that_cannot_be() {
    for lines in ["rR", "N", "R3", "mR", "x"] {
        let mut files = VariantFiles::default();
        let text = format!("[a]\nfacingKings = {lines}\n");
        let mistakes = read_variants_or_diagrams(&mut files, &text, None).expect_err(lines);
        assert!(mistakes[0].to_string().starts_with("line 2, `facingKings`: "), "{}", mistakes[0]);
    }
}
