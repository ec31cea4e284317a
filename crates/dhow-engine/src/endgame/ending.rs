//! The pieces of an ending.

use super::EndgameError;
use arrayvec::ArrayVec;
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Letter, PieceType};
use dhow_rules::variant::{Role, Rules};

/// The most pieces beside the strong King.
pub const MAX_PIECES: usize = 3;

/// The pieces beside a King against a bare King, in the order of the game's pieces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    kinds: ArrayVec<PieceType, MAX_PIECES>,
}

impl Ending {
    /// The ending with these pieces, in any order.
    pub fn new<G: Geometry>(rules: &Rules<G>, kinds: &[PieceType]) -> Result<Self, EndgameError> {
        if kinds.is_empty() {
            return Err(EndgameError::NoPiece);
        }
        let mut kinds: ArrayVec<PieceType, MAX_PIECES> =
            kinds.try_into().map_err(|_| EndgameError::TooManyPieces(kinds.len()))?;
        kinds.sort_unstable();
        if kinds.contains(&rules.king()) {
            return Err(EndgameError::King);
        }
        if let Some(kind) = kinds.iter().find(|&&kind| rules.promotes(kind)) {
            let name = || rules.variant().pieces[kind.index()].name.clone();
            if kinds.len() > 1 {
                return Err(EndgameError::PromotingInCompany(name()));
            }
            if !rules.promotes_plainly() {
                return Err(EndgameError::Promotion(name()));
            }
        }
        Ok(Self { kinds })
    }

    /// Parses letters joined by `+`, such as `B+N`; the first may be the King.
    pub fn parse<G: Geometry>(rules: &Rules<G>, text: &str) -> Result<Self, EndgameError> {
        let mut kinds = Vec::new();
        for (index, part) in text.split('+').enumerate() {
            let mut letters = Letter::all(part.trim());
            let kind = match (letters.next(), letters.next()) {
                (Some(letter), None) => rules.kind(letter),
                _ => None,
            };
            let unknown =
                || EndgameError::Piece { text: part.into(), game: rules.variant().name.clone() };
            let kind = kind.ok_or_else(unknown)?;
            if index > 0 || kind != rules.king() {
                kinds.push(kind);
            }
        }
        Self::new(rules, &kinds)
    }

    /// All endings of one piece in a game, of pieces that capture only where they go.
    pub fn singles<G: Geometry>(rules: &Rules<G>) -> Vec<Self> {
        let kinds = rules.kinds().filter(|&kind| rules.role(kind) != Role::Royal);
        let kinds = kinds.filter(|kind| !rules.locust_users().contains(kind));
        kinds.map(|kind| Self { kinds: ArrayVec::from_iter([kind]) }).collect()
    }

    /// The pieces beside the King.
    pub fn kinds(&self) -> &[PieceType] {
        &self.kinds
    }

    /// The ending without the piece at an index; `None` if no piece is left.
    pub fn without(&self, index: usize) -> Option<Self> {
        let mut kinds = self.kinds.clone();
        kinds.remove(index);
        (!kinds.is_empty()).then_some(Self { kinds })
    }

    /// The letters of the pieces, joined by `+`.
    pub fn letters<G: Geometry>(&self, rules: &Rules<G>) -> String {
        let letter = |kind: &PieceType| rules.variant().pieces[kind.index()].letter.to_string();
        self.kinds.iter().map(letter).collect::<Vec<_>>().join("+")
    }
}
