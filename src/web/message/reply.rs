//! From the server to a page.

use super::{
    AnalysisState, Annotated, BestLine, Config, Eval, Node, NodeId, Player, PositionFault, Side,
    StudyPosition,
};
use dhow_play::annotate::Tally;
use serde::Serialize;

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// Its text, such as `e3e5` or `end`.
    pub text: String,
    /// Short notation.
    pub san: String,
    /// The number of the turn from the start of the game, from 0.
    pub turn: usize,
    /// Whose move it was.
    pub side: Side,
    /// Where it started and ended; empty for the end of a turn.
    pub squares: Vec<String>,
    /// Whether it captured.
    pub takes: bool,
    /// The first field of the FEN after it.
    pub placement: String,
    /// Whether it gives check.
    pub check: bool,
}

/// The legal moves of one piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// Where the piece stands.
    pub from: String,
    /// Where it may go without capturing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<String>,
    /// Where it may capture; en passant it captures what stands elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<String>,
    /// With what it may change places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub swaps: Vec<String>,
    /// Where it could take back, should a piece of its own be taken there; only of moves that are planned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub retakes: Vec<String>,
    /// Which of these moves promote.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub promotes: Vec<String>,
    /// The letters of what it may become there, as moves end in them.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub becomes: String,
    /// Where it promotes, but may as well stay what it is: as the move without a letter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stays: Vec<String>,
}

/// A piece that may still be moved in a turn of several moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mover {
    /// Where it stands.
    pub square: String,
    /// The leaders that may activate it.
    pub by: Vec<String>,
}

/// A turn of several moves, as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// How many moves were made.
    pub made: usize,
    /// How many more there may be at most.
    pub left: usize,
    /// Whether it may be ended.
    pub may_end: bool,
    /// Where the leaders stand that may still activate.
    pub leaders: Vec<String>,
    /// The pieces in command.
    pub movers: Vec<Mover>,
    /// Where the pieces stand that were moved.
    pub moved: Vec<String>,
}

/// The clocks when the message was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clocks {
    /// White's time in milliseconds.
    pub white_ms: u64,
    /// Black's time in milliseconds.
    pub black_ms: u64,
    /// Whose clock runs.
    pub running: Option<Side>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Over {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// Why.
    pub reason: String,
}

/// All that is true of a game now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Now {
    /// How many moves were made.
    pub ply: usize,
    /// Whose turn it is.
    pub side: Side,
    /// Who plays that side.
    pub player: Player,
    /// The position at the start of the turn.
    pub fen: String,
    /// The first field of the FEN of the position now.
    pub placement: String,
    /// Where a King stands in check.
    pub check: Option<String>,
    /// What a person who is to move may do.
    pub legal: Vec<Moves>,
    /// What a person could do if it were their turn, while the engine thinks.
    pub premoves: Vec<Moves>,
    /// In games of several moves a turn: how far the turn has come.
    pub turn: Option<Turn>,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// How the game ended.
    pub over: Option<Over>,
    /// Whether the engine thinks.
    pub thinking: bool,
    /// Whether engine and clocks stand still.
    pub paused: bool,
}

/// Squares to which a piece could go in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// How it goes there.
    pub how: How,
    /// What it may do there.
    pub what: What,
    /// The squares.
    pub squares: Vec<String>,
}

/// How a piece goes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By a step, or over empty squares.
    Step,
    /// By a leap that nothing can block.
    Leap,
    /// By the same leap again and again, each but the last to an empty square.
    Ride,
    /// In two parts, the first to an empty square.
    Parts,
    /// Over exactly one piece.
    Hop,
    /// By a double step.
    Double,
    /// By the King's jump, before it has moved.
    First,
    /// By castling.
    Castle,
}

impl How {
    /// All of them, in order.
    pub const ALL: [Self; 8] = [
        Self::Step,
        Self::Leap,
        Self::Ride,
        Self::Parts,
        Self::Hop,
        Self::Double,
        Self::First,
        Self::Castle,
    ];
}

/// What a piece may do on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Move there, or capture.
    Both,
    /// Move there without capturing.
    Move,
    /// Capture there.
    Capture,
}

/// Where a piece could go, were it its turn and nothing forbade it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reach {
    /// Where it stands.
    pub square: String,
    /// Its letter, upper case for White.
    pub letter: String,
    /// Where it could go.
    pub ways: Vec<Way>,
    /// If it leads: the squares within its range.
    pub range: Vec<String>,
    /// If it leads: where the pieces stand that it may activate.
    pub commands: Vec<String>,
}

/// To a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// The answer to `hello`.
    Welcome {
        /// `VERSION`.
        version: u32,
        /// Of the program.
        program: &'static str,
    },
    /// The game that the page sees from now on; an update with all of its moves follows.
    Game {
        /// Under which it is kept.
        id: String,
        /// What was asked for; the setup is the one that was chosen.
        config: Config,
        /// The position that it started from.
        start: String,
    },
    /// What has changed in the game.
    Update {
        /// How many of the moves known before still stand.
        keep: usize,
        /// The moves that follow these.
        add: Vec<Played>,
        /// The position now.
        now: Box<Now>,
    },
    /// What the engine thinks of its next move.
    Think {
        /// How many moves were made in the position that it thinks about.
        ply: usize,
        /// Depth in moves.
        depth: u32,
        /// From White's view, such as `+0.35` or `#3`.
        score: String,
        /// The turns that it expects.
        line: Vec<String>,
        /// Positions looked at.
        nodes: u64,
    },
    /// The answer to `inspect`.
    Reach {
        /// As asked.
        ply: usize,
        /// Where the piece could go.
        reach: Reach,
    },
    /// Whether the game is on the disk, when that has changed.
    Kept {
        /// Whether it is.
        ok: bool,
        /// A sentence for people.
        text: String,
    },
    /// The answer to `pgn`.
    Pgn {
        /// The text.
        text: String,
    },
    /// The analysis that the page sees from now on.
    Study {
        /// Under which it is kept.
        id: String,
        /// The id of the game.
        variant: String,
        /// Names of its options that are on.
        options: Vec<String>,
        /// The position that it starts from.
        start: String,
        /// What is known of the game: names and values as in PGN.
        tags: Vec<(String, String)>,
        /// What is said before the first move.
        comment: String,
        /// How good the start is, if that is known.
        eval: Option<Eval>,
        /// All moves: each before those that follow it, the main ones first.
        nodes: Vec<Node>,
        /// How well White and Black played the line that was annotated last.
        tallies: Option<[Tally; 2]>,
        /// What of a PGN could not be read.
        left_out: Vec<String>,
    },
    /// Moves that are new in an analysis.
    Grown {
        /// Each before those that follow it.
        nodes: Vec<Node>,
    },
    /// The answer to `grow`: where the moves lead.
    Went {
        /// The position after the last one.
        node: NodeId,
    },
    /// The answer to `look`.
    Place(StudyPosition),
    /// The moves that may follow a position of an analysis are others, or in another order. Those that are
    /// not named are gone, with all that followed them.
    Order {
        /// The position.
        node: NodeId,
        /// The positions after it, the main one first.
        children: Vec<NodeId>,
    },
    /// What is said of a move of an analysis.
    Commented {
        /// The position after the move.
        node: NodeId,
        /// The comment.
        text: String,
    },
    /// What the engine thinks of a position of an analysis.
    Lines {
        /// The position.
        node: NodeId,
        /// Whether it goes on.
        state: AnalysisState,
        /// Depth in moves.
        depth: u32,
        /// Positions looked at.
        nodes: u64,
        /// Positions a second.
        nps: u64,
        /// The best lines, the best first.
        lines: Vec<BestLine>,
    },
    /// What the engine thinks of a line that is annotated.
    Annotated(Annotated),
    /// The answer to `check`.
    Checked {
        /// As asked.
        asked: String,
        /// The position in canonical form, if nothing is wrong with it.
        fen: Option<String>,
        /// What is wrong.
        problems: Vec<PositionFault>,
        /// How the game ended, if the position ends it.
        over: Option<String>,
    },
    /// What was refused, and why.
    Error {
        /// A word for programs.
        code: Code,
        /// A sentence for people.
        text: String,
    },
}

/// Why a request is refused: the code for programs and the text for people.
pub type Refused = (Code, String);

/// Why something was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// No message that is known.
    Malformed,
    /// Longer than a message may be.
    TooLong,
    /// More messages than are read in that time.
    TooFast,
    /// Messages of another version.
    Version,
    /// No such game is kept.
    NoGame,
    /// A new game or a new analysis that cannot be.
    Config,
    /// A move that is not legal.
    Illegal,
    /// About a position that is no more, or not the asker's to change.
    Stale,
    /// As many games or pages are open as may be.
    Full,
}

impl Reply {
    /// A refusal.
    pub fn error(code: Code, text: impl Into<String>) -> Self {
        Self::Error { code, text: text.into() }
    }

    /// The message as text.
    pub fn json(&self) -> String {
        match serde_json::to_string(self) {
            Ok(text) => text,
            Err(_) => unreachable!("messages have nothing that JSON cannot say"),
        }
    }
}
