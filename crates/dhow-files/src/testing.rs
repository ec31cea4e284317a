//! What tests of files share.

use std::fs;
use std::path::PathBuf;

/// An empty folder that is gone when the test ends: in memory, where there is such a place, since
/// some files are written through to the disk.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A folder of this process; its name says which.
    pub fn new(name: &str) -> Self {
        let memory = PathBuf::from("/dev/shm");
        let place = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let path = place.join(format!("dhow-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a writable folder");
        Self(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
