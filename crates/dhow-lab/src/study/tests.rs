//! Statistics of games against values computed by hand.

use super::facts::WorthSample;
use super::*;
use crate::ranking::Estimate;
use crate::training::{GameRecord, LEAST_NODES, Ply, player};
use dhow_engine::search::EvaluationChoice;
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::pieces::{Color, PieceType};
use dhow_rules::position::{DrawReason, Outcome, WinReason};
use dhow_rules::variant::{EndValue, Variant, find};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::sync::Arc;

fn near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "{found}, expected {expected}");
}

fn game(id: &str) -> Arc<Variant> {
    find(id).expect("a game").clone()
}

/// The record of a game of turns from a position, with a score for each.
fn record(variant: &Arc<Variant>, start: &str, turns: &[(&str, i16)]) -> GameRecord {
    let mut game = Game::from_fen(variant, start).expect("a position");
    let mut plies = Vec::new();
    for (turn, score) in turns {
        for &mv in &game.parse_turn(turn).expect("a legal turn") {
            plies.push(Ply::of(&game, mv, *score));
            game.play(mv);
        }
    }
    let result = game.outcome().map_or(GameResult::Draw, GameResult::from);
    GameRecord { number: 0, variant: 0, result, start: start.into(), plies }
}

/// The statistics of a kind of piece.
fn kind(variant: &Variant, facts: &GameFacts, letter: char) -> KindFacts {
    let place = variant.pieces.iter().position(|piece| piece.letter == letter);
    facts.kinds[place.expect("a piece")]
}

/// A game of `turns` turns with this outcome and one kind of piece.
fn made_up(number: u32, turns: usize, outcome: Option<Outcome>) -> GameFacts {
    let points = match outcome.and_then(Outcome::winner) {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    };
    GameFacts {
        number,
        white_points: points,
        outcome,
        turns,
        moves: turns,
        choices: (0..turns as u32).map(|turn| 20 + turn % 2 * 10).collect(),
        kinds: vec![KindFacts { at_start: 2, moves: turns as u32, ..KindFacts::default() }],
        last_mover: Some(PieceType::from_index(0)),
        worst: None,
        samples: Vec::new(),
    }
}

const MATE: Outcome = Outcome::Win(Color::White, WinReason::Checkmate);
const MATED: Outcome = Outcome::Win(Color::Black, WinReason::Checkmate);

/// From the usual tables of Wilson's interval.
#[test]
fn shares_have_wilsons_interval() {
    for (count, cases, low, high) in
        [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)]
    {
        let share = Share::of(count, cases);
        near(share.low, low, 1e-4);
        near(share.high, high, 1e-4);
    }
    assert_eq!((Share::of(1, 4).value(), Share::of(0, 0).value()), (0.25, 0.0));
}

/// By hand: the residuals are 0, 1 and -1, and Student's t for two degrees of freedom is 4.3027.
#[test]
fn a_ratio_by_hand() {
    let found = ratio(&[(1.0, 2.0), (2.0, 2.0), (0.0, 2.0)]);
    assert_eq!((found.mean, found.count), (0.5, 3));
    near(found.error.expect("a spread"), 4.302_653 * 3f64.sqrt() / 6.0, 1e-6);
    assert_eq!(ratio(&[(1.0, 2.0); 9]).error, None);
    assert!(ratio(&[]).mean.is_nan() && ratio(&[(0.0, 0.0); 9]).mean.is_nan());
    assert_eq!(ratio(&[(0.0, 0.0); 9]).error, None);
}

#[test]
fn quantiles_are_values() {
    assert_eq!(quantile(&[], 0.5), None);
    assert_eq!(quantile(&[7], 0.5), Some(Quantile { value: 7, low: 7, high: 7 }));
    let values: Vec<usize> = (1..=99).collect();
    // By hand: 24.75 +- 1.96 * sqrt(99 / 4 * 3 / 4), so the values of the ranks 17 and 34.
    assert_eq!(quantile(&values, 0.25), Some(Quantile { value: 25, low: 17, high: 34 }));
}

#[test]
fn a_game_says_who_moved_and_who_mated() {
    let chess = game("chess");
    let moves = [("f2f3", -20), ("e7e5", 30), ("g2g4", -900), ("d8h4", 31_999)];
    let facts = GameFacts::of(&chess, &record(&chess, &chess.start, &moves), 0).expect("legal");
    assert_eq!((facts.turns, facts.moves, facts.white_points), (4, 4, 0.0));
    assert_eq!(facts.outcome, Some(MATED));
    assert_eq!(facts.choices, [20, 20, 19, 30]);
    let of = |letter| kind(&chess, &facts, letter);
    let pawns = KindFacts { at_start: 16, moves: 3, left: 16, ..KindFacts::default() };
    let queens = KindFacts { at_start: 2, moves: 1, left: 2, ..KindFacts::default() };
    assert_eq!((of('P'), of('Q')), (pawns, queens));
    let mover = facts.last_mover.expect("a move");
    assert_eq!(chess.pieces[mover.index()].letter, 'Q');
    // Black was never behind.
    assert_eq!(facts.worst, None);
    // In the last position a Queen mates, and before it she is about to.
    assert_eq!(
        facts.samples.iter().map(|sample| sample.score).collect::<Vec<_>>()[..2],
        [-20, -30]
    );
    assert!(facts.samples[0].white_moves && !facts.samples[1].white_moves);
    // Varied turns give no positions for piece values.
    let varied = GameFacts::of(&chess, &record(&chess, &chess.start, &moves), 2).expect("legal");
    assert_eq!(varied.samples.len() + 2, facts.samples.len());
}

#[test]
fn captures_and_promotions_are_counted() {
    let chess = game("chess");
    let promoting = record(&chess, "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", &[("e7d8q", 900)]);
    let facts = GameFacts::of(&chess, &promoting, 0).expect("legal");
    let of = |letter| kind(&chess, &facts, letter);
    let pawn =
        KindFacts { at_start: 1, moves: 1, captures: 1, promoted: 1, ..KindFacts::default() };
    assert_eq!(of('P'), pawn);
    assert_eq!(of('R'), KindFacts { at_start: 1, taken: 1, ..KindFacts::default() });
    assert_eq!(of('Q'), KindFacts { arose: 1, left: 1, ..KindFacts::default() });
    assert_eq!(facts.outcome, None);

    let passing = [("d7d5", 0), ("e5d6", 0)];
    let passing = record(&chess, "7k/3p4/8/4P3/8/8/8/K7 b - - 0 1", &passing);
    let facts = GameFacts::of(&chess, &passing, 0).expect("legal");
    let pawns = kind(&chess, &facts, 'P');
    assert_eq!((pawns.taken, pawns.captures, pawns.left), (1, 1, 1));
    let illegal = GameRecord { start: chess.start.clone(), ..passing };
    assert!(GameFacts::of(&chess, &illegal, 0).is_err());
}

#[test]
fn the_worst_score_of_the_winner_is_found() {
    let chess = game("chess");
    let moves = [("f2f3", 50), ("e7e5", -70), ("g2g4", 400), ("d8h4", 31_999)];
    let facts = GameFacts::of(&chess, &record(&chess, &chess.start, &moves), 0).expect("legal");
    assert_eq!(facts.worst, Some((2, -400)));
    let varied = GameFacts::of(&chess, &record(&chess, &chess.start, &moves), 3).expect("legal");
    assert_eq!(varied.worst, None);
}

#[test]
fn moves_of_a_turn_are_counted_one_by_one() {
    let mini = game("mini-chieftain");
    let played = record(&mini, &mini.start, &[("b2c4,g2f4", 0), ("b11c9", 0)]);
    let facts = GameFacts::of(&mini, &played, 0).expect("legal");
    assert_eq!((facts.turns, facts.moves, facts.choices.len()), (2, 3, 2));
    assert!(facts.kinds.iter().map(|kind| kind.moves).sum::<u32>() == 3);
}

/// By hand: of eight games White wins four and Black two; lengths are 10, 20, ..., 80.
#[test]
fn findings_by_hand() {
    let drawn = Outcome::Draw(DrawReason::Stalemate);
    let ends = [
        Some(MATE),
        Some(MATE),
        Some(MATED),
        Some(drawn),
        Some(MATE),
        Some(MATE),
        Some(MATED),
        None,
    ];
    let games: Vec<GameFacts> = ends
        .into_iter()
        .enumerate()
        .map(|(place, end)| made_up(place as u32, 10 * (place + 1), end))
        .collect();
    let findings = Findings::of(&games);
    let results = findings.results;
    assert_eq!((results.wins, results.draws, results.losses), (4, 2, 2));
    assert_eq!(findings.white.mean, 5.0 / 8.0);
    // The variance is (4 * 0.140625 + 2 * 0.015625 + 2 * 0.390625) / 7, Student's t for seven degrees 2.3646.
    near(findings.white.error.expect("a spread"), 2.364_6 * (1.375f64 / 7.0 / 8.0).sqrt(), 1e-4);
    let [low, middle, high] = findings.elo();
    near(middle, 88.7, 0.1);
    assert!(low < middle && middle < high);
    assert_eq!(findings.ends.len(), 3);
    let mates = findings.ends[0];
    assert_eq!((mates.outcome, mates.won, mates.share.count), (Some(MATE), [4, 2], 6));
    assert_eq!(findings.extremes, (10, 80));
    let [quarter, median, _] = findings.lengths.expect("games");
    assert_eq!((quarter.value, median.value), (30, 50));
    assert_eq!(findings.histogram.iter().map(|bar| bar.games).sum::<usize>(), 8);
    assert!(findings.histogram.iter().all(|bar| bar.width == 5));
    // Turns have 20 and 30 legal moves in turn.
    near(findings.choices.mean, 25.0, 1e-9);
    near(findings.choices_spread, 5.0, 1e-9);
    assert_eq!((findings.most_choices, findings.choices_by_turn.len()), (30, 0));
    let piece = findings.kinds[0];
    assert_eq!((piece.at_start, piece.share_of_moves.mean), (2.0, 1.0));
    // All six mates, and 45 turns a game with two such pieces.
    assert_eq!((piece.final_blows.count, piece.final_blows.cases), (6, 6));
    near(piece.moves_each.mean, 22.5, 1e-9);
    let none = Findings::of(&[]);
    assert!(none.white.mean.is_nan() && none.lengths.is_none() && none.kinds.is_empty());
}

#[test]
fn examples_are_chosen_by_their_rules() {
    let mut games: Vec<GameFacts> =
        [(40, None), (12, Some(MATE)), (8, None), (30, Some(MATED)), (12, Some(MATE))]
            .into_iter()
            .enumerate()
            .map(|(place, (turns, end))| made_up(place as u32, turns, end))
            .collect();
    games[3].worst = Some((9, -250));
    games[4].worst = Some((5, -100));
    let shown = examples(&games, 38);
    let found: Vec<_> = shown.iter().map(|example| (example.number, example.turns)).collect();
    assert_eq!(found, [(1, 12), (0, 20), (3, 9)]);
    // A game is shown once.
    assert_eq!(examples(&games[..1], 40).len(), 1);
    assert_eq!(examples(&[], 0), []);
}

/// Games of one position each. `rook` and `bishop` are the true values in the opening and in the ending.
fn games_with_values(count: u32, [rook, bishop]: [[f64; 2]; 2]) -> Vec<GameFacts> {
    let mut random = Rng::with_seed(4);
    let scale = 0.004;
    let game = |number| {
        let men = if random.bool() { 0.9 } else { 0.3 };
        let phase = usize::from(men < 0.5);
        let difference = [0, random.i16(-2..=2), random.i16(-2..=2)];
        let worth =
            f64::from(difference[1]) * rook[phase] + f64::from(difference[2]) * bishop[phase];
        let white_moves = random.bool();
        let score = worth + if white_moves { 20.0 } else { -20.0 };
        let chance = 1.0 / (1.0 + (-score * scale).exp());
        let won = random.f64() < chance;
        let sample =
            WorthSample { difference: difference.into(), men, white_moves, score: score as i16 };
        GameFacts {
            kinds: vec![KindFacts::default(); 3],
            samples: vec![sample],
            ..made_up(number, 1, Some(if won { MATE } else { MATED }))
        }
    };
    (0..count).map(game).collect()
}

#[test]
fn known_values_of_pieces_are_found() {
    let known = [[500.0, 600.0], [350.0, 250.0]];
    let found = worths(&games_with_values(6000, known)).expect("enough games");
    assert_eq!((found.games, found.positions), (6000, 6000));
    near(found.scale, 0.004, 0.0004);
    let kinds: Vec<_> = found.rows.iter().map(|row| row.kind).collect();
    assert_eq!(kinds, [Some(1), Some(2), None], "a kind that is always alike is left out");
    for (row, known) in found.rows.iter().zip([known[0], known[1], [20.0, 20.0]]) {
        for phase in [0, 1] {
            let (said, won) = (row.by_scores[phase], row.by_results[phase]);
            near(said.value, known[phase], 1.0);
            assert!(said.margin < 1.0, "{said:?}");
            near(won.value, known[phase], 2.0 * won.margin);
            assert!((5.0..120.0).contains(&won.margin), "{won:?}");
        }
    }
    assert_eq!(worths(&games_with_values(LEAST_DECIDED as u32 - 1, known)), None);
}

/// Margins of 95% must hold the true value about as often.
#[test]
fn margins_of_values_hold_what_they_promise() {
    let known = [[400.0, 400.0], [200.0, 200.0]];
    let all = games_with_values(12_000, known);
    let held = all.chunks(300).filter(|games| {
        let found = worths(games).expect("enough games");
        let rook = found.rows.iter().find(|row| row.kind == Some(1)).expect("a row");
        let value = rook.by_results[0];
        // In units of the scale fitted to the same games.
        (value.value - 400.0 * 0.004 / found.scale).abs() <= value.margin
    });
    // 38 of 40 are expected, with a standard deviation of 1.4.
    let held = held.count();
    assert!((33..=40).contains(&held), "{held} of 40");
}

#[test]
fn setups_come_in_turn_and_in_no_order() {
    let metamachy = game("metamachy");
    let plan = StudyPlan::new(&metamachy, 1, 10, 3);
    assert_eq!((plan.setups(), plan.varied_turns()), (12, 6));
    let names: Vec<String> = (0..24).map(|number| plan.setup(number).name()).collect();
    assert_eq!(names[..12].iter().collect::<BTreeSet<_>>().len(), 12);
    assert_eq!(names[..12], names[12..]);
    let other = StudyPlan::new(&metamachy, 2, 10, 3);
    assert_ne!(
        names[..12],
        (0..12).map(|number| other.setup(number).name()).collect::<Vec<_>>()[..]
    );
}

#[test]
fn a_setup_that_always_wins_stands_out_and_chance_does_not() {
    let plan = StudyPlan::new(&game("metamachy"), 1, 10, 3);
    let favourite = plan.setup(3).name();
    let mut random = Rng::with_seed(2);
    let mut points = |number: u32, favoured: bool| match favoured && number % 12 == 3 {
        true => 1.0,
        false => [0.0, 0.5, 1.0][random.usize(..3)],
    };
    let mut games = |favoured| -> Vec<(u32, f64)> {
        (0..360).map(|number| (number, points(number, favoured))).collect()
    };
    let found = setup_findings(&plan, &games(true)).expect("enough games");
    assert!(found.whole && found.choices.len() == 12 && found.setups == 12);
    let first = &found.choices[0];
    assert_eq!(
        (first.name.as_str(), first.white.mean, first.white.count),
        (&favourite[..], 1.0, 30)
    );
    assert!(first.stands_out && first.chance < 1e-6, "{found:?}");
    let alike = setup_findings(&plan, &games(false)).expect("enough games");
    assert!(alike.choices.iter().all(|choice| !choice.stands_out), "{alike:?}");
    // By hand: the last number is that of a normal value beyond the difference on either side.
    let choice = &alike.choices[0];
    let points: Vec<f64> = alike.choices.iter().map(|choice| choice.white.mean).collect();
    let others = points[1..].iter().sum::<f64>() / 11.0;
    near(choice.difference, choice.white.mean - others, 1e-9);

    assert_eq!(setup_findings(&StudyPlan::new(&game("chess"), 1, 10, 3), &games(true)), None);
    assert_eq!(setup_findings(&plan, &games(true)[..20]), None);
    let many = StudyPlan::new(&game("zanzibar-xl"), 1, 10, 3);
    let chiefs = setup_findings(&many, &games(false)).expect("enough games");
    assert!(!chiefs.whole && chiefs.setups == 288);
    assert!(chiefs.choices.iter().all(|choice| choice.name.contains(" on ")));
}

#[test]
fn the_same_number_is_the_same_game_whatever_was_played_before() {
    for id in ["chess", "mini-chieftain"] {
        let variant = game(id);
        let plan = StudyPlan::new(&variant, 5, 8.max(LEAST_NODES), 2);
        let engine = || player(EvaluationChoice::by_hand()).expect("a thread");
        let (mut fresh, mut used) = (engine(), engine());
        let [zero, one] = [0, 1].map(|number| plan.play(&mut used, number));
        let again = plan.play(&mut fresh, 1);
        assert_eq!(one, again);
        assert_ne!(zero.plies, one.plies, "{id}: the first turns are varied");
        let end = one.replay_to_end(&variant, |_, _, _| ()).expect("legal moves");
        let over = end.outcome().map(GameResult::from);
        assert_eq!(over.unwrap_or(GameResult::Draw), one.result);
        assert_eq!(one.start, plan.setup(1).fen(&variant));
        let facts = GameFacts::of(&variant, &one, plan.varied_turns()).expect("legal moves");
        assert_eq!(facts.turns, end.turns_made());
    }
}

#[test]
fn endings_are_solved_or_refused_with_a_reason() {
    let chess = game("chess");
    let mut seen = Vec::new();
    let endings = solved_endings(&chess, false, |done, all| seen.push((done, all)));
    let endings = endings.expect("a game with Kings");
    assert_eq!(seen.last(), Some(&(endings.len(), endings.len())));
    let verdict = |letter: char| {
        let place = chess.pieces.iter().position(|piece| piece.letter == letter);
        let ending = endings.iter().find(|ending| ending.kinds == [place.expect("a piece")]);
        ending.expect("an ending").result.clone().expect("solved")[0].clone()
    };
    assert_eq!((verdict('Q').verdict.as_str(), verdict('Q').longest), ("always", 10));
    assert_eq!((verdict('R').longest, verdict('N').longest), (16, 0));
    assert!(verdict('Q').is_worth_playing && !verdict('B').is_worth_playing);

    let mut other = Variant::clone(&chess);
    other.end.stalemate = EndValue::Loss;
    let refused = solved_endings(&Arc::new(other), false, |_, _| ()).expect("a game with Kings");
    let reason = refused[0].result.as_ref().expect_err("other wins");
    assert!(reason.contains("stalemate or a bare King"), "{reason}");
    assert_eq!(solved_endings(&game("chieftain"), false, |_, _| ()), None);
}

#[test]
fn an_estimate_of_equal_games_has_no_interval() {
    let games: Vec<GameFacts> = (0..5).map(|number| made_up(number, 9, Some(MATE))).collect();
    let findings = Findings::of(&games);
    assert_eq!(findings.white, Estimate { mean: 1.0, error: None, count: 5 });
    assert!(findings.elo()[0].is_nan() && findings.elo()[1].is_infinite());
}
