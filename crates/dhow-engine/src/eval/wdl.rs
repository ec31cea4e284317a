//! The win/draw/loss (WDL) model: what scores mean.

use super::Score;

/// Probabilities of win, draw and loss by score.
///
/// With a score of `s` centipawns the side to move wins with probability `1 / (1 + exp((even - s) / spread))`, and the
/// opponent with the probability for `-s`. Otherwise the game is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// Score in centipawns at which the side to move wins half of the games. Positive, since some games are drawn.
    pub even: f64,
    /// Centipawns more with which it wins 73 of 100 games.
    pub spread: f64,
}

impl WdlModel {
    /// Mean of `dhow datagen --stats` over 1440 games of all 12x12 variants with 1000 nodes a move.
    pub const USUAL: Self = Self { even: 130.0, spread: 385.0 };

    /// The probability that the side to move wins with a score in centipawns.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.even - score) / self.spread).exp())
    }

    /// Wins, draws and losses of the side to move in a thousand games with this score.
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
