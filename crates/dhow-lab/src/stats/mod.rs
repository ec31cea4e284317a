//! What results say about strength: Elo differences with error bars, likelihood of superiority,
//! and the sequential probability ratio test.
//!
//! Games of a pair share an opening and swap colours. The luck of the opening cancels out in their
//! sum, so that the distribution of pair results (the pentanomial one) says more than that of
//! single games (the trinomial one).

mod elo;
mod sprt;

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use sprt::{Model, Sprt, SprtState, SprtTest};

use crate::distributions::normal_at_most;

/// Results of one player against others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Results {
    /// How many games.
    pub fn games(self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Points per game; not a number without games.
    pub fn score(self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Share of games drawn; not a number without games.
    pub fn draw_ratio(self) -> f64 {
        self.draws as f64 / self.games() as f64
    }

    /// The same games as the opponents see them.
    pub fn mirrored(self) -> Self {
        Self { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// The probability that the player is the stronger one, given the results; draws say nothing
    /// about it. Between 0 and 1; not a number if no game was decided.
    pub fn likelihood_of_superiority(self) -> f64 {
        let (wins, losses) = (self.wins as f64, self.losses as f64);
        normal_at_most((wins - losses) / (wins + losses).sqrt())
    }

    /// The distribution of results.
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

/// Pairs of games by the points that the player took from both: 0, 1/2, 1, 3/2, 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// How many pairs.
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// The distribution of results, in points per game.
    pub fn distribution(self) -> Distribution {
        let counts = self.0.map(|count| count as f64);
        Distribution { outcomes: [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(counts).collect() }
    }
}

/// How often each outcome of an experiment occurred.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Points per game, from 0 to 1, and how often they were reached.
    pub outcomes: Vec<(f64, f64)>,
}

impl Distribution {
    /// How often the experiment was made.
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
