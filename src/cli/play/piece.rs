//! How a piece moves, in plain words and as a small diagram.

use crate::betza::{Betza, Path, PathKind};
use crate::square::Delta;
use crate::text::spaced;
use crate::variant::{Role, Variant};
use std::collections::BTreeMap;

/// How far the diagram reaches from the piece.
const REACH: i8 = 4;

/// What is to be known about the piece with a letter or a name; `None` if the game has none such.
pub fn describe(variant: &Variant, wanted: &str) -> Option<String> {
    let piece = variant.pieces.iter().find(|piece| {
        piece.letter.to_string().eq_ignore_ascii_case(wanted)
            || piece.name.eq_ignore_ascii_case(wanted)
    })?;
    // The descriptions of a game that is played have been compiled.
    let paths = piece.betza.parse::<Betza>().map(|betza| betza.paths()).unwrap_or_default();
    let mut lines = vec![format!("{} {}", piece.letter, piece.name)];
    if !piece.other_names.is_empty() {
        lines[0] += &format!(", also {}", piece.other_names);
    }
    lines.extend(in_words(&paths).into_iter().map(|text| format!("- {text}")));
    let promotions = variant.promotions_of(piece);
    if !promotions.is_empty() {
        lines.push(format!("- promotes at the far end to {}", spaced(promotions)));
    }
    if let Some(leader) =
        variant.command.iter().flat_map(|it| &it.leaders).find(|it| it.letter == piece.letter)
    {
        let number = match leader.activations {
            1 => "one piece".into(),
            number => format!("{number} pieces"),
        };
        lines.push(format!("- is a leader: it activates {number} a turn"));
        lines.push(format!("- activates {}", leader.commanded()));
        lines.push("- whoever loses the last leader has lost".into());
    }
    if piece.role == Role::Royal {
        lines.push("- is what the game is about: its loss is the loss of the game".into());
    }
    lines.push(String::new());
    lines.extend(diagram(piece.letter, &paths));
    Some(lines.join("\n"))
}

/// What each kind of paths does, with the directions in which it goes together.
fn in_words(paths: &[Path]) -> Vec<String> {
    let mut kinds: BTreeMap<(String, &str), Vec<Delta>> = BTreeMap::new();
    for path in paths {
        let (way, direction) = way(path.kind);
        kinds.entry((way, condition(path))).or_default().push(direction);
        if path.en_passant {
            kinds.entry(("captures en passant".into(), "")).or_default().push(direction);
        }
    }
    let text = |((way, condition), directions): ((String, &str), Vec<Delta>)| {
        let mut text = way;
        if let Some(restriction) = restriction(&directions) {
            text += &format!(" {restriction}");
        }
        text + condition
    };
    kinds.into_iter().map(text).collect()
}

/// What a path does, but for its direction; and that.
fn way(kind: PathKind) -> (String, Delta) {
    match kind {
        PathKind::Leap { to } => match distances(to) {
            (0, 1) => ("steps one square along a rank or file".into(), to),
            (1, 1) => ("steps one square diagonally".into(), to),
            (0, far) => (format!("leaps {far} squares along a rank or file"), to),
            (near, far) if near == far => (format!("leaps {far} squares diagonally"), to),
            (near, far) => (format!("leaps {far} squares one way and {near} the other"), to),
        },
        PathKind::Lame { to, .. } => {
            (format!("goes {} squares over an empty one", distances(to).1), to)
        }
        PathKind::Slide { step, range } => (format!("slides {}{}", lines(step), most(range)), step),
        PathKind::Hop { step, range } => {
            (format!("slides {}, beyond exactly one piece{}", lines(step), most(range)), step)
        }
        PathKind::Bent { first, then } => {
            (format!("steps one square {} and slides on {}", lines(first), lines(then)), first)
        }
    }
}

/// The smaller and the greater of the distances by file and by rank.
fn distances(delta: Delta) -> (u8, u8) {
    let (files, ranks) = (delta.files.unsigned_abs(), delta.ranks.unsigned_abs());
    (files.min(ranks), files.max(ranks))
}

fn lines(step: Delta) -> &'static str {
    match distances(step) {
        (0, _) => "along ranks and files",
        (a, b) if a == b => "along diagonals",
        _ => "by repeated leaps",
    }
}

fn most(range: u8) -> String {
    if range == 0 { String::new() } else { format!(", at most {range} squares") }
}

fn condition(path: &Path) -> &'static str {
    match (path.quiet, path.capture, path.initial) {
        (true, true, false) => "",
        (true, true, true) => ", if it never moved",
        (true, false, false) => ", but not to capture",
        (true, false, true) => ", if it never moved, not to capture",
        (_, _, false) => ", only to capture",
        (_, _, true) => ", if it never moved, only to capture",
    }
}

/// In which directions alone it goes; `None` if in all.
fn restriction(directions: &[Delta]) -> Option<&'static str> {
    let all = |holds: fn(&Delta) -> bool| directions.iter().all(holds);
    if all(|delta| delta.ranks > 0) {
        Some("forward")
    } else if all(|delta| delta.ranks < 0) {
        Some("backward")
    } else if all(|delta| delta.ranks == 0) {
        Some("sideways")
    } else if all(|delta| delta.ranks >= 0) {
        Some("forward or sideways")
    } else {
        None
    }
}

/// The squares that the piece reaches on an empty board from the middle of it.
fn diagram(letter: char, paths: &[Path]) -> Vec<String> {
    let mut marks: BTreeMap<(i8, i8), (bool, bool)> = BTreeMap::new();
    for path in paths {
        let mut mark = |files: i8, ranks: i8| {
            if files.abs() <= REACH && ranks.abs() <= REACH {
                let (quiet, capture) = marks.entry((ranks, files)).or_default();
                *quiet |= path.quiet;
                *capture |= path.capture;
            }
        };
        match path.kind {
            PathKind::Leap { to } | PathKind::Lame { to, .. } => mark(to.files, to.ranks),
            PathKind::Slide { step, range } | PathKind::Hop { step, range } => {
                let first = if matches!(path.kind, PathKind::Hop { .. }) { 2 } else { 1 };
                let last = if range == 0 { REACH } else { REACH.min(range as i8) };
                (first..=last).for_each(|n| mark(n * step.files, n * step.ranks));
            }
            PathKind::Bent { first, then } => (1..=REACH).for_each(|n| {
                mark(first.files + n * then.files, first.ranks + n * then.ranks);
            }),
        }
    }
    let cell = |ranks, files| match marks.get(&(ranks, files)) {
        _ if (ranks, files) == (0, 0) => letter,
        Some((true, true)) => '*',
        Some((true, false)) => 'o',
        Some((false, true)) => 'x',
        _ => '.',
    };
    let row = |ranks| (-REACH..=REACH).flat_map(|files| [' ', cell(ranks, files)]).collect();
    let mut rows: Vec<String> = (-REACH..=REACH).rev().map(row).collect();
    let beyond = rows.iter().any(|row| row.contains('x'));
    let captures = if beyond { ", x captures only" } else { "" };
    rows.push(format!("* moves and captures, o moves only{captures}"));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{VARIANTS, find};

    #[test]
    fn pieces_of_metamachy() {
        let metamachy = find("metamachy").unwrap();
        let text = |wanted: &str| describe(metamachy, wanted).unwrap();
        let camel = text("m");
        assert!(camel.starts_with("M Camel"), "{camel}");
        assert!(camel.contains("- leaps 3 squares one way and 1 the other\n"), "{camel}");
        assert!(camel.contains(" . . . * . * . . ."), "{camel}");
        let cannon = text("C");
        assert!(
            cannon.contains("- slides along ranks and files, but not to capture\n"),
            "{cannon}"
        );
        let hop = "- slides along ranks and files, beyond exactly one piece, only to capture\n";
        assert!(cannon.contains(hop), "{cannon}");
        let pawn = text("pawn");
        assert!(pawn.contains("- captures en passant forward\n"), "{pawn}");
        assert!(
            pawn.contains("- steps one square along a rank or file forward, but not to capture")
        );
        assert!(pawn.contains("- promotes at the far end to Q L G"), "{pawn}");
        assert_eq!(describe(metamachy, "Y"), None);
    }

    #[test]
    fn leaders_say_whom_they_activate() {
        for variant in VARIANTS.iter() {
            for leader in variant.command.iter().flat_map(|command| &command.leaders) {
                let text = describe(variant, &leader.letter.to_string()).unwrap();
                let range = format!("within {} squares", leader.range);
                assert!(
                    text.contains("- is a leader: it activates ") && text.contains(&range),
                    "{text}"
                );
            }
        }
        let pawn = describe(find("metamachy").unwrap(), "P").unwrap();
        assert!(!pawn.contains("leader"), "{pawn}");
    }

    #[test]
    fn every_piece_is_described_within_eighty_columns() {
        for variant in VARIANTS.iter() {
            for piece in &variant.pieces {
                let text = describe(variant, &piece.name).unwrap();
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
                assert!(text.lines().count() > 10, "{text}");
            }
        }
    }
}
