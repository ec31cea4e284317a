//! Engines in workers, which the board controls by messages in text form.

use super::held::HeldGames;
use super::word::{BoardWord, WordSink};
use crate::wire::{EngineNews, EngineOrder, GameText, LimitsText};
use dhow_board::engines::{AnnotationTask, EngineReport, LentEngine};
use dhow_engine::clock::Instant;
use dhow_engine::eval::Score;
use dhow_engine::search::{Bound, Engine, Handicap, Limits, PvInfo, SearchEvent, SearchResult};
use dhow_play::annotate::Judgement;
use dhow_rules::game::{Game, Turn};
use dhow_rules::variant::{Setup, Variant};
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Size in MiB of the hash table of the board's own engine, which only chooses setups.
const OWN_HASH: usize = 1;

/// The engines in workers, and their present work.
pub struct EngineDesk {
    say: WordSink,
    games: Arc<HeldGames>,
    state: Mutex<DeskState>,
}

#[derive(Default)]
struct DeskState {
    /// The numbers of the last engine and of the last order.
    engines: u64,
    orders: u64,
    /// The present work, by the number of its order.
    running: HashMap<u64, EngineErrand>,
}

/// The present work of an engine.
struct EngineErrand {
    engine: u64,
    /// The game, which follows the turns that are judged.
    game: Game,
    kind: ErrandKind,
}

enum ErrandKind {
    Search { report: EngineReport<SearchEvent>, since: Instant, best: Option<PvInfo> },
    Annotation(Box<AnnotationErrand>),
}

struct AnnotationErrand {
    report: EngineReport<Option<Judgement>>,
    stop: Arc<AtomicBool>,
    /// Whether the engine has received the order to stop.
    stopped: bool,
    /// The turns still to be judged, in order.
    turns: Vec<Turn>,
    /// Kept for its drop: it dismisses the worker at the end of the errand.
    _engine: Box<WorkerEngine>,
}

impl EngineDesk {
    /// A desk without engines. Games of variant files are found in `games`.
    pub fn new(say: WordSink, games: Arc<HeldGames>) -> Arc<Self> {
        Arc::new(Self { say, games, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, DeskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new engine, whose worker begins with its first order.
    pub fn engine(self: &Arc<Self>) -> WorkerEngine {
        let mut state = self.state();
        state.engines += 1;
        WorkerEngine { desk: self.clone(), number: state.engines, level: Handicap::FULL }
    }

    /// Handles an engine's report about an order. Ignores reports that come too late.
    pub fn hear(&self, order: u64, news: &EngineNews) {
        let Some(mut errand) = self.state().running.remove(&order) else { return };
        if errand.hear(news) {
            self.state().running.insert(order, errand);
        }
    }

    /// Handles the end of an order, whether or not the engine has completed it.
    pub fn end(&self, order: u64) {
        let errand = self.state().running.remove(&order);
        errand.into_iter().for_each(EngineErrand::end);
    }

    /// Sends orders to stop to the engines whose annotations must end.
    pub fn stop_annotations(&self) {
        for (order, errand) in &mut self.state().running {
            if let ErrandKind::Annotation(annotation) = &mut errand.kind
                && !annotation.stopped
                && annotation.stop.load(Relaxed)
            {
                annotation.stopped = true;
                (self.say)(BoardWord::Stop { engine: errand.engine, order: *order });
            }
        }
    }

    fn order(&self, engine: u64, order: EngineOrder) -> u64 {
        let mut state = self.state();
        state.orders += 1;
        let (number, team) = (state.orders, order.team());
        (self.say)(BoardWord::Order { engine, number, team, order: Box::new(order) });
        state.orders
    }

    fn text(&self, game: &Game) -> GameText {
        GameText::of(game, self.games.file_of(&game.variant().id))
    }
}

impl EngineErrand {
    /// Returns whether it goes on.
    fn hear(&mut self, news: &EngineNews) -> bool {
        match (&mut self.kind, news) {
            (ErrandKind::Search { report, best, .. }, EngineNews::Line(text)) => {
                if let Some(line) = text.line(&self.game) {
                    if line.rank <= 1 && line.bound == Bound::Exact {
                        *best = Some(line.clone());
                    }
                    report(SearchEvent::Line(line));
                }
                true
            }
            (ErrandKind::Search { report, .. }, EngineNews::Done(text)) => {
                match text.result(&self.game) {
                    Some(result) => report(SearchEvent::Done(result)),
                    None => return true,
                }
                false
            }
            (ErrandKind::Annotation(annotation), EngineNews::Judged(text)) => {
                let turn = annotation.turns.first().map_or(&[][..], |turn| turn);
                if let Some(judgement) = text.judgement(&self.game, turn) {
                    self.game.play_moves(turn);
                    annotation.turns.drain(..1.min(annotation.turns.len()));
                    (annotation.report)(Some(judgement));
                }
                true
            }
            _ => true,
        }
    }

    /// Reports the end: the best turn so far, or that no judgement follows.
    fn end(self) {
        match self.kind {
            ErrandKind::Search { mut report, since, best } => {
                let time = since.elapsed();
                report(SearchEvent::Done(result_so_far(&self.game, best.as_ref(), time)));
            }
            ErrandKind::Annotation(mut annotation) => (annotation.report)(None),
        }
    }
}

/// The result of a search that was cut off.
fn result_so_far(game: &Game, best: Option<&PvInfo>, time: Duration) -> SearchResult {
    let mut turns = best.map_or(Vec::new(), |best| game.turns(&best.pv)).into_iter();
    let (turn, reply) = (turns.next(), turns.next());
    SearchResult {
        turn,
        reply,
        score: best.map_or(Score::DRAW, |best| best.score),
        depth: best.map_or(0, |best| best.depth),
        nodes: best.map_or(0, |best| best.nodes),
        time,
    }
}

/// An engine in a worker.
pub struct WorkerEngine {
    desk: Arc<EngineDesk>,
    number: u64,
    level: usize,
}

impl LentEngine for WorkerEngine {
    fn set_level(&mut self, level: usize) {
        self.level = level;
    }

    fn level(&self) -> usize {
        self.level
    }

    fn start(&mut self, game: &Game, limits: Limits, report: EngineReport<SearchEvent>) {
        self.stop();
        let order = EngineOrder::Search {
            level: self.level,
            game: self.desk.text(game),
            limits: LimitsText::of(&limits),
        };
        let number = self.desk.order(self.number, order);
        let kind = ErrandKind::Search { report, since: Instant::now(), best: None };
        let errand = EngineErrand { engine: self.number, game: game.clone(), kind };
        self.desk.state().running.insert(number, errand);
    }

    fn stop(&self) {
        let state = self.desk.state();
        let own = state.running.iter().filter(|(_, errand)| errand.engine == self.number);
        for (&order, _) in own {
            (self.desk.say)(BoardWord::Stop { engine: self.number, order });
        }
    }

    fn clear(&mut self) {
        self.desk.order(self.number, EngineOrder::Clear {});
    }

    fn promising(&mut self, variant: &Arc<Variant>) -> Setup {
        dhow_play::promising(variant, &mut Engine::with_hash(OWN_HASH))
    }

    fn annotate(self: Box<Self>, task: AnnotationTask) -> io::Result<()> {
        let AnnotationTask { game, skipped, limits, stop, report } = task;
        let start = Game::from_fen(game.variant(), game.start_fen());
        let mut start = start.map_err(io::Error::other)?;
        let mut turns = start.turns(game.moves());
        turns.drain(..skipped.min(turns.len())).for_each(|turn| start.play_moves(&turn));
        let (text, limits) = (self.desk.text(&game), LimitsText::of(&limits));
        let order = EngineOrder::Annotate { game: text, skipped, limits };
        let (desk, engine) = (self.desk.clone(), self.number);
        let number = desk.order(engine, order);
        let kind = ErrandKind::Annotation(Box::new(AnnotationErrand {
            report,
            stop,
            stopped: false,
            turns,
            _engine: self,
        }));
        desk.state().running.insert(number, EngineErrand { engine, game: start, kind });
        Ok(())
    }
}

impl Drop for WorkerEngine {
    fn drop(&mut self) {
        (self.desk.say)(BoardWord::Dismissed { engine: self.number });
    }
}
