//! Endings against a bare King.

use dhow_engine::endgame::{AnyTables, Class, DEFAULT_MEMORY, Ending, Solved, WinFrequency};
use dhow_rules::pieces::PieceType;
use dhow_rules::variant::Variant;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An ending with its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedEnding {
    /// The indices of its pieces in the game's list, without the King.
    pub kinds: Vec<usize>,
    /// Its classes, or the reason why it cannot be solved.
    pub result: Result<Vec<SolvedClass>, String>,
}

/// A class of the positions of an ending: all, or those with colour-bound pieces on squares of one colour or of both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedClass {
    /// Whether all colour-bound pieces are on squares of one colour, if that matters.
    pub one_colour: Option<bool>,
    /// How often it is won, in words.
    pub verdict: String,
    /// Whether it is worth playing for.
    pub is_worth_playing: bool,
    /// The share of won positions with the strong side to move, in percent.
    pub percent: f64,
    /// The most moves to mate; 0 without wins.
    pub longest: usize,
    /// The mean moves to mate.
    pub mean: f64,
    /// The share of wins that take longer than the 50-move rule allows, in percent.
    pub beyond_rule: f64,
}

impl SolvedClass {
    fn of(class: &Class) -> Self {
        Self {
            one_colour: class.colours.map(|colours| colours == dhow_engine::endgame::Colours::One),
            verdict: class.verdict().to_string(),
            is_worth_playing: class.verdict().is_worth_playing(),
            percent: class.strong.percent(),
            longest: class.longest(),
            mean: class.mean(),
            beyond_rule: 100.0 * class.beyond_rule() as f64 / class.strong.won.max(1) as f64,
        }
    }
}

/// Solves the endings of each piece against a bare King, and with `pairs` those of all pairs of which neither piece
/// wins alone. Calls `solved` after each with the number of endings done, and the number of all endings known so far.
/// `None` for games with leaders, which have no Kings. Runs on the thread pool in which it is called.
pub fn solved_endings(
    variant: &Arc<Variant>,
    pairs: bool,
    mut solved: impl FnMut(usize, usize),
) -> Option<Vec<SolvedEnding>> {
    let tables = <dyn AnyTables>::of(variant, DEFAULT_MEMORY, true)?;
    let singles = tables.singles();
    let mut found = Vec::new();
    let mut minor: Vec<PieceType> = Vec::new();
    for ending in &singles {
        let result = solve(&*tables, ending);
        let kind = ending.kinds()[0];
        let promotes = !variant.promotions_of(&variant.pieces[kind.index()]).is_empty();
        if let Ok(solved) = &result
            && !promotes
            && solved.classes.iter().all(|(class, _)| class.verdict() < WinFrequency::Sometimes)
        {
            minor.push(kind);
        }
        found.push(told(ending, result));
        solved(found.len(), singles.len());
    }
    if pairs {
        let pairs: Vec<[PieceType; 2]> = minor
            .iter()
            .enumerate()
            .flat_map(|(place, &one)| minor[place..].iter().map(move |&other| [one, other]))
            .collect();
        for pair in &pairs {
            if let Ok(ending) = tables.ending(pair) {
                found.push(told(&ending, solve(&*tables, &ending)));
                tables.forget(&ending);
            }
            solved(found.len(), singles.len() + pairs.len());
        }
    }
    Some(found)
}

fn solve(tables: &dyn AnyTables, ending: &Ending) -> Result<Solved, String> {
    tables.solve(ending, &mut |_, _| {}).map_err(|error| error.to_string())
}

fn told(ending: &Ending, result: Result<Solved, String>) -> SolvedEnding {
    let classes = |solved: Solved| {
        solved.classes.iter().map(|(class, _)| SolvedClass::of(class)).collect::<Vec<_>>()
    };
    let kinds = ending.kinds().iter().map(|kind| kind.index()).collect();
    SolvedEnding { kinds, result: result.map(classes) }
}
