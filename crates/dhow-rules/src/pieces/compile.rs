//! Compiles a movement into tables for a board.

use super::locust::{FARTHEST_OVER, Locust, LocustTables};
use super::movement::{DoubleStep, LameLeaps, Movement, Ray, SideTables};
use super::{Color, LineFamily, LineKinds};
use crate::betza::{Betza, Path, PathKind, turning_squares};
use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::square::{Delta, Square};

/// A movement that Betza notation can express but the engine does not support.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// An initial move that captures, on its target or on the way.
    #[error("`{0}`: an initial move must not capture")]
    Initial(String),
    /// An en passant capture that is not a leap.
    #[error("`{0}`: only a leap can capture en passant")]
    EnPassant(String),
    /// A piece that captures on its way more than two files or ranks away.
    #[error("`{0}`: a capture on the way is at most two files and ranks away")]
    FarLocust(String),
    /// A royal piece that slides, hops or makes double steps.
    #[error("`{0}`: a royal piece may only leap")]
    Royal(String),
}

/// The greatest number of steps of a piece whose moves are generated for all pieces of the kind at
/// once. With more steps, a table lookup for each piece is quicker.
const SET_WISE_STEPS: usize = 6;

impl<G: Geometry> Movement<G> {
    /// Compiles the movement of a kind of piece on a board.
    ///
    /// `initial_zones` are White's and Black's squares from which moves marked `i` may be made. The
    /// initial leaps of a royal piece do not depend on them: they are its jump.
    pub fn compile(
        board: &Board<G>,
        betza: &Betza,
        royal: bool,
        initial_zones: [G::Set; 2],
    ) -> Result<Movement<G>, CompileError> {
        Self::compile_within(board, betza, royal, initial_zones, None)
    }

    /// Compiles the movement of a kind of piece whose moves end in a region, if there is one: White's and Black's
    /// squares. The piece may pass over other squares, and may stand on one in the start array.
    pub fn compile_within(
        board: &Board<G>,
        betza: &Betza,
        royal: bool,
        initial_zones: [G::Set; 2],
        regions: Option<[G::Set; 2]>,
    ) -> Result<Movement<G>, CompileError> {
        let mut paths = betza.paths();
        check(betza, &paths, royal)?;
        let initial_leaps: Vec<Delta> = if royal {
            paths.extract_if(.., |path| path.initial).filter_map(|path| leap(&path)).collect()
        } else {
            Vec::new()
        };
        let mut without_lookup = paths.clone();
        let mut locusts = compile_locusts(board, &mut without_lookup);
        let lines = match regions {
            // The lookups know no regions.
            Some(_) => LineKinds::new(&[], &[]),
            None => take_lines(&mut without_lookup, !board.has_gaps()),
        };
        let mut sides = Color::ALL
            .map(|color| compile_side(board, &without_lookup, color, initial_zones[color.index()]));
        for (index, region) in regions.into_iter().flatten().enumerate() {
            sides[index].confine(board, region);
            if let Some(locusts) = &mut locusts {
                locusts[index].confine(board, region);
            }
        }
        let plain_leaps = sides.iter().all(|side| side.quiet_leaps == side.capture_leaps);
        let has_rays = sides.iter().any(|side| {
            side.rays.iter().any(|rays| !rays.is_empty())
                || side.lame_leaps.iter().any(|lame_leaps| !lame_leaps.is_empty())
        });
        let exits = exits(board, &sides, lines, has_rays);
        let steps = sides[0].quiet_steps.len() + sides[0].capture_steps.len();
        let set_wise = !lines.any()
            && !has_rays
            && regions.is_none()
            && steps <= SET_WISE_STEPS
            && !paths.iter().any(|path| path.initial && leap(path).is_some());
        Ok(Movement {
            sides,
            locusts,
            lines,
            exits,
            has_rays,
            plain_leaps,
            set_wise,
            initial_leaps,
            paths,
            board: *board,
            initial_zones,
            triple_step_zones: [board.all(); 2],
            regions: regions.unwrap_or([board.all(); 2]),
        })
    }
}

/// For each square, the squares where leaps end and the first squares of slides along lines. All
/// squares if the piece has moves that do not need one of these to be free.
fn exits<G: Geometry>(
    board: &Board<G>,
    sides: &[SideTables<G>; 2],
    lines: LineKinds,
    has_rays: bool,
) -> Box<[G::Set]> {
    let families = || lines.all().families();
    if has_rays || families().any(LineFamily::hops) {
        return board.per_square(|_| G::all());
    }
    board.per_square(|square| {
        let leaps = sides.iter().fold(G::Set::EMPTY, |leaps, side| {
            leaps | side.quiet_leaps[square.index()] | side.capture_leaps[square.index()]
        });
        families().fold(leaps, |exits, it| exits | it.see::<G>(square, G::all()))
    })
}

fn leap(path: &Path) -> Option<Delta> {
    match path.kind {
        PathKind::Leap { to } => Some(to),
        _ => None,
    }
}

fn check(betza: &Betza, paths: &[Path], royal: bool) -> Result<(), CompileError> {
    for path in paths {
        let is_leap = leap(path).is_some();
        let is_locust = matches!(path.kind, PathKind::Locust { .. } | PathKind::Pass { .. });
        if path.initial && (path.capture || is_locust) {
            return Err(CompileError::Initial(betza.to_string()));
        }
        if path.en_passant && !is_leap {
            return Err(CompileError::EnPassant(betza.to_string()));
        }
        if let PathKind::Locust { over, .. } = path.kind
            && over.distance() > FARTHEST_OVER as u8
        {
            return Err(CompileError::FarLocust(betza.to_string()));
        }
        if royal && !is_leap {
            return Err(CompileError::Royal(betza.to_string()));
        }
    }
    Ok(())
}

/// The square passed over and the end of a lame leap that both moves and captures, from White's
/// point of view.
fn lame(path: &Path) -> Option<(Delta, Delta)> {
    match path.kind {
        PathKind::Lame { over, to }
            if path.quiet && path.capture && !path.initial && !path.en_passant =>
        {
            Some((over, to))
        }
        _ => None,
    }
}

/// Removes from `paths` those that belong to a complete line family, and returns these families.
/// `hops` is whether hops are among them: the lookups hop over missing squares, which no piece does.
fn take_lines(paths: &mut Vec<Path>, hops: bool) -> LineKinds {
    let (mut quiet, mut capture) = (Vec::new(), Vec::new());
    for family in LineFamily::ALL.into_iter().filter(|family| hops || !family.hops()) {
        for (moves, captures) in [(true, true), (true, false), (false, true)] {
            let serves = |path: &Path, line: &Path| {
                path.kind == line.kind
                    && (path.quiet, path.capture) == (moves, captures)
                    && !path.initial
                    && !path.en_passant
            };
            let whole = family.paths();
            if whole.iter().all(|line| paths.iter().any(|path| serves(path, line))) {
                paths.retain(|path| !whole.iter().any(|line| serves(path, line)));
                quiet.extend(moves.then_some(family));
                capture.extend(captures.then_some(family));
            }
        }
    }
    LineKinds::new(&quiet, &capture)
}

fn compile_side<G: Geometry>(
    board: &Board<G>,
    paths: &[Path],
    color: Color,
    zone: G::Set,
) -> SideTables<G> {
    let view = |delta: Delta| if color == Color::White { delta } else { delta.mirrored() };
    let table = || vec![G::Set::EMPTY; G::INDEX_SPACE].into_boxed_slice();
    let mut side = SideTables::<G> {
        quiet_leaps: table(),
        capture_leaps: table(),
        leap_sources: table(),
        en_passant_sources: table(),
        quiet_steps: Vec::new(),
        capture_steps: Vec::new(),
        double_steps: Vec::new(),
        rays: vec![Vec::new(); G::INDEX_SPACE].into_boxed_slice(),
        lame_leaps: vec![Vec::new(); G::INDEX_SPACE].into_boxed_slice(),
        ray_sources: table(),
    };
    for path in paths {
        if let Some(to) = leap(path) {
            add_leap(board, &mut side, path, view(to), zone);
        } else if let PathKind::Stride { step, length, mark: true } = path.kind {
            let sources = if path.initial { zone } else { board.all() };
            side.double_steps.push(DoubleStep { sources, step: view(step), length });
        } else if let Some((over, to)) = lame(path) {
            add_lame_leaps(board, &mut side, view(over), view(to));
        } else {
            add_rays(board, &mut side, path, view, zone);
        }
    }
    side
}

/// Takes the paths that capture on the way or come back from `paths`, and compiles them for both
/// sides. `None` without such paths.
fn compile_locusts<G: Geometry>(
    board: &Board<G>,
    paths: &mut Vec<Path>,
) -> Option<Box<[LocustTables<G>; 2]>> {
    let is_locust =
        |path: &mut Path| matches!(path.kind, PathKind::Locust { .. } | PathKind::Pass { .. });
    let taken: Vec<Path> = paths.extract_if(.., is_locust).collect();
    let tables = |color: Color| {
        let view = |delta: Delta| if color == Color::White { delta } else { delta.mirrored() };
        let table = || vec![G::Set::EMPTY; G::INDEX_SPACE].into_boxed_slice();
        let mut tables = LocustTables::<G> {
            moves: vec![Vec::new(); G::INDEX_SPACE].into_boxed_slice(),
            sources: table(),
            passes: table(),
        };
        for (path, from) in taken.iter().flat_map(|path| board.squares().map(move |at| (path, at)))
        {
            let at = |delta: Delta| match delta == Delta::new(0, 0) {
                true => Some(from),
                false => board.offset(from, view(delta)),
            };
            match path.kind {
                PathKind::Locust { over, to } => {
                    let Some((over, to)) = at(over).zip(at(to)) else { continue };
                    let (quiet, capture) = (path.quiet, path.capture);
                    tables.moves[from.index()].push(Locust { over, to, quiet, capture });
                    tables.sources[over.index()].insert(from);
                    if capture {
                        tables.sources[to.index()].insert(from);
                    }
                }
                PathKind::Pass { over } => {
                    at(over).into_iter().for_each(|over| tables.passes[from.index()].insert(over));
                }
                _ => {}
            }
        }
        tables
    };
    (!taken.is_empty()).then(|| Box::new(Color::ALL.map(tables)))
}

fn add_leap<G: Geometry>(
    board: &Board<G>,
    side: &mut SideTables<G>,
    path: &Path,
    delta: Delta,
    zone: G::Set,
) {
    if path.quiet {
        side.quiet_steps.push(delta);
    }
    if path.capture {
        side.capture_steps.push(delta);
    }
    for from in board.squares() {
        let Some(to) = board.offset(from, delta) else { continue };
        if path.initial && !zone.contains(from) {
            continue;
        }
        if path.quiet {
            side.quiet_leaps[from.index()].insert(to);
        }
        if path.capture {
            side.capture_leaps[from.index()].insert(to);
            side.leap_sources[to.index()].insert(from);
        }
        if path.en_passant {
            side.en_passant_sources[to.index()].insert(from);
        }
    }
}

fn add_rays<G: Geometry>(
    board: &Board<G>,
    side: &mut SideTables<G>,
    path: &Path,
    view: impl Fn(Delta) -> Delta,
    zone: G::Set,
) {
    for from in board.squares().filter(|&from| !path.initial || zone.contains(from)) {
        let Some(ray) = Ray::new(board, path, from, &view) else { continue };
        if ray.capture {
            for to in &ray.squares[ray.first_stop..] {
                side.ray_sources[to.index()].insert(from);
            }
        }
        side.rays[from.index()].push(ray);
    }
}

fn add_lame_leaps<G: Geometry>(board: &Board<G>, side: &mut SideTables<G>, over: Delta, to: Delta) {
    for from in board.squares() {
        let squares = board.offset(from, over).zip(board.offset(from, to));
        let Some((over, to)) = squares else { continue };
        side.ray_sources[to.index()].insert(from);
        let lame_leaps = &mut side.lame_leaps[from.index()];
        match lame_leaps.iter_mut().find(|lame| lame.over == over) {
            Some(lame) => lame.to.insert(to),
            None => lame_leaps.push(LameLeaps { over, to: G::Set::single(to) }),
        }
    }
}

impl Ray {
    /// Places a path on the board at a square. `None` if it has no square to end on.
    pub(super) fn new<G: Geometry>(
        board: &Board<G>,
        path: &Path,
        from: Square,
        view: impl Fn(Delta) -> Delta,
    ) -> Option<Self> {
        let (squares, first_stop): (Vec<Square>, usize) = match path.kind {
            PathKind::Leap { to } => (board.offset(from, view(to)).into_iter().collect(), 0),
            PathKind::Lame { over, to } => {
                (vec![board.offset(from, view(over))?, board.offset(from, view(to))?], 1)
            }
            PathKind::Stride { step, length, .. } => {
                let squares = board.ray(from, view(step)).take(length.into()).collect();
                (squares, usize::from(length) - 1)
            }
            PathKind::Slide { step, range }
            | PathKind::Hop { step, range }
            | PathKind::HopNext { step, range } => {
                let limit = if range == 0 { usize::MAX } else { range as usize };
                (board.ray(from, view(step)).take(limit).collect(), 0)
            }
            PathKind::Ski { step, range } => {
                let limit = if range == 0 { usize::MAX } else { usize::from(range) - 1 };
                let squares = board.bent_path(from, view(step.times(2)), view(step));
                (squares.take(limit).collect(), 0)
            }
            PathKind::Turning { steps, circles, range } => {
                let squares = turning_squares(steps, circles, range);
                (squares.map_while(|to| board.offset(from, view(to))).collect(), 0)
            }
            PathKind::Bent { first, then } => {
                (board.bent_path(from, view(first), view(then)).collect(), 1)
            }
            // These depend on more squares than their end.
            PathKind::Locust { .. } | PathKind::Pass { .. } => return None,
        };
        let ends_behind = matches!(path.kind, PathKind::HopNext { .. });
        let hops = ends_behind || matches!(path.kind, PathKind::Hop { .. });
        (squares.len() > first_stop).then_some(Self {
            squares,
            first_stop,
            hops,
            ends_behind,
            quiet: path.quiet,
            capture: path.capture,
        })
    }
}

impl<G: Geometry> SideTables<G> {
    /// Leaves out all moves that end outside of a region.
    fn confine(&mut self, board: &Board<G>, region: G::Set) {
        for square in board.squares() {
            let at = square.index();
            self.quiet_leaps[at] &= region;
            self.capture_leaps[at] &= region;
            let rays = std::mem::take(&mut self.rays[at]).into_iter();
            self.rays[at] = rays.flat_map(|ray| ray.within(region)).collect();
            self.lame_leaps[at].iter_mut().for_each(|lame| lame.to &= region);
            if !region.contains(square) {
                self.leap_sources[at] = G::Set::EMPTY;
                self.en_passant_sources[at] = G::Set::EMPTY;
                self.ray_sources[at] = G::Set::EMPTY;
            }
        }
        for step in &mut self.double_steps {
            let ends = |&from: &Square| {
                step.way(board, from).last().is_some_and(|&end| region.contains(end))
            };
            let sources = step.sources.into_iter().filter(ends);
            step.sources = sources.fold(G::Set::EMPTY, |set, from| set | G::Set::single(from));
        }
    }
}
