//! Values of positions in endings.

/// The value of a position of a King and pieces against a bare King.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The side to move could capture the King.
    Illegal,
    /// The strong side cannot force mate.
    Draw,
    /// The strong side mates in this many more of its moves; 0 is a mate on the board.
    Win(u16),
}

impl Value {
    /// Halfmoves to the mate, with the strong side or the bare King to move.
    pub fn plies(self, strong_to_move: bool) -> Option<usize> {
        match self {
            Value::Win(moves) => Some((2 * moves as usize).saturating_sub(strong_to_move as usize)),
            _ => None,
        }
    }
}

/// A value as a byte: 0 is a draw, otherwise the moves to mate plus one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueCode(pub u8);

impl ValueCode {
    pub const DRAW: Self = Self(0);
    pub const ILLEGAL: Self = Self(u8::MAX);
    /// The longest win that a byte can store, in moves.
    pub const LONGEST: usize = u8::MAX as usize - 2;

    #[inline(always)]
    pub const fn win(moves: usize) -> Self {
        Self(moves as u8 + 1)
    }

    /// Moves to mate.
    #[inline(always)]
    pub const fn moves(self) -> Option<usize> {
        match self {
            Self::DRAW | Self::ILLEGAL => None,
            Self(code) => Some(code as usize - 1),
        }
    }

    pub const fn value(self) -> Value {
        match self {
            Self::DRAW => Value::Draw,
            Self::ILLEGAL => Value::Illegal,
            Self(code) => Value::Win(code as u16 - 1),
        }
    }
}
