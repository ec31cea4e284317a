//! The built program as an opponent: lines to it, and lines from it with their times of arrival.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait for a line.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `dhow`. Dropping it ends the process.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: Receiver<(Instant, String)>,
}

impl Program {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
            .env_remove("DHOW_LEARNED")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, output) = channel();
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        thread::spawn(move || {
            let lines = stdout.lines().map_while(Result::ok);
            for line in lines {
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take().expect("stdin is piped");
        Self { child, input, output }
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line and returns the time when it was sent.
    pub fn send(&mut self, line: &str) -> Instant {
        let sent = Instant::now();
        self.input.write_all(format!("{line}\n").as_bytes()).expect("the program listens");
        self.input.flush().expect("the program listens");
        sent
    }

    /// The next line, with its time of arrival.
    pub fn line(&self) -> (Instant, String) {
        self.output.recv_timeout(PATIENCE).expect("the program answers")
    }

    /// Skips lines up to the first one that starts with `start`. Returns the rest of that line, with its time of
    /// arrival.
    pub fn wait_for(&self, start: &str) -> (Instant, String) {
        loop {
            let (time, line) = self.line();
            if let Some(rest) = line.strip_prefix(start) {
                return (time, rest.trim().to_string());
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"quit\n").and_then(|()| self.input.flush());
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(2) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
