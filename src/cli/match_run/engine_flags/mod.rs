//! The settings of an engine, as they follow `-engine` and `-each`.

mod file;
mod list;

pub use file::{DEFAULT_FILE, read_file};
pub use list::Setting;

use super::flag::{Flag, FlagError};
use crate::cli::args::{variant_files, variant_files_again};
use dhow_lab::tournament::config::EngineConfig;
use list::{CONF, unknown};

/// The command that stands for this very program.
const SELF: &str = "self";

/// What one flag says about an engine; what it does not may be said for all.
#[derive(Clone, Default)]
pub struct EngineSettings {
    said: Vec<Said>,
}

/// A setting with its value, and the name that follows its key, if any.
#[derive(Clone)]
struct Said {
    setting: &'static Setting,
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

    /// Keeps a setting if it makes sense, which is `tried` out.
    fn take(&mut self, key: &str, value: &str, tried: &mut EngineConfig) -> Result<(), String> {
        let setting = Setting::find(key);
        if value.is_empty() && !setting.is_some_and(|setting| setting.may_be_empty) {
            return Err("expected key=value".into());
        }
        let setting = setting.ok_or_else(|| unknown(key))?;
        let name = key.strip_prefix(setting.key).unwrap_or_default().to_string();
        let said = Said { setting, name, value: value.to_string() };
        said.write(tried)?;
        let same = |other: &Said| other.setting.subject == setting.subject;
        if let Some(other) = self.said.iter().find(|other| setting.subject.is_some() && same(other))
        {
            return Err(match other.setting.key == setting.key {
                true => "this is said already".into(),
                false => {
                    format!("{}= is said already, and only one of them can be", other.setting.key)
                }
            });
        }
        self.said.push(said);
        Ok(())
    }

    /// The name by which a file of engines has it, if it is from there.
    pub fn named(&self) -> Option<&str> {
        let conf = self.said.iter().find(|said| said.setting.key == CONF)?;
        Some(&conf.value)
    }

    /// The engine, if enough is known of it by these settings and, where they say nothing, by those of a
    /// file of engines, and where these say nothing either, by those of all engines; `number` is its
    /// place, from 1.
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

impl Said {
    fn write(&self, engine: &mut EngineConfig) -> Result<(), String> {
        (self.setting.set)(engine, &self.name, &self.value)
    }
}

/// Checks that there is a program and that something ends its thinking.
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
        return Err("nothing ends its thinking: give tc=, st=, depth= or nodes=".into());
    }
    Ok(())
}
