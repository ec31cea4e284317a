//! Requests of people during a game: hints, draw offers, pictures.

use super::*;
use crate::message::{Code, SeatSecret, Seats};

fn of_position(id: &str, fen: Option<&str>, players: [Player; 2]) -> Table {
    let variant = find(id).expect("a built-in game");
    let game = match fen {
        Some(fen) => Game::from_fen(variant, fen).expect("a position"),
        None => Game::new(variant),
    };
    let mut config =
        table(players, [Level::try_from(1).expect("a level"); 2], LONG).config().clone();
    config.variant = id.into();
    Table::new(config, game)
}

const AGAINST_ENGINE: [Player; 2] = [Player::Person, Player::Engine];

fn hints(seen: &mut Seen) -> Vec<serde_json::Value> {
    seen.until(|session| matches!(session.hint, Some(HintState::Found(_))));
    told(&mut seen.page, "hint")
}

#[test]
fn a_hint_has_the_best_turn_at_full_strength() {
    let fen = "k11/12/1K10/12/12/12/12/12/12/12/12/9R2 w - - 0 1";
    let mut seen = Seen::of(of_position("metamachy", Some(fen), AGAINST_ENGINE), None);
    seen.ask(Request::Hint { ply: 0 });
    seen.ask(Request::Hint { ply: 0 });
    assert_eq!(seen.session.shared.engines.lent(), 1);
    let found = hints(&mut seen);
    assert_eq!(found.len(), 1, "one search answers a page once");
    let hint = &found[0];
    assert_eq!((&hint["ply"], &hint["eval"]["score"]), (&0.into(), &"#1".into()));
    assert_eq!(
        (&hint["moves"][0]["text"], &hint["moves"][0]["side"]),
        (&"j1j12".into(), &"white".into())
    );
    assert_eq!(seen.session.shared.engines.lent(), 0);
    seen.ask(Request::Hint { ply: 0 });
    assert_eq!(told(&mut seen.page, "hint"), found, "it is known now");
}

#[test]
fn a_hint_goes_on_with_the_turn_that_has_begun() {
    let mut seen = Seen::of(of_position("mini-chieftain", None, [Player::Person; 2]), None);
    seen.ask(Request::Move { ply: 0, text: "b2c4".into() });
    seen.ask(Request::Hint { ply: 1 });
    let hint = hints(&mut seen).pop().expect("a hint");
    let mut game = seen.session.table.game().clone();
    for mv in hint["moves"].as_array().expect("moves") {
        assert_eq!(mv["turn"].as_u64(), Some(game.turns_made() as u64));
        game.play_text(mv["text"].as_str().expect("a move")).expect("a legal move");
    }
    assert!(game.turns_made() > 0, "the turn is whole");
}

#[test]
fn a_hint_is_forgotten_with_its_position() {
    let mut seen = Seen::of(of_position("metamachy", None, AGAINST_ENGINE), None);
    seen.ask(Request::Hint { ply: 0 });
    seen.ask(Request::Move { ply: 0, text: "e3e5".into() });
    seen.until(|session| matches!(session.thinking, Some(Thinking::Found { .. })));
    assert!(seen.session.hint.is_none() && told(&mut seen.page, "hint").is_empty());
    assert_eq!(seen.session.shared.engines.lent(), 0);
}

#[test]
fn a_hint_is_for_the_person_to_move() {
    let refused = |table: Table, ply, moves: &[&str]| {
        let mut seen = Seen::of(table, None);
        for (ply, text) in moves.iter().enumerate() {
            seen.ask(Request::Move { ply, text: text.to_string() });
        }
        told(&mut seen.page, "error");
        seen.ask(Request::Hint { ply });
        assert!(seen.session.hint.is_none());
        let error = told(&mut seen.page, "error").pop().expect("a refusal");
        assert_eq!(error["code"], serde_json::json!(Code::Stale));
        error["text"].as_str().unwrap_or_default().to_string()
    };
    let start = || of_position("metamachy", None, AGAINST_ENGINE);
    assert!(refused(start(), 1, &[]).contains("has changed"));
    assert!(refused(start(), 1, &["e3e5"]).contains("the engine's turn"));
    let fen = "k11/12/1K10/12/12/12/12/12/12/12/12/9R2 w - - 0 1";
    let mate = of_position("metamachy", Some(fen), [Player::Person; 2]);
    assert!(refused(mate, 1, &["j1j12"]).contains("is over"));
}

#[test]
fn a_draw_is_declined_or_agreed() {
    let mut seen = Seen::of(of_position("metamachy", None, AGAINST_ENGINE), None);
    seen.ask(Request::OfferDraw {});
    assert_eq!(told(&mut seen.page, "draw_declined").len(), 1);
    assert!(seen.session.table.over().is_none());
    let mut seen = Seen::of(of_position("metamachy", None, [Player::Person; 2]), None);
    seen.ask(Request::OfferDraw {});
    let last = told(&mut seen.page, "update").pop().expect("an update");
    assert_eq!(last["now"]["over"]["reason"], "Draw by agreement");
    seen.ask(Request::OfferDraw {});
    assert_eq!(told(&mut seen.page, "error").len(), 1);
}

#[test]
fn a_picture_shows_the_wanted_position() {
    let mut seen = Seen::of(of_position("metamachy", None, [Player::Person; 2]), None);
    seen.ask(Request::Move { ply: 0, text: "e3e5".into() });
    let mut picture = |ply, flipped| {
        seen.ask(Request::Picture { ply, flipped });
        let told = told(&mut seen.page, "picture").pop();
        told.and_then(|picture| picture["svg"].as_str().map(String::from))
    };
    let [start, moved, flipped] =
        [(0, false), (1, false), (1, true)].map(|(ply, flipped)| picture(ply, flipped));
    assert!(start.as_ref().is_some_and(|svg| svg.starts_with("<svg") && svg.contains(" w K")));
    assert!(start != moved && moved != flipped);
    assert_eq!(picture(2, false), None);
}

#[test]
fn who_has_a_seat_plays_its_side_and_others_watch() {
    let secret = |letter: &str| SeatSecret::try_from(letter.repeat(32)).expect("a secret");
    let mut config = of_position("metamachy", None, [Player::Person; 2]).config().clone();
    config.seats = Some(Seats { white: secret("a"), black: secret("b") });
    let game = Game::new(find("metamachy").expect("a built-in game"));
    let mut seen = Seen::of(Table::new(config, game), None);
    let welcome = told(&mut seen.page, "game").pop().expect("a game");
    assert_eq!((&welcome["apart"], &welcome["config"]["seats"]), (&true.into(), &().into()));
    let refused = |seen: &mut Seen, request| {
        seen.ask(request);
        let error = told(&mut seen.page, "error").pop().expect("a refusal");
        error["text"].as_str().expect("words").to_string()
    };
    let e5 = || Request::Move { ply: 0, text: "e3e5".into() };
    for request in [
        e5(),
        Request::Undo {},
        Request::Resign {},
        Request::OfferDraw {},
        Request::Pause { on: true },
    ] {
        assert_eq!(refused(&mut seen, request), "you are watching this game");
    }
    assert!(refused(&mut seen, Request::Hint { ply: 0 }).contains("neither"));
    let wrong = Request::Sit { secret: "c".repeat(32) };
    assert_eq!(refused(&mut seen, wrong), "this is not the link of a player");
    seen.ask(Request::Sit { secret: "b".repeat(32) });
    assert_eq!(told(&mut seen.page, "seat")[0]["side"], "black");
    assert_eq!(refused(&mut seen, e5()), "it is the other side's turn");
    let (outbox, mut other) = tokio::sync::mpsc::channel(QUEUE);
    seen.session.hear(SessionMessage::Join { client: 2, outbox });
    let mut ask = |seen: &mut Seen, request| {
        seen.session.hear(SessionMessage::Ask { client: 2, request });
        told(&mut other, "update").pop()
    };
    ask(&mut seen, Request::Sit { secret: "a".repeat(32) });
    ask(&mut seen, e5());
    assert_eq!(seen.session.table.ply(), 1);
    assert_eq!(refused(&mut seen, Request::Undo {}), "the last move is not yours");
    let now = ask(&mut seen, Request::OfferDraw {}).expect("an update");
    assert_eq!(now["now"]["draw_offered"], "white");
    seen.ask(Request::OfferDraw {});
    assert_eq!(seen.session.table.over().expect("an end").result, "1/2-1/2");
    let saved = serde_json::to_string(&seen.session.table.saved(Instant::now())).expect("JSON");
    assert!(saved.contains(&"a".repeat(32)), "seats are saved");
}
