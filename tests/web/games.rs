//! Games against the engine and between people.

use super::{Site, config, two_people};
use serde_json::json;

/// Whether the person may move after at least `ply` moves.
fn answered(ply: u64) -> impl Fn(&serde_json::Value) -> bool {
    move |now| now["ply"].as_u64() >= Some(ply) && now["player"] == "person"
}

#[test]
fn a_game_against_the_engine() {
    let site = Site::start(None);
    let mut page = site.page();
    let (_, now) = page.begin(config("metamachy"));
    assert_eq!((&now["side"], &now["ply"]), (&json!("white"), &json!(0)));
    let pawn = now["legal"].as_array().expect("moves").iter().find(|piece| piece["from"] == "e3");
    assert_eq!(pawn.expect("a Pawn")["to"], json!(["e4", "e5"]));
    page.play(0, "e3e5");
    let now = page.until(|now| now["player"] == "engine");
    assert!(now["legal"].as_array().expect("none").is_empty());
    assert!(!now["premoves"].as_array().expect("moves").is_empty());
    page.until(answered(2));
    page.send(json!({"type": "inspect", "ply": 2, "square": "f1"}));
    assert_eq!(page.next_of("reach")["reach"]["letter"], "Q");
    page.send(json!({"type": "undo"}));
    let now = page.until(|now| now["ply"] == 0);
    assert_eq!(now["player"], "person");
    page.play(0, "d3d5");
    page.until(answered(2));
    page.send(json!({"type": "resign"}));
    let now = page.until(|now| !now["over"].is_null());
    assert_eq!(now["over"], json!({"result": "0-1", "reason": "White resigns"}));
}

#[test]
fn a_turn_of_several_moves_with_one_taken_back() {
    let site = Site::start(None);
    let mut page = site.page();
    let (_, now) = page.begin(config("chieftain"));
    assert_eq!((&now["turn"]["left"], &now["turn"]["may_end"]), (&json!(4), &json!(false)));
    page.play(0, "b2c4");
    let now = page.until(|now| now["ply"] == 1);
    assert_eq!((&now["turn"]["left"], &now["turn"]["may_end"]), (&json!(3), &json!(true)));
    assert_eq!(now["turn"]["moved"], json!(["c4"]));
    page.play(1, "g2f4");
    page.until(|now| now["ply"] == 2);
    page.send(json!({"type": "undo"}));
    let now = page.until(|now| now["ply"] == 1);
    assert_eq!(now["side"], "white");
    page.play(1, "c4d6");
    assert_eq!(page.refusal(), "illegal");
    page.play(1, "end");
    let update = loop {
        let update = page.next_of("update");
        if update["now"]["player"] == "person" && update["now"]["ply"].as_u64() > Some(2) {
            break update;
        }
    };
    let turn = update["add"].as_array().expect("the engine's turn");
    assert!(!turn.is_empty() && turn.iter().all(|mv| mv["turn"] == 1 && mv["side"] == "black"));
    page.send(json!({"type": "undo"}));
    assert_eq!(page.until(|now| now["ply"] == 0)["turn"]["left"], 4);
}

#[test]
fn every_game_is_begun_and_described() {
    let site = Site::start(None);
    let games = site.get("/games", &[]);
    for variant in dhow::variant::VARIANTS.iter() {
        assert!(games.contains(&format!("\"id\":\"{}\"", variant.id)));
        let told = site.get(&format!("/games/{}", variant.id), &[]);
        assert!(told.starts_with("HTTP/1.1 200") && told.contains("\"ways\""), "{}", variant.id);
        let (_, now) = site.page().begin(two_people(&variant.id));
        assert_eq!(now["fen"], variant.start.as_str());
        assert!(!now["legal"].as_array().expect("moves").is_empty());
    }
}

#[test]
fn exercises_need_no_game() {
    let site = Site::start(None);
    for (path, word) in [("/puzzles.json", "\"kind\":\"mate\""), ("/lessons.json", "\"stars\"")] {
        let list = site.get(path, &[]);
        assert!(list.starts_with("HTTP/1.1 200") && list.contains(word), "{path}");
    }
    let mut page = site.page();
    let fen = "k11/12/1K10/12/12/12/12/12/12/12/12/9R2 w - - 0 1";
    let exercise = |moves: &[&str]| {
        json!({"type": "exercise", "variant": "metamachy", "fen": fen, "moves": moves,
            "goal": {"kind": "mate", "moves": 1, "quiet": 0}})
    };
    for (moves, verdict) in [(&[][..], "open"), (&["j1j11"], "wrong"), (&["j1j12"], "solved")] {
        page.send(exercise(moves));
        assert_eq!(page.next_of("exercise")["verdict"], verdict, "{moves:?}");
    }
    page.send(exercise(&["j1k3"]));
    assert_eq!(page.refusal(), "illegal");
    page.send(json!({"type": "exercise", "variant": "nosuch", "fen": fen}));
    assert_eq!(page.refusal(), "config");
}

#[test]
fn promotions_name_their_choices() {
    let site = Site::start(None);
    let mut page = site.page();
    let mut game = two_people("metamachy");
    game["fen"] = "k11/4P7/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1".into();
    let (_, now) = page.begin(game);
    let legal = now["legal"].as_array().expect("moves");
    let pawn = legal.iter().find(|piece| piece["from"] == "e11").expect("the Pawn");
    assert_eq!((&pawn["promotes"], &pawn["becomes"]), (&json!(["e12"]), &json!("qlg")));
    page.play(0, "e11e12l");
    let now = page.until(|now| now["ply"] == 1);
    assert!(now["placement"].as_str().expect("a placement").starts_with("k3L7/"));
}

#[test]
fn setups_are_chosen() {
    let site = Site::start(None);
    for (setup, expected) in [("KG/LQ", Some("KG/LQ")), ("random", None), ("engine", None)] {
        let mut page = site.page();
        let mut game = config("metamachy");
        game["setup"] = setup.into();
        page.send(json!({"type": "new", "config": game}));
        let chosen = page.next_of("game")["config"]["setup"].take();
        let chosen = chosen.as_str().expect("a setup");
        assert!(expected.is_none_or(|setup| setup == chosen));
        assert_eq!(chosen.len(), 5);
    }
    let mut page = site.page();
    let mut game = config("metamachy");
    game["setup"] = "KK/LG".into();
    page.send(json!({"type": "new", "config": game}));
    assert_eq!(page.refusal(), "config");
}

#[test]
fn engines_play_each_other_until_they_are_paused() {
    let site = Site::start(None);
    let mut page = site.page();
    let mut game = config("mini-chieftain");
    game["white"] = "engine".into();
    page.begin(game);
    page.until(|now| now["ply"].as_u64() >= Some(6));
    page.send(json!({"type": "pause", "on": true}));
    let now = page.until(|now| now["paused"] == true);
    assert_eq!(now["thinking"], false);
    page.send(json!({"type": "pause", "on": false}));
    page.until(|now| now["ply"].as_u64() > Some(12));
}

#[test]
fn clocks_run_from_the_second_move_on_and_end_the_game() {
    let site = Site::start(None);
    let mut page = site.page();
    let mut game = two_people("metamachy");
    game["pace"] = json!({"kind": "clock", "base_ms": 300, "increment_ms": 0});
    page.begin(game);
    page.play(0, "e3e5");
    let now = page.until(|now| now["ply"] == 1);
    assert_eq!(now["clocks"]["running"], json!(null));
    page.play(1, "e10e8");
    let now = page.until(|now| now["ply"] == 2);
    assert_eq!(now["clocks"]["running"], "white");
    let now = page.until(|now| !now["over"].is_null());
    assert_eq!(now["over"]["reason"], "White loses on time");
}

#[test]
fn a_delay_is_no_time_of_the_clock() {
    let site = Site::start(None);
    let mut page = site.page();
    let mut game = two_people("metamachy");
    game["pace"] = json!({"kind": "clock", "base_ms": 300, "delay_ms": 60_000});
    page.begin(game);
    for (ply, text) in ["e3e5", "e10e8", "d3d5"].into_iter().enumerate() {
        page.play(ply, text);
        page.until(|now| now["ply"] == ply + 1);
        std::thread::sleep(std::time::Duration::from_millis(400));
    }
    page.play(3, "d10d8");
    let now = page.until(|now| now["ply"] == 4);
    assert!(now["over"].is_null(), "{now}");
    assert_eq!(
        (&now["clocks"]["running"], &now["clocks"]["black_ms"]),
        (&json!("white"), &json!(300))
    );
    let white = now["clocks"]["white_ms"].as_u64().expect("a time");
    assert!(
        (50_000..=60_300).contains(&white),
        "what is left of the delay comes first: {white} ms"
    );
}

#[test]
fn one_game_does_not_wait_for_another() {
    let site = Site::start(None);
    let mut long = site.page();
    let mut game = config("zanzibar-xl");
    game["pace"] = json!({"kind": "turn", "ms": 600_000});
    long.begin(game);
    long.play(0, "e4e6");
    long.until(|now| now["thinking"] == true);
    let mut short = site.page();
    short.begin(config("metamachy"));
    short.play(0, "e3e5");
    short.until(answered(2));
    long.send(json!({"type": "undo"}));
    assert_eq!(long.until(|now| now["ply"] == 0)["thinking"], false);
}
