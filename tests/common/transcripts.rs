//! Dialogues with the built program, as text files.
//!
//! A transcript is read from top to bottom, line by line:
//!
//! ```text
//! # a remark; empty lines are skipped too
//! > isready          this line is sent
//! >- go dep          sent without a line end
//! < readyok          the next line of output, where * stands for any text
//! >EOF               the input is closed
//! ...                lines of output may be skipped here, up to one that the next < describes
//! ```
//!
//! In lines sent, `\xff` is a byte, `\r` a carriage return, and `{3*text}` stands for `text text
//! text`. At the end of the transcript the input is closed if it is not yet. The program must then
//! end by itself, successfully, with nothing left to say (unless the last line is `...`) and
//! nothing on stderr.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take, and the end of the program. Generous: machines may be busy.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs every transcript in a folder of `tests/transcripts`.
///
/// # Panics
/// If the program deviates from a transcript, with file and line.
pub fn run_transcripts(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no transcripts in {folder:?}");
    let failures: Vec<String> = files.iter().filter_map(|file| run_file(file).err()).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn run_file(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file:?}: {e}"))?;
    run_transcript(&text).map_err(|message| format!("{}: {message}", file.display()))
}

/// Runs one transcript.
pub fn run_transcript(text: &str) -> Result<(), String> {
    let mut dialogue = Dialogue::start();
    let mut skip = false;
    for (index, line) in text.lines().enumerate() {
        let at = |message: String| format!("line {}: {message}", index + 1);
        match line.split_once(' ').unwrap_or((line, "")) {
            (">", sent) => dialogue.send(&[&bytes(sent)[..], b"\n"].concat()).map_err(at)?,
            (">-", sent) => dialogue.send(&bytes(sent)).map_err(at)?,
            (">EOF", _) => dialogue.input = None,
            ("<", pattern) => {
                dialogue.expect(pattern, skip).map_err(at)?;
                skip = false;
            }
            ("...", _) => skip = true,
            ("", _) => {}
            (remark, _) if remark.starts_with('#') => {}
            _ => return Err(at(format!("not a line of a transcript: {line}"))),
        }
    }
    dialogue.end(skip)
}

struct Dialogue {
    child: Child,
    /// Until it is closed.
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: thread::JoinHandle<String>,
}

impl Dialogue {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
            .env_remove("DHOW_LEARNED")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, output) = channel();
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let errors = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let input = child.stdin.take();
        Self { child, input, output, errors }
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the input is closed")?;
        let sent = input.write_all(bytes).and_then(|()| input.flush());
        sent.map_err(|error| format!("cannot send: {error}"))
    }

    fn expect(&mut self, pattern: &str, skip: bool) -> Result<(), String> {
        let mut last = String::new();
        loop {
            let line = self.output.recv_timeout(PATIENCE).map_err(|error| match error {
                RecvTimeoutError::Timeout => format!("waited for `{pattern}`, last got `{last}`"),
                RecvTimeoutError::Disconnected => {
                    format!("ended before `{pattern}`, last `{last}`")
                }
            })?;
            if matches(pattern, &line) {
                return Ok(());
            }
            if !skip {
                return Err(format!("expected `{pattern}`, got `{line}`"));
            }
            last = line;
        }
    }

    fn end(mut self, skip: bool) -> Result<(), String> {
        drop(self.input);
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().map_err(|error| error.to_string())? {
                break status;
            }
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                return Err("the program does not end".into());
            }
            thread::sleep(Duration::from_millis(5));
        };
        let left: Vec<String> = self.output.iter().collect();
        let errors = self.errors.join().unwrap_or_default();
        if !status.success() || !errors.is_empty() {
            return Err(format!("the program ended with {status} and said: {errors}"));
        }
        match left.first() {
            Some(line) if !skip => Err(format!("unexpected at the end: `{line}`")),
            _ => Ok(()),
        }
    }
}

/// Whether a line fits a pattern, in which each `*` stands for any text.
fn matches(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((head, rest)) => line.strip_prefix(head).is_some_and(|line| {
            let mut ends = line.char_indices().map(|(end, _)| end).chain([line.len()]);
            ends.any(|end| matches(rest, &line[end..]))
        }),
    }
}

/// The bytes of a line to be sent.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let (known, length) =
            escape(rest).unwrap_or_else(|| (letter.to_string().into_bytes(), letter.len_utf8()));
        bytes.extend(known);
        rest = &rest[length..];
    }
    bytes
}

/// The bytes of an escape at the front of a text, and its length.
fn escape(text: &str) -> Option<(Vec<u8>, usize)> {
    if text.starts_with("\\r") {
        return Some((b"\r".into(), 2));
    }
    if let Some(digits) = text.strip_prefix("\\x") {
        return Some((vec![u8::from_str_radix(digits.get(..2)?, 16).ok()?], 4));
    }
    let (inside, _) = text.strip_prefix('{')?.split_once('}')?;
    let (count, repeated) = inside.split_once('*')?;
    let copies = vec![repeated; count.parse().ok()?];
    Some((copies.join(" ").into_bytes(), inside.len() + 2))
}
