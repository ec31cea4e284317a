//! Moves as small integers.

use crate::pieces::PieceType;
use crate::square::Square;
use std::num::NonZeroU32;

/// What a move is beyond "from here to there".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// An ordinary move or capture.
    Normal,
    /// A double step that may be answered en passant.
    DoubleStep,
    /// A capture en passant.
    EnPassant,
    /// A move to the last rank of a piece that promotes there, by single or double step.
    Promotion,
    /// The King's jump.
    Jump,
    /// Two own pieces change places.
    Exchange,
    /// The King castles; the squares are its own.
    Castling,
    /// The end of a turn that could go on.
    End,
}

/// A move of one position: squares, what is promoted to, and its kind. `Option<Move>` is as small.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(NonZeroU32);

const SQUARE_BITS: u32 = 9;
const SQUARE_MASK: u32 = (1 << SQUARE_BITS) - 1;
const PROMOTION_SHIFT: u32 = 2 * SQUARE_BITS;
const PROMOTION_MASK: u32 = 0x1F;
const KIND_SHIFT: u32 = PROMOTION_SHIFT + 5;
/// Keeps every move non-zero.
const PRESENT: u32 = 1 << (KIND_SHIFT + 3);

impl Move {
    /// Ends a turn that could go on. It has no squares.
    pub const END: Self =
        Self::pack(Square::from_index(0), Square::from_index(0), 0, MoveKind::End);

    #[inline(always)]
    const fn pack(from: Square, to: Square, promotion: u32, kind: MoveKind) -> Self {
        let bits = PRESENT
            | from.index() as u32
            | (to.index() as u32) << SQUARE_BITS
            | promotion << PROMOTION_SHIFT
            | (kind as u32) << KIND_SHIFT;
        match NonZeroU32::new(bits) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// A move that promotes nothing.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self::pack(from, to, 0, kind)
    }

    /// A move to the last rank that makes a `promotion` of the piece.
    #[inline(always)]
    pub const fn promoting(from: Square, to: Square, promotion: PieceType) -> Self {
        Self::pack(from, to, promotion.index() as u32, MoveKind::Promotion)
    }

    /// Where the piece starts.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() & SQUARE_MASK) as usize)
    }

    /// Where the piece ends.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> SQUARE_BITS & SQUARE_MASK) as usize)
    }

    /// What the move is beyond its squares.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> KIND_SHIFT & 7 {
            0 => MoveKind::Normal,
            1 => MoveKind::DoubleStep,
            2 => MoveKind::EnPassant,
            3 => MoveKind::Promotion,
            4 => MoveKind::Jump,
            5 => MoveKind::Exchange,
            6 => MoveKind::Castling,
            _ => MoveKind::End,
        }
    }

    /// What the piece becomes, if it promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion => {
                let index = self.0.get() >> PROMOTION_SHIFT & PROMOTION_MASK;
                Some(PieceType::from_index(index as usize))
            }
            _ => None,
        }
    }

    /// How many bits [`Move::bits`] has.
    pub const BITS: u32 = KIND_SHIFT + 4;

    /// The move as a number below 2 to the power [`Move::BITS`] that [`Move::from_bits`] reads back.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move with these bits, which came from [`Move::bits`]; `None` for 0.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        match NonZeroU32::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }
}

const _: () = assert!(size_of::<Option<Move>>() == 4);
