//! Where a piece could go from a square, told apart by how it gets there.

use super::lines::each_family;
use super::{Color, LineFamily, Movement};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::square::{Delta, Square};

/// Squares that a piece could reach from a square, given where pieces stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach<G: Geometry> {
    /// Where it may go if the square is empty, double steps left out.
    pub quiet: G::Set,
    /// Where it captures an enemy that stands there.
    pub capture: G::Set,
    /// Of these, those that it reaches by a leap, whatever stands between.
    pub leaps: G::Set,
    /// Of these, those that it reaches over exactly one piece.
    pub hops: G::Set,
    /// Where it ends a double step.
    pub double_steps: G::Set,
    /// Where it may leap without capturing if it is royal and has never moved.
    pub initial: G::Set,
}

/// Two steps away in each direction.
const SECOND_SQUARES: [(i8, i8); 8] =
    [(0, 2), (2, 2), (2, 0), (2, -2), (0, -2), (-2, -2), (-2, 0), (-2, 2)];

impl<G: Geometry> Movement<G> {
    /// Two steps away, the squares where something must stand for a piece on `from` to hop over it.
    pub fn screens(&self, color: Color, from: Square) -> G::Set {
        let mut screens = G::Set::EMPTY;
        for (files, ranks) in SECOND_SQUARES {
            let Some(screen) = G::offset(from, Delta::new(files, ranks)) else { continue };
            let screen = G::Set::single(screen);
            if !self.reach(color, from, screen).hops.is_empty() {
                screens |= screen;
            }
        }
        screens
    }

    /// Where a piece on `from` could go, however the squares there are occupied.
    pub fn reach(&self, color: Color, from: Square, occupied: G::Set) -> Reach<G> {
        let side = self.side(color);
        let (mut quiet, mut capture) =
            (side.quiet_leaps[from.index()], side.capture_leaps[from.index()]);
        let leaps = quiet | capture;
        let mut hops = G::Set::EMPTY;
        let lines = self.lines();
        each_family!(family => if lines.all().contains(family) {
            let seen = family.see::<G>(from, occupied);
            if lines.quiet.contains(family) {
                quiet |= seen;
            }
            if lines.capture.contains(family) {
                capture |= seen;
            }
            if family.hops() {
                hops |= seen;
            }
        });
        for ray in &side.rays[from.index()] {
            let reached = ray.reached(occupied);
            if ray.quiet {
                quiet |= reached;
            }
            if ray.capture {
                capture |= reached;
            }
            if ray.hops {
                hops |= reached;
            }
        }
        for relay in side.relays[from.index()].iter().filter(|r| !occupied.contains(r.over)) {
            quiet |= relay.to;
            capture |= relay.to;
        }
        let single = G::Set::single(from);
        let double = side.double_steps.iter().map(|step| step.targets(single, occupied));
        let forward = if color == Color::White { 1 } else { -1 };
        let initial = self.initial_leaps().iter().filter_map(|&leap| {
            let leap = Delta::new(leap.files, leap.ranks * forward);
            G::offset(from, leap)
        });
        Reach {
            quiet,
            capture,
            leaps,
            hops,
            double_steps: double.fold(G::Set::EMPTY, |all, set| all | set),
            initial: initial.fold(G::Set::EMPTY, |all, square| all | G::Set::single(square)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Board12;

    fn reach(betza: &str, from: &str, occupied: &[&str]) -> Reach<Board12> {
        let royal = betza.starts_with('K');
        let betza = betza.parse().expect("Betza notation");
        let movement = Movement::compile(&betza, royal, Board12::all()).expect("a movement");
        movement.reach(Color::White, square(from), squares(occupied))
    }

    fn square(name: &str) -> Square {
        Board12::parse_square(name).expect("a square").0
    }

    fn squares(names: &[&str]) -> <Board12 as Geometry>::Set {
        let empty = <Board12 as Geometry>::Set::EMPTY;
        names.iter().fold(empty, |set, name| set | SquareSet::single(square(name)))
    }

    #[test]
    fn a_cannon_slides_and_hops() {
        let reach = reach("mRcpR", "a1", &["a4", "d1"]);
        assert_eq!(reach.quiet, squares(&["a2", "a3", "a4", "b1", "c1", "d1"]));
        assert_eq!(reach.capture, reach.hops);
        assert!(reach.hops.contains(square("a5")) && reach.hops.contains(square("l1")));
        assert!(!reach.hops.contains(square("a3")));
    }

    #[test]
    fn leaps_double_steps_and_jumps() {
        assert_eq!(reach("C", "a1", &["b2"]).leaps, squares(&["b4", "d2"]));
        let pawn = reach("fmWfceFfmnnD", "e3", &[]);
        assert_eq!((pawn.quiet, pawn.capture), (squares(&["e4"]), squares(&["d4", "f4"])));
        assert_eq!(pawn.double_steps, squares(&["e5"]));
        assert!(reach("fmWfceFfmnnD", "e3", &["e4"]).double_steps.is_empty());
        assert_eq!(reach("KimAimDimN", "f1", &[]).initial.count(), 9);
    }
}
