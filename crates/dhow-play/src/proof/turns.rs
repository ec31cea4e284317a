//! Forced wins of games with leaders.
//!
//! It uses only the legal actions and the positions after them. Two turns count as the same if they pass through the
//! same positions, so of several orders of the same moves one is tried.

use super::{TooMany, Turns, remember, visit};
use dhow_rules::game::Play;
use dhow_rules::pieces::Color;
use dhow_rules::position::{Move, MoveKind, Outcome};
use std::collections::HashSet;

/// Tries turns, and remembers those that recently succeeded.
///
/// Repetitions and the limit of turns without a capture do not affect a win in so few turns, if the position has a low
/// count.
pub struct TurnProof {
    /// The number of states of turns that may still be visited.
    left: u64,
    /// Turns that recently won, the latest first.
    wins: Turns,
    /// Turns that recently averted a win.
    defences: Turns,
}

/// How many of all turns reach the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnShare {
    /// The number of turns that reach the goal.
    pub good: usize,
    /// The number of all turns.
    pub all: usize,
}

impl Default for TurnProof {
    fn default() -> Self {
        Self::with_limit(u64::MAX)
    }
}

/// Whether to continue after a turn.
enum Then {
    GoOn,
    Stop,
}

/// Called with each different turn, in the position after it.
type TurnLook<'a, T> = dyn FnMut(&mut TurnProof, &mut dyn Play, &[Move]) -> Result<T, TooMany> + 'a;

impl TurnProof {
    /// The number of turns that are remembered.
    const REMEMBERED: usize = 12;

    /// A proof that gives up after `states` states of turns.
    pub fn with_limit(states: u64) -> Self {
        Self { left: states, wins: Vec::new(), defences: Vec::new() }
    }

    /// A turn by which the side to move captures the last leader of the other; `None` if no turn does.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn win_in_1(&mut self, position: &mut dyn Play) -> Result<Option<Vec<Move>>, TooMany> {
        for turn in self.wins.clone() {
            if wins(position, &turn) {
                return Ok(Some(turn));
            }
        }
        Ok(self.shortest_win(position)?.map(|(turn, _)| turn))
    }

    /// A turn that wins at once with the fewest moves that capture no leader, and their number.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn shortest_win(
        &mut self,
        position: &mut dyn Play,
    ) -> Result<Option<(Vec<Move>, usize)>, TooMany> {
        let targets = position.leaders(!position.side_to_move()).len();
        // Each move captures at most one leader.
        for support in 0..(position.moves_left() + 1).saturating_sub(targets) {
            let mut turn = Vec::new();
            if self.win_with(position, support, &mut HashSet::new(), &mut turn)? {
                remember(&mut self.wins, turn.clone(), Self::REMEMBERED);
                return Ok(Some((turn, support)));
            }
        }
        Ok(None)
    }

    /// Whether the turn can be completed to a win with at most `support` moves that capture no leader.
    fn win_with(
        &mut self,
        position: &mut dyn Play,
        support: usize,
        seen: &mut HashSet<u64>,
        turn: &mut Vec<Move>,
    ) -> Result<bool, TooMany> {
        visit(&mut self.left)?;
        let side = position.side_to_move();
        let targets = position.leaders(!side);
        if targets.len() > position.moves_left() {
            return Ok(false);
        }
        let support = support.min(position.moves_left() - targets.len());
        for action in position.legal_moves() {
            if action.kind() == MoveKind::End {
                continue;
            }
            let captures = targets.contains(&position.squares(action).1);
            let Some(support) = support.checked_sub(usize::from(!captures)) else { continue };
            turn.push(action);
            let ended = position.make(action);
            let wins = if winner(position) == Some(side) {
                Ok(true)
            } else if !ended && seen.insert(position.key()) {
                self.win_with(position, support, seen, turn)
            } else {
                Ok(false)
            };
            position.unmake(action);
            if wins? {
                return Ok(true);
            }
            turn.pop();
        }
        Ok(false)
    }

    /// Whether the game goes on and the side to move loses in the other side's next turn, whatever it does.
    fn has_lost(&mut self, position: &mut dyn Play) -> Result<bool, TooMany> {
        self.has_lost_by(position, &mut |_, _, _| Ok(()))
    }

    /// The same; calls `look` with turns that lose, all of them if the result is true, in the position after each.
    fn has_lost_by(
        &mut self,
        position: &mut dyn Play,
        look: &mut TurnLook<'_, ()>,
    ) -> Result<bool, TooMany> {
        if position.outcome_given(position.has_legal_moves()).is_some() {
            return Ok(false);
        }
        for turn in self.defences.clone() {
            let holds = |position: &mut dyn Play, whole| Ok(whole && self.holds(position)?);
            if try_out(position, &turn, holds)? {
                return Ok(false);
            }
        }
        let mut lost = true;
        self.each_turn(position, &mut |proof, position, turn| {
            if proof.holds(position)? {
                remember(&mut proof.defences, turn.to_vec(), Self::REMEMBERED);
                lost = false;
                return Ok(Then::Stop);
            }
            look(proof, position, turn)?;
            Ok(Then::GoOn)
        })?;
        Ok(lost)
    }

    /// If the side to move loses in the other side's next turn, whatever it does: a turn after which that takes more
    /// than captures of leaders, or any turn if there is none. `None` if it does not lose.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn best_defence(&mut self, position: &mut dyn Play) -> Result<Option<Vec<Move>>, TooMany> {
        let mut best: Option<(usize, Vec<Move>)> = None;
        let lost = self.has_lost_by(position, &mut |proof, position, turn| {
            let known = best.as_ref().map(|(support, _)| *support);
            let support = match known {
                Some(1..) => 0,
                _ => proof.shortest_win(position)?.map_or(0, |(_, support)| support),
            };
            if known.is_none_or(|known| support > known) {
                best = Some((support, turn.to_vec()));
            }
            Ok(())
        })?;
        Ok(best.filter(|_| lost).map(|(_, turn)| turn))
    }

    /// Whether the side that has just ended its turn has won, drawn, or cannot be beaten in the next turn.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn holds(&mut self, position: &mut dyn Play) -> Result<bool, TooMany> {
        match position.outcome_given(position.has_legal_moves()) {
            Some(_) => Ok(true),
            None => Ok(self.win_in_1(position)?.is_none()),
        }
    }

    /// Whether the side to move, which cannot win at once, wins in its second turn if it begins with
    /// this turn.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn wins_by(&mut self, position: &mut dyn Play, turn: &[Move]) -> Result<bool, TooMany> {
        after(position, turn, |position| self.has_lost(position))
    }

    /// A turn after which the side to move, which cannot win at once, wins in its next; `None` if no
    /// turn does.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn win_in_2(&mut self, position: &mut dyn Play) -> Result<Option<Vec<Move>>, TooMany> {
        let mut key = None;
        self.each_turn(position, &mut |proof, position, turn| {
            if proof.has_lost(position)? {
                key = Some(turn.to_vec());
                return Ok(Then::Stop);
            }
            Ok(Then::GoOn)
        })?;
        Ok(key)
    }

    /// The number of turns after which the other side cannot win at once.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn parries(&mut self, position: &mut dyn Play) -> Result<TurnShare, TooMany> {
        let mut share = TurnShare::default();
        self.each_turn(position, &mut |proof, position, _| {
            share.all += 1;
            share.good += usize::from(proof.holds(position)?);
            Ok(Then::GoOn)
        })?;
        Ok(share)
    }

    /// A turn after which the other side cannot win at once; `None` if no turn does that.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn parry(&mut self, position: &mut dyn Play) -> Result<Option<Vec<Move>>, TooMany> {
        let mut parry = None;
        self.each_turn(position, &mut |proof, position, turn| {
            if !proof.holds(position)? {
                return Ok(Then::GoOn);
            }
            parry = Some(turn.to_vec());
            Ok(Then::Stop)
        })?;
        Ok(parry)
    }

    /// Whether the other side cannot win at once after this turn.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn is_parry(&mut self, position: &mut dyn Play, turn: &[Move]) -> Result<bool, TooMany> {
        after(position, turn, |position| self.holds(position))
    }

    /// Calls `look` with every different turn until it ends the loop.
    fn each_turn(
        &mut self,
        position: &mut dyn Play,
        look: &mut TurnLook<'_, Then>,
    ) -> Result<(), TooMany> {
        self.each_end(position, &mut HashSet::new(), &mut Vec::new(), look).map(drop)
    }

    fn each_end(
        &mut self,
        position: &mut dyn Play,
        seen: &mut HashSet<u64>,
        turn: &mut Vec<Move>,
        look: &mut TurnLook<'_, Then>,
    ) -> Result<Then, TooMany> {
        visit(&mut self.left)?;
        for action in position.legal_moves() {
            turn.push(action);
            let ended = position.make(action);
            let then = if !seen.insert(position.key()) {
                Ok(Then::GoOn)
            } else if ended {
                look(self, position, turn)
            } else {
                self.each_end(position, seen, turn, look)
            };
            position.unmake(action);
            turn.pop();
            if let Then::Stop = then? {
                return Ok(Then::Stop);
            }
        }
        Ok(Then::GoOn)
    }
}

fn winner(position: &dyn Play) -> Option<Color> {
    position.outcome_given(true).and_then(Outcome::winner)
}

/// Asks about the position after a legal turn.
fn after<T>(position: &mut dyn Play, turn: &[Move], ask: impl FnOnce(&mut dyn Play) -> T) -> T {
    for &action in turn {
        position.make(action);
    }
    let answer = ask(position);
    turn.iter().rev().for_each(|&action| position.unmake(action));
    answer
}

/// Makes the legal part of a turn, which may come from another position, calls `ask` with the position and whether the
/// whole turn was legal, and unmakes it.
fn try_out<T>(
    position: &mut dyn Play,
    turn: &[Move],
    ask: impl FnOnce(&mut dyn Play, bool) -> T,
) -> T {
    let mut made = Vec::new();
    let mut ended = false;
    for &action in turn {
        if ended || !position.legal_moves().contains(&action) {
            break;
        }
        ended = position.make(action);
        made.push(action);
    }
    let whole = made.len() == turn.len() && ended;
    let answer = ask(position, whole);
    made.into_iter().rev().for_each(|action| position.unmake(action));
    answer
}

/// Whether a turn is legal and captures the last leader of the other side.
pub fn wins(position: &mut dyn Play, turn: &[Move]) -> bool {
    let side = position.side_to_move();
    try_out(position, turn, |position, whole| whole && winner(position) == Some(side))
}
