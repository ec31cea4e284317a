//! What the evaluation counts.
//!
//! But for the danger to a King, whose terms are combined first, the evaluation is a sum of counts
//! times weights. The code that counts is written once, over a [`FeatureSink`]: one adds up the score,
//! another notes the counts, for tuning.

use super::Tapered;
use dhow_rules::pieces::{Color, MAX_PIECE_TYPES, PieceType};

/// Something that is counted in one game: a group, and for most groups a kind of piece of this game
/// or a number of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u16);

/// The groups of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum FeatureGroup {
    /// Pieces of a kind.
    Material,
    /// King steps nearer to the middle of the board than its corners are, on the scale of 12 ranks.
    Centre,
    /// Ranks advanced, on the scale of 12 ranks.
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
    /// In a game with leaders, pieces of the kind that no own leader commands.
    Uncommanded,
    /// In a game with leaders, pieces of the kind that an enemy in command could capture.
    Attacked,
    /// In a game with leaders, pieces of the kind in command that stand near an enemy leader.
    Near,
    /// Passed Pawns, by ranks advanced, on the scale of 12 ranks.
    Passed,
    /// Being left with so many leaders.
    Leaders,
    /// Whatever belongs to no kind.
    Other,
}

impl FeatureGroup {
    /// The groups whose features belong to kinds of pieces, in the order of their numbers.
    pub const OF_PIECES: [FeatureGroup; 11] = [
        FeatureGroup::Material,
        FeatureGroup::Centre,
        FeatureGroup::Advance,
        FeatureGroup::AdvanceSquared,
        FeatureGroup::Reach,
        FeatureGroup::Mobility,
        FeatureGroup::Pair,
        FeatureGroup::Screens,
        FeatureGroup::Uncommanded,
        FeatureGroup::Attacked,
        FeatureGroup::Near,
    ];

    /// The word for it in lists of weights.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureGroup::Material => "material",
            FeatureGroup::Centre => "centre",
            FeatureGroup::Advance => "advance",
            FeatureGroup::AdvanceSquared => "advance-squared",
            FeatureGroup::Reach => "reach",
            FeatureGroup::Mobility => "mobility",
            FeatureGroup::Pair => "pair",
            FeatureGroup::Screens => "screens",
            FeatureGroup::Uncommanded => "uncommanded",
            FeatureGroup::Attacked => "attacked",
            FeatureGroup::Near => "near",
            FeatureGroup::Passed => "passed",
            FeatureGroup::Leaders => "leaders",
            FeatureGroup::Other => "other",
        }
    }
}

/// The ranks that counts of ranks refer to; those of other boards are scaled to as many.
pub const RANKS: usize = 12;

/// The most leaders of a side that make a difference.
pub const MOST_LEADERS: usize = 8;

/// The words for what belongs to no kind, by the number of the feature.
pub const OTHERS: [&str; 10] = [
    "isolated",
    "doubled",
    "supported",
    "phalanx",
    "shelter",
    "danger",
    "tempo",
    "action",
    "approach",
    "escort",
];

/// Features that a group has room for: kinds of pieces, ranks, or others.
const ROOM: usize = 32;
const _: () = assert!(MAX_PIECE_TYPES <= ROOM && RANKS <= ROOM && OTHERS.len() <= ROOM);

impl Feature {
    /// One more than the highest [`Feature::index`].
    pub const COUNT: usize = (FeatureGroup::Other as usize + 1) * ROOM;
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

    /// A move that is left in the turn.
    pub const ACTION: Self = Self::other(7);

    /// King steps that a piece in command is nearer to an enemy leader than some distance.
    pub const APPROACH: Self = Self::other(8);
    /// The same for leaders.
    pub const ESCORT: Self = Self::other(9);

    const fn new(group: FeatureGroup, number: usize) -> Self {
        Self((group as usize * ROOM + number) as u16)
    }

    /// The feature of no kind with this number, an index of `OTHERS`.
    pub const fn other(number: usize) -> Self {
        Self::new(FeatureGroup::Other, number)
    }

    /// The feature of a group for a kind of piece.
    pub const fn of_kind(group: FeatureGroup, kind: PieceType) -> Self {
        Self::new(group, kind.index())
    }

    /// A passed Pawn that has advanced so many ranks of `RANKS`.
    #[inline(always)]
    pub const fn passed(ranks: usize) -> Self {
        Self::new(FeatureGroup::Passed, ranks)
    }

    /// Being left with so many leaders, at most `MOST_LEADERS`.
    #[inline(always)]
    pub const fn leaders(number: usize) -> Self {
        Self::new(FeatureGroup::Leaders, number)
    }

    /// A number below [`Feature::COUNT`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where counts go.
pub trait FeatureSink {
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

impl FeatureSink for Scorer<'_> {
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
    /// What share of the score the count of moves to a draw leaves, from 0 to 1.
    pub left: f64,
}

impl Default for Trace {
    fn default() -> Self {
        Self { counts: vec![0; Feature::COUNT], phase: 0.0, left: 1.0 }
    }
}

impl FeatureSink for Trace {
    fn add(&mut self, color: Color, feature: Feature, count: i32) {
        let sign = if color == Color::White { 1 } else { -1 };
        self.counts[feature.index()] += sign * count;
    }
}
