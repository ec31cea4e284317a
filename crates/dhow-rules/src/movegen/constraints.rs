//! Pins and checks: where pieces may go without leaving their King in check.
//!
//! Every enemy line piece that sees the King through at most two pieces constrains the side to
//! move. Let *n* be the number of pieces between it and the King:
//!
//! - Slider (bent ones too), *n* = 0: check. Only moves onto the path or captures of the slider
//!   help.
//! - Slider, *n* = 1: the piece between, if own, is pinned. It must stay on the path or capture the
//!   slider.
//! - Hopper, *n* = 0: no piece may step between, because it would become the hopper's screen.
//! - Hopper, *n* = 1: check. A second piece that steps between, or a capture of the hopper, helps.
//!   The screen, if own, helps by leaving the path.
//! - Hopper, *n* = 2: either piece between, if own, must stay on the path without capturing the
//!   other one, or capture the hopper.
//! - A Grasshopper's screen stands beside the King, so only that square counts for it: a piece
//!   elsewhere between, if alone, may not step there, and of two only one binds the other.
//!
//! A captured piece matters only if it is the attacker, because its square stays occupied. Only en
//! passant empties a third square; such captures are tried out instead.

use crate::bitboard::SquareSet;
use crate::cpu::tuned;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::square::Square;
use arrayvec::ArrayVec;

/// The greatest number of pinned pieces, with room to spare: two in each of eight straight
/// directions from the King, and as many for riders. The pieces that lame leaps pass over are the
/// nearest in one of these directions.
const MOST_BOUND: usize = 96;
/// The greatest number of own screens over which hoppers give check, with room to spare: one in
/// each direction.
const MOST_SCREENS: usize = 48;

/// Constraints on the moves of all pieces except the King.
pub struct Constraints<G: Geometry> {
    /// The squares where pieces that are not bound may go.
    pub free: G::Set,
    /// The squares of own pieces with constraints of their own: pinned pieces, and screens of a
    /// check.
    pub bound: G::Set,
    /// The pieces that give check.
    pub checkers: G::Set,
    /// Whether an enemy could capture on its way, a side has several royal pieces, Kings may not
    /// face each other, some pieces may not be traded, no move may give check, or a square that wins
    /// has been reached. Then moves that satisfy the constraints are still to be tried out.
    pub(super) tries_out: bool,
    /// `free` without the constraints of checks over own screens.
    free_of_screens: G::Set,
    masks: ArrayVec<(Square, G::Set), MOST_BOUND>,
    screens: ArrayVec<ScreenCheck<G>, MOST_SCREENS>,
}

/// A check by a hopper over an own screen.
struct ScreenCheck<G: Geometry> {
    screen: Square,
    /// The squares where the screen may go.
    screen_leaves: G::Set,
    /// The squares where other pieces may go.
    others_help: G::Set,
}

impl<G: Geometry> Constraints<G> {
    /// The constraints on the side to move.
    #[inline(always)]
    pub fn new(position: &Position<G>) -> Self {
        let mut constraints = Self::none();
        constraints.constrain(position);
        constraints
    }

    /// Adds the constraints on the side to move to an empty value.
    #[inline(always)]
    pub fn constrain(&mut self, position: &Position<G>) {
        // Code for other instruction sets is never inlined, so returning the struct would copy it.
        tuned!(self.find(position));
    }

    /// No constraints.
    #[inline(always)]
    pub fn none() -> Self {
        Self {
            free: G::all(),
            bound: G::Set::EMPTY,
            checkers: G::Set::EMPTY,
            tries_out: false,
            free_of_screens: G::all(),
            masks: ArrayVec::new(),
            screens: ArrayVec::new(),
        }
    }

    #[inline(always)]
    pub(super) fn find(&mut self, position: &Position<G>) {
        let (rules, placement) = (position.rules(), position.placement());
        if rules.several_royals().is_some() {
            return self.find_royals(position);
        }
        let side = position.side_to_move();
        let (own, enemies) = (placement.side(side), placement.side(!side));
        let (king, occupied) = (position.king(side), position.occupied());
        self.checkers = position.leap_attackers(king, !side, enemies);
        for checker in self.checkers {
            self.free &= G::Set::single(checker);
        }
        for users in rules.line_users() {
            let pieces = placement.of_kinds(&users.kinds) & enemies & users.sources[king.index()];
            // This is the usual case, and one test of the whole set is quicker than word by word.
            if pieces.is_empty() {
                continue;
            }
            for from in pieces {
                let path = users.family.path(rules.between(), from, king);
                match users.family.hops() {
                    true => self.hopper(from, path, path, occupied, own),
                    false => self.slider(from, path, occupied, own),
                }
            }
        }
        for &kind in rules.ray_users() {
            let tables = rules.movement(kind).side(!side);
            for from in placement.of_kind(kind) & enemies & tables.ray_sources[king.index()] {
                for way in tables.capture_ways(from, king) {
                    match way.hops {
                        true => self.hopper(from, way.path, way.screens, occupied, own),
                        false => self.slider(from, way.path, occupied, own),
                    }
                }
            }
        }
        if rules.tries_out() {
            self.find_trials(position);
        }
        self.free_of_screens = self.free;
        for check in &self.screens {
            self.free &= check.others_help;
        }
    }

    /// Adds the enemies that capture on their way, and whether moves are to be tried out.
    // Not inlined, as its inputs would be kept for all other games, too.
    #[cold]
    #[inline(never)]
    fn find_trials(&mut self, position: &Position<G>) {
        let side = position.side_to_move();
        let enemies = position.placement().side(!side);
        let users = position.placement().of_kinds(position.rules().locust_users());
        self.tries_out = !(users & enemies).is_empty()
            || !position.rules().facing().is_empty()
            || position.rules().anti_trade().is_some()
            || !position.rules().checking()
            || position.rules().flag().is_some_and(|flag| flag.safe)
            || position.decided_by_flag().is_some();
        let (king, occupied) = (position.king(side), position.occupied());
        self.checkers |= position.locust_attackers(king, !side, occupied, enemies);
    }

    /// The constraints of a game with several royal pieces: all moves are tried out.
    #[cold]
    #[inline(never)]
    fn find_royals(&mut self, position: &Position<G>) {
        self.tries_out = true;
        self.checkers = position.checkers();
        if position.lost_royals(position.side_to_move()) {
            self.free = G::Set::EMPTY;
        }
    }

    /// The squares where the own piece on `from` may go. It must be in `bound`.
    #[inline]
    pub(crate) fn of_bound(&self, from: Square) -> G::Set {
        let mut allowed = self.free;
        if self.screens.iter().any(|check| check.screen == from) {
            // The constraint of a check on other pieces does not apply to the check's own screen.
            allowed = self.checked_without(from);
        }
        for &(bound, mask) in &self.masks {
            if bound == from {
                allowed &= mask;
            }
        }
        allowed
    }

    /// The constraints of all checks, as they apply to the screen on `from`.
    fn checked_without(&self, from: Square) -> G::Set {
        let mut allowed = self.free_of_screens;
        for check in &self.screens {
            allowed &= if check.screen == from { check.screen_leaves } else { check.others_help };
        }
        allowed
    }

    /// Adds the constraints of a slider on `from` that might capture the King at the end of `path`.
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

    /// Adds the constraints of a hopper on `from` that might capture the King at the end of `path`,
    /// over one piece on one of the squares `screens` of the path.
    #[inline(always)]
    fn hopper(
        &mut self,
        from: Square,
        path: G::Set,
        screens: G::Set,
        occupied: G::Set,
        own: G::Set,
    ) {
        let between = path & occupied;
        match between.count() {
            0 => self.free -= screens,
            // A single piece that is not a screen now must not move to a square where it would be one.
            1 if !(between - screens).is_empty() => {
                if let Some(piece) = (between & own).first() {
                    self.bind(piece, G::all() - screens);
                }
            }
            1 => {
                self.checkers.insert(from);
                let others_help = (path - between) | G::Set::single(from);
                match (between & own).first() {
                    Some(screen) => {
                        let screen_leaves = G::all() - screens;
                        self.bound.insert(screen);
                        self.screens.push(ScreenCheck { screen, screen_leaves, others_help });
                    }
                    None => self.free &= others_help,
                }
            }
            2 => {
                for piece in between & own {
                    let other = between - G::Set::single(piece);
                    if (other - screens).is_empty() {
                        self.bind(piece, (path - between) | G::Set::single(from));
                    }
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
