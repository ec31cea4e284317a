//! The moves of a game, and what is said about them, as words on lines.

use super::PgnMove;
use dhow_rules::text::printable_line;

/// The most characters of a line.
const WIDTH: usize = 80;

/// Words, to be written on lines.
#[derive(Default)]
pub struct Words {
    words: Vec<String>,
    /// What the next word begins with.
    opening: String,
}

impl Words {
    /// Adds a word.
    pub fn word(&mut self, word: &str) {
        let opening = std::mem::take(&mut self.opening);
        self.words.push(opening + word);
    }

    /// Adds comments, each in braces. A command such as `[%eval 0.35]` stays in one piece.
    pub fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            // A brace would end the comment.
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

    /// Adds moves with their numbers and all that is said about them, from a move of this number on, and
    /// from Black's if so.
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

    /// The words on lines, each as long as it may be.
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
