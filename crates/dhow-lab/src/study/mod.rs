//! Statistics of a game from games of the engine against itself: the first move's advantage, how games end, how long
//! they are, what pieces are worth and do, and which setups are good for which side.
//!
//! A [`StudyPlan`] plays games, [`GameFacts`] are the statistics of one game, and [`Findings`] those of all games, with
//! intervals of 95%. [`solved_endings`] solves the endings against a bare King.
//!
//! Games are independent of each other; the positions of one game are not. So all margins come from the spread between
//! games, whatever is counted within them.

mod bare_king;
mod examples;
mod facts;
mod findings;
mod intervals;
mod plan;
mod setups;
#[cfg(test)]
mod tests;
mod worth;

pub use bare_king::{SolvedClass, SolvedEnding, solved_endings};
pub use examples::{ExampleGame, ExampleRule, examples};
pub use facts::{GameFacts, KindFacts};
pub use findings::{Bar, EndCount, Findings, KindFindings, TurnMean};
pub use intervals::{Quantile, Share, quantile, ratio};
pub use plan::StudyPlan;
pub use setups::{SetupEffect, SetupFindings, setup_findings};
pub use worth::{LEAST_DECIDED, PieceWorth, WorthRow, Worths, worths};
