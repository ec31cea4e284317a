//! Files of tournaments: a journal, with which a killed one goes on, and files that must not be touched.

use crate::common::command::{dhow, file};
use crate::tournament::{SHORT, engine, fresh, run};
use dhow::pgn;
use dhow::variant::VARIANTS;
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A running match, which can be killed.
struct Match(std::process::Child);

impl Match {
    fn start(arguments: &[String]) -> Self {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dhow"));
        command.arg("match").args(arguments).stdin(Stdio::null());
        Self(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"))
    }

    /// Waits for a match to end by itself. Returns `false` if it has been killed before; nobody can catch that signal.
    fn ends_within(&mut self, time: Duration) -> bool {
        let start = Instant::now();
        while start.elapsed() < time {
            if let Some(status) = self.0.try_wait().expect("a child") {
                assert!(status.success(), "{status}");
                return true;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it ends");
        false
    }
}

/// Kills a tournament `kills` times at random moments, resumes it each time, and checks that every game is kept once.
/// Prints the number of games at each kill.
fn kill_and_resume(arguments: &[String], path: &str, games: usize, kills: usize, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let journal = format!("{path}.journal");
    let ends = || {
        let text = std::fs::read_to_string(&journal).unwrap_or_default();
        text.lines().filter(|line| line.starts_with("{\"game\"")).count()
    };
    let mut killed = 0;
    let mut running = Match::start(arguments);
    while killed < kills {
        // Between the search for the first opening and some games later.
        let before = ends();
        let goal = before + random.usize(0..=games / kills);
        let deadline = Instant::now() + Duration::from_secs(300);
        while ends() < goal.min(games - 1) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(3));
        }
        let moment = Duration::from_micros(random.u64(0..250_000));
        assert!(!running.ends_within(moment), "the tournament has ended after {killed} kills");
        killed += 1;
        println!("kill {killed}: {} games", ends());
        running = Match::start(arguments);
    }
    assert!(running.ends_within(Duration::from_secs(600)), "the tournament does not end");
    let text = std::fs::read_to_string(path).expect("the games");
    let checked = pgn::check(&text, &VARIANTS).expect("legal games");
    assert_eq!(checked.len(), games);
    let parsed = pgn::parse(&text).expect("games");
    let mut rounds: Vec<usize> =
        parsed.iter().map(|game| game.tag("Round").unwrap().parse().unwrap()).collect();
    let entries = std::fs::read_to_string(&journal).expect("the journal");
    let entries = entries.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let numbers = entries.filter_map(|entry| entry["game"]["number"].as_u64());
    let numbers: Vec<usize> = numbers.map(|number| number as usize + 1).collect();
    assert_eq!(rounds, numbers);
    rounds.sort();
    assert_eq!(rounds, (1..=games).collect::<Vec<_>>());
    // Both games of a pair have the same opening, whatever happened between them.
    let by_round = |round: usize| rounds_opening(&parsed, &checked, round);
    for round in (1..games).step_by(2) {
        assert_eq!(by_round(round), by_round(round + 1), "games {round} and {}", round + 1);
    }
}

/// The start of the game with this number: position and moves of the opening.
fn rounds_opening(
    parsed: &[pgn::PgnGame],
    checked: &[pgn::CheckedGame],
    round: usize,
) -> (String, Vec<dhow::position::Move>) {
    let has_number = |game: &pgn::PgnGame| game.tag("Round") == Some(&round.to_string());
    let index = parsed.iter().position(has_number).expect("the game");
    let book = parsed[index].moves.iter().filter(|mv| mv.comments == ["book"]).count();
    let game = &checked[index].game;
    (game.start_fen().to_string(), game.moves()[..book].to_vec())
}

#[test]
fn a_killed_tournament_goes_on() {
    let path = fresh("killed.pgn");
    let mut arguments = [engine("uci", "legal"), engine("xboard", "halves")].concat();
    let flags = format!(
        "-each tc=5 -maxmoves 60 -games 12 -concurrency 2 -openings plies=4 -pgnout {path} -resume \
         -variant metamachy maasai zanzibar-s"
    );
    arguments.extend(flags.split(' ').map(String::from));
    kill_and_resume(&arguments, &path, 12, 3, 5);
    // After the end there is nothing left to do.
    let again: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let before = std::fs::read(&path).expect("the games");
    let out = dhow(&[&["match"], &again[..]].concat()).succeeds();
    assert!(out.starts_with("Resumed after 12 of 12 games\n"), "{out}");
    assert!(out.ends_with("\nFinished match\n"), "{out}");
    assert_eq!(std::fs::read(&path).expect("the games"), before);
}

/// `cargo build --release --examples && cargo test --release --test dhow two_hundred --
/// --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn two_hundred_games_killed_ten_times() {
    let path = fresh("two-hundred.pgn");
    let flags = format!(
        "-engine cmd=self name=a option.Hash=4 -engine cmd=self name=b option.Hash=4 \
         -each tc=0.1+0.001 -games 200 -concurrency 2 -recover -pgnout {path} -resume"
    );
    let arguments: Vec<String> = flags.split_ascii_whitespace().map(String::from).collect();
    let start = Instant::now();
    kill_and_resume(&arguments, &path, 200, 10, 2);
    let text = std::fs::read_to_string(&path).expect("the games");
    let ended = |how: &str| text.matches(&format!("[Termination \"{how}\"]")).count();
    println!(
        "200 games in {:.0} s, each kept once: {} normal, {} time forfeits, {} others",
        start.elapsed().as_secs_f64(),
        ended("normal"),
        ended("time forfeit"),
        200 - ended("normal") - ended("time forfeit")
    );
}

#[test]
fn journals_of_others_are_refused() {
    let path = fresh("journal.pgn");
    let engines = [("uci", "legal"), ("uci", "crash")];
    let with = |more: &str| {
        run(engines, &format!("-each tc=5 -maxmoves 20 -games 4 -srand 1 -pgnout {path} {more}"))
    };
    with("").fails(1, "with -recover");
    with("").fails(2, "is of a tournament that has not ended: go on with -resume");
    with("-variant maasai -resume").fails(2, "there variant is \"metamachy\", here \"maasai\"");
    let journal = format!("{path}.journal");
    let text = std::fs::read_to_string(&journal).expect("the journal");
    let games = std::fs::read_to_string(&path).expect("the games");
    std::fs::write(&path, games.replace("1. ", "7. ")).expect("a writable file");
    with("-resume").fails(2, "does not hold the games of the journal");
    std::fs::write(&path, &games[..games.len() / 2]).expect("a writable file");
    std::fs::write(&journal, format!("{text}nonsense\n")).expect("a writable file");
    with("-resume").fails(1, "is damaged; if it was of a game, that is played again");
    // A torn line does not count, and the games are completed from the journal.
    std::fs::write(&journal, format!("{text}{{\"game\": tor")).expect("a writable file");
    let resumed = with("-resume -recover");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    let all = std::fs::read_to_string(&path).expect("the games");
    assert!(all.starts_with(&games), "{all}");
    assert_eq!(pgn::check(&all, &VARIANTS).expect("legal games").len(), 4);
    // An ended tournament does not prevent another one.
    let another = with("-recover");
    assert_eq!(another.code, 0, "{}", another.err);
    let all = std::fs::read_to_string(&path).expect("the games");
    assert_eq!(pgn::check(&all, &VARIANTS).expect("legal games").len(), 8);
    run(engines, "-each tc=5 -resume").fails(2, "-resume: needs the -journal");
}

#[test]
fn what_is_no_journal_is_not_touched() {
    let engines = [("uci", "legal"), ("uci", "legal")];
    for (index, content) in
        ["precious", "precious\nlines", "\n", "[Event \"x\"]\n\n1. e4 *\n", "{\"a\": 1}\n"]
            .into_iter()
            .enumerate()
    {
        let path = file(&format!("no-journal-{index}"), content);
        for more in ["", " -resume"] {
            let run = run(engines, &format!("{SHORT} -journal {path}{more}"));
            let message = format!("error: journal {path}: is not a journal, and stays as it is");
            assert_eq!(run.fails(2, &message), "");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), content);
        }
    }
    // An empty file may become a journal.
    let path = file("new-journal", "");
    run(engines, &format!("{SHORT} -journal {path}")).succeeds();
    assert!(std::fs::read_to_string(&path).expect("a journal").starts_with("{\"tournament\":"));
}

#[test]
fn no_file_is_used_twice() {
    let (a, b) = (fresh("twice-a"), fresh("twice-b"));
    let folder = Path::new(&a).parent().expect("a folder").display().to_string();
    let dotted = format!("{folder}/./twice-a");
    let link = fresh("twice-link");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&a, &link).expect("a link");
    let mut flags = vec![
        (format!("-pgnout {a} -epdout {a}"), "-pgnout", "-epdout"),
        (format!("-pgnout {a} -journal {dotted}"), "-pgnout", "-journal"),
        (format!("-epdout {dotted} -jsonout {a}"), "-epdout", "-jsonout"),
        (format!("-pgnout {a} -epdout {a}.journal"), "-epdout", "-journal"),
    ];
    if cfg!(unix) {
        flags.push((format!("-journal {link} -jsonout {a}"), "-journal", "-jsonout"));
    }
    for (given, one, other) in flags {
        let run = run([("uci", "legal"), ("uci", "legal")], &format!("{SHORT} {given}"));
        assert!(run.err.contains(one) && run.err.contains(other), "{}", run.err);
        assert_eq!(run.fails(2, "are the same file"), "");
        assert!(!Path::new(&a).exists());
    }
    std::fs::write(&a, "").expect("space");
    std::fs::hard_link(&a, &b).expect("a link");
    let given = format!("{SHORT} -pgnout {a} -epdout {b}");
    run([("uci", "legal"), ("uci", "legal")], &given).fails(2, "are the same file");
    let _ = std::fs::remove_file(link);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_pipes_and_folders_as_files() {
    let pipe = fresh("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let folder = env!("CARGO_TARGET_TMPDIR");
    let with = |flags: &str| run([("uci", "legal"), ("uci", "legal")], &format!("{SHORT} {flags}"));
    for path in ["/dev/full", "/dev/zero", "/dev/null", &pipe, folder] {
        for flag in ["-journal", "-resume -journal"] {
            with(&format!("{flag} {path}")).fails(2, &format!("journal {path}: is a "));
        }
    }
    for path in [pipe.as_str(), folder] {
        for flag in ["-pgnout", "-epdout"] {
            let journal = fresh("devices.journal");
            with(&format!("{flag} {path} -journal {journal}")).fails(2, &format!("{path}: is a "));
        }
    }
    with("-pgnout /dev/null -epdout /dev/null -jsonout /dev/null").succeeds();
    with("-pgnout /dev/full").fails(1, "/dev/full: No space left on device");
    with("-jsonout /dev/full").fails(1, "cannot write /dev/full: No space left on device");
    for path in ["/dev/zero", folder] {
        with(&format!("-openings file={path}")).fails(2, &format!("cannot read {path}: is a "));
        dhow(&["pgn", path]).fails(2, &format!("cannot read {path}: is a "));
    }
}
