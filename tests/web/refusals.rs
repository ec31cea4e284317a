//! The sender of an invalid message gets an error, and nobody else is disturbed.

use super::{Page, Site, config, two_people};
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use tungstenite::Message;

/// A page with a game, which must work whatever others do.
struct Neighbour(Page);

impl Neighbour {
    fn of(site: &Site) -> Self {
        let mut page = site.page();
        page.begin(two_people("metamachy"));
        Self(page)
    }

    fn plays_on(mut self) {
        self.0.play(0, "e3e5");
        assert_eq!(self.0.until(|now| now["ply"] == 1)["side"], "black");
    }
}

#[test]
fn messages_that_are_none() {
    let site = Site::start(None);
    let neighbour = Neighbour::of(&site);
    let mut page = site.try_page(None).expect("programs that are no browsers may come");
    page.send(json!({"type": "undo"}));
    assert_eq!(page.refusal(), "malformed", "before hello");
    page.send(json!({"type": "hello", "version": 1}));
    page.next_of("welcome");
    for text in
        ["", "{", "[]", "null", "{\"type\":\"nosuch\"}", "{\"type\":\"undo\",\"x\":1}", "\u{0}"]
    {
        page.say(text);
        assert_eq!(page.refusal(), "malformed", "{text}");
    }
    page.socket.send(Message::binary(vec![1, 2, 3])).expect("a connection");
    assert_eq!(page.refusal(), "malformed");
    page.send(json!({"type": "undo"}));
    assert_eq!(page.refusal(), "no_game");
    page.say(&"[".repeat(50_000));
    assert_eq!(page.refusal(), "malformed", "deep");
    page.say(&"x".repeat(100_000));
    assert_eq!(page.refusal(), "too_long");
    page.send(json!({"type": "hello", "version": 2}));
    assert_eq!(page.refusal(), "version");
    assert!(page.hear().is_none());
    neighbour.plays_on();
}

#[test]
fn enormous_messages_end_the_connection() {
    let site = Site::start(None);
    let neighbour = Neighbour::of(&site);
    let mut page = site.page();
    // The connection may end while the message is sent.
    let _ = page.socket.send(Message::text("x".repeat(4 << 20)));
    assert!(page.hear().is_none());
    neighbour.plays_on();
}

/// A frame of a client, with a mask of zeros.
fn frame(first: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len()).expect("a short frame").to_be_bytes();
    [&[first, 0x80 | 126][..], &length, &[0; 4], content].concat()
}

#[test]
fn frames_that_are_none_end_the_connection_with_the_reason() {
    let site = Site::start(None);
    let neighbour = Neighbour::of(&site);
    let enormous = [&[0x81, 0x80 | 127][..], &(1u64 << 40).to_be_bytes(), &[0; 4]].concat();
    for (bytes, code, what) in [
        (frame(0x83, b"x"), 1002, "an operation that is not known"),
        (frame(0xc1, b"x"), 1002, "a bit that is reserved"),
        (frame(0x80, b"x"), 1002, "a continuation of nothing"),
        (frame(0x81, b"\xff\xfe"), 1007, "no UTF-8"),
        (enormous, 1009, "too long"),
    ] {
        let mut page = site.page();
        page.socket.get_mut().write_all(&bytes).expect("a connection");
        assert_eq!(page.closed(), Some(code), "{what}");
    }
    neighbour.plays_on();
}

#[test]
fn messages_without_words_are_counted() {
    let site = Site::start(None);
    let neighbour = Neighbour::of(&site);
    for message in [Message::Ping(Vec::new().into()), Message::Pong(Vec::new().into())] {
        let mut page = site.page();
        for _ in 0..500 {
            if page.socket.send(message.clone()).is_err() {
                break;
            }
        }
        let _ = page.socket.send(Message::text("{\"type\":\"undo\"}"));
        while let Some(answer) = page.hear() {
            assert_eq!(answer["code"], "too_fast", "nothing is heard any more");
        }
    }
    neighbour.plays_on();
}

#[test]
fn moves_and_games_that_cannot_be() {
    let site = Site::start(None);
    let neighbour = Neighbour::of(&site);
    let mut page = site.page();
    page.begin(config("metamachy"));
    for (ply, text, code) in [
        (0, "e3e9", "illegal"),
        (0, "e10e8", "illegal"),
        (0, "", "illegal"),
        (0, "end", "illegal"),
        (0, "zz99zz99", "illegal"),
        (7, "e3e5", "stale"),
    ] {
        page.play(ply, text);
        assert_eq!(page.refusal(), code, "{text}");
        assert_eq!(page.until(|_| true)["ply"], 0);
    }
    page.send(json!({"type": "undo"}));
    assert_eq!(page.refusal(), "stale");
    for (ply, square) in [(0, "e7"), (0, "z99"), (9, "e3")] {
        page.send(json!({"type": "inspect", "ply": ply, "square": square}));
        assert_eq!(page.refusal(), "stale", "{square}");
    }
    let with = |key: &str, value: serde_json::Value| {
        let mut game = config("metamachy");
        game[key] = value;
        game
    };
    for game in [
        with("variant", "nosuch".into()),
        with("options", json!(["exchange"])),
        with("setup", "é".into()),
        with("fen", "8/8 w".into()),
        with("fen", "1".repeat(50_000).into()),
        with("fen", "k".repeat(1_900).into()),
        with("pace", json!({"kind": "turn", "ms": 0})),
        with("pace", json!({"kind": "nodes", "nodes": 0})),
        with("pace", json!({"kind": "nodes", "nodes": u32::MAX})),
        with("pace", json!({"kind": "clock", "base_ms": 4_000_000_000u32, "increment_ms": 0})),
    ] {
        page.send(json!({"type": "new", "config": game}));
        assert_eq!(page.refusal(), "config", "{game}");
    }
    neighbour.plays_on();
}

#[test]
fn foreign_names_and_pages() {
    let site = Site::start(None);
    let port = site.address.rsplit(':').next().expect("a port");
    assert!(site.get("/", &[]).starts_with("HTTP/1.1 200"));
    assert!(site.get("/", &[("Host", &format!("localhost:{port}"))]).starts_with("HTTP/1.1 200"));
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", ""] {
        let answer = site.get("/", &[("Host", host)]);
        assert!(!answer.starts_with("HTTP/1.1 200"), "{host}: {answer}");
    }
    for origin in ["http://evil.example", "null", &format!("http://evil.example:{port}")] {
        let answer = site.get("/games", &[("Origin", origin)]);
        assert!(answer.starts_with("HTTP/1.1 403"), "{origin}: {answer}");
        let refused = site.try_page(Some(origin)).err().expect("a refusal");
        assert!(refused.contains("403"), "{refused}");
    }
    let answer = site.get("/games", &[("Origin", "http://127.0.0.1"), ("Origin", "null")]);
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}

#[test]
fn other_machines_must_know_the_secret() {
    let site = Site::listen([0, 0, 0, 0], None);
    let token = site.token.clone().expect("a secret");
    assert!(site.get("/", &[]).starts_with("HTTP/1.1 401"));
    assert!(site.get("/?token=guess", &[]).starts_with("HTTP/1.1 401"));
    assert!(site.try_page(None).err().expect("a refusal").contains("401"));
    let answer = site.get(&format!("/?token={token}"), &[]);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("HttpOnly; SameSite=Strict"));
    let cookie = format!("other=1; dhow={token}");
    assert!(site.get("/games", &[("Cookie", &cookie)]).starts_with("HTTP/1.1 200"));
}

#[test]
fn files_and_their_headers() {
    let site = Site::start(None);
    let page = site.get("/", &[]);
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(page.contains(header), "{header}: {page}");
    }
    let tag =
        page.split("etag: ").nth(1).and_then(|rest| rest.split("\r\n").next()).expect("a tag");
    assert!(site.get("/", &[("If-None-Match", tag)]).starts_with("HTTP/1.1 304"));
    for (path, kind) in [
        ("/js/main.js", "text/javascript"),
        ("/style/board.css", "text/css"),
        ("/pieces.svg", "image/svg+xml"),
        ("/rules/maasai", "text/html"),
        ("/game/0123", "text/html"),
    ] {
        let answer = site.get(path, &[]);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(kind), "{path}: {answer}");
    }
    for path in ["/nosuch", "/games/nosuch", "/../Cargo.toml", "/js/", "/games/%2e%2e"] {
        assert!(site.get(path, &[]).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn a_flood_ends_for_the_one_who_sends_it() {
    let site = Site::start(None);
    let neighbour = Neighbour::of(&site);
    let mut page = site.page();
    // Messages after the end of the connection are lost.
    for _ in 0..500 {
        if page.socket.send(Message::text("{")).is_err() {
            break;
        }
    }
    let mut refused = 0;
    while page.hear().is_some() {
        refused += 1;
    }
    assert!(refused <= 200, "{refused} messages were read");
    neighbour.plays_on();
}

#[test]
fn more_pages_than_may_be() {
    let site = Site::start(None);
    let neighbour = Neighbour::of(&site);
    let mut pages = Vec::new();
    let refused = loop {
        match site.try_page(None) {
            Ok(page) => pages.push(page),
            Err(refused) => break refused,
        }
        assert!(pages.len() < 100);
    };
    assert!(refused.contains("503"), "{refused}");
    neighbour.plays_on();
    drop(pages);
}

#[test]
fn a_thousand_connections() {
    let site = Site::start(None);
    let neighbour = Neighbour::of(&site);
    let held: Vec<TcpStream> =
        (0..300).filter_map(|_| TcpStream::connect(&site.address).ok()).collect();
    let answer = site.get("/", &[]);
    assert!(answer.starts_with("HTTP/1.1 503") || answer.is_empty(), "{answer}");
    neighbour.plays_on();
    drop(held);
    for _ in 0..700 {
        drop(TcpStream::connect(&site.address));
    }
    // Pages that are gone make room within a moment.
    let patience = std::time::Instant::now() + super::PATIENCE;
    while !site.get("/", &[]).starts_with("HTTP/1.1 200") {
        assert!(std::time::Instant::now() < patience, "no room again");
    }
}

#[test]
fn more_games_than_may_be() {
    let site = Site::start(None);
    let game = || json!({"type": "new", "config": two_people("mini-chieftain")});
    let mut pages = Vec::new();
    let refused = loop {
        let mut page = site.page();
        page.send(game());
        let answer = page.next();
        if answer["type"] == "error" {
            break answer;
        }
        pages.push(page);
    };
    assert_eq!((&refused["code"], pages.len()), (&json!("full"), 32));
    // A game that nobody looks at makes room.
    drop(pages.pop());
    let patience = std::time::Instant::now() + super::PATIENCE;
    let mut page = site.page();
    loop {
        page.send(game());
        if page.next()["type"] == "game" {
            break;
        }
        assert!(std::time::Instant::now() < patience, "no room again");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[test]
fn who_does_not_read_stops_nobody() {
    let site = Site::start(None);
    let mut page = site.page();
    let mut game = config("mini-chieftain");
    game["white"] = "engine".into();
    game["pace"] = json!({"kind": "nodes", "nodes": 1});
    let (id, _) = page.begin(game);
    let mut deaf = site.page();
    deaf.send(json!({"type": "hello", "version": 1, "game": id}));
    page.until(|now| now["ply"].as_u64() >= Some(150) || !now["over"].is_null());
    drop(deaf);
}
