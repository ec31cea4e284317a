//! What the evaluation counts.
//!
//! But for the danger to a King, whose terms are combined first, the evaluation is a sum of counts
//! times weights. The code that counts is written once, over a [`Sink`]: one adds up the score,
//! another notes the counts, for tuning.

use super::Tapered;
use crate::pieces::Color;

/// Something that is counted: a group, and for most groups the letter of a kind of piece or a
/// number of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u16);

/// The groups of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Group {
    /// Pieces of a kind.
    Material,
    /// King steps nearer to the middle of the board than its corners are.
    Centre,
    /// Ranks advanced.
    Advance,
    /// The square of the ranks advanced, in quarters.
    AdvanceSquared,
    /// Squares that a piece of the kind would reach on the empty board beyond its average.
    Reach,
    /// Empty squares that a piece of the kind sees, beyond half of its average on the empty board.
    Mobility,
    /// Pieces of a kind bound to one colour, on both colours.
    Pair,
    /// For a hopper, an eighth of the men on the board.
    Screens,
    /// Passed Pawns, by ranks advanced.
    Passed,
    /// Whatever belongs to no kind.
    Other,
}

impl Group {
    const ALL: [(Group, &'static str); 10] = [
        (Group::Material, "material"),
        (Group::Centre, "centre"),
        (Group::Advance, "advance"),
        (Group::AdvanceSquared, "advance-squared"),
        (Group::Reach, "reach"),
        (Group::Mobility, "mobility"),
        (Group::Pair, "pair"),
        (Group::Screens, "screens"),
        (Group::Passed, "passed"),
        (Group::Other, "other"),
    ];
}

/// Features a group has room for: letters, or ranks.
const ROOM: u16 = 32;

const OTHERS: [&str; 7] =
    ["isolated", "doubled", "supported", "phalanx", "shelter", "danger", "tempo"];

impl Feature {
    /// One more than the highest [`Feature::index`].
    pub const COUNT: usize = Group::ALL.len() * ROOM as usize;
    /// A Pawn without own Pawns on the neighbouring files.
    pub const ISOLATED: Self = Self::other(0);
    /// A Pawn with an own Pawn before it on its file.
    pub const DOUBLED: Self = Self::other(1);
    /// A Pawn that an own Pawn protects.
    pub const SUPPORTED: Self = Self::other(2);
    /// A Pawn with an own Pawn beside it.
    pub const PHALANX: Self = Self::other(3);
    /// An own piece beside the King.
    pub const SHELTER: Self = Self::other(4);
    /// The danger that a side is to the other King.
    pub const DANGER: Self = Self::other(5);
    /// The move.
    pub const TEMPO: Self = Self::other(6);

    const fn other(number: u16) -> Self {
        Self(Group::Other as u16 * ROOM + number)
    }

    /// The feature of a group for a kind of piece with an upper-case letter.
    pub const fn of_kind(group: Group, letter: char) -> Self {
        Self(group as u16 * ROOM + (letter as u16 - 'A' as u16) % ROOM)
    }

    /// A passed Pawn that has advanced so many ranks.
    pub const fn passed(ranks: usize) -> Self {
        Self(Group::Passed as u16 * ROOM + ranks as u16 % ROOM)
    }

    /// A number below [`Feature::COUNT`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The feature with this index.
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The feature that [`Feature`]'s `Display` writes so.
    pub fn parse(text: &str) -> Option<Self> {
        let (group, rest) = text.split_once(' ')?;
        let (group, _) = *Group::ALL.iter().find(|(_, name)| *name == group)?;
        match group {
            Group::Other => {
                let number = OTHERS.iter().position(|&name| name == rest)?;
                Some(Self::other(number as u16))
            }
            Group::Passed => rest.parse().ok().filter(|&n| n < ROOM as usize).map(Self::passed),
            _ => {
                let letter = rest.parse().ok().filter(char::is_ascii_uppercase)?;
                Some(Self::of_kind(group, letter))
            }
        }
    }
}

impl std::fmt::Display for Feature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (group, name) = Group::ALL[(self.0 / ROOM) as usize];
        let number = self.0 % ROOM;
        match group {
            Group::Other => write!(f, "{name} {}", OTHERS[number as usize % OTHERS.len()]),
            Group::Passed => write!(f, "{name} {number}"),
            _ => write!(f, "{name} {}", (b'A' + number as u8) as char),
        }
    }
}

/// Where counts go.
pub trait Sink {
    /// A side has `count` of a feature.
    fn add(&mut self, color: Color, feature: Feature, count: i32);
}

/// Adds up the score from White's view.
pub struct Scorer<'a> {
    /// The weight of every feature.
    pub weights: &'a [Tapered; Feature::COUNT],
    /// White's sum minus Black's.
    pub score: Tapered,
}

impl Sink for Scorer<'_> {
    #[inline(always)]
    fn add(&mut self, color: Color, feature: Feature, count: i32) {
        let worth = self.weights[feature.index()].scaled(count);
        match color {
            Color::White => self.score += worth,
            Color::Black => self.score -= worth,
        }
    }
}

/// Notes White's counts minus Black's.
#[derive(Clone, Debug)]
pub struct Trace {
    /// By feature.
    pub counts: Vec<i32>,
    /// How far the score is that of the middlegame, from 0 to 1.
    pub phase: f64,
}

impl Default for Trace {
    fn default() -> Self {
        Self { counts: vec![0; Feature::COUNT], phase: 0.0 }
    }
}

impl Sink for Trace {
    fn add(&mut self, color: Color, feature: Feature, count: i32) {
        let sign = if color == Color::White { 1 } else { -1 };
        self.counts[feature.index()] += sign * count;
    }
}
