//! Inputs of the network.

use dhow_rules::pieces::{Color, PieceType};
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// The inputs of a network: the pieces of both sides by kind and square, which King may still jump, and which game it
/// is.
///
/// Each side has its own perspective: ranks count from its own first rank, and files from the own King's half of the
/// board, so that what the network learns on one wing holds on the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    files: u8,
    ranks: u8,
    kinds: Vec<String>,
    games: Vec<String>,
}

/// Why some games cannot share a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputsError {
    /// There is no game.
    #[error("no game")]
    None,
    /// Two games have boards of different size.
    #[error("{0} and {1} have boards of different size")]
    Boards(String, String),
    /// A game has leaders.
    #[error("{0} has leaders, and a network evaluates games of one move a turn")]
    Leaders(String),
    /// There are more inputs than [`Inputs::MOST`].
    #[error("{0} inputs are too many")]
    Many(usize),
}

/// The perspective of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    /// The side.
    pub color: Color,
    /// Whether files count from the last one.
    pub mirrored: bool,
}

/// The inputs of the pieces of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInputs {
    /// The kind of piece among the inputs, by the kind in the game.
    kinds: Vec<usize>,
    /// Index of the game among the inputs.
    pub game: usize,
}

impl Inputs {
    /// Largest number of inputs.
    pub const MOST: usize = u16::MAX as usize;

    /// The inputs for some games on boards of one size. Pieces of the same name share their inputs.
    pub fn of_games(variants: &[Arc<Variant>]) -> Result<Self, InputsError> {
        let first = variants.first().ok_or(InputsError::None)?;
        let mut kinds: Vec<String> = Vec::new();
        for variant in variants {
            if variant.command.is_some() {
                return Err(InputsError::Leaders(variant.title()));
            }
            if (variant.files, variant.ranks) != (first.files, first.ranks) {
                return Err(InputsError::Boards(first.title(), variant.title()));
            }
            for piece in &variant.pieces {
                if !kinds.contains(&piece.name) {
                    kinds.push(piece.name.clone());
                }
            }
        }
        let inputs = Self {
            files: first.files as u8,
            ranks: first.ranks as u8,
            kinds,
            games: variants.iter().map(|variant| variant.title()).collect(),
        };
        match inputs.count() {
            0..=Self::MOST => Ok(inputs),
            count => Err(InputsError::Many(count)),
        }
    }

    /// Inputs as read from a file.
    pub(super) fn new((files, ranks): (u8, u8), kinds: Vec<String>, games: Vec<String>) -> Self {
        Self { files, ranks, kinds, games }
    }

    /// The same inputs with other names of the games.
    pub(super) fn with_games(self, games: Vec<String>) -> Self {
        Self { games, ..self }
    }

    /// Number of files and ranks.
    pub fn board(&self) -> (u8, u8) {
        (self.files, self.ranks)
    }

    /// Names of the kinds of pieces.
    pub fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// Titles of the games.
    pub fn games(&self) -> &[String] {
        &self.games
    }

    /// The inputs for a game; `None` if the network was trained for other games or pieces.
    pub fn of_game(&self, variant: &Variant) -> Option<GameInputs> {
        let (name, kinds) = self.names(variant);
        let game = self.games.iter().position(|game| *game == name)?;
        let kind = |name: &String| self.kinds.iter().position(|kind| kind == name);
        let kinds = kinds.iter().map(kind).collect::<Option<_>>()?;
        let board = (usize::from(self.files), usize::from(self.ranks));
        (board == (variant.files, variant.ranks)).then_some(GameInputs { kinds, game })
    }

    /// Number of squares.
    pub fn squares(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// Number of inputs.
    pub fn count(&self) -> usize {
        self.men() + 2 + self.games.len()
    }

    /// Number of inputs for pieces on squares, which come first.
    pub fn men(&self) -> usize {
        2 * self.kinds.len() * self.squares()
    }

    /// Number of a square, rank by rank.
    pub fn number(&self, file: usize, rank: usize) -> usize {
        rank * usize::from(self.files) + file
    }

    /// The input for a piece of a kind on a square, by the number of the square.
    pub fn man(&self, enemy: bool, kind: usize, square: usize) -> usize {
        (usize::from(enemy) * self.kinds.len() + kind) * self.squares() + square
    }

    /// The input for a King that may still jump.
    pub fn jump(&self, enemy: bool) -> usize {
        self.men() + usize::from(enemy)
    }

    /// The input for a game.
    pub fn game(&self, game: usize) -> usize {
        self.men() + 2 + game
    }

    /// The perspective of a side whose King is on a file.
    pub fn perspective(&self, color: Color, king_file: usize) -> Perspective {
        Perspective { color, mirrored: 2 * king_file >= usize::from(self.files) }
    }

    /// The input of a piece from a perspective, given its input as White sees it unmirrored.
    pub fn seen(&self, perspective: Perspective, man: usize) -> usize {
        let (files, ranks) = (usize::from(self.files), usize::from(self.ranks));
        let (piece, square) = (man / self.squares(), man % self.squares());
        let (mut rank, mut file) = (square / files, square % files);
        let (mut enemy, kind) = (piece >= self.kinds.len(), piece % self.kinds.len());
        if perspective.color == Color::Black {
            (enemy, rank) = (!enemy, ranks - 1 - rank);
        }
        if perspective.mirrored {
            file = files - 1 - file;
        }
        self.man(enemy, kind, rank * files + file)
    }
}

impl Perspective {
    /// All perspectives, in the order of [`Perspective::index`].
    pub const ALL: [Self; 4] = [
        Self { color: Color::White, mirrored: false },
        Self { color: Color::White, mirrored: true },
        Self { color: Color::Black, mirrored: false },
        Self { color: Color::Black, mirrored: true },
    ];

    /// Its index, 0 to 3.
    pub fn index(self) -> usize {
        2 * self.color.index() + usize::from(self.mirrored)
    }
}

impl GameInputs {
    /// The kind among the inputs of a kind of the game.
    pub fn kind(&self, kind: PieceType) -> usize {
        self.kinds[kind.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{BUILT_IN, find};

    fn all() -> Vec<Arc<Variant>> {
        BUILT_IN.iter().filter(|variant| variant.command.is_none()).cloned().collect()
    }

    #[test]
    fn kinds_have_numbers_of_their_own() {
        let inputs = Inputs::of_games(&all()).expect("games of one board");
        assert_eq!((inputs.squares(), inputs.games().len()), (144, 6));
        let mut seen = vec![false; inputs.count()];
        for enemy in [false, true] {
            for kind in 0..inputs.kinds().len() {
                for square in 0..144 {
                    seen[inputs.man(enemy, kind, square)] = true;
                }
            }
            seen[inputs.jump(enemy)] = true;
        }
        (0..6).for_each(|game| seen[inputs.game(game)] = true);
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn views_are_their_own_inverse_and_keep_the_kind() {
        let inputs = Inputs::of_games(&all()).expect("games of one board");
        for perspective in Perspective::ALL {
            for man in 0..inputs.men() {
                let seen = inputs.seen(perspective, man);
                assert_eq!(inputs.seen(perspective, seen), man);
                let kind = |man: usize| man / 144 % inputs.kinds().len();
                assert_eq!(kind(seen), kind(man));
            }
        }
        // Black's King on g12 from Black's perspective: an own piece on the first rank, mirrored to f.
        let king = inputs.kinds().iter().position(|kind| kind == "King").expect("a King");
        let perspective = inputs.perspective(Color::Black, 6);
        assert!(perspective.mirrored && !inputs.perspective(Color::White, 5).mirrored);
        assert_eq!(
            inputs.seen(perspective, inputs.man(true, king, 138)),
            inputs.man(false, king, 5)
        );
    }

    #[test]
    fn games_that_do_not_go_together() {
        let of = |ids: &[&str]| {
            let games: Vec<_> = ids.iter().map(|id| find(id).expect("a game").clone()).collect();
            Inputs::of_games(&games)
        };
        assert_eq!(of(&[]), Err(InputsError::None));
        assert!(matches!(of(&["chess", "metamachy"]), Err(InputsError::Boards(..))));
        assert!(matches!(of(&["grand-chieftain"]), Err(InputsError::Leaders(_))));
        let chess = of(&["chess"]).expect("one game");
        assert_eq!(chess.of_game(find("metamachy").expect("a game")), None);
        assert!(chess.of_game(find("chess").expect("a game")).is_some());
    }
}
