//! Games with leaders in files: written, read back, checked, refused.

use crate::common::command::{dhow, file};
use crate::common::positions::Random;
use dhow::game::Game;
use dhow::pgn::{self, GameResult, PgnGame};
use dhow::variant::{CommandOption, VARIANTS, Variant, find};
use std::sync::Arc;

/// The games with leaders, each without options and with all its options.
pub fn games() -> Vec<Arc<Variant>> {
    let with_leaders = VARIANTS.iter().filter(|variant| variant.command.is_some());
    let both = |variant: &Arc<Variant>| {
        [variant.clone(), Arc::new(variant.with_options(&CommandOption::ALL))]
    };
    with_leaders.flat_map(both).collect()
}

/// A game of `actions` random actions, with exchanges and captures preferred.
pub fn random_game(variant: &Arc<Variant>, actions: usize, random: &mut Random) -> Game {
    let mut game = Game::new(variant);
    while game.moves().len() < actions && game.outcome().is_none() {
        let moves = game.legal_moves();
        let position = game.position();
        let lively: Vec<_> = moves.iter().copied().filter(|&mv| position.is_tactical(mv)).collect();
        let wanted =
            if lively.is_empty() || random.below(3) > 0 { &moves[..] } else { &lively[..] };
        game.play(wanted[random.below(wanted.len())]);
    }
    game
}

fn written(game: &Game) -> PgnGame {
    let result = game.outcome().map_or(GameResult::Unknown, GameResult::from);
    PgnGame::of_moves(game.variant(), game.start_fen(), game.moves(), result).expect("a start")
}

#[test]
fn games_read_back_as_written() {
    let mut random = Random::new(7);
    let mut decided = 0;
    for variant in games() {
        for actions in [1, 7, 40, 150, 800] {
            let mut game = random_game(&variant, actions, &mut random);
            if !game.at_turn_start() {
                game.play(dhow::position::Move::END);
            }
            let mut pgn = written(&game);
            for mv in pgn.moves.iter_mut().step_by(3) {
                mv.comments.push("+0.13/1, 0.1".into());
            }
            let text = pgn.to_string();
            assert!(text.lines().filter(|line| !line.starts_with('[')).all(|l| l.len() <= 80));
            let options = variant.option_names().join(",");
            assert_eq!(pgn.tag("VariantOptions").unwrap_or(""), options);
            let checked = pgn::check(&text, &VARIANTS).unwrap_or_else(|e| panic!("{e}\n{text}"));
            let [read] = &checked[..] else { panic!("one game: {text}") };
            assert_eq!(read.game.variant(), &variant);
            assert_eq!(read.game.moves(), game.moves());
            assert_eq!(read.game.fen(), game.fen());
            assert_eq!(read.outcome, game.outcome());
            assert_eq!(pgn.moves.len(), game.turns_made());
            decided += usize::from(game.outcome().is_some());
        }
    }
    assert!(decided > 3, "{decided}");
}

/// A record of a game with some turns.
fn record(tags: &str, moves: &str) -> String {
    format!("[Variant \"Mini-Chieftain\"]\n{tags}\n\n{moves}\n")
}

#[test]
fn a_turn_is_one_entry() {
    let text =
        record("", "1. f1e3,g5f6 {good} f12e11,e12b9 2. a4a5 $3 2... h9h8 (2... h9g8) 3. a5a6 *");
    // The Warrior has left the range of all Chieftains.
    let error = pgn::check(&text, &VARIANTS).expect_err("out of command").to_string();
    let [what, position] = error.lines().collect::<Vec<_>>()[..] else { panic!("{error}") };
    let reason = "no leader with an activation left commands the Warrior on a5";
    assert_eq!(what, format!("game 1, line 4: move 3. `a5a6`: {reason}"));
    assert_eq!(
        position,
        "position: 1hcs2h1/1nm1cmn1/8/ms1mm3/1m4mm/8/5M2/MM6/3MM2M/4C3/1NM2MN1/1HCSS1H1 w - - 4 3"
    );
    let path = file("turns.pgn", &text.replace(" 3. a5a6", ""));
    let out = dhow(&["pgn", &path]).succeeds();
    assert_eq!(out, "game 1: mini-chieftain, 4 turns, *, not decided on the board\n");
    dhow(&["pgn", &file("bad-turns.pgn", &text)]).fails(1, "move 3. `a5a6`: no leader");
}

#[test]
fn what_is_wrong_with_a_turn_is_told() {
    let error = |moves: &str| {
        let error = pgn::check(&record("", moves), &VARIANTS).expect_err(moves).to_string();
        error.lines().next().expect("a line").to_string()
    };
    for (moves, reason) in [
        ("f1e3,e3e4 *", "move 1. `e3e4`: the Chieftain on e3 has moved in this turn already"),
        ("f12e11 *", "move 1. `f12e11`: no White piece on f12"),
        ("f1e3 f1e3 *", "move 1... `f1e3`: no Black piece on f1"),
        ("f1e3,g5f6,c1c2 *", "move 1. `c1c2`: the turn is over before it"),
        ("f1f4 *", "move 1. `f1f4`: the Chieftain on f1 cannot go there"),
        ("i1i2 *", "move 1. `i1i2`: i1 is not on the board, which has 8x12 squares"),
        ("f1e3, g5f6 *", "move 1. `f1e3,` is not a move: expected two squares, such as b2c4"),
        ("Ce3 *", "move 1. `Ce3` is not a move: expected two squares, such as b2c4"),
        ("f1e3,end *", "move 1. `end`: a turn is its moves, and nothing marks its end"),
    ] {
        assert_eq!(error(moves), format!("game 1, line 4: {reason}"));
    }
}

#[test]
fn results_must_not_contradict_the_board() {
    let fen = "8/8/8/8/8/8/8/8/2c5/3M4/4C3/8 w - - 0 1";
    let won = |result: &str| {
        let tags = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]");
        pgn::check(&record(&tags, &format!("1. d3c4 {result}")), &VARIANTS)
    };
    assert!(won("1-0").expect("a win")[0].outcome.is_some());
    let error = won("0-1").expect_err("a contradiction").to_string();
    assert!(error.contains("the result is 0-1, but on the board "), "{error}");
    // XBoard never writes games with leaders, so its defects in a FEN are not corrected.
    let spoilt = record(&format!("[FEN \"{}\"]", fen.replace(" - -", " Kk -")), "1. d3c4 1-0");
    assert!(pgn::check(&spoilt, &VARIANTS).is_err());
}

#[test]
fn options_are_tags() {
    let exchange = record("[VariantOptions \"exchange\"]", "1. c1d1 *");
    let games = pgn::check(&exchange, &VARIANTS).expect("an exchange");
    assert_eq!(games[0].game.variant().title(), "mini-chieftain with exchange");
    assert!(pgn::check(&record("", "1. c1d1 *"), &VARIANTS).is_err());
    let path = file("exchange.pgn", &exchange);
    let out = dhow(&["pgn", &path]).succeeds();
    assert!(out.starts_with("game 1: mini-chieftain with exchange, 1 turn, *"), "{out}");
    let unknown = file("unknown.pgn", &exchange.replace("exchange", "exchange,xyz"));
    dhow(&["pgn", &unknown])
        .fails(2, "game 1, line 1: tag VariantOptions: mini-chieftain has no option `xyz`");
    // Without tags the command line says what is played.
    let bare = file("bare.pgn", "1. c1d1 *\n");
    dhow(&["pgn", &bare, "-v", "mini-chieftain", "--option", "exchange"]).succeeds();
    dhow(&["pgn", &bare, "-v", "mini-chieftain"]).fails(1, "the Chieftain on c1 cannot go there");
    dhow(&["pgn", &bare, "--option", "exchange"]).fails(2, "--option: name its variant with -v");
}

#[test]
fn options_on_the_command_line() {
    let count = |args: &[&str]| dhow(&[&["perft", "-v"], args].concat()).out;
    assert_eq!(count(&["mini-chieftain", "1"]), "Nodes searched: 58\n");
    assert_eq!(count(&["mini-chieftain", "1", "--option", "exchange"]), "Nodes searched: 60\n");
    let both = ["chieftain", "1", "--option", "free-scouts", "--option", "exchange"];
    assert_eq!(count(&both), "Nodes searched: 132\n");
    dhow(&["perft", "1", "--option", "exchange"])
        .fails(2, "error: --option: metamachy has no option `exchange`");
    dhow(&["perft", "1", "-v", "grand-chieftain", "--option", "exchange"])
        .fails(2, "grand-chieftain has no option `exchange`; it has free-scouts");
    dhow(&["go", "-v", "chieftain", "--depth", "1", "--option", "x"]).fails(2, "no option `x`");
    dhow(&["board", "--option", "exchange"]).fails(2, "metamachy has no option `exchange`");
    dhow(&["setups", "-v", "overlord"]).fails(2, "overlord has one start array");
    let pieces = dhow(&["variants", "grand-chieftain"]).succeeds();
    assert!(pieces.contains("\noption free-scouts: a Knight (N)") && !pieces.contains("exchange"));
    let text = pieces.split_whitespace().collect::<Vec<_>>().join(" ");
    let minister = "A Minister may activate one piece a turn: itself, or a Knight, Tower, Lightning \
                    Warmachine, Jumping General or High Priestess within 3 squares of it";
    assert!(text.contains(minister), "{text}");
    dhow(&["xboard", "-v", "chieftain"]).fails(2, "XBoard plays one move a turn");
    assert!(find("chieftain").is_some_and(|game| game.option_names().is_empty()));
}
