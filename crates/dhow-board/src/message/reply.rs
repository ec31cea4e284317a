//! Messages from the server to a page.

use super::{
    AnalysisNode, AnalysisPosition, AnalysisState, Annotated, BestLine, Eval, ExerciseState,
    GameConfig, NodeId, Player, PositionFault, Side,
};
use dhow_play::annotate::Tally;
use serde::Serialize;
use std::collections::BTreeMap;

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// As text, such as `e3e5` or `end`.
    pub text: String,
    /// In short notation (SAN).
    pub san: String,
    /// The number of its turn, from 0.
    pub turn: usize,
    /// The side that made it.
    pub side: Side,
    /// The squares where it started and ended, and between them one where it captured on its way; empty for
    /// the end of a turn.
    pub squares: Vec<String>,
    /// Whether it captures.
    pub takes: bool,
    /// The placement (first FEN field) after it.
    pub placement: String,
    /// The squares of the Kings, or other royal pieces, that are in check after it.
    pub checked: Vec<String>,
}

/// The legal moves of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// The square of the piece.
    pub from: String,
    /// Targets without capture; its own square, if it may pass the turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<String>,
    /// Targets with capture. En passant captures a piece on another square.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<String>,
    /// Moves that capture on their way: the square of the capture, and where they may end.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub over: BTreeMap<String, Vec<String>>,
    /// The squares of pieces with which it may change places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub swaps: Vec<String>,
    /// Targets where it could recapture if an own piece is captured there; only in premoves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub retakes: Vec<String>,
    /// Targets where it promotes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub promotes: Vec<String>,
    /// The letters of the promotions.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub becomes: String,
    /// Targets where the promotion is optional.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stays: Vec<String>,
}

/// A piece that may still move in a turn of several moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mover {
    /// Its square.
    pub square: String,
    /// The leaders that may activate it.
    pub by: Vec<String>,
}

/// The state of a turn of several moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnState {
    /// The number of moves made.
    pub made: usize,
    /// The maximum number of moves left.
    pub left: usize,
    /// Whether the turn may end now.
    pub may_end: bool,
    /// The squares of the leaders that may still activate pieces.
    pub leaders: Vec<String>,
    /// The pieces that may still move.
    pub movers: Vec<Mover>,
    /// The squares of the pieces that have moved.
    pub moved: Vec<String>,
}

/// The clocks at the time of the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockTimes {
    /// White's time in milliseconds.
    pub white_ms: u64,
    /// Black's time in milliseconds.
    pub black_ms: u64,
    /// The side whose clock is running.
    pub running: Option<Side>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameOver {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The reason.
    pub reason: String,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Now {
    /// The number of moves made.
    pub ply: usize,
    /// The side to move.
    pub side: Side,
    /// The player of that side.
    pub player: Player,
    /// The FEN at the start of the turn.
    pub fen: String,
    /// The current placement (first FEN field).
    pub placement: String,
    /// The squares of the Kings, or other royal pieces, in check.
    pub checked: Vec<String>,
    /// The legal moves of the person to move.
    pub legal: Vec<Moves>,
    /// The moves to premove for the person, while the engine thinks.
    pub premoves: Vec<Moves>,
    /// The state of the turn, in games with several moves per turn.
    pub turn: Option<TurnState>,
    /// The clocks, if there are any.
    pub clocks: Option<ClockTimes>,
    /// The end of the game, if it is over.
    pub over: Option<GameOver>,
    /// The side that offers a draw.
    pub draw_offered: Option<Side>,
    /// Whether the engine is thinking.
    pub thinking: bool,
    /// Whether the engine and the clocks are paused.
    pub paused: bool,
}

/// Squares that a piece can reach in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachWay {
    /// How it goes there.
    pub how: How,
    /// The kind of its move there.
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
    /// By repeated leaps over empty squares.
    Ride,
    /// In two parts, the first to an empty square.
    Parts,
    /// Over exactly one piece.
    Hop,
    /// By a double step.
    Double,
    /// By the King's jump before its first move.
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

/// The kind of move that a piece has to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Move or capture.
    Both,
    /// Move only.
    Move,
    /// Capture only.
    Capture,
}

/// Where a piece could go, ignoring turn and check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PieceReach {
    /// Its square.
    pub square: String,
    /// Its letter, upper case for White.
    pub letter: String,
    /// Where it could go.
    pub ways: Vec<ReachWay>,
    /// If it leads: the squares within its range.
    pub range: Vec<String>,
    /// If it leads: the squares of the pieces that it may activate.
    pub commands: Vec<String>,
}

/// What the engine would play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// The ply of the position.
    pub ply: usize,
    /// The score.
    pub eval: Eval,
    /// The moves of the best turn and of the turns that are expected after it.
    pub moves: Vec<Played>,
}

/// A message to a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// The answer to `hello`.
    Welcome {
        /// `VERSION`.
        version: u32,
        /// The version of the program.
        program: &'static str,
    },
    /// The game that the page looks at from now on. An update with all of its moves follows.
    Game {
        /// Its id.
        id: String,
        /// Its configuration, with the setup that was chosen, and without the secrets of its seats.
        config: GameConfig,
        /// Its start position.
        start: String,
        /// Whether two people play on machines of their own: without a seat a page only watches.
        apart: bool,
    },
    /// The page has a seat.
    Seat {
        /// Its side.
        side: Side,
    },
    /// A change in the game.
    Update {
        /// The number of known moves that still stand.
        keep: usize,
        /// The moves after these.
        add: Vec<Played>,
        /// The new state.
        now: Box<Now>,
    },
    /// A report of the engine's search for its next move.
    Think {
        /// The ply of the position.
        ply: usize,
        /// Depth in moves.
        depth: u32,
        /// The score from White's side, such as `+0.35` or `#3`.
        score: String,
        /// The expected turns.
        line: Vec<String>,
        /// The number of nodes.
        nodes: u64,
    },
    /// The answer to `hint`, after about a second.
    Hint(Box<Hint>),
    /// The answer to `inspect`.
    Reach {
        /// As in the request.
        ply: usize,
        /// Where the piece could go.
        reach: PieceReach,
    },
    /// The engine declines a draw.
    DrawDeclined {},
    /// The answer to `picture`.
    Picture {
        /// The picture as SVG, with all pieces included.
        svg: String,
    },
    /// Whether the game is saved; sent when that changes.
    Kept {
        /// Whether it is saved.
        ok: bool,
        /// A sentence for people.
        text: String,
    },
    /// The answer to `pgn` and to `courier`.
    Pgn {
        /// The text.
        text: String,
    },
    /// The analysis that the page looks at from now on.
    Analysis {
        /// Its id.
        id: String,
        /// The id of the variant.
        variant: String,
        /// The names of its options that are on.
        options: Vec<String>,
        /// Its start position.
        start: String,
        /// Names and values of its tags, as in PGN.
        tags: Vec<(String, String)>,
        /// The comment before the first move.
        comment: String,
        /// The evaluation of the start, if known.
        eval: Option<Eval>,
        /// All moves: each before its successors, the main ones first.
        nodes: Vec<AnalysisNode>,
        /// The summary for White and Black of the last annotated line.
        tallies: Option<[Tally; 2]>,
        /// The parts of a PGN that could not be read.
        left_out: Vec<String>,
    },
    /// New moves of an analysis.
    Grown {
        /// Each before its successors.
        nodes: Vec<AnalysisNode>,
    },
    /// The answer to `grow`: the position reached.
    Went {
        /// The position after the last move.
        node: NodeId,
    },
    /// The answer to `look`.
    Place(AnalysisPosition),
    /// The moves after a position of an analysis, or their order, have changed. Positions that are not named
    /// are gone, with all that followed.
    Order {
        /// The position.
        node: NodeId,
        /// The positions after it, the main one first.
        children: Vec<NodeId>,
    },
    /// The comment on a move of an analysis.
    Commented {
        /// The position after the move.
        node: NodeId,
        /// The comment.
        text: String,
    },
    /// The sign of a move of an analysis.
    Signed {
        /// The position after the move.
        node: NodeId,
        /// The sign and other symbols after the move, as in [`AnalysisNode`](super::AnalysisNode).
        sign: String,
    },
    /// The tags of an analysis have changed.
    Tagged {
        /// All of them.
        tags: Vec<(String, String)>,
    },
    /// The engine's analysis of a position.
    Lines {
        /// The position.
        node: NodeId,
        /// Whether the search continues.
        state: AnalysisState,
        /// Depth in moves.
        depth: u32,
        /// The number of nodes.
        nodes: u64,
        /// Nodes per second.
        nps: u64,
        /// The lines, the best first.
        lines: Vec<BestLine>,
    },
    /// The progress of an annotation.
    Annotated(Annotated),
    /// The answer to `exercise`.
    Exercise(Box<ExerciseState>),
    /// The answer to `check`.
    Checked {
        /// As in the request.
        asked: String,
        /// The canonical FEN, if nothing is wrong.
        fen: Option<String>,
        /// What is wrong.
        problems: Vec<PositionFault>,
        /// The end of the game, if the position ends it.
        over: Option<String>,
    },
    /// A refusal.
    Error {
        /// The code for programs.
        code: Code,
        /// A sentence for people.
        text: String,
    },
}

/// Why a request is refused: the code for programs and the text for people.
pub type Refused = (Code, String);

/// The code of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Not a known message.
    Malformed,
    /// A message that is too long.
    TooLong,
    /// Too many messages per time.
    TooFast,
    /// Messages of another version.
    Version,
    /// A game that is not saved.
    NoGame,
    /// An invalid configuration of a game or an analysis.
    Config,
    /// A move that is not legal.
    Illegal,
    /// A request about a position that has changed, or that the page may not change.
    Stale,
    /// The limit of open games or pages is reached.
    Full,
}

impl Reply {
    /// A refusal.
    pub fn error(code: Code, text: impl Into<String>) -> Self {
        Self::Error { code, text: text.into() }
    }

    /// The message as JSON.
    pub fn json(&self) -> String {
        match serde_json::to_string(self) {
            Ok(text) => text,
            Err(_) => unreachable!("messages have nothing that JSON cannot say"),
        }
    }
}
