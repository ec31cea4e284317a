//! The state of an XBoard session: the game, and the side that the engine plays.

use super::highlight::Hand;
use super::options::{SessionOptions, features};
use super::searching::{NumberedEventSink, SearchPurpose, Searches};
use super::setup;
use crate::protocol::output::Output;
use dhow_engine::eval::Score;
use dhow_engine::search::{EvaluationChoice, Limits};
use dhow_files::LearnedFolder;
use dhow_play::clock::{Clock, Clocks};
use dhow_play::contest::{Contest, takes_draw};
use dhow_play::time_control::{Time, TimeControl};
use dhow_play::xboard::{CHESS, can_play, moves};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::{Move, Outcome};
use dhow_rules::variant::{Catalogue, Variant};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The engine's limits until a time control is set.
const UNSET: TimeControl =
    TimeControl { time: Time::PerMove(Duration::from_secs(3)), depth: None, nodes: None };
/// The longest accepted time, a year, in hundredths of a second.
const MOST_HUNDREDTHS: i64 = 365 * 86_400 * 100;

/// The mode of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Takes moves for both sides and makes none.
    Force,
    /// Plays this side.
    Playing(Color),
    /// Analyses.
    Analysing,
}

/// A session with XBoard.
pub struct XboardSession {
    output: Output,
    /// The games that the protocol can describe.
    pub(super) catalogue: Catalogue,
    /// The games that it cannot describe.
    pub(super) beyond: Catalogue,
    pub(super) searching: Searches,
    /// Time of arrival of the last line of the interface.
    pub(super) asked: Instant,
    pub(super) own_scores: Vec<Score>,
    /// The opponent's reply that the last search expects.
    pub(super) expected: Option<Move>,
    pub(super) contest: Contest,
    pub(super) mode: Mode,
    pub(super) options: SessionOptions,
    pub(super) hand: Hand,
    pub(super) excluded: Vec<Move>,
    pub(super) pondering: bool,
    pub(super) posting: bool,
    pub(super) against_computer: bool,
    pub(super) variant_named: bool,
    /// The game to describe before XBoard names one.
    pub(super) shown: Option<Arc<Variant>>,
    /// Messages about the start of the program that the user has not received yet.
    pub(super) complaints: Vec<String>,
}

impl XboardSession {
    /// A session with the games of a catalogue, writing to `output`. Events of searches go to `report`, which
    /// must pass them on to [`XboardSession::news`].
    ///
    /// # Panics
    /// If the protocol can describe none of the games.
    pub fn new(output: Output, report: NumberedEventSink, catalogue: Catalogue) -> Self {
        let beyond = catalogue.only(|variant| !can_play(variant));
        let catalogue = catalogue.only(can_play);
        Self {
            output,
            searching: Searches::new(report),
            asked: Instant::now(),
            own_scores: Vec::new(),
            expected: None,
            contest: Contest::new(Game::new(&catalogue[0]), Clocks::alike(UNSET)),
            catalogue,
            beyond,
            mode: Mode::Playing(Color::Black),
            options: SessionOptions::default(),
            hand: Hand::default(),
            excluded: Vec::new(),
            pondering: false,
            posting: false,
            against_computer: false,
            variant_named: false,
            shown: None,
            complaints: Vec::new(),
        }
    }

    /// Lets games have the learned networks of a folder.
    pub fn use_learned(&mut self, folder: Option<PathBuf>) {
        let output = self.output.clone();
        // XBoard shows an error in a window, and a comment nowhere, so `telluser` sends this message, which is not an
        // error.
        let tell = move |line: &str| output.line(format_args!("telluser {line}"));
        let learned = LearnedFolder::new(folder, tell);
        self.searching.engine.set_evaluation(EvaluationChoice {
            learned: Some(Arc::new(learned)),
            ..EvaluationChoice::default()
        });
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        self.contest.game()
    }

    /// The engine's time control, the same for both sides.
    fn control(&self) -> TimeControl {
        *self.contest.clocks().of(Color::White).control()
    }

    fn set_control(&mut self, control: TimeControl) {
        *self.contest.clocks_mut() = Clocks::alike(control);
    }

    /// Sets another time control and starts its clock.
    pub fn set_time(&mut self, time: Time) {
        self.set_control(TimeControl { time, ..self.control() });
    }

    /// Limits the depth of searches; 0 means no limit.
    pub fn set_depth(&mut self, depth: u32) {
        let left = self.contest.clocks().of(Color::White).left();
        self.set_control(TimeControl { depth: (depth > 0).then_some(depth), ..self.control() });
        self.set_left(left);
    }

    /// Reads the text after `time`: the engine's time in hundredths of a second, which may be negative.
    pub fn set_time_left(&mut self, text: &str) -> Option<()> {
        let hundredths: i64 = text.parse().ok()?;
        self.set_left(Duration::from_millis(hundredths.clamp(0, MOST_HUNDREDTHS) as u64 * 10));
        Some(())
    }

    fn set_left(&mut self, left: Duration) {
        if self.control().time.is_clock() {
            self.change_clock(|clock| clock.set_left(left));
        }
    }

    /// Changes the engine's clock. Both sides have the same, since the engine may come to play the other one.
    fn change_clock(&mut self, change: impl Fn(&mut Clock)) {
        Color::ALL.into_iter().for_each(|side| change(self.contest.clocks_mut().of_mut(side)));
    }

    /// The limits for the engine's next move, when it has made `made` moves.
    pub(super) fn limits(&mut self, made: u32) -> Limits {
        self.change_clock(|clock| clock.set_moves_made(made));
        self.contest.clocks().of(Color::White).limits()
    }

    /// Takes the time of the engine's move from its clock, when it had made `made` moves before.
    pub(super) fn spend(&mut self, time: Duration, made: u32) {
        self.change_clock(|clock| {
            clock.set_moves_made(made);
            clock.spend(time);
        });
    }

    /// Writes a line.
    pub fn say(&self, line: impl std::fmt::Display) {
        self.output.line(line);
    }

    /// Answers `protover`.
    pub fn introduce(&mut self) {
        let described = self.shown.as_ref().map(|game| setup::description(game, &game.start));
        self.output.lines(features(&self.catalogue, described.unwrap_or_default()));
        self.complain();
    }

    /// Reports to the user what went wrong before the session. XBoard shows only the last of several messages, so there
    /// is one, and the rest is in its log.
    fn complain(&mut self) {
        let complaints = std::mem::take(&mut self.complaints);
        let Some(first) = complaints.first() else { return };
        complaints.iter().for_each(|line| self.say(format!("# {line}")));
        let more = match complaints.len() {
            1 => String::new(),
            _ => format!(" ({} messages in all, see XBoard's debug file)", complaints.len()),
        };
        self.say(format!("tellusererror {first}{more}"));
    }

    /// Starts a game of the current variant from its default array, or of chess if the engine has announced chess. The
    /// interface then names the variant, unless it knows only one.
    pub fn new_game(&mut self) {
        // A host of version 1 does not introduce itself.
        self.complain();
        self.abort();
        self.searching.engine.clear();
        // The limit of depth is for one game.
        self.set_control(TimeControl { depth: None, ..self.control() });
        self.mode = Mode::Playing(Color::Black);
        self.against_computer = false;
        let first = &self.catalogue[0];
        let variant = if first.id == CHESS { first } else { self.game().variant() };
        self.set_game(Game::new(&variant.clone()));
    }

    /// Starts a game of a variant with the setup that the options ask for, and describes it to XBoard.
    pub fn new_variant(&mut self, variant: &Arc<Variant>) {
        self.abort();
        self.variant_named = true;
        let setup = self.options.setup.pick(variant, &mut self.searching.engine);
        let game = Game::with_setup(variant, &setup);
        self.output.lines(setup::description(variant, game.start_fen()));
        self.set_game(game);
    }

    /// Changes to another game or position.
    pub fn set_game(&mut self, game: Game) {
        self.abort();
        self.contest = Contest::new(game, self.contest.clocks().clone());
        self.own_scores.clear();
        self.position_changed();
    }

    /// Takes back the last `count` moves. Returns `false` if fewer were made.
    pub fn take_back(&mut self, count: usize) -> bool {
        if self.game().moves().len() < count {
            return false;
        }
        self.abort();
        for _ in 0..count {
            self.contest.undo_move();
        }
        self.own_scores.pop();
        self.position_changed();
        true
    }

    /// Forgets what belongs to the old position.
    pub(super) fn position_changed(&mut self) {
        self.expected = None;
        self.excluded.clear();
        self.hand = Hand::default();
        self.analyse_again();
    }

    /// Restarts the analysis, if there is one.
    pub fn analyse_again(&mut self) {
        if self.mode == Mode::Analysing {
            self.start(SearchPurpose::Analyse);
        }
    }

    /// Makes a move that the interface sent. The error says why it is illegal.
    pub fn user_move(&mut self, text: &str) -> Result<(), String> {
        if self.purpose() == Some(SearchPurpose::Think) {
            return Err("it is not your turn".into());
        }
        let mv = moves::from_gui(self.game(), text)?;
        let hit = self.mode != Mode::Force && self.purpose() == Some(SearchPurpose::Ponder(mv));
        if !hit {
            self.abort();
        }
        self.contest.play(mv, Instant::now());
        match self.mode {
            Mode::Playing(_) if hit && self.searching.paused.is_none() => self.ponder_hit(),
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
        self.mode = Mode::Playing(self.game().side_to_move());
        if !self.claim_result() {
            self.start(SearchPurpose::Think);
        }
    }

    /// Reports the result to the interface, if the game has ended: with legality testing off, XBoard does not
    /// detect it.
    pub(super) fn claim_result(&self) -> bool {
        let Some(outcome) = self.game().outcome() else { return false };
        let words = match outcome {
            Outcome::Win(..) => outcome.to_string(),
            Outcome::Draw(reason) => capitalised(&reason.to_string()),
        };
        self.say(format!("{} {{{words}}}", outcome.result()));
        true
    }

    /// Whether the engine agrees to a draw.
    pub fn takes_draw(&self) -> bool {
        takes_draw(&self.own_scores, self.game().moves().len())
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_play::xboard::level;
    use dhow_rules::variant::VARIANTS;

    fn session() -> XboardSession {
        XboardSession::new(Output::new(std::io::sink()), Arc::new(|_, _| {}), VARIANTS.clone())
    }

    #[test]
    fn the_clock_runs_and_is_set() {
        let mut session = session();
        session.set_time(level::read("3 1 2").unwrap());
        let clock = |session: &mut XboardSession, made| {
            let clock = session.limits(made).clock.unwrap();
            (clock.remaining.as_secs(), clock.moves_to_go)
        };
        assert_eq!(clock(&mut session, 0), (60, Some(3)));
        session.spend(Duration::from_secs(12), 0);
        assert_eq!(clock(&mut session, 1), (50, Some(2)));
        session.set_depth(7);
        assert_eq!(clock(&mut session, 1), (50, Some(2)), "another limit sets no clock back");
        session.spend(Duration::from_secs(70), 1);
        assert_eq!(clock(&mut session, 2), (2, Some(1)));
        session.spend(Duration::from_secs(1), 2);
        assert_eq!(clock(&mut session, 3), (63, Some(3)));
        assert_eq!(session.set_time_left("1050"), Some(()));
        assert_eq!(clock(&mut session, 4), (10, Some(2)));
        assert_eq!(session.set_time_left("-5"), Some(()));
        assert_eq!(clock(&mut session, 4), (0, Some(2)));
        assert_eq!(session.set_time_left("soon"), None);
        session.new_game();
        assert_eq!(clock(&mut session, 0), (60, Some(3)));
    }

    #[test]
    fn depth_lasts_for_a_game() {
        let mut session = session();
        session.set_depth(9);
        assert_eq!(session.limits(0).depth, Some(9));
        session.set_time(Time::PerMove(Duration::from_secs(2)));
        assert_eq!(session.limits(0).depth, Some(9));
        assert_eq!(session.limits(0).move_time, Some(Duration::from_secs(2)));
        session.new_game();
        assert_eq!(session.limits(0).depth, None);
    }
}
