mod legs;

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

/// A path with the given flags, written with the letters `m c e i`.
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

fn lame(flags: &str, mark: bool, legs: &[(Step, Step)]) -> Vec<Path> {
    let kind = |&(over, to)| PathKind::Lame { over: delta(over), to: delta(to), mark };
    legs.iter().map(|leg| path(kind(leg), flags)).collect()
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

const DOUBLE_STEP: [(Step, Step); 1] = [((0, 1), (0, 2))];

/// Every string of the games' rules with its paths.
fn rules_table() -> Vec<(&'static str, Vec<Path>)> {
    let king = join(&[leaps("mc", &ORTHOGONAL), leaps("mc", &DIAGONAL)]);
    let rook = slides("mc", 0, &ORTHOGONAL);
    let bishop = slides("mc", 0, &DIAGONAL);
    let knight = leaps("mc", &KNIGHT);
    let dabbaba = leaps("mc", &times(ORTHOGONAL, 2));
    let alfil = leaps("mc", &times(DIAGONAL, 2));
    let cannon = [slides("m", 0, &ORTHOGONAL), hops("c", 0, &ORTHOGONAL)].concat();
    let archer = [slides("m", 0, &DIAGONAL), hops("c", 0, &DIAGONAL)].concat();
    let pawn = [leaps("m", &[(0, 1)]), leaps("ce", &[(-1, 1), (1, 1)])].concat();
    let soldier = [pawn.clone(), leaps("m", &[(-1, 0), (1, 0)])].concat();
    let rapid = lame("m", true, &DOUBLE_STEP);
    let first = lame("mi", true, &DOUBLE_STEP);
    let duchess = [
        king.clone(),
        alfil.clone(),
        dabbaba.clone(),
        leaps("mc", &times(DIAGONAL, 3)),
        leaps("mc", &times(ORTHOGONAL, 3)),
    ];
    let jump = [times(ORTHOGONAL, 2).as_slice(), times(DIAGONAL, 2).as_slice(), KNIGHT.as_slice()]
        .concat();
    vec![
        ("K", king.clone()),
        ("Q", join(&[rook.clone(), bishop.clone()])),
        ("R", sorted(&rook)),
        ("B", sorted(&bishop)),
        ("N", sorted(&knight)),
        ("FyafsF", join(&[leaps("mc", &DIAGONAL), bents("mc", &EAGLE_BENTS)])),
        ("WyafsW", join(&[leaps("mc", &ORTHOGONAL), bents("mc", &RHINOCEROS_BENTS)])),
        ("KNAD", join(&[king.clone(), knight.clone(), alfil.clone(), dabbaba.clone()])),
        ("FA", join(&[leaps("mc", &DIAGONAL), alfil.clone()])),
        ("WD", join(&[leaps("mc", &ORTHOGONAL), dabbaba.clone()])),
        ("C", sorted(&leaps("mc", &CAMEL))),
        ("Z", sorted(&leaps("mc", &ZEBRA))),
        ("NCZ", join(&[knight.clone(), leaps("mc", &CAMEL), leaps("mc", &ZEBRA)])),
        ("mRcpR", sorted(&cannon)),
        ("mBcpB", sorted(&archer)),
        ("mQcpQ", join(&[cannon, archer])),
        ("KADGH", join(&duchess)),
        ("RN", join(&[rook.clone(), knight.clone()])),
        ("BN", join(&[bishop.clone(), knight])),
        ("KfmnnD", join(&[king.clone(), rapid.clone()])),
        ("KfmnD", join(&[king.clone(), rapid.clone()])),
        ("KimAimDimN", join(&[king, leaps("mi", &jump)])),
        ("fmWfceF", sorted(&pawn)),
        ("fmWfceFfmnnD", join(&[pawn.clone(), rapid.clone()])),
        ("fmWfceFfimnD", join(&[pawn.clone(), first.clone()])),
        ("fmWfceFifmnD", join(&[pawn, first])),
        ("fsmWfceFfmnnD", join(&[soldier, rapid])),
        ("B4D", join(&[slides("mc", 4, &DIAGONAL), dabbaba])),
        ("R4A", join(&[slides("mc", 4, &ORTHOGONAL), alfil])),
    ]
}

/// More of the notation: the text, its canonical form, its paths.
fn further_table() -> Vec<(&'static str, &'static str, Vec<Path>)> {
    let narrow: [Step; 2] = [(-1, 2), (1, 2)];
    let wide: [Step; 2] = [(-2, 1), (2, 1)];
    let xiangqi_horse: [(Step, Step); 8] = [
        ((0, 1), (1, 2)),
        ((1, 0), (2, 1)),
        ((1, 0), (2, -1)),
        ((0, -1), (1, -2)),
        ((0, -1), (-1, -2)),
        ((-1, 0), (-2, -1)),
        ((-1, 0), (-2, 1)),
        ((0, 1), (-1, 2)),
    ];
    let straight_two = ORTHOGONAL.map(|step| (step, (step.0 * 2, step.1 * 2)));
    let diagonal_two = DIAGONAL.map(|step| (step, (step.0 * 2, step.1 * 2)));
    vec![
        // Synonyms and ranges.
        ("L", "C", leaps("mc", &CAMEL)),
        ("J", "Z", leaps("mc", &ZEBRA)),
        ("WF", "WF", [leaps("mc", &ORTHOGONAL), leaps("mc", &DIAGONAL)].concat()),
        ("W0", "R", slides("mc", 0, &ORTHOGONAL)),
        ("WW", "R", slides("mc", 0, &ORTHOGONAL)),
        ("R0", "R", slides("mc", 0, &ORTHOGONAL)),
        ("R1", "W", leaps("mc", &ORTHOGONAL)),
        ("W1", "W", leaps("mc", &ORTHOGONAL)),
        ("W3", "R3", slides("mc", 3, &ORTHOGONAL)),
        ("R4", "R4", slides("mc", 4, &ORTHOGONAL)),
        ("F2", "B2", slides("mc", 2, &DIAGONAL)),
        ("FF", "B", slides("mc", 0, &DIAGONAL)),
        ("B99", "B99", slides("mc", 99, &DIAGONAL)),
        ("K0", "Q", [slides("mc", 0, &ORTHOGONAL), slides("mc", 0, &DIAGONAL)].concat()),
        ("K2", "Q2", [slides("mc", 2, &ORTHOGONAL), slides("mc", 2, &DIAGONAL)].concat()),
        ("Q3", "Q3", [slides("mc", 3, &ORTHOGONAL), slides("mc", 3, &DIAGONAL)].concat()),
        ("Q1", "K", [leaps("mc", &ORTHOGONAL), leaps("mc", &DIAGONAL)].concat()),
        ("N0", "N0", slides("mc", 0, &KNIGHT)),
        ("NN", "N0", slides("mc", 0, &KNIGHT)),
        ("N2", "N2", slides("mc", 2, &KNIGHT)),
        ("LL", "C0", slides("mc", 0, &CAMEL)),
        ("DD", "D0", slides("mc", 0, &times(ORTHOGONAL, 2))),
        ("A3", "A3", slides("mc", 3, &times(DIAGONAL, 2))),
        ("HG", "HG", [times(ORTHOGONAL, 3), times(DIAGONAL, 3)].map(|s| leaps("mc", &s)).concat()),
        // Modes.
        ("mcW", "W", leaps("mc", &ORTHOGONAL)),
        ("cmW", "W", leaps("mc", &ORTHOGONAL)),
        ("mWcW", "mWcW", leaps("mc", &ORTHOGONAL)),
        ("mWcF", "mWcF", [leaps("m", &ORTHOGONAL), leaps("c", &DIAGONAL)].concat()),
        ("mcefF", "fmceF", leaps("mce", &[(-1, 1), (1, 1)])),
        ("cfF", "fcF", leaps("c", &[(-1, 1), (1, 1)])),
        ("miN", "imN", leaps("mi", &KNIGHT)),
        ("iR", "iR", slides("mci", 0, &ORTHOGONAL)),
        // Directions of orthogonal atoms.
        ("fW", "fW", leaps("mc", &[(0, 1)])),
        ("bD", "bD", leaps("mc", &[(0, -2)])),
        ("lH", "lH", leaps("mc", &[(-3, 0)])),
        ("rR", "rR", slides("mc", 0, &[(1, 0)])),
        ("vR", "vR", slides("mc", 0, &[(0, 1), (0, -1)])),
        ("bfR", "vR", slides("mc", 0, &[(0, 1), (0, -1)])),
        ("sW", "sW", leaps("mc", &[(-1, 0), (1, 0)])),
        ("rlW", "sW", leaps("mc", &[(-1, 0), (1, 0)])),
        ("frW", "frW", leaps("mc", &[(0, 1), (1, 0)])),
        ("sfW", "fsW", leaps("mc", &[(0, 1), (-1, 0), (1, 0)])),
        ("flrW", "fsW", leaps("mc", &[(0, 1), (-1, 0), (1, 0)])),
        ("fblW", "lvW", leaps("mc", &[(0, 1), (0, -1), (-1, 0)])),
        ("vsW", "W", leaps("mc", &ORTHOGONAL)),
        ("fblrW", "W", leaps("mc", &ORTHOGONAL)),
        ("fR3", "fR3", slides("mc", 3, &[(0, 1)])),
        // Directions of diagonal atoms.
        ("fF", "fF", leaps("mc", &[(-1, 1), (1, 1)])),
        ("bB", "bB", slides("mc", 0, &[(-1, -1), (1, -1)])),
        ("lA", "lA", leaps("mc", &[(-2, 2), (-2, -2)])),
        ("rG", "rG", leaps("mc", &[(3, 3), (3, -3)])),
        ("flF", "flF", leaps("mc", &[(-1, 1)])),
        ("lfF", "flF", leaps("mc", &[(-1, 1)])),
        ("rfF", "frF", leaps("mc", &[(1, 1)])),
        ("frB", "frB", slides("mc", 0, &[(1, 1)])),
        ("brA", "brA", leaps("mc", &[(2, -2)])),
        ("flbrF", "flbrF", leaps("mc", &[(-1, 1), (1, -1)])),
        ("fblF", "flfrblF", leaps("mc", &[(-1, 1), (1, 1), (-1, -1)])),
        ("vF", "F", leaps("mc", &DIAGONAL)),
        ("sB", "B", slides("mc", 0, &DIAGONAL)),
        ("fbF", "F", leaps("mc", &DIAGONAL)),
        // Directions of oblique atoms.
        ("fN", "fN", leaps("mc", &narrow)),
        ("ffN", "fN", leaps("mc", &narrow)),
        ("fsN", "fsN", leaps("mc", &wide)),
        ("fhN", "fhN", leaps("mc", &[narrow, wide].concat())),
        (
            "ffsN",
            "fhbsN",
            leaps("mc", &[narrow.as_slice(), &[(-2, 1), (-2, -1), (2, 1), (2, -1)]].concat()),
        ),
        ("lhC", "lhC", leaps("mc", &[(-1, 3), (-3, 1), (-3, -1), (-1, -3)])),
        ("lN", "lN", leaps("mc", &[(-2, 1), (-2, -1)])),
        ("rrZ", "rZ", leaps("mc", &[(3, 2), (3, -2)])),
        ("rvN", "rvN", leaps("mc", &[(1, 2), (1, -2)])),
        ("bsN", "bsN", leaps("mc", &[(-2, -1), (2, -1)])),
        ("lfN", "lfN", leaps("mc", &[(-1, 2)])),
        ("rfN", "rfN", leaps("mc", &[(1, 2)])),
        ("flN", "flN", leaps("mc", &[(-2, 1)])),
        ("frN", "frN", leaps("mc", &[(2, 1)])),
        ("blC", "blC", leaps("mc", &[(-3, -1)])),
        ("rbZ", "rbZ", leaps("mc", &[(2, -3)])),
        ("ffrrN", "ffrrN", leaps("mc", &[(-1, 2), (1, 2), (2, 1), (2, -1)])),
        ("vN", "vN", leaps("mc", &[(-1, 2), (1, 2), (-1, -2), (1, -2)])),
        ("fbN", "vN", leaps("mc", &[(-1, 2), (1, 2), (-1, -2), (1, -2)])),
        ("sN0", "sN0", slides("mc", 0, &[(-2, 1), (2, 1), (-2, -1), (2, -1)])),
        ("hrN", "hrN", leaps("mc", &[(1, 2), (2, -1), (-1, -2), (-2, 1)])),
        ("hlN", "hlN", leaps("mc", &[(-1, 2), (2, 1), (1, -2), (-2, -1)])),
        ("fhbhN", "N", leaps("mc", &KNIGHT)),
        // Directions of the eight-way atoms.
        ("fK", "fK", leaps("mc", &[(0, 1)])),
        ("ffK", "fK", leaps("mc", &[(0, 1)])),
        ("fsK", "fsK", leaps("mc", &[(-1, 1), (1, 1)])),
        ("ffsK", "ffllrrK", leaps("mc", &[(0, 1), (-1, 0), (1, 0)])),
        ("flQ", "flQ", slides("mc", 0, &[(-1, 1)])),
        ("rfQ3", "frQ3", slides("mc", 3, &[(1, 1)])),
        ("vQ", "vQ", slides("mc", 0, &[(0, 1), (0, -1)])),
        ("sK", "sK", leaps("mc", &[(-1, 0), (1, 0)])),
        ("lvK", "lvK", leaps("mc", &[(-1, 1), (-1, -1)])),
        ("vsK", "ffbbllrrK", leaps("mc", &ORTHOGONAL)),
        // Lame leaps.
        ("nA", "nA", lame("mc", false, &diagonal_two)),
        ("mnA", "mnA", lame("m", false, &diagonal_two)),
        ("nD", "nD", lame("mc", false, &straight_two)),
        ("mnD", "mnD", lame("m", true, &straight_two)),
        ("cnD", "cnD", lame("c", false, &straight_two)),
        ("nN", "nN", lame("mc", false, &xiangqi_horse)),
        ("nfmD", "fmnD", lame("m", true, &DOUBLE_STEP)),
        ("bmnnD", "bmnD", lame("m", true, &[((0, -1), (0, -2))])),
        (
            "mnDcnD",
            "mnDcnD",
            [lame("c", false, &straight_two), lame("m", true, &straight_two)].concat(),
        ),
        // Hoppers.
        ("pR", "pR", hops("mc", 0, &ORTHOGONAL)),
        ("cpR4", "cpR4", hops("c", 4, &ORTHOGONAL)),
        ("fpB", "fpB", hops("mc", 0, &[(-1, 1), (1, 1)])),
        ("pcWW", "cpR", hops("c", 0, &ORTHOGONAL)),
        ("mpN0", "mpN0", hops("m", 0, &KNIGHT)),
        // Bent sliders.
        ("yafsF", "yafsF", bents("mc", &EAGLE_BENTS)),
        ("yafsmF", "yafsmF", bents("m", &EAGLE_BENTS)),
        ("yafscW", "yafscW", bents("c", &RHINOCEROS_BENTS)),
        (
            "fyafsF",
            "fyafsF",
            bents(
                "mc",
                &[((1, 1), (1, 0)), ((1, 1), (0, 1)), ((-1, 1), (-1, 0)), ((-1, 1), (0, 1))],
            ),
        ),
        ("ifyafscW", "ifyafscW", bents("ci", &[((0, 1), (1, 1)), ((0, 1), (-1, 1))])),
        ("FyafsF1", "FyafsF", [leaps("mc", &DIAGONAL), bents("mc", &EAGLE_BENTS)].concat()),
        ("yafsF1F", "yafsF1F", [leaps("mc", &DIAGONAL), bents("mc", &EAGLE_BENTS)].concat()),
        // What one term allows, another need not repeat.
        ("W1W", "W1W", leaps("mc", &ORTHOGONAL)),
        ("N1N", "N1N", leaps("mc", &KNIGHT)),
        ("CL", "C1C", leaps("mc", &CAMEL)),
        ("N0N", "N0N", slides("mc", 0, &KNIGHT)),
        ("R0R", "R0R", slides("mc", 0, &ORTHOGONAL)),
        ("RW", "RW", slides("mc", 0, &ORTHOGONAL)),
        ("R2R4", "R2R4", slides("mc", 4, &ORTHOGONAL)),
        ("R3R", "R3R", slides("mc", 0, &ORTHOGONAL)),
        ("mRW", "mRW", [slides("m", 0, &ORTHOGONAL), leaps("c", &ORTHOGONAL)].concat()),
        ("DimD", "DimD", leaps("mc", &times(ORTHOGONAL, 2))),
        (
            "mDiD",
            "mDiD",
            [leaps("m", &times(ORTHOGONAL, 2)), leaps("ci", &times(ORTHOGONAL, 2))].concat(),
        ),
        ("cFceF", "cFceF", leaps("ce", &DIAGONAL)),
        ("cFiceF", "cFiceF", [leaps("c", &DIAGONAL), leaps("cei", &DIAGONAL)].concat()),
        ("DnD", "DnD", leaps("mc", &times(ORTHOGONAL, 2))),
        ("cpR3cpR", "cpR3cpR", hops("c", 0, &ORTHOGONAL)),
    ]
}

/// Bad texts with the exact message.
const BAD: &[(&str, &str)] = &[
    ("", "column 1, end of text: no atom given"),
    ("m", "column 1, `m`: modifiers without an atom"),
    ("Wfm", "column 2, `fm`: modifiers without an atom"),
    ("fmWfce", "column 4, `fce`: modifiers without an atom"),
    ("Fyafs", "column 2, `yafs`: modifiers without an atom"),
    ("X", "column 1, `X`: not a letter of this notation"),
    ("WE", "column 2, `E`: not a letter of this notation"),
    ("WfxF", "column 3, `x`: not a letter of this notation"),
    ("jW", "column 1, `j`: not a letter of this notation"),
    ("gQ", "column 1, `g`: not a letter of this notation"),
    ("tN", "column 1, `t`: not a letter of this notation"),
    ("KO2", "column 2, `O`: not a letter of this notation"),
    ("R@", "column 2, `@`: not a letter of this notation"),
    ("W F", "column 2, ` `: not a letter of this notation"),
    ("W-3", "column 2, `-`: no bracket is open"),
    ("W\n", "column 2, `\\n`: not a letter of this notation"),
    ("W\u{1b}[2J", "column 2, `\\u{1b}`: not a letter of this notation"),
    ("W\u{e9}F", "column 2, `\u{e9}`: not an ASCII character"),
    ("KN\u{5c06}", "column 3, `\u{5c06}`: not an ASCII character"),
    ("W\u{661}", "column 2, `\u{661}`: not an ASCII character"),
    ("3W", "column 1, `3`: a range must follow an atom"),
    ("Wm2F", "column 3, `2`: a range must follow an atom"),
    ("WW2", "column 3, `2`: a doubled atom takes no range"),
    ("R100", "column 2, `100`: range above 99"),
    ("R256", "column 2, `256`: range above 99"),
    ("NW4294967297", "column 3, `4294967297`: range above 99"),
    ("W99999999999999999999999999", "column 2, `99999999999999999999999999`: range above 99"),
    ("W03", "column 2, `03`: range with a leading zero"),
    ("N00", "column 2, `00`: range with a leading zero"),
    ("RR", "column 2, `R`: this atom cannot be doubled"),
    ("KK", "column 2, `K`: this atom cannot be doubled"),
    ("NBB", "column 3, `B`: this atom cannot be doubled"),
    ("WWW", "column 3, `W`: this atom cannot be doubled"),
    ("mmW", "column 2, `m`: repeated modifier"),
    ("fmcmW", "column 4, `m`: repeated modifier"),
    ("iiN", "column 2, `i`: repeated modifier"),
    ("fnmnD", "column 4, `n`: repeated modifier"),
    ("fmnnnD", "column 5, `n`: repeated modifier"),
    ("ppR", "column 2, `p`: repeated modifier"),
    ("yafsyafsF", "column 5, `y`: repeated modifier"),
    ("fmrW", "column 3, `r`: directions must stand together"),
    ("RfilW", "column 4, `l`: directions must stand together"),
    ("ffW", "column 2, `f`: selects a step that is selected already"),
    ("vfW", "column 2, `f`: selects a step that is selected already"),
    ("fsvW", "column 3, `v`: selects a step that is selected already"),
    ("ffF", "column 2, `f`: selects a step that is selected already"),
    ("fsF", "column 2, `s`: selects a step that is selected already"),
    ("flfF", "column 3, `f`: selects a step that is selected already"),
    ("flflB", "column 3, `fl`: selects a step that is selected already"),
    ("fffN", "column 3, `f`: selects a step that is selected already"),
    ("fhrN", "column 3, `r`: selects a step that is selected already"),
    ("Rhrff N", "column 6, ` `: not a letter of this notation"),
    ("RhrffN", "column 4, `ff`: selects a step that is selected already"),
    ("ffvK", "column 3, `v`: selects a step that is selected already"),
    ("hW", "column 1, `h`: selects no step of this atom"),
    ("fhR", "column 2, `h`: selects no step of this atom"),
    ("hN", "column 1, `h`: selects no step of this atom"),
    ("lfhN", "column 3, `h`: selects no step of this atom"),
    ("fhF", "column 2, `h`: selects no step of this atom"),
    ("NfhK", "column 3, `h`: selects no step of this atom"),
    ("hrB", "column 1, `h`: selects no step of this atom"),
    ("eF", "column 1, `e`: en passant needs `c` beside it"),
    ("fmWfeF", "column 5, `e`: en passant needs `c` beside it"),
    ("fmeF", "column 3, `e`: en passant needs `c` beside it"),
    ("yafseF", "column 5, `e`: en passant needs `c` beside it"),
    ("pN", "column 1, `p`: only a slide can hop"),
    ("mRcpW", "column 4, `p`: only a slide can hop"),
    ("pR1", "column 1, `p`: only a slide can hop"),
    ("pnD", "column 1, `p`: only a slide can hop"),
    ("nR", "column 1, `n`: only a leap can be lame"),
    ("fnQ", "column 2, `n`: only a leap can be lame"),
    ("nD2", "column 1, `n`: only a leap can be lame"),
    ("nNN", "column 1, `n`: only a leap can be lame"),
    ("mpnB", "column 3, `n`: only a leap can be lame"),
    ("fmnW", "column 3, `n`: no square lies between"),
    ("nK", "column 1, `n`: no square lies between"),
    ("nR1", "column 1, `n`: no square lies between"),
    ("fmnH", "column 3, `n`: no single square lies half-way"),
    ("nG", "column 1, `n`: no single square lies half-way"),
    ("nC", "column 1, `n`: no single square lies half-way"),
    ("nJ", "column 1, `n`: no single square lies half-way"),
    ("nnD", "column 1, `nn`: only for a D leap that cannot capture"),
    ("fcnnD", "column 3, `nn`: only for a D leap that cannot capture"),
    ("mnnA", "column 2, `nn`: only for a D leap that cannot capture"),
    ("mcnnD", "column 3, `nn`: only for a D leap that cannot capture"),
    ("aW", "column 1, `a`: the only chain is `yafs`"),
    ("masR", "column 2, `a`: the only chain is `yafs`"),
    ("KaK", "column 2, `a`: the only chain is `yafs`"),
    ("yW", "column 1, `y`: the only chain is `yafs`"),
    ("FyafF", "column 2, `yaf`: the only chain is `yafs`"),
    ("FyasF", "column 2, `yas`: the only chain is `yafs`"),
    ("FyafrF", "column 2, `yafr`: the only chain is `yafs`"),
    ("lcarmW", "column 3, `a`: the only chain is `yafs`"),
    ("yafsamW", "column 5, `a`: the only chain is `yafs`"),
    ("yafsK", "column 5, `K`: `yafs` needs W or F"),
    ("yafsR", "column 5, `R`: `yafs` needs W or F"),
    ("NyafsN", "column 6, `N`: `yafs` needs W or F"),
    ("yafsD", "column 5, `D`: `yafs` needs W or F"),
    ("yafsF3", "column 6, `3`: a bent slider takes no range"),
    ("yafsW0", "column 6, `0`: a bent slider takes no range"),
    ("yafsFF", "column 6, `F`: a bent slider takes no range"),
    ("myafsF", "column 1, `m`: cannot stand here in a bent slider"),
    ("FceyafsF", "column 2, `c`: cannot stand here in a bent slider"),
    ("yafsiF", "column 5, `i`: cannot stand here in a bent slider"),
    ("yafsrF", "column 5, `r`: cannot stand here in a bent slider"),
    ("pyafsF", "column 1, `p`: cannot stand here in a bent slider"),
    ("yafsnF", "column 5, `n`: cannot stand here in a bent slider"),
    ("W]", "column 2, `]`: no bracket is open"),
    ("m-W", "column 2, `-`: no bracket is open"),
    ("[W-W]]", "column 6, `]`: no bracket is open"),
    ("W[", "column 2, `[`: the bracket is not closed"),
    ("Km[W", "column 3, `[W`: the bracket is not closed"),
    ("[W-", "column 1, `[W-`: the bracket is not closed"),
    ("[W-f", "column 1, `[W-f`: the bracket is not closed"),
    ("W[W-fD", "column 2, `[W-fD`: the bracket is not closed"),
    ("[W-xD]", "column 4, `x`: not a letter of this notation"),
    ("[E-D]", "column 2, `E`: not a letter of this notation"),
    ("[W-fD][W_D]", "column 9, `_`: not a letter of this notation"),
    ("f[W-D]", "column 1, `f`: cannot stand before a bracket"),
    ("mr[W-D]", "column 2, `r`: cannot stand before a bracket"),
    ("Kce[F-W]", "column 3, `e`: cannot stand before a bracket"),
    ("n[K-K]", "column 1, `n`: cannot stand before a bracket"),
    ("np[K-K]", "column 1, `n`: cannot stand before a bracket"),
    ("myafs[F-W]", "column 2, `yafs`: cannot stand before a bracket"),
    ("[]", "column 2, `]`: a leg is one of W F D N A H C Z G K"),
    ("[-W]", "column 2, `-`: a leg is one of W F D N A H C Z G K"),
    ("[[W-W]]", "column 2, `[`: a leg is one of W F D N A H C Z G K"),
    ("[R-W]", "column 2, `R`: a leg is one of W F D N A H C Z G K"),
    ("[W-fB]", "column 5, `B`: a leg is one of W F D N A H C Z G K"),
    ("[W-mD]", "column 4, `m`: a leg is one of W F D N A H C Z G K"),
    ("[W-3D]", "column 4, `3`: a leg is one of W F D N A H C Z G K"),
    ("[W-]", "column 4, `]`: a leg is one of W F D N A H C Z G K"),
    ("[W-f]", "column 5, `]`: a leg is one of W F D N A H C Z G K"),
    ("[fW-D]", "column 2, `f`: legs take no direction but one `f` in the second"),
    ("[W-bD]", "column 4, `b`: legs take no direction but one `f` in the second"),
    ("[W-ffD]", "column 5, `f`: legs take no direction but one `f` in the second"),
    ("[W-flD]", "column 5, `l`: legs take no direction but one `f` in the second"),
    ("[WD]", "column 3, `D`: `-` must follow the first leg"),
    ("[W]", "column 3, `]`: `-` must follow the first leg"),
    ("[W2-D]", "column 3, `2`: `-` must follow the first leg"),
    ("[W-DD]", "column 5, `D`: `]` must follow the second leg"),
    ("[W-D3]", "column 5, `3`: `]` must follow the second leg"),
    ("[W-W-W]", "column 5, `-`: `]` must follow the second leg"),
    ("[K-K]2", "column 6, `2`: a range must follow an atom"),
    ("m[K-K]c", "column 7, `c`: modifiers without an atom"),
    ("[W-fF]", "column 4, `f`: the second leg has no step straight on"),
    ("K[N-fK]", "column 5, `f`: the second leg has no step straight on"),
    ("[N-fC]", "column 4, `f`: the second leg has no step straight on"),
];

fn assert_round_trip(tree: &Betza) {
    let text = tree.to_string();
    assert_eq!(parse(&text), *tree, "{text}");
    assert_eq!(parse(&text).to_string(), text);
}

#[test]
fn strings_of_the_rules_give_exactly_their_paths() {
    for (text, expected) in rules_table() {
        assert_eq!(paths(text), expected, "{text}");
        assert_round_trip(&parse(text));
    }
}

#[test]
fn further_strings_give_their_paths_and_canonical_text() {
    for (text, canonical, expected) in further_table() {
        assert_eq!(paths(text), sorted(&expected), "{text}");
        assert_eq!(parse(text).to_string(), canonical, "{text}");
        assert_eq!(paths(canonical), paths(text), "{text}");
        assert_round_trip(&parse(text));
    }
}

#[test]
fn piece_lines_print_in_the_order_that_xboard_reads() {
    for (text, canonical) in [
        ("fmWfceFfmnnD", "fmWfceFfmnD"),
        ("fmWfceFfimnD", "fmWfceFifmnD"),
        ("fsmWfceFfmnnD", "fsmWfceFfmnD"),
        ("KimAimDimN", "KimAimDimN"),
        ("mRcpR", "mRcpR"),
        ("FyafsF", "FyafsF"),
    ] {
        assert_eq!(parse(text).to_string(), canonical);
    }
}

#[test]
fn path_counts_of_great_pieces() {
    for (text, count) in [("KNAD", 24), ("NCZ", 24), ("KADGH", 24), ("FyafsF", 12), ("mQcpQ", 16)] {
        assert_eq!(paths(text).len(), count, "{text}");
    }
}

#[test]
fn order_and_spelling_of_terms_do_not_change_the_paths() {
    for (one, other) in [("KNAD", "DANFW"), ("Q", "BR"), ("mRcpR", "pcWWmW0"), ("RN", "NWW")] {
        assert_eq!(paths(one), paths(other), "{one} {other}");
    }
}

fn form(text: &str) -> CanonicalForm {
    CanonicalForm::from(&parse(text))
}

#[test]
fn spellings_of_a_movement_have_one_canonical_form() {
    for (one, other) in [
        ("FyafsF", "fFbFyafsF"),
        ("KNAD", "DANFW"),
        ("Q", "BR"),
        ("mQcpQ", "cpRcpBmRmB"),
        ("R2", "WnD"),
        ("mB2cF", "cFmFmnA"),
        ("fmWfceFfmnnD", "fcFfmW"),
        ("fmWfceFfimnD", "fmWfcF"),
        ("KfmnnD", "WF"),
        ("KimAimDimN", "FW"),
        ("fceFfcB", "fcB"),
    ] {
        assert_eq!(form(one), form(other), "{one} {other}");
    }
}

#[test]
fn other_movements_have_other_canonical_forms() {
    let texts = [
        "W", "F", "K", "fW", "mW", "cW", "R", "R2", "R3", "B", "N", "N2", "nN", "nD", "D", "WD",
        "pR", "mRcpR", "FyafsF", "WyafsW", "fmWfceF", "fsmWfceF",
    ];
    for (index, one) in texts.iter().enumerate() {
        for other in &texts[..index] {
            assert_ne!(form(one), form(other), "{one} {other}");
        }
    }
}

#[test]
fn a_piece_that_only_steps_double_keeps_its_step() {
    assert_eq!(form("fmnD").paths().len(), 1);
    assert_eq!(form("imN").paths().len(), 8);
    assert_eq!(form("fmWfmnD").paths(), form("fmW").paths());
}

#[test]
fn bad_strings_name_the_token_and_its_column() {
    for &(text, message) in BAD {
        let error = text.parse::<Betza>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn error_accessors_agree_with_the_text() {
    let error = "fmWflflB".parse::<Betza>().unwrap_err();
    assert_eq!(error.kind(), BetzaErrorKind::OverlappingDirection);
    assert_eq!((error.token(), error.column()), ("fl", 6));
}

#[test]
fn overlong_text_is_refused_at_the_first_character_too_many() {
    for text in ["1".repeat(1_000_000), "f".repeat(MAX_TEXT_LENGTH + 1), "NW".repeat(100_000)] {
        let error = text.parse::<Betza>().unwrap_err();
        assert_eq!(error.kind(), BetzaErrorKind::TooLong);
        assert_eq!(error.column(), MAX_TEXT_LENGTH + 1);
        let limit = format!("text longer than {MAX_TEXT_LENGTH} characters");
        assert!(error.to_string().ends_with(&limit), "{error}");
    }
}

#[test]
fn one_term_too_many_is_refused_where_it_begins() {
    let most = "WfF".repeat(MAX_TERMS / 2);
    assert_eq!(parse(&most).terms.len(), MAX_TERMS);
    let error = (most.clone() + "mN").parse::<Betza>().unwrap_err();
    assert_eq!(error.to_string(), format!("column 97, `m`: more than {MAX_TERMS} terms"));
}

#[test]
fn as_many_terms_as_allowed_read_back_though_they_print_longer() {
    for term in ["vsK", "fblF", "ilfrbflbrmcepN99"] {
        assert_round_trip(&parse(&term.repeat(MAX_TERMS)));
    }
}

#[test]
fn every_set_of_directions_of_every_atom_reads_back() {
    for atom in Atom::ALL {
        for bits in 1..=Directions::all(atom).0 {
            let directions = Directions(bits);
            let term = Term { atom, directions, ..plain(Atom::Wazir) };
            assert_eq!(term.steps().len(), bits.count_ones() as usize);
            // `i`, `yafs` or `mcep`, an atom with two digits: 12 characters beside the directions.
            assert!(term.to_string().len() + 12 <= MAX_TEXT_LENGTH / MAX_TERMS);
            assert_round_trip(&Betza { terms: vec![term] });
        }
    }
}

#[test]
fn atoms_have_their_steps_clockwise() {
    assert_eq!(Atom::Knight.steps(), KNIGHT.map(delta));
    assert_eq!(Atom::Wazir.steps(), ORTHOGONAL.map(delta));
    assert_eq!(Atom::Ferz.steps(), DIAGONAL.map(delta));
    assert_eq!(Atom::King.steps().len(), 8);
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

/// Numbers that look random and are the same in every run (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// Two legs, the first of which is `first`.
    fn two_legs(&mut self, first: Atom) -> Manner {
        let second = Atom::ALL[self.below(Atom::ALL.len())];
        let goes_on = |step: Delta| super::legs::onward(step, second, true).next().is_some();
        let straight = self.coin() && first.steps().into_iter().any(goes_on);
        Manner::TwoLegs { second, straight }
    }

    fn term(&mut self) -> Term {
        let mut atom = Atom::ALL[self.below(Atom::ALL.len())];
        let manner = [Manner::Plain, Manner::Lame, Manner::Hop, Manner::Bent, self.two_legs(atom)]
            [self.below(5)];
        let mut range = [1, 1, 0, 2, 3, 12, 99][self.below(7)];
        match manner {
            Manner::Plain => {}
            Manner::Lame => {
                atom = [Atom::Dabbaba, Atom::Alfil, Atom::Knight][self.below(3)];
                range = 1;
            }
            Manner::Hop => range = [0, 2, 5][self.below(3)],
            Manner::Bent => {
                atom = [Atom::Wazir, Atom::Ferz][self.below(2)];
                range = 1;
            }
            Manner::TwoLegs { .. } => range = 1,
        }
        let two_legs = matches!(manner, Manner::TwoLegs { .. });
        let all = Directions::all(atom).0;
        let every = two_legs || self.coin();
        let directions = Directions(if every { all } else { 1 + self.below(all as usize) as u8 });
        let (quiet, capture) = [(true, true), (true, false), (false, true)][self.below(3)];
        let en_passant = capture && !two_legs && self.coin();
        let initial = self.coin();
        Term { atom, range, directions, manner, quiet, capture, en_passant, initial }
    }
}

#[test]
fn random_trees_read_back_from_their_text() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        let terms = (0..=random.below(5)).map(|_| random.term()).collect();
        assert_round_trip(&Betza { terms });
    }
}

#[test]
fn random_paths_are_unique_sorted_and_allow_something() {
    let mut random = Random(2);
    for _ in 0..5_000 {
        let terms = (0..=random.below(5)).map(|_| random.term()).collect();
        let paths = Betza { terms }.paths();
        assert!(!paths.is_empty());
        assert!(paths.is_sorted());
        for pair in paths.windows(2) {
            assert_ne!((pair[0].kind, pair[0].initial), (pair[1].kind, pair[1].initial));
        }
        assert!(paths.iter().all(|path| path.quiet || path.capture));
        assert!(paths.iter().filter(|path| path.en_passant).all(|path| path.capture));
    }
}

#[test]
fn random_text_is_read_or_refused_without_panic() {
    let alphabet: Vec<char> = "fblrvshmceinpyaWFDNAHCLZJGKRBQ0129[-]x@ \u{e9}".chars().collect();
    let mut random = Random(3);
    for _ in 0..50_000 {
        let text: String =
            (0..random.below(12)).map(|_| alphabet[random.below(alphabet.len())]).collect();
        match text.parse::<Betza>() {
            Ok(tree) => assert_round_trip(&tree),
            Err(error) => {
                let rest: String = text.chars().skip(error.column() - 1).collect();
                assert!(rest.starts_with(error.token()), "{text:?}: {error}");
            }
        }
    }
}
