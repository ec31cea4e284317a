//! The flags of `dhow match`: one list for both parsing and help. `docs/match.md` describes them.

use super::{FlagsSoFar, MOST, STANDARD};
use crate::cli::match_run::engine_flags::EngineSettings;
use crate::cli::match_run::flag::{Flag, FlagError, SWITCH, choice};
use crate::cli::match_run::rule_flags::{draw, openings, resign, sprt};
use crate::cli::tell;
use clap::{Arg, ArgAction, ArgMatches};
use dhow_lab::tournament::config::Kind;
use dhow_lab::tournament::report::TableStyle;
use dhow_rules::variant::Variant;
use std::sync::Arc;
use std::time::Duration;

/// The maximum concurrency.
const MOST_AT_ONCE: usize = 1024;

/// A flag.
pub struct FlagDef {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The placeholder for its values in the help: `X`; `[X]` if there may be no value; `X...` and `[X]...` if there
    /// may be several; empty if it has no values.
    values: &'static str,
    /// Its text in the help.
    help: &'static str,
    /// Whether it may be given several times.
    repeats: bool,
    /// Applies it to the flags so far.
    pub(super) take: fn(&mut FlagsSoFar, &Flag) -> Result<(), FlagError>,
}

impl FlagDef {
    /// All flags.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        GROUPS.into_iter().flat_map(|(_, group)| group)
    }

    /// The flag as an argument of the argument parser.
    pub fn argument(&'static self) -> Arg {
        let action = match (self.values, self.repeats) {
            ("", _) => ArgAction::SetTrue,
            (_, true) => ArgAction::Append,
            (_, false) => ArgAction::Set,
        };
        let argument = Arg::new(self.name).long(self.name).help(self.help).action(action);
        let (value, most) = match self.values.strip_suffix("...") {
            Some(value) => (value, usize::MAX),
            None => (self.values, 1),
        };
        let name = value.trim_matches(['[', ']']);
        match value {
            "" => argument,
            _ => argument.num_args(usize::from(name == value)..=most).value_name(name),
        }
    }

    /// All occurrences of the flag in the arguments.
    pub fn given(&self, matches: &ArgMatches) -> Vec<Flag> {
        let flag = |values| Flag { name: format!("-{}", self.name), values };
        if self.values.is_empty() {
            return matches.get_flag(self.name).then(|| flag(Vec::new())).into_iter().collect();
        }
        let given = matches.get_occurrences::<String>(self.name);
        given.into_iter().flatten().map(|values| flag(values.cloned().collect())).collect()
    }
}

const fn flag(
    name: &'static str,
    values: &'static str,
    help: &'static str,
    take: fn(&mut FlagsSoFar, &Flag) -> Result<(), FlagError>,
) -> FlagDef {
    FlagDef { name, values, help, repeats: false, take }
}

/// All flags, in groups, in the order of the help.
pub const GROUPS: [(&str, &[FlagDef]); 4] =
    [("Engines", ENGINES), ("Games", GAMES), ("Ends", ENDS), ("Output", OUTPUT)];

const ENGINES: &[FlagDef] = &[
    FlagDef {
        repeats: true,
        ..flag("engine", "KEY=VALUE...", "an engine; give two or more", |draft, flag| {
            draft.engines.push(EngineSettings::read(flag)?);
            Ok(())
        })
    },
    flag("each", "[KEY=VALUE]...", EACH_HELP, |draft, flag| {
        draft.each = EngineSettings::read(flag)?;
        Ok(())
    }),
    flag("engines", "FILE", ENGINES_HELP, |draft, flag| {
        draft.known = Some(flag.single().into());
        Ok(())
    }),
];

const GAMES: &[FlagDef] = &[
    FlagDef {
        repeats: true,
        ..flag("variant", "ID...", VARIANT_HELP, |draft, flag| {
            for id in &flag.values {
                if id == STANDARD {
                    draft.standard = true;
                    continue;
                }
                let variant = variant(flag, id)?;
                if draft.variants.contains(&variant) {
                    return Err(flag.error(format!("`{id}` is given twice")));
                }
                draft.variants.push(variant);
            }
            Ok(())
        })
    },
    FlagDef {
        repeats: true,
        ..flag("option", "NAME...", OPTION_HELP, |draft, flag| {
            draft.options_on.extend(flag.values.iter().cloned());
            Ok(())
        })
    },
    flag("games", "N", "games of each encounter (1)", |draft, flag| {
        draft.options.config.games = flag.number(1, MOST)?;
        Ok(())
    }),
    flag("rounds", "N", "how often all encounters take place (1)", |draft, flag| {
        draft.options.config.rounds = flag.number(1, MOST)?;
        Ok(())
    }),
    flag("tournament", "TYPE", TOURNAMENT_HELP, |draft, flag| {
        let kind = choice(flag.single(), KINDS);
        draft.options.config.kind = kind.map_err(|what| flag.error(what))?;
        Ok(())
    }),
    flag("seeds", "N", SEEDS_HELP, |draft, flag| {
        draft.options.config.seeds = flag.number(0, MOST)?;
        Ok(())
    }),
    flag("concurrency", "N", "games at once (1)", |draft, flag| {
        draft.options.config.concurrency = flag.number(1, MOST_AT_ONCE)?;
        Ok(())
    }),
    flag("openings", "[KEY=VALUE]...", OPENINGS_HELP, |draft, flag| {
        (draft.options.config.openings, draft.options.config.policy) = openings(flag)?;
        Ok(())
    }),
    flag(
        "repeat",
        "[N]",
        "games in a row with the same opening (2; with a file 1)",
        |draft, flag| {
            draft.repeat = Some(if flag.values.is_empty() { 2 } else { flag.number(1, MOST)? });
            Ok(())
        },
    ),
    flag("testEnv", "", "openings as OpenBench's worker means them: one a round", |draft, _| {
        draft.test_environment = true;
        Ok(())
    }),
    flag("noswap", "", "engines keep their colours", |draft, _| {
        draft.options.config.no_swap = true;
        Ok(())
    }),
    flag("reverse", "", "all games with the other colours", |draft, _| {
        draft.options.config.reverse = true;
        Ok(())
    }),
    flag("srand", "N", "seed of random choices", |draft, flag| {
        draft.seed = Some(seed(flag)?);
        Ok(())
    }),
];

const ENDS: &[FlagDef] = &[
    flag(
        "draw",
        "KEY=VALUE...",
        "draw if both engines report level scores for movecount moves: movenumber=N movecount=N score=CP",
        |draft, flag| {
            draft.options.config.adjudication.draw = Some(draw(flag)?);
            Ok(())
        },
    ),
    flag(
        "resign",
        "KEY=VALUE...",
        "loss if an engine reports losing scores for movecount moves: movecount=N score=CP [twosided=true]",
        |draft, flag| {
            draft.options.config.adjudication.resign = Some(resign(flag)?);
            Ok(())
        },
    ),
    flag("maxmoves", "N", "draw after N moves", |draft, flag| {
        let moves = flag.number(0, MOST)? as u32;
        draft.options.config.adjudication.max_moves = (moves > 0).then_some(moves);
        Ok(())
    }),
    flag("tb", "FOLDER", "ignored: there are no Syzygy tables for these games", |_, flag| {
        tell(&format!("warning: {}: there are no Syzygy tables for these games", flag.name));
        Ok(())
    }),
    flag("tbpieces", "N", "ignored, as -tb", |_, flag| flag.number(0, MOST).map(drop)),
    flag("sprt", "KEY=VALUE...", SPRT_HELP, |draft, flag| {
        draft.options.config.sprt = Some(sprt(flag)?);
        Ok(())
    }),
];

const OUTPUT: &[FlagDef] = &[
    flag("pgnout", "FILE...", PGN_HELP, pgn_output),
    flag("epdout", "FILE", "append their last positions to a file", |draft, flag| {
        draft.options.paths.epd = Some(file_name(flag.single()).into());
        Ok(())
    }),
    flag(
        "jsonout",
        "FILE",
        "write the results to a file at the end, for scripts",
        |draft, flag| {
            draft.options.json_out = Some(flag.single().into());
            Ok(())
        },
    ),
    flag("journal", "FILE", JOURNAL_HELP, |draft, flag| {
        draft.options.paths.journal = Some(flag.single().into());
        Ok(())
    }),
    flag("merge", "JOURNAL...", "report the results of a match in parts", |_, _| Ok(())),
    flag("resume", "", RESUME_HELP, |draft, _| {
        draft.options.resume = true;
        Ok(())
    }),
    flag("event", "NAME", "tag Event of the games", |draft, flag| {
        draft.options.config.event = flag.single().into();
        Ok(())
    }),
    flag("site", "NAME", "tag Site of the games", |draft, flag| {
        draft.options.config.site = flag.single().into();
        Ok(())
    }),
    flag("ratinginterval", "N", "show the table every N games", |draft, flag| {
        draft.options.reports.rating_interval = flag.number(0, MOST)?;
        Ok(())
    }),
    flag("outcomeinterval", "N", OUTCOMES_HELP, |draft, flag| {
        draft.options.reports.outcome_interval = flag.number(0, MOST)?;
        Ok(())
    }),
    flag("report", "penta=true|false", "whether the table has pair results", |draft, flag| {
        let by_pairs = flag.chosen(&flag.pairs(&["penta"])?, "penta", SWITCH)?;
        draft.options.reports.by_pairs = by_pairs.ok_or_else(|| flag.error("penta= is missing"))?;
        Ok(())
    }),
    flag("output", "format=FORMAT", OUTPUT_HELP, |draft, flag| {
        let forms = [("cutechess", TableStyle::Cutechess), ("fastchess", TableStyle::Fastchess)];
        let form = flag.chosen(&flag.pairs(&["format"])?, "format", &forms)?;
        draft.options.reports.form = form.ok_or_else(|| flag.error("format= is missing"))?;
        Ok(())
    }),
    flag("recover", "", "restart an engine that crashed or stalled, and go on", |draft, _| {
        draft.options.config.recover = true;
        Ok(())
    }),
    flag("wait", "MS", "pause before each game", |draft, flag| {
        draft.options.config.wait = Duration::from_millis(flag.number(0, MOST)? as u64);
        Ok(())
    }),
    flag("debug", "", "show all lines to and from engines", |draft, _| {
        draft.options.debug = true;
        Ok(())
    }),
];

const EACH_HELP: &str = "settings of all engines; the settings of an engine override them";
const ENGINES_HELP: &str =
    "file with the engines for conf=NAME, in the format of cutechess (engines.json)";
const TOURNAMENT_HELP: &str = "round-robin (default); gauntlet: the first engine against the others; \
     pyramid: each against all before it; knockout";
const SEEDS_HELP: &str = "the first N engines run the gauntlet, or meet late in the knockout";
const VARIANT_HELP: &str = "the game (metamachy). `standard` takes it from the engines' option UCI_Variant or from the \
     name of the file of openings. With several games, openings use them in turn. Engines that \
     do not know a game of --variants get the file by their option VariantPath";
const OPTION_HELP: &str = "options of the game, switched on (`dhow variants ID` names them)";
const OPENINGS_HELP: &str = "positions to start from: file=FILE format=epd|pgn order=sequential|random \
     plies=N start=N policy=P. Without a file: a random setup and 6 (plies=N) \
     random moves after which neither side is ahead; with leaders \
     4 turns. policy=default: a new opening after the repeated games; \
     encounter, round: with each encounter or round";
const SPRT_HELP: &str = "stop as soon as it is known whether the first engine is better: elo0=E elo1=E \
     [alpha=P] [beta=P] [model=logistic|normalized|bayesian|cutechess]";
const OUTCOMES_HELP: &str = "report every N games why games ended";
const OUTPUT_HELP: &str = "format of the table of two engines: cutechess or fastchess";
const PGN_HELP: &str = "append the games to a file; `FILE min` without comments, \
     `FILE nodes seldepth` with the nodes and the greatest depth of each move";
const JOURNAL_HELP: &str = "file from which -resume continues (-pgnout's file with `.journal`)";
const RESUME_HELP: &str = "continue an interrupted tournament, or begin it; give the same \
     flags again";

fn pgn_output(draft: &mut FlagsSoFar, flag: &Flag) -> Result<(), FlagError> {
    let (file, words) = flag.values.split_first().ok_or_else(|| flag.error("a file is missing"))?;
    draft.options.paths.pgn = Some(file_name(file).into());
    for word in words {
        match word.as_str() {
            "min" | "min=true" => draft.options.config.minimal_records = true,
            // Dhow always writes only finished games.
            "fi" | "fi=true" | "min=false" | "fi=false" => {}
            "nodes" | "nodes=true" => draft.options.config.record_nodes = true,
            "seldepth" | "seldepth=true" => draft.options.config.record_selective_depth = true,
            "nodes=false" | "seldepth=false" => {}
            // It selects engine output to save, which this referee does not save.
            _ if word.starts_with("match_line=") => {}
            _ => {
                let known = "min, fi, nodes, seldepth, match_line=";
                return Err(flag.error(format!("`{word}` is not one of {known}")));
            }
        }
    }
    Ok(())
}

/// The file in `FILE` or, in fastchess's form, `file=FILE`.
fn file_name(text: &str) -> &str {
    text.strip_prefix("file=").filter(|name| !name.is_empty()).unwrap_or(text)
}

fn variant(flag: &Flag, id: &str) -> Result<Arc<Variant>, FlagError> {
    crate::cli::args::variant(id).map_err(|error| flag.error(format!("`{id}`: {error}")))
}

const KINDS: &[(&str, Kind)] = &[
    ("round-robin", Kind::RoundRobin),
    ("gauntlet", Kind::Gauntlet),
    ("pyramid", Kind::Pyramid),
    ("knockout", Kind::Knockout),
];

fn seed(flag: &Flag) -> Result<u64, FlagError> {
    let text = flag.single();
    text.parse().map_err(|_| flag.error(format!("`{text}` is not a whole number")))
}
