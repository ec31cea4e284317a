mod requests;

use super::*;
use crate::engines::{Asker, Purpose};
use crate::message::{GameConfig, Level};
use crate::order::{QUEUE, Text};
use crate::store::Unkept;
use crate::table::config_of;
use dhow_engine::search::EvaluationChoice;
use dhow_play::time_control::{Time, TimeControl};
use dhow_rules::game::Game;
use dhow_rules::variant::find;
use std::collections::HashMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

/// Ten minutes per turn.
const LONG: TimeControl = turn(600_000);

const fn turn(ms: u64) -> TimeControl {
    TimeControl { time: Time::PerMove(Duration::from_millis(ms)), depth: None, nodes: None }
}

/// A game of Metamachy.
fn table(players: [Player; 2], [white_level, black_level]: [Level; 2], pace: TimeControl) -> Table {
    let config = GameConfig { white_level, black_level, ..config_of("metamachy", players, pace) };
    Table::new(config, Game::new(find("metamachy").expect("a built-in game")))
}

fn seated(
    id: &str,
    table: Table,
    shared: SessionResources,
    orders: Sender<SessionMessage>,
    attendance: Attendance,
) -> GameSession {
    GameSession::new(id.into(), WebVisitor::Owner, table, shared, orders, attendance)
}

/// All messages of a kind that a page has received, in order.
fn told(page: &mut tokio::sync::mpsc::Receiver<Text>, kind: &str) -> Vec<serde_json::Value> {
    let mut told = Vec::new();
    while let Ok(text) = page.try_recv() {
        told.push(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"));
    }
    told.retain(|message| message["type"] == kind);
    told
}

/// Waits until *n* engines are searching.
fn wait_for(engines: &Engines, lent: usize) {
    let begun = Instant::now();
    while engines.lent() != lent {
        assert!(begun.elapsed() < 12 * REST, "{} engines search, not {lent}", engines.lent());
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_search_ends_soon_after_the_last_page_is_gone() {
    let table = table([Player::Engine, Player::Person], [Level::FULL; 2], LONG);
    let engines = Arc::new(Engines::new(1, 1, EvaluationChoice::default()));
    let shared = SessionResources { engines: engines.clone(), store: None };
    let (orders, inbox) = channel();
    let mut session = seated("a", table, shared, orders.clone(), Attendance::default());
    let thread = thread::spawn(move || sit(&mut session, &inbox, || false));
    let order = |order| orders.send(order).expect("a session");
    let (outbox, _page) = tokio::sync::mpsc::channel(QUEUE);
    order(SessionMessage::Join { client: 1, outbox });
    wait_for(&engines, 1);
    order(SessionMessage::Leave { client: 1 });
    wait_for(&engines, 0);
    let (outbox, _page) = tokio::sync::mpsc::channel(QUEUE);
    order(SessionMessage::Join { client: 2, outbox });
    wait_for(&engines, 1);
    order(SessionMessage::Stop);
    thread.join().expect("an end");
    assert_eq!(engines.lent(), 0);
}

/// At full strength a turn would take hours.
#[test]
fn each_side_plays_at_its_level() {
    let level = |number| Level::try_from(number).expect("a level");
    let pace = TimeControl { nodes: Some(u32::MAX.into()), ..TimeControl::default() };
    let table = table([Player::Engine; 2], [level(1), level(2)], pace);
    let engines = Arc::new(Engines::new(1, 1, EvaluationChoice::default()));
    let shared = SessionResources { engines: engines.clone(), store: None };
    let (orders, inbox) = channel();
    let mut session = seated("a", table, shared, orders, Attendance::default());
    let (outbox, _page) = tokio::sync::mpsc::channel(QUEUE);
    session.hear(SessionMessage::Join { client: 1, outbox });
    while session.table.ply() < 4 {
        session.tick();
        session.hear(inbox.recv_timeout(12 * REST).expect("a move"));
    }
    session.rest();
    let asker = Asker { name: "a/1".into(), visitor: WebVisitor::Owner, purpose: Purpose::Game };
    let engine = engines.lend(&asker).expect("an engine");
    assert_eq!(engine.level(), Level::FULL.number(), "it is lent to others too");
}

/// A store that may refuse everything.
#[derive(Default)]
struct TryingStore {
    refuses: AtomicBool,
    games: Mutex<HashMap<String, String>>,
}

impl GameStore for TryingStore {
    fn save(&self, id: &str, game: &str, _: WebVisitor) -> Result<(), Unkept> {
        if self.refuses.load(Relaxed) {
            return Err(io::Error::from(io::ErrorKind::NotFound).into());
        }
        self.games.lock().expect("no panic").insert(id.into(), game.into());
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<String>, String> {
        Ok(self.games.lock().expect("no panic").get(id).cloned())
    }

    fn has(&self, id: &str) -> bool {
        self.games.lock().expect("no panic").contains_key(id)
    }

    fn list(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    fn may_delete(&self, _: &str, _: WebVisitor) -> bool {
        false
    }

    fn delete(&self, _: &str, _: WebVisitor) -> bool {
        false
    }

    fn keep_variants(&self, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_cannot_be_written_is_told_and_stays() {
    let store = Arc::new(TryingStore::default());
    let table = table([Player::Person; 2], [Level::FULL; 2], LONG);
    let engines = Arc::new(Engines::new(1, 1, EvaluationChoice::default()));
    let shared = SessionResources { engines, store: Some(store.clone()) };
    let (orders, _inbox) = channel();
    let attendance = Attendance::default();
    let id = "0".repeat(32);
    let mut session = seated(&id, table, shared, orders, attendance.clone());
    let (outbox, mut page) = tokio::sync::mpsc::channel(QUEUE);
    session.hear(SessionMessage::Join { client: 1, outbox });
    assert!(session.save() && !store.has(&id), "nothing was done yet");
    let mut play = |ply, text: &str| {
        let request = Request::Move { ply, text: text.into() };
        session.hear(SessionMessage::Ask { client: 1, request });
    };
    play(0, "e3e5");
    assert!(store.has(&id));
    store.refuses.store(true, Relaxed);
    play(1, "e10e8");
    assert!(!session.save() && session.deadline().is_some());
    session.hear(SessionMessage::Leave { client: 2 });
    attendance.set(Some(Instant::now()));
    assert!(
        attendance.since().is_some() && attendance.may_go_since().is_none(),
        "it would be lost"
    );
    store.refuses.store(false, Relaxed);
    assert!(session.save() && attendance.may_go_since().is_some());
    let kept = told(&mut page, "kept");
    let kept: Vec<_> = kept.iter().map(|message| message["ok"] == true).collect();
    assert_eq!(kept, [false, true]);
}

/// A session with one page that receives everything.
struct Seen {
    session: GameSession,
    inbox: std::sync::mpsc::Receiver<SessionMessage>,
    page: tokio::sync::mpsc::Receiver<Text>,
}

impl Seen {
    fn of(table: Table, store: Option<Arc<dyn GameStore>>) -> Self {
        let shared = SessionResources {
            engines: Arc::new(Engines::new(1, 1, EvaluationChoice::default())),
            store,
        };
        let (orders, inbox) = channel();
        let mut session = seated(&"1".repeat(32), table, shared, orders, Attendance::default());
        let (outbox, page) = tokio::sync::mpsc::channel(QUEUE);
        session.hear(SessionMessage::Join { client: 1, outbox });
        Self { session, inbox, page }
    }

    fn ask(&mut self, request: Request) {
        self.session.hear(SessionMessage::Ask { client: 1, request });
        self.session.tick();
    }

    /// Runs the session until the condition holds.
    fn until(&mut self, holds: impl Fn(&GameSession) -> bool) {
        let begun = Instant::now();
        while !holds(&self.session) {
            assert!(begun.elapsed() < 12 * REST, "it takes too long");
            let wait = self
                .session
                .deadline()
                .map_or(AGAIN, |at| at.saturating_duration_since(Instant::now()).min(AGAIN));
            if let Ok(order) = self.inbox.recv_timeout(wait) {
                self.session.hear(order);
            }
            self.session.tick();
        }
    }
}

#[test]
fn a_turn_that_is_found_soon_is_held_back() {
    let level = Level::try_from(2).expect("a level");
    let pace = turn(600);
    let mut seen = Seen::of(table([Player::Person, Player::Engine], [level; 2], pace), None);
    // The pace counts from within the request.
    let begun = Instant::now();
    seen.ask(Request::Move { ply: 0, text: "e3e5".into() });
    seen.until(|session| matches!(session.thinking, Some(Thinking::Found { .. })));
    assert_eq!(seen.session.shared.engines.lent(), 0, "others may have the engine meanwhile");
    let last = told(&mut seen.page, "update").pop().expect("an update");
    assert_eq!((&last["now"]["thinking"], &last["now"]["ply"]), (&true.into(), &1.into()));
    seen.until(|session| session.table.ply() == 2);
    assert!(begun.elapsed() >= Duration::from_millis(550), "{:?}", begun.elapsed());
}

#[test]
fn a_turn_that_is_held_back_is_given_up() {
    let level = Level::try_from(2).expect("a level");
    let held = || {
        let mut seen = Seen::of(table([Player::Person, Player::Engine], [level; 2], LONG), None);
        seen.ask(Request::Move { ply: 0, text: "e3e5".into() });
        seen.until(|session| matches!(session.thinking, Some(Thinking::Found { .. })));
        seen
    };
    for (request, ply) in
        [(Request::Undo {}, 0), (Request::Resign {}, 1), (Request::Pause { on: true }, 1)]
    {
        let mut seen = held();
        seen.ask(request.clone());
        assert!(seen.session.thinking.is_none(), "{request:?}");
        let last = told(&mut seen.page, "update").pop().expect("an update");
        assert_eq!((&last["now"]["thinking"], &last["now"]["ply"]), (&false.into(), &ply.into()));
    }
    let mut seen = held();
    seen.session.rest();
    assert!(seen.session.thinking.is_none() && seen.session.table.ply() == 1);
}

/// In every message the running clock is that of the side to move, or none.
#[test]
fn the_clock_that_is_told_is_the_one_that_runs() {
    use Player::{Engine, Person};
    let pace = Time::clock(Duration::from_secs(60), Duration::from_secs(1)).into();
    let levels = [1, 10].map(|number| Level::try_from(number).expect("a level"));
    for (players, level) in [
        ([Person, Person], levels[0]),
        ([Engine, Person], levels[0]),
        ([Person, Engine], levels[0]),
        ([Person, Engine], levels[1]),
        ([Engine, Engine], levels[0]),
    ] {
        let mut seen = Seen::of(table(players, [level; 2], pace), None);
        // The person plays the first legal move on every turn.
        let mut moved = 0;
        while moved < 5 {
            let before = seen.session.table.ply();
            if seen.session.table.to_move() == Some(Person) {
                let game = seen.session.table.game();
                let text = game.move_text(game.legal_moves()[0]);
                seen.ask(Request::Move { ply: before, text });
            } else if let Some(Thinking::Found { at, .. }) = &mut seen.session.thinking {
                *at = Instant::now();
                seen.session.tick();
            } else {
                seen.until(|session| {
                    session.table.ply() > before
                        || matches!(session.thinking, Some(Thinking::Found { .. }))
                });
            }
            moved += usize::from(seen.session.table.ply() > before);
        }
        seen.ask(Request::Pause { on: true });
        seen.ask(Request::Pause { on: false });
        seen.ask(Request::Undo {});
        seen.ask(Request::Pause { on: false });
        // The page is reloaded.
        seen.session.hear(SessionMessage::Leave { client: 1 });
        seen.session.tick();
        let (outbox, mut again) = tokio::sync::mpsc::channel(QUEUE);
        seen.session.hear(SessionMessage::Join { client: 1, outbox });
        seen.session.tick();
        let mut updates = told(&mut seen.page, "update");
        updates.extend(told(&mut again, "update"));
        if players.contains(&Person) {
            let (outbox, page) = tokio::sync::mpsc::channel(QUEUE);
            seen.session.hear(SessionMessage::Join { client: 2, outbox });
            seen.page = page;
            seen.ask(Request::Resign {});
            updates.extend(told(&mut seen.page, "update"));
        }
        let mut ran = 0;
        for update in &updates {
            let now = &update["now"];
            // Each side's first turn is free.
            let begun = now["ply"].as_u64() >= Some(2);
            let goes_on = now["paused"] == false && now["over"].is_null();
            let expected = match begun && goes_on {
                true => now["side"].clone(),
                false => serde_json::Value::Null,
            };
            assert_eq!(now["clocks"]["running"], expected, "{players:?}: {now}");
            ran += usize::from(!expected.is_null());
        }
        assert!(ran >= 3, "{players:?}: {ran} of {}", updates.len());
    }
}

/// Without the stop it would think for ten minutes.
#[test]
fn a_search_ends_when_others_wait_for_its_engine() {
    let engines = Arc::new(Engines::new(1, 1, EvaluationChoice::default()));
    let shared = SessionResources { engines: engines.clone(), store: None };
    let (orders, inbox) = channel();
    let table = table([Player::Engine, Player::Person], [Level::FULL; 2], LONG);
    let mut session = seated("a", table, shared, orders.clone(), Attendance::default());
    let thread = thread::spawn(move || sit(&mut session, &inbox, || false));
    let (outbox, mut page) = tokio::sync::mpsc::channel(QUEUE);
    orders.send(SessionMessage::Join { client: 1, outbox }).expect("a session");
    wait_for(&engines, 1);
    let asker = |number| Asker {
        name: format!("other {number}"),
        visitor: WebVisitor::Owner,
        purpose: Purpose::Game,
    };
    let others: Vec<_> = (0..).map_while(|number| engines.lend(&asker(number))).collect();
    let begun = Instant::now();
    while engines.lend(&asker(others.len())).is_none() {
        assert!(begun.elapsed() < 12 * REST, "nobody gives way");
        thread::sleep(AGAIN);
    }
    orders.send(SessionMessage::Stop).expect("a session");
    assert!(thread.join().expect("an end"));
    let last = told(&mut page, "update").pop().expect("an update");
    assert_eq!(last["now"]["ply"], 1, "it has played what it had found");
}
