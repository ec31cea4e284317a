//! Moves in two legs.

use super::random::Random;
use super::*;

/// Moves in two legs: first and last square, for each allowed pair of legs.
fn legs(flags: &str, pairs: impl IntoIterator<Item = (Step, Step)>) -> Vec<Path> {
    lame(flags, &pairs.into_iter().collect::<Vec<_>>())
}

/// Two legs in one direction with these lengths.
fn straight(steps: [Step; 4], first: i8, second: i8) -> impl Iterator<Item = (Step, Step)> {
    times(steps, first).into_iter().zip(times(steps, first + second))
}

/// Any two of the steps that do not lead back.
fn any_two(steps: &[Step]) -> Vec<(Step, Step)> {
    let on = |&(x, y): &Step| steps.iter().map(move |(dx, dy)| ((x, y), (x + dx, y + dy)));
    steps.iter().flat_map(on).filter(|(_, to)| *to != (0, 0)).collect()
}

fn eight() -> Vec<Step> {
    [ORTHOGONAL, DIAGONAL].concat()
}

#[test]
fn pieces_of_two_legs_have_exactly_their_paths() {
    let one_or_two =
        |steps: [Step; 4]| [leaps("mc", &steps), leaps("mc", &times(steps, 2))].concat();
    let one_and_two =
        |steps| [legs("mc", straight(steps, 1, 2)), legs("mc", straight(steps, 2, 1))].concat();
    let far = |steps| legs("mc", straight(steps, 2, 2));
    // A square one King step away does not need the second of two steps.
    let beyond = any_two(&eight()).into_iter().filter(|(_, to)| !eight().contains(to));
    let cases = [
        ("K[K-K]", vec![leaps("mc", &eight()), legs("mc", beyond)]),
        ("WD[W-fD][D-fW]", vec![one_or_two(ORTHOGONAL), one_and_two(ORTHOGONAL)]),
        ("FA[F-fA][A-fF]", vec![one_or_two(DIAGONAL), one_and_two(DIAGONAL)]),
        ("FA[F-fA][A-fF][A-fA]", vec![one_or_two(DIAGONAL), one_and_two(DIAGONAL), far(DIAGONAL)]),
        (
            "WD[W-fD][D-fW][D-fD]",
            vec![one_or_two(ORTHOGONAL), one_and_two(ORTHOGONAL), far(ORTHOGONAL)],
        ),
        ("[N-fN]", vec![legs("mc", KNIGHT.map(|(x, y)| ((x, y), (2 * x, 2 * y))))]),
        ("m[K-fW]", vec![legs("m", straight(ORTHOGONAL, 1, 1))]),
        ("c[W-fW]", vec![legs("c", straight(ORTHOGONAL, 1, 1))]),
        ("im[F-fF]", vec![legs("mi", straight(DIAGONAL, 1, 1))]),
        ("[W-W]", vec![legs("mc", any_two(&ORTHOGONAL))]),
    ];
    for (text, expected) in cases {
        assert_eq!(paths(text), join(&expected), "{text}");
        assert_eq!(parse(text).to_string(), text);
        assert_round_trip(&parse(text));
    }
}

#[test]
fn brackets_print_in_one_way() {
    for (text, canonical) in [
        ("[L-fL]", "[C-fC]"),
        ("K[J-L]", "K[Z-C]"),
        ("mc[W-D]", "[W-D]"),
        ("mi[W-D]", "im[W-D]"),
        ("WW[W-W][W-W]W", "R[W-W][W-W]W"),
    ] {
        assert_eq!(parse(text).to_string(), canonical, "{text}");
        assert_round_trip(&parse(text));
    }
}

#[test]
fn every_two_legs_read_back_or_lead_nowhere() {
    for first in Atom::ALL {
        for second in Atom::ALL {
            for straight in [false, true] {
                let manner = Manner::TwoLegs { second, straight };
                let tree = Betza { terms: vec![Term { manner, ..plain(first) }] };
                if tree.paths().is_empty() {
                    let error = tree.to_string().parse::<Betza>().expect_err("no way on");
                    assert_eq!(error.kind(), BetzaErrorKind::NotStraightOn, "{tree}");
                } else {
                    assert_round_trip(&tree);
                }
            }
        }
    }
}

#[test]
fn two_legs_in_other_words_have_one_canonical_form() {
    for (one, other) in [
        ("K[K-K]", "FW[W-W][W-F][F-W][F-F]"),
        ("R2", "W[W-fW]"),
        ("B2", "F[F-fF]"),
        ("[W-fW]", "nD"),
        ("WD[W-fD][D-fW]", "D[D-fW]W[W-fD]"),
        ("KNAD", "KNAD[K-K]"),
        ("K[K-K]", "K[K-K]im[A-fA]"),
    ] {
        assert_eq!(form(one), form(other), "{one} {other}");
    }
    for (one, other) in [("[W-fD]", "[D-fW]"), ("K[K-K]", "KNAD"), ("m[W-fW]", "mnD")] {
        assert_ne!(form(one), form(other), "{one} {other}");
    }
}

#[test]
fn random_brackets_are_read_or_refused_without_panic() {
    let parts = ["[", "-", "]", "f", "W", "K", "N", "L", "R", "m", "c", "i", "2", "-f", "]["];
    let mut random = Random(4);
    let mut read = 0;
    for _ in 0..50_000 {
        let mut text = String::from("[K-");
        (0..random.below(6)).for_each(|_| text += parts[random.below(parts.len())]);
        match text.parse::<Betza>() {
            Ok(tree) => {
                assert_round_trip(&tree);
                read += 1;
            }
            Err(error) => assert!(text[error.column() - 1..].starts_with(error.token()), "{text}"),
        }
    }
    assert!(read > 100, "{read}");
}
