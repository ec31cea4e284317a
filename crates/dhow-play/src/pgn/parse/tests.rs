use super::*;

fn texts(game: &PgnGame) -> Vec<&str> {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn everything_that_may_stand_in_a_game() {
    let text = "% a line to skip\n[Event \"a \\\"quoted\\\" \\\\ value\"]\n[Variant \"maasai\"] \n\n\
        {before ; the\n first} 1.e5 $14 e8!? +- {after} (1... d8 (2. c5 {)} c8) ;)\n) \
        2. Nd4 2... b8 ; to the end (\n3.a8xb8-b9 e.p. 1-0 {White resigns}\n\n1. e4 *";
    let games = parse(text).expect("well written");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].tag("Event"), Some("a \"quoted\" \\ value"));
    assert_eq!(games[0].comments, ["before ; the first"]);
    assert_eq!(texts(&games[0]), ["e5", "e8!?", "Nd4", "b8", "a8xb8-b9"]);
    assert_eq!(games[0].moves[1].comments, ["after"]);
    assert_eq!(games[0].moves[3].comments, ["to the end ("]);
    assert_eq!(games[0].moves[0].nags, [14]);
    let [variation] = &games[0].moves[1].variations[..] else { panic!("{games:?}") };
    assert_eq!(variation.moves[0].text, "d8");
    assert_eq!(variation.moves[0].comments, [")"]);
    let [inner] = &variation.moves[0].variations[..] else { panic!("{variation:?}") };
    let inner: Vec<&str> = inner.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(inner, ["c5", "c8"]);
    assert_eq!(games[0].moves[4].line, 8);
    assert_eq!(games[0].result, GameResult::WhiteWins);
    assert_eq!(texts(&games[1]), ["e4"]);
    assert!(games[1].comments.is_empty(), "the comment before it is of the game before");
}

#[test]
fn what_is_said_about_moves_is_written_as_it_was_read() {
    let text = "1. e5 $6 {[%eval -0.35] a word} ({before} 1. d5 {why} 1... d8 $1 (1... c8) (\
        1... b8 2. b5)) 1... e8 2. c5 (2. a5) *";
    let game = parse(text).expect("well written").remove(0);
    assert_eq!(game.moves[0].variations[0].moves[1].variations.len(), 2);
    let written = game.to_string();
    assert_eq!(written.split_whitespace().collect::<Vec<_>>().join(" "), text);
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
}

#[test]
fn variations_that_are_too_deep_are_passed_over() {
    for depth in [MOST_NESTED, MOST_NESTED + 1, 100_000] {
        let text = format!("1. e5{}{} e8 *", " (1. d5".repeat(depth), ")".repeat(depth));
        let games = parse(&text).expect("well written");
        assert_eq!(texts(&games[0]), ["e5", "e8"]);
        let (mut deepest, mut moves) = (0, &games[0].moves);
        while let Some(variation) = moves[0].variations.first() {
            (deepest, moves) = (deepest + 1, &variation.moves);
        }
        assert_eq!(deepest, depth.min(MOST_NESTED));
    }
}

#[test]
fn a_variation_says_nothing_of_the_game() {
    let games = parse("1. e5 (1. d5 1-0 [?] 2. c5) e8 0-1").expect("well written");
    assert_eq!(texts(&games[0]), ["e5", "e8"]);
    assert_eq!((games.len(), games[0].result), (1, GameResult::BlackWins));
    assert_eq!(games[0].moves[0].variations[0].moves.len(), 2);
    assert!(parse("(1. d5) {a} $3").expect("well written").iter().all(|it| it.moves.is_empty()));
}

#[test]
fn a_comment_before_all_tags_is_of_the_first_game() {
    let games = parse("{before}\n[Event \"a\"]\n1. e4 *\n{after}").expect("well written");
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].comments, ["before"]);
}

#[test]
fn a_percent_sign_hides_a_line_only_at_its_start() {
    let games = parse("1. e4 %x e9\n%2. d4\n*").expect("well written");
    assert_eq!(texts(&games[0]), ["e4", "%x", "e9"]);
}

#[test]
fn several_things_may_stand_on_a_line() {
    let games = parse("[A \"1\"] [B \"2\"] {c} 1. e4 {d} 1... e9 *").expect("well written");
    assert_eq!((games[0].tag("A"), games[0].tag("B")), (Some("1"), Some("2")));
    assert_eq!((&games[0].comments[..], texts(&games[0])), (&["c".into()][..], vec!["e4", "e9"]));
}

#[test]
fn a_tag_ends_a_game_without_result() {
    let games = parse("[A \"1\"]\n1. e5\n[A \"2\"]\n1. d5 0-1").expect("well written");
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].result, games[1].tag("A")), (GameResult::Unknown, Some("2")));
    assert_eq!(parse(" \n"), Ok(Vec::new()));
}

#[test]
fn a_move_is_written_as_it_was_read() {
    for text in ["0.3e4 *", "1.2.e4", "1...3. e4", "12 e4", "1\u{2026}e4"] {
        let games = parse(text).expect("well written");
        assert_eq!(texts(&games[0]), ["e4"], "{text}");
        let again = parse(&games[0].to_string()).expect("written here");
        assert_eq!(texts(&again[0]), ["e4"], "{text}");
    }
}

/// Moves in the notation of other programs and people.
#[test]
fn moves_in_other_words() {
    for (text, moves) in [
        ("1.0-0 0-0-0+ 2.0-0!?", &["0-0", "0-0-0+", "0-0!?"][..]),
        ("1. e4 a8(Q)+ b1=(n) (1. N) *", &["e4", "a8(Q)", "b1=(n)"]),
        ("1.e4e5 d6e.p. 2. d6 e.p. ep *", &["e4e5", "d6e.p.", "d6"]),
        ("1. e4 \u{2213} = +/- -+ ~ <> 1...e9", &["e4", "e9"]),
        ("1. e4 {} (1. d4 {}) e9", &["e4", "e9"]),
    ] {
        let games = parse(text).expect("well written");
        assert_eq!(texts(&games[0]), moves, "{text}");
    }
}

/// A null move must not be ignored: the next move would be the other side's.
#[test]
fn null_moves_stay() {
    for text in ["--", "Z0", "0000", "@@@@", "null", "--!?", "0000?"] {
        for written in [format!("1. e4 e9 2. {text} e8"), format!("1. e4 e9 2.{text} e8")] {
            let games = parse(&written).expect("well written");
            assert_eq!(texts(&games[0]), ["e4", "e9", text, "e8"], "{written}");
        }
    }
}

#[test]
fn tags_in_other_words() {
    let games = parse("[White \"A \"B\" C\"] [Black-Elo \"1\"]\n*").expect("well written");
    assert_eq!((games[0].tag("White"), games[0].tag("Black-Elo")), (Some("A \"B\" C"), Some("1")));
}

#[test]
fn games_are_read_one_by_one() {
    let mut read = games("1. e4 *\n[A \"1\"]\n1. e5\n[A \"2\"] {x} *\n(1. e4");
    let moves = |game: &PgnGame| game.moves.len();
    let [first, second, third] = [(); 3].map(|()| read.next().expect("a game"));
    assert_eq!(first.as_ref().map(moves), Ok(1));
    assert_eq!(second.as_ref().map(moves), Ok(1));
    assert_eq!(third.map(|game| game.comments), Ok(vec!["x".into()]));
    let error = read.next().expect("something is left").expect_err("open");
    assert_eq!((error.game, error.line), (4, 5));
    assert!(read.next().is_none());
}

#[test]
fn errors_name_game_and_line() {
    let error = |text| parse(text).expect_err("badly written").to_string();
    assert_eq!(error("1. e4 *\n{open"), "game 2, line 2: the comment that starts here has no end");
    assert_eq!(error("\n(1. ("), "game 1, line 2: the variation that starts here has no end");
    assert_eq!(error("e4 )"), "game 1, line 1: `)` closes nothing");
    assert_eq!(
        error("[Event x]"),
        "game 1, line 1: `[Event x]` is not a tag of the form [Name \"value\"]"
    );
}
