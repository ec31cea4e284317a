//! The traits of a piece that determine its weights.

use dhow_rules::betza::{CanonicalForm, PathKind};
use dhow_rules::variant::{PieceDef, Role};

/// The traits of a kind of piece that determine its weights. Its letter and name do not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Traits {
    /// Role of the piece.
    pub role: Role,
    /// Value in centipawns by the inventor's estimate.
    pub value: i32,
    /// Its movement.
    pub form: CanonicalForm,
}

/// Sorts of movement. Pieces of one sort gain and lose value in the same situations.
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

    /// The sort of its movement.
    pub fn sort(&self) -> Sort {
        let any = |is: fn(PathKind) -> bool| self.form.paths().iter().any(|path| is(path.kind));
        if any(|kind| matches!(kind, PathKind::Hop { .. } | PathKind::HopNext { .. })) {
            Sort::Hopper
        } else if any(|kind| {
            use PathKind::{Bent, Ski, Slide, Turning};
            matches!(kind, Slide { .. } | Bent { .. } | Ski { .. } | Turning { .. })
        }) {
            Sort::Slider
        } else {
            Sort::Leaper
        }
    }
}
