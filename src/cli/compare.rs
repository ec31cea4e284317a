//! `dhow compare`: what changes of the search's numbers are worth.

use super::pairs::PairsArgs;
use super::table::table;
use super::{CliError, CliResult, args};
use clap::Args;
use dhow_engine::search::Numbers;
use dhow_lab::stats::{Elo, SprtTest};
use dhow_lab::training::{Comparison, ComparisonSettings};
use dhow_rules::text::signed;
use std::io::Write;

const LONG: &str = "\
Plays games of the engine against itself to find what changes of the numbers of the search are worth, all of
them by the same games: for each pair of games each change is made by chance for one player, and not for the
other. So a game tells of every change what it would tell of one alone, if they do not depend on each other
much. What the games tell stands in FILE, which is written after every pair: the same command goes on
from there.

With --elo0 and --elo1 each change has a sequential probability ratio test: as soon as its pairs tell, with
errors of 5%, whether it is worth the one or the other, no player has it any more; when all are decided, no
more is played.

`dhow match -sprt` decides whether the changes that seem good are so together.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Examples:\n  dhow compare --pairs 4000 --threads 2 --change see_quiet=20 \\\n    \
                  --change razor_base=250,razor_margin=120 changes.json\n  \
                  dhow compare --elo0 0 --elo1 10 --change see_quiet=20 \\\n    \
                  --change see_capture=20 tests.json"
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
    /// The smaller gain, in Elo, that the test of each change supposes
    #[arg(long, value_name = "E", requires = "elo1", allow_negative_numbers = true, value_parser = elo)]
    elo0: Option<f64>,
    /// The larger one
    #[arg(long, value_name = "E", requires = "elo0", allow_negative_numbers = true, value_parser = elo)]
    elo1: Option<f64>,
}

fn elo(text: &str) -> Result<f64, String> {
    args::number_in(text, -SprtTest::MOST_ELO, SprtTest::MOST_ELO)
}

fn numbers(text: &str) -> Result<String, String> {
    let read: Result<Numbers, _> = text.parse();
    read.map(|_| text.into()).map_err(|error| error.to_string())
}

pub fn run(args: CompareArgs, out: &mut impl Write) -> CliResult {
    let CompareArgs { pairs, changes, base, elo0, elo1 } = args;
    let hypotheses = elo0.zip(elo1).map(|(elo0, elo1)| [elo0, elo1]);
    if hypotheses.is_some_and(|[elo0, elo1]| elo0 >= elo1) {
        return Err(CliError::Input("--elo1 must be more than --elo0".into()));
    }
    let settings = ComparisonSettings { play: pairs.settings(), base, changes, hypotheses };
    let comparison: Comparison = pairs.play(settings)?;
    let mut head = vec!["change", "pairs", "share of the points", "Elo", "+-"];
    if hypotheses.is_some() {
        head.extend(["LLR", "verdict"]);
    }
    let mut rows = vec![head.into_iter().map(String::from).collect::<Vec<_>>()];
    for (change, pairs, standing) in comparison.effects() {
        let results = pairs.distribution();
        let Elo { difference, margin } = Elo::of(&results);
        let mut row = vec![
            change.into(),
            pairs.count().to_string(),
            format!("{:.1}%", 100.0 * results.mean()),
            signed(difference, 1),
            format!("{margin:.1}"),
        ];
        if let Some(standing) = standing {
            let verdict = standing.state.accepted().unwrap_or("open");
            row.extend([signed(standing.llr, 2), verdict.into()]);
        }
        rows.push(row);
    }
    table(&rows, out)
}
