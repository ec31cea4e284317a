//! The functions that a host calls, and those that it must provide.
//!
//! The host asks for room for a text ([`dhow_room`], [`dhow_board_room`]), writes the text there, and passes it on: as
//! a line ([`dhow_hear`]), as a call of a board ([`dhow_board_hear`]), as an order to a board's engine
//! ([`dhow_engine_hear`]) or as one to a helper of such an engine ([`dhow_helper_hear`]). An instance of the module
//! serves one of these four uses. Answers go to the host's function `line` before these functions return. The host's
//! functions must not call them.
//!
//! A board's engine and its helpers may share a hash table: words of the host, at first all zero, which all of them
//! load and store at any time. A word is stored whole.

use crate::board::{BoardHost, BoardWord};
use crate::session::{LONGEST, LineSession};
use crate::setting::HASH;
use crate::thinker::Thinker;
use dhow_engine::clock::set_clock;
use dhow_engine::search::{Engine, HostWords, SharedTableRole};
use serde::Serialize;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

#[link(wasm_import_module = "dhow")]
#[allow(unsafe_code)]
unsafe extern "C" {
    /// The milliseconds since the beginning of 1970; never goes back.
    safe fn now() -> f64;
    /// A random number, at least 0 and less than 1.
    safe fn random() -> f64;
    /// Whether a search should end: 0 if not.
    safe fn stopped() -> u32;
    /// Receives a line in UTF-8: where it begins in memory, and its bytes. It must copy it.
    safe fn line(start: *const u8, bytes: usize);
    /// The number of words of the shared hash table; 0 if there is none.
    safe fn table_words() -> usize;
    /// The word with this index.
    safe fn table_load(index: usize) -> u64;
    /// Stores the word with this index.
    safe fn table_store(index: usize, word: u64);
}

/// The words of the shared hash table.
struct HostTable;

impl HostWords for HostTable {
    fn count(&self) -> usize {
        table_words()
    }

    fn load(&self, index: usize) -> u64 {
        table_load(index)
    }

    fn store(&self, index: usize, word: u64) {
        table_store(index, word);
    }
}

static ROOM: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static SESSION: Mutex<Option<LineSession>> = Mutex::new(None);
static THINKER: Mutex<Option<Thinker>> = Mutex::new(None);
thread_local! {
    static BOARD: RefCell<Option<BoardHost>> = const { RefCell::new(None) };
}

/// The longest call of a board, or order, in bytes: a backup of many games.
const LONGEST_CALL: usize = 64 << 20;

/// The address where the host may write a line of this number of bytes; 0 if the line is too long.
// SAFETY: no other function has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
extern "C" fn dhow_room(bytes: usize) -> *mut u8 {
    room(bytes, LONGEST)
}

/// The same for a call of a board, or an order.
// SAFETY: no other function has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
extern "C" fn dhow_board_room(bytes: usize) -> *mut u8 {
    room(bytes, LONGEST_CALL)
}

fn room(bytes: usize, most: usize) -> *mut u8 {
    if bytes > most {
        return std::ptr::null_mut();
    }
    let mut room = ROOM.lock().unwrap_or_else(PoisonError::into_inner);
    room.clear();
    room.resize(bytes, 0);
    room.as_mut_ptr()
}

fn written() -> Vec<u8> {
    std::mem::take(&mut *ROOM.lock().unwrap_or_else(PoisonError::into_inner))
}

fn say(text: &str) {
    line(text.as_ptr(), text.len());
}

/// Sends a value to the host as JSON.
fn say_json(word: &impl Serialize) {
    if let Ok(text) = serde_json::to_string(word) {
        say(&text);
    }
}

fn begin() {
    set_clock(|| now());
    fastrand::seed((random() * 2f64.powi(53)) as u64);
}

/// Answers the line that the host has written.
// SAFETY: no other function has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
extern "C" fn dhow_hear() {
    let written = written();
    let mut session = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    let begun = || {
        begin();
        LineSession::new(Arc::new(say), || stopped() != 0)
    };
    session.get_or_insert_with(begun).hear(&written);
}

/// Handles the call of a board ([`BoardCall`](crate::board::BoardCall)) that the host has written. The answers are
/// [words](BoardWord). Returns 0 if the text is not a valid call.
// SAFETY: no other function has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
extern "C" fn dhow_board_hear() -> u32 {
    let Ok(call) = String::from_utf8(written()) else { return 0 };
    BOARD.with_borrow_mut(|board| {
        let begun = || {
            begin();
            BoardHost::new(Arc::new(|word: BoardWord| say_json(&word)))
        };
        u32::from(board.get_or_insert_with(begun).hear(&call).is_ok())
    })
}

/// Carries out the order ([`EngineOrder`](crate::wire::EngineOrder)) that the host has written. The answers are
/// [news](crate::wire::EngineNews).
// SAFETY: no other function has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
extern "C" fn dhow_engine_hear() {
    let Ok(order) = String::from_utf8(written()) else { return };
    with_thinker(SharedTableRole::First, |thinker| thinker.hear(&order));
}

/// Helps the board's engine with the order that the host has written and that this engine carries out at the same time,
/// until the order is stopped. `number` is below 7, and no other helper of that engine has it.
// SAFETY: no other function has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
extern "C" fn dhow_helper_hear(number: usize) {
    let Ok(order) = String::from_utf8(written()) else { return };
    if table_words() > 0 {
        with_thinker(SharedTableRole::Helper(number), |thinker| thinker.help(&order));
    }
}

/// Calls `act` with the engine of this instance, which gets this role when it begins.
fn with_thinker(role: SharedTableRole, act: impl FnOnce(&mut Thinker)) {
    let mut thinker = THINKER.lock().unwrap_or_else(PoisonError::into_inner);
    let begun = || {
        begin();
        let engine = Engine::with_shared_table(Arc::new(HostTable), role);
        let engine = engine.unwrap_or_else(|| Engine::with_hash(HASH));
        Thinker::new(engine, Arc::new(|news| say_json(&news)), || stopped() != 0)
    };
    act(thinker.get_or_insert_with(begun));
}
