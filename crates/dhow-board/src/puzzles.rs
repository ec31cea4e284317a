//! Puzzles: positions with something to find, and what that is.

use super::message::ExerciseGoal;
use dhow_rules::game::Game;
use dhow_rules::variant::{Variant, find};
use serde::Serialize;
use std::sync::Arc;

const SUITES: [&str; 2] = [include_str!("puzzles/mates.epd"), include_str!("puzzles/leaders.epd")];

/// The longest mate that is a puzzle if other moves than checks are needed: whether a move of a longer
/// one still mates would take too long to find out.
const LONGEST_QUIET_MATE: u32 = 4;

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Puzzle {
    /// Its name, which stays the same.
    pub id: String,
    /// The id of the variant.
    pub variant: String,
    /// The names of the options that are on.
    pub options: Vec<String>,
    /// The position.
    pub fen: String,
    /// What is to be done.
    pub goal: ExerciseGoal,
    /// The first turn of the solution, if it is known.
    pub solution: Vec<String>,
}

impl Puzzle {
    /// Parses a line of a suite; `None` if it is no puzzle.
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next()?.to_string();
        let fields: Vec<(&str, &str)> = fields.filter_map(|field| field.split_once(' ')).collect();
        let values = |name: &'static str| {
            fields.iter().filter(move |(found, _)| *found == name).map(|&(_, value)| value)
        };
        let value = |name| values(name).next();
        let number = |name| value(name)?.parse::<u32>().ok();
        let goal = match (number("dm"), number("quiet")) {
            (Some(moves), Some(quiet)) if quiet == 0 || moves <= LONGEST_QUIET_MATE => {
                ExerciseGoal::Mate { moves, quiet }
            }
            (Some(_), Some(_)) => return None,
            (Some(turns), None) => ExerciseGoal::Win { turns },
            (None, _) => value("parry").map(|_| ExerciseGoal::Parry {})?,
        };
        let solution =
            value("pv").map_or(Vec::new(), |turn| turn.split(',').map(str::to_string).collect());
        Some(Self {
            id: format!("{:08x}", crc32fast::hash(fen.as_bytes())),
            variant: value("variant")?.into(),
            options: values("option").map(str::to_string).collect(),
            fen,
            goal,
            solution,
        })
    }

    /// The game that it is about.
    pub fn game(&self) -> Option<Game> {
        let variant: &Arc<Variant> = find(&self.variant)?;
        let names = self.options.iter().map(String::as_str);
        Game::from_fen(&variant.with_option_names(names).ok()?, &self.fen).ok()
    }
}

/// All puzzles: by game, the shorter ones first.
pub fn all() -> Vec<Puzzle> {
    let lines = SUITES.into_iter().flat_map(str::lines);
    let puzzles = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut puzzles: Vec<Puzzle> = puzzles.filter_map(Puzzle::parse).collect();
    puzzles.sort_by_key(|puzzle| {
        (super::games::place_of(&puzzle.variant), puzzle.goal.length(), puzzle.fen.len())
    });
    puzzles
}

/// All puzzles as JSON.
pub fn list() -> String {
    super::games::json(&all())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn puzzles_are_many_and_can_be_told_apart() {
        let puzzles = all();
        assert!(puzzles.len() >= 200, "{}", puzzles.len());
        let ids: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
        assert_eq!(ids.len(), puzzles.len());
        let games: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.variant.as_str()).collect();
        assert_eq!(games.len(), 11, "{games:?}");
        assert!(puzzles.iter().all(|puzzle| puzzle.game().is_some()));
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
    }
}
