//! The options that an interface can set: one table for both listing and reading them.

use dhow_engine::network::Network;
use dhow_engine::search::{
    Engine, EvaluationChoice, Handicap, HashError, SearchParamsError, ThreadsError,
};
use dhow_files::NetworkFileError;
use dhow_rules::text::excerpt;
use dhow_rules::variant::{Catalogue, CommandOption, Setup, Variant};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The highest number of lines for multi-PV.
const MAX_MULTI_PV: usize = 500;
/// The longest move overhead, in milliseconds.
const MAX_MOVE_OVERHEAD: usize = 5000;
/// The highest seed for random numbers; every program can hold it.
const MAX_SKILL_SEED: usize = i32::MAX as usize;

/// An option with its new value.
#[derive(Clone, Debug)]
pub enum OptionSetting {
    /// The game to play.
    Variant(Arc<Variant>),
    /// The path of a file with more games; empty for none.
    VariantPath(String),
    /// The setup of the start array, for [`Setup::choose`](dhow_rules::variant::Setup::choose).
    Setup(String),
    /// Whether to play with this rule, in games that offer it.
    Switch(CommandOption, bool),
    /// Threads of the search.
    Threads(usize),
    /// Size of the hash table in MiB.
    Hash(usize),
    /// Clear the hash table and everything else that searches have learned.
    ClearHash,
    /// Whether the interface may let the engine ponder.
    Ponder(bool),
    /// Number of lines of multi-PV.
    MultiPv(usize),
    /// Whether lines report the chances of win, draw and loss.
    ShowWdl(bool),
    /// The time kept in reserve at every move.
    MoveOverhead(Duration),
    /// Memory in MiB for endgame tables that are computed during the game.
    EndgameMemory(usize),
    /// The path of an NNUE file for its games; empty for the built-in network.
    EvalFile(String),
    /// Whether to evaluate by NNUE.
    UseNnue(bool),
    /// Contempt in centipawns.
    Contempt(usize),
    /// The level of play.
    SkillLevel(usize),
    /// Whether [`OptionSetting::Elo`] sets the strength, instead of the level.
    LimitStrength(bool),
    /// The strength in Elo, on the scale of the levels.
    Elo(usize),
    /// Parameters of the search, in the syntax of [`SearchParamChanges`](dhow_engine::search::SearchParamChanges).
    SearchNumbers(String),
    /// The seed for play below full strength; with 0 the games differ every time.
    SkillSeed(usize),
}

/// Why the engine cannot apply a setting. The old value stays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// Wrong size of the hash table.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// Wrong number of threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// Wrong parameters of the search.
    #[error("Search Numbers: {0}")]
    SearchParams(#[from] SearchParamsError),
    /// A network that cannot be loaded.
    #[error("{path}: {reason}; the evaluation stays as it is")]
    Network {
        /// The path of the file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl OptionSetting {
    /// Whether the engine itself has this setting, so that [`OptionSetting::apply`] carries it out.
    pub fn is_of_engine(&self) -> bool {
        match self {
            Self::Threads(_)
            | Self::Hash(_)
            | Self::ClearHash
            | Self::MoveOverhead(_)
            | Self::EndgameMemory(_)
            | Self::EvalFile(_)
            | Self::UseNnue(_)
            | Self::Contempt(_)
            | Self::SkillLevel(_)
            | Self::LimitStrength(_)
            | Self::Elo(_)
            | Self::SearchNumbers(_)
            | Self::SkillSeed(_) => true,
            Self::Variant(_)
            | Self::VariantPath(_)
            | Self::Setup(_)
            | Self::Switch(..)
            | Self::Ponder(_)
            | Self::ShowWdl(_)
            | Self::MultiPv(_) => false,
        }
    }

    /// Applies a setting of the engine; ignores all others.
    pub fn apply(&self, engine: &mut Engine) -> Result<(), EngineError> {
        match *self {
            Self::EvalFile(ref path) => {
                let network = open_network(path)?;
                engine.set_evaluation(EvaluationChoice { network, ..engine.evaluation().clone() });
            }
            Self::UseNnue(on) => {
                let choice = engine.evaluation().clone();
                engine.set_evaluation(EvaluationChoice { hand_crafted: !on, ..choice });
            }
            Self::SearchNumbers(ref text) => engine.change_params(text.parse()?),
            Self::Threads(threads) => engine.set_threads(threads)?,
            Self::Hash(megabytes) => engine.set_hash(megabytes)?,
            Self::ClearHash => engine.clear(),
            Self::MoveOverhead(overhead) => engine.set_move_overhead(overhead),
            Self::EndgameMemory(megabytes) => engine.set_endgame_memory(megabytes),
            Self::Contempt(centipawns) => engine.set_contempt(centipawns),
            Self::SkillLevel(level) => engine.handicap().set_level(level),
            Self::LimitStrength(on) => engine.handicap().limit_to_elo(on),
            Self::Elo(elo) => engine.handicap().set_elo(elo),
            Self::SkillSeed(seed) => engine.handicap().set_seed(seed as u64),
            Self::Variant(_)
            | Self::VariantPath(_)
            | Self::Setup(_)
            | Self::Switch(..)
            | Self::Ponder(_)
            | Self::ShowWdl(_)
            | Self::MultiPv(_) => {}
        }
        Ok(())
    }
}

fn open_network(path: &str) -> Result<Option<Arc<Network>>, EngineError> {
    if path.is_empty() {
        return Ok(None);
    }
    let refused = |error: NetworkFileError| EngineError::Network {
        path: excerpt(path),
        reason: error.to_string(),
    };
    Ok(Some(Arc::new(dhow_files::open_network(Path::new(path)).map_err(refused)?)))
}

/// The values of an option, and how to make an [`OptionSetting`] of one.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The value if nothing is set.
        default: bool,
        /// Makes the setting of a value.
        set: fn(bool) -> OptionSetting,
    },
    /// A whole number.
    Spin {
        /// The value if nothing is set.
        default: usize,
        /// The smallest value.
        least: usize,
        /// The largest value.
        most: usize,
        /// Makes the setting of a value.
        set: fn(usize) -> OptionSetting,
    },
    /// The name of a game. The default is the first game.
    Variant,
    /// A text.
    Text {
        /// The value if nothing is set.
        default: &'static str,
        /// Makes the setting of a value.
        set: fn(String) -> OptionSetting,
    },
    /// An action, without a value.
    Button {
        /// Makes the setting.
        set: fn() -> OptionSetting,
    },
}

/// An option: its name and its possible values.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name. Upper and lower case are equal.
    pub name: &'static str,
    /// The possible values.
    pub kind: OptionKind,
}

/// How UCI writes an empty text.
const NO_TEXT: &str = "<empty>";

fn text_of(text: String) -> String {
    if text == NO_TEXT { String::new() } else { text }
}

/// All options. The file of games comes first, then the game, because the list of setups depends on the game.
pub static OPTIONS: [Definition; 21] = [
    Definition {
        name: "VariantPath",
        kind: OptionKind::Text {
            default: NO_TEXT,
            set: |path| OptionSetting::VariantPath(text_of(path)),
        },
    },
    Definition { name: "UCI_Variant", kind: OptionKind::Variant },
    Definition {
        name: "Setup",
        kind: OptionKind::Text { default: Setup::DEFAULT, set: OptionSetting::Setup },
    },
    Definition {
        name: "Threads",
        kind: OptionKind::Spin {
            default: 1,
            least: 1,
            most: Engine::MAX_THREADS,
            set: OptionSetting::Threads,
        },
    },
    Definition {
        name: "Hash",
        kind: OptionKind::Spin {
            default: Engine::DEFAULT_HASH,
            least: 1,
            most: Engine::MAX_HASH,
            set: OptionSetting::Hash,
        },
    },
    Definition {
        name: "Clear Hash",
        kind: OptionKind::Button { set: || OptionSetting::ClearHash },
    },
    Definition {
        name: "Ponder",
        kind: OptionKind::Check { default: false, set: OptionSetting::Ponder },
    },
    Definition {
        name: "MultiPV",
        kind: OptionKind::Spin {
            default: 1,
            least: 1,
            most: MAX_MULTI_PV,
            set: OptionSetting::MultiPv,
        },
    },
    Definition {
        name: "UCI_ShowWDL",
        kind: OptionKind::Check { default: false, set: OptionSetting::ShowWdl },
    },
    Definition {
        name: "Move Overhead",
        kind: OptionKind::Spin {
            default: Engine::DEFAULT_MOVE_OVERHEAD.as_millis() as usize,
            least: 0,
            most: MAX_MOVE_OVERHEAD,
            set: |milliseconds| {
                OptionSetting::MoveOverhead(Duration::from_millis(milliseconds as u64))
            },
        },
    },
    Definition {
        name: "Endgame Memory",
        kind: OptionKind::Spin {
            default: Engine::DEFAULT_ENDGAME_MEMORY,
            least: 0,
            most: Engine::MAX_ENDGAME_MEMORY,
            set: OptionSetting::EndgameMemory,
        },
    },
    Definition {
        name: "EvalFile",
        kind: OptionKind::Text {
            default: NO_TEXT,
            set: |path| OptionSetting::EvalFile(text_of(path)),
        },
    },
    Definition {
        name: "Use NNUE",
        kind: OptionKind::Check { default: true, set: OptionSetting::UseNnue },
    },
    Definition {
        name: "Contempt",
        kind: OptionKind::Spin {
            default: Engine::DEFAULT_CONTEMPT,
            least: 0,
            most: Engine::MAX_CONTEMPT,
            set: OptionSetting::Contempt,
        },
    },
    Definition {
        name: "Skill Level",
        kind: OptionKind::Spin {
            default: Handicap::FULL,
            least: 1,
            most: Handicap::FULL,
            set: OptionSetting::SkillLevel,
        },
    },
    Definition {
        name: "UCI_LimitStrength",
        kind: OptionKind::Check { default: false, set: OptionSetting::LimitStrength },
    },
    Definition {
        name: "UCI_Elo",
        kind: OptionKind::Spin {
            default: Handicap::MOST_ELO,
            least: Handicap::LEAST_ELO,
            most: Handicap::MOST_ELO,
            set: OptionSetting::Elo,
        },
    },
    Definition {
        name: "Skill Seed",
        kind: OptionKind::Spin {
            default: 0,
            least: 0,
            most: MAX_SKILL_SEED,
            set: OptionSetting::SkillSeed,
        },
    },
    Definition {
        name: "Search Numbers",
        kind: OptionKind::Text {
            default: NO_TEXT,
            set: |text| OptionSetting::SearchNumbers(text_of(text)),
        },
    },
    Definition {
        name: CommandOption::Exchange.name(),
        kind: OptionKind::Check {
            default: false,
            set: |on| OptionSetting::Switch(CommandOption::Exchange, on),
        },
    },
    Definition {
        name: CommandOption::FreeScouts.name(),
        kind: OptionKind::Check {
            default: false,
            set: |on| OptionSetting::Switch(CommandOption::FreeScouts, on),
        },
    },
];

/// Why an option cannot be set. It keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No option has this name.
    #[error("No such option: {0}")]
    Unknown(String),
    /// The option does not take this value.
    #[error("{name}: `{value}` is not {expected}")]
    Value {
        /// The name of the option.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// The values that the option accepts.
        expected: String,
    },
}

/// The option with this name. Upper and lower case are equal.
pub fn find(name: &str) -> Result<&'static Definition, SettingError> {
    let found = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| SettingError::Unknown(excerpt(name)))
}

impl Definition {
    /// Reads a value. The game, if the option names one, must be in `catalogue`.
    pub fn read(&self, value: &str, catalogue: &Catalogue) -> Result<OptionSetting, SettingError> {
        self.kind.read(value, catalogue).ok_or_else(|| SettingError::Value {
            name: self.name,
            value: excerpt(value),
            expected: self.kind.expected(catalogue),
        })
    }

    /// The line that lists the option in UCI.
    pub fn uci_line(&self, catalogue: &Catalogue) -> String {
        let kind = match self.kind {
            OptionKind::Check { default, .. } => format!("check default {default}"),
            OptionKind::Spin { default, least, most, .. } => {
                format!("spin default {default} min {least} max {most}")
            }
            // The list of games comes last: UCI2WB 4.1 keeps only 255 characters after the default value.
            OptionKind::Variant => {
                format!("combo var {} default {}", catalogue.ids(" var "), catalogue[0].id)
            }
            OptionKind::Text { default, .. } => format!("string default {default}"),
            OptionKind::Button { .. } => "button".into(),
        };
        format!("option name {} type {kind}", self.name)
    }
}

impl OptionKind {
    fn read(&self, value: &str, catalogue: &Catalogue) -> Option<OptionSetting> {
        match *self {
            OptionKind::Check { set, .. } => value.to_ascii_lowercase().parse().ok().map(set),
            OptionKind::Spin { least, most, set, .. } => {
                let number = value.parse().ok()?;
                (least..=most).contains(&number).then(|| set(number))
            }
            OptionKind::Variant => catalogue
                .iter()
                .find(|variant| variant.id.eq_ignore_ascii_case(value))
                .cloned()
                .map(OptionSetting::Variant),
            OptionKind::Text { set, .. } => Some(set(value.into())),
            OptionKind::Button { set } => Some(set()),
        }
    }

    /// The accepted values, as the end of a message "... is not ...".
    fn expected(&self, catalogue: &Catalogue) -> String {
        match *self {
            OptionKind::Check { .. } => "true or false".into(),
            OptionKind::Spin { least, most, .. } => {
                format!("a whole number from {least} to {most}")
            }
            OptionKind::Variant => format!("one of {}", catalogue.ids(", ")),
            OptionKind::Text { .. } | OptionKind::Button { .. } => "a value".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;

    #[test]
    fn names_are_distinct_in_either_case() {
        for option in &OPTIONS {
            let found = find(&option.name.to_uppercase()).unwrap();
            assert!(std::ptr::eq(found, option), "{}", option.name);
        }
        assert_eq!(find("").unwrap_err(), SettingError::Unknown("".into()));
    }

    #[test]
    fn every_switch_of_a_game_is_an_option() {
        for switch in CommandOption::ALL {
            let setting = find(switch.name()).unwrap().read("TRUE", &VARIANTS);
            assert!(matches!(setting, Ok(OptionSetting::Switch(found, true)) if found == switch));
        }
    }

    #[test]
    fn defaults_are_values() {
        for option in &OPTIONS {
            let OptionKind::Spin { default, least, most, .. } = option.kind else { continue };
            assert!((least..=most).contains(&default), "{}", option.name);
            assert!(option.read(&least.to_string(), &VARIANTS).is_ok());
            assert!(option.read(&most.to_string(), &VARIANTS).is_ok());
            assert!(option.read(&(most + 1).to_string(), &VARIANTS).is_err());
        }
    }

    #[test]
    fn errors_say_what_is_expected() {
        let error =
            |name, value| find(name).unwrap().read(value, &VARIANTS).unwrap_err().to_string();
        assert_eq!(error("ponder", "maybe"), "Ponder: `maybe` is not true or false");
        assert_eq!(error("multipv", "-1"), "MultiPV: `-1` is not a whole number from 1 to 500");
        assert!(error("uci_variant", "checkers").contains("zanzibar-xl-classic, zanzibar-xxl"));
    }
}
