//! Endings solved by plain minimax: every position, its legal moves, and passes over all positions until nothing
//! changes.

use dhow::endgame::Value;
use dhow::geometry::Geometry;
use dhow::pieces::{Color, PieceType};
use dhow::position::Position;
use dhow::variant::piece_placement::HOLE;
use dhow::variant::{Rules, Variant};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

struct Node<G: Geometry> {
    position: Position<G>,
    strong_to_move: bool,
    in_check: bool,
    /// The indices of the positions after each legal move.
    next: Vec<usize>,
    value: Value,
}

/// The values of all positions of White's King and some pieces against Black's King, and of the positions that they may
/// lead to.
pub struct Minimax<G: Geometry> {
    nodes: Vec<Node<G>>,
}

impl<G: Geometry> Minimax<G> {
    /// Solves the ending of these pieces together with those of the lists in `others`, which must contain everything
    /// that captures and promotions lead to.
    pub fn solve(rules: &Arc<Rules<G>>, endings: &[Vec<PieceType>]) -> Self {
        let mut nodes = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        for kinds in endings {
            let letters =
                kinds.iter().map(|kind| rules.variant().pieces[kind.index()].letter.plain());
            let letters: Vec<char> = letters.chain(['K', 'k']).collect();
            place(rules, &letters, &mut Board::new(rules.variant()), &mut |position| {
                // Pieces of one kind that exchange squares give the same position.
                if let Entry::Vacant(entry) = places.entry(position.key()) {
                    entry.insert(nodes.len());
                    let strong_to_move = position.side_to_move() == Color::White;
                    let in_check = position.in_check();
                    let value = Value::Draw;
                    nodes.push(Node { position, strong_to_move, in_check, next: vec![], value });
                }
            });
        }
        for node in &mut nodes {
            for mv in node.position.legal_moves() {
                node.position.make(mv);
                let bare = node.position.bare_kings();
                node.next.push(if bare { usize::MAX } else { places[&node.position.key()] });
                node.position.unmake(mv);
            }
        }
        assert!(!nodes.is_empty());
        let mut solved = Self { nodes };
        while solved.sweep() {}
        solved
    }

    /// Computes every value from the positions after it. Returns whether any value has changed.
    fn sweep(&mut self) -> bool {
        let mut changed = false;
        for index in 0..self.nodes.len() {
            let node = &self.nodes[index];
            let moves = |next: &usize| match self.nodes.get(*next).map(|node| node.value) {
                Some(Value::Win(moves)) => Some(moves),
                _ => None,
            };
            let value = match (node.strong_to_move, node.next.is_empty()) {
                (false, true) if node.in_check => Value::Win(0),
                (_, true) => Value::Draw,
                (true, _) => match node.next.iter().filter_map(moves).min() {
                    Some(least) => Value::Win(least + 1),
                    None => Value::Draw,
                },
                (false, _) => match node.next.iter().map(moves).collect::<Option<Vec<_>>>() {
                    Some(all) => Value::Win(all.into_iter().max().unwrap_or(0)),
                    None => Value::Draw,
                },
            };
            if value != node.value {
                self.nodes[index].value = value;
                changed = true;
            }
        }
        changed
    }

    /// All positions with their values.
    pub fn positions(&self) -> impl Iterator<Item = (&Position<G>, Value)> {
        self.nodes.iter().map(|node| (&node.position, node.value))
    }
}

/// A board being filled, rank by rank from the last.
#[derive(Clone)]
struct Board {
    squares: Vec<Vec<Option<char>>>,
}

impl Board {
    fn new(variant: &Variant) -> Self {
        let mut squares = vec![vec![None; variant.files]; variant.ranks];
        for hole in &variant.holes {
            squares[variant.ranks - 1 - usize::from(hole.rank)][usize::from(hole.file)] =
                Some(HOLE);
        }
        Self { squares }
    }

    fn text(&self) -> String {
        let run = |run: &[Option<char>]| run[0].map_or(run.len().to_string(), String::from);
        let rank = |rank: &Vec<Option<char>>| {
            rank.chunk_by(|a, b| a.is_none() && b.is_none()).map(run).collect::<String>()
        };
        self.squares.iter().map(rank).collect::<Vec<_>>().join("/")
    }
}

/// Puts the pieces on the board in every way, and calls `tell` with each legal position.
fn place<G: Geometry>(
    rules: &Arc<Rules<G>>,
    letters: &[char],
    board: &mut Board,
    tell: &mut dyn FnMut(Position<G>),
) {
    let Some((&letter, rest)) = letters.split_first() else {
        for side in ['w', 'b'] {
            let fen = format!("{} {side} - - 0 1", board.text());
            if let Ok(position) = Position::from_fen(rules.clone(), &fen) {
                tell(position);
            }
        }
        return;
    };
    for rank in 0..board.squares.len() {
        for file in 0..board.squares[rank].len() {
            if board.squares[rank][file].is_none() {
                board.squares[rank][file] = Some(letter);
                place(rules, rest, board, tell);
                board.squares[rank][file] = None;
            }
        }
    }
}
