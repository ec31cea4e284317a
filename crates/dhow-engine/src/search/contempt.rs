//! Contempt: how much less than an even game a draw is worth.

use crate::eval::Score;
use dhow_rules::pieces::Color;

/// Contempt of the side that searches. It takes risks to win, and more of them as a draw by the limit of turns comes
/// near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contempt {
    side: Color,
    centipawns: i32,
}

impl Contempt {
    /// For `side` a draw is worth `centipawns` less than an even game, for the other side as much more.
    pub fn new(side: Color, centipawns: i32) -> Self {
        Self { side, centipawns }
    }

    /// The score of a draw for the side to move.
    #[inline]
    pub fn draw(self, side: Color) -> Score {
        self.share(side, (1, 1))
    }

    /// The part of the contempt that counts for the side to move after `passed` of the `limit` turns that make a
    /// draw.
    #[inline]
    pub fn share(self, side: Color, (passed, limit): (i32, i32)) -> Score {
        let share = self.centipawns * passed.min(limit) / limit.max(1);
        Score(if side == self.side { -share } else { share })
    }

    /// The table key of a position searched with this contempt. Searches with different contempt disagree on scores,
    /// so they must not share entries.
    #[inline]
    pub fn key(self, key: u64) -> u64 {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let signed = if self.side == Color::White { self.centipawns } else { -self.centipawns };
        key ^ SPREAD.wrapping_mul(i64::from(signed) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_side_gains_what_the_other_loses() {
        let contempt = Contempt::new(Color::Black, 100);
        assert_eq!(contempt.draw(Color::Black), Score(-100));
        assert_eq!(contempt.draw(Color::White), Score(100));
        assert_eq!(contempt.share(Color::Black, (25, 100)), Score(-25));
        assert_eq!(contempt.share(Color::White, (130, 100)), Score(100));
        assert_eq!(contempt.share(Color::White, (0, 0)), Score(0));
    }

    #[test]
    fn who_disagrees_does_not_share_the_table() {
        let keys = |centipawns| Color::ALL.map(|side| Contempt::new(side, centipawns).key(7));
        assert_eq!(keys(0), [7, 7]);
        let mut all = [keys(50), keys(100), keys(1000), keys(0)].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 7);
    }
}
