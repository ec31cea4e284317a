//! Messages of pages of `dhow web`, in any order: nothing panics, the game or analysis can be read as PGN, and it is
//! the same when it is opened again from the disk. [`dhow_fuzz::web`] has the checks.

#![no_main]

use dhow_fuzz::web::{Page, WORDS};
use dhow_fuzz::{seeds, session};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::web), |data: &[u8]| {
    let mut page = Page::open();
    session::lines(data, WORDS).iter().for_each(|line| page.tell(line));
    page.end();
});
