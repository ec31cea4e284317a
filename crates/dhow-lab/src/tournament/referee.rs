//! The referee of one game: asks the players for their moves and applies the rules.

use super::adjudication::{Adjudicator, Decision};
use super::config::{Adjudication, EngineConfig};
use super::driver::{Answer, PlayerTurn, Trouble};
use super::player::EnginePlayer;
use super::thought::Thought;
use dhow_play::clock::{Clock, Clocks};
use dhow_play::contest::{Contest, End, OffBoardEnding};
use dhow_play::pgn::GameResult;
use dhow_play::xboard::moves;
use dhow_rules::game::{Game, Turn};
use dhow_rules::pieces::Color;
use dhow_rules::text::excerpt;
use std::time::{Duration, Instant};

/// How a game ended, by PGN's Termination tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By mate or another rule, agreement, or resignation.
    Normal,
    /// By adjudication.
    Adjudication,
    /// By a clock that ran out.
    TimeForfeit,
    /// By an illegal move or a wrong claim.
    RulesInfraction,
    /// By an engine that exited.
    Abandoned,
    /// By an engine that no longer answered.
    Stalled,
}

impl Termination {
    /// The faults of engines, which lose the game.
    pub const FAULTS: [Self; 4] =
        [Self::TimeForfeit, Self::RulesInfraction, Self::Abandoned, Self::Stalled];

    /// The value of the tag.
    pub fn text(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Adjudication => "adjudication",
            Self::TimeForfeit => "time forfeit",
            Self::RulesInfraction => "rules infraction",
            Self::Abandoned => "abandoned",
            Self::Stalled => "stalled connection",
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The result.
    pub result: GameResult,
    /// The reason, such as `White mates`.
    pub reason: String,
    /// The Termination.
    pub termination: Termination,
    /// Details of an engine's fault, and the engine's side.
    pub fault: Option<(Color, String)>,
}

/// An engine's move.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove {
    /// The time it took.
    pub used: Duration,
    /// Its search information.
    pub thought: Thought,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game, from its start position.
    pub game: Game,
    /// The number of opening moves.
    pub opening: usize,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// The end.
    pub verdict: Verdict,
    /// The side whose engine exited or no longer answers.
    pub broken: Option<Color>,
}

/// One side of a game.
pub struct Seat<'a> {
    /// The engine.
    pub player: &'a mut EnginePlayer,
    /// Its settings.
    pub config: &'a EngineConfig,
    /// Its name in the tournament.
    pub name: &'a str,
}

/// Plays a game after its opening. `None` if the tournament is interrupted.
pub fn play(opening: &Game, seats: &mut [Seat; 2], rules: Adjudication) -> Option<PlayedGame> {
    let clock = |seat: &Seat| Clock::with_margin(seat.config.control, seat.config.margin);
    let clocks = Clocks::new(seats.each_ref().map(clock));
    let mut live = LiveGame {
        contest: Contest::new(opening.clone(), clocks),
        adjudicator: Adjudicator::new(rules),
        moves: Vec::new(),
        offered: false,
        waiting: false,
    };
    let mut verdict = live.run(seats)?;
    let out_of_time = Instant::now();
    let culprit = verdict.fault.as_ref().map(|&(side, _)| side);
    let mut answered = false;
    let broken = culprit.filter(|side| match verdict.termination {
        Termination::Abandoned | Termination::Stalled => true,
        // It may only be slow.
        Termination::TimeForfeit => match seats[side.index()].player.settle() {
            Ok(has_answered) => {
                answered = has_answered;
                false
            }
            Err(_) => true,
        },
        _ => false,
    });
    if let (Some((_, fault)), true) = (&mut verdict.fault, live.waiting) {
        let late = out_of_time.elapsed().as_secs_f64();
        *fault += &match broken {
            Some(_) => format!("; asked to stop, it had not answered {late:.3} s later"),
            None if answered => format!("; asked to stop, it answered {late:.3} s too late"),
            None => String::new(),
        };
    }
    for seat in seats.iter_mut() {
        seat.player.end(verdict.result, &verdict.reason);
    }
    let LiveGame { contest, moves, .. } = live;
    let game = contest.game().clone();
    Some(PlayedGame { game, opening: opening.turns_made(), moves, verdict, broken })
}

/// A game in progress.
struct LiveGame {
    contest: Contest,
    adjudicator: Adjudicator,
    moves: Vec<PlayedMove>,
    /// Whether the last move came with a draw offer.
    offered: bool,
    /// Whether the clock ran out during the wait for a move.
    waiting: bool,
}

impl LiveGame {
    fn run(&mut self, seats: &mut [Seat; 2]) -> Option<Verdict> {
        let names = [seats[0].name, seats[1].name];
        for side in Color::ALL {
            let opponent = names[(!side).index()];
            let seat = &mut seats[side.index()];
            match seat.player.begin(self.contest.game(), opponent) {
                Ok(()) => {}
                Err(trouble) => return self.failed(side, trouble, seat.player),
            }
        }
        loop {
            if let Some(verdict) = self.ended() {
                return Some(verdict);
            }
            let side = self.contest.side_to_move();
            let seat = &mut seats[side.index()];
            let (game, clocks) = (self.contest.game(), self.contest.clocks().both());
            let turn = PlayerTurn { game, clocks, draw_offered: self.offered };
            match seat.player.think(&turn) {
                Err(trouble) => return self.failed(side, trouble, seat.player),
                Ok(reply) => {
                    let mut thought = reply.thought;
                    if seat.config.white_pov && side == Color::Black {
                        thought.eval = thought.eval.map(|eval| -eval);
                    }
                    self.offered = reply.offers_draw;
                    let answered = self.answer(side, reply.answer, reply.used, thought);
                    if let Some(verdict) = answered {
                        return Some(verdict);
                    }
                    if seat.config.ponder && self.ended().is_none() {
                        let (game, clocks) = (self.contest.game(), self.contest.clocks().both());
                        seat.player.ponder(&PlayerTurn { game, clocks, draw_offered: false });
                    }
                }
            }
        }
    }

    /// The end by the rules or by adjudication.
    fn ended(&self) -> Option<Verdict> {
        if let Some(end) = self.contest.end() {
            return Some(verdict(end, Termination::Normal, None));
        }
        let result = match self.adjudicator.decision(self.contest.game())? {
            Decision::Wins(winner) => GameResult::won_by(winner),
            Decision::Draw => GameResult::Draw,
        };
        Some(verdict(&OffBoardEnding::Adjudicated(result), Termination::Adjudication, None))
    }

    /// Handles the answer of the side to move. Returns the end of the game if it ends it.
    fn answer(
        &mut self,
        side: Color,
        answer: Answer,
        used: Duration,
        thought: Thought,
    ) -> Option<Verdict> {
        match answer {
            Answer::Move(text) => match self.read(&text) {
                Err(error) => {
                    let what = format!("{side} makes an illegal move: {}", excerpt(&text));
                    Some(forfeit(side, what, Termination::RulesInfraction, error))
                }
                Ok(turn) => {
                    let allowance = self.contest.clocks().of(side).allowance().unwrap_or(used);
                    if !self.contest.play_turn(&turn, used) {
                        let over = used.saturating_sub(allowance).as_secs_f64();
                        let used = used.as_secs_f64();
                        let fault = format!("`{text}` after {used:.3} s, {over:.3} s too late");
                        return Some(lost_on_time(side, fault));
                    }
                    self.moves.push(PlayedMove { used, thought });
                    self.adjudicator.add(self.contest.game(), side, thought.eval);
                    None
                }
            },
            Answer::AgreesToDraw => {
                Some(verdict(&OffBoardEnding::DrawAgreed, Termination::Normal, None))
            }
            Answer::Claims(result, reason) if result != GameResult::won_by(!side) => {
                let claim = excerpt(&format!("{result} {{{reason}}}"));
                let fault = format!("claims `{claim}`, but the game is not over");
                let what = format!("{side} makes a false claim: {claim}");
                Some(forfeit(side, what, Termination::RulesInfraction, fault))
            }
            // The game is not over, but a player that says it has lost has resigned.
            Answer::Resigns | Answer::Claims(..) => {
                Some(verdict(&OffBoardEnding::Resigned(side), Termination::Normal, None))
            }
            Answer::Rejects(line) => {
                let fault = format!("refuses a legal move: {}", excerpt(&line));
                let what = format!("{side} makes a false claim of an illegal move");
                Some(forfeit(side, what, Termination::RulesInfraction, fault))
            }
        }
    }

    /// Reads a turn in any of the notations that engines use.
    fn read(&self, text: &str) -> Result<Turn, String> {
        let game = self.contest.game();
        game.parse_turn(text).or_else(|error| {
            let turn = moves::read(game, text).ok().and_then(|mv| game.first_turn(&[mv]));
            turn.ok_or_else(|| error.to_string())
        })
    }

    fn failed(
        &mut self,
        side: Color,
        trouble: Trouble,
        player: &mut EnginePlayer,
    ) -> Option<Verdict> {
        let fault = trouble.to_string();
        Some(match trouble {
            Trouble::Interrupted => return None,
            Trouble::OutOfTime => {
                self.waiting = true;
                let left = self.contest.clocks().of(side).left().as_secs_f64();
                lost_on_time(side, format!("no move with {left:.3} s left on the clock"))
            }
            Trouble::Disconnected => {
                let fault = format!("the engine has ended: {}", player.ending());
                forfeit(side, format!("{side} disconnects"), Termination::Abandoned, fault)
            }
            Trouble::Stalled { .. } | Trouble::Unfit(_) | Trouble::Refused(_) => {
                forfeit(side, format!("{side}'s connection stalls"), Termination::Stalled, fault)
            }
        })
    }
}

fn verdict(
    end: impl Into<End>,
    termination: Termination,
    fault: Option<(Color, String)>,
) -> Verdict {
    let End { result, reason } = end.into();
    Verdict { result, reason, termination, fault }
}

fn lost_on_time(side: Color, fault: String) -> Verdict {
    verdict(&OffBoardEnding::OutOfTime(side), Termination::TimeForfeit, Some((side, fault)))
}

/// A side loses for this reason. `fault` has the details.
fn forfeit(side: Color, reason: String, termination: Termination, fault: String) -> Verdict {
    verdict(&OffBoardEnding::Forfeited(side, reason), termination, Some((side, fault)))
}
