//! The search of a game with turns of several moves, compared with plain minimax.

mod orders;

use super::super::game_cache::GameCache;
use super::super::limits::Limits;
use super::super::node::Pv;
use super::super::params::SearchParams;
use super::super::shared::SharedState;
use super::super::time::TimeBudget;
use super::super::transposition::TranspositionTable;
use super::super::worker::Worker;
use super::*;
use crate::eval::Evaluate;
use dhow_rules::geometry::{Layout8, Layout12};
use dhow_rules::position::MoveKind;
use dhow_rules::square::Square;
use dhow_rules::variant::{find, rules};
use std::sync::Arc;

/// A heap of stones. A move takes one to three. A turn has two moves, but ends at once if three stones are taken. The
/// side that takes the last stone wins.
#[derive(Clone, Debug)]
struct Heap {
    stones: usize,
    side: Color,
    /// Whether the first move of the turn has been made.
    begun: bool,
    before: Vec<(usize, Color, bool)>,
}

impl Heap {
    fn new(stones: usize, begun: bool) -> Self {
        Self { stones, side: Color::White, begun, before: Vec::new() }
    }

    fn taken(mv: Move) -> usize {
        mv.to().index()
    }

    fn moves(&self) -> Vec<Move> {
        let take =
            |stones| Move::new(Square::from_index(0), Square::from_index(stones), MoveKind::Normal);
        (1..=self.stones.min(3)).map(take).collect()
    }

    /// The score by plain minimax.
    fn minimax(&self, turns: usize) -> Score {
        if let Some(result) = self.clone().decided(0) {
            return result.score(turns);
        }
        let after = |mv| {
            let mut heap = self.clone();
            match heap.make_observed(mv, &mut ()) {
                NextToMove::SameSide => heap.minimax(turns),
                NextToMove::Opponent => -heap.minimax(turns + 1),
            }
        };
        self.moves().into_iter().map(after).max().expect("stones are left")
    }
}

impl Playable for Heap {
    fn key(&self) -> u64 {
        let number = self.stones * 4 + self.side.index() * 2 + self.begun as usize + 1;
        (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
    fn side_to_move(&self) -> Color {
        self.side
    }
    fn make_observed(&mut self, mv: Move, _: &mut impl Observer) -> NextToMove {
        self.before.push((self.stones, self.side, self.begun));
        self.stones -= Self::taken(mv);
        self.begun = !self.begun && Self::taken(mv) < 3;
        if self.begun {
            return NextToMove::SameSide;
        }
        self.side = !self.side;
        NextToMove::Opponent
    }
    fn unmake(&mut self, _: Move) {
        (self.stones, self.side, self.begun) = self.before.pop().expect("a move was made");
    }
    fn make_null(&mut self) {
        unreachable!("no side may pass");
    }
    fn unmake_null(&mut self) {
        unreachable!("no side may pass");
    }
    fn victim(&self, _: Move) -> Option<PieceType> {
        None
    }
    fn is_over(&self) -> bool {
        false
    }
}

impl TurnRules for Heap {
    const ALTERNATES: bool = false;

    fn moves_left(&self) -> i32 {
        2 - self.begun as i32
    }
}

impl TreePosition for Heap {
    type Board = Layout8;
    type Constraints = ();
    type Endings = Unknown;
    const SELECTIVITY: Selectivity = MOVES;

    fn kinds(&self) -> usize {
        1
    }
    fn unconstrained() {}
    fn constrain(&self, (): &mut ()) {}
    fn in_check((): &()) -> bool {
        false
    }
    fn is_legal(&self, mv: Move, (): &()) -> bool {
        self.moves().contains(&mv)
    }
    fn list(&self, (): &(), wanted: Wanted, moves: &mut MoveList) {
        if wanted != Wanted::Tactical {
            moves.extend(self.moves());
        }
    }
    fn mover(&self, _: Move) -> Option<Piece> {
        Some(Piece::new(PieceType::from_index(0), self.side))
    }
    fn is_tactical(&self, _: Move) -> bool {
        false
    }
    fn gain(&self, _: Move) -> i32 {
        0
    }
    fn see_ge(&self, _: Move, threshold: i32) -> bool {
        threshold <= 0
    }
    fn decided(&mut self, _: usize) -> Option<TerminalResult> {
        let taker = self.before.last().map_or(!self.side, |&(_, side, _)| side);
        let result = if taker == self.side { TerminalResult::Won } else { TerminalResult::Lost };
        (self.stones == 0).then_some(result)
    }
    fn decided_given(&self, _: bool, _: bool) -> Option<TerminalResult> {
        None
    }
}

/// No solved endings.
struct Unknown;

impl KnownEndings<Heap> for Unknown {
    fn new(_: &Heap) -> Self {
        Self
    }
}

/// An evaluation that returns the number of stones.
struct Stones;

impl Evaluate<Heap> for Stones {
    type Accumulators = ();
    fn accumulators(&self, _: &Heap) {}
    fn watch<'a>(&'a self, (): &'a mut (), _: usize) -> impl Observer + 'a {}
    fn evaluate(&self, position: &Heap, (): &mut (), _: usize) -> Score {
        Score(position.stones as i32)
    }
}

type HeapWorker<'a> = Worker<'a, Heap, Stones>;

fn with_worker<T>(heap: Heap, act: impl FnOnce(&mut HeapWorker<'_>) -> T) -> T {
    let moves = heap.moves();
    let root = GameCache::new(&heap, Stones).root_position(heap, 0);
    let table = Arc::new(TranspositionTable::new(1, 0).expect("a megabyte"));
    table.new_search();
    let budget = TimeBudget { soft: None, hard: None };
    let shared = SharedState::new(table, SearchParams::DEFAULT, Limits::default(), budget, 1, None);
    let mut worker = Worker::new(0, &shared, &root, &moves);
    worker.root_depth = 100;
    act(&mut worker)
}

/// Deep enough that nothing is pruned, and no reduction hides the end.
const DEPTH: i32 = 120;

#[test]
fn a_search_agrees_with_minimax_whoever_moves_next() {
    let (mut wins, mut losses) = (0, 0);
    for stones in 1..=12 {
        for begun in [false, true] {
            let heap = Heap::new(stones, begun);
            let expected = heap.minimax(0);
            let found = with_worker(heap, |worker| {
                worker.search::<Pv>(-Score::INFINITE, Score::INFINITE, DEPTH, 0)
            });
            assert_eq!(found, expected, "{stones} stones, {begun}");
            wins += (expected.0 > 0) as usize;
            losses += (expected.0 < 0) as usize;
        }
    }
    assert!(wins > 10 && losses > 2, "{wins} wins, {losses} losses");
}

/// Mates count in turns, not in moves.
#[test]
fn a_win_within_the_turn_is_a_mate_in_one() {
    for (stones, begun) in [(1, true), (3, true), (2, false), (5, false)] {
        let score = Heap::new(stones, begun).minimax(0);
        assert_eq!(score, Score::mates_in(1), "{stones}");
        assert_eq!(score.mate_in_moves(), Some(1));
    }
}

/// The search looks back by turns, however many moves each had.
#[test]
fn a_line_is_counted_in_turns() {
    with_worker(Heap::new(20, true), |worker| {
        // White ends its turn; Black takes three; White takes one and one; Black takes one.
        let taken = [1, 3, 1, 1, 1];
        let moves = taken.map(|stones: usize| worker.position.moves()[stones - 1]);
        let turns: Vec<NextToMove> =
            moves.iter().enumerate().map(|(ply, &mv)| worker.make(mv, ply)).collect();
        assert_eq!(
            turns,
            [
                NextToMove::Opponent,
                NextToMove::Opponent,
                NextToMove::SameSide,
                NextToMove::Opponent,
                NextToMove::SameSide
            ]
        );
        assert_eq!([0, 1, 2, 3, 4, 5].map(|ply| worker.turns(ply)), [0, 1, 2, 2, 3, 3]);
        let beginnings = [0, 1, 2, 3, 4].map(|back| worker.beginning(5, back));
        assert_eq!(beginnings, [Some(4), Some(2), Some(1), Some(0), None]);
        assert_eq!(worker.beginning(3, 1), Some(1));
        let last = |ply, back| worker.last_move(ply, back).flatten().map(|(_, mv)| mv);
        assert_eq!([last(5, 1), last(5, 2)], [Some(moves[3]), Some(moves[1])]);
        assert_eq!([last(3, 1), last(3, 2), last(3, 3)], [Some(moves[1]), Some(moves[0]), None]);
    });
}

/// A window is negated only if the opponent is next.
#[test]
fn a_window_is_turned_only_with_the_turn() {
    let seen = |next: NextToMove| {
        let mut window = None;
        let score = next.negamax(Score(-10), Score(30), |alpha, beta| {
            window = Some((alpha.0, beta.0));
            Score(7)
        });
        (score.0, window)
    };
    assert_eq!(seen(NextToMove::Opponent), (-7, Some((-30, 10))));
    assert_eq!(seen(NextToMove::SameSide), (7, Some((-10, 30))));
}

/// Mate comes before the 50-move rule, and the 50-move rule before a search of the evasions.
#[test]
fn a_game_of_kings_ends_by_its_rules() {
    let position = |fen: &str| {
        let rules = rules(find("metamachy").expect("built in"));
        Position::<Layout12>::from_fen(rules, fen).expect("a position")
    };
    let quiet =
        |clock| position(&format!("k11/12/1K10/12/12/12/12/12/12/12/12/3Q8 w - - {clock} 80"));
    let check =
        |clock| position(&format!("k10R/12/1K10/12/12/12/12/12/12/12/12/12 b - - {clock} 80"));
    assert_eq!((quiet(99).decided(0), quiet(100).decided(0)), (None, Some(TerminalResult::Drawn)));
    assert_eq!((check(99).decided(0), check(100).decided(0)), (None, None));
    assert_eq!(check(99).decided_given(true, true), None);
    assert_eq!(check(100).decided_given(true, true), Some(TerminalResult::Drawn));
    assert_eq!(check(100).decided_given(false, true), Some(TerminalResult::Lost));
    assert_eq!(quiet(99).decided_given(false, false), Some(TerminalResult::Drawn));
    assert_eq!(
        position("k11/12/1K10/12/12/12/12/12/12/12/12/12 w - - 0 1").decided(0),
        Some(TerminalResult::Drawn)
    );
}
