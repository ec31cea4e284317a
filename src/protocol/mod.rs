//! The protocols UCI and XBoard: text in, text out.

pub mod divide;
mod hangup;
pub mod options;
pub mod output;
pub mod uci;
pub mod xboard;

use dhow_files::Lines;
use dhow_rules::variant::{Catalogue, Variant};
use output::Output;
use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long a running search may continue after the input has ended, so that a script gets the answer of a
/// short search.
const LAST_SEARCH: Duration = Duration::from_millis(500);

/// The games, settings and remarks at the start of a session.
pub struct SessionStart {
    /// The games. The first one is the default.
    pub catalogue: Catalogue,
    /// The game that XBoard receives a description of before it asks for one.
    pub shown: Option<Arc<Variant>>,
    /// The folder of learned networks; `None` if none are used.
    pub learned: Option<PathBuf>,
    /// Errors before the session, such as the mistakes of a file of games: lines for the user.
    pub complaints: Vec<String>,
}

/// Runs the protocol on standard input and output until `quit` or the end of the input. If the reader of the
/// output goes away, the process ends at once, even during a search.
pub fn run_process(start: SessionStart) {
    hangup::exit_when_nobody_listens();
    let output = Output::with_end(stdout(), || std::process::exit(0));
    let session = converse(Lines::new(BufReader::new(stdin())), output, start);
    if let Some(session) = session {
        session.finish(LAST_SEARCH);
    }
}

/// Runs the protocol until `quit` or the end of the input. A line `xboard` before any `uci` selects the
/// XBoard protocol; every other line selects UCI.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    catalogue: Catalogue,
) {
    let start = SessionStart { catalogue, shown: None, learned: None, complaints: Vec::new() };
    converse(Lines::new(input), Output::new(output), start);
}

/// Returns the UCI session if the input ended during one.
fn converse(mut input: Lines, output: Output, start: SessionStart) -> Option<uci::UciSession> {
    // An XBoard session has its own engine, so the UCI engine is created only when it is needed.
    let mut session: Option<uci::UciSession> = None;
    while let Some(line) = input.next() {
        let undecided = session.as_ref().is_none_or(|session| !session.is_introduced());
        if undecided && line.as_ref().is_ok_and(|line| line.trim() == "xboard") {
            drop(session);
            xboard::run(input, output, start);
            return None;
        }
        let is_first = session.is_none();
        let session = session.get_or_insert_with(|| {
            let catalogue = start.catalogue.clone();
            uci::UciSession::new(output.clone(), catalogue, start.learned.clone())
        });
        if session.hear(line).is_break() || output.is_closed() {
            return None;
        }
        // The first line is nearly always `uci`, and some hosts want its answer before anything else.
        if is_first {
            start.complaints.iter().for_each(|line| session.tell(line));
        }
    }
    session
}
