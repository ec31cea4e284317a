//! `dhow go`: analysis for people.

use super::args::{self, EngineArgs, LimitArgs, PositionArgs};
use super::board::show;
use super::{CliError, CliResult, FOOTER, json, short_number};
use clap::Args;
use dhow_engine::search::{Bound, Engine, Limits, PvInfo, SearchEvent, SearchResult};
use dhow_play::board_picture::{View, position_text};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::{Move, MoveKind};
use serde_json::json;
use std::io::{BufRead, Write};
use std::sync::mpsc;
use std::thread::Builder;
use std::time::Duration;

const LONG: &str = "\
Shows the position, then the best lines as the search gets deeper, then the best move. Scores are in
centipawns from the side to move (a Rook is worth 500); `#3` is a mate in 3 moves, or in games with
leaders a win in 3 turns. In those games a line consists of turns, with the moves of each joined by
commas; `...` ends a line that stops within a turn.";

const EXAMPLES: &str = "\
Examples:
  dhow go                                   Metamachy's start, for five seconds
  dhow go -v zanzibar-xl --depth 10 --multipv 3
  dhow go --fen \"5k6/P11/12/12/12/12/12/12/12/12/12/5K6 w - - 0 1\"
  dhow go -v mini-chieftain --movetime 2000
  dhow go --infinite --threads 4 --hash 1024";

/// The time per position without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FOOTER}"))]
pub struct GoArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Search until Enter is pressed
    #[arg(long, conflicts_with_all = ["depth", "movetime", "nodes", "mate"])]
    infinite: bool,
    /// Number of best lines to show (multi-PV)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = lines)]
    multipv: usize,
    /// Write JSON: one object per line for the position, each line of play, and the result
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

fn lines(text: &str) -> Result<usize, String> {
    args::number_in(text, 1, 500)
}

pub fn run(args: GoArgs, out: &mut impl Write) -> CliResult {
    let game = args.position.game()?;
    let mut engine = args.engine.engine()?;
    if args.json {
        let (fen, variant) = (position_text(&game), game.variant());
        let options = variant.option_names();
        writeln!(out, "{}", json!({ "variant": variant.id, "options": options, "fen": fen }))?;
    } else {
        show(&game, View::default(), false, out)?;
        writeln!(out)?;
    }
    out.flush()?;
    let mut limits = Limits { multi_pv: args.multipv, ..args.limits.limits() };
    if args.infinite {
        limits.infinite = true;
    } else if !args.limits.any() {
        limits.move_time = Some(DEFAULT_TIME);
    }
    if let Some(outcome) = game.outcome() {
        match args.json {
            true => writeln!(out, "{}", json!({ "outcome": outcome.to_string() }))?,
            false => writeln!(out, "the game is over")?,
        }
        return Ok(());
    }
    let (sender, events) = mpsc::channel();
    let stop = sender.clone();
    if args.infinite {
        let wait = move || {
            // The end of the input also counts.
            let _ = std::io::stdin().lock().read_line(&mut String::new());
            let _ = stop.send(None);
        };
        let started = Builder::new().name("input".into()).spawn(wait);
        started.map_err(|error| CliError::Input(format!("--infinite: no thread: {error}")))?;
    }
    engine.start(&game, limits, move |event| {
        let _ = sender.send(Some(event));
    });
    let form = match args.json {
        true => ReportFormat::Json,
        false => ReportFormat::Text { ranked: args.multipv > 1 },
    };
    let result = report(&game, &engine, events, form, out);
    // The search must end even if stdout is closed.
    engine.stop();
    engine.wait();
    result
}

/// How to report a search.
#[derive(Clone, Copy)]
enum ReportFormat {
    /// As text, with ranks if there are several lines.
    Text { ranked: bool },
    /// As JSON.
    Json,
}

/// Writes events as they come. `None` asks to stop.
fn report(
    game: &Game,
    engine: &Engine,
    events: mpsc::Receiver<Option<SearchEvent>>,
    form: ReportFormat,
    out: &mut impl Write,
) -> CliResult {
    for event in events {
        match (event, form) {
            (None, _) => engine.stop(),
            (Some(SearchEvent::Line(line)), ReportFormat::Text { ranked }) => {
                writeln!(out, "{}", line_text(game, &line, ranked))?
            }
            (Some(SearchEvent::Line(line)), ReportFormat::Json) => {
                writeln!(out, "{}", json::line(game, &line))?
            }
            (Some(SearchEvent::Trouble(error)), ReportFormat::Text { .. }) => {
                writeln!(out, "{error}")?
            }
            (Some(SearchEvent::Trouble(error)), ReportFormat::Json) => {
                writeln!(out, "{}", json!({ "warning": error.to_string() }))?
            }
            (Some(SearchEvent::Done(summary)), ReportFormat::Text { .. }) => {
                return conclude(game, &summary, out);
            }
            (Some(SearchEvent::Done(summary)), ReportFormat::Json) => {
                return Ok(writeln!(out, "{}", json::summary(game, &summary))?);
            }
        }
        out.flush()?;
    }
    Ok(())
}

fn conclude(game: &Game, summary: &SearchResult, out: &mut impl Write) -> CliResult {
    match &summary.turn {
        None => writeln!(out, "no legal move")?,
        Some(turn) if game.variant().command.is_some() => {
            writeln!(out, "\nbest turn: {}", whole_turn(game, turn))?;
        }
        Some(turn) => {
            let best = turn.first();
            let san = game.position().san(best);
            writeln!(out, "\nbest move: {} ({san})", game.move_text(best))?;
        }
    }
    Ok(())
}

/// The moves of a turn in a game with leaders, or of the rest of a turn. Marks a turn that ends although it
/// could continue.
pub fn whole_turn(game: &Game, turn: &[Move]) -> String {
    let text = game.turn_text(turn);
    match turn.last().is_some_and(|mv| mv.kind() == MoveKind::End) {
        true if text.is_empty() => "end".into(),
        true => text + ", then end",
        false => text,
    }
}

fn line_text(game: &Game, line: &PvInfo, ranked: bool) -> String {
    let rank = if ranked { format!("{:>2}) ", line.rank) } else { String::new() };
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    format!(
        "depth {:>2}/{:<2} {rank}{:>8} {:>7} nodes {:>6} nps  {}",
        line.depth,
        line.selective_depth,
        format!("{bound}{}", line.score),
        short_number(line.nodes),
        short_number(line.nps()),
        numbered(game, &line.pv)
    )
}

/// The legal part of a line of play in short notation (SAN) with move numbers. Each word is a turn.
pub fn numbered(game: &Game, moves: &[Move]) -> String {
    let mut game = game.clone();
    let mut words = Vec::new();
    let mut turn = Vec::new();
    let (mut number, mut side) = (game.position().fullmove(), game.side_to_move());
    let mut say = |turn: &[String], number: u32, side: Color| {
        let text = if turn.is_empty() { "end".into() } else { turn.join(",") };
        words.push(match side {
            Color::White => format!("{number}. {text}"),
            Color::Black if words.is_empty() => format!("{number}... {text}"),
            Color::Black => text,
        });
    };
    for &mv in moves {
        if !game.legal_moves().contains(&mv) {
            break;
        }
        if mv.kind() != MoveKind::End {
            turn.push(game.position().san(mv));
        }
        if game.play(mv) {
            say(&turn, number, side);
            turn.clear();
            (number, side) = (game.position().fullmove(), game.side_to_move());
        }
    }
    if !turn.is_empty() {
        turn.push("...".into());
        say(&turn, number, side);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{VARIANTS, find};

    #[test]
    fn lines_are_numbered_and_end_where_they_are_illegal() {
        let mut game = Game::new(&VARIANTS[0]);
        let moves: Vec<Move> = ["e3e5", "e10e8", "c2d4"]
            .map(|text| game.play_text(text).expect("a legal move"))
            .to_vec();
        (0..3).for_each(|_| {
            game.undo();
        });
        assert_eq!(numbered(&game, &moves), "1. e5 e8 2. Nd4");
        assert_eq!(numbered(&game, &moves[1..]), "");
        game.play(moves[0]);
        assert_eq!(numbered(&game, &moves[1..]), "1... e8 2. Nd4");
    }
    #[test]
    fn the_moves_of_a_turn_are_one_word() {
        let mut game = Game::new(find("mini-chieftain").expect("a built-in game"));
        let line: Vec<Move> = ["b2c4", "g2f4", "b11c9", "end", "c4d6"]
            .map(|text| game.play_text(text).expect("a legal move"))
            .to_vec();
        (0..line.len()).for_each(|_| {
            game.undo();
        });
        assert_eq!(numbered(&game, &line), "1. b2c4,g2f4 b11c9 2. c4d6,...");
        assert_eq!(numbered(&game, &line[..4]), "1. b2c4,g2f4 b11c9");
        game.play(line[0]);
        assert_eq!(numbered(&game, &line[1..3]), "1. g2f4 b11c9,...");
        assert_eq!(numbered(&game, &[Move::END]), "1. end");
        assert_eq!(whole_turn(&game, &line[1..2]), "g2f4");
        assert_eq!(whole_turn(&game, &[Move::END]), "end");
        assert_eq!(whole_turn(&game, &line[2..4]), "b11c9, then end");
    }
}
