//! Messages of pages of `dhow web`, in any order: nothing panics, the game or analysis still tells its PGN,
//! which can be read, and is found as it was when it is opened again from the disk. What is checked stands
//! in [`dhow_fuzz::web`].

#![no_main]

use dhow_fuzz::web::{Page, WORDS};
use dhow_fuzz::{seeds, session};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::web), |data: &[u8]| {
    let mut page = Page::open();
    session::lines(data, WORDS).iter().for_each(|line| page.tell(line));
    page.end();
});
