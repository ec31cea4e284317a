//! Describes double steps and captures en passant.

use super::english::{a, capital, listed};
use super::facts::{EnPassantKind, Facts};
use super::movement;
use crate::betza::{Atom, Term};
use crate::square::Delta;
use crate::variant::{PieceDef, Variant};

/// White's ranks, from 0, from which a kind of piece may make its initial moves.
pub fn first_ranks(variant: &Variant, piece: &PieceDef) -> Vec<usize> {
    if !piece.initial_ranks.is_empty() {
        return piece.initial_ranks.clone();
    }
    let standing = variant.start_letters();
    let own = standing.iter().filter(|&(_, &letter)| letter == piece.letter);
    let mut ranks: Vec<usize> = own.map(|(square, _)| usize::from(square.rank)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

/// A double or triple step: its directions, and the ranks from which it may be made (`None` for all).
type DoubleStepRule = (Vec<Delta>, Option<Vec<usize>>);

/// The number of squares that a double or triple step goes, in words.
const LENGTHS: [(Atom, &str, &str, &str); 2] = [
    (Atom::Dabbaba, "double", "two", "an empty square"),
    (Atom::Threeleaper, "triple", "three", "two empty squares"),
];

/// The double steps of a kind of piece, or its triple steps, by the atom of these.
fn of_kind(variant: &Variant, piece: &PieceDef, atom: Atom) -> Vec<DoubleStepRule> {
    let only_some = atom == Atom::Threeleaper && !piece.triple_step_ranks.is_empty();
    let double = |term: &Term| {
        let ranks = term.initial().then(|| match only_some {
            true => piece.triple_step_ranks.clone(),
            false => first_ranks(variant, piece),
        });
        (term.steps(), ranks)
    };
    let nowhere = |(_, ranks): &DoubleStepRule| ranks.as_ref().is_some_and(Vec::is_empty);
    let terms = piece.betza.terms.iter();
    let steps = terms.filter(|term| term.is_double_step() && term.atom() == atom);
    steps.map(double).filter(|it| !nowhere(it)).collect()
}

/// Short phrases about the double steps of a kind of piece; empty if it makes none.
pub fn double_steps_in_short(variant: &Variant, piece: &PieceDef) -> Vec<String> {
    let phrases = LENGTHS.into_iter().flat_map(|(atom, length, ..)| {
        of_kind(variant, piece, atom).into_iter().map(move |(_, ranks)| match ranks {
            Some(ranks) => format!("{length} step {}", movement::from_ranks(&ranks)),
            None => format!("{length} step from any rank"),
        })
    });
    phrases.collect()
}

/// The pieces that make double and triple steps, and the ranks from which they do.
pub fn double_steps(variant: &Variant) -> Option<String> {
    let rules = LENGTHS.into_iter().filter_map(|words| steps_of_length(variant, words));
    Some(rules.collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
}

/// The pieces that make steps of a length, and the ranks from which they do.
fn steps_of_length(
    variant: &Variant,
    (atom, length, squares, between): (Atom, &str, &str, &str),
) -> Option<String> {
    let mut alike: Vec<(DoubleStepRule, Vec<&str>)> = Vec::new();
    for piece in &variant.pieces {
        for double in of_kind(variant, piece, atom) {
            match alike.iter_mut().find(|(other, _)| *other == double) {
                Some((_, names)) => names.push(&piece.name),
                None => alike.push((double, vec![&piece.name])),
            }
        }
    }
    let forward = |steps: &[Delta]| steps.iter().all(|step| step.files == 0 && step.ranks > 0);
    let all_forward = alike.iter().all(|((steps, _), _)| forward(steps));
    let part = |((steps, ranks), names): &(DoubleStepRule, Vec<&str>)| {
        let who = a(&listed(names.iter().copied(), "or"));
        let from = match ranks {
            Some(ranks) => movement::from_ranks(ranks),
            None => "from any rank".into(),
        };
        let way = match all_forward {
            true => String::new(),
            false => format!(" ({})", movement::leaps(steps)),
        };
        format!("{who} {from}{way}")
    };
    let parts: Vec<String> = alike.iter().map(part).collect();
    let ahead = if all_forward { " straight forward" } else { "" };
    (!parts.is_empty()).then(|| {
        format!(
            "A {length} step goes {squares} squares{ahead}, over {between} to an empty square. It may be made by {}.",
            listed(parts.iter().map(String::as_str), "and")
        )
    })
}

/// The captures en passant of the game.
pub fn en_passant(variant: &Variant, facts: &Facts) -> Option<String> {
    let name = |&index: &usize| variant.pieces[index].name.as_str();
    let some = |indices: &[usize]| a(&listed(indices.iter().map(name), "or"));
    let mut alike: Vec<(&[usize], Vec<usize>)> = Vec::new();
    for EnPassantKind { victim, by, .. } in &facts.en_passant {
        match alike.iter_mut().find(|(other, _)| *other == &by[..]) {
            Some((_, victims)) => victims.push(*victim),
            None => alike.push((by, vec![*victim])),
        }
    }
    if alike.is_empty() {
        return None;
    }
    let has_triple =
        variant.pieces.iter().any(|it| !of_kind(variant, it, Atom::Threeleaper).is_empty());
    let (step, square) = match has_triple {
        true => ("double or triple step", "a square"),
        false => ("double step", "the square"),
    };
    let part = |(by, victims): &(&[usize], Vec<usize>)| {
        format!(
            "when {} has made a {step}, an enemy {} that could capture on {square} passed over may \
             capture it by going there, in the very next move only",
            some(victims),
            listed(by.iter().map(name), "or"),
        )
    };
    let parts: Vec<String> = alike.iter().map(part).collect();
    let mut text = format!("En passant: {}.", parts.join("; "));
    let capturers: Vec<usize> = alike.iter().flat_map(|(by, _)| by.iter().copied()).collect();
    let only_victims: Vec<usize> =
        facts.en_passant.iter().map(|it| it.victim).filter(|it| !capturers.contains(it)).collect();
    if !only_victims.is_empty() {
        text += &format!(
            " {} can be captured in this way, but does not capture in this way.",
            capital(&some(&only_victims))
        );
    }
    if facts.en_passant.iter().any(|it| it.may_promote) {
        text += &match variant.promotion.en_passant {
            true => format!(
                " A piece that promotes by a {step} can also be captured in this way, as what it has become."
            ),
            false => format!(" A piece that promotes by a {step} cannot be captured in this way."),
        };
    }
    Some(text)
}
