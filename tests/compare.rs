//! `dhow compare`: the state of an experiment is kept and continued.

use crate::common::command::dhow;
use crate::common::experiments::is_kept_and_gone_on_with;

#[test]
fn what_games_tell_is_kept_and_gone_on_with() {
    let arguments = ["compare", "--pairs", "3", "--nodes", "10", "-v", "maasai", "--threads", "2"];
    let changes = ["--change", "see_quiet=20,see_capture=50", "--change", "razor_base=300"];
    let arguments = [&arguments[..], &changes[..]].concat();
    let told = is_kept_and_gone_on_with("compare.json", &arguments, &["--base", "see_quiet=40"]);
    for part in ["change", "see_quiet=20,see_capture=50", "razor_base=300", "Elo", "%"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("LLR"), "{told}");
}

#[test]
fn each_change_may_have_a_test() {
    let arguments = ["compare", "--pairs", "3", "--nodes", "10", "-v", "maasai", "--elo0", "-5"];
    let arguments = [&arguments[..], &["--elo1", "5", "--change", "see_quiet=20"]].concat();
    let told =
        is_kept_and_gone_on_with("compare-test.json", &arguments, &["--base", "see_quiet=40"]);
    for part in ["LLR", "verdict", "open"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let refused = |bounds: &[&str], message| {
        dhow(&[&["compare", "--change", "see_quiet=20", "no-file.json"], bounds].concat())
            .fails(2, message);
    };
    refused(&["--elo0", "5", "--elo1", "5"], "--elo1 must be more than --elo0");
    refused(&["--elo0", "5"], "--elo1");
    refused(&["--elo0", "0", "--elo1", "none"], "expected a number from -1000 to 1000");
}

#[test]
fn a_change_that_is_none_is_refused() {
    let refused = |change: &str, message| {
        dhow(&["compare", "--change", change, "no-file.json"]).fails(2, message);
    };
    refused("see_loud=3", "no number of the search is called `see_loud`");
    refused("see_quiet", "`see_quiet` is not NAME=NUMBER");
    refused("see_quiet=0", "see_quiet: `0` is not a whole number from 3 to 120");
    dhow(&["compare", "no-file.json"]).fails(2, "--change");
    dhow(&["compare", "--nodes", "1", "--change", "see_quiet=20", "no-file.json"])
        .fails(2, "--nodes <N>': expected a number from 2");
}
