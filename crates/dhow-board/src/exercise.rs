//! Exercises: what was tried in a position, judged by the rules and by trying all replies.

mod mate;
mod turns;

use super::check::LONGEST_FEN;
use super::message::{
    Code, Exercise, ExerciseGoal, ExerciseState, ExerciseVerdict, GameOver, Refused, Side,
};
use super::{reach, view};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use dhow_rules::square::Coordinates;
use dhow_rules::variant::Variant;
use mate::MateProver;
use std::sync::{Arc, Mutex, PoisonError};
use turns::TurnProver;

/// The most moves of an exercise.
const MOST_MOVES: usize = 200;
/// The most positions of a proof: about two seconds.
const MOST_POSITIONS: u64 = 150_000;
/// The longest mates for which moves that give no check are not limited.
const ALL_MOVES: u32 = 3;

/// Exercises are judged one at a time, so that they leave room for games.
static JUDGE: Mutex<()> = Mutex::new(());

/// More positions would have to be looked at than there is time for.
#[derive(Clone, Copy, Debug)]
struct TooLong;

/// The positions that may still be looked at.
struct ProofEffort(u64);

impl ProofEffort {
    fn new() -> Self {
        Self(MOST_POSITIONS)
    }

    fn spend(&mut self) -> Result<(), TooLong> {
        self.0 = self.0.checked_sub(1).ok_or(TooLong)?;
        Ok(())
    }
}

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
    let illegal = |error: dhow_rules::movegen::MoveTextError| (Code::Illegal, error.to_string());
    for text in &asked {
        let mv = game.parse_move(text).map_err(illegal)?;
        game.play(mv);
    }
    let square = inspect.as_deref().and_then(Coordinates::parse);
    let reach = square.and_then(|square| reach::of_piece(&game, square));
    let mut verdict = ExerciseVerdict::Open;
    if let (Some(goal), None) = (goal, &inspect) {
        let _alone = JUDGE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut judge = Judge { solver: start.side_to_move(), goal, effort: ProofEffort::new() };
        if answer && game.at_turn_start() && game.side_to_move() == judge.solver {
            let turn = match game.moves().is_empty() && !solution.is_empty() {
                true => {
                    solution
                        .iter()
                        .try_fold((game.clone(), Vec::new()), |(mut game, mut turn), text| {
                            let mv = game.parse_move(text).map_err(illegal)?;
                            game.play(mv);
                            turn.push(mv);
                            Ok::<_, Refused>((game, turn))
                        })?
                        .1
                }
                false => judge.answer(&game).unwrap_or_default(),
            };
            play_turn(&mut game, &turn);
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

/// Makes the moves of a turn, and ends it if it could go on.
fn play_turn(game: &mut Game, turn: &[Move]) {
    for &mv in turn {
        game.play(mv);
    }
    if !turn.is_empty() && !game.at_turn_start() && game.outcome().is_none() {
        game.play(Move::END);
    }
}

/// Judges an exercise.
struct Judge {
    solver: Color,
    goal: ExerciseGoal,
    effort: ProofEffort,
}

impl Judge {
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
                return match TurnProver::default().holds(&mut *position, &mut self.effort) {
                    Ok(true) => ExerciseVerdict::Solved,
                    Ok(false) => ExerciseVerdict::Wrong,
                    Err(TooLong) => ExerciseVerdict::Unproven,
                };
            }
            _ if left == 0 => Ok(None),
            ExerciseGoal::Mate { quiet, .. } => self.reply_to_mate(game, left, quiet),
            ExerciseGoal::Win { .. } => {
                let mut position = game.position().clone();
                TurnProver::default().best_defence(&mut *position, &mut self.effort)
            }
        };
        match reply {
            Ok(Some(turn)) => {
                play_turn(game, &turn);
                ExerciseVerdict::Open
            }
            Ok(None) => ExerciseVerdict::Wrong,
            Err(TooLong) => ExerciseVerdict::Unproven,
        }
    }

    /// The best reply of the side that will be mated; `None` if it will not be.
    fn reply_to_mate(
        &mut self,
        game: &Game,
        left: u32,
        quiet: u32,
    ) -> Result<Option<Vec<Move>>, TooLong> {
        let mut position = game.position().clone();
        let mut prover = MateProver::default();
        let mut allowed = quiet;
        if !prover.is_mated(&mut *position, left, quiet, &mut self.effort)? {
            allowed = left;
            if left > ALL_MOVES {
                return Err(TooLong);
            }
            if !prover.is_mated(&mut *position, left, left, &mut self.effort)? {
                return Ok(None);
            }
        }
        let reply = prover.best_defence(&mut *position, left, allowed, &mut self.effort);
        Ok(reply.map(|mv| vec![mv]))
    }

    /// The next turn of a solution; `None` if it is not found in the time there is.
    fn answer(&mut self, game: &Game) -> Option<Vec<Move>> {
        let mut position = game.position().clone();
        let left = self.goal.length().saturating_sub(game.turns_made() as u32 / 2);
        match self.goal {
            ExerciseGoal::Mate { quiet, .. } => {
                let mut prover = MateProver::default();
                [quiet, left]
                    .into_iter()
                    .find_map(|quiet| {
                        prover
                            .mating_move(&mut *position, left, quiet, &mut self.effort)
                            .ok()
                            .flatten()
                    })
                    .map(|mv| vec![mv])
            }
            ExerciseGoal::Win { .. } => {
                let found = TurnProver::default().win_in_1(&mut *position, &mut self.effort);
                found.ok().flatten().map(|(turn, _)| turn)
            }
            ExerciseGoal::Parry {} => {
                TurnProver::default().parry(&mut *position, &mut self.effort).ok().flatten()
            }
        }
    }
}

#[cfg(test)]
mod tests;
