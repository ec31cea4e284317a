//! A setup for Black at once, without much thought.

use dhow_engine::eval::Score;
use dhow_engine::search::{Engine, Limits, SearchEvent};
use dhow_rules::game::Game;
use dhow_rules::variant::{Setup, Variant};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

/// How many setups the engine looks at when it chooses, and how hard at each. Together they stay
/// well below the second that a user would notice.
const CANDIDATES: usize = 16;
const NODES: u64 = 10_000;
const TIME: Duration = Duration::from_millis(30);

/// A setup that promises Black something, found within half a second or so by short searches of some
/// setups, other ones each time. The game must have setups to choose from.
pub fn promising(variant: &Arc<Variant>, engine: &mut Engine) -> Setup {
    let mut candidates = candidates(variant);
    candidates.sort_by_cached_key(|setup| whites_score(&Game::with_setup(variant, setup), engine));
    candidates.swap_remove(0)
}

/// Some setups from all over the list, other ones each time.
fn candidates(variant: &Variant) -> Vec<Setup> {
    let all = Setup::all(variant);
    let first = fastrand::usize(..all.len());
    let (count, stride) = (all.len().min(CANDIDATES), all.len().div_ceil(CANDIDATES));
    all.iter().cycle().skip(first).step_by(stride).take(count).cloned().collect()
}

/// What White, who moves first, gets out of a start array.
fn whites_score(game: &Game, engine: &mut Engine) -> Score {
    let limits = Limits { nodes: Some(NODES), move_time: Some(TIME), ..Limits::default() };
    let (sender, news) = mpsc::channel();
    engine.start(game, limits, move |event| {
        if let SearchEvent::Done(summary) = event {
            // Somebody listens until this has come.
            let _ = sender.send(summary.score);
        }
    });
    news.recv().unwrap_or(Score::DRAW)
}
