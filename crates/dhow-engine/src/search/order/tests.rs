use super::*;
use dhow_rules::game::Game;
use dhow_rules::geometry::Layout12;
use dhow_rules::movegen::Constraints;
use dhow_rules::position::Position;
use dhow_rules::variant::ONE_MOVE_GAMES;
use fastrand::Rng;

type TestBoard = Layout12;

/// The bits of moves, sorted.
fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u32> {
    let mut bits: Vec<u32> = moves.into_iter().map(Move::bits).collect();
    bits.sort_unstable();
    bits
}

/// Histories with some random scores, and a random context.
fn teach(
    histories: &Histories<TestBoard>,
    position: &Position<TestBoard>,
    random: &mut Rng,
) -> ContinuationContext {
    let row = |random: &mut Rng| {
        let moves = position.legal_moves();
        let mv = random.choice(&moves[..])?;
        position.on(mv.from()).map(|piece| histories.after(piece, mv.to()))
    };
    let context = [row(random), row(random)];
    for mv in position.legal_moves() {
        let Some(piece) = position.on(mv.from()) else { continue };
        let bonus = random.i32(-2000..2000);
        if position.is_tactical(mv) {
            histories.update_capture(piece, position.victim(mv), mv.to(), bonus);
        } else {
            histories.update_quiet(&context, piece, mv.to(), bonus);
        }
    }
    context
}

/// A table move or refutation as in a search: none, a legal move, or a move of another position.
fn some_move(here: &[Move], elsewhere: &[Move], random: &mut Rng) -> Option<Move> {
    let from = [&[][..], here, elsewhere][random.usize(0..3)];
    random.choice(from).copied()
}

/// Checks the picker's promises for one position. The moves `elsewhere` may be illegal here.
fn check(
    position: &Position<TestBoard>,
    elsewhere: &[Move],
    histories: &Histories<TestBoard>,
    random: &mut Rng,
) {
    let fen = position.fen();
    let legal = position.legal_moves();
    let constraints = Constraints::new(position);
    let context = teach(histories, position, random);
    let table_move = some_move(&legal, elsewhere, random);
    let refutations: ArrayVec<Move, 3> =
        (0..3).filter_map(|_| some_move(&legal, elsewhere, random)).collect();
    let known = table_move.filter(|mv| legal.contains(mv));

    let mut picker = Picker::new(table_move, refutations.clone(), context);
    let mut found = Vec::new();
    while let Some(mv) = picker.next(position, &constraints, histories) {
        found.push(mv);
        if let Some(number) = picker.legal_moves() {
            assert_eq!(number, legal.len(), "{fen}");
        }
    }
    assert_eq!(sorted(found.iter().copied()), sorted(legal.iter().copied()), "{fen}");
    if known.is_some() {
        assert_eq!(found.first().copied(), known, "{fen}: the table's move comes first");
    }
    // After the table move: winning captures, refutations, other quiet moves by history, losing captures.
    let rank = |mv: &Move| match (position.is_tactical(*mv), refutations.contains(mv)) {
        (true, _) if position.see_ge(*mv, 0) => 0,
        (true, _) => 3,
        (false, true) => 1,
        (false, false) => 2,
    };
    let rest = &found[known.is_some() as usize..];
    assert!(rest.is_sorted_by_key(rank), "{fen}");
    let history =
        |mv: &&Move| position.on(mv.from()).map(|piece| -histories.quiet(&context, piece, mv.to()));
    assert!(rest.iter().filter(|mv| rank(mv) == 2).is_sorted_by_key(|mv| history(&mv)), "{fen}");

    let threshold = random.i32(-300..300);
    let mut picker = Picker::tactical(table_move, threshold);
    let found = std::iter::from_fn(|| picker.next(position, &constraints, histories));
    let expected = legal.iter().copied().filter(|&mv| {
        let trusted = Some(mv) == table_move;
        position.is_tactical(mv) && (trusted || position.see_ge(mv, threshold))
    });
    assert_eq!(sorted(found), sorted(expected), "{fen}");

    // After `skip_quiets` it picks the remaining captures.
    let mut picker = Picker::new(table_move, refutations, context);
    let before = random.usize(0..legal.len() + 1);
    let mut found = Vec::new();
    while let Some(mv) = picker.next(position, &constraints, histories) {
        if found.len() == before {
            picker.skip_quiets();
        }
        found.push(mv);
    }
    let number = found.len();
    let found = sorted(found);
    assert!(found.is_sorted_by(|a, b| a < b), "{fen}: a move twice");
    let tactical = legal.iter().filter(|&&mv| position.is_tactical(mv));
    for mv in tactical {
        assert!(found.binary_search(&mv.bits()).is_ok(), "{fen}: a capture is left out");
    }
    assert!(found.iter().all(|bits| legal.iter().any(|mv| mv.bits() == *bits)), "{fen}");
    assert!(number <= legal.len());
}

/// Positions of random games of every variant, which prefer checks, with and without table moves and refutations.
#[test]
fn the_staged_picker_yields_each_legal_move_once() {
    let random = &mut Rng::with_seed(20);
    let (mut positions, mut checks) = (0, 0);
    for variant in ONE_MOVE_GAMES.iter() {
        let histories = Histories::new(variant.pieces.len());
        for _ in 0..6 {
            let mut game = Game::new(variant);
            let mut elsewhere = game.legal_moves();
            for _ in 0..80 {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                check(game.position().downcast().expect("12x12"), &elsewhere, &histories, random);
                positions += 1;
                checks += game.position().in_check() as usize;
                for attempt in 0..30 {
                    game.play(moves[random.usize(0..moves.len())]);
                    if game.position().in_check() || attempt == 29 {
                        break;
                    }
                    game.undo();
                }
                elsewhere = moves;
            }
        }
    }
    assert!(positions > 1000 && checks > 200, "{checks} checks in {positions} positions");
}

#[test]
fn the_first_of_the_largest_scores() {
    let mut random = Rng::with_seed(7);
    for length in 0..300 {
        let numbers: Vec<i32> = (0..length).map(|_| random.i32(-9..9)).collect();
        let mut first = 0;
        for place in 1..length {
            if numbers[place] > numbers[first] {
                first = place;
            }
        }
        assert_eq!(first_largest(&numbers), first);
        assert_eq!(cpu::perform_wide(FirstLargest(&numbers)), first);
    }
}
