//! The engine against the slow reference of the games with leaders, action by action, in games from the start arrays
//! and from random positions, with every choice of options.

use crate::command_reference as reference;
use crate::common::command_games::{self, Tried, random_fen};
use crate::common::occurrences::{Occurrences, assert_met};
use crate::common::parallel::two_at_a_time;
use crate::common::positions::Random;
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::movegen::{MoveList, Wanted};
use dhow_rules::pieces::Color;
use dhow_rules::position::{DrawReason, Move, MoveKind, Outcome, Position};

/// Games of each choice of options that the quick test plays.
const QUICK_GAMES: u64 = 20;

/// The rules that must occur in `QUICK_GAMES` games of each choice of options, and the least number of times.
const MET: [(&str, usize); 10] = [
    ("action", 10_000),
    ("start of a turn", 3_500),
    ("end is possible", 6_000),
    ("exchange", 1_500),
    ("end by itself", 250),
    ("more than 8 moves a turn", 5),
    ("win", 40),
    ("stalemate", 2),
    ("repetition", 20),
    ("100 turns", 15),
];

#[test]
fn random_games_agree_with_the_reference() {
    compare(QUICK_GAMES, 1);
}

/// `DHOW_COMMAND_GAMES` is the number of games of each choice of options; 1000 without it.
#[test]
#[ignore = "minutes, or as long as is asked for"]
fn many_random_games_agree_with_the_reference() {
    let games = std::env::var("DHOW_COMMAND_GAMES").ok();
    let games = games.map_or(1000, |text| text.parse().expect("a number of games"));
    compare(games, 2);
}

/// Plays `games` random games with every choice of options, in which each rule must occur often enough.
fn compare(games: u64, seed: u64) {
    let tried = command_games::all();
    let jobs: Vec<(&Tried, u64)> =
        tried.iter().flat_map(|tried| (0..games).map(move |game| (tried, game))).collect();
    let met = two_at_a_time(&jobs, |&(tried, game)| {
        let mut random = Random::new(seed << 32 | game << 8 | tried.name().len() as u64);
        compare_game(tried, game, &mut random)
    });
    let mut all = Occurrences::new();
    for (rule, number) in met.into_iter().flatten() {
        *all.entry(rule).or_default() += number;
    }
    assert_met(&all, &MET, (games / QUICK_GAMES) as usize);
}

/// The kind of moves that a random game prefers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taste {
    Anything,
    Captures,
    Leaders,
    /// Back to where the piece came from in the turn before.
    Return,
}

fn compare_game(tried: &Tried, number: u64, random: &mut Random) -> Occurrences {
    let taste = [Taste::Anything, Taste::Captures, Taste::Leaders, Taste::Return][random.below(4)];
    let (fen, actions) = match number % 5 {
        0 => (tried.variant.start.clone(), 150),
        _ => (random_fen(random, &tried.variant), 60),
    };
    let mut occurrences = Occurrences::new();
    let (mut ours, mut theirs) = tried.games(&fen);
    let mut foreign = Vec::new();
    for _ in 0..actions {
        let at = format!("{}: {fen} after {}", tried.name(), line(&ours));
        compare_positions(&ours, &theirs, &at);
        let legal = ours.legal_moves();
        note(&ours, &mut occurrences);
        let check = Check { at: &at, legal: &legal, foreign: &foreign, all: random.one_in(4) };
        let moves_left = ours.position().visit(check);
        if ours.outcome().is_some() {
            break;
        }
        remember(&mut foreign, &legal, random);
        let mv = choose(&ours, &legal, taste, random);
        theirs = theirs.play_action(&ours.move_text(mv)).unwrap_or_else(|e| panic!("{at}: {e}"));
        let key = ours.position().key();
        let before = observed(&ours);
        ours.play(mv);
        assert_ne!(ours.position().key(), key, "{at}: {}", ours.position().move_text(mv));
        assert_eq!(ours.undo(), Some(mv));
        assert_eq!(observed(&ours), before, "{at}");
        ours.play(mv);
        let early = moves_left > 1 && ours.position().moves_made() == 0 && mv != Move::END;
        if early && ours.outcome().is_none_or(|outcome| matches!(outcome, Outcome::Draw(_))) {
            *occurrences.entry("end by itself").or_default() += 1;
        }
    }
    occurrences
}

/// The actions of a game, for messages.
fn line(game: &Game) -> String {
    let mut replay = Game::from_fen(game.variant(), game.start_fen()).expect("a position");
    let mut text = String::new();
    for &mv in game.moves() {
        text += &replay.move_text(mv);
        text.push(' ');
        replay.play(mv);
    }
    text
}

/// Compares everything that both programs report.
fn compare_positions(ours: &Game, theirs: &reference::Game, at: &str) {
    let (position, reference) = (ours.position(), theirs.position());
    let mut texts: Vec<String> = ours.legal_moves().iter().map(|&mv| ours.move_text(mv)).collect();
    texts.sort();
    assert_eq!(texts, reference.action_texts(), "{at}");
    assert_eq!(position.placement_text(), reference.placement(), "{at}");
    let white = reference.side() == reference::Color::White;
    assert_eq!(position.side_to_move() == Color::White, white, "{at}");
    assert_eq!(position.moves_made() == 0, reference.at_turn_start(), "{at}");
    if reference.at_turn_start() {
        assert_eq!(ours.fen(), reference.fen(), "{at}");
    }
    let outcome = ours.outcome().map(|outcome| match outcome {
        Outcome::Win(Color::White, _) => reference::Outcome::Win(reference::Color::White),
        Outcome::Win(Color::Black, _) => reference::Outcome::Win(reference::Color::Black),
        Outcome::Draw(DrawReason::Stalemate) => reference::Outcome::NoMove,
        Outcome::Draw(DrawReason::Repetition(3)) => reference::Outcome::Repetition,
        Outcome::Draw(DrawReason::MoveLimit(50)) => reference::Outcome::HundredTurns,
        other => panic!("{at}: {other:?}"),
    });
    assert_eq!(outcome, theirs.outcome(), "{at}");
}

/// All that can be seen of a game.
fn observed(game: &Game) -> (String, String, MoveList) {
    let position = game.position();
    let numbers = (position.key(), position.halfmove_clock(), position.fullmove());
    let squares = (position.free_leaders(), position.movers());
    let state = format!("{numbers:?} {squares:?} {} {:?}", position.moves_made(), game.outcome());
    (game.fen(), state, game.legal_moves())
}

/// Checks a position by itself.
struct Check<'a> {
    at: &'a str,
    legal: &'a MoveList,
    /// Moves of other positions.
    foreign: &'a [Move],
    /// Whether every action is made and taken back.
    all: bool,
}

impl Visitor for Check<'_> {
    /// The greatest number of moves left in the turn.
    type Output = usize;

    fn visit<G: Geometry>(self, _: &Position<G>) -> usize {
        panic!("{}: a game without leaders", self.at)
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> usize {
        let Self { at, legal, .. } = self;
        let movers = position.movers();
        assert_eq!(position.count_legal_moves(), legal.len() as u64, "{at}");
        assert_eq!(position.has_legal_moves(), !legal.is_empty(), "{at}");
        let mut halves = MoveList::new();
        position.add_moves(movers, Wanted::Tactical, &mut halves);
        assert!(halves.iter().all(|&mv| position.victim(mv).is_some()), "{at}");
        let tactical = halves.len();
        position.add_moves(movers, Wanted::Quiet, &mut halves);
        assert!(halves[tactical..].iter().all(|&mv| position.victim(mv).is_none()), "{at}");
        let sorted = |moves: &MoveList| {
            let mut bits: Vec<u32> = moves.iter().map(|mv| mv.bits()).collect();
            bits.sort_unstable();
            bits
        };
        assert_eq!(sorted(&halves), sorted(legal), "{at}");
        assert!(sorted(legal).windows(2).all(|pair| pair[0] != pair[1]), "{at}: an action twice");
        for &mv in legal.iter().chain(self.foreign) {
            let text = position.move_text(mv);
            assert_eq!(position.is_legal(mv, movers), legal.contains(&mv), "{at}: {text}");
        }
        if position.at_turn_start() {
            assert_eq!(position.key(), position.fresh_key(), "{at}");
            let read = CommandPosition::from_fen(position.shared_rules(), &position.fen());
            let read = read.unwrap_or_else(|error| panic!("{at}: {error}"));
            assert_eq!((read.fen(), read.key()), (position.fen(), position.key()), "{at}");
            assert_eq!(&read.legal_moves(), legal, "{at}");
        }
        if self.all {
            make_and_unmake(position, legal, at);
        }
        position.moves_left()
    }
}

/// Unmaking restores everything.
fn make_and_unmake<G: Geometry>(position: &CommandPosition<G>, legal: &MoveList, at: &str) {
    let mut other = position.clone();
    let state = |position: &CommandPosition<G>| {
        let free: Vec<usize> = position.free_leaders().map(|square| square.index()).collect();
        let counts = (position.clock(), position.fullmove(), position.repetitions());
        (position.fen(), position.key(), free, position.moved(), position.moves_left(), counts)
    };
    let before = state(position);
    let pieces = || position.placement().pieces();
    for &mv in legal {
        let text = position.move_text(mv);
        other.make(mv);
        if other.at_turn_start() {
            assert_eq!(other.key(), other.fresh_key(), "{at}: {text}");
        }
        other.unmake(mv);
        assert_eq!(state(&other), before, "{at}: {text}");
        assert!(other.placement().pieces().eq(pieces()), "{at}: {text}");
        assert_eq!(other.movers(), position.movers(), "{at}: {text}");
    }
    assert_eq!(&other.legal_moves(), legal, "{at}");
    if position.at_turn_start() {
        other.make_null();
        assert_eq!(other.key(), other.fresh_key(), "{at}");
        other.unmake_null();
        assert_eq!(state(&other), before, "{at}");
    }
}

/// Keeps some moves to be tried in other positions.
fn remember(foreign: &mut Vec<Move>, moves: &MoveList, random: &mut Random) {
    foreign.extend(moves.iter().filter(|_| random.one_in(8)));
    let excess = foreign.len().saturating_sub(150);
    foreign.drain(..excess);
}

/// A random one of the actions that suit the taste, most of the time.
fn choose(game: &Game, legal: &MoveList, taste: Taste, random: &mut Random) -> Move {
    if random.one_in(if taste == Taste::Return { 40 } else { 4 }) {
        return *random.pick(legal);
    }
    let leaders = game.position().leaders(game.side_to_move());
    let suits = |mv: &Move| match taste {
        Taste::Anything => true,
        Taste::Captures => game.position().victim(*mv).is_some(),
        Taste::Leaders => leaders.contains(&game.position().squares(*mv).0),
        Taste::Return => {
            let is_back = |other: &Move| (other.from(), other.to()) == (mv.to(), mv.from());
            last_own_turn(game).iter().any(is_back)
        }
    };
    let mut suitable: Vec<Move> = legal.iter().copied().filter(suits).collect();
    if suitable.is_empty() && taste == Taste::Return {
        suitable.extend(legal.contains(&Move::END).then_some(Move::END));
    }
    if suitable.is_empty() { *random.pick(legal) } else { *random.pick(&suitable) }
}

/// The turn before this one of the side to move.
fn last_own_turn(game: &Game) -> Vec<Move> {
    let turns = game.turns_so_far();
    let begun = usize::from(!game.at_turn_start());
    let own = turns.len().checked_sub(2 + begun).map(|at| turns[at].to_vec());
    own.unwrap_or_default()
}

/// Counts the rules that occur in a position.
fn note(game: &Game, occurrences: &mut Occurrences) {
    let position = game.position();
    let legal = game.legal_moves();
    let mut met = vec!["action"];
    let start = position.moves_made() == 0;
    met.extend(start.then_some("start of a turn"));
    met.extend(legal.contains(&Move::END).then_some("end is possible"));
    met.extend(legal.iter().filter(|mv| mv.kind() == MoveKind::Exchange).map(|_| "exchange"));
    met.extend((position.moves_made() > 8).then_some("more than 8 moves a turn"));
    met.extend(match game.outcome() {
        Some(Outcome::Win(..)) => Some("win"),
        Some(Outcome::Draw(DrawReason::Stalemate)) => Some("stalemate"),
        Some(Outcome::Draw(DrawReason::Repetition(_))) => Some("repetition"),
        Some(Outcome::Draw(_)) => Some("100 turns"),
        None => None,
    });
    for rule in met {
        *occurrences.entry(rule).or_default() += 1;
    }
}
