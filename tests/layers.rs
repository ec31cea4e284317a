//! Modules use only those before them.

use std::path::{Path, PathBuf};

/// The modules of each crate in order: each may use those before it. Cargo checks the order of the crates.
const LAYERS: [(&str, &[&str]); 7] = [
    (
        "crates/dhow-rules/src",
        &[
            "cpu",
            "text",
            "square",
            "bitboard",
            "geometry",
            "betza",
            "pieces",
            "variant",
            "position",
            "movegen",
            "command",
            "perft",
            "san",
            "game",
            "description",
        ],
    ),
    (
        "crates/dhow-engine/src",
        &["clock", "threads", "perft", "endgame", "network", "eval", "search", "bench"],
    ),
    (
        "crates/dhow-play/src",
        &[
            "proof",
            "time_control",
            "clock",
            "xboard",
            "uci",
            "pgn",
            "contest",
            "board_picture",
            "annotate",
            "promising",
        ],
    ),
    (
        "crates/dhow-board/src",
        &[
            "visitor", "message", "store", "lines", "reach", "table", "view", "games", "puzzles",
            "lessons", "check", "exercise", "engines", "order", "pages", "keeper", "session",
            "analysis", "kept", "chapters", "pasted", "library", "errand", "import",
        ],
    ),
    (
        "crates/dhow-lab/src",
        &["distributions", "least_squares", "stats", "training", "ranking", "study", "tournament"],
    ),
    (
        "crates/dhow-wasm/src",
        &["rules", "setting", "uci", "session", "wire", "thinker", "board", "abi"],
    ),
    ("src", &["protocol", "web", "cli"]),
];

#[test]
fn every_module_uses_only_those_before_it() {
    let mut used = 0;
    for (source, layers) in LAYERS {
        let layer = |module: &str| {
            let found = layers.iter().position(|layer| *layer == module);
            found.unwrap_or_else(|| panic!("{source}: `{module}` is in no layer"))
        };
        let source = root().join(source);
        for file in rust_files(&source) {
            let path = file.strip_prefix(&source).expect("a file of the crate");
            let first =
                path.components().next().expect("a file name").as_os_str().to_string_lossy();
            let module = first.trim_end_matches(".rs");
            if ["lib", "main"].contains(&module) {
                continue;
            }
            let own = layer(module);
            let text = std::fs::read_to_string(&file).expect("a readable file");
            // Macros are exported by the crate as a whole.
            let others = modules_used(&text)
                .into_iter()
                .filter(|other| !["board", "each_family"].contains(&other.as_str()));
            for other in others {
                assert!(layer(&other) <= own, "{}: `{module}` uses `{other}`", path.display());
                used += 1;
            }
        }
    }
    assert!(used > 50, "only {used} uses found");
}

/// Files of the search that use each other in a circle could not be understood one by one.
#[test]
fn no_files_of_the_search_use_each_other_in_a_circle() {
    let folder = root().join("crates/dhow-engine/src/search");
    let mut uses: Vec<(String, Vec<String>)> = Vec::new();
    let files = rust_files(&folder);
    let module = |file: &Path| {
        let path = file.strip_prefix(&folder).expect("a file of the search").with_extension("");
        let parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
        parts.filter(|part| part != "mod").collect::<Vec<String>>().join("::")
    };
    let modules: Vec<String> = files.iter().map(|file| module(file)).collect();
    for (file, module) in files.iter().zip(&modules) {
        if !module.split("::").any(|part| part == "tests") {
            let text = std::fs::read_to_string(file).expect("a readable file");
            uses.push((module.clone(), siblings_used(module, &text, &modules)));
        }
    }
    let number: usize = uses.iter().map(|(_, used)| used.len()).sum();
    assert!(uses.len() > 30 && number > 100, "only {number} uses in {} files", uses.len());
    // Removes the files that use none of the rest, until no such file is left.
    loop {
        let left: Vec<String> = uses.iter().map(|(module, _)| module.clone()).collect();
        uses.retain(|(_, used)| used.iter().any(|other| left.contains(other)));
        if uses.len() == left.len() {
            assert!(left.is_empty(), "{left:?} use each other in a circle");
            return;
        }
    }
}

/// The modules of `modules`, all named from one folder, that `module` uses in the code of `text`, without its tests.
fn siblings_used(module: &str, text: &str, modules: &[String]) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let code = without_comments(code);
    let own: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    let mut paths = Vec::new();
    let mut rest = &code[..];
    while let Some(at) = rest.find("super::") {
        rest = &rest[at..];
        let mut up = 0;
        while let Some(further) = rest.strip_prefix("super::") {
            (rest, up) = (further, up + 1);
        }
        let base = &own[..own.len().saturating_sub(up)];
        paths.extend(names_at(rest).into_iter().map(|name| [base, &[&name]].concat().join("::")));
    }
    for (start, base) in [("crate::search::", &[][..]), ("use ", &own), ("use self::", &own)] {
        let names = code.split(start).skip(1).flat_map(names_at);
        paths.extend(names.map(|name| [base, &[&name]].concat().join("::")));
    }
    let holder = |path: &String| match modules.contains(path) {
        true => path.clone(),
        // An item of the parent module.
        false => path.rsplit_once("::").map_or("", |(above, _)| above).to_string(),
    };
    // From its own folder a file also names crates and its own items.
    let used = paths.iter().map(holder).filter(|other| other != module && modules.contains(other));
    used.collect()
}

#[test]
fn uses_of_siblings_are_found_in_every_form() {
    let modules = ["", "a", "b", "c", "d", "b::e", "b::f"].map(String::from);
    let text = "use super::super::{a::A, c};\nuse super::f;\nfn g() -> super::Item {}\n\
                use crate::search::d;\nuse std::fmt;\n// super::super::b\n\
                #[cfg(test)]\nmod tests {\nuse super::super::Root;";
    assert_eq!(siblings_used("b::e", text, &modules), ["a", "c", "b::f", "b", "d"]);
    assert_eq!(siblings_used("", "pub use a::A;\nuse std::fmt;", &modules), ["a"]);
    assert_eq!(siblings_used("a", "use super::Item;", &modules), [""]);
}

/// Outside `geometry` only tests name a layout: all other code is generic over the board.
#[test]
fn no_module_but_geometry_names_a_layout() {
    let mut read = 0;
    for file in sources() {
        let path = file.strip_prefix(root()).expect("a file of the repository");
        let is_test = path.with_extension("").components().any(|part| part.as_os_str() == "tests");
        if is_test || path.starts_with("crates/dhow-rules/src/geometry") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            assert!(!names_a_layout(line), "{}: {line}", path.display());
            read += 1;
        }
    }
    assert!(read > 10_000, "only {read} lines");
}

/// Whether a line has a word such as `Layout12` or `Layout32x16`.
fn names_a_layout(line: &str) -> bool {
    line.match_indices("Layout")
        .any(|(at, word)| line[at + word.len()..].starts_with(|next: char| next.is_ascii_digit()))
}

#[test]
fn layouts_are_found() {
    assert!(names_a_layout("fn f(p: &Position<Layout12>) {}"));
    assert!(names_a_layout("use crate::geometry::{Geometry, Layout10x12};"));
    assert!(!names_a_layout("fn board(b: Board) -> Bitboard<3> {}"));
}

#[test]
fn uses_are_found_in_every_form() {
    let text = "use crate::position::Move;\nuse crate::{\n    eval,\n    game::Game,\n};\n\
                // crate::cli\nfn f() -> crate::pieces::Color { panic!() }\nuse crate::san as s;";
    let mut used = modules_used(text);
    used.sort();
    assert_eq!(used, ["eval", "game", "pieces", "position", "san"]);
}

/// Without `unsafe` the compiler rules out data races and invalid memory accesses.
#[test]
fn unsafe_code_stands_in_five_files_only() {
    let mut found = sources();
    found.retain(|file| {
        let text = std::fs::read_to_string(file).expect("a readable file");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.into_iter().any(|line| line.contains("allow(unsafe_code)"))
    });
    found.sort();
    // Advice to the system about memory; the scheduling of a thread; instructions of the processor at hand, and
    // prefetching; how the allocator treats large blocks; and the functions between WebAssembly and its host.
    let expected = [
        "crates/dhow-engine/src/search/memory.rs",
        "crates/dhow-engine/src/threads.rs",
        "crates/dhow-rules/src/cpu.rs",
        "crates/dhow-wasm/src/abi.rs",
        "src/cli/allocator.rs",
    ];
    assert_eq!(found, expected.map(|file| root().join(file)));
}

/// The names after `crate::` outside of comments.
fn modules_used(text: &str) -> Vec<String> {
    without_comments(text).split("crate::").skip(1).flat_map(names_at).collect()
}

fn without_comments(text: &str) -> String {
    let code: Vec<&str> = text.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
    code.join("\n")
}

/// The next name of a path, or the names if a group follows.
fn names_at(rest: &str) -> Vec<String> {
    let Some(group) = rest.strip_prefix('{') else { return vec![name_at(rest)] };
    let group = &group[..group.find("};").unwrap_or(group.len())];
    let mut depth = 0;
    let items = group.split(|c: char| {
        depth += (c == '{') as i32 - (c == '}') as i32;
        c == ',' && depth == 0
    });
    items.map(name_at).filter(|name| !name.is_empty()).collect()
}

/// The name at the start of a text.
pub fn name_at(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of all crates, without their tests beside `src`.
fn sources() -> Vec<PathBuf> {
    let mut folders = vec!["src", "crates/dhow-files/src"];
    folders.extend(LAYERS.map(|(folder, _)| folder).iter().filter(|folder| **folder != "src"));
    folders.into_iter().flat_map(|folder| rust_files(&root().join(folder))).collect()
}

/// The source files in a folder and those below it.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
