//! FEN: `placement side - - halfmove fullmove`, at the start of a turn only.

use super::{Board, Color, Piece, Position, Turn, Variant};

/// "More than 8 on one side" are refused.
const MOST_LEADERS: usize = 8;

impl Position {
    /// Reads a position, or says why it is refused.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Position, String> {
        let fields: Vec<&str> = fen.split(' ').collect();
        let [placement, side, third, fourth, halfmove, fullmove] = fields[..] else {
            return Err(format!("not six fields: {fen}"));
        };
        let side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(format!("no side {other}")),
        };
        if third != "-" || fourth != "-" {
            return Err(format!("fields 3 and 4 are not `-`: {fen}"));
        }
        let board = read_placement(&variant, placement)?;
        let position = Position {
            turn: Turn::begin(&variant, &board, side),
            variant,
            board,
            side,
            halfmove: read_number(halfmove)?,
            fullmove: read_number(fullmove)?,
        };
        if position.fullmove == 0 {
            return Err("turns are counted from 1".to_string());
        }
        let leaders =
            [Color::White, Color::Black].map(|color| position.leader_squares(color).len());
        // A side without leaders has lost: such a position is the last of a game.
        if leaders == [0, 0] {
            return Err("no leader on both sides".to_string());
        }
        if leaders.into_iter().any(|number| number > MOST_LEADERS) {
            return Err("more than 8 leaders on one side".to_string());
        }
        Ok(position)
    }

    /// The text of the position; panics in mid-turn, where it has none.
    pub fn fen(&self) -> String {
        assert!(self.at_turn_start(), "FEN stands at the start of a turn only");
        let side = match self.side {
            Color::White => "w",
            Color::Black => "b",
        };
        format!("{} {side} - - {} {}", self.placement(), self.halfmove, self.fullmove)
    }

    /// The first field of FEN, which mid-turn has, too.
    pub fn placement(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.board.ranks).rev() {
            let mut row = String::new();
            let mut empties = 0;
            for file in 0..self.board.files {
                let Some(piece) = self.board.at((file, rank)) else {
                    empties += 1;
                    continue;
                };
                if empties > 0 {
                    row += &empties.to_string();
                    empties = 0;
                }
                row.push(piece_char(piece));
            }
            if empties > 0 {
                row += &empties.to_string();
            }
            rows.push(row);
        }
        rows.join("/")
    }
}

/// White's pieces are upper-case letters.
fn piece_char((color, letter): Piece) -> char {
    match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}

fn read_number(text: &str) -> Result<u32, String> {
    // `parse` alone would take a sign, too.
    if !text.chars().all(|c| c.is_ascii_digit()) {
        return Err(format!("no number {text}"));
    }
    text.parse().map_err(|_| format!("no number {text}"))
}

fn read_placement(variant: &Variant, placement: &str) -> Result<Board, String> {
    let mut board = Board::empty(variant.files, variant.ranks);
    let rows: Vec<&str> = placement.split('/').collect();
    if rows.len() != variant.ranks as usize {
        return Err(format!("not {} rows: {placement}", variant.ranks));
    }
    for (row, rank) in rows.into_iter().zip((0..variant.ranks).rev()) {
        let squares = read_row(variant, row)?;
        if squares.len() != variant.files as usize {
            return Err(format!("not {} squares: {row}", variant.files));
        }
        for (piece, file) in squares.into_iter().zip(0..) {
            board.set((file, rank), piece);
        }
    }
    Ok(board)
}

fn read_row(variant: &Variant, row: &str) -> Result<Vec<Option<Piece>>, String> {
    let mut squares = Vec::new();
    let mut rest = row;
    while let Some(c) = rest.chars().next() {
        // "Empties are decimal numbers (`12`)."
        let digits = rest.chars().take_while(|c| c.is_ascii_digit()).count();
        if digits > 0 {
            let empties = read_number(&rest[..digits])?;
            if c == '0' || empties > variant.files as u32 {
                return Err(format!("a number of empties: {row}"));
            }
            squares.extend((0..empties).map(|_| None));
            rest = &rest[digits..];
            continue;
        }
        let letter = c.to_ascii_uppercase();
        if !variant.knows(letter) {
            return Err(format!("no piece {c} in {}", variant.id));
        }
        let color = if c == letter { Color::White } else { Color::Black };
        squares.push(Some((color, letter)));
        rest = &rest[1..];
    }
    Ok(squares)
}
