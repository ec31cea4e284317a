//! Fairy-Stockfish's flag keys: squares that win when a piece reaches them.

use super::Problem;
use super::build::KeyProblem;
use super::draft::Draft;
use super::keys;
use super::lines::Entry;
use super::squares::SquareList;
use crate::variant::FlagRule;

/// The values of the flag keys.
#[derive(Clone, Debug, Default)]
pub struct FlagKeys {
    /// The letters of the kinds that win, White's and Black's; `None` for all kinds, empty for none.
    kinds: [Option<String>; 2],
    regions: [SquareList; 2],
    answered: bool,
    safe: bool,
}

impl FlagKeys {
    /// Stores the value of a key, and returns whether it is a key of this module.
    pub fn set(&mut self, &Entry { key, value, .. }: &Entry) -> Result<bool, Problem> {
        match key {
            "flagPiece" => self.kinds = [kinds(value)?, kinds(value)?],
            "flagPieceWhite" => self.kinds[0] = kinds(value)?,
            "flagPieceBlack" => self.kinds[1] = kinds(value)?,
            "flagRegion" => self.regions = [SquareList::parse(value)?, SquareList::parse(value)?],
            "flagRegionWhite" => self.regions[0] = SquareList::parse(value)?,
            "flagRegionBlack" => self.regions[1] = SquareList::parse(value)?,
            "flagPieceSafe" => self.safe = keys::boolean(value)?,
            "flagMove" => self.answered = keys::boolean(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The letters of the kinds that are named.
    pub fn letters(&self) -> String {
        self.kinds.iter().flatten().map(String::as_str).collect()
    }

    /// Changes the letters of the kinds that are named.
    pub fn reletter(&mut self, change: impl Fn(&mut String)) {
        self.kinds.iter_mut().flatten().for_each(change);
    }

    /// The rule of the game; `None` if no square wins.
    pub fn rule(&self, draft: &Draft) -> Result<Option<FlagRule>, KeyProblem> {
        let none = |side: usize| {
            self.regions[side].is_empty() || self.kinds[side].as_ref().is_some_and(String::is_empty)
        };
        if none(0) && none(1) {
            return Ok(None);
        }
        let [white, black] = &self.kinds;
        if white != black && !none(0) && !none(1) {
            let what = "sides that win by reaching a square with different pieces";
            return Err(("flagPieceBlack", Problem::Unsupported(what)));
        }
        let mut squares = [Vec::new(), Vec::new()];
        for (side, key) in ["flagRegionWhite", "flagRegionBlack"].into_iter().enumerate() {
            if !none(side) {
                squares[side] = self.regions[side].on_board(draft).map_err(|it| (key, it))?;
            }
        }
        let kinds = if none(0) { black } else { white };
        Ok(Some(FlagRule {
            kinds: kinds.clone().unwrap_or_default(),
            squares,
            answered: self.answered,
            safe: self.safe,
        }))
    }
}

/// Parses letters of pieces, `*` for all, `-` for none.
fn kinds(value: &str) -> Result<Option<String>, Problem> {
    match value {
        "*" => Ok(None),
        _ => keys::letters(value).map(Some),
    }
}
