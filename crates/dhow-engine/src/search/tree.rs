//! What the search asks of a position, whatever the game.

mod command;
#[cfg(test)]
mod tests;

use super::correction::Structures;
use super::endings::{Endings, KnownEndings};
use super::params::{MOVES, Selection, ZUGZWANG_MATERIAL};
use crate::eval::Score;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::movegen::{Constraints, MoveList, Wanted};
use dhow_rules::pieces::{Color, Piece, PieceType};
use dhow_rules::position::{Move, Observer, Position};
use dhow_rules::variant::Stalemate;

/// A position of a game of two sides, as a tree of moves.
///
/// A turn may have several moves: the side to move may stay the same after one. A score is that of
/// the side to move, and a win counts the turns until it is reached.
pub trait TreePosition: Clone + Send + Sync + 'static {
    /// The board, by which the histories are sized.
    type Board: Geometry;
    /// What limits the legal moves of one position.
    type Constraints;
    /// What is known of the endings of the game.
    type Endings: KnownEndings<Self>;

    /// Whether the turn passes with every move.
    const ALTERNATES: bool;
    /// What thins out the tree.
    const SELECTION: Selection;

    /// Plies of depth that a move takes.
    fn cost(&self, mv: Move) -> i32;
    /// The move that ends a turn that has begun and could go on; none where a move is a turn.
    fn turn_end(&self) -> Option<Move>;
    /// What decides the order of the quiet moves here beside their history.
    type Outlook;
    /// What decides the order of the quiet moves here beside their history.
    fn outlook(&self) -> Self::Outlook;
    /// How promising a quiet move is before anything is known of it, as a history score.
    fn promise(&self, mv: Move, outlook: &Self::Outlook) -> i32;
    /// Adds the quiet moves that bring into command what could then capture an enemy leader; none where
    /// nothing is commanded.
    fn add_fetching_moves(&self, constraints: &Self::Constraints, moves: &mut MoveList);
    /// How many more moves the turn may have at most.
    fn moves_left(&self) -> i32;
    /// How many turns have passed of those that make a draw; none of 0 if there is no such limit, or
    /// where draws are not disliked.
    fn passed(&self) -> (i32, i32);
    /// Whether two legal moves, which differ, may follow each other in both orders in this turn, and
    /// lead to the same position. It may say no where this is not known.
    fn commute(&self, first: Move, second: Move) -> bool;

    /// What positions are alike by whose evaluations are off alike.
    fn structures(&self) -> Structures;

    /// The number of kinds of pieces.
    fn kinds(&self) -> usize;
    /// A number that tells positions apart.
    fn key(&self) -> u64;
    /// The key after a move, as far as it is quickly told.
    fn likely_key(&self, mv: Move) -> u64;
    /// The side whose turn it is.
    fn side_to_move(&self) -> Color;

    /// Makes a legal move while `observer` watches.
    fn make_observed(&mut self, mv: Move, observer: &mut impl Observer);
    /// Takes back the last move made, which must be `mv`.
    fn unmake(&mut self, mv: Move);
    /// Whether a side that is not in check, and that passes, is most likely worse off than by its
    /// best move.
    fn may_pass(&self) -> bool;
    /// Passes the turn.
    fn make_null(&mut self);
    /// Takes back a pass.
    fn unmake_null(&mut self);

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
    /// The kind of piece that a move captures.
    fn victim(&self, mv: Move) -> Option<PieceType>;
    /// Whether a move captures or promotes.
    fn is_tactical(&self, mv: Move) -> bool;
    /// What a move captures and promotes to, in centipawns.
    fn gain(&self, mv: Move) -> i32;
    /// Whether a move wins at least `threshold` centipawns in the exchange that it may begin.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool;

    /// How the game has ended, as far as this is known without a look at the moves. A position that
    /// was met within the last `plies` moves counts as a draw.
    fn decided(&mut self, plies: usize) -> Option<Verdict>;
    /// The moves that win within this turn, if such are known.
    fn winning_moves(&mut self) -> Vec<Move>;
    /// Whether the game is over here by its rules, though there are legal moves.
    fn is_over(&self) -> bool;
    /// How the game has ended, where [`TreePosition::decided`] says nothing, once it is known whether
    /// there are legal moves.
    fn decided_given(&self, has_moves: bool, in_check: bool) -> Option<Verdict>;
}

/// How a game has ended, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has won, within its own turn.
    Won,
    /// It has lost.
    Lost,
    /// Neither.
    Drawn,
}

impl Verdict {
    /// The score, so many turns below the root. A win within a turn counts as one with its end.
    #[inline(always)]
    pub const fn score(self, turns: usize) -> Score {
        match self {
            Verdict::Won => Score::mates_in(turns + 1),
            Verdict::Lost => Score::mated_in(turns),
            Verdict::Drawn => Score::DRAW,
        }
    }
}

/// What has become of the turn with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It is the other side's now.
    Passed,
    /// The same side moves again.
    Kept,
}

impl Turn {
    /// What a search finds of the position after a move: window and score are those of the side that
    /// made it.
    #[inline(always)]
    pub fn look(
        self,
        alpha: Score,
        beta: Score,
        search: impl FnOnce(Score, Score) -> Score,
    ) -> Score {
        let passed = self == Turn::Passed;
        let score = if passed { search(-beta, -alpha) } else { search(alpha, beta) };
        if passed { -score } else { score }
    }
}

impl<G: Geometry> TreePosition for Position<G> {
    type Board = G;
    type Constraints = Constraints<G>;
    type Endings = Endings<G>;

    const ALTERNATES: bool = true;
    const SELECTION: Selection = MOVES;

    #[inline(always)]
    fn cost(&self, _: Move) -> i32 {
        1
    }

    #[inline(always)]
    fn turn_end(&self) -> Option<Move> {
        None
    }

    type Outlook = ();

    #[inline(always)]
    fn outlook(&self) {}

    #[inline(always)]
    fn promise(&self, _: Move, (): &()) -> i32 {
        0
    }

    #[inline(always)]
    fn add_fetching_moves(&self, _: &Self::Constraints, _: &mut MoveList) {}

    #[inline(always)]
    fn moves_left(&self) -> i32 {
        1
    }

    #[inline(always)]
    fn passed(&self) -> (i32, i32) {
        (0, 0)
    }

    #[inline(always)]
    fn commute(&self, _: Move, _: Move) -> bool {
        false
    }

    #[inline]
    fn structures(&self) -> Structures {
        let placement = self.placement();
        let pawns = placement.of_kinds(self.rules().promoters());
        let [white, black] = Color::ALL.map(|color| placement.side(color));
        [
            fxhash::hash64(&(pawns & white, pawns & black)),
            fxhash::hash64(&(white - pawns)),
            fxhash::hash64(&(black - pawns)),
        ]
    }

    fn kinds(&self) -> usize {
        self.rules().kinds().len()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key()
    }

    #[inline(always)]
    fn likely_key(&self, mv: Move) -> u64 {
        self.likely_key(mv)
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

    fn make_null(&mut self) {
        self.make_null();
    }

    fn unmake_null(&mut self) {
        self.unmake_null();
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
    fn victim(&self, mv: Move) -> Option<PieceType> {
        self.victim(mv)
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
    fn decided(&mut self, plies: usize) -> Option<Verdict> {
        if let Some(loser) = self.lost_by_bare_king() {
            let lost = loser == self.side_to_move();
            return Some(if lost { Verdict::Lost } else { Verdict::Won });
        }
        let no_mate = || !self.in_check();
        self.drawn_by_rule(|| self.repeats(plies), no_mate).map(|_| Verdict::Drawn)
    }

    fn winning_moves(&mut self) -> Vec<Move> {
        Vec::new()
    }

    fn is_over(&self) -> bool {
        self.outcome_given(true).is_some()
    }

    #[inline(always)]
    fn decided_given(&self, has_moves: bool, in_check: bool) -> Option<Verdict> {
        if has_moves {
            return self.move_limit_reached().then_some(Verdict::Drawn);
        }
        Some(match self.rules().stalemate() {
            _ if in_check => Verdict::Lost,
            Stalemate::Draw => Verdict::Drawn,
            Stalemate::Loss => Verdict::Lost,
            Stalemate::Win => Verdict::Won,
        })
    }
}
