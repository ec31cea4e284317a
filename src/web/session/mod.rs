//! A game that pages look at: one thread, which alone touches it.

mod order;
mod sitting;
#[cfg(test)]
mod tests;

pub use order::{Alone, ClientId, Order, QUEUE, Refusal, Text};
pub use sitting::{Sitting, sit};

use super::engines::Engines;
use super::keeper::Keeper;
use super::lines::best_line;
use super::message::{Code, Player, Reply, Request};
use super::pages::Pages;
use super::store::Store;
use super::table::{MOST_MOVES, Table};
use super::{reach, view};
use crate::pieces::Color;
use crate::search::{Engine, Event, Line, Summary};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// A search, or what is evaluated, goes on for so long when nobody looks any more, since a page that is loaded again is back
/// soon.
pub const REST: Duration = Duration::from_secs(5);
/// How often a game asks for an engine when all are busy.
pub const AGAIN: Duration = Duration::from_millis(50);
/// How often news of a search go out.
pub const NEWS: Duration = Duration::from_millis(100);

/// What a session shares with others.
#[derive(Clone)]
pub struct Shared {
    /// The engines.
    pub engines: Arc<Engines>,
    /// Where games are kept; `None` if nowhere.
    pub store: Option<Store>,
}

/// A game and those who look at it.
pub struct Session {
    id: String,
    table: Table,
    shared: Shared,
    pages: Pages,
    keeper: Keeper,
    /// The number of the search, and the engine with the name under which it was lent.
    search: Option<(u64, String, Engine)>,
    searches: u64,
    told: Instant,
    alone: Alone,
    orders: Sender<Order>,
}

impl Session {
    /// A session of a game.
    pub fn new(
        id: String,
        table: Table,
        shared: Shared,
        orders: Sender<Order>,
        alone: Alone,
    ) -> Self {
        Self {
            pages: Pages::default(),
            keeper: Keeper::new(id.clone(), shared.store.clone(), alone.clone()),
            id,
            table,
            shared,
            search: None,
            searches: 0,
            told: Instant::now(),
            alone,
            orders,
        }
    }

    /// The same game, which is on the disk as it is.
    pub fn kept(mut self) -> Self {
        self.keeper.found(&self.table.saved(Instant::now()));
        self
    }

    fn wants_search(&self) -> bool {
        self.search.is_none()
            && !self.pages.is_empty()
            && !self.table.paused()
            && self.table.to_move() == Some(Player::Engine)
    }

    /// Begins a search if the engine is to move and one is free.
    fn think(&mut self) {
        if !self.wants_search() {
            return;
        }
        let side = self.table.game().side_to_move();
        let name = self.engine_name(side);
        let Some(mut engine) = self.shared.engines.lend(&name) else { return };
        engine.handicap().set_level(self.table.level(side).number());
        self.searches += 1;
        let (search, orders) = (self.searches, self.orders.clone());
        let limits = self.table.limits(Instant::now());
        engine.start(self.table.game(), limits, move |event| {
            // A session that is over listens no more.
            let _ = orders.send(Order::News { search, event });
        });
        self.search = Some((search, name, engine));
        self.changed(self.table.ply(), self.table.ply());
    }

    /// Under what name the engine of a side is lent: what a stronger one has found is no help to a
    /// weaker one.
    fn engine_name(&self, side: Color) -> String {
        format!("{}/{}", self.id, self.table.level(side).number())
    }

    fn end_search(&mut self) {
        for side in Color::ALL {
            self.shared.engines.withdraw(&self.engine_name(side));
        }
        if let Some((_, name, engine)) = self.search.take() {
            self.shared.engines.give_back(&name, engine);
        }
    }

    fn engine_moves(&mut self, summary: Summary) {
        self.end_search();
        let before = self.table.ply();
        let game = self.table.game();
        // A search of a position with moves has a best turn; any legal one is better than none.
        let turn = match summary.turn.is_empty() {
            false => summary.turn,
            true => game.legal_moves().first().map_or(Vec::new(), |&mv| game.first_turn(&[mv])),
        };
        turn.into_iter().for_each(|mv| self.table.play(mv));
        if self.table.ply() >= MOST_MOVES {
            self.table.pause(true);
        }
        self.changed(before, before);
        self.keep();
    }

    fn tell_line(&mut self, line: &Line) {
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

    fn answer(&mut self, client: ClientId, request: Request) {
        let refused = match request {
            Request::Move { ply, text } => self.person_moves(ply, &text),
            Request::Undo {} => self.undo(),
            Request::Resign {} => self.resign(),
            Request::Pause { on } => {
                self.pause(on);
                Ok(())
            }
            Request::Inspect { ply, square } => self.inspect(client, ply, &square),
            Request::Pgn {} => self.tell_pgn(client),
            // These are for an analysis, or for no game.
            _ => Err((Code::Stale, "this is a game, not an analysis".into())),
        };
        if let Err((code, text)) = refused {
            self.pages.send(client, &Reply::error(code, text));
            // The page may have shown what was refused.
            self.send_update(client, self.table.ply(), self.table.ply());
        }
    }

    fn person_moves(&mut self, ply: usize, text: &str) -> Refusal {
        if let Some(over) = self.table.over() {
            return Err((Code::Stale, format!("the game is over: {}", over.reason)));
        }
        if ply != self.table.ply() {
            return Err((Code::Stale, "the position has changed meanwhile".into()));
        }
        if self.table.to_move() != Some(Player::Person) {
            return Err((Code::Stale, "it is the engine's turn".into()));
        }
        if ply >= MOST_MOVES {
            return Err((Code::Full, format!("a game may have {MOST_MOVES} moves")));
        }
        let mv = view::written(self.table.game(), text);
        let mv = mv.map_err(|error| (Code::Illegal, error))?;
        self.table.play(mv);
        self.table.set_clock(!self.pages.is_empty(), Instant::now());
        self.changed(ply, ply);
        self.keep();
        Ok(())
    }

    fn undo(&mut self) -> Refusal {
        let before = self.table.ply();
        if !self.table.undo() {
            return Err((Code::Stale, "there is nothing to take back".into()));
        }
        self.end_search();
        // Else the engine would play on at once.
        let watching = self.table.config().white == Player::Engine
            && self.table.config().black == Player::Engine;
        if watching {
            self.table.pause(true);
        }
        self.table.set_clock(!self.pages.is_empty(), Instant::now());
        self.changed(self.table.ply().min(before), self.table.ply());
        self.keep();
        Ok(())
    }

    fn resign(&mut self) -> Refusal {
        if !self.table.resign() {
            return Err((Code::Stale, "there is nothing to give up".into()));
        }
        self.end_search();
        self.table.set_clock(false, Instant::now());
        self.changed(self.table.ply(), self.table.ply());
        self.keep();
        Ok(())
    }

    fn pause(&mut self, on: bool) {
        self.table.pause(on);
        if on {
            self.end_search();
        }
        self.table.set_clock(!self.pages.is_empty(), Instant::now());
        self.changed(self.table.ply(), self.table.ply());
        self.keep();
    }

    fn inspect(&mut self, client: ClientId, ply: usize, square: &str) -> Refusal {
        if ply > self.table.ply() {
            return Err((Code::Stale, "there is no such position".into()));
        }
        let mut game = self.table.game().clone();
        while game.moves().len() > ply {
            game.undo();
        }
        self.pages.send(client, &reach::told(&game, ply, square)?);
        Ok(())
    }

    /// Tells a page the whole game.
    fn welcome(&mut self, client: ClientId) {
        let game = Reply::Game {
            id: self.id.clone(),
            config: self.table.config().clone(),
            start: self.table.game().start_fen().into(),
        };
        self.pages.send(client, &game);
        self.send_update(client, 0, 0);
        if let Some(news) = self.keeper.trouble() {
            self.pages.send(client, &news);
        }
    }

    fn update(&self, keep: usize, from: usize) -> Reply {
        let now = view::now(&self.table, self.search.is_some(), Instant::now());
        Reply::Update { keep, add: view::played_since(self.table.game(), from), now: Box::new(now) }
    }

    fn send_update(&mut self, client: ClientId, keep: usize, from: usize) {
        let update = self.update(keep, from);
        self.pages.send(client, &update);
    }

    /// Tells all pages what has changed: the first `keep` moves still stand, and those from `from` on
    /// follow them.
    fn changed(&mut self, keep: usize, from: usize) {
        let update = self.update(keep, from);
        self.pages.send_all(&update);
    }

    fn tell_pgn(&mut self, client: ClientId) -> Refusal {
        let text = self.table.pgn().map_err(|text| (Code::Config, text))?;
        self.pages.send(client, &Reply::Pgn { text });
        Ok(())
    }

    fn keep(&mut self) {
        // As long as nothing was done in it there is nothing to lose.
        let begun = self.table.ply() > 0 || self.table.over().is_some();
        if !begun && !self.keeper.has_begun() {
            return;
        }
        if let Some(news) = self.keeper.save(&self.table.saved(Instant::now())) {
            self.pages.send_all(&news);
        }
    }
}

impl Sitting for Session {
    fn alone(&self) -> &Alone {
        &self.alone
    }

    fn deadline(&self) -> Option<Instant> {
        let waits = self.wants_search().then(|| Instant::now() + AGAIN);
        let flag = self.table.clock().and_then(|clock| clock.flag());
        let rest = self.alone.since().filter(|_| self.search.is_some()).map(|since| since + REST);
        [waits, flag, rest, self.keeper.retry()].into_iter().flatten().min()
    }

    fn hear(&mut self, order: Order) {
        match order {
            Order::Join { client, outbox } => {
                self.pages.join(client, outbox);
                self.alone.set(None);
                self.welcome(client);
            }
            Order::Leave { client } => self.pages.leave(client),
            Order::Ask { client, request } => self.answer(client, request),
            // Who wants it may be gone.
            Order::Copy { to } => drop(to.send(self.table.saved(Instant::now()))),
            Order::News { search, event } => {
                if self.search.as_ref().is_some_and(|(running, ..)| *running == search) {
                    match event {
                        Event::Line(line) => self.tell_line(&line),
                        Event::Trouble(_) => {}
                        Event::Done(summary) => self.engine_moves(summary),
                    }
                }
            }
            // Of analyses only.
            Order::Judged { .. } | Order::Stop => {}
        }
    }

    fn tick(&mut self) {
        let now = Instant::now();
        if self.pages.is_empty() {
            let since = self.alone.since().unwrap_or(now);
            self.alone.set(Some(since));
            if self.search.is_some() && now.duration_since(since) >= REST {
                self.end_search();
            }
        }
        let goes_on = self.table.over().is_none();
        self.table.look_at_clock(now);
        if goes_on && self.table.over().is_some() {
            self.end_search();
            self.changed(self.table.ply(), self.table.ply());
            self.keep();
        }
        self.table.set_clock(!self.pages.is_empty(), now);
        if self.keeper.retry().is_some_and(|at| now >= at) {
            self.keep();
        }
        self.think();
    }

    fn rest(&mut self) {
        self.end_search();
        self.table.set_clock(false, Instant::now());
        for side in Color::ALL {
            self.shared.engines.forget(&self.engine_name(side));
        }
    }

    fn save(&mut self) -> bool {
        self.keep();
        !self.keeper.has_failed()
    }
}
