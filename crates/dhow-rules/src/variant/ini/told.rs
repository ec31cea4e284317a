//! What a file tells twice: keys that other programs need, and whose values follow from other keys here.

use super::Problem;
use super::build::Fault;
use super::draft::Draft;
use super::keys::{self, TOLD, Told};
use super::pieces::KING;
use crate::square::Coordinates;
use crate::variant::{PieceDef, piece_placement};
use std::collections::BTreeMap;

/// Each of these keys says what the game has anyway. What is wrong with the start array, another check tells.
pub fn agree(draft: &Draft, pieces: &[PieceDef]) -> Result<(), Fault> {
    let at = king_at(draft);
    let king = draft.pieces.iter().find(|piece| piece.key == KING);
    for (index, value) in &draft.told {
        let (key, told, what) = TOLD[*index];
        let letters = |ours: &str| Ok(sorted(&keys::letters(value)?) == sorted(ours));
        let (matters, agrees) = match told {
            Told::KingRank => {
                let rank = keys::number(value, 1, 32, "a rank from 1 to 32");
                (draft.castling, rank.map(|rank: u8| at.is_none_or(|at| at.rank + 1 == rank)))
            }
            Told::KingFile => {
                let same = |file| at.is_none_or(|at| usize::from(at.file) == file);
                (draft.castling, keys::file(value).map(same))
            }
            Told::King => {
                let ours = king.map_or(String::new(), |king| king.letter.into());
                (draft.castling, letters(&ours))
            }
            Told::CastlesWith => (draft.castling, letters(&draft.castling_piece.to_string())),
            Told::Promoting => (true, letters(&draft.pawn_types)),
            Told::Promotions => (true, letters(&draft.promotion_types)),
            Told::EnPassant => (draft.en_passant, letters(&capturers(pieces))),
            Told::Counted => (true, letters(&draft.counted_types)),
        };
        if !agrees.map_err(|problem| (key, problem))? && matters {
            return Err((key, Problem::Unsupported(what)));
        }
    }
    Ok(())
}

fn sorted(letters: &str) -> Vec<char> {
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_unstable();
    letters
}

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

/// The letters of what captures en passant.
fn capturers(pieces: &[PieceDef]) -> String {
    let captures = |piece: &&PieceDef| piece.betza.terms.iter().any(|term| term.en_passant());
    pieces.iter().filter(captures).map(|piece| piece.letter).collect()
}
