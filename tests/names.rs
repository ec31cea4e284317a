//! No type name stands for two things within one crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The source folder of each crate, with the names that are still defined more than once in it. To be
/// emptied; no name may be added.
const CRATES: [(&str, &[&str]); 6] = [
    ("crates/dhow-rules/src", &[]),
    (
        "crates/dhow-engine/src",
        &[
            "Context", "Counter", "Crew", "Found", "Group", "Line", "Open", "Ply", "Scoring",
            "Share", "Stage", "Summary", "Turn", "Verdict",
        ],
    ),
    ("crates/dhow-play/src", &[]),
    ("crates/dhow-files/src", &[]),
    ("crates/dhow-lab/src", &[]),
    ("src", &[]),
];

#[test]
fn no_crate_defines_a_type_name_twice() {
    let (mut types, mut faults) = (0, Vec::new());
    for (folder, exceptions) in CRATES {
        let names = names_of(&root().join(folder));
        types += names.len();
        for (name, files) in &names {
            let excepted = exceptions.contains(&name.as_str());
            if files.len() > 1 && !excepted {
                let files: Vec<&str> = files.iter().map(String::as_str).collect();
                faults.push(format!("{name} in {}", files.join(", ")));
            }
        }
    }
    assert!(faults.is_empty(), "type names defined more than once:\n{}", faults.join("\n"));
    assert!(types > 300, "only {types} types found");
}

#[test]
fn definitions_are_found_in_every_form() {
    let text = "pub struct Plain;\npub(crate) enum Choice<T> {\n    Variant(T),\n}\ntype Short = u8;\n\
                pub unsafe trait Marked {\n    type Inner;\n}\nunion Bits { a: u8 }\n\
                // struct Comment;\nimpl Iterator for Plain {\n    type Item = u8;\n}\n\
                fn f() {\n    struct Local;\n    let type_of = 1;\n}\n\
                macro_rules! made {\n    ($name:ident) => {\n        struct $name;\n    };\n}\n\
                #[cfg(test)]\nmod tests {\n    struct InTest;\n}\n";
    assert_eq!(type_names(text), ["Plain", "Choice", "Short", "Marked", "Bits", "Local"]);
}

/// The names of all types below a folder, each with the files that define it. A file may define a name
/// for one system and for the others. Test modules do not count.
fn names_of(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in rust_files(folder) {
        let path = file.strip_prefix(root()).expect("a file of the repository");
        let is_test = path.with_extension("").components().any(|part| part.as_os_str() == "tests");
        if is_test {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for name in type_names(&text) {
            names.entry(name).or_default().insert(path.display().to_string());
        }
    }
    names
}

/// The types that a source text defines before its test module, in order. Associated types of traits, in
/// their definition and in their implementations, do not count: they are indented aliases.
fn type_names(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    code.lines().filter_map(defined).collect()
}

/// The name of the type that a line defines.
fn defined(line: &str) -> Option<String> {
    let words = line.trim_start();
    let indented = words.len() < line.len();
    let mut rest = without_visibility(words);
    rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let (keyword, rest) = rest.split_once(' ')?;
    let defines = match keyword {
        "struct" | "enum" | "trait" | "union" => true,
        "type" => !indented,
        _ => false,
    };
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (defines && !name.is_empty()).then_some(name)
}

fn without_visibility(words: &str) -> &str {
    let Some(rest) = words.strip_prefix("pub") else { return words };
    let rest = match rest.strip_prefix('(') {
        Some(restricted) => restricted.split_once(')').map_or(restricted, |(_, rest)| rest),
        None => rest,
    };
    rest.trim_start()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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
