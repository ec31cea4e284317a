//! What a host calls, and what it must have.
//!
//! The host asks for room for a line ([`dhow_room`]), writes it there, and lets it be read ([`dhow_hear`]). Answers come
//! by the host's function `line` before `dhow_hear` returns. The host's functions must not call these functions.

use crate::session::{LONGEST, LineSession};
use dhow_engine::clock::set_clock;
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
}

static ROOM: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static SESSION: Mutex<Option<LineSession>> = Mutex::new(None);

/// Where the host may write a line of this number of bytes; 0 if it is too long.
// SAFETY: no other function has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
extern "C" fn dhow_room(bytes: usize) -> *mut u8 {
    if bytes > LONGEST {
        return std::ptr::null_mut();
    }
    let mut room = ROOM.lock().unwrap_or_else(PoisonError::into_inner);
    room.clear();
    room.resize(bytes, 0);
    room.as_mut_ptr()
}

/// Answers the line that the host has written.
// SAFETY: no other function has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
extern "C" fn dhow_hear() {
    let written = std::mem::take(&mut *ROOM.lock().unwrap_or_else(PoisonError::into_inner));
    let mut session = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    let begun = || {
        set_clock(|| now());
        fastrand::seed((random() * 2f64.powi(53)) as u64);
        LineSession::new(Arc::new(|text| line(text.as_ptr(), text.len())), || stopped() != 0)
    };
    session.get_or_insert_with(begun).hear(&written);
}
