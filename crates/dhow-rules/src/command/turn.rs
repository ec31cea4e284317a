//! What a side has done in its turn, and which leaders may still activate.
//!
//! A sequence of moves is legal when each can be given to a leader that had its piece in range,
//! within the number of activations of each leader. That is a matching: each moved piece is a demand
//! that one of some leaders must meet. A matching is kept, and changed along an augmenting path when
//! another demand comes; a leader may still activate when it has an activation left, or when what
//! it gave can be met by another that may.

use crate::bitboard::SquareSet;
use crate::position::zobrist;
use crate::square::Square;
use crate::variant::{MAX_ACTIVATIONS, MAX_LEADERS};

/// The most activations of a side in a turn.
const MAX_DEMANDS: usize = MAX_ACTIVATIONS as usize * MAX_LEADERS;

/// The most actions of a turn: as many moves as there are activations, and its end.
pub const LONGEST_TURN: usize = MAX_DEMANDS + 1;

/// A set of leaders, by their places in the list of those with which the turn began.
pub type Leaders = u8;
const _: () = assert!(MAX_LEADERS <= Leaders::BITS as usize);

/// A turn in progress.
#[derive(Clone, Copy, Debug)]
pub struct Turn<S> {
    /// Where the leaders stand that the side had when the turn began.
    squares: [Square; MAX_LEADERS],
    /// How many activations each has left in the matching.
    left: [u8; MAX_LEADERS],
    leaders: u8,
    /// How many more pieces may move, whether they need an activation or not.
    moves_left: u8,
    /// How many moves were made.
    moves: u8,
    demands: u8,
    /// The leaders that could have activated each moved piece, and the one that did.
    by: [Leaders; MAX_DEMANDS],
    given: [u8; MAX_DEMANDS],
    /// The leaders that may still activate.
    free: Leaders,
    /// Whether anything was captured.
    pub captured: bool,
    /// Where the pieces stand that were moved.
    pub moved: S,
    /// Tells the states of turns apart that have the same pieces on the same squares; 0 at the start.
    pub key: u64,
    /// Tells what was moved, whatever the order.
    moved_key: u64,
}

impl<S: SquareSet> Turn<S> {
    /// A turn in which nothing was done yet, of a side with these leaders: squares and numbers of
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

    /// How many moves were made.
    #[inline(always)]
    pub fn moves(&self) -> u8 {
        self.moves
    }

    /// How many more pieces may move at most.
    #[inline(always)]
    pub fn moves_left(&self) -> u8 {
        self.moves_left
    }

    /// Where the leaders stand that the side had when the turn began.
    #[inline(always)]
    pub fn leaders(&self) -> &[Square] {
        &self.squares[..self.leaders as usize]
    }

    /// Where the leaders stand that may still activate.
    #[inline(always)]
    pub fn free(&self) -> impl Iterator<Item = Square> + '_ {
        let may = |place: &usize| self.free >> place & 1 != 0;
        (0..self.leaders as usize).filter(may).map(|place| self.squares[place])
    }

    /// Whether the leader on a square may still activate.
    pub fn is_free(&self, square: Square) -> bool {
        self.free().any(|leader| leader == square)
    }

    /// The leader on a square, as a set; none if it is no leader's.
    pub fn leader_on(&self, square: Square) -> Leaders {
        let place = self.leaders().iter().position(|&leader| leader == square);
        place.map_or(0, |place| 1 << place)
    }

    /// A piece has moved; a leader keeps its place in the list.
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

    /// Two pieces have changed places.
    pub fn note_exchange(&mut self, leader: Square, other: Square) {
        self.note_move(leader, other);
        self.moved.insert(leader);
        self.moved_key ^= zobrist::moved(leader);
    }

    /// Tells the states of turns apart that have the same pieces on the same squares.
    ///
    /// The leaders that may not activate any more, and the moves given to them, are left out: those
    /// moves could be given to none but them, and so for the rest of the turn. Of the other moves it
    /// counts which of the other leaders they could be given to.
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

    /// A move is made.
    #[inline]
    pub fn count(&mut self) {
        self.moves += 1;
        self.moves_left -= 1;
    }

    /// One of some leaders, of which at least one may still activate, activates a piece.
    #[inline]
    pub fn demand(&mut self, by: Leaders) {
        debug_assert!(by & self.free != 0);
        let place = self.demands as usize;
        self.by[place] = by;
        let mut seen = 0;
        let met = self.meet(place, &mut seen);
        debug_assert!(met);
        // Only now: until it is met, no leader can be relieved of it.
        self.demands += 1;
        self.find_free();
    }

    /// Gives a demand to one of its leaders, and if need be what that one gave to another. `seen` are
    /// the leaders asked already.
    fn meet(&mut self, demand: usize, seen: &mut Leaders) -> bool {
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

fn places(leaders: Leaders) -> impl Iterator<Item = usize> {
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

    /// Whether every demand can be given to one of its leaders: every way is tried.
    fn can_assign(demands: &[Leaders], left: &[u8]) -> bool {
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
            let mut turn = Turn::<Bitboard<3>>::begin(squares.zip(activations.iter().copied()));
            let mut demands = Vec::new();
            loop {
                let is_free = |leader: &usize| {
                    let more: Vec<Leaders> = demands.iter().copied().chain([1 << leader]).collect();
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
}
