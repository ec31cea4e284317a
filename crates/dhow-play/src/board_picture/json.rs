//! A position as JSON, for programs that have no rules of their own.

use super::{View, position_text, svg};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::{Move, Outcome};
use dhow_rules::square::Coordinates;
use serde::Serialize;

/// The position of a game as one line of JSON, with an SVG picture if `picture` is given. `docs/turns.md`
/// lists the members.
pub fn json(game: &Game, picture: Option<View>) -> String {
    let (variant, position) = (game.variant(), game.position());
    let begun = match position.moves_made() {
        0 => &[],
        _ => game.turns_so_far().last().copied().unwrap_or_default(),
    };
    // A FEN describes the start of a turn.
    let mut start = game.clone();
    if !begun.is_empty() {
        start.undo_turn();
    }
    let description = BoardDescription {
        variant: &variant.id,
        options: variant.option_names(),
        files: variant.files,
        ranks: variant.ranks,
        fen: start.fen(),
        placement: position.placement_text(),
        side: side(game.side_to_move()),
        fullmove: position.fullmove(),
        halfmoves: position.halfmove_clock(),
        moves: texts(game, &game.legal_moves()),
        begun: texts(game, begun),
        left: position.moves_left(),
        leaders: names(position.free_leaders()),
        movers: names(position.movers()),
        check: names(position.checkers()),
        outcome: game.outcome().map(JsonEnding::of),
        svg: picture.map(|view| svg(game, view)),
    };
    // Serialising strings and numbers cannot fail.
    serde_json::to_string(&description).unwrap_or_else(|_| position_text(game))
}

#[derive(Serialize)]
struct BoardDescription<'a> {
    variant: &'a str,
    options: Vec<&'static str>,
    files: usize,
    ranks: usize,
    fen: String,
    placement: String,
    side: &'static str,
    fullmove: u32,
    halfmoves: u16,
    moves: Vec<String>,
    begun: Vec<String>,
    left: usize,
    leaders: Vec<String>,
    movers: Vec<String>,
    check: Vec<String>,
    outcome: Option<JsonEnding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

#[derive(Serialize)]
struct JsonEnding {
    result: &'static str,
    winner: Option<&'static str>,
    reason: String,
}

impl JsonEnding {
    fn of(outcome: Outcome) -> Self {
        Self {
            result: outcome.result(),
            winner: outcome.winner().map(side),
            reason: outcome.to_string(),
        }
    }
}

fn texts(game: &Game, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| game.move_text(mv)).collect()
}

fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The names of squares, sorted.
fn names(mut squares: Vec<Coordinates>) -> Vec<String> {
    squares.sort();
    squares.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{VARIANTS, find};
    use serde_json::{Value, json};

    fn described(game: &Game, picture: Option<View>) -> Value {
        let line = super::json(game, picture);
        assert!(!line.contains('\n'));
        serde_json::from_str(&line).unwrap()
    }

    #[test]
    fn every_start_array() {
        for variant in VARIANTS.iter() {
            let game = Game::new(variant);
            let told = described(&game, Some(View::default()));
            assert_eq!(told["variant"], json!(variant.id));
            assert_eq!(told["fen"], json!(variant.start));
            assert_eq!(told["moves"].as_array().unwrap().len(), game.legal_moves().len());
            assert_eq!(told["outcome"], Value::Null);
            assert!(told["svg"].as_str().unwrap().ends_with("</svg>\n"));
            assert!(described(&game, None).get("svg").is_none());
        }
    }

    #[test]
    fn a_turn_that_is_begun() {
        let mut game = Game::new(find("mini-chieftain").unwrap());
        game.play_turn_text("a4a5").unwrap();
        let fen = game.fen();
        game.play_text("b11c9").unwrap();
        let told = described(&game, None);
        assert_eq!((&told["fen"], &told["side"]), (&json!(fen), &json!("black")));
        assert_eq!((&told["begun"], &told["left"]), (&json!(["b11c9"]), &json!(1)));
        assert!(told["placement"] != fen.split(' ').next().unwrap());
        assert!(told["moves"].as_array().unwrap().contains(&json!("end")));
        assert!(!told["leaders"].as_array().unwrap().is_empty());
    }

    #[test]
    fn an_end() {
        let mated = "k10Q/11Q/12/12/12/12/12/12/12/12/12/K11 b - - 0 1";
        let told = described(&Game::from_fen(&VARIANTS[0], mated).unwrap(), None);
        let outcome = json!({"result": "1-0", "winner": "white", "reason": "White mates"});
        assert_eq!((&told["outcome"], &told["moves"]), (&outcome, &json!([])));
        assert_eq!(told["check"], json!(["l12"]));
    }
}
