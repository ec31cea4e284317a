//! Modules know only those before them.

use std::path::{Path, PathBuf};

/// The modules of each crate in order: each may use those before it. Between crates Cargo sees to it.
const LAYERS: [(&str, &[&str]); 5] = [
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
        &["threads", "perft", "endgame", "network", "eval", "search", "bench"],
    ),
    (
        "crates/dhow-play/src",
        &["time_control", "clock", "xboard", "pgn", "contest", "board_picture", "annotate"],
    ),
    ("crates/dhow-lab/src", &["distributions", "stats", "training", "ranking", "tournament"]),
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

/// Above `geometry` no board has a name but in tests: what is written for one is written for all.
#[test]
fn no_module_but_geometry_names_a_board() {
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
            assert!(!names_a_board(line), "{}: {line}", path.display());
            read += 1;
        }
    }
    assert!(read > 10_000, "only {read} lines");
}

/// Whether a line has a word such as `Board12` or `Board30x15`.
fn names_a_board(line: &str) -> bool {
    line.match_indices("Board")
        .any(|(at, word)| line[at + word.len()..].starts_with(|next: char| next.is_ascii_digit()))
}

#[test]
fn boards_are_found() {
    assert!(names_a_board("fn f(p: &Position<Board12>) {}"));
    assert!(names_a_board("use crate::geometry::{Geometry, Board10x8};"));
    assert!(!names_a_board("fn board(b: Board) -> Bitboard<3> {}"));
}

#[test]
fn uses_are_found_in_every_form() {
    let text = "use crate::position::Move;\nuse crate::{\n    eval,\n    game::Game,\n};\n\
                // crate::cli\nfn f() -> crate::pieces::Color { panic!() }\nuse crate::san as s;";
    let mut used = modules_used(text);
    used.sort();
    assert_eq!(used, ["eval", "game", "pieces", "position", "san"]);
}

/// Without `unsafe` the compiler rules out data races and reads of wrong memory.
#[test]
fn unsafe_code_stands_in_four_files_only() {
    let mut found = sources();
    found.retain(|file| {
        let text = std::fs::read_to_string(file).expect("a readable file");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.into_iter().any(|line| line.contains("allow(unsafe_code)"))
    });
    found.sort();
    // Advice to the system about memory; a thread's claim to the processor; instructions of the processor at hand, and
    // prefetching; how the allocator treats large blocks.
    let expected = [
        "crates/dhow-engine/src/search/memory.rs",
        "crates/dhow-engine/src/threads.rs",
        "crates/dhow-rules/src/cpu.rs",
        "src/cli/allocator.rs",
    ];
    assert_eq!(found, expected.map(|file| root().join(file)));
}

/// The names after `crate::` in all that is no comment.
fn modules_used(text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
    let mut modules = Vec::new();
    for rest in code.join("\n").split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = &group[..group.find("};").unwrap_or(group.len())];
                let mut depth = 0;
                let items = group.split(|c: char| {
                    depth += (c == '{') as i32 - (c == '}') as i32;
                    c == ',' && depth == 0
                });
                modules.extend(items.map(name_at).filter(|name| !name.is_empty()));
            }
            None => modules.push(name_at(rest)),
        }
    }
    modules
}

fn name_at(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of all crates, without their tests beside `src`.
fn sources() -> Vec<PathBuf> {
    let mut folders = vec!["src", "crates/dhow-files/src"];
    folders.extend(LAYERS.map(|(folder, _)| folder).iter().filter(|folder| **folder != "src"));
    folders.into_iter().flat_map(|folder| rust_files(&root().join(folder))).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
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
