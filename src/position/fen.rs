//! FEN: `placement side jump ep halfmove fullmove`.

use super::validate::{self, Flaw};
use super::{EnPassant, Placement, Position, State, zobrist};
use crate::geometry::Geometry;
use crate::pieces::Color;
use crate::square::Square;
use crate::variant::Rules;
use std::sync::Arc;

/// Why a text is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Not four or six fields.
    #[error("{0} fields; a FEN has six: placement, side, jump rights, en passant, two counters")]
    Fields(usize),
    /// Too few or too many ranks.
    #[error("{found} ranks in the placement; the board has {expected}")]
    Ranks {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A rank with too few or too many squares.
    #[error("rank {rank} has {found} squares; the board has {expected} files")]
    Files {
        /// The rank, from 1.
        rank: usize,
        /// How many squares it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A letter that is no piece of the game.
    #[error("`{letter}` on rank {rank} is no piece of this game")]
    Letter {
        /// The letter.
        letter: char,
        /// The rank, from 1.
        rank: usize,
    },
    /// A run of empty squares written with a zero in front.
    #[error("`{number}` on rank {rank} is no number of empty squares")]
    Empties {
        /// What is written.
        number: String,
        /// The rank, from 1.
        rank: usize,
    },
    /// A side to move other than `w` or `b`.
    #[error("side to move `{0}` is neither `w` nor `b`")]
    Side(String),
    /// A jump field other than `Kk`, `K`, `k` or `-`.
    #[error("jump rights `{0}` are none of `Kk`, `K`, `k`, `-`")]
    JumpField(String),
    /// An en passant field that is neither a square nor `-`.
    #[error("en passant square `{0}` is neither a square nor `-`")]
    EnPassantField(String),
    /// A halfmove counter that is no number or too high.
    #[error("halfmove counter `{0}` is not a number from 0 to {MAX_HALFMOVE}")]
    Halfmove(String),
    /// A fullmove counter that is no number, 0 or too high.
    #[error("fullmove counter `{0}` is not a number from 1 to {MAX_FULLMOVE}")]
    Fullmove(String),
    /// Well written, but no position of the game.
    #[error(transparent)]
    Flaw(#[from] Flaw),
}

/// The highest count of halfmoves that a FEN may carry: no position counts further. It is beyond the
/// 50-move rule, since games may go on after they were drawn by it.
pub const MAX_HALFMOVE: u16 = u16::MAX;
/// The highest move number that a FEN may carry; later moves are written with it, too.
pub const MAX_FULLMOVE: u32 = 999_999_999;

impl<G: Geometry> Position<G> {
    /// Reads a position. Four fields are accepted as in EPD; the counters are then `0 1`.
    pub fn from_fen(rules: Arc<Rules<G>>, fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let [placement, side, jump, en_passant] = match fields[..] {
            [a, b, c, d] | [a, b, c, d, _, _] => [a, b, c, d],
            _ => return Err(FenError::Fields(fields.len())),
        };
        let placement = read_placement(&rules, placement)?;
        let side_to_move = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Side(side.into())),
        };
        let jump = match jump {
            "Kk" => [true, true],
            "K" => [true, false],
            "k" => [false, true],
            "-" => [false, false],
            _ => return Err(FenError::JumpField(jump.into())),
        };
        let en_passant = match en_passant {
            "-" => None,
            name => match G::parse_square(name) {
                Some((square, "")) => Some(square),
                _ => return Err(FenError::EnPassantField(name.into())),
            },
        };
        let halfmove_clock = match fields.get(4) {
            Some(text) => counter(text, 0, MAX_HALFMOVE.into())
                .ok_or_else(|| FenError::Halfmove((*text).into()))?,
            None => 0,
        };
        let fullmove = match fields.get(5) {
            Some(text) => {
                counter(text, 1, MAX_FULLMOVE).ok_or_else(|| FenError::Fullmove((*text).into()))?
            }
            None => 1,
        };
        let state = State {
            rights_key: 0,
            en_passant: None,
            jump,
            captured: None,
            moved: None,
            halfmove_clock: halfmove_clock as u16,
            reversible: 0,
        };
        let history = Vec::with_capacity(512);
        let mut position = Self { rules, placement, side_to_move, state, fullmove, history };
        for color in Color::ALL.into_iter().filter(|color| jump[color.index()]) {
            position.state.rights_key ^= zobrist::jump(color);
        }
        validate::kings(&position)?;
        validate::promoting_pieces(&position)?;
        validate::jump_rights(&position)?;
        if let Some(square) = en_passant {
            let victim = validate::en_passant_victim(&position, square)?;
            position.set_en_passant(EnPassant { square, victim });
        }
        validate::side_not_to_move(&position)?;
        Ok(position)
    }

    /// The position as FEN, in the one canonical way. [`Position::from_fen`] reads it back.
    pub fn fen(&self) -> String {
        let jump = match self.state.jump {
            [true, true] => "Kk",
            [true, false] => "K",
            [false, true] => "k",
            [false, false] => "-",
        };
        let en_passant = self.en_passant().map_or("-".into(), |ep| G::name(ep.square));
        format!(
            "{} {} {jump} {en_passant} {} {}",
            self.placement_text(),
            self.side_to_move.letter(),
            self.state.halfmove_clock,
            self.fullmove.min(MAX_FULLMOVE)
        )
    }

    /// The first field of the FEN.
    pub fn placement_text(&self) -> String {
        let rank_text = |rank: i32| {
            let mut text = String::new();
            let mut empties = 0;
            for square in (0..G::FILES as i32).filter_map(|file| G::square(file, rank)) {
                match self.on(square) {
                    Some(piece) => {
                        flush(&mut text, &mut empties);
                        text.push(self.rules.letter(piece));
                    }
                    None => empties += 1,
                }
            }
            flush(&mut text, &mut empties);
            text
        };
        let ranks: Vec<String> = (0..G::RANKS as i32).rev().map(rank_text).collect();
        ranks.join("/")
    }
}

fn flush(text: &mut String, empties: &mut u32) {
    if *empties > 0 {
        *text += &empties.to_string();
        *empties = 0;
    }
}

/// A number written plainly, within bounds.
fn counter(text: &str, least: u32, most: u32) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok()? } else { return None };
    (least..=most).contains(&number).then_some(number)
}

fn read_placement<G: Geometry>(rules: &Rules<G>, text: &str) -> Result<Placement<G>, FenError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != G::RANKS {
        return Err(FenError::Ranks { found: rows.len(), expected: G::RANKS });
    }
    let mut placement = Placement::new();
    for (row, text) in rows.into_iter().enumerate() {
        let rank = G::RANKS - 1 - row;
        read_rank(rules, &mut placement, rank, text)?;
    }
    Ok(placement)
}

fn read_rank<G: Geometry>(
    rules: &Rules<G>,
    placement: &mut Placement<G>,
    rank: usize,
    text: &str,
) -> Result<(), FenError> {
    let mut file = 0usize;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let number = &rest[..digits];
            let empties = (!number.starts_with('0')).then(|| number.parse::<u16>().ok()).flatten();
            let Some(empties) = empties else {
                return Err(FenError::Empties { number: number.into(), rank: rank + 1 });
            };
            file += empties as usize;
            rest = &rest[digits..];
        } else {
            let Some(piece) = rules.piece(letter) else {
                return Err(FenError::Letter { letter, rank: rank + 1 });
            };
            if let Some(square) = square_at::<G>(file, rank) {
                placement.put(piece, square);
            }
            file += 1;
            rest = &rest[letter.len_utf8()..];
        }
    }
    if file != G::FILES {
        return Err(FenError::Files { rank: rank + 1, found: file, expected: G::FILES });
    }
    Ok(())
}

fn square_at<G: Geometry>(file: usize, rank: usize) -> Option<Square> {
    G::square(i32::try_from(file).ok()?, rank as i32)
}
