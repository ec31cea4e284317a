//! Atomic replacement of files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a whole file atomically: readers see either the old or the new content, also after a full
/// disk or a power failure.
///
/// Special files, such as `/dev/stdout`, are written directly, and so are files in a folder in
/// which no file can be created.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(path, content, false)
}

/// Like [`replace`], but only the owner may read the file, on systems with such permissions.
pub fn replace_private(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(path, content, true)
}

fn replace_with(path: &Path, content: &[u8], private: bool) -> io::Result<()> {
    let old = fs::metadata(path);
    if old.as_ref().is_ok_and(|old| !old.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(content);
    }
    if old.is_ok() {
        // A file that may not be written must not be replaced either.
        OpenOptions::new().write(true).open(path)?;
    }
    // A symbolic link is kept: its target is replaced.
    let path = super::resolved(path);
    let (temporary, mut file) = match beside(&path, private) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return fs::write(path, content);
        }
        made => made?,
    };
    let written = match old {
        Ok(old) if !private => file.set_permissions(old.permissions()),
        _ => Ok(()),
    };
    let written = written.and_then(|()| file.write_all(content)).and_then(|()| file.sync_all());
    drop(file);
    let done = written.and_then(|()| fs::rename(&temporary, &path));
    if done.is_err() {
        // The original error is reported; nothing can be done about a second one.
        let _ = fs::remove_file(&temporary);
    }
    done?;
    sync_folder(&path);
    Ok(())
}

/// Creates an empty file in the same folder.
fn beside(path: &Path, private: bool) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    if private {
        for_owner_alone(&mut options);
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let mut number = 0;
    loop {
        // Shortened, so that the name does not become too long.
        let start: String = name.chars().take(40).collect();
        let temporary = path.with_file_name(format!(".{start}.{}-{number}.tmp", process::id()));
        match options.open(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            opened => return opened.map(|file| (temporary, file)),
        }
    }
}

#[cfg(unix)]
fn for_owner_alone(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

#[cfg(not(unix))]
fn for_owner_alone(_: &mut OpenOptions) {}

/// Writes the folder of a file through to the disk, on systems that support it. Errors are ignored.
pub fn sync_folder(path: &Path) {
    #[expect(clippy::disallowed_methods, reason = "a folder is opened")]
    if cfg!(unix)
        && let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = Folder::new("replace");
        let path = folder.0.join("a-name-that-is-rather-long-for-a-file-of-this-kind.json");
        for content in ["old, and longer", "new", ""] {
            replace(&path, content.as_bytes()).expect("space");
            assert_eq!(fs::read_to_string(&path).expect("a file"), content);
        }
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
        assert!(replace(&folder.0, b"x").is_err());
        assert!(replace(&folder.0.join("no/such"), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("replace-link");
        let (target, link) = (folder.0.join("target"), folder.0.join("link"));
        fs::write(&target, "old").expect("space");
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("a mode");
        std::os::unix::fs::symlink("target", &link).expect("a link");
        replace(&link, b"new").expect("space");
        assert_eq!(fs::read_to_string(&target).expect("a file"), "new");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        let mode = fs::metadata(&target).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        replace_private(&target, b"secret").expect("space");
        let mode = fs::metadata(&target).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_to() {
        replace(Path::new("/dev/null"), b"gone").expect("a device");
        assert!(replace(Path::new("/dev/full"), b"too much").is_err());
    }
}
