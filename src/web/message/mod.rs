//! What the page and the server say to each other, as JSON in WebSocket messages of text.
//!
//! Squares are named as everywhere (`e3`, `ac12`), pieces are letters as in FEN, moves are written as
//! UCI writes them. docs/web.md describes each message.

mod level;
mod reply;
mod study;

pub use level::Level;
pub use reply::*;
pub use study::*;

use dhow_play::time_control::TimeControl;
use serde::{Deserialize, Serialize};

/// The version of the messages; another one is refused.
pub const VERSION: u32 = 1;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// Whoever sits before the page.
    Person,
    /// The engine.
    Engine,
}

/// A game as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The id of the game.
    pub variant: String,
    /// Names of its options that are on.
    #[serde(default)]
    pub options: Vec<String>,
    /// The setup of the start array: its name, `default`, `random`, or `engine` for one that the engine
    /// likes as Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// The position to start from, in place of a start array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
    /// How strongly the engine plays White, if it does.
    #[serde(default, skip_serializing_if = "Level::is_full")]
    pub white_level: Level,
    /// How strongly the engine plays Black, if it does.
    #[serde(default, skip_serializing_if = "Level::is_full")]
    pub black_level: Level,
    /// How long they may think: a time or a number of nodes for every turn of the engine, or a clock for each side.
    pub pace: TimeControl,
}

/// A side, as messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// From a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first message: which messages the page speaks, and the game it wants to see.
    Hello {
        /// Must be [`VERSION`].
        version: u32,
        /// The id of a game that is kept.
        #[serde(default)]
        game: Option<String>,
    },
    /// Begins a game; the page leaves the one that it saw.
    New {
        /// What game.
        config: Config,
    },
    /// Makes a move, or `end`s a turn of several.
    Move {
        /// How many moves the page knows of, so that none is made in a position that it has not seen.
        ply: usize,
        /// The move, such as `e3e5`, `a11a12q` or `end`, or in short notation, such as `Nc3`.
        text: String,
    },
    /// Takes back a move of the turn that is begun, or else what was played since the person's last turn.
    Undo {},
    /// A person gives the game up: the side to move if people play both.
    Resign {},
    /// Stops the engine and the clocks, or lets them go on.
    Pause {
        /// Whether to stop.
        on: bool,
    },
    /// Asks where a piece could go.
    Inspect {
        /// In the position after so many moves.
        ply: usize,
        /// Where it stands.
        square: String,
    },
    /// Asks for the game or the analysis as PGN.
    Pgn {},
    /// Begins an analysis; the page leaves what it saw.
    Study {
        /// Of what.
        of: Subject,
    },
    /// Plays moves in an analysis, one behind the other.
    Grow {
        /// Behind which position.
        node: NodeId,
        /// The moves, written as in [`Self::Move`].
        moves: Vec<String>,
    },
    /// Asks what may be done in a position of an analysis.
    Look {
        /// The position.
        node: NodeId,
    },
    /// Cuts a move off an analysis, with all that follows.
    Prune {
        /// The position after the move.
        node: NodeId,
    },
    /// Brings back what was cut off last.
    Restore {},
    /// Makes a move of an analysis the main one of those in its place.
    Promote {
        /// The position after the move.
        node: NodeId,
    },
    /// Sets what is said of a move of an analysis.
    Comment {
        /// The position after the move.
        node: NodeId,
        /// The comment.
        text: String,
        /// The comment that the page knows; if it is another one meanwhile, nothing is set.
        #[serde(default)]
        was: Option<String>,
    },
    /// Lets the engine search a position of an analysis, for this page alone, until it asks for another.
    Search {
        /// The position.
        node: NodeId,
        /// How many lines: from 1 to [`MOST_LINES`], or 0 to end it.
        lines: usize,
    },
    /// Judges all turns of a line of an analysis, or ends that.
    Annotate {
        /// A position of the line, which goes on behind it by its main moves.
        node: NodeId,
        /// Whether to begin or to end it.
        on: bool,
        /// How thoroughly each position is searched.
        #[serde(default)]
        effort: Effort,
    },
    /// Asks what is wrong with a position, before there is a game.
    Check {
        /// The id of the game.
        variant: String,
        /// Names of its options that are on.
        #[serde(default)]
        options: Vec<String>,
        /// The position.
        fen: String,
    },
}

/// The most lines of an analysis.
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
