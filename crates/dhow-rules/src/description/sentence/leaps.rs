//! Leaps in all directions, and what joins them.

use super::{OVER_ANYTHING, Part, other, word};
use crate::betza::{Atom, Manner, Term};
use crate::description::english::listed;
use crate::description::movement::distances;
use std::collections::BTreeSet;

/// Leaps in all directions.
#[derive(Default)]
pub struct LeapSet {
    /// The distances along ranks and files.
    pub straight: BTreeSet<u8>,
    /// The distances along diagonals.
    pub diagonal: BTreeSet<u8>,
    /// The smaller and the greater distance of other leaps.
    pub oblique: BTreeSet<(u8, u8)>,
}

impl LeapSet {
    pub fn add(&mut self, term: &Term) {
        for step in term.steps() {
            match distances(step) {
                (0, far) => self.straight.insert(far),
                (near, far) if near == far => self.diagonal.insert(far),
                pair => self.oblique.insert(pair),
            };
        }
    }

    pub fn is_empty(&self) -> bool {
        self.straight.is_empty() && self.diagonal.is_empty() && self.oblique.is_empty()
    }

    /// Whether there are only steps of one square.
    pub fn is_steps(&self) -> bool {
        let lines = self.straight.iter().chain(&self.diagonal);
        self.oblique.is_empty() && lines.copied().all(|length| length == 1)
    }

    /// Whether there are the leaps to all squares that are two squares away.
    pub fn has_ring(&self) -> bool {
        self.straight.contains(&2) && self.diagonal.contains(&2) && self.oblique.contains(&(1, 2))
    }

    /// A step and a slide outward. If the piece may also end on the square of the step, that is said, too.
    pub fn bent(&mut self, term: &Term) -> Option<Part> {
        let (steps, line, like) = match term.atom() {
            Atom::Ferz => (&mut self.diagonal, "diagonally", "Rook"),
            Atom::Wazir => (&mut self.straight, "along a rank or file", "Bishop"),
            _ => return Some(other(term, &[])),
        };
        let rest = match steps.remove(&1) {
            true => {
                format!("one square {line}, and may go on like a {like}, away from where it stood")
            }
            false => format!(
                "over an empty square {line} and goes on like a {like}, away from where it stood"
            ),
        };
        Some(Part::new("steps", rest))
    }

    /// Two legs on one line, or two steps; the terms that are said are removed.
    pub fn in_a_row(&mut self, terms: &mut Vec<&Term>) -> Vec<Part> {
        let legs = |term: &&Term| match term.manner() {
            Manner::TwoLegs { second, straight } => Some((term.atom(), second, straight)),
            _ => None,
        };
        let found: BTreeSet<_> = terms.iter().filter_map(legs).collect();
        let king = (Atom::King, Atom::King, false);
        if found == BTreeSet::from([king])
            && self.straight.contains(&1)
            && self.diagonal.contains(&1)
        {
            terms.clear();
            self.straight.remove(&1);
            self.diagonal.remove(&1);
            let rest = "one square in any direction, and from an empty square may step once more";
            return vec![Part::new("steps", rest)];
        }
        for (steps, [one, two], line) in [
            (&mut self.straight, [Atom::Wazir, Atom::Dabbaba], "along a rank or file"),
            (&mut self.diagonal, [Atom::Ferz, Atom::Alfil], "diagonally"),
        ] {
            let both = BTreeSet::from([(one, two, true), (two, one, true)]);
            let mut twice = both.clone();
            twice.insert((two, two, true));
            if *steps != BTreeSet::from([1, 2]) || (found != both && found != twice) {
                continue;
            }
            terms.clear();
            steps.clear();
            let both = match found == twice {
                true => "two of these (but not two steps)",
                false => "both",
            };
            return vec![Part::new(
                "steps",
                format!(
                    "one square or leaps two {line}, or does {both} in one line if the square between is empty"
                ),
            )];
        }
        Vec::new()
    }

    pub fn into_parts(mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut ring = false;
        if self.has_ring() {
            ring = true;
            self.straight.remove(&2);
            self.diagonal.remove(&2);
            self.oblique.remove(&(1, 2));
        }
        if self.straight != self.diagonal
            && self.straight.contains(&1)
            && self.diagonal.contains(&1)
        {
            parts.push(Part::new("steps", "one square in any direction"));
            self.straight.remove(&1);
            self.diagonal.remove(&1);
        }
        if self.straight == self.diagonal {
            parts.extend(along(&self.straight, "straight or diagonally"));
        } else {
            parts.extend(along(&self.straight, "along a rank or file"));
            parts.extend(along(&self.diagonal, "diagonally"));
        }
        if ring {
            parts
                .push(Part::new("leaps", format!("to any square two squares away{OVER_ANYTHING}")));
        }
        let fars: BTreeSet<u8> = self.oblique.iter().map(|&(_, far)| far).collect();
        for far in fars {
            let nears = self.oblique.iter().filter(|pair| pair.1 == far).map(|pair| word(pair.0));
            let nears: Vec<String> = nears.collect();
            parts.push(Part::new(
                "leaps",
                format!(
                    "{} squares one way and {} to the side{OVER_ANYTHING}",
                    word(far),
                    listed(nears.iter().map(String::as_str), "or")
                ),
            ));
        }
        parts
    }
}

/// Steps and leaps of some lengths along lines.
fn along(lengths: &BTreeSet<u8>, lines: &str) -> Option<Part> {
    let words: Vec<String> = lengths.iter().map(|&length| word(length)).collect();
    let words = listed(words.iter().map(String::as_str), "or");
    Some(match (lengths.first()?, lengths.len()) {
        (1, 1) if lines == "straight or diagonally" => {
            Part::new("steps", "one square in any direction")
        }
        (1, 1) => Part::new("steps", format!("one square {lines}")),
        (1, _) => Part::new("moves", format!("{words} squares {lines}{OVER_ANYTHING}")),
        _ => Part::new("leaps", format!("{words} squares {lines}{OVER_ANYTHING}")),
    })
}
