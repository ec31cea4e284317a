//! One game as bytes.

use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::pieces::PieceType;
use dhow_rules::position::{Move, MoveKind};
use dhow_rules::square::Coordinates;
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// The results of finished games, in the order of their numbers in files.
const RESULTS: [GameResult; 3] = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];

/// One move of a game, with the score that the search gave it. Where a turn has several moves all of
/// them have the score of the turn, and the end of one that could go on is a move from the first square
/// to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// From where: the rank times the number of files, plus the file, both from 0.
    pub from: u16,
    /// To where.
    pub to: u16,
    /// The letter of what the piece becomes, or 0.
    pub promotion: u8,
    /// The score in centipawns from the view of the side that moves.
    pub score: i16,
}

/// A game: where it started, its moves with their scores, and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The number of the game in its file.
    pub number: u32,
    /// The index of the variant in the file's list.
    pub variant: u8,
    /// How it ended; never unknown in a file.
    pub result: GameResult,
    /// The position before the first move.
    pub start: String,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// Bytes that are no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The game has a leader where others have none, or the other way round.
    #[error("games with leaders have weights of their own, and are tuned apart from others")]
    OtherWeights,
    /// The bytes end before the game does.
    #[error("it ends after {0} bytes, in the middle")]
    Short(usize),
    /// Bytes are left over.
    #[error("{0} bytes are left over at its end")]
    Long(usize),
    /// No result has this number.
    #[error("result {0} is none of 0, 1 and 2")]
    Result(u8),
    /// Squares have two bytes though one would do.
    #[error("its squares have more bytes than they need")]
    Wide,
    /// The start position is no text.
    #[error("the FEN is no text")]
    Text,
    /// The start position cannot be had.
    #[error("FEN `{fen}`: {reason}")]
    Fen {
        /// What was given.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A move that the rules do not allow.
    #[error("move {number} is not legal in {fen}")]
    Move {
        /// Halfmoves since the start, from 1.
        number: usize,
        /// The position in which it is not legal.
        fen: String,
    },
}

impl Ply {
    /// Packs a legal move of `game`.
    pub fn of(game: &Game, mv: Move, score: i16) -> Self {
        let variant = game.variant();
        let letter = |kind: PieceType| variant.pieces[kind.index()].letter;
        let number = |square: Coordinates| {
            u16::from(square.rank) * variant.files as u16 + u16::from(square.file)
        };
        let (from, to) = match mv.kind() {
            MoveKind::End => (0, 0),
            _ => <[_; 2]>::from(game.position().squares(mv)).map(number).into(),
        };
        Self { from, to, promotion: mv.promotion().map_or(0, |kind| letter(kind) as u8), score }
    }

    /// The legal move of `game` that this is.
    fn find(self, game: &Game) -> Option<Move> {
        let mut legal = game.legal_moves().into_iter();
        legal.find(|&mv| Self::of(game, mv, self.score) == self)
    }
}

/// Set in the byte of the result where squares have two bytes each, for want of room in one.
const WIDE: u8 = 0x80;

/// Every game whose number is divisible by this is kept apart to validate weights: a prime, so that
/// games which take turns all have their share.
const VALIDATION: u32 = 11;

impl GameRecord {
    /// Whether weights are never fitted to it: it tells whether they are good for others.
    pub fn validates(&self) -> bool {
        self.number.is_multiple_of(VALIDATION)
    }

    /// The bytes of the game; [`GameRecord::from_bytes`] reads them back.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + self.start.len() + 5 * self.plies.len());
        bytes.extend(self.number.to_le_bytes());
        let wide = self.plies.iter().any(|ply| ply.from.max(ply.to) > 255);
        let number = RESULTS.iter().position(|&result| result == self.result);
        let number = number.unwrap_or(RESULTS.len()) as u8;
        bytes.extend([self.variant, number | if wide { WIDE } else { 0 }]);
        bytes.extend((self.start.len() as u16).to_le_bytes());
        bytes.extend(self.start.as_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            for square in [ply.from, ply.to] {
                bytes.extend(&square.to_le_bytes()[..1 + usize::from(wide)]);
            }
            bytes.push(ply.promotion);
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes
    }

    /// Reads the bytes of one game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        let mut rest = bytes;
        let mut take = |count: usize| {
            let (taken, left) =
                rest.split_at_checked(count).ok_or(RecordError::Short(bytes.len()))?;
            rest = left;
            Ok::<_, RecordError>(taken)
        };
        let number = u32::from_le_bytes(take(4)?.try_into().unwrap_or_default());
        let variant = take(1)?[0];
        let result = take(1)?[0];
        let wide = result & WIDE != 0;
        let code = result & !WIDE;
        let result = *RESULTS.get(usize::from(code)).ok_or(RecordError::Result(code))?;
        let length = u16::from_le_bytes(take(2)?.try_into().unwrap_or_default());
        let start = String::from_utf8(take(length as usize)?.to_vec());
        let start = start.map_err(|_| RecordError::Text)?;
        let count = u16::from_le_bytes(take(2)?.try_into().unwrap_or_default());
        let mut plies = Vec::new();
        for _ in 0..count {
            let mut square = || {
                let bytes = take(1 + usize::from(wide))?;
                Ok(u16::from(bytes[0]) | bytes.get(1).map_or(0, |&high| u16::from(high) << 8))
            };
            let (from, to) = (square()?, square()?);
            let rest = take(3)?;
            let score = i16::from_le_bytes([rest[1], rest[2]]);
            plies.push(Ply { from, to, promotion: rest[0], score });
        }
        if wide != plies.iter().any(|ply: &Ply| ply.from.max(ply.to) > 255) {
            return Err(RecordError::Wide);
        }
        if !rest.is_empty() {
            return Err(RecordError::Long(rest.len()));
        }
        Ok(Self { number, variant, result, start, plies })
    }

    /// Plays the game again; `visit` is shown each position with the move made there and its
    /// score.
    pub fn replay(
        &self,
        variant: &Arc<Variant>,
        mut visit: impl FnMut(&Game, Move, i16),
    ) -> Result<(), RecordError> {
        let mut game = Game::from_fen(variant, &self.start).map_err(|error| RecordError::Fen {
            fen: self.start.clone(),
            reason: error.to_string(),
        })?;
        for (index, ply) in self.plies.iter().enumerate() {
            let mv = ply
                .find(&game)
                .ok_or_else(|| RecordError::Move { number: index + 1, fen: game.fen() })?;
            visit(&game, mv, ply.score);
            game.play(mv);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_ply() -> impl Strategy<Value = Ply> {
        (0u16..300, 0u16..300, any::<u8>(), any::<i16>())
            .prop_map(|(from, to, promotion, score)| Ply { from, to, promotion, score })
    }

    prop_compose! {
        fn any_record()(
            number in any::<u32>(),
            variant in any::<u8>(),
            result in prop_oneof![
                Just(GameResult::BlackWins), Just(GameResult::Draw), Just(GameResult::WhiteWins)
            ],
            start in ".{0,80}",
            plies in proptest::collection::vec(any_ply(), 0..60),
        ) -> GameRecord {
            GameRecord { number, variant, result, start, plies }
        }
    }

    proptest! {
        #[test]
        fn a_record_is_read_back(record in any_record()) {
            prop_assert_eq!(GameRecord::from_bytes(&record.to_bytes()), Ok(record));
        }

        #[test]
        fn a_part_of_a_record_is_none(record in any_record(), cut in any::<prop::sample::Index>()) {
            let bytes = record.to_bytes();
            let length = cut.index(bytes.len());
            prop_assert_eq!(
                GameRecord::from_bytes(&bytes[..length]),
                Err(RecordError::Short(length))
            );
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(record) = GameRecord::from_bytes(&bytes) {
                prop_assert_eq!(record.to_bytes(), bytes);
            }
        }
    }
}
