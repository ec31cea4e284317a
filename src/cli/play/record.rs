//! Games saved to files and loaded from them, with how they are played.

use super::allowance::{self, Allowance};
use dhow_engine::search::Handicap;
use dhow_play::clock::Clocks;
use dhow_play::contest::Contest;
use dhow_play::pgn::{GameResult, PgnGame, parse, today};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::variant::{Catalogue, Variant};
use std::path::Path;
use std::sync::Arc;

/// What records call people.
const PERSON: &str = "Player";
/// How they call the engine, before its version.
const ENGINE: &str = "Dhow ";
/// At which level the engine plays.
const LEVEL: &str = "Level";
/// Where and when a game was begun, and what people may have written about it.
const OCCASION: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Where and when a game was begun: tags.
#[derive(Clone, Debug)]
pub struct Occasion(Vec<(&'static str, String)>);

impl Occasion {
    /// Today, wherever that is.
    pub fn now() -> Self {
        Self(vec![("Date", today())])
    }

    fn of_tags(game: &PgnGame) -> Self {
        let tag = |name| Some((name, game.tag(name)?.to_string()));
        Self(OCCASION.into_iter().filter_map(tag).collect())
    }
}

/// How a game is played.
#[derive(Clone, Copy)]
pub struct Manner<'a> {
    /// The sides that people play.
    pub people: &'a [Color],
    /// How long people and the engine may think.
    pub allowance: &'a Allowance,
    /// The level of the engine.
    pub level: usize,
    /// Where and when it was begun.
    pub occasion: &'a Occasion,
}

/// A game as PGN, with the result and the reason for it if it is over. A turn that is only begun is left out.
pub fn written(contest: &Contest, manner: &Manner<'_>) -> Result<String, String> {
    let mut pgn = contest.record().map_err(|error| error.to_string())?;
    for (name, value) in &manner.occasion.0 {
        pgn.set_tag(name, value);
    }
    for (side, tag) in Color::ALL.into_iter().zip(["White", "Black"]) {
        let engine = format!("{ENGINE}{}", env!("CARGO_PKG_VERSION"));
        pgn.set_tag(tag, if manner.people.contains(&side) { PERSON } else { &engine });
    }
    if manner.people.len() < Color::ALL.len() {
        pgn.set_tag(LEVEL, &manner.level.to_string());
    }
    for (name, value) in allowance::tags(manner.allowance, contest.clocks(), manner.people) {
        pgn.set_tag(name, &value);
    }
    Ok(pgn.to_string())
}

/// A game as a file tells it.
pub struct Record {
    /// At its last position.
    pub game: Game,
    /// The result as written.
    pub result: GameResult,
    /// The sides that people play, if the record comes from such a sitting.
    pub people: Option<Vec<Color>>,
    /// Whether it is all that the file holds, and was written by such a sitting.
    pub is_ours: bool,
    /// How long people and the engine may think, and the clocks as they stood, if it says that.
    pub time: Option<(Allowance, Clocks)>,
    /// The level of the engine, if it says that.
    pub level: Option<usize>,
    /// When and where it was begun: today, if others have written it.
    pub occasion: Occasion,
}

impl Record {
    /// Whether there is nothing to go on with.
    pub fn is_over(&self) -> bool {
        self.result != GameResult::Unknown || self.game.outcome().is_some()
    }
}

/// The first game of a PGN file. A game without Variant tag is taken for one of `variant`.
pub fn read(file: &str, variant: &Arc<Variant>, known: &Catalogue) -> Result<Record, String> {
    let text = dhow_files::read_text(Path::new(file)).map_err(|error| error.to_string())?;
    let games = parse(&text).map_err(|error| error.to_string())?;
    let written = games.first().ok_or("it holds no games")?;
    let checked = written.replay(1, known, Some(variant)).map_err(|error| error.to_string())?;
    let sides = Color::ALL.into_iter().zip(["White", "Black"]);
    let people: Vec<Color> =
        sides.filter(|(_, tag)| written.tag(tag) == Some(PERSON)).map(|(side, _)| side).collect();
    let players = ["White", "Black"].map(|tag| written.tag(tag).unwrap_or_default());
    let is_ours = |name: &str| name == PERSON || name.starts_with(ENGINE);
    let plain = written.moves.iter().all(|mv| mv.variations.is_empty() && mv.nags.is_empty());
    let is_ours = games.len() == 1 && plain && players.into_iter().all(is_ours);
    let level = written.tag(LEVEL).and_then(|level| level.parse().ok());
    let level = level.filter(|level| (1..=Handicap::FULL).contains(level));
    // The engine against itself, as in a match, is no sitting unless it says so.
    let is_sitting = !people.is_empty() || is_ours && level.is_some();
    Ok(Record {
        is_ours,
        game: checked.game,
        result: checked.result,
        time: allowance::of_tags(&people, |name| written.tag(name)),
        people: is_sitting.then_some(people),
        level,
        occasion: if is_ours { Occasion::of_tags(written) } else { Occasion::now() },
    })
}
