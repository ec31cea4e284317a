//! Legal move generation. Moves are generated as sets of targets, and then listed or counted.
//!
//! [`Constraints`] holds the pins and checks of a position; moves that satisfy them are legal, so
//! no move has to be made to test it. Only King moves and captures en passant are tested one by
//! one.

mod constraints;
mod exchange;
mod locust;
mod notation;
mod replies;
mod trade;
mod trial;

pub use constraints::Constraints;
pub use notation::MoveTextError;

use crate::bitboard::SquareSet;
use crate::cpu;
use crate::geometry::Geometry;
use crate::pieces::{Color, MAX_PIECE_TYPES, PieceType};
use crate::position::{Move, MoveKind, Position};
use crate::square::{Delta, Square};
use arrayvec::ArrayVec;
use replies::Replies;

/// The capacity of a move list. A hill-climbing search for positions with many moves has not found
/// one with 1,500.
pub const MAX_MOVES: usize = 2048;

/// If a King's moves touch at most this number of squares, each is tested for attacks. For more,
/// computing all attacked squares is quicker.
const FEW_SQUARES: u32 = 4;

/// A list of moves with room for those of any position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Which moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All moves.
    All,
    /// Captures (including en passant) and promotions.
    Tactical,
    /// All moves that are not tactical.
    Quiet,
}

/// Receives the moves of the generator.
trait Sink<G: Geometry> {
    /// The piece on `from` may go to each of `targets` without promotion.
    fn moves(&mut self, from: Square, targets: G::Set, kind: MoveKind);
    /// The piece on `from` may go to each of `targets` and promotes there to one of `to`.
    fn promotions(&mut self, from: Square, targets: G::Set, to: &[PieceType]);
    /// A piece may go to each of `targets` by the step `step`, without promotion.
    fn steps(&mut self, step: Delta, targets: G::Set, kind: MoveKind);
    /// A piece may go to each of `targets` by the step `step` and promotes there to one of `to`.
    fn promoting_steps(&mut self, step: Delta, targets: G::Set, to: &[PieceType]);
}

/// Counts moves (bulk counting). Promotions are counted one by one, all other moves by the words of
/// their sets.
struct Counter<G: Geometry> {
    promotions: u64,
    others: <G::Set as SquareSet>::Tally,
}

impl<G: Geometry> Counter<G> {
    #[inline(always)]
    fn new() -> Self {
        Self { promotions: 0, others: G::Set::NO_SQUARES }
    }

    #[inline(always)]
    fn moves(&self) -> u64 {
        self.promotions + G::Set::sum(self.others)
    }
}

impl<G: Geometry> Sink<G> for Counter<G> {
    #[inline(always)]
    fn moves(&mut self, _: Square, targets: G::Set, _: MoveKind) {
        targets.tally(&mut self.others);
    }
    #[inline(always)]
    fn promotions(&mut self, _: Square, targets: G::Set, to: &[PieceType]) {
        self.promotions += targets.count() as u64 * to.len() as u64;
    }
    #[inline(always)]
    fn steps(&mut self, _: Delta, targets: G::Set, _: MoveKind) {
        targets.tally(&mut self.others);
    }
    #[inline(always)]
    fn promoting_steps(&mut self, _: Delta, targets: G::Set, to: &[PieceType]) {
        self.promotions += targets.count() as u64 * to.len() as u64;
    }
}

impl<G: Geometry> Sink<G> for MoveList {
    #[inline(always)]
    fn moves(&mut self, from: Square, targets: G::Set, kind: MoveKind) {
        targets.into_iter().for_each(|to| self.push(Move::new(from, to, kind)));
    }
    #[inline(always)]
    fn promotions(&mut self, from: Square, targets: G::Set, to: &[PieceType]) {
        for target in targets {
            self.extend(to.iter().map(|&kind| Move::promoting(from, target, kind)));
        }
    }
    #[inline(always)]
    fn steps(&mut self, step: Delta, targets: G::Set, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(behind::<G>(to, step), to, kind));
        }
    }
    #[inline(always)]
    fn promoting_steps(&mut self, step: Delta, targets: G::Set, to: &[PieceType]) {
        for target in targets {
            let from = behind::<G>(target, step);
            self.extend(to.iter().map(|&kind| Move::promoting(from, target, kind)));
        }
    }
}

/// Checks whether one move is among those generated.
struct Finder {
    wanted: Move,
    found: bool,
}

impl Finder {
    fn compare<G: Geometry>(&mut self, targets: G::Set, kind: MoveKind) {
        self.found |= self.wanted.kind() == kind && targets.contains(self.wanted.to());
    }

    fn compare_promotions<G: Geometry>(&mut self, targets: G::Set, to: &[PieceType]) {
        let promotion = self.wanted.promotion();
        if promotion.is_some_and(|kind| to.contains(&kind)) {
            self.compare::<G>(targets, MoveKind::Promotion);
        }
    }
}

/// Valid only if the generator is run for the piece that makes the move.
impl<G: Geometry> Sink<G> for Finder {
    fn moves(&mut self, _: Square, targets: G::Set, kind: MoveKind) {
        self.compare::<G>(targets, kind);
    }
    fn promotions(&mut self, _: Square, targets: G::Set, to: &[PieceType]) {
        self.compare_promotions::<G>(targets, to);
    }
    fn steps(&mut self, _: Delta, targets: G::Set, kind: MoveKind) {
        self.compare::<G>(targets, kind);
    }
    fn promoting_steps(&mut self, _: Delta, targets: G::Set, to: &[PieceType]) {
        self.compare_promotions::<G>(targets, to);
    }
}

#[inline(always)]
fn behind<G: Geometry>(to: Square, step: Delta) -> Square {
    match G::offset(to, -step) {
        Some(from) => from,
        None => unreachable!("a step starts on the board"),
    }
}

impl<G: Geometry> Position<G> {
    /// All legal moves.
    ///
    /// ```
    /// use dhow_rules::geometry::Layout8;
    /// use dhow_rules::position::Position;
    /// use dhow_rules::variant::{find, rules};
    ///
    /// let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
    /// let position = Position::from_fen(chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let moves: Vec<String> =
    ///     position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect();
    /// assert_eq!(moves.len(), 15);
    /// assert!(moves.contains(&"e1g1".to_string()), "castling");
    /// # Ok::<(), dhow_rules::position::FenError>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.add_legal_moves(Wanted::All, &mut moves);
        moves
    }

    /// Adds the legal moves of a class to a list.
    pub fn add_legal_moves(&self, wanted: Wanted, moves: &mut MoveList) {
        let constraints = Constraints::new(self);
        self.add_constrained_moves(&constraints, wanted, moves);
    }

    /// Adds the legal moves of a class to a list, given the constraints of this position.
    pub fn add_constrained_moves(
        &self,
        constraints: &Constraints<G>,
        wanted: Wanted,
        moves: &mut MoveList,
    ) {
        let first = moves.len();
        cpu::perform(Listing { position: self, constraints, wanted, moves });
        if self.rules().tries_out() {
            self.try_out(constraints, wanted, first, moves);
        }
    }

    /// The number of legal moves.
    pub fn count_legal_moves(&self) -> u64 {
        cpu::perform(Counting { position: self, known: None })
    }

    /// Whether there is a legal move.
    pub fn has_legal_moves(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Whether a move, which may come from another position, is legal in this position, given its
    /// constraints.
    pub fn is_legal(&self, mv: Move, constraints: &Constraints<G>) -> bool {
        let Some(piece) = self.on(mv.from()) else { return false };
        if piece.color() != self.side_to_move() {
            return false;
        }
        let mut finder = Finder { wanted: mv, found: false };
        let scope = self.scope(Wanted::All);
        if matches!(mv.kind(), MoveKind::Locust | MoveKind::Pass) {
            return self.locust_moves(Wanted::All, G::Set::single(mv.from())).contains(&mv);
        }
        if mv.kind() == MoveKind::EnPassant {
            self.generate_en_passant(G::Set::single(mv.from()), &mut finder);
        } else if piece.kind() == self.rules().king() {
            self.generate_king(constraints, &scope, &mut finder);
        } else {
            let bound = constraints.bound.contains(mv.from());
            let allowed = if bound { constraints.of_bound(mv.from()) } else { constraints.free };
            let single = G::Set::single(mv.from());
            self.generate_kind(piece.kind(), single, allowed, &scope, &mut finder);
        }
        finder.found && (!constraints.tries_out || self.passes_trial(mv))
    }

    #[inline(always)]
    fn scope(&self, wanted: Wanted) -> Scope<G> {
        let side = self.side_to_move();
        let enemies = self.placement().side(!side);
        let promotion_zone = self.rules().promotion_zone(side);
        Scope { side, occupied: self.occupied(), enemies, promotion_zone, wanted }
    }

    /// Generates the moves that satisfy the constraints, except those of the pieces on `left_out`.
    /// Kings and pieces that can capture en passant must not be left out. Captures on the way and
    /// passes are left to [`trial`].
    #[inline(always)]
    fn generate<S: Sink<G>>(
        &self,
        constraints: &Constraints<G>,
        wanted: Wanted,
        left_out: G::Set,
        sink: &mut S,
    ) {
        let (rules, placement) = (self.rules(), self.placement());
        let own = placement.side(self.side_to_move()) - left_out;
        let scope = self.scope(wanted);
        for kind in rules.kinds() {
            let pieces = placement.of_kind(kind) & own;
            if pieces.is_empty() || kind == rules.king() {
                continue;
            }
            self.generate_kind(kind, pieces - constraints.bound, constraints.free, &scope, sink);
            for from in pieces & constraints.bound {
                let allowed = constraints.of_bound(from);
                self.generate_kind(kind, G::Set::single(from), allowed, &scope, sink);
            }
        }
        self.generate_king(constraints, &scope, sink);
        if wanted != Wanted::Quiet {
            self.generate_en_passant(G::all(), sink);
        }
    }

    /// Generates the moves of pieces of one kind to allowed squares.
    #[inline(always)]
    fn generate_kind<S: Sink<G>>(
        &self,
        kind: PieceType,
        pieces: G::Set,
        allowed: G::Set,
        scope: &Scope<G>,
        sink: &mut S,
    ) {
        let rules = self.rules();
        let movement = rules.movement(kind);
        let side = movement.side(scope.side);
        let promotions = rules.promotions(kind);
        let promotes = !promotions.is_empty();
        if rules.promotes_specially(kind) {
            return self.generate_special(kind, pieces, allowed, *scope, sink);
        }
        let Scope { occupied, enemies, .. } = *scope;
        if movement.set_wise() {
            let mut emit = |step: Delta, targets: G::Set| {
                let (plain, promoting) = scope.split(targets & allowed, promotes);
                sink.steps(step, plain, MoveKind::Normal);
                if !promoting.is_empty() {
                    sink.promoting_steps(step, promoting, promotions);
                }
            };
            for &step in &side.quiet_steps {
                emit(step, G::shift(pieces, step) - occupied);
            }
            for &step in &side.capture_steps {
                emit(step, G::shift(pieces, step) & enemies);
            }
        } else {
            for from in pieces {
                let targets = movement.targets(scope.side, from, occupied, enemies);
                let (plain, promoting) = scope.split(targets & allowed, promotes);
                sink.moves(from, plain, MoveKind::Normal);
                if !promoting.is_empty() {
                    sink.promotions(from, promoting, promotions);
                }
            }
        }
        for double in &side.double_steps {
            let targets = double.targets(pieces, occupied) & allowed;
            let (plain, promoting) = scope.split(targets, promotes);
            sink.steps(double.whole(), plain, MoveKind::DoubleStep);
            if !promoting.is_empty() {
                sink.promoting_steps(double.whole(), promoting, promotions);
            }
        }
    }

    /// Generates the moves of pieces of one kind whose promotion has conditions.
    // A reference to the scope would keep it in memory for all other pieces, too.
    #[cold]
    fn generate_special<S: Sink<G>>(
        &self,
        kind: PieceType,
        pieces: G::Set,
        allowed: G::Set,
        scope: Scope<G>,
        sink: &mut S,
    ) {
        let rules = self.rules();
        let movement = rules.movement(kind);
        let promotions = self.promotions_left(rules.promotions(kind), scope.side);
        let forced_zone = rules.forced_promotion_zone(scope.side);
        for from in pieces {
            let zone = rules.promotion_squares(kind, scope.side, from, scope.enemies);
            let mut emit = |targets: G::Set, kind: MoveKind| {
                let targets = targets & allowed;
                let (plain, promoting) =
                    scope.wanted_of(targets - (zone & forced_zone), targets & zone);
                sink.moves(from, plain, kind);
                if rules.promotion_zones_of().is_empty() {
                    return sink.promotions(from, promoting, &promotions);
                }
                for to in promoting {
                    let mut choices = promotions.clone();
                    choices.retain(|kind| rules.may_become(*kind, scope.side, to));
                    sink.promotions(from, G::Set::single(to), &choices);
                }
            };
            let targets = movement.targets(scope.side, from, scope.occupied, scope.enemies);
            emit(targets, MoveKind::Normal);
            for double in &movement.side(scope.side).double_steps {
                let targets = double.targets(G::Set::single(from), scope.occupied);
                emit(targets, MoveKind::DoubleStep);
            }
        }
    }

    /// The choices of promotion that the limits of the game leave to a side.
    fn promotions_left(
        &self,
        promotions: &[PieceType],
        side: Color,
    ) -> ArrayVec<PieceType, MAX_PIECE_TYPES> {
        let limits = self.rules().promotion_limits();
        let is_left = |kind: &PieceType| {
            let count = self.pieces(*kind, side).count();
            !limits.iter().any(|&(limited, most)| limited == *kind && count >= u32::from(most))
        };
        promotions.iter().copied().filter(is_left).collect()
    }

    /// Generates King steps, jumps and castling.
    #[inline(always)]
    fn generate_king<S: Sink<G>>(
        &self,
        constraints: &Constraints<G>,
        scope: &Scope<G>,
        sink: &mut S,
    ) {
        let rules = self.rules();
        if rules.several_royals().is_some() {
            return self.generate_kings(constraints, *scope, sink);
        }
        let king = self.king(scope.side);
        let Scope { occupied, enemies, .. } = *scope;
        let steps = rules.movement(rules.king()).targets(scope.side, king, occupied, enemies);
        let (steps, _) = scope.split(steps, false);
        let at_rest = constraints.checkers.is_empty() && scope.wanted != Wanted::Tactical;
        let jumps = at_rest && self.may_jump(scope.side);
        if at_rest && self.castling() != 0 {
            self.generate_castling(scope.side, sink);
        }
        let open_jumps =
            || rules.jumps(scope.side, king).iter().filter(|j| jumps && !occupied.contains(j.to));
        let mut touched = steps;
        for jump in open_jumps() {
            touched.insert(jump.to);
            jump.over.iter().for_each(|&square| touched.insert(square));
        }
        if touched.is_empty() {
            return;
        }
        let danger = if touched.count() <= FEW_SQUARES {
            let mut danger = G::Set::EMPTY;
            for square in touched {
                if self.king_threatened_directly(square) {
                    danger.insert(square);
                }
            }
            danger
        } else {
            self.king_danger()
        };
        sink.moves(king, steps - danger, MoveKind::Normal);
        if jumps {
            let mut targets = G::Set::EMPTY;
            for jump in open_jumps() {
                let passable = jump.over.iter().any(|&square| !danger.contains(square));
                if passable && !danger.contains(jump.to) {
                    targets.insert(jump.to);
                }
            }
            sink.moves(king, targets, MoveKind::Jump);
        }
    }

    /// Generates the moves of the Kings of a game with several royal pieces, as those of all other
    /// pieces, and castling.
    #[cold]
    fn generate_kings<S: Sink<G>>(
        &self,
        constraints: &Constraints<G>,
        scope: Scope<G>,
        sink: &mut S,
    ) {
        let king = self.rules().king();
        self.generate_kind(king, self.pieces(king, scope.side), constraints.free, &scope, sink);
        if constraints.checkers.is_empty() && scope.wanted != Wanted::Tactical {
            self.generate_castling(scope.side, sink);
        }
    }

    /// Generates legal castling moves. The King must not be in check.
    #[cold]
    fn generate_castling<S: Sink<G>>(&self, side: Color, sink: &mut S) {
        let (occupied, enemies) = (self.occupied(), self.placement().side(!side));
        for it in self.rules().castlings() {
            let may = it.color == side && self.castling() >> it.right & 1 != 0;
            if !may || !(it.empty & occupied).is_empty() {
                continue;
            }
            let left = occupied - G::Set::single(it.king.0) - G::Set::single(it.other.0);
            let after = left | G::Set::single(it.king.1) | G::Set::single(it.other.1);
            let attacked = |square: Square, occupied: G::Set| {
                !self.attackers(square, !side, occupied, enemies).is_empty()
            };
            // A hopper may use as screen a piece that castling has moved.
            if !it.passed.iter().any(|&square| attacked(square, occupied))
                && !attacked(it.king.1, after)
            {
                sink.moves(it.king.0, G::Set::single(it.king.1), MoveKind::Castling);
            }
        }
    }

    /// Generates captures en passant by the pieces among some. They change three squares at once, so
    /// each is tried out.
    #[inline(always)]
    fn generate_en_passant<S: Sink<G>>(&self, among: G::Set, sink: &mut S) {
        let Some(ep) = self.en_passant() else { return };
        let side = self.side_to_move();
        let enemies = self.placement().side(!side) - G::Set::single(ep.victim);
        for square in ep.squares() {
            for from in self.en_passant_captures(square) & among {
                let left = self.occupied() - G::Set::single(from) - G::Set::single(ep.victim);
                let occupied = left | G::Set::single(square);
                // A game with several royal pieces tries out all moves after this.
                let tried_later = self.rules().several_royals().is_some();
                let attackers = || self.attackers(self.king(side), !side, occupied, enemies);
                if tried_later || attackers().is_empty() {
                    sink.moves(from, G::Set::single(square), MoveKind::EnPassant);
                }
            }
        }
    }
}

/// Listing the moves, as a task for [`cpu::perform`].
struct Listing<'a, G: Geometry> {
    position: &'a Position<G>,
    constraints: &'a Constraints<G>,
    wanted: Wanted,
    moves: &'a mut MoveList,
}

impl<G: Geometry> cpu::Task for Listing<'_, G> {
    type Output = ();
    const VECTORS: bool = G::INDEX_SPACE.is_multiple_of(256);

    #[inline(always)]
    fn run(self) {
        self.position.generate(self.constraints, self.wanted, G::Set::EMPTY, self.moves);
    }
}

/// Counting the moves, as a task for [`cpu::perform`].
struct Counting<'a, G: Geometry> {
    position: &'a Position<G>,
    /// The replies known before the last move, and that move.
    known: Option<(&'a Replies<G>, Move)>,
}

impl<G: Geometry> cpu::Task for Counting<'_, G> {
    type Output = u64;
    const VECTORS: bool = G::INDEX_SPACE.is_multiple_of(256);

    #[inline(always)]
    fn run(self) -> u64 {
        let (mut counter, mut constraints) = (Counter::new(), Constraints::none());
        constraints.find(self.position);
        if self.position.rules().tries_out() {
            return self.position.count_tried_out(&constraints);
        }
        let (kept, moves) = match self.known {
            Some((replies, mv)) if constraints.free == G::all() => {
                replies.after(mv, constraints.bound)
            }
            _ => (G::Set::EMPTY, 0),
        };
        self.position.generate(&constraints, Wanted::All, kept, &mut counter);
        counter.moves() + moves
    }
}

/// The inputs of one run of the generator.
#[derive(Clone, Copy)]
struct Scope<G: Geometry> {
    side: Color,
    occupied: G::Set,
    enemies: G::Set,
    promotion_zone: G::Set,
    wanted: Wanted,
}

impl<G: Geometry> Scope<G> {
    /// Splits targets into moves without promotion and promotions, and keeps the wanted ones.
    #[inline(always)]
    fn split(&self, targets: G::Set, promotes: bool) -> (G::Set, G::Set) {
        let promoting = if promotes { targets & self.promotion_zone } else { G::Set::EMPTY };
        self.wanted_of(targets - promoting, promoting)
    }

    /// Keeps the wanted ones of moves without and with promotion, given by their targets.
    #[inline(always)]
    fn wanted_of(&self, plain: G::Set, promoting: G::Set) -> (G::Set, G::Set) {
        match self.wanted {
            Wanted::All => (plain, promoting),
            Wanted::Tactical => (plain & self.enemies, promoting),
            Wanted::Quiet => (plain - self.enemies, G::Set::EMPTY),
        }
    }
}
