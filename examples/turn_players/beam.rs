//! A player that considers its whole turn and captures in reply.

use crate::count::count;
use dhow::command::CommandPosition;
use dhow::geometry::Geometry;
use dhow::movegen::{MoveList, Wanted};
use dhow::pieces::Color;
use dhow::position::Move;
use fastrand::Rng;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::time::Instant;

/// The number of unfinished turns of the same length that are continued, unless the command line sets it.
pub const WIDTH: u64 = 24;
/// In turns of at most this number of moves, all unfinished turns are continued.
const ALL_GO_ON: usize = 2;
/// The number of turns that are tried against the opponent's reply, unless all unfinished turns were continued.
const REPLIES_TO: usize = 32;
/// The number of unfinished replies of the same length that are continued.
const REPLY_WIDTH: usize = 8;
/// The value of having lost the last leader.
const LOST: i32 = -1_000_000;

/// A turn, finished or not, and its value for the side that makes it.
struct Line {
    worth: i32,
    actions: Vec<Move>,
}

/// The best turn found until the deadline; empty if there is no legal action. If the turn wins, the position stays
/// within it; otherwise it is restored.
pub fn turn<G: Geometry>(
    position: &mut CommandPosition<G>,
    width: usize,
    deadline: Instant,
    random: &mut Rng,
) -> Vec<Move> {
    let exhaustive = position.moves_left() <= ALL_GO_ON;
    let (width, replies) = if exhaustive { (usize::MAX, usize::MAX) } else { (width, REPLIES_TO) };
    let late = || Instant::now() >= deadline;
    let turns = match turns(position, width, late, random) {
        Found::Win(turn) => return turn,
        Found::Turns(turns) => turns,
    };
    let side = position.side_to_move();
    let mut best: Option<Line> = None;
    for Line { worth, actions } in turns.into_iter().take(replies) {
        let least = best.as_ref().map_or(i32::MIN, |best| best.worth);
        // No reply of the opponent increases the value of a turn.
        if worth <= least || best.is_some() && late() {
            break;
        }
        for &action in &actions {
            position.make(action);
        }
        let worth = after_reply(position, side, worth, least);
        actions.iter().rev().for_each(|&action| position.unmake(action));
        if worth > least {
            best = Some(Line { worth, actions });
        }
    }
    best.map_or_else(Vec::new, |best| best.actions)
}

enum Found {
    Win(Vec<Move>),
    /// Different turns, the best first by the count.
    Turns(Vec<Line>),
}

fn turns<G: Geometry>(
    position: &mut CommandPosition<G>,
    width: usize,
    late: impl Fn() -> bool,
    random: &mut Rng,
) -> Found {
    let side = position.side_to_move();
    let mut seen = HashSet::new();
    let mut whole = Vec::new();
    let mut beam = vec![Line { worth: 0, actions: Vec::new() }];
    while !beam.is_empty() {
        // Lines are stored only when they are chosen: most are not.
        let mut longer = Vec::new();
        for (place, line) in beam.iter().enumerate() {
            if place > 0 && late() {
                break;
            }
            for &action in &line.actions {
                position.make(action);
            }
            let mut actions = position.legal_moves();
            random.shuffle(&mut actions);
            for action in actions {
                let ended = position.make(action);
                if position.winner() == Some(side) {
                    return Found::Win(extended(line, action));
                }
                if seen.insert(position.key()) {
                    if ended {
                        let worth = if drawn(position) { 0 } else { count(position, side) };
                        whole.push(Line { worth, actions: extended(line, action) });
                    } else {
                        longer.push((count(position, side), place, action));
                    }
                }
                position.unmake(action);
            }
            line.actions.iter().rev().for_each(|&action| position.unmake(action));
        }
        longer.sort_by_key(|&(worth, ..)| Reverse(worth));
        longer.truncate(width);
        let lines = longer.into_iter().map(|(worth, place, action)| {
            let actions = extended(&beam[place], action);
            Line { worth, actions }
        });
        beam = lines.collect();
        if late() {
            // A turn with at least one move may end early.
            for line in &beam {
                whole.push(Line { worth: line.worth, actions: extended(line, Move::END) });
            }
            break;
        }
    }
    whole.sort_by_key(|line| Reverse(line.worth));
    Found::Turns(whole)
}

fn extended(line: &Line, action: Move) -> Vec<Move> {
    line.actions.iter().copied().chain([action]).collect()
}

/// Whether the game is drawn at the start of a turn.
fn drawn<G: Geometry>(position: &CommandPosition<G>) -> bool {
    position.winner().is_none() && position.outcome_given(position.has_legal_moves()).is_some()
}

/// The value of a turn by `side` after the strongest reply by captures. `worth` is its value before the reply. The
/// result may be too high if it is not above `least`.
fn after_reply<G: Geometry>(
    position: &mut CommandPosition<G>,
    side: Color,
    worth: i32,
    least: i32,
) -> i32 {
    if drawn(position) {
        return 0;
    }
    let mut lowest = worth;
    let mut seen = HashSet::new();
    let mut beam: Vec<Line> = vec![Line { worth, actions: Vec::new() }];
    while !beam.is_empty() {
        let mut longer = Vec::new();
        for line in &beam {
            for &action in &line.actions {
                position.make(action);
            }
            let mut captures = MoveList::new();
            position.add_moves(position.movers(), Wanted::Tactical, &mut captures);
            for action in captures {
                let ended = position.make(action);
                let lost = position.winner().is_some();
                if lost || seen.insert(position.key()) {
                    let worth = if lost { LOST } else { count(position, side) };
                    lowest = lowest.min(worth);
                    if !lost && !ended {
                        longer.push(Line { worth, actions: extended(line, action) });
                    }
                }
                position.unmake(action);
            }
            line.actions.iter().rev().for_each(|&action| position.unmake(action));
            if lowest <= least {
                return lowest;
            }
        }
        longer.sort_by_key(|line| line.worth);
        longer.truncate(REPLY_WIDTH);
        beam = longer;
    }
    lowest
}
