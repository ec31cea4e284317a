//! Games that outlive their pages and the program.

use super::{Site, config, folder, two_people};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// The moves of a game that a new page sees.
fn moves(site: &Site, id: &str) -> Vec<String> {
    let mut page = site.page();
    page.send(json!({"type": "hello", "version": 1, "game": id}));
    assert_eq!(page.next_of("game")["id"], id);
    let add = page.next_of("update")["add"].take();
    let text = |mv: &Value| mv["text"].as_str().expect("a move").to_string();
    add.as_array().expect("moves").iter().map(text).collect()
}

#[test]
fn a_page_that_is_loaded_again_sees_the_same_game() {
    let site = Site::start(None);
    let mut page = site.page();
    let (id, _) = page.begin(two_people("mini-chieftain"));
    page.play(0, "b2c4");
    page.until(|now| now["ply"] == 1);
    let mut other = site.page();
    other.send(json!({"type": "hello", "version": 1, "game": id}));
    other.until(|now| now["ply"] == 1);
    page.play(1, "g2f4");
    other.until(|now| now["ply"] == 2);
    drop((page, other));
    assert_eq!(moves(&site, &id), ["b2c4", "g2f4"]);
}

#[test]
fn a_game_survives_the_end_of_the_program() {
    let folder = folder("restart");
    let site = Site::start(Some(folder.clone()));
    let mut page = site.page();
    let (id, _) = page.begin(config("metamachy"));
    page.play(0, "e3e5");
    page.until(|now| now["ply"] == 2);
    drop(site);
    assert!(page.hear().is_none() || page.hear().is_none(), "the page is told");
    let site = Site::start(Some(folder.clone()));
    let kept = moves(&site, &id);
    assert_eq!((kept.len(), kept[0].as_str()), (2, "e3e5"));
    drop(site);
    let file = folder.join(format!("{id}.json"));
    let text = std::fs::read_to_string(&file).expect("a game");
    std::fs::write(&file, text.replace("e3e5", "e3e9")).expect("space");
    let site = Site::start(Some(folder));
    let mut page = site.page();
    for unknown in [id.as_str(), "../secret", "00000000000000000000000000000000"] {
        page.send(json!({"type": "hello", "version": 1, "game": unknown}));
        assert_eq!(page.refusal(), "no_game", "{unknown}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_program() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .args(["web", "--no-open", "--port", "0", "--hash", "1", "--games"])
        .arg(folder("interrupt"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut url = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut url).expect("an address");
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    let id = child.id().to_string();
    let told = Command::new("kill").args(["-INT", &id]).status().expect("kill");
    assert!(told.success());
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}
