//! Retrograde analysis.
//!
//! The solver finds won positions round by round: first those with the bare King mated, then those with a move of the
//! strong side to one of these, then those with all moves of the bare King to one of those, and so on until a round
//! finds nothing. Each config keeps the squares of the bare King as sets, so that one set operation handles all of
//! them: the bare King matters for a move of the strong side only where it is in the way, and its own steps do not
//! depend on where it comes from, as it never blocks a line to a square that it has left.
//!
//! A thread handles the configs of one home at a time: moves of the pieces stay within them, and moves of the King
//! look up what was found elsewhere.

use super::backward::Backward;
use super::context::EndingContext;
use super::promotions::PromotionWins;
use super::space::{PieceSquares, Space};
use super::value::ValueCode;
use super::{EndgameError, SolverRound};
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// An ending being solved. Vectors of sets are indexed by config, those of codes by config and square number of the
/// bare King.
pub(super) struct EndingSolver<'a, G: Geometry> {
    pub context: EndingContext<'a, G>,
    promotions: Option<PromotionWins<G>>,
    backward: Backward<G>,
    /// Legal, with the strong side to move, and not known as won.
    unwon: Vec<G::Set>,
    /// Legal, with the bare King to move, not known as lost, and no stalemate.
    pub undecided: Vec<G::Set>,
    /// Positions with the bare King to move found lost in the last round, by home.
    lost: Vec<Vec<Lost<G>>>,
    /// Codes with the strong side to move.
    pub strong: Vec<u8>,
    /// Codes with the bare King to move.
    pub bare: Vec<u8>,
}

/// Lost positions of one config with the bare King to move.
struct Lost<G: Geometry> {
    pieces: PieceSquares,
    /// Squares of the bare King.
    bare: G::Set,
}

/// Memory in bytes to solve an ending.
pub(super) fn memory<G: Geometry>(space: &Space) -> u64 {
    let sets = 2 * size_of::<G::Set>();
    let codes = 2 * space.squares().len();
    // Those of this round and of the last one.
    let lost = 2 * size_of::<Lost<G>>();
    space.configs() as u64 * (sets + codes + lost) as u64
}

impl<'a, G: Geometry> EndingSolver<'a, G> {
    /// A solver, or an error if the system has no memory for it.
    pub fn new(
        context: EndingContext<'a, G>,
        promotions: Option<PromotionWins<G>>,
    ) -> Result<Self, EndgameError> {
        let configs = context.space.configs();
        let codes = configs * context.space.squares().len();
        let EndingContext { space, routes, king_routes, .. } = &context;
        Ok(Self {
            backward: Backward::new(space, routes, king_routes),
            promotions,
            unwon: filled_vec(G::Set::EMPTY, configs)?,
            undecided: filled_vec(G::Set::EMPTY, configs)?,
            lost: Vec::new(),
            strong: filled_vec(ValueCode::ILLEGAL.0, codes)?,
            bare: filled_vec(ValueCode::ILLEGAL.0, codes)?,
            context,
        })
    }

    /// Finds all won positions. `progress` receives each round and says whether to continue.
    pub fn run(
        &mut self,
        progress: &mut dyn FnMut(SolverRound) -> ControlFlow<()>,
    ) -> Result<(), EndgameError> {
        let mut found = self.for_each_home(|part, _| part.begin());
        let mut go_on = progress(SolverRound { moves: 0, found });
        // Wins after promotions count round by round, as do those after captures.
        let promotions = self.promotions.as_ref().map_or(0, |promotions| promotions.longest + 1);
        let horizon = self.context.longest_after_capture().max(promotions);
        for moves in 1.. {
            if found == 0 && moves > horizon {
                break;
            }
            if go_on.is_break() {
                return Err(EndgameError::Cancelled);
            }
            if moves > ValueCode::LONGEST {
                return Err(EndgameError::TooLong(ValueCode::LONGEST));
            }
            if let Some(promotions) = &mut self.promotions {
                promotions.turn_to(&self.context.space, moves - 1);
            }
            found = self.for_each_home(|part, lost| {
                let touched = part.find_won(moves, lost);
                part.find_lost(moves, touched)
            });
            go_on = progress(SolverRound { moves, found });
        }
        Ok(())
    }

    /// Runs `act` on the configs of each home, with the positions found lost in the last round, and keeps those that
    /// it finds lost. Returns the number of positions found.
    fn for_each_home(
        &mut self,
        act: impl Fn(&mut HomePart<G>, &[Vec<Lost<G>>]) -> Vec<Lost<G>> + Sync,
    ) -> u64 {
        let Self { context, promotions, backward, unwon, undecided, strong, bare, .. } = self;
        let (context, backward, promotions) = (&*context, &*backward, promotions.as_ref());
        let configs = context.space.configs_of_home();
        let codes = configs * context.space.squares().len();
        let lost = &self.lost;
        let (found, lost) = (unwon.par_chunks_mut(configs), undecided.par_chunks_mut(configs))
            .into_par_iter()
            .zip((strong.par_chunks_mut(codes), bare.par_chunks_mut(codes)))
            .enumerate()
            .with_max_len(1)
            .map(|(home, ((unwon, undecided), (strong, bare)))| {
                let mut part = HomePart {
                    context,
                    promotions,
                    backward,
                    home,
                    unwon,
                    undecided,
                    strong,
                    bare,
                    found: 0,
                };
                let lost = act(&mut part, lost);
                (part.found, lost)
            })
            .unzip::<_, _, Vec<u64>, Vec<_>>();
        self.lost = lost;
        found.iter().sum()
    }
}

/// The configs of one home. Vectors are indexed by place, and by square number of the bare King.
struct HomePart<'s, G: Geometry> {
    context: &'s EndingContext<'s, G>,
    promotions: Option<&'s PromotionWins<G>>,
    backward: &'s Backward<G>,
    home: usize,
    unwon: &'s mut [G::Set],
    undecided: &'s mut [G::Set],
    strong: &'s mut [u8],
    bare: &'s mut [u8],
    /// Number of positions found won or lost.
    found: u64,
}

/// Places of the configs with new won positions.
struct Touched {
    places: Vec<u32>,
    /// By place, whether it is in `places`.
    is: Vec<bool>,
}

impl<G: Geometry> HomePart<'_, G> {
    /// Finds legal positions, mates and stalemates. Returns the mates.
    fn begin(&mut self) -> Vec<Lost<G>> {
        let (context, space) = (self.context, &self.context.space);
        let mut mates = Vec::new();
        for place in 0..self.unwon.len() {
            let pieces = space.pieces_at(place);
            let Some(legal) = context.legal(self.home, &pieces) else { continue };
            let free = context.stepping_to(legal.strong)
                | context.capturing(self.home, &pieces, |code| code != ValueCode::ILLEGAL);
            let mated = (legal.bare - free) & legal.attacked;
            fill(space, self.strong, place, legal.strong, ValueCode::DRAW);
            fill(space, self.bare, place, legal.bare, ValueCode::DRAW);
            (self.unwon[place], self.undecided[place]) = (legal.strong, legal.bare & free);
            if !mated.is_empty() {
                self.lose(place, pieces, mated, 0, &mut mates);
            }
        }
        mates
    }

    /// Finds positions where the strong side mates in `moves` moves: by a move to those found lost in the last round.
    /// Returns their configs.
    fn find_won(&mut self, moves: usize, lost: &[Vec<Lost<G>>]) -> Touched {
        let (context, backward, space) = (self.context, self.backward, &self.context.space);
        let mut touched = Touched { places: Vec::new(), is: vec![false; self.unwon.len()] };
        for Lost { pieces, bare } in &lost[self.home] {
            let occupied = context.occupied(self.home, pieces);
            let mut before = pieces.clone();
            for (index, &to) in pieces.iter().enumerate() {
                let others = occupied - G::Set::single(to);
                for arrival in backward.arrivals(index, to) {
                    before[index] = arrival.from;
                    let bare = arrival.route.open_with(others, *bare);
                    self.win(space.place(&before), bare, moves, &mut touched);
                }
                before[index] = to;
            }
        }
        for king_move in backward.king_moves(self.home) {
            for Lost { pieces, bare } in &lost[king_move.home] {
                let before = space.pieces_unturned(king_move.turn, pieces);
                let bare = space.unturned::<G>(king_move.turn, *bare);
                self.win(space.place(&before), bare, moves, &mut touched);
            }
        }
        if let Some(promotions) = self.promotions {
            self.promote(moves, promotions, &mut touched);
        }
        touched
    }

    /// Finds positions where a promotion wins.
    fn promote(&mut self, moves: usize, promotions: &PromotionWins<G>, touched: &mut Touched) {
        let context = self.context;
        for place in 0..self.unwon.len() {
            let pieces = context.space.pieces_at(place);
            for (&from, routes) in pieces.iter().zip(&context.routes) {
                let others = context.occupied(self.home, &pieces) - G::Set::single(from);
                let promoting = |to| routes.promotes_on.contains(to);
                for route in routes.quiet_from(from).iter().filter(|route| promoting(route.to)) {
                    // The tables after promotion have no position with a piece on the King's square.
                    let bare = promotions.winning(self.home, route.to);
                    self.win(place, route.open_with(others, bare), moves, touched);
                }
            }
        }
    }

    /// Records that the strong side mates in `moves` moves with the bare King on these squares, where that is legal
    /// and not known as won.
    #[inline(always)]
    fn win(&mut self, place: usize, bare: G::Set, moves: usize, touched: &mut Touched) {
        let won = self.unwon[place] & bare;
        if won.is_empty() {
            return;
        }
        self.unwon[place] -= won;
        self.found += won.count() as u64;
        fill(&self.context.space, self.strong, place, won, ValueCode::win(moves));
        if !std::mem::replace(&mut touched.is[place], true) {
            touched.places.push(place as u32);
        }
    }

    /// Finds positions where the bare King is mated in `moves` moves, and returns them. `touched` are the configs
    /// where it has just lost squares to move to.
    fn find_lost(&mut self, moves: usize, touched: Touched) -> Vec<Lost<G>> {
        let mut lost = Vec::new();
        if moves <= self.context.longest_after_capture() {
            (0..self.unwon.len()).for_each(|place| self.find_lost_at(place, moves, &mut lost));
        } else {
            let places = touched.places.into_iter();
            places.for_each(|place| self.find_lost_at(place as usize, moves, &mut lost));
        }
        lost
    }

    fn find_lost_at(&mut self, place: usize, moves: usize, lost: &mut Vec<Lost<G>>) {
        let context = self.context;
        let mut newly = self.undecided[place] - context.stepping_to(self.unwon[place]);
        if newly.is_empty() {
            return;
        }
        let pieces = context.space.pieces_at(place);
        let saves = |code: ValueCode| match code {
            ValueCode::ILLEGAL => false,
            _ => code.moves().is_none_or(|left| left > moves),
        };
        newly -= context.capturing(self.home, &pieces, saves);
        if !newly.is_empty() {
            self.undecided[place] -= newly;
            self.lose(place, pieces, newly, moves, lost);
        }
    }

    /// Records that the bare King is mated in `moves` moves on these squares.
    fn lose(
        &mut self,
        place: usize,
        pieces: PieceSquares,
        bare: G::Set,
        moves: usize,
        lost: &mut Vec<Lost<G>>,
    ) {
        self.found += bare.count() as u64;
        fill(&self.context.space, self.bare, place, bare, ValueCode::win(moves));
        lost.push(Lost { pieces, bare });
    }
}

/// A vector of equal elements, or an error if the system has no memory for it.
fn filled_vec<T: Clone>(element: T, length: usize) -> Result<Vec<T>, EndgameError> {
    let mut filled = Vec::new();
    filled.try_reserve_exact(length).map_err(|_| EndgameError::NoRoom)?;
    filled.resize(length, element);
    Ok(filled)
}

/// Writes a code at the bare King's squares in the config at a place.
#[inline(always)]
fn fill<S: SquareSet>(space: &Space, codes: &mut [u8], place: usize, squares: S, code: ValueCode) {
    let length = space.squares().len();
    let codes = &mut codes[place * length..(place + 1) * length];
    squares.into_iter().for_each(|square| codes[space.number(square)] = code.0);
}
