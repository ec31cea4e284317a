//! The state of a conversation: the game, and who plays.

use super::highlight::Hand;
use super::options::{SessionOptions, features};
use super::searching::{EventSink, SearchPurpose, Searches};
use super::setup;
use crate::protocol::output::Output;
use dhow_engine::eval::Score;
use dhow_play::clock::{Clock, Clocks};
use dhow_play::contest::{Contest, takes_draw};
use dhow_play::time_control::{Time, TimeControl};
use dhow_play::xboard::{CHESS, can_play, moves};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::{Move, Outcome};
use dhow_rules::variant::{Catalogue, Variant};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The engine's limits as long as nobody has set a time control.
const UNSET: TimeControl =
    TimeControl { time: Time::PerMove(Duration::from_secs(3)), depth: None, nodes: None };
/// The longest time that is believed, a year, in hundredths of a second.
const MOST_HUNDREDTHS: i64 = 365 * 86_400 * 100;

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

/// A conversation with XBoard.
pub struct XboardSession {
    output: Output,
    /// The games that can be played here.
    pub(super) catalogue: Catalogue,
    /// Those that cannot.
    pub(super) beyond: Catalogue,
    /// What is searched.
    pub(super) searching: Searches,
    /// When the last line of the interface came.
    pub(super) asked: Instant,
    pub(super) own_scores: Vec<Score>,
    /// The opponent's move that the last search expected.
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
    /// The game that is described before XBoard names one.
    pub(super) shown: Option<Arc<Variant>>,
}

impl XboardSession {
    /// A conversation about games of a catalogue that writes to `output`. The news of searches go
    /// to `report`, which must see to it that they come back to [`XboardSession::news`].
    ///
    /// # Panics
    /// If none of the games can be played by this protocol.
    pub fn new(output: Output, report: EventSink, catalogue: Catalogue) -> Self {
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
        }
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        self.contest.game()
    }

    /// The limits of the engine's thinking. Whichever side it plays, they are the same.
    fn control(&self) -> TimeControl {
        *self.contest.clocks().of(Color::White).control()
    }

    fn set_control(&mut self, control: TimeControl) {
        *self.contest.clocks_mut() = Clocks::alike(control);
    }

    /// Another time control, whose clock begins to count now.
    pub fn set_time(&mut self, time: Time) {
        self.set_control(TimeControl { time, ..self.control() });
    }

    /// Searches only so deep; 0 is no limit.
    pub fn set_depth(&mut self, depth: u32) {
        let left = self.contest.clocks().of(Color::White).left();
        self.set_control(TimeControl { depth: (depth > 0).then_some(depth), ..self.control() });
        self.set_left(left);
    }

    /// Reads what follows `time`: hundredths of a second on the engine's clock, which may be overdrawn.
    pub fn set_time_left(&mut self, text: &str) -> Option<()> {
        let hundredths: i64 = text.parse().ok()?;
        self.set_left(Duration::from_millis(hundredths.clamp(0, MOST_HUNDREDTHS) as u64 * 10));
        Some(())
    }

    fn set_left(&mut self, left: Duration) {
        if self.control().time.is_clock() {
            for side in Color::ALL {
                self.contest.clocks_mut().of_mut(side).set_left(left);
            }
        }
    }

    /// The engine's clock before the turn of a side.
    pub(super) fn clock(&mut self, side: Color, made: u32) -> &mut Clock {
        let clock = self.contest.clocks_mut().of_mut(side);
        clock.set_moves_made(made);
        clock
    }

    /// Writes a line.
    pub fn say(&self, line: impl std::fmt::Display) {
        self.output.line(line);
    }

    /// Answers `protover`.
    pub fn introduce(&self) {
        let described = self.shown.as_ref().map(|game| setup::description(game, &game.start));
        self.output.lines(features(&self.catalogue, described.unwrap_or_default()));
    }

    /// Starts a game of the current variant from its default array, or of chess where the interface has
    /// been told that it is played. The interface then names the variant, unless it knows no others.
    pub fn new_game(&mut self) {
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

    /// Starts a game of a variant, with the setup that the options ask for, and describes it.
    pub fn new_variant(&mut self, variant: &Arc<Variant>) {
        self.abort();
        self.variant_named = true;
        let setup = self.options.setup.pick(variant, &mut self.searching.engine);
        let game = Game::with_setup(variant, &setup);
        self.output.lines(setup::description(variant, game.start_fen()));
        self.set_game(game);
    }

    /// Goes to another game or position.
    pub fn set_game(&mut self, game: Game) {
        self.abort();
        self.contest = Contest::new(game, self.contest.clocks().clone());
        self.own_scores.clear();
        self.position_changed();
    }

    /// Takes back the last `count` moves; `false` if fewer were made.
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

    /// Forgets what was said of another position.
    pub(super) fn position_changed(&mut self) {
        self.expected = None;
        self.excluded.clear();
        self.hand = Hand::default();
        self.analyse_again();
    }

    /// Searches anew, if in analysis.
    pub fn analyse_again(&mut self) {
        if self.mode == Mode::Analysing {
            self.start(SearchPurpose::Analyse);
        }
    }

    /// Makes a move that the interface sent; tells why not, if it is illegal.
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

    /// Tells the interface that the game has ended, if it has: with legality testing off, it does
    /// not notice by itself.
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
