//! The `go` command.

use dhow_engine::search::{Limits, TimeLeft};
use dhow_rules::game::Game;
use dhow_rules::movegen::MoveTextError;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;
use std::time::Duration;

/// The greatest depth of a perft, in plies. No count of half this depth ever finishes.
pub const MAX_PERFT: u32 = 64;

/// The longest time that is read exactly, about a year. Sums of several such times fit every type used for
/// clocks.
const LONGEST_MS: u64 = 1 << 35;

/// A `go` command.
#[derive(Debug)]
pub struct GoCommand {
    /// What the command asks for.
    pub work: Work,
    /// Unknown words, which UCI says to ignore.
    pub ignored: Vec<String>,
}

/// A search or a count.
#[derive(Debug)]
pub enum Work {
    /// A search within limits.
    Search(Limits),
    /// A perft to this depth in plies.
    Perft(u32),
}

/// Why a `go` command is refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoError {
    /// A keyword without its number.
    #[error("go: no number after `{0}`")]
    NumberMissing(String),
    /// A value that is not a number, or is out of range.
    #[error("go {word}: `{text}` is not a whole number{range}")]
    Number {
        /// The keyword.
        word: String,
        /// The text in place of the number.
        text: String,
        /// The allowed range, if it is limited.
        range: String,
    },
    /// A perft that is too deep.
    #[error("go perft: {0} plies are more than {most}", most = MAX_PERFT)]
    Perft(u64),
    /// An illegal root move.
    #[error("go searchmoves: {0}")]
    SearchMove(#[from] MoveTextError),
    /// A whole turn in place of the turn's first move.
    #[error("go searchmoves: `{0}` is more than a move: name the first move of the turn")]
    SearchTurn(String),
}

/// Reads the words after `go`, for the position of a game.
///
/// # Errors
/// The first part that cannot be read.
pub fn read(words: SplitAsciiWhitespace, game: &Game) -> Result<GoCommand, GoError> {
    let mut words = words.peekable();
    let mut ignored = Vec::new();
    let mut limits = Limits::default();
    let mut clocks = GoClocks::default();
    let mut perft = None;
    while let Some(word) = words.next() {
        let mut number = |least, most| number(word, words.next(), least, most);
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "depth" => limits.depth = Some(number(1, u32::MAX.into())? as u32),
            "nodes" => limits.nodes = Some(number(1, u64::MAX)?),
            "mate" => limits.mate = Some(number(1, u32::MAX.into())? as u32),
            "movetime" => limits.move_time = Some(time(word, words.next())?),
            "wtime" => clocks.remaining[0] = Some(time(word, words.next())?),
            "btime" => clocks.remaining[1] = Some(time(word, words.next())?),
            "winc" => clocks.increment[0] = time(word, words.next())?,
            "binc" => clocks.increment[1] = time(word, words.next())?,
            "movestogo" => clocks.moves_to_go = number(0, u32::MAX.into())? as u32,
            "searchmoves" => limits.search_moves = search_moves(&mut words, game)?,
            "perft" => perft = Some(perft_depth(number(0, u64::MAX)?)?),
            _ => ignored.push(word.into()),
        }
    }
    limits.clock = clocks.of(game.side_to_move());
    let work = perft.map_or(Work::Search(limits), Work::Perft);
    Ok(GoCommand { work, ignored })
}

/// The clocks of both sides, White first, as far as the command gives them.
#[derive(Default)]
struct GoClocks {
    remaining: [Option<Duration>; 2],
    increment: [Duration; 2],
    /// 0 means that the remaining time is for the rest of the game.
    moves_to_go: u32,
}

impl GoClocks {
    fn of(&self, side: Color) -> Option<TimeLeft> {
        let remaining = self.remaining[side.index()]?;
        let increment = self.increment[side.index()];
        let moves_to_go = (self.moves_to_go > 0).then_some(self.moves_to_go);
        Some(TimeLeft { remaining, increment, moves_to_go })
    }
}

/// The moves at the front of `words`, up to the first word that does not have the form of a move. In games
/// with several moves per turn, each is the first move of a turn.
fn search_moves(
    words: &mut Peekable<SplitAsciiWhitespace>,
    game: &Game,
) -> Result<Vec<Move>, GoError> {
    let mut moves = Vec::new();
    while let Some(text) = words.next_if(|word| word.contains(|c: char| c.is_ascii_digit())) {
        if game.variant().command.is_some() && text.contains(',') {
            return Err(GoError::SearchTurn(text.into()));
        }
        moves.push(game.parse_move(text)?);
    }
    Ok(moves)
}

fn perft_depth(plies: u64) -> Result<u32, GoError> {
    let depth = u32::try_from(plies).ok().filter(|&depth| depth <= MAX_PERFT);
    depth.ok_or(GoError::Perft(plies))
}

/// The number after a keyword. A number above every useful value counts as the highest.
fn number(word: &str, text: Option<&str>, least: u64, most: u64) -> Result<u64, GoError> {
    let text = text.ok_or_else(|| GoError::NumberMissing(word.into()))?;
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().unwrap_or(u64::MAX).min(most));
    number.filter(|&number| number >= least).ok_or_else(|| {
        let range = if least > 0 { format!(" from {least}") } else { String::new() };
        GoError::Number { word: word.into(), text: text.into(), range }
    })
}

/// The time after a keyword, in milliseconds. Some hosts send a negative time for a clock that has run out.
fn time(word: &str, text: Option<&str>) -> Result<Duration, GoError> {
    let overdrawn = text.and_then(|text| text.strip_prefix('-'));
    let milliseconds = match number(word, overdrawn, 0, LONGEST_MS) {
        Ok(_) => 0,
        Err(_) => number(word, text, 0, LONGEST_MS)?,
    };
    Ok(Duration::from_millis(milliseconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;

    fn limits(command: &str) -> Limits {
        match read(command.split_ascii_whitespace(), &Game::new(&VARIANTS[0])) {
            Ok(GoCommand { work: Work::Search(limits), .. }) => limits,
            other => panic!("{command}: {other:?}"),
        }
    }

    fn error(command: &str) -> String {
        let read = read(command.split_ascii_whitespace(), &Game::new(&VARIANTS[0]));
        read.expect_err(command).to_string()
    }

    #[test]
    fn nothing_asked_for() {
        assert_eq!(limits(""), Limits::default());
    }

    #[test]
    fn clock_of_the_side_to_move() {
        let clock = limits("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5").clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_secs(1));
        assert_eq!(clock.increment, Duration::from_millis(10));
        assert_eq!(clock.moves_to_go, Some(5));
        assert_eq!(limits("btime 2000").clock, None);
        let overdrawn = limits("wtime -30 movestogo 0").clock.unwrap();
        assert_eq!((overdrawn.remaining, overdrawn.moves_to_go), (Duration::ZERO, None));
    }

    #[test]
    fn other_limits() {
        let all = limits("ponder infinite depth 3 nodes 4 mate 5 movetime 6");
        assert!(all.ponder && all.infinite);
        assert_eq!((all.depth, all.nodes, all.mate), (Some(3), Some(4), Some(5)));
        assert_eq!(all.move_time, Some(Duration::from_millis(6)));
        let huge = limits("depth 99999999999 wtime 99999999999999999999999");
        assert_eq!(huge.depth, Some(u32::MAX));
        assert_eq!(huge.clock.unwrap().remaining, Duration::from_millis(LONGEST_MS));
    }

    #[test]
    fn root_moves_end_at_the_next_word() {
        let some = limits("searchmoves a3a5 b3b4 depth 3");
        assert_eq!((some.search_moves.len(), some.depth), (2, Some(3)));
        assert_eq!(limits("searchmoves a3a5").search_moves.len(), 1);
    }

    #[test]
    fn unknown_words_are_passed_over() {
        let game = Game::new(&VARIANTS[0]);
        let order = read("depht 3 nodes 4".split_ascii_whitespace(), &game).unwrap();
        assert_eq!(order.ignored, ["depht", "3"]);
        assert_eq!(limits("depht 3 nodes 4").nodes, Some(4));
    }

    #[test]
    fn errors_name_the_token() {
        assert_eq!(error("depth x"), "go depth: `x` is not a whole number from 1");
        assert_eq!(error("nodes -1"), "go nodes: `-1` is not a whole number from 1");
        assert_eq!(error("wtime --1"), "go wtime: `--1` is not a whole number");
        assert_eq!(error("winc -"), "go winc: `-` is not a whole number");
        assert_eq!(error("perft 65"), "go perft: 65 plies are more than 64");
        assert_eq!(error("depth"), "go: no number after `depth`");
        assert!(error("searchmoves a3a9").starts_with("go searchmoves: `a3a9`"));
    }
}
