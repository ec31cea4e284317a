//! The compiled movement of one kind of piece.

use super::Color;
use super::lines::LineKinds;
use crate::betza::Path;
use crate::bitboard::SquareSet;
use crate::each_family;
use crate::geometry::{Geometry, walk};
use crate::square::{Delta, Square};

/// A path that has no lookup of its own: a slide of limited range or in some directions only, a
/// rider's, a bent slide without a stop at the bend, a lame leap that only moves or only captures.
#[derive(Clone, Debug)]
pub struct Ray {
    /// The squares of the path in order, to the edge of the board or the end of the range.
    pub squares: Vec<Square>,
    /// The first index of `squares` where the move may end.
    pub first_stop: usize,
    /// Whether the path must pass over exactly one piece.
    pub hops: bool,
    /// Whether the move may end on an empty square.
    pub quiet: bool,
    /// Whether the move may capture.
    pub capture: bool,
}

impl Ray {
    /// Squares that could be reached, occupied or not.
    pub fn reached<S: SquareSet>(&self, occupied: S) -> S {
        let path = self.squares.iter().copied();
        let seen = if self.hops {
            walk::behind_one(path, occupied)
        } else {
            walk::until_blocked(path, occupied)
        };
        let landing: S = self.landing();
        seen & landing
    }

    /// The squares to be passed on the way to `end`; `None` if the path may not end there.
    pub fn path_to<S: SquareSet>(&self, end: Square) -> Option<S> {
        let end = self.squares.iter().position(|&square| square == end)?;
        let mut path = S::EMPTY;
        self.squares[..end].iter().for_each(|&square| path.insert(square));
        (end >= self.first_stop).then_some(path)
    }

    /// The squares where the path may end.
    pub fn landing<S: SquareSet>(&self) -> S {
        let mut set = S::EMPTY;
        self.squares[self.first_stop..].iter().for_each(|&square| set.insert(square));
        set
    }
}

/// Lame leaps over one square: if it is empty, the piece may move and capture on any of some squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relay<G: Geometry> {
    /// The square that must be empty.
    pub over: Square,
    /// The squares where the leaps end.
    pub to: G::Set,
}

/// A way of a piece to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way<G: Geometry> {
    /// The squares to be passed.
    pub path: G::Set,
    /// Whether there must be exactly one piece on them. If not, they must be empty.
    pub hops: bool,
}

impl<G: Geometry> Way<G> {
    /// Whether the piece reaches the end of the way.
    #[inline]
    pub fn is_open(&self, occupied: G::Set) -> bool {
        (self.path & occupied).count() == u32::from(self.hops)
    }
}

/// A non-capturing double step: both squares must be empty, and the first may become the en
/// passant square.
#[derive(Clone, Copy, Debug)]
pub struct DoubleStep<G: Geometry> {
    /// Squares from which the step may be made.
    pub sources: G::Set,
    /// The step to the square passed over; the same again leads to the end.
    pub step: Delta,
}

impl<G: Geometry> DoubleStep<G> {
    /// Where the pieces on `from` end when they make the step.
    #[inline(always)]
    pub fn targets(&self, from: G::Set, occupied: G::Set) -> G::Set {
        let over = G::shift(from & self.sources, self.step) - occupied;
        G::shift(over, self.step) - occupied
    }
}

/// Tables of one side for one kind of piece. Each table is indexed by square.
#[derive(Clone, Debug)]
pub struct SideTables<G: Geometry> {
    /// Leaps that may end on an empty square.
    pub quiet_leaps: Box<[G::Set]>,
    /// Leaps that may capture.
    pub capture_leaps: Box<[G::Set]>,
    /// Squares from which a capturing leap reaches the square.
    pub leap_sources: Box<[G::Set]>,
    /// Squares from which the square could be captured en passant, if it is the e.p. square.
    pub en_passant_sources: Box<[G::Set]>,
    /// The same leaps as steps, for shifting whole sets: those that may end on an empty square.
    pub quiet_steps: Vec<Delta>,
    /// Steps of the leaps that may capture.
    pub capture_steps: Vec<Delta>,
    /// Double steps.
    pub double_steps: Vec<DoubleStep<G>>,
    /// Paths without a lookup of their own; empty when the piece has none.
    pub(super) rays: Box<[Vec<Ray>]>,
    /// Lame leaps that both move and capture, one relay for each square passed.
    pub(super) relays: Box<[Vec<Relay<G>>]>,
    /// Squares from which the piece might capture on the square by a ray or a relay, given some
    /// occupancy.
    pub ray_sources: Box<[G::Set]>,
}

impl<G: Geometry> SideTables<G> {
    /// Where a piece on `from` may go along rays and by relays.
    // Not inlined: to look up a square in a set wants the set in memory, and then all who inline this keep
    // it there.
    #[inline(never)]
    fn ray_targets(&self, from: Square, &occupied: &G::Set, &enemies: &G::Set) -> G::Set {
        let own = occupied - enemies;
        let mut targets = G::Set::EMPTY;
        for ray in &self.rays[from.index()] {
            let reached = ray.reached(occupied);
            if ray.quiet {
                targets |= reached - occupied;
            }
            if ray.capture {
                targets |= reached & enemies;
            }
        }
        for relay in &self.relays[from.index()] {
            if !occupied.contains(relay.over) {
                targets |= relay.to - own;
            }
        }
        targets
    }

    /// The ways by which a piece on `from` might capture on `to` along a ray or by a relay. Several may
    /// be open at once.
    #[inline]
    pub fn capture_ways(&self, from: Square, to: Square) -> impl Iterator<Item = Way<G>> {
        let rays = self.rays[from.index()].iter().filter(|ray| ray.capture);
        let along = move |ray: &Ray| Some(Way { path: ray.path_to(to)?, hops: ray.hops });
        let relays = self.relays[from.index()].iter().filter(move |relay| relay.to.contains(to));
        let over = |relay: &Relay<G>| Way { path: G::Set::single(relay.over), hops: false };
        rays.filter_map(along).chain(relays.map(over))
    }
}

/// The compiled movement of one kind of piece, for both sides.
#[derive(Clone, Debug)]
pub struct Movement<G: Geometry> {
    pub(super) sides: [SideTables<G>; 2],
    pub(super) lines: LineKinds,
    /// By square: if own pieces stand on all of these, a piece that moves along lines goes nowhere.
    pub(super) exits: Box<[G::Set]>,
    pub(super) has_rays: bool,
    pub(super) plain_leaps: bool,
    pub(super) set_wise: bool,
    pub(super) initial_leaps: Vec<Delta>,
    pub(super) paths: Vec<Path>,
    pub(super) initial_zone: G::Set,
}

impl<G: Geometry> Movement<G> {
    /// The tables of one side.
    #[inline(always)]
    pub fn side(&self, color: Color) -> &SideTables<G> {
        &self.sides[color.index()]
    }

    /// Line movements with a lookup of their own.
    #[inline(always)]
    pub fn lines(&self) -> LineKinds {
        self.lines
    }

    /// Whether some movement is kept as [`Ray`]s or as lame leaps.
    #[inline(always)]
    pub fn has_rays(&self) -> bool {
        self.has_rays
    }

    /// Whether the piece moves and captures by the same leaps, and in no other way.
    #[inline(always)]
    pub fn only_leaps(&self) -> bool {
        self.plain_leaps && !self.lines.any() && !self.has_rays
    }

    /// Whether the piece captures by leaps.
    pub fn leaps(&self) -> bool {
        !self.sides[0].capture_steps.is_empty()
    }

    /// Whether the piece never leaves the squares of one colour.
    pub fn is_colour_bound(&self) -> bool {
        self.paths.iter().all(|path| path.keeps_colour())
    }

    /// Whether the piece has few and simple steps, so that all pieces of the kind are moved at
    /// once by shifting their set.
    #[inline(always)]
    pub fn set_wise(&self) -> bool {
        self.set_wise
    }

    /// Non-capturing leaps allowed to a royal piece that has not moved: its jump. White's view.
    pub fn initial_leaps(&self) -> &[Delta] {
        &self.initial_leaps
    }

    /// Squares where a piece on `from` may go, double steps and initial leaps left out: empty
    /// squares, and squares in `enemies` that it captures.
    #[inline(always)]
    pub fn targets(&self, color: Color, from: Square, occupied: G::Set, enemies: G::Set) -> G::Set {
        let side = &self.sides[color.index()];
        let own = occupied - enemies;
        let lines = self.lines;
        if lines.any() && (self.exits[from.index()] - own).is_empty() {
            return G::Set::EMPTY;
        }
        let mut targets = if self.plain_leaps {
            side.quiet_leaps[from.index()] - own
        } else {
            (side.quiet_leaps[from.index()] - occupied)
                | (side.capture_leaps[from.index()] & enemies)
        };
        if lines.any() {
            each_family!(family => if lines.all().contains(family) {
                let seen = family.see::<G>(from, occupied);
                targets |= match (lines.quiet.contains(family), lines.capture.contains(family)) {
                    (true, true) => seen - own,
                    (true, false) => seen - occupied,
                    _ => seen & enemies,
                };
            });
        }
        if self.has_rays {
            // Copies of their own, so that only here the sets are in memory.
            targets |= side.ray_targets(from, &{ occupied }, &{ enemies });
        }
        targets
    }

    /// Squares on which it depends how many [`Movement::targets`] there are. Pieces of the own side do not
    /// come and go but by being captured.
    #[inline(always)]
    pub fn watched(&self, color: Color, from: Square, occupied: G::Set, own: G::Set) -> G::Set {
        let side = &self.sides[color.index()];
        let leaps = side.quiet_leaps[from.index()] | side.capture_leaps[from.index()];
        // Whether a square is empty or an enemy's makes no difference to plain leaps.
        let mut watched = if self.plain_leaps { leaps & own } else { leaps };
        if self.lines.any() {
            each_family!(family => if self.lines.all().contains(family) {
                watched |= family.see::<G>(from, occupied);
                if family.hops() {
                    watched |= family.to_first_piece().see::<G>(from, occupied);
                }
            });
        }
        if self.has_rays {
            for ray in &side.rays[from.index()] {
                ray.squares.iter().for_each(|&square| watched.insert(square));
            }
            for relay in &side.relays[from.index()] {
                watched |= relay.to | G::Set::single(relay.over);
            }
        }
        watched
    }

    /// Squares on which a piece on `from` would capture an enemy that stood there.
    #[inline(always)]
    pub fn threats(&self, color: Color, from: Square, occupied: G::Set) -> G::Set {
        let side = &self.sides[color.index()];
        let mut threats = side.capture_leaps[from.index()];
        if self.lines.any() {
            each_family!(family => if self.lines.capture.contains(family) {
                threats |= family.see::<G>(from, occupied);
            });
        }
        if self.has_rays {
            for ray in side.rays[from.index()].iter().filter(|ray| ray.capture) {
                threats |= ray.reached(occupied);
            }
            for relay in &side.relays[from.index()] {
                if !occupied.contains(relay.over) {
                    threats |= relay.to;
                }
            }
        }
        threats
    }
}
