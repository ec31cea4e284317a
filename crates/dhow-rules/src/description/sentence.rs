//! One plain sentence about a movement, for people who know chess.

mod leaps;
mod locust;

use super::english::{capital, listed};
use super::movement;
use crate::betza::{Atom, Betza, Manner, Term};
use leaps::LeapSet;

/// What is said after leaps.
const OVER_ANYTHING: &str = ", over anything in its way";

/// A way of moving: a verb, and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    verb: &'static str,
    rest: String,
}

impl Part {
    fn new(verb: &'static str, rest: impl Into<String>) -> Self {
        Self { verb, rest: rest.into() }
    }

    /// A text that begins with a verb.
    fn of_text(text: &str) -> Self {
        for verb in ["steps", "slides", "leaps", "goes"] {
            if let Some(rest) = text.strip_prefix(verb).and_then(|rest| rest.strip_prefix(' ')) {
                return Self::new(verb, rest);
            }
        }
        Self::new("", text)
    }

    fn text(&self) -> String {
        match self.verb {
            "" => self.rest.clone(),
            verb => format!("{verb} {}", self.rest),
        }
    }
}

/// A movement in one sentence. `ranks` are the ranks from which the piece may make its initial
/// moves. The initial moves of a `royal` piece are its jump; `also` are phrases about that and other
/// special moves.
///
/// The sentence says where the piece goes, and what it may do there. It leaves out captures en
/// passant and promotion.
pub fn sentence(betza: &Betza, royal: bool, ranks: &[usize], also: &[&str]) -> String {
    let is_left_out = |term: &Term| term.initial() && (royal || ranks.is_empty());
    let terms: Vec<&Term> = betza.terms.iter().filter(|term| !is_left_out(term)).collect();
    let (doubles, terms): (Vec<&Term>, Vec<&Term>) =
        terms.into_iter().partition(|term| is_double_step_ahead(term));
    let of = |quiet: bool, capture: bool| -> Vec<&Term> {
        let chosen = terms.iter().filter(|it| (it.quiet(), it.capture()) == (quiet, capture));
        chosen.copied().collect()
    };
    let (both, quiet, capture) = (of(true, true), of(true, false), of(false, true));
    let alone = doubles.is_empty()
        && [&both, &quiet, &capture].iter().filter(|it| !it.is_empty()).count() == 1;
    let mut text = match over_one_piece(&both, &quiet, &capture) {
        Some(text) if doubles.is_empty() => text,
        _ => {
            modes([both, quiet, capture].map(|terms| parts(&terms, alone, ranks)), &doubles, ranks)
        }
    };
    for phrase in also {
        text += phrase;
    }
    capital(&text) + "."
}

/// Joins what a piece does with and without capturing.
fn modes([both, quiet, capture]: [Vec<Part>; 3], doubles: &[&Term], ranks: &[usize]) -> String {
    let takes = |parts: &[Part]| {
        let each: Vec<String> = parts
            .iter()
            .map(|part| match part.verb {
                "" => part.rest.clone(),
                _ => format!("captures {}", part.rest.trim_end_matches(OVER_ANYTHING)),
            })
            .collect();
        listed(each.iter().map(String::as_str), "or")
    };
    let double = double_steps(doubles, ranks);
    let mut clauses = Vec::new();
    if !both.is_empty() {
        clauses.push(joined(&both));
    }
    let mut free = joined(&quiet);
    match (quiet.is_empty(), &double) {
        (_, None) => {}
        (true, Some(double)) if both.is_empty() => free = format!("steps {double}"),
        (true, Some(double)) => free = double.clone(),
        // One step and the longer ones together.
        (false, Some(double)) if free == "steps one square straight forward" => {
            free = match double.strip_suffix(" squares straight forward") {
                Some(numbers) => format!("steps one or {numbers} squares straight forward"),
                None => {
                    let numbers = double.replace(" squares straight forward", "");
                    format!("steps one square straight forward, or {numbers}")
                }
            };
        }
        (false, Some(double)) => free = format!("{free}, or {double}"),
    }
    // A Pawn's step and its captures together.
    let pawn = free == "steps one square straight forward"
        && takes(&capture) == "captures one square diagonally forward";
    if pawn && let [both] = &clauses[..] {
        return format!("{both}, or moves and captures one square like a Pawn");
    }
    if !free.is_empty() {
        let only = both.is_empty() && !capture.is_empty();
        clauses.push(if only { free } else { format!("{free} without capturing") });
    }
    let mut text = clauses.join(", or ");
    if !capture.is_empty() {
        text = match text.is_empty() {
            true => format!("only {}", takes(&capture)),
            false => format!(
                "{text}, and {}{}",
                if both.is_empty() { "" } else { "also " },
                takes(&capture)
            ),
        };
    }
    text
}

/// Whether a term is a double or triple step straight ahead.
fn is_double_step_ahead(term: &Term) -> bool {
    term.is_double_step() && term.steps().iter().all(|step| step.files == 0 && step.ranks > 0)
}

/// Double and triple steps straight ahead: `two squares straight forward`, perhaps with `from its
/// 2nd rank`. `None` without any.
fn double_steps(doubles: &[&Term], ranks: &[usize]) -> Option<String> {
    let lengths = |initial: bool| -> Vec<String> {
        let chosen = doubles.iter().filter(|term| term.initial() == initial);
        chosen.flat_map(|term| term.steps()).map(|step| word(step.ranks.unsigned_abs())).collect()
    };
    let list = |words: &[String]| listed(words.iter().map(String::as_str), "or");
    let (always, first) = (lengths(false), lengths(true));
    let mut said = Vec::new();
    if !always.is_empty() {
        said.push(format!("{} squares straight forward", list(&always)));
    }
    if !first.is_empty() {
        let from = movement::from_ranks(ranks);
        said.push(format!("{} squares straight forward {from}", list(&first)));
    }
    (!said.is_empty()).then(|| said.join(", or "))
}

/// The sentence about a piece that moves as a slider and captures beyond one piece.
fn over_one_piece(both: &[&Term], quiet: &[&Term], capture: &[&Term]) -> Option<String> {
    let ([], [slide], [hop]) = (both, quiet, capture) else { return None };
    let alike = slide.steps() == hop.steps() && [slide.range(), hop.range()] == [0, 0];
    let rest = slider(slide).filter(|_| alike && hop.manner() == Manner::Hop && !hop.initial())?;
    Some(format!("moves like a {rest}, but to capture it must leap over exactly one piece"))
}

/// The chess piece that slides as a term does; `None` if there is none.
fn slider(term: &Term) -> Option<&'static str> {
    if term.manner() != Manner::Plain || term.range() != 0 || term.initial() || !is_whole(term) {
        return None;
    }
    Some(match term.atom() {
        Atom::Wazir => "Rook",
        Atom::Ferz => "Bishop",
        Atom::King => "Queen",
        _ => return None,
    })
}

/// A slide in all directions of at most some squares; `None` for other terms.
fn limited_slide(term: &Term) -> Option<Part> {
    let is_slide = term.manner() == Manner::Plain && term.range() > 1 && !term.initial();
    let lines = match term.atom() {
        Atom::Wazir => "along a rank or file",
        Atom::Ferz => "diagonally",
        Atom::King => "in any direction",
        _ => return None,
    };
    let rest = format!("up to {} squares {lines}", word(term.range()));
    (is_slide && is_whole(term)).then(|| Part::new("slides", rest))
}

/// Whether a term goes in all directions of its atom.
fn is_whole(term: &Term) -> bool {
    term.steps().len() == term.atom().steps().len()
}

/// The ways of a set of terms that may do the same at the end. `alone`: the piece has no other terms.
fn parts(terms: &[&Term], alone: bool, ranks: &[usize]) -> Vec<Part> {
    let mut leaps = LeapSet::default();
    let (mut sliders, mut limited) = (Vec::new(), Vec::new());
    let mut rest: Vec<&Term> = Vec::new();
    for &term in terms {
        if let Some(name) = slider(term) {
            sliders.push(name);
        } else if let Some(part) = limited_slide(term) {
            limited.push(part);
        } else if term.manner() == Manner::Plain
            && term.range() == 1
            && !term.initial()
            && is_whole(term)
        {
            leaps.add(term);
        } else {
            rest.push(term);
        }
    }
    let mut said = locust::captures_on_the_way(&mut rest);
    for term in std::mem::take(&mut rest) {
        match (term.manner(), term.initial() || !is_whole(term)) {
            (Manner::Bent, false) => said.extend(leaps.bent(term)),
            (Manner::TwoLegs { .. }, false) => rest.push(term),
            _ => said.push(other(term, ranks)),
        }
    }
    said.extend(leaps.in_a_row(&mut rest));
    said.extend(rest.into_iter().map(|term| other(term, ranks)));
    let only = alone && said.is_empty() && limited.is_empty();
    let mut found = like_chess(&mut leaps, &sliders, only);
    found.extend(limited);
    // A Knight's leap stands behind steps.
    let at = if sliders.is_empty() && leaps.is_steps() { 0 } else { found.len() };
    found.splice(at..at, leaps.into_parts());
    found.extend(said);
    found
}

/// A term for which there is no short form.
fn other(term: &Term, ranks: &[usize]) -> Part {
    let mut part = Part::of_text(&movement::way(term));
    if term.initial() {
        part.rest += &format!(", only {}", movement::from_ranks(ranks));
    }
    part
}

/// What is like a piece of chess. `only`: there is nothing else, so that a piece is not explained by
/// itself.
fn like_chess(leaps: &mut LeapSet, sliders: &[&'static str], only: bool) -> Vec<Part> {
    let knight = leaps.oblique.contains(&(1, 2));
    if sliders.is_empty() {
        // A Knight's leap goes by its name beside other moves.
        let others = leaps.oblique.len() + leaps.straight.len() + leaps.diagonal.len() > 1;
        let ring = leaps.has_ring();
        if knight && (others || !only) && !ring {
            leaps.oblique.remove(&(1, 2));
            return vec![Part::new("leaps", "like a Knight")];
        }
        return Vec::new();
    }
    if only
        && leaps.is_empty()
        && let [name] = sliders
    {
        let lines = match *name {
            "Rook" => "along a rank or file",
            "Bishop" => "diagonally",
            _ => "in any direction",
        };
        return vec![Part::new("moves", format!("any number of empty squares {lines}"))];
    }
    let mut names: Vec<String> = sliders.iter().map(|name| format!("a {name}")).collect();
    if knight {
        leaps.oblique.remove(&(1, 2));
        names.push("a Knight".into());
    }
    vec![Part::new("moves", format!("like {}", listed(names.iter().map(String::as_str), "or")))]
}

/// Joins ways of moving with `or`. Verbs are not repeated, and that leaps go over anything is said
/// once, at the end.
fn joined(parts: &[Part]) -> String {
    let leaping = parts.iter().rposition(|part| part.rest.ends_with(OVER_ANYTHING));
    let mut text = String::new();
    for (index, part) in parts.iter().enumerate() {
        let mut part = part.clone();
        if leaping.is_some_and(|last| index < last) {
            part.rest.truncate(part.rest.trim_end_matches(OVER_ANYTHING).len());
        }
        text += &match index.checked_sub(1).map(|before| parts[before].verb) {
            None => part.text(),
            Some(verb) if verb == part.verb && !verb.is_empty() => format!(", or {}", part.rest),
            Some(_) => format!(", or {}", part.text()),
        };
    }
    text
}

/// A small number in words.
fn word(number: u8) -> String {
    match number {
        1 => "one".into(),
        2 => "two".into(),
        3 => "three".into(),
        4 => "four".into(),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests;
