//! What changes of the search's numbers are worth: kept, and gone on with.

use crate::common::command::dhow;
use crate::common::experiments::is_kept_and_gone_on_with;

#[test]
fn what_games_tell_is_kept_and_gone_on_with() {
    let arguments = ["compare", "--pairs", "3", "--nodes", "10", "-v", "maasai", "--threads", "2"];
    let changes = ["--change", "see_quiet=20,see_capture=50", "--change", "razor_base=300"];
    let arguments = [&arguments[..], &changes[..]].concat();
    let told = is_kept_and_gone_on_with(&arguments, &["--base", "see_quiet=40"]);
    for part in ["change", "see_quiet=20,see_capture=50", "razor_base=300", "Elo", "%"] {
        assert!(told.contains(part), "{part}: {told}");
    }
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
