//! The lines of `d` about the turn, in games with leaders.

use dhow_rules::game::Game;
use dhow_rules::square::Coordinates;

/// The side to move, the leaders that may still activate pieces, and the pieces that can still be activated,
/// by square. Empty in games with one move per turn.
pub fn lines(game: &Game) -> Vec<String> {
    if game.variant().command.is_none() {
        return Vec::new();
    }
    let position = game.position();
    let decided = game.outcome().is_some();
    let squares = |mut squares: Vec<Coordinates>| {
        squares.sort();
        let names: Vec<String> = match decided {
            true => Vec::new(),
            false => squares.iter().map(ToString::to_string).collect(),
        };
        names.join(" ")
    };
    vec![
        format!("Turn: {}", position.side_to_move()),
        format!("Leaders: {}", squares(position.free_leaders())),
        format!("Movers: {}", squares(position.movers())),
    ]
}
