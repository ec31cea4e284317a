//! How each piece moves, by hand from the table of pieces.
//!
//! A piece's moves are given without asking whether the own King is left to be captured. They
//! include the capture of the enemy King, which is how check is found.

use super::{Color, Move, Piece, Reference, Square};

/// W, D and H: one, two and three squares along a rank or file.
const ONE_STRAIGHT: &[(i32, i32)] = &[(1, 0), (-1, 0), (0, 1), (0, -1)];
const TWO_STRAIGHT: &[(i32, i32)] = &[(2, 0), (-2, 0), (0, 2), (0, -2)];
const THREE_STRAIGHT: &[(i32, i32)] = &[(3, 0), (-3, 0), (0, 3), (0, -3)];

/// F, A and G: one, two and three squares along a diagonal.
const ONE_DIAGONAL: &[(i32, i32)] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
const TWO_DIAGONAL: &[(i32, i32)] = &[(2, 2), (2, -2), (-2, 2), (-2, -2)];
const THREE_DIAGONAL: &[(i32, i32)] = &[(3, 3), (3, -3), (-3, 3), (-3, -3)];

/// N, C and Z: (2,1), (3,1) and (3,2).
#[rustfmt::skip]
const KNIGHT: &[(i32, i32)] =
    &[(2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)];
#[rustfmt::skip]
const CAMEL: &[(i32, i32)] =
    &[(3, 1), (3, -1), (-3, 1), (-3, -1), (1, 3), (1, -3), (-1, 3), (-1, -3)];
#[rustfmt::skip]
const GIRAFFE: &[(i32, i32)] =
    &[(3, 2), (3, -2), (-3, 2), (-3, -2), (2, 3), (2, -3), (-2, 3), (-2, -3)];

/// "A Pawn, S or Prince that reaches the last rank must at once become one of" these. In larger games each
/// kind promotes to one other, or to none.
fn promotions(variant: &str, letter: char) -> &'static str {
    match variant {
        "gigachess" | "terachess" => match letter {
            'P' | 'T' => "Q",
            'I' => "A",
            'N' | 'M' | 'Z' => "F",
            'E' | 'W' | 'J' => "L",
            _ => "",
        },
        _ if !matches!(letter, 'P' | 'S' | 'I') => "",
        "metamachy" => "QLG",
        "zanzibar-s" => "QGLUF",
        "zanzibar-xl" | "zanzibar-xxl" | "maasai" => "QGLODUF",
        "zanzibar-xl-classic" => "QGLHXUF",
        other => panic!("no variant {other}"),
    }
}

/// The table of double steps: "starting rank" is the rank, not "has not moved yet". `rank` counts
/// from 0 at the player's own side.
pub(super) fn double_step_allowed(variant: &str, letter: char, rank: i32) -> bool {
    match (letter, variant) {
        ('P', "zanzibar-xxl" | "maasai") => rank == 3,
        ('I', "maasai") => rank == 2,
        ('S', "gigachess" | "terachess") => false,
        ('P' | 'I' | 'S', _) => true,
        _ => false,
    }
}

impl Reference {
    /// All moves of the piece on `from`, but for the King's jump.
    pub(super) fn piece_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let (_, letter) = self.at(from).expect("a piece");
        match letter {
            'P' => self.pawn(from, moves),
            'S' if self.is_pawn('S') => self.pawn(from, moves),
            'K' => self.leap(from, &[ONE_STRAIGHT, ONE_DIAGONAL], moves),
            'Q' => self.slide(from, &[ONE_STRAIGHT, ONE_DIAGONAL], moves),
            'R' => self.slide(from, &[ONE_STRAIGHT], moves),
            'B' => self.slide(from, &[ONE_DIAGONAL], moves),
            'N' => self.leap(from, &[KNIGHT], moves),
            'G' => self.eagle(from, moves),
            'U' => self.rhinoceros(from, moves),
            'L' => self.leap(
                from,
                &[ONE_STRAIGHT, ONE_DIAGONAL, TWO_STRAIGHT, TWO_DIAGONAL, KNIGHT],
                moves,
            ),
            'E' => self.leap(from, &[ONE_DIAGONAL, TWO_DIAGONAL], moves),
            'W' => self.leap(from, &[ONE_STRAIGHT, TWO_STRAIGHT], moves),
            'M' => self.leap(from, &[CAMEL], moves),
            'Z' => self.leap(from, &[GIRAFFE], moves),
            'F' => self.leap(from, &[KNIGHT, CAMEL, GIRAFFE], moves),
            'C' => self.hop(from, &[ONE_STRAIGHT], moves),
            'V' => self.hop(from, &[ONE_DIAGONAL], moves),
            'O' => self.hop(from, &[ONE_STRAIGHT, ONE_DIAGONAL], moves),
            'D' => self.leap(
                from,
                &[
                    ONE_STRAIGHT,
                    ONE_DIAGONAL,
                    TWO_STRAIGHT,
                    TWO_DIAGONAL,
                    THREE_STRAIGHT,
                    THREE_DIAGONAL,
                ],
                moves,
            ),
            'H' => {
                self.slide(from, &[ONE_STRAIGHT], moves);
                self.leap(from, &[KNIGHT], moves);
            }
            'X' => {
                self.slide(from, &[ONE_DIAGONAL], moves);
                self.leap(from, &[KNIGHT], moves);
            }
            'I' => {
                self.leap(from, &[ONE_STRAIGHT, ONE_DIAGONAL], moves);
                self.double_step(from, moves);
            }
            'A' => {
                self.slide(from, &[ONE_STRAIGHT, ONE_DIAGONAL], moves);
                self.leap(from, &[KNIGHT], moves);
            }
            'J' => self.leap(from, &[ONE_STRAIGHT, ONE_DIAGONAL, KNIGHT], moves),
            'S' => {
                self.slide(from, &[ONE_STRAIGHT], moves);
                self.leap(from, &[ONE_DIAGONAL], moves);
            }
            'Y' => {
                self.slide(from, &[ONE_DIAGONAL], moves);
                self.leap(from, &[ONE_STRAIGHT], moves);
            }
            'T' => self.troll(from, moves),
            other => panic!("no piece {other}"),
        }
    }

    /// Straight to squares at fixed distances, over anything; not onto an own piece.
    fn leap(&self, from: Square, leaps: &[&[(i32, i32)]], moves: &mut Vec<Move>) {
        for (dx, dy) in leaps.concat() {
            let to = (from.0 + dx, from.1 + dy);
            if self.on_board(to) && !self.is_own(from, to) {
                self.add(from, to, moves);
            }
        }
    }

    /// As far as the way is free, or up to and including the first enemy piece.
    fn slide(&self, from: Square, directions: &[&[(i32, i32)]], moves: &mut Vec<Move>) {
        for direction in directions.concat() {
            self.slide_on(from, from, direction, moves);
        }
    }

    /// Slides from `start`, which is not itself a target, with the piece that stands on `from`.
    fn slide_on(&self, from: Square, start: Square, (dx, dy): (i32, i32), moves: &mut Vec<Move>) {
        let mut to = (start.0 + dx, start.1 + dy);
        while self.on_board(to) && !self.is_own(from, to) {
            self.add(from, to, moves);
            if self.at(to).is_some() {
                break;
            }
            to = (to.0 + dx, to.1 + dy);
        }
    }

    /// Eagle: "one diagonal step, then slides outward along the rank or the file; blocked by a
    /// piece on the first square; may stop on it".
    fn eagle(&self, from: Square, moves: &mut Vec<Move>) {
        for &(dx, dy) in ONE_DIAGONAL {
            self.bent(from, (dx, dy), [(dx, 0), (0, dy)], moves);
        }
    }

    /// Rhinoceros: "one orthogonal step, then slides outward diagonally; may stop on the first
    /// square".
    fn rhinoceros(&self, from: Square, moves: &mut Vec<Move>) {
        self.bent(from, (1, 0), [(1, 1), (1, -1)], moves);
        self.bent(from, (-1, 0), [(-1, 1), (-1, -1)], moves);
        self.bent(from, (0, 1), [(1, 1), (-1, 1)], moves);
        self.bent(from, (0, -1), [(1, -1), (-1, -1)], moves);
    }

    fn bent(
        &self,
        from: Square,
        (dx, dy): (i32, i32),
        onward: [(i32, i32); 2],
        moves: &mut Vec<Move>,
    ) {
        let first = (from.0 + dx, from.1 + dy);
        if !self.on_board(first) || self.is_own(from, first) {
            return;
        }
        self.add(from, first, moves);
        if self.at(first).is_none() {
            for direction in onward {
                self.slide_on(from, first, direction, moves);
            }
        }
    }

    /// Cannon, Archer, Sorceress: without capturing as a slider, capturing the next piece beyond
    /// "exactly one piece of either colour".
    fn hop(&self, from: Square, directions: &[&[(i32, i32)]], moves: &mut Vec<Move>) {
        for (dx, dy) in directions.concat() {
            let mut to = (from.0 + dx, from.1 + dy);
            while self.on_board(to) && self.at(to).is_none() {
                self.add(from, to, moves);
                to = (to.0 + dx, to.1 + dy);
            }
            // `to` is now the square of the screen, or off the board.
            to = (to.0 + dx, to.1 + dy);
            while self.on_board(to) && self.at(to).is_none() {
                to = (to.0 + dx, to.1 + dy);
            }
            if self.on_board(to) && !self.is_own(from, to) {
                self.add(from, to, moves);
            }
        }
    }

    /// Pawn and S: "steps forward without capturing, captures diagonally forward, captures e.p."
    fn pawn(&self, from: Square, moves: &mut Vec<Move>) {
        let (color, letter) = self.at(from).expect("a pawn");
        let forward = color.forward();

        let step = (from.0, from.1 + forward);
        if self.on_board(step) && self.at(step).is_none() {
            self.add(from, step, moves);
        }
        self.double_step(from, moves);

        for dx in [-1, 1] {
            let to = (from.0 + dx, from.1 + forward);
            if !self.on_board(to) {
                continue;
            }
            let en_passant = color == self.side && self.passed == Some(to);
            if self.is_enemy(from, to) || en_passant {
                self.add(from, to, moves);
            }
        }

        // The Soldier of zanzibar-xxl "also steps one square sideways without capturing".
        if letter == 'S' && self.variant == "zanzibar-xxl" {
            for dx in [-1, 1] {
                let to = (from.0 + dx, from.1);
                if self.on_board(to) && self.at(to).is_none() {
                    self.add(from, to, moves);
                }
            }
        }
    }

    /// Troll: three squares along a rank, a file or a diagonal, over anything; and, as a Pawn does but never en
    /// passant, a step forward and captures diagonally forward, which alone promote it.
    fn troll(&self, from: Square, moves: &mut Vec<Move>) {
        let (color, _) = self.at(from).expect("a Troll");
        for &(dx, dy) in [THREE_STRAIGHT, THREE_DIAGONAL].concat().iter() {
            let to = (from.0 + dx, from.1 + dy);
            if self.on_board(to) && !self.is_own(from, to) {
                moves.push(Move { from, to, promotion: None });
            }
        }
        for dx in [-1, 0, 1] {
            let to = (from.0 + dx, from.1 + color.forward());
            let free = self.on_board(to) && self.at(to).is_none();
            if if dx == 0 { free } else { self.on_board(to) && self.is_enemy(from, to) } {
                self.add(from, to, moves);
            }
        }
    }

    /// "Double steps (both squares must be empty, never a capture)", straight forward.
    fn double_step(&self, from: Square, moves: &mut Vec<Move>) {
        let (color, letter) = self.at(from).expect("a piece");
        let rank = match color {
            Color::White => from.1,
            Color::Black => self.size - 1 - from.1,
        };
        if !double_step_allowed(&self.variant, letter, rank) {
            return;
        }
        let passed = (from.0, from.1 + color.forward());
        let to = (from.0, from.1 + 2 * color.forward());
        if self.on_board(to) && self.at(passed).is_none() && self.at(to).is_none() {
            self.add(from, to, moves);
        }
    }

    fn is_own(&self, from: Square, to: Square) -> bool {
        self.at(to).map(owner) == self.at(from).map(owner)
    }

    fn is_enemy(&self, from: Square, to: Square) -> bool {
        self.at(to).is_some() && !self.is_own(from, to)
    }

    /// Adds the move, or one move for each promotion if the piece promotes there.
    fn add(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        let (color, letter) = self.at(from).expect("a piece");
        let promotions = promotions(&self.variant, letter);
        if to.1 == self.last_rank(color) && !promotions.is_empty() {
            for piece in promotions.chars() {
                let promotion = Some(piece);
                moves.push(Move { from, to, promotion });
            }
        } else {
            let promotion = None;
            moves.push(Move { from, to, promotion });
        }
    }
}

fn owner(piece: Piece) -> Color {
    piece.0
}
