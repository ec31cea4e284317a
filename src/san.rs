//! Moves in the short notation of chess books, as XBoard writes it for these games.
//!
//! A move is written as letter of the piece (none for a Pawn), what tells it from other moves of
//! the same kind of piece, `x` for a capture, the target, `=Q` for a promotion, `+` for check and
//! `#` for mate: `e5`, `Rac12`, `axb9`, `Ic12=L#`. The King's jump is an ordinary King's move.
//! An en passant capture names its victim, as in `a8xb8-b9`: the piece on a8 captures the one on
//! b8 and goes to b9. XBoard knows no other form in which it removes the victim on every rank.
//!
//! Where a Pawn stands beside the target of another one's capture, that one's rank is named, too: XBoard
//! might take the move for the first leg of such a capture.
//!
//! Reading is tolerant: checks, captures and remarks (`!?`) may be missing or wrong, squares may
//! be given in full, coordinates (`e3e5`, `a11a12q`) are moves too.

use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, MoveTextError};
use crate::pieces::PieceType;
use crate::position::{Move, MoveKind, Position};
use crate::square::{Coordinates, Square};
use crate::variant::{Role, Variant};

/// Why a text in short notation is no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Not a move in short notation.
    #[error("`{0}` is not a move such as e5, Rac12, Lxd7, a12=Q or e3e5")]
    Form(String),
    /// A letter that is no piece of the game.
    #[error("`{text}`: `{letter}` is no piece of this game")]
    Letter {
        /// The move.
        text: String,
        /// The letter.
        letter: char,
    },
    /// No legal move, written by its squares.
    #[error(transparent)]
    Squares(#[from] MoveTextError),
    /// No legal move fits.
    #[error("`{text}`: no {piece} can legally move so")]
    NoMove {
        /// The move.
        text: String,
        /// The name of the piece.
        piece: String,
    },
    /// Several moves fit.
    #[error("`{text}` may be any of {choices}")]
    Ambiguous {
        /// The move.
        text: String,
        /// The moves that fit.
        choices: String,
    },
    /// Only what the piece promotes to is missing.
    #[error("`{text}`: add what it promotes to, such as {example}")]
    PromotionMissing {
        /// The move.
        text: String,
        /// The same move with a promotion.
        example: String,
    },
}

/// The kind of piece whose letter is not written: the first of those that move as Pawns.
fn unlettered(variant: &Variant) -> Option<PieceType> {
    let index = variant.pieces.iter().position(|piece| piece.role == Role::Pawn)?;
    Some(PieceType::from_index(index))
}

/// The kind of piece that a letter stands for. XBoard calls the Cardinal A, because it cannot take
/// an X for a promotion.
pub(crate) fn lettered(variant: &Variant, letter: char) -> Option<PieceType> {
    let index_of = |letter| variant.pieces.iter().position(|piece| piece.letter == letter);
    let alias = || (letter == 'A').then(|| index_of('X')).flatten();
    index_of(letter).or_else(alias).map(PieceType::from_index)
}

/// A file, a rank or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    file: Option<usize>,
    rank: Option<usize>,
}

impl Mark {
    fn fits<G: Geometry>(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == G::file(square))
            && self.rank.is_none_or(|rank| rank == G::rank(square))
    }

    fn is_square(self) -> bool {
        self.file.is_some() && self.rank.is_some()
    }
}

/// What a text in short notation says.
struct Parsed {
    /// The kind of piece; `None` for any.
    kind: Option<PieceType>,
    from: Mark,
    /// The victim, if it is not on the target.
    over: Option<Mark>,
    to: Mark,
    promotion: Option<PieceType>,
}

impl Parsed {
    fn read(variant: &Variant, text: &str) -> Result<Self, SanError> {
        let form = || SanError::Form(text.into());
        let kind_of = |letter: char| {
            lettered(variant, letter).ok_or_else(|| SanError::Letter { text: text.into(), letter })
        };
        let mut rest = text.trim_end_matches(['+', '#', '!', '?']);
        let mut kind = None;
        if let Some(letter) = rest.chars().next().filter(char::is_ascii_uppercase) {
            kind = Some(kind_of(letter)?);
            rest = &rest[1..];
        }
        let mut promotion = None;
        if let Some((before, letter)) = split_promotion(rest) {
            promotion = Some(kind_of(letter.to_ascii_uppercase())?);
            rest = before;
        }
        let marks = marks(rest, variant.files).ok_or_else(form)?;
        let (from, over, to) = match marks[..] {
            [to] => (Mark::default(), None, to),
            [from, to] => (from, None, to),
            [from, over, to] if over.is_square() => (from, Some(over), to),
            [from, over, again, to] if over == again && over.is_square() => (from, Some(over), to),
            _ => return Err(form()),
        };
        if !to.is_square() {
            return Err(form());
        }
        if kind.is_none() && !from.is_square() {
            kind = Some(unlettered(variant).ok_or_else(form)?);
        }
        Ok(Self { kind, from, over, to, promotion })
    }

    /// Whether a move is what the text says; one that leaves the promotion open fits any.
    fn fits<G: Geometry>(&self, position: &Position<G>, mv: Move) -> bool {
        let kind = position.on(mv.from()).map(|piece| piece.kind());
        let victim = || position.en_passant().map(|ep| ep.victim);
        self.to.fits::<G>(mv.to())
            && self.from.fits::<G>(mv.from())
            && (self.kind.is_none() || self.kind == kind)
            && (self.promotion.is_none() || self.promotion == mv.promotion())
            && self.over.is_none_or(|over| {
                mv.kind() == MoveKind::EnPassant && victim().is_some_and(|at| over.fits::<G>(at))
            })
    }
}

/// The letter of the promotion at the end of a text, as in `a12=Q`, `a12Q`, `a12q`, `a12(Q)` or
/// `a12/Q`, and what is before it.
fn split_promotion(text: &str) -> Option<(&str, char)> {
    let text = text.strip_suffix(')').unwrap_or(text);
    let letter = text.chars().next_back().filter(char::is_ascii_alphabetic)?;
    let before = text[..text.len() - 1].trim_end_matches(['=', '(', '/']);
    before.ends_with(|end: char| end.is_ascii_digit()).then_some((before, letter))
}

/// The most files whose names are one letter other than the `x` of captures.
const PLAIN_FILES: usize = 23;

/// The files, ranks and squares of a move in their order; `None` if there is anything else. Where a
/// file may be called `x` or have two letters, only whole squares are read.
fn marks(text: &str, files: usize) -> Option<Vec<Mark>> {
    if files > PLAIN_FILES {
        return squares(text);
    }
    let mut marks: Vec<Mark> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let rank = rest[..digits].parse::<usize>().ok()?.checked_sub(1)?;
            match marks.last_mut().filter(|mark| mark.rank.is_none()) {
                Some(mark) => mark.rank = Some(rank),
                None => marks.push(Mark { file: None, rank: Some(rank) }),
            }
            rest = &rest[digits..];
            continue;
        }
        match letter {
            'x' | '-' | ':' | ',' => {}
            'a'..='w' => {
                marks.push(Mark { file: Some(letter as usize - 'a' as usize), rank: None })
            }
            _ => return None,
        }
        rest = &rest[1..];
    }
    Some(marks)
}

/// The squares of a move in their order; `None` if there is anything else. An `x` before a letter is
/// the sign of a capture, one before a digit a file.
fn squares(text: &str) -> Option<Vec<Mark>> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let captures =
            rest.strip_prefix('x').filter(|r| r.starts_with(|c: char| c.is_ascii_alphabetic()));
        rest = if let Some(rest) = captures {
            rest
        } else if let '-' | ':' | ',' = letter {
            &rest[1..]
        } else {
            let (square, rest) = Coordinates::parse_prefix(rest)?;
            squares.push(Mark { file: Some(square.file.into()), rank: Some(square.rank.into()) });
            rest
        };
    }
    Some(squares)
}

impl<G: Geometry> Position<G> {
    /// A legal move of this position in short notation.
    pub fn san(&self, mv: Move) -> String {
        let mut after = self.clone();
        after.make(mv);
        let mut text = self.san_without_check(mv);
        if after.in_check() {
            text.push(if after.has_legal_moves() { '+' } else { '#' });
        }
        text
    }

    fn san_without_check(&self, mv: Move) -> String {
        let variant = self.rules().variant();
        let Some(kind) = self.on(mv.from()).map(|piece| piece.kind()) else {
            return self.move_text(mv);
        };
        let mut text = String::new();
        let is_pawn = unlettered(variant) == Some(kind);
        if !is_pawn {
            text.push(variant.pieces[kind.index()].letter);
        }
        if let Some(ep) = self.en_passant().filter(|_| mv.kind() == MoveKind::EnPassant) {
            let names = [mv.from(), ep.victim, mv.to()].map(G::name);
            return text + &format!("{}x{}-{}", names[0], names[1], names[2]);
        }
        let captures = self.occupied().contains(mv.to());
        let (mut file, mut rank) = self.disambiguation(mv, kind);
        let whole = G::FILES > PLAIN_FILES && (file || rank || is_pawn && captures);
        (file, rank) = (file || whole, rank || whole);
        let name = G::name(mv.from());
        let (letters, digits) =
            name.split_at(name.bytes().take_while(|b| !b.is_ascii_digit()).count());
        if file || (is_pawn && captures) {
            text += letters;
        }
        if rank {
            text += digits;
        }
        if captures {
            text.push('x');
        } else if whole {
            text.push('-');
        }
        text += &G::name(mv.to());
        if let Some(promotion) = mv.promotion() {
            text.push('=');
            text.push(variant.pieces[promotion.index()].letter);
        }
        text
    }

    /// Whether file and rank of the start must be named to tell a move from others to its target.
    fn disambiguation(&self, mv: Move, kind: PieceType) -> (bool, bool) {
        let rivals: Vec<Square> = self
            .legal_moves()
            .into_iter()
            .filter(|other| other.to() == mv.to() && other.from() != mv.from())
            .map(Move::from)
            .filter(|&from| self.on(from).is_some_and(|piece| piece.kind() == kind))
            .chain(self.beside_the_victim(mv, kind))
            .collect();
        let same_file = |&from: &Square| G::file(from) == G::file(mv.from());
        let same_rank = |&from: &Square| G::rank(from) == G::rank(mv.from());
        if rivals.is_empty() {
            (false, false)
        } else if !rivals.iter().any(same_file) {
            (true, false)
        } else {
            (rivals.iter().any(same_rank), true)
        }
    }

    /// Where pieces stand that XBoard believes to capture on the target of a Pawn's capture, too: those
    /// of the same kind beside it, which it lets capture sideways in two legs.
    fn beside_the_victim(&self, mv: Move, kind: PieceType) -> Vec<Square> {
        let (variant, to) = (self.rules().variant(), mv.to());
        let pawns_capture = variant.pieces[kind.index()].role == Role::Pawn
            && variant.command.is_none()
            && self.occupied().contains(to);
        if !pawns_capture {
            return Vec::new();
        }
        let is_rival = |from: &Square| {
            let own = self.on(*from).is_some_and(|piece| Some(piece) == self.on(mv.from()));
            own && G::rank(*from) == G::rank(to) && G::file(*from).abs_diff(G::file(to)) == 1
        };
        self.occupied().into_iter().filter(is_rival).filter(|&from| from != mv.from()).collect()
    }

    /// Reads a legal move of this position in short notation or by its squares.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let moves = self.san_readings(text)?;
        if let [mv] = moves[..] {
            return Ok(mv);
        }
        let example = self.san(moves[0]);
        Err(SanError::PromotionMissing { text: text.into(), example })
    }

    /// The moves that a text in short notation may mean: one, or several that differ only in what
    /// the piece promotes to, if the text does not say. XBoard writes Princes' promotions so.
    pub fn san_readings(&self, text: &str) -> Result<MoveList, SanError> {
        let variant = self.rules().variant();
        let parsed = Parsed::read(variant, text)?;
        let moves: MoveList =
            self.legal_moves().into_iter().filter(|&mv| parsed.fits(self, mv)).collect();
        let Some(first) = moves.first() else {
            let piece =
                parsed.kind.map_or("piece", |kind| &variant.pieces[kind.index()].name).to_string();
            return Err(SanError::NoMove { text: text.into(), piece });
        };
        if moves.iter().any(|mv| mv.from() != first.from()) {
            let mut choices: Vec<String> = moves.iter().map(|&mv| self.san(mv)).collect();
            choices.truncate(12);
            return Err(SanError::Ambiguous { text: text.into(), choices: choices.join(", ") });
        }
        Ok(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board12, Board30x15};
    use crate::variant::{Rules, find, rules};
    use std::sync::Arc;

    fn at(variant: &str, fen: &str) -> Position<Board12> {
        let variant = find(variant).expect("a built-in game");
        Position::from_fen(rules(variant), fen).expect("a legal position")
    }

    fn san_of(position: &Position<Board12>, coordinates: &str) -> String {
        let mv = position.parse_move(coordinates).expect("a legal move");
        let san = position.san(mv);
        assert_eq!(position.parse_san(&san), Ok(mv), "{san}");
        assert_eq!(position.parse_san(coordinates), Ok(mv), "{coordinates}");
        san
    }

    #[test]
    fn moves_of_the_start_array() {
        let position = Position::start(rules(find("metamachy").expect("a built-in game")))
            .expect("a start array");
        assert_eq!(san_of(&position, "e3e5"), "e5");
        assert_eq!(san_of(&position, "c2d4"), "Nd4");
        assert_eq!(
            position.parse_san("Nc2-d4!?"),
            position.parse_move("c2d4").map_err(|_| unreachable!())
        );
        assert!(
            matches!(position.parse_san("Nd9"), Err(SanError::NoMove { piece, .. }) if piece == "Knight")
        );
        assert!(matches!(position.parse_san("Yd9"), Err(SanError::Letter { letter: 'Y', .. })));
        for text in
            ["", "+", "x", "N", "e", "5", "e5e6e7", "\u{e9}5", "e99999999999999999999", "=Q"]
        {
            assert!(position.parse_san(text).is_err(), "{text}");
        }
    }

    #[test]
    fn disambiguation_prefers_files() {
        let position = at("metamachy", "5k6/12/12/12/12/R10R/12/12/R11/12/12/5K6 w - - 0 1");
        assert_eq!(san_of(&position, "l7c7"), "Rlc7");
        assert_eq!(san_of(&position, "a4a5"), "R4a5");
        assert_eq!(san_of(&position, "a7a6"), "R7a6");
        assert_eq!(san_of(&position, "a7b7"), "Rab7");
        assert_eq!(san_of(&position, "a4b4"), "Rb4");
        assert!(matches!(position.parse_san("Rc7"), Err(SanError::Ambiguous { .. })));
    }

    #[test]
    fn a_pawn_beside_the_victim_is_told_apart() {
        let position = at("metamachy", "6k5/12/12/12/12/n11/nP10/1P10/12/12/12/6K5 w - - 0 1");
        assert_eq!(san_of(&position, "b5a6"), "b5xa6");
        assert_eq!(san_of(&position, "b6a7"), "bxa7");
        assert!(position.parse_san("bxa6").is_ok());
    }

    #[test]
    fn en_passant_names_the_victim() {
        let mut position = at("metamachy", "5k6/12/1p10/12/P11/12/12/12/12/12/12/5K6 b - - 0 1");
        let double = position.parse_move("b10b8").expect("a double step");
        position.make(double);
        assert_eq!(san_of(&position, "a8b9"), "a8xb8-b9");
        for text in ["axb9", "a8xb9", "a8b8,b8b9", "Pa8xb8-b9+", "axb8-b9"] {
            assert!(position.parse_san(text).is_ok(), "{text}");
        }
        assert!(position.parse_san("a8xc8-b9").is_err());
        // The victim's square is given in full, and what captures goes on from there.
        for text in ["a8b8,c8b9", "a8b,bb9", "a8xb-b9"] {
            assert_eq!(position.parse_san(text), Err(SanError::Form(text.into())));
        }
    }

    #[test]
    fn promotions() {
        let position = at("metamachy", "12/2I9/8k3/12/12/12/12/12/12/12/12/5K6 w - - 0 1");
        assert_eq!(san_of(&position, "c11c12l"), "Ic12=L");
        for text in ["Ic12Q", "Ic12=q", "Ic12(Q)", "Ic12/Q", "c11c12=Q"] {
            assert!(position.parse_san(text).is_ok(), "{text}");
        }
        assert!(matches!(position.parse_san("Ic12"), Err(SanError::PromotionMissing { .. })));
        assert_eq!(position.san_readings("Ic12").map(|moves| moves.len()), Ok(3));
        assert!(position.parse_san("Ic12=R").is_err());
    }

    /// Files named `x` and with two letters: on boards so wide squares are written whole.
    #[test]
    fn wide_boards() {
        let metamachy = find("metamachy").expect("a built-in game");
        let wide = Variant {
            files: 30,
            ranks: 15,
            start: ["30"; 15].join("/"),
            setup: Vec::new(),
            ..Variant::clone(metamachy)
        };
        let rules = Rules::<Board30x15>::of(&Arc::new(wide)).expect("a game");
        let ranks = ["k29", "30", "30", "23R5R", "22p1p4p", "23P5P", "30", "30", "30", "30", "30"];
        let fen = format!("{}/30/30/30/K29 w - - 0 1", ranks.join("/"));
        let position = Position::from_fen(rules, &fen).expect("a position");
        for (coordinates, text) in [
            ("x12y12", "Rx12-y12"),
            ("ad12y12", "Rad12-y12"),
            ("x12x13", "Rx13"),
            ("ad12ad13", "Rad13"),
            ("ad12ad11", "Rxad11"),
            ("x10w11", "x10xw11"),
            ("x10y11", "x10xy11"),
            ("x10x11", "x11"),
        ] {
            let mv = position.parse_move(coordinates).expect(coordinates);
            assert_eq!(position.san(mv), text);
            assert_eq!(position.parse_san(text), Ok(mv), "{text}");
            assert_eq!(position.parse_san(coordinates), Ok(mv), "{coordinates}");
        }
        for text in ["Rx", "x", "Rxx12", "Rxy", "yx11", "Ra"] {
            assert!(position.parse_san(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_cardinal_is_also_called_a() {
        let position =
            at("zanzibar-xl-classic", "5k6/P11/12/12/12/12/12/12/12/12/12/X4K6 w - - 0 1");
        assert_eq!(san_of(&position, "a1d4"), "Xd4");
        assert_eq!(position.parse_san("Ad4"), position.parse_san("Xd4"));
        assert_eq!(san_of(&position, "a11a12x"), "a12=X");
        assert_eq!(position.parse_san("a12=A"), position.parse_san("a12=X"));
    }
}
