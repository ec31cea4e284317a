//! The board as text.

use crate::game::Game;
use crate::geometry::{Board12, Geometry};

/// The lines of a picture of the board with White below: letters of FEN in boxes, ranks at the
/// right, files below.
pub fn lines(game: &Game) -> Vec<String> {
    let border = format!(" {}+", "+---".repeat(Board12::FILES));
    let mut lines = vec![border.clone()];
    for rank in (0..Board12::RANKS).rev() {
        let boxes: String =
            (0..Board12::FILES).map(|file| format!(" | {}", letter(game, file, rank))).collect();
        lines.push(format!("{boxes} | {}", rank + 1));
        lines.push(border.clone());
    }
    let files: String = ('a'..).take(Board12::FILES).map(|file| format!("   {file}")).collect();
    lines.push(files);
    lines
}

/// The letter of the piece on a square, a blank if there is none.
fn letter(game: &Game, file: usize, rank: usize) -> char {
    let position = game.position();
    let square = Board12::square(file as i32, rank as i32);
    let piece = square.and_then(|square| position.on(square));
    piece.map_or(' ', |piece| position.rules().letter(piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn start_of_metamachy() {
        let lines = lines(&Game::new(&VARIANTS[0]));
        assert_eq!(lines.len(), 26);
        assert_eq!(lines[0], " +---+---+---+---+---+---+---+---+---+---+---+---+");
        assert_eq!(lines[1], " | c | m |   |   |   | q | k |   |   |   | m | c | 12");
        assert_eq!(lines[25], "   a   b   c   d   e   f   g   h   i   j   k   l");
    }
}
