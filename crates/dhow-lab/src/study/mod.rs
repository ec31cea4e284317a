//! What games of the engine against itself say about a game: the first move's advantage, how games end and how long
//! they are, what pieces are worth and do, and which setups are good for whom.
//!
//! A [`StudyPlan`] plays games, [`GameFacts`] is what one game says, and [`Findings`] what all say together, with
//! intervals of 95%. [`solved_endings`] has the endings against a bare King.
//!
//! The unit of chance is the game: games are independent of each other, and their positions are not. So margins come
//! from the spread between games, whatever is counted within them.

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
