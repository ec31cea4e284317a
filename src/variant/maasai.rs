//! Zanzibar-XXL, which is today's Maasai Chess, and Maasai Chess as first published.

use super::army::*;
use super::metamachy::CENTRE;
use super::{PieceDef, SetupGroup, Variant};

const START: &str = "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/SSSSIWWISSSS/ERNBOLGDBNRE/CMZVUQKFVZMC w Kk - 0 1";

/// The King goes to the centre, the other chiefs to whatever it leaves of eight squares.
const SETUP: &[SetupGroup] = &[
    SetupGroup { chiefs: "K", squares: CENTRE },
    SetupGroup {
        chiefs: "QGLUFDO",
        squares: &["e12", "f12", "g12", "h12", "e11", "f11", "g11", "h11"],
    },
];

const fn pieces(soldier: PieceDef, prince: PieceDef) -> [PieceDef; 20] {
    [
        PAWN, soldier, GIRAFFE, CAMEL, ARCHER, KNIGHT, ELEPHANT, MACHINE, prince, CANNON, BISHOP,
        ROOK, SORCERESS, RHINOCEROS, EAGLE, BUFFALO, DUCHESS, QUEEN, LION, KING,
    ]
}

/// Zanzibar-XXL, with Soldiers.
pub const ZANZIBAR_XXL: Variant = Variant {
    id: "zanzibar-xxl",
    name: "Zanzibar-XXL",
    summary: "48 pieces a side; today's Maasai Chess, with Soldiers that also step sideways",
    pieces: &pieces(SOLDIER, RAPID_PRINCE),
    start: START,
    setup: SETUP,
    promotions: "QGLODUF",
};

/// Maasai Chess as first published, with Maasai warriors.
pub const MAASAI_CHESS: Variant = Variant {
    id: "maasai",
    name: "Maasai Chess",
    summary: "Maasai Chess as first published, with Maasai warriors",
    pieces: &pieces(MAASAI, PRINCE),
    start: START,
    setup: SETUP,
    promotions: "QGLODUF",
};
