//! Moves in short notation: the text of every legal move reads back as this move, and any text is refused or stands for
//! legal moves.
//!
//! An input is a game, the FEN of its start (or nothing), a line end, and bytes. The bytes choose moves, and are also
//! read as a text in short notation.

#![no_main]

use dhow::command::CommandPosition;
use dhow::game::{Game, Visitor};
use dhow::geometry::Geometry;
use dhow::position::Position;
use dhow_fuzz::{input, seeds};
use libfuzzer_sys::fuzz_target;

/// More moves would only make it slow.
const MOST_MOVES: usize = 60;

fuzz_target!(init: seeds::write_if_asked(seeds::san), |data: &[u8]| {
    let Some((variant, rest)) = input::variant_and_bytes(data) else { return };
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let (fen, choices) = (String::from_utf8_lossy(&rest[..end]), &rest[end..]);
    let game = Game::from_fen(variant, &fen).unwrap_or_else(|_| Game::new(variant));
    game.position().visit(Notation { choices });
});

struct Notation<'a> {
    choices: &'a [u8],
}

impl Visitor for Notation<'_> {
    type Output = ();

    fn visit<G: Geometry>(self, position: &Position<G>) {
        let mut position = position.clone();
        for &choice in self.choices.iter().take(MOST_MOVES) {
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
        for word in String::from_utf8_lossy(self.choices).split_ascii_whitespace() {
            let Ok(readings) = position.san_readings(word) else { continue };
            assert!(!readings.is_empty() && readings.iter().all(|mv| moves.contains(mv)), "{word}");
        }
    }

    /// Games with leaders have no short notation.
    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) {}
}
