mod canonical;
mod legs;
mod paths;
mod printing;
mod random;
mod refusals;

use super::directions::Directions;
use super::*;
use crate::square::Delta;

type Step = (i8, i8);

const ORTHOGONAL: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const CAMEL: [Step; 8] = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];
const ZEBRA: [Step; 8] = [(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)];

fn delta((files, ranks): Step) -> Delta {
    Delta::new(files, ranks)
}

fn times(steps: [Step; 4], factor: i8) -> [Step; 4] {
    steps.map(|(files, ranks)| (files * factor, ranks * factor))
}

/// A path with the given flags, letters of `m c e i`.
fn path(kind: PathKind, flags: &str) -> Path {
    let has = |letter| flags.contains(letter);
    Path { kind, initial: has('i'), quiet: has('m'), capture: has('c'), en_passant: has('e') }
}

fn leaps(flags: &str, steps: &[Step]) -> Vec<Path> {
    steps.iter().map(|&to| path(PathKind::Leap { to: delta(to) }, flags)).collect()
}

fn slides(flags: &str, range: u8, steps: &[Step]) -> Vec<Path> {
    steps.iter().map(|&step| path(PathKind::Slide { step: delta(step), range }, flags)).collect()
}

fn hops(flags: &str, range: u8, steps: &[Step]) -> Vec<Path> {
    steps.iter().map(|&step| path(PathKind::Hop { step: delta(step), range }, flags)).collect()
}

fn lame(flags: &str, legs: &[(Step, Step)]) -> Vec<Path> {
    let kind = |&(over, to)| PathKind::Lame { over: delta(over), to: delta(to) };
    legs.iter().map(|leg| path(kind(leg), flags)).collect()
}

fn hops_next(flags: &str, range: u8, steps: &[Step]) -> Vec<Path> {
    steps.iter().map(|&step| path(PathKind::HopNext { step: delta(step), range }, flags)).collect()
}

fn skis(flags: &str, range: u8, steps: &[Step]) -> Vec<Path> {
    steps.iter().map(|&step| path(PathKind::Ski { step: delta(step), range }, flags)).collect()
}

/// Slides that turn, by these first steps. A second step is one of `all`, at the angle of its kind to the first.
fn turnings(flags: &str, circles: bool, range: u8, steps: &[Step], all: &[Step]) -> Vec<Path> {
    let product = |one: Step, two: Step| one.0 * two.0 + one.1 * two.1;
    let beside = |one: Step| {
        let mut others: Vec<Step> = all.iter().copied().filter(|&two| two != one).collect();
        // The nearer in direction, the greater is the product.
        others.sort_by_key(|&two| -product(one, two));
        [others[0], others[1]]
    };
    let pairs = steps.iter().flat_map(|&one| beside(one).map(|two| [one, two].map(delta)));
    pairs.map(|steps| path(PathKind::Turning { steps, circles, range }, flags)).collect()
}

/// Lame leaps of several steps.
fn strides(flags: &str, mark: bool, length: u8, steps: &[Step]) -> Vec<Path> {
    let kind = |&step| PathKind::Stride { step: delta(step), length, mark };
    steps.iter().map(|step| path(kind(step), flags)).collect()
}

fn bents(flags: &str, legs: &[(Step, Step)]) -> Vec<Path> {
    let kind = |&(first, then)| PathKind::Bent { first: delta(first), then: delta(then) };
    legs.iter().map(|leg| path(kind(leg), flags)).collect()
}

fn sorted(paths: &[Path]) -> Vec<Path> {
    let mut all = paths.to_vec();
    all.sort();
    all
}

fn join(parts: &[Vec<Path>]) -> Vec<Path> {
    sorted(&parts.concat())
}

fn parse(text: &str) -> Betza {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn paths(text: &str) -> Vec<Path> {
    parse(text).paths()
}

const EAGLE_BENTS: [(Step, Step); 8] = [
    ((1, 1), (1, 0)),
    ((1, 1), (0, 1)),
    ((1, -1), (1, 0)),
    ((1, -1), (0, -1)),
    ((-1, -1), (-1, 0)),
    ((-1, -1), (0, -1)),
    ((-1, 1), (-1, 0)),
    ((-1, 1), (0, 1)),
];

const RHINOCEROS_BENTS: [(Step, Step); 8] = [
    ((0, 1), (1, 1)),
    ((0, 1), (-1, 1)),
    ((1, 0), (1, 1)),
    ((1, 0), (1, -1)),
    ((0, -1), (1, -1)),
    ((0, -1), (-1, -1)),
    ((-1, 0), (-1, 1)),
    ((-1, 0), (-1, -1)),
];

fn form(text: &str) -> CanonicalForm {
    CanonicalForm::from(&parse(text))
}

fn plain(atom: Atom) -> Term {
    Term {
        atom,
        range: 1,
        directions: Directions::all(atom),
        manner: Manner::Plain,
        quiet: true,
        capture: true,
        en_passant: false,
        initial: false,
    }
}

fn assert_round_trip(tree: &Betza) {
    let text = tree.to_string();
    assert_eq!(parse(&text), *tree, "{text}");
    assert_eq!(parse(&text).to_string(), text);
}
