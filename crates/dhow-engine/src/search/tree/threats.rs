//! Squares that lesser pieces attack, for the order of quiet moves.

use super::super::numbers::Numbers;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::position::{Move, Position};

/// Attackers are told apart by their worth: those of less than each of these centipawns.
const TIERS: [i32; 2] = [180, 420];
/// A piece is threatened by those of a tier if it is worth so much more than any of them.
const MORE: i32 = 60;
/// No piece counts as worth more than this.
const MOST: i32 = 1200;

/// Squares that enemies attack which leap, by their worth, and what these say of moves.
pub struct Threats<G: Geometry> {
    /// Squares attacked by those of each tier or a lesser one.
    attacked: [G::Set; TIERS.len()],
    leave: i32,
    enter: i32,
}

impl<G: Geometry> Threats<G> {
    /// What the side to move must look out for.
    #[inline]
    pub fn new(position: &Position<G>, numbers: &Numbers) -> Self {
        let Numbers { threat_leave: leave, threat_enter: enter, .. } = *numbers;
        let mut attacked = [G::Set::EMPTY; TIERS.len()];
        if leave != 0 || enter != 0 {
            let (rules, enemy) = (position.rules(), !position.side_to_move());
            for &kind in rules.leapers() {
                let value = rules.value(kind);
                // It captures nothing that is defended.
                if kind == rules.king() {
                    continue;
                }
                let Some(tier) = TIERS.iter().position(|&most| value < most) else { continue };
                let leaps = &rules.movement(kind).side(enemy).capture_leaps;
                for from in position.pieces(kind, enemy) {
                    attacked[tier] |= leaps[from.index()];
                }
            }
            for tier in 1..TIERS.len() {
                let lesser = attacked[tier - 1];
                attacked[tier] |= lesser;
            }
        }
        Self { attacked, leave, enter }
    }

    /// What leaving a square that a lesser piece attacks, or going to one, adds to a move's history.
    #[inline(always)]
    pub fn promise(&self, position: &Position<G>, mv: Move) -> i32 {
        if self.leave == 0 && self.enter == 0 {
            return 0;
        }
        let Some(piece) = position.on(mv.from()) else { return 0 };
        let value = position.rules().value(piece.kind());
        let Some(tier) = TIERS.iter().rposition(|&most| value >= most + MORE) else { return 0 };
        let attacked = self.attacked[tier];
        let worth = value.min(MOST);
        let counts = |square, share: i32| if attacked.contains(square) { worth * share } else { 0 };
        counts(mv.from(), self.leave) - counts(mv.to(), self.enter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::geometry::Board12;
    use dhow_rules::variant::{ONE_MOVE_GAMES, rules};

    const NUMBERS: Numbers = Numbers { threat_leave: 3, threat_enter: 2, ..Numbers::DEFAULT };

    /// What moves promise, as it follows from who attacks which square, one by one.
    #[test]
    fn pieces_leave_squares_that_lesser_ones_attack() {
        let mut random = fastrand::Rng::with_seed(9);
        let (mut good, mut bad) = (0, 0);
        for variant in &*ONE_MOVE_GAMES {
            let rules = rules::<Board12>(variant);
            let mut position = Position::start(rules.clone()).expect("a start position");
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let threats = Threats::new(&position, &NUMBERS);
                let enemy = !position.side_to_move();
                let enemies = position.placement().side(enemy);
                for &mv in &moves {
                    let value = position.on(mv.from()).map_or(0, |it| rules.value(it.kind()));
                    let below = TIERS.into_iter().rfind(|most| value >= most + MORE).unwrap_or(0);
                    let attacked = |square| {
                        let attackers = position.leap_attackers(square, enemy, enemies);
                        attackers
                            .into_iter()
                            .filter_map(|from| position.on(from))
                            .any(|it| rules.value(it.kind()) < below && it.kind() != rules.king())
                    };
                    let worth = value.min(MOST);
                    let expected = worth * 3 * i32::from(attacked(mv.from()))
                        - worth * 2 * i32::from(attacked(mv.to()));
                    assert_eq!(threats.promise(&position, mv), expected, "{}", position.fen());
                    good += i32::from(expected > 0);
                    bad += i32::from(expected < 0);
                }
                position.make(moves[random.usize(0..moves.len())]);
            }
        }
        assert!(good > 100 && bad > 100, "{good} {bad}");
    }
}
