//! A solved ending.

use super::ending::Ending;
use super::solve::Solver;
use super::space::Space;
use super::summary::Summary;
use super::value::{Code, Value};
use dhow_rules::geometry::Geometry;
use dhow_rules::square::Square;
use std::marker::PhantomData;

/// The distance to mate of every position of an ending, a byte each.
#[derive(Debug)]
pub struct Table<G: Geometry> {
    ending: Ending,
    space: Space,
    strong: Vec<u8>,
    bare: Vec<u8>,
    summary: Summary,
    board: PhantomData<G>,
}

impl<G: Geometry> Table<G> {
    pub(super) fn new(solved: Solver<'_, G>) -> Self {
        let summary = Summary::new(&solved);
        let Solver { context, strong, bare, .. } = solved;
        let (ending, space) = (context.ending, context.space);
        Self { ending, space, strong, bare, summary, board: PhantomData }
    }

    /// Which ending it is.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// What was found, in figures.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Its size in bytes.
    pub fn size(&self) -> usize {
        self.strong.len() + self.bare.len()
    }

    /// The longest win in moves, the strong side to move; 0 if there is none.
    pub fn longest(&self) -> usize {
        self.summary.longest()
    }

    /// The worth of a placement, seen with the strong side as White: its King, its pieces in the
    /// order of the ending, and the bare King.
    pub fn value(
        &self,
        king: Square,
        pieces: &[Square],
        bare: Square,
        strong_to_move: bool,
    ) -> Value {
        let code = if strong_to_move {
            self.strong_code(king, pieces, bare)
        } else {
            self.bare_code(king, pieces, bare)
        };
        code.value()
    }

    #[inline(always)]
    pub(super) fn strong_code(&self, king: Square, pieces: &[Square], bare: Square) -> Code {
        Code(self.strong[self.index(king, pieces, bare)])
    }

    #[inline(always)]
    pub(super) fn bare_code(&self, king: Square, pieces: &[Square], bare: Square) -> Code {
        Code(self.bare[self.index(king, pieces, bare)])
    }

    #[inline(always)]
    fn index(&self, king: Square, pieces: &[Square], bare: Square) -> usize {
        let (config, turn) = self.space.config_of(king, pieces);
        config * self.space.squares().len() + self.space.number_turned(turn, bare)
    }
}
