//! The choice of endings.

use super::{CliError, Solver};
use dhow_engine::endgame::{EndgameError, Ending, WinFrequency};
use dhow_rules::betza::CanonicalForm;
use dhow_rules::pieces::{Letter, PieceType};
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// An ending of a variant.
pub struct Choice {
    pub variant: Arc<Variant>,
    pub ending: Ending,
    /// Its letters, and the variants if the letters mean other pieces elsewhere.
    pub name: String,
}

/// The properties by which endings of different variants are equal: letters, movements, promotions.
type Identity = Vec<(Letter, CanonicalForm, String)>;

/// An ending with the ids of all variants that have it.
struct SharedEnding {
    variant: Arc<Variant>,
    ending: Ending,
    identity: Identity,
    games: Vec<String>,
}

/// All requested endings, in the order of the command line and of the variants' lists.
pub fn choose(solver: &mut Solver<'_>) -> Result<Vec<Choice>, CliError> {
    let variants = solver.variants.clone();
    let mut found = Vec::new();
    for text in &solver.args.endings {
        found.push(named(solver, &variants, text)?);
    }
    for variant in &variants {
        if solver.args.all {
            let endings = solver.tables(variant)?.singles().into_iter();
            found.extend(endings.map(|ending| (variant.clone(), ending)));
        }
    }
    for variant in &variants {
        if solver.args.pairs {
            let endings = pairs(solver, variant)?.into_iter();
            found.extend(endings.map(|ending| (variant.clone(), ending)));
        }
    }
    let joined = join(found, solver.args.no_promotion);
    name(solver, joined)
}

/// The ending with these letters in the first variant that has the pieces.
fn named(
    solver: &mut Solver<'_>,
    variants: &[Arc<Variant>],
    text: &str,
) -> Result<(Arc<Variant>, Ending), CliError> {
    let mut errors = Vec::new();
    for variant in variants {
        match solver.tables(variant)?.parse(text) {
            Ok(ending) => return Ok((variant.clone(), ending)),
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

/// All pairs of pieces of which neither wins alone.
fn pairs(solver: &mut Solver<'_>, variant: &Arc<Variant>) -> Result<Vec<Ending>, CliError> {
    let tables = solver.tables(variant)?;
    let mut minor: Vec<PieceType> = Vec::new();
    for ending in tables.singles() {
        let kind = ending.kinds()[0];
        if !variant.promotions_of(&variant.pieces[kind.index()]).is_empty() {
            continue;
        }
        let solved = tables.solve(&ending, &mut |_, _| {}).map_err(CliError::input)?;
        if solved.classes.iter().all(|(class, _)| class.verdict() < WinFrequency::Sometimes) {
            minor.push(kind);
        }
    }
    let pairs = minor.iter().enumerate().flat_map(|(index, &first)| {
        minor[index..].iter().map(move |&second| tables.ending(&[first, second]))
    });
    pairs.collect::<Result<_, _>>().map_err(CliError::input)
}

/// Joins equal endings of several variants.
fn join(found: Vec<(Arc<Variant>, Ending)>, no_promotion: bool) -> Vec<SharedEnding> {
    let mut joined: Vec<SharedEnding> = Vec::new();
    for (variant, ending) in found {
        let identity = identity(&variant, &ending, no_promotion);
        let game = variant.id.clone();
        match joined.iter_mut().find(|shared| shared.identity == identity) {
            Some(shared) => shared.games.push(game),
            None => joined.push(SharedEnding { variant, ending, identity, games: vec![game] }),
        }
    }
    joined
}

fn identity(variant: &Variant, ending: &Ending, no_promotion: bool) -> Identity {
    let piece = |kind: &PieceType| {
        let piece = &variant.pieces[kind.index()];
        let promotions = if no_promotion { "" } else { variant.promotions_of(piece) }.to_string();
        (piece.letter, CanonicalForm::entire(&piece.betza), promotions)
    };
    let mut identity: Identity = ending.kinds().iter().map(piece).collect();
    identity.sort_unstable();
    identity
}

fn name(solver: &mut Solver<'_>, joined: Vec<SharedEnding>) -> Result<Vec<Choice>, CliError> {
    let mut letters =
        |shared: &SharedEnding| Ok(solver.tables(&shared.variant)?.letters(&shared.ending));
    let all: Vec<String> = joined.iter().map(&mut letters).collect::<Result<_, CliError>>()?;
    let named = joined.into_iter().zip(&all).map(|(shared, letters)| {
        let ambiguous = all.iter().filter(|other| *other == letters).count() > 1;
        let games = format!(" ({})", shared.games.join(", "));
        let name = letters.clone() + if ambiguous { &games } else { "" };
        Choice { variant: shared.variant, ending: shared.ending, name }
    });
    Ok(named.collect())
}
