//! The messages between the board's worker and its engines' workers, as JSON.

use dhow_engine::clock::{Instant, since_1970};
use dhow_engine::eval::Score;
use dhow_engine::search::{Bound, Handicap, Limits, PvInfo, SearchResult, TimeLeft};
use dhow_play::annotate::{Better, Judgement};
use dhow_rules::game::{Game, Turn, read_variants};
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use dhow_rules::variant::ini::VariantFiles;
use dhow_rules::variant::{VARIANTS, Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// An order to an engine. No order stops a search: the host does that.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineOrder {
    /// Searches a position.
    Search {
        /// The level from 1 to 10.
        level: usize,
        /// The game.
        game: GameText,
        /// The limits.
        limits: LimitsText,
    },
    /// Judges the turns of a game.
    Annotate {
        /// The game.
        game: GameText,
        /// The number of turns at its beginning that are not judged.
        skipped: usize,
        /// The limits of each search.
        limits: LimitsText,
    },
    /// Forgets what searches learned.
    Clear {},
}

/// The reports of an engine while it carries out an order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineNews {
    /// A principal variation.
    Line(LineText),
    /// The result of a search.
    Done(ResultText),
    /// The next judgement of an annotation.
    Judged(JudgementText),
    /// The order is invalid, which is a bug of this program.
    Wrong(String),
}

/// How many workers may carry out an order together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderTeam {
    /// One: its result must not depend on the machine, or it is not a search.
    One,
    /// As many as a game may have, beside the page.
    Game,
    /// As many as an analysis may have, which may take more from the page.
    Analysis,
}

impl EngineOrder {
    /// How many workers may carry it out together. Levels below full strength have their number of nodes.
    pub fn team(&self) -> OrderTeam {
        match self {
            Self::Search { limits, .. } if limits.depth.is_some() || limits.nodes.is_some() => {
                OrderTeam::One
            }
            Self::Search { limits, .. } if limits.infinite => OrderTeam::Analysis,
            Self::Search { level: Handicap::FULL, .. } => OrderTeam::Game,
            _ => OrderTeam::One,
        }
    }
}

/// A game as text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameText {
    variant: String,
    options: Vec<String>,
    /// The variant file that defines the game, if the game does not come with the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    start: String,
    moves: Vec<String>,
}

impl GameText {
    /// The text of a game, which `file` defines if it is given.
    pub fn of(game: &Game, file: Option<String>) -> Self {
        let variant = game.variant();
        let (mut from, mut moves) = (game.clone(), Vec::new());
        while let Some(mv) = from.undo() {
            moves.push(from.move_text(mv));
        }
        moves.reverse();
        Self {
            variant: variant.id.clone(),
            options: variant.option_names().iter().map(ToString::to_string).collect(),
            file,
            start: game.start_fen().into(),
            moves,
        }
    }

    /// The game.
    ///
    /// # Errors
    /// If the text does not describe a game, with the reason.
    pub fn game(&self) -> Result<Game, String> {
        let variant = match &self.file {
            Some(file) => defined_in(file, &self.variant),
            None => VARIANTS.find(&self.variant).cloned(),
        };
        let variant = variant.ok_or_else(|| format!("there is no game `{}`", self.variant))?;
        let variant = variant.with_option_names(self.options.iter().map(String::as_str));
        let variant = variant.map_err(|error| error.to_string())?;
        let mut game = Game::from_fen(&variant, &self.start).map_err(|error| error.to_string())?;
        for text in &self.moves {
            game.play_text(text).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

/// The game with this id in a variant file.
fn defined_in(file: &str, id: &str) -> Option<Arc<Variant>> {
    let mut files = VariantFiles::default();
    read_variants(&mut files, file).ok()?;
    files.games().iter().find(|game| game.id == id).cloned()
}

/// The longest time that an order is assumed to take from the board to the engine.
const LONGEST_WAY: Duration = Duration::from_secs(2);

/// The limits of a search, as far as boards set them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LimitsText {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    /// Remaining time and increment.
    clock: Option<(Duration, Duration)>,
    /// The time when the clock began to run, since 1970.
    began: Duration,
    infinite: bool,
    multi_pv: usize,
}

impl LimitsText {
    /// The text of limits.
    pub fn of(limits: &Limits) -> Self {
        Self {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time,
            clock: limits.clock.map(|clock| (clock.remaining, clock.increment)),
            began: since_1970()
                .saturating_sub(limits.since.map_or(Duration::ZERO, |since| since.elapsed())),
            infinite: limits.infinite,
            multi_pv: limits.multi_pv,
        }
    }

    /// The limits. The time since the clock began to run is taken off the remaining time.
    pub fn limits(&self) -> Limits {
        // The system's clock may have been changed meanwhile.
        let passed = since_1970().saturating_sub(self.began).min(LONGEST_WAY);
        let clock = self.clock.map(|(remaining, increment)| TimeLeft {
            remaining: remaining.saturating_sub(passed),
            increment,
            moves_to_go: None,
        });
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            clock,
            since: Some(Instant::now()),
            infinite: self.infinite,
            multi_pv: self.multi_pv,
            ..Limits::default()
        }
    }

    /// The limits of a helper in the same search: none, until it is stopped. What changes the keys or the lines of the
    /// search stays.
    pub fn of_helper(&self) -> Limits {
        Limits {
            since: Some(Instant::now()),
            infinite: self.infinite,
            multi_pv: self.multi_pv,
            ..Limits::default()
        }
    }
}

/// A bound as text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Bound")]
enum BoundText {
    Exact,
    Lower,
    Upper,
}

/// A principal variation as text.
#[derive(Debug, Serialize, Deserialize)]
pub struct LineText {
    depth: u32,
    selective_depth: u32,
    rank: usize,
    score: i32,
    #[serde(with = "BoundText")]
    bound: Bound,
    nodes: u64,
    time: Duration,
    hash_full: u32,
    pv: Vec<String>,
}

impl LineText {
    /// The text of a line from the position of a game.
    pub fn of(game: &Game, line: &PvInfo) -> Self {
        let PvInfo { depth, selective_depth, rank, score, bound, nodes, time, hash_full, pv } =
            line;
        Self {
            depth: *depth,
            selective_depth: *selective_depth,
            rank: *rank,
            score: score.0,
            bound: *bound,
            nodes: *nodes,
            time: *time,
            hash_full: *hash_full,
            pv: written(&mut game.clone(), pv),
        }
    }

    /// The line from the position of a game; `None` if it is illegal.
    pub fn line(&self, game: &Game) -> Option<PvInfo> {
        Some(PvInfo {
            depth: self.depth,
            selective_depth: self.selective_depth,
            rank: self.rank,
            score: Score(self.score),
            bound: self.bound,
            nodes: self.nodes,
            time: self.time,
            hash_full: self.hash_full,
            pv: played(&mut game.clone(), &self.pv)?,
        })
    }
}

/// The result of a search as text.
#[derive(Debug, Serialize, Deserialize)]
pub struct ResultText {
    turn: Vec<String>,
    reply: Vec<String>,
    score: i32,
    depth: u32,
    nodes: u64,
    time: Duration,
}

impl ResultText {
    /// The text of the result of a search of a game's position.
    pub fn of(game: &Game, result: &SearchResult) -> Self {
        let mut game = game.clone();
        let mut text =
            |turn: &Option<Turn>| turn.as_ref().map_or(Vec::new(), |turn| written(&mut game, turn));
        Self {
            turn: text(&result.turn),
            reply: text(&result.reply),
            score: result.score.0,
            depth: result.depth,
            nodes: result.nodes,
            time: result.time,
        }
    }

    /// The result for the position of a game; `None` if a move is illegal.
    pub fn result(&self, game: &Game) -> Option<SearchResult> {
        let mut game = game.clone();
        Some(SearchResult {
            turn: Turn::new(played(&mut game, &self.turn)?),
            reply: Turn::new(played(&mut game, &self.reply)?),
            score: Score(self.score),
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
        })
    }
}

/// A judgement as text.
#[derive(Debug, Serialize, Deserialize)]
pub struct JudgementText {
    white: bool,
    before: i32,
    score: Option<i32>,
    depth: u32,
    loss: f64,
    better: Option<BetterText>,
    /// After the turn.
    refutation: Vec<Vec<String>>,
    reason: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct BetterText {
    line: Vec<Vec<String>>,
    score: Option<i32>,
    depth: u32,
}

impl JudgementText {
    /// The text of a judgement of this turn after the position of a game.
    pub fn of(game: &Game, turn: &[Move], judgement: &Judgement) -> Self {
        let mut after = game.clone();
        after.play_moves(turn);
        let better = judgement.better.as_ref().map(|better| {
            let mut game = game.clone();
            BetterText {
                line: better.line.iter().map(|turn| written(&mut game, turn)).collect(),
                score: better.score.map(|score| score.0),
                depth: better.depth,
            }
        });
        Self {
            white: judgement.side == Color::White,
            before: judgement.before.0,
            score: judgement.score.map(|score| score.0),
            depth: judgement.depth,
            loss: judgement.loss,
            better,
            refutation: judgement.refutation.iter().map(|turn| written(&mut after, turn)).collect(),
            reason: judgement.reason.clone(),
        }
    }

    /// The judgement of this turn after the position of a game; `None` if a move is illegal.
    pub fn judgement(&self, game: &Game, turn: &[Move]) -> Option<Judgement> {
        let mut after = game.clone();
        after.play_moves(turn);
        let reply = |texts: &Vec<String>| Turn::new(played(&mut after, texts)?);
        let better = |better: &BetterText| {
            let mut game = game.clone();
            let turn = |texts: &Vec<String>| Turn::new(played(&mut game, texts)?);
            let line = better.line.iter().map(turn).collect::<Option<_>>()?;
            Some(Better { line, score: better.score.map(Score), depth: better.depth })
        };
        Some(Judgement {
            side: if self.white { Color::White } else { Color::Black },
            before: Score(self.before),
            score: self.score.map(Score),
            depth: self.depth,
            loss: self.loss,
            better: match &self.better {
                Some(text) => Some(better(text)?),
                None => None,
            },
            refutation: self.refutation.iter().map(reply).collect::<Option<_>>()?,
            reason: self.reason.clone(),
        })
    }
}

/// The texts of moves. The moves are made in `game`.
fn written(game: &mut Game, moves: &[Move]) -> Vec<String> {
    let write = |&mv: &Move| {
        let text = game.move_text(mv);
        game.play(mv);
        text
    };
    moves.iter().map(write).collect()
}

/// The moves of these texts. The moves are made in `game`; `None` if one is illegal.
fn played(game: &mut Game, texts: &[String]) -> Option<Vec<Move>> {
    texts.iter().map(|text| game.play_text(text).ok()).collect()
}
