//! Standard algebraic notation (SAN), as XBoard writes it for these games.
//!
//! A move is the letter of the piece (none for a Pawn), the file or rank that distinguishes it from
//! moves of other pieces of the kind, `x` for a capture, the target square, `=Q` for a promotion,
//! `+` for check and `#` for mate: `e5`, `Rac12`, `axb9`, `Ic12=L#`. The King's jump is written
//! like other moves of the King.
//!
//! A capture en passant is written like other captures, `axb9`. The exception is large boards where
//! Pawns make double steps from other ranks than in chess: there the text names the captured piece,
//! as in `a8xb8-b9`, by which the piece on a8 captures the one on b8 and goes to b9. XBoard reads
//! no other form in which it removes the right piece on every rank.
//!
//! In such games XBoard might also take an ordinary capture for the first leg of such a move, if
//! another Pawn stands next to its target. The rank of the start square is then written too.
//!
//! Reading is tolerant. Both forms are read in all games; signs of check and capture and remarks
//! (`!?`, `e.p.`) may be missing or wrong; squares may be given in full; and coordinates (`e3e5`,
//! `a11a12q`) are read too.
//!
//! ```
//! use dhow_rules::game::Game;
//! use dhow_rules::variant;
//!
//! let game = Game::new(variant::find("chess").expect("a game of the engine's files"));
//! let mv = game.position().parse_san("Nf3")?;
//! assert_eq!((game.move_text(mv).as_str(), game.position().san(mv).as_str()), ("g1f3", "Nf3"));
//! # Ok::<(), dhow_rules::san::SanError>(())
//! ```

mod meaning;
mod text;
mod write;

#[cfg(test)]
mod tests;

use crate::betza::Manner;
use crate::movegen::MoveTextError;
use crate::pieces::{Letter, PieceType};
use crate::variant::{Role, Variant};

/// The greatest number of files whose names are one letter and not `x`, the sign of captures.
const PLAIN_FILES: usize = 23;

/// Why a text in SAN is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// A null move.
    #[error("`{0}` passes the turn, which these games do not allow")]
    Pass(String),
    /// A text that is not SAN.
    #[error("`{0}` is not a move such as e5, Rac12, Lxd7, a12=Q or e3e5")]
    Form(String),
    /// A letter that is not a piece of the game.
    #[error("`{text}`: `{letter}` is not a piece of this game")]
    Letter {
        /// The text of the move.
        text: String,
        /// The unknown letter.
        letter: Letter,
    },
    /// Two squares that are not a legal move.
    #[error(transparent)]
    Squares(#[from] MoveTextError),
    /// No legal move fits.
    #[error("`{text}`: no {piece} can legally move so")]
    NoMove {
        /// The text of the move.
        text: String,
        /// The name of the piece.
        piece: String,
    },
    /// Moves of several pieces fit.
    #[error("`{text}` may be any of {choices}")]
    Ambiguous {
        /// The text of the move.
        text: String,
        /// The moves that fit.
        choices: String,
    },
    /// The text does not name the promotion.
    #[error("`{text}`: add what it promotes to, such as {example}")]
    PromotionMissing {
        /// The text of the move.
        text: String,
        /// The same move with a promotion.
        example: String,
    },
}

/// The kind of piece whose letter is not written: the first with the role of a Pawn.
fn unlettered(variant: &Variant) -> Option<PieceType> {
    let index = variant.pieces.iter().position(|piece| piece.role == Role::Pawn)?;
    Some(PieceType::from_index(index))
}

/// The kind of piece that a letter stands for. XBoard uses A for the Cardinal, because it cannot
/// read X as a promotion.
pub fn lettered(variant: &Variant, letter: impl Into<Letter>) -> Option<PieceType> {
    let letter = letter.into();
    let index_of = |letter: Letter| variant.pieces.iter().position(|piece| piece.letter == letter);
    let alias = || (letter == 'A').then(|| index_of('X'.into())).flatten();
    index_of(letter).or_else(alias).map(PieceType::from_index)
}

/// The greatest board side for which other programs write captures en passant like other captures.
const USUAL_SIDE: usize = 10;

/// Whether captures en passant name the captured piece.
fn names_victims(variant: &Variant) -> bool {
    variant.files.max(variant.ranks) > USUAL_SIDE && !knows_en_passant(variant)
}

/// Whether XBoard removes the right piece if a capture en passant is written like other captures,
/// as in chess. It does if only Pawns are captured en passant, after double steps from ranks such
/// that the capturing piece stands beyond the middle of the board.
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
