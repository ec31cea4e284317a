//! The settings of an engine: one list for both parsing and help. `docs/match.md` describes them.

use crate::cli::match_run::flag::{SWITCH, choice};
use dhow_lab::tournament::config::{EnPassantForm, EngineConfig, FenForm, Protocol};
use dhow_play::time_control::{Time, seconds};
use std::time::Duration;

/// A setting, `KEY=VALUE`.
pub struct EngineKey {
    /// The key. A key that ends in a dot is followed by a name.
    pub key: &'static str,
    /// The placeholder for the value in the help; with a name after the key, for both.
    pub value: &'static str,
    /// Its line in the help.
    pub help: &'static str,
    /// Whether `KEY` or `KEY=` is also allowed.
    pub may_be_empty: bool,
    /// The subject. Only one setting per subject is allowed; without a subject, a setting can be repeated.
    pub subject: Option<&'static str>,
    /// Applies it to the settings of an engine. The arguments are the name after the key, if any, and the
    /// value.
    pub set: fn(&mut EngineConfig, &str, &str) -> Result<(), String>,
}

impl EngineKey {
    /// The setting with this key; `None` if there is no such key.
    pub fn find(key: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|setting| match setting.key.ends_with('.') {
            true => key.starts_with(setting.key),
            false => key == setting.key,
        })
    }

    /// Its usage.
    pub fn usage(&self) -> String {
        let Self { key, value, .. } = self;
        let sign = if key.ends_with('.') || value.is_empty() { "" } else { "=" };
        format!("{key}{sign}{value}")
    }

    /// All settings with their meaning, one per line.
    pub fn list() -> String {
        let line = |setting: &Self| format!("  {}  {}\n", setting.usage(), setting.help);
        SETTINGS.iter().map(line).collect()
    }
}

type SetValue = fn(&mut EngineConfig, &str, &str) -> Result<(), String>;

const fn once(
    key: &'static str,
    value: &'static str,
    help: &'static str,
    set: SetValue,
) -> EngineKey {
    EngineKey { key, value, help, may_be_empty: false, subject: Some(key), set }
}

/// All settings, in the order of the help.
const SETTINGS: &[EngineKey] = &[
    once("cmd", "COMMAND", "the program; `self` is this one", |engine, _, value| {
        engine.command = value.into();
        Ok(())
    }),
    EngineKey {
        may_be_empty: true,
        subject: None,
        ..once("arg", "ARGUMENT", "an argument; can be repeated", |engine, _, value| {
            engine.arguments.push(value.into());
            Ok(())
        })
    },
    EngineKey {
        subject: None,
        ..once("args", "ARGUMENTS", "several arguments, separated by spaces", |engine, _, value| {
            engine.arguments.extend(value.split_ascii_whitespace().map(String::from));
            Ok(())
        })
    },
    once(CONF, "NAME", "the engine with this name in the file of -engines", |_, _, _| Ok(())),
    once("dir", "FOLDER", "the folder it runs in", |engine, _, value| {
        engine.directory = Some(value.into());
        Ok(())
    }),
    once("name", "NAME", "its name in results", |engine, _, value| {
        engine.name = Some(value.into());
        Ok(())
    }),
    once("proto", "uci|xboard", "its language (uci)", |engine, _, value| {
        engine.protocol = choice(value, &[("uci", Protocol::Uci), ("xboard", Protocol::XBoard)])?;
        Ok(())
    }),
    EngineKey {
        may_be_empty: true,
        subject: None,
        ..once("option.", "NAME=VALUE", "an option of the engine", option)
    },
    once("tc", "TIME", TC_HELP, |engine, _, value| {
        engine.control.time = value.parse::<Time>().map_err(|error| error.to_string())?;
        Ok(())
    }),
    EngineKey {
        subject: Some("tc"),
        ..once("st", "SECONDS", "time for each move", |engine, _, value| {
            engine.control.time = Time::PerMove(positive_seconds(value)?);
            Ok(())
        })
    },
    once("timemargin", "MS", "tolerance of tc or st (0)", |engine, _, value| {
        engine.margin = Duration::from_millis(number(value, 0, 86_400_000)?);
        Ok(())
    }),
    once("depth", "N", "how many plies it searches", |engine, _, value| {
        engine.control.depth = Some(number(value, 1, 1000)? as u32);
        Ok(())
    }),
    EngineKey {
        subject: Some("depth"),
        ..once("plies", "N", "the same", |engine, _, value| {
            engine.control.depth = Some(number(value, 1, 1000)? as u32);
            Ok(())
        })
    },
    once("nodes", "N", "how many positions it searches", |engine, _, value| {
        engine.control.nodes = Some(number(value, 1, u64::MAX)?);
        Ok(())
    }),
    once("fen", "jumps|dashes|startpos", FEN_HELP, |engine, _, value| {
        engine.fen = choice(value, FEN_FORMS)?;
        Ok(())
    }),
    once("ep", "legs|step", EP_HELP, |engine, _, value| {
        let forms = [("legs", EnPassantForm::TwoLegs), ("step", EnPassantForm::OneStep)];
        engine.en_passant = choice(value, &forms)?;
        Ok(())
    }),
    once("variant", "NAME", "the engine's own name for the variant", |engine, _, value| {
        one_line(value)?;
        engine.variant_name = Some(value.into());
        Ok(())
    }),
    once("restart", "on", "start it anew for each game", |engine, _, value| {
        engine.restart = choice(value, &[("auto", false), ("on", true), ("off", false)])?;
        Ok(())
    }),
    once("patience", "SECONDS", PATIENCE_HELP, |engine, _, value| {
        engine.patience = positive_seconds(value)?;
        Ok(())
    }),
    EngineKey {
        subject: Some("patience"),
        ..once("tscale", "FACTOR", "the same, as a multiple of 60 s", |engine, _, value| {
            engine.patience = scaled_patience(value)?;
            Ok(())
        })
    },
    EngineKey {
        may_be_empty: true,
        ..once("ponder", "", "it thinks on its opponent's time", |engine, _, value| {
            engine.ponder = value.is_empty() || choice(value, SWITCH)?;
            Ok(())
        })
    },
    EngineKey {
        may_be_empty: true,
        ..once("whitepov", "", "its scores are from White's point of view", |engine, _, value| {
            engine.white_pov = value.is_empty() || choice(value, SWITCH)?;
            Ok(())
        })
    },
    once("stderr", "FILE", "file for its standard error", |engine, _, value| {
        engine.stderr = Some(value.into());
        Ok(())
    }),
];

const FEN_FORMS: &[(&str, FenForm)] =
    &[("jumps", FenForm::Jumps), ("dashes", FenForm::Dashes), ("startpos", FenForm::StartPos)];

/// The key of the setting that names an engine of a file.
pub const CONF: &str = "conf";

const TC_HELP: &str = "moves/seconds+increment: 40/60+0.6, 10+0.1, 1:30+1, 10+2d (a delay), inf";
const FEN_HELP: &str = "form of positions: with the rights to jump (jumps), with `-` in \
     their place, or as the start array and moves";
const EP_HELP: &str = "en passant to an XBoard engine: a6b6,b6b7 (legs) or a6b7";
const PATIENCE_HELP: &str = "time for answers that no clock limits (60)";

fn option(engine: &mut EngineConfig, name: &str, value: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err(unknown("option."));
    }
    one_line(name)?;
    one_line(value)?;
    engine.options.push((name.into(), value.into()));
    Ok(())
}

/// The error for an unknown key.
pub fn unknown(key: &str) -> String {
    format!("`{key}` is not a setting of an engine; see `dhow match --help`")
}

/// Refuses text that an engine would read as several commands.
fn one_line(text: &str) -> Result<(), String> {
    match text.contains(['\n', '\r']) {
        true => Err("a value must not have a line break".into()),
        false => Ok(()),
    }
}

fn number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
}

fn positive_seconds(text: &str) -> Result<Duration, String> {
    let time = seconds(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a number of seconds above 0".into())
}

fn scaled_patience(text: &str) -> Result<Duration, String> {
    let factor: Option<f64> = text.parse().ok();
    let factor = factor.filter(|factor| (0.01..=10_000.0).contains(factor));
    let factor = factor.ok_or("expected a number from 0.01 to 10000")?;
    Ok(EngineConfig::DEFAULT_PATIENCE.mul_f64(factor))
}
