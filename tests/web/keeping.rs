//! Games that outlive their pages and the program.

use super::{Site, config, folder, two_people};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

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

/// The files of games, with the time of their last change.
fn files(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| {
        let path = entry.expect("an entry").path();
        let time = std::fs::metadata(&path).and_then(|about| about.modified()).expect("a time");
        (path, time)
    });
    entries.collect()
}

#[test]
fn what_holds_no_work_takes_no_place() {
    let folder = folder("empty");
    let site = Site::start(Some(folder.clone()));
    let mut page = site.page();
    page.begin(two_people("metamachy"));
    let study = json!({"type": "study", "of": {"position": {"variant": "maasai"}}});
    page.send(study.clone());
    page.next_of("study");
    page.send(json!({"type": "search", "node": 0, "lines": 1}));
    while page.next_of("lines")["depth"] == 0 {}
    drop((page, site));
    assert_eq!(files(&folder), []);
    let site = Site::start(Some(folder.clone()));
    let mut page = site.page();
    page.send(study);
    page.next_of("study");
    page.send(json!({"type": "comment", "node": 0, "text": "a thought"}));
    page.next_of("commented");
    drop((page, site));
    assert_eq!(files(&folder).len(), 1);
}

#[test]
fn who_looks_writes_nothing() {
    let folder = folder("looked");
    let site = Site::start(Some(folder.clone()));
    let mut page = site.page();
    let (game, _) = page.begin(two_people("metamachy"));
    page.play(0, "e3e5");
    page.until(|now| now["ply"] == 1);
    page.send(json!({"type": "study", "of": {"game": {"id": game}}}));
    let study = page.next_of("study")["id"].as_str().expect("an id").to_string();
    page.send(json!({"type": "comment", "node": 1, "text": "so"}));
    page.next_of("commented");
    drop((page, site));
    let before = files(&folder);
    assert_eq!(before.len(), 2);
    std::thread::sleep(std::time::Duration::from_millis(20));
    let site = Site::start(Some(folder.clone()));
    assert_eq!(moves(&site, &game), ["e3e5"]);
    let mut page = site.page();
    page.send(json!({"type": "hello", "version": 1, "game": study}));
    assert_eq!(page.next_of("study")["nodes"][0]["comment"], "so");
    drop((page, site));
    assert_eq!(files(&folder), before);
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
