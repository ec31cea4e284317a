mod two_legs;

use super::movement::SideTables;
use super::*;
use crate::betza::Betza;
use crate::bitboard::SquareSet;
use crate::geometry::line_board::{LineBoard, Mobility};
use crate::geometry::{
    Between, Board, Geometry, Layout10x12, Layout12, Layout16, Layout16x12, Layout32x16,
};
use crate::square::Square;

type Set = <Layout12 as Geometry>::Set;

fn movement(betza: &str) -> Movement<Layout12> {
    movement_on(betza)
}

fn movement_on<G: Geometry>(betza: &str) -> Movement<G> {
    let betza: Betza = betza.parse().unwrap_or_else(|error| panic!("{betza}: {error}"));
    Movement::compile(&Board::whole(), &betza, false, [G::Set::EMPTY; 2])
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Line families are used where they apply: none of their paths remains a ray or a leap.
#[test]
fn line_pieces_are_recognised() {
    use LineFamily::{Bishop, BishopHop, Eagle, Rhinoceros, Rook, RookHop};
    let both = |families: &[LineFamily]| LineKinds::new(families, families);
    let cases = [
        ("R", both(&[Rook])),
        ("B", both(&[Bishop])),
        ("Q", both(&[Rook, Bishop])),
        ("mRcpR", LineKinds::new(&[Rook], &[RookHop])),
        ("mBcpB", LineKinds::new(&[Bishop], &[BishopHop])),
        ("FyafsF", both(&[Eagle])),
        ("WyafsW", both(&[Rhinoceros])),
        ("cRpB", LineKinds::new(&[BishopHop], &[Rook, BishopHop])),
        ("mWyafsmWcFyafscF", LineKinds::new(&[Rhinoceros], &[Eagle])),
    ];
    for (betza, lines) in cases {
        let movement = movement(betza);
        assert_eq!(movement.lines(), lines, "{betza}");
        assert!(!movement.has_rays() && !movement.leaps() && !movement.set_wise(), "{betza}");
    }
}

#[test]
fn what_is_less_than_a_line_piece_is_kept_as_rays() {
    for betza in ["R4", "fR", "NN", "nD", "mnA", "yafsF", "cpR3", "WyafsmW", "[W-fW]"] {
        let movement = movement(betza);
        assert!(movement.has_rays() && !movement.lines().any(), "{betza}");
    }
}

#[test]
fn pieces_of_few_steps_are_moved_all_at_once() {
    for (betza, expected) in
        [("fmWfceFfmnnD", true), ("fsmWfceF", true), ("N", false), ("W", false)]
    {
        assert_eq!(movement(betza).set_wise(), expected, "{betza}");
    }
}

#[test]
fn black_moves_as_white_seen_from_the_other_side() {
    for betza in ["fmWfceFfmnnD", "fRbB", "fhN", "FyafsF", "fnD"] {
        let (board, movement) = (Board::<Layout12>::whole(), movement(betza));
        for from in Layout12::squares() {
            let mirrored: Set = movement
                .threats(Color::White, from, Set::EMPTY)
                .into_iter()
                .map(|square| board.mirrored(square))
                .collect();
            let blacks = movement.threats(Color::Black, board.mirrored(from), Set::EMPTY);
            assert_eq!(blacks, mirrored, "{betza}");
        }
    }
}

/// The paths of a piece and its tables agree, on crowded and on empty boards.
#[test]
fn paths_lead_where_the_tables_do() {
    let texts = [
        "Q",
        "mRcpR",
        "mQcpQ",
        "FyafsF",
        "WyafsW",
        "KNAD",
        "fmWfceF",
        "KfmnnD",
        "pB",
        "NN",
        "nN",
        "fRbB",
        "mRcR4",
        "WyafsmF",
        "K[K-K]",
        "m[W-fD]c[D-fW]",
        "c[N-N]RnD",
    ];
    let mut state = 1u64;
    for text in texts {
        let movement = movement(text);
        for from in Layout12::squares() {
            for color in Color::ALL {
                let mut random = || {
                    state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                    state >> 33
                };
                let crowd = random() % 4 + 1;
                let mut some = |of: Set| of.into_iter().filter(|_| random() % 8 < crowd).collect();
                let occupied: Set = some(Layout12::all() - Set::single(from));
                let enemies: Set = some(occupied);
                let double_steps = movement.side(color).double_steps.iter();
                let mut expected = movement.targets(color, from, occupied, enemies);
                for double in double_steps {
                    expected |= double.targets(Set::single(from), occupied);
                }
                let mut found = Set::EMPTY;
                for path in movement.paths_from(color, from) {
                    let reached: Set = path.reached(occupied);
                    found |= if path.quiet { reached - occupied } else { Set::EMPTY };
                    found |= if path.capture { reached & enemies } else { Set::EMPTY };
                }
                assert_eq!(found, expected, "{text} from {}", Layout12::name(from));
            }
        }
    }
}

fn random_set<G: Geometry>(random: &mut fastrand::Rng) -> G::Set {
    let density = random.f32();
    let squares = G::squares().filter(|_| random.f32() < density);
    squares.fold(G::Set::EMPTY, |set, square| set | G::Set::single(square))
}

/// Runs a check for every family on boards of several sizes.
macro_rules! with_every_family {
    ($check:ident) => {
        for family in LineFamily::ALL {
            $check::<Layout12>(family);
            $check::<Layout10x12>(family);
            $check::<Layout16>(family);
            $check::<Layout16x12>(family);
            $check::<Layout32x16>(family);
        }
    };
}

/// From each square a family sees the squares to which its paths lead, for both sides.
fn lookups_equal_paths<G: Geometry>(family: LineFamily) {
    let random = &mut fastrand::Rng::with_seed(11);
    let movement = movement_on::<G>(family.betza());
    for from in G::squares() {
        for color in Color::ALL {
            let paths = movement.paths_from(color, from);
            assert!(paths.iter().all(|path| path.hops == family.hops()));
            for _ in 0..10 {
                let occupied = random_set::<G>(random);
                let reached = |path: &Ray| path.reached(occupied);
                let reached = paths.iter().map(reached).fold(G::Set::EMPTY, |a, b: G::Set| a | b);
                let seen = family.see::<G>(from, occupied);
                assert_eq!(seen, reached, "{family:?} from {}", G::name(from));
            }
        }
    }
}

#[test]
fn families_see_where_their_paths_lead() {
    with_every_family!(lookups_equal_paths);
}

/// A family has at most one path from a square to another, and the squares of the path decide
/// whether it is open.
fn ways_equal_paths<G: Geometry>(family: LineFamily) {
    let random = &mut fastrand::Rng::with_seed(13);
    let (movement, sources) =
        (movement_on::<G>(family.betza()), family.sources(&Board::<G>::whole()));
    for from in G::squares() {
        let paths = movement.paths_from(Color::White, from);
        let occupied = random_set::<G>(random);
        let seen = family.see::<G>(from, occupied);
        for to in G::squares() {
            let ways: Vec<G::Set> =
                paths.iter().filter_map(|path| Some(path.way_to::<G>(to)?.path)).collect();
            let at = format!("{family:?} {}{}", G::name(from), G::name(to));
            assert_eq!(sources[to.index()].contains(from), !ways.is_empty(), "{at}");
            if let Some(&way) = ways.first() {
                assert_eq!(ways.len(), 1, "{at}");
                assert_eq!(family.path(Between::<G>::of_board(), from, to), way, "{at}");
                assert_eq!(family.passes(way & occupied), seen.contains(to), "{at}");
            }
        }
    }
}

#[test]
fn families_pass_the_squares_of_their_paths() {
    with_every_family!(ways_equal_paths);
}

/// The number of families that the lines of a board count.
fn counts_equal_lookups<G: Geometry>() -> usize {
    let random = &mut fastrand::Rng::with_seed(17);
    let counts = |family: LineFamily| {
        let (mut lines, occupied) = (G::Lines::default(), random_set::<G>(random));
        occupied.into_iter().for_each(|square| lines.toggle(square));
        let near = random_set::<G>(random);
        let zone = G::Lines::zone(near);
        let equal = |from: Square| {
            let seen = family.see::<G>(from, occupied);
            let expected =
                Mobility { empty: (seen - occupied).count(), zone: (seen & near).count() };
            let counted = family.count::<G>(&lines, from, &zone);
            assert!(counted.is_none_or(|counted| counted == expected), "{family:?}");
            counted.is_some()
        };
        G::squares().all(equal)
    };
    LineFamily::ALL.into_iter().map(counts).filter(|&counted| counted).count()
}

#[test]
fn what_lines_count_is_what_families_see() {
    assert_eq!(counts_equal_lookups::<Layout12>(), 6);
    assert_eq!(counts_equal_lookups::<Layout16>(), 6);
}

#[test]
fn pieces_keep_kind_and_side() {
    let mut indices = Vec::new();
    for kind in (0..MAX_PIECE_TYPES).map(PieceType::from_index) {
        for color in Color::ALL {
            let piece = Piece::new(kind, color);
            assert_eq!((piece.kind(), piece.color()), (kind, color));
            assert!(piece.index() < 2 * MAX_PIECE_TYPES);
            indices.push(piece.index());
        }
    }
    indices.sort_unstable();
    indices.dedup();
    assert_eq!(indices.len(), 2 * MAX_PIECE_TYPES);
    assert_eq!((!Color::White, !Color::Black), (Color::Black, Color::White));
}

#[test]
fn leaps_watch_own_pieces_where_they_lead() {
    let [corner, from, reached] = [(0, 0), (3, 3), (4, 5)]
        .map(|(file, rank)| Layout12::square(file, rank).expect("a square of the board"));
    let own = Set::single(corner) | Set::single(from) | Set::single(reached);
    let watched = movement("N").watched(Color::White, from, own, own);
    assert_eq!(watched, Set::single(reached));
}

#[test]
fn letters_are_texts() {
    let knight = Letter::from('n');
    assert_eq!(String::from(knight), "n");
    assert_eq!(Letter::try_from(String::from(knight)), Ok(knight));
    assert!(Letter::try_from(String::from("nn")).is_err());
}
