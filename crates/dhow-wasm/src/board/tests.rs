use super::*;
use crate::thinker::Thinker;
use crate::wire::{EngineNews, EngineOrder, GameText, LimitsText, OrderTeam};
use dhow_engine::search::{Engine, Limits};
use dhow_rules::game::Game;
use serde_json::{Value, from_str};
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

/// A host: it stores nothing, and its engines answer at once.
struct TestHost {
    board: BoardHost,
    words: Arc<Mutex<VecDeque<BoardWord>>>,
    /// The messages in order: `keep`, `erase`, and the types of messages to pages.
    log: Vec<String>,
    told: Vec<Value>,
    kept: Vec<KeptText>,
    files: Vec<VariantsText>,
    answer: Option<(bool, String)>,
    /// Carries out orders; without it they wait.
    engine: Option<Thinker>,
    news: Arc<Mutex<Vec<EngineNews>>>,
    waiting: Vec<u64>,
    /// How many workers may carry out the orders so far.
    teams: Vec<OrderTeam>,
    stopped: Vec<u64>,
}

impl TestHost {
    fn new() -> Self {
        let words: Arc<Mutex<VecDeque<BoardWord>>> = Arc::default();
        let news: Arc<Mutex<Vec<EngineNews>>> = Arc::default();
        let (sink, heard) = (words.clone(), news.clone());
        let report = Arc::new(move |one| heard.lock().unwrap().push(one));
        Self {
            board: BoardHost::new(Arc::new(move |word| sink.lock().unwrap().push_back(word))),
            words,
            log: Vec::new(),
            told: Vec::new(),
            kept: Vec::new(),
            files: Vec::new(),
            answer: None,
            engine: Some(Thinker::new(Engine::with_hash(1), report, || false)),
            news,
            waiting: Vec::new(),
            teams: Vec::new(),
            stopped: Vec::new(),
        }
    }

    /// A call, and everything that follows from it.
    fn call(&mut self, call: Value) {
        self.board.hear(&call.to_string()).unwrap();
        while let Some(word) = { self.words.lock().unwrap().pop_front() } {
            match word {
                BoardWord::Tell { text, .. } => {
                    let message: Value = from_str(&text).unwrap();
                    self.log.push(message["type"].as_str().unwrap().into());
                    self.told.push(message);
                }
                BoardWord::Keep(game) => {
                    self.log.push("keep".into());
                    self.kept.push(game);
                }
                BoardWord::KeepVariants(file) => self.files.push(file),
                BoardWord::Erase { .. } => self.log.push("erase".into()),
                BoardWord::Order { number, team, order, .. } => {
                    self.teams.push(team);
                    self.order(number, &order);
                }
                BoardWord::Stop { order, .. } => self.stopped.push(order),
                BoardWord::Answer { ok, text, .. } => self.answer = Some((ok, text)),
                BoardWord::Dismiss { .. } => self.log.push("dismiss".into()),
                BoardWord::Dismissed { .. } | BoardWord::Wake { .. } => {}
            }
        }
    }

    fn order(&mut self, number: u64, order: &EngineOrder) {
        let Some(engine) = &mut self.engine else { return self.waiting.push(number) };
        engine.hear(&serde_json::to_string(order).unwrap());
        let news = std::mem::take(&mut *self.news.lock().unwrap());
        for one in news {
            assert!(!matches!(one, EngineNews::Wrong(_)), "{one:?}");
            self.call(json!({ "news": { "order": number, "news": one } }));
        }
        self.call(json!({ "over": { "order": number } }));
    }

    fn ask(&mut self, message: Value) {
        self.call(json!({ "page": { "page": 1, "text": message.to_string() } }));
    }

    fn question(&mut self, of: Value) -> (bool, String) {
        self.call(json!({ "ask": { "number": 1, "of": of } }));
        self.answer.take().unwrap()
    }

    fn begin(&mut self, config: Value) {
        self.ask(json!({ "type": "hello", "version": 1 }));
        self.ask(json!({ "type": "new", "config": config }));
    }

    fn last(&self, kind: &str) -> &Value {
        self.told.iter().rev().find(|message| message["type"] == kind).unwrap()
    }

    /// Calls the board again until the condition holds.
    fn until(&mut self, is: impl Fn(&Self) -> bool) {
        for _ in 0..1000 {
            if is(self) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
            self.call(json!({ "tick": {} }));
        }
        panic!("{:?}", self.log);
    }
}

fn config(variant: &str, black: &str) -> Value {
    json!({ "variant": variant, "white": "person", "black": black, "pace": { "kind": "nodes", "nodes": 500 } })
}

#[test]
fn a_game_is_played_and_stored_before_the_page_hears_of_it() {
    let mut host = TestHost::new();
    host.begin(config("metamachy", "engine"));
    assert_eq!(host.log, ["welcome", "game", "update"]);
    host.log.clear();
    host.ask(json!({ "type": "move", "ply": 0, "text": "e3e5" }));
    assert_eq!(host.log[..2], ["keep", "update"]);
    assert_eq!(host.last("update")["now"]["ply"], 2);
    assert_eq!(host.kept.len(), 2);
    assert_eq!(host.log.iter().rposition(|one| one == "keep"), Some(host.log.len() - 2));
    // Another board receives what was stored.
    let mut other = TestHost::new();
    other.call(json!({ "hold": host.kept[1] }));
    other.ask(json!({ "type": "hello", "version": 1, "game": host.kept[1].id }));
    assert_eq!(other.last("update")["now"]["ply"], 2);
    assert!(other.kept.is_empty());
    let (ok, list) = other.question(json!({ "kept": {} }));
    assert!(ok && list.contains(&host.kept[1].id), "{list}");
}

#[test]
fn a_search_that_is_cut_off_plays_its_best_turn() {
    let mut host = TestHost::new();
    host.engine = None;
    host.begin(config("mini-chieftain", "engine"));
    host.ask(json!({ "type": "move", "ply": 0, "text": "b2c4" }));
    host.ask(json!({ "type": "move", "ply": 1, "text": "end" }));
    let line = json!({ "line": { "depth": 1, "selective_depth": 1, "rank": 1, "score": 5, "bound": "exact", "nodes": 9,
        "time": { "secs": 0, "nanos": 0 }, "hash_full": 0, "pv": ["b11c9", "end"] } });
    host.call(json!({ "news": { "order": 1, "news": line } }));
    host.call(json!({ "over": { "order": 1 } }));
    let update = host.last("update");
    assert_eq!(update["add"][0]["text"], "b11c9", "{update}");
    assert_eq!(update["now"]["ply"], 4);
    // A message that comes too late, or about an order that does not exist, changes nothing.
    host.call(json!({ "over": { "order": 1 } }));
    host.call(json!({ "over": { "order": 77 } }));
    assert_eq!(host.last("update")["now"]["ply"], 4);
}

#[test]
fn a_turn_taken_back_stops_the_engine() {
    let mut host = TestHost::new();
    host.engine = None;
    host.begin(config("metamachy", "engine"));
    host.ask(json!({ "type": "move", "ply": 0, "text": "e3e5" }));
    host.ask(json!({ "type": "undo" }));
    assert_eq!(host.stopped, [1]);
    host.call(json!({ "over": { "order": 1 } }));
    assert_eq!(host.last("update")["now"]["ply"], 0);
}

#[test]
fn a_line_is_analysed_and_annotated() {
    let mut host = TestHost::new();
    let text = "[Variant \"metamachy\"]\n\n1. e5 e8 2. d5 *";
    let (ok, told) = host.question(json!({ "import": { "text": text } }));
    let id = from_str::<Value>(&told).unwrap()["id"].as_str().unwrap().to_string();
    assert!(ok && host.kept[0].id == id);
    host.ask(json!({ "type": "hello", "version": 1, "game": id }));
    let effort = json!({ "kind": "nodes", "nodes": 200 });
    host.ask(json!({ "type": "annotate", "node": 3, "on": true, "effort": effort }));
    host.until(|host| host.last("annotated")["state"] == "over");
    assert!(host.last("annotated")["tallies"][0]["turns"] == 2, "{}", host.last("annotated"));
    // Also where a turn has several moves.
    let text = "[Variant \"mini-chieftain\"]\n\n1. b2c4,g2f4 b11c9 *";
    let (_, told) = host.question(json!({ "import": { "text": text } }));
    let leaders = from_str::<Value>(&told).unwrap()["id"].as_str().unwrap().to_string();
    host.ask(json!({ "type": "hello", "version": 1, "game": leaders }));
    host.ask(json!({ "type": "annotate", "node": 4, "on": true, "effort": effort }));
    host.until(|host| host.last("annotated")["state"] == "over");
    assert!(host.last("annotated")["tallies"][1]["turns"] == 1, "{}", host.last("annotated"));
    host.ask(json!({ "type": "hello", "version": 1, "game": id }));
    host.engine = None;
    host.ask(json!({ "type": "annotate", "node": 3, "on": true, "effort": effort }));
    host.ask(json!({ "type": "annotate", "node": 3, "on": false }));
    assert_eq!(host.stopped, host.waiting);
    let (ok, told) = host.question(json!({ "import": { "text": "1. e4 *" } }));
    assert!(!ok && told.contains("\"missing\":\"variant\""), "{told}");
}

#[test]
fn a_pasted_game_is_played_by_an_engine() {
    const DIAGRAM: &str = "iron=2\npawn::::a2-h2\nrook::::a1\nking::::e1\npromoChoice=R\n";
    let mut host = TestHost::new();
    let (ok, told) = host.question(json!({ "paste": { "text": DIAGRAM } }));
    assert!(ok && told.starts_with("{\"games\":[\"diagram\"]"), "{told}");
    host.begin(config("diagram", "engine"));
    host.ask(json!({ "type": "move", "ply": 0, "text": "a2a3" }));
    assert_eq!(host.last("update")["now"]["ply"], 2);
    let mut other = TestHost::new();
    other.call(json!({ "hold_variants": host.files[0] }));
    assert!(other.question(json!({ "games": {} })).1.contains("\"diagram\""));
    assert!(other.question(json!({ "game": { "id": "diagram" } })).0);
    let (ok, told) = other.question(json!({ "paste": { "text": "[a]\nx = 1\n" } }));
    assert!(!ok && told.contains("mistakes"), "{told}");
}

#[test]
fn what_cannot_be_stored_is_said_to_be() {
    let mut host = TestHost::new();
    host.begin(config("metamachy", "person"));
    host.ask(json!({ "type": "move", "ply": 0, "text": "e3e5" }));
    let id = host.kept[0].id.clone();
    host.call(json!({ "unkept": { "id": id, "why": "the disk is full" } }));
    assert_eq!(host.last("kept")["text"], "the game cannot be kept: the disk is full");
    host.log.clear();
    host.ask(json!({ "type": "move", "ply": 1, "text": "e10e8" }));
    assert_eq!(host.log, ["keep", "update"], "it is tried again");
    host.call(json!({ "kept": {} }));
    host.ask(json!({ "type": "move", "ply": 2, "text": "d3d5" }));
    assert_eq!(host.last("kept")["text"], "the game is kept again");
}

#[test]
fn everything_is_moved_in_one_text() {
    let mut host = TestHost::new();
    host.begin(config("metamachy", "person"));
    host.ask(json!({ "type": "move", "ply": 0, "text": "e3e5" }));
    let (_, backup) = host.question(json!({ "backup": {} }));
    let mut other = TestHost::new();
    let restored = |told: (bool, String)| from_str::<Value>(&told.1).unwrap()["games"].clone();
    let told = other.question(json!({ "restore": { "text": backup } }));
    assert_eq!(restored(told), json!({ "added": 1, "known": 0, "refused": 0 }));
    assert_eq!(other.kept, host.kept);
    let told = other.question(json!({ "restore": { "text": backup } }));
    assert_eq!(restored(told), json!({ "added": 0, "known": 1, "refused": 0 }));
    // A game that was changed since the backup is not overwritten.
    host.ask(json!({ "type": "move", "ply": 1, "text": "e10e8" }));
    let told = host.question(json!({ "restore": { "text": backup } }));
    assert_eq!(restored(told), json!({ "added": 1, "known": 0, "refused": 0 }));
    assert_ne!(host.kept[2].id, host.kept[0].id);
    let (ok, told) = host.question(json!({ "restore": { "text": "{}" } }));
    assert!(!ok && told.starts_with("this is not a file of games: "), "{told}");
    let damaged = backup.replace("\\\"format\\\"", "\\\"farmot\\\"");
    let told = TestHost::new().question(json!({ "restore": { "text": damaged } }));
    assert_eq!(restored(told), json!({ "added": 0, "known": 0, "refused": 1 }));
}

#[test]
fn an_open_game_is_not_deleted() {
    let mut host = TestHost::new();
    host.begin(config("metamachy", "person"));
    host.ask(json!({ "type": "move", "ply": 0, "text": "e3e5" }));
    let id = host.kept[0].id.clone();
    assert!(!host.question(json!({ "delete": { "id": id } })).0);
    host.call(json!({ "gone": { "page": 1 } }));
    assert!(host.question(json!({ "delete": { "id": id } })).0);
    assert_eq!(host.log.last().unwrap(), "erase");
    host.ask(json!({ "type": "hello", "version": 1, "game": id }));
    assert_eq!(host.last("error")["code"], "no_game");
}

#[test]
fn a_setup_is_chosen_without_a_worker() {
    let mut host = TestHost::new();
    host.engine = None;
    let mut config = config("metamachy", "engine");
    config["setup"] = "engine".into();
    host.begin(config);
    assert!(host.last("game")["config"]["setup"].as_str().unwrap().contains('/'));
}

#[test]
fn no_call_is_refused_quietly() {
    let mut host = TestHost::new();
    for call in ["", "{}", "{\"page\":{}}", "{\"nosuch\":{}}"] {
        assert!(host.board.hear(call).is_err(), "{call}");
    }
    host.ask(json!({ "type": "hello", "version": 9 }));
    assert_eq!(host.log, ["error", "dismiss"]);
}

#[test]
fn a_file_becomes_a_study_whose_chapters_are_arranged() {
    let mut host = TestHost::new();
    let game = |name: &str, moves: &str| {
        format!(
            "[Variant \"chess\"]\n[StudyName \"Ends\"]\n[ChapterName \"{name}\"]\n\n{moves} *\n\n"
        )
    };
    let text = game("One", "1. e4") + &game("No", "1. e5") + &game("Two", "1. d4 {so}");
    let (ok, read) = host.question(json!({ "import": { "text": text, "chapters": true } }));
    let read: Value = from_str(&read).unwrap();
    assert!(ok && read["chapters"] == 2, "{read}");
    assert!(read["left_out"][0].as_str().is_some_and(|why| why.contains("game 2")), "{read}");
    let chapters = |host: &mut TestHost| {
        let (_, kept) = host.question(json!({ "kept": {} }));
        let kept: Vec<Value> = from_str(&kept).unwrap();
        let mut chapters: Vec<(u64, String, String)> = kept
            .iter()
            .map(|one| {
                assert_eq!(one["chapter"]["study"], "Ends");
                let text = |value: &Value| value.as_str().unwrap().to_string();
                let number = one["chapter"]["number"].as_u64().unwrap();
                (number, text(&one["chapter"]["name"]), text(&one["id"]))
            })
            .collect();
        chapters.sort();
        chapters
    };
    let before = chapters(&mut host);
    let names = |list: &[(u64, String, String)]| {
        list.iter().map(|(number, name, _)| format!("{number} {name}")).collect::<Vec<_>>()
    };
    assert_eq!(names(&before), ["1 One", "2 Two"]);
    // The first one is looked at, the other one only stored.
    host.ask(json!({ "type": "hello", "version": 1, "game": before[0].2 }));
    let list = json!([{ "id": before[1].2, "name": "Two" }, { "id": before[0].2, "name": "Last" }]);
    let (ok, why) = host.question(json!({ "chapters": { "study": "Ends", "chapters": list } }));
    assert!(ok, "{why}");
    let after = chapters(&mut host);
    assert_eq!(names(&after), ["1 Two", "2 Last"]);
    let tags = host.last("tagged")["tags"].to_string();
    assert!(tags.contains("Last"), "{tags}");
    let (ok, pgn) = host.question(json!({ "study_pgn": { "name": "Ends" } }));
    let place = |text: &str| pgn.find(text).unwrap();
    assert!(ok && place("1. d4 {so}") < place("1. e4"), "{pgn}");
    assert!(pgn.contains("[ChapterName \"Last\"]"), "{pgn}");
    // The same file again is another study.
    host.question(json!({ "import": { "text": text, "chapters": true } }));
    let (_, kept) = host.question(json!({ "kept": {} }));
    assert!(kept.contains("Ends (2)"));
    let (ok, why) = host.question(json!({ "study_pgn": { "name": "Other" } }));
    assert!(!ok && why.contains("no such study"));
    let wrong = json!({ "study": "Ends", "chapters": [{ "id": "0".repeat(32), "name": "" }] });
    assert!(!host.question(json!({ "chapters": wrong })).0);
}

#[test]
fn files_of_puzzles_are_added_and_deleted() {
    let mut host = TestHost::new();
    let line = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 ;variant chess ;dm 1 ;quiet 0 ;pv a1a8";
    let add = |host: &mut TestHost, text: &str| {
        host.question(json!({ "add_puzzles": { "name": "my.epd", "text": text } }))
    };
    let (ok, why) = add(&mut host, "nonsense\n");
    assert!(!ok && why.contains("line 1 is not a puzzle"), "{why}");
    assert!(!add(&mut host, "# nothing\n").0);
    let (ok, added) = add(&mut host, line);
    let added: Value = from_str(&added).unwrap();
    assert!(ok, "{added}");
    let own = |host: &mut TestHost| {
        let (_, puzzles) = host.question(json!({ "puzzles": {} }));
        let puzzles: Vec<Value> = from_str(&puzzles).unwrap();
        puzzles.iter().filter(|one| one["file"]["id"] == added["id"]).count()
    };
    assert_eq!(own(&mut host), 1);
    let (_, kept) = host.question(json!({ "kept": {} }));
    assert!(kept.contains("\"kind\":\"puzzles\",\"name\":\"my.epd\""), "{kept}");
    host.ask(json!({ "type": "hello", "version": 1, "game": added["id"] }));
    assert_eq!(host.last("error")["code"], "no_game");
    assert!(host.question(json!({ "delete": { "id": added["id"] } })).0);
    assert_eq!(own(&mut host), 0);
}

#[test]
fn only_searches_at_full_strength_without_a_fixed_effort_have_helpers() {
    let teams = |level: u64, pace: Value| {
        let mut host = TestHost::new();
        host.engine = None;
        let mut config = config("metamachy", "engine");
        (config["black_level"], config["pace"]) = (level.into(), pace);
        host.begin(config);
        host.ask(json!({ "type": "move", "ply": 0, "text": "e3e5" }));
        host.teams
    };
    let second = json!({ "kind": "turn", "ms": 1000 });
    assert_eq!(teams(10, second.clone()), [OrderTeam::Game]);
    assert_eq!(teams(9, second), [OrderTeam::One]);
    assert_eq!(teams(10, json!({ "kind": "nodes", "nodes": 1000 })), [OrderTeam::One]);
    let mut host = TestHost::new();
    let (_, told) =
        host.question(json!({ "import": { "text": "[Variant \"metamachy\"]\n\n1. e5 *" } }));
    host.engine = None;
    let id = from_str::<Value>(&told).unwrap()["id"].clone();
    host.ask(json!({ "type": "hello", "version": 1, "game": id }));
    host.ask(json!({ "type": "search", "node": 1, "lines": 1 }));
    assert_eq!(host.teams, [OrderTeam::Analysis]);
    let effort = json!({ "kind": "turn", "ms": 1000 });
    host.ask(json!({ "type": "annotate", "node": 1, "on": true, "effort": effort }));
    assert_eq!(host.teams, [OrderTeam::Analysis, OrderTeam::One]);
}

#[test]
fn a_helper_searches_until_it_is_stopped_and_reports_nothing() {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    let game = GameText::of(&Game::new(VARIANTS.find("metamachy").unwrap()), None);
    let limits = LimitsText::of(&Limits { depth: Some(1), ..Limits::default() });
    let order = EngineOrder::Search { level: 1, game, limits };
    let asked = Arc::new(AtomicUsize::new(0));
    let stopped = asked.clone();
    let sink = Arc::new(|news| panic!("{news:?}"));
    let mut helper =
        Thinker::new(Engine::with_hash(1), sink, move || stopped.fetch_add(1, Relaxed) >= 100);
    helper.help(&serde_json::to_string(&order).unwrap());
    // It has not stopped at the depth of the order.
    assert!(asked.load(Relaxed) > 100);
    helper.help("{\"clear\":{}}");
    helper.help("nonsense");
    assert_eq!(asked.load(Relaxed), 101);
}
