//! The built program on a terminal of 80 columns, made by `script` of util-linux.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait for a text.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal in which `dhow` runs.
pub struct Terminal {
    child: Child,
    keys: Option<ChildStdin>,
    shown: Receiver<Vec<u8>>,
    /// All output so far.
    pub screen: String,
    seen: usize,
}

impl Terminal {
    /// Starts it with arguments that need no quotes.
    pub fn start(args: &str) -> Self {
        Self::run(&format!("exec '{}' {args}", env!("CARGO_BIN_EXE_dhow")))
    }

    /// Starts it with a command of the shell `sh`, which survives Ctrl-C.
    pub fn run(command: &str) -> Self {
        let command = format!("trap : INT; stty cols 80 rows 40; {command}");
        let mut child = Command::new("script")
            .args(["-q", "-e", "-c", &command, "/dev/null"])
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("script of util-linux");
        let (sender, shown) = channel();
        let mut output = child.stdout.take().expect("a pipe");
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keys = child.stdin.take();
        Self { child, keys, shown, screen: String::new(), seen: 0 }
    }

    /// Presses keys. If the program has ended, the next wait fails.
    pub fn press(&mut self, keys: &str) {
        let input = self.keys.as_mut().expect("a pipe");
        let _ = input.write_all(keys.as_bytes()).and_then(|()| input.flush());
    }

    /// Waits for a text after those found before.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) {
        let begun = Instant::now();
        loop {
            if let Some(at) = self.screen[self.seen..].find(text) {
                self.seen += at + text.len();
                return;
            }
            let left = PATIENCE.saturating_sub(begun.elapsed());
            match self.shown.recv_timeout(left) {
                Ok(bytes) => self.screen += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("no `{text}` in:\n{}", self.screen),
            }
        }
    }

    /// Waits for the end, and returns the exit code.
    pub fn ends(mut self) -> Option<i32> {
        let code = self.child.wait().expect("an end").code();
        self.keys = None;
        code
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
