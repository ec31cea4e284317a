//! Perft in the background, with the count below each move.

use super::output::Output;
use dhow_engine::perft::divide_until;
use dhow_play::uci::go::MAX_PERFT;
use dhow_rules::game::Game;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Stack size that holds the move lists of [`MAX_PERFT`] plies.
const STACK_BYTES: usize = 16 << 20;

/// A command that comes within this time after `go perft` is taken for one of a script that wants the result.
const SCRIPT: Duration = Duration::from_millis(150);

/// The longest time that a script's next command waits for the count.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running count.
///
/// Dropping it ends the count at once, unless a script asked for it: then the drop waits up to `PATIENCE` for
/// the result.
pub struct Divide {
    stop: Arc<AtomicBool>,
    started: Instant,
    thread: Option<JoinHandle<()>>,
}

impl Divide {
    /// Counts the leaves `depth` plies (at most [`MAX_PERFT`]) below the position of a game, and writes
    /// `a3a5: 1` for each move, an empty line and `Nodes searched: N`. Fails if the system grants no thread.
    pub fn start(game: &Game, depth: u32, output: Output) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let (game, asked) = (game.clone(), stop.clone());
        let count = move || {
            let stopped = || asked.load(Ordering::Relaxed) || output.is_closed();
            let mut report =
                |mv, leaves| output.line(format_args!("{}: {leaves}", game.move_text(mv)));
            match divide_until(&game, depth.min(MAX_PERFT), &stopped, &mut report) {
                Some(leaves) => output.lines([String::new(), format!("Nodes searched: {leaves}")]),
                None => output.line("info string perft stopped"),
            }
        };
        let thread = Builder::new().stack_size(STACK_BYTES).spawn(count)?;
        Ok(Self { stop, started: Instant::now(), thread: Some(thread) })
    }

    /// Asks the count to end early and returns at once.
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
            // A panic in the thread was reported on stderr already.
            let _ = thread.join();
        }
    }
}
