use super::*;
use crate::geometry::{Board, Layout12};
use crate::pieces::MAX_PIECE_TYPES;
use crate::variant::{VARIANTS, find, rules};

#[test]
fn moves_keep_what_was_packed_into_them() {
    for from in [0, 1, 191, 511].map(Square::from_index) {
        for to in [0, 7, 300, 511].map(Square::from_index) {
            let kinds =
                [MoveKind::Normal, MoveKind::DoubleStep, MoveKind::EnPassant, MoveKind::Jump];
            for kind in kinds {
                let mv = Move::new(from, to, kind);
                assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                assert_eq!(mv.promotion(), None);
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            }
            for piece in (0..MAX_PIECE_TYPES).map(PieceType::from_index) {
                let mv = Move::promoting(from, to, piece);
                assert_eq!((mv.from(), mv.to(), mv.promotion()), (from, to, Some(piece)));
                assert_eq!(mv.kind(), MoveKind::Promotion);
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            }
        }
    }
    assert_eq!(Move::from_bits(0), None);
}

#[test]
fn a_placement_holds_each_piece_in_every_form() {
    let mut placement = Placement::<Layout12>::new(&Board::whole());
    let knight = Piece::new(PieceType::from_index(2), Color::Black);
    let square = Square::from_index(130);
    placement.put(knight, square);
    assert_eq!(placement.on(square), Some(knight));
    assert!(placement.side(Color::Black).contains(square));
    assert!(placement.side(Color::White).is_empty());
    assert!(placement.of_kind(knight.kind()).contains(square));
    assert_eq!(placement.key(), zobrist::piece(knight, square));
    assert_eq!(placement.take(square), Some(knight));
    assert_eq!(placement.take(square), None);
    assert!(placement.occupied().is_empty() && placement.of_kind(knight.kind()).is_empty());
    assert_eq!(placement.key(), 0);
}

#[test]
fn no_two_parts_of_a_key_are_equal() {
    let mut keys = vec![zobrist::side(Color::Black)];
    keys.extend(Color::ALL.map(zobrist::jump));
    for square in (0..512).map(Square::from_index) {
        keys.push(zobrist::en_passant(square));
        for kind in (0..MAX_PIECE_TYPES).map(PieceType::from_index) {
            keys.extend(Color::ALL.map(|color| zobrist::piece(Piece::new(kind, color), square)));
        }
    }
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert!(keys.len() == count && keys[0] != 0);
}

/// The first numbers from seed 0 of the reference implementation of SplitMix64.
#[test]
fn keys_come_from_split_mix() {
    let mut state = 0;
    let numbers = [0; 3].map(|_: u64| zobrist::split_mix(&mut state));
    assert_eq!(numbers, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
}

/// Updates a placement from notifications only.
struct Follower(Placement<Layout12>);

impl Observer for Follower {
    fn put(&mut self, piece: Piece, square: Square) {
        self.0.put(piece, square);
    }
    fn take(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0.take(square), Some(piece));
    }
}

#[test]
fn an_observer_can_follow_captures_promotions_and_en_passant() {
    let fens = [
        "5k6/P11/12/12/12/12/12/3pP7/12/6r5/4R7/5K6 b - e4 0 1",
        "n4k6/1P10/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1",
    ];
    for fen in fens {
        let position = Position::from_fen(rules(&VARIANTS[0]), fen).expect("a position");
        for mv in position.legal_moves() {
            let (mut next, mut follower) =
                (position.clone(), Follower(position.placement().clone()));
            next.make_observed(mv, &mut follower);
            let pieces: Vec<_> = follower.0.pieces().collect();
            assert_eq!(pieces, next.placement().pieces().collect::<Vec<_>>(), "{fen} {mv:?}");
            assert_eq!(follower.0.key(), next.placement().key());
        }
    }
}

/// The guessed key is right except for moves that change rights.
#[test]
fn the_likely_key_is_that_after_the_move() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut equal, mut all) = (0, 0);
    for variant in VARIANTS.iter().filter(|variant| variant.command.is_none()) {
        if (variant.files, variant.ranks) != (12, 12) {
            continue;
        }
        let mut position = Position::start(rules::<Layout12>(variant)).expect("a start position");
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for &mv in &moves {
                let likely = position.likely_key(mv);
                let before = position.state.rights_key;
                position.make(mv);
                let rights = position.state.rights_key != before;
                let other =
                    matches!(mv.kind(), MoveKind::EnPassant | MoveKind::Locust | MoveKind::Pass);
                assert_eq!(position.key() == likely, !rights && !other);
                (equal, all) = (equal + u32::from(position.key() == likely), all + 1);
                position.unmake(mv);
            }
            position.make(moves[random.usize(0..moves.len())]);
        }
    }
    assert!(equal > all * 9 / 10, "{equal} of {all}");
}

#[test]
fn promotion_without_conditions_is_plain() {
    let of = |id| rules::<Layout12>(find(id).expect("a built-in game"));
    assert!(of("chess").promotes_plainly());
    assert!(!of("grand").promotes_plainly());
    let chess = of("chess");
    let promoting: Vec<_> = chess.kinds().filter(|&kind| chess.promotes(kind)).collect();
    assert_eq!(promoting.len(), 1, "only Pawns promote");
}

#[test]
fn sets_of_leaders_have_different_keys() {
    let mut keys: Vec<u64> = (0..64).map(|bit| zobrist::set(1 << bit)).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 64);
}
