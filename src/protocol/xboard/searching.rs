//! Searches of an XBoard session: their purposes and results.

use super::highlight::Hand;
use super::session::{Mode, XboardSession};
use super::thinking;
use dhow_engine::search::{Bound, Engine, Limits, PvInfo, SearchEvent, SearchResult};
use dhow_play::xboard::moves;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Receives the events of the search with the given number.
pub type NumberedEventSink = Arc<dyn Fn(u64, SearchEvent) + Send + Sync>;

/// How long to search for a hint if no earlier search has found one.
const HINT_TIME: Duration = Duration::from_millis(300);

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPurpose {
    /// To find the engine's next move.
    Think,
    /// To ponder: to find the reply to this expected move during the opponent's turn.
    Ponder(Move),
    /// To analyse.
    Analyse,
    /// To find a hint for the user.
    Hint,
}

/// A search whose result is still needed.
struct Search {
    number: u64,
    purpose: SearchPurpose,
    /// The first move of the best line so far.
    best: Option<Move>,
    /// The result, if the search is finished and its result must wait.
    result: Option<SearchResult>,
}

/// The engine of a session and its current search.
pub struct Searches {
    pub(super) engine: Engine,
    report: NumberedEventSink,
    search: Option<Search>,
    /// The number of searches started.
    started: u64,
    /// The purpose of the search that `resume` continues.
    pub(super) paused: Option<SearchPurpose>,
    waiting_pings: Vec<String>,
    hint_wanted: bool,
}

impl Searches {
    /// No search yet. Events of searches will go to `report`.
    pub fn new(report: NumberedEventSink) -> Self {
        Self {
            engine: Engine::new(),
            report,
            search: None,
            started: 0,
            paused: None,
            waiting_pings: Vec::new(),
            hint_wanted: false,
        }
    }
}

impl XboardSession {
    /// The purpose of the running search.
    pub fn purpose(&self) -> Option<SearchPurpose> {
        self.searching.search.as_ref().map(|search| search.purpose).or(self.searching.paused)
    }

    pub(super) fn start(&mut self, purpose: SearchPurpose) {
        self.abort();
        let Some((game, limits)) = self.assignment(purpose) else { return };
        self.searching.started += 1;
        let (number, report) = (self.searching.started, self.searching.report.clone());
        self.searching.search = Some(Search { number, purpose, best: None, result: None });
        self.searching.engine.start(&game, limits, move |event| report(number, event));
    }

    /// The position and limits of a search; `None` if there is nothing to search.
    fn assignment(&mut self, purpose: SearchPurpose) -> Option<(Game, Limits)> {
        let mut game = self.game().clone();
        let limits = match purpose {
            SearchPurpose::Think => {
                let limits = self.own_limits(game.side_to_move());
                Limits { since: Some(self.asked), ..limits }
            }
            SearchPurpose::Ponder(expected) => {
                game.play(expected);
                let limits = self.own_limits(game.side_to_move());
                Limits { ponder: true, ..limits }
            }
            SearchPurpose::Analyse => Limits {
                infinite: true,
                multi_pv: self.options.lines,
                search_moves: self.included_moves(),
                ..Limits::default()
            },
            SearchPurpose::Hint => {
                Limits { move_time: Some(HINT_TIME), full_strength: true, ..Limits::default() }
            }
        };
        let idle = game.legal_moves().is_empty()
            || purpose == SearchPurpose::Analyse && self.excluded.len() == game.legal_moves().len();
        (!idle).then_some((game, limits))
    }

    /// The limits for the engine's next turn, if it plays a side.
    fn own_limits(&mut self, side: Color) -> Limits {
        let made = self.own_moves(side);
        self.limits(made)
    }

    /// The root moves for analysis; empty for all moves.
    fn included_moves(&self) -> Vec<Move> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        let moves = self.game().legal_moves().into_iter();
        moves.filter(|mv| !self.excluded.contains(mv)).collect()
    }

    /// The number of moves that a side has made.
    fn own_moves(&self, side: Color) -> u32 {
        let made = self.game().moves().len() as u32;
        let last_was_own = self.game().side_to_move() != side;
        made / 2 + u32::from(last_was_own && made % 2 == 1)
    }

    /// Ends the current search and drops its result.
    pub fn abort(&mut self) {
        self.searching.paused = None;
        self.searching.hint_wanted = false;
        if self.searching.search.take().is_some() {
            self.searching.engine.stop();
            self.searching.engine.wait();
        }
        self.answer_pings();
    }

    /// Ends thinking and moves at once.
    pub fn move_now(&self) {
        if self.purpose() == Some(SearchPurpose::Think) {
            self.searching.engine.stop();
        }
    }

    /// Stops the search until [`XboardSession::resume`].
    pub fn pause(&mut self) {
        let purpose = self.purpose();
        self.abort();
        self.searching.paused = purpose;
    }

    /// Continues after [`XboardSession::pause`].
    pub fn resume(&mut self) {
        if let Some(purpose) = self.searching.paused.take() {
            self.start(purpose);
        }
    }

    /// Changes the engine. Interrupts a running search for it.
    pub fn with_idle_engine<T>(&mut self, change: impl FnOnce(&mut Engine) -> T) -> T {
        let paused = self.searching.paused;
        self.pause();
        let result = change(&mut self.searching.engine);
        match paused {
            Some(_) => self.searching.paused = paused,
            None => self.resume(),
        }
        result
    }

    /// Starts pondering if it is on and a move is expected.
    pub fn ponder_if_due(&mut self) {
        let Mode::Playing(side) = self.mode else { return };
        let Some(expected) = self.expected.filter(|_| self.pondering) else { return };
        if side != self.game().side_to_move() && self.purpose().is_none() {
            self.start(SearchPurpose::Ponder(expected));
        }
    }

    /// Handles the expected move, which is on the board already.
    pub(super) fn ponder_hit(&mut self) {
        self.expected = None;
        self.excluded.clear();
        self.hand = Hand::default();
        if self.claim_result() {
            return self.abort();
        }
        let Some(search) = &mut self.searching.search else { return };
        search.purpose = SearchPurpose::Think;
        match search.result.take() {
            Some(summary) => self.finish(SearchPurpose::Think, summary),
            None => self.searching.engine.ponder_hit(),
        }
    }

    /// Answers `hint`, at once or as soon as a hint is known.
    pub fn hint(&mut self) {
        let searched = self.searching.search.as_ref();
        let known = match searched.map(|search| (search.purpose, search.best)) {
            Some((SearchPurpose::Ponder(expected), _)) => Some(expected),
            Some((_, best)) => best,
            None => self.expected,
        };
        match known {
            Some(mv) => self.say_hint(mv),
            None if self.searching.search.is_some() => self.searching.hint_wanted = true,
            None => self.start(SearchPurpose::Hint),
        }
    }

    fn say_hint(&self, mv: Move) {
        self.say(format!("Hint: {}", moves::to_gui(self.game(), mv)));
    }

    /// Answers `.` during analysis. Returns `false` if there is no analysis.
    pub fn say_status(&self) -> bool {
        if self.mode != Mode::Analysing {
            return false;
        }
        match self.searching.engine.progress() {
            Some(progress) => self.say(thinking::status(self.game(), &progress)),
            None => self.say("stat01: 0 0 0 0 0"),
        }
        true
    }

    /// Answers `ping`; during thinking, only after the move.
    pub fn ping(&mut self, text: &str) {
        if self.purpose() == Some(SearchPurpose::Think) && self.searching.paused.is_none() {
            self.searching.waiting_pings.push(text.into());
        } else {
            self.say(format!("pong {text}"));
        }
    }

    fn answer_pings(&mut self) {
        for text in std::mem::take(&mut self.searching.waiting_pings) {
            self.say(format!("pong {text}"));
        }
    }

    /// Handles an event of the search with this number, which may have ended already.
    pub fn news(&mut self, number: u64, event: SearchEvent) {
        let current = self.searching.search.as_mut().filter(|search| search.number == number);
        let Some(search) = current else { return };
        let purpose = search.purpose;
        match event {
            SearchEvent::Line(line) => {
                if line.rank == 1 && !line.pv.is_empty() {
                    search.best = line.pv.first().copied();
                }
                self.show(purpose, &line);
            }
            SearchEvent::Trouble(error) => self.say(format_args!("Error ({error}): search")),
            SearchEvent::Done(summary) if matches!(purpose, SearchPurpose::Ponder(_)) => {
                search.result = Some(summary);
            }
            SearchEvent::Done(summary) => self.finish(purpose, summary),
        }
    }

    fn show(&mut self, purpose: SearchPurpose, line: &PvInfo) {
        if let Some(&mv) =
            line.pv.first().filter(|_| std::mem::take(&mut self.searching.hint_wanted))
        {
            self.say_hint(mv);
        }
        let before = match purpose {
            SearchPurpose::Ponder(expected) => Some(expected),
            _ => None,
        };
        let shown = match purpose {
            SearchPurpose::Think | SearchPurpose::Ponder(_) => self.posting,
            SearchPurpose::Analyse => true,
            SearchPurpose::Hint => false,
        };
        if shown && line.bound == Bound::Exact {
            self.say(thinking::line(self.game(), before, line));
        }
    }

    fn finish(&mut self, purpose: SearchPurpose, summary: SearchResult) {
        self.searching.search = None;
        match purpose {
            SearchPurpose::Think => self.make_own_move(summary),
            SearchPurpose::Hint => match summary.best() {
                Some(mv) => self.say_hint(mv),
                None => self.say("Error (no move to suggest): hint"),
            },
            SearchPurpose::Analyse | SearchPurpose::Ponder(_) => {}
        }
        self.answer_pings();
    }

    fn make_own_move(&mut self, summary: SearchResult) {
        let Some(mv) = summary.best() else {
            self.claim_result();
            return;
        };
        let side = self.game().side_to_move();
        self.say(format!("move {}", moves::to_gui(self.game(), mv)));
        let made = self.own_moves(side);
        self.spend(summary.time, made);
        self.contest.play(mv, Instant::now());
        self.own_scores.push(summary.score);
        self.position_changed();
        self.expected = summary
            .reply
            .map(|reply| reply.first())
            .filter(|mv| self.game().legal_moves().contains(mv));
        if !self.claim_result() {
            self.ponder_if_due();
        }
    }
}
