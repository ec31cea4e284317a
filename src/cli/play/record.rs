//! Games saved to files and loaded from them.

use super::clocks::Clocks;
use crate::files;
use crate::game::Game;
use crate::pgn::{GameResult, PgnGame, parse, today};
use crate::pieces::Color;
use crate::variant::{Catalogue, Variant};
use std::path::Path;
use std::sync::Arc;

/// What records call people.
const PERSON: &str = "Player";
/// How they call the engine, before its version.
const ENGINE: &str = "Dhow ";

/// A game as PGN, with the result and the reason for it if it is over. A turn that is only begun is
/// left out. `people` are the sides that people play.
pub fn written(
    game: &Game,
    people: &[Color],
    clocks: Option<&Clocks>,
    end: Option<(GameResult, String)>,
) -> Result<String, String> {
    let result = end.as_ref().map_or(GameResult::Unknown, |&(result, _)| result);
    let mut finished = game.clone();
    if finished.position().moves_made() > 0 {
        finished.undo_turn();
    }
    let mut pgn = PgnGame::of_moves(game.variant(), game.start_fen(), finished.moves(), result)
        .map_err(|error| error.to_string())?;
    pgn.set_tag("Date", &today());
    for (side, tag) in Color::ALL.into_iter().zip(["White", "Black"]) {
        let engine = format!("{ENGINE}{}", env!("CARGO_PKG_VERSION"));
        pgn.set_tag(tag, if people.contains(&side) { PERSON } else { &engine });
    }
    for (name, value) in clocks.map_or(Vec::new(), Clocks::tags) {
        pgn.set_tag(name, &value);
    }
    if let Some((_, reason)) = end {
        match pgn.moves.last_mut() {
            Some(mv) => mv.comments.push(reason),
            None => pgn.comments.push(reason),
        }
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
    /// What both sides have left, if it says that.
    pub clocks: Option<Clocks>,
}

/// The first game of a PGN file. A game without Variant tag is taken for one of `variant`.
pub fn read(file: &str, variant: &Arc<Variant>, known: &Catalogue) -> Result<Record, String> {
    let bytes = files::read(Path::new(file)).map_err(|error| error.to_string())?;
    let games = parse(&String::from_utf8_lossy(&bytes)).map_err(|error| error.to_string())?;
    let written = games.first().ok_or("it holds no games")?;
    let checked = written.replay(1, known, Some(variant)).map_err(|error| error.to_string())?;
    let sides = Color::ALL.into_iter().zip(["White", "Black"]);
    let people: Vec<Color> =
        sides.filter(|(_, tag)| written.tag(tag) == Some(PERSON)).map(|(side, _)| side).collect();
    let players = ["White", "Black"].map(|tag| written.tag(tag).unwrap_or_default());
    let is_ours = |name: &str| name == PERSON || name.starts_with(ENGINE);
    let plain = written.moves.iter().all(|mv| mv.variations.is_empty() && mv.nags.is_empty());
    Ok(Record {
        is_ours: games.len() == 1 && plain && players.into_iter().all(is_ours),
        game: checked.game,
        result: checked.result,
        people: (!people.is_empty()).then_some(people),
        clocks: Clocks::of_tags(|name| written.tag(name)),
    })
}
