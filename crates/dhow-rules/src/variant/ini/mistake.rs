//! Errors in variant files.

use crate::betza::BetzaError;
use crate::pieces::Letter;
use crate::variant::RulesError;

/// An error in a variant file, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The line number, from 1.
    pub line: usize,
    /// The key, or the name of the game. May be empty.
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

/// What is wrong with a line or a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// The file is too long.
    #[error("the file is longer than a MiB")]
    FileTooLong,
    /// The file contains no game.
    #[error("no games in this file")]
    NoGames,
    /// The text contains no diagram.
    #[error("no diagram in this text; a page that its own script has changed has none left")]
    NoDiagram,
    /// Something in a diagram that a game cannot have, or that is left out.
    #[error("{0}")]
    Diagram(String),
    /// The line is too long.
    #[error("the line is longer than 4096 bytes")]
    LineTooLong,
    /// The file contains too many games.
    #[error("more than {0} games")]
    TooManyGames(usize),
    /// A section header that does not name a game.
    #[error(
        "`{0}` is not a name of a game: expected `[name]` or `[name:parent]` of lower-case letters, digits, `-` and `_`"
    )]
    Header(String),
    /// A line that is not of the form `key = value`.
    #[error("`{0}` is not a line `key = value`")]
    NoEntry(String),
    /// A line before the first section.
    #[error("stands before the first game, `[name]`")]
    NoSection,
    /// A key or a game that occurs twice.
    #[error("given twice")]
    Twice,
    /// A parent that is not a known game.
    #[error("no game `{0}` before it to start from")]
    Parent(String),
    /// The name of a built-in game.
    #[error("a built-in game has this name; choose another one")]
    BuiltIn,
    /// An unknown key, with the most similar known one.
    #[error("unknown key{}", nearest(.0))]
    UnknownKey(Option<&'static str>),
    /// A rule that the engine does not support.
    #[error("not supported: {0}")]
    Unsupported(&'static str),
    /// An invalid value.
    #[error("`{found}`; expected {expected}")]
    Value {
        /// The value in the file.
        found: String,
        /// A description of valid values.
        expected: &'static str,
    },
    /// A letter that no piece of the game has.
    #[error("no piece of the game has the letter `{0}`")]
    NoPiece(Letter),
    /// A problem with an inherited value: the description of the key, and the problem.
    #[error("{0}, as inherited: {1}")]
    Inherited(&'static str, Box<Problem>),
    /// A letter that two pieces have.
    #[error("the letter `{letter}` belongs to `{of}`")]
    Letter {
        /// The letter.
        letter: Letter,
        /// The key of the piece that had it first.
        of: String,
    },
    /// A movement that does not parse.
    #[error("{0}")]
    Betza(#[from] BetzaError),
    /// Regions of the two sides that are not mirror images of each other.
    #[error("on {ranks} ranks `{key}` {black} is not the mirror image of White's {white}")]
    Regions {
        /// Black's key.
        key: &'static str,
        /// White's ranks.
        white: String,
        /// Black's ranks.
        black: String,
        /// The number of ranks of the board.
        ranks: usize,
    },
    /// An error that shows only in the game as a whole.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// A start array that is not a legal position of the game.
    #[error("{0}")]
    Start(String),
}

fn nearest(key: &Option<&str>) -> String {
    key.map_or(String::new(), |key| format!("; did you mean `{key}`?"))
}
