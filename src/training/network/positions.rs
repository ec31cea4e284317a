//! Positions of games, packed for training.

use super::super::judge::Judge;
use super::super::{GameRecord, RecordError};
use crate::command::CommandPosition;
use crate::eval::Score;
use crate::game::{Game, Visitor};
use crate::geometry::Geometry;
use crate::network::{GameInputs, Inputs, View};
use crate::pgn::GameResult;
use crate::pieces::Color;
use crate::position::{Move, Position};
use crate::variant::Variant;
use std::sync::Arc;

/// The whole of what the count of moves to a draw leaves of a score.
const ALL_LEFT: u32 = 255;

/// A position but for its men.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Head {
    /// Where its men end among all.
    end: u32,
    /// The score that the search found, for the side to move in centipawns.
    score: i16,
    /// What the evaluation by hand says of it.
    by_hand: i16,
    game: u8,
    /// Half points of the side to move.
    half_points: u8,
    /// What the count of moves to a draw leaves of a score, of [`ALL_LEFT`].
    left: u8,
    /// The bits of [`BLACK_MOVES`], [`JUMPS`] and [`MIRRORED`].
    flags: u8,
}

const BLACK_MOVES: u8 = 1;
/// By colour: the King may jump.
const JUMPS: [u8; 2] = [2, 4];
/// By colour: its view is mirrored.
const MIRRORED: [u8; 2] = [8, 16];

/// Many positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    heads: Vec<Head>,
    /// Of all positions, as White sees them unmirrored.
    men: Vec<u16>,
}

/// A position as it is learned from.
#[derive(Clone, Copy)]
pub(super) struct Sample<'a> {
    head: &'a Head,
    pub men: &'a [u16],
}

/// What is learned from games: positions where nothing is to be captured at once, as the search found,
/// those to fit and those to validate.
pub struct Positions {
    pub(super) inputs: Inputs,
    pub(super) fitted: Set,
    pub(super) validated: Set,
    /// By view what it makes of each man.
    pub(super) seen: [Vec<u16>; 4],
}

/// Packs the games of one variant.
pub struct Packer {
    seen: GameInputs,
    judge: Arc<dyn Judge>,
}

impl Packer {
    /// For a game of the inputs; `None` if it is none.
    pub fn new(inputs: &Inputs, variant: &Arc<Variant>) -> Option<Self> {
        inputs.of_game(variant).map(|seen| Self { seen, judge: <dyn Judge>::of(variant) })
    }

    /// The positions of a game to learn from; none of them if it is an error.
    pub fn pack(
        &self,
        inputs: &Inputs,
        variant: &Arc<Variant>,
        record: &GameRecord,
    ) -> Result<Packed, RecordError> {
        let mut set = Set::default();
        record.replay(variant, |game, mv, score| {
            if is_learned(game, mv, score) {
                set.add(inputs, self, game, record.result, score);
            }
        })?;
        Ok(Packed { set, validates: record.validates() })
    }
}

impl Positions {
    /// No positions yet.
    pub fn new(inputs: Inputs) -> Self {
        let seen = View::ALL.map(|view| {
            (0..inputs.men()).map(|man| inputs.seen(view, man) as u16).collect::<Vec<_>>()
        });
        Self { inputs, fitted: Set::default(), validated: Set::default(), seen }
    }

    /// What the inputs are.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The numbers of those to fit and those to validate.
    pub fn len(&self) -> (usize, usize) {
        (self.fitted.len(), self.validated.len())
    }

    /// Whether there is nothing to fit or nothing to validate.
    pub fn is_empty(&self) -> bool {
        self.fitted.len() == 0 || self.validated.len() == 0
    }

    /// Adds what was packed. There may be 2^32 men in all; what goes beyond is left out.
    pub fn add(&mut self, packed: &Packed) {
        let set = if packed.validates { &mut self.validated } else { &mut self.fitted };
        set.append(&packed.set);
    }
}

/// The positions of one game.
pub struct Packed {
    set: Set,
    validates: bool,
}

/// Whether a network shall say of a position what the search found there: the side to move is not in
/// check, the best move is neither capture nor promotion, both sides have more than a King, and no
/// mate was seen.
fn is_learned(game: &Game, best: Move, score: i16) -> bool {
    let position = game.position();
    i32::from(score).abs() < Score::MATE_BOUND.0
        && !position.is_tactical(best)
        && !position.in_check()
        && !position.visit(HasBareKing)
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

/// Adds the men of a position; what comes of it are the flags, and what the count of moves leaves.
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
            if self.inputs.view(color, G::file(position.king(color))).mirrored {
                flags |= MIRRORED[color.index()];
            }
        }
        let limit = position.rules().halfmove_limit();
        let gone = u32::from(position.halfmove_clock()).min(limit);
        // Half of the score is left when the limit is reached.
        let left = ALL_LEFT
            - (u64::from(ALL_LEFT) * u64::from(gone) / (2 * u64::from(limit.max(1)))) as u32;
        (flags, left as u8)
    }

    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) -> (u8, u8) {
        unreachable!("inputs are of games of one move a turn")
    }
}

impl Set {
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

    fn add(
        &mut self,
        inputs: &Inputs,
        packer: &Packer,
        game: &Game,
        result: GameResult,
        score: i16,
    ) {
        let pack = Pack { inputs, seen: &packer.seen, men: &mut self.men };
        let (flags, left) = game.position().visit(pack);
        let white = (2.0 * result.white_points()) as u8;
        self.heads.push(Head {
            end: self.men.len() as u32,
            score,
            by_hand: packer.judge.score(game).0 as i16,
            game: packer.seen.game as u8,
            half_points: if game.side_to_move() == Color::White { white } else { 2 - white },
            left,
            flags,
        });
    }

    /// A number that other positions hardly have.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(bytemuck::cast_slice(&self.men));
        for head in &self.heads {
            let Head { end, score, by_hand: _, game, half_points, left, flags } = *head;
            hasher.update(&end.to_le_bytes());
            hasher.update(&score.to_le_bytes());
            hasher.update(&[game, half_points, left, flags]);
        }
        hasher.finalize()
    }

    fn append(&mut self, other: &Self) {
        let Ok(start) = u32::try_from(self.men.len()) else { return };
        if start.checked_add(other.men.len() as u32).is_none() {
            return;
        }
        self.men.extend(&other.men);
        let moved = |head: &Head| Head { end: start + head.end, ..*head };
        self.heads.extend(other.heads.iter().map(moved));
    }
}

impl Sample<'_> {
    /// The score that the search found, in centipawns for the side to move.
    pub fn score(&self) -> f32 {
        f32::from(self.head.score)
    }

    /// What the evaluation by hand says, in centipawns for the side to move.
    pub fn by_hand(&self) -> f32 {
        f32::from(self.head.by_hand)
    }

    /// The points of the side to move.
    pub fn points(&self) -> f32 {
        f32::from(self.head.half_points) / 2.0
    }

    /// Which game it is, among those of the inputs.
    pub fn game(&self) -> usize {
        usize::from(self.head.game)
    }

    /// The share that the count of moves to a draw leaves of a score.
    pub fn left(&self) -> f32 {
        f32::from(self.head.left) / ALL_LEFT as f32
    }

    /// The views of the side to move and of the other one.
    pub fn views(&self) -> [View; 2] {
        let view =
            |color: Color| View { color, mirrored: self.head.flags & MIRRORED[color.index()] != 0 };
        let side = if self.head.flags & BLACK_MOVES == 0 { Color::White } else { Color::Black };
        [view(side), view(!side)]
    }

    /// The inputs that a view sees.
    #[inline(always)]
    pub fn inputs(&self, positions: &Positions, view: View, mut see: impl FnMut(usize)) {
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
