//! Help on the commands.

use dhow_play::board_picture::TextStyle;

/// Help on moves in games with one move per turn.
const HELP_MOVES: &str = "  e3e5, a11a12q, Nd4   make a move
  N c2-d4              the same as on Game Courier; P a11-a12; Q-a12 promotes
  moves [SQUARE]       the legal moves, of one piece or all
  hint                 what the engine would play
  undo                 take back your last move, or your resignation
  setup CODE           change the setup, before your first move as Black";

/// Help on moves in games with several moves per turn.
const HELP_TURNS: &str = "  b2c4                 make one move of your turn
  end                  end your turn before all moves are made
  b2c4,g2f4            make these moves, and end the turn
  N b2-c4; N g2-f4     the same as on Game Courier
  moves [SQUARE]       the moves of all pieces, or of one; x is a capture
  last                 the last turn again, with a board for each move
  hint                 the turn, or the rest of it, that the engine would play
  undo                 take back this turn's last move, or your last turn";

/// Help when Black chooses a setup.
pub const SETUP_HELP: &str = "  KQ/LG       a setup: the letters of the chiefs from left to right
  k e7-f12; q f7-g12; ...  the chiefs as Game Courier places them
  random      a random setup
  list        list all setups
  Enter       the default setup
  quit";

const HELP: &str = "  board, flip          show the board, from the other side
  legend, piece M      the letters of the pieces, the moves of one piece
  rules                the rules in short
  history, fen         the moves so far, the position as FEN
  eval                 the engine's evaluation of the position
  go                   the engine makes this move; you play the other side
  level N, level       set the engine's level, 1 to 10; show it
  draw, resign         offer a draw, resign
  new                  start a new game
  save FILE            write the game as PGN; `save! FILE` replaces a file
  load FILE            continue the first game of a PGN file
  help, quit";

/// The commands, and in games with several moves per turn the marks on a board.
pub fn text(has_turns: bool, style: TextStyle) -> String {
    let moving = if has_turns { HELP_TURNS } else { HELP_MOVES };
    let text = format!("Commands:\n{moving}\n{HELP}");
    let marks = match style {
        _ if !has_turns => return text,
        TextStyle::Plain => {
            "(M) may still be moved, <C> is a leader that may still activate, [M] is the last turn"
        }
        TextStyle::Coloured => {
            "green may still be moved, blue is a leader that may still activate, red is the last turn"
        }
    };
    format!("{text}\nOn the board {marks}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_stay_on_their_lines() {
        for text in [HELP_MOVES, HELP_TURNS, SETUP_HELP, HELP] {
            assert_eq!(text.lines().find(|line| line.chars().count() > 80), None);
        }
    }
}
