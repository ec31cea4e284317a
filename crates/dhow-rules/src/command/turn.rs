//! The state of a turn: the moves made, and the leaders that may still activate.
//!
//! A sequence of moves is legal if each move can be assigned to a leader that had the piece in
//! range, with at most the allowed number of moves for each leader. This is a bipartite matching:
//! each moved piece is a demand that one of several leaders must meet. The matching is kept and
//! extended along an augmenting path for each new demand. A leader may still activate if it has an
//! activation left, or if one of its demands can be moved to another leader that may still
//! activate.

use crate::bitboard::SquareSet;
use crate::position::zobrist;
use crate::square::Square;
use crate::variant::{MAX_ACTIVATIONS, MAX_LEADERS};

/// The greatest number of activations of a side in a turn.
const MAX_DEMANDS: usize = MAX_ACTIVATIONS as usize * MAX_LEADERS;

/// The greatest number of actions in a turn: a move for each activation, and the end of the turn.
pub const LONGEST_TURN: usize = MAX_DEMANDS + 1;

/// A set of leaders, one bit each, by their index at the start of the turn.
pub type LeaderSet = u8;
const _: () = assert!(MAX_LEADERS <= LeaderSet::BITS as usize);

/// A turn in progress.
#[derive(Clone, Copy, Debug)]
pub struct OpenTurn<S> {
    /// The squares of the leaders that the side had at the start of the turn.
    squares: [Square; MAX_LEADERS],
    /// The activations that each leader has left in the matching.
    left: [u8; MAX_LEADERS],
    leaders: u8,
    /// The greatest number of pieces that may still move, with or without activation.
    moves_left: u8,
    /// The number of moves made.
    moves: u8,
    demands: u8,
    /// For each moved piece, the leaders that could have activated it, and the leader it is
    /// assigned to.
    by: [LeaderSet; MAX_DEMANDS],
    given: [u8; MAX_DEMANDS],
    /// The leaders that may still activate.
    free: LeaderSet,
    /// Whether a piece was captured in this turn.
    pub captured: bool,
    /// The squares of the pieces that have moved.
    pub moved: S,
    /// Distinguishes states of a turn with the same placement; 0 at the start.
    pub key: u64,
    /// The key of the moved pieces, independent of their order.
    moved_key: u64,
}

impl<S: SquareSet> OpenTurn<S> {
    /// The start of a turn of a side with these leaders, given as squares and numbers of
    /// activations.
    pub fn begin(leaders: impl Iterator<Item = (Square, u8)>) -> Self {
        let mut turn = Self {
            squares: [Square::from_index(0); MAX_LEADERS],
            left: [0; MAX_LEADERS],
            leaders: 0,
            moves_left: 0,
            moves: 0,
            demands: 0,
            by: [0; MAX_DEMANDS],
            given: [0; MAX_DEMANDS],
            free: 0,
            captured: false,
            moved: S::EMPTY,
            key: 0,
            moved_key: 0,
        };
        for (place, (square, activations)) in leaders.take(MAX_LEADERS).enumerate() {
            turn.squares[place] = square;
            turn.left[place] = activations;
            turn.moves_left += activations;
            turn.free |= 1 << place;
            turn.leaders += 1;
        }
        turn
    }

    /// The number of moves made.
    #[inline(always)]
    pub fn moves(&self) -> u8 {
        self.moves
    }

    /// The greatest number of pieces that may still move.
    #[inline(always)]
    pub fn moves_left(&self) -> u8 {
        self.moves_left
    }

    /// The present squares of the leaders that the side had at the start of the turn.
    #[inline(always)]
    pub fn leaders(&self) -> &[Square] {
        &self.squares[..self.leaders as usize]
    }

    /// The squares of the leaders that may still activate.
    #[inline(always)]
    pub fn free(&self) -> impl Iterator<Item = Square> + '_ {
        let may = |place: &usize| self.free >> place & 1 != 0;
        (0..self.leaders as usize).filter(may).map(|place| self.squares[place])
    }

    /// Whether the leader on a square may still activate.
    pub fn is_free(&self, square: Square) -> bool {
        self.free().any(|leader| leader == square)
    }

    /// The set with the leader on a square; empty if no leader stands there.
    pub fn leader_on(&self, square: Square) -> LeaderSet {
        let place = self.leaders().iter().position(|&leader| leader == square);
        place.map_or(0, |place| 1 << place)
    }

    /// Records the move of a piece. A leader keeps its index.
    #[inline]
    pub fn note_move(&mut self, from: Square, to: Square) {
        for leader in &mut self.squares[..self.leaders as usize] {
            if *leader == from {
                *leader = to;
                break;
            }
        }
        self.moved.insert(to);
        self.moved_key ^= zobrist::moved(to);
    }

    /// Records an exchange of two pieces.
    pub fn note_exchange(&mut self, leader: Square, other: Square) {
        self.note_move(leader, other);
        self.moved.insert(leader);
        self.moved_key ^= zobrist::moved(leader);
    }

    /// A key that distinguishes states of a turn with the same placement.
    ///
    /// Leaders that may no longer activate, and the moves that only they could have activated, do not influence the
    /// rest of the turn and are left out. For the other moves, only the leaders matter that could have activated them
    /// and may still activate.
    #[inline]
    pub fn state_key(&self) -> u64 {
        let mut key = self.moved_key.wrapping_add(u64::from(self.moves) << 56);
        let of =
            |leaders| places(leaders).fold(0, |k, place| k ^ zobrist::leader(self.squares[place]));
        for by in &self.by[..self.demands as usize] {
            if by & self.free != 0 {
                key = key.wrapping_add(zobrist::set(of(by & self.free)));
            }
        }
        key ^ of(self.free)
    }

    /// Counts a move.
    #[inline]
    pub fn count(&mut self) {
        self.moves += 1;
        self.moves_left -= 1;
    }

    /// Adds a demand: one of the leaders `by` activates a piece. At least one of them must be free.
    #[inline]
    pub fn demand(&mut self, by: LeaderSet) {
        debug_assert!(by & self.free != 0);
        let place = self.demands as usize;
        self.by[place] = by;
        let mut seen = 0;
        let met = self.meet(place, &mut seen);
        debug_assert!(met);
        // Not earlier: before the demand is met, no leader can be relieved of it.
        self.demands += 1;
        self.find_free();
    }

    /// Assigns a demand to one of its leaders and, if necessary, reassigns other demands. `seen`
    /// are the leaders already tried.
    fn meet(&mut self, demand: usize, seen: &mut LeaderSet) -> bool {
        for leader in places(self.by[demand]) {
            if self.left[leader] > 0 {
                self.left[leader] -= 1;
                self.given[demand] = leader as u8;
                return true;
            }
        }
        for leader in places(self.by[demand]) {
            if *seen >> leader & 1 != 0 {
                continue;
            }
            *seen |= 1 << leader;
            for other in 0..self.demands as usize {
                if usize::from(self.given[other]) == leader
                    && self.by[other] & self.free & !*seen != 0
                    && self.meet(other, seen)
                {
                    self.given[demand] = leader as u8;
                    return true;
                }
            }
        }
        false
    }

    fn find_free(&mut self) {
        let mut free = 0;
        for leader in 0..self.leaders as usize {
            free |= u8::from(self.left[leader] > 0) << leader;
        }
        let mut before = !free;
        while free != before && free != 0 {
            before = free;
            for demand in 0..self.demands as usize {
                if self.by[demand] & free != 0 {
                    free |= 1 << self.given[demand];
                }
            }
        }
        self.free = free;
    }
}

fn places(leaders: LeaderSet) -> impl Iterator<Item = usize> {
    let mut left = leaders;
    std::iter::from_fn(move || {
        let place = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::position::zobrist::split_mix;

    /// Whether the demands can be met, by trying all assignments.
    fn can_assign(demands: &[LeaderSet], left: &[u8]) -> bool {
        let Some((&first, others)) = demands.split_first() else { return true };
        places(first).any(|leader| {
            let mut left = left.to_vec();
            left[leader] > 0 && {
                left[leader] -= 1;
                can_assign(others, &left)
            }
        })
    }

    #[test]
    fn leaders_are_free_when_some_assignment_lets_them() {
        let mut state = 1;
        let mut most = 0;
        for _ in 0..3000 {
            let leaders = 1 + split_mix(&mut state) as usize % 4;
            let activations: Vec<u8> =
                (0..leaders).map(|_| 1 + split_mix(&mut state) as u8 % 2).collect();
            let squares = (0..leaders).map(Square::from_index);
            let mut turn = OpenTurn::<Bitboard<3>>::begin(squares.zip(activations.iter().copied()));
            let mut demands = Vec::new();
            loop {
                let is_free = |leader: &usize| {
                    let more: Vec<LeaderSet> =
                        demands.iter().copied().chain([1 << leader]).collect();
                    can_assign(&more, &activations)
                };
                let expected: Vec<usize> = (0..leaders).filter(is_free).collect();
                let free: Vec<usize> = turn.free().map(Square::index).collect();
                assert_eq!(free, expected, "{demands:?} of {activations:?}");
                let by = split_mix(&mut state) as u8 & ((1 << leaders) - 1);
                if free.is_empty() {
                    break;
                }
                if by & turn.free != 0 {
                    turn.demand(by);
                    demands.push(by);
                }
            }
            most = most.max(demands.len());
        }
        assert_eq!(most, 8);
    }

    #[test]
    fn the_number_of_moves_is_part_of_the_key() {
        let leaders = [(Square::from_index(0), 2)];
        let mut turn = OpenTurn::<Bitboard<3>>::begin(leaders.into_iter());
        let before = turn.state_key();
        turn.count();
        assert_ne!(turn.state_key(), before);
    }
}
