//! Wins within the turn, compared with trying every action.

use dhow::command::{CommandPosition, CommandRules, Effort};
use dhow::geometry::{Geometry, Layout10x12, Layout16x12};
use dhow::position::zobrist::split_mix;
use dhow::variant::{CommandOption, Variant, find, piece_placement};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Nothing is left untried.
const EVERYTHING: Effort = Effort { states: u32::MAX, ..Effort::GREAT };

/// Whether some sequence of actions captures the last enemy leader; every state is tried once.
fn wins<G: Geometry>(position: &mut CommandPosition<G>, seen: &mut HashSet<u64>) -> bool {
    let side = position.side_to_move();
    for action in position.legal_moves() {
        let ended = position.make(action);
        let won = position.winner() == Some(side)
            || !ended && seen.insert(position.key()) && wins(position, seen);
        position.unmake(action);
        if won {
            return true;
        }
    }
    false
}

/// A few pieces close together: `leaders` own ones and up to two enemy ones.
fn random_position<G: Geometry>(
    rules: &Arc<CommandRules<G>>,
    seed: &mut u64,
) -> Option<CommandPosition<G>> {
    let mut below = |number: usize| (split_mix(seed) % number as u64) as usize;
    let variant = rules.variant();
    let leads =
        |letter: char| rules.army().kind(letter).is_some_and(|kind| rules.leader(kind).is_some());
    let letters = variant.pieces.iter().map(|piece| piece.letter.plain());
    let (leaders, others): (Vec<char>, Vec<char>) = letters.partition(|&letter| leads(letter));
    let mut pieces = Vec::new();
    for _ in 0..1 + below(2) {
        pieces.push(leaders[below(leaders.len())]);
    }
    for _ in 0..1 + below(4) {
        pieces.push(others[below(others.len())]);
    }
    for _ in 0..1 + below(5) / 4 {
        pieces.push(leaders[below(leaders.len())].to_ascii_lowercase());
    }
    for _ in 0..below(4) {
        pieces.push(others[below(others.len())].to_ascii_lowercase());
    }
    let width = 5 + below(4);
    let mut placed = BTreeMap::new();
    for letter in pieces {
        let (file, rank) = (below(width.min(variant.files)), below(width.min(variant.ranks)));
        placed.insert((file, rank), letter);
    }
    let text = piece_placement::write(variant.files, variant.ranks, |square| {
        placed.get(&(usize::from(square.file), usize::from(square.rank))).copied()
    });
    let position = CommandPosition::from_fen(rules.clone(), &format!("{text} w - - 0 1")).ok()?;
    position.winner().is_none().then_some(position)
}

/// Returns how many of the positions are won.
fn compare<G: Geometry>(variant: &Arc<Variant>, positions: usize) -> usize {
    let rules = CommandRules::<G>::of(variant).expect("a game");
    let mut seed = 7;
    let (mut tried, mut won) = (0, 0);
    while tried < positions {
        let Some(mut position) = random_position(&rules, &mut seed) else { continue };
        tried += 1;
        let fen = position.fen();
        let found = position.winning_turn(EVERYTHING);
        assert_eq!(position.fen(), fen);
        let expected = wins(&mut position, &mut HashSet::new());
        assert_eq!(found.is_some(), expected, "{}: {fen}", variant.id);
        let side = position.side_to_move();
        for action in found.into_iter().flatten() {
            assert!(position.legal_moves().contains(&action), "{fen}");
            position.make(action);
            won += usize::from(position.winner() == Some(side));
        }
    }
    won
}

#[test]
fn wins_within_the_turn_are_found() {
    let game = |id| find(id).expect("a game");
    let won = [
        compare::<Layout10x12>(game("mini-chieftain"), 400),
        compare::<Layout10x12>(game("grand-chieftain"), 300),
        compare::<Layout16x12>(game("chieftain"), 100),
    ];
    assert!(won.into_iter().all(|won| won > 20), "{won:?}");
    let options = Arc::new(game("mini-chieftain").with_options(&CommandOption::ALL));
    assert!(compare::<Layout10x12>(&options, 200) > 20);
}
