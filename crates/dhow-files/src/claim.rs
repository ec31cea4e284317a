//! A file that one program uses at a time, although it is replaced as a whole.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Keeps a file from other programs that ask for it so, as long as this lives. It is a locked file
/// beside that one, since a lock does not outlive what it locks being replaced.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    /// Locked while it is open.
    _file: File,
}

impl Claim {
    /// Claims a file, whether or not it is there; `None` if another program has it.
    pub fn of(path: &Path) -> io::Result<Option<Self>> {
        let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_os_string();
        name.push(".lock");
        let path = path.with_file_name(name);
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
            if !super::lock(&file)? {
                return Ok(None);
            }
            // Whoever had it may have deleted it in between, and a third may have made it anew.
            if is_at(&file, &path) {
                return Ok(Some(Self { path, _file: file }));
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // One that stays locks nothing.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether a path leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let (open, there) = (file.metadata().map(identity), fs::metadata(path).map(identity));
    matches!((open, there), (Ok(open), Ok(there)) if open == there)
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn a_file_is_claimed_once_and_nothing_stays_beside_it() {
        let folder = Folder::new("claim");
        let path = folder.file("game");
        let claim = || Claim::of(&path).expect("a lock");
        let first = claim().expect("nobody has it");
        assert!(claim().is_none());
        super::super::replace(&path, b"new").expect("space");
        assert!(claim().is_none(), "replacing changes nothing");
        drop(first);
        assert!(claim().is_some());
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
        assert!(Claim::of(&folder.file("no/such/game")).is_err());
    }
}
