//! History tables for move ordering: quiet history (Schaeffer, 1983), capture history, continuation history and
//! countermoves; and the correction history.

use super::continuation::{ContinuationContext, ContinuationHistory};
use super::correction::CorrectionHistory;
use super::history_score::{place, squares, update};
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Piece, PieceType};
use dhow_rules::position::Move;
use dhow_rules::square::Square;
use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

/// The histories of one game, by piece and target square.
///
/// A bonus moves a score towards its limit, by less the nearer the score is ("gravity", as in Stockfish). So old
/// bonuses fade.
pub struct Histories<G: Geometry> {
    kinds: usize,
    quiet: Box<[AtomicI16]>,
    /// By piece, captured kind and target square.
    capture: Box<[AtomicI16]>,
    /// Countermoves: the quiet move that refuted a piece's move to a square.
    counter: Box<[AtomicU32]>,
    continuations: ContinuationHistory<G>,
    corrections: CorrectionHistory,
}

impl<G: Geometry> Histories<G> {
    /// Empty histories for a game with `kinds` kinds of pieces.
    pub fn new(kinds: usize) -> Self {
        let places = 2 * kinds * squares::<G>();
        Self {
            kinds,
            quiet: bytemuck::allocation::zeroed_slice_box(places),
            capture: bytemuck::allocation::zeroed_slice_box(places * (kinds + 1)),
            counter: bytemuck::allocation::zeroed_slice_box(places),
            continuations: ContinuationHistory::new(kinds),
            corrections: CorrectionHistory::default(),
        }
    }

    /// The row of an earlier move, for a [`ContinuationContext`].
    #[inline]
    pub fn after(&self, piece: Piece, to: Square) -> usize {
        self.continuations.row(piece, to)
    }

    /// History and continuation history of a quiet move.
    #[inline]
    pub fn quiet(&self, context: &ContinuationContext, piece: Piece, to: Square) -> i32 {
        let elsewhere = self.quiet[place::<G>(piece.index(), to)].load(Relaxed) as i32;
        elsewhere + self.continuations.score(context, piece, to)
    }

    /// Adds a bonus (or a malus, below zero) for a quiet move.
    pub fn update_quiet(
        &self,
        context: &ContinuationContext,
        piece: Piece,
        to: Square,
        bonus: i32,
    ) {
        update(&self.quiet[place::<G>(piece.index(), to)], bonus);
        self.continuations.update(context, piece, to, bonus);
    }

    #[inline(always)]
    pub fn corrections(&self) -> &CorrectionHistory {
        &self.corrections
    }

    /// Capture history of a capture or promotion.
    #[inline]
    pub fn capture(&self, piece: Piece, victim: Option<PieceType>, to: Square) -> i32 {
        self.capture_score(piece, victim, to).load(Relaxed) as i32
    }

    /// Adds a bonus (or a malus, below zero) for a capture or promotion.
    pub fn update_capture(&self, piece: Piece, victim: Option<PieceType>, to: Square, bonus: i32) {
        update(self.capture_score(piece, victim, to), bonus);
    }

    #[inline(always)]
    fn capture_score(&self, piece: Piece, victim: Option<PieceType>, to: Square) -> &AtomicI16 {
        let victim = victim.map_or(self.kinds, PieceType::index);
        &self.capture[place::<G>(piece.index() * (self.kinds + 1) + victim, to)]
    }

    /// The countermove: the quiet move that last refuted this piece's move to this square.
    #[inline]
    pub fn counter(&self, piece: Piece, to: Square) -> Option<Move> {
        Move::from_bits(self.counter[place::<G>(piece.index(), to)].load(Relaxed))
    }

    pub fn set_counter(&self, piece: Piece, to: Square, refutation: Move) {
        self.counter[place::<G>(piece.index(), to)].store(refutation.bits(), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::HISTORY_LIMIT;
    use super::*;
    use dhow_rules::geometry::{Layout8, Layout12, Layout32x16};
    use dhow_rules::variant::{VARIANTS, rules};
    use std::collections::HashSet;

    /// Every piece and square has a score of its own.
    #[test]
    fn every_move_has_a_score_of_its_own() {
        fn check<G: Geometry>(kinds: usize) -> usize {
            let continuations = ContinuationHistory::<G>::new(kinds);
            let pieces = (0..kinds).flat_map(|kind| {
                dhow_rules::pieces::Color::ALL
                    .map(|color| Piece::new(PieceType::from_index(kind), color))
            });
            let pieces: Vec<Piece> = pieces.collect();
            let places: HashSet<usize> = pieces
                .iter()
                .flat_map(|piece| G::squares().map(|to| place::<G>(piece.index(), to)))
                .collect();
            assert_eq!(places.len(), pieces.len() * squares::<G>());
            assert_eq!(places.iter().max(), Some(&(places.len() - 1)));
            let rows: HashSet<usize> = pieces
                .iter()
                .flat_map(|&piece| G::squares().map(|to| (piece, to)).collect::<Vec<_>>())
                .map(|(piece, to)| continuations.row(piece, to))
                .collect();
            let (first, last) = (pieces[0], pieces[pieces.len() - 1]);
            for piece in [first, last] {
                for to in G::squares() {
                    let context = [Some(continuations.row(last, to)); BACK.len()];
                    continuations.update(&context, piece, to, 100);
                    assert_eq!(continuations.score(&context, piece, to), 150);
                    continuations.update(&context, piece, to, -HISTORY_LIMIT);
                    continuations.update(&context, piece, to, HISTORY_LIMIT);
                }
            }
            rows.len()
        }
        use super::super::continuation::BACK;
        assert_eq!(check::<Layout8>(6), 12 * 64);
        assert_eq!(check::<Layout12>(24), 48 * 144);
        // Neighbouring squares share rows on this board.
        let rows = check::<Layout32x16>(24);
        assert!((1000..48 * 450 / 2).contains(&rows), "{rows}");
    }

    #[test]
    fn what_was_learned_is_found() {
        let rules = rules::<Layout12>(&VARIANTS[0]);
        let histories = Histories::<Layout12>::new(rules.kinds().len());
        let piece = Piece::new(rules.king(), dhow_rules::pieces::Color::Black);
        let square = |name: &str| Layout12::parse_square(name).expect("a square").0;
        let (from, to) = (square("l12"), square("a1"));
        let context = [Some(histories.after(piece, from)), None];
        histories.update_quiet(&context, piece, to, 300);
        assert_eq!(histories.quiet(&context, piece, to), 600);
        assert_eq!(histories.quiet(&[None, None], piece, to), 300);
        assert_eq!(histories.quiet(&context, piece, from), 0);
        histories.update_capture(piece, None, to, 40);
        assert_eq!(histories.capture(piece, None, to), 40);
        assert_eq!(histories.capture(piece, Some(rules.king()), to), 0);
        let refutation = Move::new(from, to, dhow_rules::position::MoveKind::Normal);
        histories.set_counter(piece, to, refutation);
        assert_eq!(histories.counter(piece, to), Some(refutation));
        assert_eq!(histories.counter(piece, from), None);
    }
}
