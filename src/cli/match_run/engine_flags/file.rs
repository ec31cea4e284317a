//! Files of engines, in the format of cutechess's `engines.json`.

use super::EngineSettings;
use dhow_lab::tournament::config::EngineConfig;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The default file.
pub const DEFAULT_FILE: &str = "engines.json";

/// An engine in the file. Other members are ignored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsonEngine {
    name: String,
    command: String,
    #[serde(default)]
    arguments: Vec<String>,
    working_directory: Option<String>,
    protocol: Option<String>,
    stderr_file: Option<String>,
    #[serde(default)]
    init_strings: Vec<String>,
    #[serde(default)]
    whitepov: bool,
    #[serde(default)]
    ponder: bool,
    restart: Option<String>,
    #[serde(default)]
    options: Vec<JsonOption>,
}

/// An option. It is set only if it has a value.
#[derive(Deserialize)]
struct JsonOption {
    name: String,
    value: Option<Value>,
}

/// The engines of a file with the `wanted` names. The other engines are not checked.
pub fn read_file(path: &Path, wanted: &[&str]) -> Result<BTreeMap<String, EngineSettings>, String> {
    let failed = |what: String| format!("{}: {what}", path.display());
    let text = dhow_files::read_text(path).map_err(|error| failed(error.to_string()))?;
    let entries: Vec<Value> =
        serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let mut engines = BTreeMap::new();
    for entry in entries {
        let Some(name) = entry["name"].as_str().filter(|name| wanted.contains(name)) else {
            continue;
        };
        let name = name.to_string();
        let described = JsonEngine::deserialize(entry).map_err(|error| error.to_string());
        let settings = described.and_then(JsonEngine::settings);
        let settings = settings.map_err(|what| failed(format!("engine {name}: {what}")))?;
        if engines.insert(name.clone(), settings).is_some() {
            return Err(failed(format!("two engines are called {name}")));
        }
    }
    Ok(engines)
}

impl JsonEngine {
    fn settings(self) -> Result<EngineSettings, String> {
        if !self.init_strings.is_empty() {
            return Err("initStrings are not sent; give options instead".into());
        }
        let mut settings = EngineSettings::default();
        let mut tried = EngineConfig::default();
        let mut take = |key: &str, value: &str| match value {
            "" => Ok(()),
            _ => settings.take(key, value, &mut tried).map_err(|what| format!("{key}: {what}")),
        };
        take("name", &self.name)?;
        take("cmd", &self.command)?;
        self.arguments.iter().try_for_each(|argument| take("arg", argument))?;
        let texts = [
            ("dir", self.working_directory),
            ("proto", self.protocol),
            ("stderr", self.stderr_file),
            ("restart", self.restart),
        ];
        for (key, value) in texts {
            take(key, value.as_deref().unwrap_or(""))?;
        }
        for (key, on) in [("whitepov", self.whitepov), ("ponder", self.ponder)] {
            take(key, if on { "true" } else { "" })?;
        }
        for JsonOption { name, value } in self.options {
            let text = match value {
                None | Some(Value::Null) => continue,
                Some(Value::String(text)) => text,
                Some(value) => value.to_string(),
            };
            take(&format!("option.{name}"), &text)?;
        }
        Ok(settings)
    }
}
