//! Endings that are solved before and beside a search.

use super::endings::KnownEndings;
use super::limits::Limits;
use super::lock;
use super::run::Search;
use super::tree::TreePosition;
use crate::eval::Evaluation;
use std::time::Duration;

/// The share of the longest time for a move that the preparation of endings may take, in percent.
const PREPARATION_SHARE: u32 = 50;

/// The shortest time for a move in which endings of two pieces are solved beside the search: in a
/// quicker game they would come too late, and cost time.
const TIME_FOR_PAIRS: Duration = Duration::from_millis(20);

/// The share of the longest time for a move that the analysis of the ending on the board may take
/// before the search begins, in percent.
const ENDING_SHARE: u32 = 75;

/// Between two looks at whether that analysis has ended.
const ENDING_POLL: Duration = Duration::from_millis(1);

impl<P: TreePosition, E: Evaluation<P>> Search<P, E> {
    /// Solves the endings that may come up, unless there is so little time left that the game might
    /// be lost on it.
    pub fn prepare(&self) {
        let Limits { depth, nodes, .. } = self.shared.limits;
        let hard = self.shared.hard();
        let latest = hard.map(|hard| hard * PREPARATION_SHARE / 100);
        if hard.is_none_or(|hard| hard >= lock(&self.delays).preparation()) {
            let in_time = || {
                let time = self.shared.own_time().zip(latest);
                !self.shared.finished() && time.is_none_or(|(time, latest)| time < latest)
            };
            let whole = self.known.endings.prepare(&self.position, &in_time);
            if !whole && let Some(hard) = hard {
                lock(&self.delays).note_preparation(hard);
            }
        }
        // What a search finds that counts its work must not depend on what is ready when.
        let expected = self.shared.soft.or(hard);
        if depth.is_none() && nodes.is_none() && expected.is_none_or(|time| time >= TIME_FOR_PAIRS)
        {
            self.known.endings.ask(&self.position);
            self.await_ending();
        }
    }

    /// In an ending of two pieces itself, gives most of the time for a move to the analysis, for
    /// nothing that a search without its table can find is worth as much.
    fn await_ending(&self) {
        let Some(hard) = self.shared.hard() else { return };
        let latest = hard * ENDING_SHARE / 100;
        while !self.shared.finished()
            && self.shared.own_time().is_some_and(|time| time < latest)
            && self.known.endings.is_at(&self.position)
        {
            std::thread::sleep(ENDING_POLL);
        }
    }
}
