//! Finds the wins and parries of `mate-data/leaders.epd` in games that the engine played against
//! itself.
//!
//! `find_wins TURNS STEP GAMES.dat...` reads files of `dhow datagen` with games with leaders, and looks at the last
//! TURNS turns of each game, and at thinner versions of every STEPth position, in which some leaders are missing. It
//! proves each problem by trying every turn. It writes each problem to stderr at once, and all to stdout at the end.
//! The same games give the same problems.

#[path = "../tests/common/leader_suite.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
#[allow(clippy::disallowed_methods, reason = "a tool of the project")]
mod leader_suite;

use dhow::game::{Game, Turn};
use dhow::pieces::{Color, Letter};
use dhow::position::Move;
use dhow::proof::{TooMany, TurnProof, TurnShare};
use dhow::search::{Engine, Limits};
use dhow::square::Coordinates;
use dhow::training::GameFile;
use dhow::variant::{VARIANTS, piece_placement};
use fastrand::Rng;
use leader_suite::{Goal, Problem};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

/// Thinner versions of each position.
const VERSIONS: usize = 2;
/// One in this number of thinner versions gets a Leader2.
const SELDOM: u32 = 6;
/// The most leaders that the side to move keeps in a thinner version.
const MOST_LEADERS: usize = 8;
/// The most activations of a side whose turns are all tried.
const FEW_MOVES: usize = 3;
/// States of turns that one question to the proof may visit.
const STATES: u64 = 10_000;
/// States for the proof of a win in two turns, and for a count of parries.
const MANY_STATES: u64 = 300_000;
/// Nodes for the search of a turn that may win in two.
const NODES: u64 = 10_000;
/// The same for turns with many moves: enough to try all turns that win with one supporting move.
const FEW_STATES: u64 = 1_000;
/// Positions after more turns than this without a capture are left out: the limit would be near.
const HIGHEST_CLOCK: u16 = 90;
/// A parry is a problem if at most one in this number of turns is one.
const RARE: usize = 3;

/// A class of similar problems: with the same goal, number of leaders, and number of moves of a win that capture no
/// leader.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Cell {
    goal: char,
    leaders: usize,
    support: usize,
}

impl Cell {
    fn of(problem: &Problem) -> Self {
        let [own, enemy] = problem.leaders();
        let support = problem.support().unwrap_or(0).min(2);
        match problem.goal {
            Goal::Win { turns: 1, .. } => Self { goal: '1', leaders: enemy.min(4), support },
            Goal::Win { .. } => Self { goal: '2', leaders: enemy.min(3), support },
            Goal::Parry(_) => Self { goal: 'p', leaders: own.min(3), support },
        }
    }

    /// The number of problems wanted in the class.
    fn room(self) -> usize {
        match (self.goal, self.support) {
            ('1', 0) => 2,
            _ => 4,
        }
    }
}

/// The start of a turn in a game.
struct Place {
    /// The index of the file, and the number of the game in it.
    source: (usize, u32),
    /// The number of the turn in it, from 1.
    turn: usize,
    /// Whether it is one of the last turns of the game.
    late: bool,
    game: Game,
}

/// The problems of one game, or of one choice of its options.
#[derive(Default)]
struct Found {
    problems: Vec<Problem>,
    held: HashMap<Cell, usize>,
    /// The games and classes of the problems: each game gives each class one problem.
    used: HashSet<((usize, u32), Cell)>,
}

impl Found {
    fn has_room(&self, cell: Cell, place: &Place) -> bool {
        self.held.get(&cell).is_none_or(|&held| held < cell.room())
            && !self.used.contains(&(place.source, cell))
    }

    fn add(&mut self, problem: Problem, place: &Place) {
        let cell = Cell::of(&problem);
        if self.has_room(cell, place) {
            *self.held.entry(cell).or_default() += 1;
            self.used.insert((place.source, cell));
            eprintln!("{problem}");
            self.problems.push(problem);
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse::<usize>().ok());
    let (Some(turns), Some(step @ 1..), Some(files)) = (number(0), number(1), arguments.get(2..))
    else {
        eprintln!("usage: find_wins TURNS STEP GAMES.dat...");
        std::process::exit(2);
    };
    let mut places: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for (number, file) in files.iter().enumerate() {
        let read = GameFile::read(Path::new(file), &VARIANTS, |variant, record| {
            let places = places.entry(leader_suite::name(variant)).or_default();
            let (source, mut turn, before) = ((number, record.number), 0, places.len());
            record.replay(variant, |game, _, _| {
                if game.at_turn_start() {
                    turn += 1;
                    let game = Game::from_fen(variant, &game.fen()).expect("a position of a game");
                    places.push(Place { source, turn, late: false, game });
                }
            })?;
            places[before..].iter_mut().rev().take(turns).for_each(|place| place.late = true);
            Ok(())
        });
        match read {
            Ok(read) => println!("# {number}: {}", read.settings),
            Err(error) => {
                eprintln!("{file}: {error}");
                std::process::exit(2)
            }
        }
    }
    for (name, mut places) in places {
        places.sort_by_key(|place| (place.source, Reverse(place.turn)));
        let found = find(&places, step);
        eprintln!("{name}: {} of {} positions", found.len(), places.len());
        println!();
        found.iter().for_each(|problem| println!("{problem}"));
    }
}

/// The problems of one game: those of the played positions before those of thinner versions.
fn find(places: &[Place], step: usize) -> Vec<Problem> {
    let mut engine = Engine::new();
    engine.set_hash(4).expect("4 MiB");
    let mut found = Found::default();
    for place in places.iter().filter(|place| place.late) {
        look_at(&mut engine, place, &place.game, "", &mut found);
    }
    for place in places.iter().step_by(step) {
        let (file, number) = place.source;
        let seed = (file as u64) << 48 | u64::from(number) << 16 | place.turn as u64;
        let mut random = Rng::with_seed(seed);
        for _ in 0..VERSIONS {
            for attacks in [true, false] {
                if let Some(game) = thinned(&place.game, attacks, &mut random) {
                    look_at(&mut engine, place, &game, " thinned", &mut found);
                }
                if let Some(game) = with_leader2(&place.game, &mut random) {
                    look_at(&mut engine, place, &game, " with Leader2", &mut found);
                }
            }
        }
    }
    found.problems.sort_by_key(|problem| match problem.goal {
        Goal::Win { turns, .. } => (turns, problem.leaders()[1], problem.support()),
        Goal::Parry(_) => (3, problem.leaders()[0], None),
    });
    found.problems
}

/// The position with fewer leaders; `None` if none would be missing. One side, the side to move if it `attacks` and
/// otherwise the other, keeps a few of its leaders. The enemy keeps those that this side could capture singly if it
/// were its turn, or, if it could capture none, a few of them.
fn thinned(game: &Game, attacks: bool, random: &mut Rng) -> Option<Game> {
    let mover = game.side_to_move();
    let side = if attacks { mover } else { !mover };
    let most = random.usize(1..=if attacks { MOST_LEADERS } else { FEW_MOVES });
    let mut own = game.position().leaders(side);
    let mut enemy = game.position().leaders(!side);
    random.shuffle(&mut own);
    random.shuffle(&mut enemy);
    let mut gone = own.split_off(own.len().min(most));
    let mut stay = Vec::new();
    for &leader in &enemy {
        let others = enemy.iter().copied().filter(|&other| other != leader);
        let gone: Vec<Coordinates> = gone.iter().copied().chain(others).collect();
        let alone = with_side(game, side, &gone)?;
        let mut position = alone.position().clone();
        let win = TurnProof::with_limit(FEW_STATES).win_in_1(&mut *position);
        if win.is_ok_and(|win| win.is_some()) && stay.len() < own.len() {
            stay.push(leader);
        }
    }
    if stay.is_empty() {
        stay.extend_from_slice(&enemy[..enemy.len().min(random.usize(1..=FEW_MOVES))]);
    }
    gone.extend(enemy.into_iter().filter(|leader| !stay.contains(leader)));
    if gone.is_empty() { None } else { with_side(game, mover, &gone) }
}

/// For a few positions of games that have a Leader2: the position with a Leader2 in place of one leader of each side.
fn with_leader2(game: &Game, random: &mut Rng) -> Option<Game> {
    let leaders = Color::ALL.map(|color| game.position().leaders(color));
    let few = leaders.iter().all(|leaders| leaders.len() < FEW_MOVES);
    if random.u32(..SELDOM) > 0
        || !few
        || game.variant().pieces.iter().all(|piece| piece.letter != 'D')
    {
        return None;
    }
    let chosen: Vec<Coordinates> =
        leaders.iter().filter_map(|leaders| random.choice(leaders)).copied().collect();
    changed(game, game.side_to_move(), |square, letter| {
        let other = if letter == 'C' { 'D' } else { 'd' }.into();
        Some(if chosen.contains(&square) { other } else { letter })
    })
}

/// The position without some pieces, and with this side to move.
fn with_side(game: &Game, side: Color, gone: &[Coordinates]) -> Option<Game> {
    changed(game, side, |square, letter| (!gone.contains(&square)).then_some(letter))
}

/// The position with other pieces on the squares where pieces stand, and with this side to move.
fn changed(
    game: &Game,
    side: Color,
    change: impl Fn(Coordinates, Letter) -> Option<Letter>,
) -> Option<Game> {
    let (variant, position) = (game.variant(), game.position());
    let placement = piece_placement::write(variant.files, variant.ranks, |square| {
        position.on(square).and_then(|piece| change(square, position.letter(piece)))
    });
    let side = if side == Color::White { 'w' } else { 'b' };
    let (clock, number) = (position.halfmove_clock(), position.fullmove());
    Game::from_fen(variant, &format!("{placement} {side} - - {clock} {number}")).ok()
}

fn look_at(engine: &mut Engine, place: &Place, game: &Game, version: &str, found: &mut Found) {
    if game.outcome().is_some() || game.position().halfmove_clock() > HIGHEST_CLOCK {
        return;
    }
    let (file, number) = place.source;
    let origin = format!("file {file} game {number} turn {}{version}", place.turn);
    // Positions with too many turns to try are skipped.
    if let Ok(Some(goal)) = goal(engine, place, game, found) {
        found.add(Problem { game: game.clone(), goal, origin }, place);
    }
}

/// The proven goal of a position; `None` without a proof, or without room for it.
fn goal(
    engine: &mut Engine,
    place: &Place,
    game: &Game,
    found: &Found,
) -> Result<Option<Goal>, TooMany> {
    let mut position = game.position().clone();
    let moves = position.moves_left();
    let states = if moves > FEW_MOVES + 1 { FEW_STATES } else { STATES };
    let win = TurnProof::with_limit(states).shortest_win(&mut *position)?;
    if let Some((turn, _)) = win {
        return Ok(Some(Goal::Win { turns: 1, turn: whole(turn) }));
    }
    let side = game.side_to_move();
    let [own, enemy] = [side, !side].map(|side| game.position().leaders(side).len());
    let wanted = |goal, leaders: usize| {
        found.has_room(Cell { goal, leaders: leaders.min(3), support: 0 }, place)
    };
    if wanted('2', enemy)
        && moves <= FEW_MOVES + 1
        && let Some(turn) = win_in_2(engine, game, place.late)?
    {
        return Ok(Some(Goal::Win { turns: 2, turn: whole(turn) }));
    }
    if wanted('p', own)
        && moves <= FEW_MOVES
        && let Some(flipped) = with_side(game, !side, &[])
    {
        let mut other = flipped.position().clone();
        if TurnProof::with_limit(STATES).win_in_1(&mut *other)?.is_some() {
            let share = TurnProof::with_limit(MANY_STATES).parries(&mut *position)?;
            let TurnShare { good, all } = share;
            if good > 0 && good * RARE <= all {
                return Ok(Some(Goal::Parry(share)));
            }
        }
    }
    Ok(None)
}

fn whole(moves: Vec<Move>) -> Turn {
    Turn::new(moves).expect("a turn that wins has moves")
}

/// A turn that wins in two: the engine's, or any, near the `end` of a game, where a side has few turns.
fn win_in_2(engine: &mut Engine, game: &Game, end: bool) -> Result<Option<Vec<Move>>, TooMany> {
    let mut position = game.position().clone();
    let mut proof = TurnProof::with_limit(MANY_STATES);
    if end && position.moves_left() <= 2 {
        return proof.win_in_2(&mut *position);
    }
    engine.clear();
    let limits = Limits { mate: Some(2), nodes: Some(NODES), ..Limits::default() };
    let summary = engine.search(game, limits);
    if summary.score.mate_in_moves() != Some(2) {
        return Ok(None);
    }
    let turn = summary.turn.as_deref().unwrap_or_default();
    let wins = proof.wins_by(&mut *position, turn)?;
    Ok(wins.then(|| turn.to_vec()))
}
