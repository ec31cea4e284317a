//! `dhow study`: statistics of a game from games of the engine against itself.

mod folder;
mod page;

use super::datagen::GamesToPlay;
use super::{CliError, CliResult, args, end_on_signals, pool, tell, warn_of_damage};
use clap::Args;
use dhow_lab::study::{GameFacts, SolvedEnding, StudyPlan, solved_endings};
use dhow_lab::training::{GameFile, GameRecord};
use dhow_rules::text::printable_line;
use dhow_rules::variant::Variant;
use folder::{KeptEndings, StudyEvaluation, StudyFolder, StudySettings};
use page::StudyReport;
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

const LONG: &str = "\
Plays games against itself and writes a page (HTML) with statistics of the game: the advantage of the first move,
how games end and how long they are, how many moves there are to choose from, what each piece is worth in the
opening and in the ending, what it does and whether it survives, which setups are good for which side, which endings
win against a bare King, and some example games. Every figure has its interval.

It plays with the best evaluation for the game: the network of `dhow learn`, or the network of the program, or else
the hand-crafted evaluation (HCE). Learn a game first: HCE knows little of it, and the page warns of that.

Everything is kept in a folder, so the same command continues after an interruption; with more --games it plays the
missing games. The page is written again from time to time. The same games and seed give the same page.
docs/study.md explains every figure.";

const EXAMPLES: &str = "\
Examples:
  dhow study -v shako
  dhow study --variants omega.html -v omega --hours 2 --out omega
  dhow study -v zanzibar-xl --games 10000 --nodes 1000 --threads 2";

/// The least time between two versions of the page.
const BETWEEN_PAGES: Duration = Duration::from_secs(20);
/// Before the next version of the page, games are played for this many times the time that a version takes.
const PAGE_SHARE: u32 = 20;

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct StudyArgs {
    /// The variant
    #[arg(short, long, value_name = "ID", value_parser = args::variant)]
    variant: Arc<Variant>,
    #[command(flatten)]
    options: args::OptionArgs,
    /// Hours after which this run ends
    #[arg(long, value_name = "H", default_value_t = 4.0, value_parser = args::hours)]
    hours: f64,
    /// Folder for the games and the page, index.html [default: study-ID]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Number of games to play in all
    #[arg(long, value_name = "N", default_value = "1000", value_parser = args::positive)]
    games: NonZeroU32,
    /// Nodes per turn, after which no new iteration begins; the search stops at eight times as many
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = args::self_play_nodes)]
    nodes: u32,
    /// Turns by each side at the start of a game that are varied
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = args::random_moves)]
    varied_turns: u16,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games to play in parallel [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = args::threads)]
    threads: Option<usize>,
    /// Solve the endings of two pieces against a bare King, too, of which neither wins alone: some minutes
    #[arg(long)]
    pairs: bool,
    #[command(flatten)]
    evaluation: args::EvaluationArgs,
}

/// The games of a study, by their numbers.
type StudyGames = BTreeMap<u32, (GameRecord, GameFacts)>;

/// A study in progress.
struct StudyRun {
    plan: StudyPlan,
    settings: StudySettings,
    folder: StudyFolder,
    command: String,
    wanted: u32,
    games: StudyGames,
    endings: Option<Vec<SolvedEnding>>,
    /// When the last page was written, and how long that took.
    written: (Instant, Duration),
}

pub fn run(args: StudyArgs, out: &mut impl Write) -> CliResult {
    let end = Instant::now() + Duration::from_secs_f64(3600.0 * args.hours);
    let interrupt = Arc::new(AtomicBool::new(false));
    let handler = interrupt.clone();
    end_on_signals(move || handler.swap(true, Relaxed))?;
    let goes_on = || Instant::now() < end && !interrupt.load(Relaxed);

    let variant = args.options.of(&args.variant)?;
    let evaluation = args.evaluation.choice()?;
    let settings = StudySettings {
        game: variant.title(),
        rules: format!("{:016x}", variant.rules_fingerprint()),
        seed: args.seed,
        nodes: args.nodes,
        varied_turns: args.varied_turns,
        evaluation: StudyEvaluation::of(&evaluation, &variant),
    };
    let out_folder = args.out.clone().unwrap_or_else(|| default_folder(&variant));
    let folder = StudyFolder::open(&out_folder, &settings)?;
    let threads = args::threads_or_all(args.threads);
    let mut study = StudyRun {
        plan: StudyPlan::new(&variant, args.seed, args.nodes, args.varied_turns),
        settings,
        command: command(&args),
        wanted: args.games.get(),
        games: BTreeMap::new(),
        endings: None,
        folder,
        written: (Instant::now(), Duration::ZERO),
    };
    study.read_games()?;
    study.solve_endings(args.pairs, threads)?;
    study.write_page()?;

    let path = study.folder.games();
    let opened = GameFile::append(&path, study.plan.settings(), args::catalogue());
    let mut file = opened.map_err(|error| CliError::of_file(&path, error))?;
    // The page, which is written while games are played, uses the plan, too.
    let plan = StudyPlan::new(&variant, args.seed, args.nodes, args.varied_turns);
    let missing = GamesToPlay {
        path: &path,
        games: study.wanted,
        threads,
        evaluation: &evaluation,
        play: &|engine, number| plan.play(engine, number),
    };
    missing.play(&mut file, goes_on, |record| study.add(record))?;
    let report = study.write_page()?;
    if study.games.len() < study.wanted as usize {
        let why = if interrupt.load(Relaxed) { "interrupted" } else { "the time is over" };
        tell(&format!("{why}; the same command goes on from here"));
    }
    Ok(writeln!(out, "{report}")?)
}

/// The folder of a game's study, below the current one.
fn default_folder(variant: &Variant) -> PathBuf {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    format!("study-{}", variant.title().chars().map(plain).collect::<String>()).into()
}

/// The command that makes the same page.
fn command(args: &StudyArgs) -> String {
    let mut words = vec!["dhow".to_string(), "study".into()];
    for file in args::variant_files() {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        words.extend(["--variants".into(), quoted(&name)]);
    }
    words.extend(["-v".into(), quoted(&args.variant.id)]);
    words.extend(args.options.names().flat_map(|name| ["--option".into(), quoted(name)]));
    words.extend(args.evaluation.words().iter().map(|word| quoted(word)));
    for (name, value) in [
        ("--games", u64::from(args.games.get())),
        ("--nodes", args.nodes.into()),
        ("--varied-turns", args.varied_turns.into()),
        ("--seed", args.seed),
    ] {
        words.extend([name.into(), value.to_string()]);
    }
    words.extend(args.pairs.then(|| "--pairs".to_string()));
    words.join(" ")
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./+".contains(letter);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

impl StudyRun {
    /// Reads the existing games.
    fn read_games(&mut self) -> CliResult {
        let path = self.folder.games();
        // A file that a killed program has just created has no header yet.
        if std::fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
            return Ok(());
        }
        let (varied, wanted, games) = (self.plan.varied_turns(), self.wanted, &mut self.games);
        let read = GameFile::read(&path, args::catalogue(), |variant, record| {
            if record.number < wanted {
                let facts = GameFacts::of(variant, &record, varied)?;
                games.insert(record.number, (record, facts));
            }
            Ok(())
        });
        let read = read.map_err(|error| CliError::of_file(&path, error))?;
        warn_of_damage(&path, &read.damaged, "left out, and played again");
        Ok(())
    }

    /// Solves endings, unless that was done.
    fn solve_endings(&mut self, pairs: bool, threads: usize) -> CliResult {
        if let Some(kept) = self.folder.endings()?
            && kept.pairs == pairs
        {
            self.endings = kept.endings;
            return Ok(());
        }
        let mut told = Instant::now();
        let tell_progress = |done: usize, all: usize| {
            if told.elapsed() >= BETWEEN_PAGES {
                told = Instant::now();
                tell(&format!("{done}/{all} endings"));
            }
        };
        let variant = self.plan.variant();
        let endings = pool(threads)?.install(|| solved_endings(variant, pairs, tell_progress));
        self.folder.keep_endings(&KeptEndings { pairs, endings: endings.clone() })?;
        self.endings = endings;
        Ok(())
    }

    /// Adds a game, and writes the page if it is time.
    fn add(&mut self, record: GameRecord) -> CliResult {
        let facts = GameFacts::of(self.plan.variant(), &record, self.plan.varied_turns());
        let facts = facts.map_err(|error| CliError::of_file(&self.folder.games(), error))?;
        self.games.insert(record.number, (record, facts));
        let (last, took) = self.written;
        if last.elapsed() >= BETWEEN_PAGES.max(PAGE_SHARE * took) {
            self.write_page()?;
        }
        Ok(())
    }

    /// Writes the page. Returns its main results in short.
    fn write_page(&mut self) -> Result<String, CliError> {
        let start = Instant::now();
        let asked = (self.command.as_str(), self.wanted);
        let endings = self.endings.as_deref();
        let report = StudyReport::of(&self.plan, &self.settings, asked, &self.games, endings);
        self.folder.put_page(&report.html())?;
        let findings = report.findings();
        let path = self.folder.page().display().to_string();
        let page = printable_line(&path).into_owned();
        let count = self.games.len();
        let said = match findings.lengths {
            None => page,
            Some([_, median, _]) => format!(
                "{count} games of {}: White scores {} %, {} Elo; median length {} moves\n{page}",
                self.settings.game,
                page::percent(findings.white),
                page::elo(findings.elo()),
                page::moves(median),
            ),
        };
        self.written = (Instant::now(), start.elapsed());
        Ok(said)
    }
}
