use super::super::message::{Config, Level, Pace};
use super::super::store::Store;
use super::*;
use crate::game::Game;
use crate::variant::find;
use std::sync::mpsc::channel;
use std::thread;

/// A game of Metamachy, with ten minutes for a turn at full strength.
fn table([white, black]: [Player; 2], [white_level, black_level]: [Level; 2]) -> Table {
    let config = Config {
        variant: "metamachy".into(),
        options: Vec::new(),
        setup: None,
        fen: None,
        white,
        black,
        white_level,
        black_level,
        pace: Pace::Turn { ms: 600_000 },
    };
    Table::new(config, Game::new(find("metamachy").expect("a built-in game")))
}

/// Waits until so many engines search.
fn wait_for(engines: &Engines, lent: usize) {
    let begun = Instant::now();
    while engines.lent() != lent {
        assert!(begun.elapsed() < 12 * REST, "{} engines search, not {lent}", engines.lent());
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_search_ends_soon_after_the_last_page_is_gone() {
    let table = table([Player::Engine, Player::Person], [Level::FULL; 2]);
    let engines = Arc::new(Engines::new(1, 1));
    let shared = Shared { engines: engines.clone(), store: None };
    let (orders, inbox) = channel();
    let session = Session::new("a".into(), table, shared, orders.clone(), Alone::new());
    let thread = thread::spawn(move || sit(session, &inbox, || false));
    let order = |order| orders.send(order).expect("a session");
    let (outbox, _page) = tokio::sync::mpsc::channel(QUEUE);
    order(Order::Join { client: 1, outbox });
    wait_for(&engines, 1);
    order(Order::Leave { client: 1 });
    wait_for(&engines, 0);
    let (outbox, _page) = tokio::sync::mpsc::channel(QUEUE);
    order(Order::Join { client: 2, outbox });
    wait_for(&engines, 1);
    order(Order::Stop);
    thread.join().expect("an end");
    assert_eq!(engines.lent(), 0);
}

/// At full strength a turn would take ten minutes.
#[test]
fn each_side_plays_at_its_level() {
    let level = |number| Level::try_from(number).expect("a level");
    let table = table([Player::Engine; 2], [level(1), level(2)]);
    let engines = Arc::new(Engines::new(1, 1));
    let shared = Shared { engines: engines.clone(), store: None };
    let (orders, inbox) = channel();
    let mut session = Session::new("a".into(), table, shared, orders, Alone::new());
    let (outbox, _page) = tokio::sync::mpsc::channel(QUEUE);
    session.hear(Order::Join { client: 1, outbox });
    while session.table.ply() < 4 {
        session.tick();
        session.hear(inbox.recv_timeout(12 * REST).expect("a move"));
    }
    session.rest();
    let mut engine = engines.lend("a/1").expect("an engine");
    assert_eq!(engine.handicap().level(), Level::FULL.number(), "it is lent to others too");
}

#[test]
fn what_cannot_be_written_is_told_and_stays() {
    let folder = std::env::temp_dir().join(format!("dhow-unkept-{}", std::process::id()));
    let store = Store::open(folder.clone()).expect("a folder");
    let table = table([Player::Person; 2], [Level::FULL; 2]);
    let shared = Shared { engines: Arc::new(Engines::new(1, 1)), store: Some(store) };
    let (orders, _inbox) = channel();
    let alone = Alone::new();
    let id = "0".repeat(32);
    let mut session = Session::new(id.clone(), table, shared, orders, alone.clone());
    let (outbox, mut page) = tokio::sync::mpsc::channel(QUEUE);
    session.hear(Order::Join { client: 1, outbox });
    let file = folder.join(format!("{id}.json"));
    assert!(session.save() && !file.exists(), "nothing was done yet");
    let mut play = |ply, text: &str| {
        let request = Request::Move { ply, text: text.into() };
        session.hear(Order::Ask { client: 1, request });
    };
    play(0, "e3e5");
    assert!(file.exists());
    std::fs::remove_dir_all(&folder).expect("a folder");
    play(1, "e10e8");
    assert!(!session.save() && session.deadline().is_some());
    session.hear(Order::Leave { client: 2 });
    alone.set(Some(Instant::now()));
    assert!(alone.since().is_some() && alone.may_go_since().is_none(), "it would be lost");
    std::fs::create_dir_all(&folder).expect("a folder");
    assert!(session.save() && alone.may_go_since().is_some());
    let mut told = Vec::new();
    while let Ok(text) = page.try_recv() {
        let message: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        if message["type"] == "kept" {
            told.push(message["ok"] == true);
        }
    }
    assert_eq!(told, [false, true]);
    std::fs::remove_dir_all(&folder).expect("a folder");
}
