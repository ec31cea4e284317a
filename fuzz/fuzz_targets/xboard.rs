//! XBoard sessions of any lines: each command gets its answer, a refused one changes nothing, and the session ends with
//! its input. [`dhow_fuzz::xboard`] has the checks.

#![no_main]

use dhow_fuzz::xboard::{Observed, WORDS};
use dhow_fuzz::{seeds, session};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::xboard), |data: &[u8]| {
    let mut session = Observed::start();
    session::lines(data, WORDS).iter().for_each(|line| session.obey(line));
    session.end();
});
