//! Shako, Cazaux's game of 1990 on 10x10, without its castling. It is described as data, and compared with a slow model
//! of the rules.

use crate::common::counting::count;
use crate::common::pieces::piece;
use crate::common::positions::Random;
use dhow::game::{Game, check};
use dhow::search::{Engine, Limits};
use dhow::variant::{PieceDef, Role, Variant};
use once_cell::sync::Lazy;
use std::sync::Arc;

pub static SHAKO: Lazy<Arc<Variant>> = Lazy::new(|| {
    let worth = |letter, betza: &str, role, value| PieceDef { value, ..piece(letter, betza, role) };
    Arc::new(Variant {
        id: "shako".into(),
        name: "Shako".into(),
        summary: "chess with Elephants and Cannons on ten by ten".into(),
        files: 10,
        ranks: 10,
        pieces: vec![
            worth('P', "fmWfceFfimnD", Role::Pawn, 100),
            worth('N', "N", Role::Officer, 300),
            worth('E', "FA", Role::Officer, 300),
            worth('C', "mRcpR", Role::Officer, 400),
            worth('B', "B", Role::Officer, 350),
            worth('R', "R", Role::Officer, 550),
            worth('Q', "Q", Role::Officer, 1000),
            worth('K', "K", Role::Royal, 0),
        ],
        start: "c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w - - 0 1".into(),
        promotions: "QRCBEN".into(),
        ..Variant::default()
    })
});

type Place = (i32, i32);

const ORTHOGONAL: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Place; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const SIZE: i32 = 10;

/// A position on a plain board. A move is legal when the King cannot be captured after it.
#[derive(Clone)]
struct Model {
    board: [[char; SIZE as usize]; SIZE as usize],
    white: bool,
    /// The square that a double step just passed over.
    passed: Option<Place>,
}

#[derive(Clone, Copy)]
struct Step {
    from: Place,
    to: Place,
    promotion: Option<char>,
}

fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

impl Model {
    fn of(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [['.'; SIZE as usize]; SIZE as usize];
        for (row, text) in fields[0].split('/').enumerate() {
            let spread = text.replace("10", &".".repeat(10));
            let letters = spread.chars().flat_map(|c| match c.to_digit(10) {
                Some(empties) => vec!['.'; empties as usize],
                None => vec![c],
            });
            letters.enumerate().for_each(|(file, c)| board[SIZE as usize - 1 - row][file] = c);
        }
        let passed = fields[3].chars().next().filter(|&c| c != '-').map(|file| {
            let rank: i32 = fields[3][1..].parse().expect("a rank");
            (file as i32 - 'a' as i32, rank - 1)
        });
        Self { board, white: fields[1] == "w", passed }
    }

    fn at(&self, (file, rank): Place) -> Option<char> {
        let on_board = (0..SIZE).contains(&file) && (0..SIZE).contains(&rank);
        on_board.then(|| self.board[rank as usize][file as usize])
    }

    fn is_own(&self, letter: char) -> bool {
        letter != '.' && letter.is_ascii_uppercase() == self.white
    }

    fn squares() -> impl Iterator<Item = Place> {
        (0..SIZE).flat_map(|rank| (0..SIZE).map(move |file| (file, rank)))
    }

    /// Where the piece on a square may go if check does not matter.
    fn targets(&self, from: Place) -> Vec<Place> {
        let letter = self.at(from).expect("a square").to_ascii_uppercase();
        let mut targets = Vec::new();
        let beside = |(files, ranks): Place| (from.0 + files, from.1 + ranks);
        let free = |to: Place| self.at(to).is_some_and(|there| !self.is_own(there));
        let mut leaps = |steps: &[Place]| targets.extend(steps.iter().map(|&s| beside(s)));
        match letter {
            'N' => leaps(&KNIGHT),
            'K' => leaps(&[ORTHOGONAL, DIAGONAL].concat()),
            'E' => leaps(&[DIAGONAL, DIAGONAL.map(|(f, r)| (2 * f, 2 * r))].concat()),
            _ => {}
        }
        targets.retain(|&to| free(to));
        let lines: &[Place] = match letter {
            'R' | 'C' => &ORTHOGONAL,
            'B' => &DIAGONAL,
            'Q' => &[ORTHOGONAL, DIAGONAL].concat(),
            _ => &[],
        };
        for &(files, ranks) in lines {
            let mut met = 0;
            for steps in 1..SIZE {
                let to = beside((files * steps, ranks * steps));
                let Some(there) = self.at(to) else { break };
                let (empty, hops) = (there == '.', letter == 'C');
                if (empty && met == 0) || (!empty && met == hops as i32 && free(to)) {
                    targets.push(to);
                }
                met += !empty as i32;
            }
        }
        if letter == 'P' {
            let forward = if self.white { 1 } else { -1 };
            let (one, two) = (beside((0, forward)), beside((0, 2 * forward)));
            if self.at(one) == Some('.') {
                targets.push(one);
                let first = if self.white { 2 } else { SIZE - 3 };
                targets.extend(Some(two).filter(|&to| from.1 == first && self.at(to) == Some('.')));
            }
            let captures = [beside((-1, forward)), beside((1, forward))];
            targets.extend(
                captures.into_iter().filter(|&to| {
                    self.passed == Some(to) || (self.at(to) != Some('.') && free(to))
                }),
            );
        }
        targets
    }

    fn after(&self, step: Step) -> Self {
        let mut after = self.clone();
        let letter = self.at(step.from).expect("a square");
        let put = |model: &mut Self, (file, rank): Place, letter| {
            model.board[rank as usize][file as usize] = letter;
        };
        put(&mut after, step.from, '.');
        let in_case = |c: char| if self.white { c } else { c.to_ascii_lowercase() };
        put(&mut after, step.to, step.promotion.map_or(letter, in_case));
        let pawn = letter.eq_ignore_ascii_case(&'P');
        if pawn && self.passed == Some(step.to) {
            put(&mut after, (step.to.0, step.from.1), '.');
        }
        let double = pawn && (step.to.1 - step.from.1).abs() == 2;
        after.passed = double.then_some((step.from.0, (step.from.1 + step.to.1) / 2));
        after.white = !self.white;
        after
    }

    fn moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        for from in Self::squares().filter(|&at| self.at(at).is_some_and(|c| self.is_own(c))) {
            for to in self.targets(from) {
                let pawn = self.at(from).is_some_and(|c| c.eq_ignore_ascii_case(&'P'));
                let last = if self.white { SIZE - 1 } else { 0 };
                let choices = if pawn && to.1 == last { "QRCBEN" } else { "" };
                let mut promotions: Vec<_> = choices.chars().map(Some).collect();
                if promotions.is_empty() {
                    promotions.push(None);
                }
                moves.extend(promotions.into_iter().map(|promotion| Step { from, to, promotion }));
            }
        }
        moves.retain(|&step| !self.after(step).can_take_king());
        moves
    }

    /// Whether the side to move could capture the King.
    fn can_take_king(&self) -> bool {
        let king = if self.white { 'k' } else { 'K' };
        let own = Self::squares().filter(|&at| self.at(at).is_some_and(|c| self.is_own(c)));
        own.into_iter().any(|from| self.targets(from).iter().any(|&to| self.at(to) == Some(king)))
    }

    fn texts(&self) -> Vec<String> {
        let text = |step: Step| {
            let promotion = step.promotion.map_or(String::new(), |c| c.to_lowercase().to_string());
            name(step.from) + &name(step.to) + &promotion
        };
        let mut texts: Vec<String> = self.moves().into_iter().map(text).collect();
        texts.sort();
        texts
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|step| self.after(step).perft(depth - 1)).sum(),
        }
    }
}

#[test]
fn counts_are_those_of_the_model() {
    assert_eq!(check(&SHAKO), Ok(()));
    let game = Game::new(&SHAKO);
    let model = Model::of(&game.fen());
    for depth in 1..=3 {
        assert_eq!(count(&game, depth), model.perft(depth), "depth {depth}");
    }
    for fen in [
        "c3k4c/P2n6/3P4p1/2C3e3/3R2pP2/1B8/5Q4/2q7/1P3K4/1r3N4 w - - 0 1",
        "c3k4c/P2n6/3P4p1/2C3e3/3R2pP2/1B8/5Q4/2q7/1P3K4/1r3N4 b - - 0 1",
        "4k5/1P8/10/10/10/2pP6/10/10/5p4/K8B b - d4 0 1",
    ] {
        let game = Game::from_fen(&SHAKO, fen).expect("a position");
        assert_eq!(count(&game, 2), Model::of(&game.fen()).perft(2), "{fen}");
    }
}

/// Random games to their end: every list of moves equals that of the model.
#[test]
fn random_games_are_those_of_the_model() {
    let mut random = Random::new(11);
    let (mut ended, mut captures) = (0, 0);
    for _ in 0..12 {
        let mut game = Game::new(&SHAKO);
        while game.outcome().is_none() {
            let legal = game.legal_moves();
            let mut texts: Vec<String> = legal.iter().map(|&mv| game.move_text(mv)).collect();
            texts.sort();
            assert_eq!(texts, Model::of(&game.fen()).texts(), "{}", game.fen());
            // Captures are preferred, so that games come to an end.
            let taking: Vec<_> =
                legal.iter().filter(|&&mv| game.position().victim(mv).is_some()).collect();
            let wild = random.one_in(4) || taking.is_empty();
            let mv = if wild { *random.pick(&legal) } else { **random.pick(&taking) };
            captures += !wild as u32;
            game.play(mv);
        }
        assert!(Model::of(&game.fen()).moves().len() == game.legal_moves().len());
        ended += 1;
        let length = game.moves().len();
        assert_eq!(std::iter::from_fn(|| game.undo()).count(), length);
        assert_eq!(game.fen(), SHAKO.start);
    }
    assert!(ended == 12 && captures > 100, "{captures} captures");
}

#[test]
fn the_engine_plays_it() {
    let mut engine = Engine::new();
    let limits = || Limits { nodes: Some(3000), ..Limits::default() };
    let mate = "k9/8R1/10/10/10/10/10/10/10/K8R w - - 0 1";
    let game = Game::from_fen(&SHAKO, mate).expect("a position");
    let summary = engine.search(&game, limits());
    assert_eq!(summary.score.mate_in_moves(), Some(1), "{:?}", summary.score);
    // After a game on another board, the results of earlier searches must not be used for this one.
    let elsewhere = Game::new(&dhow::variant::VARIANTS[0]);
    assert!(engine.search(&elsewhere, limits()).best().is_some());
    let free = "k9/10/10/3q6/10/10/3R6/10/10/9K w - - 0 1";
    let game = Game::from_fen(&SHAKO, free).expect("a position");
    let best = engine.search(&game, limits()).best().expect("a move");
    assert_eq!(game.move_text(best), "d4d7");
}
