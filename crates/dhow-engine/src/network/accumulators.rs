//! What a network makes of positions along a line of moves.
//!
//! Hidden units are sums over men, and a move changes few of them. What it changes is noted while it
//! is made; the units follow only where a score is asked for, from the nearest position before whose
//! units are known.

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

/// A network as it evaluates one game.
#[derive(Debug)]
pub struct GameNetwork<G: Geometry> {
    network: Arc<Network>,
    /// Of a board without men.
    empty: Vec<Block>,
    /// The input of a piece on the first square, by the colour that looks and [`Piece::index`].
    pieces: [[usize; 2 * MAX_PIECE_TYPES]; 2],
    /// The number of a square among those of a piece, by [`Perspective::index`].
    squares: [Box<[u16]>; 4],
    geometry: PhantomData<G>,
}

/// What is known of the positions of a line, by ply.
#[derive(Debug, Default)]
pub struct NetworkAccumulators {
    plies: Vec<AccumulatorState>,
    /// By ply and colour.
    units: Vec<Block>,
}

#[derive(Debug, Default)]
struct AccumulatorState {
    /// What the move that led here changed; `None` if that is too much.
    changes: Option<ArrayVec<Change, MOST_CHANGES>>,
    /// By colour what its units are made of, if they are known.
    known: [Option<PerspectiveState>; 2],
}

/// A piece that came to a square or left it.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    square: Square,
    put: bool,
}

/// What of a view is not among the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PerspectiveState {
    mirrored: bool,
    /// Whether the Kings may jump, by colour.
    jumps: [bool; 2],
}

/// A move that changes more makes the units be summed up afresh. Castling and the exchange of King and
/// Prince move two pieces.
const MOST_CHANGES: usize = 6;
/// If more has changed since units were known, they are summed up afresh.
const MOST_ROWS: usize = 16;

/// The rows to be added, or to be taken.
type Rows = ArrayVec<usize, MOST_ROWS>;

impl<G: Geometry> GameNetwork<G> {
    /// As the network evaluates the game of these rules; `None` if it was made for others.
    pub fn new(network: &Arc<Network>, rules: &Rules<G>) -> Option<Self> {
        let inputs = network.inputs();
        let variant = rules.variant();
        let seen = inputs.of_game(variant)?;
        let mut pieces = [[0; 2 * MAX_PIECE_TYPES]; 2];
        for looks in Color::ALL {
            for kind in rules.kinds() {
                for color in Color::ALL {
                    let input = inputs.man(color != looks, seen.kind(kind), 0);
                    pieces[looks.index()][Piece::new(kind, color).index()] = input;
                }
            }
        }
        let squares = Perspective::ALL.map(|view| {
            let mut numbers = vec![0; G::INDEX_SPACE].into_boxed_slice();
            for square in G::squares() {
                let number = inputs.number(G::file(square), G::rank(square));
                numbers[square.index()] = (inputs.seen(view, number) % inputs.squares()) as u16;
            }
            numbers
        });
        let empty = network.hidden([inputs.game(seen.game)]);
        let network = network.clone();
        Some(Self { network, empty, pieces, squares, geometry: PhantomData })
    }

    /// Whether its scores are added to those of the evaluation by hand.
    #[inline(always)]
    pub fn adds_to_hce(&self) -> bool {
        self.network.adds_to_hce()
    }

    /// A line that begins at some position.
    pub fn accumulators(&self) -> NetworkAccumulators {
        let mut line = NetworkAccumulators::default();
        self.grow(&mut line, 0);
        line
    }

    /// Has room for so many plies.
    fn grow(&self, line: &mut NetworkAccumulators, ply: usize) {
        if line.plies.len() <= ply {
            line.plies.resize_with(ply + 1, AccumulatorState::default);
            line.units.resize((ply + 1) * 2 * self.empty.len(), Block::zeroed());
        }
    }

    /// Notes what a move from one ply to the next changes.
    #[inline(always)]
    pub fn watch<'a>(
        &'a self,
        line: &'a mut NetworkAccumulators,
        ply: usize,
    ) -> NetworkWatch<'a, G> {
        self.grow(line, ply + 1);
        let mirrored = line.plies[ply].known.map(|seen| seen.is_some_and(|seen| seen.mirrored));
        let views =
            Color::ALL.map(|color| Perspective { color, mirrored: mirrored[color.index()] });
        let after = &mut line.plies[ply + 1];
        after.known = [None; 2];
        after.changes = Some(ArrayVec::new());
        NetworkWatch { changes: &mut after.changes, network: self, views }
    }

    /// The score of a position of the line for the side to move, in centipawns.
    #[inline]
    pub fn score(&self, position: &Position<G>, line: &mut NetworkAccumulators, ply: usize) -> i32 {
        cpu::perform_wide(NetworkTask { network: self, position, line, ply })
    }

    #[inline(always)]
    fn input(&self, view: Perspective, piece: Piece, square: Square) -> usize {
        self.pieces[view.color.index()][piece.index()]
            + usize::from(self.squares[view.index()][square.index()])
    }

    /// Brings the units of a colour's view up to date.
    #[inline(always)]
    fn update(
        &self,
        position: &Position<G>,
        line: &mut NetworkAccumulators,
        ply: usize,
        color: Color,
    ) {
        let inputs = self.network.inputs();
        let view = inputs.view(color, G::file(position.king(color)));
        let jumps = Color::ALL.map(|color| position.may_jump(color));
        let seen = PerspectiveState { mirrored: view.mirrored, jumps };
        if line.plies[ply].known[color.index()] == Some(seen) {
            return;
        }
        let blocks = self.empty.len();
        let place = |ply: usize| (2 * ply + color.index()) * blocks;
        let (before, rest) = line.units.split_at_mut(place(ply));
        let units = &mut rest[..blocks];
        match self.since_known(&line.plies[..=ply], view, seen) {
            Some((from, put, taken)) => {
                self.apply(units, &before[place(from)..][..blocks], &put, &taken);
            }
            None => self.refresh(units, position, view, jumps),
        }
        line.plies[ply].known[color.index()] = Some(seen);
    }

    /// The nearest ply before the last one whose units are known, and the rows put and taken since.
    #[inline(always)]
    fn since_known(
        &self,
        plies: &[AccumulatorState],
        view: Perspective,
        seen: PerspectiveState,
    ) -> Option<(usize, Rows, Rows)> {
        let (mut put, mut taken) = (Rows::new(), Rows::new());
        for (ply, after) in plies.iter().enumerate().skip(1).rev() {
            for &Change { piece, square, put: came } in after.changes.as_ref()? {
                let rows = if came { &mut put } else { &mut taken };
                rows.try_push(self.input(view, piece, square)).ok()?;
            }
            let Some(known) = plies[ply - 1].known[view.color.index()] else { continue };
            if known.mirrored != seen.mirrored {
                continue;
            }
            for color in Color::ALL {
                let row = self.network.inputs().jump(color != view.color);
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

    /// Makes units of others by adding and taking rows.
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

    /// The units of a view from nothing.
    #[inline(always)]
    fn refresh(
        &self,
        units: &mut [Block],
        position: &Position<G>,
        view: Perspective,
        jumps: [bool; 2],
    ) {
        units.copy_from_slice(&self.empty);
        for (square, piece) in position.placement().pieces() {
            add(units, self.network.row(self.input(view, piece, square)));
        }
        for color in Color::ALL {
            if jumps[color.index()] {
                add(units, self.network.row(self.network.inputs().jump(color != view.color)));
            }
        }
    }
}

/// What [`GameNetwork::score`] does, compiled for the processor at hand.
struct NetworkTask<'a, G: Geometry> {
    network: &'a GameNetwork<G>,
    position: &'a Position<G>,
    line: &'a mut NetworkAccumulators,
    ply: usize,
}

impl<G: Geometry> Task for NetworkTask<'_, G> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { network, position, line, ply } = self;
        for color in Color::ALL {
            network.update(position, line, ply, color);
        }
        let blocks = network.empty.len();
        let (white, black) = line.units[2 * ply * blocks..][..2 * blocks].split_at(blocks);
        let (own, other) = match position.side_to_move() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let men = position.occupied().count() as usize;
        network.network.score(own, other, men)
    }
}

/// Notes the changes of a move.
pub struct NetworkWatch<'a, G: Geometry> {
    changes: &'a mut Option<ArrayVec<Change, MOST_CHANGES>>,
    network: &'a GameNetwork<G>,
    /// The views before the move, mostly those after it, too.
    views: [Perspective; 2],
}

impl<G: Geometry> NetworkWatch<'_, G> {
    #[inline(always)]
    fn note(&mut self, change: Change) {
        // A score is asked for soon.
        for view in self.views {
            let row = self.network.input(view, change.piece, change.square);
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
    use dhow_rules::geometry::{Board8, Board12};
    use dhow_rules::position::zobrist::split_mix;
    use dhow_rules::variant::{find, rules};

    /// Plays random games, now and then passing or leaving out a score, and compares what the line knows
    /// with what is summed up afresh.
    fn compare<G: Geometry>(ids: &[&str]) {
        let network = Arc::new(by_chance_for(ids));
        let (mut seed, mut crossed, mut jumped) = (5, 0, 0);
        for id in ids {
            let rules = rules::<G>(find(id).expect("a game"));
            let network = GameNetwork::new(&network, &rules).expect("made for it");
            for _ in 0..6 {
                let mut position = Position::start(rules.clone()).expect("a start array");
                let mut line = network.accumulators();
                let mut before = None;
                for ply in 0..200 {
                    let chance = split_mix(&mut seed);
                    if !chance.is_multiple_of(4) {
                        let kept = network.score(&position, &mut line, ply);
                        let fresh = network.score(&position, &mut network.accumulators(), 0);
                        assert_eq!(kept, fresh, "{id}, ply {ply}: {}", position.fen());
                        let task = NetworkTask {
                            network: &network,
                            position: &position,
                            line: &mut network.accumulators(),
                            ply: 0,
                        };
                        assert_eq!(task.run(), fresh, "{id}, plain: {}", position.fen());
                    }
                    let seen = Color::ALL.map(|color| {
                        let file = G::file(position.king(color));
                        let view = network.network.inputs().view(color, file);
                        (view.mirrored, position.may_jump(color))
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
                        network.watch(&mut line, ply);
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
                    position.make_observed(mv, &mut network.watch(&mut line, ply));
                }
            }
        }
        let mirrors = network.inputs().mirrors();
        assert!(!mirrors || crossed > 20 && jumped > 5, "{crossed} {jumped}");
    }

    #[test]
    fn what_is_kept_up_is_what_is_summed_up() {
        compare::<Board12>(&["metamachy", "zanzibar-xl", "maasai"]);
        compare::<Board8>(&["chess"]);
    }

    #[test]
    fn other_games_are_not_evaluated() {
        let network = Arc::new(by_chance_for(&["metamachy"]));
        let maasai = rules::<Board12>(find("maasai").expect("a game"));
        assert!(GameNetwork::new(&network, &maasai).is_none());
    }
}
