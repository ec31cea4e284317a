//! Describes the movements of pieces.

use super::english::{listed, ordinal};
use crate::betza::{Atom, Betza, Directions, Manner, Over, Term};
use crate::square::Delta;

/// Describes a movement, one line for each part. `ranks` are the ranks from which the piece may
/// make its initial moves. The initial moves of a royal piece are its jump, and are left out.
pub fn in_words(betza: &Betza, royal: bool, ranks: &[usize]) -> Vec<String> {
    let has = |term: &&Term| !term.initial() || !(royal || ranks.is_empty());
    let mut lines: Vec<String> = Vec::new();
    for term in betza.terms.iter().filter(has) {
        let line = in_words_of(term, ranks);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn in_words_of(term: &Term, ranks: &[usize]) -> String {
    let mut text = way(term);
    text += match (term.quiet(), term.capture()) {
        (true, false) => ", but not to capture",
        (false, true) => ", only to capture",
        _ => "",
    };
    if term.en_passant() {
        text += ", also en passant";
    }
    if term.initial() {
        text += &format!(", only {}", from_ranks(ranks));
    }
    text
}

/// A phrase such as `from its 2nd rank`.
pub fn from_ranks(ranks: &[usize]) -> String {
    let ordinals: Vec<String> = ranks.iter().map(|&rank| ordinal(rank + 1)).collect();
    format!("from its {} rank", listed(ordinals.iter().map(String::as_str), "or"))
}

/// A way of moving, without what it may do at its end.
pub fn way(term: &Term) -> String {
    let steps = term.steps();
    let Some(&step) = steps.first() else { return String::new() };
    let unit = distances(step).1 == 1;
    let (toward, along) = (toward(term, &steps), along(term, &steps));
    let range = term.range();
    let most = |unit: &str| match range {
        0 => String::new(),
        _ => format!(", at most {range} {unit}"),
    };
    match term.manner() {
        Manner::Plain if range == 1 => format!("{}{toward}", leap(step)),
        Manner::Plain if unit => format!("slides{along}{}", most("squares")),
        Manner::Plain => format!(
            "{}{toward}, and on and on in the same direction while it lands on empty squares{}",
            leap(step),
            most("times")
        ),
        Manner::Lame if term.atom() == Atom::Knight => {
            format!("{}{toward}, if the next square straight toward it is empty", leap(step))
        }
        Manner::Lame => {
            let squares = distances(step).1;
            let between = if squares == 2 { "square between is" } else { "squares between are" };
            format!("goes {squares} squares{toward}, if the {between} empty")
        }
        Manner::Hop if unit => {
            format!("slides{along}, beyond exactly one piece{}", most("squares"))
        }
        Manner::Hop => format!(
            "{}{toward}, and on and on in the same direction, over exactly one piece on the squares where \
             it lands{}",
            leap(step),
            most("times")
        ),
        Manner::HopNext => format!(
            "goes{along} to the first piece in its way, and over it to the very next square{}",
            most(if unit { "squares" } else { "leaps" })
        ),
        Manner::Ski => format!(
            "slides{along} beyond the next square, whatever stands on it{}",
            most("squares")
        ),
        Manner::Crooked => format!(
            "goes zigzag{along}: it turns by a right angle after each step, right and left in turn{}",
            most("squares")
        ),
        Manner::Circular => format!(
            "{}{toward}, and goes on in a circle while it lands on empty squares{}",
            leap(step),
            most("times")
        ),
        Manner::Bent => {
            let onward = if step.files * step.ranks == 0 {
                "diagonally"
            } else {
                "along the rank or the file"
            };
            format!("{}{toward} to an empty square and slides on outward {onward}", leap(step))
        }
        Manner::Again { over, turns } => again(term, &toward, over, turns),
        Manner::TwoLegs { second, straight } => {
            let then = second.steps();
            let then = then.first().map_or(String::new(), |&step| leap(step));
            let direction = if straight { "straight on" } else { "any way but back" };
            format!(
                "{}{toward} and then {then} {direction}, if the square between the two is empty",
                leap(step)
            )
        }
    }
}

/// A move in two legs of the same kind. `toward` are the directions of the first.
fn again(term: &Term, toward: &str, over: Over, turns: Option<Directions>) -> String {
    let turns = turns.map(|turns| turns.of(Atom::King));
    let is = |files: i8, ranks: i8| move |turn: &Delta| *turn == Delta::new(files, ranks);
    let only = |wanted: &[Delta]| {
        turns.as_ref().is_some_and(|turns| {
            turns.len() == wanted.len() && wanted.iter().all(|turn| turns.contains(turn))
        })
    };
    let step = term.steps().first().map_or(String::new(), |&step| leap(step));
    let (back, ahead) = (Delta::new(0, -1), Delta::new(0, 1));
    let begin = match over {
        Over::Enemy => format!("captures a piece to which it {step}{toward}"),
        Over::Empty => format!("{step}{toward} to an empty square"),
    };
    if only(&[back]) {
        return match over {
            Over::Enemy => format!("{begin}, without leaving its square"),
            Over::Empty => {
                format!("stays where it is, if it could go to an empty square: it {step}{toward}")
            }
        };
    }
    let then = match &turns {
        None => "in any direction but back".to_string(),
        Some(_) if only(&[ahead]) => "straight on".into(),
        Some(turns) => {
            let names = [
                (is(0, 1), "straight on"),
                (is(1, 1), "half right"),
                (is(1, 0), "to the right"),
                (is(1, -1), "sharp right"),
                (is(0, -1), "back"),
                (is(-1, -1), "sharp left"),
                (is(-1, 0), "to the left"),
                (is(-1, 1), "half left"),
            ];
            let named = names.iter().filter(|(is, _)| turns.iter().any(is));
            listed(named.map(|(_, name)| *name), "or")
        }
    };
    format!("{begin} and goes on as far {then}")
}

/// The smaller and the greater of the distances by file and by rank.
pub fn distances(delta: Delta) -> (u8, u8) {
    let (files, ranks) = (delta.files.unsigned_abs(), delta.ranks.unsigned_abs());
    (files.min(ranks), files.max(ranks))
}

/// A leap without its direction.
fn leap(step: Delta) -> String {
    match distances(step) {
        (_, 1) => "steps one square".into(),
        (0, far) => format!("leaps {far} squares"),
        (near, far) if near == far => format!("leaps {far} squares"),
        (near, far) => format!("leaps {far} squares one way and {near} the other"),
    }
}

/// The lengths of leaps in words: `2 squares diagonally or 2 squares along a rank or file`.
pub fn leaps(steps: &[Delta]) -> String {
    let word = |&step: &Delta| match distances(step) {
        (0, 1) => "one square along a rank or file".to_string(),
        (1, 1) => "one square diagonally".into(),
        (0, far) => format!("{far} squares along a rank or file"),
        (near, far) if near == far => format!("{far} squares diagonally"),
        (near, far) => format!("{far} squares one way and {near} the other"),
    };
    let mut words: Vec<String> = Vec::new();
    for step in steps {
        let alike = steps.iter().filter(|other| distances(**other) == distances(*step)).count();
        let (near, far) = distances(*step);
        if alike != if near == 0 || near == far { 4 } else { 8 } {
            return offsets(steps);
        }
        if !words.contains(&word(step)) {
            words.push(word(step));
        }
    }
    listed(words.iter().map(String::as_str), "or")
}

/// Displacements in words: `2 forward and 1 left`.
fn offsets(steps: &[Delta]) -> String {
    let one = |step: &Delta| {
        let part = |distance: i8, ahead: &str, back: &str| match distance {
            0 => None,
            1.. => Some(format!("{distance} {ahead}")),
            _ => Some(format!("{} {back}", -i16::from(distance))),
        };
        let parts = [part(step.ranks, "forward", "backward"), part(step.files, "right", "left")];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    };
    let each: Vec<String> = steps.iter().map(one).collect();
    each.join(", or ")
}

/// A name for some directions, and the steps that it includes.
type NamedDirections = (&'static str, fn(&Delta) -> bool);

/// The names of directions.
const SIDES: [NamedDirections; 9] = [
    ("forward", |step| step.ranks > 0),
    ("backward", |step| step.ranks < 0),
    ("sideways", |step| step.ranks == 0),
    ("forward or backward", |step| step.ranks != 0),
    ("forward or sideways", |step| step.ranks >= 0),
    ("backward or sideways", |step| step.ranks <= 0),
    ("to the left", |step| step.files < 0),
    ("to the right", |step| step.files > 0),
    ("to the left or right", |step| step.files != 0),
];

/// The directions of a term, as the continuation of a phrase about its step.
fn toward(term: &Term, steps: &[Delta]) -> String {
    let all = term.atom().steps();
    let is_straight = |step: &Delta| step.files == 0 || step.ranks == 0;
    let is_diagonal = |step: &Delta| step.files.abs() == step.ranks.abs();
    let (straight, diagonal) = (steps.iter().all(is_straight), steps.iter().all(is_diagonal));
    let alike =
        |step: &&Delta| (!straight || is_straight(step)) && (!diagonal || is_diagonal(step));
    let alike: Vec<Delta> = all.iter().filter(alike).copied().collect();
    let oblique = !all.iter().any(|step| is_straight(step) || is_diagonal(step));
    let is_all =
        |wanted: &dyn Fn(&Delta) -> bool| alike.iter().filter(|step| wanted(step)).eq(steps);
    if is_all(&|_| true) {
        return match (straight, diagonal) {
            (true, _) => " along a rank or file",
            (_, true) => " diagonally",
            _ if oblique => "",
            _ => " in any direction",
        }
        .into();
    }
    let Some((name, _)) = SIDES.iter().find(|(_, wanted)| is_all(wanted)) else {
        return format!(", only {}", offsets(steps));
    };
    match (straight, diagonal) {
        (true, _) if ["forward", "backward"].contains(name) => format!(" straight {name}"),
        (true, _) => format!(" {name}"),
        (_, true) => format!(" diagonally {name}"),
        _ if oblique => format!(", {name}"),
        _ => format!(" straight or diagonally {name}"),
    }
}

/// The lines along which a slide goes.
fn along(term: &Term, steps: &[Delta]) -> String {
    match toward(term, steps).as_str() {
        " along a rank or file" => " along ranks and files".into(),
        " diagonally" => " along diagonals".into(),
        " in any direction" => " along ranks, files and diagonals".into(),
        toward => toward.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::betza::Notation;

    #[test]
    fn movements_of_every_manner() {
        for (betza, expected) in [
            ("R", "slides along ranks and files"),
            ("Q3", "slides along ranks, files and diagonals, at most 3 squares"),
            ("fR", "slides straight forward"),
            ("C", "leaps 3 squares one way and 1 the other"),
            (
                "fN",
                "leaps 2 squares one way and 1 the other, only 2 forward and 1 right, or 2 forward and 1 left",
            ),
            ("fhN", "leaps 2 squares one way and 1 the other, forward"),
            (
                "KfmnnD",
                "steps one square in any direction|goes 2 squares straight forward, if the square between is empty, but not to capture",
            ),
            ("fsmW", "steps one square forward or sideways, but not to capture"),
            ("lW", "steps one square to the left"),
            ("fceF", "steps one square diagonally forward, only to capture, also en passant"),
            (
                "fimnD",
                "goes 2 squares straight forward, if the square between is empty, but not to capture, only from its 2nd rank",
            ),
            (
                "NN",
                "leaps 2 squares one way and 1 the other, and on and on in the same direction while it lands on empty squares",
            ),
            (
                "nN",
                "leaps 2 squares one way and 1 the other, if the next square straight toward it is empty",
            ),
            (
                "FyafsF",
                "steps one square diagonally|steps one square diagonally to an empty square and slides on outward along the rank or the file",
            ),
            (
                "[D-fW]",
                "leaps 2 squares along a rank or file and then steps one square straight on, if the square between the two is empty",
            ),
            (
                "[K-K]",
                "steps one square in any direction and then steps one square any way but back, if the square between the two is empty",
            ),
            (
                "mRcpR",
                "slides along ranks and files, but not to capture|slides along ranks and files, beyond exactly one piece, only to capture",
            ),
        ] {
            assert_eq!(
                in_words(&Notation::known(betza), false, &[1]).join("|"),
                expected,
                "{betza}"
            );
        }
        assert_eq!(
            in_words(&Notation::known("KimAimDimN"), true, &[1]),
            ["steps one square in any direction"]
        );
        assert_eq!(in_words(&Notation::known("imN"), false, &[]), [""; 0]);
    }

    #[test]
    fn distances_of_leaps() {
        let of = |atom: Atom| atom.steps();
        let both: Vec<Delta> = of(Atom::Dabbaba).into_iter().chain(of(Atom::Camel)).collect();
        let expected = "2 squares along a rank or file or 3 squares one way and 1 the other";
        assert_eq!(leaps(&both), expected);
        assert_eq!(leaps(&[Delta::new(-1, 2)]), "2 forward and 1 left");
    }
}
