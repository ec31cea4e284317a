//! The paths that texts expand to.

use super::*;

/// Every movement of the games with its paths.
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
    let rapid = strides("m", true, 2, &[(0, 1)]);
    let first = strides("mi", true, 2, &[(0, 1)]);
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
        // Modifiers.
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
        ("nA", "nA", lame("mc", &diagonal_two)),
        ("mnA", "mnA", lame("m", &diagonal_two)),
        ("nD", "nD", lame("mc", &straight_two)),
        ("mnD", "mnD", strides("m", true, 2, &ORTHOGONAL)),
        ("cnD", "cnD", lame("c", &straight_two)),
        ("nN", "nN", lame("mc", &xiangqi_horse)),
        ("nfmD", "fmnD", strides("m", true, 2, &[(0, 1)])),
        ("bmnnD", "bmnD", strides("m", true, 2, &[(0, -1)])),
        (
            "mnDcnD",
            "mnDcnD",
            [lame("c", &straight_two), strides("m", true, 2, &ORTHOGONAL)].concat(),
        ),
        ("nH", "nH", strides("mc", false, 3, &ORTHOGONAL)),
        ("ifmnH", "ifmnH", strides("mi", true, 3, &[(0, 1)])),
        ("fmnnH", "fmnH", strides("m", true, 3, &[(0, 1)])),
        ("mnG", "mnG", strides("m", false, 3, &DIAGONAL)),
        ("HnH", "HnH", leaps("mc", &times(ORTHOGONAL, 3))),
        ("R3nH", "R3nH", slides("mc", 3, &ORTHOGONAL)),
        // Hoppers.
        ("pR", "pR", hops("mc", 0, &ORTHOGONAL)),
        ("cpR4", "cpR4", hops("c", 4, &ORTHOGONAL)),
        ("fpB", "fpB", hops("mc", 0, &[(-1, 1), (1, 1)])),
        ("pcWW", "cpR", hops("c", 0, &ORTHOGONAL)),
        ("gR", "gR", hops_next("mc", 0, &ORTHOGONAL)),
        ("mgB4", "mgB4", hops_next("m", 4, &DIAGONAL)),
        ("pBgB", "pBgB", hops("mc", 0, &DIAGONAL)),
        ("mpN0", "mpN0", hops("m", 0, &KNIGHT)),
        // Ski-sliders, crooked sliders, and pieces that go in circles.
        ("jR", "jR", skis("mc", 0, &ORTHOGONAL)),
        ("fcjB3", "fcjB3", skis("c", 3, &[(-1, 1), (1, 1)])),
        ("zR", "zR", turnings("mc", false, 0, &ORTHOGONAL, &ORTHOGONAL)),
        ("fmzR4", "fmzR4", turnings("m", false, 4, &[(0, 1)], &ORTHOGONAL)),
        ("WzR", "WzR", turnings("mc", false, 0, &ORTHOGONAL, &ORTHOGONAL)),
        ("zBzB5", "zBzB5", turnings("mc", false, 0, &DIAGONAL, &DIAGONAL)),
        ("qN", "qN", turnings("mc", true, 0, &KNIGHT, &KNIGHT)),
        ("cqNN", "cqN", turnings("c", true, 0, &KNIGHT, &KNIGHT)),
        ("qC2", "qC2", turnings("mc", true, 2, &CAMEL, &CAMEL)),
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
        // Moves that one term allows are not repeated for another.
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

#[test]
fn atoms_have_their_steps_clockwise() {
    assert_eq!(Atom::Knight.steps(), KNIGHT.map(delta));
    assert_eq!(Atom::Wazir.steps(), ORTHOGONAL.map(delta));
    assert_eq!(Atom::Ferz.steps(), DIAGONAL.map(delta));
    assert_eq!(Atom::King.steps().len(), 8);
}
