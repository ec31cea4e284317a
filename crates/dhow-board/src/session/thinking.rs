//! The engine's turns in a game.

use super::{GameSession, NEWS};
use crate::engines::{Asker, LentEngine, Purpose};
use crate::lines::best_line;
use crate::message::{Level, Player, Reply};
use crate::order::SessionMessage;
use crate::table::MOST_MOVES;
use dhow_engine::clock::Instant;
use dhow_engine::search::{Limits, PvInfo, SearchEvent, SearchResult};
use dhow_rules::game::Turn;
use dhow_rules::pieces::Color;
use std::time::Duration;

/// How often a search checks whether others wait for its engine.
const LOOK: Duration = Duration::from_secs(1);

/// The state of the engine's turn.
pub enum Thinking {
    /// It is searching.
    Search {
        /// The number of the search; events of other searches are ignored.
        number: u64,
        /// The name under which the engine was borrowed.
        name: String,
        /// The engine.
        engine: Box<dyn LentEngine>,
        /// The earliest time to play the turn.
        not_before: Instant,
    },
    /// It has found a turn, and plays it later.
    Found {
        /// The turn.
        turn: Turn,
        /// The time to play it.
        at: Instant,
    },
}

impl Thinking {
    /// When the next action is due.
    pub fn deadline(&self, now: Instant) -> Instant {
        match self {
            Self::Search { .. } => now + LOOK,
            Self::Found { at, .. } => *at,
        }
    }
}

impl GameSession {
    pub(super) fn wants_search(&self) -> bool {
        self.thinking.is_none()
            && !self.pages.is_empty()
            && !self.table.paused()
            && self.table.to_move() == Some(Player::Engine)
    }

    /// Starts a search if the engine is to move and an engine is free, stops a search if others wait for its
    /// engine, and plays the turn that was found.
    pub(super) fn go_on_thinking(&mut self, now: Instant) {
        match &self.thinking {
            // It plays the best turn found so far.
            Some(Thinking::Search { name, engine, .. }) if self.shared.engines.is_wanted(name) => {
                engine.stop();
            }
            Some(Thinking::Found { at, .. }) if now >= *at => {
                if let Some(Thinking::Found { turn, .. }) = self.thinking.take() {
                    self.engine_moves(turn);
                }
            }
            _ => {}
        }
        if self.wants_search() {
            self.think(now);
        }
    }

    fn think(&mut self, now: Instant) {
        let side = self.table.game().side_to_move();
        let (name, level) = (self.engine_name(side), self.table.level(side));
        let (limits, not_before) = (self.table.limits(now), now + self.table.least_time(now));
        let Some((number, engine)) = self.search(&name, level, limits) else { return };
        self.thinking = Some(Thinking::Search { number, name, engine, not_before });
        self.tell(self.table.ply(), self.table.ply());
    }

    /// Searches the present position with an engine that is borrowed under this name. Returns the number of the search;
    /// `None` while all engines are busy.
    pub(super) fn search(
        &mut self,
        name: &str,
        level: Level,
        limits: Limits,
    ) -> Option<(u64, Box<dyn LentEngine>)> {
        let asker = Asker { name: name.into(), visitor: self.visitor, purpose: Purpose::Game };
        let mut engine = self.shared.engines.lend(&asker)?;
        engine.set_level(level.number());
        self.searches += 1;
        let (number, orders) = (self.searches, self.orders.clone());
        let report = move |event| {
            // A session that is over does not receive.
            let _ = orders.send(SessionMessage::News { search: number, event });
        };
        engine.start(self.table.game(), limits, Box::new(report));
        Some((number, engine))
    }

    /// The name under which the engine of a side is borrowed. It depends on the level, so that a weaker side
    /// does not use the hash table of a stronger one.
    pub(super) fn engine_name(&self, side: Color) -> String {
        format!("{}/{}", self.id, self.table.level(side).number())
    }

    /// Ends a search without playing its result.
    pub(super) fn end_thinking(&mut self) {
        for side in Color::ALL {
            self.shared.engines.withdraw(&self.engine_name(side));
        }
        if let Some(Thinking::Search { name, engine, .. }) = self.thinking.take() {
            self.shared.engines.give_back(&name, engine);
        }
    }

    pub(super) fn hear_news(&mut self, search: u64, event: SearchEvent) {
        match &self.thinking {
            Some(Thinking::Search { number, not_before, .. }) if *number == search => {
                let not_before = *not_before;
                match event {
                    SearchEvent::Line(line) => self.tell_line(&line),
                    SearchEvent::Trouble(_) => {}
                    SearchEvent::Done(summary) => self.found(summary, not_before),
                }
            }
            _ => self.hear_hint(search, event),
        }
    }

    /// Plays the result of a search, or holds it until its time.
    fn found(&mut self, summary: SearchResult, at: Instant) {
        self.end_thinking();
        let game = self.table.game();
        // A search with legal moves always has a best turn; any legal one is better than none.
        let any = || game.first_turn(game.legal_moves().get(..1)?);
        let Some(turn) = summary.turn.or_else(any) else { return };
        self.table.note_score(summary.score);
        match Instant::now() < at {
            true => self.thinking = Some(Thinking::Found { turn, at }),
            false => self.engine_moves(turn),
        }
    }

    fn engine_moves(&mut self, turn: Turn) {
        let before = self.table.ply();
        let now = Instant::now();
        turn.iter().for_each(|&mv| self.table.play(mv, now));
        self.table.engine_may_offer();
        if self.table.ply() >= MOST_MOVES {
            self.table.pause(true);
        }
        self.changed(before, before);
    }

    fn tell_line(&mut self, line: &PvInfo) {
        if line.rank > 1 || self.told.elapsed() < NEWS {
            return;
        }
        self.told = Instant::now();
        let told = best_line(self.table.game(), line);
        let think = Reply::Think {
            ply: self.table.ply(),
            depth: line.depth,
            score: told.eval.score,
            line: told.turns.into_iter().take(6).map(|turn| turn.words).collect(),
            nodes: line.nodes,
        };
        self.pages.offer(None, &think);
    }
}
