//! Perft: counting the leaves of the tree of legal moves.
//!
//! [`perft`] is the plain count. A [`Counter`] counts the same with several threads, and with a
//! table of what was counted before.

use crate::command::CommandPosition;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, Wanted};
use crate::position::{Move, Position};
use crate::threads;
use crate::variant::Variant;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A position below which leaves can be counted. In games of several moves a turn a ply is an action:
/// a move, or the end of a turn that could go on.
pub trait Countable: Clone + Send + Sync {
    /// The game.
    fn variant(&self) -> &Variant;
    /// A number that tells positions of a game apart.
    fn key(&self) -> u64;
    /// How many legal moves there are.
    fn count(&self) -> u64;
    /// How many legal moves there are after each legal move, added up.
    fn count_replies(&mut self) -> u64 {
        let mut replies = 0;
        for mv in listed(self) {
            self.make(mv);
            replies += self.count();
            self.unmake(mv);
        }
        replies
    }
    /// Adds the legal moves to a list.
    fn list(&self, moves: &mut MoveList);
    /// Makes a legal move.
    fn make(&mut self, mv: Move);
    /// Takes back the last move made, which must be `mv`.
    fn unmake(&mut self, mv: Move);
    /// The text of a move.
    fn move_text(&self, mv: Move) -> String;
}

/// Both sorts of positions have all of it under the same names.
macro_rules! countable {
    ($($position:ident { $($more:item)* })*) => {$(
        impl<G: Geometry> Countable for $position<G> {
            fn variant(&self) -> &Variant {
                self.rules().variant()
            }

            #[inline(always)]
            fn key(&self) -> u64 {
                self.key()
            }

            #[inline(always)]
            fn count(&self) -> u64 {
                self.count_legal_moves()
            }

            #[inline(always)]
            fn list(&self, moves: &mut MoveList) {
                self.add_legal_moves(Wanted::All, moves);
            }

            #[inline(always)]
            fn make(&mut self, mv: Move) {
                self.make(mv);
            }

            #[inline(always)]
            fn unmake(&mut self, mv: Move) {
                self.unmake(mv);
            }

            fn move_text(&self, mv: Move) -> String {
                self.move_text(mv)
            }

            $($more)*
        }
    )*};
}
countable! {
    Position {
        #[inline(always)]
        fn count_replies(&mut self) -> u64 {
            self.count_replies()
        }
    }
    CommandPosition {}
}

/// The number of leaves `depth` plies below a position. The last ply is counted, not made; for all moves of
/// the ply before it, the pieces that none of them can touch are counted once.
pub fn perft<P: Countable>(position: &mut P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count(),
        2 => position.count_replies(),
        _ => {
            let mut leaves = 0;
            // A list that is returned would be copied.
            let mut moves = MoveList::new();
            position.list(&mut moves);
            for &mv in &moves {
                position.make(mv);
                leaves += perft(position, depth - 1);
                position.unmake(mv);
            }
            leaves
        }
    }
}

/// The legal moves of a position.
pub fn listed<P: Countable>(position: &P) -> MoveList {
    let mut moves = MoveList::new();
    position.list(&mut moves);
    moves
}

/// The first two plies of all lines: the place of the first move in the list, that move, and the reply.
fn pairs<P: Countable>(position: &P) -> Vec<(usize, Move, Move)> {
    let mut walker = position.clone();
    let mut pairs = Vec::new();
    for (root, mv) in listed(position).into_iter().enumerate() {
        walker.make(mv);
        pairs.extend(listed(&walker).into_iter().map(|reply| (root, mv, reply)));
        walker.unmake(mv);
    }
    pairs
}

/// One of several parts of about the same size that a count is split into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which one, from 0.
    pub number: usize,
    /// How many there are, at least one.
    pub of: usize,
}

/// What a [`Counter`] cannot be given.
#[derive(Debug, thiserror::Error)]
pub enum CounterError {
    /// No memory for the table.
    #[error("cannot allocate {0} MiB for the hash table")]
    Memory(usize),
    /// No threads.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
}

/// Counts leaves with several threads and, if wanted, a table shared by them.
pub struct Counter {
    pool: Option<Arc<ThreadPool>>,
    table: Option<LeafTable>,
}

impl Counter {
    /// A counter with `threads` threads, or as many as the system grants, and a table of `megabytes` MiB; no table for 0.
    pub fn new(threads: usize, megabytes: usize) -> Result<Self, CounterError> {
        let pool = match threads {
            0 | 1 => None,
            _ => Some(threads::pool(threads)?),
        };
        let table = match megabytes {
            0 => None,
            _ => Some(LeafTable::new(megabytes).ok_or(CounterError::Memory(megabytes))?),
        };
        Ok(Self { pool, table })
    }

    /// How many threads count.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// The number of leaves `depth` plies below a position.
    pub fn count<P: Countable>(&self, position: &P, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => position.count(),
            _ => self.divide(position, depth).iter().map(|&(_, leaves)| leaves).sum(),
        }
    }

    /// The legal moves of a position with the number of leaves below each, `depth` plies below
    /// the position. Nothing for depth 0.
    pub fn divide<P: Countable>(&self, position: &P, depth: u32) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let seed = self.seed(position);
        let Some(pool) = self.pool.as_ref().filter(|_| depth > 2) else {
            let mut walker = position.clone();
            let below = |mv| (mv, self.below(&mut walker, &[mv], depth - 1, seed));
            return listed(position).into_iter().map(below).collect();
        };
        pool.install(|| self.divide_in_parallel(position, depth, seed))
    }

    /// The leaves of a share of the tree: of every so-many-th of the subtrees two plies below the
    /// position, in the order of the moves. A tree that is not as deep is in the first share.
    pub fn share<P: Countable>(&self, position: &P, depth: u32, share: Share) -> u64 {
        if depth < 2 {
            return if share.number == 0 { self.count(position, depth) } else { 0 };
        }
        let seed = self.seed(position);
        let pairs: Vec<_> =
            pairs(position).into_iter().skip(share.number).step_by(share.of).collect();
        let below = |walker: &mut P, &(_, mv, reply): &(usize, Move, Move)| {
            self.below(walker, &[mv, reply], depth - 2, seed)
        };
        let Some(pool) = self.pool.as_ref().filter(|_| depth > 2) else {
            let mut walker = position.clone();
            return pairs.iter().map(|pair| below(&mut walker, pair)).sum();
        };
        let counts = pairs.par_iter().with_max_len(4);
        let counts = counts.map_init(|| position.clone(), |walker, pair| below(walker, pair));
        pool.install(|| counts.sum())
    }

    /// The tree is split at its second ply: the subtrees of single root moves differ too much in
    /// size to keep all threads busy to the end.
    fn divide_in_parallel<P: Countable>(
        &self,
        position: &P,
        depth: u32,
        seed: u64,
    ) -> Vec<(Move, u64)> {
        let mut divided: Vec<(Move, u64)> =
            listed(position).into_iter().map(|mv| (mv, 0)).collect();
        let counts: Vec<(usize, u64)> = pairs(position)
            .into_par_iter()
            .with_max_len(4)
            .map_init(
                || position.clone(),
                |walker, (root, mv, reply)| {
                    (root, self.below(walker, &[mv, reply], depth - 2, seed))
                },
            )
            .collect();
        counts.into_iter().for_each(|(root, leaves)| divided[root].1 += leaves);
        divided
    }

    /// The leaves `depth` plies below the position after `moves`.
    fn below<P: Countable>(&self, position: &mut P, moves: &[Move], depth: u32, seed: u64) -> u64 {
        moves.iter().for_each(|&mv| position.make(mv));
        let leaves = match &self.table {
            Some(table) => hashed(position, depth, table, seed),
            None => perft(position, depth),
        };
        moves.iter().rev().for_each(|&mv| position.unmake(mv));
        leaves
    }

    /// Keeps the counts of different games apart: their positions may have equal keys.
    fn seed<P: Countable>(&self, position: &P) -> u64 {
        fxhash::hash64(position.variant())
    }
}

fn hashed<P: Countable>(position: &mut P, depth: u32, table: &LeafTable, seed: u64) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    let key =
        (position.key() ^ seed).wrapping_add(depth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    if let Some(leaves) = table.get(key) {
        return leaves;
    }
    let mut leaves = 0;
    if depth == 2 {
        leaves = position.count_replies();
    } else {
        for mv in listed(position) {
            position.make(mv);
            leaves += hashed(position, depth - 1, table, seed);
            position.unmake(mv);
        }
    }
    table.put(key, leaves);
    leaves
}

/// Counts by key, without locks: an entry keeps its key combined with its count, so one that two
/// threads wrote at the same time fits no key.
struct LeafTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl LeafTable {
    /// A table of this many MiB; `None` if there is no memory for it.
    fn new(megabytes: usize) -> Option<Self> {
        let length = megabytes.checked_mul(1 << 20)? / size_of::<[AtomicU64; 2]>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(length).ok()?;
        entries.resize_with(length, Default::default);
        Some(Self { entries })
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        let index = (key as u128 * self.entries.len() as u128) >> 64;
        &self.entries[index as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [check, data] = self.entry(key);
        let leaves = data.load(Relaxed);
        (leaves != 0 && check.load(Relaxed) ^ leaves == key).then_some(leaves)
    }

    fn put(&self, key: u64, leaves: u64) {
        let [check, data] = self.entry(key);
        check.store(key ^ leaves, Relaxed);
        data.store(leaves, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::CommandRules;
    use crate::geometry::{Board8x12, Board12};
    use crate::variant::{CommandOption, ONE_MOVE_GAMES, find, rules};
    use std::sync::Arc;

    #[test]
    fn all_ways_of_counting_agree() {
        let counters = [(1, 0), (1, 1), (3, 0), (3, 1)].map(|(threads, megabytes)| {
            Counter::new(threads, megabytes).expect("a small counter can be had")
        });
        // One counter serves several games: their table entries must not be mixed up.
        for variant in ONE_MOVE_GAMES.iter() {
            let position = Position::<Board12>::start(rules(variant)).expect("a start array");
            let most = if variant.id == "maasai" { 3 } else { 2 };
            assert_agree(&counters, position, most);
        }
        let mini = find("mini-chieftain").expect("a built-in game");
        for on in [&[][..], &[CommandOption::Exchange]] {
            let variant = Arc::new(mini.with_options(on));
            let rules = CommandRules::<Board8x12>::of(&variant).expect("a game");
            let position = CommandPosition::from_fen(rules, &variant.start).expect("a position");
            assert_agree(&counters, position, 3);
        }
    }

    fn assert_agree<P: Countable>(counters: &[Counter], mut position: P, most: u32) {
        for depth in 0..=most {
            let expected = perft(&mut position, depth);
            for counter in counters {
                let id = &position.variant().id;
                assert_eq!(counter.count(&position, depth), expected, "{id}");
                for of in [1, 7] {
                    let share = |number| counter.share(&position, depth, Share { number, of });
                    assert_eq!((0..of).map(share).sum::<u64>(), expected, "{id} in {of} shares");
                }
            }
        }
        let divided: Vec<_> =
            counters.iter().map(|counter| counter.divide(&position, most)).collect();
        assert!(divided.iter().all(|other| *other == divided[0]));
    }

    #[test]
    fn more_shares_than_subtrees() {
        let mini = find("mini-chieftain").expect("a built-in game");
        let rules = CommandRules::<Board8x12>::of(mini).expect("a game");
        let fen = "7c/8/8/8/8/8/8/8/8/8/8/C7 w - - 0 1";
        let position = CommandPosition::from_fen(rules, fen).expect("a position");
        let counter = Counter::new(1, 0).expect("no memory is needed");
        let share = |number| counter.share(&position, 3, Share { number, of: 1000 });
        assert_eq!((0..1000).map(share).sum::<u64>(), perft(&mut position.clone(), 3));
    }

    #[test]
    fn a_table_too_large_is_an_error() {
        assert!(matches!(Counter::new(1, usize::MAX >> 20), Err(CounterError::Memory(_))));
    }
}
