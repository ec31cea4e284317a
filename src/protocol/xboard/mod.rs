//! The Chess Engine Communication Protocol, version 2, as XBoard and WinBoard speak it.
//!
//! XBoard knows these games only by what the engine tells it, and with its legality testing off,
//! as they need, the engine is the only referee: it lights up the targets of lifted pieces,
//! refuses illegal moves and claims the end of the game.

mod choice;
mod commands;
mod highlight;
mod options;
pub mod picture_places;
mod searching;
mod session;
mod setup;
mod thinking;

use super::output::Output;
use commands::Flow;
use dhow_engine::search::Event;
use dhow_files::{LineError, Lines};
use dhow_play::xboard::{CHESS, NORMAL, can_play};
use dhow_rules::variant::{Catalogue, Variant};
use session::XboardSession;
use std::sync::{Arc, mpsc};
use std::thread::Builder;
use std::time::Instant;

/// What the conversation has to react to.
enum Message {
    /// A line of the interface, and when it came.
    Line(Result<String, LineError>, Instant),
    /// The interface has gone.
    End,
    /// News of the search with this number.
    News(u64, Event),
}

/// The game that XBoard calls by this name.
fn find<'a>(catalogue: &'a Catalogue, name: &str) -> Option<&'a Arc<Variant>> {
    catalogue.find(if name == NORMAL { CHESS } else { name })
}

/// Speaks the protocol after the line `xboard`, of the games of a catalogue, until `quit` or the end
/// of the input. Games that it cannot play are not offered. The game `shown` is described with the
/// features already: XBoard opens a file of games or positions before it names the game.
pub fn run(input: Lines, output: Output, catalogue: Catalogue, shown: Option<Arc<Variant>>) {
    if !catalogue.iter().any(|variant| can_play(variant)) {
        return output.line("Error (no game with one move a turn): xboard");
    }
    let (sender, messages) = mpsc::channel();
    let lines = sender.clone();
    // Reading waits for the interface, so it has a thread of its own, which the end of the
    // process ends if the input does not.
    let read = move || {
        for line in input {
            if lines.send(Message::Line(line, Instant::now())).is_err() {
                return;
            }
        }
        // Nobody listens only if the conversation is over anyway.
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
