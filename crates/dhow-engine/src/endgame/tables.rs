//! Endings solved on demand.

use super::context::EndingContext;
use super::ending::Ending;
use super::promotions::PromotionWins;
use super::routes::Routes;
use super::solve::{self, EndingSolver};
use super::space::{PieceSquares, Space};
use super::table::EndingTable;
use super::value::Value;
use super::{EndgameError, MAX_PIECES, SolverRound};
use arrayvec::ArrayVec;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::Color;
use dhow_rules::position::Position;
use dhow_rules::square::Square;
use dhow_rules::variant::Rules;
use fxhash::FxHashMap;
use once_cell::sync::OnceCell;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};

/// The solved endings of a game. An ending is solved when first used, with the smaller endings that may arise from it.
#[derive(Debug)]
pub struct Tables<G: Geometry> {
    rules: Arc<Rules<G>>,
    /// Memory limit in MiB for each ending.
    memory: u64,
    promotion: bool,
    solved: RwLock<FxHashMap<Ending, Arc<TableCell<G>>>>,
}

/// The first user of an ending solves it; others wait.
type TableCell<G> = OnceCell<Arc<EndingTable<G>>>;

/// Receives each round of each ending being solved, and says whether to continue.
type ProgressFn<'a> = dyn FnMut(&Ending, SolverRound) -> ControlFlow<()> + Send + 'a;

/// Default memory limit in MiB for an ending.
pub const DEFAULT_MEMORY: u64 = 2048;

impl<G: Geometry> Tables<G> {
    /// The most pieces, Kings included, for which [`Tables::prepare`] solves endings.
    pub const FEW_PIECES: u32 = 5;

    /// Tables without any solved ending.
    pub fn new(rules: Arc<Rules<G>>) -> Self {
        Self { rules, memory: DEFAULT_MEMORY, promotion: true, solved: RwLock::default() }
    }

    /// Sets the memory limit in MiB for each ending.
    pub fn with_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Ignores promotion, to see what the pieces can do themselves. The values of [`Tables::probe`] are then not those
    /// of the game.
    pub fn without_promotion(self) -> Self {
        Self { promotion: false, ..self }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules<G>> {
        &self.rules
    }

    /// The table of an ending, solved if necessary.
    pub fn table(&self, ending: &Ending) -> Result<Arc<EndingTable<G>>, EndgameError> {
        self.table_with_progress(ending, &mut |_, _| {})
    }

    /// The table of an ending, solved if necessary. `progress` receives each round of each ending solved.
    pub fn table_with_progress(
        &self,
        ending: &Ending,
        progress: &mut (dyn FnMut(&Ending, SolverRound) + Send),
    ) -> Result<Arc<EndingTable<G>>, EndgameError> {
        self.table_while(ending, &mut |ending, round| {
            progress(ending, round);
            ControlFlow::Continue(())
        })
    }

    /// The table of an ending, solved if necessary and if `progress` continues to the end.
    pub(super) fn table_while(
        &self,
        ending: &Ending,
        progress: &mut ProgressFn,
    ) -> Result<Arc<EndingTable<G>>, EndgameError> {
        if !self.rules.variant().need_mate() {
            return Err(EndgameError::OtherWins);
        }
        if self.rules.several_royals().is_some() {
            return Err(EndgameError::Royals);
        }
        if self.rules.variant().facing.is_some() {
            return Err(EndgameError::Facing);
        }
        if self.rules.variant().confines() {
            return Err(EndgameError::Confined);
        }
        if !self.rules.board().is_symmetric() {
            return Err(EndgameError::Board);
        }
        if let Some(kind) =
            ending.kinds().iter().find(|kind| self.rules.locust_users().contains(kind))
        {
            let name = self.rules.variant().pieces[kind.index()].name.clone();
            return Err(EndgameError::Locust(name));
        }
        if let Some(table) = self.solved(ending) {
            return Ok(table);
        }
        let cell = {
            let mut solved = self.solved.write().unwrap_or_else(PoisonError::into_inner);
            solved.entry(ending.clone()).or_default().clone()
        };
        cell.get_or_try_init(|| self.solve(ending, progress).map(Arc::new)).cloned()
    }

    /// The table of an ending, if it is solved.
    pub fn solved(&self, ending: &Ending) -> Option<Arc<EndingTable<G>>> {
        let solved = self.solved.read().unwrap_or_else(PoisonError::into_inner);
        solved.get(ending)?.get().cloned()
    }

    /// Solves the endings of one piece that may arise from a position with at most [`Self::FEW_PIECES`] pieces. The
    /// first time this takes about 20 ms for each kind of piece, and 0.1 s for one that promotes.
    pub fn prepare(&self, position: &Position<G>) {
        self.prepare_while(position, &|| true);
    }

    /// Like [`Tables::prepare`], while `go_on` returns true. Returns whether it completed.
    pub fn prepare_while(&self, position: &Position<G>, go_on: &(dyn Fn() -> bool + Sync)) -> bool {
        let mut progress = |_: &Ending, _: SolverRound| match go_on() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let few = position.men().count() <= Self::FEW_PIECES;
        let pieces = position.placement().pieces().filter(|_| few);
        let endings =
            pieces.filter_map(|(_, piece)| Ending::new(&self.rules, &[piece.kind()]).ok());
        endings.into_iter().all(|ending| {
            // An ending that cannot be solved is skipped.
            self.solved(&ending).is_some()
                || go_on()
                    && !matches!(
                        self.table_while(&ending, &mut progress),
                        Err(EndgameError::Cancelled)
                    )
        })
    }

    /// Drops the table of an ending.
    pub fn forget(&self, ending: &Ending) {
        self.solved.write().unwrap_or_else(PoisonError::into_inner).remove(ending);
    }

    fn solve(
        &self,
        ending: &Ending,
        progress: &mut ProgressFn,
    ) -> Result<EndingTable<G>, EndgameError> {
        let needed = self.needed(ending);
        if needed > self.memory {
            let pieces = format!("King+{}", ending.letters(&self.rules));
            return Err(EndgameError::Memory { pieces, needed, allowed: self.memory });
        }
        let mut after_capture = ArrayVec::new();
        for index in 0..ending.kinds().len() {
            let left = ending.without(index);
            after_capture.push(left.map(|left| self.table_while(&left, progress)).transpose()?);
        }
        let context =
            EndingContext::new(&self.rules, ending.clone(), self.promotion, after_capture);
        let promotes_on = context.routes.iter().map(|routes| routes.promotes_on).next();
        let promotes_on = promotes_on.filter(|squares| !squares.is_empty());
        let promotions = match promotes_on {
            None => None,
            Some(squares) => {
                let kinds = ending.kinds().iter().flat_map(|&kind| self.rules.promotions(kind));
                let endings = kinds.map(|&kind| Ending::new(&self.rules, &[kind]));
                let tables = endings.map(|ending| self.table_while(&ending?, progress));
                let tables = tables.collect::<Result<Vec<_>, _>>()?;
                Some(PromotionWins::new(&context.space, squares, &tables))
            }
        };
        let mut solver = EndingSolver::new(context, promotions)?;
        solver.run(&mut |round| progress(ending, round))?;
        Ok(EndingTable::new(solver))
    }

    /// Memory in MiB to solve an ending.
    pub(super) fn needed(&self, ending: &Ending) -> u64 {
        let kinds = ending.kinds().iter().copied().chain([self.rules.king()]);
        let routes: Vec<_> =
            kinds.map(|kind| Routes::new(&self.rules, kind, self.promotion)).collect();
        let space = Space::new(self.rules.board(), ending, routes.iter());
        solve::memory::<G>(&space).div_ceil(1 << 20)
    }

    /// The value of a position with a bare King; solves its ending if necessary.
    pub fn judge(&self, position: &Position<G>) -> Result<Value, EndgameError> {
        match FoundEnding::new(position)? {
            None => Ok(Value::Draw),
            Some(found) => Ok(found.value(&*self.table(&found.ending)?)),
        }
    }

    /// The value of a position with a bare King, if it has one; solves its ending if necessary.
    pub fn probe(&self, position: &Position<G>) -> Option<Value> {
        self.judge(position).ok()
    }

    /// The value of a position in a solved ending; `None` for all others.
    pub fn probe_solved(&self, position: &Position<G>) -> Option<Value> {
        match FoundEnding::new(position).ok()? {
            None => Some(Value::Draw),
            Some(found) => Some(found.value(&*self.solved(&found.ending)?)),
        }
    }
}

/// A position as a placement of an ending.
struct FoundEnding {
    ending: Ending,
    king: Square,
    pieces: PieceSquares,
    bare: Square,
    strong_to_move: bool,
}

impl FoundEnding {
    /// The placement of a position; `None` for two bare Kings.
    fn new<G: Geometry>(position: &Position<G>) -> Result<Option<Self>, EndgameError> {
        let placement = position.placement();
        let bare = placement.bare_side().ok_or(EndgameError::NoBareKing)?;
        let strong = !bare;
        let view = |square| {
            if strong == Color::White { square } else { position.board().mirrored(square) }
        };
        let king = position.king(strong);
        let helpers = placement.side(strong) - G::Set::single(king);
        let count = helpers.count() as usize;
        if count == 0 {
            return Ok(None);
        }
        if count > MAX_PIECES {
            return Err(EndgameError::TooManyPieces(count));
        }
        if Color::ALL.into_iter().any(|color| position.may_jump(color)) {
            return Err(EndgameError::Jump);
        }
        if position.castling() != 0 {
            return Err(EndgameError::Castling);
        }
        let mut pieces: ArrayVec<_, MAX_PIECES> = helpers
            .into_iter()
            .filter_map(|square| Some((position.on(square)?.kind(), view(square))))
            .collect();
        pieces.sort_unstable();
        let (kinds, pieces): (ArrayVec<_, MAX_PIECES>, PieceSquares) = pieces.into_iter().unzip();
        Ok(Some(Self {
            ending: Ending::new(position.rules(), &kinds)?,
            king: view(king),
            pieces,
            bare: view(position.king(bare)),
            strong_to_move: position.side_to_move() == strong,
        }))
    }

    fn value<G: Geometry>(&self, table: &EndingTable<G>) -> Value {
        table.value(self.king, &self.pieces, self.bare, self.strong_to_move)
    }
}
