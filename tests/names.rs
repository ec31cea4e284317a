//! No type name stands for two things within one crate, and few crates share one.

use crate::layers::{name_at, root, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The source folder of each crate.
const CRATES: [&str; 6] = [
    "crates/dhow-rules/src",
    "crates/dhow-engine/src",
    "crates/dhow-play/src",
    "crates/dhow-files/src",
    "crates/dhow-lab/src",
    "src",
];

/// Names that two crates or more define, each for itself. To be shortened: a name that several crates use should
/// mean one thing.
const SHARED: &[&str] = &[
    "Answer",
    "Clocks",
    "Command",
    "Config",
    "Contest",
    "Counting",
    "Description",
    "Draft",
    "Effort",
    "End",
    "Ended",
    "Ending",
    "Entry",
    "Eval",
    "EventSink",
    "Group",
    "Kind",
    "Level",
    "Look",
    "Next",
    "Node",
    "OptionError",
    "Piece",
    "Place",
    "Player",
    "PositionError",
    "Problem",
    "Reach",
    "Reader",
    "Record",
    "Reply",
    "Row",
    "Seat",
    "Set",
    "Side",
    "State",
    "TableStyle",
    "Target",
    "Thinking",
    "Visitor",
    "Way",
];

#[test]
fn no_other_name_is_shared_by_crates() {
    let mut crates: BTreeMap<String, usize> = BTreeMap::new();
    for folder in CRATES {
        names_of(&root().join(folder))
            .into_keys()
            .for_each(|name| *crates.entry(name).or_default() += 1);
    }
    let shared: Vec<String> =
        crates.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect();
    assert_eq!(shared, SHARED, "the list is what crates share, in alphabetical order");
}

#[test]
fn no_crate_defines_a_type_name_twice() {
    let (mut types, mut faults) = (0, Vec::new());
    for folder in CRATES {
        let names = names_of(&root().join(folder));
        types += names.len();
        for (name, files) in names.iter().filter(|(_, files)| files.len() > 1) {
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            faults.push(format!("{name} in {}", files.join(", ")));
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
/// for one system and for the others. Test modules do not count, nor does the search without threads, which takes the
/// place of `search_threads`.
fn names_of(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
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
