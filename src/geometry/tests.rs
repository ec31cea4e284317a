use super::*;

/// More files than letters.
#[derive(Clone, Copy, Debug, Default)]
struct Wide;

impl Geometry for Wide {
    const FILES: usize = 30;
    const RANKS: usize = 15;
    const RANKS_PER_WORD: usize = 2;
    const INDEX_SPACE: usize = 512;
    type Set = Bitboard<8>;
    type Lines = SetBoard<Bitboard<8>>;
}

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
    names_and_coordinates_agree::<Board12>();
    names_and_coordinates_agree::<Board8>();
    names_and_coordinates_agree::<Wide>();
}

#[test]
fn squares_are_named_by_file_and_rank() {
    let name = |file, rank| Board12::square(file, rank).map(Board12::name);
    assert_eq!(name(0, 0).as_deref(), Some("a1"));
    assert_eq!(name(11, 11).as_deref(), Some("l12"));
    assert_eq!(Wide::square(25, 0).map(Wide::name).as_deref(), Some("z1"));
    assert_eq!(Wide::square(26, 14).map(Wide::name).as_deref(), Some("aa15"));
    assert_eq!(Wide::square(29, 9).map(Wide::name).as_deref(), Some("ad10"));
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
