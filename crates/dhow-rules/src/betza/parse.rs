//! Parses tokens into a tree.

use std::str::FromStr;

use super::directions::Directions;
use super::error::{BetzaError, BetzaErrorKind as Kind};
use super::legs::{self, Legs};
use super::token::{MAX_TERMS, Token, TokenKind, tokenize};
use super::tree::{Atom, Betza, Manner, Over, Term};
use crate::square::Delta;

/// The only chain with `y`: `a`, and the two diagonals beside the step before (`fs`).
const CHAIN: &str = "yafs";

impl FromStr for Betza {
    type Err = BetzaError;

    fn from_str(text: &str) -> Result<Self, BetzaError> {
        let tokens = tokenize(text)?;
        if tokens.is_empty() {
            return Err(BetzaError::new(Kind::Empty, "", 1));
        }
        let mut reader = Reader { text, rest: &tokens };
        let mut terms = Vec::new();
        while let Some(first) = reader.rest.first() {
            if terms.len() == MAX_TERMS {
                return Err(first.error(Kind::TooManyTerms));
            }
            terms.push(reader.term()?);
        }
        Ok(Betza { terms })
    }
}

/// The small letters before an atom.
#[derive(Default)]
struct Prefix<'t, 'a> {
    directions: Vec<&'t Token<'a>>,
    modifiers: Vec<&'t Token<'a>>,
    /// The `y` of a bent slider.
    bend: Option<&'t Token<'a>>,
    /// The `a` of two legs, with the letters before it. The others belong to the second leg.
    again: Option<FirstLeg<'t, 'a>>,
}

/// The small letters before `a`.
struct FirstLeg<'t, 'a> {
    a: &'t Token<'a>,
    directions: Vec<&'t Token<'a>>,
    modifiers: Vec<&'t Token<'a>>,
}

impl<'t, 'a> Prefix<'t, 'a> {
    fn find(&self, letter: char) -> Option<&'t Token<'a>> {
        self.modifiers.iter().find(|token| token.letter() == letter).copied()
    }

    fn has(&self, letter: char) -> bool {
        self.find(letter).is_some()
    }

    fn add_direction(&mut self, token: &'t Token<'a>) -> Result<(), BetzaError> {
        if self.bend.is_some() {
            return Err(token.error(Kind::BentModifier));
        }
        if self.directions.last().is_some_and(|last| last.column + 1 != token.column) {
            return Err(token.error(Kind::ScatteredDirections));
        }
        self.directions.push(token);
        Ok(())
    }

    fn add_modifier(&mut self, token: &'t Token<'a>) -> Result<(), BetzaError> {
        let same = self.modifiers.iter().filter(|other| other.text == token.text).count();
        let doubled_n = token.text == "n"
            && same == 1
            && self
                .modifiers
                .last()
                .is_some_and(|last| last.text == "n" && last.column + 1 == token.column);
        if same > 0 && !doubled_n {
            return Err(token.error(Kind::RepeatedModifier));
        }
        self.modifiers.push(token);
        Ok(())
    }

    /// The second letter of `nn`.
    fn second_n(&self) -> Option<&'t Token<'a>> {
        self.modifiers.iter().filter(|token| token.letter() == 'n').nth(1).copied()
    }
}

/// An atom with its range.
struct Head<'t, 'a> {
    token: &'t Token<'a>,
    atom: Atom,
    range: u8,
    /// The number or second letter that gave the range.
    suffix: Option<&'t Token<'a>>,
}

struct Reader<'t, 'a> {
    text: &'a str,
    rest: &'t [Token<'a>],
}

impl<'t, 'a> Reader<'t, 'a> {
    fn take(&mut self) -> Option<&'t Token<'a>> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn term(&mut self) -> Result<Term, BetzaError> {
        let start = self.rest.first().map_or(1, |token| token.column);
        let mut prefix = Prefix::default();
        loop {
            let Some(token) = self.take() else {
                return Err(BetzaError::new(Kind::MissingAtom, &self.text[start - 1..], start));
            };
            match token.kind {
                TokenKind::Direction => prefix.add_direction(token)?,
                TokenKind::Modifier => self.modifier(&mut prefix, token)?,
                TokenKind::Range(_) => return Err(token.error(Kind::StrayRange)),
                TokenKind::Atom => return build(&prefix, &self.head(token)?),
                TokenKind::Bracket if token.text == "[" => {
                    check_before_bracket(&prefix)?;
                    return build_legs(&prefix, legs::read(self.text, token, &mut self.rest)?);
                }
                TokenKind::Bracket => return Err(token.error(Kind::StrayBracket)),
            }
        }
    }

    fn modifier(
        &mut self,
        prefix: &mut Prefix<'t, 'a>,
        token: &'t Token<'a>,
    ) -> Result<(), BetzaError> {
        match token.letter() {
            'y' if prefix.bend.is_some() => Err(token.error(Kind::RepeatedModifier)),
            'y' if prefix.again.is_some() => Err(token.error(Kind::AgainModifier)),
            'y' => {
                self.chain(token)?;
                prefix.bend = Some(token);
                Ok(())
            }
            'a' if prefix.again.is_some() => Err(token.error(Kind::ThirdLeg)),
            'a' if prefix.bend.is_some() => Err(token.error(Kind::BentModifier)),
            'a' => {
                let directions = std::mem::take(&mut prefix.directions);
                let modifiers = std::mem::take(&mut prefix.modifiers);
                prefix.again = Some(FirstLeg { a: token, directions, modifiers });
                Ok(())
            }
            _ => prefix.add_modifier(token),
        }
    }

    /// Consumes the rest of the chain that begins with the token `y`.
    fn chain(&mut self, y: &Token<'a>) -> Result<(), BetzaError> {
        let written = &self.text[y.column - 1..];
        let small = written.bytes().take_while(u8::is_ascii_lowercase).count();
        if !written.starts_with(CHAIN) {
            let blamed = &written[..small.min(CHAIN.len())];
            return Err(BetzaError::new(Kind::UnknownChain, blamed, y.column));
        }
        self.rest = &self.rest[CHAIN.len() - 1..];
        Ok(())
    }

    /// Reads the range after an atom: a number, or the same capital again.
    fn head(&mut self, token: &'t Token<'a>) -> Result<Head<'t, 'a>, BetzaError> {
        let (atom, range) = named(token)?;
        let next = self.rest.first();
        let mut head = Head { token, atom, range, suffix: None };
        match next.map(|next| (next.kind, next.text)) {
            Some((TokenKind::Range(range), _)) => head.range = range,
            Some((TokenKind::Atom, text)) if text == token.text => head.range = 0,
            _ => return Ok(head),
        }
        head.suffix = self.take();
        if let Some(second) = head.suffix.filter(|suffix| suffix.kind == TokenKind::Atom) {
            self.check_doubling(token, second)?;
        }
        Ok(head)
    }

    fn check_doubling(&self, first: &Token<'a>, second: &Token<'a>) -> Result<(), BetzaError> {
        if matches!(first.letter(), 'K' | 'R' | 'B' | 'Q') {
            return Err(second.error(Kind::BadDoubling));
        }
        match self.rest.first() {
            Some(third) if third.text == first.text => Err(third.error(Kind::BadDoubling)),
            Some(third) if matches!(third.kind, TokenKind::Range(_)) => {
                Err(third.error(Kind::RangeAfterDoubling))
            }
            _ => Ok(()),
        }
    }
}

/// The atom of a capital, and its range if no number follows.
pub(super) fn named(token: &Token<'_>) -> Result<(Atom, u8), BetzaError> {
    Ok(match token.letter() {
        'W' => (Atom::Wazir, 1),
        'F' => (Atom::Ferz, 1),
        'D' => (Atom::Dabbaba, 1),
        'N' => (Atom::Knight, 1),
        'A' => (Atom::Alfil, 1),
        'H' => (Atom::Threeleaper, 1),
        'C' | 'L' => (Atom::Camel, 1),
        'Z' | 'J' => (Atom::Zebra, 1),
        'G' => (Atom::Tripper, 1),
        'K' => (Atom::King, 1),
        'R' => (Atom::Wazir, 0),
        'B' => (Atom::Ferz, 0),
        'Q' => (Atom::King, 0),
        _ => return Err(token.error(Kind::UnknownLetter)),
    })
}

fn build(prefix: &Prefix<'_, '_>, head: &Head<'_, '_>) -> Result<Term, BetzaError> {
    if let Some(first) = &prefix.again {
        return build_again(first, prefix, head);
    }
    let manner = manner(prefix, head)?;
    let (quiet, capture) = modality(prefix)?;
    // `qN` goes on and on, as `qNN` does.
    let is_plain_circle = manner == Manner::Circular && head.suffix.is_none();
    Ok(Term {
        atom: head.atom,
        range: if is_plain_circle { 0 } else { head.range },
        directions: directions(&prefix.directions, head.atom)?,
        manner,
        quiet,
        capture,
        en_passant: prefix.has('e'),
        initial: prefix.has('i'),
    })
}

fn build_legs(prefix: &Prefix<'_, '_>, legs: Legs) -> Result<Term, BetzaError> {
    let (quiet, capture) = modality(prefix)?;
    Ok(Term {
        atom: legs.first,
        range: 1,
        directions: Directions::all(legs.first),
        manner: Manner::TwoLegs { second: legs.second, straight: legs.straight },
        quiet,
        capture,
        en_passant: false,
        initial: prefix.has('i'),
    })
}

/// Builds a term of two legs of the same atom. `prefix` holds the letters of the second.
fn build_again(
    first: &FirstLeg<'_, '_>,
    prefix: &Prefix<'_, '_>,
    head: &Head<'_, '_>,
) -> Result<Term, BetzaError> {
    let fits = |letters: &'static str| move |token: &&&Token<'_>| !letters.contains(token.letter());
    let before = first.modifiers.iter().find(fits("imc"));
    if let Some(token) = before.or_else(|| prefix.modifiers.iter().find(fits("mc"))) {
        return Err(token.error(Kind::AgainModifier));
    }
    let find = |letter| first.modifiers.iter().find(move |token| token.letter() == letter);
    let over = match (find('m'), find('c')) {
        (Some(_), Some(c)) => return Err(c.error(Kind::AgainEither)),
        (_, Some(_)) => Over::Enemy,
        (_, None) => Over::Empty,
    };
    if let Some(suffix) = head.suffix.filter(|_| head.range != 1) {
        return Err(suffix.error(Kind::AgainRange));
    }
    if head.range != 1 {
        return Err(head.token.error(Kind::AgainRange));
    }
    let turns = match &prefix.directions[..] {
        [] => None,
        [letter, ..] => {
            let turns = directions(&prefix.directions, Atom::King)?;
            if !legs::may_turn(head.atom, turns) {
                return Err(letter.error(Kind::AgainTurn));
            }
            Some(turns)
        }
    };
    let (quiet, capture) = modality(prefix)?;
    let back = Delta::new(0, -1);
    if !quiet && turns.is_some_and(|turns| turns.of(Atom::King) == [back]) {
        return Err(first.a.error(Kind::AgainBack));
    }
    Ok(Term {
        atom: head.atom,
        range: 1,
        directions: directions(&first.directions, head.atom)?,
        manner: Manner::Again { over, turns },
        quiet,
        capture,
        en_passant: false,
        initial: find('i').is_some(),
    })
}

fn directions(tokens: &[&Token<'_>], atom: Atom) -> Result<Directions, BetzaError> {
    let letters: Vec<char> = tokens.iter().map(|token| token.letter()).collect();
    Directions::read(atom, &letters).map_err(|fault| {
        let token: String = letters[fault.start..fault.start + fault.length].iter().collect();
        BetzaError::new(fault.kind, token, tokens[fault.start].column)
    })
}

/// Whether the term may end on an empty square, and whether on an enemy piece.
fn modality(prefix: &Prefix<'_, '_>) -> Result<(bool, bool), BetzaError> {
    let (quiet, capture) = (prefix.has('m'), prefix.has('c'));
    match prefix.find('e') {
        // XBoard reads `e` without `c` as a move that captures en passant only. No game here has
        // such a move.
        Some(e) if !capture => Err(e.error(Kind::EnPassantWithoutCapture)),
        _ if !quiet && !capture => Ok((true, true)),
        _ => Ok((quiet, capture)),
    }
}

fn manner(prefix: &Prefix<'_, '_>, head: &Head<'_, '_>) -> Result<Manner, BetzaError> {
    if let Some(bend) = prefix.bend {
        check_bent(prefix, bend, head)?;
        return Ok(Manner::Bent);
    }
    if let Some(n) = prefix.find('n') {
        check_lame(prefix, n, head)?;
    }
    let mut named = prefix.modifiers.iter().filter(|token| "pgjzq".contains(token.letter()));
    let (named, other) = (named.next(), named.next());
    if let Some(other) = other {
        return Err(other.error(Kind::TwoManners));
    }
    let Some(named) = named else {
        return Ok(if prefix.has('n') { Manner::Lame } else { Manner::Plain });
    };
    let slides = head.range != 1;
    let (manner, fits, otherwise) = match named.letter() {
        'p' => (Manner::Hop, slides, Kind::HopNeedsSlide),
        'g' => (Manner::HopNext, slides, Kind::HopNeedsSlide),
        'j' => {
            let is_line = matches!(head.atom, Atom::Wazir | Atom::Ferz | Atom::King);
            (Manner::Ski, slides && is_line, Kind::SkiAtom)
        }
        'z' => {
            let is_line = matches!(head.atom, Atom::Wazir | Atom::Ferz);
            (Manner::Crooked, slides && is_line, Kind::CrookedAtom)
        }
        _ => {
            let is_oblique = matches!(head.atom, Atom::Knight | Atom::Camel | Atom::Zebra);
            let goes_on = slides || head.suffix.is_none();
            (Manner::Circular, is_oblique && goes_on, Kind::CircularAtom)
        }
    };
    if fits { Ok(manner) } else { Err(named.error(otherwise)) }
}

fn check_lame(
    prefix: &Prefix<'_, '_>,
    n: &Token<'_>,
    head: &Head<'_, '_>,
) -> Result<(), BetzaError> {
    if head.range != 1 {
        return Err(n.error(Kind::LameNeedsLeap));
    }
    match head.atom {
        Atom::Dabbaba | Atom::Alfil | Atom::Knight | Atom::Threeleaper | Atom::Tripper => {}
        Atom::Wazir | Atom::Ferz | Atom::King => return Err(n.error(Kind::NothingBetween)),
        Atom::Camel | Atom::Zebra => return Err(n.error(Kind::ManyBetween)),
    }
    let is_straight = matches!(head.atom, Atom::Dabbaba | Atom::Threeleaper);
    let marks = is_straight && prefix.has('m') && !prefix.has('c');
    match prefix.second_n() {
        Some(second) if !marks => {
            Err(BetzaError::new(Kind::MarkNeedsQuietDabbaba, "nn", second.column - 1))
        }
        _ => Ok(()),
    }
}

fn check_before_bracket(prefix: &Prefix<'_, '_>) -> Result<(), BetzaError> {
    let fits = |token: &Token<'_>| matches!(token.letter(), 'm' | 'c' | 'i');
    let refused = prefix.modifiers.iter().filter(|token| !fits(token));
    let again = prefix.again.as_ref().map(|first| &first.a);
    let refused = refused.chain(&prefix.directions).chain(&prefix.bend).chain(again);
    match refused.min_by_key(|token| token.column) {
        Some(y) if y.letter() == 'y' => {
            Err(BetzaError::new(Kind::BracketModifier, CHAIN, y.column))
        }
        Some(token) => Err(token.error(Kind::BracketModifier)),
        None => Ok(()),
    }
}

fn check_bent(
    prefix: &Prefix<'_, '_>,
    bend: &Token<'_>,
    head: &Head<'_, '_>,
) -> Result<(), BetzaError> {
    for token in &prefix.modifiers {
        let before = token.column < bend.column;
        let fits = match token.letter() {
            'i' => before,
            'm' | 'c' | 'e' => !before,
            _ => false,
        };
        if !fits {
            return Err(token.error(Kind::BentModifier));
        }
    }
    if !matches!(head.token.letter(), 'W' | 'F') {
        return Err(head.token.error(Kind::BentAtom));
    }
    match head.suffix {
        Some(suffix) if head.range != 1 => Err(suffix.error(Kind::BentRange)),
        _ => Ok(()),
    }
}
