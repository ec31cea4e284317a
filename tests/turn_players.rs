//! The simple players of games with leaders: an example of this package, as `tournament.rs` says.

use dhow::game::Game;
use dhow::pieces::Color;
use dhow::position::{Outcome, WinReason};
use dhow::variant::{VARIANTS, Variant};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

struct Player {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    fn start(arguments: &[&str], variant: &Variant) -> Self {
        let folder = Path::new(env!("CARGO_BIN_EXE_dhow")).parent().expect("a folder");
        let name = format!("turn_players{}", std::env::consts::EXE_SUFFIX);
        let mut process = Command::new(folder.join("examples").join(name))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the example, which `cargo build --profile test --examples` builds");
        let input = process.stdin.take().expect("a pipe");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut player = Self { process, input, output };
        let choice = format!("var {}", variant.id);
        player.say("uci");
        assert!(player.answer("option name UCI_Variant").contains(&choice));
        player.answer("uciok");
        player.say(&format!("setoption name UCI_Variant value {}", variant.id));
        player
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the example reads");
    }

    /// The text after `start` in the next line that begins with it.
    fn answer(&mut self, start: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).expect("UTF-8") > 0, "no `{start}`");
            if let Some(rest) = line.strip_prefix(start) {
                return rest.trim().into();
            }
        }
    }

    /// The player's turn after these turns.
    fn turn(&mut self, fen: &str, turns: &[String]) -> String {
        self.say(&format!("position fen {fen} moves {}", turns.join(" ")));
        self.say("go movetime 1000");
        self.answer("bestmove")
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn games() -> impl Iterator<Item = &'static Arc<Variant>> {
    VARIANTS.iter().filter(|variant| variant.command.is_some())
}

/// The turns of a game between two players, or its first ones.
fn play(variant: &Arc<Variant>, players: [&[&str]; 2], most: usize) -> Vec<String> {
    let mut players = players.map(|arguments| Player::start(arguments, variant));
    let mut game = Game::new(variant);
    let mut turns = Vec::new();
    while game.outcome().is_none() && turns.len() < most {
        let turn = players[turns.len() % 2].turn(&variant.start, &turns);
        game.play_turn_text(&turn).unwrap_or_else(|error| panic!("{turns:?}: {error}"));
        turns.push(turn);
    }
    turns
}

#[test]
fn turns_are_legal_and_depend_on_the_seed() {
    for variant in games() {
        let turns = play(variant, [&["random", "1"], &["greedy", "1"]], 60);
        assert_eq!(turns, play(variant, [&["random"], &["greedy"]], 60));
        assert!(turns != play(variant, [&["random", "2"], &["greedy", "1"]], 60));
    }
    let short = &VARIANTS.find("mini-chieftain").expect("a built-in game");
    assert_eq!(play(short, [&["beam"], &["beam", "2", "3"]], 8).len(), 8);
}

/// Players that look for captures take the last leader.
#[test]
fn the_last_leader_is_captured_at_once() {
    let variant = VARIANTS.find("mini-chieftain").expect("a built-in game");
    let fen = "8/8/8/8/8/3n4/3Mc3/2N5/8/1C6/8/8 w - - 0 1";
    for name in ["greedy", "beam"] {
        let turn = Player::start(&[name], variant).turn(fen, &[]);
        let mut game = Game::from_fen(variant, fen).expect("a position");
        game.play_turn_text(&turn).expect("a legal turn");
        let outcome = game.outcome();
        assert_eq!(outcome, Some(Outcome::Win(Color::White, WinReason::Leaders)), "{turn}");
    }
}

/// The Scout that could be captured is guarded: the last leader would be lost in return.
#[test]
fn the_beam_sees_the_reply() {
    let variant = VARIANTS.find("mini-chieftain").expect("a built-in game");
    let fen = "8/8/8/8/4c3/8/3n4/8/2C5/8/8/8 w - - 0 1";
    let turn = Player::start(&["beam"], variant).turn(fen, &[]);
    assert_ne!(turn, "c4d6");
    let mut game = Game::from_fen(variant, fen).expect("a position");
    game.play_turn_text(&turn).expect("a legal turn");
    let wins = |turn| {
        let mut game = game.clone();
        game.play(turn);
        game.outcome().is_some()
    };
    assert!(!game.legal_moves().into_iter().any(wins), "{turn}");
}

#[test]
fn what_is_wrong_changes_nothing() {
    let variant = VARIANTS.find("mini-chieftain").expect("a built-in game");
    let mut player = Player::start(&["greedy"], variant);
    let turn = player.turn(&variant.start, &[]);
    for (line, flaw) in [
        ("setoption name UCI_Variant value metamachy", "No such game: metamachy"),
        ("setoption name Hash value 1", "No such option: Hash"),
        ("position startpos moves a1a9", "position: "),
        ("position fen 8/8 w - - 0 1", "position: "),
        ("position", "position: expected"),
    ] {
        player.say(line);
        let answer = player.answer("info string ");
        assert!(answer.starts_with(flaw), "{answer}");
    }
    player.say("go wtime 1000 btime -5 movestogo 0");
    assert_eq!(player.answer("bestmove"), turn);
}
