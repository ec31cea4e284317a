//! Moving all squares of a set at once.

use crate::bitboard::Bitboard;
use crate::square::Delta;

/// Moves every square of `set` by `delta` and drops those that leave the board.
///
/// The board has `FILES` files, `ROWS` ranks to a word, and the squares `all`. `delta` must have
/// fewer files than the board.
// Loops, because the compiler turns the methods of arrays into calls here.
#[inline(always)]
pub fn shift<const FILES: usize, const ROWS: usize, const W: usize>(
    set: Bitboard<W>,
    delta: Delta,
    all: Bitboard<W>,
) -> Bitboard<W> {
    let row = (1_u64 << FILES) - 1;
    let kept = if delta.files >= 0 { row >> delta.files } else { row << -delta.files & row };
    let kept = kept * const { first_files(FILES, ROWS) };
    let (mut words, all) = (set.words(), all.words());
    for word in &mut words {
        *word &= kept;
    }
    let used = (FILES * ROWS) as u32;
    let distance = i32::from(delta.ranks) * FILES as i32 + i32::from(delta.files);
    let (skipped, bits) = (distance.unsigned_abs() / used, distance.unsigned_abs() % used);
    let (skipped, rest) = (skipped as usize, used - bits);
    // If a word has no spare bits, `rest` may be 64, and one shift by 64 would overflow.
    let spare = (used == 64) as u32;
    let mut moved = [0; W];
    if distance >= 0 {
        for index in 0..W {
            let near = if index >= skipped { words[index - skipped] } else { 0 };
            let far = if index > skipped { words[index - skipped - 1] } else { 0 };
            moved[index] = (near << bits | far >> (rest - spare) >> spare) & all[index];
        }
    } else {
        for index in 0..W {
            let near = if index + skipped < W { words[index + skipped] } else { 0 };
            let far = if index + skipped + 1 < W { words[index + skipped + 1] } else { 0 };
            moved[index] = (near >> bits | far << (rest - spare) << spare) & all[index];
        }
    }
    Bitboard::from_words(moved)
}

/// A mask of the first file in each rank of a word.
const fn first_files(files: usize, rows: usize) -> u64 {
    let (mut word, mut rank) = (0, 0);
    while rank < rows {
        word |= 1 << (rank * files);
        rank += 1;
    }
    word
}
