//! The settings of an engine, as they follow `-engine` and `-each`.

use super::flag::{Flag, FlagError};
use crate::tournament::clock::{Pace, TimeControl, seconds};
use crate::tournament::config::{EnPassantForm, EngineConfig, FenForm, Protocol};
use std::path::PathBuf;
use std::time::Duration;

/// The command that stands for this very program.
const SELF: &str = "self";

/// What is known about an engine; what is not may be said for all.
#[derive(Clone, Debug, Default)]
pub struct EngineSettings {
    name: Option<String>,
    command: Option<String>,
    arguments: Vec<String>,
    directory: Option<PathBuf>,
    protocol: Option<Protocol>,
    options: Vec<(String, String)>,
    pace: Option<Pace>,
    depth: Option<u32>,
    nodes: Option<u64>,
    margin: Option<Duration>,
    stderr: Option<PathBuf>,
    restart: Option<bool>,
    white_pov: Option<bool>,
    fen: Option<FenForm>,
    en_passant: Option<EnPassantForm>,
    variant_name: Option<String>,
    patience: Option<Duration>,
}

impl EngineSettings {
    /// Reads the values of a flag.
    pub fn read(flag: &Flag) -> Result<Self, FlagError> {
        let mut settings = Self::default();
        for text in flag.values {
            let (key, value) = text.split_once('=').unwrap_or((text, ""));
            let set = settings.set(key, value);
            set.map_err(|what| flag.error(format!("`{text}`: {what}")))?;
        }
        Ok(settings)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if value.is_empty() && !["whitepov", "arg"].contains(&key) && !key.starts_with("option.") {
            return Err("expected key=value".into());
        }
        match key {
            "name" => once(&mut self.name, value.into()),
            "cmd" => once(&mut self.command, value.into()),
            "arg" => {
                self.arguments.push(value.into());
                Ok(())
            }
            "dir" => once(&mut self.directory, value.into()),
            "stderr" => once(&mut self.stderr, value.into()),
            "variant" => {
                one_line(value)?;
                once(&mut self.variant_name, value.into())
            }
            "proto" => once(&mut self.protocol, protocol(value)?),
            "restart" => once(&mut self.restart, restart(value)?),
            "whitepov" => once(&mut self.white_pov, white_pov(value)?),
            "fen" => once(&mut self.fen, fen_form(value)?),
            "ep" => once(&mut self.en_passant, en_passant_form(value)?),
            _ => self.set_limit_or_option(key, value),
        }
    }

    fn set_limit_or_option(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "tc" => {
                let pace = value.parse::<Pace>().map_err(|error| error.to_string())?;
                once(&mut self.pace, pace)
            }
            "st" => once(&mut self.pace, Pace::PerMove(positive_seconds(value)?)),
            "depth" => once(&mut self.depth, number(value, 1, 1000)? as u32),
            "nodes" => once(&mut self.nodes, number(value, 1, u64::MAX)?),
            "timemargin" => {
                once(&mut self.margin, Duration::from_millis(number(value, 0, 86_400_000)?))
            }
            "patience" => once(&mut self.patience, positive_seconds(value)?),
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    one_line(key)?;
                    one_line(value)?;
                    self.options.push((name.into(), value.into()));
                    Ok(())
                }
                _ => Err(format!("`{key}` is no setting of an engine; see `dhow match --help`")),
            },
        }
    }

    /// These settings, and where they say nothing those of all engines.
    pub fn or(self, each: &Self) -> Self {
        let each = each.clone();
        let own = |name: &str| self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let mut options: Vec<(String, String)> =
            each.options.into_iter().filter(|(name, _)| !own(name)).collect();
        options.extend(self.options);
        Self {
            name: self.name.or(each.name),
            command: self.command.or(each.command),
            arguments: [each.arguments, self.arguments].concat(),
            directory: self.directory.or(each.directory),
            protocol: self.protocol.or(each.protocol),
            options,
            pace: self.pace.or(each.pace),
            depth: self.depth.or(each.depth),
            nodes: self.nodes.or(each.nodes),
            margin: self.margin.or(each.margin),
            stderr: self.stderr.or(each.stderr),
            restart: self.restart.or(each.restart),
            white_pov: self.white_pov.or(each.white_pov),
            fen: self.fen.or(each.fen),
            en_passant: self.en_passant.or(each.en_passant),
            variant_name: self.variant_name.or(each.variant_name),
            patience: self.patience.or(each.patience),
        }
    }

    /// The engine, if enough is known; `number` is its place, from 1.
    pub fn finish(self, number: usize) -> Result<EngineConfig, FlagError> {
        let error = |what: String| {
            let name = self.name.as_deref().map_or(String::new(), |name| format!(" ({name})"));
            Err(FlagError {
                flag: "-engine".into(),
                what: format!("engine {number}{name}: {what}"),
            })
        };
        let command = match self.command.as_deref() {
            None => return error("cmd= is missing; cmd=self is this program".into()),
            Some(SELF) => match std::env::current_exe() {
                Ok(path) => path,
                Err(cause) => return error(format!("cmd=self: cannot find myself: {cause}")),
            },
            Some(command) => command.into(),
        };
        let control = TimeControl {
            pace: self.pace.unwrap_or_default(),
            depth: self.depth,
            nodes: self.nodes,
            margin: self.margin.unwrap_or_default(),
        };
        if !control.is_limited() {
            return error("nothing ends its thinking: give tc=, st=, depth= or nodes=".into());
        }
        Ok(EngineConfig {
            name: self.name,
            command,
            arguments: self.arguments,
            directory: self.directory,
            protocol: self.protocol.unwrap_or_default(),
            options: self.options,
            control,
            stderr: self.stderr,
            restart: self.restart.unwrap_or(false),
            white_pov: self.white_pov.unwrap_or(false),
            fen: self.fen.unwrap_or_default(),
            en_passant: self.en_passant.unwrap_or_default(),
            variant_name: self.variant_name,
            patience: self.patience.unwrap_or(EngineConfig::DEFAULT_PATIENCE),
        })
    }
}

/// Sets what may be said but once.
fn once<T>(place: &mut Option<T>, value: T) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err("this is said already".into()),
    }
}

/// Refuses what would be several commands if an engine were told it.
fn one_line(text: &str) -> Result<(), String> {
    match text.contains(['\n', '\r']) {
        true => Err("an engine is told lines; this one has a line break".into()),
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

fn protocol(text: &str) -> Result<Protocol, String> {
    match text {
        "uci" => Ok(Protocol::Uci),
        "xboard" => Ok(Protocol::XBoard),
        _ => Err("expected uci or xboard".into()),
    }
}

fn restart(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "auto" | "off" => Ok(false),
        _ => Err("expected auto, on or off".into()),
    }
}

fn white_pov(text: &str) -> Result<bool, String> {
    match text {
        "" | "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("expected nothing, true or false".into()),
    }
}

fn fen_form(text: &str) -> Result<FenForm, String> {
    match text {
        "jumps" => Ok(FenForm::Jumps),
        "dashes" => Ok(FenForm::Dashes),
        "startpos" => Ok(FenForm::StartPos),
        _ => Err("expected jumps, dashes or startpos".into()),
    }
}

fn en_passant_form(text: &str) -> Result<EnPassantForm, String> {
    match text {
        "legs" => Ok(EnPassantForm::TwoLegs),
        "step" => Ok(EnPassantForm::OneStep),
        _ => Err("expected legs or step".into()),
    }
}
