//! Ranks setups by how good they are for Black, who chooses the setup.
//!
//! A single search of a start array gives a score without a margin of error. So each setup is tried
//! from many openings of a few random moves, which gives Black's expected score with a mean and an
//! error. [`rank`] tries all setups first, then the better half from twice as many new openings,
//! and so on (successive halving; Karnin, Koren and Somekh, 2013), so that most of the work goes
//! into the best setups.
//!
//! All setups use the same random openings (common random numbers): an opening consists of the same
//! moves from every setup wherever they are legal. What the setups have in common then cancels out
//! in the difference of two scores.

mod analysis;
mod statistics;
mod trial;

pub use analysis::{ChiefEffect, Standing};
pub use statistics::{Estimate, Spread};

use dhow_engine::search::{Engine, ThreadsError};
use dhow_engine::threads;
use dhow_rules::variant::{Setup, Variant};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

/// The configuration of a ranking.
#[derive(Clone, Debug)]
pub struct RankingConfig {
    /// The game.
    pub variant: Arc<Variant>,
    /// The setups to rank.
    pub setups: Vec<Setup>,
    /// The number of openings of each setup in the first round. It doubles in each round.
    pub openings: usize,
    /// The last round is the first one with at most this number of setups.
    pub finalists: usize,
    /// The number of random moves by each side in an opening.
    pub random_moves: usize,
    /// The number of nodes of each search.
    pub nodes: u64,
    /// The number of plies that the engine plays from an opening before its score is taken. A game
    /// that ends earlier counts by its result.
    pub plies: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The results of one round.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The setups of the round, as indices of [`RankingConfig::setups`].
    pub setups: Vec<usize>,
    /// For each setup, Black's expected score (0 to 1) from each opening.
    pub points: Vec<Vec<f64>>,
}

/// A ranking of setups.
#[derive(Clone, Debug)]
pub struct Ranking {
    config: RankingConfig,
    rounds: Vec<Round>,
    complete: bool,
}

/// The size of the hash table for each trial, in MiB.
const HASH: usize = 1;

/// A random sample of `count` setups in their order, or all if there are not more. The same seed
/// gives the same sample.
///
/// ```
/// use dhow_lab::ranking::sample;
/// use dhow_rules::variant::{Setup, find};
///
/// let setups = Setup::all(find("metamachy").expect("a built-in game"));
/// let chosen = sample(setups.clone(), 5, 1);
/// assert_eq!((chosen.len(), &chosen), (5, &sample(setups, 5, 1)));
/// ```
pub fn sample(setups: Vec<Setup>, count: usize, seed: u64) -> Vec<Setup> {
    let mut chosen = fastrand::Rng::with_seed(seed).choose_multiple(0..setups.len(), count);
    chosen.sort_unstable();
    chosen.into_iter().map(|index| setups[index].clone()).collect()
}

/// The number of setups and openings of each round.
fn plan(config: &RankingConfig) -> Vec<(usize, usize)> {
    let mut rounds = vec![(config.setups.len(), config.openings)];
    while let Some(&(setups, openings)) = rounds.last()
        && setups > config.finalists
    {
        rounds.push((setups.div_ceil(2).max(config.finalists), 2 * openings));
    }
    rounds
}

/// The number of trials of a ranking.
pub fn trials(config: &RankingConfig) -> usize {
    plan(config).into_iter().map(|(setups, openings)| setups * openings).sum()
}

/// Ranks the setups with `threads` threads. Calls `tried` after each trial. Once `interrupt` is
/// set, the ranking ends with the results so far.
///
/// A ranking that is not interrupted depends only on the configuration, not on the number of
/// threads.
///
/// # Errors
/// If the system grants no thread at all.
pub fn rank(
    config: RankingConfig,
    threads: usize,
    interrupt: &AtomicBool,
    mut tried: impl FnMut(),
) -> io::Result<Ranking> {
    let rounds = plan(&config);
    let mut ranking = Ranking { config, rounds: Vec::new(), complete: true };
    let mut first_opening = 0;
    for (count, openings) in rounds {
        let setups = ranking.best(count);
        let contest = RankingRound { config: &ranking.config, setups, first_opening, openings };
        let round = contest.hold(threads, interrupt, &mut tried)?;
        first_opening += openings;
        let held = round.openings();
        // A round of a single opening gives no error estimate.
        if held >= 2 {
            ranking.rounds.push(round);
        }
        if held < openings {
            ranking.complete = false;
            break;
        }
    }
    Ok(ranking)
}

impl Round {
    /// The number of openings from which each setup was tried.
    pub fn openings(&self) -> usize {
        self.points.first().map_or(0, Vec::len)
    }
}

/// A round to be played.
struct RankingRound<'a> {
    config: &'a RankingConfig,
    setups: Vec<usize>,
    first_opening: usize,
    openings: usize,
}

impl RankingRound<'_> {
    /// Tries each setup from each opening, in parallel.
    fn hold(
        self,
        threads: usize,
        interrupt: &AtomicBool,
        tried: &mut impl FnMut(),
    ) -> io::Result<Round> {
        let count = self.setups.len();
        let mut found = vec![vec![None; self.openings]; count];
        let next = AtomicUsize::new(0);
        let (sender, trials) = mpsc::channel::<Result<_, ThreadsError>>();
        let mut refused = None;
        let (contest, next) = (&self, &next);
        let work = |sender: mpsc::Sender<_>| {
            let mut engine = Engine::new();
            if let Err(error) = engine.set_threads(1) {
                // Other threads may go on.
                let _ = sender.send(Err(error));
                return;
            }
            // Without that much memory the default table is used.
            let _ = engine.set_hash(HASH);
            loop {
                let number = next.fetch_add(1, Relaxed);
                let (opening, setup) = (number / count, number % count);
                if opening >= contest.openings || interrupt.load(Relaxed) {
                    return;
                }
                let points = contest.trial(&mut engine, setup, opening, interrupt);
                if sender.send(Ok((setup, opening, points))).is_err() {
                    return;
                }
            }
        };
        let work = &work;
        let workers = std::iter::repeat_n(sender, threads).map(|sender| move || work(sender));
        threads::beside(workers, || {
            for trial in trials {
                match trial {
                    Ok((setup, opening, points)) => {
                        found[setup][opening] = points;
                        tried();
                    }
                    Err(error) => refused = Some(error),
                }
            }
        })?;
        // No thread was left to try the others.
        if let Some(error) = refused
            && next.load(Relaxed) < count * self.openings
            && !interrupt.load(Relaxed)
        {
            return Err(io::Error::other(error));
        }
        // Only openings from which all setups were tried count.
        let whole = |&opening: &usize| found.iter().all(|row| row[opening].is_some());
        let openings = (0..self.openings).take_while(whole).count();
        let points = found.iter().map(|row| row[..openings].iter().flatten().copied().collect());
        Ok(Round { points: points.collect(), setups: self.setups })
    }

    fn trial(
        &self,
        engine: &mut Engine,
        setup: usize,
        opening: usize,
        interrupt: &AtomicBool,
    ) -> Option<f64> {
        let setup = &self.config.setups[self.setups[setup]];
        trial::points(engine, self.config, setup, self.first_opening + opening, interrupt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    fn config(id: &str) -> RankingConfig {
        let variant = find(id).expect("a built-in game");
        RankingConfig {
            variant: variant.clone(),
            setups: Setup::all(variant).into_iter().filter(Setup::king_on_left).collect(),
            openings: 4,
            finalists: 3,
            random_moves: 2,
            nodes: 60,
            plies: 0,
            seed: 7,
        }
    }

    fn run(config: &RankingConfig, threads: usize) -> Ranking {
        rank(config.clone(), threads, &AtomicBool::new(false), || ()).expect("threads")
    }

    #[test]
    fn halves_the_field_and_doubles_the_openings() {
        assert_eq!(plan(&config("metamachy")), [(12, 4), (6, 8), (3, 16)]);
        assert_eq!(trials(&config("metamachy")), 144);
        assert_eq!(plan(&config("zanzibar-s")), [(24, 4), (12, 8), (6, 16), (3, 32)]);
        assert_eq!(
            plan(&RankingConfig { finalists: 5, ..config("metamachy") }),
            [(12, 4), (6, 8), (5, 16)]
        );
        assert_eq!(plan(&RankingConfig { finalists: 12, ..config("metamachy") }), [(12, 4)]);
        assert_eq!(
            plan(&RankingConfig { finalists: 1, ..config("metamachy") }).last(),
            Some(&(1, 64))
        );
    }

    #[test]
    fn a_sample_has_setups_of_the_game_each_once() {
        let setups = config("zanzibar-xl").setups;
        let some = sample(setups.clone(), 20, 3);
        assert_eq!(some.len(), 20);
        let places: Vec<usize> = some
            .iter()
            .map(|setup| setups.iter().position(|other| other == setup).expect("one of them"))
            .collect();
        assert!(places.is_sorted_by(|a, b| a < b));
        assert_eq!(some, sample(setups.clone(), 20, 3));
        assert_ne!(some, sample(setups.clone(), 20, 4));
        assert_eq!(sample(setups.clone(), 1000, 3), setups);
    }

    #[test]
    fn the_better_half_goes_on() {
        let ranking = run(&config("metamachy"), 1);
        assert!(ranking.is_complete());
        for pair in ranking.rounds.windows(2) {
            let mean = |index: usize| {
                let row = pair[0].setups.iter().position(|&setup| setup == index);
                Estimate::of(&pair[0].points[row.expect("it took part")]).mean
            };
            let dropped = |setup: &&usize| !pair[1].setups.contains(setup);
            let worst = pair[1].setups.iter().map(|&setup| mean(setup)).fold(1.0, f64::min);
            for &setup in pair[0].setups.iter().filter(dropped) {
                assert!(mean(setup) <= worst);
            }
        }
        let values = ranking.rounds.iter().flat_map(|round| round.points.iter().flatten());
        assert!(values.clone().all(|points| (0.0..=1.0).contains(points)));
        assert!(values.clone().any(|points| *points != 0.5));
    }

    #[test]
    fn an_interrupted_ranking_has_whole_openings_only() {
        let config = RankingConfig { openings: 10, ..config("metamachy") };
        for stop_after in [0, 15, 50, 125] {
            let (interrupt, mut done) = (AtomicBool::new(false), 0);
            interrupt.store(stop_after == 0, Relaxed);
            let ranking = rank(config.clone(), 1, &interrupt, || {
                done += 1;
                interrupt.store(done >= stop_after, Relaxed);
            });
            let ranking = ranking.expect("a thread");
            assert!(!ranking.is_complete());
            assert!(done < trials(&config));
            assert_eq!(ranking.standings().is_empty(), ranking.rounds.is_empty());
            for round in &ranking.rounds {
                assert!(round.points.iter().all(|row| row.len() == round.openings()));
            }
        }
    }
}
