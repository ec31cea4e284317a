//! Where the pieces that castle stand in the start array.

use super::draft::Draft;
use super::pieces::KING;
use crate::square::Coordinates;
use crate::variant::piece_placement;
use std::collections::BTreeMap;

/// White's letters in the start array; none if it is no array of the board.
fn standing(draft: &Draft) -> BTreeMap<Coordinates, char> {
    let placement = draft.start.split(' ').next().unwrap_or("");
    piece_placement::letters(placement, draft.files, draft.ranks).unwrap_or_default()
}

/// Where White's King stands in the start array.
fn king_at(draft: &Draft) -> Option<Coordinates> {
    let king = draft.pieces.iter().find(|piece| piece.key == KING)?.letter;
    standing(draft).into_iter().find(|(_, letter)| *letter == king).map(|(at, _)| at)
}

/// Whether what White's King castles with stands on a file, or nearer to the King; true if there is no King.
pub fn castles_from(draft: &Draft, file: usize, toward_last: bool) -> bool {
    let Some(king) = king_at(draft) else { return file < draft.files };
    standing(draft).into_iter().any(|(at, letter)| {
        let (from, own) = (usize::from(at.file), at.rank == king.rank);
        let between = match toward_last {
            true => at.file > king.file && from <= file,
            false => at.file < king.file && from >= file,
        };
        own && between && letter == draft.castling_piece && file < draft.files
    })
}
