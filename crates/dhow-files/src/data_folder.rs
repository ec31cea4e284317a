//! Where a person's files belong.

use std::path::PathBuf;

/// Dhow's folder among the data of whoever runs the program, as the system has it; `None` if nothing
/// says where that is.
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
