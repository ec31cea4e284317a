//! Estimates the value of a piece from its movement.

use crate::betza::{Betza, Notation, Path, PathKind, turning_squares};
use crate::square::Delta;

/// The greatest estimate.
const MAX_WORTH: i32 = 5000;
/// The assumed density of pieces on the board.
const FILLED: f64 = 0.2;
/// The weight of a move that only captures, and of one that never captures.
const CAPTURES_ONLY: f64 = 0.55;
const QUIET_ONLY: f64 = 0.45;

/// The value of a Rook.
const ROOK: f64 = 500.0;

/// The estimated value in centipawns, scaled so that a Rook is 500 on every board.
pub fn of_movement(betza: &Betza, files: usize, ranks: usize) -> i32 {
    let share = weight(betza, files, ranks) / weight(&Notation::known("R"), files, ranks);
    (ROOK * share).round().clamp(0.0, f64::from(MAX_WORTH)) as i32
}

/// A weight from the mean number of squares that a piece reaches on a board of this size. Each
/// square counts the more, the more squares there are, after H. G. Muller's rule for leapers: with
/// *n* squares, each counts 30 + 5/8 *n*.
fn weight(betza: &Betza, files: usize, ranks: usize) -> f64 {
    let squares =
        (0..files as i32).flat_map(|file| (0..ranks as i32).map(move |rank| (file, rank)));
    let on_board = |(file, rank): (i32, i32)| {
        (0..files as i32).contains(&file) && (0..ranks as i32).contains(&rank)
    };
    let paths = betza.paths();
    let reached: f64 = squares
        .map(|from| paths.iter().map(|path| reach(path, from, &on_board)).sum::<f64>())
        .sum();
    let mean = reached / (files * ranks) as f64;
    (30.0 + 0.625 * mean) * mean
}

fn reach(path: &Path, from: (i32, i32), on_board: &impl Fn((i32, i32)) -> bool) -> f64 {
    let after = |at: (i32, i32), step: Delta, times: i32| {
        (at.0 + times * i32::from(step.files), at.1 + times * i32::from(step.ranks))
    };
    let free = 1.0 - FILLED;
    let slide = |begin: (i32, i32), step: Delta, range: u8, hops: bool| {
        let most = if range == 0 { i32::MAX } else { range.into() };
        // The chances that all squares before the target are free, and that exactly one is occupied.
        let (mut none, mut one, mut sum) = (1.0, 0.0, 0.0);
        for _ in (1..=most).take_while(|&number| on_board(after(begin, step, number))) {
            sum += if hops { one } else { none };
            (none, one) = (none * free, one * free + none * FILLED);
        }
        sum
    };
    let squares = match path.kind {
        PathKind::Leap { to } => f64::from(u8::from(on_board(after(from, to, 1)))),
        // A piece to capture stands on one of a few squares, and a second capture is a bonus.
        PathKind::Locust { over, .. } => {
            FILLED / 2.0 * f64::from(u8::from(on_board(after(from, over, 1))))
        }
        PathKind::Pass { .. } => 0.0,
        PathKind::Lame { to, .. } => free * f64::from(u8::from(on_board(after(from, to, 1)))),
        PathKind::Stride { step, length, .. } => {
            let to = after(from, step, length.into());
            free.powi(i32::from(length) - 1) * f64::from(u8::from(on_board(to)))
        }
        PathKind::Slide { step, range } => slide(from, step, range, false),
        PathKind::Hop { step, range } => slide(from, step, range, true),
        PathKind::HopNext { step, range } | PathKind::Ski { step, range } => {
            // A grasshopper needs a piece right before its target; a ski-slider jumps its first square in any case.
            let chance = if matches!(path.kind, PathKind::Ski { .. }) { 1.0 } else { FILLED };
            let most = if range == 0 { i32::MAX } else { range.into() };
            let ends = (2..=most).take_while(|&number| on_board(after(from, step, number)));
            ends.map(|number| free.powi(number - 2) * chance).sum()
        }
        PathKind::Turning { steps, circles, range } => {
            let squares = turning_squares(steps, circles, range);
            let within = squares.take_while(|&to| on_board(after(from, to, 1)));
            // Two paths lead to each square, and one open path is enough.
            let open = (0..).zip(within).map(|(number, _)| free.powi(number));
            open.map(|chance| chance - chance * chance / 2.0).sum()
        }
        PathKind::Bent { first, then } => match after(from, first, 1) {
            bend if on_board(bend) => free * slide(bend, then, 0, false),
            _ => 0.0,
        },
    };
    let manner = match (path.quiet, path.capture) {
        (true, true) => 1.0,
        (false, true) => CAPTURES_ONLY,
        _ => QUIET_ONLY,
    };
    // An initial move is one of many moves of a game.
    if path.initial { 0.1 * manner * squares } else { manner * squares }
}
