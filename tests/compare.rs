//! What changes of the search's numbers are worth: kept, and gone on with.

use crate::common::command::{dhow, file};

#[test]
fn what_games_tell_is_kept_and_gone_on_with() {
    let state = file("changes.json", "");
    std::fs::remove_file(&state).expect("a file");
    let arguments = ["compare", "--pairs", "3", "--nodes", "10", "-v", "maasai", "--threads", "2"];
    let changes = ["--change", "see_quiet=20,see_capture=50", "--change", "razor_base=300", &state];
    let arguments = [&arguments[..], &changes[..]].concat();
    let told = dhow(&arguments).succeeds();
    for part in ["change", "see_quiet=20,see_capture=50", "razor_base=300", "Elo", "%"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // Nothing is left to play.
    let kept = std::fs::read_to_string(&state).expect("a state");
    assert_eq!(dhow(&arguments).succeeds(), told);
    assert_eq!(std::fs::read_to_string(&state).expect("a state"), kept);
    // What was not ended is played.
    std::fs::write(&state, kept.replace("\"ended\": 3", "\"ended\": 2")).expect("space");
    dhow(&arguments).succeeds();
    assert!(std::fs::read_to_string(&state).expect("a state").contains("\"ended\": 3"));

    let others = [&arguments[..], &["--base", "see_quiet=40"]].concat();
    dhow(&others).fails(2, "it was begun with other settings");
    std::fs::write(&state, "{}").expect("space");
    dhow(&arguments).fails(2, "missing field");
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
}
