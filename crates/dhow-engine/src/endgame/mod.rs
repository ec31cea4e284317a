//! Endings of a King and few pieces against a bare King, solved by retrograde analysis.
//!
//! An [`Ending`] names the pieces. [`Tables`] solves endings on demand, on any board and for any
//! pieces that a game describes, and tells for every position how many moves the mate is away
//! ([`Value`]); a [`EndingTable`] is one solved ending, its [`EndingSummary`] says in figures how it goes.
//!
//! The rules are those of the games: stalemate is a draw, what is left after a capture is judged by
//! its own table, and a piece that reaches the last rank promotes. Neither King may jump any more.
//! The 50-move rule and repetitions play no part: a value is the distance to mate, and
//! [`MOVES_WITHIN_RULE`] says which distances fit.

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
    #[error("`{text}` is no piece of {game}")]
    Piece {
        /// The text.
        text: String,
        /// The name of the game.
        game: String,
    },
    /// Nothing beside the King.
    #[error("an ending needs a piece beside the King")]
    NoPiece,
    /// More pieces than can be solved.
    #[error("{0} pieces beside the King; at most {MAX_PIECES} can be solved")]
    TooManyPieces(usize),
    /// A second King.
    #[error("each side has one King, and the first need not be named")]
    King,
    /// A piece that promotes, together with others.
    #[error("a {0} promotes; such a piece is solved alone only")]
    PromotingInCompany(String),
    /// A piece that promotes by rules that no table knows.
    #[error(
        "a {0} need not promote, or not to all and by all its moves, which the tables do not know"
    )]
    Promotion(String),
    /// Both sides have more than their King.
    #[error("neither King is bare")]
    NoBareKing,
    /// A game that is won otherwise.
    #[error("in this game stalemate or a bare King wins or loses, which the tables do not know")]
    OtherWins,
    /// A King that has never moved.
    #[error("a King may still jump, which the tables do not know")]
    Jump,
    /// A right to castle.
    #[error("a King may still castle, which the tables do not know")]
    Castling,
    /// More memory than is allowed.
    #[error("{pieces} against a bare King takes {needed} MiB; allowed are {allowed}")]
    Memory {
        /// The ending.
        pieces: String,
        /// What it takes, in MiB.
        needed: u64,
        /// What is allowed, in MiB.
        allowed: u64,
    },
    /// Memory that the system does not grant.
    #[error("the system has too little memory left to solve the ending")]
    NoRoom,
    /// A win longer than a table can tell.
    #[error("a win takes more than {0} moves, the most that a table can tell")]
    TooLong(usize),
    /// Broken off before the end.
    #[error("the analysis was broken off")]
    Cancelled,
}

/// A round of the analysis.
#[derive(Clone, Copy, Debug)]
pub struct SolverRound {
    /// Mates in this many moves were looked for.
    pub moves: usize,
    /// How many positions were found; those that a turn of the board makes equal count once.
    pub found: u64,
}
