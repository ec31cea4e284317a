//! At most one server per folder of games, and how others find it.

use dhow_files::Claim;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long another server may take from its lock to its address.
const PATIENCE: Duration = Duration::from_secs(2);
const POLL: Duration = Duration::from_millis(20);

/// A server's lock on a folder, and the file with its address for others. The lock of a killed server is
/// free.
#[derive(Debug)]
pub struct Running {
    address: PathBuf,
    _claim: Claim,
}

/// Another server that uses the same folder.
#[derive(Clone, Debug)]
pub struct Other {
    /// The folder.
    pub folder: PathBuf,
    /// Its address, with the secret if there is one; `None` if unknown.
    pub url: Option<String>,
}

impl Other {
    /// Its port.
    pub fn port(&self) -> Option<u16> {
        let address = self.url.as_ref()?.strip_prefix("http://")?.split('/').next()?;
        Some(address.parse::<SocketAddr>().ok()?.port())
    }
}

impl Running {
    /// Locks a folder. `None` if that is impossible, for instance because nothing can be written.
    pub fn claim(folder: &Path) -> Result<Option<Self>, Other> {
        let address = folder.join("server.url");
        match Claim::of(&folder.join("server")) {
            Ok(Some(claim)) => {
                // A killed server leaves its file.
                let _ = fs::remove_file(&address);
                Ok(Some(Self { address, _claim: claim }))
            }
            Ok(None) => Err(Other { folder: folder.into(), url: found(&address) }),
            Err(_) => Ok(None),
        }
    }

    /// Writes the server's address for others.
    pub fn tell(&self, url: &str) {
        // Without it, others know only that there is a server, which is enough.
        let _ = dhow_files::replace_private(&self.address, url.as_bytes());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.address);
    }
}

/// The address of a server, which may still be starting.
fn found(address: &Path) -> Option<String> {
    let asked = Instant::now();
    loop {
        match dhow_files::read_text(address) {
            Ok(url) => return Some(url),
            Err(_) if asked.elapsed() < PATIENCE => std::thread::sleep(POLL),
            Err(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_files::testing::Folder;

    #[test]
    fn a_folder_has_one_server() {
        let folder = Folder::new("web-running");
        let first = Running::claim(&folder.0).expect("nobody has it").expect("a folder");
        first.tell("http://127.0.0.1:8712/?token=abc");
        let other = Running::claim(&folder.0).expect_err("it is taken");
        assert_eq!((other.port(), &other.folder), (Some(8712), &folder.0));
        drop(first);
        assert!(Running::claim(&folder.0).is_ok());
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 0);
    }

    #[test]
    fn who_was_killed_claims_nothing() {
        let folder = Folder::new("web-killed");
        fs::write(folder.file("server.lock"), "").expect("space");
        fs::write(folder.file("server.url"), "http://127.0.0.1:1/").expect("space");
        let claimed = Running::claim(&folder.0).expect("nobody has it");
        assert!(claimed.is_some() && !folder.file("server.url").exists());
        assert!(Running::claim(&folder.file("no/such")).expect("nobody has it").is_none());
    }
}
