//! Expands the tree to single paths.

use super::legs;
use super::tree::{Betza, Manner, Over, Term};
use crate::square::Delta;

/// The shape of a path, seen from White's side: more ranks is forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathKind {
    /// A leap to a square, whatever stands between.
    Leap {
        /// The displacement to the target.
        to: Delta,
    },
    /// A lame leap over one square that must be empty, or a move in two legs that stops on that
    /// square. Several such paths may lead to one target; one open path is enough.
    Lame {
        /// The displacement to the square that must be empty.
        over: Delta,
        /// The displacement to the target.
        to: Delta,
    },
    /// A lame leap of two or three equal steps: the squares before the last one must be empty.
    Stride {
        /// The repeated step.
        step: Delta,
        /// The number of steps.
        length: u8,
        /// Whether the squares passed over become en passant squares: the move is the double or
        /// triple step of a Pawn. True for `D` and `H` leaps that cannot capture.
        mark: bool,
    },
    /// A slide: one step, repeated over empty squares.
    Slide {
        /// The repeated step.
        step: Delta,
        /// The greatest number of steps; 0 means no limit, and 1 does not occur.
        range: u8,
    },
    /// A hop: one step, repeated over exactly one piece of either colour. The piece may stand
    /// anywhere on the path, and the move ends beyond it. All other squares on the path must be
    /// empty.
    Hop {
        /// The repeated step.
        step: Delta,
        /// The greatest number of steps, the one onto the hurdle included; 0 means no limit, and 1
        /// does not occur.
        range: u8,
    },
    /// A hop that ends on the square right behind the first piece on the path, the move of the
    /// Grasshopper. All squares before that piece must be empty.
    HopNext {
        /// The repeated step.
        step: Delta,
        /// The greatest number of steps, the last one included; 0 means no limit, and 1 does not
        /// occur.
        range: u8,
    },
    /// A slide that jumps over its first square, whatever stands there.
    Ski {
        /// The repeated step.
        step: Delta,
        /// The greatest number of steps, the one to the first square included; 0 means no limit,
        /// and 1 does not occur.
        range: u8,
    },
    /// A slide that turns after each step.
    Turning {
        /// The first two steps.
        steps: [Delta; 2],
        /// Whether it turns on to the same side (circular), until it would be back at its start. If
        /// not, the two steps alternate (crooked).
        circles: bool,
        /// The greatest number of steps; 0 means no limit.
        range: u8,
    },
    /// A move that captures the enemy on one square and goes on to another. It may come back to its
    /// own square.
    Locust {
        /// The displacement to the enemy.
        over: Delta,
        /// The displacement to the target.
        to: Delta,
    },
    /// A move that changes nothing: to a square that must be empty, and back.
    Pass {
        /// The displacement to the square.
        over: Delta,
    },
    /// A bent slide: one step to a square that must be empty, then a slide of at least one square.
    Bent {
        /// The step from the start.
        first: Delta,
        /// The step of the slide, repeated without limit.
        then: Delta,
    },
}

/// One path that a piece can take from its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// The shape of the path.
    pub kind: PathKind,
    /// Whether it is allowed only as the piece's first move.
    pub initial: bool,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may end on an enemy piece.
    pub capture: bool,
    /// Whether it may also end on the en passant square, as a capture.
    pub en_passant: bool,
}

impl Path {
    /// Whether all its end squares have the colour of the start square.
    pub fn keeps_colour(&self) -> bool {
        let keeps = |step: Delta| (step.files + step.ranks) % 2 == 0;
        match self.kind {
            PathKind::Leap { to } | PathKind::Lame { to, .. } | PathKind::Locust { to, .. } => {
                keeps(to)
            }
            PathKind::Pass { .. } => true,
            PathKind::Stride { step, length, .. } => length % 2 == 0 || keeps(step),
            PathKind::Slide { step, .. }
            | PathKind::Hop { step, .. }
            | PathKind::HopNext { step, .. }
            | PathKind::Ski { step, .. } => keeps(step),
            PathKind::Turning { steps, .. } => steps.into_iter().all(keeps),
            PathKind::Bent { first, then } => keeps(first) && keeps(then),
        }
    }
}

impl Betza {
    /// All paths, sorted.
    ///
    /// A path that several terms allow appears once: `mRcR` gives the four slides of `R`, and `RW`
    /// gives the same as `R`. The order of the terms does not matter.
    ///
    /// ```
    /// let cannon: dhow_rules::betza::Betza = "mRcpR".parse()?;
    /// let paths = cannon.paths();
    /// assert_eq!(paths.iter().filter(|path| path.capture).count(), 4);
    /// # Ok::<(), dhow_rules::betza::BetzaError>(())
    /// ```
    pub fn paths(&self) -> Vec<Path> {
        let paths = merged(self.terms.iter().flat_map(term_paths).collect());
        paths.iter().filter_map(|path| uncovered(*path, &paths)).collect()
    }
}

/// Sorts the paths and merges those that differ only in what they may end on.
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
        // The square from which the piece came is empty.
        capture: term.capture && !comes_back(kind),
        en_passant: term.en_passant,
    };
    kinds.map(path).filter(|path| path.quiet || path.capture).collect()
}

/// The path shapes of a term for one of its steps: two for a bent slider, any number for two legs,
/// otherwise one.
fn kinds(term: &Term, step: Delta) -> Vec<PathKind> {
    let range = term.range;
    match term.manner {
        Manner::Plain if range == 1 => vec![PathKind::Leap { to: step }],
        Manner::Plain => vec![PathKind::Slide { step, range }],
        Manner::Hop => vec![PathKind::Hop { step, range }],
        Manner::HopNext => vec![PathKind::HopNext { step, range }],
        Manner::Ski => vec![PathKind::Ski { step, range }],
        Manner::Crooked => {
            let turning = |then| PathKind::Turning { steps: [step, then], circles: false, range };
            [right(step), left(step)].map(turning).to_vec()
        }
        Manner::Circular => {
            let turning = |then| PathKind::Turning { steps: [step, then], circles: true, range };
            beside(step).map(turning).to_vec()
        }
        Manner::Lame if term.is_double_step() || step.distance() == 3 => {
            let (length, mark) = (step.distance(), term.is_double_step());
            let step = Delta::new(step.files.signum(), step.ranks.signum());
            vec![PathKind::Stride { step, length, mark }]
        }
        Manner::Lame => vec![PathKind::Lame { over: half_way(step), to: step }],
        Manner::Bent => {
            outward(step).into_iter().map(|then| PathKind::Bent { first: step, then }).collect()
        }
        Manner::Again { over, turns } => {
            let path = |then: Delta| {
                let to = step + then;
                match over {
                    Over::Enemy => PathKind::Locust { over: step, to },
                    Over::Empty if to == Delta::new(0, 0) => PathKind::Pass { over: step },
                    Over::Empty => PathKind::Lame { over: step, to },
                }
            };
            legs::again(step, term.atom, turns).into_iter().map(path).collect()
        }
        Manner::TwoLegs { second, straight } => legs::onward(step, second, straight)
            .map(|then| PathKind::Lame { over: step, to: step + then })
            .collect(),
    }
}

/// A step turned to the right by a right angle.
fn right(step: Delta) -> Delta {
    Delta::new(step.ranks, -step.files)
}

/// A step turned to the left by a right angle.
fn left(step: Delta) -> Delta {
    Delta::new(-step.ranks, step.files)
}

/// The two steps next to an oblique one, such as a Knight's, among the eight of its kind.
fn beside(Delta { files, ranks }: Delta) -> [Delta; 2] {
    let swapped = match files.signum() == ranks.signum() {
        true => Delta::new(ranks, files),
        false => Delta::new(-ranks, -files),
    };
    // The shorter of its two parts changes its sign.
    let mirrored = match files.abs() < ranks.abs() {
        true => Delta::new(-files, ranks),
        false => Delta::new(files, -ranks),
    };
    [swapped, mirrored]
}

/// The displacements to the squares of a [`PathKind::Turning`] with these members, in order: without end, if it is
/// crooked and has no limit.
pub(crate) fn turning_squares(
    steps: [Delta; 2],
    circles: bool,
    range: u8,
) -> impl Iterator<Item = Delta> {
    // Two steps turn a circle by a right angle, and the eighth ends where it began.
    let most = if range == 0 { usize::MAX } else { range.into() };
    let most = if circles { most.min(7) } else { most };
    let [one, then] = steps;
    let is_right =
        i16::from(one.files) * i16::from(then.ranks) < i16::from(one.ranks) * i16::from(then.files);
    let turn = if is_right { right } else { left };
    let mut steps = steps;
    let mut at = Delta::new(0, 0);
    (0..most).map(move |number| {
        let step = &mut steps[number % 2];
        at = at + *step;
        if circles {
            *step = turn(*step);
        }
        at
    })
}

/// Whether a path ends where it began.
fn comes_back(kind: PathKind) -> bool {
    match kind {
        PathKind::Pass { .. } => true,
        PathKind::Locust { to, .. } => to == Delta::new(0, 0),
        _ => false,
    }
}

/// The middle of a leap of two squares. For a Knight's leap the division rounds towards the start
/// and gives the orthogonal neighbour: the square on which the Horse of Xiangqi is blocked.
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

/// Adds the permissions of `next` to `kept` if both have the same shape. Returns whether they do.
fn merge(kept: &mut Path, next: Path) -> bool {
    let same = (kept.kind, kept.initial) == (next.kind, next.initial);
    if same {
        kept.quiet |= next.quiet;
        kept.capture |= next.capture;
        kept.en_passant |= next.en_passant;
    }
    same
}

/// The permissions of `path` that no wider path in `paths` has. `None` if nothing remains.
///
/// The wider paths may themselves lose permissions later. That is safe: a still wider path has
/// those permissions, and it is wider than `path` too.
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

/// Whether `wide` reaches every square that `narrow` reaches, in every position.
fn covers(wide: &Path, narrow: &Path) -> bool {
    wide != narrow && (narrow.initial || !wide.initial) && goes_beyond(wide.kind, narrow.kind)
}

fn goes_beyond(wide: PathKind, narrow: PathKind) -> bool {
    use PathKind::{Hop, HopNext, Lame, Leap, Ski, Slide, Stride, Turning};
    let as_far = |wide: u8, narrow: u8| wide == 0 || (narrow != 0 && narrow <= wide);
    match (wide, narrow) {
        (Slide { step, .. }, Leap { to }) => step == to,
        (Leap { to } | Slide { step: to, .. }, Lame { to: same, .. }) => to == same,
        // A marked stride creates en passant squares, which other paths do not.
        (Leap { to }, Stride { step, length, mark }) => to == step.times(length) && !mark,
        (Slide { step, range }, Stride { step: same, length, mark }) => {
            step == same && as_far(range, length) && !mark
        }
        (Slide { step, range }, Slide { step: same, range: less })
        | (
            Hop { step, range },
            Hop { step: same, range: less } | HopNext { step: same, range: less },
        )
        | (HopNext { step, range }, HopNext { step: same, range: less })
        | (Ski { step, range }, Ski { step: same, range: less }) => {
            step == same && as_far(range, less)
        }
        (Turning { steps, .. }, Leap { to }) => steps[0] == to,
        (
            Turning { steps, circles, range },
            Turning { steps: same, circles: alike, range: less },
        ) => (steps, circles) == (same, alike) && as_far(range, less),
        _ => wide == narrow,
    }
}
