//! Safe reading and writing of files.
//!
//! Reading refuses folders, devices and other special files where they could block or never end,
//! and decodes text in common encodings. Writing replaces a file atomically. Readers for variant
//! files and networks bound the size of untrusted input.
//!
//! | items | use |
//! |---|---|
//! | [`open_to_read`], [`open_to_append`], [`read`] | opening and reading regular files |
//! | [`read_text`], [`decode`], [`Lines`] | text in several encodings, line by line |
//! | [`replace`], [`replace_private`], [`sync_folder`] | atomic replacement |
//! | [`lock`], [`Claim`] | exclusive use of a file |
//! | [`sealed`], [`Window`] | lines with checksums; scanning damaged files |
//! | [`open_variants`], [`open_network`] | variant files and networks |
//! | [`LearnedFolder`] | networks that were learned on this machine |
//!
//! ```
//! let folder = std::env::temp_dir().join(format!("dhow-files-doc-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let path = folder.join("notes.txt");
//! dhow_files::replace(&path, b"caf\xe9\r\n")?;
//! assert_eq!(dhow_files::read_text(&path)?, "café\n");
//! assert!(dhow_files::read(&folder).is_err(), "a folder");
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), std::io::Error>(())
//! ```

// Tests may panic where the system refuses a resource.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod claim;
mod data_folder;
mod learned;
mod lines;
mod networks;
mod replace;
pub mod sealed;
#[doc(hidden)]
pub mod testing;
mod text;
mod variants;
mod window;

pub use claim::Claim;
pub use data_folder::data_folder;
pub use learned::{LEARNED_NETWORK, LearnedFolder, folder_of_game, learned_folder};
pub use lines::{LineError, Lines, MAX_LINE};
pub use networks::{NetworkFileError, open_network};
pub use replace::{replace, replace_private, sync_folder};
pub use text::{decode, read_text, read_text_or_stdin};
pub use variants::{VariantFileError, game_name, open_variants};
pub use window::Window;

use std::fs::{self, File, FileType, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Opens or creates a regular file for reading and appending; existing content stays. Refuses other
/// kinds of files, such as folders, devices and pipes, without opening them.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    if let Ok(found) = fs::metadata(path) {
        expect_regular(&found)?;
    }
    let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    expect_regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file for reading. Refuses other kinds of files without opening them.
pub fn open_to_read(path: &Path) -> io::Result<File> {
    expect_regular(&fs::metadata(path)?)?;
    #[expect(clippy::disallowed_methods, reason = "it is a regular file")]
    File::open(path)
}

/// Reads a whole file or pipe. Refuses folders and devices; some devices never end.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() || is_device(kind) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, refusal(kind)));
    }
    #[expect(clippy::disallowed_methods, reason = "it has an end")]
    fs::read(path)
}

/// Whether a path leads to a character device, such as `/dev/null` or a terminal, which stores
/// nothing.
pub fn leads_to_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| is_character_device(found.file_type()))
}

fn expect_regular(found: &Metadata) -> io::Result<()> {
    match found.is_file() {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, refusal(found.file_type()))),
    }
}

fn refusal(kind: FileType) -> &'static str {
    if kind.is_dir() {
        "is a folder, not a file"
    } else if is_device(kind) {
        "is a device, not a regular file"
    } else {
        "is a pipe or the like, not a regular file"
    }
}

#[cfg(unix)]
fn is_character_device(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&kind)
}

#[cfg(not(unix))]
fn is_character_device(_: FileType) -> bool {
    false
}

#[cfg(unix)]
fn is_device(kind: FileType) -> bool {
    is_character_device(kind) || std::os::unix::fs::FileTypeExt::is_block_device(&kind)
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

/// How long a released lock may still be held by a child process that has not yet closed the files
/// of its parent.
const LINGERING: Duration = Duration::from_millis(300);

/// Locks a file for as long as it is open, against other programs that lock it. `false` if another
/// program holds the lock. Where the system does not support locks, returns `true` without a lock.
pub fn lock(file: &File) -> io::Result<bool> {
    let asked = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if asked.elapsed() < LINGERING => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(true);
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Whether two paths lead to the same file, however they are spelt, also through symbolic or hard
/// links, and also if the file does not exist. Devices are never the same, because writing to them
/// loses nothing.
///
/// ```
/// use std::path::Path;
///
/// assert!(dhow_files::same(Path::new("games.pgn"), Path::new("./games.pgn")));
/// assert!(!dhow_files::same(Path::new("games.pgn"), Path::new("other.pgn")));
/// ```
pub fn same(a: &Path, b: &Path) -> bool {
    if leads_to_device(a) || leads_to_device(b) {
        return false;
    }
    match (identity(a), identity(b)) {
        (Some(a), Some(b)) if a == b => true,
        _ => resolved(a) == resolved(b),
    }
}

/// The identity of an existing file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// The path without symbolic links, also if no file exists at its end.
fn resolved(path: &Path) -> PathBuf {
    // The same limit as in Linux.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.into());
        if let Some(name) = path.file_name() {
            path = folder.join(name);
        }
        match fs::read_link(&path) {
            Ok(target) => path = folder.join(target),
            Err(_) => break,
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::testing::Folder;
    use super::*;
    use std::io::Write;

    /// A child process that is being started holds its parent's lock for a moment.
    #[test]
    fn a_lock_let_go_of_is_waited_for() {
        let folder = Folder::new("files-wait");
        let path = folder.0.join("locked");
        let open = || open_to_append(&path).expect("a file");
        let (first, second) = (open(), open());
        assert!(lock(&first).expect("a lock"));
        assert!(!lock(&second).expect("an answer"), "the first one has it");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                drop(first);
            });
            assert!(lock(&second).expect("a lock"));
        });
    }

    #[test]
    fn only_regular_files_are_opened() {
        let folder = Folder::new("files-open");
        let path = folder.0.join("kept");
        open_to_append(&path).expect("a new file").write_all(b"one").expect("space");
        open_to_append(&path).expect("a file").write_all(b"two").expect("space");
        assert_eq!(read(&path).expect("a file"), b"onetwo");
        for refused in [open_to_append(&folder.0), open_to_read(&folder.0)] {
            assert_eq!(refused.expect_err("a folder").to_string(), "is a folder, not a file");
        }
        assert!(open_to_read(&folder.0.join("missing")).is_err());
        assert!(!folder.0.join("missing").exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_and_pipes_are_refused_at_once() {
        let folder = Folder::new("files-devices");
        for device in ["/dev/full", "/dev/zero", "/dev/null"].map(Path::new) {
            for refused in [open_to_append(device).err(), open_to_read(device).err()] {
                let error = refused.expect("a device").to_string();
                assert_eq!(error, "is a device, not a regular file");
            }
            assert!(read(device).is_err() && leads_to_device(device));
        }
        let pipe = folder.0.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        assert!(open_to_append(&pipe).is_err() && open_to_read(&pipe).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn one_file_has_many_names() {
        let folder = Folder::new("files-same");
        let at = |name: &str| folder.0.join(name);
        std::os::unix::fs::symlink("new", at("link")).expect("a link");
        std::os::unix::fs::symlink(at("."), at("here")).expect("a link");
        let names = ["new", "link", "./new", "here/new", "here/link"].map(at);
        let all_same = || names.iter().all(|a| names.iter().all(|b| same(a, b)));
        assert!(all_same(), "there is no such file yet");
        fs::write(&names[0], "").expect("space");
        fs::hard_link(&names[0], at("hard")).expect("a link");
        assert!(all_same() && same(&names[4], &at("hard")));
        assert!(!same(&names[0], &at("other")) && !same(&names[0], &folder.0));
        assert!(!same(Path::new("/dev/null"), Path::new("/dev/null")));
    }

    #[test]
    fn a_file_is_locked_once() {
        let folder = Folder::new("files-lock");
        let open = || open_to_append(&folder.0.join("locked")).expect("a file");
        let first = open();
        assert!(lock(&first).expect("a lock"));
        assert!(!lock(&open()).expect("an answer"));
        drop(first);
        assert!(lock(&open()).expect("a lock"));
    }
}
