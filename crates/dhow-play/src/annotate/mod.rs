//! Annotating games: scores, mistakes, and better turns.
//!
//! The engine searches each position and judges each turn by its loss of winning chances
//! ([`Score::winning_chance`]): losing a piece matters in an even game, and hardly in a decided one. If a
//! turn looks like a mistake, the engine compares again: it plays the better turn and searches the position
//! after it in the same way as the position after the turn that was played. So both scores come from the same
//! distance.

mod reason;
mod written;

#[cfg(test)]
mod tests;

pub use reason::is_reason;
pub use written::{ANNOTATOR, read_summary, summary, write};

use crate::pgn::nag_of;
use dhow_engine::eval::Score;
use dhow_engine::search::{Bound, Engine, Limits, SearchEvent};
use dhow_rules::game::{Game, Turn};
use dhow_rules::pieces::Color;
use reason::reason;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How bad a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It loses at least 5 percentage points of winning chances.
    Inaccuracy,
    /// It loses at least 10 percentage points.
    Mistake,
    /// It loses at least 20 percentage points.
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The least loss of winning chances with this mark, in percentage points.
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Inaccuracy => 5.0,
            Self::Mistake => 10.0,
            Self::Blunder => 20.0,
        }
    }

    /// The sign after a move: `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The PGN number (NAG) of the sign.
    pub fn nag(self) -> u8 {
        nag_of(self.sign()).unwrap_or_default()
    }

    /// The mark for a loss of this many percentage points.
    pub fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|mark| loss >= mark.threshold())
    }
}

/// The engine's judgement of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The side that played the turn.
    pub side: Color,
    /// The score before the turn, from White's side.
    pub before: Score,
    /// The score after the turn, from White's side; `None` if the turn ended the game.
    pub score: Option<Score>,
    /// The depth of the search after the turn.
    pub depth: u32,
    /// The loss of winning chances, in percentage points.
    pub loss: f64,
    /// The better turn, if the turn has a mark.
    pub better: Option<Better>,
    /// The expected continuation after a turn with a mark.
    pub refutation: Vec<Turn>,
    /// Why a turn with a mark is bad, such as `loses the Lion to the Cannon on c7`, if a mate or material says it.
    pub reason: Option<String>,
}

impl Judgement {
    /// The mark of the turn.
    pub fn mark(&self) -> Option<Mark> {
        Mark::of(self.loss)
    }
}

/// A better turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    /// The turn and its expected continuation.
    pub line: Vec<Turn>,
    /// The score after the turn, from White's side; `None` if the turn ends the game.
    pub score: Option<Score>,
    /// The depth of the search for the score.
    pub depth: u32,
}

/// A summary of one side's play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The number of turns.
    pub turns: usize,
    /// The mean loss of winning chances per turn, in percentage points.
    pub mean_loss: f64,
    /// The number of turns with each mark, in the order of [`Mark::ALL`].
    pub marks: [usize; 3],
}

/// A summary for each side, White first.
pub fn tally(judgements: &[Judgement]) -> [Tally; 2] {
    let losses = judgements.iter().map(|judgement| (judgement.side, judgement.loss));
    tally_of(&losses.collect::<Vec<_>>())
}

/// The same of the turns' sides and losses of winning chances, in percentage points.
pub fn tally_of(losses: &[(Color, f64)]) -> [Tally; 2] {
    Color::ALL.map(|side| {
        let own = || losses.iter().filter(|(of, _)| *of == side).map(|&(_, loss)| loss);
        let turns = own().count();
        // `sum` of no numbers is -0.
        let loss = own().fold(0.0, |sum, loss| sum + loss);
        let marked = |mark| own().filter(|&loss| Mark::of(loss) == Some(mark)).count();
        Tally { turns, mean_loss: loss / turns.max(1) as f64, marks: Mark::ALL.map(marked) }
    })
}

/// Judges the finished turns of a game in order, but for the first `skipped`, and searches each position within `limits`.
/// Clears what the engine has learned first, so that a search by nodes on one thread gives the same result every time.
/// Passes each judgement to `told` at once. Returns `None` soon after `stop` is set.
pub fn annotate(
    engine: &mut Engine,
    game: &Game,
    skipped: usize,
    limits: &Limits,
    stop: &AtomicBool,
    mut told: impl FnMut(&Judgement),
) -> Option<Vec<Judgement>> {
    engine.clear();
    let mut searcher = Searcher { engine, limits, stop };
    let mut judgements = Vec::new();
    // The start of an existing game is always valid.
    let Ok(mut at) = Game::from_fen(game.variant(), game.start_fen()) else {
        return Some(judgements);
    };
    let mut turns = game.turns_so_far().into_iter().take(game.turns_made());
    for turn in turns.by_ref().take(skipped) {
        at.play_moves(turn);
    }
    let mut before = searcher.look(&at)?;
    for turn in turns {
        let mut after = at.clone();
        after.play_moves(turn);
        let seen = searcher.look(&after)?;
        let judgement = searcher.judge(&at, &before, &after, &seen)?;
        told(&judgement);
        judgements.push(judgement);
        (at, before) = (after, seen);
    }
    Some(judgements)
}

/// The maximum number of turns in a better line.
const LONGEST_LINE: usize = 5;

/// The result of searching a position.
struct SearchedPosition {
    /// From the side to move.
    score: Score,
    /// The depth of the search.
    depth: u32,
    /// Whether the game is over.
    over: bool,
    /// The expected turns.
    line: Vec<Turn>,
}

struct Searcher<'a> {
    engine: &'a mut Engine,
    limits: &'a Limits,
    stop: &'a AtomicBool,
}

/// How often to check `stop`.
const POLL: Duration = Duration::from_millis(20);

impl Searcher<'_> {
    /// Searches a position. `None` if `stop` was set.
    fn look(&mut self, game: &Game) -> Option<SearchedPosition> {
        if self.stop.load(Relaxed) {
            return None;
        }
        if let Some(outcome) = game.outcome() {
            let score = match outcome.winner() {
                Some(winner) if winner == game.side_to_move() => Score::mates_in(0),
                Some(_) => Score::mated_in(0),
                None => Score::DRAW,
            };
            return Some(SearchedPosition { score, depth: 0, over: true, line: Vec::new() });
        }
        let (sender, events) = channel();
        let limits = Limits { full_strength: true, ..self.limits.clone() };
        self.engine.start(game, limits, move |event| {
            // The receiver exists until the search ends.
            let _ = sender.send(event);
        });
        let mut pv = Vec::new();
        let summary = loop {
            // An engine that searches on this thread has reported everything; there may be no clock to wait by.
            match events.try_recv().or_else(|_| events.recv_timeout(POLL)) {
                Ok(SearchEvent::Line(line)) if line.rank == 1 && line.bound == Bound::Exact => {
                    pv = line.pv;
                }
                Ok(SearchEvent::Done(summary)) => break summary,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    if self.stop.load(Relaxed) {
                        self.engine.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        };
        if self.stop.load(Relaxed) {
            return None;
        }
        // In games with several moves per turn, only the best turn and the reply are sure to be complete.
        let whole = game.variant().command.is_some() || pv.first().copied() != summary.best();
        let mut line: Vec<Turn> = match whole {
            true => [summary.turn, summary.reply].into_iter().flatten().collect(),
            false => game.turns(&pv),
        };
        line.truncate(LONGEST_LINE);
        Some(SearchedPosition { score: summary.score, depth: summary.depth, over: false, line })
    }

    /// Judges the turn from `at` to `after`.
    fn judge(
        &mut self,
        at: &Game,
        before: &SearchedPosition,
        after: &Game,
        seen: &SearchedPosition,
    ) -> Option<Judgement> {
        let side = at.side_to_move();
        let from_white = |score: Score| score.for_white(side);
        let shown = |look: &SearchedPosition| (!look.over).then(|| from_white(-look.score));
        let lost = |best: Score| 100.0 * (best.winning_chance() - (-seen.score).winning_chance());
        let mut judgement = Judgement {
            side,
            before: from_white(before.score),
            score: shown(seen),
            depth: seen.depth,
            loss: 0.0,
            better: None,
            refutation: Vec::new(),
            reason: None,
        };
        let Some(turn) = before.line.first() else { return Some(judgement) };
        let mut best = at.clone();
        best.play_moves(turn);
        // The moves of a turn may come in a different order.
        if best.position().key() == after.position().key() {
            return Some(judgement);
        }
        judgement.loss = lost(before.score).max(0.0);
        if judgement.mark().is_some() {
            let better = self.look(&best)?;
            judgement.loss = judgement.loss.min(lost(-better.score)).max(0.0);
            if judgement.mark().is_some() {
                let (score, depth) = (shown(&better), better.depth);
                let line = [turn.clone()].into_iter().chain(better.line);
                let line: Vec<Turn> = line.take(LONGEST_LINE).collect();
                let played = after.turns_so_far().last().and_then(|&turn| Turn::new(turn.to_vec()));
                judgement.refutation.clone_from(&seen.line);
                judgement.reason = played.and_then(|played| {
                    reason(at, played, &line, &seen.line, (before.score, seen.score))
                });
                judgement.better = Some(Better { line, score, depth });
            }
        }
        Some(judgement)
    }
}
