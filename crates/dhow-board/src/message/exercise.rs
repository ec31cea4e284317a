//! Messages about exercises: positions in which something is to be done.

use super::{GameOver, Moves, PieceReach, Played, Side, TurnState};
use serde::{Deserialize, Serialize};

/// What is to be done in a position, by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ExerciseGoal {
    /// To mate, against every defence.
    Mate {
        /// In at most this number of moves.
        moves: u32,
        /// Of which at most this number give no check, in some solution.
        quiet: u32,
    },
    /// To capture the last leader of the other side, against every defence.
    Win {
        /// In at most this number of turns.
        turns: u32,
    },
    /// To make a turn after which the other side cannot capture the last leader at once.
    Parry {},
}

impl ExerciseGoal {
    /// The number of turns that the solution has.
    pub const fn length(self) -> u32 {
        match self {
            Self::Mate { moves: length, .. } | Self::Win { turns: length } => length,
            Self::Parry {} => 1,
        }
    }
}

/// A position, what was tried in it, and what is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// The id of the variant.
    pub variant: String,
    /// The names of its options that are on.
    #[serde(default)]
    pub options: Vec<String>,
    /// The position.
    pub fen: String,
    /// All moves made in it, also those of the other side.
    #[serde(default)]
    pub moves: Vec<String>,
    /// What is to be done; without a goal the moves are only made.
    #[serde(default)]
    pub goal: Option<ExerciseGoal>,
    /// The first turn of the solution, if it is known.
    #[serde(default)]
    pub solution: Vec<String>,
    /// Whether the next turn of the solution is to be made.
    #[serde(default)]
    pub answer: bool,
    /// The square of a piece that is to be explained; then nothing is judged.
    #[serde(default)]
    pub inspect: Option<String>,
}

/// Whether an exercise is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExerciseVerdict {
    /// Not yet, but everything was right.
    Open,
    /// The last turn misses the goal.
    Wrong,
    /// Whether the last turn misses the goal was not found out in the time there is.
    Unproven,
    /// It is done.
    Solved,
}

/// The state of an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExerciseState {
    /// The moves as in the request.
    pub asked: Vec<String>,
    /// All moves, also those that were added as an answer or as the other side's reply.
    pub moves: Vec<Played>,
    /// Whether the exercise is done.
    pub verdict: ExerciseVerdict,
    /// The present placement (first FEN field).
    pub placement: String,
    /// The FEN at the start of the turn.
    pub fen: String,
    /// The side to move.
    pub side: Side,
    /// The squares of the Kings, or other royal pieces, in check.
    pub checked: Vec<String>,
    /// The legal moves.
    pub legal: Vec<Moves>,
    /// The state of the turn, in games with several moves per turn.
    pub turn: Option<TurnState>,
    /// The end of the game, if it is over.
    pub over: Option<GameOver>,
    /// Where the piece could go that is to be explained.
    pub reach: Option<PieceReach>,
}
