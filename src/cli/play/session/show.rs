//! Shows the board and the side to move.

use super::super::super::board::{show_turn, style};
use super::super::super::{CliError, CliResult, screen};
use super::super::legend;
use super::{PlaySession, say};
use dhow_play::board_picture::{View, text_within};
use dhow_rules::game::Game;
use std::io::Write;

impl PlaySession {
    /// Shows the board at the start of a game, with the legend beside it, or below it if there is no room.
    pub(super) fn show_first(&self, out: &mut impl Write) -> CliResult {
        let beside = self.show_board(self.game(), out)?;
        if screen::is_seen() && !beside {
            writeln!(out, "{}\n", legend::legend(self.game().variant()))?;
        }
        self.say_state(out)
    }

    pub(super) fn show(&self, out: &mut impl Write) -> CliResult {
        self.show_board(self.game(), out)?;
        self.say_state(out)
    }

    pub(super) fn show_game(&self, game: &Game, out: &mut impl Write) -> CliResult {
        self.show_board(game, out)?;
        self.say_turn(game, out)
    }

    /// Shows a board. Returns whether the legend stands beside it.
    pub(super) fn show_board(&self, game: &Game, out: &mut impl Write) -> Result<bool, CliError> {
        let view = View { flipped: self.flipped, last_turn: true, command: true };
        let width = screen::width();
        let board = text_within(game, view, style(self.settings.ascii), width);
        let lines = board.lines().count();
        let both = screen::is_seen().then(|| {
            // A mark on the last file makes the board wider; the legend must not move.
            let names = board.lines().last().map_or(0, screen::columns) + 1;
            let widest = board.lines().map(screen::columns).max().unwrap_or(0);
            let column = names.max(widest) + 2;
            let legend = legend::beside(game.variant(), lines, width.saturating_sub(column));
            screen::side_by_side(&board, &legend, column, width).filter(|_| legend.len() <= lines)
        });
        let both = both.flatten();
        writeln!(out, "\n{}", both.as_ref().unwrap_or(&board))?;
        Ok(both.is_some())
    }

    /// Shows the side to move, or the end of the game.
    fn say_state(&self, out: &mut impl Write) -> CliResult {
        match self.end() {
            Some(_) => self.announce_end(out),
            None => self.say_turn(self.game(), out),
        }
    }

    fn say_turn(&self, game: &Game, out: &mut impl Write) -> CliResult {
        let mut text = Vec::new();
        show_turn(game, &mut text)?;
        say(out, String::from_utf8_lossy(&text).trim_end())
    }
}
