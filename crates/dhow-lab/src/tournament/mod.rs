//! Tournaments between engines, for variants that no other tool knows.
//!
//! A [`Config`](config::Config) describes a tournament. [`Tournament`](runner::Tournament) starts the engines
//! ([`process`]), communicates with them ([`driver`]), plays the games of the [`schedule`] from [`openings`]
//! by the rules ([`referee`]), writes them to files ([`archive`]), and reports events to an audience, which
//! may use the lines of [`report`] and the [`summary`].

pub mod adjudication;
pub mod archive;
pub mod config;
pub mod driver;
mod group;
pub mod journal;
pub mod merge;
pub mod openings;
pub mod player;
pub mod process;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod scoreboard;
pub mod summary;
#[cfg(test)]
mod tests;
pub mod thought;
