//! The options that an engine declares.

/// A declared option.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    pub name: String,
    pub kind: String,
    pub least: Option<i64>,
    pub most: Option<i64>,
    pub choices: Vec<String>,
}

/// Reads the text after `option` in a declaration.
pub fn declared(text: &str) -> Option<Declared> {
    const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut option = Declared::default();
    let mut words = text.split_ascii_whitespace().peekable();
    while let Some(keyword) = words.next() {
        let mut value = Vec::new();
        // A name may contain every word except `type`.
        let ends = |word: &&str| match keyword {
            "name" => *word == "type",
            _ => KEYWORDS.contains(word),
        };
        while let Some(word) = words.next_if(|word| !ends(word)) {
            value.push(word);
        }
        let value = value.join(" ");
        match keyword {
            "name" => option.name = value,
            "type" => option.kind = value,
            "min" => option.least = value.parse().ok(),
            "max" => option.most = value.parse().ok(),
            "var" => option.choices.push(value),
            _ => {}
        }
    }
    (!option.name.is_empty()).then_some(option)
}

impl Declared {
    /// Whether it has this choice.
    pub fn offers(&self, value: &str) -> bool {
        self.choices.iter().any(|choice| choice.eq_ignore_ascii_case(value))
    }

    /// Why a value is invalid, if it is.
    pub fn flaw(&self, value: &str) -> Option<String> {
        match self.kind.as_str() {
            "spin" => {
                let least = self.least.unwrap_or(i64::MIN);
                let most = self.most.unwrap_or(i64::MAX);
                let fits = value.parse().is_ok_and(|number| (least..=most).contains(&number));
                (!fits).then(|| format!("the engine takes a number from {least} to {most}"))
            }
            "check" => (!["true", "false"].contains(&value))
                .then(|| "the engine takes `true` or `false`".into()),
            "combo" => (!self.offers(value))
                .then(|| format!("the engine offers {}", self.choices.join(", "))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_of_options() {
        let option = declared("name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!((option.name.as_str(), option.kind.as_str()), ("Move Overhead", "spin"));
        assert_eq!((option.least, option.most), (Some(0), Some(5000)));
        assert_eq!(option.flaw("5000"), None);
        assert!(option.flaw("5001").unwrap().contains("from 0 to 5000"));
        assert!(option.flaw("x").is_some());
        let option = declared("name UCI_Variant type combo default chess var chess var maasai");
        let option = option.unwrap();
        assert!(option.offers("Maasai") && !option.offers("metamachy"));
        assert!(option.flaw("x").unwrap().contains("chess, maasai"));
        let option = declared("name default max type check default true").unwrap();
        assert_eq!(option.name, "default max");
        assert!(option.flaw("yes").is_some());
        assert_eq!(declared("type spin"), None);
        assert_eq!(declared(""), None);
    }
}
