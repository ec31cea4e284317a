//! Moves in short notation: that of every legal move reads back as this move, and any text is
//! refused or stands for legal moves.
//!
//! An input is a game, the FEN it starts from (or nothing), a line end, and bytes that choose moves
//! and are a text in short notation too.

#![no_main]

use dhow::geometry::Board12;
use dhow::position::Position;
use dhow_fuzz::positions::rules;
use dhow_fuzz::{input, seeds};
use libfuzzer_sys::fuzz_target;

/// More would only be slow.
const MOST_MOVES: usize = 60;

fuzz_target!(init: seeds::write_if_asked(seeds::san), |data: &[u8]| {
    let Some((variant, rest)) = input::variant_and_bytes(data) else { return };
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let (fen, choices) = (String::from_utf8_lossy(&rest[..end]), &rest[end..]);
    // Games with leaders have no short notation.
    if variant.command.is_some() {
        return;
    }
    let mut position = Position::<Board12>::from_fen(rules(variant), &fen)
        .unwrap_or_else(|_| Position::start(rules(variant)).expect("a start array"));
    for &choice in choices.iter().take(MOST_MOVES) {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(choice as usize % moves.len().max(1)) else { break };
        position.make(mv);
    }
    let moves = position.legal_moves();
    for &mv in &moves {
        let san = position.san(mv);
        assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {}", position.fen());
        let coordinates = position.move_text(mv);
        assert_eq!(position.parse_san(&coordinates), Ok(mv), "{coordinates}");
    }
    for word in String::from_utf8_lossy(choices).split_ascii_whitespace() {
        let Ok(readings) = position.san_readings(word) else { continue };
        assert!(!readings.is_empty() && readings.iter().all(|mv| moves.contains(mv)), "{word}");
    }
});
