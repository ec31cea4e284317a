//! Talking to graphical interfaces: text in, text out, over one engine session.

pub mod divide;
pub mod io;
pub mod options;
pub mod report;
pub mod uci;
pub mod xboard;

use io::{Lines, Output};
use std::io::{BufRead, Write};

/// Speaks with whoever started the program until `quit` or the end of the input. A line `xboard`
/// before any `uci` chooses the XBoard protocol; everything else is UCI.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) {
    let (mut input, output) = (Lines::new(input), Output::new(output));
    match uci::run(&mut input, &output) {
        uci::End::Quit => {}
        uci::End::XBoard => xboard::run(input, output),
    }
}
