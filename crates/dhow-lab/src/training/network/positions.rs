//! Positions of games, packed for training.

use super::super::scale;
use super::super::{GameRecord, RecordError};
use dhow_engine::eval::AnyEvaluator;
use dhow_engine::eval::Score;
use dhow_engine::network::{GameInputs, Inputs, Perspective};
use dhow_play::pgn::GameResult;
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::Color;
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::position::{Move, Position};
use dhow_rules::variant::Variant;
use rayon::prelude::*;
use std::sync::Arc;

/// The number of samples that one thread processes at a time. Constant, so that sums do not depend
/// on the number of threads.
const CHUNK: usize = 4096;

/// The value of [`PositionHead::left`] for the whole score.
const ALL_LEFT: u32 = 255;

/// A position without its pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PositionHead {
    /// The end of its pieces in the list of all pieces.
    end: u32,
    /// The search score in centipawns, from the view of the side to move.
    score: i16,
    /// The score of the hand-crafted evaluation.
    by_hand: i16,
    game: u8,
    /// The number of moves of its game before it.
    ply: u16,
    /// The half points that the side to move scored in the game.
    half_points: u8,
    /// The value of what comes later for the side to move, in units of [`POINT`]; see
    /// [`Positions::look_ahead`].
    later: u16,
    /// The part of a score that the move limit leaves, in units of [`ALL_LEFT`].
    left: u8,
    /// The bits [`BLACK_MOVES`], [`JUMPS`] and [`MIRRORED`].
    flags: u8,
}

/// The greatest number of moves to a neighbour.
const MOST_MOVES_AWAY: u64 = 3;

/// One point in [`PositionHead::later`].
const POINT: f32 = u16::MAX as f32;

const BLACK_MOVES: u8 = 1;
/// For each side: its King may jump.
const JUMPS: [u8; 2] = [2, 4];
/// For each side: its perspective is mirrored.
const MIRRORED: [u8; 2] = [8, 16];

/// A set of positions.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionSet {
    heads: Vec<PositionHead>,
    /// The index after the last position of each game.
    games: Vec<u32>,
    /// The pieces of all positions, as White sees them without mirroring.
    men: Vec<u16>,
}

/// A position in the form for training.
#[derive(Clone, Copy)]
pub(super) struct Sample<'a> {
    head: &'a PositionHead,
    pub men: &'a [u16],
}

/// Training data from games, to fit and to validate: positions in which the search found no
/// tactical move to be best.
pub struct Positions {
    pub(super) inputs: Inputs,
    pub(super) fitted: PositionSet,
    /// Random neighbours of the positions to fit, with the score of the hand-crafted evaluation
    /// only.
    pub(super) neighbours: PositionSet,
    pub(super) validated: PositionSet,
    /// For each perspective, the input of each piece.
    pub(super) seen: [Vec<u16>; 4],
}

/// Packs the games of one variant.
pub struct Packer {
    seen: GameInputs,
    judge: Arc<dyn AnyEvaluator>,
    neighbours: usize,
}

impl Packer {
    /// A packer for a game. `None` if the network has no inputs for this game.
    ///
    /// Each position gets `neighbours` random neighbours a few moves away, scored by the
    /// hand-crafted evaluation. So the network also learns what that evaluation knows of positions
    /// that do not occur in sensible games.
    pub fn new(inputs: &Inputs, variant: &Arc<Variant>, neighbours: usize) -> Option<Self> {
        let judge = <dyn AnyEvaluator>::of(variant);
        inputs.of_game(variant).map(|seen| Self { seen, judge, neighbours })
    }

    /// The positions of a game to learn from, or an error if the game cannot be replayed.
    pub fn pack(
        &self,
        inputs: &Inputs,
        variant: &Arc<Variant>,
        record: &GameRecord,
    ) -> Result<Packed, RecordError> {
        let (mut set, mut neighbours) = (PositionSet::default(), PositionSet::default());
        let mut random = u64::from(record.number) << 32;
        let wanted = if record.validates() { 0 } else { self.neighbours };
        let mut ply = 0;
        record.replay(variant, |game, mv, score| {
            if is_learned(game, mv, score) {
                set.add(inputs, self, game, ply, record.result, score);
                for _ in 0..wanted {
                    if let Some(near) = neighbour(game, &mut random) {
                        let score = self.judge.score(&near).0 as i16;
                        neighbours.add(inputs, self, &near, ply, record.result, score);
                    }
                }
            }
            ply += 1;
        })?;
        set.games.push(set.heads.len() as u32);
        Ok(Packed { set, neighbours, validates: record.validates() })
    }
}

impl Positions {
    /// An empty set of positions.
    pub fn new(inputs: Inputs) -> Self {
        let seen = Perspective::ALL.map(|view| {
            (0..inputs.men()).map(|man| inputs.seen(view, man) as u16).collect::<Vec<_>>()
        });
        let [fitted, neighbours, validated] = Default::default();
        Self { inputs, fitted, neighbours, validated, seen }
    }

    /// The inputs of the network.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The numbers of positions to fit (neighbours included) and to validate.
    pub fn len(&self) -> (usize, usize) {
        (self.fitted.len() + self.neighbours.len(), self.validated.len())
    }

    /// Whether there are no positions to fit or none to validate.
    pub fn is_empty(&self) -> bool {
        self.fitted.len() == 0 || self.validated.len() == 0
    }

    /// Computes for each position the value of what comes later in its game, by temporal
    /// differences (TD(lambda); Sutton, 1988): a weighted mean of the points that later scores
    /// promise and finally of the result. Each ply passes the fraction `lambda`, from 0 to 1, on to
    /// what follows. For 1, and without a call, the value is the result alone.
    pub fn look_ahead(&mut self, lambda: f32) {
        let scales = self.scales();
        for set in [&mut self.fitted, &mut self.validated] {
            set.look_ahead(lambda, &scales);
        }
        for head in &mut self.neighbours.heads {
            head.later = in_points(head.promised(&scales));
        }
    }

    /// A position to fit. Neighbours follow the other positions.
    #[inline(always)]
    pub(super) fn to_fit(&self, index: usize) -> Sample<'_> {
        match index.checked_sub(self.fitted.len()) {
            None => self.fitted.sample(index),
            Some(index) => self.neighbours.sample(index),
        }
    }

    /// For each game, the factor from centipawns to the argument of the logistic function: a search
    /// score of `s` is worth `1 / (1 + exp(-s * scale))` points.
    pub fn scales(&self) -> Vec<f32> {
        let games = 0..self.inputs.games().len();
        games.map(|game| self.fitted.scale(Some(game)) as f32).collect()
    }

    /// Adds packed positions. The total number of pieces is limited to 2^32; positions beyond that
    /// are dropped.
    pub fn add(&mut self, packed: &Packed) {
        let set = if packed.validates { &mut self.validated } else { &mut self.fitted };
        set.append(&packed.set);
        self.neighbours.append(&packed.neighbours);
    }
}

/// The packed positions of one game.
pub struct Packed {
    set: PositionSet,
    neighbours: PositionSet,
    validates: bool,
}

/// The position after a few random moves; `None` if it is not suitable for training.
fn neighbour(game: &Game, random: &mut u64) -> Option<Game> {
    let mut near = game.clone();
    for _ in 0..=split_mix(random) % MOST_MOVES_AWAY {
        let moves = near.legal_moves();
        if moves.is_empty() || near.outcome().is_some() {
            return None;
        }
        near.play(moves[(split_mix(random) % moves.len() as u64) as usize]);
    }
    (near.outcome().is_none() && is_calm(&near)).then_some(near)
}

/// Whether a network shall learn the search score of a position: the side to move is not in check,
/// the best move is not tactical, both sides have more than a King, and the score is not a mate
/// score.
fn is_learned(game: &Game, best: Move, score: i16) -> bool {
    i32::from(score).abs() < Score::MATE_BOUND.0
        && !game.position().is_tactical(best)
        && is_calm(game)
}

/// Whether the side to move is not in check, and both sides have more than a King.
fn is_calm(game: &Game) -> bool {
    !game.position().in_check() && !game.position().visit(HasBareKing)
}

/// Points in units of [`POINT`].
fn in_points(points: f32) -> u16 {
    (POINT * points).round() as u16
}

impl PositionHead {
    /// The points that the search score promises.
    fn promised(&self, scales: &[f32]) -> f32 {
        logistic(f32::from(self.score) * scales[usize::from(self.game)])
    }
}

/// The logistic function.
#[inline(always)]
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

struct HasBareKing;

impl Visitor for HasBareKing {
    type Output = bool;
    fn visit<G: Geometry>(self, position: &Position<G>) -> bool {
        position.placement().bare_side().is_some()
    }
    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) -> bool {
        false
    }
}

/// Adds the pieces of a position. Returns the flags and the part of a score that the move limit
/// leaves.
struct Pack<'a> {
    inputs: &'a Inputs,
    seen: &'a GameInputs,
    men: &'a mut Vec<u16>,
}

impl Visitor for Pack<'_> {
    type Output = (u8, u8);

    fn visit<G: Geometry>(self, position: &Position<G>) -> (u8, u8) {
        for (square, piece) in position.placement().pieces() {
            let number = self.inputs.number(G::file(square), G::rank(square));
            let kind = self.seen.kind(piece.kind());
            self.men.push(self.inputs.man(piece.color() == Color::Black, kind, number) as u16);
        }
        let mut flags = 0;
        if position.side_to_move() == Color::Black {
            flags |= BLACK_MOVES;
        }
        for color in [Color::White, Color::Black] {
            if position.may_jump(color) {
                flags |= JUMPS[color.index()];
            }
            if self.inputs.perspective(color, G::file(position.king(color))).mirrored {
                flags |= MIRRORED[color.index()];
            }
        }
        let limit = position.rules().halfmove_limit();
        let gone = u32::from(position.halfmove_clock()).min(limit);
        // At the move limit, half of the score is left.
        let left = ALL_LEFT
            - (u64::from(ALL_LEFT) * u64::from(gone) / (2 * u64::from(limit.max(1)))) as u32;
        (flags, left as u8)
    }

    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) -> (u8, u8) {
        unreachable!("inputs are of games of one move a turn")
    }
}

impl PositionSet {
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    pub fn sample(&self, index: usize) -> Sample<'_> {
        let head = &self.heads[index];
        let start = index.checked_sub(1).map_or(0, |before| self.heads[before].end);
        Sample { head, men: &self.men[start as usize..head.end as usize] }
    }

    pub fn samples(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.sample(index))
    }

    /// The positions of each game.
    pub fn games(&self) -> impl Iterator<Item = impl Iterator<Item = Sample<'_>>> {
        let starts = std::iter::once(&0).chain(&self.games);
        let games = starts.zip(&self.games).map(|(&start, &end)| start as usize..end as usize);
        games.map(|game| game.map(|index| self.sample(index)))
    }

    fn add(
        &mut self,
        inputs: &Inputs,
        packer: &Packer,
        game: &Game,
        ply: u16,
        result: GameResult,
        score: i16,
    ) {
        let pack = Pack { inputs, seen: &packer.seen, men: &mut self.men };
        let (flags, left) = game.position().visit(pack);
        let white = (2.0 * result.white_points()) as u8;
        let half_points = if game.side_to_move() == Color::White { white } else { 2 - white };
        self.heads.push(PositionHead {
            end: self.men.len() as u32,
            score,
            by_hand: packer.judge.score(game).0 as i16,
            game: packer.seen.game as u8,
            ply,
            half_points,
            later: in_points(f32::from(half_points) / 2.0),
            left,
            flags,
        });
    }

    fn look_ahead(&mut self, lambda: f32, scales: &[f32]) {
        let mut start = 0;
        for &end in &self.games {
            let heads = &mut self.heads[start as usize..end as usize];
            for index in (0..heads.len().saturating_sub(1)).rev() {
                let (now, next) = (heads[index], heads[index + 1]);
                let persists = lambda.powi(i32::from(next.ply - now.ply));
                let later = f32::from(next.later) / POINT;
                let next_points = persists * later + (1.0 - persists) * next.promised(scales);
                let same_side = (now.flags ^ next.flags) & BLACK_MOVES == 0;
                let points = if same_side { next_points } else { 1.0 - next_points };
                heads[index].later = in_points(points);
            }
            start = end;
        }
    }

    /// The factor from centipawns to the argument of the logistic function, for one game or all.
    pub fn scale(&self, game: Option<usize>) -> f64 {
        let of_game = |sample: &Sample| game.is_none_or(|game| game == sample.game());
        let pairs: Vec<(f32, f32)> = self
            .samples()
            .filter(of_game)
            .map(|sample| (sample.score(), sample.points()))
            .collect();
        scale::best(|scale| {
            let parts = pairs.par_chunks(CHUNK).map(|pairs| {
                let error = |&(score, points): &(f32, f32)| {
                    f64::from(logistic(score * scale as f32) - points).powi(2)
                };
                pairs.iter().map(error).sum::<f64>()
            });
            parts.collect::<Vec<f64>>().iter().sum()
        })
    }

    /// A checksum that distinguishes sets of positions.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(bytemuck::cast_slice(&self.men));
        for head in &self.heads {
            let PositionHead { end, score, by_hand, game, ply: _, half_points, later, left, flags } =
                *head;
            hasher.update(&end.to_le_bytes());
            hasher.update(&score.to_le_bytes());
            hasher.update(&by_hand.to_le_bytes());
            hasher.update(&later.to_le_bytes());
            hasher.update(&[game, half_points, left, flags]);
        }
        hasher.finalize()
    }

    fn append(&mut self, other: &Self) {
        let Ok(start) = u32::try_from(self.men.len()) else { return };
        if start.checked_add(other.men.len() as u32).is_none() {
            return;
        }
        let first = self.heads.len() as u32;
        self.games.extend(other.games.iter().map(|end| first + end));
        self.men.extend(&other.men);
        let moved = |head: &PositionHead| PositionHead { end: start + head.end, ..*head };
        self.heads.extend(other.heads.iter().map(moved));
    }
}

impl Sample<'_> {
    /// The search score in centipawns, from the view of the side to move.
    pub fn score(&self) -> f32 {
        f32::from(self.head.score)
    }

    /// The score of the hand-crafted evaluation in centipawns, from the view of the side to move.
    pub fn by_hand(&self) -> f32 {
        f32::from(self.head.by_hand)
    }

    /// The points that the side to move scored in the game.
    pub fn points(&self) -> f32 {
        f32::from(self.head.half_points) / 2.0
    }

    /// The value of what comes later in the game for the side to move, in points; see
    /// [`Positions::look_ahead`].
    pub fn later(&self) -> f32 {
        f32::from(self.head.later) / POINT
    }

    /// The index of its game among those of the inputs.
    pub fn game(&self) -> usize {
        usize::from(self.head.game)
    }

    /// The part of a score that the move limit leaves, from 0 to 1.
    pub fn left(&self) -> f32 {
        f32::from(self.head.left) / ALL_LEFT as f32
    }

    /// The perspectives of the side to move and of the other side.
    pub fn views(&self) -> [Perspective; 2] {
        let view = |color: Color| Perspective {
            color,
            mirrored: self.head.flags & MIRRORED[color.index()] != 0,
        };
        let side = if self.head.flags & BLACK_MOVES == 0 { Color::White } else { Color::Black };
        [view(side), view(!side)]
    }

    /// Calls `see` with each active input of a perspective.
    #[inline(always)]
    pub fn inputs(&self, positions: &Positions, view: Perspective, mut see: impl FnMut(usize)) {
        let seen = &positions.seen[view.index()];
        for &man in self.men {
            see(usize::from(seen[usize::from(man)]));
        }
        for color in [Color::White, Color::Black] {
            if self.head.flags & JUMPS[color.index()] != 0 {
                see(positions.inputs.jump(color != view.color));
            }
        }
        see(positions.inputs.game(self.game()));
    }
}
