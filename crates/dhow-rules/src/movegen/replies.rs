//! Counting the replies to all moves of a position.
//!
//! A move changes what stands on two squares, so most pieces of the other side may go after it where they
//! could go before. [`Replies`] knows how many moves each of them has and on which squares these depend. After
//! a move only those pieces are asked again that depend on one of its squares or are bound; all pieces are
//! if their King is in check, if they may not step between it and a hopper, or if the move castles or captures
//! en passant, which changes more squares.

use super::{Counter, Counting, Move, MoveKind, MoveList, Scope, Wanted};
use crate::bitboard::SquareSet;
use crate::cpu;
use crate::geometry::Geometry;
use crate::position::Position;

/// With fewer moves it is not worth while to look at the replies first.
const FEWEST_MOVES: usize = 4;

/// The moves that the side not to move would have, by piece. Kings are left out, and kinds whose moves are
/// found quicker for all pieces at once or depend on more than what stands on some squares.
pub(super) struct Replies<G: Geometry> {
    /// The pieces that are known.
    known: G::Set,
    /// How many moves all of them have.
    moves: u64,
    /// By square: how many the known piece there has.
    by_piece: Box<[u32]>,
    /// By square: the known pieces whose moves depend on what stands there.
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
            enemies: occupied - own,
            promotion_zone: rules.promotion_zone(side),
            wanted: Wanted::All,
        };
        for kind in rules.kinds() {
            let (pieces, movement) = (placement.of_kind(kind) & own, rules.movement(kind));
            if pieces.is_empty()
                || kind == rules.king()
                || movement.set_wise()
                || rules.promotes_specially(kind)
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

    /// After `mv`, where the pieces on `bound` have limits of their own: the known pieces that need not be
    /// asked, and how many moves they have.
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
    /// How many moves [`Position::count_legal_moves`] finds after each of the legal moves, added up.
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
            // Others change more than two squares.
            let two_squares = !matches!(mv.kind(), MoveKind::EnPassant | MoveKind::Castling);
            let known = replies.as_ref().filter(|_| two_squares).map(|replies| (replies, mv));
            self.make(mv);
            count += cpu::perform(Counting { position: self, known });
            self.unmake(mv);
        }
        count
    }
}

/// The search for replies, as a task for the processor at hand.
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
