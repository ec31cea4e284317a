//! Attacks on squares, and checks.

use super::Position;
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::Color;
use crate::square::Square;
use crate::variant::SeveralRoyals;

impl<G: Geometry> Position<G> {
    /// The pieces in `enemies`, all of side `by`, that attack `square` on a board with the given
    /// occupancy. It does not matter whether `square` itself is occupied.
    pub fn attackers(
        &self,
        square: Square,
        by: Color,
        occupied: G::Set,
        enemies: G::Set,
    ) -> G::Set {
        let attackers = self.leap_attackers(square, by, enemies)
            | self.line_attackers(square, by, occupied, enemies);
        if self.rules().locust_users().is_empty() {
            return attackers;
        }
        attackers | self.locust_attackers(square, by, occupied, enemies)
    }

    /// The pieces in `enemies`, all of side `by`, that give check to royal pieces on the squares
    /// `royals`, in a game with several. Empty if these may be left attacked.
    #[cold]
    pub(crate) fn attackers_of_royals(
        &self,
        rule: SeveralRoyals,
        royals: G::Set,
        by: Color,
        occupied: G::Set,
        enemies: G::Set,
    ) -> G::Set {
        let to_spare = royals.count() > u32::from(rule.lost_with) + 1;
        let mut all = G::Set::EMPTY;
        if !rule.pseudo_royal || to_spare && !rule.duple_check {
            return all;
        }
        for royal in royals {
            let attackers = self.attackers(royal, by, occupied, enemies);
            if attackers.is_empty() && rule.duple_check {
                return attackers;
            }
            all |= attackers;
        }
        all
    }

    /// The attackers of a square that capture on their way, or after a capture on their way.
    #[cold]
    pub(crate) fn locust_attackers(
        &self,
        square: Square,
        by: Color,
        occupied: G::Set,
        enemies: G::Set,
    ) -> G::Set {
        let mut attackers = G::Set::EMPTY;
        let victims = occupied - enemies - self.board().walls();
        for &kind in self.rules().locust_users() {
            let Some(tables) = self.rules().movement(kind).locusts(by) else { continue };
            let pieces = self.placement.of_kind(kind) & enemies;
            for from in pieces & tables.sources[square.index()] {
                let mut moves = tables.moves[from.index()].iter();
                if moves.any(|locust| locust.captures(from, square, occupied, victims)) {
                    attackers.insert(from);
                }
            }
        }
        attackers
    }

    /// The attackers of a square that capture by leaps.
    #[inline(always)]
    pub(crate) fn leap_attackers(&self, square: Square, by: Color, enemies: G::Set) -> G::Set {
        let rules = self.rules();
        let mut attackers = G::Set::EMPTY;
        for (&kind, &sources) in rules.leapers().iter().zip(rules.leap_sources(by, square)) {
            attackers |= sources & self.placement.of_kind(kind);
        }
        attackers & enemies
    }

    #[inline(always)]
    fn line_attackers(
        &self,
        square: Square,
        by: Color,
        occupied: G::Set,
        enemies: G::Set,
    ) -> G::Set {
        let rules = self.rules();
        let mut attackers = G::Set::EMPTY;
        for users in rules.line_users() {
            let candidates = self.placement.of_kinds(&users.kinds) & enemies;
            for from in candidates & users.sources[square.index()] {
                let path = users.family.path(rules.between(), from, square);
                if users.family.passes(path & occupied) {
                    attackers.insert(from);
                }
            }
        }
        for &kind in rules.ray_users() {
            let side = rules.movement(kind).side(by);
            let candidates = self.placement.of_kind(kind) & enemies;
            for from in candidates & side.ray_sources[square.index()] {
                if side.capture_ways(from, square).any(|way| way.is_open(occupied)) {
                    attackers.insert(from);
                }
            }
        }
        attackers
    }

    /// The pieces that give check to the side to move.
    ///
    /// ```
    /// use dhow_rules::geometry::Layout8;
    /// use dhow_rules::position::Position;
    /// use dhow_rules::variant::{find, rules};
    ///
    /// let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
    /// let position = Position::from_fen(chess, "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1")?;
    /// let checkers: Vec<_> = position.checkers().into_iter().collect();
    /// assert_eq!(checkers, [position.parse_move("e1e2").expect("a legal move").to()]);
    /// # Ok::<(), dhow_rules::position::FenError>(())
    /// ```
    pub fn checkers(&self) -> G::Set {
        self.checkers_of(self.side_to_move())
    }

    /// The pieces that give check to a side, or would if it were to move. If it has lost too many of
    /// its royal pieces, all enemies.
    pub(crate) fn checkers_of(&self, side: Color) -> G::Set {
        let (occupied, enemies) = (self.occupied(), self.placement.side(!side));
        match self.rules().several_royals() {
            None => self.attackers(self.king(side), !side, occupied, enemies),
            Some(_) if self.lost_royals(side) => enemies,
            Some(rule) => {
                self.attackers_of_royals(rule, self.royals(side), !side, occupied, enemies)
            }
        }
    }

    /// Whether White's King and Black's, on these squares, see each other along a line by which they
    /// may not.
    pub(crate) fn kings_face(&self, (white, black): (Square, Square), occupied: G::Set) -> bool {
        self.rules().facing().iter().any(|&step| {
            let seen = self.board().ray(white, step).find(|&square| occupied.contains(square));
            seen == Some(black)
        })
    }

    /// The royal pieces of the side to move that are in check.
    pub fn checked_royals(&self) -> G::Set {
        let side = self.side_to_move();
        let (occupied, checkers) = (self.occupied(), self.checkers());
        let mut checked = G::Set::EMPTY;
        for royal in self.royals(side) {
            if !self.attackers(royal, !side, occupied, checkers).is_empty() {
                checked.insert(royal);
            }
        }
        checked
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the King of the side to move could be captured on `square` after moving there and
    /// capturing whatever stands on it.
    pub fn king_threatened_on(&self, square: Square) -> bool {
        let (by, occupied, enemies) = self.after_king_goes_to(square);
        !self.attackers(square, by, occupied, enemies).is_empty()
    }

    /// The same, without captures on the way.
    #[inline(always)]
    pub(crate) fn king_threatened_directly(&self, square: Square) -> bool {
        let (by, occupied, enemies) = self.after_king_goes_to(square);
        !self.leap_attackers(square, by, enemies).is_empty()
            || !self.line_attackers(square, by, occupied, enemies).is_empty()
    }

    /// The enemy's side, the occupied squares without the King of the side to move, and the enemies
    /// that are left if it captures on `square`.
    #[inline(always)]
    fn after_king_goes_to(&self, square: Square) -> (Color, G::Set, G::Set) {
        let side = self.side_to_move();
        let occupied = self.occupied() - G::Set::single(self.king(side));
        (!side, occupied, self.placement.side(!side) - G::Set::single(square))
    }

    /// The squares on which the King of the side to move could be captured after moving there, not
    /// counting captures on the way. Exact for all squares that the King may step, jump or pass to;
    /// attacks of leapers on squares farther away are missing.
    #[inline(always)]
    pub fn king_danger(&self) -> G::Set {
        let (rules, side) = (self.rules(), self.side_to_move());
        let king = self.king(side);
        let occupied = self.occupied() - G::Set::single(king);
        let enemies = self.placement.side(!side);
        let near = enemies & rules.neighbourhood(king);
        let mut danger = G::Set::EMPTY;
        for kind in rules.kinds() {
            let movement = rules.movement(kind);
            let far_reaching = movement.lines().any() || movement.has_rays();
            let pieces = self.placement.of_kind(kind) & if far_reaching { enemies } else { near };
            for from in pieces {
                danger |= movement.threats(!side, from, occupied);
            }
        }
        danger
    }
}
