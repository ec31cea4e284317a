//! The Chess Engine Communication Protocol, version 2, as XBoard and WinBoard use it.
//!
//! XBoard knows these games only from the engine's descriptions. Its legality testing must be off, so the
//! engine is the only referee: it highlights the targets of lifted pieces, refuses illegal moves and claims
//! the end of the game.

mod choice;
mod commands;
mod highlight;
mod options;
pub mod picture_places;
mod searching;
mod session;
mod setup;
mod thinking;

use super::SessionStart;
use super::output::Output;
use commands::Flow;
use dhow_engine::search::SearchEvent;
use dhow_files::{LineError, Lines};
use dhow_play::xboard::{CHESS, NORMAL, can_play};
use dhow_rules::variant::{Catalogue, Variant};
use session::XboardSession;
use std::sync::{Arc, mpsc};
use std::thread::Builder;
use std::time::Instant;

/// An event for the session.
enum Message {
    /// A line of the interface, and its time of arrival.
    Line(Result<String, LineError>, Instant),
    /// The end of the input.
    End,
    /// An event of the search with this number.
    News(u64, SearchEvent),
}

/// The game with this XBoard name.
fn find<'a>(catalogue: &'a Catalogue, name: &str) -> Option<&'a Arc<Variant>> {
    catalogue.find(if name == NORMAL { CHESS } else { name })
}

/// Runs the protocol after the line `xboard`, until `quit` or the end of the input. Games that the protocol
/// cannot describe are not offered. The description of the game that is shown first is sent with the features,
/// because XBoard opens a file of games or positions before it names the game.
pub fn run(input: Lines, output: Output, start: SessionStart) {
    let SessionStart { catalogue, shown, learned, complaints } = start;
    if !catalogue.iter().any(|variant| can_play(variant)) {
        return output.line("Error (no game with one move a turn): xboard");
    }
    let (sender, messages) = mpsc::channel();
    let lines = sender.clone();
    // Reading blocks, so it has its own thread. The end of the process ends the thread.
    let read = move || {
        for line in input {
            if lines.send(Message::Line(line, Instant::now())).is_err() {
                return;
            }
        }
        // Sending fails only if the session has ended.
        let _ = lines.send(Message::End);
    };
    if let Err(error) = Builder::new().name("input".into()).spawn(read) {
        return output.line(format!("Error (cannot start a thread: {error}): xboard"));
    }
    let report = move |number, event| {
        let _ = sender.send(Message::News(number, event));
    };
    let mut session = XboardSession::new(output.clone(), Arc::new(report), catalogue);
    session.shown = shown.filter(|variant| can_play(variant));
    session.complaints = complaints;
    session.use_learned(learned);
    for message in messages {
        match message {
            Message::Line(Ok(line), came) if session.obey(&line, came) == Flow::Quit => break,
            Message::Line(Ok(_), _) => {}
            Message::Line(Err(error), _) => output.line(format!("Error ({error})")),
            Message::News(number, event) => session.news(number, event),
            Message::End => break,
        }
        if output.is_closed() {
            break;
        }
    }
    session.abort();
}
