//! FEN of games with leaders: `placement side - - halfmove fullmove`, at the start of a turn.

use super::turn::OpenTurn;
use super::{CommandPosition, CommandRules, MAX_LEADERS};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::Color;
use crate::position::fen::SplitFen;
use crate::position::{FenError, MAX_FULLMOVE, Placement, PositionError};
use std::sync::Arc;

impl<G: Geometry> CommandPosition<G> {
    /// Reads a position at the start of a turn. The last two fields, the counters, may be missing,
    /// as in EPD; they are then `0 1`. One side may be without leaders: it has lost.
    pub fn from_fen(rules: Arc<CommandRules<G>>, fen: &str) -> Result<Self, FenError> {
        let fields = SplitFen::split(fen)?;
        let placement =
            Placement::read(rules.board(), fields.placement, |letter| rules.army().piece(letter))?;
        let side = fields.side()?;
        for (number, field) in (3..).zip(fields.rights) {
            if field != "-" {
                return Err(FenError::Unused { number, field: field.into() });
            }
        }
        let (clock, fullmove) = fields.counters()?;
        let mut position = Self {
            rules,
            placement,
            side_to_move: side,
            turn: OpenTurn::begin(std::iter::empty()),
            clock,
            fullmove,
            made: Vec::with_capacity(256),
            starts: Vec::with_capacity(256),
            reversible: 0,
        };
        let found = Color::ALL.map(|color| position.leaders(color).count());
        if found == [0, 0] {
            return Err(PositionError::NoLeaders.into());
        }
        for (color, found) in Color::ALL.into_iter().zip(found) {
            if found as usize > MAX_LEADERS {
                return Err(PositionError::Leaders { color, found }.into());
            }
        }
        position.begin_turn(side);
        Ok(position)
    }

    /// The position as canonical FEN. Within a turn, the FEN describes the present placement as if
    /// the turn began with it.
    pub fn fen(&self) -> String {
        format!(
            "{} {} - - {} {}",
            self.placement_text(),
            self.side_to_move.letter(),
            self.clock,
            self.fullmove.min(MAX_FULLMOVE)
        )
    }

    /// The piece placement: the first field of the FEN.
    pub fn placement_text(&self) -> String {
        self.placement.text(|piece| self.rules.army().letter(piece))
    }
}
