//! The evaluation of a game that its weights were not tuned for.

use crate::common::positions::{Position, Random, random_position, rules};
use crate::common::sampler::SAMPLER;
use dhow::eval::{Evaluate, Evaluator, Score};

/// Few of these pieces were ever tuned: the Pawn, the Queen and the Cannon.
#[test]
fn pieces_of_another_game_are_worth_something() {
    let rules = rules(&SAMPLER);
    let evaluator = Evaluator::new(&rules);
    let score = |fen: &str| {
        let position = Position::from_fen(rules.clone(), fen).expect("a position");
        evaluator.evaluate_afresh(&position)
    };
    let level = score(&SAMPLER.start);
    assert!(level > Score(-100) && level < Score(100), "{level}");
    for letter in SAMPLER.pieces.iter().map(|piece| piece.letter).filter(|&letter| letter != 'K') {
        let theirs = letter.to_ascii_lowercase().to_string();
        let up = score(&without(&SAMPLER.start, &theirs));
        let down = score(&without(&SAMPLER.start, &letter.to_string()));
        assert!(up > Score(level.0 + 50), "White is {up} up a {letter}");
        assert!(down < Score(level.0 - 50), "White is {down} down a {letter}");
    }
}

/// A position without the first piece with this letter.
fn without(fen: &str, letter: &str) -> String {
    let (placement, rest) = fen.split_once(' ').expect("a FEN");
    format!("{} {rest}", placement.replacen(letter, "1", 1))
}

#[test]
fn colours_do_not_matter_to_the_worth_of_other_pieces() {
    let rules = rules(&SAMPLER);
    let evaluator = Evaluator::new(&rules);
    let score = |fen: &str| {
        let position = Position::from_fen(rules.clone(), fen).ok()?;
        Some(evaluator.evaluate_afresh(&position))
    };
    let mut random = Random::new(11);
    let mut compared = 0;
    for _ in 0..300 {
        let position = random_position(&mut random, &rules);
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let rows: Vec<String> = fields[0]
            .split('/')
            .rev()
            .map(|row| {
                let swap = |c: char| {
                    if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
                };
                row.chars().map(swap).collect()
            })
            .collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let mirrored = format!("{} {side} - - {} 50", rows.join("/"), fields[4]);
        let Some(there) = score(&mirrored) else { continue };
        assert_eq!(score(&fen), Some(there), "{fen}");
        compared += 1;
    }
    assert!(compared > 200, "only {compared} positions");
}
