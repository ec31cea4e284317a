//! Arguments in the form of cutechess-cli: a flag is a dash and a word, followed by its values.

use std::ffi::OsString;

/// An error in a flag.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{flag}: {what}")]
pub struct FlagError {
    /// The flag.
    pub flag: String,
    /// What is wrong.
    pub what: String,
}

/// A flag with its values.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The flag, with a dash.
    pub name: String,
    /// The values between it and the next flag.
    pub values: Vec<String>,
}

impl Flag {
    /// An error of this flag.
    pub fn error(&self, what: impl Into<String>) -> FlagError {
        FlagError { flag: self.name.clone(), what: what.into() }
    }

    /// The one value of a flag that has one.
    pub fn single(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }

    /// The only value, as a number.
    pub fn number(&self, least: usize, most: usize) -> Result<usize, FlagError> {
        self.number_in(self.single(), least, most)
    }

    /// Reads one of the values as a number.
    pub fn number_in(&self, text: &str, least: usize, most: usize) -> Result<usize, FlagError> {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            self.error(format!("`{text}` is not a whole number from {least} to {most}"))
        })
    }

    /// The values of the form `key=value`, each key at most once. A key alone stands for
    /// `key=true`.
    pub fn pairs(&self, keys: &[&str]) -> Result<Vec<(&str, &str)>, FlagError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for text in &self.values {
            let (key, value) = text.split_once('=').unwrap_or((text, "true"));
            if !keys.contains(&key) {
                let keys = keys.join("=, ");
                return Err(self.error(format!("`{text}` is not one of {keys}=")));
            }
            if pairs.iter().any(|&(other, _)| other == key) {
                return Err(self.error(format!("{key}= is given twice")));
            }
            pairs.push((key, value));
        }
        Ok(pairs)
    }

    /// The meaning of a key's value among some words; `None` if the pairs do not have the key.
    pub fn chosen<T: Clone>(
        &self,
        pairs: &[(&str, &str)],
        key: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, FlagError> {
        let chosen = value(pairs, key).map(|text| choice(text, words)).transpose();
        chosen.map_err(|what| self.error(format!("{key}={what}")))
    }
}

/// The meaning of a text among some words.
pub fn choice<T: Clone>(text: &str, words: &[(&str, T)]) -> Result<T, String> {
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, meaning)| meaning.clone()).ok_or_else(|| {
        match words.iter().map(|&(word, _)| word).collect::<Vec<_>>()[..] {
            [one, other] => format!("`{text}` is neither {one} nor {other}"),
            ref words => format!("`{text}` is not one of {}", words.join(", ")),
        }
    })
}

/// The words that switch something on or off.
pub const SWITCH: &[(&str, bool)] = &[("true", true), ("false", false)];

/// The value of a key among pairs.
pub fn value<'a>(pairs: &[(&str, &'a str)], key: &str) -> Option<&'a str> {
    pairs.iter().find(|(name, _)| *name == key).map(|&(_, value)| value)
}

/// Puts a second dash before the flags of `dhow match`, which the argument parser expects, and replaces `-?`.
pub fn add_dashes(arguments: &mut [OsString]) {
    let mut rest = arguments.iter_mut().skip(1);
    while let Some(argument) = rest.next() {
        match argument.to_str() {
            Some("match") => break,
            Some("--variants" | "-variants") => drop(rest.next()),
            Some(option) if option.starts_with('-') => {}
            _ => return,
        }
    }
    for argument in rest {
        let Some(word) = argument.to_str().and_then(|text| text.strip_prefix('-')) else {
            continue;
        };
        if word == "?" {
            *argument = "--help".into();
        } else if word.len() > 1 && word.starts_with(|first: char| first.is_ascii_alphabetic()) {
            *argument = format!("--{word}").into();
        }
    }
}
