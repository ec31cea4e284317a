//! A game with its pages. Only its own thread has access to it.

mod hint;
mod sitting;
#[cfg(test)]
mod tests;
mod thinking;

pub use sitting::{IDLE, SessionHandler, sit};

use super::engines::Engines;
use super::keeper::Keeper;
use super::message::{Code, GameConfig, Player, Refused, Reply, Request};
use super::order::{Attendance, ClientId, RequestResult, SessionMessage};
use super::pages::Pages;
use super::store::GameStore;
use super::table::{MOST_MOVES, Table};
use super::visitor::WebVisitor;
use super::{reach, view};
use dhow_engine::clock::Instant;
use dhow_play::pgn::read_move;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use hint::HintState;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;
use thinking::Thinking;

/// How long a search, or what is evaluated, continues after the last page has left: a reloaded page soon
/// comes back.
pub const REST: Duration = Duration::from_secs(5);
/// How often to ask for an engine while all are busy.
pub const AGAIN: Duration = Duration::from_millis(50);
/// The minimum time between two reports of a search.
pub const NEWS: Duration = Duration::from_millis(100);

/// The resources that a session shares with others.
#[derive(Clone)]
pub struct SessionResources {
    /// The engines.
    pub engines: Arc<Engines>,
    /// The saved games; `None` if games are not saved.
    pub store: Option<Arc<dyn GameStore>>,
}

/// A game and its pages.
pub struct GameSession {
    id: String,
    /// The visitor who started or opened it.
    visitor: WebVisitor,
    table: Table,
    shared: SessionResources,
    pages: Pages,
    /// The pages that have a seat, if two people play on machines of their own.
    seated: Vec<(ClientId, Color)>,
    keeper: Keeper,
    thinking: Option<Thinking>,
    hint: Option<HintState>,
    searches: u64,
    told: Instant,
    attendance: Attendance,
    orders: Sender<SessionMessage>,
}

impl GameSession {
    /// A new session.
    pub fn new(
        id: String,
        visitor: WebVisitor,
        table: Table,
        shared: SessionResources,
        orders: Sender<SessionMessage>,
        attendance: Attendance,
    ) -> Self {
        Self {
            pages: Pages::default(),
            seated: Vec::new(),
            keeper: Keeper::new(id.clone(), visitor, shared.store.clone(), attendance.clone()),
            id,
            visitor,
            table,
            shared,
            thinking: None,
            hint: None,
            searches: 0,
            told: Instant::now(),
            attendance,
            orders,
        }
    }

    /// Notes that the game is saved in its current state.
    pub fn kept(mut self) -> Self {
        self.keeper.found(&self.table.saved(Instant::now()));
        self
    }

    /// The seat of a page; `None` if the people share a page, or play against the engine.
    fn seat(&self, client: ClientId) -> Result<Option<Color>, Refused> {
        if !self.table.is_apart() {
            return Ok(None);
        }
        let own = self.seated.iter().find(|(page, _)| *page == client);
        own.map(|&(_, side)| Some(side)).ok_or((Code::Stale, "you are watching this game".into()))
    }

    fn sit_down(&mut self, client: ClientId, secret: &str) -> RequestResult {
        let side = self.table.config().seats.as_ref().and_then(|seats| seats.side(secret));
        let side = side.ok_or((Code::Stale, "this is not the link of a player".into()))?;
        self.seated.retain(|(page, _)| *page != client);
        self.seated.push((client, side));
        self.pages.send(client, &Reply::Seat { side: side.into() });
        Ok(())
    }

    fn answer(&mut self, client: ClientId, request: Request) {
        let refused = match request {
            Request::Move { ply, text } => self.person_moves(client, ply, &text),
            Request::Undo {} => self.undo(client),
            Request::Sit { secret } => self.sit_down(client, &secret),
            Request::Resign {} => self.resign(client),
            Request::OfferDraw {} => self.offer_draw(client),
            Request::Pause { on } => self.pause(client, on),
            Request::Hint { ply } => self.hint(client, ply),
            Request::Inspect { ply, square } => self.inspect(client, ply, &square),
            Request::Picture { ply, flipped } => self.tell_picture(client, ply, flipped),
            Request::Pgn {} => self.tell_pgn(client),
            // Requests for an analysis, or without a game.
            _ => Err((Code::Stale, "this is a game, not an analysis".into())),
        };
        if let Err((code, text)) = refused {
            self.pages.send(client, &Reply::error(code, text));
            // The page may already show the refused move.
            self.send_update(client, self.table.ply(), self.table.ply());
        }
    }

    fn person_moves(&mut self, client: ClientId, ply: usize, text: &str) -> RequestResult {
        let seat = self.seat(client)?;
        if let Some(over) = self.table.over() {
            return Err((Code::Stale, format!("the game is over: {}", over.reason)));
        }
        if ply != self.table.ply() {
            return Err((Code::Stale, "the position has changed meanwhile".into()));
        }
        if self.table.to_move() != Some(Player::Person) {
            return Err((Code::Stale, "it is the engine's turn".into()));
        }
        if seat.is_some_and(|side| side != self.table.game().side_to_move()) {
            return Err((Code::Stale, "it is the other side's turn".into()));
        }
        if ply >= MOST_MOVES {
            return Err((Code::Full, format!("a game may have {MOST_MOVES} moves")));
        }
        let mv = read_move(self.table.game(), text);
        let mv = mv.map_err(|error| (Code::Illegal, error.to_string()))?;
        self.table.play(mv, Instant::now());
        self.changed(ply, ply);
        Ok(())
    }

    fn undo(&mut self, client: ClientId) -> RequestResult {
        let before = self.table.ply();
        if self.seat(client)?.is_some_and(|side| !self.table.may_undo(side)) {
            return Err((Code::Stale, "the last move is not yours".into()));
        }
        if !self.table.undo() {
            return Err((Code::Stale, "there is nothing to take back".into()));
        }
        self.end_thinking();
        // Otherwise the engine would continue at once.
        let watching = self.table.config().white == Player::Engine
            && self.table.config().black == Player::Engine;
        if watching {
            self.table.pause(true);
        }
        self.changed(self.table.ply().min(before), self.table.ply());
        Ok(())
    }

    fn resign(&mut self, client: ClientId) -> RequestResult {
        let seat = self.seat(client)?;
        if !self.table.resign(seat) {
            return Err((Code::Stale, "there is nothing to give up".into()));
        }
        self.end_thinking();
        self.changed(self.table.ply(), self.table.ply());
        Ok(())
    }

    fn pause(&mut self, client: ClientId, on: bool) -> RequestResult {
        self.seat(client)?;
        self.table.pause(on);
        if on {
            self.end_thinking();
        }
        self.changed(self.table.ply(), self.table.ply());
        Ok(())
    }

    fn inspect(&mut self, client: ClientId, ply: usize, square: &str) -> RequestResult {
        let game = self.game_at(ply)?;
        self.pages.send(client, &reach::told(&game, ply, square)?);
        Ok(())
    }

    /// The game after its first `ply` moves.
    fn game_at(&self, ply: usize) -> Result<Game, Refused> {
        if ply > self.table.ply() {
            return Err((Code::Stale, "there is no such position".into()));
        }
        let mut game = self.table.game().clone();
        while game.moves().len() > ply {
            game.undo();
        }
        Ok(game)
    }

    fn tell_picture(&mut self, client: ClientId, ply: usize, flipped: bool) -> RequestResult {
        let picture = view::picture(&self.game_at(ply)?, flipped);
        self.pages.send(client, &picture);
        Ok(())
    }

    fn offer_draw(&mut self, client: ClientId) -> RequestResult {
        let seat = self.seat(client)?;
        let agreed = self.table.offer_draw(seat, Instant::now());
        let agreed = agreed.map_err(|why| (Code::Stale, why.into()))?;
        match (agreed, seat) {
            (false, None) => self.pages.send(client, &Reply::DrawDeclined {}),
            (false, Some(_)) => self.tell(self.table.ply(), self.table.ply()),
            (true, _) => {
                self.end_thinking();
                self.changed(self.table.ply(), self.table.ply());
            }
        }
        Ok(())
    }

    /// Sends a page the whole game.
    fn welcome(&mut self, client: ClientId) {
        let game = Reply::Game {
            id: self.id.clone(),
            config: GameConfig { seats: None, ..self.table.config().clone() },
            apart: self.table.is_apart(),
            start: self.table.game().start_fen().into(),
        };
        self.pages.send(client, &game);
        self.send_update(client, 0, 0);
        if let Some(news) = self.keeper.trouble() {
            self.pages.send(client, &news);
        }
    }

    fn update(&self, keep: usize, from: usize) -> Reply {
        let now = view::now(&self.table, self.thinking.is_some(), Instant::now());
        Reply::Update { keep, add: view::played_since(self.table.game(), from), now: Box::new(now) }
    }

    fn send_update(&mut self, client: ClientId, keep: usize, from: usize) {
        let update = self.update(keep, from);
        self.pages.send(client, &update);
    }

    /// Starts the right clock. Returns whether it was another one before.
    fn set_clock(&mut self) -> bool {
        self.table.set_clock(!self.pages.is_empty(), Instant::now())
    }

    /// Sends all pages what has changed: the first `keep` moves still stand, and the moves from `from` on
    /// follow them. Also sets the clock, so that the message shows the running one.
    fn tell(&mut self, keep: usize, from: usize) {
        self.set_clock();
        let update = self.update(keep, from);
        self.pages.send_all(&update);
    }

    /// Sends all pages a change as [`Self::tell`] does, and saves it. The game is saved before the pages get the
    /// change; if that fails, they get a message.
    fn changed(&mut self, keep: usize, from: usize) {
        self.end_hint();
        self.set_clock();
        let news = self.write();
        self.tell(keep, from);
        if let Some(news) = news {
            self.pages.send_all(&news);
        }
    }

    /// Ends the game if the side to move has run out of time. This comes before any other message.
    fn look_at_clock(&mut self) {
        if self.table.look_at_clock(Instant::now()) {
            self.end_thinking();
            self.changed(self.table.ply(), self.table.ply());
        }
    }

    fn tell_pgn(&mut self, client: ClientId) -> RequestResult {
        let text = self.table.pgn().map_err(|text| (Code::Config, text))?;
        self.pages.send(client, &Reply::Pgn { text });
        Ok(())
    }

    /// Saves the game. Returns a message for the pages if there is one.
    fn write(&mut self) -> Option<Reply> {
        // Before the first move there is nothing to lose.
        let begun = self.table.ply() > 0 || self.table.over().is_some();
        if !begun && !self.keeper.has_begun() {
            return None;
        }
        self.keeper.save(&self.table.saved(Instant::now()))
    }
}

impl SessionHandler for GameSession {
    fn attendance(&self) -> &Attendance {
        &self.attendance
    }

    fn deadline(&self) -> Option<Instant> {
        let now = Instant::now();
        let waits = self.wants_search().then(|| now + AGAIN);
        let thinking = self.thinking.as_ref().map(|thinking| thinking.deadline(now));
        let flag = self.table.clocks().and_then(|clocks| clocks.flag());
        let rest =
            self.attendance.since().filter(|_| self.thinking.is_some()).map(|since| since + REST);
        let hint = self.hint_deadline(now);
        [waits, thinking, hint, flag, rest, self.keeper.retry()].into_iter().flatten().min()
    }

    fn hear(&mut self, order: SessionMessage) {
        self.look_at_clock();
        match order {
            SessionMessage::Join { client, outbox } => {
                self.pages.join(client, outbox);
                self.attendance.set(None);
                self.set_clock();
                self.welcome(client);
            }
            SessionMessage::Leave { client } => {
                self.pages.leave(client);
                self.seated.retain(|(page, _)| *page != client);
            }
            SessionMessage::Ask { client, request } => self.answer(client, request),
            // The receiver may be gone.
            SessionMessage::Copy { to } => drop(to.send(self.table.saved(Instant::now()))),
            SessionMessage::News { search, event } => self.hear_news(search, event),
            SessionMessage::Unkept(why) => {
                let news = self.keeper.lost(why);
                news.iter().for_each(|news| self.pages.send_all(news));
            }
            // For analyses only.
            SessionMessage::Judged { .. } | SessionMessage::Chapter(_) | SessionMessage::Stop => {}
        }
    }

    fn tick(&mut self) {
        let now = Instant::now();
        if self.pages.is_empty() {
            let since = self.attendance.since().unwrap_or(now);
            self.attendance.set(Some(since));
            if self.thinking.is_some() && now.duration_since(since) >= REST {
                self.end_thinking();
            }
        }
        self.look_at_clock();
        // After any message, the pages show the clock that is running.
        if self.set_clock() {
            self.tell(self.table.ply(), self.table.ply());
        }
        if self.keeper.retry().is_some_and(|at| now >= at) {
            self.save();
        }
        self.go_on_thinking(now);
        self.go_on_hinting();
    }

    fn rest(&mut self) {
        self.end_thinking();
        self.rest_hint();
        self.table.set_clock(false, Instant::now());
        for side in Color::ALL {
            self.shared.engines.forget(&self.engine_name(side));
        }
    }

    fn save(&mut self) -> bool {
        if let Some(news) = self.write() {
            self.pages.send_all(&news);
        }
        !self.keeper.would_be_lost()
    }
}
