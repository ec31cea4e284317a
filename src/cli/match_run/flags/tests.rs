//! Tests of valid and invalid flags.

use super::*;
use crate::cli::CliCommand;
use crate::cli::help::suggesting;
use crate::cli::match_run::MatchArgs;
use crate::cli::match_run::engine_flags::EngineKey;
use crate::cli::match_run::flag::add_dashes;
use dhow_lab::stats::{EloModel, SprtTest};
use dhow_lab::tournament::config::{
    Adjudication, DrawRule, EnPassantForm, FenForm, Format, OpeningOrder, Policy, Protocol,
    ResignRule,
};
use dhow_lab::tournament::report::TableStyle;
use dhow_play::time_control::Time;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::time::Duration;

const TWO: &str = "-engine cmd=x name=a -engine cmd=y -each tc=1+0.01";

fn read(text: &str) -> Result<MatchOptions, String> {
    let words = ["dhow", "match"].into_iter().chain(text.split_ascii_whitespace());
    let mut arguments: Vec<OsString> = words.map(OsString::from).collect();
    add_dashes(&mut arguments);
    let read = crate::cli::parse(&arguments);
    let command = read.map_err(|error| suggesting(error).to_string())?.command;
    let Some(CliCommand::Match(MatchArgs(flags))) = command else { panic!("no match") };
    parse(&flags).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(flags: &str, message: &str) {
    let error = read(&format!("{TWO} {flags}")).expect_err(flags);
    assert!(error.contains(message), "{flags}: {error}");
}

#[test]
fn defaults() {
    let options = read(TWO).unwrap();
    let config = options.config;
    assert_eq!((config.variants[0].id.as_str(), config.games, config.rounds), ("metamachy", 1, 1));
    assert_eq!((config.repeat, config.concurrency, config.kind), (2, 1, Kind::RoundRobin));
    assert_eq!(config.adjudication, Adjudication::default());
    assert!(config.sprt.is_none() && !config.recover && !options.debug && !options.resume);
    let names: Vec<_> = config.engines.iter().map(|engine| engine.name.as_deref()).collect();
    assert_eq!(names, [Some("a"), None]);
}

#[test]
fn several_games() {
    let ids = |flags: &str| {
        let options = read(&format!("{TWO} {flags}")).unwrap();
        options.config.variants.iter().map(|variant| variant.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(ids("-variant maasai"), ["maasai"]);
    assert_eq!(
        ids("-variant maasai metamachy -v zanzibar-s"),
        ["maasai", "metamachy", "zanzibar-s"]
    );
}

#[test]
fn the_standard_game_is_that_of_the_option_or_of_the_book() {
    let id = |flags: &str| {
        let options = read(&format!("{TWO} -variant standard {flags}")).unwrap();
        assert!(options.config.engines[0].options.is_empty());
        options.config.variants[0].id.clone()
    };
    assert_eq!(id(""), "metamachy");
    assert_eq!(id("-openings file=Books/zanzibar-xl_v2.epd"), "zanzibar-xl");
    assert_eq!(id("-openings file=openbench.genfens.epd"), "metamachy");
    let maasai = "-engine cmd=x tc=1 option.UCI_Variant=maasai";
    let read_two = |flags: &str| read(&format!("{maasai} {flags} -variant standard"));
    let options = read_two("-engine cmd=y tc=1 -openings file=zanzibar-s.epd").unwrap();
    assert_eq!(options.config.variants[0].id, "maasai");
    let error = read_two("-engine cmd=y tc=1 option.UCI_Variant=chess").unwrap_err();
    assert!(error.contains("UCI_Variant is `maasai` and `chess`"), "{error}");
    let error = read_two("-engine cmd=y tc=1 -variant chess").unwrap_err();
    assert!(error.contains("`standard` goes with no other game"), "{error}");
}

#[test]
fn the_flags_of_openbench() {
    let options = read(&format!(
        "{TWO} -testEnv -rounds 8 -games 2 -tbpieces 6 -openings file=o.epd order=random start=9 \
         -pgnout file=g.pgn seldepth=true nodes=true match_line=^info"
    ));
    let config = options.unwrap().config;
    assert_eq!((config.policy, config.games, config.rounds), (Policy::Round, 2, 8));
    assert_eq!(config.openings.file.unwrap().order, OpeningOrder::RandomFrom(8));
    assert!(config.record_nodes && config.record_selective_depth);
}

#[test]
fn everything_at_once() {
    let options = read(
        "-engine cmd=x proto=xboard dir=d arg=1 arg=2 option.Hash=16 st=0.5 timemargin=20 \
         fen=dashes ep=step variant=xl restart=on whitepov stderr=log patience=9 -engine \
         cmd=self depth=5 nodes=100 -each tc=40/60 option.Hash=8 option.Threads=2 -variant \
         zanzibar-xl -games 4 -rounds 3 -repeat 4 -noswap -concurrency 2 -openings file=o.epd \
         order=random plies=6 -draw movenumber=40 movecount=8 score=10 -resign movecount=3 \
         score=600 twosided -maxmoves 200 -sprt elo0=-1.5 elo1=3 alpha=0.1 model=normalized \
         -pgnout g.pgn min fi -epdout e.epd -jsonout j.json -resume -recover -srand 7 \
         -ratinginterval 10 -debug -tournament gauntlet -event E -site S -wait 100",
    )
    .unwrap();
    let config = &options.config;
    let [first, second] = &config.engines[..] else { panic!("two engines") };
    assert_eq!((first.protocol, second.protocol), (Protocol::XBoard, Protocol::Uci));
    assert_eq!(first.arguments, ["1", "2"]);
    let options_of_first = [("Threads", "2"), ("Hash", "16")];
    let found = first.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    assert!(found.eq(options_of_first), "{:?}", first.options);
    assert_eq!(first.control.time, Time::PerMove(Duration::from_millis(500)));
    assert_eq!(first.margin, Duration::from_millis(20));
    assert_eq!((first.fen, first.en_passant), (FenForm::Dashes, EnPassantForm::OneStep));
    assert_eq!(first.variant_name.as_deref(), Some("xl"));
    assert!(first.restart && first.white_pov && !second.restart);
    assert_eq!(first.patience, Duration::from_secs(9));
    assert_eq!(second.command, std::env::current_exe().unwrap());
    assert_eq!((second.control.depth, second.control.nodes), (Some(5), Some(100)));
    assert_eq!(second.control.time, "40/60".parse().unwrap());
    assert_eq!((config.games, config.rounds, config.repeat), (4, 3, 4));
    let draw = DrawRule { move_number: 40, move_count: 8, score: 10 };
    let resign = ResignRule { move_count: 3, score: 600, two_sided: true };
    let expected = Adjudication { draw: Some(draw), resign: Some(resign), max_moves: Some(200) };
    assert_eq!(config.adjudication, expected);
    let (elo0, elo1, alpha, beta) = (-1.5, 3.0, 0.1, 0.05);
    let test = SprtTest { elo0, elo1, alpha, beta, model: EloModel::Normalized };
    assert_eq!(config.sprt, Some(test));
    let file = config.openings.file.as_ref().unwrap();
    assert_eq!((file.format, file.order), (Format::Epd, OpeningOrder::Random));
    assert!(config.no_swap && config.recover && config.minimal_records && options.resume);
    assert_eq!(options.paths.journal, Some("g.pgn.journal".into()));
    assert_eq!((config.seed, config.kind), (7, Kind::Gauntlet));
}

#[test]
fn kinds_of_tournaments() {
    let config = |flags: &str| read(&format!("{TWO} -engine cmd=z {flags}")).unwrap().config;
    assert_eq!(config("-tournament knockout -seeds 2").kind, Kind::Knockout);
    let pyramid = config("-tournament pyramid -seeds 1 -reverse -openings policy=encounter");
    assert_eq!((pyramid.kind, pyramid.seeds), (Kind::Pyramid, 1));
    assert_eq!((pyramid.reverse, pyramid.policy), (true, Policy::Encounter));
    assert_eq!(config("-openings policy=round plies=2").policy, Policy::Round);
}

#[test]
fn files_and_reports_in_the_words_of_fastchess() {
    let flags = "-pgnout file=g.pgn min=true -epdout file=e.epd -report penta=false \
                 -output format=fastchess -outcomeinterval 5";
    let options = read(&format!("{TWO} {flags}")).unwrap();
    assert_eq!(options.paths.pgn, Some("g.pgn".into()));
    assert_eq!(options.paths.epd, Some("e.epd".into()));
    assert!(options.config.minimal_records && !options.reports.by_pairs);
    assert_eq!(
        (options.reports.form, options.reports.outcome_interval),
        (TableStyle::Fastchess, 5)
    );
}

#[test]
fn engines_by_name_from_a_file() {
    let path = std::env::temp_dir().join(format!("dhow-engines-{}.json", std::process::id()));
    let text = r#"[
        {"name": "first", "command": "one", "protocol": "xboard", "workingDirectory": "d",
         "arguments": ["a b"], "ponder": true, "whitepov": true, "stderrFile": "log",
         "options": [{"name": "Hash", "value": 32, "default": 16}, {"name": "Style"}], "variants": []},
        {"name": "second", "command": "two", "protocol": "uci", "restart": "on"}
    ]"#;
    std::fs::write(&path, text).unwrap();
    let engines = format!("-engines {} -each tc=1 option.Hash=1 option.Threads=2", path.display());
    let own =
        "-engine conf=first args=x\\ty plies=7 tscale=2 -engine conf=second name=other ponder";
    let config = read(&format!("{} {engines}", own.replace("\\t", "\u{1}"))).unwrap().config;
    let [first, second] = &config.engines[..] else { panic!("two engines") };
    assert_eq!((first.name.as_deref(), second.name.as_deref()), (Some("first"), Some("other")));
    assert_eq!((first.protocol, second.protocol), (Protocol::XBoard, Protocol::Uci));
    assert_eq!(first.arguments, ["a b", "x\u{1}y"]);
    let hash = first.options.iter().find(|(name, _)| name == "Hash").unwrap();
    assert_eq!((hash.1.as_str(), first.options.len()), ("32", 2));
    assert!(first.ponder && first.white_pov && second.ponder && second.restart);
    assert_eq!(first.control.depth, Some(7));
    assert_eq!(first.patience, Duration::from_secs(120));
    let unknown = read(&format!("-engine conf=third -engine cmd=x {engines}")).unwrap_err();
    assert!(unknown.contains("-engine: conf=third: no such engine in"), "{unknown}");
    // Only named engines must be valid.
    let text = r#"[{"name": "a", "command": "b", "initStrings": ["x"]}, {"no": "name"}]"#;
    // Editors on Windows write a byte order mark.
    std::fs::write(&path, format!("\u{feff}{text}")).unwrap();
    assert!(read(&format!("{TWO} -engines {}", path.display())).is_ok());
    let named = read(&format!("-engine conf=a -engine cmd=x {engines}"));
    assert!(named.unwrap_err().contains("engine a: initStrings"));
    std::fs::remove_file(&path).unwrap();
    assert!(read("-engine conf=a -engine conf=b").unwrap_err().contains("engines.json"));
}

#[test]
fn flags_in_error_are_named() {
    refused("-gaems 3", "exists: '--games'");
    refused("--sprt elo0=0", "-sprt: elo1= is missing");
    refused("-nosuch 3", "unexpected argument '--nosuch' found");
    refused("-games", "a value is required for '--games <N>'");
    refused("-games x", "-games: `x` is not a whole number from 1");
    refused("-games 0", "`0` is not");
    refused("-games 1 2", "unexpected argument '2' found");
    refused("-games 1 -games 2", "'--games <N>' cannot be used multiple times");
    refused("-recover 1", "unexpected argument '1' found");
    refused("-concurrency 0", "-concurrency: `0` is not a whole number from 1 to 1024");
    refused("-rounds 99999999 -games 99999999", "games are more than");
    refused("-variant checkers", "-variant: `checkers`: unknown game");
    refused("-variant", "a value is required for '--variant <ID>...'");
    refused("-variant maasai -variant metamachy maasai", "-variant: `maasai` is given twice");
    let named = read(&format!("{TWO} variant=x -variant maasai metamachy"));
    assert_eq!(named.unwrap_err(), "-engine: variant= goes with one -variant");
    refused("-variant chieftain maasai -option exchange", "-option: ");
    refused("-tournament swiss", "`swiss` is not one of round-robin, gauntlet, pyramid, knockout");
    refused("-tournament knockout -rounds 2", "-rounds: a knockout has the rounds that it needs");
    refused("-openings policy=always", "policy=`always` is not one of default");
    refused("-openings policy=round -tournament knockout", "-openings: policy=round");
    refused("-srand -1", "-srand: `-1` is not a whole number");
    refused("-pgnout", "a value is required for '--pgnout <FILE>...'");
    refused("-pgnout a max", "`max` is not one of min, fi, nodes, seldepth, match_line=");
    refused("-report penta=x", "-report: penta=`x` is neither true nor false");
    refused("-report x", "-report: `x` is not one of penta=");
    refused("-output format=json", "-output: format=`json` is neither cutechess nor fastchess");
    refused("-outcomeinterval x", "-outcomeinterval: `x` is not a whole number");
    refused("-resume", "-resume: needs the -journal");
    let error = read("engine cmd=x").unwrap_err();
    assert!(error.contains("unexpected argument 'engine' found"), "{error}");
    assert!(read("-engine cmd=x tc=1").unwrap_err().contains("two engines at least"));
    let three = format!("{TWO} -engine cmd=z -sprt elo0=0 elo1=5");
    assert!(read(&three).unwrap_err().contains("-sprt: tests two engines"));
}

#[test]
fn values_in_error_are_named() {
    refused("-openings order=random", "-openings: order= needs file=");
    refused("-openings file=x format=bin", "format=`bin` is neither epd nor pgn");
    refused("-openings file=x order=best", "order=`best` is neither random nor sequential");
    refused("-openings file=x order=random start=0", "`0` is not a whole number from 1");
    refused("-openings file=x file=y", "file= is given twice");
    refused(
        "-openings book=x",
        "`book=x` is not one of file=, format=, order=, plies=, start=, policy=",
    );
    refused("-draw movenumber=3 score=2", "-draw: movecount= is missing");
    refused("-draw movenumber=3 movecount=x score=2", "-draw: `x` is not a whole number");
    refused("-resign movecount=3 score=2 twosided=maybe", "twosided=`maybe`");
    refused("-sprt elo0=0", "-sprt: elo1= is missing");
    refused("-sprt elo0=5 elo1=5", "elo0= must be less than elo1=");
    refused("-sprt elo0=0 elo1=NaN", "elo1=`NaN` is not a number");
    refused("-sprt elo0=0 elo1=5 alpha=0.5", "alpha=`0.5` is not between 0 and 0.5");
    refused("-sprt elo0=0 elo1=5 model=x", "model=`x` is not one of");
}

#[test]
fn settings_of_engines_in_error_are_named() {
    refused("-engine tc=x", "-engine: `tc=x`: `x` is not a time control");
    refused("-engine cmd=z tc=1 tc=2", "-engine: `tc=2`: this is given twice");
    refused("-engine cmd=z tc=1 st=2", "-engine: `st=2`: it excludes tc=, which is given already");
    refused("-engine cmd=z st=0", "expected a number of seconds above 0");
    refused("-engine cmd=z depth=0", "`depth=0`: expected a whole number from 1 to 1000");
    refused("-engine cmd=z proto=usi", "`proto=usi`: `usi` is neither uci nor xboard");
    refused("-engine cmd=z fen=x", "`x` is not one of jumps, dashes, startpos");
    refused("-engine cmd=z ponder=maybe", "`ponder=maybe`: `maybe` is neither true nor false");
    refused("-engine cmd=z tscale=0", "expected a number from 0.01");
    refused("-engines no/such.json", "-engines: no/such.json: ");
    refused("-engine cmd=z book=b", "`book` is not a setting of an engine");
    refused("-engine cmd=z option.=b", "`option.` is not a setting");
    refused("-engine cmd", "`cmd`: expected key=value");
    refused("-engine name=n", "-engine: engine 3 (n): cmd= is missing");
    let error = read("-engine cmd=x -engine cmd=y").unwrap_err();
    assert!(error.contains("engine 1: its thinking has no limit"), "{error}");
    assert!(read("-engine cmd=x -engine cmd=y -each tc=inf").is_err());
}

#[test]
fn numbers_below_zero_are_values() {
    let options = read(&format!("{TWO} -sprt elo0=-5 elo1=0 -each")).unwrap_err();
    assert!(options.contains("cannot be used multiple times"), "{options}");
    assert!(read(&format!("{TWO} -srand -5")).unwrap_err().contains("`-5`"));
}

/// The words in the first column of the tables under `## Flags` of `docs/match.md`.
fn documented() -> BTreeSet<String> {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/match.md");
    let text = std::fs::read_to_string(file).expect("the page");
    let text = text.split("\n## Flags\n").nth(1).expect("the chapter");
    let text = text.split("\n## ").next().expect("its end");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.map(|row| row.split(" | ").next().expect("a cell"));
    let words = cells.flat_map(|cell| cell.split(", `"));
    words.map(name).collect()
}

/// The name at the start of a usage: a flag, or a key with its sign.
fn name(usage: &str) -> String {
    let usage = usage.split(['`', ' ']).next().expect("a word");
    match usage.split_once(['=', '.']) {
        Some((key, _)) if !usage.starts_with('-') => key.into(),
        _ => usage.into(),
    }
}

#[test]
fn the_page_names_every_flag_and_no_other() {
    // The text of the page describes these, and the help of all commands describes files of games.
    let told = ["engine", "each", "engines", "merge"];
    let flags = FlagDef::all().map(|flag| flag.name).filter(|name| !told.contains(name));
    let flags = flags.chain(["variants"]).map(|name| format!("-{name}"));
    let settings = EngineKey::list();
    let all: BTreeSet<String> = flags.chain(settings.lines().map(str::trim).map(name)).collect();
    assert!(all.len() > 30, "{all:?}");
    assert_eq!(documented(), all);
}
