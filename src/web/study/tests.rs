use super::super::engines::Engines;
use super::super::session::{QUEUE, Text, sit};
use super::*;
use crate::game::Game;
use crate::variant::find;
use serde_json::Value;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use tokio::sync::mpsc::Receiver;

/// Nothing here takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

fn wait_for(engines: &Engines, lent: usize) {
    let begun = Instant::now();
    while engines.lent() != lent {
        assert!(begun.elapsed() < PATIENCE, "{} engines search, not {lent}", engines.lent());
        thread::sleep(Duration::from_millis(10));
    }
}

fn heard(page: &mut Receiver<Text>, kind: &str) -> Value {
    loop {
        let text = page.blocking_recv().expect("a message");
        let message: Value = serde_json::from_str(&text).expect("JSON");
        if message["type"] == kind {
            return message;
        }
    }
}

#[test]
fn each_page_has_an_engine_until_it_is_gone() {
    let engines = Arc::new(Engines::new(1, 1));
    let shared = Shared { engines: engines.clone(), store: None };
    let (orders, inbox) = channel();
    let game = Game::new(find("metamachy").expect("a built-in game"));
    let read = Read::of_game(&game, Vec::new()).expect("a game");
    let study = Study::new("a".into(), read, shared, orders.clone(), Alone::new());
    let thread = thread::spawn(move || sit(study, &inbox, || false));
    let order = |order| orders.send(order).expect("a session");
    let ask = |client, request| order(Order::Ask { client, request });
    let mut pages: Vec<Receiver<Text>> = (1..=2)
        .map(|client| {
            let (outbox, page) = tokio::sync::mpsc::channel(QUEUE);
            order(Order::Join { client, outbox });
            page
        })
        .collect();
    ask(1, Request::Grow { node: ROOT, moves: vec!["e3e5".into()] });
    assert_eq!(heard(&mut pages[1], "grown")["nodes"][0]["text"], "e3e5");
    ask(1, Request::Search { node: 1, lines: 3 });
    ask(2, Request::Search { node: ROOT, lines: 1 });
    wait_for(&engines, 2);
    for (page, node, lines) in [(0, 1, 3), (1, 0, 1)] {
        loop {
            let told = heard(&mut pages[page], "lines");
            assert_eq!(told["node"], node);
            if told["lines"].as_array().is_some_and(|found| found.len() == lines) {
                assert_eq!(told["state"], "running");
                break;
            }
        }
    }
    ask(1, Request::Search { node: ROOT, lines: 0 });
    wait_for(&engines, 1);
    order(Order::Leave { client: 2 });
    wait_for(&engines, 0);
    ask(1, Request::Survey { node: ROOT, on: true });
    let of = heard(&mut pages[0], "surveyed")["of"].take();
    assert_eq!(of, 2);
    while heard(&mut pages[0], "surveyed")["done"] != of {}
    wait_for(&engines, 0);
    ask(1, Request::Search { node: 1, lines: 1 });
    wait_for(&engines, 1);
    order(Order::Stop);
    thread.join().expect("an end");
    assert_eq!(engines.lent(), 0);
}
