//! The settings of an engine, after `-engine` and `-each`.

mod file;
mod list;

pub use file::{DEFAULT_FILE, read_file};
pub use list::EngineKey;

use super::flag::{Flag, FlagError};
use crate::cli::args::{variant_files, variant_files_again};
use dhow_lab::tournament::config::EngineConfig;
use list::{CONF, unknown};

/// The command that stands for this program.
const SELF: &str = "self";

/// The settings in one flag, which override those of `-each`.
#[derive(Clone, Default)]
pub struct EngineSettings {
    said: Vec<KeyValue>,
}

/// A setting with its value, and the name after its key, if any.
#[derive(Clone)]
struct KeyValue {
    setting: &'static EngineKey,
    name: String,
    value: String,
}

impl EngineSettings {
    /// Reads the values of a flag.
    pub fn read(flag: &Flag) -> Result<Self, FlagError> {
        let mut settings = Self::default();
        let mut tried = EngineConfig::default();
        for text in &flag.values {
            let (key, value) = text.split_once('=').unwrap_or((text, ""));
            let said = settings.take(key, value, &mut tried);
            said.map_err(|what| flag.error(format!("`{text}`: {what}")))?;
        }
        Ok(settings)
    }

    /// Adds a setting if it is valid, which is checked by applying it to `tried`.
    fn take(&mut self, key: &str, value: &str, tried: &mut EngineConfig) -> Result<(), String> {
        let setting = EngineKey::find(key);
        if value.is_empty() && !setting.is_some_and(|setting| setting.may_be_empty) {
            return Err("expected key=value".into());
        }
        let setting = setting.ok_or_else(|| unknown(key))?;
        let name = key.strip_prefix(setting.key).unwrap_or_default().to_string();
        let said = KeyValue { setting, name, value: value.to_string() };
        said.write(tried)?;
        let same = |other: &KeyValue| other.setting.subject == setting.subject;
        if let Some(other) = self.said.iter().find(|other| setting.subject.is_some() && same(other))
        {
            return Err(match other.setting.key == setting.key {
                true => "this is given twice".into(),
                false => {
                    format!("it excludes {}=, which is given already", other.setting.key)
                }
            });
        }
        self.said.push(said);
        Ok(())
    }

    /// The name of the engine in the file of engines, if it is from there.
    pub fn named(&self) -> Option<&str> {
        let conf = self.said.iter().find(|said| said.setting.key == CONF)?;
        Some(&conf.value)
    }

    /// The engine with these settings, which override those of the file of engines, which override those of
    /// all engines. An error if something is missing. `number` is the number of the engine, from 1.
    pub fn finish(
        self,
        known: &Self,
        each: &Self,
        number: usize,
    ) -> Result<EngineConfig, FlagError> {
        let mut engine =
            EngineConfig { patience: EngineConfig::DEFAULT_PATIENCE, ..EngineConfig::default() };
        let written = [each, known, &self].into_iter().try_for_each(|settings| {
            let inherited = std::mem::take(&mut engine.options);
            settings.write(&mut engine)?;
            let own = std::mem::take(&mut engine.options);
            let is_own = |name: &str| own.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
            engine.options = inherited.into_iter().filter(|(name, _)| !is_own(name)).collect();
            engine.options.extend(own);
            Ok(())
        });
        let checked = written.and_then(|()| complete(&mut engine));
        checked.map_err(|what| {
            let name = engine.name.as_deref().map_or(String::new(), |name| format!(" ({name})"));
            FlagError { flag: "-engine".into(), what: format!("engine {number}{name}: {what}") }
        })?;
        Ok(engine)
    }

    fn write(&self, engine: &mut EngineConfig) -> Result<(), String> {
        self.said.iter().try_for_each(|said| said.write(engine))
    }
}

impl KeyValue {
    fn write(&self, engine: &mut EngineConfig) -> Result<(), String> {
        (self.setting.set)(engine, &self.name, &self.value)
    }
}

/// Checks that there is a program and a limit for its thinking.
fn complete(engine: &mut EngineConfig) -> Result<(), String> {
    if engine.command.as_os_str().is_empty() {
        return Err("cmd= is missing; cmd=self is this program".into());
    }
    if engine.command.as_os_str() == SELF {
        let own = std::env::current_exe();
        engine.command = own.map_err(|cause| format!("cmd=self: cannot find myself: {cause}"))?;
        engine.arguments.splice(0..0, variant_files_again());
    }
    engine.variant_file = variant_files().last().cloned();
    if !engine.control.is_limited() {
        return Err("its thinking has no limit: give tc=, st=, depth= or nodes=".into());
    }
    Ok(())
}
