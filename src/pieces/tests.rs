use super::*;
use crate::betza::Betza;
use crate::bitboard::SquareSet;
use crate::geometry::{Board12, Geometry};

type Set = <Board12 as Geometry>::Set;

fn movement(betza: &str) -> Movement<Board12> {
    let betza: Betza = betza.parse().unwrap_or_else(|error| panic!("{betza}: {error}"));
    Movement::compile(&betza, false, Set::EMPTY).unwrap_or_else(|error| panic!("{error}"))
}

/// What has a lookup of its own uses it: nothing of it is left as slow rays or as leaps.
#[test]
fn line_pieces_are_recognised() {
    let none = LineKinds::default();
    let cases = [
        ("R", LineKinds { rook: true, ..none }),
        ("B", LineKinds { bishop: true, ..none }),
        ("Q", LineKinds { rook: true, bishop: true, ..none }),
        ("mRcpR", LineKinds { quiet_rook: true, rook_hop: true, ..none }),
        ("mBcpB", LineKinds { quiet_bishop: true, bishop_hop: true, ..none }),
        ("FyafsF", LineKinds { eagle: true, ..none }),
        ("WyafsW", LineKinds { rhinoceros: true, ..none }),
    ];
    for (betza, lines) in cases {
        let movement = movement(betza);
        assert_eq!(movement.lines(), lines, "{betza}");
        assert!(!movement.has_rays() && !movement.leaps() && !movement.set_wise(), "{betza}");
    }
}

#[test]
fn what_is_less_than_a_line_piece_is_kept_as_rays() {
    for betza in ["R4", "fR", "cR", "NN", "nD", "yafsF", "cpR3", "pB"] {
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
        let movement = movement(betza);
        for from in Board12::squares() {
            let mirrored: Set = movement
                .threats(Color::White, from, Set::EMPTY)
                .into_iter()
                .map(Board12::mirrored)
                .collect();
            let blacks = movement.threats(Color::Black, Board12::mirrored(from), Set::EMPTY);
            assert_eq!(blacks, mirrored, "{betza}");
        }
    }
}

/// The paths of a piece and its tables say the same on crowded and on empty boards.
#[test]
fn paths_lead_where_the_tables_do() {
    let texts = [
        "Q", "mRcpR", "mQcpQ", "FyafsF", "WyafsW", "KNAD", "fmWfceF", "KfmnnD", "pB", "NN", "nN",
        "fRbB", "mRcR4", "WyafsmF",
    ];
    let mut state = 1u64;
    for text in texts {
        let movement = movement(text);
        for from in Board12::squares() {
            for color in Color::ALL {
                let mut random = || {
                    state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                    state >> 33
                };
                let crowd = random() % 4 + 1;
                let mut some = |of: Set| of.into_iter().filter(|_| random() % 8 < crowd).collect();
                let occupied: Set = some(Board12::all() - Set::single(from));
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
                assert_eq!(found, expected, "{text} from {}", Board12::name(from));
            }
        }
    }
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
