//! The compiled movement of a kind of piece.

use super::Color;
use super::lines::LineKinds;
use super::locust::LocustTables;
use crate::betza::Path;
use crate::bitboard::SquareSet;
use crate::each_family;
use crate::geometry::{Board, Geometry, walk};
use crate::square::{Delta, Square};

/// A path without a lookup of its own: a slide of limited range or in some directions only, the
/// path of a rider, a bent slide that cannot stop at the bend, or a lame leap that only moves or
/// only captures.
#[derive(Clone, Debug)]
pub struct Ray {
    /// The squares of the path in order, up to the edge of the board or the end of the range.
    pub squares: Vec<Square>,
    /// The index of the first of `squares` where the move may end.
    pub first_stop: usize,
    /// Whether the path must pass over exactly one piece.
    pub hops: bool,
    /// Whether a hop ends on the square right behind that piece.
    pub ends_behind: bool,
    /// Whether the move may end on an empty square.
    pub quiet: bool,
    /// Whether the move may capture.
    pub capture: bool,
}

impl Ray {
    /// The squares where the move may end, occupied or not, given the occupied squares of the
    /// board.
    pub fn reached<S: SquareSet>(&self, occupied: S) -> S {
        let path = self.squares.iter().copied();
        let seen = if self.ends_behind {
            let mut behind = path.skip_while(|&square| !occupied.contains(square)).skip(1);
            behind.next().map_or(S::EMPTY, S::single)
        } else if self.hops {
            walk::behind_one(path, occupied)
        } else {
            walk::until_blocked(path, occupied)
        };
        let landing: S = self.landing();
        seen & landing
    }

    /// The way from the start to `end`. `None` if the path may not end on `end`.
    pub(crate) fn way_to<G: Geometry>(&self, end: Square) -> Option<Way<G>> {
        let end = self.squares.iter().position(|&square| square == end)?;
        self.way_to_index(end)
    }

    /// The way to the square with this index. `None` if the path may not end there.
    fn way_to_index<G: Geometry>(&self, end: usize) -> Option<Way<G>> {
        let mut path = G::Set::EMPTY;
        self.squares[..end].iter().for_each(|&square| path.insert(square));
        let screens = match self.squares[..end].last() {
            _ if !self.hops => G::Set::EMPTY,
            Some(&last) if self.ends_behind => G::Set::single(last),
            _ => path,
        };
        (end >= self.first_stop).then_some(Way { path, screens, hops: self.hops })
    }

    /// The squares where the path may end, each with the way there.
    pub fn ways<G: Geometry>(&self) -> impl Iterator<Item = (Square, Way<G>)> {
        let squares = self.squares.iter().copied().enumerate();
        squares.filter_map(|(index, end)| Some((end, self.way_to_index(index)?)))
    }

    /// The parts of the path that end on squares of a region, one to each run of such squares.
    pub(super) fn within<S: SquareSet>(self, region: S) -> Vec<Self> {
        let ends: Vec<usize> = (self.first_stop..self.squares.len())
            .filter(|&index| region.contains(self.squares[index]))
            .collect();
        let runs = ends.chunk_by(|one, next| one + 1 == *next);
        runs.map(|run| Self {
            squares: self.squares[..run[0] + run.len()].to_vec(),
            first_stop: run[0],
            ..self
        })
        .collect()
    }

    /// The squares where the path may end on an empty board.
    pub(crate) fn landing<S: SquareSet>(&self) -> S {
        let mut set = S::EMPTY;
        self.squares[self.first_stop..].iter().for_each(|&square| set.insert(square));
        set
    }
}

/// The lame leaps over one square. If that square is empty, the piece may move to or capture on
/// each target.
#[derive(Clone, Copy, Debug)]
pub(super) struct LameLeaps<G: Geometry> {
    /// The square that must be empty.
    pub over: Square,
    /// The targets.
    pub to: G::Set,
}

/// A path of a piece to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way<G: Geometry> {
    /// The squares to be passed.
    pub path: G::Set,
    /// Whether exactly one piece must stand on them. Otherwise they must be empty.
    pub hops: bool,
    /// Where that piece must stand: all these squares, or only the last one.
    pub screens: G::Set,
}

impl<G: Geometry> Way<G> {
    /// Whether the piece can reach the end of the path.
    #[inline]
    pub fn is_open(&self, occupied: G::Set) -> bool {
        let between = self.path & occupied;
        between.count() == u32::from(self.hops) && (between - self.screens).is_empty()
    }
}

/// A double step that cannot capture, or a triple step. All its squares must be empty, and those
/// passed over may become en passant squares.
#[derive(Clone, Copy, Debug)]
pub struct DoubleStep<G: Geometry> {
    /// The squares from which the step may be made.
    pub sources: G::Set,
    /// The step to the first square passed over. The same step again leads on.
    pub step: Delta,
    /// The number of steps: 2 or 3.
    pub length: u8,
}

impl<G: Geometry> DoubleStep<G> {
    /// The squares where the double steps of the pieces on `from` end.
    #[inline(always)]
    pub fn targets(&self, from: G::Set, occupied: G::Set) -> G::Set {
        let over = G::shift(from & self.sources, self.step) - occupied;
        let mut ends = G::shift(over, self.step) - occupied;
        for _ in 2..self.length {
            ends = G::shift(ends, self.step) - occupied;
        }
        ends
    }

    /// The squares passed over from a square, and the end; empty if the step leaves the board.
    pub fn way(&self, board: &Board<G>, from: Square) -> Vec<Square> {
        let way: Vec<Square> = board.ray(from, self.step).take(self.length.into()).collect();
        if way.len() == usize::from(self.length) { way } else { Vec::new() }
    }

    /// The displacement from the start to the end.
    #[inline(always)]
    pub fn whole(&self) -> Delta {
        self.step.times(self.length)
    }
}

/// The tables of one kind of piece for one side. Boxed tables are indexed by square.
#[derive(Clone, Debug)]
pub struct SideTables<G: Geometry> {
    /// Where leaps from the square may end if the target is empty.
    pub quiet_leaps: Box<[G::Set]>,
    /// Where leaps from the square may capture.
    pub capture_leaps: Box<[G::Set]>,
    /// The squares from which a leap captures on the square.
    pub leap_sources: Box<[G::Set]>,
    /// The squares from which a piece captures on the square en passant, if it is the en passant
    /// square.
    pub en_passant_sources: Box<[G::Set]>,
    /// The leaps to empty squares as steps, for shifting whole sets.
    pub quiet_steps: Vec<Delta>,
    /// The capturing leaps as steps.
    pub capture_steps: Vec<Delta>,
    /// The double steps, each with the squares from which it may be made.
    pub double_steps: Vec<DoubleStep<G>>,
    /// The paths from the square that have no lookup of their own.
    pub(super) rays: Box<[Vec<Ray>]>,
    /// The lame leaps from the square that both move and capture, grouped by the square passed
    /// over.
    pub(super) lame_leaps: Box<[Vec<LameLeaps<G>>]>,
    /// The squares from which a ray or a lame leap might capture on the square, given some
    /// occupancy.
    pub ray_sources: Box<[G::Set]>,
}

impl<G: Geometry> SideTables<G> {
    /// Where a piece on `from` may go by rays and lame leaps.
    // Not inlined: looking up a square in a set forces the set into memory, for all callers that
    // inline this.
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
        for lame in &self.lame_leaps[from.index()] {
            if !occupied.contains(lame.over) {
                targets |= lame.to - own;
            }
        }
        targets
    }

    /// The paths by which a piece on `from` might capture on `to` by a ray or a lame leap. Several
    /// may be open at once.
    #[inline]
    pub(crate) fn capture_ways(&self, from: Square, to: Square) -> impl Iterator<Item = Way<G>> {
        let rays = self.rays[from.index()].iter().filter(|ray| ray.capture);
        let along = move |ray: &Ray| ray.way_to(to);
        let lame_leaps =
            self.lame_leaps[from.index()].iter().filter(move |lame| lame.to.contains(to));
        let over = |lame: &LameLeaps<G>| Way {
            path: G::Set::single(lame.over),
            hops: false,
            screens: G::Set::EMPTY,
        };
        rays.filter_map(along).chain(lame_leaps.map(over))
    }
}

/// The compiled movement of a kind of piece, for both sides.
#[derive(Clone, Debug)]
pub struct Movement<G: Geometry> {
    pub(super) sides: [SideTables<G>; 2],
    /// For each side, the moves that capture on the way or pass; `None` if it has no such move.
    pub(super) locusts: Option<Box<[LocustTables<G>; 2]>>,
    pub(super) lines: LineKinds,
    /// For each square: if own pieces stand on all of these squares, a piece with line moves has no
    /// move.
    pub(super) exits: Box<[G::Set]>,
    pub(super) has_rays: bool,
    pub(super) plain_leaps: bool,
    pub(super) set_wise: bool,
    pub(super) initial_leaps: Vec<Delta>,
    pub(super) paths: Vec<Path>,
    pub(super) board: Board<G>,
    /// The squares of White and Black from which initial moves may be made.
    pub(super) initial_zones: [G::Set; 2],
    /// The squares of White and Black from which triple steps may be made.
    pub(super) triple_step_zones: [G::Set; 2],
    /// The squares where moves of White and Black may end.
    pub(super) regions: [G::Set; 2],
}

impl<G: Geometry> Movement<G> {
    /// The board for which it is compiled.
    pub fn board(&self) -> &Board<G> {
        &self.board
    }

    /// The same movement with triple steps from some squares of White and Black only.
    pub fn with_triple_steps_from(mut self, zones: [G::Set; 2]) -> Self {
        for (side, zone) in self.sides.iter_mut().zip(zones) {
            let triple = side.double_steps.iter_mut().filter(|step| step.length == 3);
            triple.for_each(|step| step.sources &= zone);
        }
        self.triple_step_zones = zones;
        self
    }

    /// The squares where moves of one side may end.
    pub fn region(&self, color: Color) -> G::Set {
        self.regions[color.index()]
    }

    /// The tables of one side.
    #[inline(always)]
    pub fn side(&self, color: Color) -> &SideTables<G> {
        &self.sides[color.index()]
    }

    /// The line movements that have a lookup of their own.
    #[inline(always)]
    pub fn lines(&self) -> LineKinds {
        self.lines
    }

    /// The moves of one side that capture on the way or change nothing; `None` if the piece has no
    /// such move. All other methods leave these moves out.
    pub fn locusts(&self, color: Color) -> Option<&LocustTables<G>> {
        self.locusts.as_ref().map(|sides| &sides[color.index()])
    }

    /// Whether some paths are stored as [`Ray`]s or as lame leaps.
    #[inline(always)]
    pub fn has_rays(&self) -> bool {
        self.has_rays
    }

    /// Whether the piece moves and captures by the same leaps and has no other moves.
    #[inline(always)]
    pub fn only_leaps(&self) -> bool {
        self.plain_leaps && !self.lines.any() && !self.has_rays && self.locusts.is_none()
    }

    /// Whether the piece captures by leaps.
    pub fn leaps(&self) -> bool {
        !self.sides[0].capture_steps.is_empty()
    }

    /// Whether the piece can never leave the squares of one colour.
    pub fn is_colour_bound(&self) -> bool {
        self.paths.iter().all(|path| path.keeps_colour())
    }

    /// Whether the piece has few and simple steps. Then the moves of all pieces of the kind are
    /// generated at once, by shifting their set.
    #[inline(always)]
    pub(crate) fn set_wise(&self) -> bool {
        self.set_wise
    }

    /// The non-capturing leaps of a royal piece that has not moved (its jump), from White's point
    /// of view.
    pub(crate) fn initial_leaps(&self) -> &[Delta] {
        &self.initial_leaps
    }

    /// The targets of a piece on `from`, without double steps and initial leaps: the empty squares
    /// that it may move to, and the squares of `enemies` that it captures.
    ///
    /// ```
    /// use dhow_rules::bitboard::SquareSet;
    /// use dhow_rules::geometry::{Board, Geometry, Layout8};
    /// use dhow_rules::pieces::{Color, Movement};
    ///
    /// let empty = <Layout8 as Geometry>::Set::EMPTY;
    /// let board = Board::<Layout8>::whole();
    /// let amazon = Movement::compile(&board, &"QN".parse().expect("a movement"), false, [empty; 2])?;
    /// let (d4, _) = board.parse_square("d4").expect("a square");
    /// assert_eq!(amazon.targets(Color::White, d4, empty, empty).count(), 35);
    /// # Ok::<(), dhow_rules::pieces::CompileError>(())
    /// ```
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
            // Copies, so that the sets are in memory only here.
            targets |= side.ray_targets(from, &{ occupied }, &{ enemies });
        }
        targets
    }

    /// The squares whose occupancy can change the number of [`Movement::targets`]. The piece's own
    /// side is assumed to change only by captures.
    #[inline(always)]
    pub fn watched(&self, color: Color, from: Square, occupied: G::Set, own: G::Set) -> G::Set {
        let side = &self.sides[color.index()];
        let leaps = side.quiet_leaps[from.index()] | side.capture_leaps[from.index()];
        // For leaps that both move and capture, an empty square and an enemy count the same.
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
            for lame in &side.lame_leaps[from.index()] {
                watched |= lame.to | G::Set::single(lame.over);
            }
        }
        watched
    }

    /// The squares on which a piece on `from` would capture an enemy standing there.
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
            for lame in &side.lame_leaps[from.index()] {
                if !occupied.contains(lame.over) {
                    threats |= lame.to;
                }
            }
        }
        threats
    }
}
