//! The flags of `dhow match`: one list for both parsing and help. `docs/match.md` describes them.

use super::{Draft, MOST};
use crate::cli::help::nearest;
use crate::cli::match_run::engine_flags::EngineSettings;
use crate::cli::match_run::flag::{Flag, FlagError, value};
use crate::cli::match_run::rule_flags::{draw, openings, resign, sprt};
use dhow_lab::tournament::config::Kind;
use dhow_lab::tournament::report::TableStyle;
use dhow_rules::variant::Variant;
use std::sync::Arc;
use std::time::Duration;

/// The maximum concurrency.
const MOST_AT_ONCE: usize = 1024;

/// A flag.
pub struct FlagDef {
    /// Its names; the help shows the first.
    pub names: &'static [&'static str],
    /// The placeholder for its values in the help.
    pub values: &'static str,
    /// Its lines in the help. If empty, it shares those of the next flag.
    pub help: &'static str,
    /// Whether it can be repeated.
    pub repeats: bool,
    /// Applies it.
    pub(super) take: fn(&mut Draft, &Flag) -> Result<(), FlagError>,
}

impl FlagDef {
    /// The flag with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::all().find(|flag| flag.names.contains(&name))
    }

    fn all() -> impl Iterator<Item = &'static Self> {
        ENGINES.iter().chain(GROUPS.into_iter().flatten())
    }

    /// The flag that an unknown name probably means.
    pub fn meant(name: &str) -> Option<String> {
        let names = Self::all().flat_map(|flag| flag.names);
        let names = names.map(|name| name.trim_start_matches('-'));
        nearest(name.trim_start_matches('-'), names).map(|near| format!("-{near}"))
    }

    /// Its usage.
    pub fn usage(&self) -> String {
        let Self { names, values, .. } = self;
        let space = if values.is_empty() { "" } else { " " };
        format!("{}{space}{values}", names[0])
    }
}

const fn flag(
    names: &'static [&'static str],
    values: &'static str,
    help: &'static str,
    take: fn(&mut Draft, &Flag) -> Result<(), FlagError>,
) -> FlagDef {
    FlagDef { names, values, help, repeats: false, take }
}

/// The flags with engine settings.
pub const ENGINES: &[FlagDef] = &[
    FlagDef {
        repeats: true,
        ..flag(&["-engine"], "KEY=VALUE...", "an engine; give two or more", |draft, flag| {
            draft.engines.push(EngineSettings::read(flag)?);
            Ok(())
        })
    },
    flag(&["-each"], "KEY=VALUE...", EACH_HELP, |draft, flag| {
        draft.each = EngineSettings::read(flag)?;
        Ok(())
    }),
    flag(&["-engines"], "FILE", ENGINES_HELP, |draft, flag| {
        draft.known = Some(flag.single()?.into());
        Ok(())
    }),
];

/// All other flags in the order of the help, in groups.
pub const GROUPS: [&[FlagDef]; 3] = [GAMES, ENDS, OUTPUT];

const GAMES: &[FlagDef] = &[
    FlagDef {
        repeats: true,
        ..flag(&["-variant", "-v", "--variant"], "ID...", VARIANT_HELP, |draft, flag| {
            if flag.values.is_empty() {
                return Err(flag.error("a value is missing"));
            }
            for id in flag.values {
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
        // Read before the other flags, which may name its variants.
        ..flag(&["-variants", "--variants"], "FILE", VARIANTS_HELP, |_, flag| {
            flag.single().map(|_| ())
        })
    },
    FlagDef {
        repeats: true,
        ..flag(&["-option", "--option"], "NAME...", OPTION_HELP, |draft, flag| {
            if flag.values.is_empty() {
                return Err(flag.error("a value is missing"));
            }
            draft.options_on.extend(flag.values.iter().cloned());
            Ok(())
        })
    },
    flag(&["-games"], "N", "games of each encounter (1)", |draft, flag| {
        draft.options.config.games = flag.number(1, MOST)?;
        Ok(())
    }),
    flag(&["-rounds"], "N", "rounds, each with all encounters (1)", |draft, flag| {
        draft.options.config.rounds = flag.number(1, MOST)?;
        Ok(())
    }),
    flag(&["-tournament"], "TYPE", TOURNAMENT_HELP, |draft, flag| {
        draft.options.config.kind = kind(flag)?;
        Ok(())
    }),
    flag(&["-seeds"], "N", SEEDS_HELP, |draft, flag| {
        draft.options.config.seeds = flag.number(0, MOST)?;
        Ok(())
    }),
    flag(&["-concurrency"], "N", "games to play in parallel (1)", |draft, flag| {
        draft.options.config.concurrency = flag.number(1, MOST_AT_ONCE)?;
        Ok(())
    }),
    flag(&["-openings"], OPENINGS_VALUES, OPENINGS_HELP, |draft, flag| {
        (draft.options.config.openings, draft.options.config.policy) = openings(flag)?;
        Ok(())
    }),
    flag(
        &["-repeat"],
        "[N]",
        "games in a row with the same opening (2; with a file 1)",
        |draft, flag| {
            draft.repeat = Some(if flag.values.is_empty() { 2 } else { flag.number(1, MOST)? });
            Ok(())
        },
    ),
    flag(&["-noswap"], "", "do not swap colours", |draft, flag| {
        flag.nothing()?;
        draft.options.config.no_swap = true;
        Ok(())
    }),
    flag(&["-reverse"], "", "reverse the colours of all games", |draft, flag| {
        flag.nothing()?;
        draft.options.config.reverse = true;
        Ok(())
    }),
    flag(&["-srand"], "N", "seed of random choices", |draft, flag| {
        draft.seed = Some(seed(flag)?);
        Ok(())
    }),
];

const ENDS: &[FlagDef] = &[
    flag(
        &["-draw"],
        "movenumber=N movecount=N score=CP",
        "adjudicate a draw if both engines report level scores",
        |draft, flag| {
            draft.options.config.adjudication.draw = Some(draw(flag)?);
            Ok(())
        },
    ),
    flag(
        &["-resign"],
        "movecount=N score=CP [twosided=true]",
        "adjudicate a loss if an engine reports such scores",
        |draft, flag| {
            draft.options.config.adjudication.resign = Some(resign(flag)?);
            Ok(())
        },
    ),
    flag(&["-maxmoves"], "N", "adjudicate a draw after N moves", |draft, flag| {
        let moves = flag.number(0, MOST)? as u32;
        draft.options.config.adjudication.max_moves = (moves > 0).then_some(moves);
        Ok(())
    }),
    flag(&["-sprt"], SPRT_VALUES, SPRT_HELP, |draft, flag| {
        draft.options.config.sprt = Some(sprt(flag)?);
        Ok(())
    }),
];

const OUTPUT: &[FlagDef] = &[
    flag(&["-pgnout"], "FILE [min]", PGN_HELP, pgn_output),
    flag(&["-epdout"], "FILE", "append their last positions to a file", |draft, flag| {
        draft.options.paths.epd = Some(file_name(flag.single()?).into());
        Ok(())
    }),
    flag(
        &["-jsonout"],
        "FILE",
        "write the results to a file at the end, for scripts",
        |draft, flag| {
            draft.options.json_out = Some(flag.single()?.into());
            Ok(())
        },
    ),
    flag(&["-journal"], "FILE", JOURNAL_HELP, |draft, flag| {
        draft.options.paths.journal = Some(flag.single()?.into());
        Ok(())
    }),
    flag(&["-resume"], "", RESUME_HELP, |draft, flag| {
        flag.nothing()?;
        draft.options.resume = true;
        Ok(())
    }),
    flag(&["-event"], "NAME", "", |draft, flag| {
        draft.options.config.event = flag.single()?.into();
        Ok(())
    }),
    flag(&["-site"], "NAME", "tags of the games", |draft, flag| {
        draft.options.config.site = flag.single()?.into();
        Ok(())
    }),
    flag(&["-ratinginterval"], "N", "show the table every N games", |draft, flag| {
        draft.options.reports.rating_interval = flag.number(0, MOST)?;
        Ok(())
    }),
    flag(&["-outcomeinterval"], "N", OUTCOMES_HELP, |draft, flag| {
        draft.options.reports.outcome_interval = flag.number(0, MOST)?;
        Ok(())
    }),
    flag(
        &["-report"],
        "penta=true|false",
        "whether the table has the results of pairs",
        |draft, flag| {
            draft.options.reports.by_pairs = by_pairs(flag)?;
            Ok(())
        },
    ),
    flag(&["-output"], "format=FORMAT", OUTPUT_HELP, |draft, flag| {
        draft.options.reports.form = form(flag)?;
        Ok(())
    }),
    flag(
        &["-recover"],
        "",
        "restart an engine that crashed or stalled, and continue",
        |draft, flag| {
            flag.nothing()?;
            draft.options.config.recover = true;
            Ok(())
        },
    ),
    flag(&["-wait"], "MS", "pause before each game", |draft, flag| {
        draft.options.config.wait = Duration::from_millis(flag.number(0, MOST)? as u64);
        Ok(())
    }),
    flag(&["-debug"], "", "show all lines to and from engines", |draft, flag| {
        flag.nothing()?;
        draft.options.debug = true;
        Ok(())
    }),
];

const EACH_HELP: &str = "settings for all engines; those of -engine override them";
const ENGINES_HELP: &str = "file of engines for conf=NAME, as in cutechess (engines.json)";
const TOURNAMENT_HELP: &str = "round-robin (default); gauntlet: the first engine plays the others;\n\
                               pyramid: each plays all before it; knockout";
const SEEDS_HELP: &str = "the first N engines run the gauntlet, or meet late in the knockout";
const VARIANT_HELP: &str = "the variant (metamachy); several take turns by openings";
const VARIANTS_HELP: &str = "add the variants of a file; engines that do not know the\n\
                             variant get the file as their option VariantPath";
const OPTION_HELP: &str = "options of the variant to switch on (see `dhow variants ID`)";
const OPENINGS_VALUES: &str =
    "file=FILE format=epd|pgn order=sequential|random plies=N start=N policy=P";
const OPENINGS_HELP: &str = "start positions. Without a file: a random setup and 6 (plies=N)\n\
                             random moves to a balanced position; with leaders 4 turns.\n\
                             policy=default: a new one after -repeat games;\n\
                             encounter, round: a new one with each of these";
const SPRT_VALUES: &str =
    "elo0=E elo1=E [alpha=P] [beta=P] [model=logistic|normalized|bayesian|cutechess]";
const SPRT_HELP: &str = "SPRT: stop when it is decided whether the first engine is better";
const OUTCOMES_HELP: &str = "list the reasons of results every N games";
const OUTPUT_HELP: &str = "form of the table for two engines: cutechess or fastchess";
const PGN_HELP: &str = "append the games to a file; min: without comments";
const JOURNAL_HELP: &str = "file for -resume (-pgnout's file with `.journal`)";
const RESUME_HELP: &str = "resume an interrupted tournament, or start it; give the\n\
                           same flags again";

fn pgn_output(draft: &mut Draft, flag: &Flag) -> Result<(), FlagError> {
    let (file, words) = flag.values.split_first().ok_or_else(|| flag.error("a file is missing"))?;
    draft.options.paths.pgn = Some(file_name(file).into());
    for word in words {
        match word.as_str() {
            "min" | "min=true" => draft.options.config.minimal_records = true,
            // Dhow always writes only finished games.
            "fi" | "fi=true" | "min=false" | "fi=false" => {}
            _ => return Err(flag.error(format!("`{word}` is neither min nor fi"))),
        }
    }
    Ok(())
}

/// The file in `FILE` or, in fastchess's form, `file=FILE`.
fn file_name(text: &str) -> &str {
    text.strip_prefix("file=").filter(|name| !name.is_empty()).unwrap_or(text)
}

fn by_pairs(flag: &Flag) -> Result<bool, FlagError> {
    match value(&flag.pairs(&["penta"])?, "penta") {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        Some(other) => Err(flag.error(format!("penta=`{other}` is neither true nor false"))),
        None => Err(flag.error("penta= is missing")),
    }
}

fn form(flag: &Flag) -> Result<TableStyle, FlagError> {
    match value(&flag.pairs(&["format"])?, "format") {
        Some("cutechess") => Ok(TableStyle::Cutechess),
        Some("fastchess") => Ok(TableStyle::Fastchess),
        Some(other) => {
            Err(flag.error(format!("format=`{other}` is neither cutechess nor fastchess")))
        }
        None => Err(flag.error("format= is missing")),
    }
}

fn variant(flag: &Flag, id: &str) -> Result<Arc<Variant>, FlagError> {
    crate::cli::args::variant(id).map_err(|error| flag.error(format!("`{id}`: {error}")))
}

fn kind(flag: &Flag) -> Result<Kind, FlagError> {
    match flag.single()? {
        "round-robin" => Ok(Kind::RoundRobin),
        "gauntlet" => Ok(Kind::Gauntlet),
        "pyramid" => Ok(Kind::Pyramid),
        "knockout" => Ok(Kind::Knockout),
        other => {
            Err(flag
                .error(format!("`{other}` is none of round-robin, gauntlet, pyramid, knockout")))
        }
    }
}

fn seed(flag: &Flag) -> Result<u64, FlagError> {
    let text = flag.single()?;
    text.parse().map_err(|_| flag.error(format!("`{text}` is not a whole number")))
}
