//! The choice of setup: where Black puts the chiefs, which White then mirrors.

use super::Variant;
use crate::geometry::{Board12, Geometry};
use crate::square::Square;

/// Chiefs that may be put on some squares in any order.
#[derive(Clone, Copy, Debug)]
pub struct SetupGroup {
    /// Upper-case letters of the chiefs.
    pub chiefs: &'static str,
    /// The squares open to them, on Black's side; those that earlier groups took are not.
    pub squares: &'static [&'static str],
}

/// A choice of setup that a game does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Not of the form that names the chiefs of the rows.
    #[error("setup `{code}`: expected {expected}")]
    Form {
        /// What was given.
        code: String,
        /// The form that names a setup of this game.
        expected: String,
    },
    /// A letter that is no chief, or is given twice.
    #[error("setup `{code}`: `{letter}` is not a chief that is still to be placed")]
    Chief {
        /// What was given.
        code: String,
        /// The offending letter.
        letter: char,
    },
    /// A chief on a square where the game does not allow it.
    #[error("setup `{code}`: {letter} cannot stand on {square}")]
    Square {
        /// What was given.
        code: String,
        /// The chief.
        letter: char,
        /// Its square on Black's side.
        square: String,
    },
}

/// A chief on its square on Black's side.
type Placed = (Square, char);

/// One of a game's setups, named by Black's chiefs as seen on the board: rank 12 then rank 11,
/// left to right, a slash between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    chiefs: Vec<Placed>,
}

fn square(name: &str) -> Square {
    Board12::parse_square(name).expect("squares of setups are on the board").0
}

/// Squares of the chiefs in the order of a setup's name: from Black's back rank, left to right.
fn reading_order(variant: &Variant) -> Vec<Square> {
    let mut squares: Vec<Square> = variant
        .setup
        .iter()
        .flat_map(|group| group.squares.iter().map(|name| square(name)))
        .collect();
    squares
        .sort_by_key(|&square| (std::cmp::Reverse(Board12::rank(square)), Board12::file(square)));
    squares.dedup();
    squares
}

impl Setup {
    /// The word for the setup of the default start array.
    pub const DEFAULT: &'static str = "default";
    /// The word for any setup of the game.
    pub const RANDOM: &'static str = "random";

    /// Every setup of a game, those with the King on the f-file first, in the order of their names
    /// as words within each half.
    pub fn all(variant: &Variant) -> Vec<Setup> {
        let mut setups = Vec::new();
        let mut placed = Vec::new();
        place(variant.setup, &mut placed, &mut |chiefs| {
            let mut chiefs = chiefs.to_vec();
            chiefs.sort_by_key(|&(square, _)| {
                (std::cmp::Reverse(Board12::rank(square)), Board12::file(square))
            });
            setups.push(Setup { chiefs });
        });
        setups.sort_by_cached_key(|setup| (!setup.king_on_f_file(), setup.name()));
        setups
    }

    /// The setup of the default start array.
    pub fn default_of(variant: &Variant) -> Setup {
        let grid = grid(variant.start);
        let chief = |square: Square| grid[11 - Board12::rank(square)][Board12::file(square)];
        let chiefs = reading_order(variant)
            .into_iter()
            .map(|square| (square, chief(square).to_ascii_uppercase()))
            .collect();
        Setup { chiefs }
    }

    /// The setup that a text asks for: its name, `default`, or `random` for any setup of the game,
    /// each as likely as the others; in either case.
    pub fn choose(variant: &Variant, text: &str) -> Result<Setup, SetupError> {
        if text.eq_ignore_ascii_case(Self::DEFAULT) {
            Ok(Setup::default_of(variant))
        } else if text.eq_ignore_ascii_case(Self::RANDOM) {
            Ok(Setup::random(variant))
        } else {
            Setup::parse(variant, text)
        }
    }

    /// Any setup of the game.
    pub fn random(variant: &Variant) -> Setup {
        let mut setups = Setup::all(variant);
        setups.swap_remove(fastrand::usize(..setups.len()))
    }

    /// Reads a setup's name, in either case.
    pub fn parse(variant: &Variant, code: &str) -> Result<Setup, SetupError> {
        let squares = reading_order(variant);
        let upper = code.to_ascii_uppercase();
        let default = Setup::default_of(variant).name();
        let letters: Vec<char> = upper.chars().filter(|&letter| letter != '/').collect();
        let same_rows = upper.split('/').map(str::len).eq(default.split('/').map(str::len));
        if letters.len() != squares.len() || !same_rows {
            let expected =
                format!("the chiefs of ranks 12 and 11 from the left, such as {default}");
            return Err(SetupError::Form { code: code.into(), expected });
        }
        let mut open: Vec<char> = variant.setup.iter().flat_map(|g| g.chiefs.chars()).collect();
        for &letter in &letters {
            match open.iter().position(|&chief| chief == letter) {
                Some(index) => open.swap_remove(index),
                None => return Err(SetupError::Chief { code: code.into(), letter }),
            };
        }
        let chiefs: Vec<(Square, char)> = squares.into_iter().zip(letters).collect();
        for &(at, letter) in &chiefs {
            let allowed = variant.setup.iter().any(|group| {
                group.chiefs.contains(letter) && group.squares.iter().any(|name| square(name) == at)
            });
            if !allowed {
                let square = Board12::name(at);
                return Err(SetupError::Square { code: code.into(), letter, square });
            }
        }
        Ok(Setup { chiefs })
    }

    /// The setup whose start array has this placement (the first field of a FEN), if any.
    pub fn of_placement(variant: &Variant, placement: &str) -> Option<Setup> {
        let rows: Vec<&str> = placement.split('/').collect();
        if rows.len() != Board12::RANKS {
            return None;
        }
        let grid = grid(placement);
        if grid.iter().any(|row| row.len() != Board12::FILES) {
            return None;
        }
        let mut code = String::new();
        let mut rank = None;
        for square in reading_order(variant) {
            if rank.is_some_and(|rank| rank != Board12::rank(square)) {
                code.push('/');
            }
            rank = Some(Board12::rank(square));
            code.push(grid[11 - Board12::rank(square)][Board12::file(square)]);
        }
        let setup = Setup::parse(variant, &code).ok()?;
        let same = setup.fen(variant).split(' ').next() == Some(placement);
        same.then_some(setup)
    }

    /// The name of the setup, such as `QK/LG`.
    pub fn name(&self) -> String {
        let mut name = String::new();
        for (index, &(square, letter)) in self.chiefs.iter().enumerate() {
            if index > 0 && Board12::rank(self.chiefs[index - 1].0) != Board12::rank(square) {
                name.push('/');
            }
            name.push(letter);
        }
        name
    }

    /// Black's chiefs, as upper-case letters, and where they stand, in the order of the name.
    pub fn chiefs(&self) -> impl Iterator<Item = (Square, char)> {
        self.chiefs.iter().copied()
    }

    /// Whether the King stands on the f-file; every other setup is the mirror image of one where
    /// it does.
    pub fn king_on_f_file(&self) -> bool {
        self.chiefs.iter().any(|&(square, letter)| letter == 'K' && Board12::file(square) == 5)
    }

    /// The FEN of the start array with this setup.
    pub fn fen(&self, variant: &Variant) -> String {
        let mut grid = grid(variant.start);
        for &(square, letter) in &self.chiefs {
            let (file, rank) = (Board12::file(square), Board12::rank(square));
            grid[11 - rank][file] = letter.to_ascii_lowercase();
            grid[rank][file] = letter;
        }
        let rest = variant.start.split_once(' ').map_or("", |(_, rest)| rest);
        let rows: Vec<String> = grid.iter().map(|row| row_text(row)).collect();
        format!("{} {rest}", rows.join("/"))
    }
}

/// Puts the chiefs of `groups` on their squares in every way.
fn place(groups: &[SetupGroup], placed: &mut Vec<Placed>, visit: &mut dyn FnMut(&[Placed])) {
    let Some((group, rest)) = groups.split_first() else { return visit(placed) };
    place_chiefs(group, group.chiefs, rest, placed, visit);
}

fn place_chiefs(
    group: &SetupGroup,
    chiefs: &str,
    rest: &[SetupGroup],
    placed: &mut Vec<Placed>,
    visit: &mut dyn FnMut(&[Placed]),
) {
    let Some(chief) = chiefs.chars().next() else { return place(rest, placed, visit) };
    for square in group.squares.iter().map(|name| square(name)) {
        if placed.iter().all(|&(taken, _)| taken != square) {
            placed.push((square, chief));
            place_chiefs(group, &chiefs[chief.len_utf8()..], rest, placed, visit);
            placed.pop();
        }
    }
}

/// The letters of a placement, `.` for an empty square, from the last rank down.
fn grid(fen: &str) -> Vec<Vec<char>> {
    let placement = fen.split(' ').next().unwrap_or("");
    placement.split('/').map(row_letters).collect()
}

fn row_letters(row: &str) -> Vec<char> {
    let mut letters = Vec::new();
    let mut empties = 0usize;
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empties = (empties * 10 + digit as usize).min(Board12::FILES + 1);
        } else {
            letters.extend(std::iter::repeat_n('.', std::mem::take(&mut empties)));
            letters.push(letter);
        }
    }
    letters.extend(std::iter::repeat_n('.', empties));
    letters
}

fn row_text(row: &[char]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| *a == '.' && *b == '.') {
        if run[0] == '.' {
            text += &run.len().to_string();
        } else {
            text.extend(run);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn names_and_words() {
        for variant in &VARIANTS {
            let default = Setup::default_of(variant);
            assert_eq!(Setup::choose(variant, "Default"), Ok(default.clone()));
            assert_eq!(Setup::choose(variant, &default.name().to_lowercase()), Ok(default));
            let any = Setup::choose(variant, "random").unwrap();
            assert_eq!(Setup::choose(variant, &any.name()), Ok(any));
        }
        assert!(Setup::choose(&VARIANTS[0], "QQ/LG").is_err());
        assert!(Setup::choose(&VARIANTS[0], "").is_err());
    }
}
