//! Perft in the background, with the count below each move.

use super::io::Output;
use crate::command::CommandPosition;
use crate::game::{Game, Visitor};
use crate::geometry::Geometry;
use crate::perft::{Countable, listed, perft};
use crate::position::Position;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// The deepest count in plies. None will ever finish that is half as deep.
pub const MAX_DEPTH: u32 = 64;

/// Room for the move lists of [`MAX_DEPTH`] plies.
const STACK_BYTES: usize = 16 << 20;

/// Counts so shallow, in plies, that they are not interrupted.
const WHOLE_DEPTH: u32 = 3;

/// A command that follows a count this soon comes from a script, which wants the count.
const SCRIPT: Duration = Duration::from_millis(150);

/// How long a script's next command waits for the count.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running count.
///
/// Dropped, it ends: at once, unless a script asked for it, whose next command waits for the count
/// for a while.
pub struct Divide {
    stop: Arc<AtomicBool>,
    started: Instant,
    thread: Option<JoinHandle<()>>,
}

impl Divide {
    /// Counts the leaves `depth` plies below the position of a game, at most [`MAX_DEPTH`], and
    /// writes `a3a5: 1` for each move, an empty line and `Nodes searched: N`. Fails if the system
    /// has no thread to spare.
    pub fn start(game: &Game, depth: u32, output: Output) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let (game, asked) = (game.clone(), stop.clone());
        let count = move || {
            let stopped = || asked.load(Ordering::Relaxed) || output.is_closed();
            let divide = Count { depth: depth.min(MAX_DEPTH), output: &output, stopped: &stopped };
            match game.position().visit(divide) {
                Some(leaves) => output.lines([String::new(), format!("Nodes searched: {leaves}")]),
                None => output.line("info string perft stopped"),
            }
        };
        let thread = Builder::new().stack_size(STACK_BYTES).spawn(count)?;
        Ok(Self { stop, started: Instant::now(), thread: Some(thread) })
    }

    /// Asks the count to end early. Does not wait.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Divide {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            let scripted = self.started.elapsed() < SCRIPT;
            while scripted && !thread.is_finished() && self.started.elapsed() < PATIENCE {
                sleep(Duration::from_millis(2));
            }
            self.stop();
            // A panic there has been reported on stderr; here it changes nothing.
            let _ = thread.join();
        }
    }
}

/// A count on whatever board: the leaves below all moves, each reported; `None` if stopped.
struct Count<'a> {
    depth: u32,
    output: &'a Output,
    stopped: &'a dyn Fn() -> bool,
}

impl Visitor for Count<'_> {
    type Output = Option<u64>;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Option<u64> {
        self.count(position)
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Option<u64> {
        self.count(position)
    }
}

impl Count<'_> {
    fn count<P: Countable>(self, position: &P) -> Option<u64> {
        let Some(below) = self.depth.checked_sub(1) else { return Some(1) };
        let mut position = position.clone();
        let mut leaves = 0;
        for mv in listed(&position) {
            position.make(mv);
            let count = count(&mut position, below, self.stopped);
            position.unmake(mv);
            self.output.line(format_args!("{}: {}", position.move_text(mv), count?));
            leaves += count?;
        }
        Some(leaves)
    }
}

/// Perft that can be stopped, for which it gives `None`.
fn count<P: Countable>(position: &mut P, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
    if stopped() {
        return None;
    }
    if depth <= WHOLE_DEPTH {
        return Some(perft(position, depth));
    }
    let mut leaves = 0;
    for mv in listed(position) {
        position.make(mv);
        let below = count(position, depth - 1, stopped);
        position.unmake(mv);
        leaves += below?;
    }
    Some(leaves)
}
