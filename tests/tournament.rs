//! Tournaments between mock engines, run by the built program.
//!
//! The mock engine is an example of this package, which `cargo test` builds. Before `cargo test --test dhow`, run
//! `cargo build --profile test --examples`.

use crate::common::command::{Run, dhow, file};
use dhow::pgn;
use dhow::variant::VARIANTS;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The mock engine, built beside the program.
pub fn mock() -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_dhow")).parent().expect("a folder");
    let path = folder.join("examples").join(format!("mock_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.is_file(),
        "{} is missing: `cargo build --profile test --examples`",
        path.display()
    );
    path.to_str().expect("UTF-8").into()
}

/// An engine of this behaviour.
pub fn engine(protocol: &str, behaviour: &str) -> Vec<String> {
    let fixed = ["-engine", &format!("cmd={}", mock()), &format!("proto={protocol}")];
    let own = [format!("arg={protocol}"), format!("arg={behaviour}"), format!("name={behaviour}")];
    fixed.map(String::from).into_iter().chain(own).collect()
}

/// Runs a match of two engines, given by protocol and behaviour, with further flags.
pub fn run(engines: [(&str, &str); 2], flags: &str) -> Run {
    let mut arguments = vec!["match".to_string()];
    engines.iter().for_each(|(protocol, behaviour)| arguments.extend(engine(protocol, behaviour)));
    arguments.extend(flags.split_ascii_whitespace().map(String::from));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    dhow(&arguments)
}

/// A path for a file of this test run, which is not there.
pub fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for suffix in ["", ".journal", ".surplus"] {
        let path = format!("{}{suffix}", path.display());
        assert!(std::fs::remove_file(&path).is_ok() || !Path::new(&path).exists());
    }
    path.to_str().expect("UTF-8").into()
}

pub const PROTOCOLS: [&str; 2] = ["uci", "xboard"];

/// Runs all cases in both protocols, all at once: they wait more than they compute.
fn in_both_languages<T: Sync>(cases: &[T], case: impl Fn(&str, &T) + Sync) {
    std::thread::scope(|scope| {
        for protocol in PROTOCOLS {
            for given in cases {
                let case = &case;
                scope.spawn(move || case(protocol, given));
            }
        }
    });
}

/// A time control and a length that keep these games short.
pub const SHORT: &str = "-each tc=5+0.1 -maxmoves 12 -srand 1";

/// The lines that report how games ended.
pub fn endings(out: &str) -> Vec<&str> {
    let finished = out.lines().filter(|line| line.starts_with("Finished game"));
    finished.map(|line| line.split_once("): ").expect("a result").1).collect()
}

#[test]
fn legal_games_in_both_languages() {
    for white in PROTOCOLS {
        for black in PROTOCOLS {
            let path = fresh(&format!("legal-{white}-{black}.pgn"));
            let flags = format!("{SHORT} -games 4 -concurrency 2 -pgnout {path} -variant maasai");
            let run = run([(white, "legal"), (black, "halves")], &flags);
            let out = run.succeeds();
            assert!(out.starts_with("Started game 1 of 4 (legal vs halves)\n"), "{out}");
            assert!(out.contains("\nScore of legal vs halves: 0 - 0 - 4  [0.500] 4\n"), "{out}");
            assert!(
                out.contains("\nElo difference: 0.0 +/- 0.0, LOS: nan %, DrawRatio: 100.0 %\n")
            );
            assert!(out.ends_with("\nFinished match\n"), "{out}");
            assert_eq!(endings(&out), ["1/2-1/2 {Draw by adjudication}"; 4]);
            let text = std::fs::read_to_string(&path).expect("the games");
            let games = pgn::check(&text, &VARIANTS).expect("legal games");
            assert_eq!(games.len(), 4);
            assert!(games.iter().all(|game| game.game.moves().len() == 24), "{text}");
            assert!(text.contains("[TimeControl \"5+0.1\"]"), "{text}");
            assert!(text.contains("[Termination \"adjudication\"]"), "{text}");
            assert!(text.contains("[SetUp \"1\"]\n[FEN "), "{text}");
            assert!(text.contains("{+0.12/5 0.0"), "{text}");
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            assert!(words.join(" ").contains(", Draw by adjudication} 1/2-1/2"), "{text}");
        }
    }
}

#[test]
fn pairs_share_an_opening_and_swap_colours() {
    let path = fresh("pairs.pgn");
    let flags = format!("{SHORT} -games 6 -pgnout {path} -openings plies=4");
    run([("uci", "legal"), ("uci", "legal")], &flags).succeeds();
    let text = std::fs::read_to_string(&path).expect("the games");
    let games = pgn::check(&text, &VARIANTS).expect("legal games");
    let opening = |game: usize| (games[game].game.start_fen(), &games[game].game.moves()[..4]);
    for pair in 0..3 {
        assert_eq!(opening(2 * pair), opening(2 * pair + 1));
    }
    assert!(opening(0) != opening(2) && opening(2) != opening(4));
    let parsed = pgn::parse(&text).expect("games");
    let whites: Vec<_> = parsed.iter().map(|game| game.tag("White").expect("a name")).collect();
    assert_eq!(whites, ["legal", "legal (2)", "legal", "legal (2)", "legal", "legal (2)"]);
    for game in &parsed {
        let of_book = |mv: &pgn::PgnMove| mv.comments == ["book"];
        assert_eq!(game.moves.iter().filter(|mv| of_book(mv)).count(), 4);
    }
}

#[test]
fn several_games_in_one_match() {
    for protocol in PROTOCOLS {
        let name = |ending: &str| fresh(&format!("several-{protocol}.{ending}"));
        let (path, epd, json) = (name("pgn"), name("epd"), name("json"));
        let flags = format!(
            "{SHORT} -games 2 -rounds 4 -concurrency 2 -pgnout {path} -epdout {epd} -jsonout {json} \
             -variant maasai metamachy -variant zanzibar-xl"
        );
        // Each illegal move is a warning.
        let Run { code, out: played, err } =
            run([(protocol, "legal"), (protocol, "illegal")], &flags);
        assert_eq!(code, 0, "{err}");
        for line in ["maasai: 4 - 0 - 0", "metamachy: 2 - 0 - 0", "zanzibar-xl: 2 - 0 - 0"] {
            assert!(played.contains(&format!("\n...      legal in {line}  [1.000]")), "{played}");
        }
        let text = std::fs::read_to_string(&path).expect("the games");
        let mut ids: Vec<String> = pgn::check(&text, &VARIANTS)
            .expect("legal games")
            .iter()
            .map(|game| game.game.variant().id.clone())
            .collect();
        ids.sort();
        let pair = |id: &'static str| [id; 2];
        assert_eq!(
            ids,
            [pair("maasai"), pair("maasai"), pair("metamachy"), pair("zanzibar-xl")].concat()
        );
        let summary: Value =
            serde_json::from_str(&std::fs::read_to_string(json).expect("a summary")).expect("JSON");
        assert_eq!(summary["variant"], serde_json::json!(["maasai", "metamachy", "zanzibar-xl"]));
        assert_eq!(summary["engines"][1]["variants"]["maasai"]["losses"], 4);
        // The games of the journal are merged by game, too, and none of them is played again.
        let merged = dhow(&["match", "-merge", &format!("{path}.journal")]).succeeds();
        assert!(merged.contains("\n...      legal in maasai: 4 - 0 - 0  [1.000] 4\n"), "{merged}");
        let again = run([(protocol, "legal"), (protocol, "illegal")], &format!("{flags} -resume"));
        assert!(again.succeeds().starts_with("Resumed after 8 of 8 games\n"));
        assert_eq!(std::fs::read_to_string(&path).expect("the games"), text);
    }
    let engines = [("uci", "legal"), ("uci", "legal")];
    let file = file("several.epd", "");
    run(engines, &format!("{SHORT} -variant maasai metamachy -openings file={file}"))
        .fails(2, "-openings: a file goes with one -variant");
    run([("uci", "legal"), ("xboard", "legal")], &format!("{SHORT} -variant maasai chieftain"))
        .fails(2, "in chieftain a turn has several");
}

/// Each fault of an engine, with the result when it plays White, and a word of the warning.
#[test]
fn who_breaks_the_rules_loses() {
    let cases = [
        ("illegal", "0-1 {White makes an illegal move: a1a1}", "cannot go there"),
        ("slow", "0-1 {White loses on time}", "left on the clock"),
        ("half", "0-1 {White loses on time}", "left on the clock"),
        ("flood", "0-1 {White loses on time}", "left on the clock"),
    ];
    let flags = "-each tc=0.6 patience=1 -maxmoves 12 -srand 1 -recover";
    in_both_languages(&cases, |protocol, &(behaviour, ending, warning)| {
        let run = run([(protocol, behaviour), ("uci", "legal")], flags);
        assert_eq!(run.code, 0, "{protocol} {behaviour}: {}", run.err);
        assert_eq!(endings(&run.out), [ending], "{protocol}");
        assert!(run.err.contains(warning), "{}", run.err);
        assert!(run.err.contains(&format!("Warning: game 1: {behaviour} (White)")));
        assert!(run.err.contains("\n  position: ") && run.err.contains("\n  moves: "));
    });
}

#[test]
fn false_claims_lose() {
    let ended = |engine, behaviour| {
        let run = run([(engine, behaviour), ("uci", "legal")], SHORT);
        assert_eq!(run.code, 0, "{}", run.err);
        endings(&run.out)[0].to_string()
    };
    assert_eq!(ended("uci", "claim"), "0-1 {White makes an illegal move: (none)}");
    assert_eq!(ended("xboard", "claim"), "0-1 {White makes a false claim: 1-0 {I win}}");
    assert_eq!(ended("xboard", "reject"), "0-1 {White makes a false claim of an illegal move}");
    assert_eq!(ended("xboard", "resign"), "0-1 {White resigns}");
}

#[test]
fn draws_are_agreed_if_both_want_them() {
    let both = run([("xboard", "offer"), ("xboard", "offer")], SHORT).succeeds();
    assert_eq!(endings(&both), ["1/2-1/2 {Draw by agreement}"]);
    let one = run([("xboard", "offer"), ("xboard", "legal")], SHORT).succeeds();
    assert_eq!(endings(&one), ["1/2-1/2 {Draw by adjudication}"]);
}

#[test]
fn crashes_and_stalls_end_the_tournament_without_recover() {
    let cases = [
        ("crash", "0-1 {White disconnects}", "exit status: 3"),
        ("stall", "0-1 {White loses on time}", "left on the clock"),
    ];
    in_both_languages(&cases, |protocol, &(behaviour, ending, warning)| {
        let engines = [(protocol, behaviour), ("uci", "legal")];
        let flags = "-each tc=0.5 patience=0.5 -maxmoves 8 -games 2 -noswap -srand 1";
        let stopped = run(engines, flags);
        assert_eq!(endings(&stopped.out), [ending], "{protocol}");
        assert!(stopped.err.contains(warning), "{}", stopped.err);
        let out = stopped.fails(1, "with -recover");
        assert!(out.ends_with("Finished match\n"), "{out}");
        let recovered = run(engines, &format!("{flags} -recover"));
        assert_eq!(recovered.code, 0, "{}", recovered.err);
        assert_eq!(endings(&recovered.out), [ending; 2], "{protocol}");
    });
}

#[test]
fn a_stall_without_a_clock_ends_with_the_patience() {
    for protocol in PROTOCOLS {
        let flags = "-each depth=3 patience=0.5 -games 1";
        let run = run([(protocol, "stall"), ("uci", "legal")], flags);
        assert_eq!(endings(&run.out), ["0-1 {White's connection stalls}"]);
        run.fails(1, "no answer to `");
    }
}

#[test]
fn unfit_engines_are_refused_at_the_start() {
    let cases =
        [("mute", "no answer to `"), ("deaf", "no answer to `"), ("ignorant", "zanzibar-s")];
    in_both_languages(&cases, |protocol, &(behaviour, message)| {
        let flags = "-each tc=1 patience=2 -variant zanzibar-s";
        let run = run([("uci", "legal"), (protocol, behaviour)], flags);
        assert!(run.err.contains(message), "{}", run.err);
        assert_eq!(run.fails(2, &format!("error: engine {behaviour}: ")), "", "{protocol}");
    });
    let flags = "-each tc=1 patience=5";
    let error = "error: engine boardless: the engine has no `setboard`";
    assert_eq!(run([("uci", "legal"), ("xboard", "boardless")], flags).fails(2, error), "");
    let two = ["-engine", "cmd=/no/such/engine", "-engine", "cmd=self", "-each", "tc=1"];
    dhow(&[&["match"], &two[..]].concat()).fails(2, "cannot start `/no/such/engine`: ");
}

#[test]
fn an_engine_without_setboard_plays_from_the_start_array() {
    let flags = SHORT.replace("-each", "-each fen=startpos") + " -games 2";
    let run = run([("xboard", "boardless"), ("uci", "legal")], &flags);
    assert_eq!(endings(&run.succeeds()), ["1/2-1/2 {Draw by adjudication}"; 2]);
}

#[test]
fn floods_do_no_harm() {
    for protocol in PROTOCOLS {
        let run = run([(protocol, "chatter"), ("uci", "legal")], "-each tc=20 -maxmoves 4");
        assert_eq!(endings(&run.succeeds()), ["1/2-1/2 {Draw by adjudication}"]);
    }
}

/// Squares or short notation: the protocol leaves the choice to the engine.
#[test]
fn moves_in_short_notation_are_read() {
    for variant in ["chess", "maasai"] {
        let flags = format!("-each tc=20 -maxmoves 40 -games 2 -srand 3 -variant {variant}");
        let run = run([("xboard", "san"), ("uci", "legal")], &flags);
        let out = run.succeeds();
        assert_eq!(endings(&out).len(), 2, "{out}");
        assert!(!out.contains("illegal"), "{out}");
    }
    let castles = file("castles.epd", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\n");
    let flags = format!("-each tc=9 -variant chess -maxmoves 2 -debug -openings file={castles}");
    let out = run([("xboard", "san"), ("xboard", "san")], &flags).succeeds();
    assert!(out.contains(": move O-O"), "{out}");
    assert_eq!(endings(&out), ["1/2-1/2 {Draw by adjudication}"]);
}

/// HaChu sends the two legs of a Lion's move so.
#[test]
fn legs_in_lines_of_their_own_are_one_move() {
    let lion = "k11/12/12/12/12/5ppp4/5N6/12/12/12/12/11K w - - 0 1\n";
    let lion = file("lion.epd", lion);
    let flags = format!("-each tc=9 -variant chu -maxmoves 1 -debug -openings file={lion}");
    let out = run([("xboard", "lines"), ("xboard", "legal")], &flags).succeeds();
    assert!(out.contains("(0): move f6f7,\n") || out.contains("(0): move f6g7,\n"), "{out}");
    assert_eq!(endings(&out), ["1/2-1/2 {Draw by adjudication}"]);
}

/// An engine that says nothing about its games has chess.
#[test]
fn chess_needs_no_list_of_games() {
    let engines = [("xboard", "unnamed"), ("uci", "legal")];
    let out = run(engines, &format!("{SHORT} -variant chess")).succeeds();
    assert_eq!(endings(&out), ["1/2-1/2 {Draw by adjudication}"]);
    run(engines, &format!("{SHORT} -variant maasai"))
        .fails(2, "the engine names no variants, so that it cannot play `maasai`");
}

/// The first answer has a shorter limit than the patience, and the message names it.
#[test]
fn the_time_that_was_waited_is_told() {
    let flags = "-each tc=1 patience=30 -variant chess";
    run([("xboard", "mute"), ("uci", "legal")], flags)
        .fails(2, "engine mute: no answer to `protover 2` within 4 s");
}

/// A Pawn that can capture en passant at once.
const EN_PASSANT: &str = "6k5/12/12/12/12/12/Pp10/12/12/12/12/6K5 w - b7 0 1";

#[test]
fn en_passant_in_one_step_and_in_two() {
    let openings = file("en-passant.epd", &format!("{EN_PASSANT}\n"));
    for behaviour in ["en-passant", "legs"] {
        for form in ["legs", "step"] {
            let path = fresh(&format!("en-passant-{behaviour}-{form}.pgn"));
            let flags = format!(
                "-each tc=9 ep={form} -maxmoves 2 -openings file={openings} -debug -pgnout {path}"
            );
            let out = run([("xboard", behaviour), ("xboard", "legal")], &flags).succeeds();
            let expected = if form == "legs" { "usermove a6b6,b6b7" } else { "usermove a6b7" };
            let sent = |line: &str| line.contains(">legal(") && line.ends_with(expected);
            assert!(out.lines().any(sent), "{out}");
            let text = std::fs::read_to_string(&path).expect("the game");
            assert!(text.contains("1. a6xb6-b7 {"), "{text}");
        }
    }
}

#[test]
fn positions_in_every_form() {
    // A King that has jumped would not be understood by whoever is not told that it may.
    let moves = file("opening.pgn", "[Variant \"metamachy\"]\n\n1. e5 e8 *\n");
    let told = |protocol: &str, form: &str| {
        let flags = format!("-each tc=9 fen={form} -maxmoves 4 -debug -openings file={moves}");
        let out = run([(protocol, "legal"), ("uci", "legal")], &flags).succeeds();
        let start = if protocol == "uci" { "position " } else { "setboard " };
        let found =
            out.lines().filter_map(|line| line.split_once(">legal(0): ")?.1.strip_prefix(start));
        found.map(String::from).next()
    };
    for protocol in PROTOCOLS {
        assert!(told(protocol, "jumps").expect("a position").contains(" w Kk - 0 1"));
        assert!(told(protocol, "dashes").expect("a position").contains(" w - - 0 1"));
    }
    assert!(told("uci", "startpos").expect("a position").starts_with("startpos moves "));
    assert_eq!(told("xboard", "startpos"), None);
    let openings = file("elsewhere.epd", &format!("{EN_PASSANT}\n"));
    let flags = format!("-each tc=9 fen=startpos -openings file={openings}");
    run([("uci", "legal"), ("uci", "legal")], &flags).fails(2, "as an engine with fen=startpos");
}

#[test]
fn openings_from_files() {
    let kings = "6k5/12/12/12/12/3r8/12/12/12/12/12/6K5 b - - 3 9";
    let epd = file("openings.epd", &format!("# a remark\n\n{kings}; id \"x\";\n{EN_PASSANT}\n"));
    let path = fresh("openings-epd.pgn");
    let flags = format!("{SHORT} -games 3 -openings file={epd} start=2 -pgnout {path}");
    run([("uci", "legal"), ("xboard", "legal")], &flags).succeeds();
    let text = std::fs::read_to_string(&path).expect("the games");
    let fens: Vec<String> = pgn::check(&text, &VARIANTS)
        .expect("games")
        .into_iter()
        .map(|game| game.game.start_fen().to_string())
        .collect();
    assert_eq!(fens, [EN_PASSANT, kings, EN_PASSANT]);
    // The games just played are openings, too.
    let again = fresh("openings-pgn.pgn");
    let flags = format!(
        "{SHORT} -games 4 -openings file={path} order=random plies=2 -repeat -pgnout {again}"
    );
    run([("uci", "legal"), ("uci", "legal")], &flags).succeeds();
    let text = std::fs::read_to_string(&again).expect("the games");
    assert_eq!(text.matches("{book}").count(), 8, "{text}");
    for (content, message) in [
        ("nonsense w - - 0 1\n", "line 1: 1 ranks"),
        ("", "no openings in it"),
        ("# nothing\n", "no openings in it"),
    ] {
        let bad = file("bad.epd", content);
        let flags = format!("{SHORT} -openings file={bad}");
        run([("uci", "legal"), ("uci", "legal")], &flags).fails(2, message);
    }
    let flags = format!("{SHORT} -openings file=/no/such/file");
    run([("uci", "legal"), ("uci", "legal")], &flags).fails(2, "cannot read /no/such/file");
}

#[test]
fn the_summary_is_json() {
    let (json, epd) = (fresh("summary.json"), fresh("last.epd"));
    let flags = format!(
        "-each tc=0.6 -maxmoves 8 -games 4 -srand 7 -jsonout {json} -epdout {epd} -event Try \
         -sprt elo0=0 elo1=20"
    );
    let run = run([("uci", "illegal"), ("xboard", "legal")], &flags);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("\nSPRT: llr "), "{}", run.out);
    let summary: Value =
        serde_json::from_str(&std::fs::read_to_string(json).expect("a summary")).expect("JSON");
    assert_eq!(summary["event"], "Try");
    assert_eq!(summary["seed"], 7);
    assert_eq!((&summary["finished"], &summary["games"]), (&4.into(), &4.into()));
    assert_eq!(summary["ending"], "complete");
    let loser = &summary["engines"][0];
    assert_eq!((&loser["name"], &loser["results"]["losses"]), (&"illegal".into(), &4.into()));
    assert_eq!(loser["faults"]["rules infraction"], 4);
    assert_eq!(loser["results"]["elo"], Value::Null);
    assert_eq!(summary["engines"][1]["white"]["wins"], 2);
    assert_eq!(summary["pairs"][0]["counts"][0], 2);
    assert_eq!(summary["sprt"]["model"], "logistic");
    assert_eq!(std::fs::read_to_string(epd).expect("positions").lines().count(), 4);
}

#[test]
fn a_test_ends_the_tournament_when_it_decides() {
    let flags = "-each tc=9 -games 400 -srand 3 -sprt elo0=0 elo1=300 -resign movecount=1 score=1";
    let run = run([("uci", "illegal"), ("uci", "legal")], flags);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains(" - H0 was accepted\nPlayer: illegal\n"), "{}", run.out);
    assert!(run.out.ends_with("\nFinished match\n"), "{}", run.out);
    assert!(endings(&run.out).len() < 100);
}

#[test]
fn more_than_two_engines() {
    let mut arguments = vec!["match".to_string()];
    for (protocol, behaviour) in [("uci", "legal"), ("xboard", "halves"), ("uci", "illegal")] {
        arguments.extend(engine(protocol, behaviour));
    }
    arguments.extend(SHORT.split(' ').map(String::from));
    let run = |more: &[&str]| {
        let more = more.iter().map(|flag| flag.to_string());
        let all: Vec<String> = arguments.iter().cloned().chain(more).collect();
        dhow(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let everybody = run(&["-games", "2", "-concurrency", "2"]);
    assert_eq!(everybody.code, 0, "{}", everybody.err);
    assert_eq!(endings(&everybody.out).len(), 6);
    assert!(everybody.out.contains("\nRank Name                          Elo     +/-   Games"));
    assert!(
        everybody.out.contains("\n   3 illegal                      -inf     nan       4    0.0%")
    );
    let gauntlet = run(&["-tournament", "gauntlet", "-ratinginterval", "1"]);
    let started = gauntlet.out.lines().filter(|line| line.starts_with("Started"));
    let started: Vec<&str> = started.collect();
    assert_eq!(
        started,
        ["Started game 1 of 2 (legal vs halves)", "Started game 2 of 2 (legal vs illegal)",]
    );
    assert_eq!(gauntlet.out.matches("\nRank Name").count(), 2);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_tournament_in_order() {
    let path = fresh("signal.pgn");
    let mut arguments = vec!["match".to_string()];
    arguments.extend([engine("uci", "legal"), engine("xboard", "stall")].concat());
    arguments.extend(format!("-each tc=60 -games 9 -pgnout {path}").split(' ').map(String::from));
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dhow"));
    let command = command.args(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut first = String::new();
    let mut said = BufReader::new(child.stdout.take().expect("piped"));
    said.read_line(&mut first).expect("a line");
    assert_eq!(first, "Started game 1 of 9 (legal vs stall)\n");
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill");
    assert!(sent.success());
    let mut out = String::new();
    said.read_to_string(&mut out).expect("text");
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(out.ends_with("Finished match\n"), "{out}");
    assert_eq!(err, "error: interrupted after 0 of 9 games\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&path).expect("no games"), "");
}
