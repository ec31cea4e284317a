//! Games of random moves: they end when the rules say so, and can be taken back whole.

use crate::common::positions::{Random, of_game, variant};
use dhow_rules::game::Game;
use dhow_rules::geometry::{Geometry, Layout12};
use dhow_rules::pieces::Color;
use dhow_rules::position::{DrawReason, Move, Outcome, WinReason};
use dhow_rules::variant::Role;
use std::collections::HashMap;

/// The number of games of each variant: about a thousand in all, fewer in unoptimised builds.
const GAMES: u64 = if cfg!(debug_assertions) { 8 } else { 167 };
/// Plies after which a game is broken off.
const LONGEST: usize = 3000;

/// Counts for the ends of games, from the moves and the FENs alone.
struct Count {
    /// How often each placement occurred, with side, rights and en passant square.
    seen: HashMap<String, u32>,
    /// Halfmoves without a capture or a forward move of a Pawn.
    quiet: u32,
}

impl Count {
    fn new(game: &Game) -> Self {
        Self { seen: HashMap::from([(identity(game), 1)]), quiet: 0 }
    }

    /// Counts the present position. `forward_pawn` is whether the last move was a forward move of a Pawn, and
    /// `men_before` the number of men before it.
    fn note(&mut self, game: &Game, forward_pawn: bool, men_before: usize) {
        self.quiet = if forward_pawn || men(game) < men_before { 0 } else { self.quiet + 1 };
        *self.seen.entry(identity(game)).or_default() += 1;
    }

    fn outcome(&self, game: &Game) -> Option<Outcome> {
        let draw = if game.legal_moves().is_empty() {
            if !game.position().checkers().is_empty() {
                return Some(Outcome::Win(!game.side_to_move(), WinReason::Checkmate));
            }
            DrawReason::Stalemate
        } else if men(game) == 2 {
            DrawReason::BareKings
        } else if self.quiet >= 100 {
            DrawReason::MoveLimit(50)
        } else if self.seen[&identity(game)] >= 3 {
            DrawReason::Repetition(3)
        } else {
            return None;
        };
        Some(Outcome::Draw(draw))
    }
}

/// The part of a position that is equal in a repetition: the FEN without its counts.
fn identity(game: &Game) -> String {
    game.fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn men(game: &Game) -> usize {
    of_game(game).placement().pieces().count()
}

/// Whether a move of this position is one forward of a Pawn or a second kind of Pawn.
fn is_forward_pawn_move(game: &Game, mv: Move) -> bool {
    let piece = of_game(game).on(mv.from()).expect("a legal move starts on a piece");
    let pawn = of_game(game).rules().role(piece.kind()) == Role::Pawn;
    let [from, to] = [mv.from(), mv.to()].map(Layout12::rank);
    let forward = if game.side_to_move() == Color::White { to > from } else { to < from };
    pawn && forward
}

/// Plays a game of random legal moves and checks at every move that it is over exactly when the
/// count says so. Returns the outcome.
fn play_out(game: &mut Game, random: &mut Random) -> Option<Outcome> {
    let mut count = Count::new(game);
    while game.moves().len() < LONGEST {
        let (outcome, expected) = (game.outcome(), count.outcome(game));
        assert_eq!(outcome, expected, "{}", game.fen());
        if outcome.is_some() {
            return outcome;
        }
        let mv = *random.pick(&game.legal_moves());
        let (forward_pawn, men) = (is_forward_pawn_move(game, mv), men(game));
        game.play(mv);
        count.note(game, forward_pawn, men);
    }
    None
}

fn random_games_end_by_the_rules(id: &str) {
    let mut ends = [0; 5];
    for seed in 0..GAMES {
        let mut random = Random::new(seed);
        let mut game = Game::new(variant(id));
        let start = game.fen();
        let outcome = play_out(&mut game, &mut random);
        ends[match outcome {
            Some(Outcome::Win(..)) => 0,
            Some(Outcome::Draw(DrawReason::Stalemate)) => 1,
            Some(Outcome::Draw(DrawReason::BareKings)) => 2,
            Some(Outcome::Draw(_)) => 3,
            None => 4,
        }] += 1;
        let made = game.moves().len();
        let undone = std::iter::from_fn(|| game.undo()).count();
        assert_eq!((undone, game.fen()), (made, start), "seed {seed}");
    }
    println!("{id}: mates, stalemates, bare Kings, other draws, broken off: {ends:?}");
    assert!(ends[0] > 0, "none of {GAMES} games ended in mate");
}

#[test]
fn metamachy() {
    random_games_end_by_the_rules("metamachy");
}

#[test]
fn zanzibar_s() {
    random_games_end_by_the_rules("zanzibar-s");
}

#[test]
fn zanzibar_xl() {
    random_games_end_by_the_rules("zanzibar-xl");
}

#[test]
fn zanzibar_xl_classic() {
    random_games_end_by_the_rules("zanzibar-xl-classic");
}

#[test]
fn zanzibar_xxl() {
    random_games_end_by_the_rules("zanzibar-xxl");
}

#[test]
fn maasai() {
    random_games_end_by_the_rules("maasai");
}
