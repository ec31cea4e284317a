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

/// On boards of every density, every square: numbers kept line by line equal those of sets.
#[test]
fn lines_count_what_sets_hold() {
    use line_board::{LineBoard, Lines12, SetBoard};
    let mut seed = 7;
    for round in 0..400 {
        let density = 1 + round % 9;
        let (mut lines, mut sets) = (Lines12::default(), SetBoard::<Set>::default());
        let zone: Set =
            Board12::squares().filter(|_| random(&mut seed).is_multiple_of(5)).collect();
        for square in Board12::squares() {
            if random(&mut seed).is_multiple_of(density) {
                lines.toggle(square);
                LineBoard::<Board12>::toggle(&mut sets, square);
            }
        }
        let near = Lines12::zone(zone);
        for from in Board12::squares() {
            let plain: &dyn Fn(_) -> _ = &|look: Look<SetBoard<Set>, Set>| look(&sets, from, &zone);
            let name = Board12::name(from);
            assert_eq!(lines.rook(from, &near), plain(LineBoard::<Board12>::rook), "{name}");
            assert_eq!(lines.bishop(from, &near), plain(LineBoard::<Board12>::bishop), "{name}");
            assert_eq!(
                lines.rook_hop(from, &near),
                plain(LineBoard::<Board12>::rook_hop),
                "{name}"
            );
            assert_eq!(
                lines.bishop_hop(from, &near),
                plain(LineBoard::<Board12>::bishop_hop),
                "{name}"
            );
            assert_eq!(lines.eagle(from, &near), plain(LineBoard::<Board12>::eagle), "{name}");
            assert_eq!(
                lines.rhinoceros(from, &near),
                plain(LineBoard::<Board12>::rhinoceros),
                "{name}"
            );
        }
    }
}

type Look<B, Z> = fn(&B, Square, &Z) -> line_board::Sight;

/// SplitMix64, which the module of positions has too, but stands above this one.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB) >> 20
}
