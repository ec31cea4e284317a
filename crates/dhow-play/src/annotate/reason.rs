//! Why a turn was a mistake, in words.

use dhow_engine::eval::Score;
use dhow_rules::game::{Game, Turn};
use dhow_rules::pieces::PieceType;
use dhow_rules::position::Move;
use dhow_rules::square::Coordinates;
use dhow_rules::variant::Variant;

/// The least difference in material, in centipawns, that is worth a word: about a Pawn.
const LEAST: i32 = 45;
/// A mate in at most this many moves says more than material.
const QUICK: i32 = 5;

/// A capture.
#[derive(Clone, Copy)]
struct Capture {
    taken: PieceType,
    by: PieceType,
    on: Coordinates,
}

/// What the two sides capture in a line of play, in centipawns, and the most valuable of it.
#[derive(Default)]
struct Captures {
    own: i32,
    enemy: i32,
    best_own: Option<Capture>,
    best_enemy: Option<Capture>,
}

impl Captures {
    /// The captures of the side to move in `game` ("own") and of the other side.
    fn of(game: &Game, line: &[Turn]) -> Self {
        let (mut game, mut found) = (game.clone(), Self::default());
        let side = game.side_to_move();
        for &mv in line.iter().flatten() {
            if let Some(capture) = capture(&game, mv) {
                let values = &game.variant().pieces;
                let value = |capture: Capture| values[capture.taken.index()].value;
                let (sum, best) = match game.side_to_move() == side {
                    true => (&mut found.own, &mut found.best_own),
                    false => (&mut found.enemy, &mut found.best_enemy),
                };
                *sum += value(capture);
                if best.is_none_or(|best| value(best) < value(capture)) {
                    *best = Some(capture);
                }
            }
            game.play(mv);
        }
        found
    }

    /// The material that the side gains, in centipawns.
    fn gain(&self) -> i32 {
        self.own - self.enemy
    }
}

/// The capture by a legal move. Of two, it is the one on the target.
fn capture(game: &Game, mv: Move) -> Option<Capture> {
    let position = game.position();
    let taken = position.victim(mv)?;
    let (from, to) = position.squares(mv);
    let there = |square: &Coordinates| {
        position.on(*square).is_some_and(|piece| piece.color() != game.side_to_move())
    };
    let en_passant = || position.en_passant_victim();
    let on = [Some(to), position.passed_over(mv)].into_iter().flatten().find(there);
    Some(Capture { taken, by: position.on(from)?.kind(), on: on.or_else(en_passant)? })
}

/// Why `turn`, played in `at`, is worse than the line `better` of the same position. `refutation` is what the other
/// side does after it. `before` is the score of the position for the side to move, and `after` that of the position
/// after the turn, for the other side. `None` if neither a mate nor material says it.
pub fn reason(
    at: &Game,
    turn: Turn,
    better: &[Turn],
    refutation: &[Turn],
    (before, after): (Score, Score),
) -> Option<String> {
    let quick = |score: Score| score.mate_in_moves().filter(|moves| (1..=QUICK).contains(moves));
    let by_mate = |allowed, missed| {
        let allows = |moves| mate(at, moves, true);
        Option::map(allowed, allows).or_else(|| Option::map(missed, |moves| mate(at, moves, false)))
    };
    let slow = |score: Score| score.mate_in_moves().filter(|moves| *moves > QUICK);
    by_mate(quick(after), quick(before))
        .or_else(|| material(at, turn, better, refutation))
        .or_else(|| by_mate(slow(after), slow(before)))
}

/// A mate, or a win in games with leaders, that the other side gets or the side to move in `at` misses.
fn mate(at: &Game, moves: i32, allowed: bool) -> String {
    let turns = format!("{moves} {}", if moves == 1 { "turn" } else { "turns" });
    match (at.variant().command.is_some(), allowed) {
        (true, true) => format!("lets {} win in {turns}", !at.side_to_move()),
        (true, false) => format!("misses a win in {turns}"),
        (false, true) => format!("allows mate in {moves}"),
        (false, false) => format!("misses mate in {moves}"),
    }
}

/// What a turn loses, or else what it does not capture.
fn material(at: &Game, turn: Turn, better: &[Turn], refutation: &[Turn]) -> Option<String> {
    let name = |kind: PieceType| &at.variant().pieces[kind.index()].name;
    let line: Vec<Turn> = [turn].into_iter().chain(refutation.iter().cloned()).collect();
    let (played, best) = (Captures::of(at, &line), Captures::of(at, better));
    if let Some(loss) = played.best_enemy.filter(|_| played.gain() <= -LEAST) {
        let Capture { taken, by, on } = loss;
        let mut text = format!("loses the {} to the {} on {on}", name(taken), name(by));
        if let Some(won) = played.best_own.filter(|_| played.own >= LEAST) {
            text += &format!(" for the {}", name(won.taken));
        }
        return Some(text);
    }
    let missed = best.best_own.filter(|_| best.gain() - played.gain() >= LEAST)?;
    Some(format!("misses the capture of the {} on {}", name(missed.taken), missed.on))
}

/// Whether a text is a [reason](super::Judgement::reason), of whatever turn.
pub fn is_reason(text: &str, variant: &Variant) -> bool {
    let is_piece = |words: &str| {
        let name = words.strip_prefix("the ").unwrap_or("");
        variant.pieces.iter().any(|piece| piece.name == name)
    };
    let number = |words: &str| words.parse::<u32>().is_ok();
    let turns = |words: &str| words.split_once(" turn").is_some_and(|(turns, _)| number(turns));
    let placed = |words: &str| {
        let placed = words.rsplit_once(" on ");
        placed.is_some_and(|(piece, square)| is_piece(piece) && !square.contains(' '))
    };
    let lost = |words: &str| {
        let (lost, won) = match words.split_once(" for ") {
            Some((lost, won)) => (lost, is_piece(won)),
            None => (words, true),
        };
        let parts = lost.split_once(" to ");
        won && parts.is_some_and(|(piece, taker)| is_piece(piece) && placed(taker))
    };
    let after =
        |start: &str, rest: &dyn Fn(&str) -> bool| text.strip_prefix(start).is_some_and(rest);
    after("allows mate in ", &number)
        || after("misses mate in ", &number)
        || after("misses a win in ", &turns)
        || after("lets White win in ", &turns)
        || after("lets Black win in ", &turns)
        || after("misses the capture of ", &placed)
        || after("loses ", &lost)
}
