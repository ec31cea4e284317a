//! Making and unmaking moves.

use super::{EnPassant, Move, MoveKind, Position, State, zobrist};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::{Color, Piece};
use crate::square::{Delta, Square};
use crate::variant::{CastlingMove, Role};

/// Is notified of every piece that a move places or removes, so that an evaluation can be updated
/// incrementally.
pub trait Observer {
    /// A piece was placed on a square.
    fn put(&mut self, piece: Piece, square: Square);
    /// A piece was removed from a square.
    fn take(&mut self, piece: Piece, square: Square);
}

/// Ignores all notifications.
impl Observer for () {
    #[inline(always)]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn take(&mut self, _: Piece, _: Square) {}
}

impl<G: Geometry> Position<G> {
    /// Makes a legal move of this position.
    #[inline(always)]
    pub fn make(&mut self, mv: Move) {
        self.make_observed(mv, &mut ());
    }

    /// Makes a legal move of this position and notifies `observer`.
    #[inline]
    pub fn make_observed(&mut self, mv: Move, observer: &mut impl Observer) {
        let (from, to, color) = (mv.from(), mv.to(), self.side_to_move);
        if matches!(mv.kind(), MoveKind::Locust | MoveKind::Pass) {
            return self.make_locust(mv, observer);
        }
        self.history.push((self.state, self.key()));
        let victim = match mv.kind() {
            MoveKind::EnPassant => self.state.en_passant.map_or(to, |ep| ep.victim),
            _ => to,
        };
        let captured = self.placement.take(victim);
        if let Some(piece) = captured {
            observer.take(piece, victim);
        }
        let Some(moved) = self.placement.take(from) else {
            unreachable!("a legal move starts on a piece")
        };
        observer.take(moved, from);
        if mv.kind() == MoveKind::Castling {
            let (other_from, other_to) = self.castling_move(mv).other;
            self.carry(other_from, other_to, observer);
        }
        let placed = mv.promotion().map_or(moved, |kind| Piece::new(kind, color));
        self.placement.put(placed, to);
        observer.put(placed, to);

        let irreversible = captured.is_some() || self.is_forward_pawn_move(moved, from, to, color);
        self.state = State {
            rights_key: self.state.rights_key,
            en_passant: None,
            jump: self.state.jump,
            castling: self.state.castling,
            captured,
            captured_on_way: None,
            struck: None,
            moved: Some(moved),
            halfmove_clock: if irreversible {
                0
            } else {
                self.state.halfmove_clock.saturating_add(1)
            },
            reversible: if irreversible { 0 } else { self.state.reversible.saturating_add(1) },
        };
        self.forget_last_en_passant();
        if self.rules.anti_trade().is_some() {
            self.note_strike(moved, [None, captured.map(|piece| (piece, to))]);
        }
        if moved.kind() == self.rules.king() && self.state.jump[color.index()] {
            self.state.jump[color.index()] = false;
            self.state.rights_key ^= zobrist::jump(color);
        }
        if self.state.castling != 0 {
            let mut touched = self.rules.castling_rights(from) | self.rules.castling_rights(to);
            if mv.kind() == MoveKind::Castling {
                touched |= self.castling_move(mv).ends;
            }
            self.lose_castling(touched);
        }
        self.side_to_move = !color;
        if mv.kind() == MoveKind::DoubleStep
            || (mv.kind() == MoveKind::Promotion && self.may_be_captured_so(moved, from, to))
        {
            self.set_en_passant(between::<G>(from, to), to);
        }
        if color == Color::Black {
            self.fullmove += 1;
        }
    }

    /// Makes a locust move or a pass.
    #[cold]
    fn make_locust(&mut self, mv: Move, observer: &mut impl Observer) {
        let (from, to, color) = (mv.from(), mv.to(), self.side_to_move);
        self.history.push((self.state, self.key()));
        let over = self.passed_over(mv);
        let mut take = |square: Square| {
            let piece = self.placement.take(square)?;
            observer.take(piece, square);
            Some(piece)
        };
        let captured_on_way = over.and_then(&mut take);
        let captured = if to == from { None } else { take(to) };
        let moved = self.on(from);
        if to != from {
            self.carry(from, to, observer);
        }
        let captures = captured_on_way.is_some() || captured.is_some();
        let is_forward = moved.is_some_and(|it| self.is_forward_pawn_move(it, from, to, color));
        let irreversible = captures || is_forward;
        let after = |number: u16| if irreversible { 0 } else { number.saturating_add(1) };
        self.state = State {
            en_passant: None,
            captured,
            captured_on_way,
            struck: None,
            moved,
            halfmove_clock: after(self.state.halfmove_clock),
            reversible: after(self.state.reversible),
            ..self.state
        };
        self.forget_last_en_passant();
        if let Some(moved) = moved {
            let on_way = captured_on_way.zip(over);
            self.note_strike(moved, [on_way, captured.map(|piece| (piece, to))]);
        }
        let touched = [Some(from), Some(to), over].into_iter().flatten();
        let touched = touched.fold(0, |all, square| all | self.rules.castling_rights(square));
        self.lose_castling(touched);
        self.side_to_move = !color;
        if color == Color::Black {
            self.fullmove += 1;
        }
    }

    /// Removes the en passant squares before the move from the key.
    #[inline(always)]
    fn forget_last_en_passant(&mut self) {
        if let Some(old) = self.history.last().and_then(|(state, _)| state.en_passant) {
            self.state.rights_key ^= old.key();
        }
    }

    /// Removes the square of the strike before the move from the key, and adds that of the move, if it
    /// captures a piece that may not be traded, and its own piece may.
    #[cold]
    fn note_strike(&mut self, moved: Piece, captured: [Option<(Piece, Square)>; 2]) {
        let last = self.history.last().and_then(|(state, _)| state.struck);
        if let Some(rule) = self.rules.anti_trade()
            && !rule.kinds.contains(&moved.kind())
        {
            let mut captured = captured.into_iter().flatten().rev();
            let struck = captured.find(|(piece, _)| rule.kinds.contains(&piece.kind()));
            self.state.struck = struck.map(|(_, square)| square);
        }
        for square in [last, self.state.struck].into_iter().flatten() {
            self.state.rights_key ^= zobrist::struck(square);
        }
    }

    /// Removes some castling rights, given as one bit each, if they are not lost already.
    #[inline(always)]
    fn lose_castling(&mut self, touched: u8) {
        let lost = self.state.castling & touched;
        self.state.castling ^= lost;
        self.state.rights_key ^= zobrist::castling(lost);
    }

    /// The square on which a locust move captures on its way; `None` for other moves.
    pub fn passed_over(&self, mv: Move) -> Option<Square> {
        mv.over().and_then(|over| G::offset(mv.from(), over))
    }

    /// Unmakes the last move, which must be `mv`.
    #[inline]
    pub fn unmake(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let State { captured, captured_on_way, moved, .. } = self.state;
        let Some((state, _)) = self.history.pop() else {
            unreachable!("only a move made is unmade")
        };
        self.state = state;
        self.side_to_move = !self.side_to_move;
        let color = self.side_to_move;
        if color == Color::Black {
            self.fullmove -= 1;
        }
        let Some(placed) = self.placement.take(to) else {
            unreachable!("a move made ends on a piece")
        };
        if mv.kind() == MoveKind::Castling {
            let (other_from, other_to) = self.castling_move(mv).other;
            self.carry(other_to, other_from, &mut ());
        }
        self.placement.put(moved.unwrap_or(placed), from);
        if let Some(piece) = captured {
            let victim = match (mv.kind(), state.en_passant) {
                (MoveKind::EnPassant, Some(ep)) => ep.victim,
                _ => to,
            };
            self.placement.put(piece, victim);
        }
        if let Some(piece) = captured_on_way
            && let Some(over) = self.passed_over(mv)
        {
            self.placement.put(piece, over);
        }
    }

    /// The castling move of the rules that corresponds to a move.
    pub(crate) fn castling_move(&self, mv: Move) -> &CastlingMove<G::Set> {
        match self.rules.castlings().iter().find(|it| it.king == (mv.from(), mv.to())) {
            Some(castling) => castling,
            None => unreachable!("a King castles where the rules say so"),
        }
    }

    /// Moves a piece from one square to another.
    fn carry(&mut self, from: Square, to: Square, observer: &mut impl Observer) {
        if let Some(piece) = self.placement.take(from) {
            observer.take(piece, from);
            self.placement.put(piece, to);
            observer.put(piece, to);
        }
    }

    /// Makes a null move: the other side is to move. Repetitions are not counted across it.
    pub fn make_null(&mut self) {
        self.history.push((self.state, self.key()));
        if let Some(ep) = self.state.en_passant.take() {
            self.state.rights_key ^= ep.key();
        }
        if let Some(struck) = self.state.struck.take() {
            self.state.rights_key ^= zobrist::struck(struck);
        }
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.reversible = 0;
        (self.state.captured, self.state.moved) = (None, None);
        self.side_to_move = !self.side_to_move;
    }

    /// Unmakes a null move.
    pub fn unmake_null(&mut self) {
        if let Some((state, _)) = self.history.pop() {
            self.state = state;
            self.side_to_move = !self.side_to_move;
        }
    }

    /// Records a double or triple step of the piece on `victim` over the given squares, in this
    /// order, if an enemy can capture it pseudo-legally.
    pub(super) fn set_en_passant(
        &mut self,
        passed: impl IntoIterator<Item = Square>,
        victim: Square,
    ) {
        let can_capture = |square: &Square| !self.en_passant_captures(*square).is_empty();
        let mut squares = passed.into_iter().filter(can_capture);
        if let Some(first) = squares.next() {
            let ep = EnPassant { squares: [first, squares.next().unwrap_or(first)], victim };
            self.state.en_passant = Some(ep);
            self.state.rights_key ^= ep.key();
        }
    }

    /// The squares from which the side to move could pseudo-legally capture en passant on `square`.
    /// Empty if `square` is in its promotion zone.
    #[inline]
    pub(crate) fn en_passant_captures(&self, square: Square) -> G::Set {
        let color = self.side_to_move;
        let mut from = G::Set::EMPTY;
        if self.rules.promotion_zone(color).contains(square) {
            return from;
        }
        for &kind in self.rules.en_passant_capturers() {
            let sources = self.rules.movement(kind).side(color).en_passant_sources[square.index()];
            from |= sources & self.pieces(kind, color);
        }
        from
    }

    /// Whether a promotion was a double step that may be captured en passant.
    fn may_be_captured_so(&self, moved: Piece, from: Square, to: Square) -> bool {
        self.rules.variant().promotion.en_passant
            && self
                .rules
                .movement(moved.kind())
                .side(moved.color())
                .double_steps
                .iter()
                .any(|it| it.sources.contains(from) && G::delta(from, to) == it.whole())
    }

    fn is_forward_pawn_move(&self, piece: Piece, from: Square, to: Square, color: Color) -> bool {
        self.rules.role(piece.kind()) == Role::Pawn
            && match color {
                Color::White => G::rank(to) > G::rank(from),
                Color::Black => G::rank(to) < G::rank(from),
            }
    }
}

/// The squares that a double or triple step passes over, in order.
fn between<G: Geometry>(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let delta = G::delta(from, to);
    let step = Delta::new(delta.files.signum(), delta.ranks.signum());
    (1..delta.distance()).filter_map(move |number| G::offset(from, step.times(number)))
}
