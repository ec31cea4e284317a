//! Describes wins by reaching a square, games without checks, and the squares that pieces do not leave.

use super::english::{a, listed};
use super::names;
use crate::square::Coordinates;
use crate::variant::{PieceDef, Variant};

/// The squares that win when they are reached, and whether a move may give check.
pub fn rules(variant: &Variant) -> Vec<String> {
    let mut texts = Vec::new();
    if !variant.checking {
        texts.push("No move may give check.".into());
    }
    let Some(flag) = &variant.flag else { return texts };
    let kinds = match flag.kinds.is_empty() {
        true => "a piece".into(),
        false => a(&listed(names(variant, &flag.kinds), "or")),
    };
    let [white, black] = flag.squares.each_ref().map(|squares| places(variant, squares));
    let wins = match (white.is_empty(), black.is_empty()) {
        _ if white == black => format!("A side that moves {kinds} to {white} wins."),
        (_, true) => format!("White also wins by moving {kinds} to {white}."),
        (true, _) => format!("Black also wins by moving {kinds} to {black}."),
        _ => {
            format!(
                "A side that moves {kinds} to certain squares wins: White to {white}, Black to {black}."
            )
        }
    };
    let answer = match flag.answered {
        true => " After White has done so, Black has one more move, and draws by doing the same.",
        false => "",
    };
    let safe = match flag.safe {
        true => " It does not win where it can be captured at once.",
        false => "",
    };
    texts.push(wins + answer + safe);
    texts
}

/// The squares where moves of a kind of piece end, in words; empty for all squares.
pub fn regions(variant: &Variant, piece: &PieceDef) -> String {
    let words = |squares: &Option<Vec<Coordinates>>| {
        squares.as_ref().map_or("any square".into(), |squares| places(variant, squares))
    };
    match piece.regions.each_ref().map(words) {
        _ if piece.regions.iter().all(Option::is_none) => String::new(),
        [white, black] if white == black => format!("goes only to {white}"),
        [white, black] => format!("White's goes only to {white}; Black's to {black}"),
    }
}

/// Sorted squares in words, whole ranks together; empty for no squares.
fn places(variant: &Variant, squares: &[Coordinates]) -> String {
    let mut words = Vec::new();
    let mut squares = squares.to_vec();
    squares.sort_unstable_by_key(|at| (at.rank, at.file));
    for on_rank in squares.chunk_by(|a, b| a.rank == b.rank) {
        let whole = (0..variant.files as u8)
            .map(|file| Coordinates { file, ..on_rank[0] })
            .filter(|&at| variant.has_square(at));
        match whole.eq(on_rank.iter().copied()) {
            true => words.push(format!("rank {}", on_rank[0].rank + 1)),
            false => words.extend(on_rank.iter().map(ToString::to_string)),
        }
    }
    listed(words.iter().map(String::as_str), "or")
}
