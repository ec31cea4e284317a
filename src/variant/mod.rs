//! Games as data.
//!
//! A [`Variant`] says all that distinguishes a game: its pieces and how they move (in Betza
//! notation), its start array and setups, what promotes to what. [`Rules`] compiles it for its
//! board. A new game of the same kinds of movement is a new constant here and a line in
//! [`registry`], nothing else.

mod army;
mod maasai;
mod mating;
mod metamachy;
mod registry;
mod rules;
mod setup;
mod zanzibar;

pub use mating::MatingMaterial;
pub use registry::{VARIANTS, find, rules};
pub use rules::{Jump, LineUsers, Rules, RulesError};
pub use setup::{Setup, SetupError, SetupGroup};

/// One kind of piece of a game.
#[derive(Clone, Copy, Debug)]
pub struct PieceDef {
    /// The letter in FEN and in Betza piece lines, upper case for White.
    pub letter: char,
    /// The English name.
    pub name: &'static str,
    /// Other names, separated by commas; may be empty.
    pub other_names: &'static str,
    /// How it moves, in the Betza dialect of [`crate::betza`].
    pub betza: &'static str,
    /// The inventor's estimate in centipawns, a Rook being 500; 0 for the King.
    pub value: i32,
    /// What it is beyond its moves.
    pub role: Role,
    /// Whether it can force mate on a bare King with its own King's help only. Retrograde analysis
    /// on 12x12 says so; a piece that promotes counts as what it becomes.
    pub mates_alone: bool,
    /// Which of XBoard's piece pictures shows it (the position in its piece table).
    pub picture: usize,
}

/// What a kind of piece is beyond its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Its loss is the loss of the game. Exactly one kind of a variant is royal.
    Royal,
    /// Promotes on the last rank, and its forward moves reset the 50-move count.
    Pawn,
    /// Promotes on the last rank.
    Prince,
    /// None of these.
    Officer,
}

impl Role {
    /// Whether pieces of this role promote on the last rank.
    pub const fn promotes(self) -> bool {
        matches!(self, Role::Pawn | Role::Prince)
    }
}

/// A game on the 12x12 board, as data.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name used on the command line and in protocols.
    pub id: &'static str,
    /// The name of the game.
    pub name: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// Its kinds of pieces; each letter occurs once.
    pub pieces: &'static [PieceDef],
    /// The FEN of the default start array.
    pub start: &'static str,
    /// Where Black may put which chiefs.
    pub setup: &'static [SetupGroup],
    /// Letters of what Pawns and Princes promote to, the usual choice first.
    pub promotions: &'static str,
}

impl Variant {
    /// The kind of piece with this upper-case letter.
    pub fn piece(&self, letter: char) -> Option<&'static PieceDef> {
        self.pieces.iter().find(|piece| piece.letter == letter)
    }
}
