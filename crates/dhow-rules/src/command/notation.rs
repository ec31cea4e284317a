//! Actions as text: start square and target square, or `end`.

use super::CommandPosition;
use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::movegen::MoveTextError;
use crate::position::{Move, MoveKind};
use crate::square::{Coordinates, Square};

/// The text of the end of a turn.
pub const END: &str = "end";

/// Parses the two squares of a text.
fn squares<G: Geometry>(board: &Board<G>, text: &str) -> Result<(Square, Square), MoveTextError> {
    let form = || MoveTextError::ActionForm(text.into());
    let (from, rest) = Coordinates::parse_prefix(text).ok_or_else(form)?;
    let Some((to, "")) = Coordinates::parse_prefix(rest) else { return Err(form()) };
    let on_board = |square: Coordinates| {
        board.at(square).ok_or_else(|| MoveTextError::OffBoard {
            text: text.into(),
            square: square.to_string(),
            files: board.files(),
            ranks: board.ranks(),
        })
    };
    Ok((on_board(from)?, on_board(to)?))
}

impl<G: Geometry> CommandPosition<G> {
    /// The text of an action.
    pub fn move_text(&self, action: Move) -> String {
        match action.kind() {
            MoveKind::End => END.into(),
            _ => G::name(action.from()) + &G::name(action.to()),
        }
    }

    /// Parses a legal action.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let movers = self.movers();
        let legal = |action: &Move| self.is_legal(*action, movers);
        if text == END {
            let end = Some(Move::END).filter(legal);
            return end.ok_or_else(|| MoveTextError::EndTooEarly(text.into()));
        }
        let (from, to) = squares(self.rules().board(), text)?;
        let kinds = [MoveKind::Normal, MoveKind::Exchange];
        if let Some(action) = kinds.map(|kind| Move::new(from, to, kind)).into_iter().find(legal) {
            return Ok(action);
        }
        let (text, square) = (text.to_string(), G::name(from));
        let side = self.side_to_move();
        let Some(piece) = self.on(from).filter(|piece| piece.color() == side) else {
            return Err(MoveTextError::NoPiece { text, side: side.to_string(), square });
        };
        let piece = self.rules().variant().pieces[piece.kind().index()].name.clone();
        Err(if self.winner().is_some() {
            MoveTextError::Over(text)
        } else if self.moved().contains(from) {
            MoveTextError::MovedTwice { text, piece, square }
        } else if !movers.contains(from) {
            MoveTextError::OutOfCommand { text, piece, square }
        } else {
            MoveTextError::Unreachable { text, piece, square }
        })
    }
}
