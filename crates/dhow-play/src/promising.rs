//! Chooses a setup for Black quickly.

use dhow_engine::eval::Score;
use dhow_engine::search::{Engine, Limits, SearchEvent};
use dhow_rules::game::Game;
use dhow_rules::variant::{Setup, Variant};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

/// The number of setups that are searched, and the limits of each search. Together they take less
/// than a second, which a user would notice.
const CANDIDATES: usize = 16;
const NODES: u64 = 10_000;
const TIME: Duration = Duration::from_millis(30);

/// A setup that is promising for Black, found in about half a second by short searches of a random
/// sample of setups. The game must have setups.
pub fn promising(variant: &Arc<Variant>, engine: &mut Engine) -> Setup {
    let mut candidates = candidates(variant);
    candidates.sort_by_cached_key(|setup| whites_score(&Game::with_setup(variant, setup), engine));
    candidates.swap_remove(0)
}

/// Setups at even distances in the list, from a random start.
fn candidates(variant: &Variant) -> Vec<Setup> {
    let all = Setup::all(variant);
    let first = fastrand::usize(..all.len());
    let (count, stride) = (all.len().min(CANDIDATES), all.len().div_ceil(CANDIDATES));
    all.iter().cycle().skip(first).step_by(stride).take(count).cloned().collect()
}

/// White's score in a start array (White moves first).
fn whites_score(game: &Game, engine: &mut Engine) -> Score {
    let limits = Limits { nodes: Some(NODES), move_time: Some(TIME), ..Limits::default() };
    let (sender, news) = mpsc::channel();
    engine.start(game, limits, move |event| {
        if let SearchEvent::Done(summary) = event {
            // The receiver waits for this event.
            let _ = sender.send(summary.score);
        }
    });
    news.recv().unwrap_or(Score::DRAW)
}
