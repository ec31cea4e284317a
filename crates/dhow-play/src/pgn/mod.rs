//! Portable Game Notation (PGN).
//!
//! A [`PgnGame`] is the content of a text; [`parse`] reads it and `Display` writes it. [`PgnGame::replay`]
//! checks that the moves are legal, and [`check`] does so for a whole text.

mod courier;
mod epd;
mod evaluation;
mod fen;
mod men;
mod parse;
mod replay;
mod sign;
mod words;

pub use courier::{CourierError, of_game_courier, setup_of_game_courier};
pub use epd::Epd;
pub use evaluation::Evaluation;
pub use fen::{read_position, read_xboard_position};
pub use men::{MEN_TAG, piece_moves, variant_men};
pub use parse::{MOST_NESTED, games, parse};
pub use replay::{CheckedGame, check, read_move};
pub use sign::{nag_of, sign_of, split_sign};

use dhow_engine::clock::since_1970;
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
    /// A draw.
    Draw,
    /// Unknown, or the game is not over.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result with this text. A draw may also be `1/2`.
    pub fn of_text(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::WhiteWins,
            "0-1" => Self::BlackWins,
            "1/2-1/2" | "1/2" => Self::Draw,
            "*" => Self::Unknown,
            _ => return None,
        })
    }

    /// The result if this side won.
    pub const fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw | Self::Unknown => None,
        }
    }

    /// White's points: 0, 0.5 or 1; 0.5 if the result is unknown.
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

/// A move as written, with its annotations. In games with several moves per turn, the whole turn.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PgnMove {
    /// The move in short notation (SAN).
    pub text: String,
    /// Its numeric annotation glyphs (NAGs); 4 is a blunder.
    pub nags: Vec<u8>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// Variations that begin in its place.
    pub variations: Vec<Variation>,
    /// The line of the text, from 1; 0 if not read from a text.
    pub line: usize,
}

impl PgnMove {
    /// A move without annotations.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// An alternative line of moves.
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
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
    /// The result after the moves.
    pub result: GameResult,
    /// The number of variations that were skipped because they are nested too deeply.
    pub too_deep: usize,
    /// The line of the text where it begins, from 1; 0 if not read from a text.
    pub line: usize,
}

/// The mandatory tags (seven tag roster) in order, with the values for "unknown".
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tag with the options of the game that are on, separated by commas. Without it all are off.
pub const OPTIONS_TAG: &str = "VariantOptions";

/// The value of the tag `Date` for today, in UTC.
pub fn today() -> String {
    let now = SystemTime::UNIX_EPOCH + since_1970();
    let now = humantime::format_rfc3339_seconds(now).to_string();
    now.split('T').next().unwrap_or("").replace('-', ".")
}

impl PgnGame {
    /// The record of a game from a position through legal `moves` to a result.
    ///
    /// It always contains the start position, and the descriptions of pieces that XBoard needs.
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
        // The moves of a turn form one entry, joined by commas.
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

    /// Sets a tag, or replaces its value.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.into(), value.into())),
        }
    }

    /// The number of the first move, and whether it is Black's, from the FEN tag.
    fn first_move(&self) -> (u32, bool) {
        let fields: Vec<&str> = self.tag("FEN").unwrap_or("").split_ascii_whitespace().collect();
        let number = fields.get(5).and_then(|field| field.parse().ok()).unwrap_or(1);
        (number, fields.get(1) == Some(&"b"))
    }
}

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            // A tag must fit on one line.
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

/// An error in a game, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, line {line}: {kind}")]
pub struct PgnError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The line of the text, from 1.
    pub line: usize,
    /// The error.
    pub kind: PgnErrorKind,
}

/// The error in a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    /// A comment that does not end.
    #[error("the comment that starts here has no end")]
    OpenComment,
    /// A variation that does not end.
    #[error("the variation that starts here has no end")]
    OpenVariation,
    /// A closing bracket without an opening one.
    #[error("`{0}` closes nothing")]
    Unopened(char),
    /// A tag that is not `[Name "value"]`.
    #[error("`{0}` is not a tag of the form [Name \"value\"]")]
    Tag(String),
    /// No Variant tag, and no default variant.
    #[error("no Variant tag says which game this is")]
    NoVariant,
    /// An unknown variant.
    #[error("unknown variant `{0}`")]
    Variant(String),
    /// An option that the variant does not have.
    #[error("tag {OPTIONS_TAG}: {0}")]
    Option(#[from] OptionError),
    /// An invalid start position.
    #[error("start position: {0}")]
    Fen(#[from] FenError),
    /// An arrangement of Black's chiefs that is not a setup.
    #[error("Black's placing of the chiefs: {0}")]
    Placing(String),
    /// An illegal move, with the position before it.
    #[error("move {number} {reason}\nposition: {fen}")]
    Move {
        /// The number of the move, with dots: `12.` or `12...`.
        number: String,
        /// Why it is illegal.
        reason: Box<MoveReason>,
        /// The position before the move.
        fen: String,
    },
    /// A result that contradicts the position on the board.
    #[error("the result is {result}, but on the board {outcome}\nposition: {fen}")]
    Contradiction {
        /// The written result.
        result: GameResult,
        /// The result on the board.
        outcome: Outcome,
        /// The last position.
        fen: String,
    },
    /// Two different results.
    #[error("the Result tag says {tag}, the end of the moves {result}")]
    TwoResults {
        /// In the tag.
        tag: GameResult,
        /// After the moves.
        result: GameResult,
    },
    /// Too many ambiguous promotions to try every combination.
    #[error("too many promotions do not say what to")]
    TooManyReadings,
}

/// Why a written move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveReason {
    /// As short notation (SAN).
    #[error(transparent)]
    San(#[from] SanError),
    /// As coordinates, if that gives a more precise reason.
    #[error(transparent)]
    Coordinates(#[from] MoveTextError),
    /// As Game Courier writes moves.
    #[error(transparent)]
    Courier(#[from] CourierError),
}
