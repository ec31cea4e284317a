//! Counting the replies to all moves of a position, for the last two plies of perft.
//!
//! A move changes two squares, so most pieces of the other side have the same moves before and
//! after it. [`Replies`] stores the number of moves of each piece, and the squares on which that
//! number depends. After a move, only the pieces that depend on one of its two squares, and bound
//! pieces, are counted again. All pieces are counted again if their King is in check, if a hopper
//! forbids them to step between it and their King, or if the move castles, captures en passant or
//! captures on its way, which changes more squares.

use super::{Counter, Counting, Move, MoveKind, MoveList, Scope, Wanted};
use crate::bitboard::SquareSet;
use crate::cpu;
use crate::geometry::Geometry;
use crate::position::Position;

/// With fewer moves, precomputing the replies does not pay.
const FEWEST_MOVES: usize = 4;

/// The moves that the side not to move would have, by piece. Kings are not included, nor kinds
/// whose moves are counted quicker for all pieces at once or depend on more than the occupancy of
/// squares.
pub(super) struct Replies<G: Geometry> {
    /// The squares of the pieces whose moves are known.
    known: G::Set,
    /// The number of moves of these pieces together.
    moves: u64,
    /// The number of moves of the piece on each square.
    by_piece: Box<[u32]>,
    /// For each square, the pieces whose moves depend on its occupancy.
    watchers: Box<[G::Set]>,
}

impl<G: Geometry> Replies<G> {
    fn none() -> Self {
        Self {
            known: G::Set::EMPTY,
            moves: 0,
            by_piece: vec![0; G::INDEX_SPACE].into_boxed_slice(),
            watchers: vec![G::Set::EMPTY; G::INDEX_SPACE].into_boxed_slice(),
        }
    }

    #[inline(always)]
    fn find(&mut self, position: &Position<G>) {
        let (rules, placement) = (position.rules(), position.placement());
        let (side, occupied) = (!position.side_to_move(), position.occupied());
        let own = placement.side(side);
        let scope = Scope {
            side,
            occupied,
            enemies: placement.side(!side),
            promotion_zone: rules.promotion_zone(side),
            wanted: Wanted::All,
        };
        for kind in rules.kinds() {
            let (pieces, movement) = (placement.of_kind(kind) & own, rules.movement(kind));
            if pieces.is_empty()
                || kind == rules.king()
                || movement.set_wise()
                || rules.promotes_specially(kind)
                || movement.locusts(side).is_some()
                || !movement.side(side).double_steps.is_empty()
            {
                continue;
            }
            self.known |= pieces;
            for from in pieces {
                let (mut counter, single) = (Counter::<G>::new(), G::Set::single(from));
                position.generate_kind(kind, single, G::all(), &scope, &mut counter);
                let moves = counter.moves();
                self.moves += moves;
                self.by_piece[from.index()] = moves as u32;
                for square in movement.watched(side, from, occupied, own) {
                    self.watchers[square.index()] |= single;
                }
            }
        }
    }

    /// The pieces whose numbers of moves are unchanged by `mv`, and their moves together. `bound`
    /// are the pieces with constraints of their own after `mv`.
    #[inline(always)]
    pub(super) fn after(&self, mv: Move, bound: G::Set) -> (G::Set, u64) {
        let (from, to) = (mv.from(), mv.to());
        let asked = self.watchers[from.index()] | self.watchers[to.index()] | bound;
        let kept = self.known - asked - G::Set::single(to);
        let mut moves = self.moves;
        for square in self.known - kept {
            moves -= u64::from(self.by_piece[square.index()]);
        }
        (kept, moves)
    }
}

impl<G: Geometry> Position<G> {
    /// The sum of [`Position::count_legal_moves`] after each legal move.
    pub fn count_replies(&mut self) -> u64 {
        let mut moves = MoveList::new();
        self.add_legal_moves(Wanted::All, &mut moves);
        let mut replies = None;
        if moves.len() >= FEWEST_MOVES {
            let replies = replies.insert(Replies::none());
            cpu::perform(Finding { position: self, replies });
        }
        let mut count = 0;
        for &mv in &moves {
            // Other moves change more than two squares.
            let two_squares =
                !matches!(mv.kind(), MoveKind::EnPassant | MoveKind::Castling | MoveKind::Locust);
            let known = replies.as_ref().filter(|_| two_squares).map(|replies| (replies, mv));
            self.make(mv);
            count += cpu::perform(Counting { position: self, known });
            self.unmake(mv);
        }
        count
    }
}

/// Precomputing the replies, as a task for [`cpu::perform`].
struct Finding<'a, G: Geometry> {
    position: &'a Position<G>,
    replies: &'a mut Replies<G>,
}

impl<G: Geometry> cpu::Task for Finding<'_, G> {
    type Output = ();
    const VECTORS: bool = G::INDEX_SPACE.is_multiple_of(256);

    #[inline(always)]
    fn run(self) {
        self.replies.find(self.position);
    }
}
