//! Redundant keys: other programs need them, and here other keys already determine their values.

use super::Problem;
use super::build::KeyProblem;
use super::draft::Draft;
use super::keys::{self, REDUNDANT, RedundantKey};
use crate::pieces::{Color, Letter};
use crate::square::Coordinates;
use crate::variant::{PieceDef, piece_placement};
use std::collections::BTreeMap;

/// Checks that each redundant key agrees with the rest of the game. An invalid start array is
/// reported elsewhere.
pub fn agree(draft: &Draft, pieces: &[PieceDef]) -> Result<(), KeyProblem> {
    let at = king_at(draft, Color::White);
    let king = draft.king();
    for (index, value) in &draft.redundant {
        let (key, repeated, what) = REDUNDANT[*index];
        let letters = |ours: &str| Ok(sorted(&keys::letters(value)?) == sorted(ours));
        let (matters, agrees) = match repeated {
            RedundantKey::KingRank => {
                let rank = keys::number(value, 1, 32, "a rank from 1 to 32");
                (draft.castles(), rank.map(|rank: u8| at.is_none_or(|at| at.rank + 1 == rank)))
            }
            RedundantKey::KingFile => {
                let same = |file| at.is_none_or(|at| usize::from(at.file) == file);
                (draft.castles(), keys::file(value).map(same))
            }
            RedundantKey::King => {
                let ours = king.map_or(String::new(), |king| king.letter.into());
                (draft.castles(), letters(&ours))
            }
            RedundantKey::CastlesWith => (draft.castles(), letters(&draft.castling_pieces)),
            RedundantKey::Promoting => (true, letters(&draft.pawn_types)),
            RedundantKey::Promotions => (true, letters(&draft.promotion_types)),
            RedundantKey::EnPassant => (draft.en_passant, letters(&capturers(pieces))),
            RedundantKey::Counted => (true, letters(&draft.counted_types())),
        };
        if !agrees.map_err(|problem| (key, problem))? && matters {
            return Err((key, Problem::Unsupported(what)));
        }
    }
    Ok(())
}

fn sorted(letters: &str) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Letter::all(letters).collect();
    letters.sort_unstable();
    letters
}

/// The letters in the start array; empty if it does not fit the board.
fn standing(draft: &Draft) -> BTreeMap<Coordinates, Letter> {
    piece_placement::letters(draft.placement(), draft.files, draft.ranks).unwrap_or_default()
}

/// The square of a side's King in the start array.
fn king_at(draft: &Draft, color: Color) -> Option<Coordinates> {
    let king = color.letter_of(draft.king()?.letter);
    standing(draft).into_iter().find(|(_, letter)| *letter == king).map(|(at, _)| at)
}

/// Whether the castling partner of a side's King stands on a file, or between it and the King. True
/// if there is no King.
pub fn castles_from(draft: &Draft, color: Color, file: usize, toward_last: bool) -> bool {
    let Some(king) = king_at(draft, color) else { return file < draft.files };
    standing(draft).into_iter().any(|(at, letter)| {
        let (from, own) = (usize::from(at.file), at.rank == king.rank);
        let between = match toward_last {
            true => at.file > king.file && from <= file,
            false => at.file < king.file && from >= file,
        };
        let mut partners = Letter::all(&draft.castling_pieces).map(|piece| color.letter_of(piece));
        own && between && partners.any(|partner| partner == letter) && file < draft.files
    })
}

/// The letters of the pieces that capture en passant.
fn capturers(pieces: &[PieceDef]) -> String {
    let captures = |piece: &&PieceDef| piece.betza.terms.iter().any(|term| term.en_passant());
    pieces.iter().filter(captures).map(|piece| piece.letter).collect()
}
