//! Endings of two pieces, solved in the background.

use super::SolverRound;
use super::ending::Ending;
use super::tables::Tables;
use crate::threads;
use arrayvec::ArrayVec;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Color, PieceType};
use dhow_rules::position::Position;
use dhow_rules::square::Square;
use dhow_rules::variant::MatingMaterial;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// The most pieces of a side beside its King, among [`Tables::FEW_PIECES`].
const MOST_HELPERS: usize = 3;

/// The most threads that solve an ending.
const MOST_THREADS: usize = 4;

/// Solves endings of two pieces on threads of its own, one at a time, and keeps the latest within a memory limit.
/// Dropping it cancels the work.
#[derive(Debug)]
pub struct Background<G: Geometry> {
    tables: Arc<Tables<G>>,
    material: MatingMaterial,
    state: Mutex<BackgroundState>,
}

#[derive(Debug)]
struct BackgroundState {
    /// Memory limit in MiB for all endings of two pieces.
    memory: u64,
    /// Endings asked for, oldest first.
    asked: Vec<Ending>,
    running: Option<BackgroundRun>,
}

#[derive(Debug)]
struct BackgroundRun {
    ending: Ending,
    cancelled: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// Default memory limit in MiB: room for one ending.
pub const DEFAULT_BACKGROUND_MEMORY: u64 = 256;

impl<G: Geometry> Background<G> {
    /// Solves endings for these tables.
    pub fn new(tables: Arc<Tables<G>>) -> Self {
        let material = MatingMaterial::new(tables.rules());
        let state =
            BackgroundState { memory: DEFAULT_BACKGROUND_MEMORY, asked: Vec::new(), running: None };
        Self { tables, material, state: Mutex::new(state) }
    }

    /// Sets the memory limit in MiB for all solved endings and the one in progress. Endings beyond it are dropped at
    /// once; 0 solves none.
    pub fn set_memory(&self, memory: u64) {
        let mut state = self.state();
        state.memory = memory;
        state.make_room(&self.tables, 0);
        let running = state.running.as_ref();
        if running.is_some_and(|running| self.tables.needed(&running.ending) > memory) {
            state.cancel();
        }
    }

    /// Starts to solve the ending of two pieces that a position has or may soon have, if there is memory and it is not
    /// solved. Returns at once and cancels other work.
    pub fn ask(&self, position: &Position<G>) {
        let Some(ending) = self.pair(position) else { return };
        let mut state = self.state();
        state.asked.retain(|other| *other != ending);
        if state.is_solving(&ending) || self.tables.solved(&ending).is_some() {
            state.asked.push(ending);
            return;
        }
        state.cancel();
        let needed = self.tables.needed(&ending);
        if needed > state.memory {
            return;
        }
        state.make_room(&self.tables, needed);
        state.running = BackgroundRun::start(&self.tables, &ending);
        state.asked.push(ending);
    }

    /// Whether the position itself, not only a later one, has the ending in progress.
    pub fn is_at(&self, position: &Position<G>) -> bool {
        position.placement().bare_side().is_some()
            && self.pair(position).is_some_and(|ending| self.state().is_solving(&ending))
    }

    /// Waits until no ending is in progress.
    pub fn wait(&self) {
        let running = self.state().running.take();
        if let Some(running) = running {
            // After a panic there is no table.
            let _ = running.thread.join();
        }
    }

    fn state(&self) -> MutexGuard<'_, BackgroundState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Two pieces of one side that can mate together and not alone, if the other side has at most one piece, with
    /// which it cannot mate.
    fn pair(&self, position: &Position<G>) -> Option<Ending> {
        if position.men().count() > Tables::<G>::FEW_PIECES {
            return None;
        }
        let rules = self.tables.rules();
        let pieces = |color| -> ArrayVec<(PieceType, Square), MOST_HELPERS> {
            let side = position.placement().side(color) - G::Set::single(position.king(color));
            side.into_iter().filter_map(|from| Some((position.on(from)?.kind(), from))).collect()
        };
        let mates = |pieces: &[(PieceType, Square)]| self.material.suffices::<G>(pieces);
        Color::ALL.into_iter().find_map(|color| {
            let (own, theirs) = (pieces(color), pieces(!color));
            let together = own.len() == 2 && mates(&own) && !own.chunks(1).any(mates);
            let wins = |piece: &[_]| mates(piece) && !rules.promotes(piece[0].0);
            if !together || theirs.chunks(1).any(wins) {
                return None;
            }
            let kinds: ArrayVec<_, MOST_HELPERS> = own.into_iter().map(|(kind, _)| kind).collect();
            Ending::new(rules, &kinds).ok()
        })
    }
}

impl<G: Geometry> Drop for Background<G> {
    fn drop(&mut self) {
        self.state().cancel();
    }
}

impl BackgroundState {
    fn is_solving(&self, ending: &Ending) -> bool {
        let at_it =
            |running: &BackgroundRun| running.ending == *ending && !running.thread.is_finished();
        self.running.as_ref().is_some_and(at_it)
    }

    /// Cancels the ending in progress, which stops after its round.
    fn cancel(&mut self) {
        if let Some(running) = self.running.take() {
            running.cancelled.store(true, Relaxed);
        }
    }

    /// Drops endings, oldest first, until `needed` MiB are free.
    fn make_room<G: Geometry>(&mut self, tables: &Tables<G>, needed: u64) {
        let size = |ending: &Ending| {
            tables.solved(ending).map_or(0, |table| table.size().div_ceil(1 << 20) as u64)
        };
        let mut used: u64 = self.asked.iter().map(size).sum();
        while used + needed > self.memory && !self.asked.is_empty() {
            let oldest = self.asked.remove(0);
            used -= size(&oldest);
            tables.forget(&oldest);
        }
    }
}

impl BackgroundRun {
    /// Solves an ending on a thread; `None` if the system refuses one.
    fn start<G: Geometry>(tables: &Arc<Tables<G>>, ending: &Ending) -> Option<Self> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let (tables, ending_there, cancelled_there) =
            (tables.clone(), ending.clone(), cancelled.clone());
        let work = move || {
            let processors = std::thread::available_parallelism().map_or(1, usize::from);
            let pool = threads::pool(processors.min(MOST_THREADS));
            let mut go_on = |_: &Ending, _: SolverRound| match cancelled_there.load(Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            if let Ok(pool) = pool {
                // An ending that cannot be solved has no table.
                let _ = pool.install(|| tables.table_while(&ending_there, &mut go_on));
            }
        };
        let thread = std::thread::Builder::new().name("endgame".into()).spawn(work).ok()?;
        Some(Self { ending: ending.clone(), cancelled, thread })
    }
}
