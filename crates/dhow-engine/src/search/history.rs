//! What earlier parts of the search say about the order of moves: history of quiet moves (Schaeffer, 1983), capture
//! history, continuation history, countermoves, and the correction history.

use super::continuation::{ContinuationContext, ContinuationHistory};
use super::correction::CorrectionHistory;
use super::history_score::{place, squares, update};
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Piece, PieceType};
use dhow_rules::position::Move;
use dhow_rules::square::Square;
use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

/// History scores, by piece and target square, for one game's kinds of pieces.
///
/// A score moves towards the limit by the bonus it is given, the less the nearer it is, so that
/// old bonuses fade.
pub struct Histories<G: Geometry> {
    kinds: usize,
    quiet: Box<[AtomicI16]>,
    /// By the piece moved, the kind captured, and the square.
    capture: Box<[AtomicI16]>,
    /// The quiet move that refuted a piece's coming to a square.
    counter: Box<[AtomicU32]>,
    continuations: ContinuationHistory<G>,
    corrections: CorrectionHistory,
}

impl<G: Geometry> Histories<G> {
    /// Histories of a game of so many kinds of pieces, which know nothing.
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

    /// What comes after a piece's coming to a square, as a part of a [`ContinuationContext`].
    #[inline]
    pub fn after(&self, piece: Piece, to: Square) -> usize {
        self.continuations.row(piece, to)
    }

    /// How well a quiet move did elsewhere, and after the same moves as here.
    #[inline]
    pub fn quiet(&self, context: &ContinuationContext, piece: Piece, to: Square) -> i32 {
        let elsewhere = self.quiet[place::<G>(piece.index(), to)].load(Relaxed) as i32;
        elsewhere + self.continuations.score(context, piece, to)
    }

    /// Rewards (or, below zero, blames) a quiet move.
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

    /// By how far evaluations were off.
    #[inline(always)]
    pub fn corrections(&self) -> &CorrectionHistory {
        &self.corrections
    }

    /// How well a capture or promotion did elsewhere.
    #[inline]
    pub fn capture(&self, piece: Piece, victim: Option<PieceType>, to: Square) -> i32 {
        self.capture_score(piece, victim, to).load(Relaxed) as i32
    }

    /// Rewards (or, below zero, blames) a capture or promotion.
    pub fn update_capture(&self, piece: Piece, victim: Option<PieceType>, to: Square, bonus: i32) {
        update(self.capture_score(piece, victim, to), bonus);
    }

    #[inline(always)]
    fn capture_score(&self, piece: Piece, victim: Option<PieceType>, to: Square) -> &AtomicI16 {
        let victim = victim.map_or(self.kinds, PieceType::index);
        &self.capture[place::<G>(piece.index() * (self.kinds + 1) + victim, to)]
    }

    /// The quiet move that last refuted this piece's coming to this square.
    #[inline]
    pub fn counter(&self, piece: Piece, to: Square) -> Option<Move> {
        Move::from_bits(self.counter[place::<G>(piece.index(), to)].load(Relaxed))
    }

    /// Remembers a quiet refutation.
    pub fn set_counter(&self, piece: Piece, to: Square, refutation: Move) {
        self.counter[place::<G>(piece.index(), to)].store(refutation.bits(), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::HISTORY_LIMIT;
    use super::*;
    use dhow_rules::geometry::{Board8, Board12, Board30x15};
    use dhow_rules::variant::{VARIANTS, rules};
    use std::collections::HashSet;

    /// No two pieces or squares share a score, and none is out of range.
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
        assert_eq!(check::<Board8>(6), 12 * 64);
        assert_eq!(check::<Board12>(24), 48 * 144);
        // Here neighbours share.
        let rows = check::<Board30x15>(24);
        assert!((1000..48 * 450 / 2).contains(&rows), "{rows}");
    }

    #[test]
    fn what_was_learned_is_told() {
        let rules = rules::<Board12>(&VARIANTS[0]);
        let histories = Histories::<Board12>::new(rules.kinds().len());
        let piece = Piece::new(rules.king(), dhow_rules::pieces::Color::Black);
        let square = |name: &str| Board12::parse_square(name).expect("a square").0;
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
