//! Perft in the background, with the count below each move.

use super::output::Output;
use dhow_engine::perft::divide_until;
use dhow_rules::game::Game;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// The deepest count in plies. None will ever finish that is half as deep.
pub const MAX_DEPTH: u32 = 64;

/// Room for the move lists of [`MAX_DEPTH`] plies.
const STACK_BYTES: usize = 16 << 20;

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
            let mut report =
                |mv, leaves| output.line(format_args!("{}: {leaves}", game.move_text(mv)));
            match divide_until(&game, depth.min(MAX_DEPTH), &stopped, &mut report) {
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
