//! The folder of `dhow learn` for a game, with a file for each part of a round.

use crate::cli::CliError;
use dhow_engine::network::Network;
use dhow_files::{Claim, LEARNED_NETWORK, folder_of_game, open_network};
use dhow_lab::training::network::PieceValue;
use dhow_rules::variant::Variant;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the file with the finished rounds.
const STATE: &str = "state.json";

/// A finished round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnRound {
    /// The games that it played.
    pub games: u32,
    /// The number of positions that its network was fitted to, of this round and earlier ones.
    pub positions: usize,
    /// The loss of the new network over validation positions.
    pub loss: f64,
    /// The loss of the hand-crafted evaluation over the same positions.
    pub loss_by_hand: f64,
    /// The results of the new network against the best network before: numbers of pairs with 0, 1/2, 1, 3/2 and 2
    /// points.
    pub against_best: [u64; 5],
    /// Whether the new network is better and was kept.
    pub kept: bool,
    /// The results of the new network against the hand-crafted evaluation, in the same form, if it was kept.
    pub against_hand: Option<[u64; 5]>,
    /// The piece values of the new network, if it was kept.
    pub values: Vec<PieceValue>,
}

/// All finished rounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rounds {
    pub rounds: Vec<LearnRound>,
}

/// The folder of a game. No other program uses it at the same time.
pub struct LearnFolder {
    folder: PathBuf,
    /// The file of the finished rounds.
    state: PathBuf,
    _claim: Claim,
}

/// Removes files that a killed program did not finish.
fn remove_unfinished(folder: &Path) {
    let Ok(files) = std::fs::read_dir(folder) else { return };
    for file in files.flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') && name.ends_with(".tmp") {
            // A file that cannot be removed only takes space.
            let _ = std::fs::remove_file(file.path());
        }
    }
}

impl LearnFolder {
    /// Claims the folder of a game among the learned networks. Creates the folder if necessary.
    pub fn open(learned: &Path, variant: &Variant) -> Result<Self, CliError> {
        let folder = folder_of_game(learned, variant);
        std::fs::create_dir_all(&folder).map_err(|error| CliError::of_file(&folder, error))?;
        let state = folder.join(STATE);
        match Claim::of(&state).map_err(|error| CliError::of_file(&state, error))? {
            Some(claim) => {
                remove_unfinished(&folder);
                Ok(Self { folder, state, _claim: claim })
            }
            None => Err(CliError::of_file(
                &folder,
                format!("another `dhow learn` learns {}", variant.id),
            )),
        }
    }

    /// The finished rounds.
    pub fn rounds(&self) -> Result<Rounds, CliError> {
        match self.state.exists() {
            false => Ok(Rounds::default()),
            true => {
                let bytes = dhow_files::read(&self.state)
                    .map_err(|error| CliError::of_file(&self.state, error))?;
                serde_json::from_slice(&bytes)
                    .map_err(|error| CliError::of_file(&self.state, error))
            }
        }
    }

    /// Saves the finished rounds, and removes the temporary files of the last one.
    pub fn keep(&self, rounds: &Rounds) -> Result<(), CliError> {
        let bytes = serde_json::to_vec_pretty(rounds)
            .map_err(|error| CliError::of_file(&self.state, error))?;
        dhow_files::replace(&self.state, &bytes)
            .map_err(|error| CliError::of_file(&self.state, error))?;
        let last = rounds.rounds.len();
        for part in [self.candidate(last), self.training(last), self.duel(last), self.gauge(last)] {
            // A file that cannot be removed only takes space.
            let _ = std::fs::remove_file(part);
        }
        Ok(())
    }

    /// The best network, which all commands use; `None` before the first one.
    pub fn best(&self) -> Result<Option<Arc<Network>>, CliError> {
        let path = self.network();
        match path.exists() {
            true => open_network(&path)
                .map(|it| Some(Arc::new(it)))
                .map_err(|error| CliError::of_file(&path, error)),
            false => Ok(None),
        }
    }

    /// The file of the best network.
    pub fn network(&self) -> PathBuf {
        self.folder.join(LEARNED_NETWORK)
    }

    /// The games of a round.
    pub fn games(&self, round: usize) -> PathBuf {
        self.folder.join(format!("games-{round}.dat"))
    }

    /// The new network of a round in progress.
    pub fn candidate(&self, round: usize) -> PathBuf {
        self.folder.join(format!("candidate-{round}.nnue"))
    }

    /// The state of its training.
    pub fn training(&self, round: usize) -> PathBuf {
        self.folder.join(format!("candidate-{round}.nnue.training"))
    }

    /// Its games against the best network.
    pub fn duel(&self, round: usize) -> PathBuf {
        self.folder.join(format!("best-{round}.json"))
    }

    /// Its games against the hand-crafted evaluation.
    pub fn gauge(&self, round: usize) -> PathBuf {
        self.folder.join(format!("hand-{round}.json"))
    }
}
