//! What scores mean: the chances of a game's results.

use super::Score;

/// How scores turn into chances.
///
/// With a score of `s` centipawns the side to move wins with probability
/// `1 / (1 + exp((even - s) / spread))`, the other side with that of `-s`; else the game is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// With so many centipawns the side to move wins every other game; above zero, for some are drawn.
    pub even: f64,
    /// With so many centipawns more it wins 73 of 100.
    pub spread: f64,
}

impl Chances {
    /// The mean of what `dhow datagen --stats` finds in 700 games of all 12x12 games at 400 nodes a move.
    pub const USUAL: Self = Self { even: 100.0, spread: 480.0 };

    /// The probability that the side to move wins with this score.
    fn win(self, score: f64) -> f64 {
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

    /// The chances that make these games likeliest: how many were won, drawn and lost by the side to
    /// move, with their scores in centipawns. `None` if they leave it open: none was won or none lost.
    pub fn fitted(results: &[(f64, [u64; 3])]) -> Option<Self> {
        let total = results
            .iter()
            .fold([0; 3], |[won, drawn, lost], (_, [w, d, l])| [won + w, drawn + d, lost + l]);
        if total[0] == 0 || total[2] == 0 {
            return None;
        }
        // Both are of one minimum, which is between the bounds.
        let unlikely = |chances: Self| -> f64 {
            let cost = |&(score, counts): &(f64, [u64; 3])| {
                let (won, lost) = (chances.win(score), chances.win(-score));
                let probable = [won, 1.0 - won - lost, lost];
                let logs = probable.map(|probable| probable.max(1e-12).ln());
                logs.iter().zip(counts).map(|(log, count)| log * count as f64).sum::<f64>()
            };
            -results.iter().map(cost).sum::<f64>()
        };
        let even_for =
            |spread: f64| least(0.0, 2.0 * spread, |even| unlikely(Self { even, spread }));
        let spread =
            least(10.0, 3000.0, |spread| unlikely(Self { even: even_for(spread), spread }));
        Some(Self { even: even_for(spread), spread })
    }
}

/// Where between bounds a function with one minimum has it.
fn least(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    // Thirds of the range can be cut away.
    for _ in 0..40 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if function(left) < function(right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_up_and_grow_with_the_score() {
        let chances = Chances { even: 50.0, spread: 200.0 };
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

    #[test]
    fn known_chances_are_found() {
        for (even, spread) in [(0.0, 400.0), (60.0, 150.0), (300.0, 200.0)] {
            let chances = Chances { even, spread };
            let results: Vec<(f64, [u64; 3])> = (-150..=150)
                .map(|step| {
                    let score = f64::from(step) * 10.0;
                    let [won, lost] =
                        [score, -score].map(|score| (1e6 * chances.win(score)) as u64);
                    (score, [won, 1_000_000 - won - lost, lost])
                })
                .collect();
            let found = Chances::fitted(&results).expect("wins and losses");
            assert!((found.even - even).abs() < 1.0, "{found:?}");
            assert!((found.spread - spread).abs() < 1.0, "{found:?}");
        }
        assert_eq!(Chances::fitted(&[(0.0, [0, 5, 0])]), None);
    }
}
