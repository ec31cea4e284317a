//! Endings of a King and few pieces against a bare King, solved by retrograde analysis.
//!
//! An [`Ending`] names the pieces. [`Tables`] solves endings on demand, on any board and for any pieces, and has the
//! distance to mate of each position ([`Value`]). An [`EndingTable`] is one solved ending; its [`EndingSummary`] has
//! statistics.
//!
//! The rules are those of the game: stalemate is a draw, positions after a capture have tables of their own, and a
//! piece on the last rank promotes. Neither King may still jump. The 50-move rule and repetitions do not count: a
//! value is the distance to mate, and [`MOVES_WITHIN_RULE`] says which distances the rule allows.

mod any_tables;
mod background;
mod backward;
mod context;
mod ending;
mod line;
mod promotions;
mod routes;
mod solve;
mod space;
mod summary;
mod symmetry;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod value;

pub use any_tables::{AnyTables, BestPlay, Solved};
pub use background::{Background, DEFAULT_BACKGROUND_MEMORY};
pub use ending::{Ending, MAX_PIECES};
pub use summary::{
    Arrangement, Class, Colours, EndingSummary, MOVES_WITHIN_RULE, WinCount, WinFrequency,
};
pub use table::EndingTable;
pub use tables::{DEFAULT_MEMORY, Tables};
pub use value::Value;

/// Why an ending cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndgameError {
    /// A text that names no piece of the game.
    #[error("`{text}` is not a piece of {game}")]
    Piece {
        /// The text.
        text: String,
        /// Name of the game.
        game: String,
    },
    /// No piece beside the King.
    #[error("an ending needs a piece beside the King")]
    NoPiece,
    /// More pieces than [`MAX_PIECES`].
    #[error("{0} pieces beside the King; at most {MAX_PIECES} can be solved")]
    TooManyPieces(usize),
    /// A second King.
    #[error("each side has one King, and the first need not be named")]
    King,
    /// A promoting piece together with others.
    #[error("a {0} promotes; such a piece is solved alone only")]
    PromotingInCompany(String),
    /// A piece whose promotion rules the tables do not support.
    #[error(
        "a {0} need not promote, or not to all and by all its moves, which the tables do not know"
    )]
    Promotion(String),
    /// A piece that captures on its way or passes its turn.
    #[error("a {0} captures on its way or passes its turn, which the tables do not know")]
    Locust(String),
    /// Neither King is bare.
    #[error("neither King is bare")]
    NoBareKing,
    /// A game that is not won by checkmate alone.
    #[error("in this game stalemate or a bare King wins or loses, which the tables do not know")]
    OtherWins,
    /// A game in which a side may have several royal pieces.
    #[error("in this game a side may have several royal pieces, which the tables do not know")]
    Royals,
    /// A game in which Kings may not face each other.
    #[error("in this game Kings may not face each other, which the tables do not know")]
    Facing,
    /// A game in which pieces may not leave some squares.
    #[error("in this game pieces may not leave some squares, which the tables do not know")]
    Confined,
    /// A board that looks different from the other side.
    #[error("the missing squares of one side are not those of the other, as the tables need")]
    Board,
    /// A King that may still jump.
    #[error("a King may still jump, which the tables do not know")]
    Jump,
    /// A King that may still castle.
    #[error("a King may still castle, which the tables do not know")]
    Castling,
    /// The memory limit is too low.
    #[error("{pieces} against a bare King takes {needed} MiB; allowed are {allowed}")]
    Memory {
        /// Pieces of the ending.
        pieces: String,
        /// Memory needed in MiB.
        needed: u64,
        /// Memory limit in MiB.
        allowed: u64,
    },
    /// The system has too little memory.
    #[error("the system has too little memory left to solve the ending")]
    NoRoom,
    /// A win longer than this many moves, the most that a table can store.
    #[error("a win takes more than {0} moves, the most that a table can store")]
    TooLong(usize),
    /// The analysis was cancelled.
    #[error("the analysis was broken off")]
    Cancelled,
}

/// A round of the analysis.
#[derive(Clone, Copy, Debug)]
pub struct SolverRound {
    /// The round found the mates in this many moves.
    pub moves: usize,
    /// Number of positions found. Those equal by symmetry count once.
    pub found: u64,
}
