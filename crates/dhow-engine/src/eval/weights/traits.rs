//! What the weights of a piece go by.

use dhow_rules::betza::{CanonicalForm, PathKind};
use dhow_rules::variant::{PieceDef, Role};

/// What the weights of a kind of piece go by; its letter and its name have no part in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Traits {
    /// What it is beyond its moves.
    pub role: Role,
    /// The inventor's estimate in centipawns.
    pub value: i32,
    /// How it moves.
    pub form: CanonicalForm,
}

/// How pieces get along; those of one sort are worth more or less in the same situations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Only leaps, lame or not.
    Leaper,
    /// Slides, straight or bent, and does not hop.
    Slider,
    /// Hops, whatever else it does.
    Hopper,
}

impl Traits {
    /// The traits of a piece.
    pub fn of(piece: &PieceDef) -> Self {
        Self { role: piece.role, value: piece.value, form: (&*piece.betza).into() }
    }

    /// How it gets along.
    pub fn sort(&self) -> Sort {
        let any = |is: fn(PathKind) -> bool| self.form.paths().iter().any(|path| is(path.kind));
        if any(|kind| matches!(kind, PathKind::Hop { .. })) {
            Sort::Hopper
        } else if any(|kind| matches!(kind, PathKind::Slide { .. } | PathKind::Bent { .. })) {
            Sort::Slider
        } else {
            Sort::Leaper
        }
    }
}
