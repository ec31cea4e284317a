//! Analyses, positions that are set up, and texts that are imported and exported.

use super::{Page, Site, config, folder, two_people};
use serde_json::{Value, json};
use std::io::{Read, Write};

impl Page {
    /// Begins an analysis of a game's start; returns its id.
    fn analyse(&mut self, variant: &str) -> String {
        self.send(json!({"type": "analysis", "of": {"position": {"variant": variant}}}));
        self.next_of("analysis")["id"].as_str().expect("an id").into()
    }

    /// Plays moves and returns the node that they lead to.
    fn grow(&mut self, node: u64, moves: &[&str]) -> u64 {
        self.send(json!({"type": "grow", "node": node, "moves": moves}));
        self.next_of("went")["node"].as_u64().expect("a node")
    }
}

impl Site {
    /// The status and content of the answer to a text that is imported.
    fn import(&self, query: &str, text: &str) -> (u16, Value) {
        self.post(&format!("/import{query}"), text)
    }

    /// A page that shows an analysis, and the message that it receives about it.
    fn see(&self, id: &Value) -> (Page, Value) {
        let mut page = self.page();
        page.send(json!({"type": "hello", "version": 1, "game": id}));
        let analysis = page.next_of("analysis");
        (page, analysis)
    }
}

const GAME: &str = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Variant \"metamachy\"]\n\n\
    {first} 1. e5 e8 (1... d8 {why} 2. Nb4) 2. d5 1/2-1/2\n";

#[test]
fn a_tree_grows_and_is_kept() {
    let folder = folder("analysis");
    let site = Site::start(Some(folder.clone()));
    let mut page = site.page();
    let id = page.analyse("metamachy");
    let end = page.grow(0, &["e3e5", "e10e8", "d3d5"]);
    let first = page.grow(0, &["e3e5"]);
    let other = page.grow(first, &["d10d8"]);
    page.send(json!({"type": "comment", "node": other, "text": "so\nor so"}));
    assert_eq!(page.next_of("commented")["text"], "so or so");
    page.send(json!({"type": "promote", "node": other}));
    assert_eq!(page.next_of("order")["children"][0], other);
    page.send(json!({"type": "look", "node": end}));
    let place = page.next_of("place");
    assert_eq!((&place["side"], &place["over"]), (&json!("black"), &json!(null)));
    assert!(!place["legal"].as_array().expect("moves").is_empty());
    page.send(json!({"type": "inspect", "ply": end, "square": "d5"}));
    assert_eq!(page.next_of("reach")["reach"]["letter"], "P");
    page.send(json!({"type": "pgn"}));
    let pgn = page.next_of("pgn")["text"].take();
    let pgn = pgn.as_str().expect("a text");
    assert!(pgn.ends_with("\n1. e5 d8 {so or so} (1... e8 2. d5) *\n"), "{pgn}");
    drop((page, site));
    let site = Site::start(Some(folder));
    let (mut page, analysis) = site.see(&id.into());
    let texts: Vec<&str> = analysis["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .filter_map(|node| node["text"].as_str())
        .collect();
    assert_eq!(texts, ["e3e5", "d10d8", "e10e8", "d3d5"]);
    page.send(json!({"type": "prune", "node": 1}));
    assert_eq!(page.next_of("order"), json!({"type": "order", "node": 0, "children": []}));
    page.send(json!({"type": "restore"}));
    assert_eq!(page.next_of("grown")["nodes"].as_array().map(Vec::len), Some(4));
    assert_eq!(page.next_of("order"), json!({"type": "order", "node": 0, "children": [1]}));
    assert_eq!(page.next_of("went")["node"], 1);
    page.send(json!({"type": "restore"}));
    assert_eq!(page.refusal(), "stale");
    page.send(json!({"type": "prune", "node": 1}));
    page.next_of("order");
    let list = site.get("/kept.json", &[]);
    assert!(list.contains("\"kind\":\"analysis\"") && list.contains("\"Metamachy\""), "{list}");
}

#[test]
fn what_a_tree_refuses_changes_nothing() {
    let site = Site::start(None);
    let mut page = site.page();
    page.send(json!({"type": "grow", "node": 0, "moves": ["e3e5"]}));
    assert_eq!(page.refusal(), "no_game");
    page.analyse("chieftain");
    let first = page.grow(0, &["b2c4"]);
    for (message, code) in [
        (json!({"type": "grow", "node": 0, "moves": ["b2c4", "c4d6"]}), "illegal"),
        (json!({"type": "grow", "node": 0, "moves": ["end"]}), "illegal"),
        (json!({"type": "grow", "node": 99, "moves": ["b2c4"]}), "stale"),
        (json!({"type": "grow", "node": 0, "moves": vec!["b2c4"; 200]}), "too_long"),
        (json!({"type": "look", "node": 99}), "stale"),
        (json!({"type": "look", "node": -1}), "malformed"),
        (json!({"type": "prune", "node": 0}), "stale"),
        (json!({"type": "promote", "node": 7}), "stale"),
        (json!({"type": "comment", "node": 7, "text": ""}), "stale"),
        (json!({"type": "search", "node": 7, "lines": 1}), "stale"),
        (json!({"type": "annotate", "node": 7, "on": true}), "stale"),
        (
            json!({"type": "annotate", "node": 0, "on": true, "effort": {"kind": "turn", "ms": 0}}),
            "config",
        ),
        (json!({"type": "annotate", "node": 0, "on": true}), "stale"),
        (json!({"type": "inspect", "ply": 0, "square": "f6"}), "stale"),
        (json!({"type": "inspect", "ply": 99999999999u64, "square": "b2"}), "stale"),
        (json!({"type": "move", "ply": 0, "text": "b2c4"}), "stale"),
        (json!({"type": "undo"}), "stale"),
        (json!({"type": "analysis", "of": {"position": {"variant": "nosuch"}}}), "config"),
        (
            json!({"type": "analysis", "of": {"position": {"variant": "maasai", "fen": "8/8"}}}),
            "config",
        ),
        (json!({"type": "analysis", "of": {"game": {"id": "../x"}}}), "no_game"),
    ] {
        page.send(message.clone());
        assert_eq!(page.refusal(), code, "{message}");
    }
    page.send(json!({"type": "look", "node": first}));
    assert_eq!(page.next_of("place")["turn"]["made"], 1);
    page.begin(two_people("metamachy"));
    page.send(json!({"type": "grow", "node": 0, "moves": ["e3e5"]}));
    assert_eq!(page.refusal(), "stale");
}

#[test]
fn a_game_is_analysed_as_far_as_it_has_come() {
    let site = Site::start(None);
    let mut page = site.page();
    let (id, _) = page.begin(two_people("metamachy"));
    page.play(0, "e3e5");
    page.until(|now| now["ply"] == 1);
    page.send(json!({"type": "pgn"}));
    assert!(page.next_of("pgn")["text"].as_str().expect("a text").contains("1. e5 *"));
    page.send(json!({"type": "analysis", "of": {"game": {"id": id}}}));
    let analysis = page.next_of("analysis");
    assert_eq!(analysis["nodes"][0]["san"], "e5");
    assert_eq!(analysis["nodes"].as_array().map(Vec::len), Some(1));
    let own = analysis["id"].clone();
    page.send(json!({"type": "analysis", "of": {"game": {"id": own}}}));
    assert!(["stale", "no_game"].contains(&page.refusal().as_str()));
}

#[test]
fn a_comment_that_another_page_has_changed_stays() {
    let site = Site::start(None);
    let mut page = site.page();
    let id = page.analyse("metamachy");
    let (mut other, _) = site.see(&id.into());
    let say = |page: &mut Page, text: &str, was: Value| {
        page.send(json!({"type": "comment", "node": 0, "text": text, "was": was}));
    };
    say(&mut page, "one", json!(""));
    assert_eq!(other.next_of("commented")["text"], "one");
    say(&mut other, "two", json!(""));
    assert_eq!(other.refusal(), "stale");
    say(&mut other, "one, two", json!("one"));
    assert_eq!(other.next_of("commented")["text"], "one, two");
    say(&mut page, "three", Value::Null);
    assert_eq!(other.next_of("commented")["text"], "three");
}

#[test]
fn the_end_of_a_game_is_its_evaluation() {
    let site = Site::start(None);
    let mut page = site.page();
    let fen = "k11/12/1K10/12/12/12/12/12/12/12/12/9R2 w - - 0 1";
    page.send(
        json!({"type": "analysis", "of": {"position": {"variant": "metamachy", "fen": fen}}}),
    );
    page.next_of("analysis");
    page.send(json!({"type": "grow", "node": 0, "moves": ["j1j12"]}));
    let eval = page.next_of("grown")["nodes"][0]["eval"].take();
    assert_eq!((&eval["score"], &eval["share"]), (&json!("1-0"), &json!(1.0)));
}

#[test]
fn what_was_left_out_is_told_to_every_page() {
    let site = Site::start(None);
    let (_, told) = site.import("", "[Variant \"metamachy\"]\n\n1. e5 (1. Nb9) *");
    for _ in 0..2 {
        let (_, analysis) = site.see(&told["id"]);
        let why = analysis["left_out"][0].as_str().expect("a reason");
        assert!(why.starts_with("line 3: "), "{why}");
    }
}

#[test]
fn moves_of_game_courier_come_and_go() {
    let site = Site::start(None);
    let placed = "k e7-g12; q f7-f12; g g7-f11; l h7-g11";
    let text = format!("{placed}\n1. P e3-e5 // so\n1... n c11-d9");
    let (status, told) = site.import("", &text);
    assert_eq!((status, &told["missing"]), (422, &json!("variant")));
    let (_, told) = site.import("?variant=metamachy", &text);
    let (mut page, analysis) = site.see(&told["id"]);
    assert!(
        analysis["start"].as_str().is_some_and(|fen| fen.starts_with("cm3qk3mc/")),
        "{analysis}"
    );
    assert_eq!(analysis["nodes"][1]["san"], "Nd9");
    let other = page.grow(1, &["p e10-e8"]);
    for (node, last) in [(0, "n c11-d9"), (2, "n c11-d9"), (other, "p e10-e8")] {
        page.send(json!({"type": "courier", "node": node}));
        let text = page.next_of("pgn")["text"].take();
        let lines = format!("\n{placed}\n1. P e3-e5 // so\n1... {last}\n// [Result \"*\"]\n");
        assert!(text.as_str().is_some_and(|text| text.ends_with(&lines)), "{text}");
    }
    page.send(json!({"type": "courier", "node": 99}));
    assert_eq!(page.refusal(), "stale");
    page.send(json!({"type": "grow", "node": 2, "moves": ["P e5-e6; Q-e7"]}));
    assert_eq!(page.refusal(), "illegal");
}

#[test]
fn a_line_is_annotated_while_the_page_is_loaded_again() {
    let site = Site::start(None);
    let mut page = site.page();
    let id = page.analyse("metamachy");
    let moves =
        ["a3a4", "a10a9", "b3b4", "b10b9", "c3c4", "c10c9", "d3d4", "d10d9", "e3e4", "e10e9"];
    let end = page.grow(0, &moves);
    let effort = json!({"kind": "nodes", "nodes": 50_000});
    page.send(json!({"type": "annotate", "node": end, "on": true, "effort": effort}));
    page.next_of("annotated");
    drop(page);
    let (mut page, _) = site.see(&id.into());
    let told = page.next_of("annotated");
    assert!(told["state"] != "over", "it goes on: {told}");
    while page.next_of("annotated")["state"] != "over" {}
}

#[test]
fn the_same_game_may_be_joined_again() {
    let site = Site::start(None);
    let mut page = site.page();
    let (id, _) = page.begin(two_people("metamachy"));
    for _ in 0..2 {
        page.send(json!({"type": "hello", "version": 1, "game": id}));
        assert_eq!(page.next_of("game")["id"], id.as_str());
    }
    page.until(|now| now["ply"] == 0);
    page.play(0, "e3e5");
    page.until(|now| now["ply"] == 1);
}

#[test]
fn lines_are_found_and_others_play_on() {
    let site = Site::start(None);
    let mut pages: Vec<Page> = (0..9).map(|_| site.page()).collect();
    for page in &mut pages {
        page.analyse("metamachy");
        page.send(json!({"type": "search", "node": 0, "lines": 2}));
    }
    for page in &mut pages {
        loop {
            let told = page.next_of("lines");
            let lines = told["lines"].as_array().expect("lines");
            if let [line, _] = &lines[..] {
                assert_eq!(line["arrows"].as_array().map(Vec::len), Some(1));
                let share = line["eval"]["share"].as_f64().expect("a share");
                assert!((0.0..=1.0).contains(&share));
                break;
            }
        }
    }
    let mut other = site.page();
    other.begin(config("metamachy"));
    other.play(0, "e3e5");
    other.until(|now| now["ply"] == 2);
}

#[test]
fn texts_become_analyses() {
    let site = Site::start(None);
    let (status, told) = site.import("", GAME);
    assert_eq!(status, 200, "{told}");
    let (mut page, analysis) = site.see(&told["id"]);
    assert_eq!((&analysis["comment"], &analysis["left_out"]), (&json!("first"), &json!([])));
    assert!(analysis["tags"].as_array().expect("tags").contains(&json!(["White", "A"])));
    page.send(json!({"type": "pgn"}));
    let pgn = page.next_of("pgn")["text"].take();
    let moves = "{first} 1. e5 e8 (1... d8 {why} 2. Nb4) 2. d5 1/2-1/2\n";
    assert!(pgn.as_str().expect("a text").ends_with(moves), "{pgn}");
    let (status, told) = site.import("", &format!("{GAME}\n{GAME}"));
    assert_eq!((status, told["games"].as_array().map(Vec::len)), (200, Some(2)));
    assert_eq!((&told["games"][1]["turns"], &told["of"]), (&json!(3), &json!(2)));
    let (_, told) = site.import("", &"1. e5 *\n".repeat(2500));
    let listed = told["games"].as_array().map(Vec::len);
    assert_eq!(
        (listed, &told["of"]),
        (Some(2000), &json!(2500)),
        "the number of games is reported"
    );
    assert_eq!(site.import("?game=2", &format!("{GAME}\n{GAME}")).0, 200);
    let fen = "k11/12/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1";
    let (status, told) = site.import("?variant=metamachy", fen);
    assert_eq!(status, 200);
    assert_eq!(site.see(&told["id"]).1["start"], fen);
}

#[test]
fn texts_that_are_none_are_refused_with_the_place() {
    let site = Site::start(None);
    for (query, text, words) in [
        ("", "", "nothing in it"),
        ("", "k11/12/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1", "of which game"),
        ("?variant=nosuch", GAME, "no such game"),
        ("?variant=metamachy", "k/5/5/5/5/5/5/5 w - - 0 1", "FEN of Metamachy"),
        ("", "1. e4 *", "no Variant tag"),
        ("", "[Variant \"metamachy\"]\n\n1. e5 e7 *", "line 3: move 1..."),
        ("", "[Variant \"metamachy\"]\n\n1. e5 {open", "line 3: the comment"),
        ("", "\n \n[Variant \"metamachy\"]\n\n1. e5 e7 *", "line 5: move 1..."),
        ("?game=9", GAME, "no game 9"),
    ] {
        let (status, told) = site.import(query, text);
        let said = told["text"].as_str().unwrap_or("");
        assert!(status == 422 && said.contains(words), "{text}: {status} {told}");
    }
    let foreign = site.get("/import", &[("Origin", "http://evil.example")]);
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
}

#[test]
fn enormous_texts_disturb_nobody() {
    let site = Site::start(None);
    let mut neighbour = site.page();
    neighbour.begin(two_people("metamachy"));
    let head = "[Variant \"metamachy\"]\n\n";
    let long = "Nb4 Nb9 Nc2 Nc11 ".repeat(2000);
    let (status, told) = site.import("", &format!("{head}{long}*"));
    assert!(
        status == 422 && told["text"].as_str().unwrap_or("").contains("moves"),
        "{status} {told}"
    );
    let talk = format!("{head}1. e5 {}*", "{x}".repeat(400_000));
    assert_eq!(site.import("", &talk).0, 200, "it is cut");
    let deep = format!("{head}1. e5 {}{} *", "(1. d5 ".repeat(50_000), ")".repeat(50_000));
    assert_eq!(site.import("", &deep).0, 200);
    let (status, _) = site.import("", &"x".repeat(5 << 20));
    assert!(status == 413 || status == 0, "{status}");
    neighbour.play(0, "e3e5");
    neighbour.until(|now| now["ply"] == 1);
}

#[test]
fn positions_are_checked() {
    let site = Site::start(None);
    let mut page = site.page();
    let mut check = |variant: &str, fen: &str| {
        page.send(json!({"type": "check", "variant": variant, "fen": fen}));
        let told = page.next();
        assert_eq!(told["asked"], fen);
        told
    };
    let fen = "k11/12/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1";
    assert_eq!(check("metamachy", fen)["fen"], fen);
    let told = check("metamachy", "k11/12/12/12/12/12/12/12/12/12/12/K11 w Kk - x 1");
    let problems = told["problems"].as_array().expect("problems");
    assert_eq!((problems.len(), &problems[0]["squares"]), (3, &json!(["a1"])));
    let told = check(
        "chieftain",
        &dhow::variant::find("chieftain").expect("a game").start.replace("- -", "K -"),
    );
    assert_eq!(told["problems"].as_array().map(Vec::len), Some(1));
    check("metamachy", &"k".repeat(50_000));
    page.send(json!({"type": "check", "variant": "nosuch", "fen": fen}));
    assert_eq!(page.refusal(), "config");
}

#[test]
fn games_are_listed_and_deleted() {
    let site = Site::start(Some(folder("kept")));
    let mut page = site.page();
    let (id, _) = page.begin(two_people("maasai"));
    page.play(0, "e4e6");
    page.until(|now| now["ply"] == 1);
    let list = site.get("/kept.json", &[]);
    assert!(
        list.contains(&id) && list.contains("\"moves\":1") && list.contains("Maasai"),
        "{list}"
    );
    let delete = |id: &str| {
        let mut stream = site.connect();
        let host = &site.address;
        write!(stream, "DELETE /kept/{id} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .expect("a listener");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer[9..12].to_string()
    };
    assert_eq!(delete(&id), "409", "somebody looks at it");
    assert_eq!(delete("../x"), "405", "nothing there can be deleted");
    assert_eq!(delete("nosuch"), "409");
    drop(page);
    let patience = std::time::Instant::now() + super::PATIENCE;
    while delete(&id) != "200" {
        assert!(std::time::Instant::now() < patience, "the page is gone");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(!site.get("/kept.json", &[]).contains(&id));
}

/// The answer names what is missing, so that the page can ask for it.
#[test]
fn a_text_that_does_not_say_its_game_asks_for_it() {
    let site = Site::start(None);
    let moves = "1. e4 {\u{feff}so} e5 2. Nf3 *";
    for text in
        ["\u{feff}1. e4 e5 *", moves, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kqKQ - 0 0"]
    {
        let (status, answer) = site.import("", text);
        assert_eq!((status, &answer["missing"]), (422, &json!("variant")), "{answer}");
        assert!(answer["text"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
        let (status, answer) = site.import("?variant=chess", text);
        assert_eq!(status, 200, "{answer}");
        let (_page, analysis) = site.see(&answer["id"]);
        assert_eq!(analysis["variant"], "chess");
    }
    let (status, answer) = site.import("", "[Variant \"Standard\"]\n\n1. e4 *");
    assert_eq!(status, 200, "{answer}");
    for text in ["[Variant \"Atomic\"]\n\n1. e4 *", "[Variant \"chess\"]\n\n1. e5 *", ""] {
        let (status, answer) = site.import("", text);
        assert_eq!((status, &answer["missing"]), (422, &Value::Null), "{answer}");
    }
    let two = format!("{moves}\n\n{moves}");
    assert_eq!(site.import("", &two).1["of"], 2);
    assert_eq!(site.import("?game=2", &two).1["missing"], "variant");
    assert_eq!(site.import("?game=2&variant=chess", &two).0, 200);
}
