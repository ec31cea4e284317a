//! Splits a variant file into sections and lines.

use super::{Mistake, Problem};

/// The greatest size of a file, in bytes.
pub const MAX_FILE: usize = 1 << 20;
/// The greatest length of a line, in bytes.
const MAX_LINE: usize = 4096;
/// The greatest number of games in a file.
const MAX_SECTIONS: usize = 500;
/// The greatest length of a game's name.
pub const MAX_NAME: usize = 40;

/// The section of one game.
#[derive(Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// The line number of the header, from 1.
    pub line: usize,
    pub name: &'a str,
    pub parent: Option<&'a str>,
    pub entries: Vec<Entry<'a>>,
}

/// A line `key = value`.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    pub line: usize,
    pub key: &'a str,
    pub value: &'a str,
}

/// Splits a file into its sections. Malformed lines are added to `mistakes` and left out.
pub fn sections<'a>(text: &'a str, mistakes: &mut Vec<Mistake>) -> Vec<Section<'a>> {
    let mut sections: Vec<Section> = Vec::new();
    let mut report = |line, key: &str, problem| {
        mistakes.push(Mistake { line, key: key.into(), problem });
    };
    if text.len() > MAX_FILE {
        report(1, "", Problem::FileTooLong);
        return sections;
    }
    // Editors on Windows may write a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Lines below an invalid header belong to no game.
    let mut lost = false;
    for (line, text) in (1..).zip(text.lines()) {
        let text = without_comment(text).trim();
        if text.len() > MAX_LINE {
            report(line, "", Problem::LineTooLong);
        } else if let Some(head) = text.strip_prefix('[') {
            match header(head) {
                Some(_) if sections.len() == MAX_SECTIONS => {
                    report(line, "", Problem::TooManyGames(MAX_SECTIONS));
                    return sections;
                }
                Some((name, _)) if sections.iter().any(|other| other.name == name) => {
                    report(line, name, Problem::Twice);
                    lost = true;
                }
                Some((name, parent)) => {
                    sections.push(Section { line, name, parent, entries: Vec::new() });
                    lost = false;
                }
                None => {
                    report(line, "", Problem::Header(text.into()));
                    lost = true;
                }
            }
        } else if !text.is_empty() {
            match (text.split_once('='), sections.last_mut()) {
                (None, _) => report(line, "", Problem::NoEntry(text.into())),
                (Some((key, _)), None) if !lost => report(line, key.trim(), Problem::NoSection),
                (Some(_), _) if lost => {}
                (Some((key, value)), Some(section)) => {
                    let (key, value) = (key.trim(), value.trim());
                    // A key may be emptied and then given.
                    section.entries.retain(|other| other.key != key || other.value != "-");
                    if section.entries.iter().any(|other| other.key == key) {
                        report(line, key, Problem::Twice);
                    }
                    section.entries.push(Entry { line, key, value });
                }
                (Some(_), None) => {}
            }
        }
    }
    if sections.is_empty() && mistakes.is_empty() {
        mistakes.push(Mistake { line: 1, key: String::new(), problem: Problem::NoGames });
    }
    sections
}

/// A line without its comment, which begins with `#` or `;` at the start of the line or after a
/// space.
fn without_comment(line: &str) -> &str {
    let begins = |(at, _): &(usize, &str)| {
        line[..*at].chars().next_back().is_none_or(|before| before.is_whitespace())
    };
    line.match_indices(['#', ';']).find(begins).map_or(line, |(at, _)| &line[..at])
}

/// The name and the parent in a header, `name]` or `name:parent]`.
fn header(text: &str) -> Option<(&str, Option<&str>)> {
    let inside = text.strip_suffix(']')?;
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (inside.trim(), None),
    };
    (is_name(name) && parent.is_none_or(is_name)).then_some((name, parent))
}

/// Whether a text may name a game: 1 to 40 lower-case letters, digits, `-` and `_`.
fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    (1..=MAX_NAME).contains(&text.len()) && text.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Section<'_>>, Vec<String>) {
        let mut mistakes = Vec::new();
        let sections = sections(text, &mut mistakes);
        (sections, mistakes.iter().map(Mistake::to_string).collect())
    }

    #[test]
    fn names_parents_comments_and_entries() {
        let text = "\u{feff}; all\n[a]\nx = 1 # one\n\n [b:a] \n  y=p:q ; r\nz = a#b;c\n# ;\n";
        let (sections, mistakes) = read(text);
        assert_eq!(mistakes, Vec::<String>::new());
        assert_eq!(sections[0].parent, None);
        assert_eq!(sections[0].entries, [Entry { line: 3, key: "x", value: "1" }]);
        assert_eq!((sections[1].line, sections[1].name, sections[1].parent), (5, "b", Some("a")));
        let values: Vec<&str> = sections[1].entries.iter().map(|entry| entry.value).collect();
        assert_eq!(values, ["p:q", "a#b;c"]);
    }

    #[test]
    fn a_key_that_is_emptied_and_then_given() {
        let (sections, mistakes) = read("[a]\nx = -\nx = 2");
        assert_eq!(mistakes, Vec::<String>::new());
        assert_eq!(sections[0].entries, [Entry { line: 3, key: "x", value: "2" }]);
    }

    #[test]
    fn lines_that_are_none() {
        for (text, mistake) in [
            ("x = 1", "line 1, `x`: stands before the first game, `[name]`"),
            ("[a]\nwhat", "line 2: `what` is not a line `key = value`"),
            (
                "[A]\nx = 1",
                "line 1: `[A]` is not a name of a game: expected `[name]` or `[name:parent]` of lower-case letters, digits, `-` and `_`",
            ),
            ("", "line 1: no games in this file"),
            ("\u{feff}; [a]\n\n# [b]", "line 1: no games in this file"),
            ("\u{feff}\u{feff}[a]", "line 1: `\u{feff}[a]` is not a line `key = value`"),
            ("[a]\n[a]", "line 2, `a`: given twice"),
            ("[a]\nx = 1\nx = 2", "line 3, `x`: given twice"),
            ("[a]\nx = 1\nx = -", "line 3, `x`: given twice"),
        ] {
            assert_eq!(read(text).1, [mistake], "{text}");
        }
        assert_eq!(read(&"x".repeat(MAX_FILE + 1)).1.len(), 1);
        assert_eq!(read(&format!("[a]\n{}", "#".repeat(MAX_LINE + 1))).1.len(), 0);
        assert_eq!(read(&"y".repeat(MAX_LINE + 1)).1.len(), 1);
        let many: String = (0..=MAX_SECTIONS).map(|number| format!("[g{number}]\n")).collect();
        assert_eq!(read(&many).1, ["line 501: more than 500 games"]);
    }
}
