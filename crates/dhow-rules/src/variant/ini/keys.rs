//! The keys of a variant file, and parsers for their values.

use super::Problem;
use super::confined;
use super::pieces::KNOWN;
use crate::betza::{Atom, Manner, Notation, Term};
use crate::pieces::Letter;
use crate::square::{Coordinates, Delta};
use crate::variant::{BareKing, Difficulty, EndValue, SetupGroup};

/// A set of whole ranks, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Region(pub u32);

impl Region {
    /// The region of one rank, counted from 1.
    pub const fn rank(rank: usize) -> Self {
        Self(1 << (rank - 1))
    }
}

pub fn expected(found: &str, expected: &'static str) -> Problem {
    Problem::Value { found: found.into(), expected }
}

pub fn boolean(value: &str) -> Result<bool, Problem> {
    value.parse().map_err(|_| expected(value, "`true` or `false`"))
}

pub fn number<T: std::str::FromStr + PartialOrd>(
    value: &str,
    least: T,
    most: T,
    range: &'static str,
) -> Result<T, Problem> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| expected(value, range))
}

/// Parses a file, a letter or a number, into an index from 0.
pub fn file(value: &str) -> Result<usize, Problem> {
    let range = "a file, `a` to `z` or 1 to 32";
    match value.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => {
            Ok(usize::from(letter.to_ascii_lowercase() - b'a'))
        }
        _ => Ok(number::<usize>(value, 1, 32, range)? - 1),
    }
}

/// Parses different files; `-` means none.
pub fn files(value: &str) -> Result<Vec<usize>, Problem> {
    let mut files = Vec::new();
    for word in value.split_whitespace().filter(|_| value != "-") {
        let file = file(word)?;
        if files.contains(&file) {
            return Err(expected(value, "different files, or `-` for none"));
        }
        files.push(file);
    }
    Ok(files)
}

/// Parses the slides by which Kings may not see each other; `-` means none.
pub fn facing(value: &str) -> Result<Option<Notation>, Problem> {
    if value == "-" {
        return Ok(None);
    }
    let slides: Notation = value.parse().map_err(Problem::Betza)?;
    let is_slide = |term: &Term| {
        let plain = term.manner() == Manner::Plain && term.quiet() && term.capture();
        plain && !term.initial() && term.range() == 0 && term.atom() != Atom::Knight
    };
    let steps: Vec<Delta> = slides.terms.iter().flat_map(Term::steps).collect();
    let mirrored = |step: &Delta| Delta::new(-step.files, step.ranks);
    if !slides.terms.iter().all(is_slide) || !steps.iter().all(|it| steps.contains(&mirrored(it))) {
        return Err(expected(
            value,
            "slides that are the same to the left and to the right, such as `R` or `fRfB`, or `-`",
        ));
    }
    Ok(Some(slides))
}

/// Parses the letter of a piece into upper case.
pub fn letter(value: &str) -> Result<Letter, Problem> {
    match Letter::first(value.trim()) {
        Some((letter, "")) if letter.plain().is_ascii_alphabetic() => {
            Ok(letter.to_ascii_uppercase())
        }
        _ => Err(expected(value, "one letter from a to z, perhaps with `+` before it")),
    }
}

/// Parses letters of pieces into upper case, each at most once; `-` means none.
pub fn letters(value: &str) -> Result<String, Problem> {
    let mut letters = String::new();
    if value == "-" {
        return Ok(letters);
    }
    let joined: String = value.split_whitespace().collect();
    let mut rest = joined.as_str();
    while !rest.is_empty() {
        let first = Letter::first(rest).map(|(letter, rest)| (letter.to_ascii_uppercase(), rest));
        let fits =
            |letter: &Letter| letter.plain().is_ascii_alphabetic() && !letter.is_in(&letters);
        let Some((letter, after)) = first.filter(|(letter, _)| fits(letter)) else {
            return Err(expected(value, "letters of pieces, each once, or `-`"));
        };
        letters.extend([letter]);
        rest = after;
    }
    match letters.is_empty() {
        true => Err(expected(value, "letters of pieces, each once, or `-`")),
        false => Ok(letters),
    }
}

/// Parses pairs `a:x b:y`, each letter at most once; `-` means none.
fn pairs<T>(
    value: &str,
    form: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<(Letter, T)>, Problem> {
    let mut pairs: Vec<(Letter, T)> = Vec::new();
    for pair in value.split_whitespace().filter(|_| value != "-") {
        let wrong = || expected(value, form);
        let (name, rest) = pair.split_once(':').ok_or_else(wrong)?;
        let letter = letter(name)?;
        if pairs.iter().any(|(other, _)| *other == letter) {
            return Err(wrong());
        }
        pairs.push((letter, read(rest).ok_or_else(wrong)?));
    }
    Ok(pairs)
}

pub fn numbers<T: std::str::FromStr + PartialOrd + Copy>(
    value: &str,
    least: T,
    most: T,
    form: &'static str,
) -> Result<Vec<(Letter, T)>, Problem> {
    let fits = |number: &T| (least..=most).contains(number);
    pairs(value, form, |number| number.parse().ok().filter(fits))
}

pub fn letter_lists(value: &str) -> Result<Vec<(Letter, String)>, Problem> {
    pairs(value, "pairs such as `p:q n:f`", |list| letters(list).ok())
}

pub fn movements(value: &str) -> Result<Vec<(Letter, Notation)>, Problem> {
    let read = |text: &str| text.parse().ok();
    pairs(value, "pairs of a letter and a movement, such as `t:fmWfcF`", read)
}

/// Parses names such as `a:Amazon x:Cardinal`, with `_` for a space.
pub fn names(value: &str) -> Result<Vec<(Letter, String)>, Problem> {
    let form = "pairs of a letter and a name, such as `a:Amazon`, with `_` for a space";
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'');
    let read = |name: &str| {
        let fits = (1..=30).contains(&name.chars().count()) && name.chars().all(fits);
        fits.then(|| name.replace('_', " "))
    };
    pairs(value, form, read)
}

/// Parses a line of text for readers.
pub fn sentence(value: &str) -> Result<String, Problem> {
    text(value, "some text of at most 200 letters")
}

/// Parses how hard a game is to begin with; `None` for `-`.
pub fn difficulty(value: &str) -> Result<Option<Difficulty>, Problem> {
    let named = Difficulty::named(value);
    match value {
        "-" => Ok(None),
        _ if named.is_some() => Ok(named),
        _ => Err(expected(value, "`easy`, `medium` or `hard`, or `-`")),
    }
}

pub fn text(value: &str, what: &'static str) -> Result<String, Problem> {
    let fits = (1..=200).contains(&value.chars().count()) || what == "a FEN" && !value.is_empty();
    let shown = crate::text::printable_line(value) == value;
    if fits && shown { Ok(value.into()) } else { Err(expected(value, what)) }
}

/// Parses a FEN, and adds the fields that it lacks: White to move, no rights, counters `0 1`.
pub fn fen(value: &str) -> Result<String, Problem> {
    let value = text(value, "a FEN")?;
    let mut fields = value.split_whitespace().skip(1).peekable();
    let number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
    let mut next = |fits: &dyn Fn(&&str) -> bool, default| {
        fields.next_if(|field| fits(field)).unwrap_or(default)
    };
    let mut filled = vec![value.split_whitespace().next().unwrap_or("")];
    filled.push(next(&|field| !number(field), "w"));
    filled.push(next(&|field| !number(field), "-"));
    filled.push(next(&|field| !number(field), "-"));
    filled.push(next(&number, "0"));
    filled.push(next(&number, "1"));
    // A wrong field is reported with the start array.
    filled.extend(fields);
    Ok(filled.join(" "))
}

/// Parses whole ranks such as `*1 *2`; `-` means none.
pub fn region(value: &str) -> Result<Region, Problem> {
    let form = "whole ranks such as `*8` or `*8 *9`, or `-`";
    let mut ranks = 0;
    for token in value.split_whitespace().filter(|_| value != "-") {
        let rank = token.strip_prefix('*').ok_or_else(|| expected(value, form))?;
        ranks |= Region::rank(number(rank, 1, 32, form)?).0;
    }
    Ok(Region(ranks))
}

/// Parses a region that is the whole board (true) or empty (false).
pub fn everywhere(value: &str) -> Result<bool, Problem> {
    match value {
        "-" => Ok(false),
        "**" | "all" => Ok(true),
        _ => Err(Problem::Unsupported(
            "en passant captures on some squares only; write `-` for none",
        )),
    }
}

/// Parses a setup group such as `KQLG: f12 g12 f11 g11`, or `!BBQ: c8 d8 f8` with two Bishops on squares of
/// different shades, which makes several groups.
pub fn setup_groups(value: &str) -> Result<Vec<SetupGroup>, Problem> {
    let form = "letters and as many squares of Black, such as `KQ: f12 g12`";
    let wrong = || expected(value, form);
    let (chiefs, squares) = value.split_once(':').ok_or_else(wrong)?;
    let squares: Option<Vec<Coordinates>> =
        squares.split_whitespace().map(Coordinates::parse).collect();
    let (mut letters, mut paired) = (String::new(), String::new());
    let mut marked = false;
    for chief in chiefs.chars().filter(|chief| !chief.is_whitespace()) {
        match chief.to_ascii_uppercase() {
            '!' if !marked => marked = true,
            letter if letter.is_ascii_uppercase() => {
                letters.push(letter);
                if std::mem::take(&mut marked) && !paired.contains(letter) {
                    paired.push(letter);
                }
            }
            _ => return Err(wrong()),
        }
    }
    if letters.is_empty() || marked {
        return Err(wrong());
    }
    if paired.chars().any(|letter| !letters.matches(letter).count().is_multiple_of(2)) {
        return Err(expected(value, "an even number of pieces of a letter with `!`"));
    }
    let squares = squares.ok_or_else(wrong)?;
    Ok(SetupGroup::with_pairs(&letters, &paired, &squares))
}

/// Parses the number of moves by each side after which a game is drawn; 0 means no limit.
pub fn limit(value: &str) -> Result<Option<u16>, Problem> {
    let moves = number(value, 0, 10_000, "a number of moves up to 10000, 0 for no limit")?;
    Ok(Some(moves).filter(|&moves| moves > 0))
}

/// Parses the number of occurrences of a position that draws the game; 0 means no limit.
pub fn repetitions(value: &str) -> Result<Option<u8>, Problem> {
    let times: u8 = number(value, 0, 100, "a number from 2 to 100, 0 for no limit")?;
    match times {
        1 => Err(expected(value, "a number from 2 to 100, 0 for no limit")),
        _ => Ok(Some(times).filter(|&times| times > 0)),
    }
}

pub fn end_value(value: &str) -> Result<EndValue, Problem> {
    match value {
        "draw" => Ok(EndValue::Draw),
        "loss" => Ok(EndValue::Loss),
        "win" => Ok(EndValue::Win),
        _ => Err(expected(value, "`draw`, `loss` or `win`")),
    }
}

pub fn bare_king(value: &str) -> Result<BareKing, Problem> {
    match value {
        "none" => Ok(BareKing::PlaysOn),
        "loss" => Ok(BareKing::Loses),
        "claim" => Ok(BareKing::LosesUnlessAnswered),
        _ => Err(expected(value, "`none`, `loss` or `claim`")),
    }
}

/// Means that every value of a key is neutral.
const ANY: &str = "";

/// Keys of other programs, with the values under which they change no rule, and the name of the
/// rule that other values would change.
pub const NEUTRAL: &[(&str, &str, &str)] = &[
    ("variantTemplate", ANY, ""),
    ("pieceToCharTable", ANY, ""),
    ("nnueAlias", ANY, ""),
    ("pieceValueMg", ANY, ""),
    ("pieceValueEg", ANY, ""),
    ("chess960", "false", "shuffled arrays with their castling"),
    ("twoBoards", "false", "games on two boards"),
    ("sittuyinPromotion", "false", "promotion as in Sittuyin"),
    ("piecePromotionOnCapture", "false", "promotion by captures only"),
    ("pieceDemotion", "false", "pieces that turn back"),
    ("blastOnCapture", "false", "explosions"),
    ("blastImmuneTypes", "-", "explosions"),
    ("mutuallyImmuneTypes", "-", "pieces that do not capture each other"),
    ("petrifyOnCaptureTypes", "-", "pieces that turn to stone"),
    ("petrifyOnCapture", "false", "pieces that turn to stone"),
    ("petrifyBlastPieces", "false", "pieces that turn to stone"),
    ("castlingDroppedPiece", "false", "castling with dropped pieces"),
    ("dropChecks", "true", "drops"),
    ("mustCapture", "false", "captures that must be made"),
    ("mustDrop", "false", "drops"),
    ("mustDropType", "*", "drops"),
    ("pieceDrops", "false", "drops"),
    ("dropLoop", "false", "drops"),
    ("capturesToHand", "false", "captured pieces that come to hand"),
    ("firstRankPawnDrops", "false", "drops"),
    ("promotionZonePawnDrops", "false", "drops"),
    ("dropOnTop", "false", "drops"),
    ("enclosingDrop", "none", "drops"),
    ("enclosingDropStart", "-", "drops"),
    ("whiteDropRegion", "**", "drops"),
    ("blackDropRegion", "**", "drops"),
    ("dropRegionWhite", "**", "drops"),
    ("dropRegionBlack", "**", "drops"),
    ("sittuyinRookDrop", "false", "drops"),
    ("dropOppositeColoredBishop", "false", "drops"),
    ("dropPromoted", "false", "drops"),
    ("freeDrops", "false", "drops"),
    ("dropNoDoubled", "-", "drops"),
    ("dropNoDoubledCount", "1", "drops"),
    ("shogiDoubledPawn", "true", "drops"),
    ("gating", "false", "gating"),
    ("seirawanGating", "false", "gating"),
    ("arrowGating", "false", "gating"),
    ("duckGating", "false", "gating"),
    ("staticGating", "false", "gating"),
    ("wallingRule", "none", "walls"),
    ("wallingRegion", "**", "walls"),
    ("wallingRegionWhite", "**", "walls"),
    ("wallingRegionBlack", "**", "walls"),
    ("wallOrMove", "false", "walls"),
    ("cambodianMoves", "false", "first moves as in Ouk Chatrang"),
    ("diagonalLines", "-", "moves along lines of the board"),
    ("pass", "false", "passing"),
    ("passWhite", "false", "passing"),
    ("passBlack", "false", "passing"),
    ("passOnStalemate", "false", "passing"),
    ("passOnStalemateWhite", "false", "passing"),
    ("passOnStalemateBlack", "false", "passing"),
    ("makpongRule", "false", "Kings that may not leave a check"),
    ("soldierPromotionRank", "1", "soldiers that change at the river"),
    ("flipEnclosedPieces", "none", "pieces that change sides"),
    ("nFoldValueAbsolute", "false", "repetitions that win or lose"),
    ("perpetualCheckIllegal", "false", "repetitions that win or lose"),
    ("moveRepetitionIllegal", "false", "repetitions that win or lose"),
    ("chasingRule", "none", "repetitions that win or lose"),
    ("stalematePieceCount", "false", "stalemate decided by counting pieces"),
    ("checkmateValue", "loss", "checkmate that does not win"),
    ("shogiPawnDropMateIllegal", "false", "drops"),
    ("shatarMateRule", "false", "limits on how to mate"),
    ("bikjangRule", "false", "Kings that may not face each other"),
    ("whiteFlag", "-", "an old name of `flagRegionWhite`"),
    ("blackFlag", "-", "an old name of `flagRegionBlack`"),
    ("flagPieceCount", "1", "wins by several pieces that reach squares"),
    ("flagPieceBlockedWin", "false", "wins by several pieces that reach squares"),
    ("checkCounting", "false", "wins by counting checks"),
    ("connectN", "0", "wins by connecting pieces"),
    ("connectPieceTypes", "*", "wins by connecting pieces"),
    ("connectHorizontal", "true", "wins by connecting pieces"),
    ("connectVertical", "true", "wins by connecting pieces"),
    ("connectDiagonal", "true", "wins by connecting pieces"),
    ("connectRegion1White", "-", "wins by connecting pieces"),
    ("connectRegion2White", "-", "wins by connecting pieces"),
    ("connectRegion1Black", "-", "wins by connecting pieces"),
    ("connectRegion2Black", "-", "wins by connecting pieces"),
    ("connectNxN", "0", "wins by connecting pieces"),
    ("collinearN", "0", "wins by connecting pieces"),
    ("connectValue", "win", "wins by connecting pieces"),
    ("adjudicateFullBoard", "false", "a full board that ends the game"),
    ("materialCounting", "none", "wins by counting pieces"),
    ("countingRule", "none", "draws by counting moves as in Makruk"),
    ("castlingWins", "-", "wins by castling"),
    ("mobilityRegion", "-", "pieces that may not leave a region"),
    ("pocketSize", "0", "drops"),
];

/// The information that a redundant key repeats. Other programs need such keys; here other keys already determine the
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedundantKey {
    /// The rank of the King, which castles.
    KingRank,
    /// The file of the King.
    KingFile,
    /// The letter of the King.
    King,
    /// The letter of the castling partner.
    CastlesWith,
    /// The letters of the pieces that promote as Pawns do.
    Promoting,
    /// The letters of what they promote to.
    Promotions,
    /// The letters of the pieces that capture en passant.
    EnPassant,
    /// The letters of the pieces whose moves reset the count of moves.
    Counted,
}

/// The redundant keys, what each repeats, and the name of the rule that a different value would ask
/// for.
pub const REDUNDANT: &[(&str, RedundantKey, &str)] = &[
    ("castlingRank", RedundantKey::KingRank, "castling on another rank than the King's"),
    ("castlingKingFile", RedundantKey::KingFile, "castling from another file than the King's"),
    ("castlingKingPiece", RedundantKey::King, "castling by another piece than the King"),
    ("castlingKingPieceWhite", RedundantKey::King, "castling by another piece than the King"),
    ("castlingKingPieceBlack", RedundantKey::King, "castling by another piece than the King"),
    (
        "castlingRookPiecesWhite",
        RedundantKey::CastlesWith,
        "sides that castle with different pieces",
    ),
    (
        "castlingRookPiecesBlack",
        RedundantKey::CastlesWith,
        "sides that castle with different pieces",
    ),
    ("promotionPawnTypesWhite", RedundantKey::Promoting, "sides whose promotions differ"),
    ("promotionPawnTypesBlack", RedundantKey::Promoting, "sides whose promotions differ"),
    ("promotionPieceTypesWhite", RedundantKey::Promotions, "sides whose promotions differ"),
    ("promotionPieceTypesBlack", RedundantKey::Promotions, "sides whose promotions differ"),
    ("enPassantTypes", RedundantKey::EnPassant, "en passant captures by some pieces only"),
    ("enPassantTypesWhite", RedundantKey::EnPassant, "en passant captures by some pieces only"),
    ("enPassantTypesBlack", RedundantKey::EnPassant, "en passant captures by some pieces only"),
    ("nMoveRuleTypesWhite", RedundantKey::Counted, "sides whose counts of moves differ"),
    ("nMoveRuleTypesBlack", RedundantKey::Counted, "sides whose counts of moves differ"),
];

/// The index of a redundant key in [`REDUNDANT`].
pub fn redundant(key: &str) -> Option<usize> {
    REDUNDANT.iter().position(|it| it.0 == key)
}

/// The keys that this module supports, apart from pieces.
pub const OWN: &[&str] = &[
    "title",
    "summary",
    "inventor",
    "difficulty",
    "maxFile",
    "maxRank",
    "startFen",
    "setupGroup1",
    "pieceName",
    "pieceWorth",
    "promotionRegionWhite",
    "promotionRegionBlack",
    "promotionPieceTypes",
    "promotedPieceType",
    "promotionMoves",
    "promotionLimit",
    "promotionLastRanks",
    "promotionPawnTypes",
    "pawnTypes",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "promotionEnPassant",
    "promotionOnEntry",
    "promotionLastRankTypes",
    "antiTradeTypes",
    "antiTradeLesserTypes",
    "immobilityIllegal",
    "doubleStep",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "enPassantRegion",
    "castling",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingKingsideFileBlack",
    "castlingQueensideFileBlack",
    "castlingRookPieces",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "oppositeCastling",
    "flyingGeneral",
    "facingKings",
    "nMoveRuleTypes",
    "nMoveRule",
    "nFoldRule",
    "nFoldValue",
    "checking",
    "flagPiece",
    "flagPieceWhite",
    "flagPieceBlack",
    "flagRegion",
    "flagRegionWhite",
    "flagRegionBlack",
    "flagMove",
    "flagPieceSafe",
    "stalemateValue",
    "bareKing",
    "bareKingsDraw",
    "extinctionValue",
    "extinctionPieceTypes",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "extinctionClaim",
    "extinctionAllPieceTypes",
    "extinctionPseudoRoyal",
    "dupleCheck",
    "customPiece1",
];

/// A description of a key for messages about inherited values. `None` if the message is clear
/// without one.
pub fn in_words(key: &str) -> Option<&'static str> {
    Some(match key {
        "promotionPieceTypes" => "what Pawns become",
        "promotionPawnTypes" => "what promotes as Pawns do",
        "promotedPieceType" => "what a kind becomes",
        "promotionMoves" => "the moves by which a kind promotes",
        "promotionLimit" => "the limits of promotions",
        "promotionLastRanks" => "choices of promotion on some ranks",
        "promotionRegionWhite" | "promotionRegionBlack" => "the ranks of promotion",
        "promotionOnEntry" => "promotion on entering the ranks of promotion",
        "promotionLastRankTypes" => "what promotes on the last rank",
        "antiTradeTypes" | "antiTradeLesserTypes" => "the rules against trades",
        "doubleStepRegionWhite" | "doubleStepRegionBlack" => "the ranks of double steps",
        "tripleStepRegionWhite" | "tripleStepRegionBlack" => "the ranks of triple steps",
        "immobilityIllegal" => "the rule that no piece may go where it can never move",
        "nMoveRuleTypes" => "what resets the count of moves",
        "castlingRookPieces" => "the pieces that the King castles with",
        "castlingRookKingsideFile" | "castlingRookQueensideFile" => "where that piece stands",
        "enPassantRegion" => "captures en passant",
        "pieceName" => "the names of pieces",
        "pieceWorth" => "the worths of pieces",
        "flagPieceWhite" | "flagPieceBlack" => "the pieces that win by reaching a square",
        "flagRegionWhite" | "flagRegionBlack" => "the squares that win when they are reached",
        "extinctionOpponentPieceCount" => "how many pieces bare the other King",
        key if key.starts_with(confined::STEM) => "the squares that a piece may not leave",
        _ => return None,
    })
}

/// Accepts a key whose value changes no rule. Otherwise returns the reason why it cannot be used.
pub fn neutral(key: &str, value: &str) -> Result<(), Problem> {
    if let Some(&(_, neutral, what)) = NEUTRAL.iter().find(|it| it.0 == key) {
        let same = neutral == ANY || neutral.split(' ').any(|it| value.eq_ignore_ascii_case(it));
        return if same { Ok(()) } else { Err(Problem::Unsupported(what)) };
    }
    Err(Problem::UnknownKey(nearest(key)))
}

/// The known key that is most similar to a misspelt one, at most three edits away.
fn nearest(key: &str) -> Option<&'static str> {
    let known = OWN.iter().copied().chain(KNOWN.iter().map(|piece| piece.0));
    let known = known.chain(REDUNDANT.iter().map(|it| it.0)).chain(NEUTRAL.iter().map(|it| it.0));
    let rated = known.map(|other| (strsim::levenshtein(key, other), other));
    rated.filter(|(distance, _)| *distance <= 3).min().map(|(_, other)| other)
}
