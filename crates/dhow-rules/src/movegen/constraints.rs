//! Where pieces may go without leaving their King in check.
//!
//! Every enemy line piece that sees the King through at most two pieces limits the moves of the
//! other side. Let n be the number of pieces between it and the King:
//!
//! - slider (bent ones too), n = 0: check; only moves onto the path or the slider help,
//! - slider, n = 1: the piece between, if own, must stay on the path or capture the slider,
//! - hopper, n = 0: no piece may step between, it would be the screen,
//! - hopper, n = 1: check; a second piece stepping between or the capture of the hopper helps, and
//!   so does the screen, if own, by leaving the path,
//! - hopper, n = 2: either piece between, if own, must stay on the path without capturing the
//!   other, or capture the hopper.
//!
//! What a move captures does not matter except for the attacker itself: the square stays
//! occupied. Only en passant empties a third square; it is tried out instead.

use crate::bitboard::SquareSet;
use crate::cpu::tuned;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::square::Square;
use arrayvec::ArrayVec;

/// How many pieces can be bound at most, with room to spare: two in each of eight straight
/// directions from the King, and as many more for riders. Those that lame leaps pass are the nearest
/// in one of these directions.
const MOST_BOUND: usize = 96;
/// How many own screens can give check at most, with room to spare: one in each direction.
const MOST_SCREENS: usize = 48;

/// Limits on the moves of all pieces but the King.
pub struct Constraints<G: Geometry> {
    /// Where pieces may go that are not bound.
    pub free: G::Set,
    /// Squares of own pieces with limits of their own.
    pub bound: G::Set,
    /// Pieces that give check.
    pub checkers: G::Set,
    /// `free` without the limits of checks over own screens.
    free_of_screens: G::Set,
    masks: ArrayVec<(Square, G::Set), MOST_BOUND>,
    screens: ArrayVec<ScreenCheck<G>, MOST_SCREENS>,
}

/// A check by a hopper over an own screen.
struct ScreenCheck<G: Geometry> {
    screen: Square,
    /// Where the screen may go.
    screen_leaves: G::Set,
    /// Where the other pieces may go.
    others_help: G::Set,
}

impl<G: Geometry> Constraints<G> {
    /// The limits on the side to move.
    #[inline(always)]
    pub fn new(position: &Position<G>) -> Self {
        let mut constraints = Self::none();
        constraints.constrain(position);
        constraints
    }

    /// Adds the limits on the side to move to none.
    #[inline(always)]
    pub fn constrain(&mut self, position: &Position<G>) {
        // Code compiled for another processor is never inlined, so returning the struct would copy it.
        tuned!(self.find(position));
    }

    /// No limits.
    #[inline(always)]
    pub fn none() -> Self {
        Self {
            free: G::all(),
            bound: G::Set::EMPTY,
            checkers: G::Set::EMPTY,
            free_of_screens: G::all(),
            masks: ArrayVec::new(),
            screens: ArrayVec::new(),
        }
    }

    #[inline(always)]
    pub(super) fn find(&mut self, position: &Position<G>) {
        let (rules, placement) = (position.rules(), position.placement());
        let side = position.side_to_move();
        let (own, enemies) = (placement.side(side), placement.side(!side));
        let (king, occupied) = (position.king(side), position.occupied());
        self.checkers = position.leap_attackers(king, !side, enemies);
        for checker in self.checkers {
            self.free &= G::Set::single(checker);
        }
        for users in rules.line_users() {
            let pieces = placement.of_kinds(&users.kinds) & enemies & users.sources[king.index()];
            // Mostly so, and quicker to see at once than word by word.
            if pieces.is_empty() {
                continue;
            }
            for from in pieces {
                let path = users.family.path(rules.between(), from, king);
                self.line(users.family.hops(), from, path, occupied, own);
            }
        }
        for &kind in rules.ray_users() {
            let tables = rules.movement(kind).side(!side);
            for from in placement.of_kind(kind) & enemies & tables.ray_sources[king.index()] {
                for way in tables.capture_ways(from, king) {
                    self.line(way.hops, from, way.path, occupied, own);
                }
            }
        }
        self.free_of_screens = self.free;
        for check in &self.screens {
            self.free &= check.others_help;
        }
    }

    /// Where the own piece on `from`, a bound one, may go.
    #[inline]
    pub fn of_bound(&self, from: Square) -> G::Set {
        let mut allowed = self.free;
        if self.screens.iter().any(|check| check.screen == from) {
            // A screen is free of the limit that its own check sets the others.
            allowed = self.checked_without(from);
        }
        for &(bound, mask) in &self.masks {
            if bound == from {
                allowed &= mask;
            }
        }
        allowed
    }

    /// The limits of all checks, those over the screen on `from` as they bind that screen.
    fn checked_without(&self, from: Square) -> G::Set {
        let mut allowed = self.free_of_screens;
        for check in &self.screens {
            allowed &= if check.screen == from { check.screen_leaves } else { check.others_help };
        }
        allowed
    }

    /// An enemy on `from` might capture the King at the end of `path`.
    #[inline(always)]
    fn line(&mut self, hops: bool, from: Square, path: G::Set, occupied: G::Set, own: G::Set) {
        if hops {
            self.hopper(from, path, occupied, own);
        } else {
            self.slider(from, path, occupied, own);
        }
    }

    #[inline(always)]
    fn slider(&mut self, from: Square, path: G::Set, occupied: G::Set, own: G::Set) {
        let between = path & occupied;
        match between.count() {
            0 => {
                self.checkers.insert(from);
                self.free &= path | G::Set::single(from);
            }
            1 => {
                if let Some(pinned) = (between & own).first() {
                    self.bind(pinned, path | G::Set::single(from));
                }
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn hopper(&mut self, from: Square, path: G::Set, occupied: G::Set, own: G::Set) {
        let between = path & occupied;
        match between.count() {
            0 => self.free -= path,
            1 => {
                self.checkers.insert(from);
                let others_help = (path - between) | G::Set::single(from);
                match (between & own).first() {
                    Some(screen) => {
                        let screen_leaves = G::all() - path;
                        self.bound.insert(screen);
                        self.screens.push(ScreenCheck { screen, screen_leaves, others_help });
                    }
                    None => self.free &= others_help,
                }
            }
            2 => {
                for screen in between & own {
                    self.bind(screen, (path - between) | G::Set::single(from));
                }
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn bind(&mut self, piece: Square, allowed: G::Set) {
        if self.bound.contains(piece)
            && let Some((_, mask)) = self.masks.iter_mut().find(|(bound, _)| *bound == piece)
        {
            *mask &= allowed;
            return;
        }
        self.bound.insert(piece);
        self.masks.push((piece, allowed));
    }
}
