//! A solved ending.

use super::ending::Ending;
use super::solve::EndingSolver;
use super::space::Space;
use super::summary::EndingSummary;
use super::value::{Value, ValueCode};
use dhow_rules::geometry::Geometry;
use dhow_rules::square::Square;
use std::marker::PhantomData;

/// The distance to mate of each position of an ending, a byte each.
#[derive(Debug)]
pub struct EndingTable<G: Geometry> {
    ending: Ending,
    space: Space,
    strong: Vec<u8>,
    bare: Vec<u8>,
    summary: EndingSummary,
    board: PhantomData<G>,
}

impl<G: Geometry> EndingTable<G> {
    pub(super) fn new(solved: EndingSolver<'_, G>) -> Self {
        let summary = EndingSummary::new(&solved);
        let EndingSolver { context, strong, bare, .. } = solved;
        let (ending, space) = (context.ending, context.space);
        Self { ending, space, strong, bare, summary, board: PhantomData }
    }

    /// The ending.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Its statistics.
    pub fn summary(&self) -> &EndingSummary {
        &self.summary
    }

    /// Size in bytes.
    pub fn size(&self) -> usize {
        self.strong.len() + self.bare.len()
    }

    /// The longest win in moves, with the strong side to move; 0 without wins.
    pub fn longest(&self) -> usize {
        self.summary.longest()
    }

    /// The value of a placement with the strong side as White: its King, its pieces in the order of the ending, and
    /// the bare King.
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
    pub(super) fn strong_code(&self, king: Square, pieces: &[Square], bare: Square) -> ValueCode {
        ValueCode(self.strong[self.index(king, pieces, bare)])
    }

    #[inline(always)]
    pub(super) fn bare_code(&self, king: Square, pieces: &[Square], bare: Square) -> ValueCode {
        ValueCode(self.bare[self.index(king, pieces, bare)])
    }

    #[inline(always)]
    fn index(&self, king: Square, pieces: &[Square], bare: Square) -> usize {
        let (config, turn) = self.space.config_of(king, pieces);
        config * self.space.squares().len() + self.space.number_turned(turn, bare)
    }
}
