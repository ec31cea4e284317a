//! Games written as PGN read back as the same games, in every variant.

use dhow::bench::POSITIONS;
use dhow::game::Game;
use dhow::pgn::{self, GameResult, PgnGame, read_position};
use dhow::position::{Move, MoveKind};
use dhow::variant::{BUILT_IN, Setup, VARIANTS, Variant, find};
use once_cell::sync::Lazy;
use proptest::prelude::*;
use std::sync::Arc;

/// The games of one move a turn.
static ONE_MOVE_GAMES: Lazy<Vec<Arc<Variant>>> =
    Lazy::new(|| VARIANTS.iter().filter(|game| game.command.is_none()).cloned().collect());

/// Positions where promotions and en passant captures come soon.
const LATE: [&str; 2] = [
    "12/1PP2I2P1P1/12/5k6/2pp2p2p2/12/12/2P2P2P1P1/12/1ppi4pp1i/6K5/12 w - - 0 1",
    "k11/12/3P2P2PP1/pp2p3p2p/12/2P2I1P4/12/12/PP1P2P1PP2/i2p4p3/1p4p3p1/6K5 w - - 0 1",
];

/// Small pseudo-random numbers from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

fn some_start(variant: &Arc<Variant>, dice: &mut Dice) -> Game {
    let built_in = BUILT_IN.find(&variant.id).is_some();
    let fen = match dice.roll(3) {
        0 => {
            let setups = Setup::all(variant);
            setups[dice.roll(setups.len())].fen(variant)
        }
        1 if built_in => LATE[dice.roll(LATE.len())].into(),
        _ => match POSITIONS.iter().find(|(id, _)| *id == variant.id) {
            Some((_, positions)) => positions[dice.roll(positions.len())].into(),
            None => variant.start.clone(),
        },
    };
    Game::from_fen(variant, &fen).expect("a legal position")
}

/// A random game in which the rare kinds of moves are not rare.
fn random_game(variant: &Arc<Variant>, seed: u64) -> Game {
    let mut dice = Dice(seed);
    let mut game = some_start(variant, &mut dice);
    let length = dice.roll(120);
    while game.moves().len() < length && game.outcome().is_none() {
        let moves = game.legal_moves();
        let rare: Vec<Move> =
            moves.iter().copied().filter(|mv| mv.kind() != MoveKind::Normal).collect();
        let wanted = if rare.is_empty() || dice.roll(2) == 0 { &moves[..] } else { &rare[..] };
        game.play(wanted[dice.roll(wanted.len())]);
    }
    game
}

fn written(game: &Game) -> PgnGame {
    let result = game.outcome().map_or(GameResult::Unknown, GameResult::from);
    PgnGame::of_moves(game.variant(), game.start_fen(), game.moves(), result)
        .expect("a legal start")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn games_read_back_as_written(seed: u64, index in 0..ONE_MOVE_GAMES.len()) {
        let game = random_game(&ONE_MOVE_GAMES[index], seed);
        let mut pgn = written(&game);
        pgn.set_tag("White", "A \"quoted\" \\ name");
        for mv in pgn.moves.iter_mut().step_by(5) {
            mv.comments.push("+0.13/1 0.1".into());
        }
        let text = format!("{pgn}\n{pgn}");
        prop_assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 80));
        let parsed = pgn::parse(&text).expect("well written");
        prop_assert_eq!(parsed.len(), 2);
        prop_assert_eq!(parsed[0].to_string(), pgn.to_string());
        for checked in pgn::check(&text, &VARIANTS).expect("legal games") {
            prop_assert_eq!(checked.game.moves(), game.moves());
            prop_assert_eq!(checked.game.fen(), game.fen());
            prop_assert_eq!(checked.game.start_fen(), game.start_fen());
            prop_assert_eq!(checked.outcome, game.outcome());
        }
    }

    #[test]
    fn games_as_xboard_writes_them_are_legal(seed: u64, index in 0..ONE_MOVE_GAMES.len()) {
        let game = random_game(&ONE_MOVE_GAMES[index], seed);
        let mut pgn = written(&game);
        // The true course of the game is one reading, so there is one.
        let mut open = 0;
        for mv in &mut pgn.moves {
            mv.text = mv.text.trim_end_matches(['+', '#']).into();
            if game.variant().piece('A').is_none() {
                mv.text = mv.text.replace('X', "A");
            }
            if let Some((prince, _)) = mv.text.split_once('=').filter(|_| mv.text.starts_with('I')) {
                open += 1;
                if open <= 2 {
                    mv.text = prince.into();
                }
            }
        }
        let checked = pgn.replay(1, &VARIANTS, None);
        prop_assert!(checked.is_ok(), "{}\n{pgn}", checked.unwrap_err());
    }

    #[test]
    fn no_text_is_too_strange(text in "[ -~\n\u{e9}]{0,60}", tag in "[ -~]{0,20}") {
        let _ = pgn::check(&text, &VARIANTS);
        let _ = pgn::check(&format!("[Variant \"maasai\"]\n[FEN \"{tag}\"]\n{text}"), &VARIANTS);
        let _ = pgn::check(&format!("[Variant \"maasai\"]\n\n{text}"), &VARIANTS);
        for variant in VARIANTS.iter() {
            let _ = read_position(variant, &text);
            let game = Game::new(variant);
            let _ = game.position().parse_san(&text);
            let _ = game.position().parse_san(&tag);
        }
    }

    #[test]
    fn nearly_moves_do_not_panic(text in "[PKILa-f]?[a-l]{0,2}[0-9]{0,3}[x:,-]?[a-l]?[0-9]{0,2}[=(/]?[QLq]?[)+#!]{0,2}") {
        let game = Game::from_fen(&VARIANTS[0], LATE[0]).expect("a legal position");
        if let Ok(mv) = game.position().parse_san(&text) {
            prop_assert!(game.legal_moves().contains(&mv));
        }
    }
}

#[test]
fn a_game_in_xboards_words() {
    // As XBoard saves it: file letters as jump rights, a diagram, comments, extended results.
    let text = "\
[Event \"Computer Chess Game\"]
[Site \"here\"]
[Date \"2025.01.01\"]
[Round \"1.1\"]
[White \"A\"]
[Black \"B\"]
[Result \"1-0\"]
[TimeControl \"60+0.5\"]
[Variant \"metamachy\"]
[VariantMen \"P:fmWfcFfmnD;N:N;B:B;K:KimAimDimN\"]
[FEN \"cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC w Gg - 0 1\"]
[SetUp \"1\"]

{--------------
c m . . . q k . . . m c
white to play
--------------}
1. a5 {+0.13/1 0.1} i8 {-0.02/7 0.3} 2. Nd4 Ki10 3. i5 k8
4. Ki3
{B resigns} 1-0
";
    let games = pgn::check(text, &VARIANTS).expect("a legal game");
    assert_eq!(games[0].game.variant().id, "metamachy");
    assert_eq!((games[0].game.moves().len(), games[0].result), (7, GameResult::WhiteWins));
    assert_eq!(games[0].game.start_fen(), games[0].game.variant().start);
    let error = pgn::check(&text.replace("i8", "j8"), &VARIANTS).expect_err("a jump onto a Pawn");
    assert_eq!((error.game, error.line), (1, 18), "{error}");
}

#[test]
fn a_written_game() {
    let variant = find("metamachy").expect("a built-in game");
    let mut game = Game::from_fen(variant, "5k6/12/1p10/12/P11/12/12/12/12/12/12/5K6 b - - 0 7")
        .expect("a legal position");
    for text in ["b10b8", "a8b9", "f12g12"] {
        game.play_text(text).expect("a legal move");
    }
    let mut pgn = written(&game);
    pgn.set_tag("White", "Player");
    pgn.moves[1].comments.push("en passant".into());
    let expected = "\
[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"Player\"]
[Black \"?\"]
[Result \"*\"]
[Variant \"metamachy\"]
[SetUp \"1\"]
[FEN \"5k6/12/1p10/12/P11/12/12/12/12/12/12/5K6 b - - 0 7\"]
[VariantMen \"MEN\"]

7... b8 8. a8xb8-b9 {en passant} 8... Kg12 *
";
    let men = pgn::variant_men(variant, game.start_fen()).expect("a game for XBoard");
    assert_eq!(pgn.to_string(), expected.replace("MEN", &men));
}

fn chess(moves: &str) -> String {
    format!("[Variant \"Standard\"]\n\n{moves} *\n")
}

/// Games of usual boards are written so that other programs read them.
#[test]
fn en_passant_in_chess_is_written_as_everywhere() {
    let mut game = Game::new(find("chess").expect("a game"));
    for text in ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6"] {
        game.play_text(text).expect("a legal move");
    }
    let text = written(&game).to_string();
    assert!(text.ends_with("\n1. e4 a6 2. e5 d5 3. exd6 *\n"), "{text}");
    for en_passant in ["exd6", "e5xd5-d6", "exd6e.p.", "exd6 e.p.", "e5d6", "e:d6"] {
        let text = chess(&format!("1.e4 a6 2.e5 d5 3.{en_passant}"));
        let read = pgn::check(&text, &VARIANTS).expect(en_passant);
        assert_eq!(read[0].game.moves(), game.moves(), "{en_passant}");
    }
}

#[test]
fn castling_with_zeros_is_read() {
    let moves =
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4.0-0 Nf6 5. d3 d6 6. Bg5 Bg4 7. Nc3 Qd7 8. h3 0-0-0";
    let read = pgn::check(&chess(moves), &VARIANTS).expect("a legal game");
    let letters = moves.replace('0', "O");
    let same = pgn::check(&chess(&letters), &VARIANTS).expect("a legal game");
    assert_eq!(read[0].game.moves(), same[0].game.moves());
    assert_eq!(read[0].game.moves().len(), 16);
}

/// Without the null move it would be another game.
#[test]
fn null_moves_are_refused_by_name() {
    for pass in ["--", "Z0", "0000", "@@@@", "null"] {
        let error = pgn::check(&chess(&format!("1. e4 d5\n2. {pass} e5")), &VARIANTS);
        let error = error.expect_err(pass);
        let expected = format!("move 2. `{pass}` passes the turn, which these games do not allow");
        assert_eq!((error.line, error.kind.to_string().lines().next()), (4, Some(&expected[..])));
        // The content of a variation is kept as it is written.
        let text = chess(&format!("1. e4 (1. d4 {pass} 2. c4) 1... d5"));
        let games = pgn::parse(&text).expect("well written");
        assert!(games[0].to_string().contains(&format!("(1. d4 {pass} 2. c4)")), "{}", games[0]);
    }
    let turns = "[Variant \"mini-chieftain\"]\n\n1. b2c4 -- *";
    let error = pgn::check(turns, &VARIANTS).expect_err("a null move").to_string();
    assert!(error.contains("game 1, line 3: move 1... `--`"), "{error}");
}

#[test]
fn moves_as_other_programs_write_them_are_read() {
    let start =
        "[Variant \"From Position\"]\n[FEN \"4k3/P2p4/8/4P3/3p4/2P5/8/R3K2R w QK - 0 0\"]\n\n";
    for moves in
        ["1.a8(Q)+ Ke7", "1. a8=Q+ Ke7", "1.a8Q Ke7", "1. a7a8q e8e7", "1. a7-a8=Q+ Ke8-e7"]
    {
        let read = pgn::check(&format!("{start}{moves} *"), &VARIANTS).expect(moves);
        assert_eq!(read[0].game.fen(), "Q7/3pk3/8/4P3/3p4/2P5/8/R3K2R w KQ - 1 2", "{moves}");
    }
    for moves in
        ["1. O-O+! dxc3", "1.0-0 d4:c3", "1. o-o {} dc3", "1. O-O ( 1. c:d4 (1. O-O-O) ) dxc3"]
    {
        let read = pgn::check(&format!("{start}{moves} 1/2"), &VARIANTS).expect(moves);
        assert_eq!(read[0].game.fen(), "4k3/P2p4/8/4P3/8/2p5/8/R4RK1 w - - 0 2", "{moves}");
        assert_eq!(read[0].result, GameResult::Draw);
    }
}

/// Counters of four and nine digits.
#[test]
fn games_with_large_counters_are_read_back() {
    let kings = "6k5/12/12/12/12/3n8/3N8/12/12/12/12/6K5";
    for counters in ["90 9990", "65500 999999980"] {
        let start = format!("{kings} w - - {counters}");
        let mut game = Game::from_fen(find("metamachy").expect("a game"), &start).expect("a start");
        for ply in 0..60 {
            game.play_text(["d6f7", "d7f6", "f7d6", "f6d7"][ply % 4]).expect("a legal move");
        }
        let pgn =
            PgnGame::of_moves(game.variant(), game.start_fen(), game.moves(), GameResult::Draw);
        let checked =
            pgn::check(&pgn.expect("a start").to_string(), &VARIANTS).expect("a legal game");
        let replayed = &checked[0].game;
        assert_eq!((replayed.start_fen(), replayed.moves().len()), (start.as_str(), 60));
    }
}

/// Rights in any order, and 0 for the first move.
#[test]
fn positions_are_read_as_other_programs_write_them() {
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (text, canonical) in [("b qkKQ - 0 0", "b KQkq - 0 1"), ("w qK - 99 7", "w Kq - 99 7")] {
        let read = read_position(find("chess").expect("a game"), &format!("{rooks} {text}"));
        assert_eq!(read.expect("a position").fen(), format!("{rooks} {canonical}"), "{text}");
    }
}
