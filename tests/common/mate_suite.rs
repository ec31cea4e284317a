//! The suite of forced mates in `mate-data`, as text.

use dhow::game::Game;
use dhow::variant::find;
use std::fmt;
use std::path::PathBuf;

/// A position in which the side to move mates, whatever the other side does.
pub struct Problem {
    pub game: Game,
    /// Moves of the side to move until the mate.
    pub moves: u32,
    /// Whether it is proven that no mate is shorter.
    pub exact: bool,
    /// There is a mate of this length with at most this number of moves without check in any line.
    pub quiet: u32,
    /// Where the position comes from.
    pub origin: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, moves, exact, quiet, origin } = self;
        let proof = if *exact { "exact" } else { "at-most" };
        let (fen, variant) = (game.start_fen(), &game.variant().id);
        write!(f, "{fen} ;variant {variant} ;dm {moves} ;proof {proof} ;quiet {quiet} ;id {origin}")
    }
}

impl Problem {
    /// Reads a line of the suite; `None` for a line without a problem.
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next()?;
        let mut value = |name: &str| fields.next()?.strip_prefix(name)?.strip_prefix(' ');
        let game = Game::from_fen(find(value("variant")?)?, fen).ok()?;
        let moves = value("dm")?.parse().ok()?;
        let exact = match value("proof")? {
            "exact" => true,
            "at-most" => false,
            _ => return None,
        };
        let quiet = value("quiet")?.parse().ok()?;
        let origin = value("id")?.to_string();
        Some(Self { game, moves, exact, quiet, origin })
    }

    /// The number of men on the board.
    pub fn men(&self) -> usize {
        let (placement, _) = self.game.start_fen().split_once(' ').expect("a FEN has six fields");
        placement.bytes().filter(u8::is_ascii_alphabetic).count()
    }
}

/// The file.
pub fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("mate-data/mates.epd")
}

/// All of the suite.
pub fn read() -> Vec<Problem> {
    let text = std::fs::read_to_string(path()).unwrap_or_else(|error| panic!("{error}"));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| Problem::parse(line).unwrap_or_else(|| panic!("{line}"))).collect()
}
