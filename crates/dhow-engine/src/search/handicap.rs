//! Skill levels: play that people can beat.

use crate::eval::Score;
use dhow_rules::position::Move;
use dhow_rules::position::zobrist::split_mix;

/// Playing strength: a skill level, or an Elo number. Analysis and hints are always at full strength.
///
/// A weaker engine searches fewer nodes, on one thread, so that it plays alike on all machines. It also lowers the
/// score of each own move by a random number of centipawns with a fixed maximum. So its play varies, and no move is
/// worse than its best one by more than the maximum. In games with leaders this holds for each move of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    level: usize,
    limited: bool,
    elo: usize,
    seed: u64,
}

/// The two numbers that weaken an engine.
#[derive(Clone, Copy, Debug)]
struct Weakness {
    /// Nodes for each legal move. The first iteration always completes.
    nodes: f64,
    /// The largest random reduction of a move's score, in centipawns.
    noise: f64,
}

const fn weakness(nodes: f64, noise: f64) -> Weakness {
    Weakness { nodes, noise }
}

/// Number of levels below full strength.
const LEVELS: usize = Handicap::FULL - 1;

/// The levels of games of one move a turn, weakest first.
const OF_ONE_MOVE: [Weakness; LEVELS] = [
    weakness(1.0, 700.0),
    weakness(1.0, 270.0),
    weakness(4.0, 135.0),
    weakness(10.0, 100.0),
    weakness(20.0, 78.0),
    weakness(32.0, 64.0),
    weakness(58.0, 49.0),
    weakness(100.0, 38.0),
    weakness(175.0, 30.0),
];

/// The levels of games with leaders. Noise in one move of several matters less there, and shallow searches do not
/// know how to win.
const WITH_LEADERS: [Weakness; LEVELS] = [
    weakness(20.0, 1600.0),
    weakness(20.0, 800.0),
    weakness(25.0, 420.0),
    weakness(30.0, 220.0),
    weakness(80.0, 100.0),
    weakness(200.0, 60.0),
    weakness(560.0, 38.0),
    weakness(1650.0, 16.0),
    weakness(5000.0, 5.0),
];

/// The most nodes of a search below full strength, so that moves on the largest boards come soon.
const MOST_NODES: u64 = 650_000;

/// Elo of the levels, measured in games of one move a turn.
const ELO: [usize; LEVELS] = [500, 830, 1010, 1310, 1640, 1870, 2110, 2310, 2570];

impl Handicap {
    /// The level of full strength. The weakest is 1.
    pub const FULL: usize = 10;
    /// Elo of level 1.
    pub const LEAST_ELO: usize = ELO[0];
    /// Elo of the highest level below full strength.
    pub const MOST_ELO: usize = ELO[LEVELS - 1];

    /// The level, from 1 to [`Handicap::FULL`].
    pub fn level(&self) -> usize {
        self.level
    }

    /// Sets the level, clamped to 1 to [`Handicap::FULL`].
    pub fn set_level(&mut self, level: usize) {
        self.level = level.clamp(1, Self::FULL);
    }

    /// Whether the Elo of [`Handicap::set_elo`] counts instead of the level.
    pub fn limit_to_elo(&mut self, limited: bool) {
        self.limited = limited;
    }

    /// Sets the Elo for [`Handicap::limit_to_elo`], clamped to [`Handicap::LEAST_ELO`] to [`Handicap::MOST_ELO`]. The
    /// scale is the engine's own: matches between the levels gave the differences, and the Elo of level 1 is a
    /// convention.
    pub fn set_elo(&mut self, elo: usize) {
        self.elo = elo.clamp(Self::LEAST_ELO, Self::MOST_ELO);
    }

    /// Seeds the random numbers, so that a search repeats; 0 takes another seed for each search.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Node limit and noise of a search with `moves` legal root moves; `None` at full strength.
    pub(super) fn weakened(
        &self,
        moves: usize,
        key: u64,
        leaders: bool,
    ) -> Option<(u64, SkillNoise)> {
        let levels = if leaders { &WITH_LEADERS } else { &OF_ONE_MOVE };
        let Weakness { nodes, noise } = match self.limited {
            true => at_elo(levels, self.elo),
            false => *levels.get(self.level - 1)?,
        };
        let chance = if self.seed == 0 { fastrand::u64(..) } else { mix(self.seed ^ key) };
        let nodes = ((nodes * moves as f64) as u64).min(MOST_NODES);
        Some((nodes, SkillNoise { most: noise as i32, chance }))
    }
}

impl Default for Handicap {
    fn default() -> Self {
        Self { level: Self::FULL, limited: false, elo: Self::MOST_ELO, seed: 0 }
    }
}

/// The weakness at an Elo: between two levels linear in noise and logarithmic in nodes.
fn at_elo(levels: &[Weakness; LEVELS], elo: usize) -> Weakness {
    let above = ELO.iter().position(|&other| other >= elo).unwrap_or(LEVELS - 1).max(1);
    let (low, high) = (levels[above - 1], levels[above]);
    let share = elo.saturating_sub(ELO[above - 1]) as f64 / (ELO[above] - ELO[above - 1]) as f64;
    Weakness {
        nodes: low.nodes * (high.nodes / low.nodes).powf(share),
        noise: low.noise + (high.noise - low.noise) * share,
    }
}

/// Random reductions of the scores of an engine's own moves in one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SkillNoise {
    /// Largest reduction in centipawns; 0 at full strength.
    most: i32,
    chance: u64,
}

impl SkillNoise {
    /// Whether the engine plays at full strength.
    #[inline(always)]
    pub fn none(&self) -> bool {
        self.most == 0
    }

    /// Changes table keys, so that searches with different noise do not share entries; 0 without noise.
    pub fn key(&self) -> u64 {
        if self.none() { 0 } else { mix(self.chance ^ self.most as u64) }
    }

    /// The reduction of a move of the root turn, in centipawns, the same wherever in the turn it is made. The end of
    /// the turn has one, too: otherwise it would look best whenever all other moves look bad.
    pub fn of(&self, mv: Move) -> i32 {
        if self.none() {
            return 0;
        }
        let part = mix(self.chance ^ u64::from(mv.bits())) >> 32;
        ((part * (self.most as u64 + 1)) >> 32) as i32
    }

    /// The score of `search` in a window, reduced by the noise of a move. Known wins and losses stay.
    pub fn lower(
        &self,
        mv: Move,
        alpha: Score,
        beta: Score,
        search: impl FnOnce(Score, Score) -> Score,
    ) -> Score {
        let noise_offset = self.of(mv);
        let moved = |score: Score, by: i32| {
            if score.0.abs() < Score::KNOWN_WIN.0 { Score(score.0 + by) } else { score }
        };
        moved(search(moved(alpha, noise_offset), moved(beta, noise_offset)), -noise_offset)
    }
}

/// A pseudo-random number.
fn mix(mut number: u64) -> u64 {
    split_mix(&mut number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::game::Game;
    use dhow_rules::variant::find;

    #[test]
    fn levels_grow_in_strength() {
        for levels in [OF_ONE_MOVE, WITH_LEADERS] {
            for pair in levels.windows(2) {
                assert!(
                    pair[0].nodes <= pair[1].nodes && pair[0].noise > pair[1].noise,
                    "{pair:?}"
                );
            }
        }
        assert!(ELO.is_sorted_by(|low, high| low < high));
    }

    #[test]
    fn the_elo_of_a_level_is_that_level() {
        for leaders in [false, true] {
            for (level, elo) in (1..).zip(ELO) {
                let mut by_level = Handicap::default();
                by_level.set_level(level);
                let mut by_number = Handicap::default();
                by_number.limit_to_elo(true);
                by_number.set_elo(elo);
                let [one, other] = [by_level, by_number].map(|mut handicap| {
                    handicap.set_seed(7);
                    handicap.weakened(1000, 1, leaders).unwrap()
                });
                assert!(one.0.abs_diff(other.0) <= 1 && one.1 == other.1, "{one:?} {other:?}");
            }
        }
        let between = at_elo(&OF_ONE_MOVE, (ELO[6] + ELO[7]) / 2);
        let (low, high) = (OF_ONE_MOVE[6], OF_ONE_MOVE[7]);
        assert!(between.nodes > low.nodes && between.nodes < high.nodes);
        assert!(between.noise < low.noise && between.noise > high.noise);
    }

    #[test]
    fn the_highest_level_is_full_strength() {
        let mut handicap = Handicap::default();
        assert_eq!(handicap.weakened(100, 1, false), None);
        handicap.set_level(99);
        assert_eq!(handicap.weakened(100, 1, true), None);
        handicap.set_level(0);
        let weakest = handicap.weakened(100, 1, false).unwrap().1;
        assert_eq!(weakest.most, OF_ONE_MOVE[0].noise as i32);
    }

    #[test]
    fn noise_is_bounded_and_depends_on_the_seed_alone() {
        let moves = Game::new(find("metamachy").unwrap()).legal_moves();
        let noise = |seed| {
            let mut handicap = Handicap::default();
            handicap.set_level(1);
            handicap.set_seed(seed);
            handicap.weakened(moves.len(), 5, false).unwrap().1
        };
        let all = |seed| moves.iter().map(|&mv| noise(seed).of(mv)).collect::<Vec<_>>();
        assert_eq!(all(1), all(1));
        assert_ne!(all(1), all(2));
        let most = OF_ONE_MOVE[0].noise as i32;
        assert!(all(1).iter().all(|noise_offset| (0..=most).contains(noise_offset)));
        let sum: i32 = all(1).iter().sum();
        let mean = sum / moves.len() as i32;
        assert!((most / 4..3 * most / 4).contains(&mean), "{mean}");
    }

    #[test]
    fn windows_and_scores_are_shifted_but_for_known_wins() {
        let moves = Game::new(find("metamachy").unwrap()).legal_moves();
        let noise = SkillNoise { most: 500, chance: 3 };
        let mv = *moves.iter().find(|&&mv| noise.of(mv) > 50).unwrap();
        let noise_offset = noise.of(mv);
        let seen = noise.lower(mv, Score(-10), Score::INFINITE, |alpha, beta| {
            assert_eq!((alpha, beta), (Score(noise_offset - 10), Score::INFINITE));
            Score(40)
        });
        assert_eq!(seen, Score(40 - noise_offset));
        let mate = noise.lower(mv, Score(0), Score(1), |_, _| Score::mates_in(3));
        assert_eq!(mate, Score::mates_in(3));
    }
}
