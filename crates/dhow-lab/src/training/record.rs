//! A game as bytes.

use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::pieces::{FARTHEST_OVER, PieceType};
use dhow_rules::position::{Move, MoveKind};
use dhow_rules::square::{Coordinates, Delta};
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// The results of finished games, in the order of their codes in files.
const RESULTS: [GameResult; 3] = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];

/// A move of a game with the score of the search. If a turn has several moves, each has the score
/// of the turn, and the end of a turn that could go on is a move from the first square to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The start square: rank times number of files plus file, both from 0.
    pub from: u16,
    /// The target square.
    pub to: u16,
    /// The letter of the promotion, plus 128 if it has a `+`; or for a move that captures on its
    /// way where it does so, from 1 to 25; otherwise 0.
    pub manner: u8,
    /// The score in centipawns from the view of the side that moves.
    pub score: i16,
}

/// A game: its start position, its moves with their scores, and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The number of the game in its file.
    pub number: u32,
    /// The index of the variant in the file's list.
    pub variant: u8,
    /// The result. It is never unknown in a file.
    pub result: GameResult,
    /// The FEN of the start position.
    pub start: String,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// Why bytes are not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A game with leaders among games without, or the reverse.
    #[error("games with leaders have weights of their own, and are tuned apart from others")]
    OtherWeights,
    /// The bytes end before the game does.
    #[error("it ends after {0} bytes, in the middle")]
    Short(usize),
    /// There are bytes after the end of the game.
    #[error("{0} bytes are left over at its end")]
    Long(usize),
    /// An unknown result code.
    #[error("result {0} is not 0, 1 or 2")]
    Result(u8),
    /// Squares take two bytes although one would be enough.
    #[error("its squares have more bytes than they need")]
    Wide,
    /// The start position is not UTF-8.
    #[error("the FEN is not text")]
    Text,
    /// The start position is not a position of the game.
    #[error("FEN `{fen}`: {reason}")]
    Fen {
        /// The text in the record.
        fen: String,
        /// The reason.
        reason: String,
    },
    /// A move that is not legal.
    #[error("move {number} is not legal in {fen}")]
    Move {
        /// The number of the move, in plies from 1.
        number: usize,
        /// The position in which it is not legal.
        fen: String,
    },
}

/// The bit of a letter with `+`.
const PLUS: u8 = 0x80;

/// The code of the place where a move captures on its way.
fn place(over: Delta) -> u8 {
    let side = 2 * FARTHEST_OVER + 1;
    ((over.files + FARTHEST_OVER) * side + over.ranks + FARTHEST_OVER + 1) as u8
}

impl Ply {
    /// Packs a legal move of `game`.
    pub fn of(game: &Game, mv: Move, score: i16) -> Self {
        let variant = game.variant();
        let letter = |kind: PieceType| variant.pieces[kind.index()].letter;
        let manner = |kind: PieceType| {
            let letter = letter(kind);
            letter.plain() as u8 | if letter.is_promoted() { PLUS } else { 0 }
        };
        let number = |square: Coordinates| {
            u16::from(square.rank) * variant.files as u16 + u16::from(square.file)
        };
        let (from, to) = match mv.kind() {
            MoveKind::End => (0, 0),
            _ => <[_; 2]>::from(game.position().squares(mv)).map(number).into(),
        };
        Self {
            from,
            to,
            manner: mv.promotion().map(manner).or(mv.over().map(place)).unwrap_or(0),
            score,
        }
    }

    /// The legal move of `game` that this value packs; `None` if it is not legal.
    fn find(self, game: &Game) -> Option<Move> {
        let mut legal = game.legal_moves().into_iter();
        legal.find(|&mv| Self::of(game, mv, self.score) == self)
    }
}

/// A bit of the result's byte: set if squares take two bytes each, because one byte cannot hold
/// them.
const WIDE: u8 = 0x80;

/// Games whose numbers are divisible by this are held out for validation. A prime, so that variants
/// that take turns all have their share.
const VALIDATION: u32 = 11;

impl GameRecord {
    /// Whether the game is held out for validation. Weights are never fitted to such games.
    pub fn validates(&self) -> bool {
        self.number.is_multiple_of(VALIDATION)
    }

    /// The bytes of the game, which [`GameRecord::from_bytes`] reads.
    ///
    /// ```
    /// use dhow_lab::training::{GameRecord, Ply};
    /// use dhow_play::pgn::GameResult;
    /// use dhow_rules::game::Game;
    ///
    /// let chess = dhow_rules::variant::find("chess").expect("a game of the engine's files");
    /// let game = Game::new(chess);
    /// let ply = Ply::of(&game, game.parse_move("e2e4").expect("a legal move"), 25);
    /// let record = GameRecord {
    ///     number: 1,
    ///     variant: 0,
    ///     result: GameResult::Draw,
    ///     start: game.fen(),
    ///     plies: vec![ply],
    /// };
    /// assert_eq!(GameRecord::from_bytes(&record.to_bytes())?, record);
    /// # Ok::<(), dhow_lab::training::RecordError>(())
    /// ```
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
            bytes.push(ply.manner);
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
            plies.push(Ply { from, to, manner: rest[0], score });
        }
        if wide != plies.iter().any(|ply: &Ply| ply.from.max(ply.to) > 255) {
            return Err(RecordError::Wide);
        }
        if !rest.is_empty() {
            return Err(RecordError::Long(rest.len()));
        }
        Ok(Self { number, variant, result, start, plies })
    }

    /// Replays the game and calls `visit` with each position, the move made in it, and its score.
    pub fn replay(
        &self,
        variant: &Arc<Variant>,
        visit: impl FnMut(&Game, Move, i16),
    ) -> Result<(), RecordError> {
        self.replay_to_end(variant, visit).map(|_| ())
    }

    /// Replays as [`GameRecord::replay`], and returns the game at its end.
    pub fn replay_to_end(
        &self,
        variant: &Arc<Variant>,
        mut visit: impl FnMut(&Game, Move, i16),
    ) -> Result<Game, RecordError> {
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
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_ply() -> impl Strategy<Value = Ply> {
        (0u16..300, 0u16..300, any::<u8>(), any::<i16>())
            .prop_map(|(from, to, manner, score)| Ply { from, to, manner, score })
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

    /// Chu Shogi has several moves between the same squares, by the ways of its Lions and by promotion.
    #[test]
    fn moves_of_lions_and_promotions_with_plus_are_told_apart() {
        let chu = dhow_rules::variant::find("chu").expect("a game of the engine's files");
        let (mut on_way, mut promotions) = (0, 0);
        for seed in 1..20 {
            let mut game = Game::new(chu);
            let start = game.fen();
            let mut plies = Vec::new();
            for number in 0..200 {
                let moves = game.legal_moves();
                if moves.is_empty() || game.outcome().is_some() {
                    break;
                }
                let packed = moves.iter().map(|&mv| Ply::of(&game, mv, 0));
                let different: std::collections::BTreeSet<_> =
                    packed.map(|ply| (ply.from, ply.to, ply.manner)).collect();
                assert_eq!(different.len(), moves.len(), "{}", game.fen());
                let rare = |mv: &&Move| mv.over().is_some() || mv.promotion().is_some();
                let chosen = moves.iter().find(rare).filter(|_| number % 2 == seed % 2);
                let mv = *chosen.unwrap_or(&moves[number * seed * 7919 % moves.len()]);
                on_way += usize::from(mv.over().is_some());
                promotions += usize::from(mv.promotion().is_some());
                plies.push(Ply::of(&game, mv, 7));
                game.play(mv);
            }
            let record =
                GameRecord { number: 1, variant: 0, result: GameResult::Draw, start, plies };
            let read = GameRecord::from_bytes(&record.to_bytes()).expect("a record");
            let replayed = read.replay_to_end(chu, |_, _, _| {}).expect("a game");
            assert_eq!(replayed.fen(), game.fen());
        }
        assert!(on_way > 20 && promotions > 50, "{on_way} {promotions}");
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
