//! Games from pasted texts.

use super::{Site, folder, two_people};
use serde_json::Value;

const DIAGRAM: &str = "satellite=few iron=2\npawn::::a2-h2\n<img src=x onerror=alert(1)>rook::::a1\n\
                       king::K::e1\npromoChoice=R\n";

/// The content of the answer to a request.
fn json(answer: &str) -> Value {
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).unwrap_or_default()
}

#[test]
fn pasted_games_are_played_and_kept() {
    let folder = folder("pasted");
    let site = Site::start(Some(folder.clone()));
    let (status, told) = site.post("/games", DIAGRAM);
    assert_eq!((status, &told["games"][0]), (200, &"few".into()), "{told}");
    assert_eq!(told["notes"][0]["line"], 1);
    let listed = |site: &Site| json(&site.get("/games", &[])).to_string();
    assert!(listed(&site).contains("\"few\""));
    let described = json(&site.get("/games/few", &[]));
    assert!(described["pieces"].as_array().is_some_and(|pieces| pieces.len() == 3), "{described}");
    let mut page = site.page();
    page.begin(two_people("few"));
    page.play(0, "a2a4");
    drop(page);
    drop(site);
    let site = Site::start(Some(folder));
    assert!(listed(&site).contains("\"few\""), "it is kept");
    assert_eq!(site.post("/games", DIAGRAM).1["games"][0], "few", "it is the same");
    let other = DIAGRAM.replace("a1", "b1");
    assert_eq!(site.post("/games", &other).1["games"][0], "few-2");
}

#[test]
fn mistakes_of_pasted_texts_are_told_with_their_lines() {
    let site = Site::start(None);
    for (text, line, words) in [
        ("", 1, "no games"),
        (&DIAGRAM.replace("iron", "morph")[..], 1, "`morph`"),
        (&DIAGRAM.replace("::e1", "::e9")[..], 4, "`e9` is not a square of the board"),
        ("[a]\nx = 1\n", 2, "unknown key"),
        ("[metamachy]\n", 1, "built-in"),
        ("[chess]\ncastling = false\n", 1, "another game"),
    ] {
        let (status, told) = site.post("/games", text);
        let first = &told["mistakes"][0];
        assert_eq!((status, first["line"].as_u64()), (422, Some(line)), "{text}: {told}");
        assert!(first["text"].as_str().is_some_and(|text| text.contains(words)), "{told}");
    }
    assert_eq!(site.post("/games", &"x".repeat(2 << 20)).0, 413);
    let foreign = site.get("/games", &[("Origin", "http://evil.example")]);
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
}
