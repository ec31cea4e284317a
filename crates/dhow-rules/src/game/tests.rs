use super::*;
use crate::betza::Notation;
use crate::pieces::{Letter, Piece};
use crate::square::Coordinates;
use crate::variant::ini::VariantFiles;
use crate::variant::{
    BareKing, EndRules, EndValue, FlagRule, PieceDef, Promotion, Role, RulesError, VARIANTS, find,
};
use proptest::prelude::*;

fn piece(letter: char, betza: &str, role: Role) -> PieceDef {
    PieceDef {
        letter: letter.into(),
        name: format!("the {letter}"),
        other_names: String::new(),
        betza: Notation::known(betza),
        value: 300,
        role,
        promotes_to: String::new(),
        promotes_by: None,
        initial_ranks: Vec::new(),
        triple_step_ranks: Vec::new(),
        regions: [None, None],
        picture: String::new(),
    }
}

/// Kings, Rooks and Pawns on a board of this size.
fn game_of(files: usize, ranks: usize) -> Variant {
    let back = format!("R{}K", files - 2);
    let pawns = "P".repeat(files);
    let empty = vec![files.to_string(); ranks - 4].join("/");
    let black = [back.to_lowercase(), pawns.to_lowercase()].join("/");
    Variant {
        id: format!("small-{files}x{ranks}"),
        name: "Small".into(),
        files,
        ranks,
        pieces: vec![
            piece('P', "fmWfceFfimnD", Role::Pawn),
            piece('R', "R", Role::Officer),
            piece('K', "K", Role::Royal),
        ],
        start: format!("{black}/{empty}/{pawns}/{back} w - - 0 1"),
        promotions: "R".into(),
        ..Variant::default()
    }
}

/// Plays random moves to the end of a game, at most `plies`, and undoes them all.
fn play_out(variant: &Arc<Variant>, seed: u64, plies: usize) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(variant);
    while game.moves().len() < plies && game.outcome().is_none() {
        let moves = game.legal_moves();
        let mv = moves[random.usize(..moves.len())];
        assert_eq!(game.parse_move(&game.move_text(mv)), Ok(mv), "{}", game.fen());
        let san = game.position().san(mv);
        assert_eq!(game.position().parse_san(&san), Ok(mv), "{san} in {}", game.fen());
        game.play(mv);
        let again = Game::from_fen(variant, &game.fen()).expect("a position of the game");
        assert_eq!(again.position().key(), game.position().key(), "{}", game.fen());
    }
    let length = game.moves().len();
    while game.undo().is_some() {}
    assert_eq!(game.fen(), variant.start);
    length
}

#[test]
fn games_are_played_on_every_board() {
    for (files, ranks) in [(10, 10), (12, 12), (9, 9), (7, 11), (13, 9), (16, 15)] {
        let variant = Arc::new(game_of(files, ranks));
        assert_eq!(check(&variant), Ok(()), "{files}x{ranks}");
        assert!(play_out(&variant, 1, 300) > 40, "{files}x{ranks}");
    }
    let nowhere = check(&Arc::new(game_of(17, 9)));
    let error = RulesError::Board { files: 17, ranks: 9, most: (16, 16) };
    assert_eq!(nowhere, Err(VariantError::Rules(error)));
}

#[test]
fn squares_are_files_and_ranks() {
    let game = Game::new(&VARIANTS[0]);
    let at = |name| Coordinates::parse(name).expect("a square");
    let letter =
        |name| game.position().on(at(name)).map(|piece| game.position().letter(piece).plain());
    assert_eq!([letter("g1"), letter("g12"), letter("a6")], [Some('K'), Some('k'), None]);
    assert_eq!(game.position().on(Coordinates { file: 12, rank: 0 }), None);
    let king: Piece = game.position().on(at("g1")).expect("the King");
    assert_eq!(game.position().king(king.color()), Some(at("g1")));
    let mv = game.parse_move("e3e5").expect("a legal move");
    assert_eq!(game.position().squares(mv), (at("e3"), at("e5")));
}

/// A King that cannot move, and a side without other moves.
const STALEMATE: &str = "k9/1R8/2K7/10/10/10/10/10/10/10 b - - 0 1";

#[test]
fn the_ends_of_games_are_data() {
    let of = |change: &dyn Fn(&mut Variant), fen: &str, moves: &[&str]| {
        let mut variant = game_of(10, 10);
        change(&mut variant);
        let mut game = Game::from_fen(&Arc::new(variant), fen).expect("a position");
        for text in moves.iter().cycle().take(if moves.is_empty() { 0 } else { 40 }) {
            if game.outcome().is_some() {
                break;
            }
            game.play_text(text).expect("a legal move");
        }
        game.outcome().map(|outcome| (outcome.to_string(), game.moves().len()))
    };
    let end = |text: &str, plies| Some((text.to_string(), plies));
    assert_eq!(of(&|_| (), STALEMATE, &[]), end("Draw by stalemate", 0));
    let loss = |variant: &mut Variant| variant.end.stalemate = EndValue::Loss;
    assert_eq!(of(&loss, STALEMATE, &[]), end("White wins by stalemate", 0));
    let win = |variant: &mut Variant| variant.end.stalemate = EndValue::Win;
    assert_eq!(of(&win, STALEMATE, &[]), end("Black wins by stalemate", 0));

    let kings = "k9/10/10/10/10/10/10/10/10/9K w - - 0 1";
    let shuffle = ["j1j2", "a10a9", "j2j1", "a9a10"];
    assert_eq!(of(&|_| (), kings, &[]), end("Draw by King against King", 0));
    let go_on = |variant: &mut Variant| variant.end.bare_kings = false;
    assert_eq!(of(&go_on, kings, &shuffle), end("Draw by threefold repetition", 8));
    let twice = |variant: &mut Variant| {
        go_on(variant);
        variant.end.repetitions = Some(2);
    };
    assert_eq!(of(&twice, kings, &shuffle), end("Draw by repetition", 4));
    let by_count = |variant: &mut Variant| {
        go_on(variant);
        (variant.end.repetitions, variant.end.move_limit) = (None, Some(7));
    };
    assert_eq!(of(&by_count, kings, &shuffle), end("Draw by 7-move rule", 14));
    let never = |variant: &mut Variant| {
        go_on(variant);
        (variant.end.repetitions, variant.end.move_limit) = (None, None);
    };
    assert_eq!(of(&never, kings, &shuffle), None);
}

#[test]
fn promotion_may_come_early() {
    let mut variant = game_of(10, 10);
    variant.promotion.ranks = 3;
    let variant = Arc::new(variant);
    let fen = "k9/10/10/P9/10/10/10/10/10/9K w - - 0 1";
    let game = Game::from_fen(&variant, fen).expect("a position");
    assert!(game.parse_move("a7a8r").is_ok());
    assert!(game.parse_move("a7a8").is_err());
    assert!(Game::from_fen(&variant, "k9/10/P9/10/10/10/10/10/10/9K w - - 0 1").is_err());
    for (ranks, good) in [(0, false), (1, true), (5, true), (6, false)] {
        let variant =
            Variant { promotion: Promotion { ranks, ..Promotion::default() }, ..game_of(10, 10) };
        assert_eq!(check(&Arc::new(variant)).is_ok(), good, "{ranks}");
    }
}

/// A King that leaps farther than the Kings of the built-in games stays out of check.
#[test]
fn a_king_that_leaps_far_stays_out_of_check() {
    let mut variant = game_of(10, 10);
    variant.pieces[1].betza = Notation::known("H");
    variant.pieces[2].betza = Notation::known("KH");
    let variant = Arc::new(variant);
    let leaps = |fen: &str| {
        let game = Game::from_fen(&variant, fen).expect("a position");
        game.parse_move("a1a4").is_ok()
    };
    assert!(leaps("k9/10/10/3r6/10/10/10/10/10/K9 w - - 0 1"));
    assert!(!leaps("k9/10/10/r9/10/10/10/10/10/K9 w - - 0 1"), "a7 threatens a4");
}

#[test]
fn what_is_wrong_is_named() {
    let error = |change: &dyn Fn(&mut Variant)| {
        let mut variant = game_of(10, 10);
        change(&mut variant);
        check(&Arc::new(variant)).expect_err("no game").to_string()
    };
    let group =
        |chiefs: &str, squares: &str| vec![crate::variant::SetupGroup::new(chiefs, squares)];
    type Change<'a> = &'a dyn Fn(&mut Variant);
    let cases: [(Change<'_>, &str); 9] = [
        (&|v| v.pieces[1].value = -1, "piece R is worth -1; expected 0 to 15000 centipawns"),
        (&|v| v.start = "8/8".into(), "start array: 2 ranks in the placement; the board has 10"),
        (
            &|v| v.start = v.start.replacen('R', "Q", 1),
            "start array: `Q` on rank 1 is not a piece of this game",
        ),
        (
            &|v| v.start = v.start.replacen("8K", "9", 1),
            "start array: White has 0 Kings; each side has one",
        ),
        (
            &|v| v.end.repetitions = Some(1),
            "a draw by occurrences of a position numbering 1; expected 2 or more",
        ),
        (&|v| v.setup = group("Q", "a10"), "setup: `Q` is not a piece of this game"),
        (&|v| v.setup = group("R", "a11"), "setup: a11 is not on the board"),
        (&|v| v.setup = group("RK", "a10"), "setup: 2 chiefs for 1 squares"),
        (
            &|v| v.setup = group("R", "b8"),
            "setup: the start array has `.` on b8, where no setup has it",
        ),
    ];
    for (change, message) in cases {
        assert_eq!(error(change), message);
    }
}

/// A description with a random change.
fn any_variant() -> impl Strategy<Value = Variant> {
    let betza = prop_oneof![
        3 => "[fbsvlr]{0,2}[mcip]{0,2}[WFDANHCZGKQRB]{1,2}[0-9]?",
        1 => "[ -~]{0,6}",
    ];
    let letter = prop_oneof![3 => "[A-Z]", 1 => "[ -~]"];
    let start = prop_oneof![
        4 => Just(None),
        1 => "[1-9PRKprk/]{0,40} w - - 0 1".prop_map(Some),
        1 => "[ -~]{0,60}".prop_map(Some),
    ];
    let piece_change = (0usize..3, betza, letter, -10i32..20_000);
    let ends = (0u16..3, 0u8..4, 0usize..6, "[A-Z]{0,3}");
    let setup = ("[PRK]{0,3}", proptest::collection::vec(("[a-k]", 1u8..12), 0..3));
    let size = prop_oneof![4 => Just((10usize, 10usize)), 1 => (0usize..18, 0usize..18)];
    (piece_change, start, ends, setup, size).prop_map(|(change, start, ends, setup, size)| {
        let mut variant = game_of(10, 10);
        let (index, betza, letter, value) = change;
        let changed = &mut variant.pieces[index];
        changed.value = value;
        // Invalid movements are refused by the parser.
        if let Ok(betza) = betza.parse() {
            changed.betza = betza;
        }
        if value % 3 == 0 {
            changed.letter = letter.chars().next().unwrap_or('?').into();
        }
        variant.start = start.unwrap_or(variant.start);
        (variant.files, variant.ranks) = size;
        (variant.end.move_limit, variant.end.repetitions) = (Some(ends.0), Some(ends.1));
        variant.promotion.ranks = ends.2;
        if value % 5 == 0 {
            variant.promotions = ends.3;
        }
        let squares: Vec<String> =
            setup.1.iter().map(|(file, rank)| format!("{file}{rank}")).collect();
        if value % 4 == 0 {
            variant.setup = vec![crate::variant::SetupGroup::new(&setup.0, &squares.join(" "))];
        }
        variant
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    /// A description is refused, or its game can be played.
    #[test]
    fn any_description_is_refused_or_played(variant in any_variant(), seed in any::<u64>()) {
        let variant = Arc::new(variant);
        if check(&variant).is_ok() {
            for setup in crate::variant::Setup::all(&variant) {
                let _ = setup.fen(&variant);
            }
            play_out(&variant, seed, 30);
        }
    }
}

/// Shogi's promoted pieces: a `+` in FEN, in moves and in SAN.
#[test]
fn promoted_pieces_have_a_plus() {
    let mut shogi = Variant::clone(find("chess").expect("a game"));
    let promoted = |letter, betza| PieceDef {
        letter: Letter::promoted(letter),
        ..piece(letter, betza, Role::Officer)
    };
    shogi.pieces.extend([promoted('P', "WfF"), promoted('N', "NF")]);
    shogi.promotions = "+P+NQ".into();
    let game = |fen: &str| Game::from_fen(&Arc::new(shogi.clone()), fen).expect("a position");
    let fen = "8/1P6/7k/3+p4/8/8/1+N6/K7 w - - 0 1";
    let mut text = game(fen);
    assert_eq!(text.fen(), fen);
    let words: Vec<String> = text.legal_moves().iter().map(|&mv| text.move_text(mv)).collect();
    for word in ["b7b8+", "b7b8+n", "b7b8q", "b2c4"] {
        assert!(words.iter().any(|it| it == word), "{word}: {words:?}");
    }
    assert!(text.parse_move("b2c4").is_ok() && text.parse_move("b7b8+").is_ok());
    let san = |words: &str| text.position().parse_san(words);
    assert_eq!(san("+Nc4").ok(), text.parse_move("b2c4").ok());
    assert!(san("Nc4").is_err(), "the Knight without a + is another piece");
    assert_eq!(san("b8=+P").ok(), text.parse_move("b7b8+").ok());
    text.play_text("b7b8+n").expect("a legal move");
    assert_eq!(text.fen(), "1+N6/8/7k/3+p4/8/8/1+N6/K7 b - - 0 1");
    let mut random = fastrand::Rng::with_seed(3);
    let mut met = 0;
    for _ in 0..20 {
        let mut game = game(&shogi.start);
        while game.outcome().is_none() && game.turns_made() < 200 {
            let moves = game.legal_moves();
            for &mv in &moves {
                let (text, san) = (game.move_text(mv), game.position().san(mv));
                assert_eq!(game.parse_move(&text), Ok(mv), "{text}: {}", game.fen());
                assert_eq!(game.position().parse_san(&san), Ok(mv), "{san}: {}", game.fen());
            }
            game.play(moves[random.usize(..moves.len())]);
            let read = Game::from_fen(game.variant(), &game.fen()).expect("its own text");
            assert_eq!(read.fen(), game.fen());
            met += usize::from(game.fen().contains('+'));
        }
    }
    assert!(met > 100, "{met} positions with promoted pieces");
}

#[test]
fn a_bare_king_loses_by_mate_only_where_nothing_else_ends_the_game() {
    let usual = Variant::default();
    assert!(usual.need_mate());
    let ending = |end| Variant { end, ..usual.clone() };
    let rules = EndRules::default();
    assert!(!ending(EndRules { stalemate: EndValue::Loss, ..rules }).need_mate());
    assert!(!ending(EndRules { repetition: EndValue::Win, ..rules }).need_mate());
    assert!(!ending(EndRules { bare_king: BareKing::Loses, ..rules }).need_mate());
    let squares = [Vec::new(), Vec::new()];
    let flag = Some(FlagRule { kinds: String::new(), squares, answered: false, safe: false });
    assert!(!Variant { flag, ..usual.clone() }.need_mate());
    assert!(!Variant { checking: false, ..usual.clone() }.need_mate());
}

#[test]
fn a_game_of_one_move_a_turn_has_one_left() {
    let chess = find("chess").expect("a built-in game");
    let game = Game::new(chess);
    assert_eq!((game.position().moves_left(), game.position().leaders(Color::White)), (1, vec![]));
}

#[test]
fn leaders_are_told_by_their_squares() {
    let mini = find("mini-chieftain").expect("a built-in game");
    let fen = "7c/8/8/8/8/8/8/8/8/8/8/C2C4 w - - 0 1";
    let game = Game::from_fen(mini, fen).expect("a position");
    let leaders = |color| {
        let squares = game.position().leaders(color);
        squares.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(leaders(Color::White), ["a1", "d1"]);
    assert_eq!(leaders(Color::Black), ["h12"]);
}

#[test]
fn a_wrong_promotion_is_a_mistake_of_its_key() {
    let text = "[a]\npromotionPieceTypes = p";
    let mistakes = read_variants(&mut VariantFiles::default(), text).expect_err("a mistake");
    let text = mistakes[0].to_string();
    assert!(text.starts_with("line 2, `promotionPieceTypes`: "), "{text}");
}
