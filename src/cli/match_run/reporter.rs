//! Reports on a tournament, for the screen.

use super::screen::{MatchProgress, Note};
use dhow_lab::stats::Elo;
use dhow_lab::tournament::report::{self, TableStyle};
use dhow_lab::tournament::runner::{Audience, Event, Tournament};
use dhow_lab::tournament::scoreboard::Scoreboard;
use dhow_rules::text::{fixed, signed};
use std::sync::mpsc::SyncSender;

/// What to report in addition to the games.
#[derive(Clone, Copy, Debug)]
pub struct Reports {
    /// The number of games between two tables; 0 for only one at the end.
    pub rating_interval: usize,
    /// The number of games between two lists of the reasons for results; 0 for only one at the end.
    pub outcome_interval: usize,
    /// Whether the table has the results of pairs.
    pub by_pairs: bool,
    /// The form of the table.
    pub form: TableStyle,
}

impl Default for Reports {
    fn default() -> Self {
        Self {
            rating_interval: 0,
            outcome_interval: 0,
            by_pairs: true,
            form: TableStyle::default(),
        }
    }
}

/// Reports on a tournament.
pub struct Reporter {
    notes: SyncSender<Note>,
    reports: Reports,
}

impl Reporter {
    /// A reporter.
    pub fn new(notes: SyncSender<Note>, reports: Reports) -> Self {
        Self { notes, reports }
    }

    fn table(&self, tournament: &Tournament, board: &Scoreboard) {
        let Reports { form, by_pairs, .. } = self.reports;
        self.lines(report::table(tournament, board, form, by_pairs));
    }

    fn show(&self, note: Note) {
        // Without a receiver, the tournament is ending.
        let _ = self.notes.send(note);
    }

    fn lines(&self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.show(Note::Line(line)));
    }

    fn progress(&self, tournament: &Tournament, board: &Scoreboard) {
        let (finished, total) = (board.finished(), tournament.total());
        let standing = standing(tournament, board);
        self.show(Note::Progress(MatchProgress { finished, total, standing }));
    }

    /// Reports the end.
    pub fn end(&self, tournament: &Tournament, board: &Scoreboard) {
        let finished = board.finished();
        let is_due = |interval| finished > 0 && (interval == 0 || !is_at(finished, interval));
        if is_due(self.reports.rating_interval) {
            self.table(tournament, board);
        }
        if is_due(self.reports.outcome_interval) {
            self.lines(report::reasons(tournament, board));
        }
        if let Some(winner) = tournament.winner() {
            self.show(Note::Line(format!("Winner: {}", tournament.names()[winner])));
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
                let (finished, total) = (board.finished(), tournament.total());
                self.lines([format!("Resumed after {finished} of {total} games")]);
                self.progress(tournament, board);
            }
            Event::Remark(remark) => self.show(Note::Remark(remark.into())),
            Event::Finished { pairing, record, board } => {
                self.lines([report::finished(tournament, pairing, record)]);
                if tournament.names().len() == 2 {
                    self.lines([report::score(tournament, board)]);
                }
                if is_at(board.finished(), self.reports.rating_interval) {
                    self.table(tournament, board);
                }
                if is_at(board.finished(), self.reports.outcome_interval) {
                    self.lines(report::reasons(tournament, board));
                }
                self.progress(tournament, board);
            }
        }
    }
}

/// Whether an interval ends after this number of games.
fn is_at(finished: usize, interval: usize) -> bool {
    interval > 0 && finished.is_multiple_of(interval)
}

/// The standing of two engines in short: score, Elo, likelihood of superiority, SPRT, pairs.
fn standing(tournament: &Tournament, board: &Scoreboard) -> String {
    if tournament.names().len() != 2 || board.finished() == 0 {
        return String::new();
    }
    let results = board.of(0);
    let elo = Elo::of(&results.distribution());
    let superior = 100.0 * results.likelihood_of_superiority();
    let mut text = format!(
        "{}-{}-{}  Elo {} ±{:.0}  LOS {superior:.0}%",
        results.wins,
        results.losses,
        results.draws,
        signed(elo.difference, 0),
        elo.margin
    );
    if let Some(sprt) = tournament.sprt(board) {
        text += &format!("  LLR {} ({:.2}, {:.2})", fixed(sprt.llr, 2), sprt.lower, sprt.upper);
    }
    let pairs = board.pairs([0, 1]);
    if pairs.count() > 0 {
        text += &format!("  pairs {:?}", pairs.0);
    }
    text
}
