//! `dhow setups --rank` as a process.

use crate::common::command::dhow;
use serde_json::Value;

/// Arguments of a ranking that takes a moment.
fn quick<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["setups", "--rank", "--nodes", "40", "--openings", "4"], more].concat()
}

/// The rows, as words, of the table whose heading starts with `head`.
fn rows(out: &str, head: &str) -> Vec<Vec<String>> {
    let lines = out.lines().skip_while(|line| !line.starts_with(head)).skip(1);
    let rows = lines.take_while(|line| !line.is_empty());
    rows.map(|line| line.split_whitespace().map(String::from).collect()).collect()
}

#[test]
fn a_table_of_setups_and_one_of_chiefs() {
    let out = dhow(&quick(&[])).succeeds();
    assert!(out.starts_with("metamachy: 12 setups, 2 random moves by each side, 0 plies"), "{out}");
    assert!(out.contains("\nround 3: 4 setups from 16 openings\n"), "{out}");
    assert!(out.contains("\nBlack scores ") && out.contains("% on average\n"), "{out}");

    let setups = rows(&out, "rank ");
    let mut names: Vec<&str> = setups.iter().map(|row| row[1].as_str()).collect();
    let (first, last) = (&setups[0], &setups[11]);
    assert_eq!((first[0].as_str(), last[0].as_str()), ("1", "12"));
    // Rank, setup, points, error, openings, round; behind and its error for three of the finalists.
    let lengths: Vec<usize> = setups.iter().map(Vec::len).collect();
    assert_eq!(lengths, [6, 8, 8, 8, 6, 6, 6, 6, 6, 6, 6, 6], "{out}");
    for row in &setups {
        let points: f64 = row[2].parse().expect("a percentage");
        assert!((0.0..=100.0).contains(&points) && row[3].starts_with("+-"), "{out}");
    }
    let rounds: Vec<&str> = setups.iter().map(|row| row[row.len() - 1].as_str()).collect();
    assert_eq!(rounds, ["3", "3", "3", "3", "2", "2", "1", "1", "1", "1", "1", "1"]);
    names.sort_unstable();
    let all = dhow(&["setups"]).succeeds();
    assert_eq!(names, all.lines().collect::<Vec<_>>());

    let chiefs = rows(&out, "chief");
    let letters: Vec<&str> = chiefs.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(letters, ["K", "Q", "L", "G"]);
    // The King stands on the f-file; each effect is followed by its error.
    let lengths: Vec<usize> = chiefs.iter().map(Vec::len).collect();
    assert_eq!(lengths, [5, 9, 9, 9], "{out}");
}

#[test]
fn the_same_whatever_the_threads_and_another_with_another_seed() {
    let games = |more: &[&str]| {
        let args = ["setups", "--rank", "--nodes", "20", "--openings", "3", "--best", "12"];
        dhow(&[&args[..], &["--plies", "600"], more].concat()).succeeds()
    };
    let one = games(&[]);
    assert_eq!(one, games(&["--threads", "3"]));
    assert_ne!(one, games(&["--seed", "2"]));
    // Whole games have whole results: three of them make a multiple of a sixth.
    for row in rows(&one, "rank ") {
        let points: f64 = row[2].parse().expect("a percentage");
        let sixths = points * 6.0 / 100.0;
        assert!((sixths - sixths.round()).abs() < 0.01, "{one}");
    }
}

#[test]
fn json_of_a_sample() {
    let out = dhow(&quick(&["-v", "maasai", "--sample", "6", "--best", "3", "--json"])).succeeds();
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["variant"], "maasai");
    assert_eq!((&json["setups"], &json["complete"]), (&Value::from(6), &Value::from(true)));
    assert_eq!(
        json["rounds"],
        serde_json::json!([
            { "setups": 6, "openings": 4 },
            { "setups": 3, "openings": 8 }
        ])
    );
    let standings = json["standings"].as_array().expect("a list");
    assert_eq!(standings.len(), 6);
    for (rank, standing) in standings.iter().enumerate() {
        assert_eq!(standing["openings"], if rank < 3 { 8 } else { 4 });
        assert_eq!(standing["behind"].is_null(), rank == 0 || rank >= 3);
        let points = standing["points"].as_f64().expect("a number");
        assert!((0.0..=1.0).contains(&points));
        assert!(standing["error"].as_f64().expect("a number") > 0.0);
    }
    // Each chief stands somewhere in each of the six setups.
    let places = json["chiefs"].as_array().expect("a list");
    for chief in ["K", "Q", "G", "L", "U", "F", "D", "O"] {
        let its_places = places.iter().filter(|place| place["chief"] == chief);
        let setups: u64 = its_places.filter_map(|place| place["setups"].as_u64()).sum();
        assert_eq!(setups, 6, "{chief}");
    }
}

#[test]
fn bad_values_are_refused() {
    for (args, message) in [
        (&["--nodes", "5"][..], "--rank"),
        (&["--json"], "--rank"),
        (&["--rank", "--count"], "cannot be used with"),
        (&["--rank", "--mirrors"], "cannot be used with"),
        (&["--rank", "--openings", "2"], "expected a number from 3 to 1000000"),
        (&["--rank", "--nodes", "0"], "expected a whole number from 1 to "),
        (&["--rank", "--plies", "601"], "expected a number from 0 to 600"),
        (&["--rank", "--random-moves", "0"], "expected a number from 1 to 20"),
        (&["--rank", "--sample", "0"], "expected a number from 1 to 1000000"),
        (&["--rank", "--best", "none"], "expected a number from 1 to 1000000"),
        (&["--rank", "--threads", "0"], "expected a number from 1 to 256"),
        (&["--rank", "--seed", "one"], "invalid digit found in string"),
        (&["--rank", "-v", "checkers"], "unknown game"),
    ] {
        dhow(&[&["setups"], args].concat()).fails(2, message);
    }
}

/// The results until the interrupt are printed, and the exit code shows that they are incomplete.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_what_is_known() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .args(["setups", "--rank", "--nodes", "40", "--openings", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_secs(3));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("the program ends");
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("interrupted after ") && err.contains(" of 4000000 trials"), "{err}");
    assert_eq!(rows(&out, "rank ").len(), 12, "{out}");
}
