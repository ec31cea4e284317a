//! Leaf counts of the reference for the Chieftain family: those that independent programs agree
//! on.

use crate::command_reference::{Position, VARIANTS, find};
use crate::perft::{lines, suites};

/// 8x12, a Leader2 on both sides.
const LEADER2: &str =
    "2hd1sc1/1n1m2m1/8/m3m2n/1m4m1/8/3M4/1M4m1/M1DM3M/4S3/1N3MN1/1H2SC1H w - - 0 1";

/// The positions counted, with their counts from depth 1.
pub fn counts() -> Vec<(&'static str, Position, &'static [u64])> {
    let mini = find("mini-chieftain");
    let chieftain = find("chieftain");
    let leader2 = Position::from_fen(mini, LEADER2).expect("a position");
    vec![
        ("mini-chieftain", Position::start(mini), &[58, 3136, 181888, 9834496]),
        ("chieftain", Position::start(chieftain), &[130, 16420, 1716222, 120922522]),
        ("superchief", Position::start(find("superchief")), &[198, 38010, 6754914]),
        ("overlord", Position::start(find("overlord")), &[252, 62274, 14741854]),
        (
            "grand-chieftain",
            Position::start(find("grand-chieftain")),
            &[73, 4948, 300651, 15796140],
        ),
        ("free-scouts", Position::start(chieftain.with_free_scouts()), &[130, 16540, 1846884]),
        ("exchange", Position::start(mini.with_exchange()), &[60, 3300, 198000, 10890000]),
        ("Leader2", leader2, &[75, 4483, 202045]),
    ]
}

fn assert_counts(least: u64, most: u64) {
    for (name, position, counts) in counts() {
        for (depth, &count) in (1..).zip(counts) {
            if (least..most).contains(&count) {
                assert_eq!(position.perft(depth), count, "{name} depth {depth}");
            }
        }
    }
}

/// A count above this number of leaves takes seconds.
const QUICK: u64 = 2_000_000;

#[test]
fn the_reference_has_the_known_counts() {
    assert_counts(0, QUICK);
}

#[test]
#[ignore = "minutes"]
fn the_reference_has_the_known_counts_deeper() {
    assert_counts(QUICK, u64::MAX);
}

#[test]
fn the_suites_hold_for_the_reference() {
    assert_suites(10_000);
}

#[test]
#[ignore = "a minute or two"]
fn the_suites_hold_for_the_reference_deeper() {
    assert_suites(5_000_000);
}

/// Verifies the counts of the suites up to `most` leaves.
fn assert_suites(most: u64) {
    let mut verified = 0;
    for (file, text) in suites() {
        let Some(variant) = file.file_stem().and_then(|id| VARIANTS.iter().find(|v| id == v.id))
        else {
            continue;
        };
        for line in lines(&text) {
            let mut fields = line.split(';').map(str::trim);
            let fen = fields.next().expect("a FEN");
            let mut variant = *variant;
            let mut counts = Vec::new();
            for field in fields {
                match field.split_once(' ') {
                    Some(("variant", id)) => assert_eq!(id, variant.id),
                    Some(("option", "exchange")) => variant = variant.with_exchange(),
                    Some(("option", "free-scouts")) => variant = variant.with_free_scouts(),
                    Some((depth, count)) => counts.push((depth[1..].parse(), count.parse::<u64>())),
                    None => panic!("{line}"),
                }
            }
            let position = Position::from_fen(variant, fen).expect("a position");
            for (depth, count) in counts {
                let (depth, count) = (depth.expect("a depth"), count.expect("a count"));
                if count <= most {
                    assert_eq!(position.perft(depth), count, "{line} depth {depth}");
                    verified += 1;
                }
            }
        }
    }
    assert!(verified > 500, "only {verified}");
}
