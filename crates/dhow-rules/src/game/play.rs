//! A position as whoever plays sees it, whatever the board.

use crate::command::CommandPosition;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, MoveTextError};
use crate::pieces::{Color, Piece, PieceType};
use crate::position::{Move, Outcome, Position};
use crate::san::SanError;
use crate::square::Coordinates;

/// What can be asked of a position and done with it without knowing its board. Squares are files
/// and ranks; a [`Move`] means something to the position that listed it and to those with its board.
/// Methods with a default are those that only some games have a use for.
pub trait Play {
    /// The position as FEN.
    fn fen(&self) -> String;
    /// The first field of the FEN.
    fn placement_text(&self) -> String;
    /// The side that moves next.
    fn side_to_move(&self) -> Color;
    /// The number of the move, raised after Black's.
    fn fullmove(&self) -> u32;
    /// Halfmoves since the last capture or forward move of a Pawn.
    fn halfmove_clock(&self) -> u16;
    /// The piece on a square; `None` also off the board.
    fn on(&self, square: Coordinates) -> Option<Piece>;
    /// The letter of a piece of the game: upper case for White.
    fn letter(&self, piece: Piece) -> char;
    /// Where a side's King stands; `None` in a game with leaders.
    fn king(&self, _color: Color) -> Option<Coordinates> {
        None
    }
    /// Where a side's leaders stand: none in a game of one move a turn.
    fn leaders(&self, _color: Color) -> Vec<Coordinates> {
        Vec::new()
    }
    /// How many moves of this turn were made.
    fn moves_made(&self) -> usize {
        0
    }
    /// How many more moves this turn may have at most.
    fn moves_left(&self) -> usize {
        1
    }
    /// Where the leaders of the side to move stand that may still activate.
    fn free_leaders(&self) -> Vec<Coordinates> {
        Vec::new()
    }
    /// Where the pieces of the side to move stand that may still be activated.
    fn movers(&self) -> Vec<Coordinates>;
    /// Whether a side's King has never moved, so that it may jump.
    fn may_jump(&self, _color: Color) -> bool {
        false
    }
    /// The square of the piece that may be captured en passant.
    fn en_passant_victim(&self) -> Option<Coordinates> {
        None
    }
    /// A number that identifies what counts for repetition.
    fn key(&self) -> u64;
    /// Where the pieces stand that give check.
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
    /// The legal moves that the other side would have, were it its turn; those that take the King
    /// are left out.
    fn moves_after_pass(&self) -> MoveList;
    /// Where a move starts and ends.
    fn squares(&self, mv: Move) -> (Coordinates, Coordinates);
    /// The kind of piece that a move captures.
    fn victim(&self, mv: Move) -> Option<PieceType>;
    /// Whether a move captures or promotes.
    fn is_tactical(&self, mv: Move) -> bool;
    /// Whether a move wins so many centipawns: see [`Position::see_ge`].
    fn see_ge(&self, mv: Move, threshold: i32) -> bool;
    /// The text of a move.
    fn move_text(&self, mv: Move) -> String;
    /// Reads a legal move, such as `a3a5` or `a11a12q`.
    fn parse_move(&self, text: &str) -> Result<Move, MoveTextError>;
    /// A legal move in short notation.
    fn san(&self, mv: Move) -> String;
    /// Reads a legal move in short notation or by its squares.
    fn parse_san(&self, text: &str) -> Result<Move, SanError>;
    /// The moves that a text in short notation may mean: see [`Position::san_readings`].
    fn san_readings(&self, text: &str) -> Result<MoveList, SanError>;
    /// Makes a legal move.
    fn make(&mut self, mv: Move);
    /// Takes back the last move made, which must be `mv`.
    fn unmake(&mut self, mv: Move);
    /// The outcome, if the game has ended; `has_moves` tells whether a legal move exists.
    fn outcome_given(&self, has_moves: bool) -> Option<Outcome>;
}

fn coordinates<G: Geometry>(squares: G::Set) -> Vec<Coordinates> {
    squares.into_iter().map(G::coordinates).collect()
}

/// The methods that both sorts of positions have under the same names.
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

        fn make(&mut self, mv: Move) {
            $position::make(self, mv);
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

    fn halfmove_clock(&self) -> u16 {
        Position::halfmove_clock(self)
    }

    fn letter(&self, piece: Piece) -> char {
        self.rules().letter(piece)
    }

    fn king(&self, color: Color) -> Option<Coordinates> {
        Some(G::coordinates(Position::king(self, color)))
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

    fn checkers(&self) -> Vec<Coordinates> {
        coordinates::<G>(Position::checkers(self))
    }

    fn moves_after_pass(&self) -> MoveList {
        let king = Position::king(self, Position::side_to_move(self));
        let mut passed = self.clone();
        passed.make_null();
        let mut moves = Position::legal_moves(&passed);
        moves.retain(|mv| mv.to() != king);
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

    fn halfmove_clock(&self) -> u16 {
        self.clock()
    }

    fn letter(&self, piece: Piece) -> char {
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
