use super::line_board::{Mobility, SetBoard};
use super::*;

/// Runs a check on every layout.
macro_rules! on_every_layout {
    ($check:ident) => {
        $check::<Layout8>();
        $check::<Layout10x12>();
        $check::<Layout12x10>();
        $check::<Layout12>();
        $check::<Layout16>();
        $check::<Layout16x12>();
        $check::<Layout32x16>();
        $check::<Narrow>();
        $check::<Wide>();
    };
}

// The extreme sizes that can be declared.
layout!(Narrow: 2 x 32);
layout!(Wide: 32 x 2);

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
        for &other in &squares {
            assert_eq!(G::offset(square, G::delta(square, other)), Some(other));
        }
    }
}

#[test]
fn squares_have_names_and_coordinates_on_boards_of_any_size() {
    on_every_layout!(names_and_coordinates_agree);
}

#[test]
fn squares_are_named_by_file_and_rank() {
    let name = |file, rank| Layout12::square(file, rank).map(Layout12::name);
    assert_eq!(name(0, 0).as_deref(), Some("a1"));
    assert_eq!(name(11, 11).as_deref(), Some("l12"));
    assert_eq!(Layout32x16::square(25, 0).map(Layout32x16::name).as_deref(), Some("z1"));
    assert_eq!(Layout32x16::square(26, 14).map(Layout32x16::name).as_deref(), Some("aa15"));
    assert_eq!(Layout32x16::square(29, 9).map(Layout32x16::name).as_deref(), Some("ad10"));
}

#[test]
fn nothing_off_the_board_is_a_square() {
    for (file, rank) in [(-1, 0), (0, -1), (12, 0), (0, 12), (12, 12), (i32::MAX, 0)] {
        assert_eq!(Layout12::square(file, rank), None);
    }
    for text in ["", "a", "1", "a0", "a13", "m1", "a01", "A1", "aa1", "a-1", "\u{e9}1", "aaa1"] {
        assert_eq!(Layout12::parse_square(text), None, "{text}");
    }
    assert_eq!(Layout12::parse_square("a123"), None, "three digits are one wrong number");
}

#[test]
fn steps_do_not_wrap_around_edges() {
    let l5 = Layout12::square(11, 4).expect("l5");
    assert_eq!(Layout12::offset(l5, Delta::new(1, 0)), None);
    assert_eq!(Layout12::offset(l5, Delta::new(3, 2)), None);
    assert_eq!(Layout12::offset(l5, Delta::new(0, 8)), None);
    assert_eq!(Layout12::offset(l5, Delta::new(0, -5)), None);
    assert_eq!(Layout12::offset(l5, Delta::new(-11, 7)), Layout12::square(0, 11));
}

#[test]
fn the_layouts_have_their_sizes() {
    fn size<G: Geometry>() -> (usize, usize, usize) {
        (G::FILES, G::RANKS, G::INDEX_SPACE)
    }
    assert_eq!(size::<Layout8>(), (8, 8, 64));
    assert_eq!(size::<Layout10x12>(), (10, 12, 128));
    assert_eq!(size::<Layout12x10>(), (12, 10, 128));
    assert_eq!(size::<Layout12>(), (12, 12, 192));
    assert_eq!(size::<Layout16>(), (16, 16, 256));
    assert_eq!(size::<Layout16x12>(), (16, 12, 192));
    assert_eq!(size::<Layout32x16>(), (32, 16, 512));
}

/// On a board smaller than its layout, with missing squares.
fn boards_know_their_squares<G: Geometry>() {
    let random = &mut fastrand::Rng::with_seed(5);
    for _ in 0..50 {
        let (files, ranks) = (random.usize(2..=G::FILES), random.usize(2..=G::RANKS));
        let places: Vec<Coordinates> = (0..ranks)
            .flat_map(|rank| (0..files).map(move |file| (file, rank)))
            .map(|(file, rank)| Coordinates { file: file as u8, rank: rank as u8 })
            .collect();
        let holes: Vec<Coordinates> =
            places.iter().copied().skip(1).filter(|_| random.u8(..) < 30).collect();
        let board = Board::<G>::new(files, ranks, &holes).expect("a board that fits");
        assert_eq!((board.files(), board.ranks()), (files, ranks));
        let squares: Vec<Square> = board.squares().collect();
        let there: Vec<Square> =
            places.iter().filter(|at| !holes.contains(at)).map(|&at| G::at(at).unwrap()).collect();
        assert_eq!(squares, there);
        assert_eq!(board.all() | board.walls(), G::all());
        assert!(!board.all().intersects(board.walls()));
        for &hole in &holes {
            assert_eq!(board.at(hole), None);
            assert_eq!(board.parse_square(&hole.to_string()), None);
        }
        assert_eq!(board.square(files as i32, 0), None);
        assert_eq!(board.square(0, ranks as i32), None);
        for &square in &squares {
            let mirrored = board.mirrored(square);
            assert_eq!(board.mirrored(mirrored), square);
            assert_eq!(G::file(mirrored), G::file(square));
            let near = board.neighbourhood(square, 1);
            for &other in &squares {
                let delta = G::delta(square, other);
                assert_eq!(board.offset(square, delta), Some(other));
                let is_near = delta.files.abs() <= 1 && delta.ranks.abs() <= 1;
                assert_eq!(near.contains(other), is_near);
            }
            assert!((near - board.all()).is_empty());
        }
        // A gap is a line that goes on behind missing squares.
        let lines = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let gap = places.iter().any(|from| {
            lines.iter().any(|&(right, up)| {
                let on_line = |step: i32| {
                    let (file, rank) =
                        (from.file as i32 + step * right, from.rank as i32 + step * up);
                    let inside = file >= 0 && file < files as i32 && rank < ranks as i32;
                    inside.then(|| board.square(file, rank).is_some())
                };
                let line: Vec<bool> = (0..).map_while(on_line).collect();
                line.iter().skip_while(|on| !**on).skip_while(|on| **on).any(|on| *on)
            })
        });
        assert_eq!(board.has_gaps(), gap);
    }
    assert!(Board::<G>::new(G::FILES + 1, 2, &[]).is_none());
    assert!(Board::<G>::new(2, G::RANKS + 1, &[]).is_none());
    assert_eq!(Board::<G>::new(G::FILES, G::RANKS, &[]).as_ref(), Some(&Board::whole()));
}

#[test]
fn boards_of_any_size_with_any_holes_know_their_squares() {
    on_every_layout!(boards_know_their_squares);
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
    on_every_layout!(lookups_equal_walks);
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
    between_is_what_a_slide_passes::<Layout8>();
    between_is_what_a_slide_passes::<Layout10x12>();
    between_is_what_a_slide_passes::<Layout12>();
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
    on_every_layout!(shifting_moves_each_square);
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
        let zone = <SetBoard<G::Set> as LineBoard<G>>::zone(zone);
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
    counts_equal_sets::<Layout12>();
    counts_equal_sets::<Layout16>();
    counts_equal_sets::<Layout16>();
}
