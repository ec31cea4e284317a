//! Bare Kings that lose, as in Courier Chess and Shatranj.

use crate::common::positions::{Random, placement_text};
use dhow::game::{Game, read_variants};
use dhow::pieces::Color;
use dhow::position::{DrawReason, Outcome, WinReason};
use dhow::search::{Engine, Limits};
use dhow::variant::ini::VariantFiles;
use dhow::variant::{VARIANTS, Variant};
use std::sync::Arc;

fn courier() -> &'static Arc<Variant> {
    VARIANTS.find("courier").expect("a game")
}

/// Courier Chess in which a bare King has no reply.
fn without_reply() -> Arc<Variant> {
    let mut files = VariantFiles::default();
    read_variants(&mut files, "[a:courier]\nextinctionClaim = false").expect("a game");
    files.games()[0].clone()
}

fn pieces(game: &Game, color: Color) -> usize {
    let placement = game.fen().split(' ').next().expect("pieces").to_string();
    let white = |letter: &char| letter.is_ascii_uppercase() == (color == Color::White);
    placement.chars().filter(char::is_ascii_alphabetic).filter(white).count()
}

/// Few pieces on random squares.
fn few_pieces(variant: &Arc<Variant>, random: &mut Random) -> Option<Game> {
    let mut board = vec![vec!['.'; variant.files]; variant.ranks];
    let others = ["RrNFfm", "Rn", "BeF", "r", "Rr", "NNf"];
    for letter in "Kk".chars().chain(random.pick(&others).chars()) {
        board[random.below(variant.ranks)][random.below(variant.files)] = letter;
    }
    let side = if random.one_in(2) { 'w' } else { 'b' };
    Game::from_fen(variant, &format!("{} {side} - - 0 1", placement_text(&board))).ok()
}

/// The rule, checked over the moves of a game: a side with a bare King has one move to bare the other side, which is
/// possible if that side has one piece to lose.
#[test]
fn games_end_as_the_rule_says() {
    let mut random = Random::new(11);
    let (mut at_once, mut after_reply, mut both) = (0, 0, 0);
    for (variant, reply) in [(courier().clone(), true), (without_reply(), false)] {
        for _ in 0..3000 {
            let Some(mut game) = few_pieces(&variant, &mut random) else { continue };
            if Color::ALL.into_iter().any(|color| pieces(&game, color) == 1) {
                continue;
            }
            let mut bared_before = None;
            for _ in 0..60 {
                let moves = game.legal_moves();
                let captures =
                    moves.iter().copied().filter(|&mv| game.position().victim(mv).is_some());
                let captures: Vec<_> = captures.collect();
                let Some(&mv) = (match captures[..] {
                    [] => moves.first().map(|_| random.pick(&moves)),
                    _ => Some(random.pick(&captures)),
                }) else {
                    break;
                };
                let mover = game.side_to_move();
                game.play(mv);
                let mate = game.legal_moves().is_empty() && game.position().in_check();
                let bare = |color| pieces(&game, color) == 1;
                let expected = match (bare(mover), bare(!mover)) {
                    _ if mate => Some(Outcome::Win(mover, WinReason::Checkmate)),
                    (true, true) => Some(Outcome::Draw(DrawReason::BareKings)),
                    (true, false) => Some(Outcome::Win(!mover, WinReason::BareKing)),
                    (false, true) if !reply || pieces(&game, mover) > 2 => {
                        Some(Outcome::Win(mover, WinReason::BareKing))
                    }
                    (false, true) if game.legal_moves().is_empty() => {
                        Some(Outcome::Win(mover, WinReason::Stalemate))
                    }
                    (false, true) => None,
                    (false, false) => game
                        .outcome()
                        .filter(|outcome| !matches!(outcome, Outcome::Win(_, WinReason::BareKing))),
                };
                assert_eq!(game.outcome(), expected, "{}", game.fen());
                match expected {
                    Some(Outcome::Win(_, WinReason::BareKing)) if bared_before.is_some() => {
                        after_reply += 1;
                    }
                    Some(Outcome::Win(_, WinReason::BareKing)) => at_once += 1,
                    Some(Outcome::Draw(DrawReason::BareKings)) => both += 1,
                    _ => {}
                }
                bared_before = bare(!mover).then_some(!mover);
                if game.outcome().is_some() {
                    break;
                }
            }
        }
    }
    assert!(at_once > 100 && after_reply > 100 && both > 10, "{at_once} {after_reply} {both}");
}

/// The search's scores in positions one capture from the end.
#[test]
fn the_search_knows_the_rule() {
    let mut engine = Engine::new();
    engine.set_hash(4).expect("4 MiB");
    // White takes the last piece: far from Black's King; near it, so that Black takes back; and with a second white
    // piece left.
    for (fen, best, won) in [
        ("12/3k8/12/12/12/12/R6f4/K11 w - - 0 1", "a2h2", true),
        ("12/12/12/12/12/6k5/R6f4/K11 w - - 0 1", "", false),
        ("12/12/12/12/12/6k5/R6f4/KN10 w - - 0 1", "a2h2", true),
        ("10f1/12/12/3k8/7K4/12/12/12 w - - 0 1", "", false),
    ] {
        let game = Game::from_fen(courier(), fen).expect("a position");
        for depth in 2..8 {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let summary = engine.search(&game, limits);
            if !won {
                assert!(
                    summary.score.mate_in_moves().is_none_or(|mate| mate < 0),
                    "{fen}: {}",
                    summary.score
                );
                continue;
            }
            assert_eq!(summary.best().map(|mv| game.move_text(mv)).as_deref(), Some(best), "{fen}");
            assert!(
                summary.score.mate_in_moves().is_some_and(|mate| mate > 0),
                "{fen}: {}",
                summary.score
            );
        }
    }
}
