//! The state of a conversation: the game, who plays, and what is being searched.

use super::highlight::Hand;
use super::level::TimeControl;
use super::options::{Options, features};
use super::{moves, setup, thinking};
use crate::eval::Score;
use crate::game::Game;
use crate::pieces::Color;
use crate::position::{Move, Outcome};
use crate::protocol::io::Output;
use crate::search::{Bound, Engine, Event, Limits, Line, Summary};
use crate::variant::{Catalogue, Variant};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to think for a hint that no search has found yet.
const HINT_TIME: Duration = Duration::from_millis(300);
/// A draw is taken when so many of the engine's own scores in a row were this bad, ...
const BAD_SCORES: usize = 4;
const BAD: Score = Score(-150);
/// ... or so many were this equal after so many halfmoves.
const EQUAL_SCORES: usize = 8;
const EQUAL: Score = Score(10);
const LATE: usize = 120;

/// Takes the events of the search with the number given.
pub type Report = Arc<dyn Fn(u64, Event) + Send + Sync>;

/// What the engine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It takes moves for both sides and makes none.
    Force,
    /// It plays this side.
    Playing(Color),
    /// It analyses.
    Analysing,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The engine's next move.
    Think,
    /// The engine's answer to this move, on the opponent's time.
    Ponder(Move),
    /// Analysis.
    Analyse,
    /// A hint for the user.
    Hint,
}

/// A search that was started and whose result has not been used.
struct Search {
    number: u64,
    task: Task,
    /// The first move of the best line so far.
    best: Option<Move>,
    /// The result, kept while it is of no use yet.
    result: Option<Summary>,
}

/// A conversation with XBoard.
pub struct Session {
    output: Output,
    pub(super) catalogue: Catalogue,
    report: Report,
    engine: Engine,
    search: Option<Search>,
    searches: u64,
    paused: Option<Task>,
    waiting_pings: Vec<String>,
    hint_wanted: bool,
    /// When the last line of the interface came.
    pub(super) asked: Instant,
    own_scores: Vec<Score>,
    expected: Option<Move>,
    pub(super) game: Game,
    pub(super) mode: Mode,
    pub(super) options: Options,
    pub(super) control: TimeControl,
    pub(super) hand: Hand,
    pub(super) excluded: Vec<Move>,
    pub(super) pondering: bool,
    pub(super) posting: bool,
    pub(super) against_computer: bool,
    pub(super) variant_named: bool,
}

impl Session {
    /// A conversation about games of a catalogue that writes to `output`. The news of searches go
    /// to `report`, which must see to it that they come back to [`Session::news`].
    pub fn new(output: Output, report: Report, catalogue: Catalogue) -> Self {
        Self {
            output,
            report,
            engine: Engine::new(),
            search: None,
            searches: 0,
            paused: None,
            waiting_pings: Vec::new(),
            hint_wanted: false,
            asked: Instant::now(),
            own_scores: Vec::new(),
            expected: None,
            game: Game::new(&catalogue[0]),
            catalogue,
            mode: Mode::Playing(Color::Black),
            options: Options::default(),
            control: TimeControl::new(),
            hand: Hand::default(),
            excluded: Vec::new(),
            pondering: false,
            posting: false,
            against_computer: false,
            variant_named: false,
        }
    }

    /// Writes a line.
    pub fn say(&self, line: impl std::fmt::Display) {
        self.output.line(line);
    }

    /// Answers `protover`.
    pub fn introduce(&self) {
        self.output.lines(features(&self.catalogue));
    }

    /// What the running search is for.
    pub fn task(&self) -> Option<Task> {
        self.search.as_ref().map(|search| search.task).or(self.paused)
    }

    // Games and positions.

    /// Starts a game of the current variant from its default array. The interface then names the
    /// variant, unless it knows no others.
    pub fn new_game(&mut self) {
        self.abort();
        self.engine.clear();
        self.control.restart();
        self.mode = Mode::Playing(Color::Black);
        self.against_computer = false;
        self.set_game(Game::new(self.game.variant()));
    }

    /// Starts a game of a variant, with the setup that the options ask for, and describes it.
    pub fn new_variant(&mut self, variant: &Arc<Variant>) {
        self.abort();
        self.variant_named = true;
        let setup = self.options.setup.pick(variant, &mut self.engine);
        let game = Game::with_setup(variant, &setup);
        self.output.lines(setup::description(variant, game.start_fen()));
        self.set_game(game);
    }

    /// Goes to another game or position.
    pub fn set_game(&mut self, game: Game) {
        self.abort();
        self.game = game;
        self.own_scores.clear();
        self.position_changed();
    }

    /// Takes back the last `count` moves; `false` if fewer were made.
    pub fn take_back(&mut self, count: usize) -> bool {
        if self.game.moves().len() < count {
            return false;
        }
        self.abort();
        for _ in 0..count {
            self.game.undo();
        }
        self.own_scores.pop();
        self.position_changed();
        true
    }

    fn position_changed(&mut self) {
        self.expected = None;
        self.excluded.clear();
        self.hand = Hand::default();
        self.analyse_again();
    }

    /// Searches anew, if in analysis.
    pub fn analyse_again(&mut self) {
        if self.mode == Mode::Analysing {
            self.start(Task::Analyse);
        }
    }

    /// Makes a move that the interface sent; tells why not, if it is illegal.
    pub fn user_move(&mut self, text: &str) -> Result<(), String> {
        if self.task() == Some(Task::Think) {
            return Err("it is not your turn".into());
        }
        let mv = moves::from_gui(&self.game, text)?;
        let hit = self.mode != Mode::Force && self.task() == Some(Task::Ponder(mv));
        if !hit {
            self.abort();
        }
        self.game.play(mv);
        match self.mode {
            Mode::Playing(_) if hit && self.paused.is_none() => self.ponder_hit(),
            Mode::Playing(_) => {
                self.position_changed();
                self.go();
            }
            Mode::Force | Mode::Analysing => self.position_changed(),
        }
        Ok(())
    }

    /// Plays the side to move from now on.
    pub fn go(&mut self) {
        self.abort();
        self.mode = Mode::Playing(self.game.side_to_move());
        if !self.claim_result() {
            self.start(Task::Think);
        }
    }

    /// Tells the interface that the game has ended, if it has: with legality testing off, it does
    /// not notice by itself.
    fn claim_result(&self) -> bool {
        let Some(outcome) = self.game.outcome() else { return false };
        let words = match outcome {
            Outcome::Win(..) => outcome.to_string(),
            Outcome::Draw(reason) => capitalised(&reason.to_string()),
        };
        self.say(format!("{} {{{words}}}", outcome.result()));
        true
    }

    /// Whether the engine agrees to a draw.
    pub fn takes_draw(&self) -> bool {
        takes_draw(&self.own_scores, self.game.moves().len())
    }

    // Searching.

    fn start(&mut self, task: Task) {
        self.abort();
        let Some((game, limits)) = self.assignment(task) else { return };
        self.searches += 1;
        let (number, report) = (self.searches, self.report.clone());
        self.search = Some(Search { number, task, best: None, result: None });
        self.engine.start(&game, limits, move |event| report(number, event));
    }

    /// What to search for a task; `None` if there is nothing to search.
    fn assignment(&self, task: Task) -> Option<(Game, Limits)> {
        let mut game = self.game.clone();
        let limits = match task {
            Task::Think => {
                let limits = self.control.limits(self.own_moves(game.side_to_move()));
                Limits { since: Some(self.asked), ..limits }
            }
            Task::Ponder(expected) => {
                game.play(expected);
                let limits = self.control.limits(self.own_moves(game.side_to_move()));
                Limits { ponder: true, ..limits }
            }
            Task::Analyse => Limits {
                infinite: true,
                multi_pv: self.options.lines,
                search_moves: self.included_moves(),
                ..Limits::default()
            },
            Task::Hint => Limits { move_time: Some(HINT_TIME), ..Limits::default() },
        };
        let idle = game.legal_moves().is_empty()
            || task == Task::Analyse && self.excluded.len() == game.legal_moves().len();
        (!idle).then_some((game, limits))
    }

    /// The root moves of analysis; none stands for all.
    fn included_moves(&self) -> Vec<Move> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        let moves = self.game.legal_moves().into_iter();
        moves.filter(|mv| !self.excluded.contains(mv)).collect()
    }

    /// How many moves a side has made.
    fn own_moves(&self, side: Color) -> u32 {
        let made = self.game.moves().len() as u32;
        let last_was_own = self.game.side_to_move() != side;
        made / 2 + u32::from(last_was_own && made % 2 == 1)
    }

    /// Ends what is being searched, without a result.
    pub fn abort(&mut self) {
        self.paused = None;
        self.hint_wanted = false;
        if self.search.take().is_some() {
            self.engine.stop();
            self.engine.wait();
        }
        self.answer_pings();
    }

    /// Moves at once, if thinking.
    pub fn move_now(&self) {
        if self.task() == Some(Task::Think) {
            self.engine.stop();
        }
    }

    /// Stops thinking until [`Session::resume`].
    pub fn pause(&mut self) {
        let task = self.task();
        self.abort();
        self.paused = task;
    }

    /// Goes on after [`Session::pause`].
    pub fn resume(&mut self) {
        if let Some(task) = self.paused.take() {
            self.start(task);
        }
    }

    /// Changes the engine, which must not be searching meanwhile.
    pub fn with_idle_engine<T>(&mut self, change: impl FnOnce(&mut Engine) -> T) -> T {
        let paused = self.paused;
        self.pause();
        let result = change(&mut self.engine);
        match paused {
            Some(_) => self.paused = paused,
            None => self.resume(),
        }
        result
    }

    /// Starts to ponder, if that is wanted and there is a move to expect.
    pub fn ponder_if_due(&mut self) {
        let Mode::Playing(side) = self.mode else { return };
        let Some(expected) = self.expected.filter(|_| self.pondering) else { return };
        if side != self.game.side_to_move() && self.task().is_none() {
            self.start(Task::Ponder(expected));
        }
    }

    /// The expected move was played, and is on the board.
    fn ponder_hit(&mut self) {
        self.expected = None;
        self.excluded.clear();
        self.hand = Hand::default();
        if self.claim_result() {
            return self.abort();
        }
        let Some(search) = &mut self.search else { return };
        search.task = Task::Think;
        match search.result.take() {
            Some(summary) => self.finish(Task::Think, summary),
            None => self.engine.ponder_hit(),
        }
    }

    /// Answers `hint`, at once or as soon as something is known.
    pub fn hint(&mut self) {
        let searched = self.search.as_ref();
        let known = match searched.map(|search| (search.task, search.best)) {
            Some((Task::Ponder(expected), _)) => Some(expected),
            Some((_, best)) => best,
            None => self.expected,
        };
        match known {
            Some(mv) => self.say_hint(mv),
            None if self.search.is_some() => self.hint_wanted = true,
            None => self.start(Task::Hint),
        }
    }

    fn say_hint(&self, mv: Move) {
        self.say(format!("Hint: {}", moves::to_gui(&self.game, mv)));
    }

    /// Answers `.` in analysis; `false` if nothing is being analysed.
    pub fn say_status(&self) -> bool {
        if self.mode != Mode::Analysing {
            return false;
        }
        match self.engine.progress() {
            Some(progress) => self.say(thinking::status(&self.game, &progress)),
            None => self.say("stat01: 0 0 0 0 0"),
        }
        true
    }

    /// Answers `ping`: while thinking, after the move.
    pub fn ping(&mut self, text: &str) {
        if self.task() == Some(Task::Think) && self.paused.is_none() {
            self.waiting_pings.push(text.into());
        } else {
            self.say(format!("pong {text}"));
        }
    }

    fn answer_pings(&mut self) {
        for text in std::mem::take(&mut self.waiting_pings) {
            self.say(format!("pong {text}"));
        }
    }

    /// News of the search with this number, which may be over by now.
    pub fn news(&mut self, number: u64, event: Event) {
        let current = self.search.as_mut().filter(|search| search.number == number);
        let Some(search) = current else { return };
        let task = search.task;
        match event {
            Event::Line(line) => {
                if line.rank == 1 && !line.pv.is_empty() {
                    search.best = line.pv.first().copied();
                }
                self.show(task, &line);
            }
            Event::Trouble(error) => self.say(format_args!("Error ({error}): search")),
            Event::Done(summary) if matches!(task, Task::Ponder(_)) => {
                search.result = Some(summary);
            }
            Event::Done(summary) => self.finish(task, summary),
        }
    }

    fn show(&mut self, task: Task, line: &Line) {
        if let Some(&mv) = line.pv.first().filter(|_| std::mem::take(&mut self.hint_wanted)) {
            self.say_hint(mv);
        }
        let before = match task {
            Task::Ponder(expected) => Some(expected),
            _ => None,
        };
        let shown = match task {
            Task::Think | Task::Ponder(_) => self.posting,
            Task::Analyse => true,
            Task::Hint => false,
        };
        if shown && line.bound == Bound::Exact {
            self.say(thinking::line(&self.game, before, line));
        }
    }

    fn finish(&mut self, task: Task, summary: Summary) {
        self.search = None;
        match task {
            Task::Think => self.make_own_move(summary),
            Task::Hint => match summary.best {
                Some(mv) => self.say_hint(mv),
                None => self.say("Error (no move to suggest): hint"),
            },
            Task::Analyse | Task::Ponder(_) => {}
        }
        self.answer_pings();
    }

    fn make_own_move(&mut self, summary: Summary) {
        let Some(mv) = summary.best else {
            self.claim_result();
            return;
        };
        let side = self.game.side_to_move();
        self.say(format!("move {}", moves::to_gui(&self.game, mv)));
        self.game.play(mv);
        self.own_scores.push(summary.score);
        self.control.spend(summary.time, self.own_moves(side));
        self.position_changed();
        self.expected = summary.ponder.filter(|mv| self.game.legal_moves().contains(mv));
        if !self.claim_result() {
            self.ponder_if_due();
        }
    }
}

fn takes_draw(own_scores: &[Score], halfmoves: usize) -> bool {
    let last = |count: usize| own_scores.len().checked_sub(count).map(|from| &own_scores[from..]);
    let bad = last(BAD_SCORES).is_some_and(|scores| scores.iter().all(|&score| score <= BAD));
    let equal = last(EQUAL_SCORES)
        .is_some_and(|scores| scores.iter().all(|&score| score <= EQUAL && score >= -EQUAL));
    bad || equal && halfmoves >= LATE
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_taken_when_bad_or_late_and_equal() {
        assert!(!takes_draw(&[], 0));
        assert!(!takes_draw(&[Score(-300); 3], 80));
        assert!(takes_draw(&[Score(-300); 4], 80));
        assert!(!takes_draw(&[Score(-300), Score(-300), Score(-100), Score(-300)], 80));
        assert!(!takes_draw(&[Score(0); 8], 100));
        assert!(takes_draw(&[Score(0); 8], 120));
        assert!(!takes_draw(&[Score(30); 8], 120));
        let hope = [Score(200), Score(-400), Score(-400), Score(-400), Score(-400)];
        assert!(takes_draw(&hope, 10));
    }
}
