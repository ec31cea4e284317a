//! Games from files, in the dialect of Fairy-Stockfish's `variants.ini`.
//!
//! A file has sections `[name]` or `[name:parent]`, one for each game. A game starts from its
//! parent, which is an earlier game of the file or an already known one, or from orthodox chess.
//! Lines `key = value` change it. Keys and values are those of Fairy-Stockfish where it has them;
//! docs/variants.md lists them all, with Dhow's additions. A rule that the engine does not support
//! is refused with its name.
//!
//! Files are untrusted: their size and the numbers of lines, games, squares, pieces and movements
//! are bounded.
//!
//! ```
//! use dhow_rules::game::read_variants;
//!
//! let mut files = Default::default();
//! read_variants(&mut files, "[knightmate:chess]\nking = k:N\ncommoner = n\nknight = -\n")?;
//! assert_eq!(files.games()[0].id, "knightmate");
//! # Ok::<(), Vec<dhow_rules::variant::ini::Mistake>>(())
//! ```

mod build;
mod confined;
mod draft;
mod extinction;
mod flag;
mod immobility;
mod keys;
mod lines;
mod mistake;
mod pictures;
mod pieces;
mod redundant;
mod rights;
mod sides;
mod squares;
#[cfg(test)]
mod tests;
mod worth;

pub use lines::MAX_FILE;
pub use mistake::{Mistake, Problem};

pub(super) use immobility::squares as stuck_squares;
pub(super) use lines::MAX_NAME;
pub(super) use pieces::KNOWN as KNOWN_PIECES;

use super::{RulesError, Variant};
use crate::pieces::Letter;
use draft::Draft;
use lines::Section;
use once_cell::sync::Lazy;
use std::sync::Arc;

/// The variant files that come with the program. `share/variants` has links to them.
const SHIPPED_FILES: [&str; 8] = [
    include_str!("shipped/chess.ini"),
    include_str!("shipped/capablanca.ini"),
    include_str!("shipped/grand.ini"),
    include_str!("shipped/shako.ini"),
    include_str!("shipped/courier.ini"),
    include_str!("shipped/terachess.ini"),
    include_str!("shipped/gigachess.ini"),
    include_str!("shipped/chu.ini"),
];

/// Games of other programs that files start from.
const PARENTS: &str = include_str!("parents.ini");

static SHIPPED: Lazy<VariantFiles> = Lazy::new(|| {
    let mut files = VariantFiles { drafts: Vec::new(), games: Vec::new() };
    let read = |files: &mut VariantFiles, text: &str| {
        // A test shows that the games can be played.
        if let Err(mistakes) = files.read(text, &|_| Ok(())) {
            panic!("a file that comes with the program: {mistakes:?}");
        }
    };
    SHIPPED_FILES.iter().for_each(|text| read(&mut files, text));
    let shipped = files.games.len();
    // Parents are not games of their own.
    read(&mut files, PARENTS);
    files.games.truncate(shipped);
    files
});

/// The games of the variant files that come with the program.
///
/// # Panics
/// If these files contain a mistake. A test rules that out.
pub fn shipped_games() -> &'static [Arc<Variant>] {
    SHIPPED.games()
}

/// The games of variant files, in the order of their lines. Games that come with the program can be
/// used as parents.
#[derive(Clone, Debug)]
pub struct VariantFiles {
    drafts: Vec<(String, Draft)>,
    games: Vec<Arc<Variant>>,
}

impl Default for VariantFiles {
    fn default() -> Self {
        Self { drafts: SHIPPED.drafts.clone(), games: Vec::new() }
    }
}

impl VariantFiles {
    /// Adds the games of a text. A game whose name is already present replaces the earlier one.
    /// `check` finds the problems that show only in the compiled game.
    ///
    /// # Errors
    /// All mistakes, sorted by line. In that case no game is added.
    pub fn read(
        &mut self,
        text: &str,
        check: &dyn Fn(&Arc<Variant>) -> Result<(), Problem>,
    ) -> Result<(), Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let sections = lines::sections(text, &mut mistakes);
        let mut read = self.clone();
        for section in &sections {
            let mistaken = mistakes.len();
            let known = |name: &str| {
                let mut drafts = read.drafts.iter().rev();
                drafts.find(|(other, _)| other == name).map(|(_, draft)| draft.clone())
            };
            let parent = match section.parent {
                None => Draft::chess(),
                Some(name) => known(name).unwrap_or_else(|| {
                    let problem = Problem::Parent(name.into());
                    mistakes.push(Mistake {
                        line: section.line,
                        key: section.name.into(),
                        problem,
                    });
                    Draft::chess()
                }),
            };
            let mut draft = draft::read(&parent, &section.entries, &mut mistakes);
            // A game does not inherit what is said about its parent.
            let says = |key: &str| section.entries.iter().any(|entry| entry.key == key);
            draft.title = draft.title.filter(|_| says("title"));
            draft.summary = draft.summary.filter(|_| says("summary"));
            draft.inventor = draft.inventor.filter(|_| says("inventor"));
            draft.difficulty = draft.difficulty.filter(|_| says("difficulty"));
            if mistaken == mistakes.len() {
                match game(section.name, &draft, check) {
                    Ok(variant) => {
                        read.games.retain(|other| other.id != variant.id);
                        read.games.push(variant);
                    }
                    Err(fault) => mistakes.push(mistake(section, fault)),
                }
            }
            read.drafts.push((section.name.into(), draft));
        }
        mistakes.sort_by_key(|mistake| mistake.line);
        if mistakes.is_empty() {
            *self = read;
            Ok(())
        } else {
            Err(mistakes)
        }
    }

    /// The games read so far.
    pub fn games(&self) -> &[Arc<Variant>] {
        &self.games
    }
}

/// A problem of a game and the key that causes it; the key is empty if the game as a whole does.
type PlacedProblem = (String, Problem);

/// The place of a problem: the line of its key, otherwise the line of the key for both sides, otherwise that of the
/// corresponding key of the other side, otherwise the header, because the value is inherited.
fn mistake(section: &Section, (key, problem): PlacedProblem) -> Mistake {
    let stem = key.strip_suffix("Black").or_else(|| key.strip_suffix("White"));
    let twin = key.strip_suffix("Black").map(|region| format!("{region}White"));
    let written = |key: &str| section.entries.iter().find(|entry| entry.key == key);
    match written(&key).or_else(|| written(stem?)).or_else(|| written(&twin?)) {
        Some(entry) => Mistake { line: entry.line, key: entry.key.into(), problem },
        None => Mistake {
            line: section.line,
            key: section.name.into(),
            problem: match keys::in_words(&key) {
                Some(words) => Problem::Inherited(words, Box::new(problem)),
                None => problem,
            },
        },
    }
}

fn game(
    name: &str,
    draft: &Draft,
    check: &dyn Fn(&Arc<Variant>) -> Result<(), Problem>,
) -> Result<Arc<Variant>, PlacedProblem> {
    draft.confined.check(draft)?;
    let variant = build::build(name, draft).map_err(|(key, problem)| (key.to_string(), problem))?;
    let variant = Arc::new(variant);
    check(&variant).map_err(|problem| (culprit(draft, &problem), problem))?;
    Ok(variant)
}

/// The key that causes a problem of the compiled game.
fn culprit(draft: &Draft, problem: &Problem) -> String {
    let of_piece = |letter: Letter| {
        let piece = draft.pieces.iter().find(|piece| letter == piece.letter);
        piece.map_or(String::new(), |piece| piece.key.clone())
    };
    match problem {
        Problem::Start(_) | Problem::Rules(RulesError::Start(_)) => "startFen".into(),
        Problem::Rules(error) => match *error {
            RulesError::Movement { letter, .. } => of_piece(letter),
            RulesError::Castling(_) => "castling".into(),
            RulesError::Promotion(_) | RulesError::NoPromotions(_) => "promotionPieceTypes".into(),
            RulesError::PromotesBy(_) => "promotionMoves".into(),
            RulesError::PromotionLimit(_) => "promotionLimit".into(),
            RulesError::PromotionLastRanks(_) => "promotionLastRanks".into(),
            RulesError::AntiTradeEnPassant => "antiTradeTypes".into(),
            RulesError::FlagSafe => "flagPieceSafe".into(),
            RulesError::FlagStart(_) => "flagRegionWhite".into(),
            RulesError::PromotionRanks { .. } => "promotionRegionWhite".into(),
            RulesError::SetupChief(_)
            | RulesError::SetupSquare(_)
            | RulesError::SetupCastling(_)
            | RulesError::SetupCount
            | RulesError::SetupPosition { .. }
            | RulesError::SetupSize { .. }
            | RulesError::SetupStart { .. } => "setupGroup1".into(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}
