//! Moves in two legs, compared with walks written from the rules.

use super::*;
use crate::geometry::{Layout10x12, Layout12x10, Layout32x16};

/// The moves of a piece according to its rules.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// One or two King steps; the second may not lead back to the start.
    KingSteps,
    /// A straight move in one of four directions, as one of these lists of parts. A part is a step
    /// of one square or a leap of two.
    Parts { diagonal: bool, lists: &'static [&'static [i32]] },
}

const ALIKE_OR_NOT: &[&[i32]] = &[&[1], &[2], &[1, 1], &[1, 2], &[2, 1], &[2, 2]];
const ONE_OF_EACH: &[&[i32]] = &[&[1], &[2], &[1, 2], &[2, 1]];

/// Chieftain, Hero, Shaman, Oliphant and Lightning Warmachine.
const PIECES: [(&str, Rule); 5] = [
    ("K[K-K]", Rule::KingSteps),
    ("WD[W-fD][D-fW]", Rule::Parts { diagonal: false, lists: ONE_OF_EACH }),
    ("FA[F-fA][A-fF]", Rule::Parts { diagonal: true, lists: ONE_OF_EACH }),
    ("FA[F-fA][A-fF][A-fA]", Rule::Parts { diagonal: true, lists: ALIKE_OR_NOT }),
    ("WD[W-fD][D-fW][D-fD]", Rule::Parts { diagonal: false, lists: ALIKE_OR_NOT }),
];

type Place = (i32, i32);

fn place<G: Geometry>(square: Square) -> Place {
    (G::file(square) as i32, G::rank(square) as i32)
}

fn king_steps((file, rank): Place) -> impl Iterator<Item = Place> {
    let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
    steps.filter(|&step| step != (0, 0)).map(move |(x, y)| (file + x, rank + y))
}

/// The squares where a piece may end. `empty` says which squares of the board are empty; the result
/// may contain squares off the board.
fn ends(rule: Rule, from: Place, empty: impl Fn(Place) -> bool) -> Vec<Place> {
    let mut ends = Vec::new();
    match rule {
        Rule::KingSteps => {
            for first in king_steps(from) {
                ends.push(first);
                if empty(first) {
                    ends.extend(king_steps(first).filter(|&second| second != from));
                }
            }
        }
        Rule::Parts { diagonal, lists } => {
            let directions = king_steps((0, 0)).filter(|(x, y)| (x * y != 0) == diagonal);
            for ((x, y), parts) in directions.flat_map(|d| lists.iter().map(move |list| (d, list)))
            {
                let at = |length: i32| (from.0 + length * x, from.1 + length * y);
                match **parts {
                    [only] => ends.push(at(only)),
                    [first, second] if empty(at(first)) => ends.push(at(first + second)),
                    _ => {}
                }
            }
        }
    }
    ends
}

fn equals_the_walk<G: Geometry>() {
    let random = &mut fastrand::Rng::with_seed(19);
    for (betza, rule) in PIECES {
        let movement = movement_on::<G>(betza);
        assert!(movement.has_rays() && !movement.only_leaps() && !movement.set_wise(), "{betza}");
        let squares = G::squares().collect::<Vec<_>>();
        let rays = |side: &SideTables<G>| side.rays.iter().any(|rays| !rays.is_empty());
        assert!(!movement.sides.iter().any(rays), "{betza}");
        for _ in 0..squares.len().min(150) {
            let from = squares[random.usize(..squares.len())];
            let occupied: G::Set = random_set::<G>(random) | G::Set::single(from);
            let enemies = random_set::<G>(random) & (occupied - G::Set::single(from));
            let empty = |(file, rank): Place| {
                G::square(file, rank).is_some_and(|square| !occupied.contains(square))
            };
            let ends = ends(rule, place::<G>(from), empty).into_iter();
            let reached = ends.filter_map(|(file, rank)| G::square(file, rank));
            let reached = reached.fold(G::Set::EMPTY, |set, square| set | G::Set::single(square));
            let at = format!("{betza} from {} of {occupied:?}", G::name(from));
            for color in Color::ALL {
                let targets = movement.targets(color, from, occupied, enemies);
                assert_eq!(targets, reached - (occupied - enemies), "{at}");
                assert_eq!(movement.threats(color, from, occupied), reached, "{at}");
                let side = movement.side(color);
                for to in G::squares() {
                    let leaps = side.capture_leaps[from.index()].contains(to);
                    let mut ways = side.capture_ways(from, to);
                    let source = side.ray_sources[to.index()].contains(from);
                    assert_eq!(source, side.capture_ways(from, to).next().is_some(), "{at}");
                    let open = ways.any(|way| way.is_open(occupied));
                    assert_eq!(leaps || open, reached.contains(to), "{at}");
                }
            }
        }
    }
}

#[test]
fn pieces_of_two_legs_go_where_their_rules_lead() {
    equals_the_walk::<Layout10x12>();
    equals_the_walk::<Layout12x10>();
    equals_the_walk::<Layout16x12>();
    equals_the_walk::<Layout32x16>();
    equals_the_walk::<Layout32x16>();
}

#[test]
fn a_chieftain_has_a_relay_for_each_neighbour() {
    let movement = movement("K[K-K]");
    let middle = Layout12::square(5, 5).expect("a square");
    let relays = &movement.side(Color::White).lame_leaps[middle.index()];
    assert_eq!(relays.len(), 8);
    let ends = relays.iter().fold(Set::EMPTY, |set, relay| set | relay.to);
    assert_eq!(ends.count(), 16);
    let corner = Layout12::square(0, 0).expect("a square");
    assert_eq!(movement.side(Color::Black).lame_leaps[corner.index()].len(), 3);
}
