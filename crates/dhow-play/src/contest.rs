//! A game in progress: moves, clocks, and end.
//!
//! The browser board, the terminal, the XBoard protocol and engine matches use it. They differ in who makes
//! the moves and in what they show.

mod draw_offer;

use crate::clock::Clocks;
use crate::pgn::{GameResult, PgnGame};
use dhow_engine::clock::Instant;
use dhow_rules::game::{Game, Turn};
use dhow_rules::pieces::Color;
use dhow_rules::position::{FenError, Move, MoveKind};
use std::time::Duration;

pub use draw_offer::takes_draw;

/// How a game ended other than on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OffBoardEnding {
    /// A side resigned.
    Resigned(Color),
    /// A side ran out of time.
    OutOfTime(Color),
    /// Both sides agreed to a draw.
    DrawAgreed,
    /// Adjudicated with this result.
    Adjudicated(GameResult),
    /// A side forfeited the game, for this reason.
    Forfeited(Color, String),
    /// The record has this result without a reason.
    Recorded(GameResult),
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The result.
    pub result: GameResult,
    /// The reason, such as `White mates` or `Draw by agreement`.
    pub reason: String,
}

impl From<&OffBoardEnding> for End {
    fn from(ending: &OffBoardEnding) -> Self {
        let lost = |side: Color, what: &str| (GameResult::won_by(!side), format!("{side} {what}"));
        let (result, reason) = match ending {
            OffBoardEnding::Resigned(side) => lost(*side, "resigns"),
            OffBoardEnding::OutOfTime(side) => lost(*side, "loses on time"),
            OffBoardEnding::Forfeited(side, reason) => (GameResult::won_by(!*side), reason.clone()),
            OffBoardEnding::DrawAgreed => (GameResult::Draw, "Draw by agreement".into()),
            OffBoardEnding::Adjudicated(result) => (
                *result,
                match result.winner() {
                    Some(winner) => format!("{winner} wins by adjudication"),
                    None => "Draw by adjudication".into(),
                },
            ),
            OffBoardEnding::Recorded(result) => (*result, "as the file says".into()),
        };
        Self { result, reason }
    }
}

/// A game in progress.
///
/// ```
/// use dhow_play::clock::Clocks;
/// use dhow_play::contest::{Contest, OffBoardEnding};
/// use dhow_play::time_control::Time;
/// use dhow_rules::{game::Game, pieces::Color, variant::find};
/// use std::time::{Duration, Instant};
///
/// let five_minutes = Time::of_minutes("5+3").expect("minutes and seconds").into();
/// let game = Game::new(find("metamachy").expect("a built-in game"));
/// let mut contest = Contest::new(game, Clocks::alike(five_minutes));
/// let start = Instant::now();
/// contest.run_clock(start);
/// let first = contest.game().parse_move("e3e5").expect("a legal move");
/// let after = start + Duration::from_secs(10);
/// contest.play(first, after);
/// assert_eq!(contest.clocks().left(Color::White, after), Duration::from_secs(293));
/// contest.end_by(OffBoardEnding::Resigned(Color::Black), after);
/// assert_eq!(contest.end().expect("an end").reason, "Black resigns");
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    game: Game,
    clocks: Clocks,
    ending: Option<OffBoardEnding>,
}

impl Contest {
    /// Continues a game, with stopped clocks.
    pub fn new(game: Game, clocks: Clocks) -> Self {
        Self { game, clocks, ending: None }
    }

    /// The moves and the position.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The clocks, mutable.
    pub fn clocks_mut(&mut self) -> &mut Clocks {
        &mut self.clocks
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.game.side_to_move()
    }

    /// Makes a legal move. If it ends the turn, the side's clock stops and gets its increment.
    pub fn play(&mut self, mv: Move, now: Instant) {
        let side = self.side_to_move();
        if self.game.play(mv) || self.game.outcome().is_some() {
            self.clocks.turn_made(side, now);
        }
    }

    /// Makes the moves of a turn that took `used`, for callers that measure the time themselves. Returns
    /// whether the turn was in time; if not, nothing changes.
    pub fn play_turn(&mut self, turn: &Turn, used: Duration) -> bool {
        let in_time = self.clocks.of_mut(self.game.side_to_move()).spend(used);
        if in_time {
            self.game.play_moves(turn);
        }
        in_time
    }

    /// Takes back the last move. Returns `false` at the start. An ending other than on the board stays.
    pub fn undo_move(&mut self) -> bool {
        self.game.undo().is_some()
    }

    /// Takes back the last move of a person's unfinished turn, or of a person's turn that ended because no
    /// move was left; otherwise whole turns, until a person is to move. Without people, takes back one turn.
    /// Returns whether there was anything to take back.
    pub fn undo(&mut self, is_person: impl Fn(Color) -> bool) -> bool {
        let game = &mut self.game;
        let side = game.side_to_move();
        let begun = !game.at_turn_start();
        if begun && is_person(side) || turn_has_run_out(game) && is_person(!side) {
            return game.undo().is_some();
        }
        if !Color::ALL.into_iter().any(&is_person) {
            return game.undo_turn();
        }
        // Turns alternate, and the other side made the last finished one.
        let by = |back: usize| if back % 2 == 1 { !side } else { side };
        let Some(back) = (1..=game.turns_made()).find(|&back| is_person(by(back))) else {
            return false;
        };
        if begun {
            game.undo_turn();
        }
        (0..back).for_each(|_| {
            game.undo_turn();
        });
        true
    }

    /// Ends the game with this ending, unless it is over.
    pub fn end_by(&mut self, ending: OffBoardEnding, now: Instant) {
        if self.end().is_none() {
            self.clocks.stop(now);
            self.ending = Some(ending);
        }
    }

    /// The ending, if the game ended other than on the board.
    pub fn ending(&self) -> Option<&OffBoardEnding> {
        self.ending.as_ref()
    }

    /// Sets the ending, from a saved game.
    pub fn set_ending(&mut self, ending: Option<OffBoardEnding>) {
        self.ending = ending;
    }

    /// Continues a game that did not end on the board, and returns its ending.
    pub fn reopen(&mut self) -> Option<OffBoardEnding> {
        self.ending.take()
    }

    /// The end, if the game is over.
    pub fn end(&self) -> Option<End> {
        match &self.ending {
            Some(ending) => Some(ending.into()),
            None => self
                .game
                .outcome()
                .map(|outcome| End { result: outcome.into(), reason: outcome.to_string() }),
        }
    }

    /// Starts the clock of the side to move, unless the game is over.
    pub fn run_clock(&mut self, now: Instant) {
        match self.end() {
            None => self.clocks.run(self.game.side_to_move(), now),
            Some(_) => self.clocks.stop(now),
        }
    }

    /// Ends the game if the running clock has reached zero. Returns whether it has.
    pub fn look_at_clock(&mut self, now: Instant) -> bool {
        let Some(side) = self.clocks.flagged(now).filter(|_| self.end().is_none()) else {
            return false;
        };
        self.end_by(OffBoardEnding::OutOfTime(side), now);
        true
    }

    /// The moves of all finished turns; if the game is over, all moves.
    pub fn recorded(&self) -> &[Move] {
        let begun = if self.end().is_some() { 0 } else { self.game.position().moves_made() };
        let moves = self.game.moves();
        &moves[..moves.len().saturating_sub(begun)]
    }

    /// The record of the game, with the reason of its end as the last comment. Leaves out an unfinished turn,
    /// unless the game is over.
    pub fn record(&self) -> Result<PgnGame, FenError> {
        let (game, end) = (&self.game, self.end());
        let result = end.as_ref().map_or(GameResult::Unknown, |end| end.result);
        let mut record =
            PgnGame::of_moves(game.variant(), game.start_fen(), self.recorded(), result)?;
        if let Some(End { reason, .. }) = end {
            match record.moves.last_mut() {
                Some(last) => last.comments.push(reason),
                None => record.comments.push(reason),
            }
        }
        Ok(record)
    }
}

/// Whether the last turn ended because no move was left.
fn turn_has_run_out(game: &Game) -> bool {
    let last = game.moves().last();
    game.variant().command.is_some()
        && game.at_turn_start()
        && last.is_some_and(|mv| mv.kind() != MoveKind::End)
}

#[cfg(test)]
mod tests;
