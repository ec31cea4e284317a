//! Fairy-Stockfish's flag keys: squares that win when a piece reaches them.

use super::Problem;
use super::build::KeyProblem;
use super::draft::Draft;
use super::keys;
use super::lines::Entry;
use crate::pieces::Letter;
use crate::square::Coordinates;
use crate::variant::FlagRule;

/// Squares of a board whose size is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RegionPart {
    Rank(u8),
    File(u8),
    Square(Coordinates),
}

/// The values of the flag keys.
#[derive(Clone, Debug, Default)]
pub struct FlagKeys {
    /// The letters of the kinds that win, White's and Black's; `None` for all kinds, empty for none.
    kinds: [Option<String>; 2],
    regions: [Vec<RegionPart>; 2],
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
            "flagRegion" => self.regions = [region(value)?, region(value)?],
            "flagRegionWhite" => self.regions[0] = region(value)?,
            "flagRegionBlack" => self.regions[1] = region(value)?,
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
        let holes = draft.holes();
        let mut squares = [Vec::new(), Vec::new()];
        for (side, key) in ["flagRegionWhite", "flagRegionBlack"].into_iter().enumerate() {
            if none(side) {
                continue;
            }
            for part in &self.regions[side] {
                let within = part.squares(draft.files, draft.ranks);
                if within.is_empty() || holes.iter().any(|hole| within == [*hole]) {
                    let expected = "squares, ranks and files of the board";
                    return Err((key, Problem::Value { found: part.to_string(), expected }));
                }
                squares[side].extend(within.into_iter().filter(|at| !holes.contains(at)));
            }
            squares[side].sort_unstable();
            squares[side].dedup();
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

impl RegionPart {
    fn squares(self, files: usize, ranks: usize) -> Vec<Coordinates> {
        let all = (0..ranks as u8)
            .flat_map(|rank| (0..files as u8).map(move |file| Coordinates { file, rank }));
        all.filter(|at| match self {
            Self::Rank(rank) => at.rank == rank,
            Self::File(file) => at.file == file,
            Self::Square(square) => *at == square,
        })
        .collect()
    }
}

impl std::fmt::Display for RegionPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rank(rank) => write!(f, "*{}", rank + 1),
            Self::File(file) => write!(f, "{}*", char::from(b'a' + file)),
            Self::Square(square) => write!(f, "{square}"),
        }
    }
}

/// Parses letters of pieces, `*` for all, `-` for none.
fn kinds(value: &str) -> Result<Option<String>, Problem> {
    match value {
        "*" => Ok(None),
        _ => keys::letters(value).map(Some),
    }
}

/// Parses squares, ranks such as `*8` and files such as `a*`; `-` means none.
fn region(value: &str) -> Result<Vec<RegionPart>, Problem> {
    let form = "squares such as `e4`, ranks such as `*8`, files such as `a*`, or `-`";
    let part = |word: &str| {
        let wrong = || keys::expected(value, form);
        if let Some(rank) = word.strip_prefix('*') {
            return Ok(RegionPart::Rank(keys::number::<u8>(rank, 1, 32, form)? - 1));
        }
        if let Some(file) = word.strip_suffix('*') {
            let file = Letter::first(file).filter(|(_, rest)| rest.is_empty()).ok_or_else(wrong)?.0;
            let file = file.plain().to_ascii_lowercase();
            return match file.is_ascii_lowercase() {
                true => Ok(RegionPart::File(file as u8 - b'a')),
                false => Err(wrong()),
            };
        }
        Coordinates::parse(word).map(RegionPart::Square).ok_or_else(wrong)
    };
    value.split_whitespace().filter(|_| value != "-").map(part).collect()
}
