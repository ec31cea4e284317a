//! Compares packing with a reading of the board and gradients with differences, and tests continued
//! training.

use super::gradient::Target;
use super::positions::{Positions, Sample, logistic};
use super::train::said_by;
use super::{Epoch, FromError, Packer, SavedError, Training, TrainingSettings};
use crate::training::{GameRecord, Ply};
use dhow_engine::eval::AnyEvaluator;
use dhow_engine::network::{FloatWeights, Inputs, Network, OUTPUT_BUCKETS, Perspective};
use dhow_engine::threads;
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::square::Coordinates;
use dhow_rules::variant::{Variant, find};
use std::sync::Arc;

const GAMES: [&str; 3] = ["metamachy", "zanzibar-xl", "maasai"];

fn variants() -> Vec<Arc<Variant>> {
    GAMES.map(|id| find(id).expect("a game").clone()).to_vec()
}

/// A game of random moves, with the evaluation of each position.
fn random_record(index: usize, variant: &Arc<Variant>, number: u32) -> GameRecord {
    let judge = <dyn AnyEvaluator>::of(variant);
    let mut game = Game::new(variant);
    let (mut seed, mut plies) = (number.into(), Vec::new());
    while plies.len() < 60 && game.outcome().is_none() {
        let moves = game.legal_moves();
        let mv = moves[(split_mix(&mut seed) % moves.len() as u64) as usize];
        plies.push(Ply::of(&game, mv, judge.score(&game).0 as i16));
        game.play(mv);
    }
    let result = match split_mix(&mut seed) % 3 {
        0 => GameResult::WhiteWins,
        1 => GameResult::BlackWins,
        _ => GameResult::Draw,
    };
    GameRecord { number, variant: index as u8, result, start: variant.start.clone(), plies }
}

fn positions(games: u32) -> Positions {
    let variants = variants();
    let inputs = Inputs::of_games(&variants).expect("games of one board");
    let mut positions = Positions::new(inputs.clone());
    for number in 0..games {
        let game = number as usize % variants.len();
        let variant = &variants[game];
        let record = random_record(game, variant, number);
        let packer = Packer::new(&inputs, variant, 0).expect("one of the games");
        positions.add(&packer.pack(&inputs, variant, &record).expect("legal moves"));
    }
    positions
}

fn settings(threads: usize) -> TrainingSettings {
    TrainingSettings {
        corrects: false,
        units: 32,
        epochs: 4,
        batch: 64,
        rate: 0.01,
        later_share: 0.3,
        patience: 4,
        from: None,
        seed: 5,
        threads,
    }
}

/// The inputs of a perspective, from reading the board square by square.
fn read(inputs: &Inputs, game: &Game, color: Color) -> Vec<usize> {
    let position = game.position();
    let variant = game.variant();
    let all = || {
        let squares = (0..12).flat_map(|rank| (0..12).map(move |file| Coordinates { file, rank }));
        squares.filter_map(|square| Some((square, position.on(square)?)))
    };
    let name = |kind: usize| &variant.pieces[kind].name;
    let king =
        all().find(|(_, piece)| piece.color() == color && name(piece.kind().index()) == "King");
    let far = king.expect("a King").0.file >= 6;
    let mut seen: Vec<usize> = all()
        .map(|(square, piece)| {
            let file = if far { 11 - square.file } else { square.file };
            let rank = if color == Color::Black { 11 - square.rank } else { square.rank };
            let name = name(piece.kind().index());
            let kind = inputs.kinds().iter().position(|kind| kind == name).expect("a kind");
            inputs.man(piece.color() != color, kind, usize::from(rank) * 12 + usize::from(file))
        })
        .collect();
    // The jump rights are in the FEN, after the side to move.
    let fen = game.fen();
    let jumps = fen.split(' ').nth(2).expect("rights");
    for (side, letter) in [(Color::White, 'K'), (Color::Black, 'k')] {
        if jumps.contains(letter) {
            seen.push(inputs.jump(side != color));
        }
    }
    let title = variant.title();
    let number = inputs.games().iter().position(|game| *game == title).expect("a game");
    seen.push(inputs.game(number));
    seen.sort_unstable();
    seen
}

fn seen(positions: &Positions, sample: &Sample, view: Perspective) -> Vec<usize> {
    let mut seen = Vec::new();
    sample.inputs(positions, view, |input| seen.push(input));
    seen.sort_unstable();
    seen
}

#[test]
fn what_is_packed_is_what_stands_on_the_board() {
    let variants = variants();
    let inputs = Inputs::of_games(&variants).expect("games of one board");
    let (mut checked, mut mirrored) = (0, 0);
    for number in 1..10 {
        let index = number as usize % variants.len();
        let variant = &variants[index];
        let record = random_record(index, variant, number);
        let mut positions = Positions::new(inputs.clone());
        let packer = Packer::new(&inputs, variant, 0).expect("one of the games");
        positions.add(&packer.pack(&inputs, variant, &record).expect("legal moves"));
        let mut samples = positions.fitted.samples();
        let replayed = record.replay(variant, |game, mv, score| {
            let position = game.position();
            if position.is_tactical(mv) || position.in_check() {
                return;
            }
            let sample = samples.next().expect("as many samples as quiet positions");
            let side = game.side_to_move();
            for (view, color) in sample.views().into_iter().zip([side, !side]) {
                assert_eq!(seen(&positions, &sample, view), read(&inputs, game, color));
                mirrored += usize::from(view.mirrored);
            }
            assert_eq!(sample.score(), f32::from(score));
            assert_eq!(sample.by_hand(), f32::from(score));
            let white = record.result.white_points() as f32;
            let points = if side == Color::White { white } else { 1.0 - white };
            assert_eq!((sample.points(), sample.game()), (points, index));
            checked += 1;
        });
        assert_eq!(replayed, Ok(()));
        assert!(samples.next().is_none());
    }
    assert!(checked > 100 && mirrored > 20, "{checked}, {mirrored} mirrored");
}

#[test]
fn slopes_are_those_of_the_loss() {
    let positions = positions(12);
    let training = fresh(&positions, settings(2));
    let corrects = TrainingSettings { corrects: true, ..settings(2) };
    let mut correcting = fresh(&positions, corrects);
    // At first it does not influence the score.
    assert_eq!(correcting.validate(), correcting.by_hand());
    correcting.model = training.model.clone();
    compare_slopes(training);
    compare_slopes(correcting);
}

fn compare_slopes(mut training: Training) {
    let batch: Vec<u32> = (0..training.positions.len().0 as u32).collect();
    training.add_slopes(&batch);
    let slopes = training.slopes.clone();
    let steep = slopes.iter().fold(0f32, |most, slope| most.max(slope.abs()));
    let mut seed = 3;
    let mut checked = 0;
    for part in training.model.layout().parts() {
        // The greatest gradient of each part, and some others.
        let first =
            part.clone().max_by(|&one, &other| slopes[one].abs().total_cmp(&slopes[other].abs()));
        let others =
            (0..10).map(|_| part.start + (split_mix(&mut seed) % part.len() as u64) as usize);
        for place in first.into_iter().chain(others.collect::<Vec<_>>()) {
            let value = training.model.values[place];
            let mut loss_at = |value: f32| {
                training.model.values[place] = value;
                training.add_slopes(&batch) / batch.len() as f64
            };
            const STEP: f32 = 0.002;
            let difference = loss_at(value + STEP) - loss_at(value - STEP);
            let expected = (difference / f64::from(2.0 * STEP)) as f32;
            loss_at(value);
            let error = (slopes[place] - expected).abs();
            assert!(
                error < 0.03 * expected.abs() + 0.001 * steep,
                "{place}: {} for {expected}",
                slopes[place]
            );
            checked += usize::from(expected != 0.0);
        }
    }
    assert!(checked > 30, "{checked}");
}

fn fresh(positions: &Positions, settings: TrainingSettings) -> Training<'_> {
    let pool = threads::pool(settings.threads).expect("threads");
    Training::new(positions, settings, pool)
}

fn trained(positions: &Positions, threads: usize) -> (Vec<Epoch>, Vec<u8>) {
    let mut training = fresh(positions, settings(threads));
    while !training.is_over() {
        training.learn(|_| ());
    }
    (training.epochs().to_vec(), training.network().to_bytes())
}

#[test]
fn training_lowers_the_loss_and_is_the_same_again() {
    let positions = positions(60);
    let (epochs, network) = trained(&positions, 2);
    assert_eq!(epochs.len(), 4);
    assert!(epochs[3].fitted < 0.8 * epochs[0].fitted, "{epochs:?}");
    assert_eq!(trained(&positions, 2), (epochs, network));
}

#[test]
fn training_goes_on_where_it_was_broken_off() {
    let positions = positions(30);
    let whole = trained(&positions, 1);
    let mut first = fresh(&positions, settings(1));
    first.learn(|_| ());
    first.learn(|_| ());
    let saved = first.to_bytes();
    let mut second = fresh(&positions, settings(1));
    second.resume(&saved).expect("what was saved");
    while !second.is_over() {
        second.learn(|_| ());
    }
    assert_eq!((second.epochs().to_vec(), second.network().to_bytes()), whole);

    let other = TrainingSettings { rate: 0.02, ..settings(1) };
    let mut other = fresh(&positions, other);
    assert!(matches!(other.resume(&saved), Err(SavedError::Other)));
    assert!(matches!(other.resume(b"games"), Err(SavedError::Magic)));
    let mut damaged = saved.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    assert!(matches!(second.resume(&damaged), Err(SavedError::Damaged)));
    assert!(matches!(second.resume(&saved[..saved.len() - 1]), Err(SavedError::Damaged)));
    let fewer = self::positions(20);
    let mut fewer = fresh(&fewer, settings(1));
    assert!(matches!(fewer.resume(&saved), Err(SavedError::Other)));
}

#[test]
fn training_starts_from_a_network() {
    let positions = positions(60);
    for corrects in [false, true] {
        let begun = |settings| fresh(&positions, settings);
        let settings = TrainingSettings { corrects, ..settings(1) };
        let mut first = begun(settings.clone());
        while !first.is_over() {
            first.learn(|_| ());
        }
        let network = first.network();
        let learned = first.epochs()[first.best_epoch().expect("an epoch")].validated;

        // It gives the scores of the network, up to rounding, and learns on from there.
        let mut second = begun(settings.clone()).starting_from(&network).expect("the same kind");
        let (begins, _) = second.validate();
        assert!((begins - learned).abs() < 0.005 * learned, "{begins}, not {learned}");
        let fitted = second.learn(|_| ()).fitted;
        assert!(fitted < first.epochs()[0].fitted, "{fitted}");
        // Its saved state does not fit a training that starts elsewhere.
        let saved = second.to_bytes();
        assert!(matches!(begun(settings.clone()).resume(&saved), Err(SavedError::Other)));
        let again = begun(settings.clone()).starting_from(&network);
        again.expect("the same kind").resume(&saved).expect("what was saved");

        let refused = |settings, network| begun(settings).starting_from(network).err();
        // With more units it gives the same scores.
        let larger = TrainingSettings { units: 64, ..settings.clone() };
        let larger = begun(larger).starting_from(&network).expect("the same kind");
        assert!((larger.validate().0 - begins).abs() < 1e-4 * begins);
        let larger = larger.network();
        let smaller = refused(settings.clone(), &larger);
        assert_eq!(smaller, Some(FromError::Units(64)));
        let other = TrainingSettings { corrects: !corrects, ..settings.clone() };
        assert_eq!(refused(other, &network), Some(FromError::Corrects(corrects)));
        let foreign = |inputs: Inputs| {
            let rows = vec![0.0; inputs.count() * 64];
            let fractions = FloatWeights {
                rows: &rows[..],
                bias: &[0.0; 64],
                output: &[0.0; OUTPUT_BUCKETS * 128],
                output_bias: &[0.0; OUTPUT_BUCKETS],
            };
            Network::quantised(inputs, [8, 16, 24, 32, 40, 48, 56], 250.0, 1024, fractions)
        };
        let of_one = Inputs::of_games(&variants()[..1]).expect("a game of the network's board");
        let of_one = foreign(of_one);
        let other_games = refused(settings.clone(), &of_one);
        assert!(matches!(other_games, Some(FromError::Games(_))));
        let of_rules = Inputs::of_rules(&variants()[0]).expect("a game of the network's board");
        let of_rules = foreign(of_rules);
        assert_eq!(refused(settings, &of_rules), Some(FromError::Bound(true)));
    }
}

/// The quantised network gives the same scores as its model. In these games scores mean so little
/// that a score of 1 is many centipawns; in real games it is about 400, so that one centipawn is
/// 0.0025.
#[test]
fn whole_numbers_say_what_fractions_do() {
    let positions = positions(60);
    for corrects in [false, true] {
        let settings = TrainingSettings { corrects, ..settings(1) };
        let mut training = fresh(&positions, settings);
        while !training.is_over() {
            training.learn(|_| ());
        }
        let network = training.network();
        assert_eq!(network.adds_to_hce(), corrects);
        for sample in positions.validated.samples() {
            let units = sample.views().map(|view| network.hidden(seen(&positions, &sample, view)));
            let score = network.score(&units[0], &units[1], sample.men.len());
            assert_eq!(score, said_by(&network, &positions, &sample));
        }
        let worst = training.deviation(&network) / network.centipawns();
        assert!(worst > 0.0 && worst < 0.005, "{worst}");
    }
}

#[test]
fn what_comes_later_is_a_mean_over_the_rest_of_the_game() {
    let variants = variants();
    for lambda in [0.0, 0.8, 1.0] {
        let mut positions = positions(10);
        positions.look_ahead(lambda);
        let scales = positions.scales();
        let mut samples = positions.fitted.samples();
        // Game 0 is held out for validation.
        for number in 1..10 {
            let index = number as usize % variants.len();
            let record = random_record(index, &variants[index], number);
            let (mut learned, mut ply) = (Vec::new(), 0);
            let replayed = record.replay(&variants[index], |game, mv, score| {
                if !game.position().is_tactical(mv) && !game.position().in_check() {
                    let white = f32::from(score) * scales[index];
                    let side = game.side_to_move();
                    let white = if side == Color::White { white } else { -white };
                    learned.push((ply, side, logistic(white)));
                }
                ply += 1;
            });
            assert_eq!(replayed, Ok(()));
            for (place, &(mut before, side, _)) in learned.iter().enumerate() {
                let (mut white, mut weight) = (0.0, 1.0);
                for &(ply, _, points) in &learned[place + 1..] {
                    let left = weight * lambda.powi(ply - before);
                    white += (weight - left) * points;
                    (weight, before) = (left, ply);
                }
                white += weight * record.result.white_points() as f32;
                let expected = if side == Color::White { white } else { 1.0 - white };
                let later = samples.next().expect("a sample").later();
                assert!((later - expected).abs() < 1e-3, "{later}, not {expected}");
            }
        }
        assert!(samples.next().is_none());
    }
}

#[test]
fn targets_mix_results_and_scores() {
    let positions = positions(12);
    let sample = positions.fitted.sample(0);
    let target = |later_share, corrects| Target {
        corrects,
        centipawns: 400.0,
        later_share,
        scales: vec![0.003; 3],
    };
    let of = |later_share| target(later_share, false).of(&sample);
    assert_eq!(of(1.0), sample.later());
    assert_eq!(of(0.0), logistic(sample.score() * 0.003));
    assert!((of(0.5) - 0.5 * (of(0.0) + of(1.0))).abs() < 1e-6);
    assert_eq!(target(0.5, false).meaning(&sample), (sample.left(), 0.0));
    let corrected = (sample.left() * 400.0 * 0.003, sample.by_hand() * 0.003);
    assert_eq!(target(0.5, true).meaning(&sample), corrected);
}
