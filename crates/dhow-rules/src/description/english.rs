//! Building blocks of English sentences.

/// A list with commas, and `last` before the last name: `a, b or c`.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match &names[..] {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A name, or a list of names, with the indefinite article of the first one.
pub fn a(names: &str) -> String {
    let word = names.split([' ', ',', '-']).next().unwrap_or("");
    let small = word.to_lowercase();
    let vowel = match small.chars().count() {
        // A single letter is pronounced by its name.
        1 => small.starts_with(|letter| "aefhilmnorsx".contains(letter)),
        _ => {
            // Pronounced with a consonant as in `you` or `won`.
            let consonant =
                ["uni", "use", "eu", "one", "ur"].iter().any(|it| small.starts_with(it));
            small.starts_with(|letter| "aeiou".contains(letter)) && !consonant
        }
    };
    format!("{} {names}", if vowel { "an" } else { "a" })
}

/// The ordinal number: `1st`, `2nd`, ...
pub fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Ranks from a side's own point of view, counted from 1: `its 8th or 9th rank`, or `the last
/// rank`.
pub fn ranks(numbers: &[usize], last: usize) -> String {
    if numbers == [last] {
        return "the last rank".into();
    }
    let ordinals: Vec<String> = numbers.iter().map(|&number| ordinal(number)).collect();
    format!("its {} rank", listed(ordinals.iter().map(String::as_str), "or"))
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A number with its noun: `one square`, `3 squares`.
pub fn number(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("one {one}"),
        _ => format!("{count} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_and_numbers() {
        for (name, expected) in [
            ("Queen", "a Queen"),
            ("Amazon", "an Amazon"),
            ("Eagle, Lion or Queen", "an Eagle, Lion or Queen"),
            ("Unicorn", "a Unicorn"),
            ("Usher", "an Usher"),
            ("Emperor", "an Emperor"),
            ("Euro", "a Euro"),
            ("X", "an X"),
            ("U", "a U"),
            ("Ai-Wok", "an Ai-Wok"),
        ] {
            assert_eq!(a(name), expected);
        }
        let numbers = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22].map(ordinal);
        let expected = ["1st", "2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "21st", "22nd"];
        assert_eq!(numbers, expected);
        assert_eq!(ranks(&[8, 9], 10), "its 8th or 9th rank");
        assert_eq!(ranks(&[10], 10), "the last rank");
        assert_eq!(listed(["K", "Q", "R"], "and"), "K, Q and R");
    }
}
