//! The slow, obvious reference for Chu Shogi.
//!
//! It is written from docs/rules.md alone and shares no table and no code with the engine. The board is a map, every
//! position is a copy, and each piece is described by the directions of its steps and slides.

use std::collections::BTreeMap;

/// File and rank, from 0: a1 is (0, 0).
pub type Place = (i32, i32);

/// A piece: whether it is White's, and its letter in upper case, with `+` if it has promoted.
pub type Man = (bool, String);

const SIZE: i32 = 12;
/// The last ranks on which pieces promote.
const ZONE: i32 = 4;

#[derive(Clone)]
pub struct Chu {
    pub board: BTreeMap<Place, Man>,
    pub white: bool,
    /// Where a piece that is no Lion has just captured a Lion.
    pub struck: Option<Place>,
}

#[derive(Clone, Debug)]
pub struct ChuMove {
    pub from: Place,
    /// Where it captures on its way.
    pub over: Option<Place>,
    pub to: Place,
    pub promotes: bool,
}

const ALL: &str = "n ne e se s sw w nw";
const DIAGONAL: &str = "ne se sw nw";
const ORTHOGONAL: &str = "n e s w";

/// The steps and the slides of a piece, leaps and the moves of Lions aside.
fn walks(letter: &str) -> (&'static str, &'static str) {
    match letter {
        "P" => ("n", ""),
        "I" => ("n s", ""),
        "C" => ("n ne nw s", ""),
        "S" => ("n ne nw se sw", ""),
        "G" | "+P" => ("n ne nw e w s", ""),
        "F" => ("n ne nw s se sw", ""),
        "T" => ("ne nw e w se sw s", ""),
        "E" | "+I" => ("n ne nw e w se sw", ""),
        "K" | "+E" => (ALL, ""),
        "X" => (ORTHOGONAL, ""),
        "O" => (DIAGONAL, ""),
        "L" => ("", "n"),
        "A" => ("", "n s"),
        "M" | "+C" => ("n s", "e w"),
        "V" | "+S" => ("e w", "n s"),
        "B" | "+F" => ("", DIAGONAL),
        "R" | "+G" => ("", ORTHOGONAL),
        "H" | "+B" => (ORTHOGONAL, DIAGONAL),
        "D" | "+R" => (DIAGONAL, ORTHOGONAL),
        "Q" | "+X" => ("", ALL),
        "N" | "+O" => (ALL, ""),
        "+T" => ("ne nw e w se sw", "n s"),
        "+L" => ("", "n s ne nw"),
        "+A" => ("", "n s se sw"),
        "+M" => ("", "e w ne se sw nw"),
        "+V" => ("", "n s ne se sw nw"),
        "+H" => ("n", "e s w ne se sw nw"),
        "+D" => ("ne nw", "n e s w se sw"),
        other => panic!("no piece {other}"),
    }
}

/// Where a piece leaps.
fn leaps(letter: &str) -> Vec<Place> {
    let ring = (-2..=2_i32).flat_map(|x| (-2..=2_i32).map(move |y| (x, y)));
    let ring = ring.filter(|(x, y)| x.abs().max(y.abs()) == 2);
    match letter {
        "X" => vec![(2, 2), (2, -2), (-2, 2), (-2, -2)],
        "O" => vec![(2, 0), (-2, 0), (0, 2), (0, -2)],
        "N" | "+O" => ring.collect(),
        "+H" => vec![(0, 2)],
        "+D" => vec![(2, 2), (-2, 2)],
        _ => Vec::new(),
    }
}

fn steps(words: &str) -> Vec<Place> {
    let step = |word: &str| {
        let file = i32::from(word.contains('e')) - i32::from(word.contains('w'));
        let rank = i32::from(word.contains('n')) - i32::from(word.contains('s'));
        (file, rank)
    };
    words.split_whitespace().map(step).collect()
}

fn is_lion(letter: &str) -> bool {
    letter == "N" || letter == "+O"
}

fn plus(at: Place, by: Place, white: bool) -> Place {
    if white { (at.0 + by.0, at.1 + by.1) } else { (at.0 - by.0, at.1 - by.1) }
}

fn is_on_board((file, rank): Place) -> bool {
    (0..SIZE).contains(&file) && (0..SIZE).contains(&rank)
}

fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

impl ChuMove {
    pub fn text(&self) -> String {
        let over = self.over.map_or(String::new(), name);
        name(self.from) + &over + &name(self.to) + if self.promotes { "+" } else { "" }
    }
}

impl Chu {
    /// Reads the first fields of a FEN.
    pub fn of(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = BTreeMap::new();
        for (row, rank) in fields[0].split('/').zip((0..SIZE).rev()) {
            let (mut file, mut number, mut plus) = (0, 0, "");
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(digit) => number = 10 * number + digit as i32,
                    None if c == '+' => plus = "+",
                    None => {
                        file += std::mem::take(&mut number);
                        let letter = format!("{plus}{}", c.to_ascii_uppercase());
                        board.insert((file, rank), (c.is_ascii_uppercase(), letter));
                        (file, plus) = (file + 1, "");
                    }
                }
            }
        }
        let mut all = (0..SIZE).flat_map(|file| (0..SIZE).map(move |rank| (file, rank)));
        let struck = all.find(|&place| name(place) == fields[3]);
        Self { board, white: fields[1] == "w", struck }
    }

    fn is_enemy(&self, place: Place, white: bool) -> bool {
        self.board.get(&place).is_some_and(|man| man.0 != white)
    }

    /// The moves of the piece on a square, without promotion, and whether or not the rules for Lions allow them.
    fn moves_from(&self, from: Place) -> Vec<(Option<Place>, Place)> {
        let (white, letter) = self.board[&from].clone();
        let may_end =
            |to: Place| is_on_board(to) && self.board.get(&to).is_none_or(|man| man.0 != white);
        let (walk, slide) = walks(&letter);
        let near: Vec<Place> = steps(walk).into_iter().chain(leaps(&letter)).collect();
        let near = near.into_iter().map(|by| plus(from, by, white)).filter(|&to| may_end(to));
        let mut moves: Vec<(Option<Place>, Place)> = near.map(|to| (None, to)).collect();
        for by in steps(slide) {
            let mut to = plus(from, by, white);
            while may_end(to) {
                moves.push((None, to));
                if self.board.contains_key(&to) {
                    break;
                }
                to = plus(to, by, white);
            }
        }
        // Moves of a Lion in two steps; Falcons and Eagles have them straight on and back.
        let firsts = match letter.as_str() {
            "N" | "+O" => ALL,
            "+H" => "n",
            "+D" => "ne nw",
            _ => return moves,
        };
        let mut passes = false;
        for first in steps(firsts) {
            let over = plus(from, first, white);
            passes |= is_on_board(over) && !self.board.contains_key(&over);
            if !self.is_enemy(over, white) {
                continue;
            }
            let seconds = match is_lion(&letter) {
                true => steps(ALL),
                false => vec![first, (-first.0, -first.1)],
            };
            let ends = seconds.into_iter().map(|by| plus(over, by, white));
            let ends = ends.filter(|&to| to == from || may_end(to));
            moves.extend(ends.map(|to| (Some(over), to)));
        }
        if passes {
            moves.push((None, from));
        }
        moves
    }

    /// Whether an enemy of `white` could capture on a square.
    fn is_attacked(&self, place: Place, white: bool) -> bool {
        let enemies = self.board.iter().filter(|(_, man)| man.0 != white).map(|(at, _)| *at);
        let hits = |(over, to): (Option<Place>, Place)| over == Some(place) || to == place;
        enemies.collect::<Vec<_>>().into_iter().any(|at| self.moves_from(at).into_iter().any(hits))
    }

    /// Whether the rules for Lions allow a move.
    fn is_allowed(&self, from: Place, over: Option<Place>, to: Place) -> bool {
        let letter = |at: Place| self.board[&at].1.as_str();
        let lions: Vec<Place> = over
            .into_iter()
            .chain([to])
            .filter(|&at| self.is_enemy(at, self.white) && is_lion(letter(at)))
            .collect();
        if !is_lion(letter(from)) {
            return self.struck.is_none_or(|struck| lions.iter().all(|&at| at == struck));
        }
        let is_near = (to.0 - from.0).abs().max((to.1 - from.1).abs()) <= 1;
        if !lions.contains(&to) || is_near {
            return true;
        }
        if over.is_some_and(|over| letter(over) != "P" && letter(over) != "I") {
            return true;
        }
        let mut after = self.clone();
        let lion = after.board.remove(&from).expect("a Lion");
        after.board.insert(to, lion);
        let protects = |over| after.moves_from(over).into_iter().any(|(_, end)| end == to);
        if over.is_some_and(protects) {
            return false;
        }
        over.map(|over| after.board.remove(&over));
        !after.is_attacked(to, self.white)
    }

    fn ranks_to_go(&self, (_, rank): Place) -> i32 {
        if self.white { SIZE - rank } else { rank + 1 }
    }

    /// Whether a piece may promote by a move.
    fn may_promote(&self, from: Place, to: Place) -> bool {
        let letter = self.board[&from].1.as_str();
        if letter.starts_with('+') || ["K", "N", "Q"].contains(&letter) {
            return false;
        }
        let inside = |place| self.ranks_to_go(place) <= ZONE;
        let last = ["P", "L"].contains(&letter) && self.ranks_to_go(to) == 1;
        let captures = self.board.contains_key(&to);
        !inside(from) && inside(to) || inside(from) && captures || last
    }

    pub fn royals(&self, white: bool) -> usize {
        let is_royal = |man: &&Man| man.0 == white && ["K", "+E"].contains(&man.1.as_str());
        self.board.values().filter(is_royal).count()
    }

    /// The legal moves.
    pub fn legal(&self) -> Vec<ChuMove> {
        let mut legal = Vec::new();
        if self.royals(self.white) == 0 {
            return legal;
        }
        for (&from, man) in &self.board {
            if man.0 != self.white {
                continue;
            }
            for (over, to) in self.moves_from(from) {
                if !self.is_allowed(from, over, to) {
                    continue;
                }
                legal.push(ChuMove { from, over, to, promotes: false });
                if over.is_none() && self.may_promote(from, to) {
                    legal.push(ChuMove { from, over, to, promotes: true });
                }
            }
        }
        legal
    }

    pub fn play(&self, mv: &ChuMove) -> Self {
        let mut next = self.clone();
        next.struck = None;
        let mut man = next.board.remove(&mv.from).expect("a piece");
        for at in mv.over.into_iter().chain([mv.to]) {
            let captured = next.board.remove(&at);
            if captured.is_some_and(|it| is_lion(&it.1)) && !is_lion(&man.1) {
                next.struck = Some(at);
            }
        }
        if mv.promotes {
            man.1.insert(0, '+');
        }
        next.board.insert(mv.to, man);
        next.white = !self.white;
        next
    }

    /// The fourth field of the FEN.
    pub fn struck_text(&self) -> String {
        self.struck.map_or("-".into(), name)
    }
}
