//! Zobrist keys: random numbers whose XOR identifies a position (Zobrist, 1970).

use crate::pieces::{Color, MAX_PIECE_TYPES, Piece};
use crate::square::Square;
use once_cell::sync::Lazy;

/// The number of square indices.
const SQUARES: usize = 512;

/// The pieces whose keys are generated first. Keys that are added later do not change them.
const FIRST_PIECES: usize = 48;

struct Keys {
    pieces: Box<[[u64; SQUARES]]>,
    en_passant: Box<[u64]>,
    jump: [u64; 2],
    black_to_move: u64,
    moved: Box<[u64]>,
    leader: Box<[u64]>,
    castling: [u64; 4],
    struck: Box<[u64]>,
}

static KEYS: Lazy<Keys> = Lazy::new(|| {
    let mut state = 0x44_68_6F_77;
    let mut next = || split_mix(&mut state);
    let mut keys = Keys {
        pieces: (0..FIRST_PIECES).map(|_| std::array::from_fn(|_| next())).collect(),
        en_passant: (0..SQUARES).map(|_| next()).collect(),
        jump: [next(), next()],
        black_to_move: next(),
        moved: (0..SQUARES).map(|_| next()).collect(),
        leader: (0..SQUARES).map(|_| next()).collect(),
        castling: std::array::from_fn(|_| next()),
        struck: Box::default(),
    };
    let more = (FIRST_PIECES..2 * MAX_PIECE_TYPES).map(|_| std::array::from_fn(|_| next()));
    keys.pieces = keys.pieces.into_iter().chain(more).collect();
    keys.struck = (0..SQUARES).map(|_| next()).collect();
    keys
});

/// SplitMix64 (Steele, Lea and Flood, 2014): a fast generator of sufficient quality, with the same
/// numbers on every machine.
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The key of a piece on a square.
#[inline(always)]
pub fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index()][square.index()]
}

/// The key of an en passant square on which a pseudo-legal capture is possible.
#[inline(always)]
pub fn en_passant(square: Square) -> u64 {
    KEYS.en_passant[square.index()]
}

/// The key of the square where a piece that may not be traded has just been captured.
#[inline(always)]
pub fn struck(square: Square) -> u64 {
    KEYS.struck[square.index()]
}

/// The key of a side's jump right.
#[inline(always)]
pub fn jump(color: Color) -> u64 {
    KEYS.jump[color.index()]
}

/// The key of castling rights, given as one bit each.
#[inline(always)]
pub fn castling(rights: u8) -> u64 {
    let kept = |(right, &key): (usize, &u64)| if rights >> right & 1 != 0 { key } else { 0 };
    KEYS.castling.iter().enumerate().map(kept).fold(0, |all, key| all ^ key)
}

/// The key of the side to move: 0 for White.
#[inline(always)]
pub fn side(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => KEYS.black_to_move,
    }
}

/// The key of a square whose piece has moved in this turn.
#[inline(always)]
pub fn moved(square: Square) -> u64 {
    KEYS.moved[square.index()]
}

/// The key of a square with a leader that may still activate. The keys of a set of leaders are
/// combined by XOR, and [`set`] mixes the result.
#[inline(always)]
pub fn leader(square: Square) -> u64 {
    KEYS.leader[square.index()]
}

/// The key of a set in a collection of sets. The keys of a collection are added, because it may
/// contain a set several times.
#[inline(always)]
pub fn set(members: u64) -> u64 {
    spread(members)
}

/// Maps each number to a distinct number whose upper bits depend on all bits.
#[inline(always)]
pub fn spread(number: u64) -> u64 {
    (number ^ number >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
