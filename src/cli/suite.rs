//! Perft suites: one position per line, with the numbers of leaves at some depths.

use super::args;
use dhow_rules::game::Game;
use dhow_rules::variant::{Command, Variant};
use std::sync::Arc;

/// The greatest depth in plies. Except for the smallest trees, no count of half this depth ever finishes.
pub const MAX_DEPTH: u32 = 64;

/// The beginning of the message about an invalid field.
const NO_FIELD: &str = "neither `variant ID` nor `option NAME` nor";

/// A line of a suite.
#[derive(Debug)]
pub struct PerftPosition {
    /// The position, as the start of a game.
    pub game: Game,
    /// Depths with their counts, at least one.
    pub counts: Vec<(u32, u64)>,
}

/// Why a text is not a valid suite. The message follows the name of the file.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// No positions.
    #[error(" holds no positions")]
    Empty,
    /// An invalid line.
    #[error(", line {line}: {what}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// Reads a suite: its positions with their line numbers, from 1. Positions that name no variant get
/// `default`.
pub fn read(text: &str, default: &Arc<Variant>) -> Result<Vec<(usize, PerftPosition)>, SuiteError> {
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let entry = PerftPosition::parse(line, default);
        let entry = entry.map_err(|what| SuiteError::Line { line: number, what })?;
        entries.extend(entry.map(|entry| (number, entry)));
    }
    if entries.is_empty() { Err(SuiteError::Empty) } else { Ok(entries) }
}

impl PerftPosition {
    /// Reads a line; `None` for an empty line or a comment.
    fn parse(line: &str, default: &Arc<Variant>) -> Result<Option<Self>, String> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap_or("");
        let mut variant = default.clone();
        let (mut options, mut counts) = (Vec::new(), Vec::new());
        for field in fields.filter(|field| !field.is_empty()) {
            let (name, value) = field
                .split_once(char::is_whitespace)
                .ok_or_else(|| format!("`{field}` is {NO_FIELD} `D1 n`"))?;
            let value = value.trim();
            match name {
                "variant" => {
                    variant =
                        args::variant(value).map_err(|error| format!("`{value}`: {error}"))?;
                }
                "option" => options.push(value),
                _ => counts.push(depth_and_count(name, value).ok_or_else(|| {
                    format!("`{field}` is {NO_FIELD} a depth from D1 to D{MAX_DEPTH} with a count")
                })?),
            }
        }
        if !options.is_empty() {
            variant = with_options(&variant, &options)?;
        }
        if counts.is_empty() {
            return Err("no counts, such as `;D1 48`".into());
        }
        let game = args::game_from_fen(&variant, fen).map_err(|error| error.to_string())?;
        Ok(Some(Self { game, counts }))
    }
}

/// A variant with these options on, in addition to those that are on already.
pub fn with_options(variant: &Variant, names: &[&str]) -> Result<Arc<Variant>, String> {
    let mut on = variant.command.as_ref().map_or(Vec::new(), |Command { on, .. }| on.clone());
    for name in names {
        on.push(variant.find_option(name).map_err(|error| error.to_string())?);
    }
    Ok(Arc::new(variant.with_options(&on)))
}

fn depth_and_count(name: &str, value: &str) -> Option<(u32, u64)> {
    let depth = name.strip_prefix('D')?.parse().ok()?;
    let count = value.parse().ok()?;
    (1..=MAX_DEPTH).contains(&depth).then_some((depth, count))
}
