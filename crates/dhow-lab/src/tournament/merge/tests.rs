use super::*;
use crate::stats;
use crate::tournament::archive::{Archive, Paths};
use crate::tournament::config::Policy;
use crate::tournament::report;
use crate::tournament::schedule::{Ended, Schedule};
use crate::tournament::tests::{config, record};
use dhow_rules::variant::{VARIANTS, find};

/// The journal of a tournament in which *n* games were played.
fn journal(folder: &tempfile::TempDir, name: &str, mut config: Config, games: usize) -> PathBuf {
    let path = folder.path().join(name);
    let paths = Paths { journal: Some(path.clone()), ..Paths::default() };
    let (mut archive, _) = Archive::open(&paths, &mut config, false).expect("a new journal");
    for number in 0..games {
        archive.game(&record(&config, number)).expect("a game");
    }
    if games == Schedule::of(&config, &Ended::new()).total() {
        archive.end("complete").expect("the end");
    }
    path
}

fn part(seed: u64, games: usize) -> Config {
    Config { seed, games, ..config(2) }
}

fn merged(paths: &[PathBuf]) -> Result<Merged, String> {
    merge(paths, &VARIANTS, None).map_err(|error| error.to_string())
}

#[test]
fn the_sum_of_parts_is_that_of_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = [
        journal(&folder, "a", part(1, 12), 12),
        journal(&folder, "b", part(2, 6), 6),
        journal(&folder, "c", part(3, 6), 3),
    ];
    let Merged { tournament, board, seeds, remarks } = merged(&paths).expect("parts of one match");
    assert_eq!(tournament.names(), ["a", "b"]);
    assert_eq!(seeds, [1, 2, 3]);
    assert_eq!((board.finished(), tournament.total()), (21, 21));
    // The games end in turn as 1-0, 0-1 and 1/2-1/2, and colours swap.
    assert_eq!(report::score(&tournament, &board), "Score of a vs b: 8 - 6 - 7  [0.548] 21");
    let stats::Pairs(pairs) = board.pairs([0, 1]);
    assert_eq!(pairs.iter().sum::<u64>(), 10);
    assert_eq!(remarks, [format!("{}: has not ended; it has 3 games", paths[2].display())]);
}

#[test]
fn a_test_is_of_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = [journal(&folder, "a", part(1, 6), 6), journal(&folder, "b", part(2, 6), 6)];
    let test = SprtTest::logistic(0.0, 10.0);
    let whole = merge(&paths, &VARIANTS, Some(test)).expect("parts");
    assert!(whole.tournament.sprt(&whole.board).is_some());
    assert!(
        report::table(&whole.tournament, &whole.board, report::TableStyle::default(), true)
            .concat()
            .contains("SPRT: llr ")
    );
}

#[test]
fn parts_that_a_test_ended_and_tests_of_many_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("decided");
    let paths = Paths { journal: Some(path.clone()), ..Paths::default() };
    let mut config = part(1, 6);
    let (mut archive, _) = Archive::open(&paths, &mut config, false).expect("a new journal");
    archive.game(&record(&config, 0)).expect("a game");
    archive.end("H1 accepted").expect("the end");
    drop(archive);
    let remarks = merged(&[path]).expect("a part").remarks;
    assert!(remarks[0].contains("was ended by a test of its own (H1 accepted)"), "{remarks:?}");
    let three = Config { seed: 1, ..super::super::tests::config(3) };
    let three = [journal(&folder, "three", three, 1)];
    let test = SprtTest::logistic(0.0, 10.0);
    assert!(merge(&three, &VARIANTS, None).is_ok());
    let refused = merge(&three, &VARIANTS, Some(test)).err().expect("three engines").to_string();
    assert!(refused.contains("has 3 engines, and a test is of two"), "{refused}");
}

#[test]
fn what_is_no_part_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = journal(&folder, "a", part(1, 6), 6);
    let twin = journal(&folder, "twin", part(1, 8), 2);
    let error = merged(&[first.clone(), twin]).err().expect("the same seed");
    assert!(error.contains("have the same openings"), "{error}");
    let mut other = part(2, 6);
    other.variants = vec![VARIANTS[1].clone()];
    let other = journal(&folder, "other", other, 0);
    let error = merged(&[first.clone(), other]).err().expect("another game");
    assert!(error.contains("are of different matches: there variant is"), "{error}");
    let text = folder.path().join("text");
    std::fs::write(&text, "no journal").expect("a file");
    assert!(merged(&[first, text]).err().expect("a text").contains("is not a journal"));
    assert!(merged(&[]).is_err());
}

#[test]
fn programs_of_named_engines_may_be_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let placed = |seed, name: Option<&str>, command: &str| {
        let mut config = part(seed, 2);
        config.engines[0].name = name.map(String::from);
        config.engines[0].command = command.into();
        config
    };
    let named = [(1, "/a/new"), (2, "/b/new")].map(|(seed, command)| {
        journal(&folder, &format!("n{seed}"), placed(seed, Some("new"), command), 2)
    });
    assert!(merged(&named).is_ok());
    let unnamed = [(1, "/a/new"), (2, "/b/new")].map(|(seed, command)| {
        journal(&folder, &format!("u{seed}"), placed(seed, None, command), 2)
    });
    assert!(merged(&unnamed).err().expect("other programs").contains("engines 1 cmd"));
}

#[test]
fn pairs_of_several_encounters() {
    let mut three = config(3);
    (three.games, three.rounds) = (3, 2);
    let settings = serde_json::json!({ "repeat": 2, "noswap": false, "games": 3 });
    let pairs = PairRule::of(&settings, 3);
    for game in Schedule::of(&three, &Ended::new()).games {
        assert_eq!(pairs.of_game(game.number), game.pair, "{game:?}");
    }
    for games in [2, 3, 4] {
        for policy in [Policy::Encounter, Policy::Round] {
            for engines in [2, 3] {
                let config = Config { games, rounds: 2, policy, ..config(engines) };
                let settings = serde_json::json!({
                    "repeat": config.repeat, "noswap": false, "games": games, "policy": "x",
                });
                let pairs = PairRule::of(&settings, engines);
                for game in Schedule::of(&config, &Ended::new()).games {
                    assert_eq!(pairs.of_game(game.number), game.pair, "{game:?}");
                }
            }
        }
    }
    let odd = serde_json::json!({ "repeat": 1, "noswap": false, "games": null });
    assert_eq!(PairRule::of(&odd, 2).of_game(3), None);
}

#[test]
fn titles_are_read_back() {
    let chieftain = find("chieftain").expect("a game");
    let with = chieftain.with_option_names(["exchange", "free-scouts"]).expect("its options");
    for game in [&VARIANTS[0], chieftain, &with] {
        assert_eq!(&variant(&game.title(), &VARIANTS).expect("a game"), game);
    }
    assert!(variant("checkers", &VARIANTS).is_err());
}
