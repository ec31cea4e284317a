//! The interface of a position for the search, for any game.

mod command;
#[cfg(test)]
mod tests;

use super::correction::CorrectionKeys;
use super::endings::{Endings, KnownEndings};
use super::params::{MOVES, Selectivity, ZUGZWANG_MATERIAL};
use crate::eval::Score;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::command::CommandPosition;
use dhow_rules::geometry::Geometry;
use dhow_rules::movegen::{Constraints, MoveList, Wanted};
use dhow_rules::pieces::{Color, Piece, PieceType};
use dhow_rules::position::{Move, Observer, Outcome, Position};
use dhow_rules::variant::EndValue;

/// A position that makes and unmakes moves.
pub trait Playable: Clone + Send + Sync + 'static {
    /// Zobrist hash key.
    fn key(&self) -> u64;
    /// The side to move.
    fn side_to_move(&self) -> Color;
    /// Makes a legal move; `observer` sees the pieces that it puts and takes. Returns who moves next.
    fn make_observed(&mut self, mv: Move, observer: &mut impl Observer) -> NextToMove;
    /// Unmakes the last move, which must be `mv`.
    fn unmake(&mut self, mv: Move);
    /// Makes a null move: passes the turn.
    fn make_null(&mut self);
    /// Unmakes a null move.
    fn unmake_null(&mut self);
    /// The kind of piece that a move captures.
    fn victim(&self, mv: Move) -> Option<PieceType>;
    /// Whether the game is over by its rules though there are legal moves.
    fn is_over(&self) -> bool;
}

/// The interface of a position for the search, for every game of two sides. Scores are for the side to move.
pub trait TreePosition: Playable {
    /// The board, which sizes the histories.
    type Board: Geometry;
    /// The limits of the legal moves in a position, such as pins and checks.
    type Constraints;
    /// Solved endings of the game.
    type Endings: KnownEndings<Self>;

    /// Which moves are pruned or reduced.
    const SELECTIVITY: Selectivity;

    /// Number of kinds of pieces.
    fn kinds(&self) -> usize;
    /// The key after a move, if it is cheap to compute.
    fn key_after(&self, _mv: Move) -> Option<u64> {
        None
    }
    /// Hash keys of the correction history; `None` in games without one.
    fn correction_keys(&self) -> Option<CorrectionKeys> {
        None
    }
    /// Whether the side to move, if not in check, is likely worse off after a null move than after its best move.
    fn may_pass(&self) -> bool {
        false
    }

    /// Constraints that allow every move.
    fn unconstrained() -> Self::Constraints;
    /// Restricts unconstrained `constraints` to those of this position. The search does so in place, since a copy
    /// takes longer than the computation.
    fn constrain(&self, constraints: &mut Self::Constraints);
    /// The constraints of this position.
    fn constraints(&self) -> Self::Constraints {
        let mut constraints = Self::unconstrained();
        self.constrain(&mut constraints);
        constraints
    }
    /// Whether the side to move is in check.
    fn in_check(constraints: &Self::Constraints) -> bool;
    /// Whether a move, also one of another position, is legal here.
    fn is_legal(&self, mv: Move, constraints: &Self::Constraints) -> bool;
    /// Adds the wanted legal moves to a list.
    fn list(&self, constraints: &Self::Constraints, wanted: Wanted, moves: &mut MoveList);

    /// The piece that a move moves.
    fn mover(&self, mv: Move) -> Option<Piece>;
    /// Whether a move captures or promotes.
    fn is_tactical(&self, mv: Move) -> bool;
    /// The value of what a move captures and promotes to, in centipawns.
    fn gain(&self, mv: Move) -> i32;
    /// Whether a move wins at least `threshold` centipawns by static exchange evaluation (SEE).
    fn see_ge(&self, mv: Move, threshold: i32) -> bool;

    /// The result of the game, if known without the legal moves. A repetition of one of the last `plies` positions is
    /// a draw.
    fn decided(&mut self, plies: usize) -> Option<TerminalResult>;
    /// The result of the game where [`TreePosition::decided`] is `None`, once it is known whether there are legal
    /// moves.
    fn decided_given(&self, has_moves: bool, in_check: bool) -> Option<TerminalResult>;
}

/// The interface for turns with several moves, after which the same side may move again. The defaults are right for
/// games of one move a turn.
pub trait TurnRules: TreePosition {
    /// Whether the turn passes with every move.
    const ALTERNATES: bool = true;

    /// Plies of depth that a move uses.
    #[inline(always)]
    fn cost(&self, _mv: Move) -> i32 {
        1
    }
    /// The move that ends a turn in progress.
    #[inline(always)]
    fn turn_end(&self) -> Option<Move> {
        None
    }
    /// The most moves left in this turn.
    #[inline(always)]
    fn moves_left(&self) -> i32 {
        1
    }
    /// Turns passed, and the limit of turns that makes a draw; (0, 0) without a limit or without contempt.
    #[inline(always)]
    fn draw_clock(&self) -> (i32, i32) {
        (0, 0)
    }
    /// Whether two different legal moves may be made in both orders in this turn and lead to the same position. False
    /// if that is unknown.
    #[inline(always)]
    fn commute(&self, _first: Move, _second: Move) -> bool {
        false
    }
    /// The bonus of quiet moves in the move order, as a history score.
    #[inline(always)]
    fn quiet_bonus(&self) -> impl Fn(Move) -> i32 {
        |_| 0
    }
    /// Adds the quiet moves that bring an attacker of an enemy leader into command.
    #[inline(always)]
    fn add_fetching_moves(&self, _constraints: &Self::Constraints, _moves: &mut MoveList) {}
    /// The moves that win within this turn, if known.
    fn winning_moves(&mut self) -> Vec<Move> {
        Vec::new()
    }
}

/// The result of a finished game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalResult {
    /// It has won, within its own turn.
    Won,
    Lost,
    Drawn,
}

impl TerminalResult {
    /// The score `turns` below the root. A win within a turn counts as one at its end.
    #[inline(always)]
    pub const fn score(self, turns: usize) -> Score {
        match self {
            TerminalResult::Won => Score::mates_in(turns + 1),
            TerminalResult::Lost => Score::mated_in(turns),
            TerminalResult::Drawn => Score::DRAW,
        }
    }
}

/// Who moves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextToMove {
    Opponent,
    /// The same side: its turn goes on.
    SameSide,
}

impl NextToMove {
    /// Searches the position after a move. Window and score are those of the side that made the move: they are
    /// negated only if the opponent is next.
    #[inline(always)]
    pub fn negamax(
        self,
        alpha: Score,
        beta: Score,
        search: impl FnOnce(Score, Score) -> Score,
    ) -> Score {
        let passed = self == NextToMove::Opponent;
        let score = if passed { search(-beta, -alpha) } else { search(alpha, beta) };
        if passed { -score } else { score }
    }
}

/// Positions of both families have these methods under the same names.
macro_rules! playable {
    ($($position:ident { $make_observed:item })*) => {$(
        impl<G: Geometry> Playable for $position<G> {
            $make_observed

            #[inline(always)]
            fn key(&self) -> u64 {
                self.key()
            }

            #[inline(always)]
            fn side_to_move(&self) -> Color {
                self.side_to_move()
            }

            #[inline(always)]
            fn unmake(&mut self, mv: Move) {
                self.unmake(mv);
            }

            fn make_null(&mut self) {
                self.make_null();
            }

            fn unmake_null(&mut self) {
                self.unmake_null();
            }

            #[inline(always)]
            fn victim(&self, mv: Move) -> Option<PieceType> {
                self.victim(mv)
            }

            fn is_over(&self) -> bool {
                self.outcome_given(true).is_some()
            }
        }
    )*};
}
playable! {
    Position {
        #[inline(always)]
        fn make_observed(&mut self, mv: Move, observer: &mut impl Observer) -> NextToMove {
            self.make_observed(mv, observer);
            NextToMove::Opponent
        }
    }
    CommandPosition {
        #[inline(always)]
        fn make_observed(&mut self, mv: Move, observer: &mut impl Observer) -> NextToMove {
            match self.make_observed(mv, observer) {
                true => NextToMove::Opponent,
                false => NextToMove::SameSide,
            }
        }
    }
}

impl<G: Geometry> TurnRules for Position<G> {}

impl<G: Geometry> TreePosition for Position<G> {
    type Board = G;
    type Constraints = Constraints<G>;
    type Endings = Endings<G>;

    const SELECTIVITY: Selectivity = MOVES;

    #[inline]
    fn correction_keys(&self) -> Option<CorrectionKeys> {
        let placement = self.placement();
        let pawns = placement.of_kinds(self.rules().promoters());
        let [white, black] = Color::ALL.map(|color| placement.side(color));
        Some([
            fxhash::hash64(&(pawns & white, pawns & black)),
            fxhash::hash64(&(white - pawns)),
            fxhash::hash64(&(black - pawns)),
        ])
    }

    fn kinds(&self) -> usize {
        self.rules().kinds().len()
    }

    #[inline(always)]
    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.likely_key(mv))
    }

    /// Whether the side to move has officers worth at least a Rook.
    fn may_pass(&self) -> bool {
        let mut worth = 0;
        for square in self.placement().side(self.side_to_move()) {
            if let Some(piece) = self.on(square)
                && !self.rules().role(piece.kind()).promotes()
            {
                worth += self.rules().value(piece.kind());
                if worth >= ZUGZWANG_MATERIAL {
                    return true;
                }
            }
        }
        false
    }

    #[inline(always)]
    fn unconstrained() -> Constraints<G> {
        Constraints::none()
    }

    #[inline(always)]
    fn constrain(&self, constraints: &mut Constraints<G>) {
        constraints.constrain(self);
    }

    #[inline(always)]
    fn in_check(constraints: &Constraints<G>) -> bool {
        !constraints.checkers.is_empty()
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move, constraints: &Constraints<G>) -> bool {
        self.is_legal(mv, constraints)
    }

    #[inline(always)]
    fn list(&self, constraints: &Constraints<G>, wanted: Wanted, moves: &mut MoveList) {
        self.add_constrained_moves(constraints, wanted, moves);
    }

    #[inline(always)]
    fn mover(&self, mv: Move) -> Option<Piece> {
        self.on(mv.from())
    }

    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        self.is_tactical(mv)
    }

    #[inline(always)]
    fn gain(&self, mv: Move) -> i32 {
        self.captured_value(mv) + mv.promotion().map_or(0, |kind| self.rules().value(kind))
    }

    #[inline(always)]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_ge(mv, threshold)
    }

    /// A loss of royal pieces or by a bare King, a square that wins, or the end by another rule. The limit of moves may
    /// be reached by checkmate, which comes first.
    #[inline(always)]
    fn decided(&mut self, plies: usize) -> Option<TerminalResult> {
        if self.lost_royals(self.side_to_move()) {
            return Some(TerminalResult::Lost);
        }
        let side = self.side_to_move();
        let of_outcome = |outcome: Outcome| match outcome.winner() {
            None => TerminalResult::Drawn,
            Some(winner) if winner == side => TerminalResult::Won,
            Some(_) => TerminalResult::Lost,
        };
        if let Some(outcome) = self.decided_by_flag() {
            return Some(of_outcome(outcome));
        }
        if let Some(loser) = self.lost_by_bare_king() {
            return Some(if loser == side { TerminalResult::Lost } else { TerminalResult::Won });
        }
        let no_mate = || !self.in_check();
        self.ended_by_rule(|| self.repeats(plies), no_mate).map(of_outcome)
    }

    #[inline(always)]
    fn decided_given(&self, has_moves: bool, in_check: bool) -> Option<TerminalResult> {
        if has_moves {
            return self.move_limit_reached().then_some(TerminalResult::Drawn);
        }
        Some(match self.rules().stalemate() {
            _ if in_check => TerminalResult::Lost,
            EndValue::Draw => TerminalResult::Drawn,
            EndValue::Loss => TerminalResult::Lost,
            EndValue::Win => TerminalResult::Won,
        })
    }
}
