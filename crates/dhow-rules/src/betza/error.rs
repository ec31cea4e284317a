//! Errors in the text of a movement.

use std::fmt;

/// Why a text is not XBetza that this module reads. [`BetzaError`] says where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BetzaErrorKind {
    /// The text is empty.
    Empty,
    /// The text is longer than [`MAX_TEXT_LENGTH`](super::MAX_TEXT_LENGTH) characters.
    TooLong,
    /// There are more than [`MAX_TERMS`](super::MAX_TERMS) terms.
    TooManyTerms,
    /// A character is not ASCII.
    NotAscii,
    /// A character is not an atom, modifier or digit of this notation.
    UnknownLetter,
    /// Modifiers at the end of the text without an atom after them.
    MissingAtom,
    /// A number that does not follow an atom.
    StrayRange,
    /// A range above 99.
    RangeTooLarge,
    /// A range of several digits that starts with 0.
    LeadingZero,
    /// A number after a doubled atom, whose range is already unlimited.
    RangeAfterDoubling,
    /// A doubled `K`, `R`, `B` or `Q`, or a letter written three times.
    BadDoubling,
    /// The same modifier twice in a term.
    RepeatedModifier,
    /// Directions of one term with other letters between them.
    ScatteredDirections,
    /// A direction that selects no step of the atom.
    NoSuchDirection,
    /// A direction that selects a step which an earlier direction selects.
    OverlappingDirection,
    /// `e` in a term without `c`.
    EnPassantWithoutCapture,
    /// `p` or `g` on a leap.
    HopNeedsSlide,
    /// Two of `p`, `g`, `j`, `z` and `q` in one term.
    TwoManners,
    /// `j` on anything but `R`, `B` and `Q`.
    SkiAtom,
    /// `z` on anything but `R` and `B`.
    CrookedAtom,
    /// `q` on anything but `N`, `C` and `Z`, or with a range of 1.
    CircularAtom,
    /// `n` on a slide.
    LameNeedsLeap,
    /// `n` on an atom whose steps pass over no square.
    NothingBetween,
    /// `n` on an atom whose steps pass over no squares in a straight line.
    ManyBetween,
    /// `nn` on anything but a `D` or `H` leap that cannot capture.
    MarkNeedsQuietDabbaba,
    /// `y` outside `yafs`.
    UnknownChain,
    /// A third leg.
    ThirdLeg,
    /// A range on an atom of two legs.
    AgainRange,
    /// A modifier that a leg before or after `a` does not take.
    AgainModifier,
    /// `m` and `c` in the leg before `a`.
    AgainEither,
    /// A second leg in directions between those of a Knight's step or its like.
    AgainTurn,
    /// A second leg that only captures, back on the square where the piece started.
    AgainBack,
    /// `yafs` on an atom other than `W` and `F`.
    BentAtom,
    /// A range other than 1 on a bent slider.
    BentRange,
    /// A modifier that a bent slider does not take, or takes only on the other side of `yafs`.
    BentModifier,
    /// `-` or `]` outside a bracket.
    StrayBracket,
    /// A bracket without its `]`.
    OpenBracket,
    /// A modifier or direction other than `m`, `c` and `i` before a bracket.
    BracketModifier,
    /// A leg that is not the capital of a leap.
    LegAtom,
    /// A direction in a bracket other than one `f` in the second leg.
    LegDirection,
    /// No `-` after the first leg.
    LegDash,
    /// No `]` after the second leg.
    LegEnd,
    /// `f` before a second leg that has no step in the direction of the first leg.
    NotStraightOn,
}

impl BetzaErrorKind {
    /// The reason in words. It follows the token in the message.
    fn reason(self) -> &'static str {
        match self {
            Self::Empty => "no atom given",
            Self::TooLong => "text longer than 2048 characters",
            Self::TooManyTerms => "more than 64 terms",
            Self::NotAscii => "not an ASCII character",
            Self::UnknownLetter => "not a letter of this notation",
            Self::MissingAtom => "modifiers without an atom",
            Self::StrayRange => "a range must follow an atom",
            Self::RangeTooLarge => "range above 99",
            Self::LeadingZero => "range with a leading zero",
            Self::RangeAfterDoubling => "a doubled atom takes no range",
            Self::BadDoubling => "this atom cannot be doubled",
            Self::RepeatedModifier => "repeated modifier",
            Self::ScatteredDirections => "directions must stand together",
            Self::NoSuchDirection => "selects no step of this atom",
            Self::OverlappingDirection => "selects a step that is selected already",
            Self::EnPassantWithoutCapture => "en passant needs `c` beside it",
            Self::TwoManners => "a term has one of `p`, `g`, `j`, `z` and `q`",
            Self::SkiAtom => "only R, B and Q jump over their first square",
            Self::CrookedAtom => "only R and B are crooked",
            Self::CircularAtom => "only N, C and Z go in circles",
            Self::HopNeedsSlide => "only a slide can hop",
            Self::LameNeedsLeap => "only a leap can be lame",
            Self::NothingBetween => "no square lies between",
            Self::ManyBetween => "no squares lie on a straight way",
            Self::MarkNeedsQuietDabbaba => "only for a D or H leap that cannot capture",
            Self::UnknownChain => "`y` stands only in `yafs`",
            Self::ThirdLeg => "a move has at most two legs",
            Self::AgainRange => "a move of two legs takes no range",
            Self::AgainModifier => "cannot stand here in a move of two legs",
            Self::AgainEither => {
                "the first of two legs either moves or captures: write a term for each"
            }
            Self::AgainTurn => "a leap of this kind goes on straight, back, or without directions",
            Self::AgainBack => "nothing to capture where the piece came from",
            Self::BentAtom => "`yafs` needs W or F",
            Self::BentRange => "a bent slider takes no range",
            Self::BentModifier => "cannot stand here in a bent slider",
            Self::StrayBracket => "no bracket is open",
            Self::OpenBracket => "the bracket is not closed",
            Self::BracketModifier => "cannot stand before a bracket",
            Self::LegAtom => "a leg is one of W F D N A H C Z G K",
            Self::LegDirection => "legs take no direction but one `f` in the second",
            Self::LegDash => "`-` must follow the first leg",
            Self::LegEnd => "`]` must follow the second leg",
            Self::NotStraightOn => "the second leg has no step straight on",
        }
    }
}

/// An error in the text of a movement: what is wrong, with which token, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    kind: BetzaErrorKind,
    token: String,
    column: usize,
}

impl BetzaError {
    pub(super) fn new(kind: BetzaErrorKind, token: impl Into<String>, column: usize) -> Self {
        Self { kind, token: token.into(), column }
    }

    /// The kind of error.
    pub fn kind(&self) -> BetzaErrorKind {
        self.kind
    }

    /// The part of the text that is wrong. Empty only if the text is empty.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The column at which the token starts, counted in characters from 1.
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for BetzaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, token, column } = self;
        if token.is_empty() {
            return write!(f, "column {column}, end of text: {}", kind.reason());
        }
        // The text may come from anywhere, so control characters must not reach the terminal.
        write!(f, "column {column}, `{}`: {}", token.escape_debug(), kind.reason())
    }
}

impl std::error::Error for BetzaError {}
