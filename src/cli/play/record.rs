//! Saves games to files and loads them, with their settings.

use super::time_controls::{self, TimeControls};
use dhow_engine::search::Handicap;
use dhow_play::clock::Clocks;
use dhow_play::contest::Contest;
use dhow_play::pgn::{GameResult, PgnGame, parse, today};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::variant::{Catalogue, Variant};
use std::path::Path;
use std::sync::Arc;

/// The name of people in records.
const PERSON: &str = "Player";
/// The name of the engine in records, before its version.
const ENGINE: &str = "Dhow ";
/// The tag with the engine's level.
const LEVEL: &str = "Level";
/// Tags about where and when the game began, which people may have changed.
const EVENT_TAGS: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Tags about where and when a game began.
#[derive(Clone, Debug)]
pub struct EventTags(Vec<(&'static str, String)>);

impl EventTags {
    /// Today, at an unknown place.
    pub fn now() -> Self {
        Self(vec![("Date", today())])
    }

    fn of_tags(game: &PgnGame) -> Self {
        let tag = |name| Some((name, game.tag(name)?.to_string()));
        Self(EVENT_TAGS.into_iter().filter_map(tag).collect())
    }
}

/// The settings of a game.
#[derive(Clone, Copy)]
pub struct GameSettings<'a> {
    /// The sides that people play.
    pub people: &'a [Color],
    /// The time controls.
    pub time_controls: &'a TimeControls,
    /// The level of the engine.
    pub level: usize,
    /// Where and when it began.
    pub event_tags: &'a EventTags,
}

/// A game as PGN, with its result and the reason for it if it is over. Leaves out an unfinished turn.
pub fn written(contest: &Contest, manner: &GameSettings<'_>) -> Result<String, String> {
    let mut pgn = contest.record().map_err(|error| error.to_string())?;
    for (name, value) in &manner.event_tags.0 {
        pgn.set_tag(name, value);
    }
    for (side, tag) in Color::ALL.into_iter().zip(["White", "Black"]) {
        let engine = format!("{ENGINE}{}", env!("CARGO_PKG_VERSION"));
        pgn.set_tag(tag, if manner.people.contains(&side) { PERSON } else { &engine });
    }
    if manner.people.len() < Color::ALL.len() {
        pgn.set_tag(LEVEL, &manner.level.to_string());
    }
    for (name, value) in time_controls::tags(manner.time_controls, contest.clocks(), manner.people)
    {
        pgn.set_tag(name, &value);
    }
    Ok(pgn.to_string())
}

/// A game read from a file.
pub struct RecordedGame {
    /// In its last position.
    pub game: Game,
    /// The written result.
    pub result: GameResult,
    /// The sides that people play, if the record is from `dhow play`.
    pub people: Option<Vec<Color>>,
    /// Whether the file has only this game, from `dhow play`.
    pub is_ours: bool,
    /// The time controls and clocks, if the record has them.
    pub time: Option<(TimeControls, Clocks)>,
    /// The level of the engine, if the record has it.
    pub level: Option<usize>,
    /// Where and when it began; today, for a record from elsewhere.
    pub event_tags: EventTags,
}

impl RecordedGame {
    /// Whether the game cannot be continued.
    pub fn is_over(&self) -> bool {
        self.result != GameResult::Unknown || self.game.outcome().is_some()
    }
}

/// Reads the first game of a PGN file. A game without Variant tag gets `variant`.
pub fn read(file: &str, variant: &Arc<Variant>, known: &Catalogue) -> Result<RecordedGame, String> {
    let text = dhow_files::read_text(Path::new(file)).map_err(|error| error.to_string())?;
    let mut games = parse(&text).map_err(|error| error.to_string())?;
    let is_alone = games.len() == 1;
    let written = games.first_mut().ok_or("it holds no games")?;
    let checked = written.replay(1, known, Some(variant)).map_err(|error| error.to_string())?;
    let sides = Color::ALL.into_iter().zip(["White", "Black"]);
    let people: Vec<Color> =
        sides.filter(|(_, tag)| written.tag(tag) == Some(PERSON)).map(|(side, _)| side).collect();
    let players = ["White", "Black"].map(|tag| written.tag(tag).unwrap_or_default());
    let is_ours = |name: &str| name == PERSON || name.starts_with(ENGINE);
    let plain = written.moves.iter().all(|mv| mv.variations.is_empty() && mv.nags.is_empty());
    let is_ours = is_alone && plain && players.into_iter().all(is_ours);
    let level = written.tag(LEVEL).and_then(|level| level.parse().ok());
    let level = level.filter(|level| (1..=Handicap::FULL).contains(level));
    // A game of the engine against itself may come from a match; it is from `dhow play` only if it has a
    // level.
    let is_sitting = !people.is_empty() || is_ours && level.is_some();
    Ok(RecordedGame {
        is_ours,
        game: checked.game,
        result: checked.result,
        time: time_controls::of_tags(&people, |name| written.tag(name)),
        people: is_sitting.then_some(people),
        level,
        event_tags: if is_ours { EventTags::of_tags(written) } else { EventTags::now() },
    })
}
