//! What a tournament consists of, as data.

use crate::stats::SprtTest;
use dhow_play::time_control::TimeControl;
use dhow_rules::variant::{Catalogue, VARIANTS, Variant};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The language of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol, version 2.
    XBoard,
}

/// How positions are told to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FenForm {
    /// As Dhow writes them: `Kk` says whose King may jump.
    #[default]
    Jumps,
    /// With `-` in the jump field.
    Dashes,
    /// Not at all: the start array is known to the engine, moves lead from there.
    StartPos,
}

/// How en passant captures are written to an engine that speaks the XBoard protocol. Both forms
/// are understood in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EnPassantForm {
    /// `a6b6,b6b7`: onto the victim, then to the target, as XBoard has it.
    #[default]
    TwoLegs,
    /// `a6b7`.
    OneStep,
}

/// An engine and how it is to be used.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EngineConfig {
    /// The name in results; as the engine calls itself if `None`.
    pub name: Option<String>,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it runs in; the current one if `None`.
    pub directory: Option<PathBuf>,
    /// Its language.
    pub protocol: Protocol,
    /// Names and values of its options, in their order.
    pub options: Vec<(String, String)>,
    /// Its limits.
    pub control: TimeControl,
    /// How far its limit of time may be exceeded, in all of a game.
    pub margin: Duration,
    /// Where its standard error goes; nowhere if `None`.
    pub stderr: Option<PathBuf>,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
    /// Whether its scores are from White's point of view instead of its own.
    pub white_pov: bool,
    /// How positions are told.
    pub fen: FenForm,
    /// How en passant captures are told.
    pub en_passant: EnPassantForm,
    /// Its own name of the variant, if it differs.
    pub variant_name: Option<String>,
    /// The file that tells of the variant, for an engine that does not know it.
    pub variant_file: Option<PathBuf>,
    /// How long an answer may take that no clock limits.
    pub patience: Duration,
}

impl EngineConfig {
    /// How long an answer may take, unless set.
    pub const DEFAULT_PATIENCE: Duration = Duration::from_secs(60);
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kind {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first engine, or each of the seeds, plays all others.
    Gauntlet,
    /// Everybody plays all before them.
    Pyramid,
    /// Who loses an encounter is out.
    Knockout,
}

/// When a new opening is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Policy {
    /// With each encounter, and when it has been repeated often enough.
    #[default]
    Repeat,
    /// With each encounter.
    Encounter,
    /// With each round.
    Round,
}

/// In which order openings are taken from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OpeningOrder {
    /// As they stand there, from this one on (0 is the first).
    Sequential(usize),
    /// Shuffled.
    #[default]
    Random,
}

/// The format of a file of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A position a line.
    Epd,
    /// Games, of which the first moves are taken.
    Pgn,
}

/// A file of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningFile {
    /// The file.
    pub path: PathBuf,
    /// What it holds.
    pub format: Format,
    /// Which openings come when.
    pub order: OpeningOrder,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OpeningConfig {
    /// The file; random openings if `None`.
    pub file: Option<OpeningFile>,
    /// From a PGN file so many plies are taken at most; random openings have so many.
    pub plies: Option<usize>,
}

/// A draw is declared when both engines find the position level for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before so many full moves have been played.
    pub move_number: u32,
    /// For so many moves of each side in a row, without a capture or a Pawn's move.
    pub move_count: u32,
    /// Scores within this distance from zero, in centipawns.
    pub score: i32,
}

/// A win is declared when an engine finds itself lost for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// For so many of its moves in a row.
    pub move_count: u32,
    /// Scores this far below zero, in centipawns.
    pub score: i32,
    /// Whether the opponent must find itself as far ahead meanwhile.
    pub two_sided: bool,
}

/// When games are ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Wins by score.
    pub resign: Option<ResignRule>,
    /// A draw after so many full moves.
    pub max_moves: Option<u32>,
}

/// A whole tournament.
#[derive(Clone, Debug)]
pub struct Config {
    /// The games played, at least one: each encounter has its openings from them in turn.
    pub variants: Vec<Arc<Variant>>,
    /// The games that records may name.
    pub catalogue: Catalogue,
    /// The players, at least two.
    pub engines: Vec<EngineConfig>,
    /// Who plays whom.
    pub kind: Kind,
    /// How many of the first engines are seeds: they run a gauntlet, or meet late in a knockout.
    pub seeds: usize,
    /// How often all encounters take place.
    pub rounds: usize,
    /// Games of an encounter.
    pub games: usize,
    /// How many games in a row start from the same opening.
    pub repeat: usize,
    /// Whether engines keep their colours.
    pub no_swap: bool,
    /// Whether all games have the other colours.
    pub reverse: bool,
    /// When a new opening is used.
    pub policy: Policy,
    /// Where openings come from.
    pub openings: OpeningConfig,
    /// Seed of all random choices.
    pub seed: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// When the tournament is ended early.
    pub sprt: Option<SprtTest>,
    /// Games played at once.
    pub concurrency: usize,
    /// Pause before each game.
    pub wait: Duration,
    /// Whether the tournament goes on after an engine crashed or stalled.
    pub recover: bool,
    /// Names in the records of games.
    pub event: String,
    /// Place in the records of games.
    pub site: String,
    /// Whether records of games have no comments and few tags.
    pub minimal_records: bool,
}

impl Config {
    /// A tournament of these engines with one game an encounter, at leisure, and nothing else asked for.
    pub fn new(variant: &Arc<Variant>, engines: Vec<EngineConfig>) -> Self {
        Self {
            variants: vec![variant.clone()],
            catalogue: VARIANTS.clone(),
            engines,
            kind: Kind::default(),
            seeds: 0,
            rounds: 1,
            games: 1,
            repeat: 2,
            no_swap: false,
            reverse: false,
            policy: Policy::default(),
            openings: OpeningConfig::default(),
            seed: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            concurrency: 1,
            wait: Duration::ZERO,
            recover: false,
            event: "?".into(),
            site: "?".into(),
            minimal_records: false,
        }
    }

    /// The ids of the games played.
    pub fn variant_ids(&self) -> Vec<&str> {
        self.variants.iter().map(|variant| variant.id.as_str()).collect()
    }
}
