//! Fitting text to the screen.

use std::io::{self, IsTerminal};

/// The width of a terminal that does not report it.
const USUAL_WIDTH: usize = 80;

/// The width of lists without a terminal.
const WIDTH_OF_FILES: usize = 100;

/// The minimum width for wrapping; on narrower terminals, the terminal wraps lines.
const LEAST_WIDTH: usize = 20;

/// The width of the terminal in columns; 100 without a terminal.
pub fn width() -> usize {
    if !is_seen() {
        return WIDTH_OF_FILES;
    }
    let found = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
    // A terminal that does not know its size reports 0.
    let found = found.filter(|&width: &usize| width > 0);
    found.map_or(USUAL_WIDTH, |width| width.max(LEAST_WIDTH))
}

/// Whether the output goes to a terminal.
pub fn is_seen() -> bool {
    io::stdout().is_terminal()
}

/// The columns of a line on a terminal: its characters without colour codes (`ESC [ ... m`).
pub fn columns(line: &str) -> usize {
    let (mut count, mut in_order) = (0, false);
    for letter in line.chars() {
        match letter {
            '\x1b' => in_order = true,
            'm' if in_order => in_order = false,
            _ if !in_order => count += 1,
            _ => {}
        }
    }
    count
}

/// A text wrapped for the terminal; unchanged without one.
pub fn fitted(text: &str) -> String {
    if is_seen() { folded(text, width()) } else { text.into() }
}

/// A text with its lines wrapped at spaces, otherwise after commas, to fit a width. Longer words stay whole.
/// The continuation has the indent of the line.
pub fn folded(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| folded_line(line, width)).collect();
    lines.join("\n")
}

fn folded_line(line: &str, width: usize) -> String {
    if columns(line) <= width {
        return line.into();
    }
    let indent = &line[..line.len() - line.trim_start_matches([' ', '-']).len()];
    let indent = " ".repeat(indent.len());
    let mut folded = String::new();
    let mut rest = line.to_string();
    while rest.chars().count() > width {
        // The last break within the width, otherwise the first one there is.
        let places = |mark: char| -> Vec<usize> {
            let inner = rest.char_indices().skip(indent.len() + 1);
            inner.filter(|&(_, letter)| letter == mark).map(|(at, _)| at).collect()
        };
        let fits = |places: &[usize], extra: usize| {
            let within = |&&at: &&usize| rest[..at].chars().count() + extra <= width;
            places.iter().rfind(within).copied()
        };
        let (spaces, commas) = (places(' '), places(','));
        let first = spaces.first().copied().into_iter().chain(commas.first().map(|at| at + 1));
        let broken = fits(&spaces, 0).or(fits(&commas, 1).map(|at| at + 1)).or(first.min());
        let Some(at) = broken.filter(|&at| !rest[at..].trim_start().is_empty()) else { break };
        folded += rest[..at].trim_end();
        folded.push('\n');
        rest = format!("{indent}{}", rest[at..].trim_start());
    }
    folded + &rest
}

/// Two blocks of lines side by side, the second starting at `column` or after the first; `None` if that is
/// wider than `width`.
pub fn side_by_side(left: &str, right: &[String], column: usize, width: usize) -> Option<String> {
    if right.iter().any(|line| column + columns(line) > width) {
        return None;
    }
    let lines = left.lines().count().max(right.len());
    let (mut left, mut right) = (left.lines(), right.iter());
    let line = |_| {
        let (left, right) = (left.next().unwrap_or(""), right.next().map_or("", String::as_str));
        let gap = if right.is_empty() { 0 } else { column.saturating_sub(columns(left)) };
        format!("{left}{:gap$}{right}\n", "")
    };
    Some((0..lines).map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(folded("one two three", 80), "one two three");
        assert_eq!(folded("one two three", 8), "one two\nthree");
        assert_eq!(folded("one two three", 7), "one two\nthree");
        assert_eq!(folded("  one two three\n\nfour", 9), "  one two\n  three\n\nfour");
        assert_eq!(folded("- one two three", 9), "- one two\n  three");
        assert_eq!(folded("b2c4,g2f4,h4h5", 10), "b2c4,g2f4,\nh4h5");
        assert_eq!(folded("unbreakable", 4), "unbreakable");
        assert_eq!(folded("unbreakable, but not all", 4), "unbreakable,\nbut\nnot\nall");
        assert_eq!(folded("ends with space ", 15), "ends with space ");
        assert_eq!(folded("ÄÖÜ äöü", 5), "ÄÖÜ\näöü");
    }

    #[test]
    fn blocks_stand_side_by_side_where_there_is_room() {
        let right = ["x".to_string(), "yy".into(), "z".into()];
        let left = "a\n\x1b[1;38;5;231mbc\x1b[0m";
        let both = side_by_side(left, &right, 5, 7).expect("room");
        assert_eq!(both, "a    x\n\x1b[1;38;5;231mbc\x1b[0m   yy\n     z\n");
        assert_eq!(side_by_side(left, &right, 5, 6), None);
    }
}
