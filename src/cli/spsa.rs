//! `dhow spsa`: tunes search parameters by SPSA.

use super::CliResult;
use super::pairs::PairsArgs;
use super::table::table;
use clap::Args;
use dhow_engine::search::{SearchParam, SearchParams};
use dhow_lab::training::{Spsa, SpsaSettings};
use std::io::Write;

const LONG: &str = "\
Plays games of the engine against itself to tune parameters of the search, such as margins and
reductions, by simultaneous perturbation (SPSA): for each pair of games, one player has all parameters
changed up or down at random, and the other player has the opposite changes; then the parameters move a
little towards the winner's values. They start from those of the first game. FILE keeps the parameters and
is written after every pair; the same command continues from there.

The result is not necessarily better. Test it with `dhow match -sprt`: one of two engines gets the last
line as its UCI option `Search Numbers`.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Examples:\n  dhow spsa --pairs 20000 --threads 2 numbers.json\n  \
                  dhow match -engine cmd=self name=old -engine cmd=self name=new \\\n    \
                  \"option.Search Numbers=see_quiet=20\" -each nodes=2500 tc=inf \\\n    \
                  -rounds 5000 -sprt elo0=0 elo1=5"
)]
pub struct SpsaArgs {
    #[command(flatten)]
    pairs: PairsArgs,
    /// A parameter to tune; can be given several times [default: all]
    #[arg(long = "number", value_name = "NAME", value_parser = name)]
    numbers: Vec<String>,
}

fn name(text: &str) -> Result<String, String> {
    let names =
        || SearchParams::LIST.iter().map(|number| number.name).collect::<Vec<_>>().join(", ");
    let known = SearchParams::place(text).map(|_| text.into());
    known.ok_or_else(|| format!("expected one of {}", names()))
}

pub fn run(args: SpsaArgs, out: &mut impl Write) -> CliResult {
    let mut numbers: Vec<String> = Vec::new();
    for name in args.numbers {
        if !numbers.contains(&name) {
            numbers.push(name);
        }
    }
    if numbers.is_empty() {
        numbers = SearchParams::LIST.iter().map(|number| number.name.to_string()).collect();
    }
    let pairs = args.pairs;
    let start = SearchParams::of_game(&pairs.games()[0]).changes();
    let settings = SpsaSettings { play: pairs.settings(), numbers, start: start.to_string() };
    let spsa: Spsa = pairs.play(settings)?;
    let mut rows = vec![["number", "was", "is", "from", "to"].map(String::from)];
    for (SearchParam { name, default, least, most }, value) in spsa.values() {
        let start = SearchParams::place(name).and_then(|place| start.get(place));
        let [was, from, to] =
            [start.unwrap_or(default), least, most].map(|number| number.to_string());
        rows.push([name.into(), was, format!("{value:.1}"), from, to]);
    }
    table(&rows, out)?;
    writeln!(out, "\n{}", spsa.numbers())?;
    Ok(())
}
