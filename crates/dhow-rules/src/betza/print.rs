//! Prints a tree as canonical text.

use std::fmt;

use super::directions::Directions;
use super::tree::{Atom, Betza, Manner, Over, Term};

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&prefix(self))?;
        f.write_str(&head(self))
    }
}

impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            let text = term.to_string();
            f.write_str(&text)?;
            let next = self.terms.get(index + 1).map(Term::to_string);
            if next.is_some_and(|next| text.ends_with(is_capital) && next.starts_with(last(&text)))
            {
                // Two equal capitals in a row would mean a slide, so the first one gets its range.
                write!(f, "{}", term.range)?;
            }
        }
        Ok(())
    }
}

fn is_capital(character: char) -> bool {
    character.is_ascii_uppercase()
}

fn last(text: &str) -> char {
    text.chars().next_back().unwrap_or_default()
}

/// The small letters in the order that XBoard requires.
fn prefix(term: &Term) -> String {
    let mut text = String::new();
    if term.initial {
        text.push('i');
    }
    text += &term.directions.write(term.atom);
    if term.manner == Manner::Bent {
        text += "yafs";
    }
    if let Manner::Again { over, turns } = term.manner {
        text += if over == Over::Enemy { "ca" } else { "ma" };
        text += &turns.map_or(String::new(), Directions::write_turns);
    }
    text += modality(term);
    match term.manner {
        Manner::Hop => text.push('p'),
        Manner::HopNext => text.push('g'),
        Manner::Ski => text.push('j'),
        Manner::Crooked => text.push('z'),
        Manner::Circular => text.push('q'),
        Manner::Lame => text.push('n'),
        Manner::Plain | Manner::Bent | Manner::Again { .. } | Manner::TwoLegs { .. } => {}
    }
    text
}

fn modality(term: &Term) -> &'static str {
    match (term.quiet, term.capture, term.en_passant) {
        (true, true, true) => "mce",
        (false, true, true) => "ce",
        (true, false, _) => "m",
        (false, true, false) => "c",
        _ => "",
    }
}

fn capital(atom: Atom) -> &'static str {
    match atom {
        Atom::Wazir => "W",
        Atom::Ferz => "F",
        Atom::Dabbaba => "D",
        Atom::Knight => "N",
        Atom::Alfil => "A",
        Atom::Threeleaper => "H",
        Atom::Camel => "C",
        Atom::Zebra => "Z",
        Atom::Tripper => "G",
        Atom::King => "K",
    }
}

/// The capital and the range, or the bracket. Writes `N0` instead of `NN`, which XBoard does not
/// read.
fn head(term: &Term) -> String {
    let step = capital(term.atom);
    if let Manner::TwoLegs { second, straight } = term.manner {
        let direction = if straight { "f" } else { "" };
        return format!("[{step}-{direction}{}]", capital(second));
    }
    let slide = match term.atom {
        Atom::Wazir => "R",
        Atom::Ferz => "B",
        Atom::King => "Q",
        _ => step,
    };
    match term.range {
        1 => step.to_string(),
        0 if term.manner == Manner::Circular => step.to_string(),
        0 if slide != step => slide.to_string(),
        range => format!("{slide}{range}"),
    }
}
