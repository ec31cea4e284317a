//! One game: what was asked for, its moves, its clocks, its end. No threads and no messages.

mod pace;
mod saved;

pub use saved::Saved;

use super::clock::Clock;
use super::message::{Config, Level, Over, Pace, Player, Side};
use dhow_engine::search::{self, Limits};
use dhow_play::pgn::{GameResult, PgnGame};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::{Move, MoveKind};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The longest game, in moves: far longer than games are, and short enough to be kept and shown.
pub const MOST_MOVES: usize = 5000;

/// How a game ended before the board ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// A side gave it up.
    Resigned(Side),
    /// A side's time was over.
    Time(Side),
}

/// A game that is played.
#[derive(Clone, Debug)]
pub struct Table {
    config: Config,
    game: Game,
    ended: Option<Ended>,
    clock: Option<Clock>,
    paused: bool,
}

impl Side {
    /// The side as the engine has it.
    pub fn color(self) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl Table {
    /// A game at its start.
    pub fn new(config: Config, game: Game) -> Self {
        let clock = match config.pace {
            Pace::Clock { base_ms, increment_ms } => {
                let [base, increment] =
                    [base_ms, increment_ms].map(|ms| Duration::from_millis(ms.into()));
                Some(Clock::new([base; 2], increment))
            }
            _ => None,
        };
        Self { config, game, ended: None, clock, paused: false }
    }

    /// What was asked for.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Its moves and its position.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Its clocks, if it has any.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Whether engine and clocks stand still.
    pub fn paused(&self) -> bool {
        self.paused
    }

    /// How many moves were made.
    pub fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// Who plays a side.
    pub fn player(&self, side: Color) -> Player {
        match side {
            Color::White => self.config.white,
            Color::Black => self.config.black,
        }
    }

    /// How strongly the engine plays a side.
    pub fn level(&self, side: Color) -> Level {
        match side {
            Color::White => self.config.white_level,
            Color::Black => self.config.black_level,
        }
    }

    /// Who is to move, if the game goes on.
    pub fn to_move(&self) -> Option<Player> {
        self.over().is_none().then(|| self.player(self.game.side_to_move()))
    }

    /// The result and the reason, if the game is over.
    pub fn over(&self) -> Option<Over> {
        let lost = |side: Side, reason: String| {
            let result = match side {
                Side::White => "0-1",
                Side::Black => "1-0",
            };
            Some(Over { result, reason })
        };
        match self.ended {
            Some(Ended::Resigned(side)) => lost(side, format!("{} resigns", side.color())),
            Some(Ended::Time(side)) => lost(side, format!("{}'s time is over", side.color())),
            None => {
                let over = |outcome: dhow_rules::position::Outcome| Over {
                    result: outcome.result(),
                    reason: outcome.to_string(),
                };
                self.game.outcome().map(over)
            }
        }
    }

    /// Makes a legal move of a game that goes on.
    pub fn play(&mut self, mv: Move) {
        let side = self.game.side_to_move();
        self.game.play(mv);
        if self.game.side_to_move() != side
            && let Some(clock) = &mut self.clock
        {
            clock.turn_made(side);
        }
    }

    /// Gives the game up for a person: the one who is to move, or the only one.
    pub fn resign(&mut self) -> bool {
        let side = self.game.side_to_move();
        let resigns = [side, !side].into_iter().find(|&side| self.player(side) == Player::Person);
        match resigns.filter(|_| self.over().is_none()) {
            Some(side) => self.ended = Some(Ended::Resigned(side.into())),
            None => return false,
        }
        true
    }

    /// Takes back the last move of a turn that a person has begun, or has ended by the last move that it
    /// had; or turns, until a person is to move again, or none is left. Returns whether there was anything to take back: who has lost on time gets
    /// none back.
    pub fn undo(&mut self) -> bool {
        if self.game.moves().is_empty() || matches!(self.ended, Some(Ended::Time(_))) {
            return false;
        }
        self.ended = None;
        let person = |table: &Self| table.player(table.game.side_to_move()) == Player::Person;
        let begun = self.game.position().moves_made() > 0 && person(self);
        if begun || self.turn_has_run_out() {
            self.game.undo();
            return true;
        }
        self.game.undo_turn();
        let people = [self.config.white, self.config.black].contains(&Player::Person);
        while people && !person(self) && self.game.undo_turn() {}
        true
    }

    /// Whether the last move is a person's and was the last one that the turn had room for.
    fn turn_has_run_out(&self) -> bool {
        let ended = self.game.position().moves_made() == 0;
        let by = !self.game.side_to_move();
        let last = self.game.moves().last();
        self.game.variant().command.is_some()
            && ended
            && self.player(by) == Player::Person
            && last.is_some_and(|&mv| !is_end(mv))
    }

    /// The game as PGN, without a turn that is only begun.
    pub fn pgn(&self) -> Result<String, String> {
        let mut finished = self.game.clone();
        let over = self.over();
        if finished.position().moves_made() > 0 && over.is_none() {
            finished.undo_turn();
        }
        let (start, moves) = (self.game.start_fen(), finished.moves());
        let result = over.as_ref().and_then(|over| GameResult::of_text(over.result));
        let pgn = PgnGame::of_moves(self.game.variant(), start, moves, result.unwrap_or_default());
        let mut pgn = pgn.map_err(|error| error.to_string())?;
        self.tags().iter().for_each(|(name, value)| pgn.set_tag(name, value));
        if let (Some(over), Some(last)) = (over, pgn.moves.last_mut()) {
            last.comments.push(over.reason);
        }
        Ok(pgn.to_string())
    }

    /// What PGN says of the game beside its moves.
    pub fn tags(&self) -> Vec<(String, String)> {
        let player = |side| match self.player(side) {
            Player::Person => "Player".to_string(),
            Player::Engine => format!("Dhow {}{}", env!("CARGO_PKG_VERSION"), self.level(side)),
        };
        let result = self.over().map_or("*", |over| over.result).to_string();
        let tags =
            [("White", player(Color::White)), ("Black", player(Color::Black)), ("Result", result)];
        tags.map(|(name, value)| (name.to_string(), value)).into()
    }

    /// Stops engine and clocks, or lets them go on.
    pub fn pause(&mut self, on: bool) {
        self.paused = on;
    }

    /// Lets the clock run that shall run now, if any. Each side's first turn is free, and nobody loses
    /// time while nobody looks. Returns whether another one runs than before.
    pub fn set_clock(&mut self, watched: bool, now: Instant) -> bool {
        let runs = watched && !self.paused && self.game.turns_made() >= 2 && self.over().is_none();
        let side = self.game.side_to_move();
        let Some(clock) = &mut self.clock else { return false };
        let before = clock.running();
        match runs {
            true => clock.run(side, now),
            false => clock.stop(now),
        }
        clock.running() != before
    }

    /// Ends the game if the time of the side to move is over; returns whether it does.
    pub fn look_at_clock(&mut self, now: Instant) -> bool {
        let Some(clock) = &self.clock else { return false };
        let flagged = clock.running().filter(|&side| clock.left(side, now).is_zero());
        let Some(side) = flagged.filter(|_| self.over().is_none()) else { return false };
        self.ended = Some(Ended::Time(side.into()));
        true
    }

    /// How long the turn of the engine takes at least, from when it begins to think.
    pub fn least_time(&self, now: Instant) -> Duration {
        let side = self.game.side_to_move();
        let clock = self.clock.as_ref().map(|clock| (clock.left(side, now), clock.increment()));
        pace::least_time(self.config.pace, self.level(side), clock)
    }

    /// How long the engine may think about its turn.
    pub fn limits(&self, now: Instant) -> Limits {
        let mut limits = Limits::default();
        match (self.config.pace, &self.clock) {
            (Pace::Turn { ms }, _) => limits.move_time = Some(Duration::from_millis(ms.into())),
            (Pace::Nodes { nodes }, _) => limits.nodes = Some(nodes.into()),
            (Pace::Clock { .. }, Some(clock)) => {
                limits.clock = Some(search::TimeLeft {
                    remaining: clock.left(self.game.side_to_move(), now),
                    increment: clock.increment(),
                    moves_to_go: None,
                });
            }
            (Pace::Clock { .. }, None) => limits.depth = Some(1),
        }
        limits
    }
}

/// Whether a move ends a turn and nothing else.
pub fn is_end(mv: Move) -> bool {
    mv.kind() == MoveKind::End
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    fn table(id: &str, black: Player, pace: Pace) -> Table {
        let config = Config {
            variant: id.into(),
            options: Vec::new(),
            setup: None,
            fen: None,
            white: Player::Person,
            black,
            white_level: Level::FULL,
            black_level: Level::FULL,
            pace,
        };
        Table::new(config, Game::new(find(id).expect("a built-in game")))
    }

    fn play(table: &mut Table, moves: &[&str]) {
        for text in moves {
            let mv = table.game().parse_move(text).expect("a legal move");
            table.play(mv);
        }
    }

    const TURN: Pace = Pace::Turn { ms: 100 };

    #[test]
    fn people_take_back_to_their_own_turn() {
        let mut table = table("metamachy", Player::Engine, TURN);
        assert!(!table.undo());
        play(&mut table, &["e3e5", "e10e8", "d3d5"]);
        assert!(table.undo() && table.ply() == 2);
        assert!(table.undo() && table.ply() == 0);
        play(&mut table, &["e3e5"]);
        assert!(table.resign());
        assert_eq!(table.over().expect("an end").reason, "White resigns");
        assert!(!table.resign());
        assert!(table.undo() && table.over().is_none());
    }

    #[test]
    fn moves_of_a_turn_are_taken_back_one_by_one() {
        let mut table = table("chieftain", Player::Engine, TURN);
        play(&mut table, &["b2c4", "g2f4"]);
        assert!(table.undo() && table.ply() == 1);
        play(&mut table, &["end"]);
        assert_eq!(table.to_move(), Some(Player::Engine));
        assert!(table.undo() && table.ply() == 0, "the turn was over");
    }

    #[test]
    fn a_turn_that_has_run_out_is_taken_back_move_by_move() {
        for black in [Player::Engine, Player::Person] {
            let mut table = table("mini-chieftain", black, TURN);
            let mut moves = Vec::new();
            while table.game().side_to_move() == Color::White {
                let legal = table.game().legal_moves();
                let mv = legal.iter().copied().find(|&mv| !is_end(mv)).expect("a move");
                moves.push(mv);
                table.play(mv);
            }
            assert!(moves.len() > 1);
            assert!(table.undo() && table.ply() == moves.len() - 1);
            assert_eq!(table.game().side_to_move(), Color::White);
            let mv = table.game().legal_moves()[0];
            table.play(mv);
            table.play(table.game().legal_moves()[0]);
            assert!(table.undo());
            let engine = black == Player::Engine;
            assert!(!engine || table.ply() == 0, "the engine has answered");
        }
    }

    #[test]
    fn a_game_is_written_without_the_turn_that_is_begun() {
        let mut table = table("mini-chieftain", Player::Engine, TURN);
        play(&mut table, &["b2c4", "end", "b11c9"]);
        let pgn = table.pgn().expect("a game");
        assert!(pgn.contains("[Black \"Dhow ") && pgn.ends_with("\n1. b2c4 *\n"), "{pgn}");
        assert!(!pgn.contains("level"), "{pgn}");
        table.config.black_level = Level::try_from(3).expect("a level");
        assert!(table.pgn().expect("a game").contains(", level 3\"]\n"));
        assert!(table.resign());
        assert!(table.pgn().expect("a game").contains("{White resigns}"));
    }

    #[test]
    fn the_clock_starts_with_the_second_move_and_ends_the_game() {
        let pace = Pace::Clock { base_ms: 1000, increment_ms: 100 };
        let mut table = table("metamachy", Player::Person, pace);
        let start = Instant::now();
        play(&mut table, &["e3e5"]);
        table.set_clock(true, start);
        assert_eq!(table.clock().and_then(Clock::running), None);
        play(&mut table, &["e10e8"]);
        table.set_clock(true, start);
        assert_eq!(table.clock().and_then(Clock::running), Some(Color::White));
        let later = start + Duration::from_millis(400);
        table.set_clock(false, later);
        let left = |side| table.clock().map(|clock| clock.left(side, later).as_millis());
        assert_eq!((left(Color::White), left(Color::Black)), (Some(600), Some(1000)));
        table.set_clock(true, later);
        table.look_at_clock(later + Duration::from_secs(1));
        assert_eq!(table.over().expect("an end").reason, "White's time is over");
        assert!(!table.undo() && table.ply() == 2);
    }
}
