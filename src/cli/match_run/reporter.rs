//! Tells of a tournament: lines for the screen, games for files.

use super::screen::{Note, Progress};
use crate::tournament::report;
use crate::tournament::runner::{Audience, Event, Tournament};
use crate::tournament::scoreboard::Scoreboard;
use crate::tournament::stats::Elo;
use std::sync::mpsc::SyncSender;

/// Tells of a tournament.
pub struct Reporter {
    notes: SyncSender<Note>,
    interval: usize,
}

impl Reporter {
    /// A reporter that shows the table every `interval` games.
    pub fn new(notes: SyncSender<Note>, interval: usize) -> Self {
        Self { notes, interval }
    }

    fn show(&self, note: Note) {
        // If nobody listens any more, the tournament is ending.
        let _ = self.notes.send(note);
    }

    fn lines(&self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.show(Note::Line(line)));
    }

    fn progress(&self, tournament: &Tournament, board: &Scoreboard) {
        let (finished, total) = (board.finished(), tournament.schedule().len());
        let standing = standing(tournament, board);
        self.show(Note::Progress(Progress { finished, total, standing }));
    }

    /// Tells of the end.
    pub fn end(&self, tournament: &Tournament, board: &Scoreboard) {
        if board.finished() > 0
            && (self.interval == 0 || !board.finished().is_multiple_of(self.interval))
        {
            self.lines(report::table(tournament, board));
        }
        self.show(Note::Line("Finished match".into()));
    }
}

impl Audience for Reporter {
    fn news(&self, tournament: &Tournament, event: Event) {
        match event {
            Event::Started { pairing, board } => {
                self.lines([report::started(tournament, pairing)]);
                if board.finished() == 0 {
                    self.progress(tournament, board);
                }
            }
            Event::Resumed { board } => {
                let (finished, total) = (board.finished(), tournament.schedule().len());
                self.lines([format!("Resumed after {finished} of {total} games")]);
                self.progress(tournament, board);
            }
            Event::Remark(remark) => self.show(Note::Remark(remark.into())),
            Event::Finished { pairing, record, board } => {
                self.lines([report::finished(tournament, pairing, record)]);
                if tournament.names().len() == 2 {
                    self.lines([report::score(tournament, board)]);
                }
                if self.interval > 0 && board.finished().is_multiple_of(self.interval) {
                    self.lines(report::table(tournament, board));
                }
                self.progress(tournament, board);
            }
        }
    }
}

/// The standing of two engines in a few words: score, Elo, likelihood of superiority, test, pairs.
fn standing(tournament: &Tournament, board: &Scoreboard) -> String {
    if tournament.names().len() != 2 || board.finished() == 0 {
        return String::new();
    }
    let results = board.of(0);
    let elo = Elo::of(&results.distribution());
    let superior = 100.0 * results.likelihood_of_superiority();
    let mut text = format!(
        "{}-{}-{}  Elo {:+.0} ±{:.0}  LOS {superior:.0}%",
        results.wins, results.losses, results.draws, elo.difference, elo.margin
    );
    if let Some(sprt) = tournament.sprt(board) {
        text += &format!("  LLR {:.2} ({:.2}, {:.2})", sprt.llr, sprt.lower, sprt.upper);
    }
    let pairs = board.pairs([0, 1]);
    if pairs.count() > 0 {
        text += &format!("  pairs {:?}", pairs.0);
    }
    text
}
