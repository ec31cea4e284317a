//! Words of the host as the memory of one transposition table for several engines, which search the same position.
//!
//! One engine is the first; the others help it. They exchange entries, the marks of ABDADA, and numbers of nodes. The
//! lines of the words are:
//!
//! | line | holds |
//! |---|---|
//! | 0 | the generation of the entries, then the nodes of the helpers |
//! | 1 to [`MARK_LINES`] | marks |
//! | the rest | entries |

use super::memory::LINE;
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

/// The largest number of helpers.
pub const MOST_HELPERS: usize = LINE - 1;
/// Lines of the marks.
const MARK_LINES: usize = 2048;
/// Lines before the entries.
const HEAD: usize = 1 + MARK_LINES;
/// The word of the generation.
const GENERATION: usize = 0;

/// The role of an engine among those that share a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrewRole {
    /// The engine whose results count.
    First,
    /// A helper, with a number of its own below [`MOST_HELPERS`].
    Helper(usize),
}

/// Words of the host, as one engine uses them.
pub struct LentMemory {
    words: Arc<dyn HostWords>,
    role: CrewRole,
    lines: usize,
}

/// A cache line of the host's words.
#[derive(Clone, Copy)]
pub struct LentLine<'a> {
    words: &'a dyn HostWords,
    first: usize,
}

/// The words for marks.
pub struct LentMarks(Arc<dyn HostWords>);

impl LentMemory {
    /// The host's words for an engine of this role; `None` if there are too few, or the number of the helper is too
    /// high.
    pub fn new(words: Arc<dyn HostWords>, role: CrewRole) -> Option<Self> {
        let lines = (words.count() / LINE).checked_sub(HEAD).filter(|&lines| lines > 0)?;
        let known = !matches!(role, CrewRole::Helper(number) if number >= MOST_HELPERS);
        known.then_some(Self { words, role, lines })
    }

    pub fn lines(&self) -> usize {
        self.lines
    }

    #[inline(always)]
    pub fn line(&self, index: usize) -> LentLine<'_> {
        LentLine { words: &*self.words, first: (HEAD + index) * LINE }
    }

    /// Clears everything, if this is the first engine.
    pub fn write_zeros(&self) {
        if self.role == CrewRole::First {
            (0..self.words.count()).for_each(|index| self.words.store(index, 0));
        }
    }

    pub fn generation(&self) -> u8 {
        self.words.load(GENERATION) as u8
    }

    /// Begins a generation and forgets marks and nodes of the last search, if this is the first engine.
    pub fn begin(&self, generation: u8) {
        if self.role == CrewRole::First {
            (GENERATION + 1..HEAD * LINE).for_each(|index| self.words.store(index, 0));
            self.words.store(GENERATION, u64::from(generation));
        }
    }

    /// Records the nodes of a helper.
    pub fn note_nodes(&self, nodes: u64) {
        if let CrewRole::Helper(number) = self.role {
            self.words.store(GENERATION + 1 + number, nodes);
        }
    }

    /// The nodes of all helpers; 0 for a helper itself.
    pub fn helpers_nodes(&self) -> u64 {
        match self.role {
            CrewRole::First => (GENERATION + 1..LINE).map(|index| self.words.load(index)).sum(),
            CrewRole::Helper(_) => 0,
        }
    }

    pub fn marks(&self) -> LentMarks {
        LentMarks(self.words.clone())
    }
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
        self.0.load(LINE + index)
    }

    /// Stores the mark with this index.
    pub fn store(&self, index: usize, mark: u64) {
        self.0.store(LINE + index, mark);
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
        let (first, helpers) = (lend(CrewRole::First), [0, 6].map(CrewRole::Helper).map(lend));
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
    fn what_does_not_fit_is_refused() {
        let words = |lines: usize| Arc::new(VecWords::zeros(lines * LINE));
        assert!(LentMemory::new(words(0), CrewRole::First).is_none());
        assert!(LentMemory::new(words(HEAD), CrewRole::First).is_none());
        assert!(LentMemory::new(words(HEAD + 1), CrewRole::First).is_some());
        let role = CrewRole::Helper(MOST_HELPERS);
        assert!(LentMemory::new(words(HEAD + 1), role).is_none());
    }
}
