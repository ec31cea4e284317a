//! Engines that share a table in words of the host.

use super::super::super::lent_memory::VecWords;
use super::*;
use std::sync::atomic::AtomicBool;

/// A first engine and a helper.
fn first_and_helper() -> [Engine; 2] {
    let words = Arc::new(VecWords::zeros(1 << 20));
    [SharedTableRole::First, SharedTableRole::Helper(0)]
        .map(|role| Engine::with_shared_table(words.clone(), role).expect("enough words"))
}

#[test]
fn an_engine_finds_what_its_helper_has_searched() {
    let game = Game::new(find("metamachy").unwrap());
    let [mut alone, _] = first_and_helper();
    let own = Engine::new().search(&game, to_depth(4)).nodes;
    assert_eq!(alone.search(&game, to_depth(4)).nodes, own, "as in a table of its own");
    let nodes = Engine::new().search(&game, to_depth(6)).nodes;
    let [mut first, mut helper] = first_and_helper();
    helper.search(&game, to_depth(6));
    assert!(first.table.probe(game.position().key(), 0).is_some());
    let helped = first.search(&game, to_depth(6));
    assert!(helped.nodes < nodes * 4 / 5, "{} of {nodes}", helped.nodes);
    assert!(helped.best().is_some());
}

#[test]
fn the_first_engine_alone_clears_the_table() {
    let game = Game::new(find("metamachy").unwrap());
    let known = |engine: &Engine| engine.table.probe(game.position().key(), 0).is_some();
    let [mut first, mut helper] = first_and_helper();
    for engine in [&mut first, &mut helper] {
        engine.search(&game, to_depth(3));
    }
    helper.clear();
    assert!(known(&first));
    first.clear();
    assert!(!known(&helper));
}

#[test]
fn nodes_of_a_helper_that_searches_at_the_same_time_are_counted() {
    let game = Game::new(find("maasai").unwrap());
    let [mut first, mut helper] = first_and_helper();
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    helper.interrupt_by(move || asked.load(Relaxed));
    helper.start(&game, Limits { infinite: true, ..Limits::default() }, |_| {});
    // The helper is at work.
    while first.table.memory().helpers_nodes() == 0 {
        std::thread::yield_now();
    }
    let result = first.search(&game, to_depth(6));
    let (helped, own) = (first.table.memory().helpers_nodes(), result.nodes);
    assert!(helped > 0 && own > 0 && result.depth == 6, "{helped} {own}");
    assert!(game.legal_moves().contains(&result.best().expect("a move")));
    stop.store(true, Relaxed);
    helper.wait();
    // The counts begin anew, also when the helper rests.
    first.search(&game, to_depth(1));
    assert_eq!(first.table.memory().helpers_nodes(), 0);
}

#[test]
fn an_iteration_of_a_helper_is_taken_over_and_reported() {
    let game = Game::new(find("metamachy").unwrap());
    let [mut first, helper] = first_and_helper();
    let (helper, helped) = (Mutex::new(helper), AtomicBool::new(false));
    let position = game.clone();
    // While the first engine searches, the helper gets deeper than it would.
    first.interrupt_by(move || {
        if !helped.swap(true, Relaxed) {
            lock(&helper).search(&position, to_depth(7));
        }
        false
    });
    let (sender, events) = std::sync::mpsc::channel();
    first.start(&game, to_depth(6), move |event| sender.send(event).expect("it is awaited"));
    let mut depths = Vec::new();
    for event in events {
        match event {
            SearchEvent::Line(line) => {
                assert!(game.legal_moves().contains(&line.pv[0]));
                depths.push(line.depth);
            }
            SearchEvent::Done(result) => assert_eq!(result.depth, 7),
            SearchEvent::Trouble(error) => panic!("{error}"),
        }
    }
    assert_eq!(depths.last(), Some(&7), "{depths:?}");
}
