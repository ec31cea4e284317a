//! What the search asks of a position, whatever the game.

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
use dhow_rules::position::{Move, Observer, Position};
use dhow_rules::variant::Stalemate;

/// A position in which moves are made and taken back.
pub trait Playable: Clone + Send + Sync + 'static {
    /// A number that tells positions apart.
    fn key(&self) -> u64;
    /// The side whose turn it is.
    fn side_to_move(&self) -> Color;
    /// Makes a legal move while `observer` watches.
    fn make_observed(&mut self, mv: Move, observer: &mut impl Observer);
    /// Takes back the last move made, which must be `mv`.
    fn unmake(&mut self, mv: Move);
    /// Passes the turn.
    fn make_null(&mut self);
    /// Takes back a pass.
    fn unmake_null(&mut self);
    /// The kind of piece that a move captures.
    fn victim(&self, mv: Move) -> Option<PieceType>;
}

/// What the search asks of a position of any game of two sides.
///
/// A score is that of the side to move.
pub trait TreePosition: Playable {
    /// The board, by which the histories are sized.
    type Board: Geometry;
    /// What limits the legal moves of one position.
    type Constraints;
    /// What is known of the endings of the game.
    type Endings: KnownEndings<Self>;

    /// What thins out the tree.
    const SELECTIVITY: Selectivity;

    /// The number of kinds of pieces.
    fn kinds(&self) -> usize;
    /// The key after a move, if it is found without making the move.
    fn key_after(&self, _mv: Move) -> Option<u64> {
        None
    }
    /// The keys of the correction history; `None` where no evaluation is corrected.
    fn correction_keys(&self) -> Option<CorrectionKeys> {
        None
    }
    /// Whether a side that is not in check, and that passes, is most likely worse off than by its
    /// best move.
    fn may_pass(&self) -> bool {
        false
    }

    /// No limits.
    fn unconstrained() -> Self::Constraints;
    /// Adds what limits the legal moves here to no limits: the search has them in place, since to copy them
    /// takes longer than to find them.
    fn constrain(&self, constraints: &mut Self::Constraints);
    /// What limits the legal moves here.
    fn constraints(&self) -> Self::Constraints {
        let mut constraints = Self::unconstrained();
        self.constrain(&mut constraints);
        constraints
    }
    /// Whether the side to move must first of all answer a threat to lose the game.
    fn in_check(constraints: &Self::Constraints) -> bool;
    /// Whether any move, from here or from elsewhere, is legal here.
    fn is_legal(&self, mv: Move, constraints: &Self::Constraints) -> bool;
    /// Adds the wanted legal moves to a list.
    fn list(&self, constraints: &Self::Constraints, wanted: Wanted, moves: &mut MoveList);

    /// The piece that a move moves.
    fn mover(&self, mv: Move) -> Option<Piece>;
    /// Whether a move captures or promotes.
    fn is_tactical(&self, mv: Move) -> bool;
    /// What a move captures and promotes to, in centipawns.
    fn gain(&self, mv: Move) -> i32;
    /// Whether a move wins at least `threshold` centipawns in the exchange that it may begin.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool;

    /// How the game has ended, as far as this is known without a look at the moves. A position that
    /// was met within the last `plies` moves counts as a draw.
    fn decided(&mut self, plies: usize) -> Option<TerminalResult>;
    /// How the game has ended, where [`TreePosition::decided`] says nothing, once it is known whether
    /// there are legal moves.
    fn decided_given(&self, has_moves: bool, in_check: bool) -> Option<TerminalResult>;
    /// Whether the game is over here by its rules, though there are legal moves.
    fn is_over(&self) -> bool;
}

/// What the search asks of turns that may have several moves: the side to move may stay the same after one.
///
/// What is given here holds for games of one move a turn.
pub trait TurnRules: TreePosition {
    /// Whether the turn passes with every move.
    const ALTERNATES: bool = true;

    /// Plies of depth that a move takes.
    #[inline(always)]
    fn cost(&self, _mv: Move) -> i32 {
        1
    }
    /// The move that ends a turn that has begun and could go on.
    #[inline(always)]
    fn turn_end(&self) -> Option<Move> {
        None
    }
    /// How many more moves the turn may have at most.
    #[inline(always)]
    fn moves_left(&self) -> i32 {
        1
    }
    /// How many turns have passed of those that make a draw; none of 0 if there is no such limit, or
    /// where draws are not disliked.
    #[inline(always)]
    fn draw_clock(&self) -> (i32, i32) {
        (0, 0)
    }
    /// Whether two legal moves, which differ, may follow each other in both orders in this turn, and
    /// lead to the same position. It may say no where this is not known.
    #[inline(always)]
    fn commute(&self, _first: Move, _second: Move) -> bool {
        false
    }
    /// How promising each quiet move is before anything is known of it, as a history score.
    #[inline(always)]
    fn quiet_bonus(&self) -> impl Fn(Move) -> i32 {
        |_| 0
    }
    /// Adds the quiet moves that bring into command what could then capture an enemy leader.
    #[inline(always)]
    fn add_fetching_moves(&self, _constraints: &Self::Constraints, _moves: &mut MoveList) {}
    /// The moves that win within this turn, if such are known.
    fn winning_moves(&mut self) -> Vec<Move> {
        Vec::new()
    }
}

/// How a game has ended, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalResult {
    /// It has won, within its own turn.
    Won,
    /// It has lost.
    Lost,
    /// Neither.
    Drawn,
}

impl TerminalResult {
    /// The score, so many turns below the root. A win within a turn counts as one with its end.
    #[inline(always)]
    pub const fn score(self, turns: usize) -> Score {
        match self {
            TerminalResult::Won => Score::mates_in(turns + 1),
            TerminalResult::Lost => Score::mated_in(turns),
            TerminalResult::Drawn => Score::DRAW,
        }
    }
}

/// What has become of the turn with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextToMove {
    /// It is the other side's now.
    Opponent,
    /// The same side moves again.
    SameSide,
}

impl NextToMove {
    /// What a search finds of the position after a move: window and score are those of the side that
    /// made it.
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

/// Positions of both families have all of it under the same names.
macro_rules! playable {
    ($($position:ident),*) => {$(
        impl<G: Geometry> Playable for $position<G> {
            #[inline(always)]
            fn key(&self) -> u64 {
                self.key()
            }

            #[inline(always)]
            fn side_to_move(&self) -> Color {
                self.side_to_move()
            }

            #[inline(always)]
            fn make_observed(&mut self, mv: Move, observer: &mut impl Observer) {
                self.make_observed(mv, observer);
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
        }
    )*};
}
playable!(Position, CommandPosition);

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
        let value = |kind: Option<PieceType>| kind.map_or(0, |kind| self.rules().value(kind));
        value(self.victim(mv)) + value(mv.promotion())
    }

    #[inline(always)]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_ge(mv, threshold)
    }

    /// A loss by a bare King or a draw by rule. A limit of moves reached in check may be checkmate,
    /// which comes first.
    #[inline(always)]
    fn decided(&mut self, plies: usize) -> Option<TerminalResult> {
        if let Some(loser) = self.lost_by_bare_king() {
            let lost = loser == self.side_to_move();
            return Some(if lost { TerminalResult::Lost } else { TerminalResult::Won });
        }
        let no_mate = || !self.in_check();
        self.drawn_by_rule(|| self.repeats(plies), no_mate).map(|_| TerminalResult::Drawn)
    }

    fn is_over(&self) -> bool {
        self.outcome_given(true).is_some()
    }

    #[inline(always)]
    fn decided_given(&self, has_moves: bool, in_check: bool) -> Option<TerminalResult> {
        if has_moves {
            return self.move_limit_reached().then_some(TerminalResult::Drawn);
        }
        Some(match self.rules().stalemate() {
            _ if in_check => TerminalResult::Lost,
            Stalemate::Draw => TerminalResult::Drawn,
            Stalemate::Loss => TerminalResult::Lost,
            Stalemate::Win => TerminalResult::Won,
        })
    }
}
