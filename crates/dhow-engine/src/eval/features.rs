//! Features of the evaluation.
//!
//! Except for the danger to a King, whose terms are combined first, the evaluation is a sum of features times weights.
//! The counting code is written once for every [`FeatureSink`]: [`Scorer`] adds up the score, [`Trace`] collects the
//! counts for tuning.

use super::Tapered;
use dhow_rules::pieces::{Color, MAX_PIECE_TYPES, PieceType};

/// A feature in one game: a group and, for most groups, a kind of piece or a number of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u16);

/// Groups of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum FeatureGroup {
    /// Pieces of a kind.
    Material,
    /// King steps nearer to the centre than the corners are, scaled to 12 ranks.
    Centre,
    /// Ranks advanced, scaled to 12 ranks.
    Advance,
    /// A quarter of the square of the ranks advanced.
    AdvanceSquared,
    /// Squares in reach on the empty board, above the piece's average.
    Reach,
    /// Empty squares in reach, above half of the piece's average on the empty board.
    Mobility,
    /// A pair of colour-bound pieces of a kind, on both colours.
    Pair,
    /// For a hopper, an eighth of the pieces on the board.
    Screens,
    /// In a game with leaders, pieces that no own leader commands.
    Uncommanded,
    /// In a game with leaders, pieces that an enemy piece in command could capture.
    Attacked,
    /// In a game with leaders, pieces in command near an enemy leader.
    Near,
    /// Passed pawns by ranks advanced, scaled to 12 ranks.
    Passed,
    /// The number of leaders left.
    Leaders,
    /// Features of no kind of piece.
    Other,
}

impl FeatureGroup {
    /// The groups with a feature for each kind of piece, in the order of their numbers.
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

    /// Its name in lists of weights.
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

/// The number of ranks that counts of ranks are scaled to.
pub const RANKS: usize = 12;

/// Largest number of leaders with a feature of its own.
pub const MOST_LEADERS: usize = 8;

/// Names of the features in [`FeatureGroup::Other`], by number.
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

/// The most features in a group.
const ROOM: usize = 40;
const _: () = assert!(MAX_PIECE_TYPES <= ROOM && RANKS <= ROOM && OTHERS.len() <= ROOM);

impl Feature {
    /// The number of feature indices.
    pub const COUNT: usize = (FeatureGroup::Other as usize + 1) * ROOM;
    /// A pawn without own pawns on the neighbouring files.
    pub const ISOLATED: Self = Self::other(0);
    /// A pawn with an own pawn in front of it on its file.
    pub const DOUBLED: Self = Self::other(1);
    /// A pawn protected by an own pawn.
    pub const SUPPORTED: Self = Self::other(2);
    /// A pawn with an own pawn beside it.
    pub const PHALANX: Self = Self::other(3);
    /// An own piece next to the King.
    pub const SHELTER: Self = Self::other(4);
    /// Danger to the enemy King.
    pub const DANGER: Self = Self::other(5);
    /// The side to move.
    pub const TEMPO: Self = Self::other(6);

    /// An action left in the turn.
    pub const ACTION: Self = Self::other(7);

    /// King steps by which a piece in command is nearer to an enemy leader than a fixed distance.
    pub const APPROACH: Self = Self::other(8);
    /// The same for leaders.
    pub const ESCORT: Self = Self::other(9);

    const fn new(group: FeatureGroup, number: usize) -> Self {
        Self((group as usize * ROOM + number) as u16)
    }

    /// The feature of no kind of piece with this number, an index of `OTHERS`.
    pub const fn other(number: usize) -> Self {
        Self::new(FeatureGroup::Other, number)
    }

    /// The feature of a group for a kind of piece.
    pub const fn of_kind(group: FeatureGroup, kind: PieceType) -> Self {
        Self::new(group, kind.index())
    }

    /// A passed pawn that has advanced `ranks` of `RANKS` ranks.
    #[inline(always)]
    pub const fn passed(ranks: usize) -> Self {
        Self::new(FeatureGroup::Passed, ranks)
    }

    /// `number` leaders left, at most `MOST_LEADERS`.
    #[inline(always)]
    pub const fn leaders(number: usize) -> Self {
        Self::new(FeatureGroup::Leaders, number)
    }

    /// Its index, below [`Feature::COUNT`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Receives the counts of features.
pub trait FeatureSink {
    /// Counts a feature `count` times for a side.
    fn add(&mut self, color: Color, feature: Feature, count: i32);
}

/// Adds up the score for White.
pub struct Scorer<'a> {
    /// Weights by feature index.
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

/// The counts of a position, for tuning.
#[derive(Clone, Debug)]
pub struct Trace {
    /// White's counts minus Black's, by feature index.
    pub counts: Vec<i32>,
    /// Share of the middlegame score, from 0 to 1.
    pub phase: f64,
    /// Share of the score that the limit of moves leaves, from 0 to 1.
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
