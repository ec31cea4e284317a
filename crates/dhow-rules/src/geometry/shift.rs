//! Moving all squares of a set at once.

use crate::bitboard::Bitboard;
use crate::square::Delta;

/// Moves every square of `set` by `delta`, dropping those that leave the board. The board has `FILES`
/// files and `ROWS` ranks to a word, and no other squares than `all`; `delta` has fewer files than the
/// board.
// Loops, since the compiler makes calls of what arrays offer instead.
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
    // In a word without spare bits, `rest` may be all of them.
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

/// The first file in each rank of a word.
const fn first_files(files: usize, rows: usize) -> u64 {
    let (mut word, mut rank) = (0, 0);
    while rank < rows {
        word |= 1 << (rank * files);
        rank += 1;
    }
    word
}
