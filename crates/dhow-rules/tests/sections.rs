//! How many sections of a file of another program can be played.

use dhow_rules::game::read_variants;
use dhow_rules::variant::ini::VariantFiles;
use std::collections::BTreeMap;

/// The name of a section, that of its parent, and its text.
type NamedSection<'a> = (&'a str, Option<&'a str>, String);

fn sections(text: &str) -> Vec<NamedSection<'_>> {
    let mut sections: Vec<NamedSection> = Vec::new();
    for line in text.lines() {
        if let Some((header, _)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            let (name, parent) = header.split_once(':').unzip();
            sections.push((name.unwrap_or(header), parent, String::new()));
        }
        if let Some((.., section)) = sections.last_mut() {
            *section += line;
            section.push('\n');
        }
    }
    sections
}

/// Prints each section of the file that the environment variable `VARIANTS_INI` names, with `ok` or
/// why it cannot be played, and how often each reason occurs. A section is read together with those
/// that it starts from.
#[test]
#[ignore = "needs a file of another program"]
fn sections_of_a_file_of_another_program() {
    let path = std::env::var("VARIANTS_INI").expect("VARIANTS_INI names a file");
    let text = std::fs::read_to_string(path).expect("a file");
    let sections = sections(&text);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (name, ..) in &sections {
        let (mut lines, mut next) = (String::new(), Some(*name));
        while let Some((_, parent, section)) = sections.iter().find(|it| Some(it.0) == next) {
            lines.insert_str(0, section);
            next = *parent;
        }
        let told = read_variants(&mut VariantFiles::default(), &lines);
        let mut why: Vec<String> = match &told {
            Ok(()) => vec!["ok".into()],
            Err(mistakes) => mistakes.iter().map(|it| it.problem.to_string()).collect(),
        };
        why.sort();
        why.dedup();
        println!("{name}: {}", why.join("; "));
        why.into_iter().for_each(|why| *reasons.entry(why).or_default() += 1);
    }
    println!("\n{} sections", sections.len());
    reasons.iter().for_each(|(why, count)| println!("{count}\t{why}"));
}
