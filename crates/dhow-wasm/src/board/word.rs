//! The messages from a host to the board, and from the board to its host, as JSON.

use crate::wire::{EngineNews, EngineOrder, OrderTeam};
use dhow_board::chapters::ChapterList;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Receives the board's messages to its host.
pub type WordSink = Arc<dyn Fn(BoardWord) + Send + Sync>;

/// A message from the board to its host.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardWord {
    /// A message to a page.
    Tell {
        /// The page.
        page: u64,
        /// The message.
        text: String,
    },
    /// Disconnect a page. It may come again.
    Dismiss {
        /// The page.
        page: u64,
    },
    /// Store a game, before any later message to a page is sent.
    Keep(KeptText),
    /// Store a variant file.
    KeepVariants(VariantsText),
    /// Delete a stored game.
    Erase {
        /// Its id.
        id: String,
    },
    /// Send an order to an engine. Start its worker with the first one. An engine carries out its orders in sequence.
    Order {
        /// The engine.
        engine: u64,
        /// The number of the order.
        number: u64,
        /// How many workers may carry it out together, if the host has helpers.
        team: OrderTeam,
        /// The order.
        order: Box<EngineOrder>,
    },
    /// Stop an order soon, unless it is over.
    Stop {
        /// The engine.
        engine: u64,
        /// The number of the order.
        order: u64,
    },
    /// The worker of an engine is no longer needed.
    Dismissed {
        /// The engine.
        engine: u64,
    },
    /// The answer to a question.
    Answer {
        /// The number of the question.
        number: u64,
        /// Whether the request succeeded.
        ok: bool,
        /// The answer, usually JSON.
        text: String,
    },
    /// When to call again, in milliseconds, if nothing else happens; replaces earlier times. Ends each answer.
    Wake {
        /// The time; `None` if nothing is due.
        ms: Option<u64>,
    },
}

/// A stored game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptText {
    /// Its id: 32 hexadecimal digits.
    pub id: String,
    /// The game.
    pub text: String,
    /// The time of its last move in milliseconds since 1970.
    pub time: u64,
}

/// A stored variant file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantsText {
    /// The id of its first game.
    pub id: String,
    /// The file.
    pub text: String,
}

/// A message from a host to the board.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BoardCall {
    /// A stored game, before anything else.
    Hold(KeptText),
    /// A stored variant file, before anything else.
    HoldVariants(VariantsText),
    /// A message from a page.
    Page {
        /// The page: a number that no page had before.
        page: u64,
        /// The message.
        text: String,
    },
    /// A page is gone.
    Gone {
        /// The page.
        page: u64,
    },
    /// An engine reports about an order.
    News {
        /// The number of the order.
        order: u64,
        /// The report.
        news: EngineNews,
    },
    /// An order is over: completed, or cut off.
    Over {
        /// The number of the order.
        order: u64,
    },
    /// Something cannot be stored.
    Unkept {
        /// The id of the game.
        id: String,
        /// Why.
        why: String,
    },
    /// Something was stored.
    Kept {},
    /// A question.
    Ask {
        /// A number for the answer.
        number: u64,
        /// The question.
        of: BoardQuestion,
    },
    /// The time of the last `Wake` has come.
    Tick {},
}

/// A question that is not about an open game.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BoardQuestion {
    /// The list of games.
    Games {},
    /// The description of a game.
    Game {
        /// Its id.
        id: String,
    },
    /// The pictures of all pieces.
    Pictures {},
    /// The list of lessons.
    Lessons {},
    /// The list of puzzles.
    Puzzles {},
    /// Stores a file of puzzles, and returns its id.
    AddPuzzles {
        /// Its name.
        name: String,
        /// Its lines.
        text: String,
    },
    /// The list of stored games.
    Kept {},
    /// Deletes a stored game.
    Delete {
        /// Its id.
        id: String,
    },
    /// Makes an analysis of a text.
    Import {
        /// The text.
        text: String,
        /// The id of its game, if the text does not name one.
        #[serde(default)]
        variant: Option<String>,
        /// The options of that game.
        #[serde(default)]
        options: Vec<String>,
        /// The number of the game in the text.
        #[serde(default)]
        number: Option<usize>,
        /// Whether all games become chapters of a study.
        #[serde(default)]
        chapters: bool,
    },
    /// Arranges the chapters of a study.
    Chapters(ChapterList),
    /// Returns a study as PGN.
    StudyPgn {
        /// Its name.
        name: String,
    },
    /// Adds games of a variant file or of diagrams.
    Paste {
        /// The text.
        text: String,
    },
    /// Returns everything that is stored, as one text.
    Backup {},
    /// Adds the games of such a text.
    Restore {
        /// The text.
        text: String,
    },
}
