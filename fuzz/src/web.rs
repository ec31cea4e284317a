//! Pages of `dhow web` in this process.

use crate::session::is_cheap;
use dhow::pgn;
use dhow::variant::VARIANTS;
use dhow::web::Local;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// How long an answer may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// The greatest number in a message: milliseconds, nodes, moves.
const MOST: u64 = 300;
/// The greatest depth of a search in a message: the time does not limit a depth.
const DEEPEST: u64 = 3;

/// Beginnings and parts of messages.
pub const WORDS: &[&str] = &[
    r#"{"type":"new","config":{"variant":"metamachy","white":"person","black":"person","pace":{"kind":"nodes","nodes":9}}}"#,
    r#"{"type":"new","config":{"variant":"mini-chieftain","white":"person","black":"engine","black_level":1,"pace":{"kind":"turn","ms":9}}}"#,
    r#"{"type":"new","config":{"variant":"maasai","setup":"random","white":"person","white_name":"Zheng He","black":"engine","black_level":2,"pace":{"kind":"clock","base_ms":99,"increment_ms":1}}}"#,
    r#"{"type":"study","of":{"position":{"variant":"metamachy"}}}"#,
    r#"{"type":"study","of":{"position":{"variant":"mini-chieftain","options":[]}}}"#,
    r#"{"type":"study","of":{"position":{"variant":"metamachy","fen":"5k6/12/12/12/12/3q8/12/12/12/12/3Q8/5K6 w - - 0 1"}}}"#,
    r#"{"type":"move","ply":0,"text":"e3e5"}"#,
    r#"{"type":"move","ply":0,"text":"b2c4"}"#,
    r#"{"type":"move","ply":1,"text":"end"}"#,
    r#"{"type":"undo"}"#,
    r#"{"type":"resign"}"#,
    r#"{"type":"pause","on":true}"#,
    r#"{"type":"pause","on":false}"#,
    r#"{"type":"inspect","ply":0,"square":"b1"}"#,
    r#"{"type":"pgn"}"#,
    r#"{"type":"check","variant":"maasai","options":[],"fen":"12/12 w K e3 0 1"}"#,
    r#"{"type":"grow","node":0,"moves":["e3e5","e10e8"]}"#,
    r#"{"type":"grow","node":0,"moves":["b2c4","end","b11c9"]}"#,
    r#"{"type":"grow","node":1,"moves":["d10d8"]}"#,
    r#"{"type":"grow","node":0,"moves":["d2d7","f12f11"]}"#,
    r#"{"type":"grow","node":0,"moves":["f1g1","d7d2"]}"#,
    r#"{"type":"look","node":1}"#,
    r#"{"type":"prune","node":2}"#,
    r#"{"type":"restore"}"#,
    r#"{"type":"promote","node":3}"#,
    r#"{"type":"comment","node":1,"text":"} [%eval 1.5] {x} ; (1. e4) \\ \u0000 $4"}"#,
    r#"{"type":"comment","node":0,"text":"Average loss of winning chances:"}"#,
    r#"{"type":"search","node":0,"lines":3}"#,
    r#"{"type":"search","node":1,"lines":0}"#,
    r#"{"type":"annotate","node":0,"on":true,"effort":{"kind":"nodes","nodes":50}}"#,
    r#"{"type":"annotate","node":1,"on":true,"effort":{"kind":"depth","depth":1}}"#,
    r#"{"type":"annotate","node":0,"on":false}"#,
    r#"{"type":"hello","version":1}"#,
    r#"{"type":"hello","version":2}"#,
    r#""node":"#,
    r#""moves":["#,
    r#","#,
    r#"}"#,
];

/// A page, and a folder for its games.
pub struct Page {
    folder: PathBuf,
    page: Local,
    /// The id of the game that it shows.
    id: Option<String>,
    dialogue: String,
}

impl Page {
    /// A page that has been welcomed.
    pub fn open() -> Self {
        let folder = std::env::temp_dir().join(format!("dhow-fuzz-web-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Self::welcomed(folder)
    }

    fn welcomed(folder: PathBuf) -> Self {
        let page = Local::new(VARIANTS.clone(), Some(folder.clone())).expect("a folder");
        let mut page = Self { folder, page, id: None, dialogue: String::new() };
        page.send(&json!({"type": "hello", "version": 1}).to_string());
        page.until(&["welcome"]);
        page
    }

    /// Sends a line, unless its request could take long.
    pub fn tell(&mut self, line: &[u8]) {
        let Ok(text) = std::str::from_utf8(line) else { return };
        let most = if text.contains("depth") { DEEPEST } else { MOST };
        if is_cheap(text, most) {
            self.send(text);
            while let Some(answer) = self.page.hear(Duration::ZERO) {
                self.note(&answer);
            }
        }
    }

    /// Ends the page. Its game must be readable, now and from the disk.
    pub fn end(mut self) {
        self.send(&json!({"type": "hello", "version": 1}).to_string());
        self.until(&["welcome"]);
        let Some(id) = self.id.clone() else { return };
        // Nothing changes any more: no engine plays, and no annotation runs.
        let hello = json!({"type": "hello", "version": 1, "game": id}).to_string();
        self.send(&hello);
        self.until(&["update", "study"]);
        self.send(&json!({"type": "pause", "on": true}).to_string());
        self.until(&["update", "error"]);
        self.send(&json!({"type": "annotate", "node": 0, "on": false}).to_string());
        let before = self.pgn();
        let Self { folder, page, dialogue, .. } = self;
        drop(page);
        let mut again = Self::welcomed(folder.clone());
        again.dialogue = dialogue + "-- again\n" + &again.dialogue;
        again.send(&hello);
        let found = again.until(&["update", "study", "error"]);
        if found["type"] == "error" {
            // An analysis without moves or comments is not saved.
            let said = before.lines().skip_while(|line| !line.is_empty()).collect::<Vec<_>>();
            assert_eq!(
                (said, &found["code"]),
                (vec!["", "*"], &json!("no_game")),
                "{}",
                again.dialogue
            );
        } else {
            let after = again.pgn();
            assert_eq!(before, after, "{}", again.dialogue);
        }
        drop(again);
        let _ = fs::remove_dir_all(folder);
    }

    /// The PGN of the page's game, which must be that of a legal game.
    fn pgn(&mut self) -> String {
        self.send(&json!({"type": "pgn"}).to_string());
        let told = self.until(&["pgn"]);
        let text = told["text"].as_str().expect("a text").to_string();
        if let Err(error) = pgn::check(&text, &VARIANTS) {
            panic!("{error}\n{text}\n{}", self.dialogue);
        }
        text
    }

    fn send(&mut self, text: &str) {
        self.dialogue += &format!("> {text}\n");
        self.page.tell(text);
    }

    fn note(&mut self, answer: &str) -> Value {
        let told: Value = serde_json::from_str(answer).expect("answers are JSON");
        self.dialogue += &format!("< {}\n", answer.chars().take(300).collect::<String>());
        if ["game", "study"].iter().any(|kind| told["type"] == *kind) {
            self.id = told["id"].as_str().map(Into::into);
        }
        told
    }

    /// Receives answers up to one of these kinds, which must come.
    fn until(&mut self, kinds: &[&str]) -> Value {
        loop {
            let Some(answer) = self.page.hear(PATIENCE) else {
                panic!("no {kinds:?}\n{}", self.dialogue);
            };
            let told = self.note(&answer);
            if kinds.iter().any(|kind| told["type"] == *kind) {
                return told;
            }
        }
    }
}
