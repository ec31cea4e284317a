//! Pictures of positions: as text, as SVG, and as JSON for programs.

mod diagram;
mod json;
mod pieces;
mod svg;
mod text;

pub use diagram::diagram;
pub use json::json;
pub use pieces::picture_files;
pub use svg::{shared_symbols, svg, svg_without_symbols};
pub use text::{TextStyle, text, text_within};

use dhow_rules::game::Game;
use dhow_rules::pieces::Piece;
use dhow_rules::position::MoveKind;
use dhow_rules::square::Coordinates;

/// The details that a picture shows in addition to the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// Whether to mark the squares of the last turn, or of the current one if it has begun.
    pub last_turn: bool,
    /// Whether to mark, in games with leaders, the pieces that may still move in this turn and the leaders
    /// that may still activate.
    pub command: bool,
}

/// The actions that a piece still has in this turn, in a game with leaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommandState {
    /// It may be moved.
    Moves,
    /// It is a leader that may activate a piece, or itself if it has not moved.
    Activates,
}

/// A square of a picture.
struct Cell {
    /// Column from the left.
    column: usize,
    /// Row from the top.
    row: usize,
    square: Coordinates,
    /// Whether the board lacks the square.
    missing: bool,
    piece: Option<Piece>,
    /// Whether a move of the last turn started or ended here.
    marked: bool,
    command: Option<CommandState>,
}

impl View {
    /// The ranks from top to bottom, from 0.
    fn ranks(self, game: &Game) -> Vec<u8> {
        let ranks = 0..game.variant().ranks as u8;
        if self.flipped { ranks.collect() } else { ranks.rev().collect() }
    }

    /// The files from left to right, from 0.
    fn files(self, game: &Game) -> Vec<u8> {
        let files = 0..game.variant().files as u8;
        if self.flipped { files.rev().collect() } else { files.collect() }
    }

    /// The squares row by row, from the top.
    fn cells(self, game: &Game) -> Vec<Vec<Cell>> {
        let position = game.position();
        let marked = if self.last_turn { last_squares(game) } else { Vec::new() };
        let shows_command =
            self.command && game.variant().command.is_some() && game.outcome().is_none();
        let (movers, leaders) = match shows_command {
            true => (position.movers(), position.free_leaders()),
            false => (Vec::new(), Vec::new()),
        };
        let command = |square| match square {
            _ if leaders.contains(&square) => Some(CommandState::Activates),
            _ if movers.contains(&square) => Some(CommandState::Moves),
            _ => None,
        };
        let cell = |row: usize, column: usize, square: Coordinates| Cell {
            column,
            row,
            square,
            missing: !game.variant().has_square(square),
            piece: position.on(square),
            marked: marked.contains(&square),
            command: command(square),
        };
        let files = self.files(game);
        let row = |(row, rank): (usize, u8)| {
            let squares = files.iter().map(|&file| Coordinates { file, rank }).enumerate();
            squares.map(|(column, square)| cell(row, column, square)).collect()
        };
        self.ranks(game).into_iter().enumerate().map(row).collect()
    }
}

/// The FEN of the position. During a turn, the FEN of its start and the moves made since.
pub fn position_text(game: &Game) -> String {
    if game.at_turn_start() {
        return game.fen();
    }
    let turn = game.turns_so_far().last().copied().unwrap_or_default();
    let mut start = game.clone();
    start.undo_turn();
    format!("{}, {} made", start.fen(), game.turn_text(turn))
}

/// The squares where the moves of the last turn, or of the current one if it has begun, started and ended.
fn last_squares(game: &Game) -> Vec<Coordinates> {
    let moves = game.turns_so_far().last().copied().unwrap_or_default();
    let moves = moves.iter().filter(|mv| mv.kind() != MoveKind::End);
    moves.flat_map(|&mv| <[_; 2]>::from(game.position().squares(mv))).collect()
}

fn file_name(file: u8) -> String {
    Coordinates { file, rank: 0 }.file_name()
}
