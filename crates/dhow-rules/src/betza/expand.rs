//! Tree to single paths.

use super::legs;
use super::tree::{Atom, Betza, Manner, Term};
use crate::square::Delta;

/// How a path goes, seen from White's side: more ranks is forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathKind {
    /// Goes straight to a square, whatever stands between.
    Leap {
        /// The target.
        to: Delta,
    },
    /// Leaps over one square that must be empty, or in two legs from that square on. Several such
    /// paths may lead to one target, and one that is open is enough.
    Lame {
        /// The square that must be empty.
        over: Delta,
        /// The target.
        to: Delta,
        /// Whether the square passed over becomes the en passant square: true for leaps of `D`
        /// that cannot capture.
        mark: bool,
    },
    /// Repeats a step over empty squares.
    Slide {
        /// The step.
        step: Delta,
        /// How often at most; 0 is no limit, 1 does not occur.
        range: u8,
    },
    /// Repeats a step over exactly one piece of either colour, which may stand anywhere on the
    /// way, and ends beyond it; all other squares on the way must be empty.
    Hop {
        /// The step.
        step: Delta,
        /// How often at most, the hop included; 0 is no limit, 1 does not occur.
        range: u8,
    },
    /// Makes one step to a square that must be empty, and slides on from it, one square at least.
    Bent {
        /// The step from the start.
        first: Delta,
        /// The step of the slide, repeated without limit.
        then: Delta,
    },
}

/// One way for a piece to go from its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// How it goes.
    pub kind: PathKind,
    /// Only as the first move of the piece.
    pub initial: bool,
    /// May end on an empty square.
    pub quiet: bool,
    /// May end on an enemy piece.
    pub capture: bool,
    /// May also end, as a capture, on the en passant square.
    pub en_passant: bool,
}

impl Path {
    /// Whether it ends on squares of the colour it starts from only.
    pub fn keeps_colour(&self) -> bool {
        let keeps = |step: Delta| (step.files + step.ranks) % 2 == 0;
        match self.kind {
            PathKind::Leap { to } | PathKind::Lame { to, .. } => keeps(to),
            PathKind::Slide { step, .. } | PathKind::Hop { step, .. } => keeps(step),
            PathKind::Bent { first, then } => keeps(first) && keeps(then),
        }
    }
}

impl Betza {
    /// All paths, sorted.
    ///
    /// What several terms allow appears once: `mRcR` gives the four slides of `R`, and `RW` gives no
    /// more than `R` does. The order of the terms has no influence.
    pub fn paths(&self) -> Vec<Path> {
        let paths = merged(self.terms.iter().flat_map(term_paths).collect());
        paths.iter().filter_map(|path| uncovered(*path, &paths)).collect()
    }
}

/// The paths sorted, each way to go once.
pub(super) fn merged(mut paths: Vec<Path>) -> Vec<Path> {
    paths.sort_unstable();
    paths.dedup_by(|next, kept| merge(kept, *next));
    paths
}

fn term_paths(term: &Term) -> Vec<Path> {
    let kinds = term.steps().into_iter().flat_map(|step| kinds(term, step));
    let path = |kind| Path {
        kind,
        initial: term.initial,
        quiet: term.quiet,
        capture: term.capture,
        en_passant: term.en_passant,
    };
    kinds.map(path).collect()
}

/// The ways a term goes in the direction of one of its steps: two for a bent slider, any number for
/// two legs, else one.
fn kinds(term: &Term, step: Delta) -> Vec<PathKind> {
    let range = term.range;
    match term.manner {
        Manner::Plain if range == 1 => vec![PathKind::Leap { to: step }],
        Manner::Plain => vec![PathKind::Slide { step, range }],
        Manner::Hop => vec![PathKind::Hop { step, range }],
        Manner::Lame => {
            let mark = term.atom == Atom::Dabbaba && !term.capture;
            vec![PathKind::Lame { over: half_way(step), to: step, mark }]
        }
        Manner::Bent => {
            outward(step).into_iter().map(|then| PathKind::Bent { first: step, then }).collect()
        }
        Manner::TwoLegs { second, straight } => legs::onward(step, second, straight)
            .map(|then| PathKind::Lame { over: step, to: step + then, mark: false })
            .collect(),
    }
}

/// The middle of a leap of two squares. For a Knight's leap the division rounds towards the start
/// and leaves its orthogonal neighbour: the square on which the Horse of Xiangqi is blocked.
fn half_way(step: Delta) -> Delta {
    Delta::new(step.files / 2, step.ranks / 2)
}

/// The two steps that are 45 degrees off the given one.
fn outward(Delta { files, ranks }: Delta) -> [Delta; 2] {
    match (files, ranks) {
        (0, _) => [Delta::new(-1, ranks), Delta::new(1, ranks)],
        (_, 0) => [Delta::new(files, -1), Delta::new(files, 1)],
        _ => [Delta::new(files, 0), Delta::new(0, ranks)],
    }
}

/// Adds what `next` allows to `kept` if they go the same way; says whether they do.
fn merge(kept: &mut Path, next: Path) -> bool {
    let same = (kept.kind, kept.initial) == (next.kind, next.initial);
    if same {
        kept.quiet |= next.quiet;
        kept.capture |= next.capture;
        kept.en_passant |= next.en_passant;
    }
    same
}

/// What `path` allows beyond all wider paths in `paths`, none of which goes the same way twice.
///
/// It is safe to compare with paths that will themselves lose something: what they lose, a still
/// wider path allows, and that one is wider than `path` too.
fn uncovered(path: Path, paths: &[Path]) -> Option<Path> {
    let mut left = path;
    for wider in paths.iter().filter(|wider| covers(wider, &path)) {
        left.quiet &= !wider.quiet;
        left.capture &= !wider.capture;
        left.en_passant &= !wider.en_passant;
    }
    left.capture |= left.en_passant;
    (left.quiet || left.capture).then_some(left)
}

/// Whether `wide` reaches, whenever `narrow` does, every square that `narrow` reaches.
fn covers(wide: &Path, narrow: &Path) -> bool {
    wide != narrow && (narrow.initial || !wide.initial) && goes_beyond(wide.kind, narrow.kind)
}

fn goes_beyond(wide: PathKind, narrow: PathKind) -> bool {
    use PathKind::{Hop, Lame, Leap, Slide};
    let as_far = |wide: u8, narrow: u8| wide == 0 || (narrow != 0 && narrow <= wide);
    match (wide, narrow) {
        (Slide { step, .. }, Leap { to }) => step == to,
        // A marking leap leaves something behind that the others do not.
        (Leap { to } | Slide { step: to, .. }, Lame { to: same, mark, .. }) => to == same && !mark,
        (Slide { step, range }, Slide { step: same, range: less })
        | (Hop { step, range }, Hop { step: same, range: less }) => {
            step == same && as_far(range, less)
        }
        _ => wide == narrow,
    }
}
