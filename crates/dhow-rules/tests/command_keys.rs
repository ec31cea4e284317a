//! Keys within a turn: equal only if the same actions may follow, and then usually equal.

use crate::common::command_games::{self, random_fen};
use crate::common::positions::Random;
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::position::Position;
use dhow_rules::variant::find;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The data that distinguish two states within a turn: the pieces, the pieces that have moved, and all actions that may
/// follow until the turn ends.
type State = (String, Vec<usize>, u64);

/// The states within a turn and their keys.
#[derive(Default)]
struct Turn {
    by_key: HashMap<u64, State>,
    by_state: HashMap<State, BTreeSet<u64>>,
    /// The number of states visited, and the greatest number to visit.
    walked: usize,
    most: usize,
}

impl Turn {
    /// Visits all actions that may follow within the turn. Returns a number that stands for them; `None` if there are
    /// too many.
    fn walk<G: Geometry>(&mut self, position: &mut CommandPosition<G>) -> Option<u64> {
        self.walked += 1;
        if self.walked > self.most {
            return None;
        }
        let mut follow = Vec::new();
        for mv in position.legal_moves() {
            // The game after the turn depends on the pieces alone.
            let after = if position.make(mv) { Some(0) } else { self.walk(position) };
            position.unmake(mv);
            follow.push((position.move_text(mv), after?));
        }
        follow.sort();
        let mut hasher = DefaultHasher::new();
        follow.hash(&mut hasher);
        let follows = hasher.finish();
        let moved = position.moved().into_iter().map(|square| square.index()).collect();
        let state = (position.placement_text(), moved, follows);
        let key = position.key();
        if let Some(other) = self.by_key.insert(key, state.clone()) {
            assert_eq!(other, state, "one key of different states");
        }
        self.by_state.entry(state).or_default().insert(key);
        Some(follows)
    }
}

impl Visitor for &mut Turn {
    type Output = bool;

    fn visit<G: Geometry>(self, _: &Position<G>) -> bool {
        panic!("a game without leaders")
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> bool {
        self.walk(&mut position.clone()).is_some()
    }
}

#[test]
fn keys_within_a_turn_are_equal_where_the_same_may_follow() {
    compare_within_turns(1);
}

#[test]
#[ignore = "ten times as long"]
fn keys_within_many_turns_are_equal_where_the_same_may_follow() {
    compare_within_turns(10);
}

/// Compares the keys within this number of turns of each game.
fn compare_within_turns(of_each_game: usize) {
    let mut random = Random::new(5);
    let (mut turns, mut states, mut several) = (0, 0, 0);
    for tried in command_games::all() {
        let mut of_game = 0;
        while of_game < of_each_game {
            let fen = random_fen(&mut random, &tried.variant);
            let game = Game::from_fen(&tried.variant, &fen).expect("a position");
            let mut turn = Turn { most: 8_000, ..Turn::default() };
            if !game.position().visit(&mut turn) || turn.by_state.len() < 20 {
                continue;
            }
            of_game += 1;
            turns += 1;
            states += turn.by_state.len();
            several += turn.by_state.values().filter(|keys| keys.len() > 1).count();
        }
    }
    // Leaders with the same command still have different keys.
    assert!(
        several * 10 < states,
        "{several} states of {states} in {turns} turns have several keys"
    );
    assert!(states > 5_000 * of_each_game, "only {states}");
}

/// The key after these actions of a turn.
fn key_after(pieces_fen: &str, actions: &str) -> u64 {
    let mini = find("mini-chieftain").expect("a built-in game");
    let mut game = Game::from_fen(mini, pieces_fen).expect("a position");
    for action in actions.split(' ') {
        game.play_text(action).unwrap_or_else(|error| panic!("{actions}: {error}"));
    }
    game.position().key()
}

#[test]
fn keys_within_a_turn_tell_what_has_moved_and_who_is_spent() {
    // Chieftains on a1, c1 and h5; Warriors on a4 and b2.
    let fen = "7c/8/8/8/8/8/8/7C/M7/8/1M6/C1C5 w - - 0 1";
    let key = |actions| key_after(fen, actions);
    // The order of the same actions does not count, ...
    assert_eq!(key("a4a5 b2b3"), key("b2b3 a4a5"));
    assert_eq!(key("a4a5 h5h6"), key("h5h6 a4a5"));
    // ... nor which Chieftain activated a piece if it makes no difference later: after both orders, the two Chieftains
    // on the first rank are spent.
    assert_eq!(key("a4a5 c1d1"), key("c1d1 a4a5"));
    // The key depends on which of the two Chieftains went where, if only one of them is spent.
    assert_ne!(key("a4a5 c1d2"), key("a4a5 h5h6"));
    let fen = "7c/8/8/8/8/8/8/8/8/8/M7/3CC1CC w - - 0 1";
    let key = |actions| key_after(fen, actions);
    assert_ne!(key("a2a3 d1d2 e1e2"), key("a2a3 d1e2 e1d2"));
    // The key depends on which pieces have moved, if the same pieces stand on the same squares.
    let fen = "7c/8/8/8/8/8/8/8/8/8/MM6/C2C4 w - - 0 1";
    let key = |actions| key_after(fen, actions);
    assert_ne!(key("a2a3"), key("b2a3"));
    let fen = "7c/8/8/8/8/8/8/8/8/1M6/MM6/C2C2C1 w - - 0 1";
    let key = |actions| key_after(fen, actions);
    assert_ne!(key("a2a3 b3a2"), key("b3a3"));
}
