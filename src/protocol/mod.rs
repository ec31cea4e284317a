//! Talking to graphical interfaces: text in, text out, over one engine session.

pub mod divide;
mod hangup;
pub mod io;
pub mod options;
pub mod report;
pub mod uci;
pub mod xboard;

use io::{Lines, Output};
use std::io::{BufRead, BufReader, Write, stdin, stdout};

/// Speaks with whoever started the program, until `quit`, the end of the input, or the end of those
/// who listen: without them the process ends at once, whatever it is doing.
pub fn run_process() {
    hangup::exit_when_nobody_listens();
    let output = Output::with_end(stdout(), || std::process::exit(0));
    converse(Lines::new(BufReader::new(stdin())), output);
}

/// Speaks with whoever started the program until `quit` or the end of the input. A line `xboard`
/// before any `uci` chooses the XBoard protocol; everything else is UCI.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) {
    converse(Lines::new(input), Output::new(output));
}

fn converse(mut input: Lines, output: Output) {
    match uci::run(&mut input, &output) {
        uci::End::Quit => {}
        uci::End::XBoard => xboard::run(input, output),
    }
}
