//! The numbers of the evaluation, in centipawns.

use super::Tapered;

/// For having the move.
pub const TEMPO: i32 = 15;
/// Base of the score against a bare King, beside material and how far the King is driven.
pub const LONE_KING: i32 = 2000;
/// Officers' material below which passing may be better than moving.
pub const ZUGZWANG_MATERIAL: i32 = 500;

/// Share of a hopper's value left in the endgame, in percent: it runs out of screens.
pub const HOPPER_ENDGAME: i32 = 70;
/// Share of a Pawn's value in the endgame, in percent.
pub const PAWN_ENDGAME: i32 = 140;
/// Share of other pieces' value in the endgame, in percent.
pub const OFFICER_ENDGAME: i32 = 105;

/// For each square that an officer reaches on the empty board beyond its average.
pub const REACH: Tapered = Tapered::new(4, 4);
/// For each square an officer can move to, beyond half of its average on the empty board.
pub const MOBILITY: Tapered = Tapered::new(3, 4);

/// For each rank a Pawn has advanced.
pub const PAWN_ADVANCE: Tapered = Tapered::new(2, 3);
/// For each rank squared that a Pawn has advanced, in hundredths.
pub const PAWN_ADVANCE_SQUARED: Tapered = Tapered::new(20, 60);
/// For each rank squared that a passed Pawn has advanced, in hundredths.
pub const PASSED_SQUARED: Tapered = Tapered::new(40, 130);
/// For each rank squared that a Prince has advanced, in hundredths.
pub const PRINCE_ADVANCE_SQUARED: Tapered = Tapered::new(20, 110);
/// For each file a Pawn stands nearer to the middle.
pub const PAWN_CENTRE: Tapered = Tapered::new(2, 0);

/// For each rank the King has left its back rank behind, up to five.
pub const KING_ADVANCE: Tapered = Tapered::new(-22, 0);
/// For each step the King stands nearer to the middle of the board.
pub const KING_CENTRE: Tapered = Tapered::new(-4, 6);
/// For each own piece beside the King.
pub const SHELTER: Tapered = Tapered::new(6, 0);

/// Danger for each square around the King that an officer attacks, by a hundredth of its value.
pub const KING_ATTACK: i32 = 2;
/// Divides the square of the danger.
pub const KING_DANGER_DIVISOR: i32 = 24;
/// The most that danger to the King counts.
pub const KING_DANGER_LIMIT: i32 = 900;

/// For each step the bare King stands nearer to the edge.
pub const DRIVEN_TO_EDGE: i32 = 24;
/// For each step the bare King stands nearer to a corner along the edge.
pub const DRIVEN_TO_CORNER: i32 = 8;
/// For each step the Kings stand nearer to each other.
pub const KINGS_NEAR: i32 = 10;
