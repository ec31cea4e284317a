//! Players that choose action by action.

use dhow::command::CommandPosition;
use dhow::geometry::Geometry;
use dhow::position::{Move, MoveKind};
use dhow::square::Square;
use fastrand::Rng;
use std::cmp::Reverse;

/// The turn that results from choosing its actions one after another. It is made on the position.
pub fn turn<G: Geometry>(
    position: &mut CommandPosition<G>,
    mut choose: impl FnMut(&CommandPosition<G>) -> Option<Move>,
) -> Vec<Move> {
    let mut turn = Vec::new();
    while let Some(action) = choose(position) {
        turn.push(action);
        if position.make(action) {
            break;
        }
    }
    turn
}

/// Any legal action.
pub fn random<G: Geometry>(position: &CommandPosition<G>, random: &mut Rng) -> Option<Move> {
    random.choice(position.legal_moves())
}

/// The action that gains most, or else comes nearest to the enemy.
pub fn greedy<G: Geometry>(position: &CommandPosition<G>, random: &mut Rng) -> Option<Move> {
    let mut actions = position.legal_moves();
    // Among equals, the last one is taken.
    random.shuffle(&mut actions);
    let rules = position.rules();
    let captures = actions.iter().filter_map(|&action| {
        let victim = position.victim(action)?;
        Some(((rules.leader(victim).is_some(), rules.army().value(victim)), action))
    });
    if let Some((_, action)) = captures.max_by_key(|&(gain, _)| gain) {
        return Some(action);
    }
    let enemy = !position.side_to_move();
    let everyone = position.placement().side(enemy);
    for goals in [position.leaders(enemy), everyone] {
        let approaches = actions.iter().filter(|action| action.kind() == MoveKind::Normal);
        let approaches = approaches.filter_map(|&action| {
            let after = distance::<G>(action.to(), goals);
            let piece = position.on(action.from())?;
            let leads = rules.leader(piece.kind()).is_some();
            let nearer = after < distance::<G>(action.from(), goals);
            nearer.then_some(((Reverse(leads), Reverse(after)), action))
        });
        if let Some((_, action)) = approaches.max_by_key(|&(merit, _)| merit) {
            return Some(action);
        }
    }
    actions.last().copied()
}

/// King steps from a square to the nearest one of a set, over whatever stands between; 0 if the set
/// is empty.
pub fn distance<G: Geometry>(from: Square, goals: G::Set) -> i32 {
    let to = |goal| i32::from(G::delta(from, goal).distance());
    goals.into_iter().map(to).min().unwrap_or(0)
}
