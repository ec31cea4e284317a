//! Leaf counts: known ones, and those of the suites in `perft-data`.

use crate::common::counting::{count, plain_count, replies};
use crate::common::positions::{position, variant};
use dhow_rules::game::{Game, read_variants};
use dhow_rules::perft::perft;
use dhow_rules::variant::ini::VariantFiles;
use dhow_rules::variant::{CommandOption, VARIANTS, Variant, find};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Counts of the default arrays from depth 1, agreed by independent programs.
const START_ARRAYS: [(&str, &[u64]); 6] = [
    ("metamachy", &[61, 3721, 233126, 14604289]),
    ("zanzibar-s", &[53, 2809, 163758, 9544588]),
    ("zanzibar-xl", &[48, 2304, 120610, 6311220, 357363083]),
    ("zanzibar-xl-classic", &[47, 2209, 112739, 5751389]),
    ("zanzibar-xxl", &[29, 841, 28279, 950390, 36415237]),
    ("maasai", &[29, 841, 28279, 950390, 36347951]),
];

/// The same without jump rights.
const WITHOUT_JUMPS: [(&str, &[u64]); 2] =
    [("metamachy", &[59, 3481, 211204, 12813145]), ("zanzibar-xl", &[48, 2304, 120274, 6276220])];

/// The same of games with leaders, in actions.
const COMMAND_ARRAYS: [(&str, &[CommandOption], &[u64]); 7] = [
    ("mini-chieftain", &[], &[58, 3136, 181888, 9834496]),
    ("chieftain", &[], &[130, 16420, 1716222, 120922522]),
    ("superchief", &[], &[198, 38010, 6754914]),
    ("overlord", &[], &[252, 62274, 14741854]),
    ("grand-chieftain", &[], &[73, 4948, 300651, 15796140]),
    ("chieftain", &[CommandOption::FreeScouts], &[130, 16540, 1846884]),
    ("mini-chieftain", &[CommandOption::Exchange], &[60, 3300, 198000, 10890000]),
];

/// No count of the suites is verified above this many leaves unless asked for.
const MOST_LEAVES: u64 = 3_000_000;

fn assert_counts(id: &str, fen: &str, counts: &[u64]) {
    let mut position = position(id, fen);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&mut position, depth), count, "{id} {fen} depth {depth}");
        assert_eq!(position.key(), position.fresh_key(), "{id} {fen}");
    }
    assert_eq!(position.fen(), fen, "{id}");
}

#[test]
fn start_arrays_have_the_known_counts_to_depth_4() {
    for (id, counts) in START_ARRAYS {
        assert_counts(id, &variant(id).start, &counts[..4]);
    }
}

#[test]
#[ignore = "some 400 million leaves"]
fn start_arrays_have_the_known_counts_at_depth_5() {
    for (id, counts) in START_ARRAYS.into_iter().filter(|(_, counts)| counts.len() > 4) {
        assert_counts(id, &variant(id).start, counts);
    }
}

#[test]
fn start_arrays_without_jump_rights_have_the_known_counts() {
    for (id, counts) in WITHOUT_JUMPS {
        assert_counts(id, &variant(id).start.replace(" Kk ", " - "), counts);
    }
}

#[test]
fn arrays_of_games_with_leaders_have_the_known_counts() {
    assert_command_arrays(0, 20_000_000);
}

#[test]
#[ignore = "some 120 million leaves"]
fn arrays_of_games_with_leaders_have_the_known_counts_deeper() {
    assert_command_arrays(20_000_000, u64::MAX);
}

fn assert_command_arrays(least: u64, most: u64) {
    for (id, on, counts) in COMMAND_ARRAYS {
        let game = Game::new(&Arc::new(variant(id).with_options(on)));
        for (depth, &expected) in (1..).zip(counts) {
            if (least..most).contains(&expected) {
                assert_eq!(count(&game, depth), expected, "{id} {on:?} depth {depth}");
            }
        }
    }
}

#[test]
fn counting_the_last_ply_equals_making_it() {
    for variant in VARIANTS.iter() {
        let game = Game::new(variant);
        let depth = if variant.command.is_none() { 3 } else { 2 };
        assert_eq!(plain_count(&game, depth), count(&game, depth), "{}", variant.id);
    }
    for (file, text) in suites() {
        for line in lines(&text).step_by(7) {
            let (game, _) = entry(line).unwrap_or_else(|| panic!("{file:?}: {line}"));
            let shallow = if game.legal_moves().len() < 150 { 2 } else { 1 };
            assert_eq!(plain_count(&game, shallow), count(&game, shallow), "{line}");
        }
    }
}

#[test]
fn replies_counted_together_equal_those_of_each_position() {
    for (file, text) in suites() {
        for line in lines(&text) {
            let (game, _) = entry(line).unwrap_or_else(|| panic!("{file:?}: {line}"));
            let (together, one_by_one) = replies(&game);
            assert_eq!(together, one_by_one, "{line}");
        }
    }
}

#[test]
fn suites_hold() {
    verify_suites(MOST_LEAVES);
}

#[test]
#[ignore = "hundreds of millions of leaves"]
fn suites_hold_at_every_depth() {
    verify_suites(u64::MAX);
}

fn verify_suites(most_leaves: u64) {
    for (file, text) in suites() {
        let mut verified = 0;
        for line in lines(&text) {
            let (game, counts) = entry(line).unwrap_or_else(|| panic!("{file:?}: {line}"));
            for (depth, expected) in counts.into_iter().filter(|&(_, count)| count <= most_leaves) {
                assert_eq!(count(&game, depth), expected, "{line}: depth {depth}");
                verified += 1;
            }
        }
        assert!(verified >= 100, "only {verified} counts in {file:?}");
    }
}

/// Games of files that do not come with the program: boards of odd sizes, and with missing squares.
#[test]
fn suites_of_files_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../perft-data/files");
    let mut games = 0;
    for (file, text) in suites_in(&folder) {
        let path = file.with_extension("ini");
        let mut files = VariantFiles::default();
        read_variants(&mut files, &std::fs::read_to_string(&path).expect("a file"))
            .unwrap_or_else(|mistakes| panic!("{path:?}: {mistakes:?}"));
        let known = |id: &str| files.games().iter().find(|game| game.id == id);
        let mut verified = 0;
        for line in lines(&text) {
            let (game, counts) =
                entry_of(line, known).unwrap_or_else(|| panic!("{file:?}: {line}"));
            for (depth, expected) in counts.into_iter().filter(|&(_, count)| count <= MOST_LEAVES) {
                assert_eq!(count(&game, depth), expected, "{line}: depth {depth}");
                verified += 1;
            }
        }
        assert!(verified >= 20, "only {verified} counts in {file:?}");
        games += 1;
    }
    assert_eq!(games, 9);
}

#[test]
fn every_variant_has_a_suite() {
    let suites = suites();
    for variant in VARIANTS.iter() {
        let name = format!("{}.epd", variant.id);
        let (_, text) = suites
            .iter()
            .find(|(file, _)| file.file_name().is_some_and(|found| found == name.as_str()))
            .unwrap_or_else(|| panic!("no {name}"));
        assert!(lines(text).all(|line| line.contains(&format!(";variant {} ;", variant.id))));
    }
}

/// The files of `perft-data` with their texts.
pub fn suites() -> Vec<(PathBuf, String)> {
    suites_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../perft-data"))
}

/// The suites of a folder.
fn suites_in(folder: &Path) -> Vec<(PathBuf, String)> {
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "epd"));
    files.sort();
    let read = |file: PathBuf| (file.clone(), std::fs::read_to_string(file).unwrap());
    files.into_iter().map(read).collect()
}

pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The position of a line `FEN ;variant ID ;option NAME ;D1 n ;D2 n`, and its counts by depth.
fn entry(line: &str) -> Option<(Game, Vec<(u32, u64)>)> {
    entry_of(line, find)
}

/// The same with the games that `find` finds.
fn entry_of<'a>(
    line: &str,
    find: impl Fn(&str) -> Option<&'a Arc<Variant>>,
) -> Option<(Game, Vec<(u32, u64)>)> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next()?;
    let id = fields.next()?.strip_prefix("variant ")?;
    let variant = find(id)?;
    let (mut on, mut counts) = (Vec::new(), Vec::new());
    for field in fields {
        if let Some(name) = field.strip_prefix("option ") {
            on.push(variant.find_option(name).ok()?);
            continue;
        }
        let (depth, count) = field.strip_prefix('D')?.split_once(' ')?;
        counts.push((depth.parse().ok()?, count.parse().ok()?));
    }
    let variant = if on.is_empty() { variant.clone() } else { Arc::new(variant.with_options(&on)) };
    let game = Game::from_fen(&variant, fen).ok()?;
    let canonical = game.variant().command.is_none() || game.fen() == fen;
    (canonical && !counts.is_empty()).then_some((game, counts))
}
