//! Exercises: what was tried in a position, judged by the rules and by trying all replies.

use super::check::LONGEST_FEN;
use super::message::{
    Code, Exercise, ExerciseGoal, ExerciseState, ExerciseVerdict, GameOver, Refused, Side,
};
use super::{reach, view};
use dhow_play::proof::{MateSearch, TooMany, TurnProof};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use dhow_rules::square::Coordinates;
use dhow_rules::variant::Variant;
use std::sync::{Arc, Mutex, PoisonError};

/// The most moves of an exercise.
const MOST_MOVES: usize = 200;
/// The most positions of a proof: about two seconds.
const MOST_POSITIONS: u64 = 150_000;
/// The longest mates for which moves that give no check are not limited.
const ALL_MOVES: u32 = 3;

/// Exercises are judged one at a time, so that they leave room for games.
static JUDGE: Mutex<()> = Mutex::new(());

/// Makes the moves of an exercise, judges the last turn, and makes the other side's reply. May take some
/// seconds.
///
/// # Errors
/// If the position or a move is not legal.
pub fn carry_out(variant: &Arc<Variant>, exercise: Exercise) -> Result<ExerciseState, Refused> {
    let Exercise { fen, moves: asked, goal, solution, answer, inspect, .. } = exercise;
    if fen.len() > LONGEST_FEN || asked.len() > MOST_MOVES {
        return Err((Code::TooLong, "the exercise is too long".into()));
    }
    let start =
        Game::from_fen(variant, &fen).map_err(|error| (Code::Config, format!("FEN: {error}")))?;
    let mut game = start.clone();
    play_texts(&mut game, &asked)?;
    let square = inspect.as_deref().and_then(Coordinates::parse);
    let reach = square.and_then(|square| reach::of_piece(&game, square));
    let mut verdict = ExerciseVerdict::Open;
    if let (Some(goal), None) = (goal, &inspect) {
        let _alone = JUDGE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut judge = Judge::new(start.side_to_move(), goal);
        if answer && game.at_turn_start() && game.side_to_move() == judge.solver {
            if game.moves().is_empty() && !solution.is_empty() {
                play_texts(&mut game, &solution)?;
                end_turn(&mut game);
            } else if let Some(turn) = judge.answer(&game) {
                play_turn(&mut game, &turn);
            }
        }
        verdict = judge.verdict(&mut game);
    }
    let over = game.outcome();
    let goes_on = over.is_none();
    Ok(ExerciseState {
        asked,
        moves: view::played_since(&game, 0),
        verdict,
        placement: game.position().placement_text(),
        fen: view::start_of_turn(&game),
        side: Side::from(game.side_to_move()),
        checked: view::checked(&game),
        legal: if goes_on { view::legal(&game) } else { Vec::new() },
        turn: if goes_on { view::turn(&game) } else { None },
        over: over.map(|over| GameOver { result: over.result(), reason: over.to_string() }),
        reach,
    })
}

/// Makes moves that come as text.
fn play_texts(game: &mut Game, texts: &[String]) -> Result<(), Refused> {
    for text in texts {
        game.play_text(text).map_err(|error| (Code::Illegal, error.to_string()))?;
    }
    Ok(())
}

/// Makes the moves of a turn, and ends it if it could go on.
fn play_turn(game: &mut Game, turn: &[Move]) {
    for &mv in turn {
        game.play(mv);
    }
    end_turn(game);
}

/// Ends a turn that could go on.
fn end_turn(game: &mut Game) {
    if !game.at_turn_start() && game.outcome().is_none() {
        game.play(Move::END);
    }
}

/// Judges an exercise.
struct Judge {
    solver: Color,
    goal: ExerciseGoal,
    mates: MateSearch,
    turns: TurnProof,
}

impl Judge {
    fn new(solver: Color, goal: ExerciseGoal) -> Self {
        let mates = MateSearch::with_limit(MOST_POSITIONS);
        Self { solver, goal, mates, turns: TurnProof::with_limit(MOST_POSITIONS) }
    }

    /// What the last turn was worth. Makes the reply of the other side if that turn was right and more are
    /// needed.
    fn verdict(&mut self, game: &mut Game) -> ExerciseVerdict {
        if game.moves().is_empty() {
            return ExerciseVerdict::Open;
        }
        if let Some(outcome) = game.outcome() {
            let winner = outcome.winner();
            let is_parried = self.goal == ExerciseGoal::Parry {} && winner != Some(!self.solver);
            return match winner == Some(self.solver) || is_parried {
                true => ExerciseVerdict::Solved,
                false => ExerciseVerdict::Wrong,
            };
        }
        if !game.at_turn_start() || game.side_to_move() == self.solver {
            return ExerciseVerdict::Open;
        }
        let made = game.turns_made().div_ceil(2) as u32;
        let left = self.goal.length().saturating_sub(made);
        let reply = match self.goal {
            ExerciseGoal::Parry {} => {
                let mut position = game.position().clone();
                return match self.turns.holds(&mut *position) {
                    Ok(true) => ExerciseVerdict::Solved,
                    Ok(false) => ExerciseVerdict::Wrong,
                    Err(TooMany) => ExerciseVerdict::Unproven,
                };
            }
            _ if left == 0 => Ok(None),
            ExerciseGoal::Mate { quiet, .. } => self.reply_to_mate(game, left, quiet),
            ExerciseGoal::Win { .. } => {
                let mut position = game.position().clone();
                self.turns.best_defence(&mut *position)
            }
        };
        match reply {
            Ok(Some(turn)) => {
                play_turn(game, &turn);
                ExerciseVerdict::Open
            }
            Ok(None) => ExerciseVerdict::Wrong,
            Err(TooMany) => ExerciseVerdict::Unproven,
        }
    }

    /// The best reply of the side that will be mated; `None` if it will not be.
    fn reply_to_mate(
        &mut self,
        game: &Game,
        left: u32,
        quiet: u32,
    ) -> Result<Option<Vec<Move>>, TooMany> {
        let mut position = game.position().clone();
        let mut allowed = quiet;
        if !self.mates.is_mated_with(&mut *position, left, quiet)? {
            allowed = left;
            if left > ALL_MOVES {
                return Err(TooMany);
            }
            if !self.mates.is_mated_with(&mut *position, left, left)? {
                return Ok(None);
            }
        }
        let reply = self.mates.best_defence(&mut *position, left, allowed);
        Ok(reply.map(|mv| vec![mv]))
    }

    /// The next turn of a solution; `None` if it is not found in the time there is.
    fn answer(&mut self, game: &Game) -> Option<Vec<Move>> {
        let mut position = game.position().clone();
        let left = self.goal.length().saturating_sub(game.turns_made() as u32 / 2);
        match self.goal {
            ExerciseGoal::Mate { quiet, .. } => [quiet, left].into_iter().find_map(|quiet| {
                let found = self.mates.mating_move(&mut *position, left, quiet);
                found.ok().flatten().map(|mv| vec![mv])
            }),
            ExerciseGoal::Win { .. } => self.turns.win_in_1(&mut *position).ok().flatten(),
            ExerciseGoal::Parry {} => self.turns.parry(&mut *position).ok().flatten(),
        }
    }
}

#[cfg(test)]
mod tests;
