//! Evaluating all positions of a line, one after another.

use super::thinking;
use super::{ROOT, Study};
use crate::game::Game;
use crate::search::{Engine, Event, Limits};
use crate::web::message::{Eval, NodeId, Reply};
use crate::web::session::{Order, Refusal};
use std::collections::VecDeque;

/// Nodes for each position.
const NODES: u64 = 100_000;

/// A line that is evaluated.
pub struct Survey {
    name: String,
    ahead: VecDeque<NodeId>,
    of: usize,
    /// The position that is searched now, the number of its search, and the game there.
    now: Option<(NodeId, u64, Game)>,
    engine: Option<Engine>,
}

impl Survey {
    /// Whether it waits for an engine.
    pub fn waits(&self) -> bool {
        self.engine.is_none()
    }
}

impl Study {
    pub(super) fn survey(&mut self, node: NodeId, on: bool) -> Refusal {
        self.end_survey();
        if !on {
            self.keep();
            return Ok(());
        }
        let line = self.tree.line_through(node)?;
        let ends = |id: &NodeId| self.tree.entry(*id).is_ok_and(|entry| entry.ends_turn);
        let ahead: VecDeque<NodeId> =
            [ROOT].into_iter().chain(line.into_iter().filter(ends)).collect();
        let name = format!("{}/survey", self.id);
        let of = ahead.len();
        self.survey = Some(Survey { name, ahead, of, now: None, engine: None });
        self.tell_survey(node, None);
        Ok(())
    }

    /// Ends it, done or not.
    pub(super) fn end_survey(&mut self) {
        if let Some(survey) = self.survey.take() {
            self.shared.engines.withdraw(&survey.name);
            if let Some(engine) = survey.engine {
                self.shared.engines.give_back(&survey.name, engine);
                self.shared.engines.forget(&survey.name);
            }
            let over = Reply::Surveyed { node: ROOT, eval: None, done: survey.of, of: survey.of };
            self.pages.send_all(&over);
        }
    }

    fn tell_survey(&mut self, node: NodeId, eval: Option<Eval>) {
        let Some(survey) = &self.survey else { return };
        let done = survey.of - survey.ahead.len() - usize::from(survey.now.is_some());
        let told = Reply::Surveyed { node, eval, done, of: survey.of };
        self.pages.offer(None, &told);
    }

    /// Searches the next position if nothing is searched.
    pub(super) fn go_on_with_survey(&mut self) {
        let Some(survey) = &mut self.survey else { return };
        if survey.now.is_some() {
            return;
        }
        if survey.engine.is_none() {
            survey.engine = self.shared.engines.lend(&survey.name);
        }
        let Some(engine) = &mut survey.engine else { return };
        let Some(node) = survey.ahead.pop_front() else {
            self.end_survey();
            self.keep();
            return;
        };
        // A tree that is cut ends the survey, so that the node is there.
        let Ok(game) = self.tree.game(node) else { return };
        self.searches += 1;
        let (search, orders) = (self.searches, self.orders.clone());
        survey.now = Some((node, search, game.clone()));
        if let Some(outcome) = game.outcome() {
            survey.now = None;
            let eval = thinking::ended(outcome);
            self.learn(node, &eval);
            self.tell_survey(node, Some(eval));
            return self.go_on_with_survey();
        }
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        engine.start(&game, limits, move |event| {
            let _ = orders.send(Order::News { search, event });
        });
    }

    pub(super) fn hear_of_survey(&mut self, search: u64, event: Event) {
        let Some(survey) = &mut self.survey else { return };
        let Event::Done(summary) = event else { return };
        let now = survey.now.take_if(|(_, running, _)| *running == search);
        let Some((node, _, game)) = now else { return };
        let eval = thinking::eval(summary.score, summary.depth, game.side_to_move());
        self.learn(node, &eval);
        let known = self.tree.entry(node).ok().and_then(|entry| entry.eval.clone());
        self.tell_survey(node, known);
    }
}
