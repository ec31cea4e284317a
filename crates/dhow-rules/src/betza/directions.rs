//! Direction letters: which steps of an atom they select, and which letters select given steps.
//!
//! The meanings are those of table 2 in the description of XBetza that comes with XBoard. `h` with
//! `K` and `Q` is refused, because that description and the program disagree.

use super::error::BetzaErrorKind;
use super::tree::{Atom, Symmetry};
use crate::square::Delta;

/// A set of the steps of one atom. Bit `i` stands for step `i` of [`Atom::steps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Directions(pub(super) u8);

/// An error in a run of direction letters.
pub(super) struct DirectionFault {
    pub kind: BetzaErrorKind,
    /// The index of the first wrong letter.
    pub start: usize,
    /// The number of wrong letters.
    pub length: usize,
}

/// Letters for the steps of orthogonal atoms, in the order in which they are tried and written.
const SINGLES: [&str; 6] = ["v", "s", "f", "b", "l", "r"];

/// Letter pairs for all other atoms, large sets first. A run of pairs can be split in one way only.
const PAIRS: [&str; 20] = [
    "fh", "bh", "lh", "rh", "ff", "bb", "ll", "rr", "fs", "bs", "lv", "rv", "fl", "fr", "bl", "br",
    "lf", "rf", "lb", "rb",
];

impl Directions {
    /// All steps of `atom`.
    pub fn all(atom: Atom) -> Self {
        Self::matching(atom, |_| true)
    }

    /// The selected steps. `atom` must be the one that the set was made for.
    pub fn of(self, atom: Atom) -> Vec<Delta> {
        let steps = atom.steps().into_iter().enumerate();
        steps.filter(|&(bit, _)| self.0 >> bit & 1 == 1).map(|(_, step)| step).collect()
    }

    /// Reads a run of direction letters. An empty run selects every step.
    pub(super) fn read(atom: Atom, letters: &[char]) -> Result<Self, DirectionFault> {
        if letters.is_empty() {
            return Ok(Self::all(atom));
        }
        let mut selected = 0;
        let mut start = 0;
        while start < letters.len() {
            let length = token_length(atom.symmetry(), &letters[start..]);
            let token = Self::token(atom, &letters[start..start + length]);
            let fault = |kind| DirectionFault { kind, start, length };
            if token.0 == 0 {
                return Err(fault(BetzaErrorKind::NoSuchDirection));
            }
            if token.0 & selected != 0 {
                return Err(fault(BetzaErrorKind::OverlappingDirection));
            }
            selected |= token.0;
            start += length;
        }
        Ok(Self(selected))
    }

    /// The canonical letters for this set of steps of `atom`; empty if the set holds all steps.
    pub(super) fn write(self, atom: Atom) -> String {
        if self == Self::all(atom) {
            return String::new();
        }
        if let Some(token) = self.as_one_token(atom) {
            return token.to_string();
        }
        match atom.symmetry() {
            // Single directions first, then their groups, as in `fs`: the usual order.
            Symmetry::Orthogonal => {
                let mut tokens = self.cover(atom, &SINGLES);
                tokens.sort_by_key(|token| "fblrvs".find(token));
                tokens.concat()
            }
            _ => self.cover(atom, &PAIRS).concat(),
        }
    }

    /// The letters for these directions of a second leg, where a King's steps stand for turns.
    pub(super) fn write_turns(self) -> String {
        let text = self.write(Atom::King);
        if text.is_empty() { self.cover(Atom::King, &PAIRS).concat() } else { text }
    }

    fn as_one_token(self, atom: Atom) -> Option<&'static str> {
        let tokens = SINGLES.into_iter().chain(["hr", "hl"]).chain(PAIRS);
        tokens.into_iter().find(|token| Self::written(atom, token) == Some(self))
    }

    /// Finds tokens that together select exactly this set, each step once. Takes them greedily in
    /// the given order.
    fn cover(self, atom: Atom, tokens: &[&'static str]) -> Vec<&'static str> {
        let mut left = self.0;
        let mut chosen = Vec::new();
        for token in tokens {
            let Some(Self(bits)) = Self::written(atom, token) else { continue };
            if bits & !left == 0 {
                left &= !bits;
                chosen.push(*token);
            }
        }
        debug_assert_eq!(left, 0, "every step has a token of its own");
        chosen
    }

    /// The steps that `text` selects; `None` if it is not one token or selects nothing.
    fn written(atom: Atom, text: &str) -> Option<Self> {
        let letters: Vec<char> = text.chars().collect();
        let is_token = token_length(atom.symmetry(), &letters) == letters.len();
        let directions = Self::token(atom, &letters);
        (is_token && directions.0 != 0).then_some(directions)
    }

    fn token(atom: Atom, letters: &[char]) -> Self {
        let symmetry = atom.symmetry();
        Self::matching(atom, |step| match *letters {
            [letter] => selects_alone(symmetry, letter, step),
            [side, 'h'] => on_side(side, step),
            ['h', hand] => is_right_handed(step) == (hand == 'r'),
            [first, second] if first == second => selects_alone(symmetry, first, step),
            [first, second] => {
                on_side(first, step)
                    && on_side(second, step)
                    && (symmetry != Symmetry::Oblique || leans_to(second, step))
            }
            _ => false,
        })
    }

    fn matching(atom: Atom, predicate: impl Fn(Delta) -> bool) -> Self {
        let steps = atom.steps().into_iter().enumerate();
        Self(steps.filter(|&(_, step)| predicate(step)).fold(0, |bits, (bit, _)| bits | 1 << bit))
    }
}

/// The number of letters in the first direction. There must be at least one letter.
fn token_length(symmetry: Symmetry, letters: &[char]) -> usize {
    match *letters {
        [first, second, ..] if combine(symmetry, first, second) => 2,
        _ => 1,
    }
}

/// Whether two letters in a row form one direction.
fn combine(symmetry: Symmetry, first: char, second: char) -> bool {
    let single = matches!(first, 'f' | 'b' | 'l' | 'r');
    let perpendicular = matches!((first, second), ('f' | 'b', 'l' | 'r') | ('l' | 'r', 'f' | 'b'));
    let widened = matches!((first, second), ('f' | 'b', 's') | ('l' | 'r', 'v'));
    let doubled = single && first == second;
    let half = single && second == 'h';
    let chiral = first == 'h' && matches!(second, 'l' | 'r');
    match symmetry {
        Symmetry::Orthogonal => false,
        Symmetry::Diagonal => perpendicular,
        Symmetry::EightWay => perpendicular || widened || doubled,
        Symmetry::Oblique => perpendicular || widened || doubled || half || chiral,
    }
}

fn selects_alone(symmetry: Symmetry, letter: char, step: Delta) -> bool {
    on_side(letter, step) && (symmetry == Symmetry::Diagonal || leans_to(letter, step))
}

fn on_side(letter: char, step: Delta) -> bool {
    match letter {
        'f' => step.ranks > 0,
        'b' => step.ranks < 0,
        'l' => step.files < 0,
        'r' => step.files > 0,
        'v' => step.ranks != 0,
        's' => step.files != 0,
        _ => false,
    }
}

/// Whether the step goes further along the letter's axis than across it.
fn leans_to(letter: char, step: Delta) -> bool {
    let (files, ranks) = (step.files.abs(), step.ranks.abs());
    match letter {
        'f' | 'b' | 'v' => ranks > files,
        'l' | 'r' | 's' => files > ranks,
        _ => false,
    }
}

/// Whether an oblique step lies to the right of the nearest orthogonal direction.
fn is_right_handed(step: Delta) -> bool {
    (step.files * step.ranks > 0) == leans_to('v', step)
}
