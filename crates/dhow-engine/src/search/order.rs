//! The move picker.
//!
//! It generates moves in stages, each when it is reached: the table move; captures that do not lose material by
//! static exchange evaluation (SEE); killer moves and the countermove; quiet moves by history; losing captures.

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

/// The most losing captures that are put aside; further ones are tried at once.
const MOST_BAD: usize = 128;

/// Picks the legal moves of a node, each once, likely good ones first.
pub struct Picker {
    stage: PickerStage,
    table_move: Option<Move>,
    refutations: ArrayVec<Move, 3>,
    /// Refutations picked so far.
    tried: ArrayVec<Move, 3>,
    moves: MoveList,
    /// The score of each move in `moves`.
    scores: ArrayVec<i32, MAX_MOVES>,
    bad: ArrayVec<Move, MOST_BAD>,
    tactical_only: bool,
    /// The earlier moves, for the continuation history.
    context: ContinuationContext,
    /// Captures that win less than this, in centipawns, are losing.
    see_threshold: i32,
    /// Legal moves listed so far; after the quiet moves, all of them.
    listed: usize,
}

impl Picker {
    /// Picks all legal moves. The table move and the refutations need not be legal here.
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

    /// Picks captures and promotions that win at least `threshold` centipawns.
    #[inline(always)]
    pub fn tactical(table_move: Option<Move>, threshold: i32) -> Self {
        let mut picker = Self::new(table_move, ArrayVec::new(), ContinuationContext::default());
        picker.tactical_only = true;
        picker.see_threshold = threshold;
        picker
    }

    /// Skips the remaining quiet moves.
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

    /// The number of legal moves, once the quiet moves are listed.
    pub fn legal_moves(&self) -> Option<usize> {
        matches!(self.stage, PickerStage::Quiet).then_some(self.listed)
    }

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

    /// Lists and scores the moves of one kind, except those picked before.
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

    /// Takes the first move with the highest score.
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

/// From this many scores on, wide registers pay.
const WIDE: usize = 16;

/// [`first_largest`], compiled for the processor at hand.
struct FirstLargest<'a>(&'a [i32]);

impl Task for FirstLargest<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        first_largest(self.0)
    }
}

/// The index of the first largest number; 0 if there are no numbers.
#[inline(always)]
fn first_largest(numbers: &[i32]) -> usize {
    let largest = numbers.iter().copied().fold(i32::MIN, i32::max);
    numbers.iter().position(|&number| number == largest).unwrap_or(0)
}

/// The most valuable victim (MVV) first, then by capture history.
fn tactical_score<P: TurnRules>(position: &P, histories: &Histories<P::Board>, mv: Move) -> i32 {
    let history =
        |piece| histories.capture(piece, position.victim(mv), mv.to()) / CAPTURE_HISTORY_SHARE;
    position.gain(mv) * CAPTURE_GAIN + position.mover(mv).map_or(0, history)
}
