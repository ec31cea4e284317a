//! Assigns pictures to the pieces of a game.

use crate::betza::{Betza, Notation, Path, PathKind, turning_squares};
use crate::variant::{PieceDef, Role};
use once_cell::sync::Lazy;
use std::collections::BTreeSet;

/// Pictures of `share/pieces`, and the movements of the pieces that they show.
const MOVEMENTS: [(&str, &str); 56] = [
    ("Knight", "N"),
    ("Bishop", "B"),
    ("Rook", "R"),
    ("Queen", "Q"),
    ("Commoner", "K"),
    ("Guard", "K"),
    ("Ferz", "F"),
    ("Wazir", "W"),
    ("Oliphant", "A"),
    ("Warmachine", "D"),
    ("Elephant", "FA"),
    ("Left", "WD"),
    ("Camel", "C"),
    ("Zebra", "Z"),
    ("Gnu", "NCZ"),
    ("Canon", "mRcpR"),
    ("LShield", "mBcpB"),
    ("Wizard", "mQcpQ"),
    ("CrownedBishop", "BN"),
    ("Chancellor", "RN"),
    ("Amazon", "QN"),
    ("Centaur", "KN"),
    ("Admiral", "RF"),
    ("Missionary", "BW"),
    ("Hawk", "FyafsF"),
    ("Unicorn", "WyafsW"),
    ("Cub", "KNAD"),
    ("Gold", "KADGH"),
    ("Troll", "GHfmWfcF"),
    ("JumpingGeneral", "KAD"),
    ("Minister", "NWD"),
    ("HighPriestess", "NFA"),
    ("Bishopy", "B4D"),
    ("Rookish", "R4A"),
    ("Lance", "fsmWfcF"),
    ("Pawn", "fW"),
    ("GoBetween", "fbW"),
    ("Copper", "fFfbW"),
    ("Silver", "FfW"),
    ("GoldGeneral", "WfF"),
    ("Leopard", "FfbW"),
    ("Tiger", "FsbW"),
    ("DrunkElephant", "FfsW"),
    ("Phoenix", "WA"),
    ("Kirin", "FD"),
    ("Spear", "fR"),
    ("Chariot", "fbR"),
    ("SideMover", "sRfbW"),
    ("VerticalMover", "fbRsW"),
    ("Stag", "fbRFsW"),
    ("Charger", "fbRfB"),
    ("Whale", "fbRbB"),
    ("Boar", "sRB"),
    ("Ox", "fbRB"),
    ("Falcon", "BsbRfWfDfcafWfcabWfmabW"),
    ("SoaringEagle", "RbBfFfAfcafFfcabFfmabF"),
];

static KNOWN: Lazy<Vec<(&str, Vec<Reached>)>> = Lazy::new(|| {
    MOVEMENTS.iter().map(|(picture, betza)| (*picture, squares(&Notation::known(betza)))).collect()
});

/// The least similarity of movements at which a piece takes another piece's picture.
const LEAST_LIKENESS: f64 = 0.5;
/// The greatest number of squares of a slide that count.
const SLIDE: i16 = 7;

/// Assigns to each piece a picture that no other piece of the game has: that of a piece with the
/// same movement, otherwise that of the piece with the most similar movement. A piece without a
/// similar one gets none. Pieces whose letters have a `+`, with which boards mark them, choose among
/// themselves: they may have the pictures of pieces without.
pub fn assign(pieces: &mut [PieceDef]) {
    let mut pairs = Vec::new();
    for (index, piece) in pieces.iter_mut().enumerate() {
        match piece.role {
            Role::Royal => piece.picture = "King".into(),
            Role::Pawn => pairs.push((1.0, index, "Pawn")),
            _ => {}
        }
        let moves = squares(&piece.betza);
        pairs.extend(
            KNOWN.iter().map(|(picture, known)| (likeness(&moves, known), index, *picture)),
        );
    }
    pairs.retain(|(likeness, ..)| *likeness >= LEAST_LIKENESS);
    // The sort is stable: of equal candidates the earlier piece chooses first.
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut given = BTreeSet::new();
    for (_, index, picture) in pairs {
        let piece = &mut pieces[index];
        if piece.picture.is_empty() && given.insert((piece.letter.is_promoted(), picture)) {
            piece.picture = picture.into();
        }
    }
}

/// A square that a piece reaches: its displacement, and whether the piece moves there quietly,
/// captures there, and hops.
type Reached = ((i16, i16), bool, bool, bool);

/// The squares that a piece reaches, sorted, each once.
fn squares(betza: &Betza) -> Vec<Reached> {
    let paths = betza.paths();
    let mut squares: Vec<Reached> =
        paths.iter().filter(|path| !path.initial).flat_map(reached).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

fn reached(path: &Path) -> Vec<Reached> {
    let (first, step, range, hops) = match path.kind {
        PathKind::Leap { to } | PathKind::Lame { to, .. } | PathKind::Locust { to, .. } => {
            (None, to, 1, false)
        }
        PathKind::Stride { step, length, .. } => (None, step.times(length), 1, false),
        PathKind::Pass { .. } => return Vec::new(),
        PathKind::Slide { step, range } => (None, step, range, false),
        PathKind::Hop { step, range } | PathKind::HopNext { step, range } => {
            (None, step, range, true)
        }
        PathKind::Ski { step, range } => (Some(step), step, range.saturating_sub(1), false),
        PathKind::Turning { steps, circles, range } => {
            let squares = turning_squares(steps, circles, range).take(SLIDE as usize);
            let at = squares.map(|to| (i16::from(to.files), i16::from(to.ranks)));
            return at.map(|at| (at, path.quiet, path.capture, false)).collect();
        }
        PathKind::Bent { first, then } => (Some(first), then, 0, false),
    };
    let begin = first.map_or((0, 0), |first| (i16::from(first.files), i16::from(first.ranks)));
    let most = if range == 0 { SLIDE } else { i16::from(range).min(SLIDE) };
    let square = |times: i16| {
        (begin.0 + times * i16::from(step.files), begin.1 + times * i16::from(step.ranks))
    };
    let numbers = if hops { 2..=most } else { 1..=most };
    numbers.map(|times| (square(times), path.quiet, path.capture, hops)).collect()
}

/// The similarity of two movements (Jaccard index of the squares reached), 1 for equal movements.
// Each piece of the shipped files is compared so at the start of the program: merging sorted lists takes least.
fn likeness(one: &[Reached], other: &[Reached]) -> f64 {
    let (mut at, mut common) = (0, 0);
    for square in one {
        while other.get(at).is_some_and(|it| it < square) {
            at += 1;
        }
        common += usize::from(other.get(at) == Some(square));
    }
    let all = one.len() + other.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictures(movements: &[(&'static str, Role)]) -> Vec<String> {
        let piece = |&(betza, role): &(&'static str, Role)| {
            crate::variant::army::piece(('A', "a", "", betza, 0, ""), role)
        };
        let mut pieces: Vec<PieceDef> = movements.iter().map(piece).collect();
        assign(&mut pieces);
        pieces.into_iter().map(|piece| piece.picture).collect()
    }

    #[test]
    fn pieces_are_shown_by_those_that_move_most_nearly_so() {
        use Role::{Officer, Pawn, Royal};
        let given = [
            ("fmWfceFfimnD", Pawn),
            ("K", Royal),
            ("WF", Officer),
            ("K", Officer),
            ("QNAD", Officer),
            ("R6", Officer),
            ("R", Officer),
            ("bF", Officer),
            ("fmWfcF", Pawn),
            ("fR", Officer),
        ];
        let expected = [
            "Pawn", "King", "Commoner", "Guard", "Amazon", "Admiral", "Rook", "Ferz", "Lance",
            "Spear",
        ];
        assert_eq!(pictures(&given), expected);
    }
}
