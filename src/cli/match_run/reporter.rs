//! Tells of a tournament: lines for the screen, games for files.

use super::screen::{MatchProgress, Note};
use dhow_lab::stats::Elo;
use dhow_lab::tournament::report::{self, TableStyle};
use dhow_lab::tournament::runner::{Audience, Event, Tournament};
use dhow_lab::tournament::scoreboard::Scoreboard;
use dhow_rules::text::{fixed, signed};
use std::sync::mpsc::SyncSender;

/// What is told of a tournament beside its games.
#[derive(Clone, Copy, Debug)]
pub struct Reports {
    /// After how many games the table is shown; only at the end if 0.
    pub rating_interval: usize,
    /// After how many games it is told why games ended; only at the end if 0.
    pub outcome_interval: usize,
    /// Whether the table has what pairs say.
    pub by_pairs: bool,
    /// Whose lines the table has.
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

/// Tells of a tournament.
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
        // If nobody listens any more, the tournament is ending.
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

    /// Tells of the end.
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

/// Whether so many games are the end of an interval.
fn is_at(finished: usize, interval: usize) -> bool {
    interval > 0 && finished.is_multiple_of(interval)
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
