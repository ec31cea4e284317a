//! Zanzibar-S and Zanzibar-XL.

use super::army::*;
use super::metamachy::CENTRE;
use super::{SetupGroup, Variant};

/// Zanzibar-S: Metamachy with its empty squares filled.
pub const ZANZIBAR_S: Variant = Variant {
    id: "zanzibar-s",
    name: "Zanzibar-S",
    summary: "36 pieces a side; Metamachy with Rhinoceros, Buffalo, Giraffes, Archers and Machines",
    pieces: &[
        RAPID_PAWN,
        GIRAFFE,
        CAMEL,
        ARCHER,
        KNIGHT,
        ELEPHANT,
        MACHINE,
        RAPID_PRINCE,
        CANNON,
        BISHOP,
        ROOK,
        RHINOCEROS,
        EAGLE,
        BUFFALO,
        QUEEN,
        LION,
        KING,
    ],
    start: "cmzvfqkuvzmc/ernbwlgwbnre/ppppippipppp/12/12/12/12/12/12/PPPPIPPIPPPP/ERNBWLGWBNRE/CMZVFQKUVZMC w Kk - 0 1",
    setup: &[
        SetupGroup { chiefs: "KQLG", squares: CENTRE },
        SetupGroup { chiefs: "UF", squares: &["e12", "h12"] },
    ],
    promotions: "QGLUF",
};

const XL_START: &str = "cmzvdqkovzmc/ernbulgfbnre/ppppiwwipppp/4pppp4/12/12/12/12/4PPPP4/PPPPIWWIPPPP/ERNBULGFBNRE/CMZVDQKOVZMC w Kk - 0 1";

const WINGS: &[&str] = &["e12", "h12", "e11", "h11"];

/// Zanzibar-XL.
pub const ZANZIBAR_XL: Variant = Variant {
    id: "zanzibar-xl",
    name: "Zanzibar-XL",
    summary: "40 pieces a side; adds Duchess and Sorceress to Zanzibar-S",
    pieces: &[
        RAPID_PAWN,
        GIRAFFE,
        CAMEL,
        ARCHER,
        KNIGHT,
        ELEPHANT,
        MACHINE,
        RAPID_PRINCE,
        CANNON,
        BISHOP,
        ROOK,
        SORCERESS,
        RHINOCEROS,
        EAGLE,
        BUFFALO,
        DUCHESS,
        QUEEN,
        LION,
        KING,
    ],
    start: XL_START,
    setup: &[
        SetupGroup { chiefs: "KQLG", squares: CENTRE },
        SetupGroup { chiefs: "DOUF", squares: WINGS },
    ],
    promotions: "QGLODUF",
};

/// The older option of Zanzibar-XL.
pub const ZANZIBAR_XL_CLASSIC: Variant = Variant {
    id: "zanzibar-xl-classic",
    name: "Zanzibar-XL classic",
    summary: "Zanzibar-XL with Marshal and Cardinal in place of Duchess and Sorceress",
    pieces: &[
        RAPID_PAWN,
        GIRAFFE,
        CAMEL,
        ARCHER,
        KNIGHT,
        ELEPHANT,
        MACHINE,
        RAPID_PRINCE,
        CANNON,
        BISHOP,
        ROOK,
        CARDINAL,
        RHINOCEROS,
        EAGLE,
        MARSHAL,
        BUFFALO,
        QUEEN,
        LION,
        KING,
    ],
    start: "cmzvhqkxvzmc/ernbulgfbnre/ppppiwwipppp/4pppp4/12/12/12/12/4PPPP4/PPPPIWWIPPPP/ERNBULGFBNRE/CMZVHQKXVZMC w Kk - 0 1",
    setup: &[
        SetupGroup { chiefs: "KQLG", squares: CENTRE },
        SetupGroup { chiefs: "HXUF", squares: WINGS },
    ],
    promotions: "QGLHXUF",
};
