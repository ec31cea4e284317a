//! Leaf counts: known ones, and those of the suites in `perft-data`.

use crate::common::positions::rules;
use crate::common::positions::{ONE_MOVE_GAMES, plain_perft, position, variant};
use dhow::perft::perft;
use dhow::position::Position;
use dhow::variant::find;
use std::path::{Path, PathBuf};

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
fn counting_the_last_ply_equals_making_it() {
    for variant in ONE_MOVE_GAMES.iter() {
        let mut position = Position::start(rules(variant)).expect("a start array");
        assert_eq!(plain_perft(&mut position, 3), perft(&mut position, 3), "{}", variant.id);
    }
    for (file, text) in suites() {
        for line in lines(&text).step_by(7) {
            let (fen, id, _) = entry(line).unwrap_or_else(|| panic!("{file:?}: {line}"));
            let mut position = position(id, fen);
            let shallow = if position.count_legal_moves() < 150 { 2 } else { 1 };
            let counted = perft(&mut position, shallow);
            assert_eq!(plain_perft(&mut position, shallow), counted, "{line}");
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
    let mut verified = 0;
    for (file, text) in suites() {
        for line in lines(&text) {
            let (fen, id, counts) = entry(line).unwrap_or_else(|| panic!("{file:?}: {line}"));
            let mut position = position(id, fen);
            for (depth, count) in counts.into_iter().filter(|&(_, count)| count <= most_leaves) {
                assert_eq!(perft(&mut position, depth), count, "{id} {fen} depth {depth}");
                verified += 1;
            }
        }
    }
    assert!(verified >= 1000, "only {verified} counts in perft-data");
}

#[test]
fn every_variant_has_a_suite() {
    let suites = suites();
    for variant in ONE_MOVE_GAMES.iter() {
        let name = format!("{}.epd", variant.id);
        let (_, text) = suites
            .iter()
            .find(|(file, _)| file.file_name().is_some_and(|found| found == name.as_str()))
            .unwrap_or_else(|| panic!("no {name}"));
        assert!(lines(text).all(|line| line.contains(&format!(";variant {} ;", variant.id))));
    }
}

/// The files of `perft-data` with their texts.
fn suites() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft-data");
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "epd"));
    files.sort();
    let read = |file: PathBuf| (file.clone(), std::fs::read_to_string(file).unwrap());
    files.into_iter().map(read).collect()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Position, variant, and counts by depth.
type Entry<'a> = (&'a str, &'static str, Vec<(u32, u64)>);

/// A line `FEN ;variant ID ;D1 n ;D2 n`.
fn entry(line: &str) -> Option<Entry<'_>> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next()?;
    let id = find(fields.next()?.strip_prefix("variant ")?)?.id.as_str();
    let count = |field: &str| {
        let (depth, count) = field.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, count.parse().ok()?))
    };
    let counts: Option<Vec<(u32, u64)>> = fields.map(count).collect();
    Some((fen, id, counts?)).filter(|(_, _, counts)| !counts.is_empty())
}
