//! Games as text: an accepted text is written as a text that reads back as the same game.

#![no_main]

use dhow::pgn::{CheckedGame, PgnGame, check, parse};
use dhow::text::printable_line;
use dhow::variant::VARIANTS;
use dhow_fuzz::seeds;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::pgn), |data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let Ok(mut games) = parse(&text) else { return };
    for (number, game) in (1..).zip(&mut games) {
        let Ok(checked) = game.replay(number, &VARIANTS, Some(&VARIANTS[0])) else { continue };
        let written = game.to_string();
        let mut again = parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        let number = again.len();
        let [again] = &mut again[..] else { panic!("{number} games in\n{written}") };
        assert_eq!(again.tags, as_written(&game.tags), "{written}");
        if again.tags != game.tags {
            // The ignored characters may have been white space in a FEN.
            continue;
        }
        assert_eq!(texts(again), texts(game), "{written}");
        let replayed = again.replay(1, &VARIANTS, Some(&VARIANTS[0]));
        let replayed = replayed.unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_same(&replayed, &checked, &written);

        let CheckedGame { game: played, result, .. } = &checked;
        let canonical = PgnGame::of_moves(
            played.variant(),
            played.start_fen(),
            played.moves(),
            *result,
        );
        let canonical = canonical.expect("the start was printed").to_string();
        let replayed = check(&canonical, &VARIANTS).unwrap_or_else(|error| panic!("{error}\n{canonical}"));
        assert_same(&replayed[0], &checked, &canonical);
    }
});

/// Tags on one line each, without what a terminal might obey.
fn as_written(tags: &[(String, String)]) -> Vec<(String, String)> {
    let one_line =
        |value: &str| printable_line(&value.replace(['\n', '\r', '\t'], " ")).into_owned();
    tags.iter().map(|(name, value)| (name.clone(), one_line(value))).collect()
}

fn texts(game: &PgnGame) -> Vec<&str> {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

fn assert_same(a: &CheckedGame, b: &CheckedGame, written: &str) {
    assert_eq!(a.game.variant(), b.game.variant(), "{written}");
    assert_eq!(a.game.start_fen(), b.game.start_fen(), "{written}");
    assert_eq!(a.game.moves(), b.game.moves(), "{written}");
    assert_eq!(a.result, b.result, "{written}");
    assert_eq!(a.outcome, b.outcome, "{written}");
}
