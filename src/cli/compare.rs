//! `dhow compare`: what changes of the search's numbers are worth.

use super::CliResult;
use super::pairs::PairsArgs;
use super::table::table;
use crate::search::Numbers;
use crate::tournament::stats::{Elo, Pairs};
use crate::training::{Comparison, ComparisonSettings};
use clap::Args;
use std::io::Write;

const LONG: &str = "\
Plays games of the engine against itself to find what changes of the numbers of the search are worth, all of
them by the same games: for each pair of games each change is made by chance for one player, and not for the
other. So a game tells of every change what it would tell of one alone, if they do not depend on each other
much. What the games tell stands in FILE, which is written after every pair: the same command goes on
from there.

`dhow match -sprt` decides whether the changes that seem good are so together.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Examples:\n  dhow compare --pairs 4000 --threads 2 --change see_quiet=20 \\\n    \
                  --change razor_base=250,razor_margin=120 changes.json"
)]
pub struct CompareArgs {
    #[command(flatten)]
    pairs: PairsArgs,
    /// Numbers to change together; may be given several times
    #[arg(long = "change", value_name = "NAME=NUMBER,...", required = true, value_parser = numbers)]
    changes: Vec<String>,
    /// Numbers that both players have, whatever is changed
    #[arg(long, value_name = "NAME=NUMBER,...", default_value = "", value_parser = numbers)]
    base: String,
}

fn numbers(text: &str) -> Result<String, String> {
    let read: Result<Numbers, _> = text.parse();
    read.map(|_| text.into()).map_err(|error| error.to_string())
}

pub fn run(args: CompareArgs, out: &mut impl Write) -> CliResult {
    let CompareArgs { pairs, changes, base } = args;
    let settings = ComparisonSettings { play: pairs.settings(), base, changes };
    let comparison = pairs
        .play(|| Comparison::new(settings.clone()), |bytes| Comparison::resume(bytes, &settings))?;
    let mut rows = vec![["change", "share of the points", "Elo", "+-"].map(String::from)];
    for (name, points) in comparison.effects() {
        let results = Pairs(points).distribution();
        let Elo { difference, margin } = Elo::of(&results);
        let score = format!("{:.1}%", 100.0 * results.mean());
        rows.push([name.into(), score, format!("{difference:+.1}"), format!("{margin:.1}")]);
    }
    table(&rows, out)
}
