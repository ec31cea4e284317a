//! The record of a finished game.

use super::config::{Config, EngineConfig};
use super::referee::{PlayedGame, PlayedMove};
use super::schedule::Pairing;
use super::thought::Thought;
use dhow_play::pgn::{GameResult, PgnGame, today};
use dhow_rules::game::Game;
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime};

/// A finished game, for reports and files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the schedule, from 0.
    pub number: usize,
    /// The index of its variant in the tournament, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub variant: usize,
    /// The indices of the engines with White and with Black.
    pub players: [usize; 2],
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The reason, such as `White mates`.
    pub reason: String,
    /// The value of PGN's Termination tag.
    pub termination: String,
    /// The number of halfmoves, including the opening.
    pub plies: usize,
    /// Its duration in milliseconds.
    pub milliseconds: u64,
    /// The last position.
    pub fen: String,
    /// The whole game.
    pub pgn: String,
}

impl Record {
    /// The record of a game that has just ended.
    pub fn new(
        config: &Config,
        names: &[String],
        pairing: &Pairing,
        played: &PlayedGame,
        duration: Duration,
    ) -> Self {
        let verdict = &played.verdict;
        Self {
            number: pairing.number,
            variant: pairing.variant,
            players: pairing.players,
            result: verdict.result.text().into(),
            reason: verdict.reason.clone(),
            termination: verdict.termination.text().into(),
            plies: played.game.turns_made(),
            milliseconds: u64::try_from(duration.as_millis()).unwrap_or(u64::MAX),
            fen: played.game.fen(),
            pgn: pgn(config, names, pairing, played, duration),
        }
    }

    /// The result.
    pub fn game_result(&self) -> GameResult {
        GameResult::of_text(&self.result).unwrap_or_default()
    }
}

/// Whether the index is 0, which journals leave out.
pub fn is_first(variant: &usize) -> bool {
    *variant == 0
}

fn pgn(
    config: &Config,
    names: &[String],
    pairing: &Pairing,
    played: &PlayedGame,
    duration: Duration,
) -> String {
    let (game, verdict) = (&played.game, &played.verdict);
    let (variant, start) = (game.variant(), game.start_fen());
    let mut pgn = match PgnGame::of_moves(variant, start, game.moves(), verdict.result) {
        Ok(pgn) => pgn,
        Err(error) => unreachable!("a game has a start: {error}"),
    };
    let [white, black] = pairing.players;
    pgn.set_tag("Event", &config.event);
    pgn.set_tag("Site", &config.site);
    pgn.set_tag("Date", &today());
    pgn.set_tag("Round", &(pairing.number + 1).to_string());
    pgn.set_tag("White", &names[white]);
    pgn.set_tag("Black", &names[black]);
    if config.minimal_records {
        return pgn.to_string();
    }
    pgn.set_tag("PlyCount", &game.turns_made().to_string());
    for (name, value) in time_controls([white, black].map(|index| &config.engines[index])) {
        pgn.set_tag(name, &value);
    }
    pgn.set_tag("Termination", verdict.termination.text());
    let end = SystemTime::now();
    pgn.set_tag("GameStartTime", &moment(end.checked_sub(duration).unwrap_or(end)));
    pgn.set_tag("GameEndTime", &moment(end));
    pgn.set_tag("GameDuration", &clock_face(duration));
    let (book, own) = pgn.moves.split_at_mut(played.opening);
    book.iter_mut().for_each(|mv| mv.comments.push("book".into()));
    for (written, played) in own.iter_mut().zip(&played.moves) {
        written.comments.push(comment(config, played));
    }
    match pgn.moves.last_mut().and_then(|last| last.comments.last_mut()) {
        Some(comment) => comment.extend([", ", &verdict.reason]),
        None => pgn.comments.push(verdict.reason.clone()),
    }
    pgn.to_string()
}

/// `+0.35/12 0.51s`: score, depth and time; short times with milliseconds. Nodes and the greatest depth follow
/// as fastchess writes them: `, n=1000, sd=20`.
fn comment(config: &Config, played: &PlayedMove) -> String {
    let seconds = played.used.as_secs_f64();
    let decimals = if seconds < 0.1 { 3 } else { 2 };
    let time = format!("{seconds:.decimals$}");
    let Thought { eval, depth, selective_depth, nodes } = played.thought;
    let mut comment = match eval {
        Some(eval) => format!("{eval}/{depth} {time}s"),
        None => format!("{time}s"),
    };
    if config.record_nodes {
        comment += &format!(", n={nodes}");
    }
    if config.record_selective_depth {
        comment += &format!(", sd={selective_depth}");
    }
    comment
}

fn time_controls(engines: [&EngineConfig; 2]) -> Vec<(&'static str, String)> {
    let text = |engine: &EngineConfig| engine.control.time.to_string();
    let [white, black] = engines.map(text);
    if white == black {
        vec![("TimeControl", white)]
    } else {
        vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
    }
}

/// A time in UTC with milliseconds.
fn moment(time: SystemTime) -> String {
    humantime::format_rfc3339_millis(time).to_string()
}

/// A duration in hours, minutes and seconds.
fn clock_face(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The turns of a game as text, for messages.
pub fn turns_text(game: &Game) -> String {
    let turns = game.turns_so_far();
    turns.into_iter().map(|turn| game.turn_text(turn)).collect::<Vec<_>>().join(" ")
}
