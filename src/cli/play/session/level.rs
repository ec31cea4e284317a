//! The engine's level.

use super::super::super::CliResult;
use super::super::super::args::number_in;
use super::{PlaySession, say};
use dhow_engine::search::Handicap;
use std::io::Write;

/// Reads a level.
pub fn level(text: &str) -> Result<usize, String> {
    number_in(text, 1, Handicap::FULL)
}

impl PlaySession {
    /// Shows the level, or sets it.
    pub(super) fn set_level(&mut self, text: &str, out: &mut impl Write) -> CliResult {
        match (text, level(text)) {
            ("", _) => {}
            (_, Ok(level)) => self.engine.handicap().set_level(level),
            (_, Err(error)) => return say(out, &format!("level `{text}`: {error}")),
        }
        let level = self.engine.level();
        let full = if level == Handicap::FULL { ", which is full strength" } else { "" };
        Ok(writeln!(out, "the engine plays at level {level} of {}{full}", Handicap::FULL)?)
    }
}
