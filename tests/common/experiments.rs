//! Experiments by pairs of games, whose states are files.

use super::command::{dhow, file};

/// Runs a command that plays three pairs. The last argument is the file of its state, which no other test uses. Checks
/// that finished pairs are kept, that only unfinished ones are played again, and that a state of other settings is
/// refused. Returns the output.
pub fn is_kept_and_gone_on_with(state: &str, arguments: &[&str], other: &[&str]) -> String {
    let state = file(state, "");
    std::fs::remove_file(&state).expect("a file");
    let arguments = [arguments, &[&state]].concat();
    let told = dhow(&arguments).succeeds();
    // Nothing is left to play.
    let kept = std::fs::read_to_string(&state).expect("a state");
    assert_eq!(dhow(&arguments).succeeds(), told);
    assert_eq!(std::fs::read_to_string(&state).expect("a state"), kept);
    // The unfinished pair is played.
    std::fs::write(&state, kept.replace("\"ended\": 3", "\"ended\": 2")).expect("space");
    dhow(&arguments).succeeds();
    assert!(std::fs::read_to_string(&state).expect("a state").contains("\"ended\": 3"));

    dhow(&[&arguments[..], other].concat()).fails(2, "it was begun with other settings");
    std::fs::write(&state, "{}").expect("space");
    dhow(&arguments).fails(2, "missing field");
    told
}
