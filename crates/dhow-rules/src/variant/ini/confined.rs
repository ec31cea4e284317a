//! Fairy-Stockfish's keys `mobilityRegionWhiteKing` and the like: pieces that may not leave some squares.

use super::Problem;
use super::draft::Draft;
use super::lines::Entry;
use super::pieces;
use super::squares::SquareList;
use crate::square::Coordinates;

/// The first part of these keys.
pub const STEM: &str = "mobilityRegion";

/// The squares where moves of a kind of piece of one side may end.
#[derive(Clone, Debug)]
struct Confinement {
    /// The whole key.
    key: String,
    /// The key of the kind, such as `king`.
    piece: String,
    /// 0 for White, 1 for Black.
    side: usize,
    squares: SquareList,
}

/// The values of these keys.
#[derive(Clone, Debug, Default)]
pub struct Confinements(Vec<Confinement>);

impl Confinements {
    /// Stores the value of a key, and returns whether it is a key of this module. `-` means all squares.
    pub fn set(&mut self, &Entry { key, value, .. }: &Entry) -> Result<bool, Problem> {
        let Some(rest) = key.strip_prefix(STEM) else { return Ok(false) };
        let of_side = |(side, color)| Some((side, rest.strip_prefix(color)?));
        let Some((side, piece)) = [(0, "White"), (1, "Black")].into_iter().find_map(of_side) else {
            return Ok(false);
        };
        let mut piece = piece.to_string();
        piece.get_mut(..1).into_iter().for_each(str::make_ascii_lowercase);
        if pieces::known(&piece).is_none() && !pieces::is_custom(&piece) {
            return Err(Problem::Unsupported("a kind of piece of this name"));
        }
        self.0.retain(|it| it.key != key);
        let squares = SquareList::parse(value)?;
        if !squares.is_empty() {
            self.0.push(Confinement { key: key.into(), piece, side, squares });
        }
        Ok(true)
    }

    /// Drops what is said about kinds that a game does not have.
    pub fn keep(&mut self, has: impl Fn(&str) -> bool) {
        self.0.retain(|it| has(&it.piece));
    }

    /// Checks that a game has the pieces and the squares. Fails with the key.
    pub fn check(&self, draft: &Draft) -> Result<(), (String, Problem)> {
        for it in &self.0 {
            if draft.pieces.iter().all(|piece| piece.key != it.piece) {
                let what = "squares for a kind of piece that the game does not have";
                return Err((it.key.clone(), Problem::Unsupported(what)));
            }
            it.squares.on_board(draft).map_err(|problem| (it.key.clone(), problem))?;
        }
        Ok(())
    }

    /// White's and Black's squares where moves of the kind with this key may end; `None` for all.
    pub fn of(&self, piece: &str, draft: &Draft) -> [Option<Vec<Coordinates>>; 2] {
        [0, 1].map(|side| {
            let own = self.0.iter().find(|it| it.piece == piece && it.side == side)?;
            own.squares.on_board(draft).ok()
        })
    }
}
