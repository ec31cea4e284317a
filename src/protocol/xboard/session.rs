//! The state of a conversation: the game, and who plays.

use super::highlight::Hand;
use super::level::TimeControl;
use super::options::{Options, features};
use super::searching::{Purpose, Report, Searching};
use super::{draw_offer, setup};
use crate::protocol::output::Output;
use dhow_engine::eval::Score;
use dhow_play::xboard::{CHESS, can_play, moves};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::{Move, Outcome};
use dhow_rules::variant::{Catalogue, Variant};
use std::sync::Arc;
use std::time::Instant;

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
pub struct Session {
    output: Output,
    /// The games that can be played here.
    pub(super) catalogue: Catalogue,
    /// Those that cannot.
    pub(super) beyond: Catalogue,
    /// What is searched.
    pub(super) searching: Searching,
    /// When the last line of the interface came.
    pub(super) asked: Instant,
    pub(super) own_scores: Vec<Score>,
    /// The opponent's move that the last search expected.
    pub(super) expected: Option<Move>,
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
    /// The game that is described before XBoard names one.
    pub(super) shown: Option<Arc<Variant>>,
}

impl Session {
    /// A conversation about games of a catalogue that writes to `output`. The news of searches go
    /// to `report`, which must see to it that they come back to [`Session::news`].
    ///
    /// # Panics
    /// If none of the games can be played by this protocol.
    pub fn new(output: Output, report: Report, catalogue: Catalogue) -> Self {
        let beyond = catalogue.only(|variant| !can_play(variant));
        let catalogue = catalogue.only(can_play);
        Self {
            output,
            searching: Searching::new(report),
            asked: Instant::now(),
            own_scores: Vec::new(),
            expected: None,
            game: Game::new(&catalogue[0]),
            catalogue,
            beyond,
            mode: Mode::Playing(Color::Black),
            options: Options::default(),
            control: TimeControl::new(),
            hand: Hand::default(),
            excluded: Vec::new(),
            pondering: false,
            posting: false,
            against_computer: false,
            variant_named: false,
            shown: None,
        }
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
        self.control.restart();
        self.mode = Mode::Playing(Color::Black);
        self.against_computer = false;
        let first = &self.catalogue[0];
        let variant = if first.id == CHESS { first } else { self.game.variant() };
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
            self.start(Purpose::Analyse);
        }
    }

    /// Makes a move that the interface sent; tells why not, if it is illegal.
    pub fn user_move(&mut self, text: &str) -> Result<(), String> {
        if self.purpose() == Some(Purpose::Think) {
            return Err("it is not your turn".into());
        }
        let mv = moves::from_gui(&self.game, text)?;
        let hit = self.mode != Mode::Force && self.purpose() == Some(Purpose::Ponder(mv));
        if !hit {
            self.abort();
        }
        self.game.play(mv);
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
        self.mode = Mode::Playing(self.game.side_to_move());
        if !self.claim_result() {
            self.start(Purpose::Think);
        }
    }

    /// Tells the interface that the game has ended, if it has: with legality testing off, it does
    /// not notice by itself.
    pub(super) fn claim_result(&self) -> bool {
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
        draw_offer::takes_draw(&self.own_scores, self.game.moves().len())
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
