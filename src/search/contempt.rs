//! What a draw is worth less than an even game.

use crate::eval::Score;
use crate::pieces::Color;

/// The dislike of draws by the side that a search is for. It may risk something to win, the more the
/// nearer a draw by the limit of turns comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contempt {
    side: Color,
    centipawns: i32,
}

impl Contempt {
    /// A draw is worth so many centipawns less than nothing for this side, and more for the other.
    pub fn new(side: Color, centipawns: i32) -> Self {
        Self { side, centipawns }
    }

    /// The score of a draw for the side to move.
    #[inline]
    pub fn draw(self, side: Color) -> Score {
        self.share(side, (1, 1))
    }

    /// What of it counts for the side to move when so many turns of those that make a draw have
    /// passed.
    #[inline]
    pub fn share(self, side: Color, (passed, limit): (i32, i32)) -> Score {
        let share = self.centipawns * passed.min(limit) / limit.max(1);
        Score(if side == self.side { -share } else { share })
    }

    /// The key under which the table has what is found with this dislike: the two sides do not agree
    /// on what positions are worth.
    #[inline]
    pub fn key(self, key: u64) -> u64 {
        const OTHER_SIDE: u64 = 0x9e37_79b9_7f4a_7c15;
        if self.centipawns != 0 && self.side == Color::Black { key ^ OTHER_SIDE } else { key }
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
    fn sides_that_disagree_do_not_share_the_table() {
        let keys = |centipawns| Color::ALL.map(|side| Contempt::new(side, centipawns).key(7));
        assert_eq!(keys(0), [7, 7]);
        let [white, black] = keys(50);
        assert_ne!(white, black);
    }
}
