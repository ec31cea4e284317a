//! A game whose lines have been read but not yet checked as a whole.

use super::confined::Confinements;
use super::extinction::Extinction;
use super::flag::FlagKeys;
use super::keys::{self, Region};
use super::lines::Entry;
use super::pieces::{self, KING, PAWN};
use super::{Mistake, Problem};
use crate::betza::Notation;
use crate::pieces::{Color, Letter};
use crate::square::Coordinates;
use crate::variant::piece_placement;
use crate::variant::{BareKing, Difficulty, EndRules, FlagRule, SetupGroup};

/// A kind of piece of the game.
#[derive(Clone, Debug)]
pub struct DraftPiece {
    /// The key that declares it, such as `knight` or `customPiece1`.
    pub key: String,
    pub letter: Letter,
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
    pub inventor: Option<String>,
    pub difficulty: Option<Difficulty>,
    pub files: usize,
    pub ranks: usize,
    pub pieces: Vec<DraftPiece>,
    pub names: Vec<(Letter, String)>,
    pub worths: Vec<(Letter, i32)>,
    pub start: String,
    pub setup: Vec<SetupGroup>,
    pub promotion_regions: [Region; 2],
    pub promotion_types: String,
    pub promoted_types: Vec<(Letter, String)>,
    pub promotion_moves: Vec<(Letter, Notation)>,
    pub promotion_limits: Vec<(Letter, u8)>,
    pub promotion_last_ranks: Vec<(Letter, u8)>,
    pub pawn_types: String,
    pub mandatory_pawn_promotion: bool,
    pub mandatory_piece_promotion: bool,
    pub promotion_en_passant: bool,
    pub promotion_on_entry: bool,
    pub promotion_last_rank_types: String,
    pub anti_trade_types: String,
    pub anti_trade_lesser_types: String,
    pub immobility_illegal: bool,
    pub double_step: bool,
    pub double_step_regions: [Region; 2],
    /// White's and Black's ranks from which Pawns may also make a triple step.
    pub triple_step_regions: [Region; 2],
    pub en_passant: bool,
    pub castling: bool,
    pub castling_files: [Vec<usize>; 2],
    /// Black's, if they differ.
    pub black_castling_files: [Option<Vec<usize>>; 2],
    /// The outermost files where the castling partner may stand, White's and Black's.
    pub castling_from: [[Option<usize>; 2]; 2],
    pub castling_pieces: String,
    pub opposite_castling: bool,
    /// The slides by which Kings may not see each other.
    pub facing: Option<Notation>,
    /// The value of `nMoveRuleTypes`, if it is given.
    pub counted_types: Option<String>,
    pub end: EndRules,
    /// The value of `bareKing`, if it is given.
    pub bare_king: Option<BareKing>,
    pub extinction: Extinction,
    pub flag: FlagKeys,
    pub confined: Confinements,
    pub checking: bool,
    /// The values of redundant keys, with their index in [`keys::REDUNDANT`].
    pub redundant: Vec<(usize, String)>,
}

impl Draft {
    /// Orthodox chess, from which all games without a parent start.
    pub fn chess() -> Self {
        let piece = |key: &str, letter: char| {
            let Some(known) = pieces::known(key) else { unreachable!("no piece {key}") };
            DraftPiece { key: key.into(), letter: letter.into(), betza: Notation::known(known.2) }
        };
        Self {
            title: None,
            summary: None,
            inventor: None,
            difficulty: None,
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
            promotion_last_ranks: Vec::new(),
            pawn_types: "P".into(),
            mandatory_pawn_promotion: true,
            mandatory_piece_promotion: false,
            promotion_en_passant: false,
            promotion_on_entry: false,
            promotion_last_rank_types: String::new(),
            anti_trade_types: String::new(),
            anti_trade_lesser_types: String::new(),
            immobility_illegal: false,
            double_step: true,
            double_step_regions: SECOND_RANKS,
            triple_step_regions: [Region::default(); 2],
            en_passant: true,
            castling: true,
            castling_files: [vec![6], vec![2]],
            black_castling_files: [None, None],
            castling_from: [[None; 2]; 2],
            castling_pieces: "R".into(),
            opposite_castling: false,
            facing: None,
            counted_types: None,
            end: EndRules::default(),
            bare_king: None,
            extinction: Extinction::default(),
            flag: FlagKeys::default(),
            confined: Confinements::default(),
            checking: true,
            redundant: Vec::new(),
        }
    }

    /// Stores the value of a line.
    pub fn set(&mut self, entry: &Entry) -> Result<(), Problem> {
        let value = entry.value;
        match entry.key {
            "title" => self.title = Some(keys::sentence(value)?),
            "summary" => self.summary = Some(keys::sentence(value)?),
            "inventor" => {
                self.inventor = (value != "-").then(|| keys::sentence(value)).transpose()?
            }
            "difficulty" => self.difficulty = keys::difficulty(value)?,
            "maxFile" => self.files = keys::file(value)? + 1,
            "maxRank" => self.ranks = keys::number(value, 2, 32, "a rank from 2 to 32")?,
            "startFen" => self.start = keys::fen(value)?,
            key if key.starts_with("setupGroup") => self.setup.extend(keys::setup_groups(value)?),
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
            "promotionLastRanks" => {
                let form = "pairs such as `q:1`, or `-`";
                self.promotion_last_ranks = match value {
                    "-" => Vec::new(),
                    pairs => keys::numbers(pairs, 1, 32, form)?,
                };
            }
            "pawnTypes" => {
                self.pawn_types = keys::letters(value)?;
                self.counted_types = Some(self.pawn_types.clone());
            }
            "promotionPawnTypes" => self.pawn_types = keys::letters(value)?,
            "mandatoryPawnPromotion" => self.mandatory_pawn_promotion = keys::boolean(value)?,
            "mandatoryPiecePromotion" => self.mandatory_piece_promotion = keys::boolean(value)?,
            "promotionEnPassant" => self.promotion_en_passant = keys::boolean(value)?,
            "promotionOnEntry" => self.promotion_on_entry = keys::boolean(value)?,
            "promotionLastRankTypes" => self.promotion_last_rank_types = keys::letters(value)?,
            "antiTradeTypes" => self.anti_trade_types = keys::letters(value)?,
            "antiTradeLesserTypes" => self.anti_trade_lesser_types = keys::letters(value)?,
            "immobilityIllegal" => self.immobility_illegal = keys::boolean(value)?,
            "doubleStep" => self.double_step = keys::boolean(value)?,
            "doubleStepRegionWhite" => self.double_step_regions[0] = keys::region(value)?,
            "doubleStepRegionBlack" => self.double_step_regions[1] = keys::region(value)?,
            "tripleStepRegionWhite" => self.triple_step_regions[0] = keys::region(value)?,
            "tripleStepRegionBlack" => self.triple_step_regions[1] = keys::region(value)?,
            "enPassantRegion" => self.en_passant = keys::everywhere(value)?,
            "castling" => self.castling = keys::boolean(value)?,
            "castlingKingsideFile" => self.castling_files[0] = keys::files(value)?,
            "castlingQueensideFile" => self.castling_files[1] = keys::files(value)?,
            "castlingKingsideFileBlack" => {
                self.black_castling_files[0] = Some(keys::files(value)?);
            }
            "castlingQueensideFileBlack" => {
                self.black_castling_files[1] = Some(keys::files(value)?);
            }
            "castlingRookKingsideFile" => {
                let file = Some(keys::file(value)?);
                self.castling_from.iter_mut().for_each(|from| from[0] = file);
            }
            "castlingRookQueensideFile" => {
                let file = Some(keys::file(value)?);
                self.castling_from.iter_mut().for_each(|from| from[1] = file);
            }
            "castlingRookPieces" => self.castling_pieces = keys::letters(value)?,
            "oppositeCastling" => self.opposite_castling = keys::boolean(value)?,
            "flyingGeneral" => {
                self.facing = keys::boolean(value)?.then(|| Notation::known("R"));
            }
            "facingKings" => self.facing = keys::facing(value)?,
            "nMoveRuleTypes" => self.counted_types = Some(keys::letters(value)?),
            "nMoveRule" => self.end.move_limit = keys::limit(value)?,
            "nFoldRule" => self.end.repetitions = keys::repetitions(value)?,
            "nFoldValue" => self.end.repetition = keys::end_value(value)?,
            "checking" => self.checking = keys::boolean(value)?,
            "stalemateValue" => self.end.stalemate = keys::end_value(value)?,
            "bareKing" => self.bare_king = Some(keys::bare_king(value)?),
            "bareKingsDraw" => self.end.bare_kings = keys::boolean(value)?,
            key => match keys::redundant(key) {
                Some(index) => {
                    self.redundant.retain(|(other, _)| *other != index);
                    self.redundant.push((index, value.into()));
                }
                None if self.extinction.set(entry)?
                    || self.flag.set(entry)?
                    || self.confined.set(entry)? => {}
                None => keys::neutral(key, value)?,
            },
        }
        Ok(())
    }

    /// The kinds whose forward moves reset the count of moves. If no key says so, it is the Pawn, or, in a game with
    /// another kind of Pawn, the kinds that promote as Pawns do.
    pub fn counted_types(&self) -> String {
        if let Some(given) = &self.counted_types {
            return given.clone();
        }
        let plays =
            |letter: Letter| letter.is_in(&self.pawn_types) || letter.is_in(self.placement());
        let pawn = self.pieces.iter().find(|piece| piece.key == PAWN && plays(piece.letter));
        pawn.map_or_else(|| self.pawn_types.clone(), |pawn| pawn.letter.into())
    }

    /// Whether some side may have Pawns: in the start array, or by a promotion.
    pub fn has_pawns(&self) -> bool {
        let mut pawns = self.pieces.iter().filter(|piece| piece.key == PAWN);
        pawns.any(|pawn| {
            let stands = |color: Color| color.letter_of(pawn.letter).is_in(self.placement());
            self.promotes_to(pawn.letter) || Color::ALL.into_iter().any(stands)
        })
    }

    /// The key that says what resets the count of moves.
    pub fn counting_key(&self) -> &'static str {
        if self.counted_types.is_some() { "nMoveRuleTypes" } else { "promotionPawnTypes" }
    }

    /// The placement field of the start array.
    pub fn placement(&self) -> &str {
        self.start.split(' ').next().unwrap_or("")
    }

    /// Whether Pawns or some other kind may become this one.
    pub fn promotes_to(&self, letter: Letter) -> bool {
        let mut own = self.promoted_types.iter();
        letter.is_in(&self.promotion_types) || own.any(|(_, to)| letter.is_in(to))
    }

    /// The squares that are missing in the start array.
    pub fn holes(&self) -> Vec<Coordinates> {
        piece_placement::holes(self.placement(), self.files, self.ranks)
    }

    /// Whether a King castles: the rules allow it, and the start array has a right to it.
    pub fn castles(&self) -> bool {
        self.castling && self.start.split(' ').nth(2) != Some("-")
    }

    /// Whether a piece is royal: it is the King, or one of those whose loss loses by the extinction
    /// keys.
    pub fn is_royal(&self, piece: &DraftPiece) -> bool {
        piece.key == KING || piece.letter.is_in(self.extinction.royals())
    }

    /// Whether a side has a King besides the pieces whose loss loses, in the start array or by a promotion, or the rule
    /// for these is not that of a King.
    pub fn mixes_royals(&self) -> bool {
        let royals = self.extinction.royals();
        let apart = |piece: &&DraftPiece| piece.key == KING && !piece.letter.is_in(royals);
        let Some(king) = self.pieces.iter().find(apart).filter(|_| !royals.is_empty()) else {
            return false;
        };
        let mixed = Color::ALL.into_iter().any(|color| {
            let stands = |letter: Letter| color.letter_of(letter).is_in(self.placement());
            stands(king.letter) && Letter::all(royals).any(stands)
        });
        mixed
            || !self.extinction.is_as_of_a_king()
            || self.promotes_to(king.letter)
            || Letter::all(royals).any(|royal| self.promotes_to(royal))
    }

    /// The royal piece, the first of several.
    pub fn king(&self) -> Option<&DraftPiece> {
        self.pieces.iter().find(|piece| self.is_royal(piece))
    }

    /// Whether a royal piece wins by reaching a square.
    pub fn wins_by_king(&self, flag: &FlagRule) -> bool {
        let mut royals = self.pieces.iter().filter(|piece| self.is_royal(piece));
        flag.kinds.is_empty() || royals.any(|piece| piece.letter.is_in(&flag.kinds))
    }

    /// Whether the King has initial moves.
    fn king_jumps(&self) -> bool {
        self.king().is_some_and(|king| king.betza.terms.iter().any(|term| term.initial()))
    }

    /// The start array without castling rights. The right of a King that jumps remains.
    fn without_castling(&self) -> String {
        let mut fields: Vec<&str> = self.start.split(' ').collect();
        if let Some(rights) = fields.get_mut(2) {
            *rights = if self.king_jumps() { "Kk" } else { "-" };
        }
        fields.join(" ")
    }

    /// Lets each piece that promotes as Pawns do capture en passant by all moves that only capture, if no key sets its
    /// captures en passant.
    fn capture_en_passant(&mut self) -> Result<(), Problem> {
        for piece in &mut self.pieces {
            let silent = piece.betza.terms.iter().all(|term| !term.en_passant());
            if piece.key != PAWN && piece.letter.is_in(&self.pawn_types) && silent {
                let what = "en passant captures by other moves than leaps; mark those that may with `e`, and set `promotionPawnTypes` and `nMoveRuleTypes`";
                piece.betza = piece.betza.with_en_passant().ok_or(Problem::Unsupported(what))?;
            }
        }
        Ok(())
    }

    /// Changes or removes letters wherever the game names pieces. The pieces themselves stay.
    fn reletter(&mut self, new: impl Fn(Letter) -> Option<Letter>) {
        let list =
            |letters: &mut String| *letters = Letter::all(letters).filter_map(&new).collect();
        fn pairs<T>(pairs: &mut Vec<(Letter, T)>, new: &impl Fn(Letter) -> Option<Letter>) {
            let old = std::mem::take(pairs).into_iter();
            *pairs = old.filter_map(|(letter, it)| Some((new(letter)?, it))).collect();
        }
        list(&mut self.promotion_types);
        list(&mut self.pawn_types);
        self.counted_types.iter_mut().for_each(list);
        self.extinction.reletter(list);
        self.flag.reletter(list);
        list(&mut self.castling_pieces);
        list(&mut self.promotion_last_rank_types);
        list(&mut self.anti_trade_types);
        list(&mut self.anti_trade_lesser_types);
        self.promoted_types.iter_mut().for_each(|(_, to)| list(to));
        self.promoted_types.retain(|(_, to)| !to.is_empty());
        pairs(&mut self.promoted_types, &new);
        pairs(&mut self.promotion_moves, &new);
        pairs(&mut self.promotion_limits, &new);
        pairs(&mut self.promotion_last_ranks, &new);
        pairs(&mut self.names, &new);
        pairs(&mut self.worths, &new);
    }

    /// Sets the pieces of a game. A piece may take the letter of a piece of the parent game, which is then removed, as
    /// is a piece with `-`. A piece may also change its letter. The other keys of the parent game follow these changes.
    fn set_pieces(&mut self, entries: &[&Entry], mistakes: &mut Vec<Mistake>) {
        let before = self.pieces.clone();
        let given = |key: &str| entries.iter().any(|entry| entry.key == key);
        let first =
            |entry: &&&Entry| Letter::first(entry.value).map(|(it, _)| it.to_ascii_uppercase());
        let taken: Vec<Option<Letter>> = entries.iter().map(|entry| first(&entry)).collect();
        self.pieces.retain(|piece| given(&piece.key) || !taken.contains(&Some(piece.letter)));
        for entry in entries {
            if let Err(problem) = self.set_piece(entry.key, entry.value) {
                mistakes.push(Mistake { line: entry.line, key: entry.key.into(), problem });
            }
        }
        for (at, piece) in self.pieces.iter().enumerate() {
            if let Some(other) = self.pieces[..at].iter().find(|it| it.letter == piece.letter)
                && let Some(entry) = entries.iter().rev().find(|entry| entry.key == piece.key)
            {
                let problem = Problem::Letter { letter: piece.letter, of: other.key.clone() };
                mistakes.push(Mistake { line: entry.line, key: entry.key.into(), problem });
            }
        }
        let now = self.pieces.clone();
        self.confined.keep(|key| now.iter().any(|piece| piece.key == key));
        self.reletter(|letter| {
            let old = before.iter().find(|piece| piece.letter == letter)?;
            now.iter().find(|piece| piece.key == old.key).map(|piece| piece.letter)
        });
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
        let piece = DraftPiece { key: key.into(), letter, betza };
        match place {
            Some(place) => self.pieces[place] = piece,
            None => self.pieces.push(piece),
        }
        Ok(())
    }
}

/// Applies the lines of a game to its parent: first the pieces, because the other keys name them,
/// then `pawnTypes`, which stands for several keys.
pub fn read(parent: &Draft, entries: &[Entry], mistakes: &mut Vec<Mistake>) -> Draft {
    let mut draft = parent.clone();
    let is_piece =
        |entry: &&Entry| pieces::known(entry.key).is_some() || pieces::is_custom(entry.key);
    if entries.iter().any(|entry| entry.key.starts_with("setupGroup")) {
        draft.setup.clear();
    }
    draft.set_pieces(&entries.iter().filter(is_piece).collect::<Vec<_>>(), mistakes);
    let mut others: Vec<&Entry> = entries.iter().filter(|entry| !is_piece(entry)).collect();
    others.sort_by_key(|entry| entry.key != "pawnTypes");
    for entry in others {
        if let Err(problem) = draft.set(entry) {
            mistakes.push(Mistake { line: entry.line, key: entry.key.into(), problem });
        }
    }
    let says = |key: &str| entries.iter().find(|entry| entry.key == key);
    let capturers = entries.iter().any(|entry| entry.key.starts_with("enPassantTypes"));
    if let Some(entry) = says("pawnTypes").filter(|_| draft.en_passant && !capturers)
        && let Err(problem) = draft.capture_en_passant()
    {
        mistakes.push(Mistake { line: entry.line, key: entry.key.into(), problem });
    }
    let own_start = says("startFen").is_some();
    let takes_rights = match own_start {
        true => !draft.king_jumps(),
        false => parent.castling,
    };
    if !draft.castling && takes_rights {
        draft.start = draft.without_castling();
    }
    draft
}
