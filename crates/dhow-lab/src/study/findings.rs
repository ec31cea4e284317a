//! The statistics of all games together.

use super::facts::{GameFacts, KindFacts};
use super::intervals::{Quantile, Share, quantile, ratio};
use crate::ranking::Estimate;
use crate::stats::{Results, elo_of_score};
use dhow_rules::pieces::Color;
use dhow_rules::position::{Outcome, WinReason};
use std::collections::BTreeMap;

/// The approximate number of bars in the histogram of lengths.
const BARS: usize = 24;
/// The least number of games that reach a turn, for its mean to be shown.
const LEAST_GAMES: usize = 10;

/// A way in which games ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndCount {
    /// The outcome, for either winner; `None` if the games were broken off.
    pub outcome: Option<Outcome>,
    /// The number of games that White won in this way, and the number that Black won; draws are in neither.
    pub won: [u64; 2],
    /// Its share of all games.
    pub share: Share,
}

/// A bar of the histogram of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The least number of turns of a game in the bar.
    pub from: usize,
    /// The number of turns that it spans.
    pub width: usize,
    /// The number of games in the bar.
    pub games: usize,
}

/// A mean over the games that reached a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnMean {
    /// The number of turns made before.
    pub turn: usize,
    /// The mean of the turns around it.
    pub mean: Estimate,
}

/// The statistics of a kind of piece over all games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KindFindings {
    /// Its index in the game's list.
    pub kind: usize,
    /// Pieces of the start array per game, both sides together.
    pub at_start: f64,
    /// Its share of all moves.
    pub share_of_moves: Estimate,
    /// Moves of one such piece per game.
    pub moves_each: Estimate,
    /// Captures by one such piece per game.
    pub captures_each: Estimate,
    /// The share of such pieces that were captured.
    pub taken: Estimate,
    /// The share of such pieces that became other pieces.
    pub promoted: Estimate,
    /// The share of such pieces that stood on the last board.
    pub left: Estimate,
    /// Its share of the moves that gave checkmate, or captured the last leader or royal piece.
    pub final_blows: Share,
}

/// The statistics of all games together.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// White's results.
    pub results: Results,
    /// White's points per game.
    pub white: Estimate,
    /// The ways in which games ended, the most frequent first.
    pub ends: Vec<EndCount>,
    /// Quartiles of the number of turns by both sides.
    pub lengths: Option<[Quantile; 3]>,
    /// The fewest and the most turns.
    pub extremes: (usize, usize),
    /// The histogram of lengths.
    pub histogram: Vec<Bar>,
    /// The number of legal moves at the start of a turn.
    pub choices: Estimate,
    /// The standard deviation between turns of the number of legal moves.
    pub choices_spread: f64,
    /// The most legal moves of any turn.
    pub most_choices: u32,
    /// The number of legal moves over the course of the game.
    pub choices_by_turn: Vec<TurnMean>,
    /// The number of moves made in a turn: 1 in most games.
    pub moves_a_turn: Estimate,
    /// The share of moves that captured.
    pub capturing: Estimate,
    /// The statistics of each kind of piece.
    pub kinds: Vec<KindFindings>,
}

impl Findings {
    /// The statistics of these games, which must be sorted by number.
    pub fn of(games: &[GameFacts]) -> Self {
        let points: Vec<f64> = games.iter().map(|game| game.white_points).collect();
        let count = |wanted: f64| points.iter().filter(|&&points| points == wanted).count() as u64;
        let mut lengths: Vec<usize> = games.iter().map(|game| game.turns).collect();
        lengths.sort_unstable();
        let quartile = |part: f64| quantile(&lengths, part);
        let quartiles = [quartile(0.25), quartile(0.5), quartile(0.75)];
        let extremes =
            (lengths.first().copied().unwrap_or(0), lengths.last().copied().unwrap_or(0));
        let of_games = |pair: &dyn Fn(&GameFacts) -> (f64, f64)| {
            ratio(&games.iter().map(pair).collect::<Vec<_>>())
        };
        let choices =
            of_games(&|game| (sum(game.choices.iter().copied()), game.choices.len() as f64));
        let turns: Vec<f64> =
            games.iter().flat_map(|game| game.choices.iter().map(|&it| f64::from(it))).collect();
        let squares: f64 = turns.iter().map(|choices_of| (choices_of - choices.mean).powi(2)).sum();
        Self {
            results: Results { wins: count(1.0), losses: count(0.0), draws: count(0.5) },
            white: Estimate::of(&points),
            ends: ends(games),
            lengths: match quartiles {
                [Some(low), Some(median), Some(high)] => Some([low, median, high]),
                _ => None,
            },
            extremes,
            histogram: histogram(&lengths),
            choices,
            choices_spread: (squares / turns.len().max(1) as f64).sqrt(),
            most_choices: games.iter().flat_map(|game| &game.choices).copied().max().unwrap_or(0),
            choices_by_turn: by_turn(games),
            moves_a_turn: of_games(&|game| (game.moves as f64, game.turns as f64)),
            capturing: of_games(&|game| {
                (sum(game.kinds.iter().map(|kind| kind.captures)), game.moves as f64)
            }),
            kinds: kinds(games),
        }
    }

    /// The interval of White's advantage in Elo: its lower end, middle and upper end. Ends are infinite where the
    /// interval of points reaches 0 or 1, and NaN where it is not known.
    pub fn elo(&self) -> [f64; 3] {
        let error = self.white.error.unwrap_or(f64::NAN);
        let mean = self.white.mean;
        [mean - error, mean, mean + error].map(|points| elo_of_score(points.clamp(0.0, 1.0)))
    }
}

fn sum(numbers: impl Iterator<Item = u32>) -> f64 {
    numbers.map(f64::from).sum()
}

fn ends(games: &[GameFacts]) -> Vec<EndCount> {
    let mut counts: BTreeMap<String, (Option<Outcome>, [u64; 2], u64)> = BTreeMap::new();
    for game in games {
        // The way of ending is the same for either winner.
        let way = game.outcome.map(|outcome| match outcome {
            Outcome::Win(_, reason) => Outcome::Win(Color::White, reason),
            draw @ Outcome::Draw(_) => draw,
        });
        let entry = counts.entry(format!("{way:?}")).or_insert((way, [0; 2], 0));
        entry.2 += 1;
        if let Some(winner) = game.outcome.and_then(Outcome::winner) {
            entry.1[winner.index()] += 1;
        }
    }
    let mut ends: Vec<EndCount> = counts
        .into_values()
        .map(|(outcome, won, count)| EndCount {
            outcome,
            won,
            share: Share::of(count, games.len() as u64),
        })
        .collect();
    ends.sort_by_key(|end| std::cmp::Reverse(end.share.count));
    ends
}

/// A round width of bars, so that there are about [`BARS`].
fn histogram(sorted: &[usize]) -> Vec<Bar> {
    let Some(&longest) = sorted.last() else { return Vec::new() };
    let widths = [1, 2, 5, 10, 20, 50, 100];
    let width = widths.into_iter().find(|width| longest / width < BARS).unwrap_or(200);
    let mut bars: Vec<Bar> =
        (0..=longest / width).map(|place| Bar { from: place * width, width, games: 0 }).collect();
    sorted.iter().for_each(|length| bars[length / width].games += 1);
    bars
}

fn by_turn(games: &[GameFacts]) -> Vec<TurnMean> {
    let longest = games.iter().map(|game| game.choices.len()).max().unwrap_or(0);
    let reaching = |turn: usize| games.iter().filter(|game| game.choices.len() > turn).count();
    let shown = (0..longest).take_while(|&turn| reaching(turn) >= LEAST_GAMES).count();
    // An even step, so that it has as many turns of either side.
    let step = shown.div_ceil(2 * BARS).next_multiple_of(2).max(2);
    let mean = |turn: usize| {
        let part = |game: &GameFacts| {
            let part = game.choices.get(turn..).unwrap_or_default();
            let part = &part[..part.len().min(step)];
            (!part.is_empty()).then(|| (sum(part.iter().copied()), part.len() as f64))
        };
        TurnMean { turn, mean: ratio(&games.iter().filter_map(part).collect::<Vec<_>>()) }
    };
    (0..shown).step_by(step).map(mean).collect()
}

fn kinds(games: &[GameFacts]) -> Vec<KindFindings> {
    let count = games.first().map_or(0, |game| game.kinds.len());
    let blows = |game: &&GameFacts| {
        let reasons = [WinReason::Checkmate, WinReason::Royals, WinReason::Leaders];
        matches!(game.outcome, Some(Outcome::Win(_, reason)) if reasons.contains(&reason))
    };
    let blows: Vec<&GameFacts> = games.iter().filter(blows).collect();
    let of_kind = |kind: usize| {
        let of = |pair: &dyn Fn(&GameFacts, &KindFacts) -> (u32, u32)| {
            let pairs = games.iter().map(|game| {
                let (part, whole) = pair(game, &game.kinds[kind]);
                (f64::from(part), f64::from(whole))
            });
            ratio(&pairs.collect::<Vec<_>>())
        };
        let struck = blows
            .iter()
            .filter(|game| game.last_mover.is_some_and(|mover| mover.index() == kind))
            .count();
        let there = |facts: &KindFacts| facts.at_start + facts.arose;
        let at_start: u32 = games.iter().map(|game| game.kinds[kind].at_start).sum();
        KindFindings {
            kind,
            at_start: f64::from(at_start) / games.len() as f64,
            share_of_moves: of(&|game, facts| (facts.moves, game.moves as u32)),
            moves_each: of(&|_, facts| (facts.moves, there(facts))),
            captures_each: of(&|_, facts| (facts.captures, there(facts))),
            taken: of(&|_, facts| (facts.taken, there(facts))),
            promoted: of(&|_, facts| (facts.promoted, there(facts))),
            left: of(&|_, facts| (facts.left, there(facts))),
            final_blows: Share::of(struck as u64, blows.len() as u64),
        }
    };
    (0..count).map(of_kind).collect()
}
