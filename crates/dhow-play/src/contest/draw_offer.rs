//! The answer to a draw offer.

use dhow_engine::eval::Score;

/// The engine accepts a draw after this many of its own scores in a row were bad, ...
const BAD_SCORES: usize = 4;
const BAD: Score = Score(-150);
/// ... or after this many were about equal, late enough in the game.
const EQUAL_SCORES: usize = 8;
const EQUAL: Score = Score(10);
const LATE: usize = 120;

/// Whether to accept a draw, given the engine's own scores and the number of halfmoves.
pub fn takes_draw(own_scores: &[Score], halfmoves: usize) -> bool {
    let last = |count: usize| own_scores.len().checked_sub(count).map(|from| &own_scores[from..]);
    let bad = last(BAD_SCORES).is_some_and(|scores| scores.iter().all(|&score| score <= BAD));
    let equal = last(EQUAL_SCORES)
        .is_some_and(|scores| scores.iter().all(|&score| score <= EQUAL && score >= -EQUAL));
    bad || equal && halfmoves >= LATE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_taken_when_bad_or_late_and_equal() {
        assert!(!takes_draw(&[], 0));
        assert!(!takes_draw(&[Score(-300); 3], 80));
        assert!(takes_draw(&[Score(-300); 4], 80));
        assert!(!takes_draw(&[Score(-300), Score(-300), Score(-100), Score(-300)], 80));
        assert!(!takes_draw(&[Score(0); 8], 100));
        assert!(takes_draw(&[Score(0); 8], 120));
        assert!(!takes_draw(&[Score(30); 8], 120));
        let hope = [Score(200), Score(-400), Score(-400), Score(-400), Score(-400)];
        assert!(takes_draw(&hope, 10));
    }
}
