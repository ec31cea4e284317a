//! Games that are analysed: a tree of moves.

use super::{Moves, Over, Played, Side, Turn};
use dhow_play::annotate::Tally;
use serde::{Deserialize, Serialize};

/// The number of a position in a tree: 0 is the start, others are counted as they come.
pub type NodeId = u32;

/// What is to be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Subject {
    /// A position.
    Position {
        /// The id of the game.
        variant: String,
        /// Names of its options that are on.
        #[serde(default)]
        options: Vec<String>,
        /// The position to start from, in place of the start array.
        #[serde(default)]
        fen: Option<String>,
    },
    /// A game that is kept, of which a copy is made.
    Game {
        /// Its id.
        id: String,
    },
}

/// How good a position is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eval {
    /// Depth of the search in moves; 0 if the game is over there.
    pub depth: u32,
    /// From White's view, such as `+0.35` or `#3`; a result if the game is over.
    pub score: String,
    /// The points that White may expect: from 0 to 1.
    pub share: f32,
}

/// A move in a tree, and what is known of the position after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Node {
    /// Its number.
    pub id: NodeId,
    /// The number of the position before it.
    pub parent: NodeId,
    /// The move.
    #[serde(flatten)]
    pub played: Played,
    /// What is thought of the move: `!`, `?!` and the like, or nothing.
    pub sign: String,
    /// What is said of it.
    pub comment: String,
    /// How good the position is, if that is known.
    pub eval: Option<Eval>,
}

/// What may be done in a position of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StudyPosition {
    /// The position.
    pub node: NodeId,
    /// Whose turn it is.
    pub side: Side,
    /// The position at the start of the turn.
    pub fen: String,
    /// Where a King stands in check.
    pub check: Option<String>,
    /// The legal moves.
    pub legal: Vec<Moves>,
    /// In games of several moves a turn: how far the turn has come.
    pub turn: Option<Turn>,
    /// How the game ended there.
    pub over: Option<Over>,
}

/// How thoroughly each position of a line is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effort {
    /// For so long.
    Turn {
        /// Milliseconds.
        ms: u32,
    },
    /// So many nodes.
    Nodes {
        /// Nodes.
        nodes: u32,
    },
    /// So deep.
    Depth {
        /// Depth in moves.
        depth: u32,
    },
}

impl Default for Effort {
    fn default() -> Self {
        Self::Nodes { nodes: 100_000 }
    }
}

/// What the engine thinks of a move of a line that is annotated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// The position after the move.
    pub node: NodeId,
    /// `?!`, `?`, `??`, or nothing.
    pub sign: String,
    /// How good the position is.
    pub eval: Option<Eval>,
}

/// How far the annotation of a line is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Annotated {
    /// Whether it goes on.
    pub state: AnalysisState,
    /// How many turns are judged.
    pub done: usize,
    /// Of how many.
    pub of: usize,
    /// What is new.
    pub judged: Vec<Judged>,
    /// Moves that are new, each before those that follow it: better ones.
    pub nodes: Vec<Node>,
    /// How well White and Black played the line that was annotated last, once all of it is.
    pub tallies: Option<[Tally; 2]>,
}

/// A turn of a line of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineTurn {
    /// Its moves.
    pub moves: Vec<String>,
    /// The turn in short notation.
    pub words: String,
}

/// A line of play that the engine found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestLine {
    /// How good it is.
    pub eval: Eval,
    /// Its turns.
    pub turns: Vec<LineTurn>,
    /// From and to of the moves of its first turn.
    pub arrows: Vec<[String; 2]>,
}

/// Whether an analysis goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisState {
    /// It does.
    Running,
    /// As soon as an engine is free.
    Waiting,
    /// It has ended.
    Over,
}

/// Something that is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionFault {
    /// A sentence for people.
    pub text: String,
    /// The squares that it is about.
    pub squares: Vec<String>,
}
