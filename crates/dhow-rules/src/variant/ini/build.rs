//! Builds a game from the values of its keys.

use super::draft::{Draft, DraftPiece, LAST_RANKS, SECOND_RANKS};
use super::keys::Region;
use super::pieces::{self, PAWN};
use super::{Problem, immobility, pictures, redundant, rights, sides, worth};
use crate::betza::{Betza, CanonicalForm, Notation};
use crate::pieces::Color;
use crate::pieces::Letter;
use crate::variant::{
    AntiTrade, Castling, EndRules, EntryPromotion, LEAST_SIZE, PieceDef, Promotion, Role,
    RulesError, Variant, check_size,
};
use once_cell::sync::Lazy;

/// A problem of the game and the key that causes it.
pub type KeyProblem = (&'static str, Problem);

/// Builds the game. Fails with the first problem.
pub fn build(name: &str, draft: &Draft) -> Result<Variant, KeyProblem> {
    check_size(draft.files, draft.ranks, false).map_err(|error| match error {
        RulesError::Board { files, most, .. } if (LEAST_SIZE..=most.0).contains(&files) => {
            ("maxRank", error.into())
        }
        _ => ("maxFile", Problem::Rules(error)),
    })?;
    let mut named = draft.clone();
    rights::of_files(&mut named)?;
    sides::merge(&mut named)?;
    let draft = &named;
    let promotion = promotion(draft)?;
    let mut pieces: Vec<PieceDef> =
        draft.pieces.iter().map(|piece| piece_of(draft, piece)).collect::<Result<_, _>>()?;
    lists_name_pieces(draft)?;
    redundant::agree(draft, &pieces)?;
    if draft.immobility_illegal {
        immobility::check(draft, &pieces, &promotion)?;
    }
    pictures::assign(&mut pieces);
    let several_royals = draft.extinction.several_royals()?;
    let flag = draft.flag.rule(draft)?;
    if draft.mixes_royals() {
        let what = "a King besides the pieces whose loss loses; write `king = -`";
        return Err(("extinctionPieceTypes", Problem::Unsupported(what)));
    }
    if draft.facing.is_some() && several_royals.is_some() {
        let what = "several royal pieces that may not face each other";
        return Err(("facingKings", Problem::Unsupported(what)));
    }
    if draft.anti_trade_types.is_empty() && !draft.anti_trade_lesser_types.is_empty() {
        let what = "pieces whose capture does not allow a trade; set `antiTradeTypes`";
        return Err(("antiTradeLesserTypes", Problem::Unsupported(what)));
    }
    let (files, ranks) = (draft.files, draft.ranks);
    Ok(Variant {
        id: name.into(),
        name: draft.title.clone().unwrap_or_else(|| name.into()),
        summary: draft.summary.clone().unwrap_or_else(|| format!("a game on {files}x{ranks}")),
        inventor: draft.inventor.clone().unwrap_or_default(),
        difficulty: draft.difficulty,
        files,
        ranks,
        holes: draft.holes(),
        pieces,
        start: draft.start.clone(),
        setup: draft.setup.clone(),
        promotions: draft.promotion_types.clone(),
        promotion,
        castling: if draft.castles() { Some(castling(draft)?) } else { None },
        end: EndRules {
            // A King that may be left attacked may be captured by the other one, and one may reach a square.
            bare_kings: draft.end.bare_kings
                && several_royals.is_none_or(|it| it.pseudo_royal)
                && !flag.as_ref().is_some_and(|flag| draft.wins_by_king(flag)),
            bare_king: match draft.bare_king {
                Some(bare_king) => bare_king,
                None => draft.extinction.bare_king()?,
            },
            ..draft.end
        },
        several_royals,
        facing: draft.facing.clone(),
        anti_trade: (!draft.anti_trade_types.is_empty()).then(|| AntiTrade {
            kinds: draft.anti_trade_types.clone(),
            lesser: draft.anti_trade_lesser_types.clone(),
        }),
        flag,
        checking: draft.checking,
        command: None,
    })
}

/// The castling rules. In each direction the partner is the outermost such piece up to the file that
/// the game sets.
fn castling(draft: &Draft) -> Result<Castling, KeyProblem> {
    let mut outermost = [[draft.files - 1, 0]; 2];
    for (side, key) in ["castlingRookKingsideFile", "castlingRookQueensideFile"].iter().enumerate()
    {
        for color in Color::ALL {
            let Some(file) = draft.castling_from[color.index()][side] else { continue };
            if !redundant::castles_from(draft, color, file, side == 0) {
                let found = (file + 1).to_string();
                let expected =
                    "the number or letter of a file with a piece that the King castles with";
                return Err((key, Problem::Value { found, expected }));
            }
            outermost[color.index()][side] = file;
        }
    }
    let white = draft.castling_files.clone();
    let black = [0, 1].map(|side| {
        draft.black_castling_files[side].clone().unwrap_or_else(|| white[side].clone())
    });
    Ok(Castling {
        with: draft.castling_pieces.clone(),
        files: [white, black],
        outermost,
        opposite: draft.opposite_castling,
    })
}

/// The promotion rules.
fn promotion(draft: &Draft) -> Result<Promotion, KeyProblem> {
    let ranks = draft.ranks;
    let promotes = !draft.pawn_types.is_empty() || !draft.promoted_types.is_empty();
    if !promotes && draft.promotion_regions == LAST_RANKS && ranks != 8 {
        // The ranks of orthodox chess do not matter where nothing promotes.
        return Ok(Promotion::default());
    }
    let region = draft.promotion_regions[0];
    mirrored("promotionRegionBlack", draft.promotion_regions, LAST_RANKS, ranks)?;
    // A piece promotes on the first of these ranks that it reaches, so the ranks behind it do not
    // matter.
    let first = region.0.trailing_zeros() as usize;
    let zone = Region((first..ranks).fold(0, |set, rank| set | 1 << rank));
    let entry = draft.promotion_on_entry;
    let forced = draft.mandatory_piece_promotion
        || draft.mandatory_pawn_promotion && !draft.pawn_types.is_empty();
    if entry && (forced || draft.immobility_illegal) {
        let what = "pieces that must promote on entering the ranks of promotion";
        return Err(("promotionOnEntry", Problem::Unsupported(what)));
    }
    if !entry && !draft.promotion_last_rank_types.is_empty() {
        let what =
            "pieces that promote on the last rank in their own way; set `promotionOnEntry = true`";
        return Err(("promotionLastRankTypes", Problem::Unsupported(what)));
    }
    let optional = entry || !draft.mandatory_pawn_promotion && !draft.pawn_types.is_empty();
    if first >= ranks || (optional && zone != region) {
        let expected = "ranks up to the last one";
        return Err(("promotionRegionWhite", Problem::Value { found: text(region), expected }));
    }
    let optional_ranks = match (optional, draft.immobility_illegal) {
        (false, _) => 0,
        (true, true) => ranks - first - 1,
        (true, false) => ranks - first,
    };
    if !draft.promoted_types.is_empty() && !draft.mandatory_piece_promotion && !entry {
        let officers =
            draft.promoted_types.iter().find(|(letter, _)| !letter.is_in(&draft.pawn_types));
        if officers.is_some() {
            let what = "pieces that may promote or not; set `mandatoryPiecePromotion = true`";
            return Err(("promotedPieceType", Problem::Unsupported(what)));
        }
    }
    Ok(Promotion {
        ranks: ranks - first,
        optional_ranks,
        limits: draft.promotion_limits.clone(),
        last_ranks: draft.promotion_last_ranks.clone(),
        en_passant: draft.promotion_en_passant,
        by_entry: entry
            .then(|| EntryPromotion { to_last_rank: draft.promotion_last_rank_types.clone() }),
    })
}

fn text(region: Region) -> String {
    let ranks = (0..32).filter(|rank| region.0 >> rank & 1 != 0);
    ranks.map(|rank| format!("*{}", rank + 1)).collect::<Vec<_>>().join(" ")
}

/// Checks that Black's region is White's mirrored from rank to rank. `usual` are the regions of a
/// game that sets none.
fn mirrored(
    key: &'static str,
    regions: [Region; 2],
    usual: [Region; 2],
    ranks: usize,
) -> Result<(), KeyProblem> {
    let turned = (0..ranks)
        .filter(|rank| regions[0].0 >> rank & 1 != 0)
        .fold(0, |set, rank| set | 1 << (ranks - 1 - rank));
    if Region(turned) == regions[1] {
        return Ok(());
    }
    let [white, black] = regions.map(text);
    let problem = Problem::Regions { key, white, black, ranks };
    // The file cannot be wrong in a region that it does not set.
    Err((if regions == usual { "maxRank" } else { key }, problem))
}

fn piece_of(draft: &Draft, piece: &DraftPiece) -> Result<PieceDef, KeyProblem> {
    let letter = piece.letter;
    let promotes = letter.is_in(&draft.pawn_types);
    let counted = letter.is_in(&draft.counted_types());
    let role = match (draft.is_royal(piece), promotes, counted) {
        (true, false, false) => Role::Royal,
        (false, true, true) => Role::Pawn,
        (false, true, false) => Role::Prince,
        (false, false, false) => Role::Officer,
        (true, _, _) => {
            let what = "Kings that promote, or whose moves reset the count of moves";
            return Err(("promotionPawnTypes", Problem::Unsupported(what)));
        }
        (false, false, true) => {
            let what = "a count of moves that is reset by pieces other than those that promote as Pawns do; set `nMoveRuleTypes`";
            return Err((draft.counting_key(), Problem::Unsupported(what)));
        }
    };
    if !draft.en_passant && piece.betza.terms.iter().any(|term| term.en_passant()) {
        let what = "pieces whose movement has `e` where nothing is captured en passant";
        return Err(("enPassantRegion", Problem::Unsupported(what)));
    }
    let (betza, initial_ranks, triple_step_ranks) = match piece.key == PAWN {
        true => pawn(draft)?,
        false => (piece.betza.clone(), Vec::new(), Vec::new()),
    };
    let of_letter = |pairs: &[(Letter, String)]| {
        pairs.iter().find(|(of, _)| *of == letter).map_or(String::new(), |(_, it)| it.clone())
    };
    // Two pieces must not get the same name from their movement and from another piece's key.
    let taken = |key: &str| draft.pieces.iter().any(|other| other.key == key);
    let same = alike(&betza).filter(|known| known.0 == piece.key || !taken(known.0));
    let given = of_letter(&draft.names);
    let name = match (given.is_empty(), pieces::known(&piece.key), same) {
        (false, ..) => given,
        (_, Some(known), _) | (_, None, Some(known)) => known.1.into(),
        (_, None, None) => letter.into(),
    };
    let given = draft.worths.iter().find(|(of, _)| *of == letter).map(|(_, worth)| *worth);
    let value = match role {
        Role::Royal if draft.extinction.royals().is_empty() => 0,
        _ => given.unwrap_or_else(|| worth::of_movement(&betza, draft.files, draft.ranks)),
    };
    Ok(PieceDef {
        letter,
        name,
        other_names: String::new(),
        betza,
        value,
        role,
        promotes_to: of_letter(&draft.promoted_types),
        promotes_by: draft
            .promotion_moves
            .iter()
            .find(|(of, _)| *of == letter)
            .map(|(_, by)| by.clone()),
        initial_ranks,
        triple_step_ranks,
        regions: draft.confined.of(&piece.key, draft),
        picture: String::new(),
    })
}

/// The canonical forms of the known pieces, in their order.
static KNOWN_FORMS: Lazy<Vec<CanonicalForm>> = Lazy::new(|| {
    pieces::KNOWN.iter().map(|known| CanonicalForm::from(&*Notation::known(known.2))).collect()
});

/// The known piece with this movement.
fn alike(betza: &Betza) -> Option<&'static pieces::Known> {
    let wanted = CanonicalForm::from(betza);
    KNOWN_FORMS.iter().position(|known| *known == wanted).map(|index| &pieces::KNOWN[index])
}

/// The movement of Pawns, and White's ranks from which they may make a double step, and a triple
/// step. Pawns that no side can ever have make none.
fn pawn(draft: &Draft) -> Result<(Notation, Vec<usize>, Vec<usize>), KeyProblem> {
    let mut betza = if draft.en_passant { "fmWfceF" } else { "fmWfcF" }.to_string();
    if !draft.has_pawns() {
        return Ok((Notation::known(&betza), Vec::new(), Vec::new()));
    }
    let triple = draft.triple_step_regions;
    let double = if draft.double_step { draft.double_step_regions[0].0 } else { 0 };
    if triple[0].0 & !double != 0 {
        let what = "triple steps from ranks without double steps";
        return Err(("tripleStepRegionWhite", Problem::Unsupported(what)));
    }
    mirrored("tripleStepRegionBlack", triple, [Region::default(); 2], draft.ranks)?;
    if !draft.double_step {
        return Ok((Notation::known(&betza), Vec::new(), Vec::new()));
    }
    mirrored("doubleStepRegionBlack", draft.double_step_regions, SECOND_RANKS, draft.ranks)?;
    let ranks = |region: Region| -> Vec<usize> {
        (0..draft.ranks).filter(|rank| region.0 >> rank & 1 != 0).collect()
    };
    let (double, triple) = (ranks(draft.double_step_regions[0]), ranks(triple[0]));
    let steps = ["", "fimnD", "fimnDfimnH", "fmnnD", "fmnnDfmnnH"];
    let everywhere = 2 * usize::from(double.len() == draft.ranks);
    betza += match double.is_empty() {
        true => steps[0],
        false => steps[1 + everywhere + usize::from(!triple.is_empty())],
    };
    let triple = if triple == double { Vec::new() } else { triple };
    Ok((Notation::known(&betza), double, triple))
}

/// Checks that every letter in the keys is a piece of the game.
fn lists_name_pieces(draft: &Draft) -> Result<(), KeyProblem> {
    fn first<T>(pairs: &[(Letter, T)]) -> String {
        pairs.iter().map(|it| it.0).collect()
    }
    let targets: String = draft.promoted_types.iter().map(|it| it.1.as_str()).collect();
    let castling = if draft.castles() { draft.castling_pieces.clone() } else { String::new() };
    for (key, letters) in [
        ("promotionPieceTypes", draft.promotion_types.clone()),
        ("promotionPawnTypes", draft.pawn_types.clone()),
        (draft.counting_key(), draft.counted_types()),
        ("promotedPieceType", first(&draft.promoted_types) + &targets),
        ("promotionMoves", first(&draft.promotion_moves)),
        ("promotionLimit", first(&draft.promotion_limits)),
        ("promotionLastRanks", first(&draft.promotion_last_ranks)),
        ("extinctionPieceTypes", draft.extinction.royals().into()),
        ("pieceName", first(&draft.names)),
        ("pieceWorth", draft.worths.iter().map(|it| it.0).collect()),
        ("castlingRookPieces", castling),
        ("promotionLastRankTypes", draft.promotion_last_rank_types.clone()),
        ("antiTradeTypes", draft.anti_trade_types.clone()),
        ("antiTradeLesserTypes", draft.anti_trade_lesser_types.clone()),
        ("flagPieceWhite", draft.flag.letters()),
    ] {
        let missing = |&letter: &Letter| draft.pieces.iter().all(|piece| piece.letter != letter);
        if let Some(letter) = Letter::all(&letters).find(missing) {
            return Err((key, Problem::NoPiece(letter)));
        }
    }
    Ok(())
}
