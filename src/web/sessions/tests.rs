use super::*;
use dhow_board::engines::Engines;
use dhow_board::message::{GameConfig, Level, Player};
use dhow_board::order::QUEUE;
use dhow_engine::search::EvaluationChoice;
use dhow_play::time_control::TimeControl;
use dhow_rules::variant::VARIANTS;

const GUEST: WebVisitor =
    WebVisitor::Guest(std::net::IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 9)));

fn sessions() -> Arc<Sessions> {
    let engines = Arc::new(Engines::new(1, 1, EvaluationChoice::default()));
    let shared = SessionResources { engines, store: None };
    Sessions::new(VARIANTS.clone(), shared)
}

fn config() -> GameConfig {
    GameConfig {
        variant: "mini-chieftain".into(),
        options: Vec::new(),
        setup: None,
        fen: None,
        white: Player::Person,
        black: Player::Person,
        white_level: Level::FULL,
        white_name: Default::default(),
        black_name: Default::default(),
        seats: None,
        black_level: Level::FULL,
        pace: TimeControl { nodes: Some(1), ..TimeControl::default() },
    }
}

#[test]
fn guests_leave_games_to_the_owner() {
    let sessions = sessions();
    let mut pages = Vec::new();
    let mut begin = |visitor| {
        let (outbox, mut page) = tokio::sync::mpsc::channel(QUEUE);
        let game = sessions.lead(
            visitor,
            Lead::New(Box::new(config())),
            SessionMessage::Join { client: 1, outbox },
        )?;
        // When the page has received the game, the game's thread knows of the page.
        assert!(page.blocking_recv().is_some());
        pages.push(page);
        Ok::<_, Refused>(game)
    };
    for number in 0..MOST_OF_GUESTS {
        assert!(begin(GUEST).is_ok(), "{number}");
    }
    let (code, text) = begin(GUEST).expect_err("no more");
    assert!(code == Code::Full && text.contains("of guests"), "{text}");
    for number in MOST_OF_GUESTS..MOST_GAMES {
        assert!(begin(WebVisitor::Owner).is_ok(), "{number}");
    }
    assert_eq!(begin(WebVisitor::Owner).expect_err("no more").0, Code::Full);
    assert_eq!(sessions.stop(), 0);
    let (outbox, _page) = tokio::sync::mpsc::channel(QUEUE);
    let late = sessions.lead(
        WebVisitor::Owner,
        Lead::New(Box::new(config())),
        SessionMessage::Join { client: 1, outbox },
    );
    assert!(late.is_err(), "the program ends");
}

#[test]
fn games_are_begun_only_so_fast() {
    let sessions = sessions();
    let begin = |visitor| {
        sessions.lead(visitor, Lead::New(Box::new(config())), SessionMessage::Leave { client: 0 })
    };
    let refused = (0..10_000).find_map(|_| begin(GUEST).err()).expect("a refusal");
    assert_eq!(refused.0, Code::TooFast);
    assert!(begin(WebVisitor::Owner).is_ok());
    assert_eq!(sessions.stop(), 0);
}
