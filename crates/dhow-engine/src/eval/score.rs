//! Scores: centipawns or plies to mate, from the point of view of the side to move.

use dhow_rules::pieces::Color;
use std::ops::Neg;

/// A score. One hundred is a fifth of a Rook's worth; scores near [`Score::MATE`] count plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

/// The longest line the search looks along, in plies.
pub const MAX_PLY: usize = 200;

impl Score {
    /// No advantage; also a draw.
    pub const DRAW: Score = Score(0);
    /// Checkmate on the board, from the winner's view; `n` plies away it is `MATE - n`.
    pub const MATE: Score = Score(32_000);
    /// Above all scores.
    pub const INFINITE: Score = Score(32_001);
    /// Scores at least this far from zero announce a mate.
    pub const MATE_BOUND: Score = Score(Self::MATE.0 - MAX_PLY as i32);
    /// Scores at least this far from zero are a win that the evaluation knows of.
    pub const KNOWN_WIN: Score = Score(20_000);

    /// A centipawn in the exponent of [`Score::winning_chance`]: as `dhow tune` finds it in games of the
    /// engine against itself (310 games of all variants at 2000 nodes a move).
    const CHANCE_SCALE: f64 = 0.0024;

    /// The points that the side to move can expect, from 0 to 1: a half in an even game.
    pub fn winning_chance(self) -> f64 {
        1.0 / (1.0 + (-Self::CHANCE_SCALE * f64::from(self.0)).exp())
    }

    /// A score of this side, from White's view; or one from White's view, of this side.
    #[inline]
    pub fn for_white(self, side: Color) -> Self {
        if side == Color::White { self } else { -self }
    }

    /// The side to move is mated in `plies` halfmoves.
    #[inline]
    pub const fn mated_in(plies: usize) -> Self {
        Score(-Self::MATE.0 + plies as i32)
    }

    /// The side to move mates in `plies` halfmoves.
    #[inline]
    pub const fn mates_in(plies: usize) -> Self {
        Score(Self::MATE.0 - plies as i32)
    }

    /// Whether a mate is announced, for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    /// Moves to the mate that is announced: positive if the side to move gives it, negative or
    /// zero if it suffers it.
    pub const fn mate_in_moves(self) -> Option<i32> {
        if self.0 >= Self::MATE_BOUND.0 {
            Some((Self::MATE.0 - self.0 + 1) / 2)
        } else if self.0 <= -Self::MATE_BOUND.0 {
            Some(-(Self::MATE.0 + self.0) / 2)
        } else {
            None
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Score(-self.0)
    }
}

impl std::fmt::Display for Score {
    /// `+0.35` in pawns of a hundred, or `#3`, `#-2` for mates in moves.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.mate_in_moves() {
            Some(moves) => write!(f, "#{moves}"),
            None => write!(f, "{:+.2}", self.0 as f64 / 100.0),
        }
    }
}
