//! What can be wrong with a text.

use std::fmt;

/// Why a text is not XBetza that this module reads; see [`BetzaError`] for where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BetzaErrorKind {
    /// There is no text.
    Empty,
    /// The text is longer than [`MAX_TEXT_LENGTH`](super::MAX_TEXT_LENGTH).
    TooLong,
    /// More than [`MAX_TERMS`](super::MAX_TERMS) terms.
    TooManyTerms,
    /// A character outside ASCII.
    NotAscii,
    /// A character that is no atom, modifier or digit of this notation.
    UnknownLetter,
    /// Modifiers at the end of the text that no atom follows.
    MissingAtom,
    /// A number that does not follow an atom.
    StrayRange,
    /// A range above 99.
    RangeTooLarge,
    /// A range of several digits that starts with 0.
    LeadingZero,
    /// A number after a doubled atom, which already is unlimited.
    RangeAfterDoubling,
    /// A doubled `K`, `R`, `B` or `Q`, or a letter written three times.
    BadDoubling,
    /// A modifier that was given before.
    RepeatedModifier,
    /// A direction apart from the other directions of its term.
    ScatteredDirections,
    /// A direction that selects no step of the atom.
    NoSuchDirection,
    /// A direction that selects a step which an earlier one selects already.
    OverlappingDirection,
    /// `e` on a term without `c`.
    EnPassantWithoutCapture,
    /// `p` on a leap.
    HopNeedsSlide,
    /// `n` on a slide.
    LameNeedsLeap,
    /// `n` on an atom whose steps pass over no square.
    NothingBetween,
    /// `n` on an atom whose steps have no single half-way square.
    ManyBetween,
    /// `nn` on anything but a `D` leap that cannot capture.
    MarkNeedsQuietDabbaba,
    /// `y` or `a` in any other form than `yafs`.
    UnknownChain,
    /// `yafs` on an atom other than `W` and `F`.
    BentAtom,
    /// A range other than 1 on a bent slider.
    BentRange,
    /// A modifier that a bent slider does not take, or not on this side of `yafs`.
    BentModifier,
    /// `-` or `]` outside a bracket.
    StrayBracket,
    /// A bracket that the text leaves open.
    OpenBracket,
    /// A modifier or direction before a bracket other than `m`, `c` and `i`.
    BracketModifier,
    /// Anything but the capital of a leap where a leg must stand.
    LegAtom,
    /// A direction in a bracket other than one `f` in the second leg.
    LegDirection,
    /// Anything but `-` after the first leg.
    LegDash,
    /// Anything but `]` after the second leg.
    LegEnd,
    /// `f` before a second leg that has no step in the direction of the first.
    NotStraightOn,
}

impl BetzaErrorKind {
    /// The reason in words, to follow the token.
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
            Self::HopNeedsSlide => "only a slide can hop",
            Self::LameNeedsLeap => "only a leap can be lame",
            Self::NothingBetween => "no square lies between",
            Self::ManyBetween => "no single square lies half-way",
            Self::MarkNeedsQuietDabbaba => "only for a D leap that cannot capture",
            Self::UnknownChain => "the only chain is `yafs`",
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

/// A text that could not be read: what is wrong, with which token, and where.
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

    /// What is wrong.
    pub fn kind(&self) -> BetzaErrorKind {
        self.kind
    }

    /// The offending part of the text; empty only when the text is.
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
        // The text may come from anywhere, so a control character must not reach the terminal.
        write!(f, "column {column}, `{}`: {}", token.escape_debug(), kind.reason())
    }
}

impl std::error::Error for BetzaError {}
