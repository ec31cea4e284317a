//! Statistics of a solved ending.

use super::solve::EndingSolver;
use super::value::ValueCode;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::square::Square;
use rayon::prelude::*;

/// The most moves to a mate that the 50-move rule allows, without captures and pawn moves. With the strong side to
/// move and a count of zero, a mate in `n` comes after `2n - 1` halfmoves, and a mate comes before the draw.
pub const MOVES_WITHIN_RULE: usize = 50;

/// The colours of the squares of colour-bound pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// All on squares of one colour.
    One,
    /// Some on light, some on dark squares.
    Both,
}

/// Number of legal and of won positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinCount {
    /// Legal positions, without those that a pawn cannot reach. Positions equal by symmetry count separately.
    pub legal: u64,
    /// Positions that the strong side wins.
    pub won: u64,
}

impl WinCount {
    /// Won positions in percent.
    pub fn percent(self) -> f64 {
        100.0 * self.won as f64 / self.legal.max(1) as f64
    }
}

/// A position, with the strong side as White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// Square of the strong King.
    pub king: Square,
    /// Squares of its pieces, in the order of the ending.
    pub pieces: Vec<Square>,
    /// Square of the bare King.
    pub bare: Square,
}

/// How often the strong side wins, with the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WinFrequency {
    /// In no position.
    Never,
    /// In at most `RARE` percent of the positions.
    AlmostNever,
    /// In some positions.
    Sometimes,
    /// In at least 100 - `RARE` percent of the positions.
    AlmostAlways,
    /// Unless the bare King can capture a piece to draw at once, or is stalemated.
    Always,
}

/// Percent of the positions that "almost" ignores.
pub const RARE: f64 = 5.0;

impl WinFrequency {
    /// Whether the ending is worth playing for the strong side.
    pub fn is_worth_playing(self) -> bool {
        self >= WinFrequency::Sometimes
    }
}

impl std::fmt::Display for WinFrequency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            WinFrequency::Never => "never",
            WinFrequency::AlmostNever => "almost never",
            WinFrequency::Sometimes => "sometimes",
            WinFrequency::AlmostAlways => "almost always",
            WinFrequency::Always => "always",
        })
    }
}

/// Statistics of an ending, or of one class of its positions.
#[derive(Clone, Debug)]
pub struct Class {
    /// The class, if two or more pieces are colour-bound.
    pub colours: Option<Colours>,
    /// Positions with the strong side to move.
    pub strong: WinCount,
    /// Positions with the bare King to move.
    pub bare: WinCount,
    /// Draws with the bare King to move, other than by an immediate capture or stalemate.
    pub held: u64,
    /// Won positions with the strong side to move, by moves to mate.
    pub by_moves: Vec<u64>,
    /// A position of the longest win, with the strong side to move.
    pub example: Option<Arrangement>,
}

impl Class {
    /// The longest win in moves, with the strong side to move; 0 without wins.
    pub fn longest(&self) -> usize {
        self.by_moves.iter().rposition(|&count| count > 0).unwrap_or(0)
    }

    /// The mean length of wins in moves, with the strong side to move.
    pub fn mean(&self) -> f64 {
        let moves: u64 = (0..).zip(&self.by_moves).map(|(moves, count)| moves * count).sum();
        moves as f64 / self.strong.won.max(1) as f64
    }

    /// Won positions beyond the 50-move rule, with the strong side to move.
    pub fn beyond_rule(&self) -> u64 {
        self.by_moves.iter().skip(MOVES_WITHIN_RULE + 1).sum()
    }

    /// How often the strong side wins.
    pub fn verdict(&self) -> WinFrequency {
        match (self.strong.won, self.held) {
            (0, _) => WinFrequency::Never,
            (_, 0) => WinFrequency::Always,
            _ if self.strong.percent() <= RARE => WinFrequency::AlmostNever,
            _ if self.strong.percent() >= 100.0 - RARE => WinFrequency::AlmostAlways,
            _ => WinFrequency::Sometimes,
        }
    }
}

/// Statistics of a solved ending.
#[derive(Clone, Debug)]
pub struct EndingSummary {
    /// One class; or two, if two or more pieces are colour-bound.
    pub classes: Vec<Class>,
    /// Number of board symmetries of the pieces.
    pub symmetries: usize,
}

impl EndingSummary {
    pub(super) fn new<G: Geometry>(solved: &EndingSolver<'_, G>) -> Self {
        let space = &solved.context.space;
        let tally = (0..space.homes().len())
            .into_par_iter()
            .with_max_len(1)
            .map(|home| EndingTally::of_home(solved, home))
            .reduce(EndingTally::default, EndingTally::join);
        let classes = if solved.context.colour_bound().len() < 2 {
            vec![(None, &tally.classes[0])]
        } else {
            vec![(Some(Colours::Both), &tally.classes[1]), (Some(Colours::One), &tally.classes[0])]
        };
        let classes = classes.into_iter().map(|(colours, counts)| counts.class(solved, colours));
        Self { classes: classes.collect(), symmetries: space.symmetries() }
    }

    /// The longest win in moves, with the strong side to move; 0 without wins.
    pub fn longest(&self) -> usize {
        self.classes.iter().map(Class::longest).max().unwrap_or(0)
    }
}

#[derive(Clone)]
struct Counts {
    strong: [u64; 256],
    bare: WinCount,
    held: u64,
    /// The longest win, and the first config and square number with it.
    longest: (u8, usize, usize),
}

/// Counts for pieces on squares of one colour (or all positions), and on both colours.
#[derive(Clone)]
struct EndingTally {
    classes: [Counts; 2],
}

impl Default for EndingTally {
    fn default() -> Self {
        let none =
            Counts { strong: [0; 256], bare: WinCount::default(), held: 0, longest: (0, 0, 0) };
        Self { classes: [none.clone(), none] }
    }
}

impl EndingTally {
    fn of_home<G: Geometry>(solved: &EndingSolver<'_, G>, home: usize) -> Self {
        let (context, space) = (&solved.context, &solved.context.space);
        let bound = solved.context.colour_bound();
        let weight = space.homes()[home].weight;
        let (configs, length) = (space.configs_of_home(), space.squares().len());
        let mut tally = Self::default();
        for place in 0..configs {
            let pieces = space.pieces_at(place);
            let routes = &context.routes;
            if pieces.iter().zip(routes).any(|(&square, r)| !r.reached.contains(square)) {
                continue;
            }
            let config = home * configs + place;
            let codes = config * length..(config + 1) * length;
            let dark = bound.iter().filter(|&&index| G::is_dark(pieces[index])).count();
            let both = bound.len() > 1 && dark != 0 && dark != bound.len();
            let counts = &mut tally.classes[both as usize];
            for (number, &code) in solved.strong[codes.clone()].iter().enumerate() {
                counts.strong[code as usize] += weight;
                if ValueCode(code).moves().is_some() && code > counts.longest.0 {
                    counts.longest = (code, config, number);
                }
            }
            for &code in
                solved.bare[codes].iter().filter(|&&code| ValueCode(code) != ValueCode::ILLEGAL)
            {
                counts.bare.legal += weight;
                counts.bare.won += if ValueCode(code) != ValueCode::DRAW { weight } else { 0 };
            }
            let undecided = solved.undecided[config];
            if !undecided.is_empty() {
                let taking = context.capturing(home, &pieces, |code| code == ValueCode::DRAW);
                let held = undecided - taking;
                counts.held += weight * held.count() as u64;
            }
        }
        tally
    }

    fn join(mut self, other: Self) -> Self {
        for (mine, theirs) in self.classes.iter_mut().zip(&other.classes) {
            mine.strong.iter_mut().zip(&theirs.strong).for_each(|(mine, theirs)| *mine += theirs);
            mine.bare.legal += theirs.bare.legal;
            mine.bare.won += theirs.bare.won;
            mine.held += theirs.held;
            // Longer first, then earlier, so that the example does not depend on the threads.
            let earlier = |longest: (u8, usize, usize)| {
                (longest.0, std::cmp::Reverse((longest.1, longest.2)))
            };
            if earlier(theirs.longest) > earlier(mine.longest) {
                mine.longest = theirs.longest;
            }
        }
        self
    }
}

impl Counts {
    fn class<G: Geometry>(&self, solved: &EndingSolver<'_, G>, colours: Option<Colours>) -> Class {
        let space = &solved.context.space;
        let won = &self.strong[ValueCode::win(0).0 as usize..ValueCode::ILLEGAL.0 as usize];
        let longest = won.iter().rposition(|&count| count > 0).unwrap_or(0);
        let (code, config, bare) = self.longest;
        let example = ValueCode(code).moves().map(|_| {
            let (home, pieces) = space.placement(config);
            Arrangement {
                king: solved.context.king(home),
                pieces: pieces.to_vec(),
                bare: space.squares()[bare],
            }
        });
        let won_in_all = won.iter().sum();
        let legal = won_in_all + self.strong[ValueCode::DRAW.0 as usize];
        Class {
            colours,
            strong: WinCount { legal, won: won_in_all },
            bare: self.bare,
            held: self.held,
            by_moves: won[..=longest].to_vec(),
            example,
        }
    }
}
