//! Example games, each chosen by a rule.

use super::facts::GameFacts;

/// The rule by which an example game is chosen. Among equals, the game with the lowest number is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExampleRule {
    /// The shortest decided game, shown at its end.
    Shortest,
    /// The game whose length is nearest to the median, shown after half of its turns.
    MedianLength,
    /// The game that was won from the worst score, shown at that score.
    Comeback,
}

/// An example game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExampleGame {
    /// Why it was chosen.
    pub rule: ExampleRule,
    /// The number of the game.
    pub number: u32,
    /// The number of turns before the position that is shown.
    pub turns: usize,
}

/// The examples among these games, which must be sorted by number. `median` is the median of their numbers of turns. No
/// game is an example twice.
pub fn examples(games: &[GameFacts], median: usize) -> Vec<ExampleGame> {
    let decided = games.iter().filter(|game| game.white_points != 0.5);
    let shortest = decided.min_by_key(|game| game.turns);
    let usual = games.iter().min_by_key(|game| game.turns.abs_diff(median));
    let behind = games.iter().filter_map(|game| game.worst.map(|worst| (game, worst)));
    let comeback = behind.min_by_key(|(_, (_, score))| *score);
    let found = [
        shortest.map(|game| (ExampleRule::Shortest, game.number, game.turns)),
        usual.map(|game| (ExampleRule::MedianLength, game.number, game.turns / 2)),
        comeback.map(|(game, (turn, _))| (ExampleRule::Comeback, game.number, turn)),
    ];
    let mut shown: Vec<ExampleGame> = Vec::new();
    for (rule, number, turns) in found.into_iter().flatten() {
        if shown.iter().all(|example| example.number != number) {
            shown.push(ExampleGame { rule, number, turns });
        }
    }
    shown
}
