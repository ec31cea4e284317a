//! The position at the root of a search.

use super::contempt::Contempt;
use super::handicap::SkillNoise;
use super::history::Histories;
use super::tree::TurnRules;
use dhow_rules::position::Move;
use std::sync::Arc;

/// The root position with what the engine knows of its game.
pub struct RootPosition<P: TurnRules, E> {
    pub position: P,
    pub evaluation: Arc<E>,
    /// The moves that win within this turn, if known.
    pub winning: Vec<Move>,
    pub endings: Arc<P::Endings>,
    pub contempt: Contempt,
    pub noise: SkillNoise,
    pub histories: Arc<Histories<P::Board>>,
}
