//! How games end, on the board and by word.

use super::super::super::CliResult;
use super::{Session, say};
use crate::protocol::xboard::draw_offer::takes_draw;
use dhow_play::pgn::GameResult;
use dhow_rules::pieces::Color;
use std::io::Write;

/// How a game ended before the board ended it.
pub enum Ended {
    /// A side gave it up.
    Resigned(Color),
    /// Both agreed to a draw.
    Agreed,
    /// A side had no time left.
    OutOfTime(Color),
    /// It was loaded with this result.
    Recorded(GameResult),
}

impl Session {
    /// Takes over the result of a game from a file, unless the board says it.
    pub fn set_recorded(&mut self, result: GameResult) {
        if result != GameResult::Unknown && self.game.outcome().is_none() {
            self.ended = Some(Ended::Recorded(result));
            self.begun_with.1 = true;
        }
    }

    /// The result and why, if the game is over.
    pub(super) fn end(&self) -> Option<(GameResult, String)> {
        match self.ended {
            Some(Ended::Resigned(side)) => {
                Some((GameResult::won_by(!side), format!("{side} resigns")))
            }
            Some(Ended::OutOfTime(side)) => {
                Some((GameResult::won_by(!side), format!("{side} loses on time")))
            }
            Some(Ended::Agreed) => Some((GameResult::Draw, "draw by agreement".into())),
            Some(Ended::Recorded(result)) => Some((result, "as the file says".into())),
            None => self.game.outcome().map(|outcome| (outcome.into(), outcome.to_string())),
        }
    }

    pub(super) fn announce_end(&self, out: &mut impl Write) -> CliResult {
        if let Some((result, reason)) = self.end() {
            say(out, &format!("The game is over: {reason}, {result}."))?;
        }
        Ok(())
    }

    pub(super) fn lose_on_time(&mut self, side: Color, out: &mut impl Write) -> CliResult {
        if let Some(clocks) = self.clocks() {
            clocks.stop();
        }
        self.ended = Some(Ended::OutOfTime(side));
        self.announce_end(out)
    }

    pub(super) fn resign(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_none() {
            self.ended = Some(Ended::Resigned(self.game.side_to_move()));
        }
        self.announce_end(out)
    }

    /// Two people agree; the engine does if it stands badly, or late in an equal game.
    pub(super) fn offer_draw(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_none() {
            let engine_plays = self.people().len() < Color::ALL.len();
            if engine_plays && !takes_draw(&self.scores, self.game.turns_made()) {
                return Ok(writeln!(out, "the engine plays on")?);
            }
            self.ended = Some(Ended::Agreed);
        }
        self.announce_end(out)
    }

    /// Takes back the last move of a turn that a person has begun, else turns until a person is to
    /// move again; or goes on with a game that ended by word.
    pub(super) fn undo(&mut self, out: &mut impl Write) -> CliResult {
        if let Some(ended) = self.ended.take() {
            let mut how = "";
            if matches!(ended, Ended::OutOfTime(_)) {
                self.sitting.thinking.drop_clocks();
                how = " without clocks";
            }
            writeln!(out, "the game goes on{how}")?;
            return self.show(out);
        }
        let side = self.game.side_to_move();
        if self.game.position().moves_made() > 0 && self.people().contains(&side) {
            self.game.undo();
            return self.show(out);
        }
        let made_by_person =
            |&back: &usize| self.people().contains(&if back % 2 == 1 { !side } else { side });
        let back = (1..=self.game.turns_made()).find(made_by_person);
        let Some(back) = back else { return Ok(writeln!(out, "nothing to take back")?) };
        (0..back).for_each(|_| {
            self.game.undo_turn();
        });
        self.scores.clear();
        self.show(out)
    }
}
