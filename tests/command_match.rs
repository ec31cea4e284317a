//! Matches and games for tuning of the games with leaders, in which plies are turns.

use crate::command_records::games;
use crate::common::command::{dhow, file};
use crate::tournament::{self, endings, fresh, mock};
use dhow::eval::weights::WeightList;
use dhow::game::Game;
use dhow::pgn;
use dhow::position::MoveKind;
use dhow::training::GameFile;
use dhow::variant::VARIANTS;
use std::path::Path;

/// Runs a match of this program against itself with a few nodes a turn.
fn run(flags: &str) -> crate::common::command::Run {
    let engines = "match -engine cmd=self name=a -engine cmd=self name=b -each nodes=60 -srand 3";
    let words: Vec<&str> = engines.split(' ').chain(flags.split_ascii_whitespace()).collect();
    dhow(&words)
}

#[test]
fn all_games_are_played_by_the_rules() {
    for variant in games() {
        let id = &variant.id;
        let options: Vec<String> =
            variant.option_names().iter().map(|name| format!("-option {name}")).collect();
        let path = fresh(&format!("{id}-{}.pgn", options.len()));
        let flags =
            format!("-variant {id} {} -games 2 -maxmoves 4 -pgnout {path}", options.join(" "));
        let out = run(&flags).succeeds();
        assert_eq!(endings(&out), ["1/2-1/2 {Draw by adjudication}"; 2], "{out}");
        let text = std::fs::read_to_string(&path).expect("the games");
        let checked = pgn::check(&text, &VARIANTS).expect("legal games");
        for game in &checked {
            // Two random turns by each side, then two of the engine's.
            assert_eq!((game.game.variant(), game.game.turns_made()), (&variant, 8));
        }
        let opening = |game: usize| checked[game].game.turns_so_far()[..4].concat();
        assert_eq!(opening(0), opening(1));
        let parsed = pgn::parse(&text).expect("games");
        let of_book = |mv: &&pgn::PgnMove| mv.comments == ["book"];
        assert!(parsed.iter().all(|game| game.moves.iter().filter(of_book).count() == 4), "{text}");
        assert!(parsed.iter().all(|game| game.tag("PlyCount") == Some("8")));
    }
}

#[test]
fn turns_are_judged() {
    let flags = "-each tc=5+0.1 -maxmoves 6 -srand 1 -variant overlord -openings plies=2";
    let legal = tournament::run([("uci", "legal"), ("uci", "halves")], flags).succeeds();
    assert_eq!(endings(&legal), ["1/2-1/2 {Draw by adjudication}"]);
    let illegal = tournament::run([("uci", "illegal"), ("uci", "legal")], flags);
    assert_eq!(endings(&illegal.out), ["0-1 {White makes an illegal move: a1a1}"]);
    assert!(
        illegal.err.contains("illegal (White) `a1a1`: no White piece on a1"),
        "{}",
        illegal.err
    );
}

#[test]
fn openings_from_files_are_turns() {
    let fen = "8/8/8/8/8/8/8/1c6/8/3M4/4C3/8 w - - 0 1";
    let epd = file("leaders.epd", &format!("{fen} ;id 1\n# nothing\n"));
    let flags = "-variant mini-chieftain -maxmoves 3 -openings";
    let out = run(&format!("{flags} file={epd} -epdout {}", fresh("leaders-out.epd"))).succeeds();
    assert_eq!(endings(&out).len(), 1, "{out}");
    let records = "[Variant \"mini-chieftain\"]\n\n1. f1e3,g5f6 f12e11,e12b9 2. a4a5 h9h8 *\n";
    let records = file("leaders-book.pgn", records);
    let path = fresh("leaders-booked.pgn");
    run(&format!("{flags} file={records} plies=3 -pgnout {path}")).succeeds();
    let text = std::fs::read_to_string(&path).expect("the games");
    assert!(text.contains("1. f1e3,g5f6 {book} 1... f12e11,e12b9 {book} 2. a4a5 {book}"), "{text}");
    assert!(!text.contains("h9h8 {book}"), "{text}");
    let bad = file("leaders-bad.epd", &fen.replace("1c6", "9"));
    run(&format!("{flags} file={bad}")).fails(2, "line 1: rank 5 has 9 squares");
    // The options of the game are part of the settings of the match.
    let flags = "-variant mini-chieftain -option exchange -openings";
    run(&format!("{flags} file={records}"))
        .fails(2, "game 1 is of mini-chieftain, but -variant says mini-chieftain with exchange");
}

#[test]
fn a_match_goes_on_with_the_same_game() {
    let path = fresh("leaders-resumed.pgn");
    let flags = format!(
        "-variant mini-chieftain -option exchange -option free-scouts -maxmoves 5 -games 4 -pgnout {path}"
    );
    run(&flags).succeeds();
    let whole = std::fs::read_to_string(&path).expect("the games");
    let journal = format!("{path}.journal");
    let lines = std::fs::read_to_string(&journal).expect("the journal");
    assert!(
        lines.contains("\"variant\":\"mini-chieftain with exchange and free-scouts\""),
        "{lines}"
    );
    // The journal without its last game and its end: the surplus of the PGN file is moved aside.
    let kept: Vec<&str> = lines.lines().filter(|line| !line.starts_with("{\"end\"")).collect();
    let kept = &kept[..kept.len() - 1];
    assert_eq!(kept.iter().filter(|line| line.starts_with("{\"game\"")).count(), 3);
    std::fs::write(&journal, format!("{}\n", kept.join("\n"))).expect("space");
    let resumed = run(&format!("{flags} -resume"));
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(resumed.err.contains("has a game that the journal lacks"), "{}", resumed.err);
    let again = std::fs::read_to_string(&path).expect("the games");
    let games = |text: &str| {
        let games = pgn::check(text, &VARIANTS).expect("legal games");
        games.into_iter().map(|game| game.game.fen()).collect::<Vec<_>>()
    };
    assert_eq!(games(&again).len(), 4);
    assert_eq!(games(&again)[..3], games(&whole)[..3]);
    let other = flags.replace(" -option exchange", "");
    run(&format!("{other} -resume")).fails(2, "is of another tournament: there variant is");
}

#[test]
fn who_cannot_play_with_leaders_is_refused() {
    let flags = "-variant chieftain -engine cmd=self proto=xboard name=x";
    run(flags).fails(2, "engine x: XBoard's language has one move a turn");
    run("-option exchange").fails(2, "-option: metamachy has no option `exchange`");
    run("-variant chieftain -option").fails(2, "a value is required for '--option <NAME>...'");
    let flags =
        format!("-variant chieftain -option exchange -engine cmd={} arg=uci arg=legal", mock());
    let message = "no option `exchange`, so that it cannot play chieftain with exchange";
    run(&flags).fails(2, message);
    // An option of the game is not one of an engine.
    let flags = "-variant mini-chieftain -each option.exchange=true nodes=1 -maxmoves 1";
    let engines = "match -engine cmd=self name=a -engine cmd=self name=b";
    let words: Vec<&str> = engines.split(' ').chain(flags.split(' ')).collect();
    let remarked = dhow(&words);
    assert!(remarked.err.contains("option.exchange is set by -option, not by `true`"));
}

#[test]
fn games_for_tuning_are_recorded_action_by_action() {
    let path = fresh("leaders.dat");
    let ids = ["chieftain", "mini-chieftain", "superchief", "overlord"];
    let flags: Vec<&str> = ids.iter().flat_map(|id| ["-v", *id]).collect();
    let flags = [&["datagen", "--games", "4", "--nodes", "20", "--random-moves", "2"], &flags[..]];
    let options = ["--option", "exchange", "--option", "free-scouts", &path];
    let run = dhow(&[&flags.concat()[..], &options].concat());
    assert_eq!((run.code, run.out), (0, format!("4 games in {path}\n")), "{}", run.err);
    let (mut ends, mut found) = (0, 0);
    let read = GameFile::read(Path::new(&path), &VARIANTS, |variant, record| {
        assert_eq!(variant.option_names(), ["exchange", "free-scouts"]);
        found += 1;
        let mut game: Option<Game> = None;
        let mut score = 0;
        record.replay(variant, |before, mv, given| {
            // All actions of a turn have its score.
            let game = game.get_or_insert_with(|| before.clone());
            if game.at_turn_start() {
                score = given;
            }
            assert_eq!((score, before.fen()), (given, game.fen()));
            ends += usize::from(mv.kind() == MoveKind::End);
            game.play(mv);
        })
    });
    let read = read.expect("games");
    assert!(found == 4 && read.damaged.is_empty() && ends > 0, "{found} {ends}");
    dhow(&["datagen", "--option", "exchange", &path])
        .fails(2, "--option: name its variant with -v");
    dhow(&["datagen", "-v", "maasai", "--option", "exchange", &path])
        .fails(2, "maasai has no option `exchange`");
    // Another set of options is another game.
    let other = [&flags.concat()[..], &[path.as_str()]].concat();
    dhow(&other).fails(2, "the file was made with ");
}

/// Games with leaders have weights of their own, which are read back as they were written.
#[test]
fn weights_are_tuned_to_games_with_leaders_alone() {
    let play = |name: &str, flags: &str| {
        let path = fresh(name);
        let words = ["datagen", "--games", "12", "--nodes", "40", "--random-moves", "30", &path];
        let run = dhow(&[&words[..], &flags.split(' ').collect::<Vec<_>>()].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        path
    };
    let leaders = play("tuned-leaders.dat", "-v mini-chieftain -v grand-chieftain");
    let others = play("tuned-others.dat", "-v zanzibar-s");
    let path = fresh("tuned-weights.txt");
    let run = dhow(&["tune", "--steps", "2", "--errors", "3", "--out", &path, &leaders]);
    assert!(run.code == 0 && run.out.starts_with("12 games, "), "{} {}", run.out, run.err);
    let of = |name: &str| run.out.lines().find(|line| line.starts_with(name)).map(str::to_string);
    assert!(of("Chieftain  ").is_some_and(|line| line.matches("+-").count() == 2), "{}", run.out);
    assert!(of("Chieftain, leader 2  ").is_some() && of("Leader2").is_none(), "{}", run.out);
    let text = std::fs::read_to_string(&path).expect("weights");
    let weights: WeightList = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let before = WeightList::of_leaders();
    assert!(weights.places() >= before.places() && text.contains("# Lightning Warmachine"));
    let changed = (0..before.places()).filter(|&place| weights.get(place) != before.get(place));
    assert!(changed.count() > 20, "{text}");
    assert_eq!(weights.to_string().parse(), Ok(weights));
    let mixed = "games with leaders have weights of their own, and are tuned apart from others";
    for files in [[&leaders, &others], [&others, &leaders]] {
        dhow(&["tune", files[0], files[1]]).fails(2, mixed);
    }
    let alone = ["tune", "--steps", "1", "-v", "zanzibar-s", &leaders, &others];
    assert!(dhow(&alone).out.starts_with("12 games, "));
}
