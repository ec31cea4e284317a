//! Static exchange evaluation (SEE): the material that a series of captures on one square wins.
//!
//! Squares that earlier captures have emptied are taken into account exactly: lines open for
//! sliders, and hoppers gain or lose their screens.

use crate::bitboard::SquareSet;
use crate::cpu::tuned;
use crate::geometry::Geometry;
use crate::pieces::{Color, PieceType};
use crate::position::{Move, MoveKind, Position};
use crate::square::Square;
use arrayvec::ArrayVec;

/// The greatest number of line pieces that are considered for a square. Further ones are ignored,
/// which only artificial positions can show.
const MOST_LINES: usize = 48;

/// The value of a King in an exchange: more than everything else.
const KING_VALUE: i32 = 30_000;

/// A line piece that might capture on the target square.
struct LinePiece<G: Geometry> {
    from: Square,
    path: G::Set,
    screens: u32,
}

struct Exchange<'a, G: Geometry> {
    position: &'a Position<G>,
    target: Square,
    occupied: G::Set,
    /// For each side, the leapers that attack the target; `None` until they are needed.
    leapers: [Option<G::Set>; 2],
    /// The line pieces of both sides; empty until they are needed.
    lines: ArrayVec<LinePiece<G>, MOST_LINES>,
    lines_found: bool,
}

impl<G: Geometry> Position<G> {
    /// Whether the static exchange evaluation of a legal move is at least `threshold` centipawns:
    /// the material won if both sides then capture on its target square as long as it pays.
    ///
    /// ```
    /// use dhow_rules::geometry::Layout8;
    /// use dhow_rules::position::Position;
    /// use dhow_rules::variant::{find, rules};
    ///
    /// let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
    /// let position = Position::from_fen(chess, "4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1")?;
    /// let takes = position.parse_move("d2d5").expect("a legal move");
    /// assert!(!position.see_ge(takes, 0), "the Rook is recaptured");
    /// # Ok::<(), dhow_rules::position::FenError>(())
    /// ```
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        tuned!(self.exchange_reaches(mv, threshold))
    }

    #[inline(always)]
    fn exchange_reaches(&self, mv: Move, threshold: i32) -> bool {
        if matches!(mv.kind(), MoveKind::Jump | MoveKind::Pass) {
            return threshold <= 0;
        }
        let Some(moved) = self.on(mv.from()) else { return false };
        let promoted = mv.promotion().unwrap_or(moved.kind());
        let gain = self.captured_value(mv) + self.exchange_value(promoted)
            - self.exchange_value(moved.kind());
        let mut swap = gain - threshold;
        if swap < 0 {
            return false;
        }
        swap = self.exchange_value(promoted) - swap;
        if swap <= 0 {
            return true;
        }
        let mut exchange = Exchange::new(self, mv);
        let mut side = moved.color();
        let mut wins = true;
        loop {
            side = !side;
            let Some((from, kind)) = exchange.cheapest_attacker(side) else { break };
            wins = !wins;
            if self.rules().is_sole_king(kind) {
                // The King may capture only if the enemy cannot recapture.
                exchange.remove(from);
                return if exchange.cheapest_attacker(!side).is_some() { !wins } else { wins };
            }
            swap = self.exchange_value(kind) - swap;
            if swap < wins as i32 {
                break;
            }
            exchange.remove(from);
        }
        wins
    }

    /// The kind of piece that a move captures, if any. Of two, it is the one on the target.
    #[inline]
    pub fn victim(&self, mv: Move) -> Option<PieceType> {
        let square = match (mv.kind(), self.en_passant()) {
            (MoveKind::EnPassant, Some(en_passant)) => en_passant.victim,
            (MoveKind::Locust, _) if self.is_quiet_end(mv) => self.passed_over(mv)?,
            (MoveKind::Pass, _) => return None,
            _ => mv.to(),
        };
        self.on(square).map(|piece| piece.kind())
    }

    /// Whether a locust move captures only on its way.
    fn is_quiet_end(&self, mv: Move) -> bool {
        mv.to() == mv.from() || self.on(mv.to()).is_none()
    }

    /// The value that a move captures, in centipawns: two pieces, if it captures on the way and on its target.
    #[inline(always)]
    pub fn captured_value(&self, mv: Move) -> i32 {
        let value = self.victim(mv).map_or(0, |kind| self.exchange_value(kind));
        match mv.kind() {
            MoveKind::Locust if !self.is_quiet_end(mv) => {
                let over = self.passed_over(mv).and_then(|over| self.on(over));
                value + over.map_or(0, |piece| self.exchange_value(piece.kind()))
            }
            _ => value,
        }
    }

    /// Whether a move captures or promotes.
    #[inline]
    pub fn is_tactical(&self, mv: Move) -> bool {
        mv.promotion().is_some() || self.victim(mv).is_some()
    }

    #[inline(always)]
    fn exchange_value(&self, kind: PieceType) -> i32 {
        if self.rules().is_sole_king(kind) { KING_VALUE } else { self.rules().value(kind) }
    }
}

impl<'a, G: Geometry> Exchange<'a, G> {
    #[inline(always)]
    fn new(position: &'a Position<G>, first: Move) -> Self {
        let target = first.to();
        let mut occupied = position.occupied() - G::Set::single(first.from());
        if let (MoveKind::EnPassant, Some(ep)) = (first.kind(), position.en_passant()) {
            occupied -= G::Set::single(ep.victim);
        }
        if let Some(over) = position.passed_over(first) {
            occupied -= G::Set::single(over);
        }
        occupied.insert(target);
        Self {
            position,
            target,
            occupied,
            leapers: [None; 2],
            lines: ArrayVec::new(),
            lines_found: false,
        }
    }

    /// Finds the line pieces that could attack the target.
    #[inline(always)]
    fn find_lines(&mut self) {
        self.lines_found = true;
        let (position, target) = (self.position, self.target);
        let rules = position.rules();
        for users in rules.line_users() {
            let pieces = position.placement().of_kinds(&users.kinds)
                & self.occupied
                & users.sources[target.index()];
            // This is the usual case, and one test of the whole set is quicker than word by word.
            if pieces.is_empty() {
                continue;
            }
            for from in pieces {
                let path = users.family.path(rules.between(), from, target);
                self.add_line(from, path, users.family.hops());
            }
        }
        for color in Color::ALL {
            for &kind in rules.ray_users() {
                let side = rules.movement(kind).side(color);
                let pieces = position.pieces(kind, color) & self.occupied;
                for from in pieces & side.ray_sources[target.index()] {
                    for way in side.capture_ways(from, target) {
                        self.add_line(from, way.path, way.hops);
                    }
                }
            }
        }
    }

    fn add_line(&mut self, from: Square, path: G::Set, hops: bool) {
        // The estimate becomes less exact if there is no room left, and for a Grasshopper, which counts as a hopper
        // with its screen anywhere.
        let _ = self.lines.try_push(LinePiece { from, path, screens: hops as u32 });
    }

    /// The least valuable piece of a side that can capture on the target now.
    #[inline(always)]
    fn cheapest_attacker(&mut self, side: Color) -> Option<(Square, PieceType)> {
        let own = self.position.placement().side(side) & self.occupied;
        let leapers = match self.leapers[side.index()] {
            Some(leapers) => leapers & own,
            None => {
                let leapers = self.position.leap_attackers(self.target, side, own);
                self.leapers[side.index()] = Some(leapers);
                leapers
            }
        };
        if let Some((leaper, value)) = self.cheapest(leapers)
            && value < self.position.rules().least_line_value()
        {
            return Some(leaper);
        }
        if !self.lines_found {
            self.find_lines();
        }
        let mut attackers = leapers;
        for line in &self.lines {
            if own.contains(line.from) && (line.path & self.occupied).count() == line.screens {
                attackers.insert(line.from);
            }
        }
        self.cheapest(attackers).map(|(attacker, _)| attacker)
    }

    /// The least valuable piece on some squares (the first of several), and its value.
    #[inline(always)]
    fn cheapest(&self, pieces: G::Set) -> Option<((Square, PieceType), i32)> {
        // A loop: closures would be compiled for the plain instruction set.
        let mut cheapest = None;
        let mut least = i32::MAX;
        for from in pieces - G::Set::single(self.target) {
            let Some(piece) = self.position.on(from) else { continue };
            let value = self.position.exchange_value(piece.kind());
            if value < least {
                (cheapest, least) = (Some(((from, piece.kind()), value)), value);
            }
        }
        cheapest
    }

    fn remove(&mut self, from: Square) {
        self.occupied -= G::Set::single(from);
    }
}
