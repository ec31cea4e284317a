//! The end of games, on the board or otherwise.

use super::super::super::CliResult;
use super::{PlaySession, say};
use dhow_play::contest::{End, OffBoardEnding, takes_draw};
use dhow_play::pgn::GameResult;
use dhow_rules::pieces::Color;
use std::io::Write;
use std::time::Instant;

impl PlaySession {
    /// Takes the result of a game from a file, unless the board has one.
    pub fn set_recorded(&mut self, result: GameResult) {
        if result != GameResult::Unknown && self.end().is_none() {
            self.contest.set_ending(Some(OffBoardEnding::Recorded(result)));
            self.begun_with.1 = true;
        }
    }

    /// The end, if the game is over.
    pub(super) fn end(&self) -> Option<End> {
        self.contest.end()
    }

    pub(super) fn announce_end(&self, out: &mut impl Write) -> CliResult {
        if let Some(End { result, reason }) = self.end() {
            say(out, &format!("The game is over: {reason}, {result}."))?;
        }
        Ok(())
    }

    pub(super) fn resign(&mut self, out: &mut impl Write) -> CliResult {
        self.contest.end_by(OffBoardEnding::Resigned(self.game().side_to_move()), Instant::now());
        self.announce_end(out)
    }

    /// Offers a draw. Two people agree; the engine accepts if it stands badly, or late in an equal game.
    pub(super) fn offer_draw(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_none() {
            let engine_plays = self.people().len() < Color::ALL.len();
            if engine_plays && !takes_draw(&self.scores, self.game().turns_made()) {
                return Ok(writeln!(out, "the engine plays on")?);
            }
            self.contest.end_by(OffBoardEnding::DrawAgreed, Instant::now());
        }
        self.announce_end(out)
    }

    /// Takes back the last move of a person's unfinished turn, otherwise turns until a person is to move.
    /// Continues a game that did not end on the board.
    pub(super) fn undo(&mut self, out: &mut impl Write) -> CliResult {
        if let Some(ending) = self.contest.reopen() {
            let mut how = "";
            if matches!(ending, OffBoardEnding::OutOfTime(_)) {
                self.settings.time_controls = self.settings.time_controls.without_clocks();
                *self.contest.clocks_mut() =
                    self.settings.time_controls.clocks(&self.settings.people);
                how = " without clocks";
            }
            writeln!(out, "the game goes on{how}")?;
            return self.show(out);
        }
        let turns = self.game().turns_made();
        if !self.contest.undo(|side| self.settings.people.contains(&side)) {
            return Ok(writeln!(out, "nothing to take back")?);
        }
        if self.game().turns_made() < turns {
            self.scores.clear();
        }
        self.show(out)
    }
}
