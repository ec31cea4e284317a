//! Reading and writing FEN: `placement side rights ep halfmove fullmove`.

use super::validate::{self, PositionError};
use super::{EnPassant, Placement, Position, State, zobrist};
use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::pieces::{Color, Letter, Piece};
use crate::square::Square;
use crate::variant::piece_placement::{self, HOLE, PlacementError};
use crate::variant::{CASTLING_LETTERS, Rules};
use std::sync::Arc;

/// Why a text is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text has neither four nor six fields.
    #[error(
        "{0} field{s}; a FEN has six: placement, side, jump rights, en passant, two counters",
        s = if *.0 == 1 { "" } else { "s" }
    )]
    Fields(usize),
    /// The first field is not a piece placement of the board.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The side to move is neither `w` nor `b`.
    #[error("side to move `{0}` is neither `w` nor `b`")]
    Side(String),
    /// The jump rights are not `Kk`, `K`, `k` or `-`.
    #[error("jump rights `{0}` are not one of `Kk`, `K`, `k`, `-`")]
    JumpField(String),
    /// The castling rights are neither `-` nor letters of `KQkq`, each at most once.
    #[error("castling rights `{0}` are neither letters of `KQkq`, each once, nor `-`")]
    CastlingField(String),
    /// The en passant field is neither `-` nor a square, nor the two that a triple step passes over.
    #[error("en passant square `{0}` is neither a square nor `-`")]
    EnPassantField(String),
    /// A field that has no use in this game is not `-`.
    #[error("field {number} is `{field}`; it is `-` in this game")]
    Unused {
        /// The number of the field, from 1.
        number: usize,
        /// The text of the field.
        field: String,
    },
    /// The halfmove counter is not a number or is too large.
    #[error("halfmove counter `{0}` is not a number from 0 to {MAX_HALFMOVE}")]
    Halfmove(String),
    /// The fullmove counter is not a number or is too large.
    #[error("fullmove counter `{0}` is not a number from 1 to {MAX_FULLMOVE}")]
    Fullmove(String),
    /// The FEN is well-formed but not a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The greatest halfmove counter in a FEN; positions do not count further. It is far beyond the 100
/// halfmoves of the 50-move rule, because games may go on after a draw by it.
pub const MAX_HALFMOVE: u16 = u16::MAX;
/// The greatest fullmove counter in a FEN. Later moves are written with it too.
pub const MAX_FULLMOVE: u32 = 999_999_999;

impl<G: Geometry> Position<G> {
    /// Reads a position. Of six fields the last two, the counters, may be missing, as in EPD; they
    /// are then `0 1`.
    ///
    /// ```
    /// use dhow_rules::geometry::Layout8;
    /// use dhow_rules::position::{FenError, Position};
    /// use dhow_rules::variant::{find, rules};
    ///
    /// let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
    /// let position = Position::from_fen(chess.clone(), "4k3/8/8/8/8/8/8/4K2R w K - 5 40")?;
    /// assert_eq!((position.halfmove_clock(), position.fullmove()), (5, 40));
    /// assert!(matches!(Position::from_fen(chess, "4k3/8 w - -"), Err(FenError::Placement(_))));
    /// # Ok::<(), FenError>(())
    /// ```
    pub fn from_fen(rules: Arc<Rules<G>>, fen: &str) -> Result<Self, FenError> {
        let fields = SplitFen::split(fen)?;
        let placement =
            Placement::read(rules.board(), fields.placement, |letter| rules.piece(letter))?;
        let side_to_move = fields.side()?;
        let [field, en_passant] = fields.rights;
        let castles = !rules.castlings().is_empty();
        let castling = if castles { castling_rights(field)? } else { 0 };
        let jump = match field {
            _ if castles => [false, false],
            "Kk" | "kK" => [true, true],
            "K" => [true, false],
            "k" => [false, true],
            "-" => [false, false],
            _ => return Err(FenError::JumpField(field.into())),
        };
        let en_passant = en_passant_squares(placement.board(), en_passant)?;
        let (halfmove, fullmove) = fields.counters()?;
        let state = State {
            rights_key: 0,
            en_passant: None,
            jump: [false; 2],
            castling,
            captured: None,
            captured_on_way: None,
            struck: None,
            moved: None,
            halfmove_clock: halfmove,
            reversible: 0,
        };
        let history = Vec::with_capacity(512);
        let mut position = Self { rules, placement, side_to_move, state, fullmove, history };
        validate::kings(&position)?;
        validate::facing(&position)?;
        validate::promoting_pieces(&position)?;
        match position.rules.anti_trade().is_some() {
            true => {
                position.set_rights(jump, &[])?;
                position.set_struck(&en_passant)?;
            }
            false => position.set_rights(jump, &en_passant)?,
        }
        validate::side_not_to_move(&position)?;
        Ok(position)
    }

    /// Adds rights to a position that has none.
    fn set_rights(&mut self, jump: [bool; 2], en_passant: &[Square]) -> Result<(), PositionError> {
        validate::castling_rights(self)?;
        self.state.rights_key ^= zobrist::castling(self.state.castling);
        self.state.jump = jump;
        for color in Color::ALL.into_iter().filter(|color| jump[color.index()]) {
            self.state.rights_key ^= zobrist::jump(color);
        }
        validate::jump_rights(self)?;
        if !en_passant.is_empty() {
            let (victim, squares) = validate::double_step(self, en_passant)?;
            self.set_en_passant(squares, victim);
        }
        Ok(())
    }

    /// Adds the square of a strike, from the field that other games have for en passant squares.
    fn set_struck(&mut self, squares: &[Square]) -> Result<(), PositionError> {
        self.state.struck = validate::struck(self, squares)?;
        self.state.rights_key ^= self.state.struck.map_or(0, zobrist::struck);
        Ok(())
    }

    /// The position as canonical FEN, which [`Position::from_fen`] reads back.
    pub fn fen(&self) -> String {
        let castling = self.state.castling;
        let letters = CASTLING_LETTERS.into_iter().enumerate();
        let castling: String =
            letters.filter(|(right, _)| castling >> right & 1 != 0).map(|(_, it)| it).collect();
        let rights = match self.state.jump {
            _ if !castling.is_empty() => &castling,
            [true, true] => "Kk",
            [true, false] => "K",
            [false, true] => "k",
            [false, false] => "-",
        };
        let en_passant = self.en_passant().into_iter().flat_map(EnPassant::squares);
        let en_passant = en_passant.chain(self.struck()).map(G::name);
        let en_passant = Some(en_passant.collect::<String>()).filter(|names| !names.is_empty());
        let en_passant = en_passant.as_deref().unwrap_or("-");
        format!(
            "{} {} {rights} {en_passant} {} {}",
            self.placement_text(),
            self.side_to_move.letter(),
            self.state.halfmove_clock,
            self.fullmove.min(MAX_FULLMOVE)
        )
    }

    /// The piece placement: the first field of the FEN.
    pub fn placement_text(&self) -> String {
        self.placement.text(|piece| self.rules.letter(piece))
    }
}

/// The separated fields of a FEN, not yet read.
pub(crate) struct SplitFen<'a> {
    /// The first field, for [`Placement::read`].
    pub placement: &'a str,
    side: &'a str,
    /// The third and fourth field, whose meaning depends on the game.
    pub rights: [&'a str; 2],
    counters: Option<[&'a str; 2]>,
}

impl<'a> SplitFen<'a> {
    /// Splits a text into four fields, as in EPD, or six.
    pub fn split(fen: &'a str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let (placement, side, rights, counters) = match fields[..] {
            [a, b, c, d] => (a, b, [c, d], None),
            [a, b, c, d, e, f] => (a, b, [c, d], Some([e, f])),
            _ => return Err(FenError::Fields(fields.len())),
        };
        Ok(Self { placement, side, rights, counters })
    }

    /// The side to move.
    pub fn side(&self) -> Result<Color, FenError> {
        match self.side {
            "w" => Ok(Color::White),
            "b" => Ok(Color::Black),
            side => Err(FenError::Side(side.into())),
        }
    }

    /// The halfmove and fullmove counters; 0 and 1 if they are missing. Fullmove 0 is read as 1,
    /// because many programs write it.
    pub fn counters(&self) -> Result<(u16, u32), FenError> {
        let Some([halfmove, fullmove]) = self.counters else { return Ok((0, 1)) };
        let halves = counter(halfmove, MAX_HALFMOVE.into());
        let halves = halves.ok_or_else(|| FenError::Halfmove(halfmove.into()))?;
        let moves = counter(fullmove, MAX_FULLMOVE);
        let moves = moves.ok_or_else(|| FenError::Fullmove(fullmove.into()))?;
        Ok((halves as u16, moves.max(1)))
    }
}

/// Reads the squares of an en passant field: one, or the two that a triple step passes over.
fn en_passant_squares<G: Geometry>(board: &Board<G>, field: &str) -> Result<Vec<Square>, FenError> {
    let error = || FenError::EnPassantField(field.into());
    let (mut squares, mut rest) = (Vec::new(), if field == "-" { "" } else { field });
    while !rest.is_empty() {
        let (square, after) = board.parse_square(rest).ok_or_else(error)?;
        if squares.len() == 2 || squares.contains(&square) {
            return Err(error());
        }
        squares.push(square);
        rest = after;
    }
    Ok(squares)
}

/// Reads castling rights in any order, one bit for each.
fn castling_rights(field: &str) -> Result<u8, FenError> {
    let error = || FenError::CastlingField(field.into());
    let mut rights = 0;
    for letter in field.chars().filter(|_| field != "-") {
        let right = CASTLING_LETTERS.iter().position(|&it| it == letter).ok_or_else(error)?;
        if rights >> right & 1 != 0 {
            return Err(error());
        }
        rights |= 1 << right;
    }
    Ok(rights)
}

/// Reads a number of digits only, at most `most`.
fn counter(text: &str, most: u32) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok()? } else { return None };
    (number <= most).then_some(number)
}

impl<G: Geometry> Placement<G> {
    /// Reads a piece placement of a board. `piece` maps letters to pieces.
    pub fn read(
        board: &Board<G>,
        text: &str,
        piece: impl Fn(Letter) -> Option<Piece>,
    ) -> Result<Self, PlacementError> {
        let mut placement = Self::new(board);
        let mut holes = G::Set::EMPTY;
        let mut misplaced = None;
        piece_placement::read(text, board.files(), board.ranks(), |file, rank, letter| {
            let square = i32::try_from(file).ok().and_then(|file| G::square(file, rank as i32));
            if letter == HOLE {
                square.into_iter().for_each(|square| holes.insert(square));
                return true;
            }
            let piece = piece(letter);
            if let (Some(piece), Some(square)) = (piece, square) {
                match board.all().contains(square) {
                    true => placement.put(piece, square),
                    false => misplaced = Some(square),
                }
            }
            piece.is_some()
        })?;
        let missing = board.holes();
        match misplaced.or((holes ^ missing).first()) {
            Some(square) if missing.contains(square) => Err(PlacementError::Hole(G::name(square))),
            Some(square) => Err(PlacementError::NoHole(G::name(square))),
            None => Ok(placement),
        }
    }

    /// Writes the piece placement. `letter` maps pieces to letters.
    pub fn text(&self, letter: impl Fn(Piece) -> Letter) -> String {
        let board = self.board();
        piece_placement::write(board.files(), board.ranks(), |square| match board.at(square) {
            Some(square) => self.on(square).map(&letter),
            None => Some(HOLE.into()),
        })
    }
}
