//! Pieces for games that tests make up.

use dhow::variant::{PieceDef, Role};

/// A piece that moves as `betza` says, worth 300.
pub const fn piece(letter: char, betza: &'static str, role: Role) -> PieceDef {
    PieceDef {
        letter,
        name: "Piece",
        other_names: "",
        betza,
        value: 300,
        role,
        mates_alone: false,
        picture: 0,
    }
}
