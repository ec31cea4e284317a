//! Words of the host as the memory of one transposition table for several engines, which search the same position.
//!
//! One engine is the first; the others help it. They exchange entries, the marks of ABDADA, complete iterations, and
//! numbers of nodes. The lines of the words are:
//!
//! | lines | hold |
//! |---|---|
//! | 1 | the generation of the entries, then the nodes of the helpers |
//! | [`MARK_LINES`] | marks |
//! | [`RECORD_LINES`] for each engine | its last complete iteration, after the check of its words |
//! | the rest | entries |

use super::memory::LINE;
use dhow_rules::position::zobrist::spread;
use std::sync::Arc;

/// Memory of the host for a hash table: words that several engines, in threads or workers of their own, load and store
/// at any time. A word that is loaded was stored whole.
pub trait HostWords: Send + Sync {
    /// The number of words.
    fn count(&self) -> usize;
    /// The word with this index, below [`HostWords::count`].
    fn load(&self, index: usize) -> u64;
    /// Stores the word with this index, below [`HostWords::count`].
    fn store(&self, index: usize, word: u64);
}

/// Whether memory can be lent: in a build with threads it has no value, and so has lent memory, which the compiler then
/// drops. Such a build has a table in its own memory alone, and engines with several threads.
#[cfg(any(test, not(feature = "threads")))]
#[derive(Clone, Copy)]
struct Possible;
#[cfg(not(any(test, not(feature = "threads"))))]
#[derive(Clone, Copy)]
enum Possible {}

fn possible() -> Option<Possible> {
    #[cfg(any(test, not(feature = "threads")))]
    return Some(Possible);
    #[cfg(not(any(test, not(feature = "threads"))))]
    None
}

/// The largest number of helpers.
pub const MOST_HELPERS: usize = LINE - 1;
/// Lines of the marks.
const MARK_LINES: usize = 2048;
/// Lines of an engine's last complete iteration.
const RECORD_LINES: usize = 512;
/// Words before the first of these.
const RECORDS: usize = (1 + MARK_LINES) * LINE;
/// Lines before the entries.
const HEAD: usize = 1 + MARK_LINES + (1 + MOST_HELPERS) * RECORD_LINES;
/// The word of the generation.
const GENERATION: usize = 0;

/// The role of an engine among those that share a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedTableRole {
    /// The engine whose results count.
    First,
    /// A helper, with a number of its own below 7.
    Helper(usize),
}

/// Words of the host, as one engine uses them.
pub struct LentMemory {
    words: Arc<dyn HostWords>,
    role: SharedTableRole,
    lines: usize,
    possible: Possible,
}

/// A cache line of the host's words.
#[derive(Clone, Copy)]
pub struct LentLine<'a> {
    words: &'a dyn HostWords,
    first: usize,
    _possible: Possible,
}

/// The words for marks.
pub struct LentMarks {
    words: Arc<dyn HostWords>,
    _possible: Possible,
}

impl LentMemory {
    /// The host's words for an engine of this role; `None` if there are too few, the number of the helper is too high,
    /// or this is a build with threads.
    pub fn new(words: Arc<dyn HostWords>, role: SharedTableRole) -> Option<Self> {
        let lines = (words.count() / LINE).checked_sub(HEAD).filter(|&lines| lines > 0)?;
        let known = !matches!(role, SharedTableRole::Helper(number) if number >= MOST_HELPERS);
        let possible = possible().filter(|_| known)?;
        Some(Self { words, role, lines, possible })
    }

    pub fn lines(&self) -> usize {
        self.lines
    }

    #[inline(always)]
    pub fn line(&self, index: usize) -> LentLine<'_> {
        let first = (HEAD + index) * LINE;
        LentLine { words: &*self.words, first, _possible: self.possible }
    }

    /// Clears everything, if this is the first engine.
    pub fn write_zeros(&self) {
        if self.role == SharedTableRole::First {
            (0..self.words.count()).for_each(|index| self.words.store(index, 0));
        }
    }

    pub fn generation(&self) -> u8 {
        self.words.load(GENERATION) as u8
    }

    /// Begins a generation and forgets marks, iterations and nodes of the last search, if this is the first engine.
    pub fn begin(&self, generation: u8) {
        if self.role == SharedTableRole::First {
            (GENERATION + 1..RECORDS).for_each(|index| self.words.store(index, 0));
            (0..=MOST_HELPERS).for_each(|engine| self.words.store(record(engine), 0));
            self.words.store(GENERATION, u64::from(generation));
        }
    }

    /// Records the nodes of a helper.
    pub fn note_nodes(&self, nodes: u64) {
        if let SharedTableRole::Helper(number) = self.role {
            self.words.store(GENERATION + 1 + number, nodes);
        }
    }

    /// The nodes of all helpers; 0 for a helper itself.
    pub fn helpers_nodes(&self) -> u64 {
        match self.role {
            SharedTableRole::First => {
                (GENERATION + 1..LINE).map(|index| self.words.load(index)).sum()
            }
            SharedTableRole::Helper(_) => 0,
        }
    }

    pub fn marks(&self) -> LentMarks {
        LentMarks { words: self.words.clone(), _possible: self.possible }
    }

    fn engine(&self) -> usize {
        match self.role {
            SharedTableRole::First => 0,
            SharedTableRole::Helper(number) => 1 + number,
        }
    }

    /// Publishes words in place of those published before, unless they are too many.
    pub fn publish(&self, words: &[u64]) {
        if words.len() > RECORD_LINES * LINE - 2 {
            return;
        }
        let first = record(self.engine());
        self.words.store(first + 1, words.len() as u64);
        for (index, &word) in (first + 2..).zip(words) {
            self.words.store(index, word);
        }
        self.words.store(first, check(words));
    }

    /// What another engine has published, if its first words are wanted. Words that change meanwhile are none.
    pub fn published<const FIRST: usize>(
        &self,
        wanted: impl Fn([u64; FIRST]) -> bool,
    ) -> Option<Vec<u64>> {
        let others = (0..=MOST_HELPERS).filter(|&engine| engine != self.engine());
        others.map(record).find_map(|first| {
            let kept = self.words.load(first);
            if kept == 0 || !wanted(std::array::from_fn(|index| self.words.load(first + 2 + index)))
            {
                return None;
            }
            let length = self.words.load(first + 1).min((RECORD_LINES * LINE - 2) as u64) as usize;
            let load = |index| self.words.load(first + 2 + index);
            let words: Vec<u64> = (0..length).map(load).collect();
            (length >= FIRST && check(&words) == kept).then_some(words)
        })
    }
}

/// Index of the first word of what an engine has published: the check, the number of words, and the words.
fn record(engine: usize) -> usize {
    RECORDS + engine * RECORD_LINES * LINE
}

/// A number that tells words from others, or from a mixture of them; never 0.
fn check(words: &[u64]) -> u64 {
    words.iter().fold(words.len() as u64, |sum, word| spread(sum ^ word).wrapping_add(sum)) | 1
}

impl LentLine<'_> {
    #[inline(always)]
    pub fn load(self, index: usize) -> u64 {
        self.words.load(self.first + index)
    }

    #[inline(always)]
    pub fn store(self, index: usize, word: u64) {
        self.words.store(self.first + index, word);
    }
}

impl LentMarks {
    /// The number of marks.
    pub const COUNT: usize = MARK_LINES * LINE;

    /// The mark with this index.
    pub fn load(&self, index: usize) -> u64 {
        self.words.load(LINE + index)
    }

    /// Stores the mark with this index.
    pub fn store(&self, index: usize, mark: u64) {
        self.words.store(LINE + index, mark);
    }
}

/// Words of this process, for tests.
#[cfg(test)]
pub struct VecWords(Vec<std::sync::atomic::AtomicU64>);

#[cfg(test)]
impl VecWords {
    pub fn zeros(count: usize) -> Self {
        Self((0..count).map(|_| Default::default()).collect())
    }
}

#[cfg(test)]
impl HostWords for VecWords {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn load(&self, index: usize) -> u64 {
        self.0[index].load(std::sync::atomic::Ordering::Relaxed)
    }

    fn store(&self, index: usize, word: u64) {
        self.0[index].store(word, std::sync::atomic::Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_engine_counts_and_clears_for_all() {
        let words = Arc::new(VecWords::zeros((HEAD + 10) * LINE + 3));
        let lend = |role| LentMemory::new(words.clone(), role).unwrap();
        let (first, helpers) =
            (lend(SharedTableRole::First), [0, 6].map(SharedTableRole::Helper).map(lend));
        assert_eq!((first.lines(), helpers[1].lines()), (10, 10));
        first.begin(3);
        helpers[0].note_nodes(100);
        helpers[1].note_nodes(20);
        first.note_nodes(7);
        assert_eq!((first.helpers_nodes(), helpers[0].helpers_nodes()), (120, 0));
        first.line(9).store(7, 55);
        first.marks().store(LentMarks::COUNT - 1, 66);
        helpers[0].begin(4);
        helpers[0].write_zeros();
        assert_eq!((helpers[1].generation(), helpers[1].line(9).load(7)), (3, 55));
        assert_eq!(helpers[1].marks().load(LentMarks::COUNT - 1), 66);
        first.begin(4);
        assert_eq!((helpers[1].generation(), helpers[1].line(9).load(7)), (4, 55));
        assert_eq!((first.helpers_nodes(), first.marks().load(LentMarks::COUNT - 1)), (0, 0));
        first.write_zeros();
        assert!((0..words.count()).all(|index| words.load(index) == 0));
    }

    #[test]
    fn what_is_published_is_whole_and_for_others() {
        let words = Arc::new(VecWords::zeros((HEAD + 1) * LINE));
        let lend = |role| LentMemory::new(words.clone(), role).unwrap();
        let (first, helper) = (lend(SharedTableRole::First), lend(SharedTableRole::Helper(6)));
        let found = |memory: &LentMemory| memory.published(|[head]| head == 7);
        assert_eq!(found(&first), None);
        helper.publish(&[7, 8, 9]);
        assert_eq!((found(&first), found(&helper)), (Some(vec![7, 8, 9]), None));
        assert_eq!(first.published(|[head]| head == 8), None);
        // Another one half of which is there.
        words.store(record(7) + 3, 5);
        assert_eq!(found(&first), None);
        helper.publish(&[7; RECORD_LINES * LINE]);
        helper.publish(&[7]);
        assert_eq!(found(&first), Some(vec![7]));
        first.begin(1);
        assert_eq!(found(&first), None);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let words = |lines: usize| Arc::new(VecWords::zeros(lines * LINE));
        assert!(LentMemory::new(words(0), SharedTableRole::First).is_none());
        assert!(LentMemory::new(words(HEAD), SharedTableRole::First).is_none());
        assert!(LentMemory::new(words(HEAD + 1), SharedTableRole::First).is_some());
        let role = SharedTableRole::Helper(MOST_HELPERS);
        assert!(LentMemory::new(words(HEAD + 1), role).is_none());
    }
}
