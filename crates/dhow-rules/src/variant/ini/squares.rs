//! Lists of squares in variant files.

use super::Problem;
use super::draft::Draft;
use super::keys;
use crate::pieces::Letter;
use crate::square::Coordinates;

/// Squares of a board whose size is not known yet.
#[derive(Clone, Debug, Default)]
pub struct SquareList(Vec<RegionPart>);

#[derive(Clone, Copy, Debug)]
enum RegionPart {
    Rank(u8),
    File(u8),
    Square(Coordinates),
}

impl SquareList {
    /// Parses squares, ranks such as `*8` and files such as `a*`; `-` means none.
    pub fn parse(value: &str) -> Result<Self, Problem> {
        let form = "squares such as `e4`, ranks such as `*8`, files such as `a*`, or `-`";
        let part = |word: &str| {
            let wrong = || keys::expected(value, form);
            if let Some(rank) = word.strip_prefix('*') {
                return Ok(RegionPart::Rank(keys::number::<u8>(rank, 1, 32, form)? - 1));
            }
            if let Some(file) = word.strip_suffix('*') {
                let file = Letter::first(file).filter(|(_, rest)| rest.is_empty());
                let file = file.ok_or_else(wrong)?.0.plain().to_ascii_lowercase();
                return match file.is_ascii_lowercase() {
                    true => Ok(RegionPart::File(file as u8 - b'a')),
                    false => Err(wrong()),
                };
            }
            Coordinates::parse(word).map(RegionPart::Square).ok_or_else(wrong)
        };
        let words = value.split_whitespace().filter(|_| value != "-");
        words.map(part).collect::<Result<_, _>>().map(Self)
    }

    /// Whether it names no square.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The squares on the board of a game, sorted, each once. Fails if a part names none.
    pub fn on_board(&self, draft: &Draft) -> Result<Vec<Coordinates>, Problem> {
        let holes = draft.holes();
        let mut squares = Vec::new();
        for part in &self.0 {
            let within = part.squares(draft.files, draft.ranks);
            if within.is_empty() || holes.iter().any(|hole| within == [*hole]) {
                let expected = "squares, ranks and files of the board";
                return Err(Problem::Value { found: part.to_string(), expected });
            }
            squares.extend(within.into_iter().filter(|at| !holes.contains(at)));
        }
        squares.sort_unstable();
        squares.dedup();
        Ok(squares)
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
