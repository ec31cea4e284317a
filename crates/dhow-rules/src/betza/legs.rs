//! Moves in two legs: `[W-fD]` and `caK`.

use super::directions::Directions;
use super::error::{BetzaError, BetzaErrorKind as Kind};
use super::parse::named;
use super::token::{Token, TokenKind};
use super::tree::{Atom, Symmetry};
use crate::square::Delta;

/// The contents of a bracket.
pub(super) struct Legs {
    pub first: Atom,
    pub second: Atom,
    /// Whether the second leg continues in the direction of the first.
    pub straight: bool,
}

/// Reads from after the token `open`, a `[`, up to the matching `]`, and removes those tokens from
/// the front of `rest`.
pub(super) fn read<'a>(
    text: &'a str,
    open: &Token<'a>,
    rest: &mut &[Token<'a>],
) -> Result<Legs, BetzaError> {
    let mut next = || {
        let unclosed = || BetzaError::new(Kind::OpenBracket, &text[open.column - 1..], open.column);
        let (token, others) = rest.split_first().ok_or_else(unclosed)?;
        *rest = others;
        Ok(*token)
    };
    let first = leg(&next()?)?;
    expect(&next()?, "-", Kind::LegDash)?;
    let mut token = next()?;
    let direction = (token.text == "f").then_some(token);
    if direction.is_some() {
        token = next()?;
    }
    let second = leg(&token)?;
    expect(&next()?, "]", Kind::LegEnd)?;
    let straight = direction.is_some();
    let goes_on = |step: Delta| onward(step, second, straight).next().is_some();
    match direction {
        Some(f) if !first.steps().into_iter().any(goes_on) => Err(f.error(Kind::NotStraightOn)),
        _ => Ok(Legs { first, second, straight }),
    }
}

fn leg(token: &Token<'_>) -> Result<Atom, BetzaError> {
    match token.kind {
        TokenKind::Direction => Err(token.error(Kind::LegDirection)),
        TokenKind::Atom => match named(token)? {
            (atom, 1) => Ok(atom),
            _ => Err(token.error(Kind::LegAtom)),
        },
        _ => Err(token.error(Kind::LegAtom)),
    }
}

fn expect(token: &Token<'_>, text: &str, kind: Kind) -> Result<(), BetzaError> {
    if token.text == text { Ok(()) } else { Err(token.error(kind)) }
}

/// The steps of the atom `second` that may follow `first`: if `straight`, those in the same
/// direction, otherwise all but the step back to the start.
pub(super) fn onward(first: Delta, second: Atom, straight: bool) -> impl Iterator<Item = Delta> {
    let follows =
        move |then: &Delta| if straight { is_onward(first, *then) } else { *then != -first };
    second.steps().into_iter().filter(follows)
}

/// The second legs that may follow the step `first` of `atom`: in these directions, relative to
/// `first`; without directions, all steps of `atom` but the one back to the start.
pub(super) fn again(first: Delta, atom: Atom, turns: Option<Directions>) -> Vec<Delta> {
    let Some(turns) = turns else { return onward(first, atom, false).collect() };
    // The steps of a King, clockwise from straight ahead, are turns by eighths.
    let eighths = Atom::King.steps();
    let far = first.distance();
    let ahead = Delta::new(first.files.signum(), first.ranks.signum());
    let turned = |by: Delta| {
        if atom.symmetry() == Symmetry::Oblique {
            return if by.ranks > 0 { first } else { -first };
        }
        let index = |step: Delta| eighths.iter().position(|&it| it == step).unwrap_or(0);
        let unit = eighths[(index(ahead) + index(by)) % eighths.len()];
        unit.times(far)
    };
    turns.of(Atom::King).into_iter().map(turned).collect()
}

/// Whether a second leg of an atom may have these directions: a Knight and its like only go on or back.
pub(super) fn may_turn(atom: Atom, turns: Directions) -> bool {
    atom.symmetry() != Symmetry::Oblique || turns.of(Atom::King).iter().all(|turn| turn.files == 0)
}

/// Whether two steps have the same direction.
fn is_onward(first: Delta, then: Delta) -> bool {
    let across = first.files * then.ranks - first.ranks * then.files;
    let along = first.files * then.files + first.ranks * then.ranks;
    across == 0 && along > 0
}
