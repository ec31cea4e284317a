use super::*;
use crate::geometry::{Axis, Board8, Board12, Geometry};

type Set = Bitboard<3>;

fn set(names: &str) -> Set {
    names
        .split_whitespace()
        .filter_map(|name| Board12::parse_square(name))
        .map(|(s, _)| s)
        .collect()
}

#[test]
fn operators_are_those_of_sets() {
    let (a, b) = (set("a1 c4 l12 f5"), set("c4 e9 f5 a12"));
    assert_eq!(a | b, set("a1 c4 l12 f5 e9 a12"));
    assert_eq!(a & b, set("c4 f5"));
    assert_eq!(a ^ b, set("a1 l12 e9 a12"));
    assert_eq!(a - b, set("a1 l12"));
    assert!(a.intersects(b) && !(a - b).intersects(b));
    let mut changed = a;
    changed |= b;
    changed -= set("c4");
    changed &= set("c4 f5 e9");
    changed ^= set("e9 b2");
    assert_eq!(changed, set("f5 b2"));
}

#[test]
fn a_set_knows_its_squares() {
    let many = set("l12 a1 d4 e5");
    let squares: Vec<Square> = many.into_iter().collect();
    assert!(squares.is_sorted() && squares.len() == 4);
    assert_eq!(many.into_iter().collect::<Set>(), many);
    assert_eq!((many.count(), many.has_many(), many.is_empty()), (4, true, false));
    assert_eq!(many.first(), set("a1").first());
    let one = set("l12");
    assert_eq!((one.count(), one.has_many(), one.is_empty()), (1, false, false));
    assert!(one.first().is_some_and(|square| one.contains(square) && Set::single(square) == one));
    assert_eq!((Set::EMPTY.first(), Set::EMPTY.count()), (None, 0));
    assert!(Set::EMPTY.is_empty() && Set::default().is_empty());
}

/// An iterator that was begun folds over what is left only.
#[test]
fn folding_goes_on_where_iterating_stopped() {
    let mut squares = set("a1 b1 e5 l12").into_iter();
    squares.next();
    squares.next();
    assert_eq!(squares.fold(Set::EMPTY, |set, one| set | Set::single(one)), set("e5 l12"));
}

#[test]
fn a_board_without_lookups_of_its_own_walks() {
    let square = |name| Board8::parse_square(name).expect("a square").0;
    let names = |set: Bitboard<1>| set.into_iter().map(Board8::name).collect::<Vec<_>>().join(" ");
    let occupied: Bitboard<1> = ["d6", "f4"].map(square).into_iter().collect();
    let from = square("d4");
    assert_eq!(names(Board8::slide(Axis::File, from, occupied)), "d1 d2 d3 d5 d6");
    assert_eq!(names(Board8::hop(Axis::Rank, from, occupied)), "g4 h4");
    assert_eq!(Board8::shift(occupied, crate::geometry::Delta::new(3, 0)).count(), 1);
}
