//! What the user sees: lines, and on a terminal a bar below them.

use crate::cli::tell;
use dhow_rules::text::printable_line;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};

/// Something to show.
pub enum Note {
    /// A line of results.
    Line(String),
    /// Something unusual.
    Remark(String),
    /// How far the tournament is.
    Progress(MatchProgress),
}

/// How far a tournament is.
pub struct MatchProgress {
    /// Games that have ended.
    pub finished: usize,
    /// All games.
    pub total: usize,
    /// The standing in a few words.
    pub standing: String,
}

/// Where everything is shown.
pub struct Screen {
    bar: ProgressBar,
}

impl Screen {
    /// A screen with nothing on it. Without a terminal the bar stays invisible.
    pub fn new() -> Self {
        let bar = ProgressBar::no_length();
        let template = "{bar:20} {pos}/{len} games  {msg}  {elapsed}, {eta} left";
        // The template is tried by a test; without one, the bar looks plain.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Shows something.
    pub fn show(&mut self, note: Note, out: &mut impl Write) -> io::Result<()> {
        match note {
            Note::Line(line) => self.bar.suspend(|| {
                writeln!(out, "{}", printable_line(&line))?;
                out.flush()
            }),
            Note::Remark(remark) => {
                self.bar.suspend(|| tell(&format!("Warning: {remark}")));
                Ok(())
            }
            Note::Progress(MatchProgress { finished, total, standing }) => {
                self.bar.set_length(total as u64);
                self.bar.set_position(finished as u64);
                self.bar.set_message(standing);
                if finished == 0 {
                    self.bar.reset();
                }
                Ok(())
            }
        }
    }

    /// Shows how the time passes.
    pub fn tick(&self) {
        self.bar.tick();
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
