//! `dhow compare`: measures changes of the search parameters.

use super::pairs::PairsArgs;
use super::table::table;
use super::{CliError, CliResult, args};
use clap::Args;
use dhow_engine::search::SearchParamChanges;
use dhow_lab::stats::{Elo, SprtTest};
use dhow_lab::training::{Comparison, ComparisonSettings};
use dhow_rules::text::signed;
use std::io::Write;

const LONG: &str = "\
Plays games of the engine against itself to measure what several changes of the search parameters are
worth in Elo, all with the same games: for each pair of games and each change, chance decides which of
the two players has it. As long as the changes hardly influence each other, a game says as much about
each change as a game that tests only this change. FILE keeps the results and is written after every
pair; the same command continues from there.

With --elo0 and --elo1, each change has a sequential probability ratio test (SPRT) with error
probabilities of 5%. When the test of a change is decided, no player has the change any more; when all
are decided, the command ends.

`dhow match -sprt` tests whether the good changes are also good together.";

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
    /// Parameters to change together; can be given several times
    #[arg(long = "change", value_name = "NAME=NUMBER,...", required = true, value_parser = numbers)]
    changes: Vec<String>,
    /// Parameters for both players in all games
    #[arg(long, value_name = "NAME=NUMBER,...", default_value = "", value_parser = numbers)]
    base: String,
    /// Elo gain of the hypothesis H0 in the SPRT of each change
    #[arg(long, value_name = "E", requires = "elo1", allow_negative_numbers = true, value_parser = elo)]
    elo0: Option<f64>,
    /// Elo gain of the hypothesis H1
    #[arg(long, value_name = "E", requires = "elo0", allow_negative_numbers = true, value_parser = elo)]
    elo1: Option<f64>,
}

fn elo(text: &str) -> Result<f64, String> {
    args::number_in(text, -SprtTest::MOST_ELO, SprtTest::MOST_ELO)
}

fn numbers(text: &str) -> Result<String, String> {
    let read: Result<SearchParamChanges, _> = text.parse();
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
