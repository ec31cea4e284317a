//! Tuning for games with leaders, from records to weights.

use super::samples::{Samples, TuningSample};
use super::{GameRecord, GameStats, Ply, RecordError, Tuner};
use dhow_engine::eval::Score;
use dhow_engine::eval::weights::{Weight, WeightList};
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::variant::{Variant, find};
use std::sync::Arc;

fn game(id: &str) -> &'static Arc<Variant> {
    find(id).expect("a game")
}

/// A random game with many captures, and the number of its turns without a capture.
fn random_record(variant: &Arc<Variant>, number: u32) -> (GameRecord, usize) {
    let mut game = Game::new(variant);
    let (mut seed, mut plies) = (number.into(), Vec::new());
    let (mut turns, mut quiet) = (0, true);
    while game.turns_made() < 40 && game.outcome().is_none() {
        let moves = game.legal_moves();
        let random = split_mix(&mut seed) as usize;
        let captures = moves.iter().filter(|&&mv| game.position().is_tactical(mv));
        let captures: Vec<_> = captures.copied().collect();
        let wanted = match captures.as_slice() {
            [_, ..] if random.is_multiple_of(3) => captures.as_slice(),
            _ => moves.as_slice(),
        };
        let mv = wanted[random / 3 % wanted.len()];
        quiet &= !game.position().is_tactical(mv);
        plies.push(Ply::of(&game, mv, 10));
        let before = game.turns_made();
        game.play(mv);
        if game.turns_made() > before || game.outcome().is_some() {
            turns += usize::from(quiet);
            quiet = true;
        }
    }
    let result = GameResult::Draw;
    (GameRecord { number, variant: 0, result, start: variant.start.clone(), plies }, turns)
}

#[test]
fn positions_are_the_starts_of_turns_without_captures() {
    for id in ["mini-chieftain", "grand-chieftain", "overlord"] {
        let mut samples = Samples::for_games_like(game(id));
        let (mut all, mut quiet) = (0, 0);
        for number in 1..5 {
            let (record, turns) = random_record(game(id), number);
            all += record.plies.len();
            quiet += turns;
            assert_eq!(samples.add(game(id), &record), Ok(()));
        }
        assert_eq!(samples.len(), (quiet, 0), "{id}");
        assert!(quiet > 20 && 2 * quiet < all, "{id}: {quiet} of {all}");
    }
}

#[test]
fn games_with_and_without_leaders_do_not_mix() {
    for (first, second) in [("overlord", "maasai"), ("maasai", "overlord")] {
        let mut samples = Samples::for_games_like(game(first));
        let (record, _) = random_record(game(second), 1);
        assert_eq!(samples.add(game(second), &record), Err(RecordError::OtherWeights));
        assert_eq!(samples.len(), (0, 0));
    }
}

#[test]
fn every_position_of_a_game_is_counted_once() {
    for id in ["mini-chieftain", "zanzibar-xl"] {
        let mut stats = GameStats::default();
        let mut moves = 0;
        for number in 1..6 {
            let (mut record, _) = random_record(game(id), number);
            for (ply, score) in
                record.plies.iter_mut().zip([0, -51, 500, -1501, 31_990].into_iter().cycle())
            {
                ply.score = score;
            }
            moves += record.plies.len() as u64;
            record.result = [GameResult::WhiteWins, GameResult::BlackWins][number as usize % 2];
            assert_eq!(stats.add(game(id), &record), Ok(()));
        }
        assert_eq!((stats.results, stats.games(), stats.moves), ([2, 0, 3], 5, moves));
        assert_eq!(stats.scores.iter().sum::<u64>(), moves);
        assert_eq!(stats.men.iter().sum::<u64>(), moves);
        let [even, better, ahead, won, more, mate] = stats.scores;
        assert_eq!(won, 0);
        for count in [even, better, ahead, more, mate] {
            assert!(count.abs_diff(moves / 5) <= 5, "{:?}", stats.scores);
        }
        // Many pieces are captured, but not most.
        assert!(stats.men[4] > 0 && stats.men[0] == 0 && stats.quiet > 0, "{stats:?}");
    }
}

#[test]
fn chances_follow_from_results() {
    let variant = game("metamachy");
    let mut stats = GameStats::default();
    for number in 1..5 {
        let (mut record, _) = random_record(variant, number);
        record.result = [GameResult::WhiteWins, GameResult::BlackWins][number as usize % 2];
        let sign = if record.result == GameResult::WhiteWins { 1 } else { -1 };
        for (ply, side) in record.plies.iter_mut().zip([1, -1].into_iter().cycle()) {
            ply.score = 300 * sign * side;
        }
        assert_eq!(stats.add(variant, &record), Ok(()));
    }
    let chances = stats.chances().expect("wins and losses");
    assert_eq!(chances.per_mille(Score(300)), [1000, 0, 0]);
}

#[test]
fn a_game_that_cannot_be_replayed_counts_for_nothing() {
    let mut stats = GameStats::default();
    let (mut record, _) = random_record(game("maasai"), 1);
    record.plies[30].manner = b'k';
    assert!(matches!(
        stats.add(game("maasai"), &record),
        Err(RecordError::Move { number: 31, .. })
    ));
    assert_eq!(stats, GameStats::default());
}

/// A text of weights with some changed: less in the middlegame and more in the endgame. Each change
/// is the end of its section's head, its name, and the amount.
fn moved(text: &str, changes: &[(&str, &str, f64)]) -> String {
    let (mut head, mut done, mut changed) = ("", 0, String::new());
    for line in text.lines() {
        head = if line.starts_with("piece") { line } else { head };
        let wanted = |&&(end, name, _): &&(&str, &str, f64)| {
            head.ends_with(end) && line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '))
        };
        match changes.iter().find(wanted) {
            Some((_, name, by)) => {
                let numbers = line[name.len()..].split_whitespace().map(str::parse::<f64>);
                let numbers: Vec<f64> = numbers.map(|number| number.expect("a number")).collect();
                changed += &format!("{name} {:.1} {:.1}\n", numbers[0] - by, numbers[1] + by);
                done += 1;
            }
            None => changed += &format!("{line}\n"),
        }
    }
    assert_eq!(done, changes.len());
    changed
}

/// Tuning to results that were generated with the built-in weights recovers them from other
/// weights.
#[test]
fn known_weights_of_games_with_leaders_are_found() {
    let known = WeightList::of_leaders();
    let text = known.to_string();
    let changed = moved(&text, &[("# Hero", "material", 30.0), ("# Hero", "attacked", 20.0)]);
    let changed = moved(&changed, &[("", "other action", 12.0)]);
    let mut samples = Samples::new(changed.parse().expect("weights"), true);
    for number in 1..300 {
        let id = if number % 3 == 0 { "chieftain" } else { "mini-chieftain" };
        let (record, _) = random_record(game(id), number);
        samples.add(game(id), &record).expect("a legal game");
    }
    let worth = |sample: &TuningSample, weights: &WeightList| -> f64 {
        let phase = f64::from(sample.phase);
        let of = |weight: Weight| weight.middlegame * phase + weight.endgame * (1.0 - phase);
        let counts = sample.counts.iter();
        counts.map(|&(p, count)| of(weights.get_or_guess(p.into())) * f64::from(count)).sum()
    };
    let scale = 0.004;
    for sample in samples.fitted.iter_mut().chain(&mut samples.validated) {
        sample.score = worth(sample, known) as f32;
        sample.result = (1.0 / (1.0 + (-f64::from(sample.score) * scale).exp())) as f32;
    }
    let pool = dhow_engine::threads::pool(2).expect("threads");
    let mut tuner = Tuner::new(&samples, &pool);
    tuner.set_pull(0.0);
    let before = tuner.loss();
    (0..600).for_each(|_| tuner.descend(1.0));
    (0..100).for_each(|_| tuner.descend(0.1));
    let (after, tuned) = (tuner.loss(), tuner.weights().to_string());
    assert!(after.validated < before.validated / 10.0, "{before:?} {after:?}");
    // In the middlegame, because random games seldom reach the endgame.
    let weight = |text: &str, head: &str, line: &str| -> f64 {
        let part = &text[text.find(head).expect("weights of these pieces")..];
        let found = part.lines().find_map(|found| found.strip_prefix(line)).expect("a weight");
        let first = found.split_whitespace().next().expect("two numbers");
        first.parse().expect("a number")
    };
    for (head, line, most) in
        [("# Hero", "material", 20.0), ("other", "other action", 3.0), ("# Hero", "attacked", 10.0)]
    {
        let (found, wanted) = (weight(&tuned, head, line), weight(&text, head, line));
        assert!((found - wanted).abs() < most, "{line} {found}, not {wanted}:\n{tuned}");
    }
}
