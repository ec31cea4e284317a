//! Arguments in the form of cutechess-cli: a flag is a dash and a word, followed by its values.

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
#[derive(Clone, Copy, Debug)]
pub struct Flag<'a> {
    /// The flag, with its dash.
    pub name: &'a str,
    /// The arguments up to the next flag.
    pub values: &'a [String],
}

impl<'a> Flag<'a> {
    /// An error of this flag.
    pub fn error(&self, what: impl Into<String>) -> FlagError {
        FlagError { flag: self.name.into(), what: what.into() }
    }

    /// Checks that there is no value.
    pub fn nothing(&self) -> Result<(), FlagError> {
        match self.values.first() {
            Some(value) => Err(self.error(format!("takes no value, but `{value}` follows"))),
            None => Ok(()),
        }
    }

    /// The only value.
    pub fn single(&self) -> Result<&'a str, FlagError> {
        match self.values {
            [value] => Ok(value),
            [] => Err(self.error("a value is missing")),
            [_, more, ..] => Err(self.error(format!("takes one value, but `{more}` follows"))),
        }
    }

    /// The only value, as a number.
    pub fn number(&self, least: usize, most: usize) -> Result<usize, FlagError> {
        self.number_in(self.single()?, least, most)
    }

    /// Reads one of the values as a number.
    pub fn number_in(&self, text: &str, least: usize, most: usize) -> Result<usize, FlagError> {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            self.error(format!("`{text}` is not a whole number from {least} to {most}"))
        })
    }

    /// The values of the form `key=value`, each key at most once. A key alone means `key=true`.
    pub fn pairs(&self, keys: &[&str]) -> Result<Vec<(&'a str, &'a str)>, FlagError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for text in self.values {
            let (key, value) = text.split_once('=').unwrap_or((text, "true"));
            if !keys.contains(&key) {
                let keys = keys.join("=, ");
                return Err(self.error(format!("`{text}` is none of {keys}=")));
            }
            if pairs.iter().any(|&(other, _)| other == key) {
                return Err(self.error(format!("{key}= is given twice")));
            }
            pairs.push((key, value));
        }
        Ok(pairs)
    }
}

/// The value of a key among pairs.
pub fn value<'a>(pairs: &[(&str, &'a str)], key: &str) -> Option<&'a str> {
    pairs.iter().find(|(name, _)| *name == key).map(|&(_, value)| value)
}

/// Splits arguments into flags and their values. A flag starts with a dash and a letter.
pub fn split(arguments: &[String]) -> Result<Vec<Flag<'_>>, FlagError> {
    let is_flag = |text: &String| {
        let word = text.strip_prefix("--").or(text.strip_prefix('-'));
        word.and_then(|word| word.chars().next()).is_some_and(|first| first.is_ascii_alphabetic())
    };
    let mut flags = Vec::new();
    let mut rest = arguments;
    while let Some((name, after)) = rest.split_first() {
        if !is_flag(name) {
            let what = "is not a flag; flags start with a dash, and engines with -engine";
            return Err(FlagError { flag: format!("`{name}`"), what: what.into() });
        }
        let count = after.iter().position(is_flag).unwrap_or(after.len());
        flags.push(Flag { name, values: &after[..count] });
        rest = &after[count..];
    }
    Ok(flags)
}
