//! Pieces for games that tests make up.

use dhow_rules::betza::Notation;
use dhow_rules::variant::{PieceDef, Role};

/// A piece that moves as `betza` says, worth 300.
pub fn piece(letter: char, betza: &str, role: Role) -> PieceDef {
    PieceDef {
        letter: letter.into(),
        name: "Piece".into(),
        other_names: String::new(),
        betza: Notation::known(betza),
        value: 300,
        role,
        promotes_to: String::new(),
        promotes_by: None,
        initial_ranks: Vec::new(),
        triple_step_ranks: Vec::new(),
        regions: [None, None],
        picture: String::new(),
    }
}
