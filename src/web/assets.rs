//! The page, its scripts, styles and pictures, which are compiled in.

use dhow_board::games;
use dhow_rules::variant::Catalogue;
use std::collections::BTreeMap;

/// A file that is served.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The content type.
    pub kind: &'static str,
    /// Its content.
    pub content: Vec<u8>,
    /// The entity tag, a hash of the content.
    pub tag: String,
}

impl Asset {
    /// A file of this type and content.
    pub fn new(kind: &'static str, content: impl Into<Vec<u8>>) -> Self {
        let content = content.into();
        let tag = format!("\"{:08x}-{:x}\"", crc32fast::hash(&content), content.len());
        Self { kind, content, tag }
    }
}

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../share/web/", $path)))),*]
    };
}

const FILES: &[(&str, &str)] = files![
    "index.html",
    "icon.svg",
    "style/analysis.css",
    "style/base.css",
    "style/board.css",
    "style/panels.css",
    "style/print.css",
    "style/puzzles.css",
    "style/start.css",
    "js/main.js",
    "js/address.js",
    "js/advice.js",
    "js/analysis.js",
    "js/analysishand.js",
    "js/analysisparts.js",
    "js/annotate.js",
    "js/app.js",
    "js/board/animate.js",
    "js/board/arrange.js",
    "js/board/geometry.js",
    "js/board/gestures.js",
    "js/board/keyboard.js",
    "js/board/marks.js",
    "js/board/promotion.js",
    "js/board/view.js",
    "js/captured.js",
    "js/chapters.js",
    "js/comments.js",
    "js/controls.js",
    "js/dom.js",
    "js/draw.js",
    "js/drawoffer.js",
    "js/editor.js",
    "js/evaluation.js",
    "js/exercise.js",
    "js/files.js",
    "js/gallery.js",
    "js/hand.js",
    "js/hint.js",
    "js/host.js",
    "js/kept.js",
    "js/learn.js",
    "js/legend.js",
    "js/lessons.js",
    "js/levels.js",
    "js/link.js",
    "js/men.js",
    "js/newgame.js",
    "js/notes.js",
    "js/pace.js",
    "js/page.js",
    "js/panels.js",
    "js/paste.js",
    "js/pen.js",
    "js/picture.js",
    "js/play.js",
    "js/protocol.js",
    "js/puzzlefiles.js",
    "js/puzzles.js",
    "js/rules.js",
    "js/rulesview.js",
    "js/seats.js",
    "js/settings.js",
    "js/setupadvice.js",
    "js/shapes.js",
    "js/socket.js",
    "js/sound.js",
    "js/targets.js",
    "js/typed.js",
    "js/words.js",
];

/// The icon for home screens, which `.ci/web/icon.mjs` draws.
const ICON: (&str, &[u8]) = ("icon.png", include_bytes!("../../share/web/icon.png"));

/// The content type by the extension of a path.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "text/plain; charset=utf-8",
    }
}

/// All files by their paths, and one file with the pictures of all pieces in these games.
pub fn all(catalogue: &Catalogue) -> BTreeMap<String, Asset> {
    let file =
        |&(path, content): &(&str, &str)| (path.to_string(), Asset::new(kind(path), content));
    let mut files: BTreeMap<String, Asset> = FILES.iter().map(file).collect();
    let (path, content) = ICON;
    files.insert(path.into(), Asset::new(kind(path), content));
    files.insert("pieces.svg".into(), pictures(catalogue));
    files
}

/// The pictures of the pieces in these games.
pub fn pictures(catalogue: &Catalogue) -> Asset {
    Asset::new(kind(".svg"), games::pictures(catalogue))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn shipped(folder: &Path, below: &str, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            match path.is_dir() {
                true => shipped(&path, &format!("{below}{name}/"), found),
                false => drop(found.insert(format!("{below}{name}"))),
            }
        }
    }

    #[test]
    fn every_shipped_file_is_served() {
        let mut files = BTreeSet::new();
        shipped(&Path::new(env!("CARGO_MANIFEST_DIR")).join("share/web"), "", &mut files);
        // Type declarations are for editors; the browser does not need them.
        files.retain(|path| !path.ends_with(".d.ts") && !path.ends_with(".json"));
        let served = FILES.iter().map(|(path, _)| path).chain([&ICON.0]);
        assert_eq!(files, served.map(ToString::to_string).collect());
    }

    #[test]
    fn all_is_small() {
        let files = all(&VARIANTS);
        let size: usize = files.values().map(|file| file.content.len()).sum();
        assert!(size < 520 << 10, "{size} bytes");
        for (path, content) in FILES {
            assert!(content.lines().count() <= 400, "{path} is long");
        }
    }
}
