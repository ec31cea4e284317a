//! The games of the family as plain data.

use super::moves::{
    ALFIL, DABBABAH, DIAGONAL, HERO_PARTS, KNIGHT, Movement, OLIPHANT_PARTS, STRAIGHT,
};

/// Which own pieces a leader may activate, besides itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum Commanded {
    /// "Any own piece".
    Any,
    /// The pieces of these letters; "a Guard on a square that" the leader "could move to".
    Listed(&'static str),
}

/// What makes a piece a leader.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    /// How many pieces it may activate in a turn.
    pub(super) activations: usize,
    /// From how many King steps away.
    pub(super) range: i32,
    pub(super) commanded: Commanded,
}

/// A line of the tables of pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceType {
    pub(super) letter: char,
    pub(super) movements: &'static [Movement],
    pub(super) command: Option<Command>,
}

/// A game with its options.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name of the game.
    pub id: &'static str,
    /// The FEN of the array.
    pub array: &'static str,
    pub(super) files: i32,
    pub(super) ranks: i32,
    pub(super) pieces: &'static [PieceType],
    /// The options of these names.
    pub(super) exchange: bool,
    pub(super) free_scouts: bool,
}

impl Variant {
    /// The game with the option `exchange`, which is for "Chieftain games only".
    pub fn with_exchange(self) -> Variant {
        assert!(self.knows('C'), "{} has no Chieftain to exchange", self.id);
        Variant { exchange: true, ..self }
    }

    /// The game with the option `free-scouts`.
    pub fn with_free_scouts(self) -> Variant {
        Variant { free_scouts: true, ..self }
    }

    /// Is there such a piece in the game?
    pub(super) fn knows(&self, letter: char) -> bool {
        self.pieces.iter().any(|piece| piece.letter == letter)
    }

    /// The line of the table; panics when the game has no such piece.
    pub(super) fn piece_type(&self, letter: char) -> &'static PieceType {
        let found = self.pieces.iter().find(|piece| piece.letter == letter);
        found.unwrap_or_else(|| panic!("no piece {letter} in {}", self.id))
    }
}

/// The game of this name; panics if no game has the name.
pub fn find(id: &str) -> Variant {
    let found = VARIANTS.into_iter().find(|variant| variant.id == id);
    found.unwrap_or_else(|| panic!("no variant {id}"))
}

const fn piece(letter: char, movements: &'static [Movement]) -> PieceType {
    PieceType { letter, movements, command: None }
}

const fn leader(
    letter: char,
    movements: &'static [Movement],
    activations: usize,
    range: i32,
    commanded: Commanded,
) -> PieceType {
    PieceType { letter, movements, command: Some(Command { activations, range, commanded }) }
}

/// One King step.
const KING: &[Movement] = &[Movement::Leap(STRAIGHT), Movement::Leap(DIAGONAL)];

/// The pieces of the Chieftain games. Only one game has B and R in its array, and no game has D; but all "come by FEN".
const CHIEFTAIN_PIECES: &[PieceType] = &[
    leader('C', &[Movement::TwoKingSteps], 1, 3, Commanded::Any),
    leader('D', &[Movement::TwoKingSteps], 2, 2, Commanded::Any),
    piece('H', &[Movement::Parts(STRAIGHT, HERO_PARTS)]),
    piece('S', &[Movement::Parts(DIAGONAL, HERO_PARTS)]),
    piece('N', &[Movement::Leap(KNIGHT)]),
    piece('M', KING),
    piece('B', &[Movement::Slide(DIAGONAL, 4), Movement::Leap(DABBABAH)]),
    piece('R', &[Movement::Slide(STRAIGHT, 4), Movement::Leap(ALFIL)]),
];

/// The pieces of Grand Chieftain.
#[rustfmt::skip]
const GRAND_PIECES: &[PieceType] = &[
    leader('K', KING, 1, 3, Commanded::Any),
    leader(
        'J',
        &[
            Movement::Leap(STRAIGHT), Movement::Leap(DIAGONAL),
            Movement::Leap(ALFIL), Movement::Leap(DABBABAH),
        ],
        1, 3, Commanded::Listed("EOTWMH"),
    ),
    leader(
        'M',
        &[Movement::Leap(KNIGHT), Movement::Leap(STRAIGHT), Movement::Leap(DABBABAH)],
        1, 3, Commanded::Listed("NTWJH"),
    ),
    leader(
        'H',
        &[Movement::Leap(KNIGHT), Movement::Leap(DIAGONAL), Movement::Leap(ALFIL)],
        1, 3, Commanded::Listed("NEOJM"),
    ),
    piece('N', &[Movement::Leap(KNIGHT)]),
    piece('E', &[Movement::Leap(DIAGONAL), Movement::Leap(ALFIL)]),
    piece('O', &[Movement::Parts(DIAGONAL, OLIPHANT_PARTS)]),
    piece('T', &[Movement::Leap(STRAIGHT), Movement::Leap(DABBABAH)]),
    piece('W', &[Movement::Parts(STRAIGHT, OLIPHANT_PARTS)]),
    piece('G', KING),
];

const fn game(
    id: &'static str,
    (files, ranks): (i32, i32),
    pieces: &'static [PieceType],
    array: &'static str,
) -> Variant {
    Variant { id, array, files, ranks, pieces, exchange: false, free_scouts: false }
}

/// All games of the family, their options off.
pub const VARIANTS: [Variant; 5] = [
    game(
        "chieftain",
        (16, 12),
        CHIEFTAIN_PIECES,
        "1hcs1chsshc1sch1/1nm2mn2nm2mn1/16/m2mm2mm2mm2m/1m4m2m4m1/16\
         /16/1M4M2M4M1/M2MM2MM2MM2M/16/1NM2MN2NM2MN1/1HCS1CHSSHC1SCH1 w - - 0 1",
    ),
    game(
        "mini-chieftain",
        (8, 12),
        CHIEFTAIN_PIECES,
        "1hcssch1/1nm2mn1/8/m2mm2m/1m4m1/8\
         /8/1M4M1/M2MM2M/8/1NM2MN1/1HCSSCH1 w - - 0 1",
    ),
    game(
        "superchief",
        (24, 12),
        CHIEFTAIN_PIECES,
        "1hcs1chssch2hcsshc1sch1/1nm2mn2mn2nm2nm2mn1/24/m2mm2mm2mm2mm2mm2m/1m4m3m2m3m4m1/24\
         /24/1M4M3M2M3M4M1/M2MM2MM2MM2MM2MM2M/24/1NM2MN2MN2NM2NM2MN1/1HCS1CHSSCH2HCSSHC1SCH1 \
         w - - 0 1",
    ),
    game(
        "overlord",
        (30, 15),
        CHIEFTAIN_PIECES,
        "1hcs1chssch1rbccbr1hcsshc1sch1/1nm2mn2mn2brrb2nm2nm2mn1/30\
         /m2mm2mm2mm1mm1mm2mm2mm2m/1m4m3m2m2m2m3m4m1/30/30/30/30/30\
         /1M4M3M2M2M2M3M4M1/M2MM2MM2MM1MM1MM2MM2MM2M/30\
         /1NM2MN2MN2BRRB2NM2NM2MN1/1HCS1CHSSCH1RBCCBR1HCSSHC1SCH1 w - - 0 1",
    ),
    game(
        "grand-chieftain",
        (10, 10),
        GRAND_PIECES,
        "w8w/1nojkmhon1/gggggggggg/10/10/10/10/GGGGGGGGGG/1NOJKMHON1/W8W w - - 0 1",
    ),
];
