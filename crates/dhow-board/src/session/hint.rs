//! Hints: what the engine would play for the person to move.

use super::{AGAIN, GameSession};
use crate::engines::LentEngine;
use crate::lines::eval;
use crate::message::{Code, Hint, Level, Player, Reply};
use crate::order::{ClientId, RequestResult};
use crate::view::played;
use dhow_engine::clock::Instant;
use dhow_engine::search::{Limits, PvInfo, SearchEvent, SearchResult};
use std::time::Duration;

/// The time of a search for a hint.
const TIME: Duration = Duration::from_secs(1);
/// The maximum number of turns in a hint's line.
const TURNS: usize = 5;

/// The hint for the present position.
pub enum HintState {
    /// It is searched for.
    Search {
        /// The pages that have asked.
        clients: Vec<ClientId>,
        /// The number of the search, and the engine; `None` while all are busy.
        engine: Option<(u64, Box<dyn LentEngine>)>,
        /// The best line so far.
        best: Option<PvInfo>,
    },
    /// It is known.
    Found(Box<Hint>),
}

impl GameSession {
    /// Tells a page what the engine would play in the present position.
    pub(super) fn hint(&mut self, client: ClientId, ply: usize) -> RequestResult {
        if self.table.is_apart() {
            return Err((Code::Stale, "Dhow helps neither of two people".into()));
        }
        if ply != self.table.ply() {
            return Err((Code::Stale, "the position has changed meanwhile".into()));
        }
        match self.table.to_move() {
            Some(Player::Person) => {}
            Some(Player::Engine) => return Err((Code::Stale, "it is the engine's turn".into())),
            None => return Err((Code::Stale, "the game is over".into())),
        }
        match &mut self.hint {
            Some(HintState::Found(hint)) => {
                let reply = Reply::Hint(hint.clone());
                self.pages.send(client, &reply);
            }
            Some(HintState::Search { clients, .. }) if clients.contains(&client) => {}
            Some(HintState::Search { clients, .. }) => clients.push(client),
            None => {
                let clients = vec![client];
                self.hint = Some(HintState::Search { clients, engine: None, best: None });
            }
        }
        Ok(())
    }

    /// When to ask for an engine again, if a hint waits for one.
    pub(super) fn hint_deadline(&self, now: Instant) -> Option<Instant> {
        let waits = matches!(&self.hint, Some(HintState::Search { engine: None, .. }));
        waits.then(|| now + AGAIN)
    }

    /// Starts the search for a hint as soon as an engine is free.
    pub(super) fn go_on_hinting(&mut self) {
        if !matches!(&self.hint, Some(HintState::Search { engine: None, .. })) {
            return;
        }
        let limits = Limits { move_time: Some(TIME), ..Limits::default() };
        let started = self.search(&hint_name(&self.id), Level::FULL, limits);
        if let Some(HintState::Search { engine, .. }) = &mut self.hint {
            *engine = started;
        }
    }

    /// Forgets the hint, because the position has changed.
    pub(super) fn end_hint(&mut self) {
        if let Some(HintState::Search { engine, .. }) = self.hint.take() {
            let name = hint_name(&self.id);
            match engine {
                Some((_, engine)) => self.shared.engines.give_back(&name, engine),
                None => self.shared.engines.withdraw(&name),
            }
        }
    }

    /// Forgets the engine that found hints.
    pub(super) fn rest_hint(&mut self) {
        self.end_hint();
        self.shared.engines.forget(&hint_name(&self.id));
    }

    pub(super) fn hear_hint(&mut self, search: u64, event: SearchEvent) {
        let Some(HintState::Search { engine: Some((number, _)), best, .. }) = &mut self.hint else {
            return;
        };
        if *number != search {
            return;
        }
        match event {
            SearchEvent::Line(line) if line.rank == 1 => *best = Some(line),
            SearchEvent::Done(result) => self.hint_found(&result),
            SearchEvent::Line(_) | SearchEvent::Trouble(_) => {}
        }
    }

    fn hint_found(&mut self, result: &SearchResult) {
        let Some(HintState::Search { clients, engine: Some((_, engine)), best }) = self.hint.take()
        else {
            return;
        };
        self.shared.engines.give_back(&hint_name(&self.id), engine);
        let Some(turn) = &result.turn else { return };
        let mut game = self.table.game().clone();
        let line = best.map(|line| line.pv).filter(|line| line.first() == Some(&turn.first()));
        let turns = game.turns(&line.unwrap_or_else(|| turn.iter().copied().collect()));
        let eval = eval(result.score, result.depth, game.side_to_move());
        let moves = turns.iter().take(TURNS).flat_map(|turn| turn.iter().copied());
        let moves = moves.collect::<Vec<_>>().into_iter().map(|mv| played(&mut game, mv)).collect();
        let hint = Box::new(Hint { ply: self.table.ply(), eval, moves });
        for client in clients {
            self.pages.send(client, &Reply::Hint(hint.clone()));
        }
        self.hint = Some(HintState::Found(hint));
    }
}

/// The name under which an engine is borrowed for hints: that of the engine that plays at full strength, whose hash
/// table has the game.
fn hint_name(id: &str) -> String {
    format!("{id}/{}", Level::FULL.number())
}
