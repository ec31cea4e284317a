//! Numbers of the search from games: kept, gone on with, and taken by the engine.

use crate::common::command::{dhow, dhow_with_input, file};

#[test]
fn numbers_are_kept_and_gone_on_with() {
    let state = file("numbers.json", "");
    std::fs::remove_file(&state).expect("a file");
    let arguments = ["spsa", "--pairs", "3", "--nodes", "10", "-v", "metamachy", "--threads", "2"];
    let numbers = ["--number", "see_quiet", "--number", "razor_base", &state];
    let arguments = [&arguments[..], &numbers[..]].concat();
    let told = dhow(&arguments).succeeds();
    for line in ["see_quiet", "razor_base", "number"] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains("delta_margin"), "{told}");
    // Nothing is left to play.
    let kept = std::fs::read_to_string(&state).expect("a state");
    assert_eq!(dhow(&arguments).succeeds(), told);
    assert_eq!(std::fs::read_to_string(&state).expect("a state"), kept);
    // What was not ended is played.
    std::fs::write(&state, kept.replace("\"ended\": 3", "\"ended\": 2")).expect("space");
    dhow(&arguments).succeeds();
    assert!(std::fs::read_to_string(&state).expect("a state").contains("\"ended\": 3"));

    let others = [&arguments[..], &["--seed", "2"]].concat();
    dhow(&others).fails(2, "it was begun with other settings");
    std::fs::write(&state, "{}").expect("space");
    dhow(&arguments).fails(2, "missing field");
    dhow(&["spsa", "--number", "see_loud", &state]).fails(2, "expected one of aspiration_window");
}

#[test]
fn an_engine_goes_by_the_numbers_it_is_given() {
    let nodes = |numbers: &str| {
        let input = format!("uci\nsetoption name Search Numbers value {numbers}\ngo depth 8\n");
        let out = dhow_with_input(&[], &input).out;
        let last = out.lines().rfind(|line| line.starts_with("info depth 8 "));
        let words: Vec<&str> = last.unwrap_or_default().split(' ').collect();
        let at = words.iter().position(|word| *word == "nodes");
        (at.map(|at| words[at + 1].to_string()), out)
    };
    let (usual, _) = nodes("<empty>");
    let (other, _) = nodes("see_quiet=90,reduction_scale=60");
    assert!(usual.is_some() && other.is_some() && usual != other, "{usual:?} {other:?}");
    let (same, out) = nodes("see_quiet=9000");
    assert_eq!(same, usual);
    let refused =
        "info string Search Numbers: see_quiet: `9000` is not a whole number from 3 to 120";
    assert!(out.contains(refused), "{out}");
}
