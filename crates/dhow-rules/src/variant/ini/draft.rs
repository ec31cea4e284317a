//! A game whose lines have been read but not yet checked as a whole.

use super::extinction::Extinction;
use super::keys::{self, Region};
use super::lines::Entry;
use super::pieces::{self, KING, PAWN};
use super::{Mistake, Problem};
use crate::betza::Notation;
use crate::square::Coordinates;
use crate::variant::piece_placement::{self, HOLE};
use crate::variant::{EndRules, SetupGroup};

/// A kind of piece of the game.
#[derive(Clone, Debug)]
pub struct DraftPiece {
    /// The key that declares it, such as `knight` or `customPiece1`.
    pub key: String,
    pub letter: char,
    pub betza: Notation,
}

/// The ranks of orthodox chess on which White and Black promote.
pub const LAST_RANKS: [Region; 2] = [Region::rank(8), Region::rank(1)];
/// The ranks of orthodox chess from which White and Black make double steps.
pub const SECOND_RANKS: [Region; 2] = [Region::rank(2), Region::rank(7)];

/// The values of all keys of a game and of the games that it inherits from.
#[derive(Clone, Debug)]
pub struct Draft {
    pub title: Option<String>,
    pub summary: Option<String>,
    pub files: usize,
    pub ranks: usize,
    pub pieces: Vec<DraftPiece>,
    pub names: Vec<(char, String)>,
    pub worths: Vec<(char, i32)>,
    pub start: String,
    pub setup: Vec<SetupGroup>,
    pub promotion_regions: [Region; 2],
    pub promotion_types: String,
    pub promoted_types: Vec<(char, String)>,
    pub promotion_moves: Vec<(char, Notation)>,
    pub promotion_limits: Vec<(char, u8)>,
    pub pawn_types: String,
    pub mandatory_pawn_promotion: bool,
    pub mandatory_piece_promotion: bool,
    pub promotion_en_passant: bool,
    pub immobility_illegal: bool,
    pub double_step: bool,
    pub double_step_regions: [Region; 2],
    pub en_passant: bool,
    pub castling: bool,
    pub castling_files: [usize; 2],
    /// The outermost files where the castling partner may stand.
    pub castling_from: [Option<usize>; 2],
    pub castling_piece: char,
    pub counted_types: String,
    pub end: EndRules,
    pub extinction: Extinction,
    /// The values of redundant keys, with their index in [`keys::REDUNDANT`].
    pub redundant: Vec<(usize, String)>,
}

impl Draft {
    /// Orthodox chess, from which all games without a parent start.
    pub fn chess() -> Self {
        let piece = |key: &str, letter| {
            let Some(known) = pieces::known(key) else { unreachable!("no piece {key}") };
            DraftPiece { key: key.into(), letter, betza: Notation::known(known.2) }
        };
        Self {
            title: None,
            summary: None,
            files: 8,
            ranks: 8,
            pieces: vec![
                piece(PAWN, 'P'),
                piece("knight", 'N'),
                piece("bishop", 'B'),
                piece("rook", 'R'),
                piece("queen", 'Q'),
                piece(KING, 'K'),
            ],
            names: Vec::new(),
            worths: Vec::new(),
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            setup: Vec::new(),
            promotion_regions: LAST_RANKS,
            promotion_types: "QRBN".into(),
            promoted_types: Vec::new(),
            promotion_moves: Vec::new(),
            promotion_limits: Vec::new(),
            pawn_types: "P".into(),
            mandatory_pawn_promotion: true,
            mandatory_piece_promotion: false,
            promotion_en_passant: false,
            immobility_illegal: false,
            double_step: true,
            double_step_regions: SECOND_RANKS,
            en_passant: true,
            castling: true,
            castling_files: [6, 2],
            castling_from: [None, None],
            castling_piece: 'R',
            counted_types: "P".into(),
            end: EndRules::default(),
            extinction: Extinction::default(),
            redundant: Vec::new(),
        }
    }

    /// Stores the value of a line.
    pub fn set(&mut self, entry: &Entry) -> Result<(), Problem> {
        let value = entry.value;
        match entry.key {
            "title" => self.title = Some(keys::sentence(value)?),
            "summary" => self.summary = Some(keys::sentence(value)?),
            "maxFile" => self.files = keys::file(value)? + 1,
            "maxRank" => self.ranks = keys::number(value, 2, 32, "a rank from 2 to 32")?,
            "startFen" => self.start = keys::text(value, "a FEN")?,
            key if key.starts_with("setupGroup") => self.setup.push(keys::setup_group(value)?),
            "pieceName" => self.names = keys::names(value)?,
            "pieceWorth" => {
                self.worths = keys::numbers(value, 0, 15_000, "pairs such as `q:1000`")?;
            }
            "promotionRegionWhite" => self.promotion_regions[0] = keys::region(value)?,
            "promotionRegionBlack" => self.promotion_regions[1] = keys::region(value)?,
            "promotionPieceTypes" => self.promotion_types = keys::letters(value)?,
            "promotedPieceType" => {
                self.promoted_types = keys::letter_lists(value)?;
                self.promoted_types.retain(|(_, to)| !to.is_empty());
            }
            "promotionMoves" => self.promotion_moves = keys::movements(value)?,
            "promotionLimit" => {
                self.promotion_limits = keys::numbers(value, 0, 255, "pairs such as `q:1`")?;
                self.promotion_limits.retain(|(_, most)| *most > 0);
            }
            "promotionPawnTypes" => self.pawn_types = keys::letters(value)?,
            "mandatoryPawnPromotion" => self.mandatory_pawn_promotion = keys::boolean(value)?,
            "mandatoryPiecePromotion" => self.mandatory_piece_promotion = keys::boolean(value)?,
            "promotionEnPassant" => self.promotion_en_passant = keys::boolean(value)?,
            "immobilityIllegal" => self.immobility_illegal = keys::boolean(value)?,
            "doubleStep" => self.double_step = keys::boolean(value)?,
            "doubleStepRegionWhite" => self.double_step_regions[0] = keys::region(value)?,
            "doubleStepRegionBlack" => self.double_step_regions[1] = keys::region(value)?,
            "enPassantRegion" => self.en_passant = keys::everywhere(value)?,
            "castling" => self.castling = keys::boolean(value)?,
            "castlingKingsideFile" => self.castling_files[0] = keys::file(value)?,
            "castlingQueensideFile" => self.castling_files[1] = keys::file(value)?,
            "castlingRookKingsideFile" => self.castling_from[0] = Some(keys::file(value)?),
            "castlingRookQueensideFile" => self.castling_from[1] = Some(keys::file(value)?),
            "castlingRookPieces" => self.castling_piece = keys::letter(value)?,
            "nMoveRuleTypes" => self.counted_types = keys::letters(value)?,
            "nMoveRule" => self.end.move_limit = keys::limit(value)?,
            "nFoldRule" => self.end.repetitions = keys::repetitions(value)?,
            "stalemateValue" => self.end.stalemate = keys::stalemate(value)?,
            "bareKingsDraw" => self.end.bare_kings = keys::boolean(value)?,
            key if key.starts_with("extinction") => return self.extinction.set(entry),
            key if pieces::known(key).is_some() || pieces::is_custom(key) => {
                return self.set_piece(key, value);
            }
            key => match keys::redundant(key) {
                Some(index) => {
                    self.redundant.retain(|(other, _)| *other != index);
                    self.redundant.push((index, value.into()));
                }
                None => return keys::neutral(key, value),
            },
        }
        Ok(())
    }

    /// The squares that are missing in the start array.
    pub fn holes(&self) -> Vec<Coordinates> {
        let placement = self.start.split(' ').next().unwrap_or("");
        let letters = piece_placement::letters(placement, self.files, self.ranks);
        let letters = letters.unwrap_or_default().into_iter();
        letters.filter(|&(_, letter)| letter == HOLE).map(|(square, _)| square).collect()
    }

    /// The start array without castling rights. The right of a King that jumps remains.
    fn without_castling(&self) -> String {
        let king = self.pieces.iter().find(|piece| piece.key == KING);
        let jumps = king.is_some_and(|king| king.betza.terms.iter().any(|term| term.initial()));
        let mut fields: Vec<&str> = self.start.split(' ').collect();
        if let Some(rights) = fields.get_mut(2) {
            *rights = if jumps { "Kk" } else { "-" };
        }
        fields.join(" ")
    }

    /// Sets a piece from `knight = n`, `king = k:KN` or `customPiece1 = a:mBcpB`; `-` removes it.
    fn set_piece(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let place = self.pieces.iter().position(|piece| piece.key == key);
        if value == "-" {
            if let Some(place) = place {
                self.pieces.remove(place);
            }
            return Ok(());
        }
        let (letter, betza) = match value.split_once(':') {
            Some((letter, betza)) => (letter, Some(betza)),
            None => (value, None),
        };
        let letter = keys::letter(letter)?;
        let betza = match (betza, pieces::known(key)) {
            (Some(betza), known) if known.is_none_or(|known| known.0 == KING) => {
                betza.trim().parse()?
            }
            (None, Some(known)) => Notation::known(known.2),
            (None, None) => {
                return Err(keys::expected(value, "a letter and a movement, `a:mBcpB`"));
            }
            (Some(_), _) => {
                return Err(keys::expected(value, "a letter; its movement is known by the key"));
            }
        };
        if let Some(other) = self.pieces.iter().find(|it| it.letter == letter && it.key != key) {
            return Err(Problem::Letter { letter, of: other.key.clone() });
        }
        let piece = DraftPiece { key: key.into(), letter, betza };
        match place {
            Some(place) => self.pieces[place] = piece,
            None => self.pieces.push(piece),
        }
        Ok(())
    }
}

/// Applies the lines of a game to its parent. Pieces are removed first, because others may take
/// over their letters.
pub fn read(parent: &Draft, entries: &[Entry], mistakes: &mut Vec<Mistake>) -> Draft {
    let mut draft = parent.clone();
    let goes = |entry: &&Entry| entry.value == "-";
    if entries.iter().any(|entry| entry.key.starts_with("setupGroup")) {
        draft.setup.clear();
    }
    for entry in entries.iter().filter(goes).chain(entries.iter().filter(|entry| !goes(entry))) {
        if let Err(problem) = draft.set(entry) {
            mistakes.push(Mistake { line: entry.line, key: entry.key.into(), problem });
        }
    }
    let own_start = entries.iter().any(|entry| entry.key == "startFen");
    if parent.castling && !draft.castling && !own_start {
        draft.start = draft.without_castling();
    }
    draft
}
