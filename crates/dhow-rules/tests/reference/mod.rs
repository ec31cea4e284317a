//! The slow, obvious reference for the 12x12 games, and for Gigachess II and Terachess II, which are larger
//! games of their kind.
//!
//! It is written from the rules alone and shares no table and no code with the engine, so that the
//! two can be compared. Nothing here tries to be fast: the board is a plain array, every position
//! is a copy, and a move is legal when, after playing it, no enemy piece has a move that captures
//! the King.
//!
//! `fen` reads and writes positions, `moves` says how each piece moves, this file holds what
//! concerns the position as a whole: playing, check, the King's jump, the end of the game.

mod fen;
mod moves;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    White,
    Black,
}

impl Color {
    fn enemy(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The direction of this side's Pawns.
    fn forward(self) -> i32 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }
}

/// The most files and ranks.
const LARGEST: usize = 16;

/// File and rank, from 0: a1 is (0, 0).
type Square = (i32, i32);

/// The owner of a piece and its upper-case letter.
type Piece = (Color, char);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move {
    from: Square,
    to: Square,
    promotion: Option<char>,
}

#[derive(Clone)]
pub struct Reference {
    variant: String,
    /// Files, and ranks.
    size: i32,
    /// `board[rank][file]`
    board: [[Option<Piece>; LARGEST]; LARGEST],
    side: Color,
    /// Has the King never moved?
    white_may_jump: bool,
    black_may_jump: bool,
    /// The square passed over by the double step just made, whether or not it can be captured onto.
    passed: Option<Square>,
    halfmove: u32,
    fullmove: u32,
}

impl Reference {
    /// The legal moves as texts (`a3a5`, `a11a12q`), sorted.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.legal().into_iter().map(fen::move_text).collect();
        texts.sort();
        texts
    }

    /// The position after a legal move; panics when the move is not legal.
    pub fn play(&self, mv: &str) -> Reference {
        let found = self.legal().into_iter().find(|m| fen::move_text(*m) == mv);
        let m = found.unwrap_or_else(|| panic!("{mv} is not legal in {}", self.fen()));
        self.after(m)
    }

    /// Could an enemy piece capture the King of the side to move now?
    pub fn in_check(&self) -> bool {
        self.can_capture_king(self.side.enemy())
    }

    /// The end of the game as far as this position alone shows it.
    pub fn outcome(&self) -> Option<&'static str> {
        if self.legal().is_empty() {
            return Some(if self.in_check() { "checkmate" } else { "stalemate" });
        }
        // "50 moves by each side without a capture or a forward move of a Pawn or S are a draw"
        if self.halfmove >= 100 {
            return Some("fifty");
        }
        // "King against King"
        if self.pieces(Color::White).len() == 1 && self.pieces(Color::Black).len() == 1 {
            return Some("bare kings");
        }
        None
    }

    // ---- the board ----

    fn on_board(&self, square: Square) -> bool {
        (0..self.size).contains(&square.0) && (0..self.size).contains(&square.1)
    }

    /// Where a Pawn, S or Prince of this side promotes (ranks are counted from 0 here).
    fn last_rank(&self, color: Color) -> i32 {
        match color {
            Color::White => self.size - 1,
            Color::Black => 0,
        }
    }

    /// Does a piece step, capture and reset the count of moves as a Pawn? In the games of 12x12 S is a
    /// Soldier or Maasai, in larger ones an Admiral.
    fn is_pawn(&self, letter: char) -> bool {
        letter == 'P' || letter == 'S' && self.size == 12
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.1 as usize][square.0 as usize]
    }

    fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.1 as usize][square.0 as usize] = piece;
    }

    /// The squares of all pieces of one side.
    fn pieces(&self, color: Color) -> Vec<Square> {
        let mut squares = Vec::new();
        for rank in 0..self.size {
            for file in 0..self.size {
                if self.at((file, rank)).is_some_and(|piece| piece.0 == color) {
                    squares.push((file, rank));
                }
            }
        }
        squares
    }

    fn may_jump(&self, color: Color) -> bool {
        match color {
            Color::White => self.white_may_jump,
            Color::Black => self.black_may_jump,
        }
    }

    // ---- check and legality ----

    /// Has some piece of `attacker` a move that captures the enemy King?
    fn can_capture_king(&self, attacker: Color) -> bool {
        let king = Some((attacker.enemy(), 'K'));
        let mut moves = Vec::new();
        for square in self.pieces(attacker) {
            self.piece_moves(square, &mut moves);
        }
        moves.iter().any(|m| self.at(m.to) == king)
    }

    /// The moves that do not leave the own King to be captured.
    fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for square in self.pieces(self.side) {
            self.piece_moves(square, &mut moves);
            if self.at(square) == Some((self.side, 'K')) {
                self.king_jumps(square, &mut moves);
            }
        }
        moves.retain(|m| !self.after(*m).can_capture_king(self.side.enemy()));
        moves
    }

    /// The King's jump, but for "the King will not be attacked there", which `legal` asks of every
    /// move.
    fn king_jumps(&self, king: Square, moves: &mut Vec<Move>) {
        // "A King that has never moved", "the King is not in check"
        if !self.may_jump(self.side) || self.in_check() {
            return;
        }
        // "any of the 16 squares exactly two King steps away"
        for dx in -2..=2_i32 {
            for dy in -2..=2_i32 {
                let to = (king.0 + dx, king.1 + dy);
                if dx.abs().max(dy.abs()) != 2 || !self.on_board(to) {
                    continue;
                }
                // "the target is empty"
                if self.at(to).is_some() {
                    continue;
                }
                // "For a (2,1) jump there are two, the orthogonal and the diagonal neighbour toward
                // the target, and one of them unthreatened is enough." For (2,0) and (2,2) both
                // formulas give "the one square between".
                let orthogonal = (king.0 + dx / 2, king.1 + dy / 2);
                let diagonal = (king.0 + dx.signum(), king.1 + dy.signum());
                if self.threatened(king, orthogonal) && self.threatened(king, diagonal) {
                    continue;
                }
                moves.push(Move { from: king, to, promotion: None });
            }
        }
    }

    /// "*Threatened* means: if the King stood on that square, having left its own, and replacing
    /// any piece there, some enemy piece could capture it."
    fn threatened(&self, king: Square, passed: Square) -> bool {
        let mut imagined = self.clone();
        imagined.set(king, None);
        imagined.set(passed, Some((self.side, 'K')));
        imagined.can_capture_king(self.side.enemy())
    }

    // ---- playing ----

    /// The position after a move that a piece of the side to move can make.
    fn after(&self, m: Move) -> Reference {
        let (color, letter) = self.at(m.from).expect("a move starts on a piece");
        let pawn_like = self.is_pawn(letter);
        let forward = color.forward();
        let mut next = self.clone();

        let mut capture = self.at(m.to).is_some();
        next.set(m.from, None);
        next.set(m.to, Some((color, m.promotion.unwrap_or(letter))));

        // A Pawn or S that goes diagonally to an empty square captures e.p.: "the piece that made
        // the double step is removed", and it stands behind the square passed over.
        if pawn_like && m.from.0 != m.to.0 && m.from.1 != m.to.1 && !capture {
            next.set((m.to.0, m.to.1 - forward), None);
            capture = true;
        }

        // "After a double step of a Pawn, S or Prince, the square passed over may be captured
        // onto"; "a double step that ends on the last rank promotes and leaves no e.p. square". But in
        // larger games it "promotes and may still be captured en passant".
        next.passed = None;
        let double_step = (pawn_like || letter == 'I') && m.to.1 - m.from.1 == 2 * forward;
        if double_step && (m.promotion.is_none() || self.size > 12) {
            next.passed = Some((m.from.0, m.from.1 + forward));
        }

        // The jump is for "a King that has never moved".
        if letter == 'K' {
            match color {
                Color::White => next.white_may_jump = false,
                Color::Black => next.black_may_jump = false,
            }
        }

        // The count of the 50 moves starts again after "a capture or a forward move of a Pawn or S (a Soldier's
        // sideways step does not reset the count)".
        if capture || (pawn_like && m.from.1 != m.to.1) {
            next.halfmove = 0;
        } else {
            next.halfmove += 1;
        }
        if color == Color::Black {
            next.fullmove += 1;
        }
        next.side = color.enemy();
        next
    }
}
