//! `dhow spsa`: the state of a tuning is kept and continued, and the engine accepts the numbers.

use crate::common::command::{dhow, dhow_with_input};
use crate::common::experiments::is_kept_and_gone_on_with;
use crate::tournament::fresh;

#[test]
fn numbers_are_kept_and_gone_on_with() {
    let arguments = ["spsa", "--pairs", "3", "--nodes", "10", "-v", "metamachy", "--threads", "2"];
    let numbers = ["--number", "see_quiet", "--number", "razor_base"];
    let arguments = [&arguments[..], &numbers[..]].concat();
    let told = is_kept_and_gone_on_with("spsa.json", &arguments, &["--seed", "2"]);
    for line in ["see_quiet", "razor_base", "number"] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains("delta_margin"), "{told}");
    let refused = ["spsa", "--number", "see_loud", "no-file.json"];
    dhow(&refused).fails(2, "expected one of aspiration_window");
}

#[test]
fn a_tuning_starts_from_the_numbers_of_the_first_game() {
    for (game, start) in [("chess", "delta_margin  400"), ("metamachy", "delta_margin  200")] {
        let arguments = ["spsa", "--pairs", "1", "--nodes", "10", "--number", "delta_margin", "-v"];
        let state = fresh(&format!("spsa-{game}.json"));
        let told = dhow(&[&arguments[..], &[game, &state]].concat()).succeeds();
        assert!(told.contains(start), "{told}");
    }
}

#[test]
fn an_engine_goes_by_the_numbers_it_is_given() {
    let nodes = |numbers: &str| {
        let input = format!("uci\nsetoption name Search Numbers value {numbers}\ngo depth 5\n");
        let out = dhow_with_input(&[], &input).out;
        let last = out.lines().rfind(|line| line.starts_with("info depth 5 "));
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
