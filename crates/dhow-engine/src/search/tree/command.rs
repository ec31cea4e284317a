//! The interface of positions of games with leaders for the search. A ply is an action.

use super::super::endings::KnownEndings;
use super::super::params::{ACTIONS, Selectivity};
use super::{TerminalResult, TreePosition, TurnRules};
use arrayvec::ArrayVec;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::command::{CommandPosition, Effort, MAX_LEADERS};
use dhow_rules::geometry::Geometry;
use dhow_rules::movegen::{MoveList, Wanted};
use dhow_rules::pieces::Piece;
use dhow_rules::position::{Move, MoveKind};
use dhow_rules::square::Coordinates;

/// Bonus in the order of quiet moves for each centipawn moved out of danger.
const DANGER: i32 = 5;
const APPROACH: i32 = 1000;
/// Bonus of a leader's move that brings a piece into command which could capture an enemy leader, or another piece.
const FETCH_FOR_LEADER: i32 = 20_000;
const FETCH: i32 = 8_000;

/// Threats, for the order of quiet moves.
pub struct Threats<G: Geometry> {
    /// The squares on which the opponent could capture.
    threatened: G::Set,
    /// The squares of the enemy leaders.
    targets: ArrayVec<Coordinates, MAX_LEADERS>,
    /// Pieces out of command that could capture an enemy leader, and those that could capture another piece.
    stray: [G::Set; 2],
}

/// These games have no solved endings.
pub struct NoEndings;

impl<G: Geometry> KnownEndings<CommandPosition<G>> for NoEndings {
    fn new(_: &CommandPosition<G>) -> Self {
        Self
    }
}

impl<G: Geometry> Threats<G> {
    /// The threats in a position.
    #[inline]
    fn of(position: &CommandPosition<G>) -> Self {
        let enemies = position.placement().side(!position.side_to_move());
        let leaders = position.leaders(!position.side_to_move());
        let targets = leaders.into_iter().take(MAX_LEADERS).map(G::coordinates).collect();
        let movers = position.movers();
        let stray = [leaders, enemies - leaders].map(|aims| position.stray_attackers(aims, movers));
        Self { threatened: position.threatened(), targets, stray }
    }

    /// Moves that leave a threatened square or come nearer to an enemy leader first; moves to a threatened square
    /// last.
    #[inline(always)]
    fn bonus(&self, position: &CommandPosition<G>, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = position.mover(mv) else { return 0 };
        let value = position.rules().army().value(piece.kind());
        let danger = |square| if self.threatened.contains(square) { value * DANGER } else { 0 };
        let distance = |square| {
            let place = G::coordinates(square);
            let mut least = u8::MAX;
            for target in &self.targets {
                least = least.min(place.steps_to(*target));
            }
            i32::from(least)
        };
        let approach = APPROACH * (distance(from) - distance(to));
        danger(from) - danger(to) + approach + self.fetch(position, mv)
    }

    /// The bonus of a quiet move for the pieces that it brings into command.
    #[inline(always)]
    fn fetch(&self, position: &CommandPosition<G>, mv: Move) -> i32 {
        let [of_leaders, of_others] = self.stray;
        if (of_leaders | of_others).is_empty() {
            return 0;
        }
        let range = position.brings(mv.from(), mv.to());
        FETCH_FOR_LEADER * i32::from(range.intersects(of_leaders))
            + FETCH * i32::from(range.intersects(of_others))
    }
}

impl<G: Geometry> TreePosition for CommandPosition<G> {
    type Board = G;
    /// The pieces that may move.
    type Constraints = G::Set;
    type Endings = NoEndings;

    const SELECTIVITY: Selectivity = ACTIONS;

    fn kinds(&self) -> usize {
        self.rules().army().kinds().len()
    }

    #[inline(always)]
    fn unconstrained() -> G::Set {
        G::Set::EMPTY
    }

    #[inline(always)]
    fn constrain(&self, movers: &mut G::Set) {
        *movers = self.movers();
    }

    #[inline(always)]
    fn in_check(_: &G::Set) -> bool {
        false
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move, movers: &G::Set) -> bool {
        self.is_legal(mv, *movers)
    }

    #[inline(always)]
    fn list(&self, movers: &G::Set, wanted: Wanted, moves: &mut MoveList) {
        self.add_moves(*movers, wanted, moves);
    }

    #[inline(always)]
    fn mover(&self, mv: Move) -> Option<Piece> {
        if mv.kind() == MoveKind::End { None } else { self.on(mv.from()) }
    }

    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        self.victim(mv).is_some()
    }

    #[inline(always)]
    fn gain(&self, mv: Move) -> i32 {
        self.gain(mv)
    }

    #[inline(always)]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.gain(mv) >= threshold
    }

    /// A win by captures left in this turn counts in advance.
    fn decided(&mut self, plies: usize) -> Option<TerminalResult> {
        if self.at_turn_start() {
            match self.winner() {
                Some(winner) if winner == self.side_to_move() => return Some(TerminalResult::Won),
                Some(_) => return Some(TerminalResult::Lost),
                None if self.turn_limit_reached() || self.repeats(plies) => {
                    return Some(TerminalResult::Drawn);
                }
                None => {}
            }
        }
        self.winning_turn(Effort::SMALL).is_some().then_some(TerminalResult::Won)
    }

    #[inline(always)]
    fn decided_given(&self, has_moves: bool, _: bool) -> Option<TerminalResult> {
        (!has_moves).then_some(TerminalResult::Drawn)
    }
}

impl<G: Geometry> TurnRules for CommandPosition<G> {
    const ALTERNATES: bool = false;

    /// The end of the turn uses the plies of the actions left, so that a short turn is not searched deeper.
    #[inline(always)]
    fn cost(&self, mv: Move) -> i32 {
        if mv.kind() == MoveKind::End { self.moves_left() as i32 } else { 1 }
    }

    #[inline(always)]
    fn turn_end(&self) -> Option<Move> {
        (!self.at_turn_start()).then_some(Move::END)
    }

    #[inline(always)]
    fn moves_left(&self) -> i32 {
        self.moves_left() as i32
    }

    #[inline(always)]
    fn draw_clock(&self) -> (i32, i32) {
        (i32::from(self.clock()), i32::try_from(self.rules().turn_limit()).unwrap_or(0))
    }

    #[inline(always)]
    fn commute(&self, first: Move, second: Move) -> bool {
        self.commute(first, second)
    }

    #[inline(always)]
    fn quiet_bonus(&self) -> impl Fn(Move) -> i32 {
        let threats = Threats::of(self);
        move |mv| threats.bonus(self, mv)
    }

    fn add_fetching_moves(&self, movers: &G::Set, moves: &mut MoveList) {
        let leaders = self.leaders(!self.side_to_move());
        self.add_fetching_moves(self.stray_attackers(leaders, *movers), *movers, moves);
    }

    fn winning_moves(&mut self) -> Vec<Move> {
        self.winning_turn(Effort::GREAT).map_or_else(Vec::new, |turn| turn.to_vec())
    }
}
