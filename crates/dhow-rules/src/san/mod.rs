//! Moves in the short notation of chess books, as XBoard writes it for these games.
//!
//! A move is written as letter of the piece (none for a Pawn), what tells it from other moves of
//! the same kind of piece, `x` for a capture, the target, `=Q` for a promotion, `+` for check and
//! `#` for mate: `e5`, `Rac12`, `axb9`, `Ic12=L#`. The King's jump is an ordinary King's move.
//! An en passant capture is written like any other, `axb9`, but on large boards where Pawns make double
//! steps from elsewhere than in chess. There it names its victim, as in `a8xb8-b9`: the piece on a8 captures
//! the one on b8 and goes to b9. XBoard knows no other form in which it removes the victim on every
//! rank.
//!
//! Where a Pawn stands beside the target of another one's capture, that one's rank is then named, too: XBoard
//! might take the move for the first leg of such a capture.
//!
//! Reading is tolerant: both forms are read in all games, checks, captures and remarks (`!?`, `e.p.`) may
//! be missing or wrong, squares may be given in full, coordinates (`e3e5`, `a11a12q`) are moves too.

mod meaning;
mod text;
mod write;

#[cfg(test)]
mod tests;

use crate::betza::Manner;
use crate::movegen::MoveTextError;
use crate::pieces::PieceType;
use crate::variant::{Role, Variant};

/// The most files whose names are one letter other than the `x` of captures.
const PLAIN_FILES: usize = 23;

/// Why a text in short notation is no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// A move that passes.
    #[error("`{0}` passes the turn, which these games do not allow")]
    Pass(String),
    /// Not a move in short notation.
    #[error("`{0}` is not a move such as e5, Rac12, Lxd7, a12=Q or e3e5")]
    Form(String),
    /// A letter that is no piece of the game.
    #[error("`{text}`: `{letter}` is no piece of this game")]
    Letter {
        /// The move.
        text: String,
        /// The letter.
        letter: char,
    },
    /// No legal move, written by its squares.
    #[error(transparent)]
    Squares(#[from] MoveTextError),
    /// No legal move fits.
    #[error("`{text}`: no {piece} can legally move so")]
    NoMove {
        /// The move.
        text: String,
        /// The name of the piece.
        piece: String,
    },
    /// Several moves fit.
    #[error("`{text}` may be any of {choices}")]
    Ambiguous {
        /// The move.
        text: String,
        /// The moves that fit.
        choices: String,
    },
    /// Only what the piece promotes to is missing.
    #[error("`{text}`: add what it promotes to, such as {example}")]
    PromotionMissing {
        /// The move.
        text: String,
        /// The same move with a promotion.
        example: String,
    },
}

/// The kind of piece whose letter is not written: the first of those that move as Pawns.
fn unlettered(variant: &Variant) -> Option<PieceType> {
    let index = variant.pieces.iter().position(|piece| piece.role == Role::Pawn)?;
    Some(PieceType::from_index(index))
}

/// The kind of piece that a letter stands for. XBoard calls the Cardinal A, because it cannot take
/// an X for a promotion.
pub fn lettered(variant: &Variant, letter: char) -> Option<PieceType> {
    let index_of = |letter| variant.pieces.iter().position(|piece| piece.letter == letter);
    let alias = || (letter == 'A').then(|| index_of('X')).flatten();
    index_of(letter).or_else(alias).map(PieceType::from_index)
}

/// The longest side of boards on which other programs write en passant captures like any others.
const USUAL_SIDE: usize = 10;

/// Whether en passant captures name their victims.
fn names_victims(variant: &Variant) -> bool {
    variant.files.max(variant.ranks) > USUAL_SIDE && !knows_en_passant(variant)
}

/// Whether XBoard removes the right piece where en passant is entered in one step, as in chess: only
/// Pawns are captured so, after double steps from ranks that make the capturers stand beyond the
/// middle of the board.
pub fn knows_en_passant(variant: &Variant) -> bool {
    let beyond_middle = |rank: &usize| 2 * (rank + 3) <= variant.ranks;
    variant.pieces.iter().all(|piece| {
        let mut double_steps =
            piece.betza.terms.iter().filter(|term| term.manner() == Manner::Lame);
        let as_in_chess = piece.role == Role::Pawn
            && !piece.initial_ranks.is_empty()
            && piece.initial_ranks.iter().all(beyond_middle);
        double_steps.all(|term| term.initial() && as_in_chess)
    })
}
