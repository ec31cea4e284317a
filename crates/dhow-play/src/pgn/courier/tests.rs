use super::*;
use crate::pgn::{GameResult, check, parse};
use dhow_rules::variant::{VARIANTS, find};

fn rewritten(id: &str, text: &str) -> Result<Option<String>, String> {
    of_game_courier(find(id).expect("a game"), text).map_err(|error| error.to_string())
}

/// The texts of the moves after the games of a text are replayed.
fn moves(id: &str, text: &str) -> Result<Vec<String>, String> {
    let mut games = parse(text).map_err(|error| error.to_string())?;
    let default = find(id).expect("a game");
    let game = &mut games[0];
    game.replay(1, &VARIANTS, Some(default)).map_err(|error| error.to_string())?;
    Ok(game.moves.iter().map(|mv| mv.text.clone()).collect())
}

#[test]
fn moves_are_rewritten() {
    for (text, expected) in [
        ("P e3-e5", Some("Pe3-e5")),
        ("p e10-e8", Some("Pe10-e8")),
        ("n c11-d9!?", Some("Nc11-d9!?")),
        ("CH d2-c4", Some("d2-c4")),
        (".CBW a1-a2", Some("a1-a2")),
        ("P a11-a12; Q-a12", Some("Pa11-a12=Q")),
        ("p a2-a1;q-a1", Some("Pa2-a1=Q")),
        ("a11-a12 ; Q * a12", Some("a11-a12=Q")),
        ("P a11-a12; Q", Some("Pa11-a12=Q")),
        ("L e4-e5; L e5-e6!", Some("Le4-e5-e6!")),
        ("e3-e5 // a word", Some("e3-e5")),
        ("e5 // a word", Some("e5")),
        ("e3-e5", None),
        ("Nc2-d4", None),
        ("a-b5", None),
        ("O-O", None),
        ("", None),
    ] {
        assert_eq!(rewritten("metamachy", text), Ok(expected.map(String::from)), "{text}");
    }
    for (text, expected) in [
        ("N b2-c4", Some("b2c4")),
        ("N b2-c4; N g2-f4", Some("b2c4,g2f4")),
        ("b2-c4;g2-f4?", Some("b2c4,g2f4?")),
        ("b2c4,g2f4", None),
        ("end", None),
        ("N!?", None),
    ] {
        assert_eq!(rewritten("chieftain", text), Ok(expected.map(String::from)), "{text}");
    }
    assert_eq!(rewritten("chess", "k e8-g8; r h8-f8"), Ok(Some("Ke8-g8".into())));
}

#[test]
fn what_is_no_move_is_refused() {
    for (id, text, reason) in [
        ("metamachy", "P a11-a12; Q-b12", "the promotion is on b12, but the move goes to a12"),
        ("metamachy", "P a11-a12; CH-a12", "`CH` is not a piece of this game"),
        ("metamachy", "P e3-e5; P d3-d5", "in this game a turn is one move"),
        ("metamachy", "P a11-a12; Q-a12; G-a12", "in this game a turn is one move"),
        ("metamachy", "k*f12", "only Black's chiefs are placed"),
        ("metamachy", "P a11-a12; what", "`P a11-a12; what`: in this game"),
        ("metamachy", "P a11-a12; 5", "the parts of a move are such as"),
        ("chieftain", "M a5-a6; C-a6", "nothing promotes"),
        ("chess", "k e8-g8; r h8-d8", "a turn is one move"),
    ] {
        let error = rewritten(id, text).expect_err(text);
        assert!(error.contains(reason) || text.ends_with("what"), "{text}: {error}");
    }
}

#[test]
fn moves_are_found_in_a_text() {
    let text = "// a game\n1. P e3-e5 // by two steps\n1... n c11-d9\n2.N c2-d4 P e10-e8 $1 {ok} 3. f3-f5 f10-f8";
    let expected = ["Pe3-e5", "Nc11-d9", "Nc2-d4", "Pe10-e8", "f3-f5", "f10-f8"];
    assert_eq!(moves("metamachy", text), Ok(expected.map(String::from).into()));
    let game = &parse(text).expect("a game")[0];
    assert_eq!(game.comments, ["a game"]);
    assert_eq!(game.moves[0].comments, ["by two steps"]);
    assert_eq!((game.moves[3].line, &game.moves[3].comments[..]), (4, &["ok".into()][..]));
}

/// In PGN a semicolon begins a comment.
#[test]
fn comments_stay_comments() {
    for (text, said) in [
        ("1. e3-e5; e10-e8 was expected", "e10-e8 was expected"),
        ("1. e3-e5 ; good", "good"),
        ("1. P e3-e5 ; a good move\n", "a good move"),
        ("1. e5; P e10-e8", "P e10-e8"),
    ] {
        let game = &parse(text).expect("a game")[0];
        assert_eq!(
            (game.moves.len(), &game.moves[0].comments[..]),
            (1, &[said.into()][..]),
            "{text}"
        );
    }
}

#[test]
fn turns_of_several_moves() {
    let joined = "1. N b2-c4; N g2-f4 // both\n1... n b11-c9\n2. b2-b3";
    let game = &parse(joined).expect("a game")[0];
    assert_eq!(game.moves[0].text, "N b2-c4; N g2-f4");
    let apart = "1. N b2-c4\n1. N g2-f4\n1... n b11-c9";
    for text in [&joined[..joined.len() - 9], apart] {
        let read = moves("mini-chieftain", text);
        assert_eq!(read, Ok(vec!["b2c4,g2f4".into(), "b11c9".into()]), "{text}");
    }
    let error = moves("mini-chieftain", "1. N b2-c4; N b2-c4").expect_err("no piece");
    assert!(error.contains("line 1: move 1. `b2c4`: no White piece on b2"), "{error}");
}

#[test]
fn black_places_the_chiefs() {
    let start = |text: &str| {
        let games = check(&format!("// [Variant \"metamachy\"]\n{text}"), &VARIANTS);
        games.map(|games| games[0].game.start_fen().to_string()).map_err(|error| error.to_string())
    };
    let metamachy = find("metamachy").expect("a game");
    let expected = Setup::parse(metamachy, "KQ/LG").expect("a setup").fen(metamachy);
    for text in [
        "k e7-f12; q f7-g12; l h7-f11; g g7-g11\n1. P e3-e5",
        "1. k e7-f12 q f7-g12\n2. l h7-f11 g g7-g11 3. P e3-e5",
        "k e7-f12; K e6-f1; q f7-g12; Q f6-g1; l h7-f11; g g7-g11",
        "k*f12; q * g12; l-f11; g-g11\ne5",
    ] {
        assert_eq!(start(text), Ok(expected.clone()), "{text}");
    }
    for (text, reason) in [
        ("k e7-f12; q f7-f12", "line 2: Black's placing of the chiefs: K and Q are placed on f12"),
        ("k e7-f12\nK e6-g1", "K is placed on f12 and on g12"),
        ("k e7-f12; q f7-g12; l h7-f11", "no chief is placed on g11"),
        ("k e7-f12; q f7-g12; l h7-f11; g g7-g10", "no chief is placed on g11"),
        ("p e7-e8", "no White piece on e7"),
    ] {
        let error = start(text).expect_err(text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    let maasai = find("maasai").expect("a game");
    let game = Game::with_setup(maasai, &Setup::default_of(maasai));
    let placing = "k e7-g12; q f7-f12; g g7-g11; l h7-f11; u i7-e12; f j7-h12; d k7-h11; o l7-e11";
    assert_eq!(placing_text(&game).as_deref(), Some(placing));
    let king = placing.replace(
        "k e7-g12; q f7-f12; g g7-g11; l h7-f11; u i7-e12",
        "k e7-e12; q f7-f12; g g7-g11; l h7-f11; u i7-g12",
    );
    let error = moves("maasai", &king).expect_err("no square of the King");
    assert!(error.contains("K cannot stand on e12"), "{error}");
}

#[test]
fn errors_name_line_and_move() {
    let error = moves("metamachy", "1. P e3-e5\n1... P e10-e8; Q-d8").expect_err("no promotion");
    assert!(
        error.starts_with("game 1, line 2: move 1... `P e10-e8; Q-d8`: the promotion is on d8"),
        "{error}"
    );
    let error = moves("metamachy", "1. P e3-e5 n e10-e8").expect_err("no Knight");
    assert!(error.contains("move 1... `Ne10-e8`: no Knight can legally move so"), "{error}");
    let error = moves("metamachy", "1. P e3-e9").expect_err("too far");
    assert!(error.contains("`e3e9`: the Pawn on e3 cannot go there"), "{error}");
}

/// A game of random moves, of which rare ones are preferred.
fn random_game(variant: &std::sync::Arc<Variant>, seed: &mut u64) -> Game {
    let mut roll = |sides: usize| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*seed >> 33) as usize % sides
    };
    let setups = Setup::all(variant);
    let mut game = Game::with_setup(variant, &setups[roll(setups.len())]);
    while game.moves().len() < 150 && game.outcome().is_none() {
        let moves = game.legal_moves();
        let rare: Vec<Move> =
            moves.iter().copied().filter(|mv| mv.kind() != MoveKind::Normal).collect();
        let moves = if rare.is_empty() || roll(2) == 0 { &moves[..] } else { &rare[..] };
        game.play(moves[roll(moves.len())]);
    }
    if !game.at_turn_start() && game.outcome().is_none() {
        game.undo_turn();
    }
    game
}

#[test]
fn games_read_back_as_written() {
    let mut seed = 1;
    for variant in VARIANTS.iter() {
        let mut text = String::new();
        let games: Vec<Game> = (0..3).map(|_| random_game(variant, &mut seed)).collect();
        for game in &games {
            let result = game.outcome().map_or(GameResult::Draw, GameResult::from);
            let written =
                PgnGame::of_moves(variant, game.start_fen(), game.moves(), result).expect("a game");
            text += &written.game_courier(game);
        }
        let read = check(&text, &VARIANTS).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.len(), games.len(), "{text}");
        for (read, game) in read.iter().zip(&games) {
            assert_eq!(read.game.start_fen(), game.start_fen());
            assert_eq!(read.game.moves(), game.moves(), "{text}");
            assert_ne!(read.result, GameResult::Unknown);
        }
    }
}

#[test]
fn a_game_is_written() {
    let text = "[White \"Anna\"]\n[Round \"?\"]\n[Variant \"metamachy\"]\n[SetUp \"1\"]\n\
        [FEN \"12/P1k9/12/12/12/12/12/12/12/12/12/5K6 w - - 0 7\"]\n\n{a word} 7. a12=G {one}{two} Kc10 (7... Kc12) 1-0";
    let mut games = parse(text).expect("a game");
    let game = games[0].replay(1, &VARIANTS, None).expect("legal moves").game;
    let expected = "// [White \"Anna\"]\n// [Variant \"metamachy\"]\n// [SetUp \"1\"]\n\
        // [FEN \"12/P1k9/12/12/12/12/12/12/12/12/12/5K6 w - - 0 7\"]\n// a word\n\
        7. P a11-a12; G-a12 // one two\n7... k c11-c10\n// [Result \"1-0\"]\n";
    assert_eq!(games[0].game_courier(&game), expected);
    let again = &mut parse(expected).expect("a game")[0];
    let read = again.replay(1, &VARIANTS, None).expect("legal moves");
    assert_eq!((read.game.moves(), read.result), (game.moves(), GameResult::WhiteWins));
    assert_eq!(
        (&again.comments[..], &again.moves[0].comments[..]),
        (&["a word".into()][..], &["one two".into()][..])
    );
}

/// Every accepted text is written as a PGN with the same moves.
#[test]
fn no_text_is_too_strange() {
    let words = [
        "1.",
        "1...",
        "P e3-e5",
        "p e10-e8",
        "n ",
        "c11-d9",
        ";",
        " ; ",
        "Q-e5",
        "Q",
        "// x",
        "//",
        "\n",
        "\n",
        "(",
        ")",
        "{c}",
        "k e7-f12",
        "q*g12",
        "l-f11",
        "g g7-g11",
        "*",
        "e5",
        "Nd9",
        "$1",
        "[A \"1\"]",
        "// [A \"1\"]",
        "N b2-c4",
        "N g2-f4",
        "n b11-c9",
        "1-0",
        "-",
        ",",
        "!?",
        ".",
    ];
    let (mut seed, mut accepted) = (7u64, 0);
    let mut roll = |sides: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % sides
    };
    for round in 0..20_000 {
        let mut text = String::new();
        for _ in 0..roll(12) {
            text += words[roll(words.len())];
            text += [" ", "", "\n"][roll(3)];
        }
        let default = find(["metamachy", "mini-chieftain"][round % 2]).expect("a game");
        let Ok(mut games) = parse(&text) else { continue };
        for game in &mut games {
            let Ok(read) = game.replay(1, &VARIANTS, Some(default)) else { continue };
            accepted += usize::from(!game.moves.is_empty());
            for written in [game.to_string(), game.game_courier(&read.game)] {
                let mut again =
                    parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
                let again = again[0].replay(1, &VARIANTS, Some(default));
                let again = again.unwrap_or_else(|error| panic!("{error}\n{text}\n{written}"));
                assert_eq!(again.game.moves(), read.game.moves(), "{text}\n{written}");
                assert_eq!(again.result, read.result, "{text}\n{written}");
            }
        }
    }
    assert!(accepted > 500, "only {accepted}");
}
