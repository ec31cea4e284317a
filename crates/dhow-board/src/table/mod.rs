//! One game: configuration, moves, clocks, end. It has no threads and sends no messages.

mod draws;
mod pace;
mod saved;

pub use saved::SavedGame;

use super::message::{GameConfig, GameOver, Level, Player, Side};
use dhow_engine::clock::Instant;
use dhow_engine::search::Limits;
use dhow_play::clock::Clocks;
use dhow_play::contest::{Contest, OffBoardEnding};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use draws::DrawState;
use pace::least_time;
use std::time::Duration;

/// The maximum number of moves: far more than in normal games, and few enough to save and show.
pub const MOST_MOVES: usize = 5000;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Table {
    config: GameConfig,
    contest: Contest,
    paused: bool,
    draws: DrawState,
}

impl Side {
    /// The engine's type for the side.
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

impl GameConfig {
    /// The name of the person who plays a side; `Player` if it was not given.
    pub fn person(&self, side: Color) -> &str {
        let name = match side {
            Color::White => &self.white_name,
            Color::Black => &self.black_name,
        };
        name.given().unwrap_or("Player")
    }
}

impl Table {
    /// A new game.
    pub fn new(config: GameConfig, game: Game) -> Self {
        let contest = Contest::new(game, Clocks::alike(config.pace));
        Self { config, contest, paused: false, draws: DrawState::default() }
    }

    /// The configuration.
    pub fn config(&self) -> &GameConfig {
        &self.config
    }

    /// The moves and the position.
    pub fn game(&self) -> &Game {
        self.contest.game()
    }

    /// The clocks, if there are any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.config.pace.time.is_clock().then(|| self.contest.clocks())
    }

    /// Whether the engine and the clocks are paused.
    pub fn paused(&self) -> bool {
        self.paused
    }

    /// The number of moves made.
    pub fn ply(&self) -> usize {
        self.game().moves().len()
    }

    /// The player of a side.
    pub fn player(&self, side: Color) -> Player {
        match side {
            Color::White => self.config.white,
            Color::Black => self.config.black,
        }
    }

    /// The engine's level for a side.
    pub fn level(&self, side: Color) -> Level {
        match side {
            Color::White => self.config.white_level,
            Color::Black => self.config.black_level,
        }
    }

    /// The player to move, if the game is not over.
    pub fn to_move(&self) -> Option<Player> {
        self.over().is_none().then(|| self.player(self.contest.side_to_move()))
    }

    /// The result and the reason, if the game is over.
    pub fn over(&self) -> Option<GameOver> {
        self.contest.end().map(|end| GameOver { result: end.result.text(), reason: end.reason })
    }

    /// Makes a legal move, if the game is not over.
    pub fn play(&mut self, mv: Move, now: Instant) {
        self.contest.play(mv, now);
    }

    /// Whether two people play on machines of their own.
    pub fn is_apart(&self) -> bool {
        self.config.seats.is_some()
    }

    /// Resigns for a person: the one in the seat of a side, or else the one to move, or the only one.
    pub fn resign(&mut self, seat: Option<Color>) -> bool {
        let side = seat.unwrap_or(self.contest.side_to_move());
        let resigns = [side, !side].into_iter().find(|&side| self.player(side) == Player::Person);
        let resigns = resigns.filter(|_| self.contest.end().is_none());
        resigns
            .inspect(|&side| self.contest.end_by(OffBoardEnding::Resigned(side), Instant::now()))
            .is_some()
    }

    /// Whether the person in the seat of a side may take back now: the last move is that side's.
    pub fn may_undo(&self, seat: Color) -> bool {
        let own_turn = self.contest.side_to_move() == seat;
        own_turn != self.game().at_turn_start()
    }

    /// Takes back as [`Contest::undo`] does. Returns whether there was anything to take back. After a loss on
    /// time nothing can be taken back.
    pub fn undo(&mut self) -> bool {
        if self.game().moves().is_empty()
            || matches!(self.contest.ending(), Some(OffBoardEnding::OutOfTime(_)))
        {
            return false;
        }
        let people = Color::ALL.map(|side| self.player(side) == Player::Person);
        let ended = self.contest.reopen();
        let undone = self.contest.undo(|side| people[side.index()]);
        if !undone {
            self.contest.set_ending(ended);
        }
        undone
    }

    /// The game as PGN, without an unfinished turn.
    pub fn pgn(&self) -> Result<String, String> {
        let mut pgn = self.contest.record().map_err(|error| error.to_string())?;
        self.tags().iter().for_each(|(name, value)| pgn.set_tag(name, value));
        Ok(pgn.to_string())
    }

    /// The PGN tags of the game.
    pub fn tags(&self) -> Vec<(String, String)> {
        let player = |side| match self.player(side) {
            Player::Person => self.config.person(side).to_string(),
            Player::Engine => format!("Dhow {}{}", env!("CARGO_PKG_VERSION"), self.level(side)),
        };
        let result = self.over().map_or("*", |over| over.result).to_string();
        let tags =
            [("White", player(Color::White)), ("Black", player(Color::Black)), ("Result", result)];
        tags.map(|(name, value)| (name.to_string(), value)).into()
    }

    /// Pauses the engine and the clocks, or continues.
    pub fn pause(&mut self, on: bool) {
        self.paused = on;
    }

    /// Starts the right clock, if any. Each side's first turn is free, and no clock runs while nobody looks.
    /// Returns whether another clock was running before.
    pub fn set_clock(&mut self, watched: bool, now: Instant) -> bool {
        let before = self.contest.clocks().running();
        match watched && !self.paused && self.game().turns_made() >= 2 {
            true => self.contest.run_clock(now),
            false => self.contest.clocks_mut().stop(now),
        }
        self.contest.clocks().running() != before
    }

    /// Ends the game if the side to move has run out of time. Returns whether it has.
    pub fn look_at_clock(&mut self, now: Instant) -> bool {
        self.contest.look_at_clock(now)
    }

    /// The minimum time from the start of thinking until the engine's turn is played.
    pub fn least_time(&self, now: Instant) -> Duration {
        let side = self.contest.side_to_move();
        least_time(self.level(side), &self.limits(now))
    }

    /// The limits of the engine's search.
    pub fn limits(&self, now: Instant) -> Limits {
        self.contest.clocks().limits(self.contest.side_to_move(), now)
    }
}

/// A game of these players, as strong as they can, from the default array.
#[cfg(test)]
pub fn config_of(
    variant: &str,
    [white, black]: [Player; 2],
    pace: dhow_play::time_control::TimeControl,
) -> GameConfig {
    GameConfig {
        variant: variant.into(),
        options: Vec::new(),
        setup: None,
        fen: None,
        white,
        black,
        white_level: Level::FULL,
        black_level: Level::FULL,
        white_name: Default::default(),
        black_name: Default::default(),
        seats: None,
        pace,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_play::time_control::{Time, TimeControl};
    use dhow_rules::variant::find;

    fn table(id: &str, black: Player, pace: TimeControl) -> Table {
        let config = config_of(id, [Player::Person, black], pace);
        Table::new(config, Game::new(find(id).expect("a built-in game")))
    }

    fn play(table: &mut Table, moves: &[&str]) {
        for text in moves {
            let mv = table.game().parse_move(text).expect("a legal move");
            table.play(mv, Instant::now());
        }
    }

    const TURN: TimeControl =
        TimeControl { time: Time::PerMove(Duration::from_millis(100)), depth: None, nodes: None };

    #[test]
    fn a_game_that_was_given_up_goes_on_by_taking_back() {
        let mut table = table("metamachy", Player::Engine, TURN);
        assert!(!table.undo());
        play(&mut table, &["e3e5"]);
        assert!(table.resign(None));
        assert_eq!(table.over().expect("an end").reason, "White resigns");
        assert!(!table.resign(None));
        assert!(table.undo() && table.over().is_none() && table.ply() == 0);
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
        assert!(table.resign(None));
        assert!(table.pgn().expect("a game").contains("{White resigns}"));
        assert!(table.pgn().expect("a game").contains("[White \"Player\"]\n"));
        table.config.white_name = " Zheng He ".to_string().try_into().expect("a name");
        assert!(table.pgn().expect("a game").contains("[White \"Zheng He\"]\n"));
    }

    #[test]
    fn the_clock_starts_with_the_second_move_and_ends_the_game() {
        let pace = Time::clock(Duration::from_secs(1), Duration::from_millis(100)).into();
        let mut table = table("metamachy", Player::Person, pace);
        let running = |table: &Table| table.clocks().and_then(Clocks::running);
        let start = Instant::now();
        play(&mut table, &["e3e5"]);
        table.set_clock(true, start);
        assert_eq!(running(&table), None);
        play(&mut table, &["e10e8"]);
        table.set_clock(true, start);
        assert_eq!(running(&table), Some(Color::White));
        let later = start + Duration::from_millis(400);
        table.set_clock(false, later);
        let left = |side| table.clocks().map(|clocks| clocks.left(side, later).as_millis());
        assert_eq!((left(Color::White), left(Color::Black)), (Some(600), Some(1000)));
        table.set_clock(true, later);
        table.look_at_clock(later + Duration::from_secs(1));
        assert_eq!(table.over().expect("an end").reason, "White loses on time");
        assert!(!table.undo() && table.ply() == 2);
    }
}
