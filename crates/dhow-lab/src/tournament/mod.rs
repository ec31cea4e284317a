//! Tournaments between engines: a referee for games that no other tool knows.
//!
//! A [`Config`](config::Config) says all about a tournament. [`Tournament`](runner::Tournament)
//! starts the engines ([`process`]), speaks their languages ([`driver`]), plays the games of the
//! [`schedule`] from [`openings`], judges them ([`referee`]), keeps them ([`archive`]), and tells an
//! audience, which may use the lines of [`report`] and the [`summary`].

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
