//! The folder of a study, with its settings, its games, solved endings, and the page.

use crate::cli::CliError;
use dhow_engine::network::Network;
use dhow_engine::search::EvaluationChoice;
use dhow_files::Claim;
use dhow_lab::study::SolvedEnding;
use dhow_rules::variant::Variant;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The evaluation of positions, with the checksum of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StudyEvaluation {
    /// The hand-crafted evaluation.
    ByHand,
    /// A network of the program.
    BuiltIn(String),
    /// The network that this machine has learned.
    Learned(String),
    /// The network of a file.
    File(String),
}

impl StudyEvaluation {
    /// The evaluation of a game's positions by this choice.
    pub fn of(choice: &EvaluationChoice, variant: &Variant) -> Self {
        let Some(network) = choice.network_of(variant) else { return Self::ByHand };
        let sum = format!("{:08x}", crc32fast::hash(&network.to_bytes()));
        let is = |other: Option<Arc<Network>>| other.is_some_and(|other| other == network);
        match () {
            () if is(Network::built_in(variant)) => Self::BuiltIn(sum),
            () if is(choice.network.clone()) => Self::File(sum),
            () => Self::Learned(sum),
        }
    }
}

/// All settings that the games depend on, except for their number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudySettings {
    /// The title of the game.
    pub game: String,
    /// The fingerprint of its rules.
    pub rules: String,
    pub seed: u64,
    pub nodes: u32,
    pub varied_turns: u16,
    pub evaluation: StudyEvaluation,
}

impl Display for StudySettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, rules, seed, nodes, varied_turns, evaluation } = self;
        write!(
            f,
            "{game} (rules {rules}), seed {seed}, {nodes} nodes, {varied_turns} varied turns, "
        )?;
        match evaluation {
            StudyEvaluation::ByHand => f.write_str("evaluation by hand"),
            StudyEvaluation::BuiltIn(sum)
            | StudyEvaluation::Learned(sum)
            | StudyEvaluation::File(sum) => write!(f, "network {sum}"),
        }
    }
}

/// Solved endings, and whether pairs were included.
#[derive(Serialize, Deserialize)]
pub struct KeptEndings {
    pub pairs: bool,
    pub endings: Option<Vec<SolvedEnding>>,
}

/// The folder of a study. No other program uses it at the same time.
pub struct StudyFolder {
    folder: PathBuf,
    _claim: Claim,
}

impl StudyFolder {
    /// Claims a folder for games with these settings. Creates it if necessary.
    pub fn open(folder: &Path, settings: &StudySettings) -> Result<Self, CliError> {
        std::fs::create_dir_all(folder).map_err(|error| CliError::of_file(folder, error))?;
        let path = folder.join("study.json");
        let claim = Claim::of(&path).map_err(|error| CliError::of_file(&path, error))?;
        let claim = claim
            .ok_or_else(|| CliError::of_file(folder, "another `dhow study` uses this folder"))?;
        let opened = Self { folder: folder.into(), _claim: claim };
        match opened.read::<StudySettings>(&path)? {
            None => opened.write(&path, settings)?,
            Some(found) if found == *settings => {}
            Some(found) => {
                let why = format!(
                    "its games are of {found}, not of {settings}; --out names another folder"
                );
                return Err(CliError::of_file(folder, why));
            }
        }
        Ok(opened)
    }

    /// The file of the games.
    pub fn games(&self) -> PathBuf {
        self.folder.join("games.dat")
    }

    /// The page.
    pub fn page(&self) -> PathBuf {
        self.folder.join("index.html")
    }

    /// Endings that were solved before.
    pub fn endings(&self) -> Result<Option<KeptEndings>, CliError> {
        self.read(&self.folder.join("endings.json"))
    }

    /// Saves solved endings.
    pub fn keep_endings(&self, endings: &KeptEndings) -> Result<(), CliError> {
        self.write(&self.folder.join("endings.json"), endings)
    }

    /// Replaces the page.
    pub fn put_page(&self, html: &str) -> Result<(), CliError> {
        let path = self.page();
        dhow_files::replace(&path, html.as_bytes()).map_err(|error| CliError::of_file(&path, error))
    }

    fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<Option<T>, CliError> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = dhow_files::read(path).map_err(|error| CliError::of_file(path, error))?;
        serde_json::from_slice(&bytes).map(Some).map_err(|error| CliError::of_file(path, error))
    }

    fn write(&self, path: &Path, value: &impl Serialize) -> Result<(), CliError> {
        let bytes =
            serde_json::to_vec_pretty(value).map_err(|error| CliError::of_file(path, error))?;
        dhow_files::replace(path, &bytes).map_err(|error| CliError::of_file(path, error))
    }
}
