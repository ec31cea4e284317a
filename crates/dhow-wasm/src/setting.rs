//! The options of UCI that make sense in a browser.

use dhow_engine::search::{Engine, Handicap, HashError};
use dhow_rules::text::excerpt;
use dhow_rules::variant::{Catalogue, CommandOption, SetupError};

/// Default and maximum size of the hash table in MiB: a page has little memory.
pub const HASH: usize = 16;
const MOST_HASH: usize = 128;
const MOST_LINES: usize = 100;

/// A numeric option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberSetting {
    /// Size of the hash table in MiB.
    Hash,
    /// The number of lines that a search reports.
    Lines,
    /// The level of play.
    Level,
    /// The strength in Elo, on the scale of the levels.
    Elo,
}

/// The numeric options: name, option, default, least and most.
pub const NUMBERS: [(&str, NumberSetting, usize, usize, usize); 4] = [
    ("Hash", NumberSetting::Hash, HASH, 1, MOST_HASH),
    ("MultiPV", NumberSetting::Lines, 1, 1, MOST_LINES),
    ("Skill Level", NumberSetting::Level, Handicap::FULL, 1, Handicap::FULL),
    ("UCI_Elo", NumberSetting::Elo, Handicap::MOST_ELO, Handicap::LEAST_ELO, Handicap::MOST_ELO),
];

/// An option with its value, which is not yet read if it depends on the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserSetting {
    /// The id of the game to play.
    Variant(String),
    /// The setup of the start array.
    Setup(String),
    /// A number in its range.
    Number(NumberSetting, usize),
    /// Whether `UCI_Elo` sets the strength, instead of the level.
    LimitStrength(bool),
    /// Whether an optional rule is on, in games that have it.
    Switch(CommandOption, bool),
    /// Forgets what searches learned.
    ClearHash,
}

/// Why an option is refused. The old value stays.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrowserSettingError {
    /// No name.
    #[error("setoption: expected `name NAME`, then perhaps `value VALUE`")]
    Form,
    /// An unknown option.
    #[error("setoption: there is no option `{0}`")]
    Unknown(String),
    /// A wrong value.
    #[error("{name}: `{value}` is not {expected}")]
    Value {
        /// The name of the option.
        name: String,
        /// The value.
        value: String,
        /// The values that the option accepts.
        expected: String,
    },
    /// A wrong setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Memory that is refused.
    #[error(transparent)]
    Hash(#[from] HashError),
}

/// Reads the words after `setoption`.
///
/// # Errors
/// If the name or the value is wrong, with the reason.
pub fn read(words: &[&str]) -> Result<BrowserSetting, BrowserSettingError> {
    let Some((&"name", words)) = words.split_first() else { return Err(BrowserSettingError::Form) };
    let end = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let name = words[..end].join(" ");
    let value = words.get(end + 1..).unwrap_or_default().join(" ");
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    let wrong = |expected: String| BrowserSettingError::Value {
        name: name.clone(),
        value: excerpt(&value),
        expected,
    };
    let flag =
        || value.to_ascii_lowercase().parse().map_err(|_| wrong("true or false".to_string()));
    if let Some((_, number, _, least, most)) = NUMBERS.iter().find(|(other, ..)| is(other)) {
        let read = value.parse().ok().filter(|value| (*least..=*most).contains(value));
        let expected = || wrong(format!("a whole number from {least} to {most}"));
        return Ok(BrowserSetting::Number(*number, read.ok_or_else(expected)?));
    }
    if let Some(switch) = CommandOption::ALL.into_iter().find(|switch| is(switch.name())) {
        return Ok(BrowserSetting::Switch(switch, flag()?));
    }
    match name.to_ascii_lowercase().as_str() {
        "" => Err(BrowserSettingError::Form),
        "uci_variant" => Ok(BrowserSetting::Variant(value)),
        "setup" => Ok(BrowserSetting::Setup(value)),
        "uci_limitstrength" => Ok(BrowserSetting::LimitStrength(flag()?)),
        "clear hash" => Ok(BrowserSetting::ClearHash),
        _ => Err(BrowserSettingError::Unknown(excerpt(&name))),
    }
}

/// The lines that list the options.
pub fn lines(catalogue: &Catalogue) -> Vec<String> {
    let mut lines = vec!["option name Setup type string default default".to_string()];
    lines.extend(NUMBERS.iter().map(|(name, _, default, least, most)| {
        format!("option name {name} type spin default {default} min {least} max {most}")
    }));
    lines.push("option name UCI_LimitStrength type check default false".into());
    lines.push("option name Clear Hash type button".into());
    lines.extend(
        CommandOption::ALL
            .into_iter()
            .map(|switch| format!("option name {} type check default false", switch.name())),
    );
    let (ids, first) = (catalogue.ids(" var "), &catalogue[0].id);
    lines.push(format!("option name UCI_Variant type combo var {ids} default {first}"));
    lines
}

/// Applies a number to the engine; ignores the number of lines.
///
/// # Errors
/// If there is no memory for the hash table.
pub fn apply(setting: NumberSetting, value: usize, engine: &mut Engine) -> Result<(), HashError> {
    match setting {
        NumberSetting::Hash => engine.set_hash(value)?,
        NumberSetting::Level => engine.handicap().set_level(value),
        NumberSetting::Elo => engine.handicap().set_elo(value),
        NumberSetting::Lines => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<BrowserSetting, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        read(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_read_in_either_case() {
        let hash = BrowserSetting::Number(NumberSetting::Hash, 8);
        assert_eq!(of("name hash value 8"), Ok(hash));
        assert_eq!(of("name clear HASH"), Ok(BrowserSetting::ClearHash));
        for switch in CommandOption::ALL {
            let text = format!("name {} value True", switch.name());
            assert_eq!(of(&text), Ok(BrowserSetting::Switch(switch, true)));
        }
    }

    #[test]
    fn errors_say_what_is_expected() {
        let error = |text| of(text).unwrap_err();
        assert!(error("").starts_with("setoption: expected `name NAME`"));
        assert_eq!(error("name Threads value 2"), "setoption: there is no option `Threads`");
        assert_eq!(error("name Hash value 0"), "Hash: `0` is not a whole number from 1 to 128");
        assert_eq!(error("name Hash"), "Hash: `` is not a whole number from 1 to 128");
        let flag = error("name UCI_LimitStrength value x");
        assert_eq!(flag, "UCI_LimitStrength: `x` is not true or false");
    }

    #[test]
    fn every_listed_option_is_read() {
        for line in lines(&dhow_rules::variant::VARIANTS) {
            let (name, kind) = line["option ".len()..].split_once(" type ").unwrap();
            let default = kind.rsplit_once("default ").map_or("", |(_, rest)| rest);
            let default = default.split(' ').next().unwrap();
            assert!(of(&format!("{name} value {default}")).is_ok(), "{line}");
        }
    }
}
