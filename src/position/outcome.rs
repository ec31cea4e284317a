//! How a game ends.

use super::{FIFTY_MOVES, Position};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::Color;

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The position occurred three times.
    Repetition,
    /// 50 moves by each side without a capture or a forward move of a Pawn.
    FiftyMoves,
    /// Nothing but the two Kings is left.
    BareKings,
}

impl std::fmt::Display for DrawReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::Repetition => "threefold repetition",
            DrawReason::FiftyMoves => "50-move rule",
            DrawReason::BareKings => "King against King",
        })
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side that gave checkmate won.
    Checkmate(Color),
    /// Nobody won.
    Draw(DrawReason),
}

impl Outcome {
    /// The result as PGN and XBoard write it.
    pub fn result(self) -> &'static str {
        match self {
            Outcome::Checkmate(Color::White) => "1-0",
            Outcome::Checkmate(Color::Black) => "0-1",
            Outcome::Draw(_) => "1/2-1/2",
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Checkmate(winner) => write!(f, "{winner} mates"),
            Outcome::Draw(reason) => write!(f, "Draw: {reason}"),
        }
    }
}

impl<G: Geometry> Position<G> {
    /// Whether only the Kings are left.
    pub fn bare_kings(&self) -> bool {
        self.occupied().count() == 2
    }

    /// Whether the 50-move count is full. Checkmate comes before this draw.
    pub fn fifty_moves(&self) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES
    }

    /// The outcome, if the game has ended; `has_moves` tells whether a legal move exists.
    pub fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        if !has_moves {
            return Some(if self.in_check() {
                Outcome::Checkmate(!self.side_to_move())
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        self.drawn_by_rule(|| self.repetitions() >= 2, || true).map(Outcome::Draw)
    }

    /// The rule by which the game is drawn, whatever moves there are. Who asks says what counts as a
    /// repetition, and, if the 50-move count is full, whether there is no mate: it comes first.
    #[inline]
    pub fn drawn_by_rule(
        &self,
        repeated: impl FnOnce() -> bool,
        no_mate: impl FnOnce() -> bool,
    ) -> Option<DrawReason> {
        if self.bare_kings() {
            Some(DrawReason::BareKings)
        } else if self.fifty_moves() && no_mate() {
            Some(DrawReason::FiftyMoves)
        } else if repeated() {
            Some(DrawReason::Repetition)
        } else {
            None
        }
    }
}
