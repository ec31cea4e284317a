//! The messages between page and server: JSON texts over a WebSocket.
//!
//! Squares are written as everywhere (`e3`, `ac12`), pieces as in FEN, moves as in UCI. docs/web.md describes
//! each message.

mod analysis;
mod chapter;
mod exercise;
mod level;
mod name;
mod reply;
mod seat;

pub use analysis::*;
pub use chapter::*;
pub use exercise::*;
pub use level::Level;
pub use name::PersonName;
pub use reply::*;
pub use seat::{SeatSecret, Seats, is_same};

use dhow_play::time_control::TimeControl;
use serde::{Deserialize, Serialize};

/// The version of the messages. Other versions are refused.
pub const VERSION: u32 = 1;

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// The person at the page.
    Person,
    /// The engine.
    Engine,
}

/// The configuration of a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameConfig {
    /// The id of the variant.
    pub variant: String,
    /// The names of its options that are on.
    #[serde(default)]
    pub options: Vec<String>,
    /// The setup of the start array: its name, `default`, `random`, or `engine` for one that the engine
    /// chooses for Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// The start position, instead of a start array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// White's player.
    pub white: Player,
    /// Black's player.
    pub black: Player,
    /// The engine's level as White, if it plays White.
    #[serde(default, skip_serializing_if = "Level::is_full")]
    pub white_level: Level,
    /// The engine's level as Black, if it plays Black.
    #[serde(default, skip_serializing_if = "Level::is_full")]
    pub black_level: Level,
    /// White's name, if a person plays White.
    #[serde(default, skip_serializing_if = "PersonName::is_empty")]
    pub white_name: PersonName,
    /// Black's name, if a person plays Black.
    #[serde(default, skip_serializing_if = "PersonName::is_empty")]
    pub black_name: PersonName,
    /// The seats, if two people play on machines of their own. Pages do not get them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Seats>,
    /// The time control: a time or a number of nodes per turn for the engine, or a clock for each side.
    pub pace: TimeControl,
}

/// A side, as in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// A message from a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first message: the version of the messages, and the game to show.
    Hello {
        /// Must be [`VERSION`].
        version: u32,
        /// The id of a saved game.
        #[serde(default)]
        game: Option<String>,
    },
    /// Starts a game. The page leaves the game that it looked at.
    New {
        /// The configuration.
        config: GameConfig,
    },
    /// Makes a move, or ends a turn of several moves with `end`.
    Move {
        /// The number of moves that the page knows, so that no move is made in a position that it has not
        /// shown.
        ply: usize,
        /// The move, such as `e3e5`, `a11a12q` or `end`, or in short notation (SAN), such as `Nc3`.
        text: String,
    },
    /// Takes back the last move of the current turn, or everything since the person's last turn.
    Undo {},
    /// Takes a seat in a game of two people on machines of their own.
    Sit {
        /// The secret of the seat.
        secret: String,
    },
    /// A person resigns; the side to move, if people play both sides.
    Resign {},
    /// Offers a draw for a person, or accepts the other side's offer. Two people at one page have agreed already.
    OfferDraw {},
    /// Pauses the engine and the clocks, or continues.
    Pause {
        /// Whether to pause.
        on: bool,
    },
    /// Asks what the engine would play, when a person is to move in a game.
    Hint {
        /// The number of moves that the page knows.
        ply: usize,
    },
    /// Asks where a piece could go.
    Inspect {
        /// The ply of the position.
        ply: usize,
        /// The square of the piece.
        square: String,
    },
    /// Asks for a picture of a position.
    Picture {
        /// The ply of the position, or its number in an analysis.
        ply: usize,
        /// Whether Black is at the bottom.
        flipped: bool,
    },
    /// Asks for the game or the analysis as PGN.
    Pgn {},
    /// Asks for a line of an analysis as moves of Game Courier.
    Courier {
        /// A position of the line, which continues with the main moves.
        node: NodeId,
    },
    /// Starts an analysis. The page leaves the game that it looked at.
    Analysis {
        /// The subject.
        of: Subject,
    },
    /// Adds a sequence of moves to an analysis.
    Grow {
        /// The position before the first.
        node: NodeId,
        /// The moves, as in [`Self::Move`].
        moves: Vec<String>,
    },
    /// Asks for the legal moves in a position of an analysis.
    Look {
        /// The position.
        node: NodeId,
    },
    /// Deletes a move of an analysis, with all that follow.
    Prune {
        /// The position after the move.
        node: NodeId,
    },
    /// Restores the last deleted moves.
    Restore {},
    /// Makes a move of an analysis the main one among its alternatives.
    Promote {
        /// The position after the move.
        node: NodeId,
    },
    /// Sets the comment on a move of an analysis.
    Comment {
        /// The position after the move.
        node: NodeId,
        /// The comment.
        text: String,
        /// The comment that the page shows. If it has changed meanwhile, nothing is set.
        #[serde(default)]
        was: Option<String>,
    },
    /// Sets the sign of a move of an analysis.
    Sign {
        /// The position after the move.
        node: NodeId,
        /// `!`, `?`, `!!`, `??`, `!?` or `?!`, or empty.
        sign: String,
    },
    /// Starts the engine's analysis of a position for this page, which ends when the page asks for another.
    Search {
        /// The position.
        node: NodeId,
        /// The number of lines (multi-PV): from 1 to [`MOST_LINES`], or 0 to stop.
        lines: usize,
    },
    /// Starts or stops the annotation of a line of an analysis.
    Annotate {
        /// A position of the line, which continues with the main moves.
        node: NodeId,
        /// Whether to start or to stop.
        on: bool,
        /// The limit of each search.
        #[serde(default)]
        effort: AnnotationEffort,
    },
    /// Makes the moves of an exercise, and judges them. Needs no game.
    Exercise(Exercise),
    /// Checks a position that is being set up.
    Check {
        /// The id of the variant.
        variant: String,
        /// The names of its options that are on.
        #[serde(default)]
        options: Vec<String>,
        /// The position.
        fen: String,
    },
}

/// The maximum number of lines (multi-PV).
pub const MOST_LINES: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_play::time_control::Time;
    use std::time::Duration;

    fn read(text: &str) -> Result<Request, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn requests_are_read() {
        let hello = read(r#"{"type":"hello","version":1}"#);
        assert_eq!(hello, Ok(Request::Hello { version: 1, game: None }));
        let new = r#"{"type":"new","config":{"variant":"maasai","white":"person","black":"engine",
                      "pace":{"kind":"turn","ms":500}}}"#;
        let Ok(Request::New { config }) = read(new) else { panic!("a new game") };
        assert_eq!(
            (config.black, config.pace),
            (Player::Engine, Time::PerMove(Duration::from_millis(500)).into())
        );
        assert_eq!(config.black_level, Level::FULL);
        let weak = new.replace("\"pace\"", "\"black_level\":3,\"pace\"");
        let Ok(Request::New { config }) = read(&weak) else { panic!("a new game") };
        assert_eq!((config.white_level, config.black_level.number()), (Level::FULL, 3));
        for level in ["0", "11", "-1", "2.5", "\"3\""] {
            let wrong = new.replace("\"pace\"", &format!("\"black_level\":{level},\"pace\""));
            assert!(read(&wrong).is_err(), "{level}");
        }
        assert_eq!(read(r#"{"type":"undo"}"#), Ok(Request::Undo {}));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for text in [
            "",
            "[]",
            "{}",
            r#"{"type":"nosuch"}"#,
            r#"{"type":"undo","more":1}"#,
            r#"{"type":"move","ply":-1,"text":"e3e5"}"#,
            r#"{"type":"new","config":{"variant":"maasai","white":"nobody"}}"#,
            r#"{"type":"pause"}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn replies_are_tagged() {
        let text = Reply::error(Code::TooFast, "wait").json();
        assert_eq!(text, r#"{"type":"error","code":"too_fast","text":"wait"}"#);
    }
}
