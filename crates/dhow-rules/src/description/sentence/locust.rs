//! Captures on the way.

use super::Part;
use crate::betza::{Atom, Manner, Over, Term};
use crate::description::movement;
use crate::square::Delta;

/// Where a move of two legs ends, and what is on the square between.
fn legs(term: &Term) -> Option<(bool, Over)> {
    let Manner::Again { over, turns } = term.manner() else { return None };
    let back = turns.is_some_and(|turns| turns.of(Atom::King) == [Delta::new(0, -1)]);
    Some((back, over))
}

/// The powers of Chu Shogi's Lion in a direction, in one phrase: to capture on the way, to come back, and to pass. The
/// terms that are said are removed.
pub fn captures_on_the_way(terms: &mut Vec<&Term>) -> Vec<Part> {
    const POWERS: [(bool, Over); 3] =
        [(false, Over::Enemy), (true, Over::Enemy), (true, Over::Empty)];
    let mut said = Vec::new();
    for first in terms.clone() {
        let alike = |term: &&Term| legs(term).is_some() && term.steps() == first.steps();
        let own: Vec<&Term> = terms.iter().copied().filter(alike).collect();
        let has = |power: &(bool, Over)| own.iter().any(|term| legs(term) == Some(*power));
        if own.len() != POWERS.len() || !POWERS.iter().all(has) {
            continue;
        }
        // A pass is described by the step that it would need.
        let pass = own.iter().find(|term| legs(term) == Some(POWERS[2]));
        let way = pass.map(|term| movement::way(term)).unwrap_or_default();
        let Some((_, toward)) = way.split_once(": it steps one square ") else { continue };
        let at = match toward {
            "in any direction" => "beside it".to_string(),
            toward => format!("one square {toward}"),
        };
        terms.retain(|term| !alike(term));
        said.push(Part::new(
            "",
            format!(
                "captures a piece {at} and then steps once more or comes back, or passes by a step there and back"
            ),
        ));
    }
    said
}
