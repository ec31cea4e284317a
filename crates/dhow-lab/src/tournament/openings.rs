//! The start positions of games.
//!
//! They come from an opening book, or are generated: a random setup and a few random legal moves, after which
//! a short search finds the position balanced.

use super::config::{Config, FenForm, Format, OpeningOrder};
use dhow_engine::eval::Score;
use dhow_engine::search::{Engine, Limits};
use dhow_play::pgn;
use dhow_rules::game::Game;
use dhow_rules::variant::{Catalogue, Setup, Variant};
use fastrand::Rng;
use std::path::Path;
use std::sync::Arc;

/// The default number of random plies.
const RANDOM_PLIES: usize = 6;
/// The same for games with leaders, where a turn has several moves.
const RANDOM_TURNS: usize = 4;
/// Nodes of the search that checks the balance of a random opening.
const NODES: u64 = 8_000;
/// The greatest score of a balanced opening.
const BALANCE: Score = Score(60);
/// The number of attempts, after which the most balanced one is used.
const TRIES: usize = 40;

/// Why the openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("-openings: cannot read {path}: {error}")]
    Read {
        /// The file.
        path: String,
        /// The error.
        error: std::io::Error,
    },
    /// An invalid opening in the file.
    #[error("-openings: {path}: {what}")]
    Content {
        /// The file.
        path: String,
        /// What is wrong, and where.
        what: String,
    },
    /// A file of openings with several variants in the tournament.
    #[error("-openings: a file goes with one -variant")]
    Several,
    /// Openings that do not begin at the start array, for an engine that reads no FEN.
    #[error(
        "-openings: {0} does not start from the start array, as an engine with fen=startpos needs"
    )]
    NotFromStart(String),
}

/// The openings of a variant, by number.
pub enum Openings {
    /// From a file, in order of use.
    Listed(Vec<Game>),
    /// Generated when needed.
    Random(Box<RandomOpenings>),
}

impl Openings {
    /// The configured openings, by the index of the variant.
    pub fn all(config: &Config) -> Result<Vec<Self>, OpeningError> {
        if config.openings.file.is_some() && config.variants.len() > 1 {
            return Err(OpeningError::Several);
        }
        config.variants.iter().map(|variant| Self::new(config, variant)).collect()
    }

    /// The openings of one variant.
    pub fn new(config: &Config, variant: &Arc<Variant>) -> Result<Self, OpeningError> {
        let start_array_only = config.engines.iter().any(|e| e.fen == FenForm::StartPos);
        let Some(file) = &config.openings.file else {
            let random = RandomOpenings::new(config, variant, start_array_only);
            return Ok(Self::Random(Box::new(random)));
        };
        let path = file.path.display().to_string();
        let text = dhow_files::read_text(&file.path)
            .map_err(|error| OpeningError::Read { path: path.clone(), error })?;
        let read = match file.format {
            Format::Epd => read_epd(variant, &text),
            Format::Pgn => read_pgn(variant, &config.catalogue, &text, config.openings.plies),
        };
        let content = |what| OpeningError::Content { path: path.clone(), what };
        let mut games = read.map_err(content)?;
        if games.is_empty() {
            return Err(content("no openings in it".into()));
        }
        let count = games.len();
        match file.order {
            OpeningOrder::Random => Rng::with_seed(config.seed).shuffle(&mut games),
            OpeningOrder::RandomFrom(start) => {
                Rng::with_seed(config.seed).shuffle(&mut games);
                games.rotate_left(start % count);
            }
            OpeningOrder::Sequential(start) if start < count => games.rotate_left(start),
            OpeningOrder::Sequential(start) => {
                let what = format!("start={} but only {count} openings", start + 1);
                return Err(content(what));
            }
        }
        let elsewhere = games.iter().find(|game| start_array_only && !game.starts_by_default());
        match elsewhere {
            Some(game) => Err(OpeningError::NotFromStart(game.start_fen().into())),
            None => Ok(Self::Listed(games)),
        }
    }

    /// The opening with this number. A file starts again after its last opening.
    pub fn get(&mut self, number: usize) -> Game {
        match self {
            Self::Listed(games) => games[number % games.len()].clone(),
            Self::Random(random) => random.make(number),
        }
    }
}

fn read_epd(variant: &Arc<Variant>, text: &str) -> Result<Vec<Game>, String> {
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at = |what: String| format!("line {}: {what}", index + 1);
        // Of the operations, only the counters are used.
        let game = Game::from_fen(variant, &pgn::Epd::read(line).fen);
        let game = game.map_err(|error| at(error.to_string()))?;
        if let Some(outcome) = game.outcome() {
            return Err(at(format!("the game is over: {outcome}")));
        }
        games.push(game);
    }
    Ok(games)
}

fn read_pgn(
    variant: &Arc<Variant>,
    catalogue: &Catalogue,
    text: &str,
    plies: Option<usize>,
) -> Result<Vec<Game>, String> {
    let mut parsed = pgn::parse(text).map_err(|error| error.to_string())?;
    let mut openings = Vec::new();
    for (number, game) in (1..).zip(&mut parsed) {
        let checked =
            game.replay(number, catalogue, Some(variant)).map_err(|error| error.to_string())?;
        let mut opening = checked.game;
        if opening.variant() != variant {
            let (found, wanted) = (opening.variant().title(), variant.title());
            return Err(format!("game {number} is of {found}, but -variant says {wanted}"));
        }
        while opening.turns_made() > plies.unwrap_or(usize::MAX) {
            opening.undo_turn();
        }
        if let Some(outcome) = opening.outcome() {
            return Err(format!("game {number} is over: {outcome}; say how many plies= to take"));
        }
        openings.push(opening);
    }
    Ok(openings)
}

/// Generates openings.
pub struct RandomOpenings {
    variant: Arc<Variant>,
    setups: Vec<Setup>,
    plies: usize,
    seed: u64,
    engine: Engine,
}

impl RandomOpenings {
    fn new(config: &Config, variant: &Arc<Variant>, start_array_only: bool) -> Self {
        let setups = match start_array_only {
            true => vec![Setup::default_of(variant)],
            false => Setup::all(variant),
        };
        let mut engine = Engine::new();
        // If this size is refused, the engine keeps its own.
        let _ = engine.set_hash(1);
        let usual = if variant.command.is_some() { RANDOM_TURNS } else { RANDOM_PLIES };
        let plies = config.openings.plies.unwrap_or(usual);
        Self { variant: variant.clone(), setups, plies, seed: config.seed, engine }
    }

    /// The opening with this number, which is always the same.
    fn make(&mut self, number: usize) -> Game {
        // Gives neighbouring numbers unrelated sequences.
        let mut random = Rng::with_seed(self.seed ^ (number as u64 + 1).rotate_left(32));
        let mut best: Option<(i32, Game)> = None;
        for _ in 0..TRIES {
            let Some(game) = self.attempt(&mut random) else { continue };
            self.engine.clear();
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let distance = self.engine.search(&game, limits).score.0.abs();
            if best.as_ref().is_none_or(|&(least, _)| distance < least) {
                best = Some((distance, game));
            }
            if distance <= BALANCE.0 {
                break;
            }
        }
        best.map_or_else(|| Game::new(&self.variant), |(_, game)| game)
    }

    /// A random setup with random moves; `None` if they end the game.
    fn attempt(&self, random: &mut Rng) -> Option<Game> {
        let setup = &self.setups[random.usize(..self.setups.len())];
        Game::after_random_moves(&self.variant, setup, self.plies, |_, moves| {
            moves[random.usize(..moves.len())]
        })
    }
}

/// The format of an opening file by its extension, if it is one.
pub fn format_of(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "epd" | "fen" => Some(Format::Epd),
        "pgn" => Some(Format::Pgn),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    #[test]
    fn counters_of_openings_are_kept_however_they_are_written() {
        let chess = find("chess").expect("a game");
        let board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
        let text = format!(
            "{board} hmvc 7; fmvn 12; id \"a\";\n# {board}\n{board} 3 4\n{board};\n{board} 5 0 bm O-O;\n"
        );
        let read = read_epd(chess, &text).expect("openings");
        let counters: Vec<String> =
            read.iter().map(|game| game.fen()[board.len() + 1..].to_string()).collect();
        assert_eq!(counters, ["7 12", "3 4", "0 1", "5 1"]);
        let error = read_epd(chess, &format!("{board} hmvc x;")).expect_err("no number");
        assert!(error.starts_with("line 1: halfmove counter `x`"), "{error}");
    }
}
