//! The pieces shared by Jean-Louis Cazaux's 12x12 games.
//!
//! Values are the inventor's estimates from his Zanzibar-XXL page, in hundredths of a fifth of a
//! Rook, so that a Rook is 500. The page does not list the Marshal and the Cardinal; their values
//! are interpolated.

use super::{PieceDef, Role};
use crate::betza::Notation;

/// A piece as a table row: letter, name, other names, Betza notation, value in centipawns, picture.
pub type Row = (char, &'static str, &'static str, &'static str, i32, &'static str);

/// The inventor of the games.
pub const CAZAUX: &str = "Jean-Louis Cazaux";

const OFFICERS: [Row; 18] = [
    ('Q', "Queen", "", "Q", 1000, "Queen"),
    ('R', "Rook", "", "R", 500, "Rook"),
    ('B', "Bishop", "", "B", 375, "Bishop"),
    ('N', "Knight", "", "N", 275, "Knight"),
    ('G', "Eagle", "Gryphon, Aanca", "FyafsF", 825, "Hawk"),
    ('U', "Rhinoceros", "Manticore", "WyafsW", 750, "Unicorn"),
    ('L', "Lion", "", "KNAD", 1025, "Cub"),
    ('E', "Elephant", "", "FA", 275, "Elephant"),
    ('W', "Machine", "War Machine", "WD", 325, "Left"),
    ('M', "Camel", "", "C", 250, "Camel"),
    ('Z', "Giraffe", "", "Z", 225, "Zebra"),
    ('F', "Buffalo", "", "NCZ", 900, "Gnu"),
    ('C', "Cannon", "", "mRcpR", 350, "Canon"),
    ('V', "Archer", "Crocodile, Vao", "mBcpB", 250, "LShield"),
    ('O', "Sorceress", "", "mQcpQ", 650, "Wizard"),
    ('D', "Duchess", "", "KADGH", 975, "Gold"),
    ('H', "Marshal", "", "RN", 850, "Chancellor"),
    ('X', "Cardinal", "", "BN", 700, "CrownedBishop"),
];

/// Builds a piece from its table row.
pub fn piece((letter, name, other_names, betza, value, picture): Row, role: Role) -> PieceDef {
    PieceDef {
        letter: letter.into(),
        name: name.into(),
        other_names: other_names.into(),
        betza: Notation::known(betza),
        value,
        role,
        promotes_to: String::new(),
        promotes_by: None,
        initial_ranks: Vec::new(),
        triple_step_ranks: Vec::new(),
        regions: [None, None],
        picture: picture.into(),
    }
}

/// The pieces with these letters, in this order. A letter means one of the game's `own` pieces if
/// there is one, otherwise a shared officer or the King.
pub fn army(letters: &str, own: &[PieceDef]) -> Vec<PieceDef> {
    let shared = |letter| OFFICERS.iter().find(|officer| officer.0 == letter);
    let piece = |letter| match (own.iter().find(|own| own.letter == letter), shared(letter)) {
        (Some(own), _) => own.clone(),
        (None, Some(&officer)) => piece(officer, Role::Officer),
        (None, None) if letter == 'K' => king(),
        (None, None) => unreachable!("no piece {letter}"),
    };
    letters.chars().map(piece).collect()
}

fn king() -> PieceDef {
    piece(('K', "King", "", "KimAimDimN", 0, "King"), Role::Royal)
}

/// The Pawn that may make a double step from any rank.
pub fn rapid_pawn() -> PieceDef {
    piece(('P', "Pawn", "", "fmWfceFfmnnD", 80, "Pawn"), Role::Pawn)
}

/// The Pawn that may make a double step from its starting rank only.
pub fn pawn() -> PieceDef {
    PieceDef { betza: Notation::known("fmWfceFfimnD"), ..rapid_pawn() }
}

/// The Prince that may make a double step from any rank.
pub fn rapid_prince() -> PieceDef {
    piece(('I', "Prince", "", "KfmnnD", 350, "Commoner"), Role::Prince)
}

/// The Prince that may make a double step from its starting rank only.
pub fn prince() -> PieceDef {
    PieceDef { betza: Notation::known("KfimnD"), ..rapid_prince() }
}

/// The Soldier of Zanzibar-XXL, which also steps sideways.
pub fn soldier() -> PieceDef {
    piece(('S', "Soldier", "", "fsmWfceFfmnnD", 110, "Lance"), Role::Pawn)
}

/// The Maasai of Maasai Chess as first published.
pub fn maasai() -> PieceDef {
    PieceDef { name: "Maasai".into(), betza: Notation::known("fmWfceFfmnnD"), ..soldier() }
}
