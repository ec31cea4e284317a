//! The tree: what a text says, in one normal form.

use super::directions::Directions;
use crate::square::Delta;

/// A set of steps that symmetry turns into each other, or the two of them that make a King.
///
/// `R`, `B` and `Q` are no atoms of the tree: they are `W`, `F` and `K` without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// `W`: (1,0).
    Wazir,
    /// `F`: (1,1).
    Ferz,
    /// `D`: (2,0).
    Dabbaba,
    /// `N`: (2,1).
    Knight,
    /// `A`: (2,2).
    Alfil,
    /// `H`: (3,0).
    Threeleaper,
    /// `C` or `L`: (3,1).
    Camel,
    /// `Z` or `J`: (3,2).
    Zebra,
    /// `G`: (3,3).
    Tripper,
    /// `K`: (1,0) and (1,1) as eight directions of one kind.
    King,
}

/// How the steps of an atom lie, which decides what direction letters mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    Orthogonal,
    Diagonal,
    Oblique,
    EightWay,
}

impl Atom {
    /// Every atom.
    pub const ALL: [Atom; 10] = [
        Atom::Wazir,
        Atom::Ferz,
        Atom::Dabbaba,
        Atom::Knight,
        Atom::Alfil,
        Atom::Threeleaper,
        Atom::Camel,
        Atom::Zebra,
        Atom::Tripper,
        Atom::King,
    ];

    /// The steps of the atom clockwise from straight ahead: four of them, or eight.
    pub fn steps(self) -> Vec<Delta> {
        let mut quarter = self.first_quarter();
        let mut steps = Vec::with_capacity(8);
        for _ in 0..4 {
            steps.extend_from_slice(&quarter);
            for step in &mut quarter {
                *step = Delta::new(step.ranks, -step.files);
            }
        }
        steps
    }

    /// The steps from straight ahead (included) to straight right (left out).
    fn first_quarter(self) -> Vec<Delta> {
        let (short, long) = match self {
            Atom::Wazir => (0, 1),
            Atom::Ferz => (1, 1),
            Atom::Dabbaba => (0, 2),
            Atom::Knight => (1, 2),
            Atom::Alfil => (2, 2),
            Atom::Threeleaper => (0, 3),
            Atom::Camel => (1, 3),
            Atom::Zebra => (2, 3),
            Atom::Tripper => (3, 3),
            Atom::King => return vec![Delta::new(0, 1), Delta::new(1, 1)],
        };
        match self.symmetry() {
            Symmetry::Oblique => vec![Delta::new(short, long), Delta::new(long, short)],
            _ => vec![Delta::new(short, long)],
        }
    }

    pub(super) fn symmetry(self) -> Symmetry {
        match self {
            Atom::Wazir | Atom::Dabbaba | Atom::Threeleaper => Symmetry::Orthogonal,
            Atom::Ferz | Atom::Alfil | Atom::Tripper => Symmetry::Diagonal,
            Atom::Knight | Atom::Camel | Atom::Zebra => Symmetry::Oblique,
            Atom::King => Symmetry::EightWay,
        }
    }
}

/// In what manner a term goes along its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// A leap, or a slide over empty squares if the range is not 1.
    Plain,
    /// A leap over a half-way square that must be empty (`n`).
    Lame,
    /// A slide over exactly one piece (`p`).
    Hop,
    /// A step and a slide outward from it (`yafs`).
    Bent,
    /// A leap to a square that must be empty, and another from there (`[W-fD]`). The atom of the
    /// term is the first leg; it has range 1 and all its directions.
    TwoLegs {
        /// The second leg.
        second: Atom,
        /// Whether the second leg goes straight on (`f`). If not, it goes any way but back to the
        /// start.
        straight: bool,
    },
}

/// One atom with its modifiers and range.
///
/// Terms come from reading a text, so they always make sense together: a hop has a range other
/// than 1, a lame leap a half-way square, an en passant capture is a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub(super) atom: Atom,
    pub(super) range: u8,
    pub(super) directions: Directions,
    pub(super) manner: Manner,
    pub(super) quiet: bool,
    pub(super) capture: bool,
    pub(super) en_passant: bool,
    pub(super) initial: bool,
}

impl Term {
    /// The atom.
    pub fn atom(&self) -> Atom {
        self.atom
    }

    /// How often the step may be repeated; 0 is no limit.
    pub fn range(&self) -> u8 {
        self.range
    }

    /// Which of the atom's steps the term takes.
    pub fn directions(&self) -> Directions {
        self.directions
    }

    /// How it goes along them.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// Whether it may end on an empty square.
    pub fn quiet(&self) -> bool {
        self.quiet
    }

    /// Whether it may end on an enemy piece.
    pub fn capture(&self) -> bool {
        self.capture
    }

    /// Whether its capture may be made onto the en passant square too.
    pub fn en_passant(&self) -> bool {
        self.en_passant
    }

    /// Whether it is for the first move of the piece only.
    pub fn initial(&self) -> bool {
        self.initial
    }

    /// The steps it takes, in the order of [`Atom::steps`].
    pub fn steps(&self) -> Vec<Delta> {
        self.directions.of(self.atom)
    }
}

/// A piece's moves as a list of terms.
///
/// Reading ([`FromStr`](std::str::FromStr)) brings spellings to one normal form (`WW`, `W0` and `R`
/// are the same tree), printing is canonical, and reading what was printed gives the same tree.
/// Terms keep their order. A tree made by hand without terms prints as an empty text, which is
/// not read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Betza {
    /// The terms in the order of the text.
    pub terms: Vec<Term>,
}
