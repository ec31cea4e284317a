//! The suite of wins and parries in games with leaders in `mate-data`, as text.

use dhow::game::{Game, Turn};
use dhow::proof::TurnShare;
use dhow::variant::{CommandOption, Variant, find};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// The task of the side to move.
pub enum Goal {
    /// To win in one or two turns of its own, and in no fewer.
    Win {
        turns: u32,
        /// A turn that wins at once with as few moves as possible, or one after which every reply allows such a turn.
        turn: Turn,
    },
    /// To make one of the turns after which the other side cannot win at once.
    Parry(TurnShare),
}

/// A position of a game with leaders, with its solution.
pub struct Problem {
    pub game: Game,
    pub goal: Goal,
    /// Where the position comes from.
    pub origin: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, goal, origin } = self;
        write!(f, "{} ;variant {}", game.start_fen(), game.variant().id)?;
        for option in game.variant().command.iter().flat_map(|command| &command.on) {
            write!(f, " ;option {}", option.name())?;
        }
        match goal {
            Goal::Win { turns, turn } => {
                write!(f, " ;dm {turns} ;pv {}", game.turn_text(turn))?;
            }
            Goal::Parry(TurnShare { good, all }) => write!(f, " ;parry {good}/{all}")?,
        }
        write!(f, " ;id {origin}")
    }
}

impl Problem {
    /// Reads a line of the suite; `None` for a line without a problem.
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next()?;
        let mut fields = fields.map(|field| field.split_once(' ')).peekable();
        let mut take = |name: &str| {
            let field = fields.next_if(|field| field.is_some_and(|(found, _)| found == name));
            field.flatten().map(|(_, value)| value)
        };
        let mut variant = find(take("variant")?)?.clone();
        let mut on = Vec::new();
        while let Some(name) = take("option") {
            on.extend(Some(variant.find_option(name).ok()?));
        }
        if !on.is_empty() {
            variant = Arc::new(variant.with_options(&on));
        }
        let game = Game::from_fen(&variant, fen).ok()?;
        let goal = match (take("dm"), take("parry")) {
            (Some(turns), None) => {
                Goal::Win { turns: turns.parse().ok()?, turn: game.parse_turn(take("pv")?).ok()? }
            }
            (None, Some(share)) => {
                let (good, all) = share.split_once('/')?;
                Goal::Parry(TurnShare { good: good.parse().ok()?, all: all.parse().ok()? })
            }
            _ => return None,
        };
        Some(Self { origin: take("id")?.to_string(), game, goal })
    }

    /// Whether it is a win in `wanted` turns.
    pub fn is_win_in(&self, wanted: u32) -> bool {
        matches!(self.goal, Goal::Win { turns, .. } if turns == wanted)
    }

    /// Whether it is a parry.
    pub fn is_parry(&self) -> bool {
        matches!(self.goal, Goal::Parry(_))
    }

    /// The numbers of leaders of the side to move and of the other side.
    pub fn leaders(&self) -> [usize; 2] {
        let side = self.game.side_to_move();
        [side, !side].map(|side| self.game.position().leaders(side).len())
    }

    /// The number of moves of a win in one turn that capture no leader.
    pub fn support(&self) -> Option<usize> {
        match &self.goal {
            Goal::Win { turns: 1, turn } => Some(turn.len() - self.leaders()[1]),
            _ => None,
        }
    }
}

/// The game, with the options that are on, for messages.
pub fn name(variant: &Variant) -> String {
    let on = variant.command.iter().flat_map(|command| &command.on);
    on.fold(variant.id.clone(), |name, option: &CommandOption| name + " " + option.name())
}

/// The file.
pub fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("mate-data/leaders.epd")
}

/// All of the suite.
pub fn read() -> Vec<Problem> {
    let text = std::fs::read_to_string(path()).unwrap_or_else(|error| panic!("{error}"));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| Problem::parse(line).unwrap_or_else(|| panic!("{line}"))).collect()
}
