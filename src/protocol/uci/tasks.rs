//! Start and end of searches and counts.

use super::UciSession;
use super::refusal::UciError;
use super::request_state::NO_MOVE;
use crate::protocol::divide::Divide;
use dhow_engine::eval::WdlModel;
use dhow_engine::search::{Limits, SearchEvent};
use dhow_play::uci::go::{self, GoCommand, Work};
use dhow_play::uci::report;
use dhow_rules::text::excerpt;
use std::fmt::Display;
use std::str::SplitAsciiWhitespace;
use std::time::Instant;

impl UciSession {
    /// Executes `go` with these words after it.
    pub(super) fn go(
        &mut self,
        words: SplitAsciiWhitespace,
        came: Instant,
    ) -> Result<(), UciError> {
        let counts = words.clone().any(|word| word == "perft");
        let objection = self.request_state.objection(&self.variant).filter(|_| !counts);
        if let Some(objection) = objection {
            self.decline(objection, words);
            return Ok(());
        }
        let GoCommand { work, ignored } = match go::read(words.clone(), &self.game) {
            Err(error) if !counts => {
                self.decline(excerpt(&error.to_string()), words);
                return Ok(());
            }
            order => order?,
        };
        if !ignored.is_empty() {
            self.tell(excerpt(&format!("go: ignored {}", ignored.join(" "))));
        }
        self.end_tasks();
        match work {
            Work::Search(limits) => self.search(Limits { since: Some(came), ..limits }),
            Work::Perft(depth) => {
                self.divide = Some(Divide::start(&self.game, depth, self.output.clone())?);
            }
        }
        Ok(())
    }

    /// Answers a `go` that cannot be executed: says why and sends the null move. If the words ask for an
    /// infinite or pondering search, the null move waits for `stop`.
    pub(super) fn decline(&mut self, why: impl Display, mut words: SplitAsciiWhitespace) {
        self.end_tasks();
        self.tell(why);
        match words.any(|word| word == "infinite" || word == "ponder") {
            true => self.request_state.owe(),
            false => self.output.line(NO_MOVE),
        }
    }

    fn search(&mut self, mut limits: Limits) {
        // No null move is needed when a person types the command.
        if self.introduced
            && let Some(guess) = self.request_state.guess(&self.variant)
        {
            self.tell(guess);
        }
        limits.multi_pv = self.multi_pv;
        let chances = self.shows_wdl.then_some(WdlModel::USUAL);
        let (game, output) = (self.game.clone(), self.output.clone());
        self.engine.start(&self.game, limits, move |event| match event {
            SearchEvent::Line(line) => output.line(report::info(&game, &line, chances)),
            SearchEvent::Trouble(error) => output.line(format_args!("info string {error}")),
            SearchEvent::Done(summary) => output.lines(report::end(&game, &summary)),
        });
    }

    pub(super) fn stop(&mut self) {
        self.engine.stop();
        self.pay();
        if let Some(divide) = &self.divide {
            divide.stop();
        }
    }

    /// Sends the `bestmove` that was held back, if any.
    pub(super) fn pay(&mut self) {
        if let Some(answer) = self.request_state.due() {
            self.output.line(answer);
        }
    }

    /// Ends a running search and a running perft.
    pub(super) fn end_tasks(&mut self) {
        self.pay();
        self.engine.stop();
        self.engine.wait();
        self.divide = None;
    }
}
