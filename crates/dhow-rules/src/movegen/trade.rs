//! The rules against trades of some pieces, the Lions of Chu Shogi.

use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::position::{Move, Position};
use crate::square::Square;
use crate::variant::AntiTradeKinds;

impl<G: Geometry> Position<G> {
    /// Whether the rules against trades allow a pseudo-legal move.
    #[inline]
    pub(super) fn may_trade(&self, mv: Move) -> bool {
        let Some(rule) = self.rules().anti_trade() else { return true };
        mv.over().is_none() && self.on(mv.to()).is_none() || self.may_trade_by(rule, mv)
    }

    #[cold]
    fn may_trade_by(&self, rule: &AntiTradeKinds, mv: Move) -> bool {
        let (side, from, to) = (self.side_to_move(), mv.from(), mv.to());
        let (placement, single) = (self.placement(), G::Set::single);
        let enemies = placement.side(!side);
        let lions = placement.of_kinds(&rule.kinds) & enemies;
        let over = self.passed_over(mv);
        let mut captured = over.into_iter().chain([to]).filter(|&it| lions.contains(it));
        let kind = |square: Square| self.on(square).map(|piece| piece.kind());
        let is_in = |kinds: &[_], square| kind(square).is_some_and(|it| kinds.contains(&it));
        if !is_in(&rule.kinds, from) {
            return self.struck().is_none_or(|struck| captured.all(|it| it == struck));
        }
        if !lions.contains(to) || G::delta(from, to).distance() <= 1 {
            return true;
        }
        let on_way = over.map_or(G::Set::EMPTY, single);
        if !on_way.is_empty() && !over.is_some_and(|over| is_in(&rule.lesser, over)) {
            return true;
        }
        // A lesser piece that is captured on the way protects as if it still stood.
        let occupied = (self.occupied() - single(from) - on_way) | single(to);
        self.attackers(to, !side, occupied, enemies - single(to)).is_empty()
    }
}
