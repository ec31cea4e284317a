//! The squares a piece can reach, grouped by the way it gets there.

use super::movement::Ray;
use super::{Color, Movement};
use crate::betza::{Path, PathKind};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::square::{Delta, Square};

/// The way a piece gets to a square. If several apply, the first in this order counts; ways that
/// cannot be blocked come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Approach {
    /// A step to an adjacent square.
    Step,
    /// A leap that cannot be blocked.
    Leap,
    /// A slide: square by square over empty squares.
    Slide,
    /// A rider's move: the same leap repeated, over empty squares.
    Ride,
    /// A move in two parts, the first to an empty square. Other pieces on the path do not matter.
    TwoParts,
    /// A hop over exactly one piece.
    Hop,
    /// A double or triple step over empty squares.
    Double,
    /// A leap that a royal piece may make only as its first move.
    Jump,
}

impl Approach {
    /// All ways, in order.
    pub const ALL: [Self; 8] = [
        Self::Step,
        Self::Leap,
        Self::Slide,
        Self::Ride,
        Self::TwoParts,
        Self::Hop,
        Self::Double,
        Self::Jump,
    ];

    /// The way of a path to its square with this index, from 0.
    fn of(path: &Path, index: usize) -> Self {
        let is_unit = |step: Delta| step.distance() == 1;
        let leap = |step| if is_unit(step) { Self::Step } else { Self::Leap };
        match path.kind {
            PathKind::Leap { to } => leap(to),
            PathKind::Slide { step, .. } if index == 0 => leap(step),
            PathKind::Slide { step, .. } if is_unit(step) => Self::Slide,
            PathKind::Slide { .. } => Self::Ride,
            PathKind::Bent { .. } | PathKind::Ski { .. } => Self::Slide,
            PathKind::Turning { steps, .. } if index == 0 => leap(steps[0]),
            PathKind::Turning { .. } => Self::Ride,
            PathKind::Hop { .. } | PathKind::HopNext { .. } => Self::Hop,
            PathKind::Stride { mark: true, .. } => Self::Double,
            PathKind::Lame { .. } | PathKind::Stride { .. } => Self::TwoParts,
            PathKind::Locust { .. } | PathKind::Pass { .. } => Self::TwoParts,
        }
    }
}

/// The squares that a piece could reach in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Targets<S> {
    /// The squares it may move to if they are empty.
    pub quiet: S,
    /// The squares it captures on if an enemy stands there.
    pub capture: S,
}

/// The squares that a piece could reach from its square, each listed under its first way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach<G: Geometry> {
    by: [Targets<G::Set>; Approach::ALL.len()],
}

impl<G: Geometry> Reach<G> {
    /// The squares reached in one way.
    pub fn by(&self, approach: Approach) -> Targets<G::Set> {
        self.by[approach as usize]
    }

    /// The squares it may move to if they are empty, without double steps and jumps.
    pub fn quiet(&self) -> G::Set {
        self.by[..Approach::Double as usize].iter().fold(G::Set::EMPTY, |all, by| all | by.quiet)
    }

    /// The squares it captures on if an enemy stands there.
    pub fn capture(&self) -> G::Set {
        self.by.iter().fold(G::Set::EMPTY, |all, by| all | by.capture)
    }
}

impl<G: Geometry> Movement<G> {
    /// Suitable squares for hurdles, to demonstrate the hops of a piece on `from`: the second
    /// square of each line, or the first if the line has only two.
    pub fn screens(&self, color: Color, from: Square) -> G::Set {
        let mut screens = G::Set::EMPTY;
        for (_, ray) in self.rays_from(color, from).filter(|(_, ray)| ray.hops) {
            if let [first, second, rest @ ..] = &ray.squares[..] {
                screens.insert(if rest.is_empty() { *first } else { *second });
            }
        }
        screens
    }

    /// The squares that a piece on `from` could reach. Each is listed as a quiet move and as a
    /// capture, whatever stands on it.
    pub fn reach(&self, color: Color, from: Square, occupied: G::Set) -> Reach<G> {
        let none = Targets { quiet: G::Set::EMPTY, capture: G::Set::EMPTY };
        let mut reach: Reach<G> = Reach { by: [none; Approach::ALL.len()] };
        for (path, ray) in self.rays_from(color, from) {
            let reached: G::Set = ray.reached(occupied);
            let squares = ray.squares.iter().enumerate().filter(|(_, to)| reached.contains(**to));
            for (index, &to) in squares {
                let by = &mut reach.by[Approach::of(path, index) as usize];
                if ray.quiet {
                    by.quiet.insert(to);
                }
                if ray.capture {
                    by.capture.insert(to);
                }
            }
        }
        let forward = if color == Color::White { 1 } else { -1 };
        for leap in self.initial_leaps() {
            let to = self.board.offset(from, Delta::new(leap.files, leap.ranks * forward));
            if let Some(to) = to.filter(|&to| self.region(color).contains(to)) {
                reach.by[Approach::Jump as usize].quiet.insert(to);
            }
        }
        let mut known = none;
        for by in &mut reach.by {
            (by.quiet, by.capture) = (by.quiet - known.quiet, by.capture - known.capture);
            (known.quiet, known.capture) = (known.quiet | by.quiet, known.capture | by.capture);
        }
        reach
    }

    /// Whether White's piece on `from` has initial moves (`i`) and stands where it may make them.
    pub fn moves_first_from(&self, from: Square) -> bool {
        self.initial_zones[0].contains(from) && self.paths.iter().any(|path| path.initial)
    }

    /// Each path of the piece from a square, with the ray that [`Movement::paths_from`] returns.
    fn rays_from(&self, color: Color, from: Square) -> impl Iterator<Item = (&Path, Ray)> {
        let view = move |delta: Delta| if color == Color::White { delta } else { delta.mirrored() };
        let zone = self.initial_zones[color.index()];
        let triple = self.triple_step_zones[color.index()];
        let may_start = move |path: &&Path| {
            let is_triple = matches!(path.kind, PathKind::Stride { length: 3, mark: true, .. });
            (!path.initial || zone.contains(from)) && (!is_triple || triple.contains(from))
        };
        let region = self.region(color);
        let ray = move |path| Some((path, Ray::new(&self.board, path, from, view)?));
        let within =
            move |(path, ray): (_, Ray)| ray.within(region).into_iter().map(move |ray| (path, ray));
        self.paths.iter().filter(may_start).filter_map(ray).flat_map(within)
    }

    /// The paths of the piece from a square, whatever lookup it uses for them: leaps, double steps,
    /// slides and hops. The initial leaps of a royal piece are not included. Computed at each call.
    pub fn paths_from(&self, color: Color, from: Square) -> Vec<Ray> {
        self.rays_from(color, from).map(|(_, ray)| ray).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board, Layout12};

    fn reach(betza: &str, from: &str, occupied: &[&str]) -> Reach<Layout12> {
        let royal = betza.starts_with('K');
        let betza = betza.parse().expect("Betza notation");
        let movement = Movement::compile(&Board::whole(), &betza, royal, [Layout12::all(); 2])
            .expect("a movement");
        movement.reach(Color::White, square(from), squares(occupied))
    }

    fn square(name: &str) -> Square {
        Layout12::parse_square(name).expect("a square").0
    }

    fn squares(names: &[&str]) -> <Layout12 as Geometry>::Set {
        let empty = <Layout12 as Geometry>::Set::EMPTY;
        names.iter().fold(empty, |set, name| set | SquareSet::single(square(name)))
    }

    #[test]
    fn a_cannon_slides_and_hops() {
        let reach = reach("mRcpR", "a1", &["a4", "d1"]);
        assert_eq!(reach.quiet(), squares(&["a2", "a3", "a4", "b1", "c1", "d1"]));
        let hops = reach.by(Approach::Hop);
        assert_eq!((reach.capture(), hops.quiet), (hops.capture, squares(&[])));
        assert!(hops.capture.contains(square("a5")) && hops.capture.contains(square("l1")));
        assert!(!hops.capture.contains(square("a3")));
    }

    #[test]
    fn leaps_double_steps_and_jumps() {
        let camel = reach("C", "a1", &["b2"]);
        assert_eq!(camel.by(Approach::Leap).capture, squares(&["b4", "d2"]));
        let pawn = reach("fmWfceFfmnnD", "e3", &[]);
        assert_eq!((pawn.quiet(), pawn.capture()), (squares(&["e4"]), squares(&["d4", "f4"])));
        assert_eq!(pawn.by(Approach::Double).quiet, squares(&["e5"]));
        let blocked = reach("fmWfceFfmnnD", "e3", &["e4"]);
        assert!(blocked.by(Approach::Double).quiet.is_empty());
        assert_eq!(reach("KimAimDimN", "f1", &[]).by(Approach::Jump).quiet.count(), 9);
    }

    /// A square that is reached in several ways is listed under the one that cannot be blocked.
    /// Moves and captures are separate.
    #[test]
    fn the_way_that_is_harder_to_block_is_told() {
        let hero = reach("WD[W-fD][D-fW]", "a1", &["a2"]);
        assert!(hero.by(Approach::TwoParts).quiet.contains(square("a4")));
        assert!(hero.by(Approach::Leap).quiet.contains(square("a3")));
        let nightrider = reach("NN", "a1", &["b2"]);
        assert_eq!(nightrider.by(Approach::Leap).quiet, squares(&["b3", "c2"]));
        assert!(nightrider.by(Approach::Ride).quiet.contains(square("c5")));
        let odd = reach("mDcR", "a1", &[]);
        assert_eq!(odd.by(Approach::Leap).quiet, squares(&["a3", "c1"]));
        assert!(odd.by(Approach::Slide).capture.contains(square("a3")));
    }

    #[test]
    fn screens_stand_where_a_hop_of_any_length_needs_them() {
        let movement = |betza: &str| -> Movement<Layout12> {
            let betza = betza.parse().expect("Betza notation");
            Movement::compile(&Board::whole(), &betza, false, [Layout12::all(); 2])
                .expect("a movement")
        };
        let screens = |betza, from| movement(betza).screens(Color::White, square(from));
        assert_eq!(screens("mRcpR", "f6"), squares(&["d6", "h6", "f4", "f8"]));
        assert_eq!(screens("pR2", "f6"), squares(&["e6", "g6", "f5", "f7"]));
        assert_eq!(screens("pR", "a3"), squares(&["c3", "a2", "a5"]));
    }
}
