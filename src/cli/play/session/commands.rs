//! Commands other than moves.

use super::super::super::variants::rules_in_lines;
use super::super::super::{CliResult, screen};
use super::super::time_controls::TimeControls;
use super::super::{moves, piece};
use super::think::Strength;
use super::{PlaySession, say};
use dhow_play::clock::Clock;
use dhow_rules::description::Description;
use dhow_rules::square::Coordinates;
use std::io::Write;
use std::time::Instant;

impl PlaySession {
    pub(super) fn list_moves(&self, square: &str, out: &mut impl Write) -> CliResult {
        let on_board = |square: &Coordinates| self.game().variant().has_square(*square);
        let wanted = match (square, Coordinates::parse(square).filter(on_board)) {
            ("", _) => None,
            (_, Some(square)) => Some(square),
            _ => return say(out, &format!("`{square}` is not a square")),
        };
        let lines = moves::list(self.game(), wanted, screen::width());
        if lines.is_empty() {
            return Ok(writeln!(out, "no legal moves")?);
        }
        Ok(writeln!(out, "{}", lines.join("\n"))?)
    }

    /// Shows the last turn, or the unfinished one, with a board for each move.
    pub(super) fn show_last_turn(&self, out: &mut impl Write) -> CliResult {
        let Some(turn) = self.game().turns_so_far().last().map(|turn| turn.to_vec()) else {
            return Ok(writeln!(out, "no turn was made yet")?);
        };
        let mut game = self.game().clone();
        game.undo_turn();
        for &mv in &turn {
            let words = moves::turn_in_words(&game, &[mv]).join("");
            let side = game.side_to_move();
            game.play(mv);
            self.show_game(&game, out)?;
            say(out, &format!("{side}: {words}"))?;
        }
        Ok(())
    }

    pub(super) fn hint(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_some() {
            return self.announce_end(out);
        }
        let summary = self.think("looking for a hint", Strength::Full, out)?;
        self.attention.regain();
        match &summary.turn {
            None => say(out, "no hint"),
            Some(turn) => say(out, &format!("hint: {}", self.turn_text(turn))),
        }
    }

    pub(super) fn switch_sides(&mut self) {
        if self.end().is_none() {
            let side = self.game().side_to_move();
            let engine_changes = self.people() == [side];
            self.settings.people = vec![!side];
            let TimeControls { people, engine } = self.settings.time_controls;
            let clocks = self.contest.clocks_mut();
            if engine_changes && people != engine {
                // The engine keeps its remaining time.
                clocks.exchange(Instant::now());
            } else if !engine_changes && *clocks.of(side).control() != engine {
                *clocks.of_mut(side) = Clock::new(engine);
            }
        }
    }

    /// Shows the rules of the game in short form.
    pub(super) fn tell_rules(&self, out: &mut impl Write) -> CliResult {
        let rules = Description::of(self.game().variant()).rules;
        Ok(writeln!(out, "{}", rules_in_lines(&rules, screen::width()))?)
    }

    /// Explains how a piece moves.
    pub(super) fn explain_piece(&self, wanted: &str, out: &mut impl Write) -> CliResult {
        if wanted.is_empty() {
            return Ok(writeln!(out, "which piece? `piece M`; `legend` lists them")?);
        }
        match piece::describe(self.game().variant(), wanted, screen::width()) {
            Some(text) => Ok(writeln!(out, "{text}")?),
            None => say(out, &format!("no piece is called `{wanted}`; `legend` lists them")),
        }
    }

    /// Shows the moves so far, as in a record.
    pub(super) fn history(&self, out: &mut impl Write) -> CliResult {
        match self.written() {
            Ok(text) => {
                say(out, text.split_once("\n\n").map_or("", |(_, moves)| moves).trim_end())?
            }
            Err(error) => say(out, &error)?,
        }
        match self.begun() {
            Some(begun) => say(out, &format!("begun: {begun}")),
            None => Ok(()),
        }
    }

    /// Shows the engine's evaluation of the position.
    pub(super) fn evaluate(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_some() {
            return self.announce_end(out);
        }
        let side = self.game().side_to_move();
        let summary = self.think("evaluating", Strength::Full, out)?;
        self.attention.regain();
        Ok(writeln!(out, "{} for {side}, at depth {}", summary.score, summary.depth)?)
    }
}
