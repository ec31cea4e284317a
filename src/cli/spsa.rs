//! `dhow spsa`: numbers of the search from games.

use super::progress::Progress;
use super::table::table;
use super::{CliError, CliResult, args};
use crate::files;
use crate::search::{Number, Numbers};
use crate::training::{Spsa, SpsaSettings, play_pair, player};
use crate::variant::{ONE_MOVE_GAMES, Variant};
use clap::Args;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const LONG: &str = "\
Plays games of the engine against itself to find better numbers of the search, such as margins and
reductions, by simultaneous perturbation (SPSA): for each pair of games all numbers are changed, up or
down by chance; the other player has them changed the other way; and they move a little towards what
won. The numbers stand in FILE, which is written after every pair: the same command goes on from there.

What is found need not be better. `dhow match -sprt` tells, with the last line as the UCI option
`Search Numbers` of one of two engines.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Examples:\n  dhow spsa --pairs 20000 --threads 2 numbers.json\n  \
                  dhow match -engine cmd=self name=old -engine cmd=self name=new \\\n    \
                  \"option.Search Numbers=see_quiet=20\" -each nodes=2500 tc=inf \\\n    \
                  -rounds 5000 -sprt elo0=0 elo1=5"
)]
pub struct SpsaArgs {
    /// Where the numbers are kept
    file: PathBuf,
    /// Pairs of games to play in all
    #[arg(long, value_name = "N", default_value = "10000", value_parser = args::positive)]
    pairs: NonZeroU32,
    /// Nodes after which the search of a move goes no deeper; it ends at eight times as many
    #[arg(long, value_name = "N", default_value = "2500", value_parser = args::positive)]
    nodes: NonZeroU32,
    /// Random moves at the start of each pair
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = args::random_moves)]
    random_moves: u16,
    /// A number to tune; may be given several times [default: all]
    #[arg(long = "number", value_name = "NAME", value_parser = name)]
    numbers: Vec<String>,
    /// A game to play; may be given several times [default: all of 12x12]
    #[arg(short, long = "variant", value_name = "ID", value_parser = args::variant)]
    variants: Vec<Arc<Variant>>,
    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Pairs to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = args::threads)]
    threads: usize,
    #[command(flatten)]
    evaluation: args::EvaluationArgs,
}

fn name(text: &str) -> Result<String, String> {
    let names = || Numbers::LIST.iter().map(|number| number.name).collect::<Vec<_>>().join(", ");
    let known = Numbers::place(text).map(|_| text.into());
    known.ok_or_else(|| format!("expected one of {}", names()))
}

/// What all threads share.
struct State {
    spsa: Spsa,
    progress: Progress,
    /// Whether the last state was written.
    written: CliResult,
}

pub fn run(args: SpsaArgs, out: &mut impl Write) -> CliResult {
    let fail = |error: &dyn std::fmt::Display| {
        CliError::Input(format!("{}: {error}", args.file.display()))
    };
    let variants: Vec<Arc<Variant>> = match &args.variants[..] {
        [] => ONE_MOVE_GAMES.clone(),
        chosen => chosen.to_vec(),
    };
    let mut numbers: Vec<String> = Vec::new();
    for name in args.numbers {
        if !numbers.contains(&name) {
            numbers.push(name);
        }
    }
    if numbers.is_empty() {
        numbers = Numbers::LIST.iter().map(|number| number.name.to_string()).collect();
    }
    let settings = SpsaSettings {
        pairs: args.pairs.get(),
        nodes: args.nodes.get(),
        random_plies: args.random_moves,
        seed: args.seed,
        variants: variants.iter().map(|variant| variant.id.clone()).collect(),
        numbers,
    };
    let spsa = match args.file.exists() {
        false => Spsa::new(settings.clone()),
        true => {
            let bytes = files::read(&args.file).map_err(|error| fail(&error))?;
            Spsa::resume(&bytes, &settings).map_err(|error| fail(&error))?
        }
    };
    let evaluation = args.evaluation.choice()?;
    let progress = Progress::new("pairs", settings.pairs.into(), spsa.ended().into());
    let state = Mutex::new(State { spsa, progress, written: Ok(()) });
    let lock = || -> MutexGuard<'_, State> { state.lock().unwrap_or_else(PoisonError::into_inner) };
    let begin = || {
        let mut state = lock();
        if state.written.is_ok() { state.spsa.begin() } else { None }
    };
    let work = || {
        let mut engines = [(); 2].map(|()| player(evaluation.clone()));
        while let Some(pair) = begin() {
            let variant = &variants[pair.index as usize % variants.len()];
            let points = play_pair(&mut engines, &settings, &pair, variant);
            let mut state = lock();
            state.spsa.end(&pair, points);
            let written =
                state.spsa.to_bytes().map_err(|error| fail(&error)).and_then(|bytes| {
                    files::replace(&args.file, &bytes).map_err(|error| fail(&error))
                });
            // The first failure ends all threads.
            if state.written.is_ok() {
                state.written = written;
            }
            state.progress.advance(1);
        }
    };
    std::thread::scope(|scope| (0..args.threads).for_each(|_| drop(scope.spawn(work))));
    let State { spsa, progress, written } =
        state.into_inner().unwrap_or_else(PoisonError::into_inner);
    progress.finish();
    written?;
    report(&spsa, out)
}

/// Tells where the numbers are now.
fn report(spsa: &Spsa, out: &mut impl Write) -> CliResult {
    let mut rows = vec![["number", "was", "is", "from", "to"].map(String::from)];
    for (Number { name, default, least, most }, value) in spsa.values() {
        let [was, from, to] = [default, least, most].map(|number| number.to_string());
        rows.push([name.into(), was, format!("{value:.1}"), from, to]);
    }
    table(&rows, out)?;
    writeln!(out, "\n{}", spsa.numbers())?;
    Ok(())
}
