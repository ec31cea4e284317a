//! The syntax tree of a movement, in a normal form.

use super::directions::Directions;
use crate::square::Delta;

/// A set of steps that are equal up to rotation and reflection, or the two such sets of a King.
///
/// `R`, `B` and `Q` are not atoms of the tree: they are `W`, `F` and `K` with unlimited range.
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

/// The symmetry of an atom's steps. It decides what direction letters mean.
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

    /// The steps of the atom, clockwise from straight ahead: four or eight.
    ///
    /// ```
    /// use dhow_rules::betza::Atom;
    /// use dhow_rules::square::Delta;
    ///
    /// assert_eq!(Atom::Ferz.steps().len(), 4);
    /// assert_eq!(Atom::Knight.steps()[..2], [Delta::new(1, 2), Delta::new(2, 1)]);
    /// ```
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

    /// The steps from straight ahead (included) to straight right (excluded).
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

/// How a term uses its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// A leap if the range is 1, otherwise a slide over empty squares.
    Plain,
    /// A lame leap: the squares on the way must be empty (`n`).
    Lame,
    /// A slide over exactly one piece (`p`).
    Hop,
    /// A slide to the first piece in the way, and over it to the very next square (`g`).
    HopNext,
    /// A slide that jumps over its first square, whatever stands there (`j`).
    Ski,
    /// A slide that turns by a right angle after each step, right and left in turn (`z`).
    Crooked,
    /// Leaps that turn by half a right angle after each leap, always to the same side (`q`).
    Circular,
    /// A step and then a slide outward (`yafs`).
    Bent,
    /// A step and another one of the same length (`a`). The term's directions and atom are those of
    /// the first leg; what the term may end on is that of the second.
    Again {
        /// The content of the square on which the first leg ends.
        over: Over,
        /// The directions of the second leg, relative to the first one. They are given as a King's steps, with straight
        /// ahead as the direction of the first leg. `None`: any step of the atom but the one back to the start.
        turns: Option<Directions>,
    },
    /// A leap to a square that must be empty, and another leap from there (`[W-fD]`). The term's
    /// atom is the first leg; it has range 1 and all its directions.
    TwoLegs {
        /// The atom of the second leg.
        second: Atom,
        /// Whether the second leg continues in the direction of the first (`f`). If not, it goes in
        /// any direction but back to the start.
        straight: bool,
    },
}

/// The content of the square on which the first of two legs ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Over {
    /// An empty square.
    Empty,
    /// An enemy, which is captured.
    Enemy,
}

/// One atom with its modifiers and range.
///
/// A term comes from parsing a text, so its parts fit together: a hop has a range other than 1, a
/// lame leap has a half-way square, and an en passant capture is a capture.
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
    /// The set of steps that the term selects from.
    pub fn atom(&self) -> Atom {
        self.atom
    }

    /// The greatest number of times that the step is repeated; 0 means no limit.
    pub fn range(&self) -> u8 {
        self.range
    }

    /// The selected steps of the atom.
    pub fn directions(&self) -> Directions {
        self.directions
    }

    /// How the term uses its steps.
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

    /// Whether its capture may also be made onto the en passant square.
    pub fn en_passant(&self) -> bool {
        self.en_passant
    }

    /// Whether it is allowed only as the piece's first move.
    pub fn initial(&self) -> bool {
        self.initial
    }

    /// Whether it is the double or triple step of a Pawn: a lame leap `D` or `H` that cannot
    /// capture. The squares that it passes over become en passant squares.
    pub fn is_double_step(&self) -> bool {
        let is_straight = matches!(self.atom, Atom::Dabbaba | Atom::Threeleaper);
        is_straight && self.manner == Manner::Lame && !self.capture
    }

    /// The selected steps, in the order of [`Atom::steps`].
    pub fn steps(&self) -> Vec<Delta> {
        self.directions.of(self.atom)
    }
}

/// The movement of a piece as a list of terms.
///
/// Parsing ([`FromStr`](std::str::FromStr)) maps spellings to one normal form: `WW`, `W0` and `R`
/// give the same tree. Printing is canonical, and parsing the printed text gives the same tree.
/// Terms keep their order. A tree without terms, which parsing never gives, prints as an empty text
/// that does not parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Betza {
    /// The terms in the order of the text.
    pub terms: Vec<Term>,
}
