//! Games made up at random, on boards of every size and with missing squares: the engine allows the same moves as a
//! plain model.
//!
//! The model receives the moves of each piece as lists of steps, not as Betza notation, and plays them square by
//! square. A move is legal when the King cannot be captured after it; in games with several royal pieces, when it
//! leaves none attacked that must not be.

mod made_up;
mod model;
mod movements;

use crate::common::counting::count;
use crate::common::parallel::two_at_a_time;
use crate::common::positions::Random;
use dhow_rules::game::Game;
use dhow_rules::position::{Outcome, WinReason};
use dhow_rules::variant::PieceDef;
use made_up::{MadeUp, placement};
use model::{Model, Step};

/// The comparisons made in a game.
struct Compared {
    positions: usize,
    /// Moves that captured on their way, and passes.
    locusts: usize,
    castlings: usize,
    /// Games decided by reaching a square.
    flags: usize,
    /// Whether the board has missing squares.
    holes: bool,
    /// Whether pieces may not leave some squares.
    confined: bool,
}

/// Plays a game of made-up rules, and compares each position.
fn compare(seed: u64) -> Compared {
    let mut random = Random::new(seed);
    let made_up = loop {
        if let Some(game) = MadeUp::new(&mut random) {
            break game;
        }
    };
    let mut game = Game::new(&made_up.variant);
    let start: Vec<Vec<char>> = {
        let mut board = vec![vec!['.'; made_up.variant.files]; made_up.variant.ranks];
        for hole in &made_up.variant.holes {
            board[usize::from(hole.rank)][usize::from(hole.file)] = '*';
        }
        for (at, letter) in made_up.variant.start_letters() {
            board[usize::from(at.rank)][usize::from(at.file)] = letter.plain();
        }
        board
    };
    let mut model = Model::new(&made_up, &start);
    let (mut positions, mut locusts, mut castlings, mut flags) = (0, 0, 0, 0);
    for ply in 0..40 {
        let at = || {
            let betza = |piece: &PieceDef| {
                let [white, black] =
                    piece.regions.each_ref().map(|squares| squares.as_ref().map(Vec::len));
                format!("{}:{} {white:?} {black:?}", piece.letter, piece.betza)
            };
            let pieces: Vec<String> = made_up.variant.pieces.iter().map(betza).collect();
            format!("seed {seed}, {}: {}", pieces.join(" "), game.fen())
        };
        let legal = model.legal();
        let mut found: Vec<String> =
            game.legal_moves().iter().map(|&mv| game.move_text(mv)).collect();
        found.sort();
        let expected: Vec<String> = legal.iter().map(|(text, _)| text.clone()).collect();
        assert_eq!(found, expected, "{}", at());
        assert_eq!(game.position().in_check(), model.in_check(), "{}", at());
        assert_eq!(game.position().placement_text(), placement(&model.board), "{}", at());
        let same = Game::from_fen(&made_up.variant, &game.fen()).map(|again| again.fen());
        assert_eq!(same, Ok(game.fen()), "{}", at());
        positions += 1;
        if ply == 0 || random.one_in(16) {
            let replies: usize =
                legal.iter().map(|(_, step)| model.play(step.clone()).legal().len()).sum();
            assert_eq!(count(&game, 2), replies as u64, "{}", at());
            positions += legal.len();
        }
        if model.has_lost() {
            let won = Outcome::Win(!game.side_to_move(), WinReason::Royals);
            assert_eq!(game.outcome(), Some(won), "{}", at());
        } else if let Some(result) = model.flag_result() {
            assert_eq!(game.outcome().map(|it| it.result()), Some(result), "{}", at());
            flags += 1;
        }
        if legal.is_empty() {
            break;
        }
        // Rare kinds of moves are preferred, castling most of all.
        let those = |wanted: fn(&Step) -> bool| -> Vec<usize> {
            (0..legal.len()).filter(|&index| wanted(&legal[index].1)).collect()
        };
        let mut rare = those(|step| step.castles_with.is_some());
        if rare.is_empty() {
            rare = those(|step| {
                step.en_passant
                    || step.promotion.is_some()
                    || !step.passed.is_empty()
                    || step.over.is_some()
            });
        }
        let chosen = match rare.is_empty() || random.one_in(2) {
            true => random.below(legal.len()),
            false => *random.pick(&rare),
        };
        let (text, step) = &legal[chosen];
        castlings += usize::from(step.castles_with.is_some());
        locusts += usize::from(step.over.is_some() || step.from == step.to);
        game.play_text(text).expect("a legal move");
        model = model.play(step.clone());
    }
    Compared {
        positions,
        locusts,
        castlings,
        flags,
        holes: !made_up.variant.holes.is_empty(),
        confined: made_up.variant.confines(),
    }
}

/// Returns the number of positions compared.
fn compare_games(games: u64) -> usize {
    let seeds: Vec<u64> = (0..games).collect();
    let results = two_at_a_time(&seeds, |&seed| compare(seed));
    assert!(results.iter().filter(|game| game.holes).count() > results.len() / 3);
    assert!(results.iter().filter(|game| game.confined).count() > results.len() / 8);
    assert!(results.iter().map(|game| game.locusts).sum::<usize>() > results.len());
    assert!(results.iter().map(|game| game.flags).sum::<usize>() > results.len() / 40);
    assert!(results.iter().map(|game| game.castlings).sum::<usize>() > results.len() / 40);
    results.iter().map(|game| game.positions).sum()
}

#[test]
fn any_board_is_played_as_the_model_plays_it() {
    assert!(compare_games(30) > 1_000);
}

/// `cargo test --release -p dhow-rules any_board -- --ignored`
#[test]
#[ignore = "an hour"]
fn a_million_positions_are_played_as_the_model_plays_them() {
    assert!(compare_games(15_000) > 1_000_000);
}
