//! Flags of `dhow match`, tried with mock engines.

use crate::common::command::{Run, dhow, file};
use crate::tournament::{SHORT, endings, engine, fresh, run};
use dhow::variant::VARIANTS;

/// The lines that were sent to the first engine.
fn sent(out: &str) -> Vec<&str> {
    let lines = out.lines().filter_map(|line| line.split_once(" >"));
    lines.filter_map(|(_, line)| line.strip_prefix("ponder(0): ")).collect()
}

/// A match of several engines of a kind, by their names.
fn tournament(names: &[&str], flags: &str) -> Run {
    let mut arguments = vec!["match".to_string()];
    for name in names {
        let mut one = engine("uci", "legal");
        one.retain(|text| !text.starts_with("name="));
        arguments.extend(one);
        arguments.push(format!("name={name}"));
    }
    arguments.extend(flags.split_ascii_whitespace().map(String::from));
    dhow(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn an_engine_ponders_and_its_expectation_is_hit_or_not() {
    let flags = SHORT.replace("-each", "-each ponder") + " -debug -openings plies=0";
    let hits = run([("uci", "ponder"), ("uci", "first")], &flags);
    let out = hits.out;
    assert_eq!(hits.code, 0, "{}", hits.err);
    let sent_lines = sent(&out);
    let count = |word: &str| sent_lines.iter().filter(|line| line.starts_with(word)).count();
    assert!(sent_lines.contains(&"setoption name Ponder value true"), "{out}");
    assert_eq!((count("go ponder wtime "), count("ponderhit")), (12, 11), "{sent_lines:?}");
    assert!(hits.err.contains("no option `Ponder`, so it does not ponder"), "{}", hits.err);
    assert_eq!(endings(&out), ["1/2-1/2 {Draw by adjudication}"]);
    let misses = run([("uci", "ponder"), ("uci", "legal")], &flags).out;
    assert!(sent(&misses).iter().filter(|line| **line == "stop").count() > 5, "{misses}");
    assert_eq!(endings(&misses), ["1/2-1/2 {Draw by adjudication}"]);
    let xboard = run([("xboard", "legal"), ("uci", "legal")], &flags).out;
    assert!(xboard.contains(" >legal(0): hard\n"), "{xboard}");
}

#[test]
fn a_knockout_is_played_to_its_end_and_goes_on() {
    let path = fresh("knockout.pgn");
    let openings = file("knockout.epd", &format!("{}\n", VARIANTS[0].start));
    let flags = format!(
        "-each tc=5 -maxmoves 3 -srand 4 -tournament knockout -seeds 3 -games 1 -pgnout {path} \
         -concurrency 3 -openings file={openings}"
    );
    let names = ["a", "b", "c"];
    let first = tournament(&names, &flags);
    assert_eq!((first.code, first.err.as_str()), (0, ""), "{}", first.out);
    // All games are drawn: each of two encounters gets ten more games, one after the other.
    assert_eq!(endings(&first.out).len(), 22, "{}", first.out);
    assert!(first.out.starts_with("Started game 1 of 2 (b vs c)\n"), "{}", first.out);
    assert!(first.out.contains("\nStarted game 22 of 22 (a vs b)\n"), "{}", first.out);
    let journal = format!("{path}.journal");
    let text = std::fs::read_to_string(&journal).expect("the journal");
    let kept: Vec<&str> = text.split_inclusive('\n').take(15).collect();
    std::fs::write(&journal, kept.concat()).expect("a shorter journal");
    let resumed = tournament(&names, &format!("{flags} -resume"));
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(resumed.err.contains("that the journal lacks; moved to "), "{}", resumed.err);
    assert!(resumed.out.starts_with("Resumed after 7 of 9 games\n"), "{}", resumed.out);
    assert!(resumed.out.ends_with("Finished match\n"), "{}", resumed.out);
    let games = std::fs::read_to_string(&path).expect("the games");
    assert_eq!(games.matches("[Result ").count(), 22);
}

#[test]
fn pyramids_reversed() {
    let flags = "-each tc=5 -maxmoves 2 -tournament pyramid -reverse";
    let out = tournament(&["a", "b", "c"], flags).succeeds();
    let started: Vec<&str> =
        out.lines().filter(|line| line.starts_with("Started")).map(|l| &l[l.len() - 8..]).collect();
    assert_eq!(started, ["(a vs b)", "(a vs c)", "(b vs c)"], "{out}");
}

#[test]
fn it_is_told_why_games_ended() {
    let flags = format!("{SHORT} -games 4 -outcomeinterval 2");
    let out = run([("xboard", "resign"), ("uci", "legal")], &flags).succeeds();
    let tally = "Player: resign\n   \"Loss: Black resigns\": 1\n   \"Loss: White resigns\": 1\n\
                 Player: legal\n   \"Win: Black resigns\": 1\n   \"Win: White resigns\": 1\n";
    assert_eq!(out.matches(tally).count(), 1, "{out}");
    assert!(out.contains(&tally.replace(": 1\n", ": 2\n")), "{out}");
    let only_at_the_end = run([("xboard", "resign"), ("uci", "legal")], SHORT).succeeds();
    let end = "   \"Loss: White resigns\": 1\nPlayer: legal\n   \"Win: White resigns\": 1\nFinished match\n";
    assert!(only_at_the_end.ends_with(end), "{only_at_the_end}");
}

#[test]
fn the_table_in_the_form_of_fastchess() {
    let flags = format!("{SHORT} -games 4 -output format=fastchess -sprt elo0=0 elo1=5");
    let out = run([("uci", "legal"), ("uci", "legal")], &flags).succeeds();
    for line in [
        "Results of legal vs legal (2) (5+0.1, metamachy):\n",
        "Elo: 0.00 +/- 0.00, nElo: ",
        ", DrawRatio: 100.00 %\n",
        "Games: 4, Wins: 0, Losses: 0, Draws: 4, Points: 2.0 (50.00 %)\n",
        "Ptnml(0-2): [0, 0, 2, 0, 0]\n",
        "\nLLR: -0.0",
        "%) (-2.94, 2.94) [0.00, 5.00]\n",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let without =
        run([("uci", "legal"), ("uci", "legal")], &format!("{SHORT} -games 2 -report penta=false"));
    assert!(!without.succeeds().contains("Ptnml"));
}

#[test]
fn records_tell_when_games_were_played() {
    let path = fresh("moments.pgn");
    run([("uci", "legal"), ("uci", "legal")], &format!("{SHORT} -pgnout file={path}")).succeeds();
    let text = std::fs::read_to_string(&path).expect("the game");
    for tag in ["[GameStartTime \"20", "[GameEndTime \"20", "[GameDuration \"00:00:0"] {
        assert!(text.contains(tag), "{text}");
    }
}

#[test]
fn help_is_shown_behind_other_flags() {
    for flag in ["--help", "-help", "-h"] {
        let out = dhow(&["match", "-engine", "cmd=self", flag]).succeeds();
        assert!(
            out.contains("--outcomeinterval <N>") && out.contains("Usage: dhow match "),
            "{out}"
        );
    }
}

#[test]
fn it_is_told_how_much_too_late_an_answer_came() {
    let flags = "-each tc=0.4 -maxmoves 20 -openings plies=0";
    let late = run([("uci", "slow"), ("uci", "legal")], flags);
    assert_eq!(endings(&late.out), ["0-1 {White loses on time}"]);
    assert!(late.err.contains("; asked to stop, it answered 0."), "{}", late.err);
    assert!(late.err.contains(" s too late\n"), "{}", late.err);
    let path = fresh("delay.pgn");
    let flags = format!("-each tc=0.4+20d -maxmoves 3 -openings plies=0 -pgnout {path}");
    let delayed = run([("uci", "slow"), ("uci", "legal")], &flags);
    assert_eq!(endings(&delayed.out), ["1/2-1/2 {Draw by adjudication}"], "{}", delayed.err);
    let games = std::fs::read_to_string(&path).expect("the game");
    assert!(games.contains("[TimeControl \"0.4+20d\"]\n"), "{games}");
}
