//! The protocols UCI and XBoard: text in, text out.

pub mod divide;
mod hangup;
pub mod options;
pub mod output;
pub mod report;
pub mod uci;
pub mod xboard;

use dhow_files::Lines;
use dhow_rules::variant::{Catalogue, Variant};
use output::Output;
use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::sync::Arc;
use std::time::Duration;

/// How long a running search may continue after the input has ended, so that a script gets the answer of a
/// short search.
const LAST_SEARCH: Duration = Duration::from_millis(500);

/// Runs the protocol on standard input and output until `quit` or the end of the input. If the reader of the
/// output goes away, the process ends at once, even during a search. XBoard receives the description of
/// `shown` before it asks for one.
pub fn run_process(catalogue: Catalogue, shown: Option<Arc<Variant>>) {
    hangup::exit_when_nobody_listens();
    let output = Output::with_end(stdout(), || std::process::exit(0));
    let session = converse(Lines::new(BufReader::new(stdin())), output, catalogue, shown);
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
    converse(Lines::new(input), Output::new(output), catalogue, None);
}

/// Returns the UCI session if the input ended during one.
fn converse(
    mut input: Lines,
    output: Output,
    catalogue: Catalogue,
    shown: Option<Arc<Variant>>,
) -> Option<uci::UciSession> {
    // An XBoard session has its own engine, so the UCI engine is created only when it is needed.
    let mut session: Option<uci::UciSession> = None;
    while let Some(line) = input.next() {
        let undecided = session.as_ref().is_none_or(|session| !session.is_introduced());
        if undecided && line.as_ref().is_ok_and(|line| line.trim() == "xboard") {
            drop(session);
            xboard::run(input, output, catalogue, shown);
            return None;
        }
        let session =
            session.get_or_insert_with(|| uci::UciSession::new(output.clone(), catalogue.clone()));
        if session.hear(line).is_break() || output.is_closed() {
            return None;
        }
    }
    session
}
