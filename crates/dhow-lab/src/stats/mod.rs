//! Statistics of match results: Elo differences with margins of error, likelihood of superiority
//! (LOS), and the sequential probability ratio test (SPRT).
//!
//! The two games of a pair share an opening and swap colours, so the luck of the opening cancels
//! out in their sum. The distribution of pair results (pentanomial) is therefore more informative
//! than that of single games (trinomial).
//!
//! ```
//! use dhow_lab::stats::{Pairs, Results, SprtState, SprtTest};
//!
//! // Pairs with 0, 1/2, 1, 3/2 and 2 points.
//! let pairs = Pairs([20, 110, 250, 150, 30]);
//! let results = Results { wins: 400, losses: 340, draws: 380 };
//! let sprt = SprtTest::logistic(0.0, 5.0).standing(results, Some(pairs));
//! assert!(sprt.llr > 0.0 && sprt.llr < sprt.upper);
//! assert_eq!(sprt.state, SprtState::Continue);
//! ```

mod elo;
mod sprt;

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use sprt::{EloModel, Sprt, SprtState, SprtTest};

use crate::distributions::normal_at_most;

/// The results of a player against others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Results {
    /// The number of games won.
    pub wins: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The number of games drawn.
    pub draws: u64,
}

impl Results {
    /// The number of games.
    pub fn games(self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Points per game; NaN without games.
    pub fn score(self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// The fraction of games drawn; NaN without games.
    pub fn draw_ratio(self) -> f64 {
        self.draws as f64 / self.games() as f64
    }

    /// The same games from the opponents' point of view.
    pub fn mirrored(self) -> Self {
        Self { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// The likelihood of superiority (LOS): the probability that the player is the stronger one,
    /// between 0 and 1. Draws do not influence it. NaN if no game was decided.
    pub fn likelihood_of_superiority(self) -> f64 {
        let (wins, losses) = (self.wins as f64, self.losses as f64);
        normal_at_most((wins - losses) / (wins + losses).sqrt())
    }

    /// The trinomial distribution of the results.
    pub fn distribution(self) -> Distribution {
        let counts = [self.losses, self.draws, self.wins].map(|count| count as f64);
        Distribution { outcomes: [0.0, 0.5, 1.0].into_iter().zip(counts).collect() }
    }
}

impl std::ops::AddAssign for Results {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
    }
}

/// The numbers of game pairs in which the player scored 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// The number of pairs.
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// The pentanomial distribution of the results, in points per game.
    pub fn distribution(self) -> Distribution {
        let counts = self.0.map(|count| count as f64);
        Distribution { outcomes: [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(counts).collect() }
    }
}

/// The observed frequencies of outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Points per game (0 to 1) and the number of times they occurred.
    pub outcomes: Vec<(f64, f64)>,
}

impl Distribution {
    /// The number of observations.
    pub fn count(&self) -> f64 {
        self.outcomes.iter().map(|(_, count)| count).sum()
    }

    /// The mean outcome.
    pub fn mean(&self) -> f64 {
        self.outcomes.iter().map(|(value, count)| value * count).sum::<f64>() / self.count()
    }

    /// The variance of one outcome.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self.outcomes.iter().map(|(value, count)| count * (value - mean).powi(2));
        squares.sum::<f64>() / self.count()
    }
}
