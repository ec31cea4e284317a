//! Bitboards: sets of squares as machine words.

#[cfg(test)]
mod tests;

use crate::square::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

/// The operations that move generation and evaluation need on a set of squares.
///
/// `-` is set difference. There is no complement, because it would contain bits that are not
/// squares.
pub trait SquareSet:
    Copy
    + Eq
    + std::hash::Hash
    + std::fmt::Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Sub<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + SubAssign
    + IntoIterator<Item = Square>
    + FromIterator<Square>
{
    /// The empty set.
    const EMPTY: Self;
    /// The set of one square.
    fn single(square: Square) -> Self;
    /// Whether the set is empty.
    fn is_empty(self) -> bool;
    /// Whether `square` is in the set.
    fn contains(self, square: Square) -> bool;
    /// Adds a square.
    fn insert(&mut self, square: Square);
    /// The number of squares (population count).
    fn count(self) -> u32;
    /// The square with the lowest index; `None` if the set is empty.
    fn first(self) -> Option<Square>;
    /// The square with the highest index; `None` if the set is empty.
    fn last(self) -> Option<Square>;
    /// Whether the set has at least two squares.
    fn has_many(self) -> bool;
    /// The squares of `self` up to and including the first square of `others`; all of `self` if
    /// `others` is empty.
    fn up_to_first(self, others: Self) -> Self;
    /// The squares of `self` from the last square of `others` on, that one included; all of `self`
    /// if `others` is empty.
    fn last_and_on(self, others: Self) -> Self;
    /// A running total of set sizes, kept for each word, so that the words are summed only once at
    /// the end.
    type Tally: Copy;
    /// The total of no sets: zero.
    const NO_SQUARES: Self::Tally;
    /// Adds the size of this set to a running total.
    fn tally(self, tally: &mut Self::Tally);
    /// The running total as one number.
    fn sum(tally: Self::Tally) -> u64;
    /// Whether the sets have a square in common.
    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
}

/// A set of squares in `W` words. Bit `i` of word `w` stands for the square with index `64 * w +
/// i`.
///
/// ```
/// use dhow_rules::bitboard::SquareSet;
/// use dhow_rules::geometry::{Board, Geometry, Layout8};
///
/// let (e4, _) = Layout8::parse_square("e4").expect("a square");
/// let mut set = <Layout8 as Geometry>::Set::single(e4);
/// set |= Board::<Layout8>::whole().neighbourhood(e4, 1);
/// assert_eq!((set.count(), set.contains(e4)), (9, true));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize>([u64; W]);

impl<const W: usize> Bitboard<W> {
    /// The set with these words. The caller makes sure that each bit is a square of the board.
    #[inline(always)]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// The words, the one with the lowest indices first.
    #[inline(always)]
    pub const fn words(self) -> [u64; W] {
        self.0
    }
}

impl<const W: usize> Default for Bitboard<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> std::fmt::Debug for Bitboard<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.into_iter().map(Square::index)).finish()
    }
}

macro_rules! word_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, |$a:ident, $b:ident| $word:expr) => {
        impl<const W: usize> $trait for Bitboard<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // A plain loop: a closure is not always inlined, and an iterator over the words
                // copies them to memory first. Both are measurably slower.
                let mut words = [0; W];
                let mut i = 0;
                while i < W {
                    let ($a, $b) = (self.0[i], other.0[i]);
                    words[i] = $word;
                    i += 1;
                }
                Self(words)
            }
        }
        impl<const W: usize> $assign_trait for Bitboard<W> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

word_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
word_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
word_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
word_operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

impl<const W: usize> SquareSet for Bitboard<W> {
    const EMPTY: Self = Self([0; W]);

    #[inline(always)]
    fn single(square: Square) -> Self {
        // Writing one word by its index would send the set through memory, and a load of the whole
        // set right after it would stall.
        let mut words = [0; W];
        let mut i = 0;
        while i < W {
            words[i] = u64::from(square.index() / 64 == i) << (square.index() % 64);
            i += 1;
        }
        Self(words)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let mut all = 0;
        for word in self.0 {
            all |= word;
        }
        all == 0
    }

    #[inline(always)]
    fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    #[inline(always)]
    fn insert(&mut self, square: Square) {
        *self |= Self::single(square);
    }

    #[inline(always)]
    fn count(self) -> u32 {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones();
        }
        count
    }

    type Tally = [u64; W];
    const NO_SQUARES: [u64; W] = [0; W];

    #[inline(always)]
    fn tally(self, tally: &mut [u64; W]) {
        // A vector register has a lane for each word; without vectors one total is enough.
        if W.is_multiple_of(4) {
            let mut i = 0;
            while i < W {
                tally[i] += u64::from(self.0[i].count_ones());
                i += 1;
            }
        } else {
            tally[0] += u64::from(self.count());
        }
    }

    #[inline(always)]
    fn sum(tally: [u64; W]) -> u64 {
        let mut sum = 0;
        for count in tally {
            sum += count;
        }
        sum
    }

    #[inline(always)]
    fn first(self) -> Option<Square> {
        self.into_iter().next()
    }

    #[inline(always)]
    fn last(self) -> Option<Square> {
        let (word, bits) = self.0.iter().enumerate().rfind(|(_, bits)| **bits != 0)?;
        Some(Square::from_index(word * 64 + 63 - bits.leading_zeros() as usize))
    }

    #[inline(always)]
    fn has_many(self) -> bool {
        let (mut seen, mut twice) = (0, 0);
        for word in self.0 {
            twice |= word & word.wrapping_sub(1);
            twice |= if seen != 0 { word } else { 0 };
            seen |= word;
        }
        twice != 0
    }

    // Subtracting one from a number flips its lowest set bit and all bits below.
    #[inline(always)]
    fn up_to_first(self, others: Self) -> Self {
        let mut words = [0; W];
        let mut borrow = true;
        let mut i = 0;
        while i < W {
            let word = others.0[i];
            let (less, borrows) = word.overflowing_sub(borrow.into());
            words[i] = self.0[i] & (word ^ less);
            borrow = borrows;
            i += 1;
        }
        Self(words)
    }

    #[inline(always)]
    fn last_and_on(self, others: Self) -> Self {
        let mut words = [0; W];
        let mut above = u64::MAX;
        let mut i = W;
        while i > 0 {
            i -= 1;
            let word = others.0[i];
            let last_bit_and_on = (1_u64 << 63 >> (word | 1).leading_zeros()).wrapping_neg();
            words[i] = self.0[i] & above & if word == 0 { u64::MAX } else { last_bit_and_on };
            above = if word == 0 { above } else { 0 };
        }
        Self(words)
    }
}

impl<const W: usize> IntoIterator for Bitboard<W> {
    type Item = Square;
    type IntoIter = Squares<W>;
    #[inline(always)]
    fn into_iter(self) -> Squares<W> {
        let mut left = 0;
        let mut word = 0;
        while word < W {
            left |= u32::from(self.0[word] != 0) << word;
            word += 1;
        }
        Squares { words: self.0, left }
    }
}

impl<const W: usize> FromIterator<Square> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// Iterates over the squares of a set in the order of their indices.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize> {
    words: [u64; W],
    /// The words that are not empty yet, one bit each.
    left: u32,
}

impl<const W: usize> Iterator for Squares<W> {
    type Item = Square;

    // One branch for each square. Branching on empty words would be unpredictable.
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.left == 0 {
            return None;
        }
        let word = self.left.trailing_zeros() as usize;
        let bits = self.words[word];
        let rest = bits & (bits - 1);
        self.words[word] = rest;
        self.left ^= u32::from(rest == 0) << word;
        Some(Square::from_index(word * 64 + bits.trailing_zeros() as usize))
    }

    /// Goes word by word, so that the inner loop works on one register.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for word in 0..W {
            let mut bits = self.words[word];
            while bits != 0 {
                let square = Square::from_index(word * 64 + bits.trailing_zeros() as usize);
                folded = f(folded, square);
                bits &= bits - 1;
            }
        }
        folded
    }
}
