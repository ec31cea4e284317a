//! Which endings are asked for.

use super::{CliError, Solver};
use crate::betza::{Betza, CanonicalForm};
use crate::endgame::{EndgameError, Ending, Verdict};
use crate::geometry::Geometry;
use crate::pieces::PieceType;
use crate::variant::{Rules, Variant};
use std::sync::Arc;

/// An ending of a game.
pub struct Choice {
    pub variant: Arc<Variant>,
    pub ending: Ending,
    /// Its letters, and the games where other games have other moves for them.
    pub name: String,
}

/// What makes endings of different games one: letters, movements, promotions.
type Identity = Vec<(char, Option<CanonicalForm>, String)>;

/// An ending with the ids of all games that have it.
struct Shared {
    variant: Arc<Variant>,
    ending: Ending,
    identity: Identity,
    games: Vec<String>,
}

/// Everything asked for, in the order of the command line and of the games' lists.
pub fn choose<G: Geometry>(solver: &mut Solver<'_, G>) -> Result<Vec<Choice>, CliError> {
    let variants = solver.variants.clone();
    let mut found = Vec::new();
    for text in &solver.args.endings {
        found.push(named::<G>(&variants, text)?);
    }
    for variant in &variants {
        if solver.args.all {
            let endings = Ending::singles(&*rules::<G>(variant)?).into_iter();
            found.extend(endings.map(|ending| (variant.clone(), ending)));
        }
    }
    for variant in &variants {
        if solver.args.pairs {
            let endings = pairs(solver, variant)?.into_iter();
            found.extend(endings.map(|ending| (variant.clone(), ending)));
        }
    }
    name::<G>(join(found, solver.args.no_promotion))
}

fn rules<G: Geometry>(variant: &Arc<Variant>) -> Result<Arc<Rules<G>>, CliError> {
    Rules::of(variant).map_err(CliError::input)
}

/// The ending with these letters in the first game that has the pieces.
fn named<G: Geometry>(
    variants: &[Arc<Variant>],
    text: &str,
) -> Result<(Arc<Variant>, Ending), CliError> {
    let mut errors = Vec::new();
    for variant in variants {
        match Ending::parse(&*rules::<G>(variant)?, text) {
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

/// All pairs of pieces of which none wins alone.
fn pairs<G: Geometry>(
    solver: &mut Solver<'_, G>,
    variant: &Arc<Variant>,
) -> Result<Vec<Ending>, CliError> {
    let tables = solver.tables(variant)?;
    let rules = tables.rules();
    let mut minor: Vec<PieceType> = Vec::new();
    for ending in Ending::singles(rules) {
        let kind = ending.kinds()[0];
        if rules.promotes(kind) {
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
fn join(found: Vec<(Arc<Variant>, Ending)>, no_promotion: bool) -> Vec<Shared> {
    let mut joined: Vec<Shared> = Vec::new();
    for (variant, ending) in found {
        let identity = identity(&variant, &ending, no_promotion);
        let game = variant.id.clone();
        match joined.iter_mut().find(|shared| shared.identity == identity) {
            Some(shared) => shared.games.push(game),
            None => joined.push(Shared { variant, ending, identity, games: vec![game] }),
        }
    }
    joined
}

fn identity(variant: &Variant, ending: &Ending, no_promotion: bool) -> Identity {
    let piece = |kind: &PieceType| {
        let piece = &variant.pieces[kind.index()];
        let promotions = if no_promotion { "" } else { variant.promotions_of(piece) }.to_string();
        let movement = piece.betza.parse::<Betza>().ok();
        (piece.letter, movement.as_ref().map(CanonicalForm::entire), promotions)
    };
    let mut identity: Identity = ending.kinds().iter().map(piece).collect();
    identity.sort_unstable();
    identity
}

fn name<G: Geometry>(joined: Vec<Shared>) -> Result<Vec<Choice>, CliError> {
    let letters = |shared: &Shared| Ok(shared.ending.letters(&*rules::<G>(&shared.variant)?));
    let all: Vec<String> = joined.iter().map(letters).collect::<Result<_, CliError>>()?;
    let named = joined.into_iter().zip(&all).map(|(shared, letters)| {
        let ambiguous = all.iter().filter(|other| *other == letters).count() > 1;
        let games = format!(" ({})", shared.games.join(", "));
        let name = letters.clone() + if ambiguous { &games } else { "" };
        Choice { variant: shared.variant, ending: shared.ending, name }
    });
    Ok(named.collect())
}
