//! What scores mean: the chances of a game's results.

use super::Score;

/// How scores turn into chances.
///
/// With a score of `s` centipawns the side to move wins with probability
/// `1 / (1 + exp((even - s) / spread))`, the other side with that of `-s`; else the game is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// With so many centipawns the side to move wins every other game; above zero, for some are drawn.
    pub even: f64,
    /// With so many centipawns more it wins 73 of 100.
    pub spread: f64,
}

impl WdlModel {
    /// The mean of what `dhow datagen --stats` finds in 1440 games of all 12x12 games with 1000 nodes a move.
    pub const USUAL: Self = Self { even: 130.0, spread: 385.0 };

    /// The probability that the side to move wins with a score in centipawns.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.even - score) / self.spread).exp())
    }

    /// Of a thousand games with this score how many the side to move wins, draws and loses.
    pub fn per_mille(self, score: Score) -> [u32; 3] {
        let score = match score {
            won if won >= Score::KNOWN_WIN => f64::INFINITY,
            lost if lost <= -Score::KNOWN_WIN => f64::NEG_INFINITY,
            Score(centipawns) => centipawns.into(),
        };
        let [won, lost] = [score, -score].map(|score| (1000.0 * self.win(score)).round() as u32);
        [won, 1000 - won - lost, lost]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_up_and_grow_with_the_score() {
        let chances = WdlModel { even: 50.0, spread: 200.0 };
        assert_eq!(chances.per_mille(Score(0)), [438, 124, 438]);
        assert_eq!(chances.per_mille(Score(50))[0], 500);
        assert_eq!(chances.per_mille(Score(250))[0], 731);
        let mut before = 0;
        for centipawns in (-3000..=3000).step_by(10) {
            let [won, drawn, lost] = chances.per_mille(Score(centipawns));
            assert_eq!(won + drawn + lost, 1000);
            assert_eq!(chances.per_mille(Score(-centipawns)), [lost, drawn, won]);
            assert!(won >= before);
            before = won;
        }
        assert_eq!(chances.per_mille(Score::mates_in(5)), [1000, 0, 0]);
        assert_eq!(chances.per_mille(Score::mated_in(4)), [0, 0, 1000]);
    }
}
