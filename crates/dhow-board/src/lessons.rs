//! Lessons: positions in which a person learns how pieces move and what rules mean.

/// All lessons as JSON: a list in the order in which they are shown.
pub const LESSONS: &str = include_str!("lessons.json");

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::game::Game;
    use dhow_rules::pieces::Letter;
    use dhow_rules::square::Coordinates;
    use dhow_rules::variant::{BUILT_IN, ONE_MOVE_GAMES, Variant, find};
    use serde::Deserialize;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Lesson {
        group: String,
        variant: String,
        /// The letter of the piece that collects stars.
        piece: Option<Letter>,
        title: Option<String>,
        fen: String,
        /// The files and ranks that are shown; all, if it is missing.
        region: Option<[u8; 2]>,
        /// Squares to go to, without a move of the other side.
        #[serde(default)]
        stars: Vec<String>,
        /// The moves that are enough for all stars, and such moves.
        moves: Option<usize>,
        #[serde(default)]
        solution: Vec<String>,
        /// Moves made before the lesson begins.
        #[serde(default)]
        before: Vec<String>,
        #[serde(default)]
        steps: Vec<Step>,
        done: Option<String>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Step {
        text: String,
        /// The moves that are right.
        accept: Vec<String>,
        /// What the other side does then.
        reply: Vec<String>,
    }

    fn lessons() -> Vec<Lesson> {
        serde_json::from_str(LESSONS).expect("lessons")
    }

    fn game(variant: &Arc<Variant>, fen: &str) -> Game {
        Game::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    #[test]
    fn stars_are_collected_by_legal_moves() {
        for lesson in lessons().iter().filter(|lesson| !lesson.stars.is_empty()) {
            let variant = find(&lesson.variant).expect("a game");
            let [files, ranks] = lesson.region.expect("a region");
            let mut fen = lesson.fen.clone();
            let mut stars: BTreeSet<&str> = lesson.stars.iter().map(String::as_str).collect();
            for text in &lesson.solution {
                let mut game = game(variant, &fen);
                let mv = game.parse_move(text).unwrap_or_else(|error| panic!("{fen}: {error}"));
                let (from, to) = game.position().squares(mv);
                for Coordinates { file, rank } in [from, to] {
                    assert!(file < files && rank < ranks, "{text} is not seen: {lesson:?}");
                }
                let mover = game.position().on(from).map(|piece| game.position().letter(piece));
                assert_eq!(mover, lesson.piece, "{text}: {lesson:?}");
                stars.remove(to.to_string().as_str());
                game.play(mv);
                fen = format!("{} w - - 0 1", game.position().placement_text());
            }
            assert!(stars.is_empty(), "{stars:?} are left: {lesson:?}");
            assert_eq!(Some(lesson.solution.len()), lesson.moves);
        }
    }

    #[test]
    fn steps_are_legal_moves() {
        for lesson in lessons().iter().filter(|lesson| lesson.stars.is_empty()) {
            let variant = find(&lesson.variant).expect("a game");
            let mut game = match lesson.fen.as_str() {
                "START" => Game::new(variant),
                fen => game(variant, fen),
            };
            let play = |game: &mut Game, text: &String| {
                let mv =
                    game.parse_move(text).unwrap_or_else(|error| panic!("{error}: {lesson:?}"));
                game.play(mv);
            };
            lesson.before.iter().for_each(|text| play(&mut game, text));
            assert!(!lesson.steps.is_empty() && lesson.title.is_some() && lesson.done.is_some());
            for Step { text, accept, reply } in &lesson.steps {
                assert!(!text.is_empty() && !accept.is_empty());
                let legal = game.legal_moves().len();
                assert!(accept.len() < legal, "not every move is right: {lesson:?}");
                for text in accept {
                    play(&mut game.clone(), text);
                }
                play(&mut game, &accept[0]);
                reply.iter().for_each(|text| play(&mut game, text));
            }
        }
    }

    #[test]
    fn every_piece_of_the_great_games_has_a_lesson() {
        let lessons = lessons();
        let name = |variant: &str, letter| {
            find(variant).and_then(|game| game.piece(letter)).map(|piece| piece.name.clone())
        };
        let taught: BTreeSet<String> =
            lessons.iter().filter_map(|lesson| name(&lesson.variant, lesson.piece?)).collect();
        for piece in ONE_MOVE_GAMES.iter().flat_map(|game| &game.pieces) {
            assert!(taught.contains(&piece.name), "{}", piece.name);
        }
        let groups: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.group.as_str()).collect();
        assert_eq!(groups, BTreeSet::from(["leaders", "pieces", "rules"]));
        assert!(lessons.iter().all(|lesson| BUILT_IN.find(&lesson.variant).is_some()));
    }
}
