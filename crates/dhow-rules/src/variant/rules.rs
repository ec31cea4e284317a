//! A variant compiled for its board, with all tables for making and generating moves.

use super::castling::{self, CastlingMove};
use super::check::{self, RulesError};
use super::compiled::{Army, compiled};
use super::promotion::{self, Promotions};
use super::{AntiTrade, EndValue, FlagRule, Role, SeveralRoyals, Variant};
use crate::betza::Term;
use crate::bitboard::SquareSet;
use crate::geometry::{Between, Board, Geometry};
use crate::pieces::{Color, Letter, LineFamily, Movement, Piece, PieceType};
use crate::square::{Delta, Square};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// A jump of a King from some square.
#[derive(Clone, Debug)]
pub struct Jump {
    /// The target square.
    pub to: Square,
    /// The squares it may pass over. The jump is legal if at least one of them is not attacked.
    pub over: ArrayVec<Square, 2>,
}

/// The kinds of pieces that capture along a family of lines.
#[derive(Clone, Debug)]
pub struct LineUsers<G: Geometry> {
    /// The line family.
    pub family: LineFamily,
    /// The kinds that capture by it.
    pub kinds: Vec<PieceType>,
    /// For each square, the squares from which the family may lead to it, given some occupancy.
    pub sources: Box<[G::Set]>,
}

/// The kinds in the rules against trades.
#[derive(Clone, Debug)]
pub(crate) struct AntiTradeKinds {
    /// The kinds that may not be traded.
    pub kinds: Vec<PieceType>,
    /// The kinds whose capture on the way does not allow the capture of one of them.
    pub lesser: Vec<PieceType>,
}

/// The squares that win when they are reached.
#[derive(Clone, Debug)]
pub(crate) struct FlagSquares<S> {
    /// The kinds that win so.
    pub kinds: Vec<PieceType>,
    /// The squares where White's pieces win, and those where Black's do.
    pub squares: [S; 2],
    /// Whether Black may answer such a win of White's by one at once, which draws.
    pub answered: bool,
    /// Whether a piece that the other side can capture does not win. In such a game pins express which moves are
    /// legal.
    pub safe: bool,
}

impl<S: SquareSet> FlagSquares<S> {
    fn of<G: Geometry<Set = S>>(army: &Army<G>, flag: &FlagRule) -> Result<Self, RulesError> {
        let kind = |letter| army.kind(letter).ok_or(RulesError::Flag(letter));
        let kinds = match flag.kinds.is_empty() {
            true => army.kinds().collect(),
            false => Letter::all(&flag.kinds).map(kind).collect::<Result<_, _>>()?,
        };
        let start = army.variant().start_letters();
        let wins = |letter: Letter| flag.kinds.is_empty() || letter.is_in(&flag.kinds);
        let mut squares = [S::EMPTY; 2];
        for color in Color::ALL {
            for &at in &flag.squares[color.index()] {
                squares[color.index()]
                    .insert(army.board().at(at).ok_or(RulesError::FlagSquare(at))?);
                let own = |on: &&Letter| color.letter_of(on.to_ascii_uppercase()) == **on;
                if start.get(&at).filter(own).is_some_and(|on| wins(on.to_ascii_uppercase())) {
                    return Err(RulesError::FlagStart(at));
                }
            }
        }
        Ok(Self { kinds, squares, answered: flag.answered, safe: flag.safe })
    }
}

impl AntiTradeKinds {
    fn of<G: Geometry>(army: &Army<G>, rule: &AntiTrade) -> Result<Self, RulesError> {
        let of_list = |letters| {
            let kind = |letter| army.kind(letter).ok_or(RulesError::AntiTrade(letter));
            Letter::all(letters).map(kind).collect::<Result<Vec<_>, _>>()
        };
        Ok(Self { kinds: of_list(&rule.kinds)?, lesser: of_list(&rule.lesser)? })
    }
}

/// A variant compiled for the board `G`.
#[derive(Debug)]
pub struct Rules<G: Geometry> {
    army: Army<G>,
    king: PieceType,
    royals: Vec<PieceType>,
    several_royals: Option<SeveralRoyals>,
    halfmove_limit: u32,
    repetition_limit: usize,
    promotions: Promotions<G>,
    tries_out: bool,
    facing: Vec<Delta>,
    anti_trade: Option<AntiTradeKinds>,
    flag: Option<FlagSquares<G::Set>>,
    castlings: Vec<CastlingMove<G::Set>>,
    castling_rights: Box<[u8]>,
    en_passant_capturers: Vec<PieceType>,
    leapers: Vec<PieceType>,
    leap_sources: [Box<[G::Set]>; 2],
    promoters: Vec<PieceType>,
    line_users: Vec<LineUsers<G>>,
    ray_users: Vec<PieceType>,
    locust_users: Vec<PieceType>,
    least_line_value: i32,
    between: Between<G>,
    jumps: [Box<[Vec<Jump>]>; 2],
    neighbourhood: Box<[G::Set]>,
}

/// The greatest distance, in King steps, from which a leaper can attack a square that the King may
/// step or jump to.
fn reach_of_threats<G: Geometry>(movements: &[Movement<G>], king: PieceType) -> u8 {
    let longest = |steps: &[Delta]| steps.iter().map(|step| step.distance()).max().unwrap_or(0);
    let royal = &movements[king.index()];
    let steps = royal.side(Color::White);
    let goes = longest(&steps.quiet_steps)
        .max(longest(&steps.capture_steps))
        .max(longest(royal.initial_leaps()));
    let leaps = movements.iter().map(|m| longest(&m.side(Color::White).capture_steps));
    goes + leaps.max().unwrap_or(0)
}

impl<G: Geometry> Rules<G> {
    /// Checks a variant and compiles it. [`Rules::of`] does the same and keeps the result.
    pub fn compile(variant: &Arc<Variant>) -> Result<Self, RulesError> {
        let army = Army::compile(variant)?;
        let movements = army.movements();
        let king = check::royal(variant)?;
        let kinds = || (0..movements.len()).map(PieceType::from_index);
        let using = |uses: fn(&Movement<G>) -> bool| {
            kinds().filter(|&kind| uses(&movements[kind.index()])).collect::<Vec<_>>()
        };
        let en_passant_capturers =
            using(|m| m.side(Color::White).en_passant_sources.iter().any(|set| !set.is_empty()));
        let leapers = using(Movement::leaps);
        let ray_users = using(Movement::has_rays);
        let line_users = line_users(army.board(), movements);
        let in_line = line_users.iter().flat_map(|users| &users.kinds).chain(&ray_users);
        let least_line_value =
            in_line.filter(|&&kind| kind != king).map(|&kind| army.value(kind)).min();
        let jumps = Color::ALL.map(|color| jumps(army.board(), &movements[king.index()], color));
        let near = reach_of_threats(movements, king);
        let castlings = castling::compile(army.board(), variant)?;
        if !castlings.is_empty() && !movements[king.index()].initial_leaps().is_empty() {
            return Err(RulesError::Castling("the King may jump, too"));
        }
        if castlings.iter().any(|it| {
            let reach = movements[king.index()].targets(
                it.color,
                it.king.0,
                G::Set::single(it.king.0),
                G::Set::EMPTY,
            );
            !it.is_usual && reach.contains(it.king.1)
        }) {
            return Err(RulesError::Castling(
                "only to the first of several files may the King go by other moves, too",
            ));
        }
        let mut castling_rights = vec![0; G::INDEX_SPACE].into_boxed_slice();
        for it in &castlings {
            for square in [it.king.0, it.other.0] {
                castling_rights[square.index()] |= 1 << it.right;
            }
        }
        let promotions = promotion::compile(&army)?;
        let locust_users = using(|m| m.locusts(Color::White).is_some());
        if let Some(kind) =
            locust_users.iter().find(|kind| !promotions.kinds[kind.index()].is_empty())
        {
            let letter = variant.pieces[kind.index()].letter;
            return Err(RulesError::Locust { letter, problem: "cannot promote" });
        }
        let anti_trade = variant.anti_trade.as_ref();
        let anti_trade = anti_trade.map(|rule| AntiTradeKinds::of(&army, rule)).transpose()?;
        if anti_trade.is_some() && !en_passant_capturers.is_empty() {
            return Err(RulesError::AntiTradeEnPassant);
        }
        let flag = variant.flag.as_ref().map(|flag| FlagSquares::of(&army, flag)).transpose()?;
        let tries_out = !locust_users.is_empty()
            || variant.several_royals.is_some()
            || variant.facing.is_some()
            || anti_trade.is_some()
            || !variant.checking;
        if flag.as_ref().is_some_and(|flag| flag.safe && (tries_out || flag.answered)) {
            return Err(RulesError::FlagSafe);
        }
        Ok(Self {
            king,
            royals: kinds().filter(|&kind| army.role(kind) == Role::Royal).collect(),
            several_royals: variant.several_royals,
            tries_out: tries_out || flag.is_some(),
            anti_trade,
            flag,
            facing: facing(variant),
            halfmove_limit: variant.end.move_limit.map_or(u32::MAX, |moves| 2 * u32::from(moves)),
            repetition_limit: variant.end.repetitions.map_or(usize::MAX, |n| usize::from(n) - 1),
            promotions,
            castlings,
            castling_rights,
            en_passant_capturers,
            leap_sources: Color::ALL.map(|color| leap_sources(movements, &leapers, color)),
            leapers,
            promoters: kinds().filter(|&kind| army.role(kind).promotes()).collect(),
            line_users,
            least_line_value: least_line_value.unwrap_or(i32::MAX),
            ray_users,
            locust_users,
            between: Between::of_board(),
            jumps,
            neighbourhood: army.board().neighbourhoods(near as i8),
            army,
        })
    }

    /// The pieces of the game.
    #[inline(always)]
    pub fn army(&self) -> &Army<G> {
        &self.army
    }

    /// The board of the game.
    #[inline(always)]
    pub fn board(&self) -> &Board<G> {
        self.army.board()
    }

    /// The game as data.
    pub fn variant(&self) -> &Arc<Variant> {
        self.army.variant()
    }

    /// All kinds of pieces, in the order of the variant.
    #[inline(always)]
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = PieceType> + ExactSizeIterator + use<G> {
        self.army.kinds()
    }

    /// The movement of a kind of piece.
    #[inline(always)]
    pub fn movement(&self, kind: PieceType) -> &Movement<G> {
        self.army.movement(kind)
    }

    /// The role of a kind of piece.
    #[inline(always)]
    pub fn role(&self, kind: PieceType) -> Role {
        self.army.role(kind)
    }

    /// The estimated value of a kind of piece in centipawns; 0 for the King.
    #[inline(always)]
    pub fn value(&self, kind: PieceType) -> i32 {
        self.army.value(kind)
    }

    /// The royal kind, the first of several.
    #[inline(always)]
    pub fn king(&self) -> PieceType {
        self.king
    }

    /// The royal kinds.
    #[inline(always)]
    pub fn royals(&self) -> &[PieceType] {
        &self.royals
    }

    /// The rule for several royal pieces; `None` if each side has exactly one.
    #[inline(always)]
    pub fn several_royals(&self) -> Option<SeveralRoyals> {
        self.several_royals
    }

    /// The steps of the slides from White's King by which it may not see Black's.
    pub(crate) fn facing(&self) -> &[Delta] {
        &self.facing
    }

    /// The rules against trades of some kinds; `None` if every piece may be traded.
    #[inline(always)]
    pub(crate) fn anti_trade(&self) -> Option<&AntiTradeKinds> {
        self.anti_trade.as_ref()
    }

    /// The squares that win when they are reached; `None` if there are none.
    #[inline(always)]
    pub(crate) fn flag(&self) -> Option<&FlagSquares<G::Set>> {
        self.flag.as_ref()
    }

    /// Whether a move may give check.
    pub(crate) fn checking(&self) -> bool {
        self.variant().checking
    }

    /// Whether the search for legal moves must try moves out, because pins do not express the rules of the game.
    #[inline(always)]
    pub(crate) fn tries_out(&self) -> bool {
        self.tries_out
    }

    /// Whether a kind is the only piece of its side that must not be lost.
    #[inline(always)]
    pub(crate) fn is_sole_king(&self, kind: PieceType) -> bool {
        kind == self.king && self.several_royals().is_none()
    }

    /// The kinds that a kind of piece promotes to, the usual choice first; empty if it never
    /// promotes.
    #[inline(always)]
    pub fn promotions(&self, kind: PieceType) -> &[PieceType] {
        &self.promotions.kinds[kind.index()]
    }

    /// Whether a kind of piece promotes.
    #[inline(always)]
    pub fn promotes(&self, kind: PieceType) -> bool {
        !self.promotions(kind).is_empty()
    }

    /// The squares on which the pieces of a side may promote.
    #[inline(always)]
    pub fn promotion_zone(&self, color: Color) -> G::Set {
        self.promotions.zone[color.index()]
    }

    /// The squares on which the pieces of a side must promote.
    #[inline(always)]
    pub(crate) fn forced_promotion_zone(&self, color: Color) -> G::Set {
        self.promotions.forced_zone[color.index()]
    }

    /// Whether a kind of piece promotes under conditions: optionally, with limits, by some of its
    /// moves only, or with choices that depend on the rank.
    #[inline(always)]
    pub(crate) fn promotes_specially(&self, kind: PieceType) -> bool {
        self.promotions.special[kind.index()]
    }

    /// The squares to which a piece on `from` may move with promotion, whether or not they are in
    /// the zone.
    pub(crate) fn promotion_targets(&self, kind: PieceType, color: Color, from: Square) -> G::Set {
        let mut targets = self.promotions.targets.iter();
        let targets = targets.find(|(of, _)| *of == kind);
        targets.map_or(G::all(), |(_, targets)| targets[color.index()][from.index()])
    }

    /// The squares of the zone or, for captures of `enemies`, of the whole board, to which a piece on
    /// `from` moves with promotion.
    pub(crate) fn promotion_squares(
        &self,
        kind: PieceType,
        color: Color,
        from: Square,
        enemies: G::Set,
    ) -> G::Set {
        let zone = self.promotion_zone(color);
        let squares = match &self.promotions.by_entry {
            Some((to_last_rank, last)) if zone.contains(from) => match to_last_rank.contains(&kind)
            {
                true => enemies | last[color.index()],
                false => enemies,
            },
            _ => zone,
        };
        squares & self.promotion_targets(kind, color, from)
    }

    /// The kinds with a promotion limit: the greatest number of such pieces that a side may have
    /// after promoting to one.
    #[inline(always)]
    pub(crate) fn promotion_limits(&self) -> &[(PieceType, u8)] {
        &self.promotions.limits
    }

    /// The kinds that pieces become on some of the ranks of promotion only, with the squares of each
    /// side where they do.
    #[inline(always)]
    pub(crate) fn promotion_zones_of(&self) -> &[(PieceType, [G::Set; 2])] {
        &self.promotions.zones_of
    }

    /// Whether the rank of a square allows a side's piece that promotes there to become this kind.
    pub(crate) fn may_become(&self, kind: PieceType, color: Color, square: Square) -> bool {
        let mut zones = self.promotion_zones_of().iter();
        zones.all(|(of, zones)| *of != kind || zones[color.index()].contains(square))
    }

    /// Whether promotion has no conditions: every move into the zone promotes, to any of the kind's
    /// choices.
    pub fn promotes_plainly(&self) -> bool {
        !self.promotions.special.contains(&true)
    }

    /// The result of stalemate for the side to move.
    #[inline(always)]
    pub fn stalemate(&self) -> EndValue {
        self.variant().end.stalemate
    }

    /// The number of halfmoves without a capture or a forward move of a Pawn after which the game
    /// is drawn; `u32::MAX` for no limit.
    #[inline(always)]
    pub fn halfmove_limit(&self) -> u32 {
        self.halfmove_limit
    }

    /// The number of earlier occurrences of a position at which the game ends; `usize::MAX` for no
    /// limit.
    #[inline(always)]
    pub(crate) fn repetition_limit(&self) -> usize {
        self.repetition_limit
    }

    /// The kinds that may capture en passant.
    #[inline(always)]
    pub fn en_passant_capturers(&self) -> &[PieceType] {
        &self.en_passant_capturers
    }

    /// The kinds that capture by leaps.
    #[inline(always)]
    pub fn leapers(&self) -> &[PieceType] {
        &self.leapers
    }

    /// For each kind of [`Rules::leapers`], in the same order, the squares from which a piece of
    /// side `by` captures on `square` by a leap.
    #[inline(always)]
    pub fn leap_sources(&self, by: Color, square: Square) -> &[G::Set] {
        let count = self.leapers.len();
        &self.leap_sources[by.index()][square.index() * count..][..count]
    }

    /// The kinds that promote by their role.
    #[inline]
    pub fn promoters(&self) -> &[PieceType] {
        &self.promoters
    }

    /// The line families by which some kind captures.
    #[inline(always)]
    pub fn line_users(&self) -> &[LineUsers<G>] {
        &self.line_users
    }

    /// The kinds that capture by paths without a lookup of their own.
    #[inline(always)]
    pub fn ray_users(&self) -> &[PieceType] {
        &self.ray_users
    }

    /// The kinds with moves that capture on the way or change nothing.
    #[inline(always)]
    pub fn locust_users(&self) -> &[PieceType] {
        &self.locust_users
    }

    /// The value of the cheapest kind, the King excepted, that captures along lines or rays;
    /// `i32::MAX` in a game without such kinds.
    #[inline(always)]
    pub(crate) fn least_line_value(&self) -> i32 {
        self.least_line_value
    }

    /// The table of squares between two squares.
    #[inline(always)]
    pub fn between(&self) -> Between<G> {
        self.between
    }

    /// The jumps that a King of this side may make from a square if it has not moved.
    #[inline(always)]
    pub fn jumps(&self, color: Color, from: Square) -> &[Jump] {
        &self.jumps[color.index()][from.index()]
    }

    /// The castling moves of the game.
    #[inline(always)]
    pub fn castlings(&self) -> &[CastlingMove<G::Set>] {
        &self.castlings
    }

    /// The castling rights that are lost when a piece leaves or enters a square, one bit each in
    /// the order of [`super::CASTLING_LETTERS`].
    #[inline(always)]
    pub(crate) fn castling_rights(&self, square: Square) -> u8 {
        self.castling_rights[square.index()]
    }

    /// The squares from which a leaper might attack a square that a King on `square` could step,
    /// jump or pass to.
    #[inline(always)]
    pub fn neighbourhood(&self, square: Square) -> G::Set {
        self.neighbourhood[square.index()]
    }

    /// All squares of the ranks on which White's pieces of a kind stand in the start array, or, if
    /// White has none, of the ranks where they would.
    pub fn starting_ranks(&self, kind: PieceType) -> G::Set {
        self.army.starting_ranks(kind)
    }

    /// The kind of piece with this letter, in either case.
    pub fn kind(&self, letter: impl Into<Letter>) -> Option<PieceType> {
        self.army.kind(letter)
    }

    /// The letter of a piece: upper case for White, lower case for Black.
    pub fn letter(&self, piece: Piece) -> Letter {
        self.army.letter(piece)
    }

    /// The piece with this letter: White's if it is upper case, otherwise Black's.
    pub fn piece(&self, letter: impl Into<Letter>) -> Option<Piece> {
        self.army.piece(letter)
    }

    /// The compiled rules of a game. Recently compiled games come from a cache.
    ///
    /// ```
    /// use dhow_rules::geometry::Layout8;
    /// use dhow_rules::variant::{Rules, find};
    ///
    /// let chess = find("chess").expect("a game of the engine's files");
    /// let rules = Rules::<Layout8>::of(chess)?;
    /// assert_eq!((rules.kinds().count(), rules.castlings().len()), (6, 4));
    /// # Ok::<(), dhow_rules::variant::RulesError>(())
    /// ```
    pub fn of(variant: &Arc<Variant>) -> Result<Arc<Self>, RulesError> {
        compiled(variant, Self::compile)
    }
}

/// The leap sources of the kinds, grouped by square, because an attacker is sought among all kinds
/// at once.
fn leap_sources<G: Geometry>(
    movements: &[Movement<G>],
    kinds: &[PieceType],
    color: Color,
) -> Box<[G::Set]> {
    let sources = |square: usize| {
        let of_kind =
            move |kind: &PieceType| movements[kind.index()].side(color).leap_sources[square];
        kinds.iter().map(of_kind)
    };
    (0..G::INDEX_SPACE).flat_map(sources).collect()
}

fn line_users<G: Geometry>(board: &Board<G>, movements: &[Movement<G>]) -> Vec<LineUsers<G>> {
    let users_of = |family| {
        let captures = |&kind: &usize| movements[kind].lines().capture.contains(family);
        let kinds = (0..movements.len()).filter(captures);
        let kinds: Vec<PieceType> = kinds.map(PieceType::from_index).collect();
        (!kinds.is_empty()).then(|| LineUsers { family, kinds, sources: family.sources(board) })
    };
    LineFamily::ALL.into_iter().filter_map(users_of).collect()
}

/// The steps of the slides from White's King by which the Kings may not see each other.
fn facing(variant: &Variant) -> Vec<Delta> {
    let slides = variant.facing.iter().flat_map(|facing| &facing.terms);
    let mut steps: Vec<Delta> = slides.flat_map(Term::steps).collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// The jumps of a King. A jump by (2,0) or (2,2) passes the square between; a jump by (2,1) passes
/// the orthogonal or the diagonal neighbour towards the target.
fn jumps<G: Geometry>(board: &Board<G>, king: &Movement<G>, color: Color) -> Box<[Vec<Jump>]> {
    let mut table = vec![Vec::new(); G::INDEX_SPACE].into_boxed_slice();
    for from in board.squares() {
        for &delta in king.initial_leaps() {
            let delta = if color == Color::White { delta } else { delta.mirrored() };
            let to = board.offset(from, delta).filter(|&to| king.region(color).contains(to));
            let Some(to) = to else { continue };
            let diagonal = Delta::new(delta.files.signum(), delta.ranks.signum());
            let mut over: ArrayVec<Square, 2> = board.offset(from, diagonal).into_iter().collect();
            let orthogonal = match delta.files.abs().cmp(&delta.ranks.abs()) {
                std::cmp::Ordering::Less => Delta::new(0, diagonal.ranks),
                std::cmp::Ordering::Equal => diagonal,
                std::cmp::Ordering::Greater => Delta::new(diagonal.files, 0),
            };
            if orthogonal != diagonal {
                over.extend(board.offset(from, orthogonal));
            }
            table[from.index()].push(Jump { to, over });
        }
    }
    table
}
