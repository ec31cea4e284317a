//! The turn: activation, the assignment of activations to leaders, and making an action.

use super::board::{Square, king_steps};
use super::games::{Commanded, Variant};
use super::moves::orthogonal_neighbours;
use super::{Action, Board, Color, Position};

/// A leader of the side to move. It keeps its place in the list of leaders, wherever it goes in
/// the turn.
#[derive(Clone, Debug)]
pub(super) struct Leader {
    letter: char,
    /// Where it stands now.
    square: Square,
}

/// What the player has done so far in this turn.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The leaders when the turn began: none can be lost before it ends.
    leaders: Vec<Leader>,
    /// How many moves were made.
    pub(super) made: usize,
    /// Where the pieces that have moved stand now.
    moved: Vec<Square>,
    /// For each move that needed an activation: the leaders, by their places in `leaders`, that
    /// could give it when the piece started. Who gave it is never decided: "a later move may
    /// revise who activated whom".
    activated_by: Vec<Vec<usize>>,
    /// Was anything captured?
    captured: bool,
}

impl Turn {
    /// The turn of `side` in which nothing was done yet.
    pub(super) fn begin(variant: &Variant, board: &Board, side: Color) -> Turn {
        let mut leaders = Vec::new();
        for square in board.pieces(side) {
            let (_, letter) = board.at(square).expect("a piece");
            if variant.piece_type(letter).command.is_some() {
                leaders.push(Leader { letter, square });
            }
        }
        Turn { leaders, made: 0, moved: Vec::new(), activated_by: Vec::new(), captured: false }
    }
}

/// Can every move still to be assigned be given to one of its leaders, if each leader has `left` activations left?
/// Tries out every way.
fn can_assign(moves: &[Vec<usize>], left: &[usize]) -> bool {
    let Some((first, others)) = moves.split_first() else {
        return true;
    };
    first.iter().any(|leader| {
        let mut left = left.to_vec();
        if left[*leader] == 0 {
            return false;
        }
        left[*leader] -= 1;
        can_assign(others, &left)
    })
}

impl Position {
    /// All that may be done now: the moves, and `end`, "allowed once a move was made and another
    /// is still possible". Nothing in a won position.
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = self.moves();
        if !self.at_turn_start() && !actions.is_empty() {
            actions.push(Action::End);
        }
        actions
    }

    /// The moves and exchanges that may be made now.
    fn moves(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.winner().is_some() || self.turn.made == self.most_moves() {
            return actions;
        }
        for from in self.board.pieces(self.side) {
            // "No piece moves twice in a turn."
            if self.turn.moved.contains(&from) {
                continue;
            }
            let (_, letter) = self.board.at(from).expect("a piece");
            if self.is_free(from) || self.can_activate(self.activators(from)) {
                for to in self.board.reach(self.variant.piece_type(letter), from) {
                    if !self.board.has(to, self.side) {
                        actions.push(Action::Move { from, to });
                    }
                }
            }
            if self.variant.exchange && letter == 'C' {
                self.exchanges(from, &mut actions);
            }
        }
        actions
    }

    /// "No more pieces move than there were leaders when it began": without `free-scouts` this
    /// "follows from" the assignment. A Leader2 counts "as two for the number of moves of a turn".
    fn most_moves(&self) -> usize {
        self.activations().iter().sum()
    }

    /// How many pieces each leader may activate in a turn.
    fn activations(&self) -> Vec<usize> {
        let commands = self.turn.leaders.iter().map(|leader| {
            self.variant.piece_type(leader.letter).command.expect("leaders have command")
        });
        commands.map(|command| command.activations).collect()
    }

    /// "Scouts (N) need no activation."
    fn is_free(&self, from: Square) -> bool {
        self.variant.free_scouts && self.board.at(from) == Some((self.side, 'N'))
    }

    /// Can another piece that these leaders may activate be moved, after all that were moved?
    fn can_activate(&self, activators: Vec<usize>) -> bool {
        let mut moves = self.turn.activated_by.clone();
        moves.push(activators);
        can_assign(&moves, &self.activations())
    }

    /// The leaders that the piece on `from` is in range of, whether or not they have activations
    /// left.
    fn activators(&self, from: Square) -> Vec<usize> {
        let leaders = 0..self.turn.leaders.len();
        leaders.filter(|leader| self.may_activate(&self.turn.leaders[*leader], from)).collect()
    }

    /// Is the piece on `from` one that this leader, where it stands now, may activate?
    fn may_activate(&self, leader: &Leader, from: Square) -> bool {
        // Every leader may activate itself.
        if leader.square == from {
            return true;
        }
        let leader_type = self.variant.piece_type(leader.letter);
        let command = leader_type.command.expect("leaders have command");
        let (_, letter) = self.board.at(from).expect("a piece");
        let in_range = king_steps(leader.square, from) <= command.range;
        match command.commanded {
            Commanded::Any => in_range,
            Commanded::Listed(_) if letter == 'G' => {
                self.board.reach(leader_type, leader.square).contains(&from)
            }
            Commanded::Listed(letters) => in_range && letters.contains(letter),
        }
    }

    /// The exchanges of an unmoved Chieftain: "orthogonally adjacent own Shaman", "both unmoved
    /// this turn", "when its activation is spent it cannot exchange, even if another leader could
    /// activate it".
    fn exchanges(&self, chieftain: Square, actions: &mut Vec<Action>) {
        if !self.can_activate(vec![self.leader_on(chieftain)]) {
            return;
        }
        for shaman in orthogonal_neighbours(chieftain) {
            let beside = self.board.contains(shaman)
                && self.board.at(shaman) == Some((self.side, 'S'))
                && !self.turn.moved.contains(&shaman);
            if beside {
                actions.push(Action::Exchange { chieftain, shaman });
            }
        }
    }

    /// The place in the list of leaders of the one on this square.
    fn leader_on(&self, square: Square) -> usize {
        let found = self.turn.leaders.iter().position(|leader| leader.square == square);
        found.expect("a leader of the side to move")
    }

    /// The position after an action that may be done now.
    pub fn after(&self, action: Action) -> Position {
        let mut next = self.clone();
        match action {
            Action::End => {
                next.pass();
                return next;
            }
            Action::Move { from, to } => next.make_move(from, to),
            Action::Exchange { chieftain, shaman } => next.make_exchange(chieftain, shaman),
        }
        next.turn.made += 1;
        // "When no further move is possible the turn ends by itself", and so it does by a win.
        if next.moves().is_empty() {
            next.pass();
        }
        next
    }

    fn make_move(&mut self, from: Square, to: Square) {
        if !self.is_free(from) {
            self.turn.activated_by.push(self.activators(from));
        }
        self.turn.captured |= !self.board.is_empty(to);
        self.board.set(to, self.board.at(from));
        self.board.set(from, None);
        self.turn.moved.push(to);
        for leader in &mut self.turn.leaders {
            if leader.square == from {
                leader.square = to;
            }
        }
    }

    /// As the Chieftain's own action: no other leader can have activated it.
    fn make_exchange(&mut self, chieftain: Square, shaman: Square) {
        let leader = self.leader_on(chieftain);
        self.turn.activated_by.push(vec![leader]);
        self.turn.leaders[leader].square = shaman;
        let shaman_piece = self.board.at(shaman);
        self.board.set(shaman, self.board.at(chieftain));
        self.board.set(chieftain, shaman_piece);
        self.turn.moved.push(chieftain);
        self.turn.moved.push(shaman);
    }

    /// The turn is over.
    fn pass(&mut self) {
        self.halfmove = if self.turn.captured { 0 } else { self.halfmove + 1 };
        if self.side == Color::Black {
            self.fullmove += 1;
        }
        self.side = self.side.enemy();
        self.turn = Turn::begin(&self.variant, &self.board, self.side);
    }
}
