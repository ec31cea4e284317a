//! The memory of the transposition table: the process's own or, in a build without threads, words of the host, which
//! several engines share.
//!
//! A build with threads has own memory alone: the other kind then has no values, and costs nothing.

use super::lent_memory::{LentLine, LentMemory};
use super::memory::{self, LINE};
use dhow_rules::cpu;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Bytes of a cache line.
pub const LINE_BYTES: usize = LINE * size_of::<u64>();
/// Number of generations; their count wraps around.
pub const GENERATIONS: u8 = 32;

/// Cache lines of words, and the generation of the entries in them.
pub enum TableMemory {
    /// Memory of this process.
    Own(OwnMemory),
    /// Memory of the host.
    Lent(LentMemory),
}

/// A cache line.
#[derive(Clone, Copy)]
pub enum TableLine<'a> {
    Own(&'a [AtomicU64; LINE]),
    Lent(LentLine<'a>),
}

/// Memory of this process.
pub struct OwnMemory {
    /// The lines, after padding to a cache line.
    words: Vec<AtomicU64>,
    /// Index of the first line's first word.
    first: usize,
    lines: usize,
    generation: AtomicU8,
}

impl OwnMemory {
    /// `lines` lines of zeros; `None` if the system has no memory for them once `spare` bytes are freed.
    fn zeroed(lines: usize, spare: usize) -> Option<Self> {
        // An aligned allocation would clear all memory at once.
        let count = lines.checked_mul(LINE)?.checked_add(LINE)?;
        let words = memory::zeroed(count, spare)?;
        let first = words.as_ptr().align_offset(LINE_BYTES).min(LINE);
        Some(Self { words, first, lines, generation: AtomicU8::new(0) })
    }

    #[inline(always)]
    fn line(&self, index: usize) -> &[AtomicU64; LINE] {
        match self.words[self.first + index * LINE..].first_chunk() {
            Some(line) => line,
            None => unreachable!("there is padding of a line"),
        }
    }
}

impl TableMemory {
    /// Own memory of `lines` lines of zeros; `None` if the system has no memory for them once `spare` bytes are freed.
    pub fn zeroed(lines: usize, spare: usize) -> Option<Self> {
        OwnMemory::zeroed(lines, spare).map(Self::Own)
    }

    /// Number of lines.
    pub fn lines(&self) -> usize {
        match self {
            Self::Own(own) => own.lines,
            Self::Lent(lent) => lent.lines(),
        }
    }

    /// The line with this index.
    #[inline(always)]
    pub fn line(&self, index: usize) -> TableLine<'_> {
        match self {
            Self::Own(own) => TableLine::Own(own.line(index)),
            Self::Lent(lent) => TableLine::Lent(lent.line(index)),
        }
    }

    /// Prefetches a line.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        match self {
            Self::Own(own) => cpu::prefetch(&own.line(index)[0]),
            Self::Lent(_) => {}
        }
    }

    /// Writes zeros into all lines, unless this engine helps another one, which does so itself.
    pub fn write_zeros(&mut self) {
        match self {
            Self::Own(own) => {
                clear(&mut own.words);
                *own.generation.get_mut() = 0;
            }
            Self::Lent(lent) => lent.write_zeros(),
        }
    }

    /// The generation of new entries.
    #[inline(always)]
    pub fn generation(&self) -> u8 {
        match self {
            Self::Own(own) => own.generation.load(Relaxed),
            Self::Lent(lent) => lent.generation() % GENERATIONS,
        }
    }

    /// Begins the next generation, unless this engine helps another one, which does so itself.
    pub fn begin_generation(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        match self {
            Self::Own(own) => own.generation.store(next, Relaxed),
            Self::Lent(lent) => lent.begin(next),
        }
    }

    /// Records how many nodes a helper has visited in its present search. Others need not.
    #[inline(always)]
    pub fn note_nodes(&self, nodes: u64) {
        match self {
            Self::Own(_) => {}
            Self::Lent(lent) => lent.note_nodes(nodes),
        }
    }

    /// The nodes that helpers have visited in the present search; 0 for a helper.
    #[inline(always)]
    pub fn helpers_nodes(&self) -> u64 {
        match self {
            Self::Own(_) => 0,
            Self::Lent(lent) => lent.helpers_nodes(),
        }
    }
}

impl TableLine<'_> {
    /// The word with this index, below [`LINE`].
    #[inline(always)]
    pub fn load(self, index: usize) -> u64 {
        match self {
            Self::Own(line) => line[index].load(Relaxed),
            Self::Lent(line) => line.load(index),
        }
    }

    /// Stores the word with this index, below [`LINE`].
    #[inline(always)]
    pub fn store(self, index: usize, word: u64) {
        match self {
            Self::Own(line) => line[index].store(word, Relaxed),
            Self::Lent(line) => line.store(index, word),
        }
    }
}

/// Clears words, on the threads of the current rayon pool, so that the system provides the pages before the search.
#[cfg(feature = "threads")]
fn clear(words: &mut [AtomicU64]) {
    use rayon::prelude::*;
    words.par_iter_mut().with_min_len(1 << 16).for_each(|word| *word.get_mut() = 0);
}

/// Clears words.
#[cfg(not(feature = "threads"))]
fn clear(words: &mut [AtomicU64]) {
    words.iter_mut().for_each(|word| *word.get_mut() = 0);
}
