//! The transposition table.
//!
//! All threads share it without locks. An entry is two words that are read and written separately. The first is
//! stored xor the second, so that a mixture of two entries shows as a wrong key (Hyatt and Mann, "A lock-less
//! transposition table implementation", 2002). The second is hashed before: two entries of one position often differ
//! in the score only, which would change just the bits of the move and leave the key intact.
//!
//! There is no data race: every word that two threads reach is an atomic, and only `&mut` clears the table, except for
//! memory of the host (`lent_memory`). `Relaxed` suffices, since a word says nothing about other memory. An entry may
//! get lost, and a colliding key may bring the move of another position, so table moves are checked for legality.

use super::bound::Bound;
use super::memory::LINE;
use super::params::{AGE_COST, KEPT_DEEPER};
use super::table_memory::{GENERATIONS, LINE_BYTES, TableLine, TableMemory};
use crate::eval::{MAX_PLY, Score};
use dhow_rules::position::Move;
use dhow_rules::position::zobrist::spread;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Entries in a cluster: those of a cache line.
const CLUSTER: usize = LINE / 2;
/// The bits of a key in an entry. The upper bits choose the cluster.
const KEY: u64 = !0 >> Move::BITS;

/// The two words of an entry.
#[derive(Clone, Copy)]
struct Slot<'a> {
    line: TableLine<'a>,
    /// Its index in the line.
    index: usize,
}

impl Slot<'_> {
    /// The bits of the key above those of the move, then the move, and the data: score and static evaluation (16 bits
    /// each), depth (8), bound (2), generation (5). The check is stored XOR [`spread`] of the data.
    #[inline(always)]
    fn read(self) -> (u64, u64) {
        let data = self.line.load(2 * self.index + 1);
        (self.line.load(2 * self.index) ^ spread(data), data)
    }

    #[inline(always)]
    fn write(self, check: u64, data: u64) {
        self.line.store(2 * self.index + 1, data);
        self.line.store(2 * self.index, check ^ spread(data));
    }
}

/// The data of a position in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The best move, if known. After a key collision it may be illegal.
    pub best: Option<Move>,
    /// The score; mates count from this position.
    pub score: Score,
    /// The static evaluation; `None` in check.
    pub evaluation: Option<Score>,
    /// Depth of the search in plies.
    pub depth: i32,
    /// Whether the score is exact; `None` if only the evaluation is known.
    pub bound: Option<Bound>,
}

impl TableEntry {
    /// Whether the entry causes a cut-off in this window.
    #[inline]
    pub fn cuts_off(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= beta,
            Some(Bound::Upper) => self.score <= alpha,
            None => false,
        }
    }
}

/// The static evaluation of a node, or the table's score where it is more exact.
pub fn adjusted(evaluation: Option<Score>, entry: Option<&TableEntry>) -> Score {
    let Some(evaluation) = evaluation else { return -Score::INFINITE };
    match entry {
        Some(entry) if !entry.score.is_mate() => match entry.bound {
            Some(Bound::Exact) => entry.score,
            Some(Bound::Lower) => evaluation.max(entry.score),
            Some(Bound::Upper) => evaluation.min(entry.score),
            None => evaluation,
        },
        _ => evaluation,
    }
}

const NO_EVALUATION: i16 = i16::MIN;

/// A hash table of positions.
pub struct TranspositionTable {
    /// The clusters, one in a line.
    memory: TableMemory,
    /// Whether a search has used it since it was cleared.
    used: AtomicBool,
}

impl TranspositionTable {
    /// An empty table of `megabytes` MiB, at least one; `None` if the system has no memory for it once a table of
    /// `replaced` MiB is freed.
    pub fn new(megabytes: usize, replaced: usize) -> Option<Self> {
        let clusters = megabytes.max(1).checked_mul((1 << 20) / LINE_BYTES)?;
        Some(Self::within(TableMemory::zeroed(clusters, replaced << 20)?))
    }

    /// A table in this memory, whose words are zeros or those of such a table.
    pub fn within(memory: TableMemory) -> Self {
        Self { memory, used: AtomicBool::new(false) }
    }

    pub fn memory(&self) -> &TableMemory {
        &self.memory
    }

    pub fn megabytes(&self) -> usize {
        (self.memory.lines() * LINE_BYTES) >> 20
    }

    /// Clears the table, if it was used.
    pub fn clear(&mut self) {
        if *self.used.get_mut() {
            self.write_zeros();
        }
    }

    /// Clears all pages on the threads of the current rayon pool, so that the system provides them before the search.
    pub fn write_zeros(&mut self) {
        self.memory.write_zeros();
        *self.used.get_mut() = false;
    }

    /// Starts a new search: older entries are replaced first.
    pub fn new_search(&self) {
        self.used.store(true, Relaxed);
        self.memory.begin_generation();
    }

    #[inline(always)]
    fn cluster_index(&self, key: u64) -> usize {
        ((key as u128 * self.memory.lines() as u128) >> 64) as usize
    }

    /// The entries that may hold a key.
    #[inline(always)]
    fn cluster(&self, key: u64) -> impl Iterator<Item = Slot<'_>> + Clone {
        slots(self.memory.line(self.cluster_index(key)))
    }

    /// Prefetches the cluster of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        self.memory.prefetch(self.cluster_index(key));
    }

    /// The entry of the position with this key, `turns` below the root.
    #[inline]
    pub fn probe(&self, key: u64, turns: usize) -> Option<TableEntry> {
        self.cluster(key).find_map(|slot| {
            let (check, data) = slot.read();
            (check >> Move::BITS == key & KEY && data != 0)
                .then(|| unpack(data, move_of(check), turns))
        })
    }

    /// Stores an entry of a position, `turns` below the root.
    #[inline]
    pub fn store(&self, key: u64, turns: usize, entry: TableEntry) {
        let generation = self.memory.generation();
        let wanted = key & KEY;
        let mut worst = None;
        for slot in self.cluster(key) {
            let (check, data) = slot.read();
            if data != 0 && check >> Move::BITS == wanted {
                let old = unpack(data, move_of(check), turns);
                let keeps_deeper = entry.bound != Some(Bound::Exact)
                    && old.bound.is_some()
                    && age(data, generation) == 0
                    && entry.depth + KEPT_DEEPER < old.depth;
                if !keeps_deeper {
                    let best = entry.best.or(old.best);
                    write(slot, wanted, &TableEntry { best, ..entry }, turns, generation);
                }
                return;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                (data >> 32 & 0xFF) as i32 - AGE_COST * age(data, generation) as i32
            };
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = worst {
            write(slot, wanted, &entry, turns, generation);
        }
    }

    /// Entries of the current search, in thousandths of a sample of the table.
    pub fn hash_full(&self) -> u32 {
        let generation = self.memory.generation();
        let sample = self.memory.lines().min(1000 / CLUSTER);
        let used = (0..sample).flat_map(|index| slots(self.memory.line(index))).filter(|slot| {
            let (_, data) = slot.read();
            data != 0 && age(data, generation) == 0
        });
        (used.count() * 1000 / (sample * CLUSTER)) as u32
    }
}

#[inline(always)]
fn slots(line: TableLine<'_>) -> impl Iterator<Item = Slot<'_>> + Clone {
    (0..CLUSTER).map(move |index| Slot { line, index })
}

fn age(data: u64, generation: u8) -> u8 {
    (GENERATIONS + generation - (data >> 42 & 0x1F) as u8) % GENERATIONS
}

fn write(slot: Slot, key: u64, entry: &TableEntry, turns: usize, generation: u8) {
    let bound = match entry.bound {
        None => 0,
        Some(Bound::Upper) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Exact) => 3,
    };
    let evaluation = entry.evaluation.map_or(NO_EVALUATION, |score| score.0 as i16);
    let data = (to_table(entry.score, turns).0 as i16 as u16 as u64)
        | (evaluation as u16 as u64) << 16
        | ((entry.depth + DEPTH_OFFSET).clamp(1, 255) as u64) << 32
        | bound << 40
        | (generation as u64) << 42;
    let check = key << Move::BITS | entry.best.map_or(0, Move::bits) as u64;
    slot.write(check, data);
}

/// Added to stored depths: the quiescence search has negative ones.
const DEPTH_OFFSET: i32 = 8;

fn unpack(data: u64, best: Option<Move>, turns: usize) -> TableEntry {
    let evaluation = (data >> 16) as i16;
    TableEntry {
        best,
        score: from_table(Score(data as i16 as i32), turns),
        evaluation: (evaluation != NO_EVALUATION).then_some(Score(evaluation as i32)),
        depth: (data >> 32 & 0xFF) as i32 - DEPTH_OFFSET,
        bound: match data >> 40 & 3 {
            0 => None,
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Exact),
        },
    }
}

/// A score as stored: mates count from the position instead of the root.
fn to_table(score: Score, turns: usize) -> Score {
    let turns = turns as i32;
    if !score.is_mate() {
        score
    } else if score.0 > 0 {
        Score((score.0 + turns).min(Score::MATE.0))
    } else {
        Score((score.0 - turns).max(-Score::MATE.0))
    }
}

fn from_table(score: Score, turns: usize) -> Score {
    let turns = (turns as i32).min(MAX_PLY as i32);
    if !score.is_mate() {
        score
    } else if score.0 > 0 {
        Score(score.0 - turns)
    } else {
        Score(score.0 + turns)
    }
}

/// The move in the lower bits of a check word.
#[inline(always)]
fn move_of(check: u64) -> Option<Move> {
    Move::from_bits((check & ((1 << Move::BITS) - 1)) as u32)
}

#[cfg(test)]
mod tests {
    use super::super::lent_memory::{LentMemory, SharedTableRole, VecWords};
    use super::*;
    use dhow_rules::pieces::PieceType;
    use dhow_rules::square::Square;
    use std::sync::Arc;

    fn entry(depth: i32) -> TableEntry {
        let (from, to) = (Square::from_index(3), Square::from_index(511));
        TableEntry {
            best: Some(Move::promoting(from, to, PieceType::from_index(17))),
            score: Score(-1234),
            evaluation: Some(Score(77)),
            depth,
            bound: Some(Bound::Lower),
        }
    }

    /// A table in own memory, and one in memory of the host.
    fn tables() -> [TranspositionTable; 2] {
        let words = Arc::new(VecWords::zeros(1 << 18));
        let lent = LentMemory::new(words, SharedTableRole::First).unwrap();
        [
            TranspositionTable::new(1, 0).unwrap(),
            TranspositionTable::within(TableMemory::Lent(lent)),
        ]
    }

    #[test]
    fn an_entry_is_read_back_as_stored() {
        for table in tables() {
            let key = 0x1234_5678_9ABC_DEF0;
            assert_eq!(table.probe(key, 0), None);
            for depth in [-3, 0, 1, 40, 199] {
                table.store(key, 0, TableEntry { bound: Some(Bound::Exact), ..entry(depth) });
                let found = table.probe(key, 0).unwrap();
                assert_eq!(found, TableEntry { bound: Some(Bound::Exact), ..entry(depth) });
            }
            assert_eq!(table.probe(key ^ 1, 0), None);
        }
    }

    /// A thread may read while another one writes.
    #[test]
    fn a_mixture_of_two_entries_is_none() {
        assert_eq!(tables().map(mixtures), [232, 232]);
    }

    /// The number of mixtures, none of which is an entry.
    fn mixtures(mut table: TranspositionTable) -> usize {
        let mut mixtures = 0;
        let written = |table: &mut TranspositionTable, entry: TableEntry| {
            table.clear();
            table.new_search();
            table.store(77, 0, entry);
            let line = table.memory.line(table.cluster_index(77));
            (line.load(0), line.load(1))
        };
        let others = |bit: i32| {
            let score = Score(entry(5).score.0 ^ 1 << bit.min(9));
            let evaluation = entry(5).evaluation.map(|score| Score(score.0 ^ 1 << bit.min(9)));
            [
                TableEntry { score, ..entry(5) },
                TableEntry { evaluation, ..entry(5) },
                TableEntry { depth: entry(5).depth + bit, ..entry(5) },
                TableEntry { bound: None, ..entry(5) },
            ]
        };
        for other in (1..30).flat_map(others) {
            let one = written(&mut table, entry(5));
            let two = written(&mut table, other);
            for (check, data) in [(one.0, two.1), (two.0, one.1)] {
                let line = table.memory.line(table.cluster_index(77));
                line.store(0, check);
                line.store(1, data);
                assert_eq!(table.probe(77, 0), None, "{other:?}");
                mixtures += 1;
            }
        }
        mixtures
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = TranspositionTable::new(1, 0).unwrap();
        table.store(9, 5, TableEntry { score: Score::mates_in(8), ..entry(3) });
        assert_eq!(table.probe(9, 2).unwrap().score, Score::mates_in(5));
        table.store(10, 5, TableEntry { score: Score::mated_in(8), ..entry(3) });
        assert_eq!(table.probe(10, 6).unwrap().score, Score::mated_in(9));
    }
}
