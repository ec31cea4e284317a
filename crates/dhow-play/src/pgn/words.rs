//! Writes moves and annotations as lines of words.

use super::PgnMove;
use dhow_rules::text::printable_line;

/// The maximum length of a line.
const WIDTH: usize = 80;

/// A sequence of words.
#[derive(Default)]
pub struct Words {
    words: Vec<String>,
    /// The beginning of the next word.
    opening: String,
}

impl Words {
    /// Adds a word.
    pub fn word(&mut self, word: &str) {
        let opening = std::mem::take(&mut self.opening);
        self.words.push(opening + word);
    }

    /// Adds comments in braces. A command such as `[%eval 0.35]` stays on one line.
    pub fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            // A closing brace would end the comment.
            let comment = format!("{{{}}}", comment.replace('}', ")"));
            let mut command = String::new();
            for word in comment.split_whitespace() {
                if !command.is_empty() {
                    command.push(' ');
                }
                command += word;
                let opened = command.rfind("[%").is_some_and(|at| !command[at..].contains(']'));
                if !opened || command.len() > WIDTH / 2 {
                    self.word(&printable_line(&std::mem::take(&mut command)));
                }
            }
            if !command.is_empty() {
                self.word(&printable_line(&command));
            }
        }
    }

    /// Adds moves with their numbers and annotations. The first has the given number, and is Black's if
    /// `black`.
    pub fn moves(&mut self, moves: &[PgnMove], (mut number, mut black): (u32, bool)) {
        let mut resume = true;
        for mv in moves {
            match (black, resume) {
                (false, _) => self.word(&format!("{number}.")),
                (true, true) => self.word(&format!("{number}...")),
                (true, false) => {}
            }
            self.word(&printable_line(&mv.text));
            for nag in &mv.nags {
                self.word(&format!("${nag}"));
            }
            self.comments(&mv.comments);
            for variation in mv.variations.iter().filter(|variation| !variation.moves.is_empty()) {
                self.opening.push('(');
                self.comments(&variation.comments);
                self.moves(&variation.moves, (number, black));
                if let Some(last) = self.words.last_mut() {
                    last.push(')');
                }
            }
            resume = !mv.comments.is_empty() || !mv.variations.is_empty();
            number = number.saturating_add(black as u32);
            black = !black;
        }
    }

    /// The words, wrapped into lines.
    pub fn wrapped(&self) -> String {
        let (mut text, mut column) = (String::new(), 0);
        for word in &self.words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text += word;
            column += length;
        }
        text
    }
}
