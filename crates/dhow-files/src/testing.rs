//! Helpers for tests that use files.

use std::fs;
use std::path::PathBuf;

/// A folder that is deleted at the end of a test. It is in memory if the system has such a file
/// system, because some files are written through to the disk.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Creates the folder. The name distinguishes the folders of one process.
    pub fn new(name: &str) -> Self {
        let memory = PathBuf::from("/dev/shm");
        let place = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let path = place.join(format!("dhow-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a writable folder");
        Self(path)
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
