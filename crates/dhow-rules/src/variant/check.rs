//! Checks whether a description is a playable game.

use super::command::MAX_ACTIVATIONS;
use super::{Command, PieceDef, Promotion, Role, Variant, piece_placement, setup};
use crate::geometry::Geometry;
use crate::geometry::layouts::{LargestCommandLayout, LargestLayout};
use crate::pieces::{CompileError, Letter, MAX_PIECE_TYPES, PieceType};
use crate::square::Coordinates;
use arrayvec::ArrayVec;

/// The greatest value of a piece in centipawns: thirty Rooks.
pub const MAX_VALUE: i32 = 15_000;

/// The least number of files and of ranks of a game's board.
pub const LEAST_SIZE: usize = 4;

/// The greatest range of a leader in King steps. No board is longer.
const MAX_RANGE: u8 = 32;

/// Checks that a board is large and small enough for a game, with leaders or without.
pub fn check_size(files: usize, ranks: usize, leaders: bool) -> Result<(), RulesError> {
    let most = match leaders {
        true => (LargestCommandLayout::FILES, LargestCommandLayout::RANKS),
        false => (LargestLayout::FILES, LargestLayout::RANKS),
    };
    let fits = |size, most| (LEAST_SIZE..=most).contains(&size);
    match fits(files, most.0) && fits(ranks, most.1) {
        true => Ok(()),
        false => Err(RulesError::Board { files, ranks, most }),
    }
}

/// Why a description is not a playable game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RulesError {
    /// A movement that the engine does not support.
    #[error("piece {letter}: {error}")]
    Movement {
        /// The letter of the piece.
        letter: Letter,
        /// The problem with its movement.
        error: CompileError,
    },
    /// More kinds of pieces than [`MAX_PIECE_TYPES`].
    #[error("{0} kinds of pieces; at most {MAX_PIECE_TYPES} are possible")]
    TooManyPieces(usize),
    /// A piece letter that is not an upper-case ASCII letter, or that two kinds share.
    #[error("piece letter `{0}` is not an upper-case letter used once")]
    Letter(Letter),
    /// A value out of range.
    #[error("piece {letter} is worth {value}; expected 0 to {MAX_VALUE} centipawns")]
    Value {
        /// The letter of the piece.
        letter: Letter,
        /// The value in centipawns.
        value: i32,
    },
    /// No royal kind of piece, or several.
    #[error("exactly one kind of piece must be royal")]
    Royal,
    /// A game with several moves a turn but without leaders.
    #[error("no leaders, which the moves of a turn need")]
    NoLeaders,
    /// A letter in the command rules that is not a piece of the game.
    #[error("`{0}` leads or is commanded, but is not a piece of the game")]
    LeaderLetter(Letter),
    /// A piece that is neither leader nor officer, or lacks exactly one command rule.
    #[error("piece {0}: a game with leaders has leaders, with one command each, and officers")]
    Leader(Letter),
    /// A leader with a number of activations or a range that is not allowed.
    #[error(
        "leader {0}: expected 1 to {MAX_ACTIVATIONS} activations and a range up to {MAX_RANGE}"
    )]
    LeaderNumbers(Letter),
    /// A promotion to a letter that is not an officer of the game.
    #[error("promotion to `{0}`, which is not an officer of the game")]
    Promotion(Letter),
    /// A piece that promotes, in a game without promotions.
    #[error("piece {0} promotes, but the game names no promotion")]
    NoPromotions(Letter),
    /// A royal piece or a leader that promotes.
    #[error("piece {0} is royal or leads, and cannot promote")]
    Promotes(Letter),
    /// A piece that captures on its way or passes where that is not supported.
    #[error("piece {letter} captures on its way or passes its turn, and {problem}")]
    Locust {
        /// The letter of the piece.
        letter: Letter,
        /// The reason.
        problem: &'static str,
    },
    /// Castling rules that no move can fulfil.
    #[error("castling: {0}")]
    Castling(&'static str),
    /// A promotion limit for a kind that nothing promotes to.
    #[error("a limit of promotions to `{0}`, which nothing promotes to")]
    PromotionLimit(Letter),
    /// A piece that is a choice of promotion on some of the last ranks only, but is not a choice at all, or not on that
    /// many ranks.
    #[error(
        "`{0}` is a choice on some ranks, but no choice of promotion, or not on that many ranks"
    )]
    PromotionLastRanks(Letter),
    /// A piece with promotion moves that does not promote.
    #[error("piece {0} has moves by which it promotes, but nothing to become")]
    PromotesBy(Letter),
    /// More ranks of optional promotion than ranks of promotion.
    #[error("promotion is optional on {found} ranks; expected 0 to {most}")]
    OptionalRanks {
        /// The number of optional ranks given.
        found: usize,
        /// The number of promotion ranks.
        most: usize,
    },
    /// A kind that promotes by any move to the last rank, but is no kind of the game.
    #[error("`{0}` promotes on the last rank, but is not a piece of the game")]
    PromotionEntry(Letter),
    /// Promotion on entering the ranks of promotion, but not optional on all of them.
    #[error("pieces that promote on entering the ranks of promotion may also stay what they are")]
    PromotionEntryForced,
    /// A kind in the rules against trades that the game does not have.
    #[error("`{0}` may not be traded, but is not a piece of the game")]
    AntiTrade(Letter),
    /// Rules against trades in a game with captures en passant, which use the same field of a FEN.
    #[error("pieces that may not be traded, in a game with captures en passant")]
    AntiTradeEnPassant,
    /// A kind that wins by reaching a square, but that the game does not have.
    #[error("`{0}` wins by reaching a square, but is not a piece of the game")]
    Flag(Letter),
    /// A square that wins when it is reached, but is not on the board.
    #[error("{0} wins when it is reached, but is not on the board")]
    FlagSquare(Coordinates),
    /// A rule for wins by reaching a square that is not supported together with another rule.
    #[error(
        "pieces that win only where nothing can capture them, in a game with one of these: captures on the way, \
         several royal pieces, Kings or pieces that may not face each other or be traded, no checks, answers to such wins"
    )]
    FlagSafe,
    /// A piece that stands on a square where it wins in the start array.
    #[error("the piece on {0} wins before the first move")]
    FlagStart(Coordinates),
    /// No promotion ranks, or too many: the zones of the sides would meet.
    #[error("promotion on {found} ranks; expected 1 to {most}")]
    PromotionRanks {
        /// The number of ranks given.
        found: usize,
        /// The greatest number that the board allows.
        most: usize,
    },
    /// A move limit or repetition limit that would end every game at once.
    #[error("{what} {found}; expected {least} or more")]
    EndRule {
        /// What the number counts.
        what: &'static str,
        /// The number given.
        found: u16,
        /// The least number allowed.
        least: u16,
    },
    /// A board that is too small or too large.
    #[error("a board of {files}x{ranks}; expected {LEAST_SIZE}x{LEAST_SIZE} to {}x{}", .most.0, .most.1)]
    Board {
        /// The number of files given.
        files: usize,
        /// The number of ranks given.
        ranks: usize,
        /// The greatest number of files and of ranks.
        most: (usize, usize),
    },
    /// A start array that is not a piece placement of the board.
    #[error("start array: {0}")]
    Start(#[from] piece_placement::PlacementError),
    /// A chief in the setups that the game does not have.
    #[error("setup: `{0}` is not a piece of this game")]
    SetupChief(Letter),
    /// A chief of the kinds that castle.
    #[error("setup: `{0}` castles, and must stay where the start array has it")]
    SetupCastling(Letter),
    /// More setups than can be listed in a short time.
    #[error("setup: more than a million ways to place the chiefs")]
    SetupCount,
    /// A setup that is not a position of the game.
    #[error("setup {name}: {reason}")]
    SetupPosition {
        /// The name of the setup.
        name: String,
        /// What is wrong with its start array.
        reason: String,
    },
    /// A square in the setups that is not on the board.
    #[error("setup: {0} is not on the board")]
    SetupSquare(Coordinates),
    /// The number of chiefs in the setups differs from the number of their squares.
    #[error("setup: {chiefs} chiefs for {squares} squares")]
    SetupSize {
        /// The number of chiefs.
        chiefs: usize,
        /// The number of squares.
        squares: usize,
    },
    /// The start array is not one of the setups.
    #[error("setup: the start array has `{found}` on {square}, where no setup has it")]
    SetupStart {
        /// The piece on the square, `.` if it is empty.
        found: Letter,
        /// The square, on Black's side.
        square: Coordinates,
    },
}

/// Checks everything in a description except the movements.
pub(super) fn check(variant: &Variant) -> Result<(), RulesError> {
    pieces(variant)?;
    match &variant.command {
        Some(command) => leaders(variant, command)?,
        None => royal(variant).map(drop)?,
    }
    let most = variant.ranks / 2;
    let Promotion { ranks, optional_ranks, ref by_entry, .. } = variant.promotion;
    if by_entry.is_some() && optional_ranks != ranks {
        return Err(RulesError::PromotionEntryForced);
    }
    if !(1..=most).contains(&ranks) {
        return Err(RulesError::PromotionRanks { found: ranks, most });
    }
    if optional_ranks > ranks {
        return Err(RulesError::OptionalRanks { found: optional_ranks, most: ranks });
    }
    if let Some(found) = variant.end.move_limit.filter(|&moves| moves == 0) {
        return Err(RulesError::EndRule { what: "a draw by a limit of moves of", found, least: 1 });
    }
    if let Some(found) = variant.end.repetitions.filter(|&times| times < 2) {
        let what = "a draw by occurrences of a position numbering";
        return Err(RulesError::EndRule { what, found: found.into(), least: 2 });
    }
    let known = |_: usize, _: usize, letter: Letter| {
        letter == piece_placement::HOLE
            || letter.plain().is_ascii_alphabetic()
                && variant.piece(letter.to_ascii_uppercase()).is_some()
    };
    piece_placement::read(variant.start_placement(), variant.files, variant.ranks, known)?;
    setups(variant)
}

fn pieces(variant: &Variant) -> Result<(), RulesError> {
    let pieces = &variant.pieces;
    if pieces.len() > MAX_PIECE_TYPES {
        return Err(RulesError::TooManyPieces(pieces.len()));
    }
    for (index, piece) in pieces.iter().enumerate() {
        let PieceDef { letter, value, .. } = *piece;
        let used = pieces[..index].iter().any(|other| other.letter == letter);
        if used || !letter.is_ascii_uppercase() {
            return Err(RulesError::Letter(letter));
        }
        if !(0..=MAX_VALUE).contains(&value) {
            return Err(RulesError::Value { letter, value });
        }
        let promotions = variant.promotions_of(piece);
        if piece.role.promotes() && promotions.is_empty() {
            return Err(RulesError::NoPromotions(letter));
        }
        if matches!(piece.role, Role::Royal | Role::Leader) && !promotions.is_empty() {
            return Err(RulesError::Promotes(letter));
        }
    }
    Ok(())
}

/// The royal kind of a game without leaders, the first of several.
pub(super) fn royal(variant: &Variant) -> Result<PieceType, RulesError> {
    let leads = |piece: &PieceDef| piece.role == Role::Leader;
    if variant.command.is_some() || variant.pieces.iter().any(leads) {
        return Err(RulesError::Royal);
    }
    let mut royals =
        variant.pieces.iter().enumerate().filter(|(_, piece)| piece.role == Role::Royal);
    match (royals.next(), royals.next()) {
        (Some((index, _)), another) if another.is_none() || variant.several_royals.is_some() => {
            Ok(PieceType::from_index(index))
        }
        _ => Err(RulesError::Royal),
    }
}

/// Checks the command rules: every letter in them is a piece of the game, every piece is a leader
/// with one rule or an officer, and the numbers are in range.
fn leaders(variant: &Variant, command: &Command) -> Result<(), RulesError> {
    let named = command.leaders.iter().flat_map(|leader| {
        let lists = [leader.within.as_deref().unwrap_or(""), &leader.reached];
        lists.into_iter().flat_map(Letter::all).collect::<Vec<_>>()
    });
    let exchanged = command.exchange.iter().flat_map(|&(leader, other)| [leader, other]);
    let known = |letter: &Letter| variant.piece(*letter).is_some();
    if let Some(letter) = named.chain(exchanged).chain(command.free).find(|it| !known(it)) {
        return Err(RulesError::LeaderLetter(letter));
    }
    for piece in &variant.pieces {
        let rules = command.leaders.iter().filter(|leader| leader.letter == piece.letter).count();
        let fits = match piece.role {
            Role::Leader => rules == 1,
            Role::Officer => rules == 0,
            _ => false,
        };
        if !fits {
            return Err(RulesError::Leader(piece.letter));
        }
    }
    for leader in &command.leaders {
        if variant.piece(leader.letter).is_none() {
            return Err(RulesError::LeaderLetter(leader.letter));
        }
        if !(1..=MAX_ACTIVATIONS).contains(&leader.activations) || leader.range > MAX_RANGE {
            return Err(RulesError::LeaderNumbers(leader.letter));
        }
    }
    if command.leaders.is_empty() { Err(RulesError::NoLeaders) } else { Ok(()) }
}

/// The kinds that a piece may promote to.
pub(super) fn promotions(
    variant: &Variant,
    piece: &PieceDef,
) -> Result<ArrayVec<PieceType, MAX_PIECE_TYPES>, RulesError> {
    let mut kinds = ArrayVec::new();
    for letter in Letter::all(variant.promotions_of(piece)) {
        let fits =
            |role| role == Role::Officer || role == Role::Royal && variant.several_royals.is_some();
        let is_it = |piece: &PieceDef| piece.letter == letter && fits(piece.role);
        let index = variant.pieces.iter().position(is_it).ok_or(RulesError::Promotion(letter))?;
        let kind = PieceType::from_index(index);
        if kinds.contains(&kind) {
            return Err(RulesError::Promotion(letter));
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

/// Checks the setups: their pieces and squares exist, and the start array is one of them.
fn setups(variant: &Variant) -> Result<(), RulesError> {
    let mut squares: Vec<Coordinates> = Vec::new();
    let mut chiefs = 0;
    for group in &variant.setup {
        for letter in Letter::all(&group.chiefs) {
            let Some(piece) = variant.piece(letter) else {
                return Err(RulesError::SetupChief(letter));
            };
            let castling = variant.castling.as_ref();
            if castling.is_some_and(|it| piece.role == Role::Royal || letter.is_in(&it.with)) {
                return Err(RulesError::SetupCastling(letter));
            }
            chiefs += 1;
        }
        squares.extend(&group.squares);
    }
    if let Some(&square) = squares.iter().find(|&&square| !variant.has_square(square)) {
        return Err(RulesError::SetupSquare(square));
    }
    squares.sort();
    squares.dedup();
    if chiefs != squares.len() {
        return Err(RulesError::SetupSize { chiefs, squares: squares.len() });
    }
    let letters = variant.start_letters();
    let letter = |at| letters.get(&at).map_or('.'.into(), |it| it.to_ascii_uppercase());
    let standing: Vec<_> = squares.into_iter().map(|at| (at, letter(at))).collect();
    if let Some((square, found)) = setup::misplaced(&variant.setup, &standing) {
        return Err(RulesError::SetupStart { found, square });
    }
    if setup::can_be_listed(&variant.setup) { Ok(()) } else { Err(RulesError::SetupCount) }
}
