use super::tree::UnfinishedAnnotation;
use super::*;
use crate::engines::Engines;
use crate::message::AnnotationEffort;
use crate::order::{QUEUE, Text};
use crate::session::sit;
use dhow_engine::search::EvaluationChoice;
use dhow_rules::game::Game;
use dhow_rules::variant::find;
use serde_json::Value;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use tokio::sync::mpsc::Receiver;

/// Only a hang takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

fn wait_for(engines: &Engines, lent: usize) {
    let begun = Instant::now();
    while engines.lent() != lent {
        assert!(begun.elapsed() < PATIENCE, "{} engines search, not {lent}", engines.lent());
        thread::sleep(Duration::from_millis(10));
    }
}

/// The analysis of a game that is kept nowhere.
fn analysis_of(game: &Game, engines: &Arc<Engines>, orders: &Sender<SessionMessage>) -> Analysis {
    let read = Read::of_game(game, Vec::new()).expect("a game");
    let shared = SessionResources { engines: engines.clone(), store: None };
    let (orders, present) = (orders.clone(), Attendance::default());
    Analysis::new("a".into(), WebVisitor::Owner, read, shared, orders, present)
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
    let engines = Arc::new(Engines::new(1, 1, EvaluationChoice::default()));
    let (orders, inbox) = channel();
    let game = Game::new(find("metamachy").expect("a built-in game"));
    let mut analysis = analysis_of(&game, &engines, &orders);
    let thread = thread::spawn(move || sit(&mut analysis, &inbox, || false));
    let order = |order| orders.send(order).expect("a session");
    let ask = |client, request| order(SessionMessage::Ask { client, request });
    let mut pages: Vec<Receiver<Text>> = (1..=2)
        .map(|client| {
            let (outbox, page) = tokio::sync::mpsc::channel(QUEUE);
            order(SessionMessage::Join { client, outbox });
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
    order(SessionMessage::Leave { client: 2 });
    wait_for(&engines, 0);
    ask(1, Request::Search { node: 1, lines: 1 });
    wait_for(&engines, 1);
    order(SessionMessage::Stop);
    thread.join().expect("an end");
    assert_eq!(engines.lent(), 0);
}

/// White could take a Queen, but loses one.
const BLUNDER: &str = "5k6/12/12/12/12/3q8/12/12/12/12/3Q8/5K6 w - - 0 1";

/// A page that looks at an analysis of these moves, and the sender to its thread.
fn seen(fen: &str, moves: &[&str]) -> (Sender<SessionMessage>, Receiver<Text>, Arc<Engines>) {
    let engines = Arc::new(Engines::new(1, 1, EvaluationChoice::default()));
    let (orders, inbox) = channel();
    let variant = find("metamachy").expect("a built-in game");
    let mut game = Game::from_fen(variant, fen).expect("a position");
    for text in moves {
        game.play_text(text).expect("legal");
    }
    let mut analysis = analysis_of(&game, &engines, &orders);
    thread::spawn(move || sit(&mut analysis, &inbox, || true));
    let (outbox, page) = tokio::sync::mpsc::channel(QUEUE);
    orders.send(SessionMessage::Join { client: 1, outbox }).expect("a session");
    (orders, page, engines)
}

#[test]
fn moves_get_signs_by_hand() {
    let (orders, mut page, _engines) = seen(BLUNDER, &["f1g1"]);
    let mut sign = |node, sign: &str, reply| {
        let request = Request::Sign { node, sign: sign.into() };
        orders.send(SessionMessage::Ask { client: 1, request }).expect("a session");
        heard(&mut page, reply)
    };
    assert_eq!(sign(1, "!?", "signed")["sign"], "!?");
    assert_eq!(sign(1, "", "signed")["sign"], "");
    assert_eq!(sign(1, "???", "error")["code"], "malformed");
    assert_eq!(sign(ROOT, "!", "error")["code"], "stale");
    assert_eq!(sign(7, "!", "error")["code"], "stale");
    orders.send(SessionMessage::Stop).expect("a session");
}

#[test]
fn a_line_is_annotated() {
    let (orders, mut page, engines) = seen(BLUNDER, &["f1g1", "d7d2"]);
    let effort = AnnotationEffort::Nodes { nodes: 5_000 };
    let request = Request::Annotate { node: ROOT, on: true, effort };
    orders.send(SessionMessage::Ask { client: 1, request }).expect("a session");
    let (mut judged, mut nodes) = (Vec::new(), Vec::new());
    let end = loop {
        let mut told = heard(&mut page, "annotated");
        assert_eq!(told["of"], 2);
        judged.extend(told["judged"].as_array().cloned().expect("a list"));
        nodes.extend(told["nodes"].as_array().cloned().expect("a list"));
        if told["state"] == "over" {
            break told["tallies"].take();
        }
    };
    assert_eq!(end[0]["marks"], serde_json::json!([0, 0, 1]));
    assert_eq!((&end[1]["turns"], &end[1]["mean_loss"]), (&1.into(), &0.0.into()));
    let of = |id: u32| judged.iter().find(|one| one["node"] == id).expect("it is judged");
    assert_eq!((&of(1)["sign"], &of(2)["sign"]), (&"??".into(), &"".into()));
    assert!(of(ROOT)["eval"]["share"].as_f64().is_some_and(|share| share > 0.8), "{judged:?}");
    assert!(of(1)["eval"]["share"].as_f64().is_some_and(|share| share < 0.2), "{judged:?}");
    assert_eq!((&nodes[0]["parent"], &nodes[0]["san"]), (&ROOT.into(), &"Qxd7".into()));
    wait_for(&engines, 0);
    orders.send(SessionMessage::Ask { client: 1, request: Request::Pgn {} }).expect("a session");
    let pgn = heard(&mut page, "pgn")["text"].take();
    let pgn = pgn.as_str().expect("a text").replace('\n', " ");
    assert!(
        pgn.contains("[Annotator \"Dhow ")
            && pgn.contains("{Average loss")
            && pgn.contains("Kg1?? {[%eval #-"),
        "{pgn}"
    );
    assert!(pgn.contains("{loses the Queen to the Queen on d2} (1. Qxd7 {[%eval "), "{pgn}");
    orders.send(SessionMessage::Stop).expect("a session");
}

#[test]
fn an_interrupted_annotation_goes_on_where_it_stood() {
    let engines = Arc::new(Engines::new(1, 1, EvaluationChoice::default()));
    let (orders, inbox) = channel();
    let variant = find("metamachy").expect("a built-in game");
    let mut game = Game::from_fen(variant, BLUNDER).expect("a position");
    for text in ["f1g1", "d7d2"] {
        game.play_text(text).expect("legal");
    }
    let mut analysis = analysis_of(&game, &engines, &orders);
    let effort = AnnotationEffort::Nodes { nodes: 2_000 };
    analysis.tree.unfinished = Some(UnfinishedAnnotation { node: 2, effort, losses: vec![12.5] });
    let saved = SavedAnalysis::of(&analysis.tree, &[]);
    analysis.tree = saved.restored(variant).expect("an analysis");
    thread::spawn(move || sit(&mut analysis, &inbox, || true));
    let (outbox, mut page) = tokio::sync::mpsc::channel(QUEUE);
    orders.send(SessionMessage::Join { client: 1, outbox }).expect("a session");
    let mut judged = Vec::new();
    let end = loop {
        let mut told = heard(&mut page, "annotated");
        judged.extend(told["judged"].as_array().cloned().expect("a list"));
        if told["state"] == "over" {
            break told["tallies"].take();
        }
        assert!(told["done"].as_u64() >= Some(1), "{told}");
    };
    assert_eq!((&end[0]["mean_loss"], &end[1]["turns"]), (&12.5.into(), &1.into()));
    let nodes: Vec<_> = judged.iter().map(|one| one["node"].clone()).collect();
    assert_eq!(nodes, [2]);
    orders.send(SessionMessage::Stop).expect("a session");
}

#[test]
fn what_a_person_wrote_is_not_replaced() {
    let (orders, mut page, _engines) = seen(BLUNDER, &["f1g1", "d7d2"]);
    let ask = |request| {
        orders.send(SessionMessage::Ask { client: 1, request }).expect("a session");
    };
    let text = "loses the Lion to the Cannon on c7".to_string();
    ask(Request::Comment { node: 1, text: text.clone(), was: None });
    let effort = AnnotationEffort::Nodes { nodes: 5_000 };
    ask(Request::Annotate { node: ROOT, on: true, effort });
    while heard(&mut page, "annotated")["state"] != "over" {}
    ask(Request::Pgn {});
    let pgn = heard(&mut page, "pgn")["text"].take();
    assert!(pgn.as_str().is_some_and(|pgn| pgn.replace('\n', " ").contains(&text)), "{pgn}");
    orders.send(SessionMessage::Stop).expect("a session");
}

#[test]
fn annotating_is_cancelled_and_ends_when_nobody_looks() {
    let (orders, mut page, engines) = seen(BLUNDER, &["f1g1", "d7d2"]);
    let ask = |on| {
        let effort = AnnotationEffort::Turn { ms: 60_000 };
        let request = Request::Annotate { node: ROOT, on, effort };
        orders.send(SessionMessage::Ask { client: 1, request }).expect("a session");
    };
    ask(true);
    wait_for(&engines, 1);
    ask(false);
    while heard(&mut page, "annotated")["state"] != "over" {}
    wait_for(&engines, 0);
    ask(true);
    wait_for(&engines, 1);
    orders.send(SessionMessage::Leave { client: 1 }).expect("a session");
    wait_for(&engines, 0);
    orders.send(SessionMessage::Stop).expect("a session");
}
