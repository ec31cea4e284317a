//! Retrograde analysis.
//!
//! Won positions are found mate by mate: first those where the bare King is mated, then those where
//! the strong side moves to one of these, then those where every move of the bare King leads to one
//! of those, and so on until nothing new is found. Each config keeps its bare King's squares as
//! sets, so one operation on a set treats all of them at once: whether a move of the strong side is
//! possible depends on the bare King's square only in that it may stand in the way, and where the
//! bare King may step depends not at all on where it comes from, since it never blocks a line to a
//! square from which it has gone.

use super::context::Context;
use super::promotions::Promotions;
use super::space::{Space, Squares};
use super::value::Code;
use super::{EndgameError, Round};
use crate::bitboard::SquareSet;
use crate::geometry::{Geometry, Square};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// An ending being solved. Vectors of sets are indexed by config, those of codes by config and
/// square number of the bare King.
pub(super) struct Solver<'a, G: Geometry> {
    pub context: Context<'a, G>,
    promotions: Option<Promotions<G>>,
    /// Legal with the strong side to move and not known to be won.
    unwon: Vec<G::Set>,
    /// Legal with the bare King to move, not known to be lost, and no stalemate.
    pub undecided: Vec<G::Set>,
    /// Found lost in the last round with the bare King to move.
    lost: Vec<G::Set>,
    /// Whether the configs of a row have anything in `lost`.
    lost_in_row: Vec<bool>,
    /// Whether `unwon` has changed in this round.
    touched: Vec<bool>,
    /// Codes with the strong side to move.
    pub strong: Vec<u8>,
    /// Codes with the bare King to move.
    pub bare: Vec<u8>,
}

/// Memory that solving an ending with so many configs takes, in bytes.
pub(super) fn memory<G: Geometry>(configs: usize) -> u64 {
    configs as u64 * (3 * size_of::<G::Set>() + size_of::<bool>() + 2 * G::FILES * G::RANKS) as u64
}

impl<'a, G: Geometry> Solver<'a, G> {
    pub fn new(context: Context<'a, G>, promotions: Option<Promotions<G>>) -> Self {
        let configs = context.space.configs();
        let codes = configs * context.space.squares().len();
        Self {
            promotions,
            unwon: vec![G::Set::EMPTY; configs],
            undecided: vec![G::Set::EMPTY; configs],
            lost: vec![G::Set::EMPTY; configs],
            lost_in_row: vec![false; context.space.rows()],
            touched: vec![false; configs],
            strong: vec![Code::ILLEGAL.0; codes],
            bare: vec![Code::ILLEGAL.0; codes],
            context,
        }
    }

    /// Finds every won position; tells of each round, and goes on as long as it is told to.
    pub fn run(
        &mut self,
        tell: &mut dyn FnMut(Round) -> ControlFlow<()>,
    ) -> Result<(), EndgameError> {
        let mut found = self.begin();
        let mut go_on = tell(Round { moves: 0, found });
        // Wins of the endings that this one turns into come into play round by round.
        let promotions = self.promotions.as_ref().map_or(0, |promotions| promotions.longest + 1);
        let horizon = self.context.longest_after_capture().max(promotions);
        for moves in 1.. {
            if found == 0 && moves > horizon {
                break;
            }
            if go_on.is_break() {
                return Err(EndgameError::Cancelled);
            }
            if moves > Code::LONGEST {
                return Err(EndgameError::TooLong(Code::LONGEST));
            }
            let won = self.find_won(moves);
            let lost = self.find_lost(moves);
            found = won + lost;
            go_on = tell(Round { moves, found });
        }
        Ok(())
    }

    /// Finds legal positions, mates and stalemates. Returns the number of mates.
    fn begin(&mut self) -> u64 {
        let Self { context, unwon, undecided, lost, lost_in_row, strong, bare, .. } = self;
        let context = &*context;
        let length = context.space.row_length();
        (unwon.par_chunks_mut(length), undecided.par_chunks_mut(length))
            .into_par_iter()
            .zip((lost.par_chunks_mut(length), lost_in_row))
            .zip((strong.par_chunks_mut(length * length), bare.par_chunks_mut(length * length)))
            .enumerate()
            .map(|(row, (((unwon, undecided), (lost, lost_in_row)), (strong, bare)))| {
                let (home, mut pieces) = context.space.row(row);
                let mut mates = 0;
                for last in 0..length {
                    pieces.truncate(context.space.pieces() - 1);
                    pieces.push(context.space.squares()[last]);
                    let Some(legal) = context.legal(home, &pieces) else { continue };
                    let free = context.stepping_to(legal.strong)
                        | context.capturing(home, &pieces, |code| code != Code::ILLEGAL);
                    let mated = (legal.bare - free) & legal.attacked;
                    let codes = last * length..(last + 1) * length;
                    fill(&context.space, &mut strong[codes.clone()], legal.strong, Code::DRAW);
                    fill(&context.space, &mut bare[codes.clone()], legal.bare, Code::DRAW);
                    fill(&context.space, &mut bare[codes], mated, Code::win(0));
                    (unwon[last], undecided[last]) = (legal.strong, legal.bare & free);
                    lost[last] = mated;
                    *lost_in_row |= !mated.is_empty();
                    mates += mated.count() as u64;
                }
                mates
            })
            .sum()
    }

    /// Finds positions in which the strong side mates in so many moves. Returns their number.
    fn find_won(&mut self, moves: usize) -> u64 {
        let Self { context, promotions, unwon, lost, lost_in_row, touched, strong, .. } = self;
        if let Some(promotions) = promotions {
            promotions.turn_to(&context.space, moves - 1);
        }
        let into = Moves { context, promotions: promotions.as_ref(), lost, lost_in_row };
        let length = context.space.row_length();
        (unwon.par_chunks_mut(length), touched.par_chunks_mut(length))
            .into_par_iter()
            .zip(strong.par_chunks_mut(length * length))
            .enumerate()
            .map(|(row, ((unwon, touched), strong))| {
                let (home, mut pieces) = into.context.space.row(row);
                let mut found = 0;
                for last in 0..length {
                    touched[last] = false;
                    if unwon[last].is_empty() {
                        continue;
                    }
                    pieces.truncate(into.context.space.pieces() - 1);
                    pieces.push(into.context.space.squares()[last]);
                    let won = into.won_at(home, &pieces) & unwon[last];
                    if !won.is_empty() {
                        unwon[last] -= won;
                        touched[last] = true;
                        found += won.count() as u64;
                        let codes = &mut strong[last * length..(last + 1) * length];
                        fill(&into.context.space, codes, won, Code::win(moves));
                    }
                }
                found
            })
            .sum()
    }

    /// Finds positions in which the bare King is mated in so many moves. Returns their number.
    fn find_lost(&mut self, moves: usize) -> u64 {
        let Self { context, unwon, undecided, lost, lost_in_row, touched, bare, .. } = self;
        let context = &*context;
        let length = context.space.row_length();
        let captures_lose = moves <= context.longest_after_capture();
        (unwon.par_chunks(length), touched.par_chunks(length))
            .into_par_iter()
            .zip((undecided.par_chunks_mut(length), lost.par_chunks_mut(length)))
            .zip((lost_in_row.par_iter_mut(), bare.par_chunks_mut(length * length)))
            .enumerate()
            .map(|(row, (((unwon, touched), (undecided, lost)), (lost_in_row, bare)))| {
                let (home, mut pieces) = context.space.row(row);
                let mut found = 0;
                *lost_in_row = false;
                for last in 0..length {
                    lost[last] = G::Set::EMPTY;
                    if undecided[last].is_empty() || !(touched[last] || captures_lose) {
                        continue;
                    }
                    pieces.truncate(context.space.pieces() - 1);
                    pieces.push(context.space.squares()[last]);
                    let saves = |code: Code| match code {
                        Code::ILLEGAL => false,
                        _ => code.moves().is_none_or(|left| left > moves),
                    };
                    let mut newly = undecided[last] - context.stepping_to(unwon[last]);
                    if !newly.is_empty() {
                        newly -= context.capturing(home, &pieces, saves);
                    }
                    if !newly.is_empty() {
                        undecided[last] -= newly;
                        lost[last] = newly;
                        *lost_in_row = true;
                        found += newly.count() as u64;
                        let codes = &mut bare[last * length..(last + 1) * length];
                        fill(&context.space, codes, newly, Code::win(moves));
                    }
                }
                found
            })
            .sum()
    }
}

/// Writes a code at each square of a set.
#[inline(always)]
fn fill<S: SquareSet>(space: &Space, codes: &mut [u8], squares: S, code: Code) {
    squares.into_iter().for_each(|square| codes[space.number(square)] = code.0);
}

/// Moves of the strong side into what was found lost.
struct Moves<'a, 'r, G: Geometry> {
    context: &'a Context<'r, G>,
    promotions: Option<&'a Promotions<G>>,
    lost: &'a [G::Set],
    lost_in_row: &'a [bool],
}

impl<G: Geometry> Moves<'_, '_, G> {
    /// The bare King's squares with which some move of the strong side wins.
    #[inline(always)]
    fn won_at(&self, home: usize, pieces: &[Square]) -> G::Set {
        let Self { context, .. } = self;
        let space = &context.space;
        let occupied = context.occupied(home, pieces);
        let mut won = G::Set::EMPTY;
        let mut moved: Squares = pieces.iter().copied().collect();
        for (index, &from) in pieces.iter().enumerate() {
            let routes = &context.routes[index];
            let others = occupied - G::Set::single(from);
            for route in routes.quiet_from(from) {
                let lost = if routes.promotes_on.contains(route.to) {
                    // The other tables leave no room for a piece on the King's square.
                    self.promotions.map_or(G::Set::EMPTY, |p| p.winning(home, route.to))
                } else {
                    moved[index] = route.to;
                    self.lost_at(home, &moved)
                };
                if !lost.is_empty() {
                    won |= route.open_with(others, lost);
                }
            }
            moved[index] = from;
        }
        for route in context.king_routes.quiet_from(context.king(home)) {
            let (home, turn, turned) = space.turned(route.to, pieces);
            let lost = self.lost_at(home, &turned);
            if !lost.is_empty() {
                won |= space.unturned::<G>(turn, lost);
            }
        }
        won
    }

    #[inline(always)]
    fn lost_at(&self, home: usize, pieces: &[Square]) -> G::Set {
        let space = &self.context.space;
        let (row, last) = space.row_and_last(home, pieces);
        if self.lost_in_row[row] {
            self.lost[row * space.row_length() + last]
        } else {
            G::Set::EMPTY
        }
    }
}
