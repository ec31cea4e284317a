//! A canonical form, equal for all spellings of a movement.

use super::expand::{Path, PathKind, merged};
use super::tree::{Betza, Term};

/// The moves that a piece can make at any time. Texts with other atoms or another order of terms
/// give the same form if they mean the same moves.
///
/// Moves that are possible only sometimes are left out: first moves (`i`), double steps (`mnD`, `mnH`) and captures en
/// passant (`e`). So a Pawn has one form, whether it may step twice from every rank, from one rank or never. A piece
/// that has no other moves keeps these moves.
///
/// ```
/// use dhow_rules::betza::{Betza, BetzaError, CanonicalForm};
///
/// let form = |text: &str| text.parse::<Betza>().map(|betza| CanonicalForm::from(&betza));
/// assert_eq!(form("Q")?, form("BR")?);
/// assert_ne!(form("Q")?, form("RN")?);
/// # Ok::<(), BetzaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalForm(Vec<Path>);

impl CanonicalForm {
    /// The form of all moves, the occasional ones included. Two texts with the same entire form are
    /// the same movement in every game.
    pub fn entire(betza: &Betza) -> Self {
        Self(merged(betza.paths().into_iter().flat_map(single_steps).collect()))
    }

    /// The paths, sorted. A slide of two steps is written as a leap and a lame leap.
    pub fn paths(&self) -> &[Path] {
        &self.0
    }
}

impl From<&Betza> for CanonicalForm {
    fn from(betza: &Betza) -> Self {
        let plain = |term: &Term| Term { en_passant: false, ..term.clone() };
        let lasting = betza.terms.iter().filter(|term| !term.initial && !term.is_double_step());
        let mut terms: Vec<Term> = lasting.map(plain).collect();
        if terms.is_empty() {
            terms = betza.terms.iter().map(plain).collect();
        }
        Self::entire(&Betza { terms })
    }
}

/// Splits a slide of two steps into a leap and a lame leap: `R2` into `WnD`, `B2` into `FnA`.
fn single_steps(path: Path) -> Vec<Path> {
    match path.kind {
        PathKind::Slide { step, range: 2 } if step.distance() == 1 => {
            let twice = step.times(2);
            let far = PathKind::Lame { over: step, to: twice };
            [PathKind::Leap { to: step }, far].map(|kind| Path { kind, ..path }).to_vec()
        }
        _ => vec![path],
    }
}
