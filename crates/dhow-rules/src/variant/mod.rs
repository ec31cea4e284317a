//! Games as data.
//!
//! A [`Variant`] holds everything that distinguishes a game: its board, its pieces and their
//! movements (in Betza notation), its start array and setups, its promotions, and how it ends.
//! [`Rules`] is a variant compiled for its board. A [`Catalogue`] holds the games that a program
//! knows; [`VARIANTS`] holds those that come with the engine. [`ini`] reads games from files, and
//! [`diagram`] those that are written as Interactive Diagrams.
//!
//! ```
//! use dhow_rules::variant::{Role, find};
//!
//! let chess = find("chess").expect("a game of the engine's files");
//! let royal = chess.pieces.iter().find(|piece| piece.role == Role::Royal);
//! assert_eq!(royal.map(|piece| piece.betza.as_str()), Some("K"));
//! ```

mod army;
mod castling;
mod catalogue;
mod check;
mod chieftain;
mod command;
mod compiled;
pub mod diagram;
mod difficulty;
mod fingerprint;
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
pub(crate) use check::check_size;
pub use check::{LEAST_SIZE, RulesError};
pub use command::{Command, CommandOption, Leader, MAX_ACTIVATIONS, MAX_LEADERS, OptionError};
pub use compiled::{Army, compiled};
pub use difficulty::Difficulty;
pub use mating::MatingMaterial;
pub use promotion::{EntryPromotion, Promotion};
pub(crate) use rules::{AntiTradeKinds, FlagSquares};
pub use rules::{Jump, LineUsers, Rules};
pub use setup::{Setup, SetupError, SetupGroup};

use crate::betza::Notation;
use crate::pieces::Letter;
use crate::square::Coordinates;
use std::collections::BTreeMap;

/// A kind of piece of a game, as data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PieceDef {
    /// The upper-case letter that names the piece in FEN and in moves.
    pub letter: Letter,
    /// The English name.
    pub name: String,
    /// Other names, separated by commas. May be empty.
    pub other_names: String,
    /// The movement.
    pub betza: Notation,
    /// The estimated value in centipawns, with 500 for a Rook; 0 for the King.
    pub value: i32,
    /// The role of the piece.
    pub role: Role,
    /// The letters of what it promotes to on the far ranks, the usual choice first. If empty, the
    /// role decides: Pawns and Princes promote to what the variant names, others do not promote.
    pub promotes_to: String,
    /// The moves by which it promotes; `None` for all.
    pub promotes_by: Option<Notation>,
    /// White's ranks (from 0) from which moves marked `i` may be made. If empty, the ranks where
    /// the piece stands in the start array.
    pub initial_ranks: Vec<usize>,
    /// White's ranks (from 0) from which triple steps may be made. If empty, those of all moves
    /// marked `i`.
    pub triple_step_ranks: Vec<usize>,
    /// White's and Black's squares where its moves may end; `None` for all. Castling does not depend on them.
    pub regions: [Option<Vec<Coordinates>>; 2],
    /// The name of its picture in `share/pieces`. If empty, any picture that no other piece has.
    pub picture: String,
}

/// The role of a kind of piece: what the rules say about it besides its movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Its loss loses the game, or, in games with several royal pieces, the loss of some of them.
    /// Variants without leaders have exactly one royal kind, unless they say how many royal pieces
    /// may be lost.
    Royal,
    /// It commands other pieces. A side whose last leader is captured has lost.
    Leader,
    /// It promotes on the far ranks, and its forward moves reset the count of moves for the
    /// move-limit draw.
    Pawn,
    /// It promotes on the far ranks.
    Prince,
    /// None of these.
    Officer,
}

impl Role {
    /// Whether pieces of this role promote by the variant's choices. Other roles promote only by
    /// choices of their own.
    pub const fn promotes(self) -> bool {
        matches!(self, Role::Pawn | Role::Prince)
    }
}

/// The result that a rule gives to the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EndValue {
    /// The game is drawn.
    #[default]
    Draw,
    /// The side to move loses.
    Loss,
    /// The side to move wins.
    Win,
}

/// The result of a side having nothing but its King while the other side has more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BareKing {
    /// The game goes on.
    #[default]
    PlaysOn,
    /// The bare King's side loses.
    Loses,
    /// The bare King's side loses, unless its next move captures the other side's last piece but
    /// the King.
    LosesUnlessAnswered,
}

/// How a game ends other than by checkmate. The default holds for all of Cazaux's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndRules {
    /// The result of stalemate: having no legal move without being in check.
    pub stalemate: EndValue,
    /// The number of moves by each side, without a capture or a forward move of a Pawn, after which
    /// the game is drawn; `None` for no limit.
    pub move_limit: Option<u16>,
    /// The number of occurrences of a position that ends the game, at least 2; `None` for no limit.
    pub repetitions: Option<u8>,
    /// The result of such a repetition for the side that is then to move.
    pub repetition: EndValue,
    /// Whether the game is drawn when only the two Kings are left.
    pub bare_kings: bool,
    /// The result of a bare King.
    pub bare_king: BareKing,
}

impl Default for EndRules {
    fn default() -> Self {
        Self {
            stalemate: EndValue::Draw,
            move_limit: Some(50),
            repetitions: Some(3),
            repetition: EndValue::Draw,
            bare_kings: true,
            bare_king: BareKing::PlaysOn,
        }
    }
}

/// How a side with several royal pieces loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeveralRoyals {
    /// A side that has this number of royal pieces left has lost.
    pub lost_with: u8,
    /// Whether a side that has just one more may not leave any of them attacked. While it has more
    /// than that, each may be.
    pub pseudo_royal: bool,
    /// Whether royal pieces may be left attacked as long as one of them is not, however many are
    /// left (the duple check of Spartan Chess).
    pub duple_check: bool,
}

/// The rules against trades of some pieces, the Lions of Chu Shogi.
///
/// One of them captures another one from farther away than the next square only if that is not
/// protected, or if the same move captures a piece of a kind that is not `lesser` on its way. And
/// after another piece has captured one of them, the answer may not be that another piece captures
/// one of them on another square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AntiTrade {
    /// The letters of the kinds that may not be traded.
    pub kinds: String,
    /// The letters of the kinds whose capture on the way does not allow the capture of one of them.
    pub lesser: String,
}

/// A win by reaching a square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FlagRule {
    /// The letters of the kinds that win so; empty for all kinds.
    pub kinds: String,
    /// The squares where White's pieces win, and those where Black's do; each list sorted.
    pub squares: [Vec<Coordinates>; 2],
    /// Whether Black may answer such a win of White's by one at once, which draws.
    pub answered: bool,
    /// Whether a piece that the other side can capture does not win.
    pub safe: bool,
}

/// A game as data. The default is an empty 12x12 board with the usual draw rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The id used on the command line and in protocols.
    pub id: String,
    /// The name of the game.
    pub name: String,
    /// One sentence about it.
    pub summary: String,
    /// Who invented it, or when it was played; empty if that is not said.
    pub inventor: String,
    /// How hard it is to begin with; `None` if that is not said.
    pub difficulty: Option<Difficulty>,
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The squares within the files and ranks that the board does not have, sorted. A FEN has a `*`
    /// for each.
    pub holes: Vec<Coordinates>,
    /// The kinds of pieces, each with a letter of its own.
    pub pieces: Vec<PieceDef>,
    /// The FEN of the default start array.
    pub start: String,
    /// The groups of chiefs that Black may arrange at the start; empty if there is only one start
    /// array.
    pub setup: Vec<SetupGroup>,
    /// The letters of what Pawns and Princes promote to, the usual choice first. Pieces may have
    /// choices of their own.
    pub promotions: String,
    /// Where and under which conditions pieces promote.
    pub promotion: Promotion,
    /// How a King castles; `None` if it does not.
    pub castling: Option<Castling>,
    /// How the game ends other than by checkmate.
    pub end: EndRules,
    /// The rule for several royal pieces; `None` if each side has exactly one.
    pub several_royals: Option<SeveralRoyals>,
    /// The slides by which no King may be left in sight of the other one, with nothing between them,
    /// seen from either side; `None` if Kings may face each other. They are the same to the left and
    /// to the right. A game with several royal pieces has none.
    pub facing: Option<Notation>,
    /// The rules against trades of some pieces; `None` if every piece may be traded.
    pub anti_trade: Option<AntiTrade>,
    /// The squares that win when they are reached; `None` if there are none.
    pub flag: Option<FlagRule>,
    /// Whether a move may give check.
    pub checking: bool,
    /// The command rules of a game with several moves a turn; `None` if a turn is one move.
    pub command: Option<Command>,
}

impl Default for Variant {
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            summary: String::new(),
            inventor: String::new(),
            difficulty: None,
            files: 12,
            ranks: 12,
            holes: Vec::new(),
            pieces: Vec::new(),
            start: String::new(),
            setup: Vec::new(),
            promotions: String::new(),
            promotion: Promotion::default(),
            castling: None,
            end: EndRules::default(),
            several_royals: None,
            facing: None,
            anti_trade: None,
            flag: None,
            checking: true,
            command: None,
        }
    }
}

/// The built-in games with one move a turn. All have Kings and are played on 12x12.
pub static ONE_MOVE_GAMES: once_cell::sync::Lazy<Vec<std::sync::Arc<Variant>>> =
    once_cell::sync::Lazy::new(|| {
        BUILT_IN.iter().filter(|game| game.command.is_none()).cloned().collect()
    });

/// The compiled rules of a game that is known to be valid.
///
/// # Panics
/// If [`Rules::of`] fails.
pub fn rules<G: crate::geometry::Geometry>(
    variant: &std::sync::Arc<Variant>,
) -> std::sync::Arc<Rules<G>> {
    Rules::of(variant).unwrap_or_else(|error| panic!("{}: {error}", variant.id))
}

impl Variant {
    /// The number of squares of the board.
    pub fn squares(&self) -> usize {
        self.files * self.ranks
    }

    /// Whether a bare King can lose by checkmate only.
    pub fn need_mate(&self) -> bool {
        let EndRules { stalemate, bare_king, repetition, .. } = self.end;
        (stalemate, repetition, bare_king) == (EndValue::Draw, EndValue::Draw, BareKing::PlaysOn)
            && self.flag.is_none()
            && self.checking
    }

    /// Whether some piece may not go to all squares.
    pub fn confines(&self) -> bool {
        self.pieces.iter().any(|piece| piece.regions.iter().any(Option::is_some))
    }

    /// The kind of piece with this upper-case letter.
    pub fn piece(&self, letter: impl Into<Letter>) -> Option<&PieceDef> {
        let letter = letter.into();
        self.pieces.iter().find(|piece| piece.letter == letter)
    }

    /// The upper-case letter of the royal kind, the first of several; `None` in games with leaders.
    pub fn royal_letter(&self) -> Option<Letter> {
        self.pieces.iter().find(|piece| piece.role == Role::Royal).map(|piece| piece.letter)
    }

    /// The letters of what a piece of this game promotes to, the usual choice first; empty if it
    /// never promotes.
    ///
    /// ```
    /// use dhow_rules::variant::find;
    ///
    /// let chess = find("chess").expect("a game of the engine's files");
    /// let letters = |letter| chess.piece(letter).map(|piece| chess.promotions_of(piece));
    /// assert_eq!((letters('P'), letters('N')), (Some("QRBN"), Some("")));
    /// ```
    pub fn promotions_of<'a>(&'a self, piece: &'a PieceDef) -> &'a str {
        if piece.promotes_to.is_empty() && piece.role.promotes() {
            &self.promotions
        } else {
            &piece.promotes_to
        }
    }

    /// The letters of everything that some piece promotes to, the usual choices first.
    pub fn all_promotions(&self) -> Vec<Letter> {
        let mut all = Vec::new();
        for letter in self.pieces.iter().flat_map(|piece| Letter::all(self.promotions_of(piece))) {
            if !all.contains(&letter) {
                all.push(letter);
            }
        }
        all
    }

    /// The piece placement (first FEN field) of the default start array.
    pub fn start_placement(&self) -> &str {
        self.start.split(' ').next().unwrap_or("")
    }

    /// Whether a piece of either side with this letter, in upper case, is in the default start array.
    pub fn starts_with(&self, letter: Letter) -> bool {
        let standing = self.start_placement();
        letter.is_in(standing) || letter.to_ascii_lowercase().is_in(standing)
    }

    /// The letters of the pieces of the default start array by square; empty if the placement does
    /// not fit the board.
    ///
    /// ```
    /// use dhow_rules::square::Coordinates;
    /// use dhow_rules::variant::find;
    ///
    /// let letters = find("chess").expect("a game of the engine's files").start_letters();
    /// assert!(Coordinates::parse("e8").and_then(|e8| letters.get(&e8)).is_some_and(|&it| it == 'k'));
    /// ```
    pub fn start_letters(&self) -> BTreeMap<Coordinates, Letter> {
        let letters = piece_placement::letters(self.start_placement(), self.files, self.ranks);
        let mut letters = letters.unwrap_or_default();
        letters.retain(|_, &mut letter| letter != piece_placement::HOLE);
        letters
    }

    /// Whether a square is on the board.
    pub fn has_square(&self, square: Coordinates) -> bool {
        usize::from(square.file) < self.files
            && usize::from(square.rank) < self.ranks
            && !self.holes.contains(&square)
    }
}
