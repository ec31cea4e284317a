//! The slow, obvious reference for the Chieftain family.
//!
//! It is written from the rules alone and shares no table and no code with the engine, so that the
//! two can be compared. Nothing here tries to be fast: the board is a plain array, every position
//! is a copy, and whether a move may be made is found by trying out every way to share the
//! activations among the pieces moved.
//!
//! `games` holds the games as data, `board` the squares, `moves` how each piece moves, `turn` who
//! may move, and making an action, `fen` and `text` the notation, `game` the end of a game.

mod board;
mod fen;
mod game;
mod games;
mod moves;
mod text;
mod turn;

pub use game::{Game, Outcome};
pub use games::{VARIANTS, Variant, find};

use board::{Board, Square};
use turn::Turn;

/// The two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// Who begins, from the low ranks.
    White,
    /// Who answers.
    Black,
}

impl Color {
    /// The other player.
    pub fn enemy(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// The owner of a piece and its upper-case letter.
type Piece = (Color, char);

/// "For counting, an *action* is one move, or `end`."
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A piece moves, to an empty square or onto an enemy.
    Move {
        /// Where it stands.
        from: Square,
        /// Where its whole move ends.
        to: Square,
    },
    /// A Chieftain and an own Shaman beside it change places.
    Exchange {
        /// The Chieftain's square.
        chieftain: Square,
        /// The Shaman's square.
        shaman: Square,
    },
    /// The player stops early.
    End,
}

/// A position, at the start of a turn or in the middle of one.
#[derive(Clone, Debug)]
pub struct Position {
    variant: Variant,
    board: Board,
    side: Color,
    /// What the player has done so far in this turn.
    turn: Turn,
    /// Turns of either side since the last turn with a capture.
    halfmove: u32,
    fullmove: u32,
}

impl Position {
    /// The array of the game.
    pub fn start(variant: Variant) -> Position {
        Position::from_fen(variant, variant.array).expect("the array is a position")
    }

    /// Whose turn it is.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Has no move been made in this turn yet?
    pub fn at_turn_start(&self) -> bool {
        self.turn.made == 0
    }

    /// "The capture of a player's last Chieftain wins": who has won, if the other side has no
    /// leader left.
    pub fn winner(&self) -> Option<Color> {
        [Color::White, Color::Black]
            .into_iter()
            .find(|color| self.leader_squares(color.enemy()).is_empty())
    }

    /// Counts the sequences of `depth` actions. Draws by repetition or by the count of turns do not
    /// cut them short; wins do, as nothing can be done in a won position.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let actions = self.actions();
        if depth == 1 {
            return actions.len() as u64;
        }
        actions.into_iter().map(|action| self.after(action).perft(depth - 1)).sum()
    }

    /// The squares of the leaders of one side, in the order of squares.
    fn leader_squares(&self, color: Color) -> Vec<Square> {
        let mut squares = self.board.pieces(color);
        squares.retain(|square| {
            let (_, letter) = self.board.at(*square).expect("a piece");
            self.variant.piece_type(letter).command.is_some()
        });
        squares
    }
}
