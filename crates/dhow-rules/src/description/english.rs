//! Words put together.

/// Names with commas, and `last` before the last one.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match &names[..] {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A name, or several of which the first counts, with its article.
pub fn a(names: &str) -> String {
    let word = names.split([' ', ',', '-']).next().unwrap_or("");
    let small = word.to_lowercase();
    let vowel = match small.chars().count() {
        // A letter is called by its name.
        1 => small.starts_with(|letter| "aefhilmnorsx".contains(letter)),
        _ => {
            // Begins as `you` or `won` does.
            let consonant =
                ["uni", "use", "eu", "one", "ur"].iter().any(|it| small.starts_with(it));
            small.starts_with(|letter| "aeiou".contains(letter)) && !consonant
        }
    };
    format!("{} {names}", if vowel { "an" } else { "a" })
}

/// `1st`, `2nd`, ...
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

/// Ranks counted from a side's own, from 1: `its 8th or 9th rank`, or `the last rank`.
pub fn ranks(numbers: &[usize], last: usize) -> String {
    if numbers == [last] {
        return "the last rank".into();
    }
    let ordinals: Vec<String> = numbers.iter().map(|&number| ordinal(number)).collect();
    format!("its {} rank", listed(ordinals.iter().map(String::as_str), "or"))
}

/// A text that begins a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A number and what it counts.
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
