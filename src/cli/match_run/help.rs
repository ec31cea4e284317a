//! The help of `dhow match`, generated from the lists of flags and engine settings.

use super::super::help::width;
use super::super::screen::folded;
use super::engine_flags::{EngineKey, SETTINGS};
use super::flags::{ENGINES, FlagDef, GROUPS};

const INTRODUCTION: &str = "\
Lets engines play each other, and judges their games by the rules. Flags, output lines and the score
table are those of cutechess-cli, as far as they apply to these variants.
";

/// The column of explanations.
const COLUMN: usize = 25;

/// The text of `--help` before the usage.
pub fn long() -> String {
    long_within(width())
}

/// The same, wrapped at this width, except flags that are longer themselves.
pub fn long_within(width: usize) -> String {
    let flag = |flag: &FlagDef| (flag.usage(), flag.help);
    let setting = |setting: &EngineKey| (setting.usage(), setting.help);
    let mut text = format!("{INTRODUCTION}\n");
    text += &table(2, width, ENGINES.iter().map(flag));
    text += &table(6, width, SETTINGS.iter().map(setting));
    for group in GROUPS {
        text += "\n";
        text += &table(2, width, group.iter().map(flag));
    }
    text.trim_end().into()
}

/// A table of usages, indented, with explanations wrapped at `width`. A usage without an explanation shares
/// that of the next.
fn table(
    indent: usize,
    width: usize,
    entries: impl Iterator<Item = (String, &'static str)>,
) -> String {
    let mut text = String::new();
    let mut usages: Vec<String> = Vec::new();
    for (usage, help) in entries {
        usages.push(usage);
        if help.is_empty() {
            continue;
        }
        let mut line = format!("{:indent$}{}", "", usages.join(", "));
        usages.clear();
        // With less than two spaces before it, the explanation begins on a new line.
        if line.len() + 2 > COLUMN {
            let broken = folded(&line, width.saturating_sub(indent));
            text += &format!("{}\n", broken.replace('\n', &format!("\n{:indent$}", "")));
            line.clear();
        }
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in folded(&help, width.saturating_sub(COLUMN)).lines() {
            text += &format!("{line:COLUMN$}{part}\n");
            line.clear();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn explanations_stand_below_each_other() {
        let entries = [("-a N", "short"), ("-b", ""), ("-c", "two\nlines")];
        let entries = entries.map(|(usage, help)| (usage.to_string(), help));
        let wide = format!("-d {}", "x".repeat(20));
        let text = table(2, 31, entries.into_iter().chain([(wide.clone(), "wide")]));
        let gap = " ".repeat(25);
        let (first, second) = (format!("{:25}", "  -a N"), format!("{:25}", "  -b, -c"));
        let expected = format!("{first}short\n{second}two\n{gap}lines\n  {wide}\n{gap}wide\n");
        assert_eq!(text, expected);
    }

    #[test]
    fn the_help_fits_a_hundred_columns_and_has_every_flag() {
        for columns in [80, 100] {
            let text = long_within(columns);
            let fits = |line: &str| line.len() <= columns && line == line.trim_end();
            assert_eq!(text.lines().skip(3).find(|line| !fits(line)), None);
        }
        let text = long_within(100);
        for usage in ["-engine KEY=VALUE...   an", "  -event NAME, -site NAME\n", "-debug   "] {
            assert!(text.contains(usage), "{usage}");
        }
        for flag in ENGINES.iter().chain(GROUPS.into_iter().flatten()) {
            assert!(text.contains(&flag.usage()), "{}", flag.names[0]);
        }
        for setting in SETTINGS {
            assert!(text.contains(&setting.usage()), "{}", setting.key);
        }
    }

    /// The words in the first column of the tables under `## Flags` in `docs/match.md`.
    fn documented() -> BTreeSet<String> {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/match.md");
        let text = std::fs::read_to_string(file).expect("the page");
        let text = text.split("\n## Flags\n").nth(1).expect("the chapter");
        let text = text.split("\n## ").next().expect("its end");
        let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
        let cells = rows.map(|row| row.split(" | ").next().expect("a cell"));
        let words = cells.flat_map(|cell| cell.split(", `"));
        words.map(name).collect()
    }

    /// The name at the start of a usage: a flag, or a key with its sign.
    fn name(usage: &str) -> String {
        let usage = usage.split(['`', ' ']).next().expect("a word");
        match usage.split_once(['=', '.']) {
            Some((key, _)) if !usage.starts_with('-') => key.into(),
            _ => usage.into(),
        }
    }

    #[test]
    fn the_page_names_every_flag_and_no_other() {
        let flags = ENGINES.iter().chain(GROUPS.into_iter().flatten()).map(FlagDef::usage);
        // The text explains these two; the table has what follows them.
        let flags =
            flags.filter(|usage| !usage.starts_with("-engine") && !usage.starts_with("-each"));
        let all: BTreeSet<String> =
            flags.chain(SETTINGS.iter().map(EngineKey::usage)).map(|usage| name(&usage)).collect();
        assert!(all.len() > 30, "{all:?}");
        assert_eq!(documented(), all);
    }
}
