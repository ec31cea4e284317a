//! Puzzles from games: positions with one winning turn, proved.

use super::{MateSearch, TooMany, TurnProof};
use dhow_engine::search::{Engine, Limits};
use dhow_rules::game::{Game, Turn};
use dhow_rules::position::Move;
use std::fmt;

/// The most positions that the proof of a mate may visit: some seconds.
const MATE_POSITIONS: u64 = 150_000;
/// The most positions of a search for a mate by checks alone, in each position of a game.
const CHECKED_POSITIONS: u64 = 2_000;
/// The most states of turns that the proof of a win in a game with leaders may visit.
const TURN_STATES: u64 = 300_000;
/// The longest wins in games with leaders, in turns: longer ones cannot be proved soon.
const LONGEST_WIN: u32 = 2;
/// A win must end this number of turns before the limit of moves without a capture ends the game.
const SPARE: u32 = 4;

/// A position in which the side to move wins, proved by trying all replies.
///
/// Its text is a line as `mate-data` has them: `FEN ;variant ID [;option NAME ...] ;dm N [;quiet N] ;pv TURN ;id ORIGIN`.
#[derive(Clone, Debug)]
pub struct ProvenWin {
    /// The position, without what was played before.
    pub game: Game,
    /// The number of turns of the winner until the end, and no win is shorter.
    pub turns: u32,
    /// Without leaders, the least number of moves that give no check and that a line of the win needs at most.
    pub quiet: Option<u32>,
    /// The first turn: the only one that wins in this number of turns. In a game with leaders, one of them.
    pub turn: Turn,
    /// Where the position comes from.
    pub origin: String,
}

impl fmt::Display for ProvenWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, turns, quiet, turn, origin } = self;
        let variant = game.variant();
        write!(f, "{} ;variant {}", game.start_fen(), variant.id)?;
        for name in variant.option_names() {
            write!(f, " ;option {name}")?;
        }
        write!(f, " ;dm {turns}")?;
        if let Some(quiet) = quiet {
            write!(f, " ;quiet {quiet}")?;
        }
        write!(f, " ;pv {} ;id {origin}", game.turn_text(turn))
    }
}

/// Finds puzzles in games.
pub struct PuzzleFinder<'a> {
    /// The engine that looks for wins.
    pub engine: &'a mut Engine,
    /// The number of nodes that it searches in each position.
    pub nodes: u64,
    /// The shortest and the longest wins that are wanted, in turns of the winner.
    pub lengths: [u32; 2],
}

impl PuzzleFinder<'_> {
    /// The puzzle of the present position, at the start of a turn; `None` if the engine finds no win, or no proof says
    /// that there is one and only one.
    pub fn puzzle(&mut self, game: &Game, origin: String) -> Option<ProvenWin> {
        // The end of the game, and what may be repeated, must not matter.
        let game = Game::from_fen(game.variant(), &game.fen()).ok()?;
        if game.outcome().is_some() {
            return None;
        }
        let [shortest, longest] = self.lengths;
        let with_leaders = game.variant().command.is_some();
        let longest = if with_leaders { longest.min(LONGEST_WIN) } else { longest };
        self.engine.clear();
        let limits = Limits { mate: Some(longest), nodes: Some(self.nodes), ..Limits::default() };
        let found = self.engine.search(&game, limits);
        let by_engine = found.score.mate_in_moves().and_then(|turns| u32::try_from(turns).ok());
        let by_checks = if with_leaders { None } else { mate_by_checks(&game, longest) };
        let turns = by_engine.into_iter().chain(by_checks).min()?;
        if !(shortest..=longest).contains(&turns) || !has_time(&game, turns) {
            return None;
        }
        let proved = match with_leaders {
            true => win(&game, turns, found.turn?).ok()?.map(|turn| (None, turn)),
            false => only_mate(&game, turns).ok()?.map(|(quiet, mv)| (Some(quiet), Turn::from(mv))),
        };
        let (quiet, turn) = proved?;
        Some(ProvenWin { game, turns, quiet, turn, origin })
    }
}

/// Whether the limit of moves without a capture cannot end the game before the win.
fn has_time(game: &Game, turns: u32) -> bool {
    let clock = u32::from(game.position().halfmove_clock());
    let limit = game.variant().end.move_limit;
    limit.is_none_or(|limit| clock + 2 * (turns + SPARE) < 2 * u32::from(limit))
}

/// In how many moves, at most `longest`, the side to move mates by checks alone. The engine, which prunes sacrifices, does
/// not see all such mates.
fn mate_by_checks(game: &Game, longest: u32) -> Option<u32> {
    let mut position = game.position().clone();
    let mut search = MateSearch::with_limit(CHECKED_POSITIONS);
    (1..=longest).find(|&moves| search.mates_with(&mut *position, moves, 0) == Ok(true))
}

/// The only move that mates in this number of moves, and the least number of moves without check that the mate needs;
/// `None` if there is a shorter mate, another move, or no mate.
fn only_mate(game: &Game, moves: u32) -> Result<Option<(u32, Move)>, TooMany> {
    let mut position = game.position().clone();
    let mut search = MateSearch::with_limit(MATE_POSITIONS);
    if search.mates_with(&mut *position, moves - 1, moves)? {
        return Ok(None);
    }
    let mut mating = None;
    for mv in position.legal_moves() {
        position.make(mv);
        let mates = search.is_mated_with(&mut *position, moves - 1, moves);
        position.unmake(mv);
        if mates? && mating.replace(mv).is_some() {
            return Ok(None);
        }
    }
    let Some(mating) = mating else { return Ok(None) };
    for quiet in 0..moves {
        if search.mates_with(&mut *position, moves, quiet)? {
            return Ok(Some((quiet, mating)));
        }
    }
    Ok(None)
}

/// A turn that wins in this number of turns, 1 or 2, and in no fewer; `None` if there is none, or if a win needs nothing
/// but captures of leaders.
fn win(game: &Game, turns: u32, turn: Turn) -> Result<Option<Turn>, TooMany> {
    let mut position = game.position().clone();
    let mut proof = TurnProof::with_limit(TURN_STATES);
    let at_once = proof.shortest_win(&mut *position)?;
    Ok(match (turns, at_once) {
        (1, Some((turn, 1..))) => Turn::new(turn),
        (2, None) if proof.wins_by(&mut *position, &turn)? => Some(turn),
        _ => None,
    })
}
