use super::super::message::{Config, Pace};
use super::*;
use crate::game::Game;
use crate::variant::find;
use std::sync::mpsc::channel;
use std::thread;

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
    let config = Config {
        variant: "metamachy".into(),
        options: Vec::new(),
        setup: None,
        fen: None,
        white: Player::Engine,
        black: Player::Person,
        pace: Pace::Turn { ms: 600_000 },
    };
    let table = Table::new(config, Game::new(find("metamachy").expect("a built-in game")));
    let engines = Arc::new(Engines::new(1, 1));
    let shared = Shared { engines: engines.clone(), store: None };
    let (orders, inbox) = channel();
    let session = Session::new("a".into(), table, shared, orders.clone(), Alone::new());
    let thread = thread::spawn(move || session.run(&inbox, || false));
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
