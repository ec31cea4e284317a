//! Games as text: Portable Game Notation.
//!
//! A [`PgnGame`] is what a text says; it reads ([`parse`]) and writes (`Display`) it. Whether its
//! moves are legal is asked by [`PgnGame::replay`], or for a whole text by [`check`].

mod epd;
mod evaluation;
mod fen;
mod men;
mod parse;
mod replay;
mod sign;
mod words;

pub use epd::Epd;
pub use evaluation::Evaluation;
pub use fen::{read_position, read_xboard_position};
pub use men::{MEN_TAG, piece_moves, variant_men};
pub use parse::{MOST_NESTED, games, parse};
pub use replay::{CheckedGame, check};
pub use sign::{nag_of, sign_of, split_sign};

use dhow_rules::game::Game;
use dhow_rules::movegen::MoveTextError;
use dhow_rules::pieces::Color;
use dhow_rules::position::{FenError, Move, MoveKind, Outcome};
use dhow_rules::san::SanError;
use dhow_rules::text::printable_line;
use dhow_rules::variant::{OptionError, Variant};
use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;
use words::Words;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GameResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// The game is not over, or nobody knows.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result with this text; a draw may be written as `1/2`.
    pub fn of_text(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::WhiteWins,
            "0-1" => Self::BlackWins,
            "1/2-1/2" | "1/2" => Self::Draw,
            "*" => Self::Unknown,
            _ => return None,
        })
    }

    /// The result of a game that a side won.
    pub const fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The side that won, if one did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw | Self::Unknown => None,
        }
    }

    /// White's points: 0, a half or 1; a half as long as nobody knows.
    pub const fn white_points(self) -> f64 {
        match self {
            Self::WhiteWins => 1.0,
            Self::BlackWins => 0.0,
            Self::Draw | Self::Unknown => 0.5,
        }
    }

    /// The text of the result.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::won_by)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A move of a game as written, with what is said about it. Where a turn has several moves it is all of
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PgnMove {
    /// The move in short notation.
    pub text: String,
    /// What numbers say of it (numeric annotation glyphs): 4 is a blunder.
    pub nags: Vec<u8>,
    /// The comments that follow it.
    pub comments: Vec<String>,
    /// What might have been played in its place.
    pub variations: Vec<Variation>,
    /// The line of the text it stands on, from 1; 0 if it comes from no text.
    pub line: usize,
}

impl PgnMove {
    /// A move about which nothing is said.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// Moves that might have been played from some point on.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Variation {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A game as written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PgnGame {
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
    /// The result at the end of the moves.
    pub result: GameResult,
    /// How many variations are not read, since they stand too deep in others.
    pub too_deep: usize,
    /// The line of the text it starts on, from 1; 0 if it comes from no text.
    pub line: usize,
}

/// The tags every game has, in their order, with the values for "unknown".
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tag that names the options of the game that are on, with commas between; without it none is.
pub const OPTIONS_TAG: &str = "VariantOptions";

/// The value of the tag `Date` for a game that is played now, in universal time.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or("").replace('-', ".")
}

impl PgnGame {
    /// The game that led from a position through `moves`, all legal, to a result.
    ///
    /// The start position is always written, and what XBoard must know of the pieces to read it.
    pub fn of_moves(
        variant: &Arc<Variant>,
        start_fen: &str,
        moves: &[Move],
        result: GameResult,
    ) -> Result<Self, FenError> {
        let mut played = Game::from_fen(variant, start_fen)?;
        let mut game = Self { result, ..Self::default() };
        for (name, value) in ROSTER {
            game.set_tag(name, value);
        }
        game.set_tag("Result", result.text());
        game.set_tag("Variant", &variant.id);
        let options = variant.option_names();
        if !options.is_empty() {
            game.set_tag(OPTIONS_TAG, &options.join(","));
        }
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", start_fen);
        if let Some(men) = variant_men(variant, start_fen) {
            game.set_tag(MEN_TAG, &men);
        }
        // A turn is one entry: its moves, joined by commas.
        let mut turn = Vec::new();
        for &mv in moves {
            if mv.kind() != MoveKind::End {
                turn.push(played.position().san(mv));
            }
            if played.play(mv) {
                let text = std::mem::take(&mut turn).join(",");
                game.moves.push(PgnMove::new(text));
            }
        }
        if !turn.is_empty() {
            game.moves.push(PgnMove::new(turn.join(",")));
        }
        Ok(game)
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, replacing its value if it is there.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.into(), value.into())),
        }
    }

    /// The number of the first move and whether Black makes it, as the FEN tag says.
    fn first_move(&self) -> (u32, bool) {
        let fields: Vec<&str> = self.tag("FEN").unwrap_or("").split_ascii_whitespace().collect();
        let number = fields.get(5).and_then(|field| field.parse().ok()).unwrap_or(1);
        (number, fields.get(1) == Some(&"b"))
    }
}

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            // A tag is one line, wherever its value comes from.
            let value = value.replace(['\n', '\r', '\t'], " ");
            let value = printable_line(&value).replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut words = Words::default();
        words.comments(&self.comments);
        words.moves(&self.moves, self.first_move());
        words.word(self.result.text());
        writeln!(f, "{}", words.wrapped())
    }
}

/// What is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, line {line}: {kind}")]
pub struct PgnError {
    /// The number of the game in its text, from 1.
    pub game: usize,
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    /// A comment without its end.
    #[error("the comment that starts here has no end")]
    OpenComment,
    /// A variation without its end.
    #[error("the variation that starts here has no end")]
    OpenVariation,
    /// A closing bracket that closes nothing.
    #[error("`{0}` closes nothing")]
    Unopened(char),
    /// A tag that is not `[Name "value"]`.
    #[error("`{0}` is not a tag of the form [Name \"value\"]")]
    Tag(String),
    /// No Variant tag, and none was supposed.
    #[error("no Variant tag says which game this is")]
    NoVariant,
    /// A variant that is not known.
    #[error("unknown variant `{0}`")]
    Variant(String),
    /// An option that the variant does not have.
    #[error("tag {OPTIONS_TAG}: {0}")]
    Option(#[from] OptionError),
    /// A start position that is none.
    #[error("start position: {0}")]
    Fen(#[from] FenError),
    /// An illegal move, with the position it should be made in.
    #[error("move {number} {reason}\nposition: {fen}")]
    Move {
        /// The number of the move, with dots: `12.` or `12...`.
        number: String,
        /// Why it is none.
        reason: Box<MoveReason>,
        /// The position before the move.
        fen: String,
    },
    /// A result other than that of the position on the board.
    #[error("the result is {result}, but on the board {outcome}\nposition: {fen}")]
    Contradiction {
        /// What is written.
        result: GameResult,
        /// What the position says.
        outcome: Outcome,
        /// The last position.
        fen: String,
    },
    /// Two results that differ.
    #[error("the Result tag says {tag}, the end of the moves {result}")]
    TwoResults {
        /// In the tag.
        tag: GameResult,
        /// After the moves.
        result: GameResult,
    },
    /// Too many promotions are left open to find out what they were.
    #[error("too many promotions do not say what to")]
    TooManyReadings,
}

/// Why a written move is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveReason {
    /// As short notation.
    #[error(transparent)]
    San(#[from] SanError),
    /// As coordinates, where the reason is more exact.
    #[error(transparent)]
    Coordinates(#[from] MoveTextError),
}
