//! Exclusive use of a file that is replaced as a whole.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Exclusive use of a file among programs that claim it, until this value is dropped.
///
/// It is a lock on a second file next to it (`.lock` appended to the name), because replacing a
/// file would lose a lock on the file itself.
///
/// ```
/// use dhow_files::Claim;
///
/// let path = std::env::temp_dir().join(format!("dhow-doc-{}", std::process::id()));
/// let claim = Claim::of(&path)?;
/// assert!(claim.is_some());
/// assert!(Claim::of(&path)?.is_none(), "already claimed");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    /// Holds the lock while it is open.
    _file: File,
}

impl Claim {
    /// Claims a file, which need not exist. `None` if another program has claimed it.
    pub fn of(path: &Path) -> io::Result<Option<Self>> {
        let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_os_string();
        name.push(".lock");
        let path = path.with_file_name(name);
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
            if !super::lock(&file)? {
                return Ok(None);
            }
            // The previous owner may have deleted the lock file in between, and a third program may
            // have created it again.
            if is_at(&file, &path) {
                return Ok(Some(Self { path, _file: file }));
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // A lock file that remains locks nothing.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether a path leads to this open file.
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
