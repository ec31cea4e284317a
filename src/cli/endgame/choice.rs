//! Which endings are asked for.

use super::{CliError, Solver};
use crate::endgame::{EndgameError, Ending, Verdict};
use crate::pieces::PieceType;
use crate::variant::{VARIANTS, Variant, rules};

/// An ending of a game.
pub struct Choice {
    pub variant: &'static Variant,
    pub ending: Ending,
    /// Its letters, and the games where other games have other moves for them.
    pub name: String,
}

/// What makes endings of different games one: letters, movements, promotions.
type Identity = Vec<(char, &'static str, &'static str)>;

/// An ending with the ids of all games that have it.
struct Shared {
    variant: &'static Variant,
    ending: Ending,
    identity: Identity,
    games: Vec<&'static str>,
}

/// Everything asked for, in the order of the command line and of the games' lists.
pub fn choose(solver: &mut Solver<'_>) -> Result<Vec<Choice>, CliError> {
    let variants: Vec<&'static Variant> = match solver.args.variant {
        Some(variant) => vec![variant],
        None => VARIANTS.iter().collect(),
    };
    let mut found = Vec::new();
    for text in &solver.args.endings {
        found.push(named(&variants, text)?);
    }
    for &variant in &variants {
        if solver.args.all {
            found.extend(Ending::singles(&rules(variant)).into_iter().map(|e| (variant, e)));
        }
    }
    for &variant in &variants {
        if solver.args.pairs {
            found.extend(pairs(solver, variant)?.into_iter().map(|ending| (variant, ending)));
        }
    }
    Ok(name(join(found, solver.args.no_promotion)))
}

/// The ending with these letters in the first game that has the pieces.
fn named(
    variants: &[&'static Variant],
    text: &str,
) -> Result<(&'static Variant, Ending), CliError> {
    let mut errors = Vec::new();
    for &variant in variants {
        match Ending::parse(&rules(variant), text) {
            Ok(ending) => return Ok((variant, ending)),
            Err(error) => errors.push(error),
        }
    }
    let missing = |error: &EndgameError| matches!(error, EndgameError::Piece { .. });
    Err(match errors.iter().find(|error| !missing(error)) {
        Some(error) => CliError::input(error),
        None if variants.len() == 1 => CliError::input(&errors[0]),
        None => CliError::Input(format!("no game has the pieces `{text}`")),
    })
}

/// All pairs of pieces of which none wins alone.
fn pairs(solver: &mut Solver<'_>, variant: &'static Variant) -> Result<Vec<Ending>, CliError> {
    let tables = solver.tables(variant);
    let rules = tables.rules();
    let mut minor: Vec<PieceType> = Vec::new();
    for ending in Ending::singles(rules) {
        let kind = ending.kinds()[0];
        if rules.role(kind).promotes() {
            continue;
        }
        let table = tables.table(&ending).map_err(CliError::input)?;
        if table.summary().classes.iter().all(|class| class.verdict() < Verdict::Sometimes) {
            minor.push(kind);
        }
    }
    let pairs = minor.iter().enumerate().flat_map(|(index, &first)| {
        minor[index..].iter().map(move |&second| Ending::new(rules, &[first, second]))
    });
    pairs.collect::<Result<_, _>>().map_err(CliError::input)
}

/// Makes one of what is the same in several games.
fn join(found: Vec<(&'static Variant, Ending)>, no_promotion: bool) -> Vec<Shared> {
    let mut joined: Vec<Shared> = Vec::new();
    for (variant, ending) in found {
        let identity = identity(variant, &ending, no_promotion);
        match joined.iter_mut().find(|shared| shared.identity == identity) {
            Some(shared) => shared.games.push(variant.id),
            None => joined.push(Shared { variant, ending, identity, games: vec![variant.id] }),
        }
    }
    joined
}

fn identity(variant: &'static Variant, ending: &Ending, no_promotion: bool) -> Identity {
    let piece = |kind: &PieceType| {
        let piece = &variant.pieces[kind.index()];
        let promotes = piece.role.promotes() && !no_promotion;
        (piece.letter, piece.betza, if promotes { variant.promotions } else { "" })
    };
    let mut identity: Identity = ending.kinds().iter().map(piece).collect();
    identity.sort_unstable();
    identity
}

fn name(joined: Vec<Shared>) -> Vec<Choice> {
    let letters = |shared: &Shared| shared.ending.letters(&rules(shared.variant));
    let all: Vec<String> = joined.iter().map(letters).collect();
    let named = joined.into_iter().zip(&all).map(|(shared, letters)| {
        let ambiguous = all.iter().filter(|other| *other == letters).count() > 1;
        let games = format!(" ({})", shared.games.join(", "));
        let name = letters.clone() + if ambiguous { &games } else { "" };
        Choice { variant: shared.variant, ending: shared.ending, name }
    });
    named.collect()
}
