//! The move picker: which move to try next.
//!
//! Moves are generated in stages, and each stage only when it is reached: the table's move,
//! captures that do not lose material by static exchange evaluation (SEE), killer moves and the countermove, quiet moves by
//! their history, losing captures.

#[cfg(test)]
mod tests;

use super::continuation::ContinuationContext;
use super::history::Histories;
use super::params::{CAPTURE_GAIN, CAPTURE_HISTORY_SHARE};
use super::tree::TurnRules;
use arrayvec::ArrayVec;
use dhow_rules::cpu::{self, Task};
use dhow_rules::movegen::{MAX_MOVES, MoveList, Wanted};
use dhow_rules::position::Move;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickerStage {
    Table,
    ListTactical,
    GoodTactical,
    Refutations,
    ListQuiet,
    Quiet,
    BadTactical,
    Done,
}

/// Losing captures that are put aside; a position with more tries the rest in their place.
const MOST_BAD: usize = 128;

/// Hands out the legal moves of a node, likely good ones first, each once.
pub struct Picker {
    stage: PickerStage,
    table_move: Option<Move>,
    refutations: ArrayVec<Move, 3>,
    /// Refutations handed out.
    tried: ArrayVec<Move, 3>,
    moves: MoveList,
    /// The score of each of these.
    scores: ArrayVec<i32, MAX_MOVES>,
    bad: ArrayVec<Move, MOST_BAD>,
    tactical_only: bool,
    /// The moves that led here.
    context: ContinuationContext,
    /// Captures that win less than this are bad.
    see_threshold: i32,
    /// Legal moves known so far: all of them once the quiet ones are listed.
    listed: usize,
}

impl Picker {
    /// All legal moves, after the moves of `context`. The table's move and the refutations may be
    /// illegal here.
    #[inline(always)]
    pub fn new(
        table_move: Option<Move>,
        refutations: ArrayVec<Move, 3>,
        context: ContinuationContext,
    ) -> Self {
        Self {
            stage: PickerStage::Table,
            table_move,
            refutations,
            tried: ArrayVec::new(),
            moves: ArrayVec::new(),
            scores: ArrayVec::new(),
            bad: ArrayVec::new(),
            tactical_only: false,
            context,
            see_threshold: 0,
            listed: 0,
        }
    }

    /// Captures and promotions that win at least `threshold` centipawns.
    #[inline(always)]
    pub fn tactical(table_move: Option<Move>, threshold: i32) -> Self {
        let mut picker = Self::new(table_move, ArrayVec::new(), ContinuationContext::default());
        picker.tactical_only = true;
        picker.see_threshold = threshold;
        picker
    }

    /// Leaves the quiet moves out from now on.
    pub fn skip_quiets(&mut self) {
        if matches!(
            self.stage,
            PickerStage::Refutations | PickerStage::ListQuiet | PickerStage::Quiet
        ) {
            self.moves.clear();
            self.scores.clear();
            self.stage = PickerStage::BadTactical;
        }
    }

    /// SearchParam of legal moves, once the quiet ones are listed.
    pub fn legal_moves(&self) -> Option<usize> {
        matches!(self.stage, PickerStage::Quiet).then_some(self.listed)
    }

    /// The next move.
    pub fn next<P: TurnRules>(
        &mut self,
        position: &P,
        constraints: &P::Constraints,
        histories: &Histories<P::Board>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                PickerStage::Table => {
                    self.stage = PickerStage::ListTactical;
                    self.table_move =
                        self.table_move.filter(|&mv| position.is_legal(mv, constraints));
                    if self.tactical_only {
                        self.table_move = self.table_move.filter(|&mv| position.is_tactical(mv));
                    }
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                PickerStage::ListTactical => {
                    self.list(position, constraints, Wanted::Tactical, |mv| {
                        tactical_score(position, histories, mv)
                    });
                    self.stage = PickerStage::GoodTactical;
                }
                PickerStage::GoodTactical => match self.best() {
                    Some(mv) if position.see_ge(mv, self.see_threshold) => return Some(mv),
                    Some(mv) => {
                        if !self.tactical_only && self.bad.try_push(mv).is_err() {
                            return Some(mv);
                        }
                    }
                    None if self.tactical_only => self.stage = PickerStage::Done,
                    None => self.stage = PickerStage::Refutations,
                },
                PickerStage::Refutations => match self.refutations.pop_at(0) {
                    Some(mv) => {
                        if Some(mv) != self.table_move
                            && !position.is_tactical(mv)
                            && position.is_legal(mv, constraints)
                            && !self.tried.contains(&mv)
                        {
                            self.tried.push(mv);
                            return Some(mv);
                        }
                    }
                    None => self.stage = PickerStage::ListQuiet,
                },
                PickerStage::ListQuiet => {
                    let context = self.context;
                    let bonus = position.quiet_bonus();
                    self.list(position, constraints, Wanted::Quiet, |mv| {
                        let score = |piece| histories.quiet(&context, piece, mv.to());
                        position.mover(mv).map_or(0, score) + bonus(mv)
                    });
                    self.stage = PickerStage::Quiet;
                }
                PickerStage::Quiet => match self.best() {
                    Some(mv) => return Some(mv),
                    None => self.stage = PickerStage::BadTactical,
                },
                PickerStage::BadTactical => match self.bad.pop_at(0) {
                    Some(mv) => return Some(mv),
                    None => self.stage = PickerStage::Done,
                },
                PickerStage::Done => return None,
            }
        }
    }

    /// Lists moves of one sort with their scores, leaving out those handed out before.
    fn list<P: TurnRules>(
        &mut self,
        position: &P,
        constraints: &P::Constraints,
        wanted: Wanted,
        score: impl Fn(Move) -> i32,
    ) {
        self.moves.clear();
        self.scores.clear();
        position.list(constraints, wanted, &mut self.moves);
        self.listed += self.moves.len();
        let mut kept = 0;
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            if Some(mv) != self.table_move && !self.tried.contains(&mv) {
                self.moves[kept] = mv;
                self.scores.push(score(mv));
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Takes the first of the listed moves with the highest score.
    fn best(&mut self) -> Option<Move> {
        let best = match &self.scores[..] {
            [] => return None,
            few if few.len() < WIDE => first_largest(few),
            many => cpu::perform_wide(FirstLargest(many)),
        };
        self.scores.swap_remove(best);
        Some(self.moves.swap_remove(best))
    }
}

/// So many scores are worth wide registers.
const WIDE: usize = 16;

/// The place of the first of the largest numbers, compiled for the processor at hand.
struct FirstLargest<'a>(&'a [i32]);

impl Task for FirstLargest<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        first_largest(self.0)
    }
}

/// The place of the first of the largest numbers; 0 if there is none.
#[inline(always)]
fn first_largest(numbers: &[i32]) -> usize {
    let largest = numbers.iter().copied().fold(i32::MIN, i32::max);
    numbers.iter().position(|&number| number == largest).unwrap_or(0)
}

/// The most valuable victim first (MVV); among equals what did well before (capture history).
fn tactical_score<P: TurnRules>(position: &P, histories: &Histories<P::Board>, mv: Move) -> i32 {
    let history =
        |piece| histories.capture(piece, position.victim(mv), mv.to()) / CAPTURE_HISTORY_SHARE;
    position.gain(mv) * CAPTURE_GAIN + position.mover(mv).map_or(0, history)
}
