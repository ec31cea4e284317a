//! Forced wins of games with leaders, by trying all turns. Turns are told apart by the positions that
//! they pass through, so that of several orders of the same moves one is tried.

use super::{ProofEffort, TooLong};
use dhow_rules::game::Play;
use dhow_rules::position::{Move, MoveKind};
use std::collections::HashSet;

/// Proves and refutes wins in one and in two turns.
#[derive(Default)]
pub struct TurnProver {
    /// Turns that lately won, the last one first.
    wins: Vec<Vec<Move>>,
    /// Turns that lately averted a win.
    defences: Vec<Vec<Move>>,
}

/// The most turns that are remembered.
const REMEMBERED: usize = 12;

/// What is done with each different turn, in the position after it: whether to look at more.
type TurnLook<'a> = dyn FnMut(&mut TurnProver, &mut dyn Play, &[Move], &mut ProofEffort) -> Result<bool, TooLong>
    + 'a;

impl TurnProver {
    /// A turn by which the side to move captures the last leader of the other side, with as few other moves
    /// as possible, and the number of these.
    pub fn win_in_1(
        &mut self,
        position: &mut dyn Play,
        effort: &mut ProofEffort,
    ) -> Result<Option<(Vec<Move>, usize)>, TooLong> {
        let targets = position.leaders(!position.side_to_move()).len();
        for support in 0..(position.moves_left() + 1).saturating_sub(targets) {
            let mut turn = Vec::new();
            if self.win_with(position, support, &mut HashSet::new(), &mut turn, effort)? {
                remember(&mut self.wins, &turn);
                return Ok(Some((turn, support)));
            }
        }
        Ok(None)
    }

    /// Whether the turn can go on so that it wins, with at most this number of moves that capture no leader.
    fn win_with(
        &mut self,
        position: &mut dyn Play,
        support: usize,
        seen: &mut HashSet<u64>,
        turn: &mut Vec<Move>,
        effort: &mut ProofEffort,
    ) -> Result<bool, TooLong> {
        effort.spend()?;
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
            let won =
                position.outcome_given(true).and_then(|outcome| outcome.winner()) == Some(side);
            let wins = match (won, ended) {
                (true, _) => Ok(true),
                (false, false) if seen.insert(position.key()) => {
                    self.win_with(position, support, seen, turn, effort)
                }
                _ => Ok(false),
            };
            position.unmake(action);
            if wins? {
                return Ok(true);
            }
            turn.pop();
        }
        Ok(false)
    }

    /// Whether a turn wins that won lately, or some other one.
    fn can_win(
        &mut self,
        position: &mut dyn Play,
        effort: &mut ProofEffort,
    ) -> Result<bool, TooLong> {
        let side = position.side_to_move();
        for turn in self.wins.clone() {
            let won = |position: &mut dyn Play, _| {
                position.outcome_given(true).and_then(|outcome| outcome.winner()) == Some(side)
            };
            if try_out(position, &turn, won) {
                return Ok(true);
            }
        }
        Ok(self.win_in_1(position, effort)?.is_some())
    }

    /// Whether the side that has just ended its turn has won or drawn, or cannot be beaten in the next turn.
    pub fn holds(
        &mut self,
        position: &mut dyn Play,
        effort: &mut ProofEffort,
    ) -> Result<bool, TooLong> {
        match position.outcome_given(position.has_legal_moves()) {
            Some(_) => Ok(true),
            None => Ok(!self.can_win(position, effort)?),
        }
    }

    /// If the side to move has lost after the other side's next turn, whatever it does: the turn by which
    /// it makes that hardest. `None` if it has not lost.
    pub fn best_defence(
        &mut self,
        position: &mut dyn Play,
        effort: &mut ProofEffort,
    ) -> Result<Option<Vec<Move>>, TooLong> {
        if position.outcome_given(position.has_legal_moves()).is_some() {
            return Ok(None);
        }
        for turn in self.defences.clone() {
            let holds = |position: &mut dyn Play, whole| Ok(whole && self.holds(position, effort)?);
            if try_out(position, &turn, holds)? {
                return Ok(None);
            }
        }
        let mut best: Option<(usize, Vec<Move>)> = None;
        let mut lost = true;
        self.each_turn(position, effort, &mut |prover, position, turn, effort| {
            if prover.holds(position, effort)? {
                remember(&mut prover.defences, turn);
                lost = false;
                return Ok(false);
            }
            // One after which a win needs more than captures of leaders, if there is one.
            let known = best.as_ref().map(|(needs, _)| *needs);
            let needs = match known {
                Some(1..) => 0,
                _ => prover.win_in_1(position, effort)?.map_or(0, |(_, support)| support),
            };
            if known.is_none_or(|known| needs > known) {
                best = Some((needs, turn.to_vec()));
            }
            Ok(true)
        })?;
        Ok(best.filter(|_| lost).map(|(_, turn)| turn))
    }

    /// A turn after which the other side cannot win at once.
    pub fn parry(
        &mut self,
        position: &mut dyn Play,
        effort: &mut ProofEffort,
    ) -> Result<Option<Vec<Move>>, TooLong> {
        let mut found = None;
        self.each_turn(position, effort, &mut |prover, position, turn, effort| {
            if prover.holds(position, effort)? {
                found = Some(turn.to_vec());
            }
            Ok(found.is_none())
        })?;
        Ok(found)
    }

    fn each_turn(
        &mut self,
        position: &mut dyn Play,
        effort: &mut ProofEffort,
        look: &mut TurnLook,
    ) -> Result<(), TooLong> {
        self.each_end(position, &mut HashSet::new(), &mut Vec::new(), effort, look).map(drop)
    }

    fn each_end(
        &mut self,
        position: &mut dyn Play,
        seen: &mut HashSet<u64>,
        turn: &mut Vec<Move>,
        effort: &mut ProofEffort,
        look: &mut TurnLook,
    ) -> Result<bool, TooLong> {
        effort.spend()?;
        for action in position.legal_moves() {
            turn.push(action);
            let ended = position.make(action);
            let more = if !seen.insert(position.key()) {
                Ok(true)
            } else if ended {
                look(self, position, turn, effort)
            } else {
                self.each_end(position, seen, turn, effort, look)
            };
            position.unmake(action);
            turn.pop();
            if !more? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn remember(turns: &mut Vec<Vec<Move>>, turn: &[Move]) {
    turns.retain(|other| other != turn);
    turns.insert(0, turn.to_vec());
    turns.truncate(REMEMBERED);
}

/// Makes a turn that may be of another position as far as it is legal, and unmakes it. `ask` looks at the
/// position between, and hears whether the turn was whole.
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
