//! The end of a game.

use super::Position;
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::Color;
use crate::variant::{BareKing, EndValue, FlagSquares};

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The position has occurred this number of times.
    Repetition(u8),
    /// Each side has made this number of moves without a capture or a forward move of a Pawn.
    MoveLimit(u16),
    /// Only the two Kings are left.
    BareKings,
    /// Both sides have reached squares that win.
    Flags,
}

impl std::fmt::Display for DrawReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DrawReason::Stalemate => f.write_str("stalemate"),
            DrawReason::Repetition(2) => f.write_str("repetition"),
            DrawReason::Repetition(3) => f.write_str("threefold repetition"),
            DrawReason::Repetition(4) => f.write_str("fourfold repetition"),
            DrawReason::Repetition(5) => f.write_str("fivefold repetition"),
            DrawReason::Repetition(times) => write!(f, "{times}-fold repetition"),
            DrawReason::MoveLimit(moves) => write!(f, "{moves}-move rule"),
            DrawReason::BareKings => f.write_str("King against King"),
            DrawReason::Flags => f.write_str("both sides' reaching of a square that wins"),
        }
    }
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// By checkmate.
    Checkmate,
    /// By stalemate, in games where it is not a draw.
    Stalemate,
    /// By repetition, in games where it is not a draw.
    Repetition,
    /// By reaching a square that wins.
    Flag,
    /// By leaving the other side with nothing but its King, in games where that loses.
    BareKing,
    /// By capturing the last royal piece that the other side could lose, in games with several.
    Royals,
    /// By capturing the last leader.
    Leaders,
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A side has won.
    Win(Color, WinReason),
    /// The game is drawn.
    Draw(DrawReason),
}

impl Outcome {
    /// The side that has won; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(winner, _) => Some(winner),
            Outcome::Draw(_) => None,
        }
    }

    /// The result in PGN: `1-0`, `0-1` or `1/2-1/2`.
    ///
    /// ```
    /// use dhow_rules::pieces::Color;
    /// use dhow_rules::position::{DrawReason, Outcome, WinReason};
    ///
    /// assert_eq!(Outcome::Win(Color::Black, WinReason::Checkmate).result(), "0-1");
    /// assert_eq!(Outcome::Draw(DrawReason::Stalemate).result(), "1/2-1/2");
    /// ```
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Win(winner, WinReason::Checkmate) => write!(f, "{winner} mates"),
            Outcome::Win(winner, WinReason::Stalemate) => write!(f, "{winner} wins by stalemate"),
            Outcome::Win(winner, WinReason::Repetition) => write!(f, "{winner} wins by repetition"),
            Outcome::Win(winner, WinReason::Flag) => {
                write!(f, "{winner} reaches a square that wins")
            }
            Outcome::Win(winner, WinReason::BareKing) => write!(f, "{winner} bares the King"),
            Outcome::Win(winner, WinReason::Royals) => {
                write!(f, "{winner} captures the last royal piece")
            }
            Outcome::Win(winner, WinReason::Leaders) => {
                write!(f, "{winner} captures the last leader")
            }
            Outcome::Draw(reason) => write!(f, "Draw by {reason}"),
        }
    }
}

impl<G: Geometry> Position<G> {
    /// Whether only the Kings are left and that is a draw in this game.
    pub fn bare_kings(&self) -> bool {
        self.men().count() == 2 && self.rules().variant().end.bare_kings
    }

    /// The side that has lost because only its King is left, or only royal pieces; `None` if that does not lose in this
    /// game. If the rules allow an answer, the side to move has not lost while it may still capture
    /// the other side's last piece.
    #[inline(always)]
    pub fn lost_by_bare_king(&self) -> Option<Color> {
        let needed = match self.rules().variant().end.bare_king {
            BareKing::PlaysOn => return None,
            BareKing::Loses => 2,
            BareKing::LosesUnlessAnswered => 3,
        };
        let side = self.side_to_move();
        let pieces = |color| {
            let royals = self.rules().several_royals().map_or(1, |_| self.royals(color).count());
            self.placement().side(color).count() + 1 - royals
        };
        match (pieces(side), pieces(!side)) {
            (2.., 1) => Some(!side),
            (1, others) if others >= needed => Some(side),
            _ => None,
        }
    }

    /// The end of the game by squares that win when they are reached; `None` if the game goes on.
    #[inline(always)]
    pub fn decided_by_flag(&self) -> Option<Outcome> {
        self.rules().flag().and_then(|flag| self.flag_outcome(flag))
    }

    #[cold]
    #[inline(never)]
    fn flag_outcome(&self, flag: &FlagSquares<G::Set>) -> Option<Outcome> {
        let pieces = self.placement().of_kinds(&flag.kinds);
        let reached = |color: Color| {
            let there = pieces & self.placement().side(color) & flag.squares[color.index()];
            match flag.safe {
                true => there.into_iter().any(|square| !self.captures_on(square)),
                false => !there.is_empty(),
            }
        };
        let win = |color| Some(Outcome::Win(color, WinReason::Flag));
        let side = self.side_to_move();
        if !flag.answered {
            return win(!side).filter(|_| reached(!side));
        }
        match (reached(Color::White), reached(Color::Black)) {
            // Black has one more move.
            (true, false) if side == Color::Black => None,
            (true, true) if side == Color::White => Some(Outcome::Draw(DrawReason::Flags)),
            (_, true) => win(Color::Black),
            (true, false) => win(Color::White),
            (false, false) => None,
        }
    }

    /// Whether the move limit is reached: the count of moves without a capture or a forward move of
    /// a Pawn. Checkmate takes precedence over this draw.
    pub fn move_limit_reached(&self) -> bool {
        u32::from(self.halfmove_clock()) >= self.rules().halfmove_limit()
    }

    /// The outcome of the position; `None` if the game goes on. `has_moves` is whether a legal move
    /// exists.
    pub fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        let side = self.side_to_move();
        if self.lost_royals(side) {
            return Some(Outcome::Win(!side, WinReason::Royals));
        }
        if let Some(outcome) = self.decided_by_flag() {
            return Some(outcome);
        }
        if !has_moves && self.in_check() {
            return Some(Outcome::Win(!side, WinReason::Checkmate));
        }
        if let Some(loser) = self.lost_by_bare_king() {
            return Some(Outcome::Win(!loser, WinReason::BareKing));
        }
        if !has_moves {
            let value = self.rules().stalemate();
            return Some(self.outcome_of(value, DrawReason::Stalemate, WinReason::Stalemate));
        }
        let repeated = || self.repetitions() >= self.rules().repetition_limit();
        self.ended_by_rule(repeated, || true)
    }

    /// The outcome that a value means for the side to move.
    fn outcome_of(&self, value: EndValue, draw: DrawReason, win: WinReason) -> Outcome {
        match value {
            EndValue::Draw => Outcome::Draw(draw),
            EndValue::Loss => Outcome::Win(!self.side_to_move(), win),
            EndValue::Win => Outcome::Win(self.side_to_move(), win),
        }
    }

    /// The end of the game by bare Kings, the move limit or repetition. The caller decides what counts
    /// as a repetition (`repeated`), and whether there is no mate (`no_mate`, asked only if the move
    /// limit is reached), which takes precedence.
    #[inline]
    pub fn ended_by_rule(
        &self,
        repeated: impl FnOnce() -> bool,
        no_mate: impl FnOnce() -> bool,
    ) -> Option<Outcome> {
        let end = || self.rules().variant().end;
        if self.bare_kings() {
            Some(Outcome::Draw(DrawReason::BareKings))
        } else if self.move_limit_reached() && no_mate() {
            Some(Outcome::Draw(DrawReason::MoveLimit(end().move_limit.unwrap_or(0))))
        } else if repeated() {
            let times = DrawReason::Repetition(end().repetitions.unwrap_or(0));
            Some(self.outcome_of(end().repetition, times, WinReason::Repetition))
        } else {
            None
        }
    }
}
