//! Talking to graphical interfaces: text in, text out, over one engine session.

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

/// How long a search may go on after the input of the program has ended: enough for a short one, of which a
/// script wants the answer.
const LAST_SEARCH: Duration = Duration::from_millis(500);

/// Speaks with whoever started the program, of the games of a catalogue, until `quit`, the end of the
/// input, or the end of those who listen: without them the process ends at once, whatever it is
/// doing. XBoard is told about the game `shown` before it asks.
pub fn run_process(catalogue: Catalogue, shown: Option<Arc<Variant>>) {
    hangup::exit_when_nobody_listens();
    let output = Output::with_end(stdout(), || std::process::exit(0));
    let session = converse(Lines::new(BufReader::new(stdin())), output, catalogue, shown);
    if let Some(session) = session {
        session.finish(LAST_SEARCH);
    }
}

/// Speaks with whoever started the program, of the games of a catalogue, until `quit` or the end of
/// the input. A line `xboard` before any `uci` chooses the XBoard protocol; everything else is UCI.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    catalogue: Catalogue,
) {
    converse(Lines::new(input), Output::new(output), catalogue, None);
}

/// Returns a UCI session whose input has ended.
fn converse(
    mut input: Lines,
    output: Output,
    catalogue: Catalogue,
    shown: Option<Arc<Variant>>,
) -> Option<uci::UciSession> {
    // An XBoard session has an engine of its own; none is set up in vain before it.
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
