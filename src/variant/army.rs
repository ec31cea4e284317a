//! The pieces that Jean-Louis Cazaux's 12x12 games share.
//!
//! Values are the inventor's estimates on his Zanzibar-XXL page, in hundredths of a fifth of a
//! Rook; those of the Marshal and the Cardinal, which that page lacks, are interpolated.

use super::{PieceDef, Role};

const fn officer(
    letter: char,
    name: &'static str,
    other_names: &'static str,
    betza: &'static str,
    value: i32,
    picture: usize,
) -> PieceDef {
    PieceDef {
        letter,
        name,
        other_names,
        betza,
        value,
        role: Role::Officer,
        mates_alone: false,
        picture,
    }
}

/// An officer that can mate a bare King with its own King's help only.
const fn mating(officer: PieceDef) -> PieceDef {
    PieceDef { mates_alone: true, ..officer }
}

/// XBoard's table has the King last; this stands for that place.
pub const LAST_PICTURE: usize = 65;

pub const KING: PieceDef = PieceDef {
    letter: 'K',
    name: "King",
    other_names: "",
    betza: "KimAimDimN",
    value: 0,
    role: Role::Royal,
    mates_alone: false,
    picture: LAST_PICTURE,
};
pub const QUEEN: PieceDef = mating(officer('Q', "Queen", "", "Q", 1000, 4));
pub const ROOK: PieceDef = mating(officer('R', "Rook", "", "R", 500, 3));
pub const BISHOP: PieceDef = officer('B', "Bishop", "", "B", 375, 2);
pub const KNIGHT: PieceDef = officer('N', "Knight", "", "N", 275, 1);
pub const EAGLE: PieceDef = mating(officer('G', "Eagle", "Gryphon, Aanca", "FyafsF", 825, 17));
pub const RHINOCEROS: PieceDef = officer('U', "Rhinoceros", "Manticore", "WyafsW", 750, 20);
pub const LION: PieceDef = mating(officer('L', "Lion", "", "KNAD", 1025, 32));
pub const ELEPHANT: PieceDef = officer('E', "Elephant", "", "FA", 275, 6);
pub const MACHINE: PieceDef = officer('W', "Machine", "War Machine", "WD", 325, 44);
pub const CAMEL: PieceDef = officer('M', "Camel", "", "C", 250, 24);
pub const GIRAFFE: PieceDef = officer('Z', "Giraffe", "", "Z", 225, 23);
pub const BUFFALO: PieceDef = mating(officer('F', "Buffalo", "", "NCZ", 900, 31));
pub const CANNON: PieceDef = officer('C', "Cannon", "", "mRcpR", 350, 11);
pub const ARCHER: PieceDef = officer('V', "Archer", "Crocodile, Vao", "mBcpB", 250, 33);
pub const SORCERESS: PieceDef = officer('O', "Sorceress", "", "mQcpQ", 650, 35);
pub const DUCHESS: PieceDef = mating(officer('D', "Duchess", "", "KADGH", 975, 9));
pub const MARSHAL: PieceDef = mating(officer('H', "Marshal", "", "RN", 850, 16));
pub const CARDINAL: PieceDef = mating(officer('X', "Cardinal", "", "BN", 700, 13));

/// The Pawn that may step twice from any rank.
pub const RAPID_PAWN: PieceDef = PieceDef {
    letter: 'P',
    name: "Pawn",
    other_names: "",
    betza: "fmWfceFfmnnD",
    value: 80,
    role: Role::Pawn,
    mates_alone: true,
    picture: 0,
};

/// The Pawn that may step twice from its starting rank only.
pub const PAWN: PieceDef = PieceDef { betza: "fmWfceFfimnD", ..RAPID_PAWN };

/// The Prince that may step twice from any rank.
pub const RAPID_PRINCE: PieceDef = PieceDef {
    letter: 'I',
    name: "Prince",
    other_names: "",
    betza: "KfmnnD",
    value: 350,
    role: Role::Prince,
    mates_alone: true,
    picture: 10,
};

/// The Prince that may step twice from its starting rank only.
pub const PRINCE: PieceDef = PieceDef { betza: "KfimnD", ..RAPID_PRINCE };

/// The Soldier of Zanzibar-XXL, which also steps sideways.
pub const SOLDIER: PieceDef = PieceDef {
    letter: 'S',
    name: "Soldier",
    other_names: "",
    betza: "fsmWfceFfmnnD",
    value: 110,
    role: Role::Pawn,
    mates_alone: true,
    picture: 18,
};

/// The warrior of Maasai Chess as first published.
pub const MAASAI: PieceDef = PieceDef { name: "Maasai", betza: "fmWfceFfmnnD", ..SOLDIER };
