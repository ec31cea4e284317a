//! Puts networks into the library: the file that the environment variable `EVALFILE` names, or else Dhow's own.
//! `EVALFILE=none` means no network.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::{env, fs};

/// Dhow's own network.
const OWN: &str = "src/network/dhow.nnue";
/// The value of `EVALFILE` for a program without a network.
const NONE: &str = "none";

/// The first bytes of files of this version of the format.
const BEGINNING: &[u8] = b"DHOWNNUE\x01\x00";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(built_in_network)");
    println!("cargo::rustc-check-cfg=cfg(own_networks)");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let named = env::var_os("EVALFILE").filter(|file| !file.is_empty());
    if named.as_deref() == Some(OsStr::new(NONE)) {
        return;
    }
    if named.is_none() {
        println!("cargo::rustc-cfg=own_networks");
    }
    // The path in `EVALFILE` is relative to the top of the workspace.
    let file =
        named.map_or_else(|| OsString::from(OWN), |file| Path::new("../..").join(file).into());
    match checked(&file) {
        Ok(path) => {
            println!("cargo::rerun-if-changed={path}");
            println!("cargo::rustc-env=DHOW_NETWORK={path}");
            println!("cargo::rustc-cfg=built_in_network");
        }
        Err(why) => {
            println!("cargo::error=EVALFILE={}: {why}", file.to_string_lossy().escape_debug())
        }
    }
}

/// The absolute path of a file, which must be a network.
fn checked(file: &OsStr) -> Result<String, String> {
    #[expect(clippy::disallowed_methods, reason = "whoever builds names the file")]
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let (content, sum) = bytes.split_last_chunk().ok_or("not a network of Dhow")?;
    if !content.starts_with(BEGINNING) {
        return Err("not a network of Dhow".into());
    }
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err("damaged: its checksum does not fit".into());
    }
    let path = fs::canonicalize(file).map_err(|error| error.to_string())?;
    let text = path.to_str().filter(|path| !path.contains('\n'));
    text.map(String::from).ok_or("its path cannot be passed to the compiler".into())
}
