//! Inputs as files, and the other arguments of the functions that read files.

use dhow::tournament::config::{
    Config, EngineConfig, Format, OpeningConfig, OpeningFile, OpeningOrder,
};
use dhow::variant::{VARIANTS, Variant};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of this process, in memory if the system offers that. It is deleted at the end.
pub struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// A file with this content.
    pub fn new(name: &str, content: &[u8]) -> Self {
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() { memory.into() } else { std::env::temp_dir() };
        let path = folder.join(format!("dhow-fuzz-{}-{name}", std::process::id()));
        fs::write(&path, content).expect("a file can be written");
        Self { path }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The content of the file.
    pub fn content(&self) -> Vec<u8> {
        fs::read(&self.path).expect("the file is still there")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A tournament of two engines.
pub fn tournament(variant: &Arc<Variant>) -> Config {
    let engine = |name: &str| EngineConfig { name: Some(name.into()), ..EngineConfig::default() };
    let engines = vec![engine("a"), engine("b")];
    Config { games: 4, minimal_records: true, ..Config::new(variant, engines) }
}

/// The same with openings from a file.
pub fn with_openings(variant: &Arc<Variant>, path: &Path, format: Format) -> Config {
    let file = OpeningFile { path: path.into(), format, order: OpeningOrder::Sequential(0) };
    let openings = OpeningConfig { file: Some(file), plies: Some(8) };
    Config { openings, ..tournament(variant) }
}

/// The tournament of the journals.
pub fn journal_config() -> Config {
    tournament(&VARIANTS[0])
}

/// The line of a journal with these members of an object, which may be invalid.
pub fn seal(object: &[u8]) -> Vec<u8> {
    let body = object.strip_suffix(b"}").unwrap_or(object);
    let mut line = [body, format!(",\"length\":{}", body.len()).as_bytes()].concat();
    let sum = crc32fast::hash(&line);
    line.extend(format!(",\"crc32\":\"{sum:08x}\"}}\n").bytes());
    line
}
