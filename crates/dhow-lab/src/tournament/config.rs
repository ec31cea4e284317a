//! The configuration of a tournament.

use crate::stats::SprtTest;
use dhow_play::time_control::TimeControl;
use dhow_rules::variant::{Catalogue, VARIANTS, Variant};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Protocol {
    /// UCI.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol (XBoard), version 2.
    XBoard,
}

/// The form of FENs for an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FenForm {
    /// Dhow's own form, in which `Kk` means that both Kings may jump.
    #[default]
    Jumps,
    /// With `-` in the jump field.
    Dashes,
    /// No FEN: the engine gets the moves from the start array.
    StartPos,
}

/// The form of en passant captures for an engine with the XBoard protocol. Both forms are accepted from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EnPassantForm {
    /// `a6b6,b6b7`: onto the captured piece, then to the target, as XBoard writes it.
    #[default]
    TwoLegs,
    /// `a6b7`.
    OneStep,
}

/// The settings of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EngineConfig {
    /// The name in results; `None` for the engine's own name.
    pub name: Option<String>,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working folder; `None` for the current one.
    pub directory: Option<PathBuf>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Names and values of its options, in order.
    pub options: Vec<(String, String)>,
    /// Its time control.
    pub control: TimeControl,
    /// The total time by which it may exceed its time in a game.
    pub margin: Duration,
    /// The file for its standard error; `None` to discard it.
    pub stderr: Option<PathBuf>,
    /// Whether to restart it for each game.
    pub restart: bool,
    /// Whether it ponders.
    pub ponder: bool,
    /// Whether its scores are from White's side instead of its own.
    pub white_pov: bool,
    /// The form of FENs.
    pub fen: FenForm,
    /// The form of en passant captures.
    pub en_passant: EnPassantForm,
    /// Its own name for the variant, if it differs.
    pub variant_name: Option<String>,
    /// The file that defines the variant, for an engine that does not know it.
    pub variant_file: Option<PathBuf>,
    /// The time limit for answers that no clock limits.
    pub patience: Duration,
}

impl EngineConfig {
    /// The default of `patience`.
    pub const DEFAULT_PATIENCE: Duration = Duration::from_secs(60);
}

/// The kind of tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kind {
    /// Every engine plays every other.
    #[default]
    RoundRobin,
    /// The first engine, or each of the seeds, plays all others.
    Gauntlet,
    /// Every engine plays all engines before it.
    Pyramid,
    /// The loser of an encounter is out.
    Knockout,
}

/// When a new opening is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Policy {
    /// With each encounter, and after `repeat` games.
    #[default]
    Repeat,
    /// With each encounter.
    Encounter,
    /// With each round.
    Round,
}

/// The order of openings from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OpeningOrder {
    /// In the order of the file, starting at this one (0 is the first).
    Sequential(usize),
    /// In random order.
    #[default]
    Random,
    /// In random order, starting at this one of it (0 is the first). Past the end it starts again.
    RandomFrom(usize),
}

/// The format of a file of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One position per line.
    Epd,
    /// Games, whose first moves are used.
    Pgn,
}

/// A file of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningFile {
    /// The file.
    pub path: PathBuf,
    /// Its format.
    pub format: Format,
    /// The order of the openings.
    pub order: OpeningOrder,
}

/// The source of openings.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OpeningConfig {
    /// The file; `None` for random openings.
    pub file: Option<OpeningFile>,
    /// The maximum number of plies from a PGN file, or the number of plies of random openings.
    pub plies: Option<usize>,
}

/// Adjudicates a draw when both engines report level scores for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The first move number for this rule.
    pub move_number: u32,
    /// The number of moves in a row by each side, without a capture or a Pawn's move.
    pub move_count: u32,
    /// The maximum distance of the scores from zero, in centipawns.
    pub score: i32,
}

/// Adjudicates a win when an engine reports losing scores for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// The number of the engine's moves in a row.
    pub move_count: u32,
    /// How far below zero the scores must be, in centipawns.
    pub score: i32,
    /// Whether the opponent must report winning scores of the same size.
    pub two_sided: bool,
}

/// The rules of adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Wins by score.
    pub resign: Option<ResignRule>,
    /// A draw after this many full moves.
    pub max_moves: Option<u32>,
}

/// The configuration of a tournament.
#[derive(Clone, Debug)]
pub struct Config {
    /// The variants, at least one. Encounters use them in turn for their openings.
    pub variants: Vec<Arc<Variant>>,
    /// The variants that records may name.
    pub catalogue: Catalogue,
    /// The engines, at least two.
    pub engines: Vec<EngineConfig>,
    /// The kind of tournament.
    pub kind: Kind,
    /// The number of seeds among the first engines. Seeds run a gauntlet, or meet late in a knockout.
    pub seeds: usize,
    /// The number of rounds; each has all encounters.
    pub rounds: usize,
    /// The number of games per encounter.
    pub games: usize,
    /// The number of games in a row with the same opening.
    pub repeat: usize,
    /// Whether the colours stay the same in all games of an encounter.
    pub no_swap: bool,
    /// Whether all colours are reversed.
    pub reverse: bool,
    /// When a new opening is used.
    pub policy: Policy,
    /// The source of openings.
    pub openings: OpeningConfig,
    /// The seed of all random choices.
    pub seed: u64,
    /// The rules of adjudication.
    pub adjudication: Adjudication,
    /// The SPRT that may end the tournament early.
    pub sprt: Option<SprtTest>,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// The pause before each game.
    pub wait: Duration,
    /// Whether the tournament continues after an engine crashed or stalled.
    pub recover: bool,
    /// The event in the records of games.
    pub event: String,
    /// The site in the records of games.
    pub site: String,
    /// Whether the records have no comments and only a few tags.
    pub minimal_records: bool,
    /// Whether comments of moves have the number of nodes.
    pub record_nodes: bool,
    /// Whether comments of moves have the greatest depth that the search reached.
    pub record_selective_depth: bool,
}

impl Config {
    /// A tournament of these engines with one game per encounter and defaults for everything else.
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
            record_nodes: false,
            record_selective_depth: false,
        }
    }

    /// The ids of the variants.
    pub fn variant_ids(&self) -> Vec<&str> {
        self.variants.iter().map(|variant| variant.id.as_str()).collect()
    }
}
