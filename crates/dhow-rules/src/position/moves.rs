//! Moves as small integers.

use crate::pieces::{FARTHEST_OVER, MAX_PIECE_TYPES, PieceType};
use crate::square::{Delta, Square};
use std::num::NonZeroU32;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A quiet move or capture without special effect.
    Normal,
    /// A double step that may be answered by a capture en passant.
    DoubleStep,
    /// A capture en passant.
    EnPassant,
    /// A move by which the piece promotes, possibly a double step.
    Promotion,
    /// A King's jump.
    Jump,
    /// An exchange of squares by two own pieces.
    Exchange,
    /// Castling. The squares are the King's.
    Castling,
    /// The end of a turn that could go on, in games with several moves a turn.
    End,
    /// A move that captures on the way to its target, which may be the start square. It may capture
    /// on the target, too.
    Locust,
    /// A move that changes nothing. Both squares are the piece's.
    Pass,
}

/// A move of some position: start and target square, promotion, and kind. `Option<Move>` has the
/// same size, four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(NonZeroU32);

const SQUARE_BITS: u32 = 9;
const SQUARE_MASK: u32 = (1 << SQUARE_BITS) - 1;
const PROMOTION_SHIFT: u32 = 2 * SQUARE_BITS;
const PROMOTION_BITS: u32 = 6;
const PROMOTION_MASK: u32 = (1 << PROMOTION_BITS) - 1;
const _: () = assert!(MAX_PIECE_TYPES <= 1 << PROMOTION_BITS);
const KIND_SHIFT: u32 = PROMOTION_SHIFT + PROMOTION_BITS;
/// The kind number shared by the moves that never promote. The bits of the promotion distinguish them: 0 for the end of
/// a turn, otherwise the square passed over.
const WITHOUT_PROMOTION: u32 = MoveKind::End as u32;
/// The number of files, and of ranks, where the square passed over may be.
const OVER_SIDE: u32 = 2 * FARTHEST_OVER as u32 + 1;
/// The code of a square passed over that is the start square.
const NOWHERE: u32 = OVER_SIDE * OVER_SIDE / 2 + 1;
const _: () = assert!(OVER_SIDE * OVER_SIDE <= PROMOTION_MASK);
/// A bit that is set in every move, so that no move is zero.
const PRESENT: u32 = 1 << (KIND_SHIFT + 3);

impl Move {
    /// Ends a turn that could go on. It has no squares.
    pub const END: Self =
        Self::pack(Square::from_index(0), Square::from_index(0), 0, MoveKind::End);

    #[inline(always)]
    const fn pack(from: Square, to: Square, promotion: u32, kind: MoveKind) -> Self {
        let number = match kind {
            MoveKind::Locust | MoveKind::Pass => WITHOUT_PROMOTION,
            kind => kind as u32,
        };
        let bits = PRESENT
            | from.index() as u32
            | (to.index() as u32) << SQUARE_BITS
            | promotion << PROMOTION_SHIFT
            | number << KIND_SHIFT;
        match NonZeroU32::new(bits) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// A move without promotion.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self::pack(from, to, 0, kind)
    }

    /// A move by which the piece becomes a `promotion`.
    #[inline(always)]
    pub const fn promoting(from: Square, to: Square, promotion: PieceType) -> Self {
        Self::pack(from, to, promotion.index() as u32, MoveKind::Promotion)
    }

    /// A move that captures at `over`, a displacement of at most [`FARTHEST_OVER`] files and ranks
    /// from its start.
    pub const fn locust(from: Square, over: Delta, to: Square) -> Self {
        let (files, ranks) = (over.files + FARTHEST_OVER, over.ranks + FARTHEST_OVER);
        let code = files as u32 * OVER_SIDE + ranks as u32 + 1;
        Self::pack(from, to, code, MoveKind::Locust)
    }

    /// A move of the piece on a square that changes nothing.
    pub const fn pass(square: Square) -> Self {
        Self::pack(square, square, NOWHERE, MoveKind::Pass)
    }

    /// The displacement from the start to the square on which a [locust](MoveKind::Locust) move
    /// captures on its way; `None` for other moves.
    pub const fn over(self) -> Option<Delta> {
        match self.kind() {
            MoveKind::Locust => {
                let code = (self.0.get() >> PROMOTION_SHIFT & PROMOTION_MASK) - 1;
                let (files, ranks) = (code / OVER_SIDE, code % OVER_SIDE);
                Some(Delta::new(files as i8 - FARTHEST_OVER, ranks as i8 - FARTHEST_OVER))
            }
            _ => None,
        }
    }

    /// The start square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() & SQUARE_MASK) as usize)
    }

    /// The target square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> SQUARE_BITS & SQUARE_MASK) as usize)
    }

    /// The kind of the move.
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
            _ => match self.0.get() >> PROMOTION_SHIFT & PROMOTION_MASK {
                0 => MoveKind::End,
                NOWHERE => MoveKind::Pass,
                _ => MoveKind::Locust,
            },
        }
    }

    /// The kind of piece that results from a promotion; `None` for other moves.
    ///
    /// ```
    /// use dhow_rules::geometry::Layout8;
    /// use dhow_rules::position::Position;
    /// use dhow_rules::variant::{find, rules};
    ///
    /// let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
    /// let position = Position::from_fen(chess.clone(), "8/P6k/8/8/8/8/8/7K w - - 0 1")?;
    /// let mv = position.parse_move("a7a8q").expect("a legal move");
    /// assert_eq!(mv.promotion(), chess.kind('Q'));
    /// # Ok::<(), dhow_rules::position::FenError>(())
    /// ```
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

    /// The number of bits of [`Move::bits`].
    pub const BITS: u32 = KIND_SHIFT + 4;

    /// The move as a non-zero integer below 2 to the power of [`Move::BITS`].
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move from an integer that came from [`Move::bits`]; `None` for 0.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        match NonZeroU32::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }
}

const _: () = assert!(size_of::<Option<Move>>() == 4);
