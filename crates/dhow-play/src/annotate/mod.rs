//! What the engine thinks of the turns of a game: scores, mistakes, and what was better.
//!
//! Each position is searched, and each turn is judged by what it lost of the winning chances
//! ([`Score::winning_chance`]): a piece less matters in an even game, and hardly in one that is
//! decided. A turn that seems to be a mistake is compared once more: the better one is played, and the
//! position after it searched like the one after the turn that was made. So both are seen from the
//! same distance.

mod written;

#[cfg(test)]
mod tests;

pub use written::{ANNOTATOR, read_summary, summary, write};

use crate::pgn::nag_of;
use dhow_engine::eval::Score;
use dhow_engine::search::{Bound, Engine, Limits, SearchEvent};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How bad a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It loses at least 5 points of a hundred of the winning chances.
    Inaccuracy,
    /// At least 10.
    Mistake,
    /// At least 20.
    Blunder,
}

impl Mark {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The least loss of winning chances, in points of a hundred, that is marked so.
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Inaccuracy => 5.0,
            Self::Mistake => 10.0,
            Self::Blunder => 20.0,
        }
    }

    /// The sign behind a move: `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The number of the sign in PGN.
    pub fn nag(self) -> u8 {
        nag_of(self.sign()).unwrap_or_default()
    }

    /// The mark of a turn that loses so many points of a hundred.
    pub fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|mark| loss >= mark.threshold())
    }
}

/// What the engine thinks of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The side whose turn it was.
    pub side: Color,
    /// The score before it, from White's view.
    pub before: Score,
    /// The score after it, from White's view; `None` if the game was over then.
    pub score: Option<Score>,
    /// The depth of the search that found the score after it.
    pub depth: u32,
    /// What it lost of the winning chances, in points of a hundred.
    pub loss: f64,
    /// What could have been played in its place, and the score after it from White's view; only where
    /// the turn is marked.
    pub better: Option<Better>,
}

impl Judgement {
    /// How bad the turn is.
    pub fn mark(&self) -> Option<Mark> {
        Mark::of(self.loss)
    }
}

/// A better turn than the one played.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    /// The turn and those expected after it, each with all of its moves.
    pub line: Vec<Vec<Move>>,
    /// The score after it, from White's view; `None` if the game is over then.
    pub score: Option<Score>,
    /// The depth of the search that found the score.
    pub depth: u32,
}

/// How well a side played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Its turns.
    pub turns: usize,
    /// The mean loss of winning chances of a turn, in points of a hundred.
    pub mean_loss: f64,
    /// How many turns have each mark, in the order of [`Mark::ALL`].
    pub marks: [usize; 3],
}

/// How well each side played, White first.
pub fn tally(judgements: &[Judgement]) -> [Tally; 2] {
    Color::ALL.map(|side| {
        let own = || judgements.iter().filter(|judgement| judgement.side == side);
        let turns = own().count();
        // The sum of no numbers would be -0.
        let loss = own().fold(0.0, |sum, judgement| sum + judgement.loss);
        let marked = |mark| own().filter(|judgement| judgement.mark() == Some(mark)).count();
        Tally { turns, mean_loss: loss / turns.max(1) as f64, marks: Mark::ALL.map(marked) }
    })
}

/// Judges all finished turns of a game, from the first on, each position searched within `limits`. What
/// the engine learned before is forgotten first, so that a search by nodes on one thread finds the
/// same again. `told` receives each judgement as soon as there is one. Returns `None` soon after `stop`
/// was set.
pub fn annotate(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    stop: &AtomicBool,
    mut told: impl FnMut(&Judgement),
) -> Option<Vec<Judgement>> {
    engine.clear();
    let mut searcher = Searcher { engine, limits, stop };
    let mut judgements = Vec::new();
    // A game's own start can be read again.
    let Ok(mut at) = Game::from_fen(game.variant(), game.start_fen()) else {
        return Some(judgements);
    };
    let mut before = searcher.look(&at)?;
    for turn in game.turns_so_far().into_iter().take(game.turns_made()) {
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

/// The most turns of a line that are shown.
const LONGEST_LINE: usize = 5;

/// What is seen in a position.
struct Look {
    /// From the view of the side to move.
    score: Score,
    /// The depth of the search that found it.
    depth: u32,
    /// Whether the game is over.
    over: bool,
    /// The turns expected, each with all of its moves.
    line: Vec<Vec<Move>>,
}

struct Searcher<'a> {
    engine: &'a mut Engine,
    limits: &'a Limits,
    stop: &'a AtomicBool,
}

/// Between two looks at whether to stop.
const POLL: Duration = Duration::from_millis(20);

impl Searcher<'_> {
    /// Searches a position; `None` if it must stop.
    fn look(&mut self, game: &Game) -> Option<Look> {
        if self.stop.load(Relaxed) {
            return None;
        }
        if let Some(outcome) = game.outcome() {
            let score = match outcome.winner() {
                Some(winner) if winner == game.side_to_move() => Score::mates_in(0),
                Some(_) => Score::mated_in(0),
                None => Score::DRAW,
            };
            return Some(Look { score, depth: 0, over: true, line: Vec::new() });
        }
        let (sender, events) = channel();
        let limits = Limits { full_strength: true, ..self.limits.clone() };
        self.engine.start(game, limits, move |event| {
            // The receiver lives until the search has ended.
            let _ = sender.send(event);
        });
        let mut pv = Vec::new();
        let summary = loop {
            match events.recv_timeout(POLL) {
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
        // Where a turn has several moves only the answer and its reply are sure to be whole.
        let whole = game.variant().command.is_some() || pv.first() != summary.turn.first();
        let mut line: Vec<Vec<Move>> = match whole {
            true => {
                [summary.turn, summary.reply].into_iter().take_while(|it| !it.is_empty()).collect()
            }
            false => game.turns(&pv),
        };
        line.truncate(LONGEST_LINE);
        Some(Look { score: summary.score, depth: summary.depth, over: false, line })
    }

    /// Judges the turn that led from `at` to `after`.
    fn judge(&mut self, at: &Game, before: &Look, after: &Game, seen: &Look) -> Option<Judgement> {
        let side = at.side_to_move();
        let from_white = |score: Score| score.for_white(side);
        let shown = |look: &Look| (!look.over).then(|| from_white(-look.score));
        let lost = |best: Score| 100.0 * (best.winning_chance() - (-seen.score).winning_chance());
        let mut judgement = Judgement {
            side,
            before: from_white(before.score),
            score: shown(seen),
            depth: seen.depth,
            loss: 0.0,
            better: None,
        };
        let Some(turn) = before.line.first() else { return Some(judgement) };
        let mut best = at.clone();
        best.play_moves(turn);
        // The moves of a turn may come in another order.
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
                let line = line.take(LONGEST_LINE).collect();
                judgement.better = Some(Better { line, score, depth });
            }
        }
        Some(judgement)
    }
}
