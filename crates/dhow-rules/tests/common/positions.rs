//! Positions to test with: of any built-in game, from play or put together at random.

use dhow_rules::bitboard::SquareSet;
use dhow_rules::game::Game;
use dhow_rules::geometry::{Geometry, Layout12};
use dhow_rules::pieces::{Color, FamilySet, LineFamily, Piece};
use dhow_rules::position::Move;
use dhow_rules::square::Square;
use dhow_rules::variant::{BUILT_IN, Rules, Variant, find};
use once_cell::sync::Lazy;
use std::sync::Arc;

pub type Position = dhow_rules::position::Position<Layout12>;

/// The built-in games of one move a turn: all of them have Kings and are played on 12x12.
pub static ONE_MOVE_GAMES: Lazy<Vec<Arc<Variant>>> =
    Lazy::new(|| BUILT_IN.iter().filter(|game| game.command.is_none()).cloned().collect());

/// SplitMix64: the same numbers on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `times` times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// The compiled rules of a known game.
pub fn rules(variant: &Arc<Variant>) -> Arc<Rules<Layout12>> {
    Rules::of(variant).expect("a game")
}

pub fn variant(id: &str) -> &'static Arc<Variant> {
    find(id).unwrap_or_else(|| panic!("no variant {id}"))
}

pub fn position(id: &str, fen: &str) -> Position {
    Position::from_fen(rules(variant(id)), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The position of a game on 12x12.
pub fn of_game(game: &Game) -> &Position {
    game.position().downcast().expect("a game on 12x12")
}

pub fn square(name: &str) -> Square {
    match Layout12::parse_square(name) {
        Some((square, "")) => square,
        _ => panic!("no square {name}"),
    }
}

pub fn set(names: &str) -> <Layout12 as Geometry>::Set {
    names.split_whitespace().map(square).collect()
}

/// The texts of moves, sorted.
pub fn texts(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

pub fn legal_texts(position: &Position) -> Vec<String> {
    texts(position, &position.legal_moves())
}

/// Makes the moves given as texts.
pub fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text);
        let mv = mv.unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
        position.make(mv);
    }
}

/// The first field of a FEN of a board given from a1 upwards, `.` where it is empty.
pub fn placement_text<R: AsRef<[char]>>(board: &[R]) -> String {
    let rank_text = |rank: &R| {
        let mut text = String::new();
        for run in rank.as_ref().chunk_by(|a, b| *a == '.' && *b == '.') {
            match run[0] {
                '.' => text += &run.len().to_string(),
                letter => text.push(letter),
            }
        }
        text
    };
    board.iter().rev().map(rank_text).collect::<Vec<_>>().join("/")
}

/// A valid position of random pieces, found by rejection. Hoppers, sliders and bent sliders are more frequent than
/// other pieces, and stand near or in line with a King more often than chance would have it, because pins, screens and
/// double checks arise there.
pub fn random_position(random: &mut Random, rules: &Arc<Rules<Layout12>>) -> Position {
    loop {
        let fen = random_fen(random, rules);
        if let Ok(position) = Position::from_fen(rules.clone(), &fen) {
            return position;
        }
    }
}

fn random_fen(random: &mut Random, rules: &Rules<Layout12>) -> String {
    let mut board = [['.'; 12]; 12];
    let with_jumps = random.one_in(2);
    let kings: [(usize, usize); 2] = if with_jumps {
        let (white, black) = (random.below(4), random.below(4));
        [(5 + white % 2, white / 2), (5 + black % 2, 11 - black / 2)]
    } else {
        [(random.below(12), random.below(12)), (random.below(12), random.below(12))]
    };
    board[kings[0].1][kings[0].0] = 'K';
    board[kings[1].1][kings[1].0] = 'k';
    let pieces = match random.below(4) {
        0 => 1 + random.below(5),
        1 => 5 + random.below(10),
        2 => 10 + random.below(25),
        _ => 30 + random.below(50),
    };
    let letters = weighted_letters(rules);
    for _ in 0..pieces {
        let (file, rank) = random_square(random, kings);
        let letter = *random.pick(&letters);
        let black = random.one_in(2);
        let promoted = rank == if black { 0 } else { 11 };
        let promotes = rules.kind(letter).is_some_and(|kind| rules.promotes(kind));
        if board[rank][file] == '.' && !(promoted && promotes) {
            board[rank][file] = if black { letter.to_ascii_lowercase() } else { letter };
        }
    }
    let black_to_move = random.one_in(2);
    let en_passant = random_en_passant(random, &mut board, rules, black_to_move);
    let side = if black_to_move { 'b' } else { 'w' };
    let jump = if with_jumps { *random.pick(&["Kk", "K", "k", "-"]) } else { "-" };
    let clock = if random.one_in(8) { 94 + random.below(7) } else { random.below(60) };
    let fullmove = 1 + random.below(300);
    format!("{} {side} {jump} {en_passant} {clock} {fullmove}", placement_text(&board))
}

fn weighted_letters(rules: &Rules<Layout12>) -> Vec<char> {
    let mut letters = Vec::new();
    for kind in rules.kinds().filter(|&kind| kind != rules.king()) {
        let lines = rules.movement(kind).lines().all();
        let straight = |family| matches!(family, LineFamily::Rook | LineFamily::Bishop);
        let weight = if lines.families().any(LineFamily::hops) {
            4
        } else if !lines.families().all(straight) || rules.promotes(kind) {
            3
        } else if lines != FamilySet::default() {
            2
        } else {
            1
        };
        let letter = rules.letter(Piece::new(kind, Color::White)).plain();
        letters.extend(std::iter::repeat_n(letter, weight));
    }
    letters
}

/// Half of the time, a square from which a line piece could attack one of the Kings, or a square near it.
fn random_square(random: &mut Random, kings: [(usize, usize); 2]) -> (usize, usize) {
    let anywhere = (random.below(12), random.below(12));
    if random.one_in(2) {
        return anywhere;
    }
    let king = *random.pick(&kings);
    let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let (files, ranks) = *random.pick(&steps);
    let distance = 1 + random.below(7) as i32;
    let aside = random.below(7) as i32 / 5;
    let file = king.0 as i32 + files * distance + aside * ranks;
    let rank = king.1 as i32 + ranks * distance;
    let inside = (0..12).contains(&file) && (0..12).contains(&rank);
    if inside { (file as usize, rank as usize) } else { anywhere }
}

/// Sometimes a square that a piece of the side not to move may just have passed over, with a piece beside it that
/// captures there; otherwise `-`.
fn random_en_passant(
    random: &mut Random,
    board: &mut [[char; 12]; 12],
    rules: &Rules<Layout12>,
    black_to_move: bool,
) -> String {
    if !random.one_in(3) {
        return "-".into();
    }
    let mover = if black_to_move { Color::White } else { Color::Black };
    let forward: i32 = if black_to_move { 1 } else { -1 };
    let promoting: Vec<_> = rules.kinds().filter(|&k| rules.promotes(k)).collect();
    let mut found = Vec::new();
    for &kind in &promoting {
        let letter = rules.letter(Piece::new(kind, mover)).plain();
        for double in &rules.movement(kind).side(mover).double_steps {
            for from in double.sources {
                let (file, rank) = (Layout12::file(from), Layout12::rank(from) as i32);
                let (over, to) = (rank + forward, rank + 2 * forward);
                if !(1..11).contains(&to) {
                    continue;
                }
                let at = |rank: i32| board[rank as usize][file];
                if (at(rank), at(over)) == ('.', '.') && (at(to) == letter || at(to) == '.') {
                    found.push((file, over as usize, to as usize, letter));
                }
            }
        }
    }
    if found.is_empty() {
        return "-".into();
    }
    let &(file, over, to, letter) = random.pick(&found);
    board[to][file] = letter;
    let capturer = *random.pick(rules.en_passant_capturers());
    let capturer = rules.letter(Piece::new(capturer, !mover)).plain();
    for beside in [file.wrapping_sub(1), file + 1] {
        if beside < 12 && board[to][beside] == '.' && random.one_in(2) {
            board[to][beside] = capturer;
        }
    }
    Layout12::name(Layout12::square(file as i32, over as i32).expect("a square of the board"))
}

/// Whether a piece that hops gives check.
pub fn checked_by_hopper(position: &Position) -> bool {
    let rules = position.rules();
    position.checkers().into_iter().any(|from| {
        position.on(from).is_some_and(|piece| {
            rules.movement(piece.kind()).lines().all().families().any(LineFamily::hops)
        })
    })
}

pub fn is_double_check(position: &Position) -> bool {
    position.checkers().has_many()
}
