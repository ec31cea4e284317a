//! A game that pages look at: one thread, which alone touches it.

mod order;
#[cfg(test)]
mod tests;

pub use order::{Alone, ClientId, Order, QUEUE, Text};

use super::engines::Engines;
use super::message::{Code, Player, Reply, Request};
use super::store::Store;
use super::table::{MOST_MOVES, Table};
use super::{reach, view};
use crate::pieces::Color;
use crate::search::{Engine, Event, Line, Summary};
use crate::square::Coordinates;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Sender as Outbox;

/// A search goes on for so long when nobody looks any more, since a page that is loaded again is back
/// soon.
const REST: Duration = Duration::from_secs(5);
/// A game that nobody looks at leaves memory after so long.
const IDLE: Duration = Duration::from_secs(600);
/// How often a game asks for an engine when all are busy, and news of a search go out.
const AGAIN: Duration = Duration::from_millis(50);
const NEWS: Duration = Duration::from_millis(100);

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
    clients: Vec<(ClientId, Outbox<Text>)>,
    search: Option<(u64, Engine)>,
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
        let now = Instant::now();
        Self {
            id,
            table,
            shared,
            clients: Vec::new(),
            search: None,
            searches: 0,
            told: now,
            alone,
            orders,
        }
    }

    /// Serves the game until the program ends or nobody has looked for long; `retire` is then asked
    /// whether it may go, since somebody may just be coming.
    pub fn run(mut self, inbox: &Receiver<Order>, mut retire: impl FnMut() -> bool) {
        self.save();
        loop {
            let order = match self.deadline() {
                Some(at) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match order {
                Ok(Order::Stop) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(order) => self.hear(order),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.tick();
            let idle = self.alone.since().is_some_and(|since| since.elapsed() >= IDLE);
            if idle && retire() {
                break;
            }
        }
        self.end_search();
        self.table.set_clock(false, Instant::now());
        self.save();
        self.shared.engines.forget(&self.id);
    }

    /// When something is to be done even if nothing is heard.
    fn deadline(&self) -> Option<Instant> {
        let waits = self.wants_search().then(|| Instant::now() + AGAIN);
        let flag = self.table.clock().and_then(|clock| clock.flag());
        let alone = self.alone.since().map(|since| match self.search {
            Some(_) => since + REST,
            None => since + IDLE,
        });
        [waits, flag, alone].into_iter().flatten().min()
    }

    fn hear(&mut self, order: Order) {
        match order {
            Order::Join { client, outbox } => {
                self.clients.push((client, outbox));
                self.alone.set(None);
                self.welcome(client);
            }
            Order::Leave { client } => self.clients.retain(|(id, _)| *id != client),
            Order::Ask { client, request } => self.answer(client, request),
            Order::News { search, event } => {
                if self.search.as_ref().is_some_and(|(running, _)| *running == search) {
                    match event {
                        Event::Line(line) => self.tell_line(&line),
                        Event::Trouble(_) => {}
                        Event::Done(summary) => self.engine_moves(summary),
                    }
                }
            }
            Order::Stop => {}
        }
    }

    /// Does what time demands.
    fn tick(&mut self) {
        let now = Instant::now();
        if self.clients.is_empty() {
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
        }
        self.table.set_clock(!self.clients.is_empty(), now);
        self.think();
    }

    fn wants_search(&self) -> bool {
        self.search.is_none()
            && !self.clients.is_empty()
            && !self.table.paused()
            && self.table.to_move() == Some(Player::Engine)
    }

    /// Begins a search if the engine is to move and one is free.
    fn think(&mut self) {
        if !self.wants_search() {
            return;
        }
        let Some(mut engine) = self.shared.engines.lend(&self.id) else { return };
        self.searches += 1;
        let (search, orders) = (self.searches, self.orders.clone());
        let limits = self.table.limits(Instant::now());
        engine.start(self.table.game(), limits, move |event| {
            // A session that is over listens no more.
            let _ = orders.send(Order::News { search, event });
        });
        self.search = Some((search, engine));
        self.changed(self.table.ply(), self.table.ply());
    }

    fn end_search(&mut self) {
        if let Some((_, engine)) = self.search.take() {
            self.shared.engines.give_back(&self.id, engine);
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
        self.save();
    }

    fn tell_line(&mut self, line: &Line) {
        if line.rank > 1 || self.told.elapsed() < NEWS {
            return;
        }
        self.told = Instant::now();
        let mut game = self.table.game().clone();
        let white = game.side_to_move() == Color::White;
        let score = if white { line.score } else { -line.score };
        let turns = game.turns(&line.pv);
        let mut texts = Vec::new();
        for turn in turns.into_iter().take(6) {
            texts.push(match game.variant().command {
                None => turn.first().map_or(String::new(), |&mv| game.position().san(mv)),
                Some(_) => game.turn_text(&turn),
            });
            turn.into_iter().for_each(|mv| game.play(mv));
        }
        let think = Reply::Think {
            ply: self.table.ply(),
            depth: line.depth,
            score: score.to_string(),
            line: texts,
            nodes: line.nodes,
        };
        let text: Text = think.json().into();
        // News that a page has no room for are old by the time it has.
        let roomy = |outbox: &&Outbox<Text>| outbox.capacity() > QUEUE / 2;
        for outbox in self.clients.iter().map(|(_, outbox)| outbox).filter(roomy) {
            let _ = outbox.try_send(text.clone());
        }
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
            // These are not for a game.
            Request::Hello { .. } | Request::New { .. } => Ok(()),
        };
        if let Err((code, text)) = refused {
            self.send(client, &Reply::error(code, text));
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
        let mv = self.table.game().parse_move(text);
        let mv = mv.map_err(|error| (Code::Illegal, error.to_string()))?;
        self.table.play(mv);
        self.table.set_clock(!self.clients.is_empty(), Instant::now());
        self.changed(ply, ply);
        self.save();
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
        self.table.set_clock(!self.clients.is_empty(), Instant::now());
        self.changed(self.table.ply().min(before), self.table.ply());
        self.save();
        Ok(())
    }

    fn resign(&mut self) -> Refusal {
        if !self.table.resign() {
            return Err((Code::Stale, "there is nothing to give up".into()));
        }
        self.end_search();
        self.table.set_clock(false, Instant::now());
        self.changed(self.table.ply(), self.table.ply());
        self.save();
        Ok(())
    }

    fn pause(&mut self, on: bool) {
        self.table.pause(on);
        if on {
            self.end_search();
        }
        self.table.set_clock(!self.clients.is_empty(), Instant::now());
        self.changed(self.table.ply(), self.table.ply());
        self.save();
    }

    fn inspect(&mut self, client: ClientId, ply: usize, square: &str) -> Refusal {
        let unknown = || (Code::Stale, "there is no piece on that square".to_string());
        let square = Coordinates::parse(square).ok_or_else(unknown)?;
        if ply > self.table.ply() {
            return Err((Code::Stale, "there is no such position".into()));
        }
        let mut game = self.table.game().clone();
        while game.moves().len() > ply {
            game.undo();
        }
        let reach = reach::of_piece(&game, square).ok_or_else(unknown)?;
        self.send(client, &Reply::Reach { ply, reach });
        Ok(())
    }

    /// Tells a page the whole game.
    fn welcome(&mut self, client: ClientId) {
        let game = Reply::Game {
            id: self.id.clone(),
            config: self.table.config().clone(),
            start: self.table.game().start_fen().into(),
        };
        self.send(client, &game);
        self.send_update(client, 0, 0);
    }

    fn update(&self, keep: usize, from: usize) -> Reply {
        let now = view::now(&self.table, self.search.is_some(), Instant::now());
        Reply::Update { keep, add: view::played_since(self.table.game(), from), now: Box::new(now) }
    }

    fn send_update(&mut self, client: ClientId, keep: usize, from: usize) {
        let update = self.update(keep, from);
        self.send(client, &update);
    }

    /// Tells all pages what has changed: the first `keep` moves still stand, and those from `from` on
    /// follow them.
    fn changed(&mut self, keep: usize, from: usize) {
        let text: Text = self.update(keep, from).json().into();
        self.clients.retain(|(_, outbox)| outbox.try_send(text.clone()).is_ok());
    }

    fn send(&mut self, client: ClientId, reply: &Reply) {
        let text: Text = reply.json().into();
        self.clients.retain(|(id, outbox)| *id != client || outbox.try_send(text.clone()).is_ok());
    }

    fn save(&self) {
        if let Some(store) = &self.shared.store {
            // A disk that is full must not end the game.
            let _ = store.save(&self.id, &self.table.saved(Instant::now()));
        }
    }
}

/// Why something is not done.
type Refusal = Result<(), (Code, String)>;
