//! How the games of a study are played.

use crate::training::{GameRecord, LONGEST, Ply, SelfPlaySettings, limits, play_to_end};
use dhow_engine::search::{Engine, Handicap};
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::variant::{Setup, Variant};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The skill level that plays the varied turns.
const VARIED_LEVEL: usize = 5;

/// The games of a study. Each starts from a start array. Each side's first turns are varied: a weak player chooses them
/// at random among turns that are nearly best. Both sides vary their turns in the same way, and no unequal position is
/// left out, so the first move's advantage does not change. Then the engine plays at full strength until the rules end
/// the game.
pub struct StudyPlan {
    settings: SelfPlaySettings,
    variant: Arc<Variant>,
    /// The setups in the order in which the games use them.
    setups: Vec<Setup>,
}

impl StudyPlan {
    /// The games with this seed and soft limit of nodes, of which each side varies its first `varied_turns`.
    pub fn new(variant: &Arc<Variant>, seed: u64, nodes: u32, varied_turns: u16) -> Self {
        let mut setups = Setup::without_mirror_images(variant);
        // Each setup comes once before any comes twice. The order is random, so that no setup is first because of its
        // name.
        fastrand::Rng::with_seed(seed).shuffle(&mut setups);
        let settings = SelfPlaySettings {
            seed,
            nodes,
            random_plies: varied_turns,
            variants: vec![variant.clone()],
        };
        Self { settings, variant: variant.clone(), setups }
    }

    /// The settings for the file of the games.
    pub fn settings(&self) -> &SelfPlaySettings {
        &self.settings
    }

    /// The game.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The setup of the game with this number.
    pub fn setup(&self, number: u32) -> &Setup {
        &self.setups[number as usize % self.setups.len()]
    }

    /// The number of setups, without mirror images.
    pub fn setups(&self) -> usize {
        self.setups.len()
    }

    /// The number of turns by both sides that are varied.
    pub fn varied_turns(&self) -> usize {
        2 * usize::from(self.settings.random_plies)
    }

    /// Plays the game with this number; clears the engine before. The same plan and number give the same game.
    pub fn play(&self, engine: &mut Engine, number: u32) -> GameRecord {
        let mut seed = self.settings.seed ^ u64::from(number) << 32;
        let limits = limits(self.settings.nodes);
        let varied = self.varied_turns();
        let mut game = Game::with_setup(&self.variant, self.setup(number));
        let start = game.fen();
        let mut plies = Vec::new();
        engine.clear();
        let search = |game: &Game| {
            let chance = split_mix(&mut seed);
            let handicap = engine.handicap();
            let is_varied = game.turns_made() < varied;
            handicap.set_level(if is_varied { VARIED_LEVEL } else { Handicap::FULL });
            // With seed 0 the games would differ in every run.
            handicap.set_seed(chance.max(1));
            engine.search(game, limits.clone())
        };
        play_to_end(search, &mut game, LONGEST, |game, best, score| {
            plies.push(Ply::of(game, best, score.0 as i16));
            ControlFlow::Continue(())
        });
        let result = game.outcome().map_or(GameResult::Draw, GameResult::from);
        GameRecord { number, variant: 0, result, start, plies }
    }
}
