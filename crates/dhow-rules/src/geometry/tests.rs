use super::line_board::{Mobility, SetBoard};
use super::*;

/// Runs a check on every board.
macro_rules! on_every_board {
    ($check:ident) => {
        $check::<Board8>();
        $check::<Board8x12>();
        $check::<Board10x8>();
        $check::<Board10>();
        $check::<Board12>();
        $check::<Board14>();
        $check::<Board16>();
        $check::<Board16x12>();
        $check::<Board24x12>();
        $check::<Board30x15>();
        $check::<Narrow>();
        $check::<Wide>();
    };
}

// The extreme sizes that can be declared.
board!(Narrow: 2 x 32);
board!(Wide: 32 x 2);

fn names_and_coordinates_agree<G: Geometry>() {
    let squares: Vec<Square> = G::squares().collect();
    assert_eq!(squares.len(), G::FILES * G::RANKS);
    assert_eq!(G::all().count() as usize, squares.len());
    assert!(squares.is_sorted_by(|a, b| a < b));
    for &square in &squares {
        assert!(square.index() < G::INDEX_SPACE);
        let (file, rank) = (G::file(square) as i32, G::rank(square) as i32);
        assert_eq!(G::square(file, rank), Some(square));
        let name = G::name(square);
        assert_eq!(G::parse_square(&name), Some((square, "")), "{name}");
        assert_eq!(G::parse_square(&format!("{name}a1")), Some((square, "a1")), "{name}");
        assert_eq!(G::mirrored(G::mirrored(square)), square);
        assert_eq!(G::file(G::mirrored(square)), G::file(square));
        for &other in &squares {
            assert_eq!(G::offset(square, G::delta(square, other)), Some(other));
        }
    }
}

#[test]
fn squares_have_names_and_coordinates_on_boards_of_any_size() {
    on_every_board!(names_and_coordinates_agree);
}

#[test]
fn squares_are_named_by_file_and_rank() {
    let name = |file, rank| Board12::square(file, rank).map(Board12::name);
    assert_eq!(name(0, 0).as_deref(), Some("a1"));
    assert_eq!(name(11, 11).as_deref(), Some("l12"));
    assert_eq!(Board30x15::square(25, 0).map(Board30x15::name).as_deref(), Some("z1"));
    assert_eq!(Board30x15::square(26, 14).map(Board30x15::name).as_deref(), Some("aa15"));
    assert_eq!(Board30x15::square(29, 9).map(Board30x15::name).as_deref(), Some("ad10"));
}

#[test]
fn nothing_off_the_board_is_a_square() {
    for (file, rank) in [(-1, 0), (0, -1), (12, 0), (0, 12), (12, 12), (i32::MAX, 0)] {
        assert_eq!(Board12::square(file, rank), None);
    }
    for text in ["", "a", "1", "a0", "a13", "m1", "a01", "A1", "aa1", "a-1", "\u{e9}1", "aaa1"] {
        assert_eq!(Board12::parse_square(text), None, "{text}");
    }
    assert_eq!(Board12::parse_square("a123"), None, "three digits are one wrong number");
}

#[test]
fn steps_do_not_wrap_around_edges() {
    let l5 = Board12::square(11, 4).expect("l5");
    assert_eq!(Board12::offset(l5, Delta::new(1, 0)), None);
    assert_eq!(Board12::offset(l5, Delta::new(3, 2)), None);
    assert_eq!(Board12::offset(l5, Delta::new(0, 8)), None);
    assert_eq!(Board12::offset(l5, Delta::new(0, -5)), None);
    assert_eq!(Board12::offset(l5, Delta::new(-11, 7)), Board12::square(0, 11));
}

#[test]
fn the_boards_have_their_sizes() {
    fn size<G: Geometry>() -> (usize, usize, usize) {
        (G::FILES, G::RANKS, G::INDEX_SPACE)
    }
    assert_eq!(size::<Board8>(), (8, 8, 64));
    assert_eq!(size::<Board8x12>(), (8, 12, 128));
    assert_eq!(size::<Board10x8>(), (10, 8, 128));
    assert_eq!(size::<Board10>(), (10, 10, 128));
    assert_eq!(size::<Board12>(), (12, 12, 192));
    assert_eq!(size::<Board14>(), (14, 14, 256));
    assert_eq!(size::<Board16>(), (16, 16, 256));
    assert_eq!(size::<Board16x12>(), (16, 12, 192));
    assert_eq!(size::<Board24x12>(), (24, 12, 384));
    assert_eq!(size::<Board30x15>(), (30, 15, 512));
}

/// Lookups equal walks from every square, on boards of random density.
fn lookups_equal_walks<G: Geometry>() {
    let random = &mut fastrand::Rng::with_seed(3);
    for _ in 0..60 {
        let occupied = random_set::<G>(random);
        for from in G::squares() {
            let name = G::name(from);
            for axis in Axis::ALL {
                let (slide, hop) = (G::slide(axis, from, occupied), G::hop(axis, from, occupied));
                assert_eq!(slide, walk::slide::<G>(axis, from, occupied), "{axis:?} {name}");
                assert_eq!(hop, walk::hop::<G>(axis, from, occupied), "{axis:?} {name}");
            }
            let walked = |bends: &[Bend]| walk::bent::<G>(bends, from, occupied);
            assert_eq!(G::eagle(from, occupied), walked(&Bend::EAGLE), "{name}");
            assert_eq!(G::rhinoceros(from, occupied), walked(&Bend::RHINOCEROS), "{name}");
            let one = &[Bend { first: Delta::new(0, 1), then: Delta::new(1, 0) }];
            assert_eq!(G::bent(one, from, occupied), walked(one), "{name}");
        }
    }
}

fn random_set<G: Geometry>(random: &mut fastrand::Rng) -> G::Set {
    let (mut set, density) = (G::Set::EMPTY, random.f32());
    for square in G::squares() {
        if random.f32() < density {
            set.insert(square);
        }
    }
    set
}

#[test]
fn lookups_equal_walks_on_every_board() {
    on_every_board!(lookups_equal_walks);
}

/// The squares between two squares are those that slides from either one, stopped by the other,
/// have in common.
fn between_is_what_a_slide_passes<G: Geometry>() {
    let between = Between::<G>::of_board();
    for a in G::squares() {
        for b in G::squares() {
            let at = format!("{}{}", G::name(a), G::name(b));
            let on_way = |axis| {
                let (near, far) = (G::Set::single(a), G::Set::single(b));
                let (there, back) =
                    (walk::slide::<G>(axis, a, far), walk::slide::<G>(axis, b, near));
                if there.contains(b) { there & back } else { G::Set::EMPTY }
            };
            let expected = Axis::ALL.map(on_way).into_iter().fold(G::Set::EMPTY, |all, s| all | s);
            assert_eq!(between.squares(a, b), expected, "{at}");
        }
    }
}

#[test]
fn squares_between_two_are_those_that_a_slide_passes() {
    between_is_what_a_slide_passes::<Board8>();
    between_is_what_a_slide_passes::<Board10x8>();
    between_is_what_a_slide_passes::<Board12>();
    between_is_what_a_slide_passes::<Narrow>();
    between_is_what_a_slide_passes::<Wide>();
}

fn shifting_moves_each_square<G: Geometry>() {
    let random = &mut fastrand::Rng::with_seed(5);
    let (files, ranks) = (G::FILES as i8 + 1, G::RANKS as i8 + 1);
    for files in -files..=files {
        for ranks in -ranks..=ranks {
            let (set, delta) = (random_set::<G>(random), Delta::new(files, ranks));
            let mut expected = G::Set::EMPTY;
            for to in set.into_iter().filter_map(|square| G::offset(square, delta)) {
                expected.insert(to);
            }
            assert_eq!(G::shift(set, delta), expected, "{delta:?}");
        }
    }
}

#[test]
fn whole_sets_are_shifted_on_every_board() {
    on_every_board!(shifting_moves_each_square);
}

fn counts_equal_sets<G: Geometry>() {
    let random = &mut fastrand::Rng::with_seed(7);
    for _ in 0..60 {
        let (mut lines, mut sets) = (G::Lines::default(), SetBoard::<G::Set>::default());
        let (occupied, zone) = (random_set::<G>(random), random_set::<G>(random));
        for square in occupied {
            lines.toggle(square);
            LineBoard::<G>::toggle(&mut sets, square);
        }
        let near = <G::Lines as LineBoard<G>>::zone(zone);
        for from in G::squares() {
            let name = G::name(from);
            let found = [
                lines.rook(from, &near),
                lines.bishop(from, &near),
                lines.rook_hop(from, &near),
                lines.bishop_hop(from, &near),
                lines.eagle(from, &near),
                lines.rhinoceros(from, &near),
            ];
            assert_eq!(found, Plain::<G>::all(&sets, from, &zone), "{name}");
        }
    }
}

/// Counts of all pieces, from sets.
trait Plain<G: Geometry> {
    fn all(&self, from: Square, zone: &G::Set) -> [Mobility; 6];
}

impl<G: Geometry> Plain<G> for SetBoard<G::Set> {
    fn all(&self, from: Square, zone: &G::Set) -> [Mobility; 6] {
        [
            LineBoard::<G>::rook(self, from, zone),
            LineBoard::<G>::bishop(self, from, zone),
            LineBoard::<G>::rook_hop(self, from, zone),
            LineBoard::<G>::bishop_hop(self, from, zone),
            LineBoard::<G>::eagle(self, from, zone),
            LineBoard::<G>::rhinoceros(self, from, zone),
        ]
    }
}

#[test]
fn lines_count_what_sets_hold() {
    counts_equal_sets::<Board12>();
    counts_equal_sets::<Board14>();
    counts_equal_sets::<Board16>();
}
