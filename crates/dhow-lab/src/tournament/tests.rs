//! Helpers for the tests of several modules.

use super::config::{Config, EngineConfig, Kind};
use super::record::Record;
use super::schedule::{Ended, Schedule};
use dhow_play::pgn::{GameResult, PgnGame};
use dhow_rules::game::Game;
use dhow_rules::variant::VARIANTS;

/// A tournament with *n* engines that do not exist.
pub fn config(engines: usize) -> Config {
    Config {
        kind: Kind::RoundRobin,
        ..Config::new(&VARIANTS[0], vec![EngineConfig::default(); engines])
    }
}

/// The record of a short game of this tournament.
pub fn record(config: &Config, number: usize) -> Record {
    let result = |number: usize| {
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw][number % 3]
    };
    // In a knockout, the pairings depend on the earlier games.
    let before: Ended = (0..number).map(|number| (number, result(number))).collect();
    let pairing = Schedule::of(config, &before).games[number];
    let mut game = Game::new(&config.variants[pairing.variant]);
    for ply in 0..2 + number % 3 {
        let moves = game.legal_moves();
        game.play(moves[(7 * number + ply) % moves.len()]);
    }
    let result = result(number);
    let mut pgn = PgnGame::of_moves(game.variant(), game.start_fen(), game.moves(), result)
        .expect("a legal start");
    pgn.set_tag("Event", &config.event);
    pgn.set_tag("Site", &config.site);
    pgn.set_tag("Round", &(number + 1).to_string());
    pgn.set_tag("White", ["a", "b", "c", "d"][pairing.players[0]]);
    pgn.set_tag("Black", ["a", "b", "c", "d"][pairing.players[1]]);
    Record {
        number,
        variant: pairing.variant,
        players: pairing.players,
        result: result.text().into(),
        reason: "\u{201c}so\u{201d} it is".into(),
        termination: "normal".into(),
        plies: game.moves().len(),
        milliseconds: 5,
        fen: game.fen(),
        pgn: pgn.to_string(),
    }
}
