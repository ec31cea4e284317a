//! Random trees and texts.

use super::*;
use crate::betza::legs::{may_turn, onward};

/// A pseudo-random generator that gives the same numbers in every run (Knuth's MMIX constants).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// Two legs, the first of them `first`.
    fn two_legs(&mut self, first: Atom) -> Manner {
        let second = Atom::ALL[self.below(Atom::ALL.len())];
        let goes_on = |step: Delta| onward(step, second, true).next().is_some();
        let straight = self.coin() && first.steps().into_iter().any(goes_on);
        Manner::TwoLegs { second, straight }
    }

    /// Two legs of `atom`.
    fn again(&mut self, atom: Atom) -> Manner {
        let over = if self.coin() { Over::Enemy } else { Over::Empty };
        let turns = Directions(1 + self.below(255) as u8);
        let turns = (self.coin() && may_turn(atom, turns)).then_some(turns);
        Manner::Again { over, turns }
    }

    fn term(&mut self) -> Term {
        let mut atom = Atom::ALL[self.below(Atom::ALL.len())];
        let manner = [
            Manner::Plain,
            Manner::Lame,
            Manner::Hop,
            Manner::HopNext,
            Manner::Ski,
            Manner::Crooked,
            Manner::Circular,
            Manner::Bent,
            self.two_legs(atom),
            self.again(atom),
        ][self.below(10)];
        let mut range = [1, 1, 0, 2, 3, 12, 99][self.below(7)];
        match manner {
            Manner::Plain => {}
            Manner::Lame => {
                atom = [Atom::Dabbaba, Atom::Alfil, Atom::Knight, Atom::Threeleaper, Atom::Tripper]
                    [self.below(5)];
                range = 1;
            }
            Manner::Hop | Manner::HopNext => range = [0, 2, 5][self.below(3)],
            Manner::Ski => {
                atom = [Atom::Wazir, Atom::Ferz, Atom::King][self.below(3)];
                range = [0, 2, 5][self.below(3)];
            }
            Manner::Crooked => {
                atom = [Atom::Wazir, Atom::Ferz][self.below(2)];
                range = [0, 2, 5][self.below(3)];
            }
            Manner::Circular => {
                atom = [Atom::Knight, Atom::Camel, Atom::Zebra][self.below(3)];
                range = [0, 2, 5][self.below(3)];
            }
            Manner::Bent => {
                atom = [Atom::Wazir, Atom::Ferz][self.below(2)];
                range = 1;
            }
            Manner::TwoLegs { .. } | Manner::Again { .. } => range = 1,
        }
        let two_legs = matches!(manner, Manner::TwoLegs { .. });
        let all = Directions::all(atom).0;
        let every = two_legs || self.coin();
        let directions = Directions(if every { all } else { 1 + self.below(all as usize) as u8 });
        let (quiet, capture) = [(true, true), (true, false), (false, true)][self.below(3)];
        let again = matches!(manner, Manner::Again { .. });
        // A second leg back to the start has nothing to capture there.
        let quiet = quiet || again;
        let en_passant = capture && !two_legs && !again && self.coin();
        let initial = self.coin();
        Term { atom, range, directions, manner, quiet, capture, en_passant, initial }
    }
}

#[test]
fn random_trees_read_back_from_their_text() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        let terms = (0..=random.below(5)).map(|_| random.term()).collect();
        assert_round_trip(&Betza { terms });
    }
}

#[test]
fn random_paths_are_unique_sorted_and_allow_something() {
    let mut random = Random(2);
    for _ in 0..5_000 {
        let terms = (0..=random.below(5)).map(|_| random.term()).collect();
        let paths = Betza { terms }.paths();
        assert!(!paths.is_empty());
        assert!(paths.is_sorted());
        for pair in paths.windows(2) {
            assert_ne!((pair[0].kind, pair[0].initial), (pair[1].kind, pair[1].initial));
        }
        assert!(paths.iter().all(|path| path.quiet || path.capture));
        assert!(paths.iter().filter(|path| path.en_passant).all(|path| path.capture));
    }
}

#[test]
fn random_text_is_read_or_refused_without_panic() {
    let alphabet: Vec<char> =
        "fblrvshmceinpgjzqyaWFDNAHCLZJGKRBQ0129[-]x@ \u{e9}".chars().collect();
    let mut random = Random(3);
    for _ in 0..50_000 {
        let text: String =
            (0..random.below(12)).map(|_| alphabet[random.below(alphabet.len())]).collect();
        match text.parse::<Betza>() {
            Ok(tree) => assert_round_trip(&tree),
            Err(error) => {
                let rest: String = text.chars().skip(error.column() - 1).collect();
                assert!(rest.starts_with(error.token()), "{text:?}: {error}");
            }
        }
    }
}
