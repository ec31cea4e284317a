//! Accumulators: the hidden layer of the network, updated along a line of moves.
//!
//! Each hidden unit is a sum over the pieces, and a move changes few pieces. Its changes are recorded while it is
//! made. The accumulators follow when a score is needed, from the last position whose accumulators are known (lazy
//! updates).

use super::inputs::Perspective;
use super::weights::{Block, Network, add, flat, flat_mut, subtract};
use arrayvec::ArrayVec;
use bytemuck::Zeroable;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::cpu::{self, Task};
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Color, MAX_PIECE_TYPES, Piece};
use dhow_rules::position::{Observer, Position};
use dhow_rules::square::Square;
use dhow_rules::variant::Rules;
use std::marker::PhantomData;
use std::sync::Arc;

/// A network for the evaluation of one game.
#[derive(Debug)]
pub struct GameNetwork<G: Geometry> {
    network: Arc<Network>,
    /// Accumulator of an empty board.
    empty: Vec<Block>,
    /// The input of a piece on the first square, by perspective's colour and [`Piece::index`].
    pieces: [[usize; 2 * MAX_PIECE_TYPES]; 2],
    /// The number of a square among the inputs of a piece, by [`Perspective::index`].
    squares: [Box<[u16]>; 4],
    geometry: PhantomData<G>,
}

/// The accumulators of a line, by ply.
#[derive(Debug, Default)]
pub struct NetworkAccumulators {
    plies: Vec<AccumulatorState>,
    /// Accumulators by ply and colour.
    units: Vec<Block>,
}

#[derive(Debug, Default)]
struct AccumulatorState {
    /// The changes by the last move; `None` if there were too many.
    changes: Option<ArrayVec<Change, MOST_CHANGES>>,
    /// By colour, the state that its accumulator is for; `None` if it is out of date.
    known: [Option<PerspectiveState>; 2],
}

/// A piece put on a square or taken from it.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    square: Square,
    put: bool,
}

/// The other data on which the accumulator of a perspective depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PerspectiveState {
    mirrored: bool,
    /// Whether the Kings may still jump, by colour.
    jumps: [bool; 2],
}

/// After a move with more changes the accumulators are refreshed. Castling and the exchange of King and Prince move
/// two pieces.
const MOST_CHANGES: usize = 6;
/// With more rows to add or to subtract, an accumulator is refreshed.
const MOST_ROWS: usize = 16;

/// Rows to be added or subtracted.
type Rows = ArrayVec<usize, MOST_ROWS>;

impl<G: Geometry> GameNetwork<G> {
    /// The network for the game of these rules; `None` if it was trained for other games.
    pub fn new(network: &Arc<Network>, rules: &Rules<G>) -> Option<Self> {
        let inputs = network.inputs();
        let variant = rules.variant();
        let seen = inputs.of_game(variant)?;
        let mut pieces = [[0; 2 * MAX_PIECE_TYPES]; 2];
        for viewer in Color::ALL {
            for kind in rules.kinds() {
                for color in Color::ALL {
                    let input = inputs.man(color != viewer, seen.kind(kind), 0);
                    pieces[viewer.index()][Piece::new(kind, color).index()] = input;
                }
            }
        }
        let squares = Perspective::ALL.map(|perspective| {
            let mut numbers = vec![0; G::INDEX_SPACE].into_boxed_slice();
            for square in rules.board().squares() {
                let number = inputs.number(G::file(square), G::rank(square));
                numbers[square.index()] =
                    (inputs.seen(perspective, number) % inputs.squares()) as u16;
            }
            numbers
        });
        let empty = network.hidden([inputs.game(seen.game)]);
        let network = network.clone();
        Some(Self { network, empty, pieces, squares, geometry: PhantomData })
    }

    /// Whether its scores are added to those of the hand-crafted evaluation (HCE).
    #[inline(always)]
    pub fn adds_to_hce(&self) -> bool {
        self.network.adds_to_hce()
    }

    /// The accumulators of a new line.
    pub fn accumulators(&self) -> NetworkAccumulators {
        let mut accumulators = NetworkAccumulators::default();
        self.grow(&mut accumulators, 0);
        accumulators
    }

    /// Makes room for `ply`.
    fn grow(&self, accumulators: &mut NetworkAccumulators, ply: usize) {
        if accumulators.plies.len() <= ply {
            accumulators.plies.resize_with(ply + 1, AccumulatorState::default);
            accumulators.units.resize((ply + 1) * 2 * self.empty.len(), Block::zeroed());
        }
    }

    /// Records the changes of a move from `ply` to the next one.
    #[inline(always)]
    pub fn watch<'a>(
        &'a self,
        accumulators: &'a mut NetworkAccumulators,
        ply: usize,
    ) -> NetworkWatch<'a, G> {
        self.grow(accumulators, ply + 1);
        let mirrored =
            accumulators.plies[ply].known.map(|seen| seen.is_some_and(|seen| seen.mirrored));
        let perspectives =
            Color::ALL.map(|color| Perspective { color, mirrored: mirrored[color.index()] });
        let after = &mut accumulators.plies[ply + 1];
        after.known = [None; 2];
        after.changes = Some(ArrayVec::new());
        NetworkWatch { changes: &mut after.changes, network: self, perspectives }
    }

    /// The score of the position at `ply` for the side to move, in centipawns.
    #[inline]
    pub fn score(
        &self,
        position: &Position<G>,
        accumulators: &mut NetworkAccumulators,
        ply: usize,
    ) -> i32 {
        cpu::perform_wide(NetworkTask { network: self, position, accumulators, ply })
    }

    #[inline(always)]
    fn input(&self, perspective: Perspective, piece: Piece, square: Square) -> usize {
        self.pieces[perspective.color.index()][piece.index()]
            + usize::from(self.squares[perspective.index()][square.index()])
    }

    /// Updates the accumulator of a colour's perspective.
    #[inline(always)]
    fn update(
        &self,
        position: &Position<G>,
        accumulators: &mut NetworkAccumulators,
        ply: usize,
        color: Color,
    ) {
        let inputs = self.network.inputs();
        let perspective = inputs.perspective(color, G::file(position.king(color)));
        let jumps = Color::ALL.map(|color| position.may_jump(color));
        let seen = PerspectiveState { mirrored: perspective.mirrored, jumps };
        if accumulators.plies[ply].known[color.index()] == Some(seen) {
            return;
        }
        let blocks = self.empty.len();
        let place = |ply: usize| (2 * ply + color.index()) * blocks;
        let (before, rest) = accumulators.units.split_at_mut(place(ply));
        let units = &mut rest[..blocks];
        match self.since_known(&accumulators.plies[..=ply], perspective, seen) {
            Some((from, put, taken)) => {
                self.apply(units, &before[place(from)..][..blocks], &put, &taken);
            }
            None => self.refresh(units, position, perspective, jumps),
        }
        accumulators.plies[ply].known[color.index()] = Some(seen);
    }

    /// The last ply before the current one with a known accumulator, and the rows to add and subtract since.
    #[inline(always)]
    fn since_known(
        &self,
        plies: &[AccumulatorState],
        perspective: Perspective,
        seen: PerspectiveState,
    ) -> Option<(usize, Rows, Rows)> {
        let (mut put, mut taken) = (Rows::new(), Rows::new());
        for (ply, after) in plies.iter().enumerate().skip(1).rev() {
            for &Change { piece, square, put: came } in after.changes.as_ref()? {
                let rows = if came { &mut put } else { &mut taken };
                rows.try_push(self.input(perspective, piece, square)).ok()?;
            }
            let Some(known) = plies[ply - 1].known[perspective.color.index()] else { continue };
            if known.mirrored != seen.mirrored {
                continue;
            }
            for color in Color::ALL {
                let row = self.network.inputs().jump(color != perspective.color);
                match (known.jumps[color.index()], seen.jumps[color.index()]) {
                    (false, true) => put.try_push(row).ok()?,
                    (true, false) => taken.try_push(row).ok()?,
                    _ => {}
                }
            }
            return Some((ply - 1, put, taken));
        }
        None
    }

    /// Computes an accumulator from another one by adding and subtracting rows.
    #[inline(always)]
    fn apply(&self, units: &mut [Block], from: &[Block], put: &Rows, taken: &Rows) {
        let row = |input: usize| self.network.row(input);
        match (put.as_slice(), taken.as_slice()) {
            (&[put], &[taken]) => {
                let rows = flat(row(put)).iter().zip(flat(row(taken)));
                let units = flat_mut(units).iter_mut().zip(flat(from));
                for ((unit, from), (put, taken)) in units.zip(rows) {
                    *unit = from.wrapping_add(*put).wrapping_sub(*taken);
                }
            }
            (&[put], &[taken, captured]) => {
                let rows = flat(row(put)).iter().zip(flat(row(taken)));
                let units = flat_mut(units).iter_mut().zip(flat(from));
                for (((unit, from), (put, taken)), captured) in
                    units.zip(rows).zip(flat(row(captured)))
                {
                    let sum = from.wrapping_add(*put).wrapping_sub(*taken);
                    *unit = sum.wrapping_sub(*captured);
                }
            }
            (put, taken) => {
                units.copy_from_slice(from);
                put.iter().for_each(|&input| add(units, row(input)));
                taken.iter().for_each(|&input| subtract(units, row(input)));
            }
        }
    }

    /// Computes an accumulator from the position.
    #[inline(always)]
    fn refresh(
        &self,
        units: &mut [Block],
        position: &Position<G>,
        perspective: Perspective,
        jumps: [bool; 2],
    ) {
        units.copy_from_slice(&self.empty);
        for (square, piece) in position.placement().pieces() {
            add(units, self.network.row(self.input(perspective, piece, square)));
        }
        for color in Color::ALL {
            if jumps[color.index()] {
                add(
                    units,
                    self.network.row(self.network.inputs().jump(color != perspective.color)),
                );
            }
        }
    }
}

/// [`GameNetwork::score`], compiled for the processor at hand.
struct NetworkTask<'a, G: Geometry> {
    network: &'a GameNetwork<G>,
    position: &'a Position<G>,
    accumulators: &'a mut NetworkAccumulators,
    ply: usize,
}

impl<G: Geometry> Task for NetworkTask<'_, G> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { network, position, accumulators, ply } = self;
        for color in Color::ALL {
            network.update(position, accumulators, ply, color);
        }
        let blocks = network.empty.len();
        let (white, black) = accumulators.units[2 * ply * blocks..][..2 * blocks].split_at(blocks);
        let (own, other) = match position.side_to_move() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let men = position.men().count() as usize;
        network.network.score(own, other, men)
    }
}

/// Records the changes of a move.
pub struct NetworkWatch<'a, G: Geometry> {
    changes: &'a mut Option<ArrayVec<Change, MOST_CHANGES>>,
    network: &'a GameNetwork<G>,
    /// The perspectives before the move, which are usually those after it, too.
    perspectives: [Perspective; 2],
}

impl<G: Geometry> NetworkWatch<'_, G> {
    #[inline(always)]
    fn note(&mut self, change: Change) {
        // A score will be needed soon.
        for perspective in self.perspectives {
            let row = self.network.input(perspective, change.piece, change.square);
            cpu::prefetch(&self.network.network.row(row)[0]);
        }
        if let Some(changes) = self.changes
            && changes.try_push(change).is_err()
        {
            *self.changes = None;
        }
    }
}

impl<G: Geometry> Observer for NetworkWatch<'_, G> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.note(Change { piece, square, put: true });
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.note(Change { piece, square, put: false });
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::tests::by_chance_for;
    use super::*;
    use dhow_rules::geometry::{Layout8, Layout12};
    use dhow_rules::position::zobrist::split_mix;
    use dhow_rules::variant::{find, rules};

    /// Plays random games with some passes and some positions without a score, and compares lazy updates with
    /// refreshed accumulators. Returns how often a perspective was mirrored, and how often a King lost its jump.
    fn compare<G: Geometry>(ids: &[&str]) -> (usize, usize) {
        let network = Arc::new(by_chance_for(ids));
        let (mut seed, mut crossed, mut jumped) = (5, 0, 0);
        for id in ids {
            let rules = rules::<G>(find(id).expect("a game"));
            let network = GameNetwork::new(&network, &rules).expect("made for it");
            for _ in 0..6 {
                let mut position = Position::start(rules.clone()).expect("a start array");
                let mut accumulators = network.accumulators();
                let mut before = None;
                for ply in 0..200 {
                    let chance = split_mix(&mut seed);
                    if !chance.is_multiple_of(4) {
                        let kept = network.score(&position, &mut accumulators, ply);
                        let fresh = network.score(&position, &mut network.accumulators(), 0);
                        assert_eq!(kept, fresh, "{id}, ply {ply}: {}", position.fen());
                        let task = NetworkTask {
                            network: &network,
                            position: &position,
                            accumulators: &mut network.accumulators(),
                            ply: 0,
                        };
                        assert_eq!(task.run(), fresh, "{id}, plain: {}", position.fen());
                    }
                    let seen = Color::ALL.map(|color| {
                        let file = G::file(position.king(color));
                        let perspective = network.network.inputs().perspective(color, file);
                        (perspective.mirrored, position.may_jump(color))
                    });
                    if let Some(before) = before.replace(seen) {
                        let differ = |of: fn(&(bool, bool)) -> bool| {
                            let pairs = before.iter().zip(&seen);
                            pairs.filter(|(one, other)| of(one) != of(other)).count()
                        };
                        crossed += differ(|seen| seen.0);
                        jumped += differ(|seen| seen.1);
                    }
                    if chance.is_multiple_of(31) && !position.in_check() {
                        network.watch(&mut accumulators, ply);
                        position.make_null();
                        continue;
                    }
                    let moves = position.legal_moves();
                    let king = position.king(position.side_to_move());
                    let of_king = |mv: &&dhow_rules::position::Move| mv.from() == king;
                    let kings: Vec<_> = moves.iter().filter(of_king).collect();
                    let mv = match (kings.as_slice(), moves.as_slice()) {
                        (_, []) => break,
                        ([_, ..], _) if chance.is_multiple_of(3) => {
                            *kings[chance as usize / 31 % kings.len()]
                        }
                        _ => moves[chance as usize / 31 % moves.len()],
                    };
                    position.make_observed(mv, &mut network.watch(&mut accumulators, ply));
                }
            }
        }
        (crossed, jumped)
    }

    #[test]
    fn what_is_kept_up_is_what_is_summed_up() {
        let (crossed, jumped) = compare::<Layout12>(&["metamachy", "zanzibar-xl", "maasai"]);
        assert!(crossed > 20 && jumped > 5, "{crossed} {jumped}");
        assert!(compare::<Layout8>(&["chess"]).0 > 20);
    }

    #[test]
    fn other_games_are_not_evaluated() {
        let network = Arc::new(by_chance_for(&["metamachy"]));
        let maasai = rules::<Layout12>(find("maasai").expect("a game"));
        assert!(GameNetwork::new(&network, &maasai).is_none());
    }
}
