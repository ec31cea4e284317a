//! Retrograde analysis.
//!
//! Won positions are found mate by mate: first those where the bare King is mated, then those where
//! the strong side moves to one of these, then those where every move of the bare King leads to one
//! of those, and so on until nothing new is found. Each config keeps its bare King's squares as
//! sets, so one operation on a set treats all of them at once: whether a move of the strong side is
//! possible depends on the bare King's square only in that it may stand in the way, and where the
//! bare King may step depends not at all on where it comes from, since it never blocks a line to a
//! square from which it has gone.
//!
//! The configs of one home are a part of the work that one thread does in one go: the moves of the
//! pieces stay within it, and those of the King are looked for in what was found elsewhere.

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

/// An ending being solved. Vectors of sets are indexed by config, those of codes by config and
/// square number of the bare King.
pub(super) struct EndingSolver<'a, G: Geometry> {
    pub context: EndingContext<'a, G>,
    promotions: Option<PromotionWins<G>>,
    backward: Backward<G>,
    /// Legal with the strong side to move and not known to be won.
    unwon: Vec<G::Set>,
    /// Legal with the bare King to move, not known to be lost, and no stalemate.
    pub undecided: Vec<G::Set>,
    /// FoundEnding lost in the last round with the bare King to move, by home.
    lost: Vec<Vec<Lost<G>>>,
    /// Codes with the strong side to move.
    pub strong: Vec<u8>,
    /// Codes with the bare King to move.
    pub bare: Vec<u8>,
}

/// Positions of one config with the bare King to move.
struct Lost<G: Geometry> {
    pieces: PieceSquares,
    /// The bare King's squares.
    bare: G::Set,
}

/// Memory that solving an ending with so many configs takes, in bytes.
pub(super) fn memory<G: Geometry>(configs: usize) -> u64 {
    let sets = 2 * size_of::<G::Set>();
    let codes = 2 * G::FILES * G::RANKS;
    // Of this round and of the one before.
    let lost = 2 * size_of::<Lost<G>>();
    configs as u64 * (sets + codes + lost) as u64
}

impl<'a, G: Geometry> EndingSolver<'a, G> {
    /// An error if the system has no room for it.
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

    /// Finds every won position; tells of each round, and goes on as long as it is told to.
    pub fn run(
        &mut self,
        tell: &mut dyn FnMut(SolverRound) -> ControlFlow<()>,
    ) -> Result<(), EndgameError> {
        let mut found = self.for_each_home(|part, _| part.begin());
        let mut go_on = tell(SolverRound { moves: 0, found });
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
            go_on = tell(SolverRound { moves, found });
        }
        Ok(())
    }

    /// Lets something be done to the part of each home, given what was found lost in the last
    /// round, and keeps what it finds lost. Returns how many positions were found.
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

/// The configs of one home. Its vectors are indexed by place, and by square number of the bare
/// King.
struct HomePart<'s, G: Geometry> {
    context: &'s EndingContext<'s, G>,
    promotions: Option<&'s PromotionWins<G>>,
    backward: &'s Backward<G>,
    home: usize,
    unwon: &'s mut [G::Set],
    undecided: &'s mut [G::Set],
    strong: &'s mut [u8],
    bare: &'s mut [u8],
    /// Positions found won or lost.
    found: u64,
}

/// The places of configs in which positions were found to be won.
struct Touched {
    places: Vec<u32>,
    /// By place, whether it is among them.
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

    /// Finds positions in which the strong side mates in so many moves, those where it moves to
    /// what was found lost in the last round. Returns where they are.
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

    /// Finds positions in which a promotion wins.
    fn promote(&mut self, moves: usize, promotions: &PromotionWins<G>, touched: &mut Touched) {
        let context = self.context;
        for place in 0..self.unwon.len() {
            let pieces = context.space.pieces_at(place);
            for (&from, routes) in pieces.iter().zip(&context.routes) {
                let others = context.occupied(self.home, &pieces) - G::Set::single(from);
                let promoting = |to| routes.promotes_on.contains(to);
                for route in routes.quiet_from(from).iter().filter(|route| promoting(route.to)) {
                    // The other tables leave no room for a piece on the King's square.
                    let bare = promotions.winning(self.home, route.to);
                    self.win(place, route.open_with(others, bare), moves, touched);
                }
            }
        }
    }

    /// Notes that the strong side mates in so many moves with the bare King on these squares, as
    /// far as such positions are legal and not known to be won.
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

    /// Finds positions in which the bare King is mated in so many moves; `touched` are those
    /// configs in which it has just lost squares to go to. Returns what it finds.
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

    /// Notes that the bare King is mated in so many moves on these squares.
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

/// A vector of equal elements; an error instead of the end of the program if there is no room.
fn filled_vec<T: Clone>(element: T, length: usize) -> Result<Vec<T>, EndgameError> {
    let mut filled = Vec::new();
    filled.try_reserve_exact(length).map_err(|_| EndgameError::NoRoom)?;
    filled.resize(length, element);
    Ok(filled)
}

/// Writes a code at each of the bare King's squares in the config at a place.
#[inline(always)]
fn fill<S: SquareSet>(space: &Space, codes: &mut [u8], place: usize, squares: S, code: ValueCode) {
    let length = space.squares().len();
    let codes = &mut codes[place * length..(place + 1) * length];
    squares.into_iter().for_each(|square| codes[space.number(square)] = code.0);
}
