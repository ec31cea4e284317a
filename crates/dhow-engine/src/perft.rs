//! Perft of games on any board: with several threads, with a hash table, or until stopped.

use crate::threads;
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::perft::{Countable, listed, perft};
use dhow_rules::position::{Move, Position};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// All lines of two plies: the index of the first move, that move, and the reply.
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

/// One of several parts of about the same size into which a perft is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftShare {
    /// Index of the part, from 0.
    pub number: usize,
    /// Number of parts, at least 1.
    pub of: usize,
}

/// Why there is no [`PerftCounter`].
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// The system has no memory for a table of this many MiB.
    #[error("cannot allocate {0} MiB for the hash table")]
    Memory(usize),
    /// The system refused the threads.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
}

/// Counts leaves with several threads and, optionally, a shared hash table.
pub struct PerftCounter {
    pool: Option<Arc<ThreadPool>>,
    table: Option<LeafTable>,
}

impl PerftCounter {
    /// A counter with `threads` threads, or as many as the system grants, and a table of `megabytes` MiB; no table if
    /// 0.
    pub fn new(threads: usize, megabytes: usize) -> Result<Self, PerftError> {
        let pool = match threads {
            0 | 1 => None,
            _ => Some(threads::pool(threads)?),
        };
        let table = match megabytes {
            0 => None,
            _ => Some(LeafTable::new(megabytes).ok_or(PerftError::Memory(megabytes))?),
        };
        Ok(Self { pool, table })
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// The number of leaves `depth` plies below the position of a game.
    pub fn count(&self, game: &Game, depth: u32) -> u64 {
        if depth == 0 {
            1
        } else {
            self.divide(game, depth).iter().map(|&(_, leaves)| leaves).sum()
        }
    }

    /// The legal moves of a game's position, each with the number of leaves below it, `depth` plies below the
    /// position. Empty for depth 0.
    pub fn divide(&self, game: &Game, depth: u32) -> Vec<(Move, u64)> {
        game.position().visit(DivideVisitor { counter: self, depth })
    }

    /// The leaves of one part of the tree: of every n-th subtree two plies below the position, for n parts. A
    /// shallower tree belongs to the first part.
    pub fn share(&self, game: &Game, depth: u32, share: PerftShare) -> u64 {
        if depth < 2 {
            return if share.number == 0 { self.count(game, depth) } else { 0 };
        }
        game.position().visit(CountShare { counter: self, depth, share })
    }

    fn divide_position<P: Countable>(&self, position: &P, depth: u32) -> Vec<(Move, u64)> {
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

    /// For depths from 2.
    fn share_of_position<P: Countable>(&self, position: &P, depth: u32, share: PerftShare) -> u64 {
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

    /// Divides the tree at the second ply: the subtrees of root moves differ too much in size to keep all threads
    /// busy.
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

    /// Separates the table entries of games, whose positions may have equal keys.
    fn seed<P: Countable>(&self, position: &P) -> u64 {
        fxhash::hash64(position.variant())
    }
}

/// Visitors that call a method for positions of both families.
macro_rules! visits {
    ($visitor:ident, $output:ty, $method:ident($($argument:ident),*)) => {
        impl Visitor for $visitor<'_> {
            type Output = $output;

            fn visit<G: Geometry>(self, position: &Position<G>) -> $output {
                self.counter.$method(position, $(self.$argument),*)
            }

            fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> $output {
                self.counter.$method(position, $(self.$argument),*)
            }
        }
    };
}

struct DivideVisitor<'a> {
    counter: &'a PerftCounter,
    depth: u32,
}
visits!(DivideVisitor, Vec<(Move, u64)>, divide_position(depth));

struct CountShare<'a> {
    counter: &'a PerftCounter,
    depth: u32,
    share: PerftShare,
}
visits!(CountShare, u64, share_of_position(depth, share));

/// Largest depth in plies that is counted without checking `stopped`.
const WHOLE_DEPTH: u32 = 3;

/// The number of leaves `depth` plies below the position of a game, counted by one thread; `None` once `stopped`
/// returns true. `report` receives each move with the leaves below it.
pub fn divide_until(
    game: &Game,
    depth: u32,
    stopped: &dyn Fn() -> bool,
    report: &mut dyn FnMut(Move, u64),
) -> Option<u64> {
    game.position().visit(DivideUntil { counter: Until { stopped }, depth, report })
}

struct DivideUntil<'a> {
    counter: Until<'a>,
    depth: u32,
    report: &'a mut dyn FnMut(Move, u64),
}
visits!(DivideUntil, Option<u64>, divide(depth, report));

struct Until<'a> {
    stopped: &'a dyn Fn() -> bool,
}

impl Until<'_> {
    fn divide<P: Countable>(
        &self,
        position: &P,
        depth: u32,
        report: &mut dyn FnMut(Move, u64),
    ) -> Option<u64> {
        let Some(below) = depth.checked_sub(1) else { return Some(1) };
        let mut position = position.clone();
        let mut leaves = 0;
        for mv in listed(&position) {
            position.make(mv);
            let count = self.count(&mut position, below);
            position.unmake(mv);
            report(mv, count?);
            leaves += count?;
        }
        Some(leaves)
    }

    fn count<P: Countable>(&self, position: &mut P, depth: u32) -> Option<u64> {
        if (self.stopped)() {
            return None;
        }
        if depth <= WHOLE_DEPTH {
            return Some(perft(position, depth));
        }
        let mut leaves = 0;
        for mv in listed(position) {
            position.make(mv);
            let below = self.count(position, depth - 1);
            position.unmake(mv);
            leaves += below?;
        }
        Some(leaves)
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

/// Leaf counts by key, without locks: an entry stores its key xor its count, so a mixture of two entries fits no key.
struct LeafTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl LeafTable {
    /// A table of `megabytes` MiB; `None` if the system has no memory for it.
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
    use dhow_rules::variant::{CommandOption, ONE_MOVE_GAMES, Variant, find};

    #[test]
    fn all_ways_of_counting_agree() {
        let counters = [(1, 0), (1, 1), (3, 0), (3, 1)].map(|(threads, megabytes)| {
            PerftCounter::new(threads, megabytes).expect("a small counter can be had")
        });
        // One counter serves several games, whose table entries must not be mixed up.
        for variant in ONE_MOVE_GAMES.iter() {
            let most = if variant.id == "maasai" { 3 } else { 2 };
            assert_agree(&counters, &Game::new(variant), most);
        }
        let mini = find("mini-chieftain").expect("a built-in game");
        for on in [&[][..], &[CommandOption::Exchange]] {
            let variant: Arc<Variant> = Arc::new(mini.with_options(on));
            assert_agree(&counters, &Game::new(&variant), 3);
        }
    }

    /// The plain perft of the rules.
    struct PlainPerft(u32);

    impl Visitor for PlainPerft {
        type Output = u64;

        fn visit<G: Geometry>(self, position: &Position<G>) -> u64 {
            perft(&mut position.clone(), self.0)
        }

        fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> u64 {
            perft(&mut position.clone(), self.0)
        }
    }

    fn assert_agree(counters: &[PerftCounter], game: &Game, most: u32) {
        let id = &game.variant().id;
        for depth in 0..=most {
            let expected = game.position().visit(PlainPerft(depth));
            for counter in counters {
                assert_eq!(counter.count(game, depth), expected, "{id}");
                for of in [1, 7] {
                    let share = |number| counter.share(game, depth, PerftShare { number, of });
                    assert_eq!((0..of).map(share).sum::<u64>(), expected, "{id} in {of} shares");
                }
            }
            let mut divided = Vec::new();
            let whole =
                divide_until(game, depth, &|| false, &mut |mv, leaves| divided.push((mv, leaves)));
            assert_eq!((whole, divided), (Some(expected), counters[0].divide(game, depth)), "{id}");
        }
        let divided: Vec<_> = counters.iter().map(|counter| counter.divide(game, most)).collect();
        assert!(divided.iter().all(|other| *other == divided[0]));
        assert_eq!(divide_until(game, 1, &|| true, &mut |_, _| panic!("stopped")), None);
    }

    #[test]
    fn more_shares_than_subtrees() {
        let fen = "7c/8/8/8/8/8/8/8/8/8/8/C7 w - - 0 1";
        let game = Game::from_fen(find("mini-chieftain").expect("a built-in game"), fen)
            .expect("a position");
        let counter = PerftCounter::new(1, 0).expect("no memory is needed");
        let share = |number| counter.share(&game, 3, PerftShare { number, of: 1000 });
        assert_eq!((0..1000).map(share).sum::<u64>(), counter.count(&game, 3));
    }

    #[test]
    fn a_table_too_large_is_an_error() {
        assert!(matches!(PerftCounter::new(1, usize::MAX >> 20), Err(PerftError::Memory(_))));
    }
}
