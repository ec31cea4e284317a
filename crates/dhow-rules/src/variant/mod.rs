//! Games as data.
//!
//! A [`Variant`] says all that distinguishes a game: its board, its pieces and how they move (in
//! Betza notation), its start array and setups, what promotes to what, how it ends. [`Rules`]
//! compiles it for its board. A [`Catalogue`] holds the games that a program knows; those that come
//! with the engine are [`VARIANTS`].

mod army;
mod castling;
mod catalogue;
mod check;
mod chieftain;
mod command;
mod compiled;
pub mod ini;
mod maasai;
mod mating;
mod metamachy;
pub mod piece_placement;
mod promotion;
mod rules;
mod setup;
mod zanzibar;

pub use castling::{CASTLING_LETTERS, Castling, CastlingMove};
pub use catalogue::{BUILT_IN, Catalogue, VARIANTS, find};
pub use check::RulesError;
pub use command::{Command, CommandOption, Leader, MAX_ACTIVATIONS, MAX_LEADERS, OptionError};
pub use compiled::{Army, compiled};
pub use mating::MatingMaterial;
pub use promotion::Promotion;
pub use rules::{Jump, LineUsers, Rules};
pub use setup::{Setup, SetupError, SetupGroup};

use crate::betza::Notation;
use crate::square::Coordinates;
use std::collections::BTreeMap;

/// One kind of piece of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PieceDef {
    /// The letter in FEN and in Betza piece lines, upper case for White.
    pub letter: char,
    /// The English name.
    pub name: String,
    /// Other names, separated by commas; may be empty.
    pub other_names: String,
    /// How it moves.
    pub betza: Notation,
    /// An estimate of its worth in centipawns, a Rook being 500; 0 for the King.
    pub value: i32,
    /// What it is beyond its moves.
    pub role: Role,
    /// Letters of what it promotes to at the far end, the usual choice first; empty for what its role says:
    /// that of the variant for Pawns and Princes, nothing for others.
    pub promotes_to: String,
    /// The moves by which it promotes; `None` for all.
    pub promotes_by: Option<Notation>,
    /// White's ranks, from 0, from which moves marked `i` may be made; none for those where the piece stands
    /// in the start array.
    pub initial_ranks: Vec<usize>,
    /// The name of the picture that shows it, as in `share/pieces`; empty if any will do that no
    /// other piece has.
    pub picture: String,
}

/// What a kind of piece is beyond its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Its loss is the loss of the game. Exactly one kind of a variant is royal, unless leaders
    /// command.
    Royal,
    /// Commands other pieces; whose last leader is captured has lost.
    Leader,
    /// Promotes at the far end, and its forward moves reset the count of moves to a draw.
    Pawn,
    /// Promotes at the far end.
    Prince,
    /// None of these.
    Officer,
}

impl Role {
    /// Whether pieces of this role always promote at the far end of the board; others may do so by what
    /// they are.
    pub const fn promotes(self) -> bool {
        matches!(self, Role::Pawn | Role::Prince)
    }
}

/// What it means to have no legal move without being in check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stalemate {
    /// The game is drawn.
    #[default]
    Draw,
    /// The side that cannot move has lost.
    Loss,
    /// The side that cannot move has won.
    Win,
}

/// What becomes of a side that has nothing left but its King, while the other side has more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BareKing {
    /// It plays on.
    #[default]
    PlaysOn,
    /// It has lost.
    Loses,
    /// It has lost, unless its next move leaves the other side with nothing but the King, too.
    LosesUnlessAnswered,
}

/// How a game ends beside checkmate. The default is what all of Cazaux's games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndRules {
    /// What stalemate means.
    pub stalemate: Stalemate,
    /// So many moves by each side without a capture or a forward move of a Pawn draw the game;
    /// `None` if no number does.
    pub move_limit: Option<u16>,
    /// A position that occurs so often draws the game; `None` if no number does, else 2 or more.
    pub repetitions: Option<u8>,
    /// Whether the game is drawn when nothing but the two Kings is left.
    pub bare_kings: bool,
    /// What becomes of a bare King.
    pub bare_king: BareKing,
}

impl EndRules {
    /// Whether a bare King loses by checkmate alone.
    pub fn need_mate(&self) -> bool {
        self.stalemate == Stalemate::Draw && self.bare_king == BareKing::PlaysOn
    }
}

impl Default for EndRules {
    fn default() -> Self {
        Self {
            stalemate: Stalemate::Draw,
            move_limit: Some(50),
            repetitions: Some(3),
            bare_kings: true,
            bare_king: BareKing::PlaysOn,
        }
    }
}

/// A game, as data. The default has nothing but the board of 12x12 and the usual ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The name used on the command line and in protocols.
    pub id: String,
    /// The name of the game.
    pub name: String,
    /// One sentence about it.
    pub summary: String,
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// Its kinds of pieces; each letter occurs once.
    pub pieces: Vec<PieceDef>,
    /// The FEN of the default start array.
    pub start: String,
    /// Where Black may put which chiefs.
    pub setup: Vec<SetupGroup>,
    /// Letters of what Pawns and Princes promote to, the usual choice first, unless they have choices of
    /// their own.
    pub promotions: String,
    /// Where and under what conditions they do so.
    pub promotion: Promotion,
    /// How a King castles; `None` if it does not.
    pub castling: Option<Castling>,
    /// How it ends.
    pub end: EndRules,
    /// How the several moves of a turn are commanded; `None` if a turn is one move.
    pub command: Option<Command>,
}

impl Default for Variant {
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            summary: String::new(),
            files: 12,
            ranks: 12,
            pieces: Vec::new(),
            start: String::new(),
            setup: Vec::new(),
            promotions: String::new(),
            promotion: Promotion::default(),
            castling: None,
            end: EndRules::default(),
            command: None,
        }
    }
}

/// The built-in games of one move a turn: all of them have Kings and are played on 12x12.
pub static ONE_MOVE_GAMES: once_cell::sync::Lazy<Vec<std::sync::Arc<Variant>>> =
    once_cell::sync::Lazy::new(|| {
        BUILT_IN.iter().filter(|game| game.command.is_none()).cloned().collect()
    });

/// The compiled rules of a game that is known to be one.
///
/// # Panics
/// If [`Rules::of`] refuses it.
pub fn rules<G: crate::geometry::Geometry>(
    variant: &std::sync::Arc<Variant>,
) -> std::sync::Arc<Rules<G>> {
    Rules::of(variant).unwrap_or_else(|error| panic!("{}: {error}", variant.id))
}

impl Variant {
    /// The kind of piece with this upper-case letter.
    pub fn piece(&self, letter: char) -> Option<&PieceDef> {
        self.pieces.iter().find(|piece| piece.letter == letter)
    }

    /// The upper-case letter of the royal kind.
    pub fn royal_letter(&self) -> Option<char> {
        self.pieces.iter().find(|piece| piece.role == Role::Royal).map(|piece| piece.letter)
    }

    /// Letters of what a piece of this game promotes to, the usual choice first; none if it never does.
    pub fn promotions_of<'a>(&'a self, piece: &'a PieceDef) -> &'a str {
        if piece.promotes_to.is_empty() && piece.role.promotes() {
            &self.promotions
        } else {
            &piece.promotes_to
        }
    }

    /// Letters of all that some piece promotes to, the usual choices first.
    pub fn all_promotions(&self) -> String {
        let mut all = String::new();
        for letter in self.pieces.iter().flat_map(|piece| self.promotions_of(piece).chars()) {
            if !all.contains(letter) {
                all.push(letter);
            }
        }
        all
    }

    /// The first field of the default start array.
    pub fn start_placement(&self) -> &str {
        self.start.split(' ').next().unwrap_or("")
    }

    /// The letters of the default start array by square; none if it is no array of the board.
    pub fn start_letters(&self) -> BTreeMap<Coordinates, char> {
        piece_placement::letters(self.start_placement(), self.files, self.ranks).unwrap_or_default()
    }

    /// Whether a square is on the board.
    pub fn has_square(&self, square: Coordinates) -> bool {
        usize::from(square.file) < self.files && usize::from(square.rank) < self.ranks
    }
}
