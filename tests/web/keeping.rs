//! Games that outlive their pages and the process.

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
    assert!(page.hear().is_none() || page.hear().is_none(), "the page gets a message");
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

#[test]
fn a_move_is_on_the_disk_before_it_is_told() {
    let folder = folder("before");
    let site = Site::start(Some(folder.clone()));
    let mut page = site.page();
    let (id, _) = page.begin(two_people("metamachy"));
    let file = folder.join(format!("{id}.json"));
    let moves =
        ["a3a4", "a10a9", "b3b4", "b10b9", "c3c4", "c10c9", "d3d4", "d10d9", "e3e4", "e10e9"];
    for (ply, text) in moves.iter().enumerate() {
        page.play(ply, text);
        page.until(|now| now["ply"] == ply + 1);
        let text = std::fs::read_to_string(&file).expect("a game");
        let kept: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(kept["moves"].as_array().map(Vec::len), Some(ply + 1));
    }
    page.send(json!({"type": "analysis", "of": {"game": {"id": id}}}));
    let analysis = page.next_of("analysis")["id"].as_str().expect("an id").to_string();
    let file = folder.join(format!("{analysis}.json"));
    for number in 0..16 {
        page.send(json!({"type": "comment", "node": 1, "text": number.to_string()}));
        page.next_of("commented");
        let text = std::fs::read_to_string(&file).expect("an analysis");
        assert!(text.contains(&format!("\"comment\":\"{number}\"")), "{text}");
    }
}

#[test]
fn a_byte_that_has_changed_is_noticed() {
    let folder = folder("changed");
    let site = Site::start(Some(folder.clone()));
    let mut page = site.page();
    let (id, _) = page.begin(two_people("metamachy"));
    page.play(0, "e3e5");
    page.until(|now| now["ply"] == 1);
    drop(page);
    let text = std::fs::read_to_string(folder.join(format!("{id}.json"))).expect("a game");
    let other = "0".repeat(32);
    std::fs::write(folder.join(format!("{other}.json")), text.replace("e3e5", "e3e4"))
        .expect("space");
    let mut page = site.page();
    page.send(json!({"type": "hello", "version": 1, "game": other}));
    let error = page.next_of("error");
    let text = error["text"].as_str().expect("a sentence");
    assert!(error["code"] == "no_game" && text.contains("checksum"), "{text}");
    let list = site.get("/kept.json", &[]);
    assert!(list.contains("\"kind\":\"damaged\"") && list.contains(&id), "{list}");
}

/// The program with a folder, and the address that it prints, if any.
fn program(folder: &Path, flags: &[&str]) -> (std::process::Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .args(["web", "--no-open", "--hash", "1", "--games"])
        .arg(folder)
        .args(flags)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut url = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut url).expect("text");
    (child, url.trim().to_string())
}

#[cfg(unix)]
#[test]
fn a_folder_has_one_server_and_a_second_one_leads_there() {
    let folder = folder("two");
    let (mut first, url) = program(&folder, &["--port", "0"]);
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    let said = |child: std::process::Child| {
        let out = child.wait_with_output().expect("an end");
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    let (second, same) = program(&folder, &["--port", "0"]);
    assert_eq!(same, url);
    let (code, text) = said(second);
    assert!(code == Some(0) && text.contains("running already"), "{text}");
    // A second program with other settings reports the running server.
    for flags in [&["--port", "1"][..], &["--port", "0", "--listen", "0.0.0.0"]] {
        let (other, nothing) = program(&folder, flags);
        let (code, text) = said(other);
        let told = text.contains(&url) && text.contains("web-two") && text.contains("--games");
        assert!(nothing.is_empty() && code == Some(2) && told, "{flags:?}: {code:?} {text}");
    }
    // A killed server does not lock the folder.
    first.kill().expect("a process");
    first.wait().expect("an end");
    let (mut third, url) = program(&folder, &["--port", "0"]);
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    third.kill().expect("a process");
    third.wait().expect("an end");
}

#[cfg(unix)]
#[test]
fn games_that_cannot_be_written_are_told_at_the_end() {
    let folder = folder("unwritten");
    let (mut child, url) = program(&folder, &["--port", "0"]);
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut page = super::Page::at(address);
    page.begin(two_people("metamachy"));
    std::fs::remove_dir_all(&folder).expect("a folder");
    page.play(0, "e3e5");
    assert_eq!(page.next_of("kept")["ok"], false);
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().expect("kill");
    let mut text = String::new();
    let mut errors = child.stderr.take().expect("a pipe");
    std::io::Read::read_to_string(&mut errors, &mut text).expect("text");
    assert_eq!(child.wait().expect("an end").code(), Some(1));
    assert!(text.contains("a game could not be written"), "{text}");
}

/// The files of games, with the time of their last change.
fn files(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let entries = std::fs::read_dir(folder).expect("a folder").filter_map(|entry| {
        let path = entry.expect("an entry").path();
        // The server has files of its own in the folder while it runs.
        path.extension().filter(|ending| *ending == "json")?;
        let time = std::fs::metadata(&path).and_then(|about| about.modified()).expect("a time");
        Some((path, time))
    });
    entries.collect()
}

#[test]
fn what_holds_no_work_takes_no_place() {
    let folder = folder("empty");
    let site = Site::start(Some(folder.clone()));
    let mut page = site.page();
    page.begin(two_people("metamachy"));
    let analysis = json!({"type": "analysis", "of": {"position": {"variant": "maasai"}}});
    page.send(analysis.clone());
    page.next_of("analysis");
    page.send(json!({"type": "search", "node": 0, "lines": 1}));
    while page.next_of("lines")["depth"] == 0 {}
    drop((page, site));
    assert_eq!(files(&folder), []);
    let site = Site::start(Some(folder.clone()));
    let mut page = site.page();
    page.send(analysis);
    page.next_of("analysis");
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
    page.send(json!({"type": "analysis", "of": {"game": {"id": game}}}));
    let analysis = page.next_of("analysis")["id"].as_str().expect("an id").to_string();
    page.send(json!({"type": "comment", "node": 1, "text": "so"}));
    page.next_of("commented");
    drop((page, site));
    let before = files(&folder);
    assert_eq!(before.len(), 2);
    std::thread::sleep(std::time::Duration::from_millis(20));
    let site = Site::start(Some(folder.clone()));
    assert_eq!(moves(&site, &game), ["e3e5"]);
    let mut page = site.page();
    page.send(json!({"type": "hello", "version": 1, "game": analysis}));
    assert_eq!(page.next_of("analysis")["nodes"][0]["comment"], "so");
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
