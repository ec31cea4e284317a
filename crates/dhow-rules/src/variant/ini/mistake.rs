//! What may be wrong with a file of games.

use crate::betza::BetzaError;
use crate::variant::RulesError;

/// Something wrong with a file of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The number of the line, from 1.
    pub line: usize,
    /// The key, or the name of the game; may be empty.
    pub key: String,
    /// What is wrong.
    pub problem: Problem,
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { line, key, problem } = self;
        match key.is_empty() {
            true => write!(f, "line {line}: {problem}"),
            false => write!(f, "line {line}, `{key}`: {problem}"),
        }
    }
}

impl std::error::Error for Mistake {}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// A file beyond all measure.
    #[error("the file is longer than a MiB")]
    FileTooLong,
    /// A file without a game.
    #[error("no games in this file")]
    NoGames,
    /// A line beyond all measure.
    #[error("the line is longer than 4096 bytes")]
    LineTooLong,
    /// More games than a file may have.
    #[error("more than {0} games")]
    TooManyGames(usize),
    /// The name of a game that is none.
    #[error(
        "`{0}` is no name of a game: expected `[name]` or `[name:parent]` of lower-case letters, digits, `-` and `_`"
    )]
    Header(String),
    /// A line without `=`.
    #[error("`{0}` is no line `key = value`")]
    NoEntry(String),
    /// An entry that belongs to no game.
    #[error("stands before the first game, `[name]`")]
    NoSection,
    /// A key or a game that there was before.
    #[error("given twice")]
    Twice,
    /// A game to start from that there is not.
    #[error("no game `{0}` before it to start from")]
    Parent(String),
    /// The name of a game that is built in.
    #[error("a built-in game has this name; choose another one")]
    BuiltIn,
    /// A key that nobody knows.
    #[error("unknown key{}", nearest(.0))]
    UnknownKey(Option<&'static str>),
    /// A rule that cannot be played.
    #[error("not supported: {0}")]
    Unsupported(&'static str),
    /// A value that is none.
    #[error("`{found}`; expected {expected}")]
    Value {
        /// What was given.
        found: String,
        /// What is possible.
        expected: &'static str,
    },
    /// A letter that no piece of the game has.
    #[error("no piece of the game has the letter `{0}`")]
    NoPiece(char),
    /// What a game has from the one that it starts from, and what is wrong with it here.
    #[error("{0}, as inherited: {1}")]
    Inherited(&'static str, Box<Problem>),
    /// A letter that another piece has.
    #[error("the letter `{letter}` belongs to `{of}`")]
    Letter {
        /// The letter.
        letter: char,
        /// The key of the piece that has it.
        of: String,
    },
    /// A movement that cannot be read.
    #[error("{0}")]
    Betza(#[from] BetzaError),
    /// Regions of the two sides that do not mirror each other.
    #[error("the regions of White and Black are not each other's mirror images")]
    Regions,
    /// What only the whole game shows.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// A start array that is no position of the game.
    #[error("{0}")]
    Start(String),
}

fn nearest(key: &Option<&str>) -> String {
    key.map_or(String::new(), |key| format!("; did you mean `{key}`?"))
}
