//! The position at the root, with what is known of its game.

use super::contempt::Contempt;
use super::handicap::SkillNoise;
use super::history::Histories;
use super::tree::TurnRules;
use dhow_rules::position::Move;
use std::sync::Arc;

/// A position of a game with what is known of the game.
pub struct RootPosition<P: TurnRules, E> {
    /// The root.
    pub position: P,
    /// How good positions are.
    pub evaluation: Arc<E>,
    /// Moves that win within the turn, if such are known.
    pub winning: Vec<Move>,
    /// Solved endings.
    pub endings: Arc<P::Endings>,
    /// What a draw is worth.
    pub contempt: Contempt,
    /// What a player with a handicap takes its moves for worse.
    pub noise: SkillNoise,
    /// What earlier searches say about the order of moves.
    pub histories: Arc<Histories<P::Board>>,
}
