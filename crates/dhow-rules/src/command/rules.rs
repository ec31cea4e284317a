//! A game with leaders, compiled for its board.

use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::pieces::{Color, Letter, Movement, Piece, PieceType};
use crate::position::Placement;
use crate::square::Square;
use crate::variant::{Army, Command, CommandOption, RulesError, Variant};
use std::sync::Arc;

/// The greatest distance of a leader's move, and of any piece's move, in King steps.
const LEADER_STEPS: i8 = 2;
const LONGEST_MOVE: i8 = 4;

/// The compiled rule of a kind of leader.
#[derive(Debug)]
pub struct LeaderRule<G: Geometry> {
    /// The number of pieces it may activate in a turn.
    pub activations: u8,
    /// For each square of the leader, the squares within its range, its own included.
    zone: Box<[G::Set]>,
    /// For each square of the leader, the squares that may be within its range after its move.
    zone_after: Box<[G::Set]>,
    /// The kinds that it may activate within its range; `None` for all.
    within: Option<Vec<PieceType>>,
    /// The kinds that it may activate on squares that it could move to.
    reached: Vec<PieceType>,
}

/// A game with leaders, compiled for the board `G`.
#[derive(Debug)]
pub struct CommandRules<G: Geometry> {
    army: Army<G>,
    leaders: Vec<PieceType>,
    rules: Vec<Option<LeaderRule<G>>>,
    exchange: Option<(PieceType, PieceType)>,
    free: Option<PieceType>,
    by_range: bool,
    neighbours: Box<[G::Set]>,
    /// For each square, the squares that may have to be empty for a move from or to it.
    around: Box<[G::Set]>,
    /// By kind, side and square: the squares from which such a piece could capture there on an
    /// empty board.
    sources: Vec<[Box<[G::Set]>; 2]>,
    turn_limit: u32,
    repetition_limit: usize,
}

impl<G: Geometry> CommandRules<G> {
    /// The compiled rules of a game with leaders. Recently compiled games come from a cache.
    pub fn of(variant: &Arc<Variant>) -> Result<Arc<Self>, RulesError> {
        crate::variant::compiled(variant, Self::compile)
    }

    fn compile(variant: &Arc<Variant>) -> Result<Self, RulesError> {
        let army: Army<G> = Army::compile(variant)?;
        let command = variant.command.as_ref().ok_or(RulesError::NoLeaders)?;
        let locusts = |kind: &PieceType| army.movement(*kind).locusts(Color::White).is_some();
        if let Some(kind) = army.kinds().find(locusts) {
            let problem = "a game with leaders has no such pieces";
            return Err(RulesError::Locust {
                letter: variant.pieces[kind.index()].letter,
                problem,
            });
        }
        let board = army.board();
        let mut rules: Vec<Option<LeaderRule<G>>> = army.kinds().map(|_| None).collect();
        let mut leaders = Vec::new();
        for leader in &command.leaders {
            let kind = |letter| army.kind(letter).ok_or(RulesError::LeaderLetter(letter));
            let kinds =
                |letters: &str| Letter::all(letters).map(kind).collect::<Result<Vec<_>, _>>();
            let rule = LeaderRule {
                activations: leader.activations,
                zone: board.neighbourhoods(leader.range as i8),
                zone_after: board.neighbourhoods(leader.range as i8 + LEADER_STEPS),
                within: leader.within.as_deref().map(kinds).transpose()?,
                reached: kinds(&leader.reached)?,
            };
            let kind = kind(leader.letter)?;
            rules[kind.index()] = Some(rule);
            leaders.push(kind);
        }
        let exchange = match command.exchange.filter(|_| command.is_on(CommandOption::Exchange)) {
            Some((leader, other)) => army.kind(leader).zip(army.kind(other)),
            None => None,
        };
        let free = command.free.filter(|_| command.is_on(CommandOption::FreeScouts));
        let orthogonal = |square| {
            let near = board.neighbourhood(square, 1);
            let straight = |other: &Square| {
                let step = G::delta(square, *other);
                step.files.abs() + step.ranks.abs() == 1
            };
            near.into_iter().filter(straight).collect::<G::Set>()
        };
        Ok(Self {
            leaders,
            exchange,
            by_range: rules.iter().flatten().all(|rule| rule.reached.is_empty()),
            free: free.and_then(|letter| army.kind(letter)),
            neighbours: board.per_square(orthogonal),
            around: board.neighbourhoods(LONGEST_MOVE - 1),
            sources: army.kinds().map(|kind| sources(&army, kind)).collect(),
            turn_limit: variant.end.move_limit.map_or(u32::MAX, |moves| 2 * u32::from(moves)),
            repetition_limit: variant.end.repetitions.map_or(usize::MAX, |n| usize::from(n) - 1),
            rules,
            army,
        })
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

    /// The command rules as data.
    pub fn command(&self) -> &Command {
        match &self.variant().command {
            Some(command) => command,
            None => unreachable!("a game with leaders has been compiled"),
        }
    }

    /// The pieces of the game.
    #[inline(always)]
    pub fn army(&self) -> &Army<G> {
        &self.army
    }

    /// The movement of a kind of piece.
    #[inline(always)]
    pub fn movement(&self, kind: PieceType) -> &Movement<G> {
        self.army.movement(kind)
    }

    /// The kinds that are leaders.
    #[inline(always)]
    pub fn leaders(&self) -> &[PieceType] {
        &self.leaders
    }

    /// The rule of a kind of leader; `None` for other kinds.
    #[inline(always)]
    pub fn leader(&self, kind: PieceType) -> Option<&LeaderRule<G>> {
        self.rules[kind.index()].as_ref()
    }

    /// The leader and the other piece that may exchange squares; `None` if the option is off.
    #[inline(always)]
    pub fn exchange(&self) -> Option<(PieceType, PieceType)> {
        self.exchange
    }

    /// The kind that needs no activation; `None` if the option is off.
    #[inline(always)]
    pub fn free(&self) -> Option<PieceType> {
        self.free
    }

    /// The orthogonal neighbours of a square.
    #[inline(always)]
    pub fn neighbours(&self, square: Square) -> G::Set {
        self.neighbours[square.index()]
    }

    /// The number of turns of either side without a capture after which the game is drawn;
    /// `u32::MAX` for no limit.
    #[inline(always)]
    pub fn turn_limit(&self) -> u32 {
        self.turn_limit
    }

    /// The number of earlier occurrences of a position at which the game is drawn; `usize::MAX` for
    /// no limit.
    #[inline(always)]
    pub(crate) fn repetition_limit(&self) -> usize {
        self.repetition_limit
    }

    /// The squares of the pieces that a leader on a square may activate, its own included.
    #[inline]
    pub fn commanded(&self, leader: Piece, square: Square, placement: &Placement<G>) -> G::Set {
        let Some(rule) = self.leader(leader.kind()) else { return G::Set::EMPTY };
        let own = placement.side(leader.color());
        let zone = rule.zone[square.index()] & own;
        let Some(within) = &rule.within else { return zone };
        let mut commanded = zone & placement.of_kinds(within) | G::Set::single(square);
        if !rule.reached.is_empty() {
            let movement = self.movement(leader.kind());
            let pattern = movement.threats(leader.color(), square, placement.occupied());
            commanded |= pattern & own & placement.of_kinds(&rule.reached);
        }
        commanded
    }

    /// Whether a leader may activate the piece of its side on another square, or itself.
    #[inline]
    pub fn commands(
        &self,
        (leader, from): (Piece, Square),
        (piece, square): (Piece, Square),
        occupied: G::Set,
    ) -> bool {
        let Some(rule) = self.leader(leader.kind()) else { return false };
        let near = rule.zone[from.index()].contains(square);
        let Some(within) = &rule.within else { return near };
        let kind = piece.kind();
        let reaches = || {
            self.movement(leader.kind()).threats(leader.color(), from, occupied).contains(square)
        };
        square == from
            || near && within.contains(&kind)
            || rule.reached.contains(&kind) && reaches()
    }

    /// The squares within a leader's range, whatever stands there; empty for other kinds.
    #[inline(always)]
    pub fn zone(&self, kind: PieceType, square: Square) -> G::Set {
        self.leader(kind).map_or(G::Set::EMPTY, |rule| rule.zone[square.index()])
    }

    /// The squares that may be within a leader's range after its move.
    #[inline(always)]
    pub(crate) fn zone_after(&self, kind: PieceType, square: Square) -> G::Set {
        self.leader(kind).map_or(G::Set::EMPTY, |rule| rule.zone_after[square.index()])
    }

    /// The squares that may have to be empty for a move from or to a square.
    #[inline(always)]
    pub fn around(&self, square: Square) -> G::Set {
        self.around[square.index()]
    }

    /// The squares from which a side's pieces of a kind could capture on a square on an empty
    /// board.
    #[inline(always)]
    pub fn sources(&self, kind: PieceType, color: Color, square: Square) -> G::Set {
        self.sources[kind.index()][color.index()][square.index()]
    }

    /// Whether command depends only on the squares of the leaders and the piece, not on the
    /// occupancy.
    #[inline(always)]
    pub(crate) fn commands_by_range(&self) -> bool {
        self.by_range
    }

    /// The number of activations of a side's leaders together.
    pub fn activations(&self, color: Color, placement: &Placement<G>) -> u32 {
        let of_kind = |&kind: &PieceType| {
            let number = (placement.of_kind(kind) & placement.side(color)).count();
            number * self.leader(kind).map_or(0, |rule| u32::from(rule.activations))
        };
        self.leaders.iter().map(of_kind).sum()
    }
}

/// For each side and square, the squares from which a piece could capture there on an empty board.
fn sources<G: Geometry>(army: &Army<G>, kind: PieceType) -> [Box<[G::Set]>; 2] {
    let (board, movement) = (army.board(), army.movement(kind));
    Color::ALL.map(|color| {
        let mut sources = board.per_square(|_| G::Set::EMPTY);
        for from in board.squares() {
            for to in movement.threats(color, from, board.walls()) {
                sources[to.index()].insert(from);
            }
        }
        sources
    })
}
