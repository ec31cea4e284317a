//! Messages on analyses, which are trees of moves.

use super::{GameOver, Moves, Played, Side, TurnState};
use dhow_play::annotate::Tally;
use serde::{Deserialize, Serialize};

/// The number of a position in a tree: 0 is the start, others are numbered in order of creation.
pub type NodeId = u32;

/// The subject of a new analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Subject {
    /// A position.
    Position {
        /// The id of the variant.
        variant: String,
        /// The names of its options that are on.
        #[serde(default)]
        options: Vec<String>,
        /// The start position, instead of the start array.
        #[serde(default)]
        fen: Option<String>,
        /// The moves from there, as in [`Request::Move`](super::Request::Move).
        #[serde(default)]
        moves: Vec<String>,
    },
    /// A copy of a saved game.
    Game {
        /// Its id.
        id: String,
    },
}

/// The evaluation of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eval {
    /// The depth in moves; 0 if the game is over.
    pub depth: u32,
    /// From White's side, such as `+0.35` or `#3`; a result if the game is over.
    pub score: String,
    /// White's expected points, from 0 to 1.
    pub share: f32,
}

/// A move in a tree, and the position after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisNode {
    /// Its number.
    pub id: NodeId,
    /// The position before it.
    pub parent: NodeId,
    /// The move.
    #[serde(flatten)]
    pub played: Played,
    /// The sign after the move: `!`, `?!` and so on, or empty.
    pub sign: String,
    /// The comment on it.
    pub comment: String,
    /// The evaluation of the position, if known.
    pub eval: Option<Eval>,
}

/// The state of a position in a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalysisPosition {
    /// The position.
    pub node: NodeId,
    /// The side to move.
    pub side: Side,
    /// The FEN at the start of the turn.
    pub fen: String,
    /// The squares of the Kings, or other royal pieces, in check.
    pub checked: Vec<String>,
    /// The legal moves.
    pub legal: Vec<Moves>,
    /// The state of the turn, in games with several moves per turn.
    pub turn: Option<TurnState>,
    /// The end of the game, if it is over there.
    pub over: Option<GameOver>,
}

/// The limit of each search during annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnnotationEffort {
    /// By time.
    Turn {
        /// Milliseconds.
        ms: u32,
    },
    /// By nodes.
    Nodes {
        /// The number of nodes.
        nodes: u32,
    },
    /// By depth.
    Depth {
        /// Depth in moves.
        depth: u32,
    },
}

impl Default for AnnotationEffort {
    fn default() -> Self {
        Self::Nodes { nodes: 100_000 }
    }
}

/// The judgement of a move in an annotated line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// The position after the move.
    pub node: NodeId,
    /// `?!`, `?`, `??`, or nothing.
    pub sign: String,
    /// The evaluation of the position.
    pub eval: Option<Eval>,
}

/// The progress of an annotation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Annotated {
    /// Whether it continues.
    pub state: AnalysisState,
    /// The number of judged turns.
    pub done: usize,
    /// The number of all turns.
    pub of: usize,
    /// The new judgements.
    pub judged: Vec<Judged>,
    /// New moves with better play, each before its successors.
    pub nodes: Vec<AnalysisNode>,
    /// The summary for White and Black, once the annotation is complete.
    pub tallies: Option<[Tally; 2]>,
}

/// A turn in a line of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineTurn {
    /// Its moves.
    pub moves: Vec<String>,
    /// The turn in short notation (SAN).
    pub words: String,
}

/// A line of play from the engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestLine {
    /// Its score.
    pub eval: Eval,
    /// Its turns.
    pub turns: Vec<LineTurn>,
    /// Start and target squares of its first turn's moves.
    pub arrows: Vec<[String; 2]>,
}

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisState {
    /// It is running.
    Running,
    /// It waits for a free engine.
    Waiting,
    /// It has ended.
    Over,
}

/// A fault of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionFault {
    /// A sentence for people.
    pub text: String,
    /// The squares involved.
    pub squares: Vec<String>,
}
