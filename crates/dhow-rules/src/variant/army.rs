//! The pieces that Jean-Louis Cazaux's 12x12 games share.
//!
//! Values are the inventor's estimates on his Zanzibar-XXL page, in hundredths of a fifth of a
//! Rook; those of the Marshal and the Cardinal, which that page lacks, are interpolated.

use super::{PieceDef, Role};
use crate::betza::Notation;

/// Letter, name, other names, Betza, value, picture.
pub type Row = (char, &'static str, &'static str, &'static str, i32, &'static str);

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

/// A piece as data, from its row in a table.
pub fn piece((letter, name, other_names, betza, value, picture): Row, role: Role) -> PieceDef {
    PieceDef {
        letter,
        name: name.into(),
        other_names: other_names.into(),
        betza: Notation::known(betza),
        value,
        role,
        promotes_to: String::new(),
        promotes_by: None,
        initial_ranks: Vec::new(),
        picture: picture.into(),
    }
}

/// The pieces with these letters, in this order: the game's own ones, else officers and the King as
/// all games have them.
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

/// The Pawn that may step twice from any rank.
pub fn rapid_pawn() -> PieceDef {
    piece(('P', "Pawn", "", "fmWfceFfmnnD", 80, "Pawn"), Role::Pawn)
}

/// The Pawn that may step twice from its starting rank only.
pub fn pawn() -> PieceDef {
    PieceDef { betza: Notation::known("fmWfceFfimnD"), ..rapid_pawn() }
}

/// The Prince that may step twice from any rank.
pub fn rapid_prince() -> PieceDef {
    piece(('I', "Prince", "", "KfmnnD", 350, "Commoner"), Role::Prince)
}

/// The Prince that may step twice from its starting rank only.
pub fn prince() -> PieceDef {
    PieceDef { betza: Notation::known("KfimnD"), ..rapid_prince() }
}

/// The Soldier of Zanzibar-XXL, which also steps sideways.
pub fn soldier() -> PieceDef {
    piece(('S', "Soldier", "", "fsmWfceFfmnnD", 110, "Lance"), Role::Pawn)
}

/// The warrior of Maasai Chess as first published.
pub fn maasai() -> PieceDef {
    PieceDef { name: "Maasai".into(), betza: Notation::known("fmWfceFfmnnD"), ..soldier() }
}
