//! `dhow puzzles`: finds puzzles in games.

use super::args::{self, EngineArgs};
use super::pgn::GamesArgs;
use super::progress::Progress;
use super::{CliError, CliResult, end_on_signals, tell};
use clap::Args;
use dhow_play::proof::PuzzleFinder;
use dhow_rules::game::Game;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const LONG: &str = "\
Searches every position of the games in a PGN file for wins, and prints those that one turn alone begins:
mates in 2 and 3 moves at first, proved by trying all moves and all replies. In games with leaders wins in
one turn, which need more than captures of leaders, and in two; there other turns may win, too. Of the
positions of one attack the first is taken. Each is a line: the position, the variant, the number of
turns, the least number of moves without check, the first turn, and its game and turn in the file.

`dhow web --puzzles FILE` shows them as puzzles.";

const EXAMPLES: &str = "\
Examples:
  dhow puzzles games.pgn > my.epd
  dhow puzzles games.pgn --longest 4 --nodes 200000 > my.epd
  dhow web --puzzles my.epd";

/// The longest win that may be asked for: proofs of longer ones take too long.
const LONGEST: u32 = 4;

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct PuzzlesArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Turns of the shortest wins; in games with leaders 1
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = length)]
    shortest: u32,
    /// Turns of the longest wins; in games with leaders at most 2
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = length)]
    longest: u32,
    /// Nodes to search in every position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    engine: EngineArgs,
}

fn length(text: &str) -> Result<u32, String> {
    args::number_in(text, 1, LONGEST)
}

pub fn run(args: PuzzlesArgs, out: &mut impl Write) -> CliResult {
    if args.shortest > args.longest {
        return Err(CliError::Input("--shortest is greater than --longest".into()));
    }
    let (_, games) = args.games.replayed()?;
    let mut engine = args.engine.engine()?;
    let stop = Arc::new(AtomicBool::new(false));
    let handler = stop.clone();
    end_on_signals(move || handler.swap(true, Relaxed))?;
    let total = games.iter().map(Game::turns_made).sum::<usize>() as u64;
    let progress = Progress::new("turns", total, 0);
    let mut found = 0;
    'games: for (number, game) in (1..).zip(&games) {
        let shortest = if game.variant().command.is_some() { 1 } else { args.shortest };
        let lengths = [shortest, args.longest];
        let mut finder = PuzzleFinder { engine: &mut engine, nodes: args.nodes, lengths };
        // The attack of a side, by its last turn.
        let mut attacks = [None; 2];
        let mut replayed = game.clone();
        while replayed.undo().is_some() {}
        for (turn, moves) in game.turns_so_far().into_iter().take(game.turns_made()).enumerate() {
            if stop.load(Relaxed) {
                break 'games;
            }
            let side = replayed.side_to_move().index();
            if let Some(win) = finder.puzzle(&replayed, format!("game {number} turn {}", turn + 1))
            {
                if attacks[side].is_none_or(|last| last + 2 < turn) {
                    writeln!(out, "{win}")?;
                    out.flush()?;
                    found += 1;
                }
                attacks[side] = Some(turn);
            }
            replayed.play_moves(moves);
            progress.advance(1);
        }
    }
    progress.finish();
    tell(&format!("{found} puzzles in {} games", games.len()));
    if stop.load(Relaxed) {
        return Err(CliError::Failed("interrupted: not all games were searched".into()));
    }
    Ok(())
}
