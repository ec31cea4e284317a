//! Gigachess II and Terachess II against the slow reference, move by move.

use crate::common::occurrences::Occurrences;
use crate::common::positions::{Random, variant};
use crate::perft::{lines, suites};
use crate::reference::Reference;
use dhow_rules::game::Game;
use dhow_rules::position::{DrawReason, MoveKind, Outcome};
use dhow_rules::variant::Variant;
use std::sync::Arc;

#[test]
fn random_games_agree() {
    for id in ["gigachess", "terachess"] {
        compare(variant(id), 4);
    }
}

#[test]
#[ignore = "minutes"]
fn many_random_games_agree() {
    for id in ["gigachess", "terachess"] {
        compare(variant(id), 1000);
    }
}

#[test]
fn the_suites_hold_for_the_reference() {
    assert_suites(12, 2);
}

#[test]
#[ignore = "minutes"]
fn the_suites_hold_for_the_reference_deeper() {
    assert_suites(1, 3);
}

/// Verifies every `step`th position of the suites to depth 2, and the arrays to this depth.
fn assert_suites(step: usize, depth: u32) {
    for (file, text) in suites() {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        if !["gigachess", "terachess"].contains(&&*name) {
            continue;
        }
        for (number, line) in lines(&text).enumerate().step_by(step) {
            let mut fields = line.split(" ;");
            let reference = Reference::from_fen(&name, fields.next().expect("a FEN"));
            let most = if number == 0 { depth } else { 2 };
            for field in fields.skip(1) {
                let (depth, count) = field[1..].split_once(' ').expect("a count");
                let depth: u32 = depth.parse().expect("a depth");
                if depth <= most {
                    assert_eq!(leaves(&reference, depth).to_string(), count.trim(), "{line}");
                }
            }
        }
    }
}

fn leaves(position: &Reference, depth: u32) -> usize {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len();
    }
    moves.iter().map(|mv| leaves(&position.play(mv), depth - 1)).sum()
}

/// Plays games from the array and, three times as many, from pieces put together at random.
fn compare(variant: &Arc<Variant>, games: usize) {
    let mut random = Random::new(7);
    let mut met = Occurrences::new();
    for number in 0..games {
        let (mut game, plies) = match number % 4 {
            0 => (Game::new(variant), 60),
            _ => (put_together(variant, &mut random), 40),
        };
        for _ in 0..plies {
            compare_position(&game, &mut met);
            let moves = game.legal_moves();
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            let rare: Vec<_> =
                moves.iter().copied().filter(|mv| mv.kind() != MoveKind::Normal).collect();
            let wanted = if rare.is_empty() || random.one_in(2) { &moves[..] } else { &rare };
            game.play(*random.pick(wanted));
        }
    }
    for (what, least) in [("en passant", 1), ("promotion", 20), ("jump", 20), ("check", 4)] {
        let met = met.get(what).copied().unwrap_or(0);
        assert!(met >= least, "{}: {what} met {met} times only", variant.id);
    }
}

fn compare_position(game: &Game, met: &mut Occurrences) {
    let fen = game.fen();
    let reference = Reference::from_fen(&game.variant().id, &fen);
    let moves = game.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
    texts.sort();
    assert_eq!(texts, reference.legal_moves(), "{fen}");
    assert_eq!(game.position().in_check(), reference.in_check(), "{fen}");
    assert_eq!(reference.fen(), fen);
    let outcome = match game.outcome() {
        None => None,
        Some(Outcome::Win(..)) => Some("checkmate"),
        Some(Outcome::Draw(DrawReason::Stalemate)) => Some("stalemate"),
        Some(Outcome::Draw(DrawReason::MoveLimit(_))) => Some("fifty"),
        Some(Outcome::Draw(DrawReason::BareKings)) => Some("bare kings"),
        // One position alone does not show the rule.
        Some(Outcome::Draw(_)) => reference.outcome(),
    };
    assert_eq!(outcome, reference.outcome(), "{fen}");
    for &mv in &moves {
        let mut after = game.clone();
        after.play(mv);
        assert_eq!(after.fen(), reference.play(&game.move_text(mv)).fen(), "{fen}");
        *met.entry(match mv.kind() {
            MoveKind::EnPassant => "en passant",
            MoveKind::Jump => "jump",
            _ if mv.promotion().is_some() => "promotion",
            _ => "another move",
        })
        .or_default() += 1;
    }
    *met.entry(if reference.in_check() { "check" } else { "no check" }).or_default() += 1;
}

/// A position of some dozen pieces, many of them near the ends of the board.
fn put_together(variant: &Arc<Variant>, random: &mut Random) -> Game {
    let (files, ranks) = (variant.files, variant.ranks);
    loop {
        let mut board = vec![vec![None; files]; ranks];
        let count = 8 + random.below(20);
        for number in 0..count {
            let letter = match number {
                0 | 1 => 'K',
                _ if random.one_in(3) => *random.pick(&['P', 'P', 'I']),
                _ => random.pick(&variant.pieces).letter.plain(),
            };
            if letter == 'K' && number > 1 {
                continue;
            }
            let white = if letter == 'K' { number == 0 } else { random.one_in(2) };
            let rank = match random.below(3) {
                0 => random.below(4),
                1 => ranks - 1 - random.below(4),
                _ => random.below(ranks),
            };
            let letter = if white { letter } else { letter.to_ascii_lowercase() };
            board[rank][random.below(files)] = Some(letter);
        }
        let row = |row: &Vec<Option<char>>| -> String {
            let squares = row.chunk_by(|a, b| a.is_none() && b.is_none());
            let text = |run: &[Option<char>]| run[0].map_or(run.len().to_string(), String::from);
            squares.map(text).collect()
        };
        let rows: Vec<String> = board.iter().rev().map(row).collect();
        let side = *random.pick(&["w", "b"]);
        let fen = format!("{} {side} - - {} 40", rows.join("/"), random.below(100));
        if let Ok(game) = Game::from_fen(variant, &fen) {
            return game;
        }
    }
}
