//! One game: asks the players for their moves in turn, and judges them by the rules.

use super::adjudication::{Adjudicator, Decision};
use super::clock::Clock;
use super::config::{Adjudication, EngineConfig};
use super::driver::{Answer, Trouble, Turn};
use super::player::Player;
use super::thought::Thought;
use dhow_play::pgn::GameResult;
use dhow_play::xboard::moves;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::{Move, Outcome};
use dhow_rules::text::excerpt;
use std::time::{Duration, Instant};

/// In what way a game ended, as PGN's Termination tag names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the rules, by agreement or by resignation.
    Normal,
    /// By the referee, from scores or length.
    Adjudication,
    /// A clock ran out.
    TimeForfeit,
    /// An engine made an illegal move, or claimed what is not so.
    RulesInfraction,
    /// An engine ended.
    Abandoned,
    /// An engine no longer answered.
    Stalled,
}

impl Termination {
    /// Those that are an engine's fault, which has lost the game by it.
    pub const FAULTS: [Self; 4] =
        [Self::TimeForfeit, Self::RulesInfraction, Self::Abandoned, Self::Stalled];

    /// The word for the tag.
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
    /// Who won.
    pub result: GameResult,
    /// Why, such as `White mates`.
    pub reason: String,
    /// In what way.
    pub termination: Termination,
    /// What an engine did wrong in detail, and which side it played.
    pub fault: Option<(Color, String)>,
}

/// A move that an engine made.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove {
    /// The time it took.
    pub used: Duration,
    /// What the engine told about it.
    pub thought: Thought,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game, from the start array on.
    pub game: Game,
    /// How many of its moves were the opening.
    pub opening: usize,
    /// The moves that followed.
    pub moves: Vec<PlayedMove>,
    /// The end.
    pub verdict: Verdict,
    /// The side whose engine has ended, or answers no more.
    pub broken: Option<Color>,
}

/// A side of a game.
pub struct Seat<'a> {
    /// Who plays.
    pub player: &'a mut Player,
    /// How it is used.
    pub config: &'a EngineConfig,
    /// Its name in the tournament.
    pub name: &'a str,
}

/// Plays a game from the end of its opening. `None` if the tournament is called off meanwhile.
pub fn play(opening: &Game, seats: &mut [Seat; 2], rules: Adjudication) -> Option<PlayedGame> {
    let mut live = LiveGame {
        game: opening.clone(),
        clocks: [Clock::new(seats[0].config.control), Clock::new(seats[1].config.control)],
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
            Some(_) => format!("; told to stop, it had not answered {late:.3} s later"),
            None if answered => format!("; told to stop, it answered {late:.3} s too late"),
            None => String::new(),
        };
    }
    for seat in seats.iter_mut() {
        seat.player.end(verdict.result, &verdict.reason);
    }
    let LiveGame { game, moves, .. } = live;
    Some(PlayedGame { game, opening: opening.turns_made(), moves, verdict, broken })
}

/// A game going on.
struct LiveGame {
    game: Game,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    moves: Vec<PlayedMove>,
    /// Whether the side that moved last offers a draw.
    offered: bool,
    /// Whether a clock ran out while its move was waited for.
    waiting: bool,
}

impl LiveGame {
    fn run(&mut self, seats: &mut [Seat; 2]) -> Option<Verdict> {
        let names = [seats[0].name, seats[1].name];
        for side in Color::ALL {
            let opponent = names[(!side).index()];
            let seat = &mut seats[side.index()];
            match seat.player.begin(&self.game, opponent) {
                Ok(()) => {}
                Err(trouble) => return self.failed(side, trouble, seat.player),
            }
        }
        loop {
            if let Some(verdict) = self.ended() {
                return Some(verdict);
            }
            let side = self.game.side_to_move();
            let seat = &mut seats[side.index()];
            let turn = Turn { game: &self.game, clocks: &self.clocks, draw_offered: self.offered };
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
                        let (game, clocks) = (&self.game, &self.clocks);
                        seat.player.ponder(&Turn { game, clocks, draw_offered: false });
                    }
                }
            }
        }
    }

    /// The end by the rules, or by the scores.
    fn ended(&self) -> Option<Verdict> {
        if let Some(outcome) = self.game.outcome() {
            return Some(Verdict {
                result: outcome.into(),
                reason: match outcome {
                    Outcome::Win(..) => outcome.to_string(),
                    Outcome::Draw(reason) => format!("Draw by {reason}"),
                },
                termination: Termination::Normal,
                fault: None,
            });
        }
        let decision = self.adjudicator.decision(&self.game)?;
        let (result, reason) = match decision {
            Decision::Wins(winner) => {
                (GameResult::won_by(winner), format!("{winner} wins by adjudication"))
            }
            Decision::Draw => (GameResult::Draw, "Draw by adjudication".into()),
        };
        Some(Verdict { result, reason, termination: Termination::Adjudication, fault: None })
    }

    /// Takes in what the side to move does; the end of the game, if that ends it.
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
                    let text = excerpt(&text);
                    let reason = format!("{side} makes an illegal move: {text}");
                    Some(loss(side, reason, Termination::RulesInfraction, error))
                }
                Ok(_) if !self.clocks[side.index()].spend(used) => {
                    let allowance = self.clocks[side.index()].allowance().unwrap_or(used);
                    let over = used.saturating_sub(allowance).as_secs_f64();
                    Some(loss(side, format!("{side} loses on time"), Termination::TimeForfeit, {
                        format!("`{text}` after {:.3} s, {over:.3} s too late", used.as_secs_f64())
                    }))
                }
                Ok(turn) => {
                    turn.iter().for_each(|&mv| self.game.play(mv));
                    self.moves.push(PlayedMove { used, thought });
                    self.adjudicator.add(&self.game, side, thought.eval);
                    None
                }
            },
            Answer::Resigns => Some(Verdict {
                result: GameResult::won_by(!side),
                reason: format!("{side} resigns"),
                termination: Termination::Normal,
                fault: None,
            }),
            Answer::AgreesToDraw => Some(Verdict {
                result: GameResult::Draw,
                reason: "Draw by agreement".into(),
                termination: Termination::Normal,
                fault: None,
            }),
            // The game is not over; but whoever says that it has lost, has.
            Answer::Claims(result, _) if result == GameResult::won_by(!side) => Some(Verdict {
                result,
                reason: format!("{side} resigns"),
                termination: Termination::Normal,
                fault: None,
            }),
            Answer::Claims(result, reason) => {
                let claim = excerpt(&format!("{result} {{{reason}}}"));
                let text = format!("{side} makes a false claim: {claim}");
                let fault = format!("claims `{claim}`, but the game is not over");
                Some(loss(side, text, Termination::RulesInfraction, fault))
            }
            Answer::Rejects(line) => {
                let fault = format!("refuses a legal move: {}", excerpt(&line));
                let text = format!("{side} makes a false claim of an illegal move");
                Some(loss(side, text, Termination::RulesInfraction, fault))
            }
        }
    }

    /// Reads a turn in any of the ways in which engines write it.
    fn read(&self, text: &str) -> Result<Vec<Move>, String> {
        self.game.parse_turn(text).or_else(|error| match moves::read(&self.game, text) {
            Ok(mv) => Ok(self.game.first_turn(&[mv])),
            Err(_) => Err(error.to_string()),
        })
    }

    fn failed(&mut self, side: Color, trouble: Trouble, player: &mut Player) -> Option<Verdict> {
        let fault = trouble.to_string();
        let (reason, termination, fault) = match trouble {
            Trouble::Interrupted => return None,
            Trouble::OutOfTime => {
                self.waiting = true;
                let left = self.clocks[side.index()].remaining().as_secs_f64();
                let fault = format!("no move with {left:.3} s left on the clock");
                (format!("{side} loses on time"), Termination::TimeForfeit, fault)
            }
            Trouble::Disconnected => {
                let fault = format!("the engine has ended: {}", player.ending());
                (format!("{side} disconnects"), Termination::Abandoned, fault)
            }
            Trouble::Stalled { .. } | Trouble::Unfit(_) | Trouble::Refused(_) => {
                (format!("{side}'s connection stalls"), Termination::Stalled, fault)
            }
        };
        Some(loss(side, reason, termination, fault))
    }
}

fn loss(loser: Color, reason: String, termination: Termination, fault: String) -> Verdict {
    Verdict { result: GameResult::won_by(!loser), reason, termination, fault: Some((loser, fault)) }
}
