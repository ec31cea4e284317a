//! The output for the user: lines, and on a terminal a progress bar below them.

use crate::cli::tell;
use dhow_rules::text::printable_line;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};

/// Something to show.
pub enum Note {
    /// A line of results.
    Line(String),
    /// A warning.
    Remark(String),
    /// The progress.
    Progress(MatchProgress),
}

/// The progress of a tournament.
pub struct MatchProgress {
    /// The number of finished games.
    pub finished: usize,
    /// The number of all games.
    pub total: usize,
    /// The standing in short.
    pub standing: String,
}

/// Shows everything.
pub struct Screen {
    bar: ProgressBar,
}

impl Screen {
    /// An empty screen. Without a terminal there is no bar.
    pub fn new() -> Self {
        let bar = ProgressBar::no_length();
        let template = "{bar:20} {pos}/{len} games  {msg}  {elapsed}, {eta} left";
        // A test checks the template; with an invalid one, the bar would look plain.
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

    /// Updates the elapsed time.
    pub fn tick(&self) {
        self.bar.tick();
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
