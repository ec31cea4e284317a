//! The games of `share/variants`.

use dhow::game::read_variants;
use dhow::variant::Variant;
use dhow::variant::ini::VariantFiles;
use once_cell::sync::Lazy;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All of them.
pub static SHIPPED: Lazy<Vec<Arc<Variant>>> = Lazy::new(|| {
    let mut files = VariantFiles::default();
    let found = std::fs::read_dir(file("").parent().expect("a folder")).expect("a folder");
    let mut paths: Vec<PathBuf> = found.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ini"));
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a file");
        read_variants(&mut files, &text)
            .unwrap_or_else(|mistakes| panic!("{path:?}: {mistakes:?}"));
    }
    files.games().to_vec()
});

/// The file of one of them.
pub fn file(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("share/variants/{id}.ini"))
}

/// The game with this name.
pub fn game(id: &str) -> Arc<Variant> {
    let found = SHIPPED.iter().find(|variant| variant.id == id);
    found.unwrap_or_else(|| panic!("no game {id}")).clone()
}
