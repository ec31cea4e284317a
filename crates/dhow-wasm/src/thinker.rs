//! An engine that a board in another worker controls by messages in text form.

use crate::wire::{EngineNews, EngineOrder, JudgementText, LineText, ResultText};
use dhow_engine::search::{Engine, SearchEvent};
use dhow_play::annotate::annotate;
use dhow_rules::game::Game;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Receives what the engine reports.
pub type NewsSink = Arc<dyn Fn(EngineNews) + Send + Sync>;

/// An engine, which carries out orders on the calling thread.
pub struct Thinker {
    say: NewsSink,
    /// Whether the present order was stopped.
    stop: Arc<AtomicBool>,
    engine: Engine,
}

impl Thinker {
    /// An engine that reports to `say`, and calls `stopped` to see whether to end its order.
    pub fn new(
        mut engine: Engine,
        say: NewsSink,
        stopped: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        engine.set_contempt(Engine::DEFAULT_CONTEMPT);
        let stop = Arc::new(AtomicBool::new(false));
        let noted = stop.clone();
        engine.interrupt_by(move || {
            noted.fetch_or(stopped(), Relaxed);
            noted.load(Relaxed)
        });
        Self { say, stop, engine }
    }

    /// Carries out an order in JSON before it returns.
    pub fn hear(&mut self, order: &str) {
        self.stop.store(false, Relaxed);
        let done = serde_json::from_str(order).map_err(|error| error.to_string());
        if let Err(error) = done.and_then(|order| self.carry_out(order)) {
            (self.say)(EngineNews::Wrong(error));
        }
    }

    /// Helps another engine with an order, which must be a search, until it is stopped. Reports nothing: a search that
    /// cannot be helped goes on without.
    pub fn help(&mut self, order: &str) {
        self.stop.store(false, Relaxed);
        if let Ok(EngineOrder::Search { game, limits, .. }) = serde_json::from_str(order)
            && let Ok(game) = game.game()
        {
            self.engine.start(&game, limits.of_helper(), |_| {});
            self.engine.wait();
        }
    }

    fn carry_out(&mut self, order: EngineOrder) -> Result<(), String> {
        match order {
            EngineOrder::Clear {} => self.engine.clear(),
            EngineOrder::Search { level, game, limits } => {
                let game = game.game()?;
                self.engine.handicap().set_level(level);
                let (say, own) = (self.say.clone(), game.clone());
                self.engine.start(&game, limits.limits(), move |event| match event {
                    SearchEvent::Line(line) => say(EngineNews::Line(LineText::of(&own, &line))),
                    SearchEvent::Trouble(_) => {}
                    SearchEvent::Done(result) => {
                        say(EngineNews::Done(ResultText::of(&own, &result)));
                    }
                });
                // Where there are threads, this one waits.
                self.engine.wait();
            }
            EngineOrder::Annotate { game, skipped, limits } => {
                let game = game.game()?;
                let mut at = Game::from_fen(game.variant(), game.start_fen())
                    .map_err(|error| error.to_string())?;
                let mut turns = game.turns_so_far().into_iter();
                turns.by_ref().take(skipped).for_each(|turn| at.play_moves(turn));
                let told = |judgement: &_| {
                    let turn = turns.next().unwrap_or(&[]);
                    (self.say)(EngineNews::Judged(JudgementText::of(&at, turn, judgement)));
                    at.play_moves(turn);
                };
                annotate(&mut self.engine, &game, skipped, &limits.limits(), &self.stop, told);
            }
        }
        Ok(())
    }
}
