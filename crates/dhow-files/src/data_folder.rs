//! The folder for a user's files.

use std::path::PathBuf;

/// Dhow's folder in the user's data folder of the platform, such as `~/.local/share/dhow`. It may
/// not exist yet. `None` if the environment does not say where the data folder is.
pub fn data_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let in_home = |below: &str| variable("HOME").map(|home| PathBuf::from(home).join(below));
    let data = if cfg!(windows) {
        variable("LOCALAPPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        in_home("Library/Application Support")
    } else {
        variable("XDG_DATA_HOME").map(PathBuf::from).or_else(|| in_home(".local/share"))
    };
    data.map(|data| data.join("dhow"))
}
