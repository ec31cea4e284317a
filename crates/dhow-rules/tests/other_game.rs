//! A game of pieces that no built-in game has, described as data only: the engine plays it as a
//! model written here square by square does.

use crate::common::counting::plain_perft;
use crate::common::positions::{
    self, ONE_MOVE_GAMES, Position, Random, legal_texts, placement_text, random_position, rules,
};
use crate::common::sampler::{SAMPLER, officer};
use dhow_rules::betza::Notation;
use dhow_rules::geometry::Layout12;
use dhow_rules::movegen::{Constraints, MoveList, Wanted};
use dhow_rules::perft::perft;
use dhow_rules::pieces::{CompileError, Letter};
use dhow_rules::position::MoveKind;
use dhow_rules::variant::{PieceDef, Role, Rules, RulesError, Variant};
use once_cell::sync::Lazy;
use std::sync::Arc;

/// The Sampler with pieces that go in two legs in place of some others.
static TWO_LEGGED: Lazy<Arc<Variant>> = Lazy::new(|| {
    let mut variant = Variant::clone(&SAMPLER);
    variant.id = "two-legged".into();
    for (old, new, betza) in [
        ('C', 'R', "K[K-K]"),
        ('E', 'V', "WD[W-fD][D-fW]"),
        ('F', 'Y', "FA[F-fA][A-fF][A-fA]"),
        ('H', 'Z', "WD[W-fD][D-fW][D-fD]"),
    ] {
        let piece = variant.pieces.iter_mut().find(|piece| piece.letter == old);
        *piece.expect("a piece of the Sampler") = officer(new, betza);
        let small = |letter: char| letter.to_ascii_lowercase().to_string();
        variant.start = variant.start.replace(old, &new.to_string());
        variant.start = variant.start.replace(&small(old), &small(new));
    }
    Arc::new(variant)
});

fn sampler() -> Arc<Rules<Layout12>> {
    Rules::of(&SAMPLER).unwrap_or_else(|error| panic!("{error}"))
}

type Place = (i32, i32);

const ORTHOGONAL: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Place; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn all_eight() -> Vec<Place> {
    [ORTHOGONAL, DIAGONAL].concat()
}

fn times(steps: &[Place], factor: i32) -> Vec<Place> {
    steps.iter().map(|&(files, ranks)| (files * factor, ranks * factor)).collect()
}

/// The Sampler on a plain board. A move is legal when the King cannot be captured after it.
#[derive(Clone)]
struct Model {
    board: [[char; 12]; 12],
    white: bool,
    /// The square that a sideways double step just passed over, and where the piece ended.
    passed: Option<(Place, Place)>,
}

#[derive(Clone, Copy, PartialEq)]
struct Step {
    from: Place,
    to: Place,
    captures_en_passant: bool,
    passes: Option<Place>,
}

/// Whether a movement may end on empty squares and whether on enemy pieces.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    Quiet,
    Capture,
    Both,
}
use Ends::{Both, Capture, Quiet};

fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn place(name: &str) -> Place {
    (name.as_bytes()[0] as i32 - 'a' as i32, name[1..].parse::<i32>().expect("a rank") - 1)
}

impl Model {
    fn of(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [['.'; 12]; 12];
        for (row, text) in fields[0].split('/').enumerate() {
            let (mut file, mut empties) = (0, 0);
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(digit) => empties = empties * 10 + digit as usize,
                    None => {
                        file += empties;
                        empties = 0;
                        board[11 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let mut model = Self { board, white: fields[1] == "w", passed: None };
        if fields[3] != "-" {
            let (file, rank) = place(fields[3]);
            let enemy = if model.white { 'j' } else { 'J' };
            let ends = [-1, 1].map(|side| (file + side, rank));
            let mut to = ends.into_iter().filter(|&end| model.at(end) == Some(enemy));
            model.passed = to.next().map(|to| ((file, rank), to));
        }
        model
    }

    /// What stands on a square: `.` if nothing, `None` off the board.
    fn at(&self, (file, rank): Place) -> Option<char> {
        let inside = (0..12).contains(&file) && (0..12).contains(&rank);
        inside.then(|| self.board[rank as usize][file as usize])
    }

    fn set(&mut self, (file, rank): Place, letter: char) {
        self.board[rank as usize][file as usize] = letter;
    }

    /// Every way the piece on `from` goes, the capture of a King included.
    fn steps(&self, from: Place) -> Vec<Step> {
        let letter = self.at(from).expect("a square of the board");
        let white = letter.is_ascii_uppercase();
        let view = |steps: &[Place]| -> Vec<Place> {
            steps
                .iter()
                .map(|&(files, ranks)| (files, if white { ranks } else { -ranks }))
                .collect()
        };
        let mut ends = Vec::new();
        let mut walk = Walk { model: self, from, white, ends: &mut ends };
        match letter.to_ascii_uppercase() {
            'K' => walk.leap(&all_eight(), Both),
            'P' => {
                walk.leap(&view(&[(0, 1)]), Quiet);
                walk.leap(&view(&[(1, 1), (-1, 1)]), Capture);
            }
            'J' => {
                walk.leap(&view(&[(0, 1)]), Quiet);
                walk.leap(&view(&[(1, 1), (-1, 1)]), Capture);
            }
            'T' => {
                walk.leap(&view(&[(1, 1), (-1, 1)]), Quiet);
                walk.leap(&view(&[(0, 1)]), Capture);
            }
            'I' => walk.leap(&[ORTHOGONAL.to_vec(), times(&DIAGONAL, 2)].concat(), Both),
            'A' => walk.slide(&ORTHOGONAL, 4, Both),
            'B' => {
                walk.slide(&DIAGONAL, 4, Both);
                walk.leap(&times(&ORTHOGONAL, 2), Both);
            }
            'C' => {
                walk.slide(&ORTHOGONAL, 4, Both);
                walk.leap(&times(&DIAGONAL, 2), Both);
            }
            'D' => walk.slide(&KNIGHT, 12, Both),
            'E' => {
                walk.slide(&ORTHOGONAL, 12, Quiet);
                walk.hop(&ORTHOGONAL, 12, Capture);
            }
            'F' => {
                walk.slide(&view(&[(0, 1)]), 12, Both);
                walk.slide(&view(&[(1, -1), (-1, -1)]), 12, Both);
            }
            'G' => walk.lame(&ORTHOGONAL.map(|(x, y)| ((x, y), (2 * x, 2 * y)))),
            'H' => walk.lame(&KNIGHT.map(|(x, y)| ((x / 2, y / 2), (x, y)))),
            'L' => {
                walk.slide(&all_eight(), 3, Quiet);
                walk.hop(&all_eight(), 3, Capture);
            }
            'M' => {
                walk.leap(&ORTHOGONAL, Quiet);
                walk.hop(&ORTHOGONAL, 4, Capture);
            }
            'N' => walk.hop(&DIAGONAL, 12, Both),
            'O' => {
                walk.slide(&ORTHOGONAL, 12, Both);
                walk.hop(&ORTHOGONAL, 12, Both);
            }
            'Q' => walk.slide(&all_eight(), 12, Both),
            'R' => {
                walk.leap(&all_eight(), Both);
                for (x, y) in all_eight() {
                    let second = all_eight().into_iter().filter(|&step| step != (-x, -y));
                    let legs = second.map(|(files, ranks)| ((x, y), (x + files, y + ranks)));
                    walk.lame(&legs.collect::<Vec<_>>());
                }
            }
            'S' => walk.bent(&DIAGONAL, Both),
            'U' => {
                walk.leap(&ORTHOGONAL, Quiet);
                walk.bent(&ORTHOGONAL, Capture);
            }
            'V' => walk.parts(&ORTHOGONAL, &[(1, 2), (2, 1)]),
            'W' => {
                walk.leap(&ORTHOGONAL, Both);
                if from.1 == if white { 1 } else { 10 } {
                    walk.leap(&times(&ORTHOGONAL, 3), Quiet);
                }
            }
            'X' => {
                walk.leap(&ORTHOGONAL, Both);
                walk.bent(&DIAGONAL, Quiet);
            }
            'Y' => walk.parts(&DIAGONAL, &[(1, 2), (2, 1), (2, 2)]),
            'Z' => walk.parts(&ORTHOGONAL, &[(1, 2), (2, 1), (2, 2)]),
            other => panic!("no piece {other}"),
        }
        let plain = |to| Step { from, to, captures_en_passant: false, passes: None };
        let mut steps: Vec<Step> = Vec::new();
        for step in ends.into_iter().map(plain) {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        if letter.eq_ignore_ascii_case(&'J') {
            for side in [-1, 1] {
                let (over, to) = ((from.0 + side, from.1), (from.0 + 2 * side, from.1));
                if (self.at(over), self.at(to)) == (Some('.'), Some('.')) {
                    steps.push(Step { passes: Some(over), ..plain(to) });
                }
            }
        }
        if let Some((over, _)) = self.passed.filter(|_| white == self.white) {
            let forward = if white { 1 } else { -1 };
            let captures = match letter.to_ascii_uppercase() {
                'P' => (over.0 - from.0).abs() == 1 && over.1 - from.1 == forward,
                'T' => over.0 == from.0 && over.1 - from.1 == forward,
                _ => false,
            };
            if captures {
                steps.retain(|step| step.to != over);
                steps.push(Step { captures_en_passant: true, ..plain(over) });
            }
        }
        steps
    }

    fn squares() -> impl Iterator<Item = Place> {
        (0..144).map(|index| (index % 12, index / 12))
    }

    fn pieces(&self, white: bool) -> impl Iterator<Item = Place> {
        Self::squares().filter(move |&at| {
            self.at(at).is_some_and(|c| c != '.' && c.is_ascii_uppercase() == white)
        })
    }

    /// Whether the King of this side can be captured.
    fn king_hangs(&self, white: bool) -> bool {
        let king = Some(if white { 'K' } else { 'k' });
        self.pieces(!white)
            .any(|from| self.steps(from).into_iter().any(|step| self.at(step.to) == king))
    }

    fn after(&self, step: Step, promotion: Option<char>) -> Self {
        let mut next = self.clone();
        let letter = self.at(step.from).expect("a square of the board");
        let placed = match promotion {
            Some(promotion) if self.white => promotion.to_ascii_uppercase(),
            Some(promotion) => promotion.to_ascii_lowercase(),
            None => letter,
        };
        next.set(step.from, '.');
        next.set(step.to, placed);
        if let Some((_, victim)) = self.passed.filter(|_| step.captures_en_passant) {
            next.set(victim, '.');
        }
        next.white = !self.white;
        next.passed = step.passes.map(|over| (over, step.to));
        next
    }

    /// The legal moves with the positions after them, sorted by their texts.
    fn legal(&self) -> Vec<(String, Model)> {
        let last = if self.white { 11 } else { 0 };
        let mut legal = Vec::new();
        for from in self.pieces(self.white) {
            let letter = self.at(from).expect("a square of the board").to_ascii_uppercase();
            for step in self.steps(from) {
                let promotions = match letter {
                    _ if step.to.1 != last => "-",
                    'P' | 'J' | 'I' => "qda",
                    'T' => "q",
                    'A' => "x",
                    'M' => "an",
                    _ => "-",
                };
                for promotion in promotions.chars() {
                    let promotion = Some(promotion).filter(|&promotion| promotion != '-');
                    let next = self.after(step, promotion);
                    if !next.king_hangs(self.white) {
                        let text = name(step.from) + &name(step.to);
                        legal.push((text + &promotion.map_or("".into(), String::from), next));
                    }
                }
            }
        }
        legal.sort_by(|(a, _), (b, _)| a.cmp(b));
        legal
    }
}

/// Collects the squares where one piece may end.
struct Walk<'a> {
    model: &'a Model,
    from: Place,
    white: bool,
    ends: &'a mut Vec<Place>,
}

impl Walk<'_> {
    /// Ends on a square if it may; whether the square is empty.
    fn end(&mut self, to: Place, ends: Ends) -> bool {
        match self.model.at(to) {
            None => false,
            Some('.') => {
                self.ends.extend((ends != Capture).then_some(to));
                true
            }
            Some(letter) => {
                let enemy = letter.is_ascii_uppercase() != self.white;
                self.ends.extend((enemy && ends != Quiet).then_some(to));
                false
            }
        }
    }

    fn leap(&mut self, steps: &[Place], ends: Ends) {
        for &(files, ranks) in steps {
            self.end((self.from.0 + files, self.from.1 + ranks), ends);
        }
    }

    fn slide(&mut self, steps: &[Place], range: i32, ends: Ends) {
        for &(files, ranks) in steps {
            let at = |far: i32| (self.from.0 + far * files, self.from.1 + far * ranks);
            let path: Vec<Place> = (1..=range).map(at).collect();
            for to in path {
                if !self.end(to, ends) {
                    break;
                }
            }
        }
    }

    fn hop(&mut self, steps: &[Place], range: i32, ends: Ends) {
        for &(files, ranks) in steps {
            let at = |far: i32| (self.from.0 + far * files, self.from.1 + far * ranks);
            let path: Vec<Place> = (1..=range).map(at).collect();
            let screen = path.iter().position(|&square| self.model.at(square) != Some('.'));
            let Some(screen) = screen.filter(|&i| self.model.at(path[i]).is_some()) else {
                continue;
            };
            for &to in &path[screen + 1..] {
                if !self.end(to, ends) {
                    break;
                }
            }
        }
    }

    fn lame(&mut self, legs: &[(Place, Place)]) {
        for &((x, y), to) in legs {
            if self.model.at((self.from.0 + x, self.from.1 + y)) == Some('.') {
                self.leap(&[to], Both);
            }
        }
    }

    /// A step of one or a leap of two, or two of these in one direction.
    fn parts(&mut self, directions: &[Place], pairs: &[(i32, i32)]) {
        self.leap(directions, Both);
        self.leap(&times(directions, 2), Both);
        for &(first, second) in pairs {
            let (over, to) = (times(directions, first), times(directions, first + second));
            self.lame(&over.into_iter().zip(to).collect::<Vec<_>>());
        }
    }

    /// A step to an empty square, where it may not end, then outward.
    fn bent(&mut self, firsts: &[Place], ends: Ends) {
        for &(x, y) in firsts {
            let bend = (self.from.0 + x, self.from.1 + y);
            if self.model.at(bend) != Some('.') {
                continue;
            }
            let outward = match (x, y) {
                (0, _) => [(-1, y), (1, y)],
                (_, 0) => [(x, -1), (x, 1)],
                _ => [(x, 0), (0, y)],
            };
            for (files, ranks) in outward {
                let mut to = (bend.0 + files, bend.1 + ranks);
                while self.end(to, ends) {
                    to = (to.0 + files, to.1 + ranks);
                }
            }
        }
    }
}

/// How often each rare rule was seen.
#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    checks: usize,
    en_passant: usize,
    promotions: usize,
    initial: usize,
}

fn compare(position: &mut Position, model: &Model, seen: &mut Seen) {
    let fen = position.fen();
    let legal = model.legal();
    let expected: Vec<&String> = legal.iter().map(|(text, _)| text).collect();
    let ours = legal_texts(position);
    assert_eq!(ours.iter().collect::<Vec<_>>(), expected, "{fen}");
    assert_eq!(position.in_check(), model.king_hangs(model.white), "{fen}");
    assert_eq!(position.count_legal_moves(), legal.len() as u64, "{fen}");
    let mut halves = MoveList::new();
    position.add_legal_moves(Wanted::Tactical, &mut halves);
    position.add_legal_moves(Wanted::Quiet, &mut halves);
    assert_eq!(positions::texts(position, &halves), ours, "{fen}");
    let key = position.key();
    for mv in position.legal_moves() {
        let text = position.move_text(mv);
        assert!(position.is_legal(mv, &Constraints::new(position)), "{fen} {text}");
        let (_, next) = legal.iter().find(|(found, _)| *found == text).expect("a move of both");
        position.make(mv);
        assert_eq!(position.placement_text(), placement_text(&next.board), "{fen} {text}");
        assert_eq!(position.key(), position.fresh_key(), "{fen} {text}");
        position.unmake(mv);
        assert_eq!(position.key(), key, "{fen} {text}");
        seen.en_passant += (mv.kind() == MoveKind::EnPassant) as usize;
        seen.promotions += mv.promotion().is_some() as usize;
        let steps = mv.from().index().abs_diff(mv.to().index());
        let letter = position.on(mv.from()).map(|piece| position.rules().letter(piece).plain());
        seen.initial += (letter == Some('W') && steps == 3) as usize;
    }
    assert_eq!(position.fen(), fen);
    if position.halfmove_clock() <= 100 {
        let read = Position::from_fen(position.shared_rules(), &fen).map(|read| read.fen());
        assert_eq!(read.as_deref(), Ok(&fen[..]));
    }
    seen.positions += 1;
    seen.checks += position.in_check() as usize;
}

/// A random position without Pawns on their first rank, which no Pawn of this game can reach.
fn reachable(random: &mut Random, rules: &Arc<Rules<Layout12>>) -> Position {
    loop {
        let position = random_position(random, rules);
        let text = position.placement_text();
        let (Some((last, _)), Some((_, first))) = (text.split_once('/'), text.rsplit_once('/'))
        else {
            panic!("twelve ranks");
        };
        if !first.contains(['P', 'J', 'T']) && !last.contains(['p', 'j', 't']) {
            return position;
        }
    }
}

#[test]
fn pieces_of_another_game_move_as_the_model_says() {
    let seen = compare_games(&sampler(), 450);
    let enough = seen.positions > 1800
        && seen.checks > 100
        && seen.en_passant > 30
        && seen.promotions > 500
        && seen.initial > 50;
    assert!(enough, "{seen:?}");
}

#[test]
fn pieces_of_two_legs_move_check_and_pin_as_the_model_says() {
    let rules = Rules::of(&TWO_LEGGED).unwrap_or_else(|error| panic!("{error}"));
    let seen = compare_games(&rules, 300);
    assert!(seen.positions > 1200 && seen.checks > 70, "{seen:?}");
}

/// Compares engine and model in some games, most of them short and from random positions.
fn compare_games(rules: &Arc<Rules<Layout12>>, rounds: usize) -> Seen {
    let (mut random, mut seen) = (Random::new(21), Seen::default());
    for round in 0..rounds {
        let (mut position, plies) = if round % 30 == 0 {
            (Position::start(rules.clone()).expect("a start array"), 60)
        } else {
            (reachable(&mut random, rules), 5)
        };
        let mut model = Model::of(&position.fen());
        for _ in 0..plies {
            compare(&mut position, &model, &mut seen);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Sideways double steps that can be captured en passant are rare, so they are preferred.
            let offers = |position: &mut Position, mv| {
                position.make(mv);
                let offered = position.en_passant().is_some();
                position.unmake(mv);
                offered
            };
            let offering: Vec<_> =
                moves.iter().copied().filter(|&mv| offers(&mut position, mv)).collect();
            let choices = if offering.is_empty() { &moves[..] } else { &offering[..] };
            let mv = *random.pick(choices);
            let text = position.move_text(mv);
            let found = model.legal().into_iter().find(|(found, _)| *found == text);
            model = found.expect("a move of both").1;
            position.make(mv);
        }
    }
    seen
}

#[test]
fn counting_leaves_of_another_game_agrees_with_making_them() {
    let rules = sampler();
    let mut random = Random::new(22);
    let mut start = Position::start(rules.clone()).expect("a start array");
    assert_eq!(perft(&mut start, 2), plain_perft(&mut start, 2));
    assert_eq!(start.fen(), SAMPLER.start);
    for _ in 0..40 {
        let mut position = random_position(&mut random, &rules);
        let fen = position.fen();
        assert_eq!(perft(&mut position, 2), plain_perft(&mut position, 2), "{fen}");
        assert_eq!(position.fen(), fen);
        assert_eq!(Position::from_fen(rules.clone(), &fen).map(|again| again.fen()), Ok(fen));
    }
}

/// Moves from one square of a board with little on it, worked out by hand.
#[test]
fn pieces_of_another_game_move_as_worked_out_by_hand() {
    // White pieces on f6, black Pawns on f9 and h6, a white one on d4, the Kings out of the way.
    let cases = [
        ('A', "f7 f8 f9 f5 f4 f3 f2 e6 d6 c6 b6 g6 h6"),
        ('B', "e7 d8 c9 b10 g7 h8 i9 j10 e5 g5 h4 i3 j2 f8 f4 d6 h6"),
        ('D', "g8 h10 i12 h7 j8 l9 h5 j4 l3 g4 h2 e4 d2 d5 b4 d7 b8 e8 d10 c12"),
        ('E', "f7 f8 f5 f4 f3 f2 f1 e6 d6 c6 b6 a6 g6"),
        ('F', "f7 f8 f9 e5 g5 h4 i3 j2 k1"),
        ('G', "f8 d6 f4 h6"),
        ('H', "g8 e8 h7 h5 g4 e4 d7 d5"),
        ('N', "c3 b2 a1"),
        ('W', "f7 g6 f5 e6"),
    ];
    for (letter, targets) in cases {
        let ranks = format!("5p6/12/12/5{letter}1p4/12/3P8/12/12/12");
        let fen = format!("k11/12/12/{ranks} w - - 0 1").replace("/12 w", "/11K w");
        let position = Position::from_fen(sampler(), &fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let mut expected: Vec<String> =
            targets.split(' ').map(|target| format!("f6{target}")).collect();
        expected.sort();
        let mut found = legal_texts(&position);
        found.retain(|text| text.starts_with("f6"));
        assert_eq!(found, expected, "{letter} in {fen}");
    }
}

#[test]
fn a_piece_that_reaches_a_square_in_two_ways_attacks_it() {
    let mut variant = Variant::clone(&SAMPLER);
    variant.pieces[21].betza = Notation::known("BA");
    let rules = Rules::of(&Arc::new(variant)).expect("a game");
    let fen = "k11/12/12/12/12/12/12/12/12/7x4/12/5K6 w - - 0 1";
    let position = Position::from_fen(rules, fen).expect("a position");
    assert!(position.in_check());
    assert_eq!(legal_texts(&position), ["f1e1", "f1e2", "f1f2", "f1g1"]);
}

/// Compiles the Sampler after a change.
fn compile(change: impl FnOnce(&mut Variant)) -> Result<(), RulesError> {
    let mut variant = Variant::clone(&SAMPLER);
    change(&mut variant);
    Rules::<Layout12>::compile(&Arc::new(variant)).map(|_| ())
}

#[test]
fn contradictory_descriptions_are_refused_with_the_reason() {
    let with = |betza: &str| compile(|variant| variant.pieces[21].betza = Notation::known(betza));
    let error = |result: Result<(), RulesError>| result.expect_err("a contradiction").to_string();
    assert_eq!(compile(|_| ()), Ok(()));
    assert_eq!(error(with("iW")), "piece X: `iW`: an initial move must not capture");
    let movement = |error| Err(RulesError::Movement { letter: 'X'.into(), error });
    assert_eq!(with("icR"), movement(CompileError::Initial("icR".into())));
    assert_eq!(with("ceR"), movement(CompileError::EnPassant("ceR".into())));
    let royal = compile(|variant| variant.pieces[0].betza = Notation::known("KfmnD"));
    let reason =
        RulesError::Movement { letter: 'K'.into(), error: CompileError::Royal("KfmnD".into()) };
    assert_eq!(royal, Err(reason));
    assert_eq!(compile(|variant| variant.pieces[0].role = Role::Officer), Err(RulesError::Royal));
    assert_eq!(compile(|variant| variant.pieces[9].role = Role::Royal), Err(RulesError::Royal));
    assert_eq!(
        compile(|variant| variant.pieces[5].letter = 'B'.into()),
        Err(RulesError::Letter('B'.into()))
    );
    assert_eq!(
        compile(|variant| variant.pieces[5].letter = 'a'.into()),
        Err(RulesError::Letter('a'.into()))
    );
    assert_eq!(
        compile(|variant| variant.pieces[5].letter = '1'.into()),
        Err(RulesError::Letter('1'.into()))
    );
    for promotions in ["QY", "QP", "QK", "QQ"] {
        let wrong = promotions.chars().last().expect("a letter");
        let result = compile(|variant| variant.promotions = promotions.into());
        assert_eq!(result, Err(RulesError::Promotion(wrong.into())), "{promotions}");
    }
    for (letter, promotes_to, error) in [
        ('T', "QY", RulesError::Promotion('Y'.into())),
        ('M', "AA", RulesError::Promotion('A'.into())),
        ('A', "I", RulesError::Promotion('I'.into())),
        ('K', "Q", RulesError::Promotes('K'.into())),
    ] {
        let result = compile(|variant| {
            let piece = variant.pieces.iter_mut().find(|piece| piece.letter == letter);
            piece.expect("a piece").promotes_to = promotes_to.into();
        });
        assert_eq!(result, Err(error), "{letter} to {promotes_to}");
    }
    let result = compile(|variant| variant.promotions = String::new());
    assert_eq!(result, Err(RulesError::NoPromotions('P'.into())));
    // The alphabet has no more letters without `+`.
    let promoted = ('A'..='N').map(Letter::promoted);
    let rest = || ['R', 'V', 'Y', 'Z'].into_iter().map(Letter::from).chain(promoted.clone());
    let rest = || rest().map(|letter| PieceDef { letter, ..officer('R', "R") });
    assert_eq!(compile(|variant| variant.pieces.extend(rest())), Ok(()));
    let many = compile(|variant| {
        variant.pieces.extend(rest());
        variant.pieces.push(officer('R', "R"));
    });
    assert_eq!(many, Err(RulesError::TooManyPieces(41)));
    assert_eq!(
        many.expect_err("too many").to_string(),
        "41 kinds of pieces; at most 40 are possible"
    );
    let royals = error(Err(RulesError::Royal));
    assert_eq!(royals, "exactly one kind of piece must be royal");
}

#[test]
fn the_rules_of_games_met_lately_are_shared() {
    for variant in ONE_MOVE_GAMES.iter().chain([&*SAMPLER]) {
        let again = Arc::new(Variant::clone(variant));
        assert!(Arc::ptr_eq(&rules(variant), &rules(&again)), "{}", variant.id);
    }
}
