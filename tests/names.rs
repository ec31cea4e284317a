//! No type name stands for two things, within one crate or across crates.

use crate::layers::{name_at, root, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The source folder of each crate.
const CRATES: [&str; 8] = [
    "crates/dhow-rules/src",
    "crates/dhow-engine/src",
    "crates/dhow-play/src",
    "crates/dhow-board/src",
    "crates/dhow-files/src",
    "crates/dhow-lab/src",
    "crates/dhow-wasm/src",
    "src",
];

#[test]
fn no_type_name_is_defined_twice() {
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    CRATES.iter().for_each(|folder| add_names(&root().join(folder), &mut names));
    let doubled = names.iter().filter(|(_, files)| files.len() > 1);
    let faults: Vec<String> = doubled.map(|(name, files)| format!("{name}: {files:?}")).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(names.len() > 700, "only {} types found", names.len());
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

/// Adds the names of all types below a folder, each with the files that define it. A file may define a name
/// for one system and for the others. Test modules do not count, nor does the search without threads, which takes the
/// place of `search_threads`.
fn add_names(folder: &Path, names: &mut BTreeMap<String, BTreeSet<String>>) {
    for file in rust_files(folder) {
        let path = file.strip_prefix(root()).expect("a file of the repository");
        let is_test = path.with_extension("").components().any(|part| part.as_os_str() == "tests");
        if is_test || file.ends_with("no_search_threads.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for name in type_names(&text) {
            names.entry(name).or_default().insert(path.display().to_string());
        }
    }
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
    let name = name_at(rest);
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
