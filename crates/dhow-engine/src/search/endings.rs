//! The solved endings that a search uses.

use crate::endgame::{Background, MAX_PIECES, Tables, Value};
use crate::eval::{Evaluate, Score};
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::position::Position;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The solved endings of a game with positions `P`, for a search. By default there are none.
pub trait KnownEndings<P>: Send + Sync + Sized + 'static {
    fn new(position: &P) -> Self;

    /// Limits the memory in MiB of endings solved during a search; 0 solves none.
    fn set_memory(&self, _megabytes: u64) {}

    /// Solves the small endings that may arise from a position, while `_go_on` returns true. Returns whether it
    /// completed.
    fn prepare(&self, _position: &P, _go_on: &(dyn Fn() -> bool + Sync)) -> bool {
        true
    }

    /// Starts to solve the larger ending that may arise from a position, and returns at once.
    fn ask(&self, _position: &P) {}

    /// Whether the position is in an ending that is being solved.
    fn is_at(&self, _position: &P) -> bool {
        false
    }

    /// The exact score of a position in a solved ending, `_turns` below the root.
    fn solved(&self, _position: &P, _turns: usize) -> Option<Score> {
        None
    }

    /// The score of a position by an evaluation, or by what is known of its ending.
    #[inline(always)]
    fn evaluate<E: Evaluate<P>>(
        &self,
        evaluation: &E,
        position: &P,
        line: &mut E::Accumulators,
        ply: usize,
    ) -> Score {
        evaluation.evaluate(position, line, ply)
    }
}

/// Solved endings of games with Kings. Endings of one piece are solved before a search, those of two pieces during
/// it.
pub struct Endings<G: Geometry> {
    tables: Arc<Tables<G>>,
    pairs: Background<G>,
    /// Whether the endings of any position so far could be solved. Until then nothing is looked up.
    near: AtomicBool,
}

impl<G: Geometry> Endings<G> {
    /// Whether the endings that may arise from a position can be solved. If so, later positions are looked up.
    fn note(&self, position: &Position<G>) -> bool {
        let few = position.men().count() <= Tables::<G>::FEW_PIECES;
        let near = few && position.rules().variant().need_mate();
        if near {
            self.near.store(true, Relaxed);
        }
        near
    }

    /// The value of a position in a solved ending.
    #[inline(always)]
    fn value(&self, position: &Position<G>) -> Option<Value> {
        if !self.near.load(Relaxed) || position.men().count() > MOST_SOLVED {
            return None;
        }
        self.tables.probe_solved(position)
    }
}

impl<G: Geometry> KnownEndings<Position<G>> for Endings<G> {
    fn new(position: &Position<G>) -> Self {
        let tables = Arc::new(Tables::new(position.shared_rules()));
        Self { pairs: Background::new(tables.clone()), tables, near: AtomicBool::new(false) }
    }

    fn set_memory(&self, megabytes: u64) {
        self.pairs.set_memory(megabytes);
    }

    fn prepare(&self, position: &Position<G>, go_on: &(dyn Fn() -> bool + Sync)) -> bool {
        !self.note(position) || self.tables.prepare_while(position, go_on)
    }

    fn ask(&self, position: &Position<G>) {
        if self.note(position) {
            self.pairs.ask(position);
        }
    }

    fn is_at(&self, position: &Position<G>) -> bool {
        self.pairs.is_at(position)
    }

    /// A draw, or a mate within the limit of moves.
    #[inline]
    fn solved(&self, position: &Position<G>, turns: usize) -> Option<Score> {
        let value = self.value(position)?;
        let strong_to_move = position.placement().side(position.side_to_move()).has_many();
        match (value, value.plies(strong_to_move)) {
            (Value::Draw, _) => Some(Score::DRAW),
            (_, Some(plies)) => {
                let halfmoves = plies as u32 + u32::from(position.halfmove_clock());
                let in_time = halfmoves <= position.rules().halfmove_limit();
                let mate = turns + plies;
                let score =
                    if strong_to_move { Score::mates_in(mate) } else { Score::mated_in(mate) };
                in_time.then_some(score)
            }
            _ => None,
        }
    }

    #[inline]
    fn evaluate<E: Evaluate<Position<G>>>(
        &self,
        evaluation: &E,
        position: &Position<G>,
        line: &mut E::Accumulators,
        ply: usize,
    ) -> Score {
        match self.value(position) {
            None => evaluation.evaluate(position, line, ply),
            Some(Value::Draw) => Score::DRAW,
            Some(value) => {
                let strong_to_move = position.placement().side(position.side_to_move()).has_many();
                let plies = value.plies(strong_to_move).unwrap_or(0);
                evaluation.evaluate_distant_mate(position, line, ply, plies)
            }
        }
    }
}

/// The most pieces of a solved ending, Kings included.
const MOST_SOLVED: u32 = 2 + MAX_PIECES as u32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use dhow_rules::geometry::Layout12;
    use dhow_rules::variant::{find, rules};

    /// Solved endings count as soon as they are prepared. A mate beyond the 50-move rule does not count as a mate, but
    /// a nearer one scores higher.
    #[test]
    fn mates_count_that_the_rules_leave() {
        let rules = rules(find("metamachy").expect("built in"));
        let position =
            |fen: &str| Position::<Layout12>::from_fen(rules.clone(), fen).expect("a position");
        let at = |clock: u32| {
            position(&format!("k11/12/1K10/12/12/12/12/12/12/12/12/3Q8 w - - {clock} 80"))
        };
        let endings = Endings::new(&at(0));
        assert_eq!(endings.solved(&at(0), 4), None);
        assert!(endings.prepare(&at(0), &|| true));
        assert_eq!(endings.solved(&at(99), 4), Some(Score::mates_in(5)));
        let far =
            |clock| position(&format!("12/12/12/5k6/12/12/12/12/12/12/12/K2R8 w - - {clock} 80"));
        assert!(endings.prepare(&far(0), &|| true));
        let score = endings.solved(&far(0), 0).expect("a Rook wins");
        let plies = (Score::MATE.0 - score.0) as usize;
        assert!(score.is_mate() && plies > 10, "{score}");
        let late = far(101 - plies as u32);
        assert_eq!(endings.solved(&late, 0), None);
        let evaluator = Evaluator::new(&rules);
        let line = || evaluator.accumulators(&late);
        let at_distance = |plies| evaluator.evaluate_distant_mate(&late, &mut line(), 0, plies);
        assert_eq!(endings.evaluate(&evaluator, &late, &mut line(), 0), at_distance(plies));
        assert_eq!(at_distance(plies).0 - at_distance(plies + 10).0, 10);
        assert!(!at_distance(plies).is_mate());
    }
}
