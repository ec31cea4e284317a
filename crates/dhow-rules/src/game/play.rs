//! The interface of a position that hides its board.

use crate::command::CommandPosition;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, MoveTextError};
use crate::pieces::{Color, Letter, Piece, PieceType};
use crate::position::{Move, Outcome, Position};
use crate::san::SanError;
use crate::square::Coordinates;

/// Operations on a position that do not depend on the board type.
///
/// Squares are given as files and ranks. A [`Move`] is valid only for the position that generated
/// it and for others on the same board. Methods with a default apply only to some games.
///
/// ```
/// use dhow_rules::game::Game;
/// use dhow_rules::square::Coordinates;
///
/// let game = Game::new(dhow_rules::variant::find("chess").expect("a game of the engine's files"));
/// let position = game.position();
/// let e1 = Coordinates { file: 4, rank: 0 };
/// let king = position.on(e1).expect("White's King");
/// assert!(position.letter(king) == 'K' && !position.in_check());
/// ```
pub trait Play {
    /// The position as FEN.
    fn fen(&self) -> String;
    /// The piece placement: the first field of the FEN.
    fn placement_text(&self) -> String;
    /// The side to move.
    fn side_to_move(&self) -> Color;
    /// The number of the move, starting at 1 and increased after Black's moves.
    fn fullmove(&self) -> u32;
    /// Halfmoves since the last capture or forward move of a Pawn; in a game with leaders, turns
    /// since the last capture.
    fn halfmove_clock(&self) -> u16;
    /// The piece on a square; `None` if it is empty or off the board.
    fn on(&self, square: Coordinates) -> Option<Piece>;
    /// The letter of a piece: upper case for White, lower case for Black.
    fn letter(&self, piece: Piece) -> Letter;
    /// The squares of the royal pieces of the side to move that are in check.
    fn checked_royals(&self) -> Vec<Coordinates> {
        Vec::new()
    }
    /// The square of a side's King, of one royal piece if it has several; `None` in a game with
    /// leaders.
    fn king(&self, _color: Color) -> Option<Coordinates> {
        None
    }
    /// The squares of a side's leaders; empty in a game with one move a turn.
    fn leaders(&self, _color: Color) -> Vec<Coordinates> {
        Vec::new()
    }
    /// The number of moves made in this turn.
    fn moves_made(&self) -> usize {
        0
    }
    /// The greatest number of moves that can still be made in this turn.
    fn moves_left(&self) -> usize {
        1
    }
    /// The squares of the leaders of the side to move that may still activate a piece.
    fn free_leaders(&self) -> Vec<Coordinates> {
        Vec::new()
    }
    /// The squares of the pieces that may still move in this turn.
    fn movers(&self) -> Vec<Coordinates>;
    /// Whether a side's King has the right to jump: it has never moved.
    fn may_jump(&self, _color: Color) -> bool {
        false
    }
    /// The square of the piece that can be captured en passant.
    fn en_passant_victim(&self) -> Option<Coordinates> {
        None
    }
    /// The Zobrist key: equal for positions that count as repetitions.
    fn key(&self) -> u64;
    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<Coordinates> {
        Vec::new()
    }
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }
    /// The legal moves.
    fn legal_moves(&self) -> MoveList;
    /// Whether there is a legal move.
    fn has_legal_moves(&self) -> bool;
    /// The legal moves of the other side if the side to move could pass. Captures of the King are
    /// not included.
    fn moves_after_pass(&self) -> MoveList;
    /// The start and target square of a move.
    fn squares(&self, mv: Move) -> (Coordinates, Coordinates);
    /// The square on which a move captures on its way to its target; `None` for other moves.
    fn passed_over(&self, _mv: Move) -> Option<Coordinates> {
        None
    }
    /// The kind of piece that a move captures, if any. Of two, it is the one on the target.
    fn victim(&self, mv: Move) -> Option<PieceType>;
    /// Whether a move captures or promotes.
    fn is_tactical(&self, mv: Move) -> bool;
    /// Whether the static exchange evaluation of a move is at least `threshold` centipawns; see
    /// [`Position::see_ge`]. In games with leaders only the captured piece counts.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool;
    /// The text of a move.
    fn move_text(&self, mv: Move) -> String;
    /// Parses a legal move, such as `a3a5` or `a11a12q`.
    fn parse_move(&self, text: &str) -> Result<Move, MoveTextError>;
    /// A legal move in SAN; in games with leaders, its squares.
    fn san(&self, mv: Move) -> String;
    /// Parses a legal move from SAN or from its squares.
    fn parse_san(&self, text: &str) -> Result<Move, SanError>;
    /// The legal moves that a text in SAN may mean; see [`Position::san_readings`].
    fn san_readings(&self, text: &str) -> Result<MoveList, SanError>;
    /// Makes a legal move. Returns whether it ends the turn: the other side is to move now.
    fn make(&mut self, mv: Move) -> bool;
    /// Unmakes the last move, which must be `mv`.
    fn unmake(&mut self, mv: Move);
    /// The outcome; `None` if the game goes on. `has_moves` is whether a legal move exists.
    fn outcome_given(&self, has_moves: bool) -> Option<Outcome>;
}

fn coordinates<G: Geometry>(squares: G::Set) -> Vec<Coordinates> {
    squares.into_iter().map(G::coordinates).collect()
}

/// The methods that both types of positions have under the same names.
macro_rules! same_methods {
    ($position:ident) => {
        fn fen(&self) -> String {
            $position::fen(self)
        }

        fn placement_text(&self) -> String {
            $position::placement_text(self)
        }

        fn side_to_move(&self) -> Color {
            $position::side_to_move(self)
        }

        fn fullmove(&self) -> u32 {
            $position::fullmove(self)
        }

        fn on(&self, square: Coordinates) -> Option<Piece> {
            $position::on(self, G::at(square)?)
        }

        fn key(&self) -> u64 {
            $position::key(self)
        }

        fn legal_moves(&self) -> MoveList {
            $position::legal_moves(self)
        }

        fn has_legal_moves(&self) -> bool {
            $position::has_legal_moves(self)
        }

        fn squares(&self, mv: Move) -> (Coordinates, Coordinates) {
            (G::coordinates(mv.from()), G::coordinates(mv.to()))
        }

        fn victim(&self, mv: Move) -> Option<PieceType> {
            $position::victim(self, mv)
        }

        fn move_text(&self, mv: Move) -> String {
            $position::move_text(self, mv)
        }

        fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
            $position::parse_move(self, text)
        }

        fn unmake(&mut self, mv: Move) {
            $position::unmake(self, mv);
        }

        fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
            $position::outcome_given(self, has_moves)
        }
    };
}

impl<G: Geometry> Play for Position<G> {
    same_methods!(Position);

    fn make(&mut self, mv: Move) -> bool {
        Position::make(self, mv);
        true
    }

    fn halfmove_clock(&self) -> u16 {
        Position::halfmove_clock(self)
    }

    fn letter(&self, piece: Piece) -> Letter {
        self.rules().letter(piece)
    }

    fn king(&self, color: Color) -> Option<Coordinates> {
        Some(G::coordinates(Position::king(self, color)))
    }

    fn checked_royals(&self) -> Vec<Coordinates> {
        coordinates::<G>(Position::checked_royals(self))
    }

    fn movers(&self) -> Vec<Coordinates> {
        coordinates::<G>(self.placement().side(Position::side_to_move(self)))
    }

    fn may_jump(&self, color: Color) -> bool {
        Position::may_jump(self, color)
    }

    fn en_passant_victim(&self) -> Option<Coordinates> {
        self.en_passant().map(|en_passant| G::coordinates(en_passant.victim))
    }

    fn passed_over(&self, mv: Move) -> Option<Coordinates> {
        Position::passed_over(self, mv).map(G::coordinates)
    }

    fn checkers(&self) -> Vec<Coordinates> {
        coordinates::<G>(Position::checkers(self))
    }

    fn moves_after_pass(&self) -> MoveList {
        let king = Position::king(self, Position::side_to_move(self));
        let mut passed = self.clone();
        passed.make_null();
        let mut moves = Position::legal_moves(&passed);
        moves.retain(|mv| mv.to() != king && passed.passed_over(*mv) != Some(king));
        moves
    }

    fn is_tactical(&self, mv: Move) -> bool {
        Position::is_tactical(self, mv)
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        Position::see_ge(self, mv, threshold)
    }

    fn san(&self, mv: Move) -> String {
        Position::san(self, mv)
    }

    fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        Position::parse_san(self, text)
    }

    fn san_readings(&self, text: &str) -> Result<MoveList, SanError> {
        Position::san_readings(self, text)
    }
}

impl<G: Geometry> Play for CommandPosition<G> {
    same_methods!(CommandPosition);

    fn make(&mut self, mv: Move) -> bool {
        CommandPosition::make(self, mv)
    }

    fn halfmove_clock(&self) -> u16 {
        self.clock()
    }

    fn letter(&self, piece: Piece) -> Letter {
        self.rules().army().letter(piece)
    }

    fn leaders(&self, color: Color) -> Vec<Coordinates> {
        coordinates::<G>(CommandPosition::leaders(self, color))
    }

    fn moves_made(&self) -> usize {
        CommandPosition::moves_made(self)
    }

    fn moves_left(&self) -> usize {
        CommandPosition::moves_left(self)
    }

    fn free_leaders(&self) -> Vec<Coordinates> {
        CommandPosition::free_leaders(self).map(G::coordinates).collect()
    }

    fn movers(&self) -> Vec<Coordinates> {
        coordinates::<G>(CommandPosition::movers(self))
    }

    fn moves_after_pass(&self) -> MoveList {
        let mut passed = self.clone();
        passed.make_null();
        CommandPosition::legal_moves(&passed)
    }

    fn is_tactical(&self, mv: Move) -> bool {
        CommandPosition::victim(self, mv).is_some()
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.gain(mv) >= threshold
    }

    fn san(&self, mv: Move) -> String {
        CommandPosition::move_text(self, mv)
    }

    fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        Ok(CommandPosition::parse_move(self, text)?)
    }

    fn san_readings(&self, text: &str) -> Result<MoveList, SanError> {
        Ok([CommandPosition::parse_move(self, text)?].into_iter().collect())
    }
}
