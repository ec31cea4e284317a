//! A round of `dhow learn`: games, training, matches.

use super::state::{LearnFolder, LearnRound};
use super::{LearnNumbers, report};
use crate::cli::datagen::GamesToPlay;
use crate::cli::pairs::PairsMatch;
use crate::cli::{CliError, args, pool, tell, train, warn_of_damage};
use dhow_engine::network::{Inputs, Network};
use dhow_engine::search::{EvaluationChoice, Limits};
use dhow_lab::training::network::{
    PieceValue, Positions, Training, TrainingSettings, piece_values,
};
use dhow_lab::training::{Duel, DuelSettings, GameFile, PairSettings, SelfPlaySettings, play};
use dhow_rules::variant::Variant;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Random moves at the start of each game.
const RANDOM_MOVES: u16 = 8;
/// The seed of the first round's games, unlike seeds that people choose: the same games twice teach nothing.
const SEED: u64 = 0x6c65_6172_6e00;
/// Hidden units of a perspective. With some million positions, more units cost time and gain nothing.
const UNITS: usize = 32;
/// With more positions than this, older games are left out. They take about 1 GB.
const MOST_POSITIONS: usize = 10_000_000;
/// The decay per ply of what comes later in a game.
const LAMBDA: f32 = 0.95;

/// The state that all rounds share.
pub struct Learning<'a> {
    pub variant: Arc<Variant>,
    pub inputs: Inputs,
    pub folder: LearnFolder,
    pub data: Vec<PathBuf>,
    pub numbers: LearnNumbers,
    pub threads: usize,
    /// Whether there is time left.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
}

/// A trained network and its losses.
struct TrainedNetwork {
    network: Arc<Network>,
    positions: usize,
    loss: f64,
    loss_by_hand: f64,
    values: Vec<PieceValue>,
}

impl Learning<'_> {
    /// Continues a round, or starts it; rounds count from 1. `None` if the time ends before the round does.
    pub fn round(
        &self,
        number: usize,
        out: &mut impl Write,
    ) -> Result<Option<LearnRound>, CliError> {
        let best = self.folder.best()?;
        if !self.play_games(number, &best)? {
            return Ok(None);
        }
        let Some(candidate) = self.candidate(number, best.as_deref(), out)? else {
            return Ok(None);
        };
        let new = EvaluationChoice::by_network(candidate.network.clone());
        let test = Some([self.numbers.elo0, self.numbers.elo1]);
        let pairs = self.numbers.pairs.get();
        let against = choice(&best);
        let file = self.folder.duel(number);
        let Some(duel) = self.duel(&file, 2 * number, pairs, test, [new.clone(), against])? else {
            return Ok(None);
        };
        let kept = duel.is_won();
        let name = if best.is_some() { "the best network" } else { "the evaluation so far" };
        report::of_duel(number, name, duel.pairs(), Some(kept), out)?;
        let mut against_hand = None;
        if kept {
            let bytes = candidate.network.to_bytes();
            let path = self.folder.network();
            dhow_files::replace(&path, &bytes).map_err(|error| CliError::of_file(&path, error))?;
            let (file, pairs) = (self.folder.gauge(number), self.numbers.gauge_pairs.get());
            let players = [new, EvaluationChoice::by_hand()];
            let Some(gauge) = self.duel(&file, 2 * number + 1, pairs, None, players)? else {
                return Ok(None);
            };
            report::of_duel(number, "the evaluation by hand", gauge.pairs(), None, out)?;
            report::of_values(&self.variant, &candidate.values, out)?;
            against_hand = Some(gauge.pairs().0);
        }
        out.flush()?;
        Ok(Some(LearnRound {
            games: self.numbers.games.get(),
            positions: candidate.positions,
            loss: candidate.loss,
            loss_by_hand: candidate.loss_by_hand,
            against_best: duel.pairs().0,
            kept,
            against_hand,
            values: if kept { candidate.values } else { Vec::new() },
        }))
    }

    /// Plays the missing games of a round. Returns whether it is complete.
    fn play_games(&self, number: usize, best: &Option<Arc<Network>>) -> Result<bool, CliError> {
        let path = self.folder.games(number);
        let settings = SelfPlaySettings {
            seed: SEED + number as u64,
            nodes: self.numbers.nodes,
            random_plies: RANDOM_MOVES,
            variants: vec![self.variant.clone()],
        };
        let opened = GameFile::append(&path, &settings, args::catalogue());
        let mut file = opened.map_err(|error| CliError::of_file(&path, error))?;
        warn_of_damage(
            &path,
            file.damaged(),
            "left as it is, and games that are missing are played",
        );
        let games = self.numbers.games.get();
        let evaluation = choice(best);
        let missing = GamesToPlay {
            path: &path,
            games,
            threads: self.threads,
            evaluation: &evaluation,
            play: &|engine, number| play(engine, &settings, number),
        };
        missing.play(&mut file, self.goes_on, |_| Ok(()))?;
        Ok((0..games).all(|game| file.holds(game)))
    }

    /// The new network of a round; `None` if the time ends before it is trained. It grows from the best one or else from
    /// that of the program, if one of them has the same inputs: older ones may not.
    fn candidate(
        &self,
        number: usize,
        best: Option<&Network>,
        out: &mut impl Write,
    ) -> Result<Option<TrainedNetwork>, CliError> {
        let pool = pool(self.threads)?;
        let positions = pool.install(|| self.positions(number))?;
        let (fitted, validated) = positions.len();
        if positions.is_empty() {
            let what = format!(
                "{fitted} positions to fit and {validated} to validate are too few: more --games"
            );
            return Err(CliError::Input(what));
        }
        let settings = |first: Option<&Network>| TrainingSettings {
            corrects: true,
            units: first.map_or(UNITS, Network::units),
            epochs: if first.is_some() { 3 } else { 6 },
            batch: 4096,
            rate: if first.is_some() { 0.0003 } else { 0.0005 },
            later_share: 0.5,
            patience: 1,
            from: None,
            seed: number as u64,
            threads: self.threads,
        };
        let built_in = Network::built_in(&self.variant);
        let fits = |network: &&Network| {
            settings(Some(network)).may_start_from(network, &self.inputs).is_ok()
        };
        let first = best.into_iter().chain(built_in.as_deref()).find(fits);
        let settings = settings(first);
        let done = self.folder.candidate(number);
        // A network that was accepted just before the program was killed is its own predecessor.
        let first = first.filter(|_| !done.exists());
        let mut training = Training::new(&positions, settings, pool);
        if let Some(first) = first {
            training = training
                .starting_from(first)
                .map_err(|error| CliError::of_file(&self.folder.network(), error))?;
        }
        let saved = self.folder.training(number);
        if !done.exists() {
            if saved.exists() && train::resume(&mut training, &saved).is_err() {
                tell("the training of this round begins anew, with other data");
            }
            writeln!(out, "round {number}: {fitted} positions to fit, {validated} to validate")?;
            train::learn(&mut training, &saved, self.goes_on, out)?;
            if !training.is_over() {
                return Ok(None);
            }
            let bytes = training.network().to_bytes();
            dhow_files::replace(&done, &bytes).map_err(|error| CliError::of_file(&done, error))?;
        }
        let network =
            dhow_files::open_network(&done).map_err(|error| CliError::of_file(&done, error))?;
        let judged = training.judged(&network);
        report::of_training(number, judged, out)?;
        let values = piece_values(&training, &network, &self.variant);
        Ok(Some(TrainedNetwork {
            network: Arc::new(network),
            positions: fitted,
            loss: judged.0,
            loss_by_hand: judged.1,
            values,
        }))
    }

    /// The positions of the rounds up to this one, and of the other data; the newest first, up to a limit.
    fn positions(&self, number: usize) -> Result<Positions, CliError> {
        let mut positions = Positions::new(self.inputs.clone());
        let variants = [self.variant.clone()];
        let own = (1..=number).rev().map(|round| self.folder.games(round));
        for file in self.data.iter().cloned().chain(own) {
            let full = positions.len().0 >= MOST_POSITIONS;
            if !full && file.exists() {
                train::add_positions(&mut positions, &file, &variants, 0)?;
            }
        }
        positions.look_ahead(LAMBDA);
        Ok(positions)
    }

    /// Plays a duel to its end, or continues it; `None` if the time ends first.
    fn duel(
        &self,
        file: &Path,
        seed: usize,
        pairs: u32,
        hypotheses: Option<[f64; 2]>,
        evaluations: [EvaluationChoice; 2],
    ) -> Result<Option<Duel>, CliError> {
        let LearnNumbers { nodes, match_nodes, movetime, .. } = self.numbers;
        let play = PairSettings {
            pairs,
            nodes: match_nodes.unwrap_or(nodes),
            random_plies: RANDOM_MOVES,
            seed: SEED + seed as u64,
            variants: vec![self.variant.id.clone()],
        };
        let move_time = match_nodes.is_none().then_some(movetime.get());
        let limits = match move_time {
            Some(time) => {
                let time = Duration::from_millis(time.into());
                Limits { move_time: Some(time), ..Limits::default() }
            }
            None => play.limits(),
        };
        let settings = DuelSettings { play: play.clone(), move_time, hypotheses };
        let duel: Duel = PairsMatch {
            file,
            play,
            variants: std::slice::from_ref(&self.variant),
            evaluations,
            limits,
            threads: self.threads,
            goes_on: self.goes_on,
        }
        .play(settings)?;
        Ok(duel.is_over().then_some(duel))
    }
}

/// The evaluation: the best network, or before there is one, the default.
fn choice(best: &Option<Arc<Network>>) -> EvaluationChoice {
    best.clone().map_or_else(EvaluationChoice::default, EvaluationChoice::by_network)
}
