//! Games, legal moves, SAN, FEN and outcomes, as JSON.
//!
//! `{"games":{}}` lists the games. `{"position":{"game":"metamachy","turns":["e3e5"]}}` describes a position: its FEN,
//! the legal moves with their SAN, and the outcome. The answer to an invalid question is `{"error":"..."}`.

use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::variant::{Setup, VARIANTS, Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A question.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RulesQuestion {
    /// The list of games.
    Games {},
    /// A description of a position.
    Position(PositionQuestion),
}

/// A position: a start, and the turns and moves played from there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionQuestion {
    /// The id of the game.
    game: String,
    /// The names of its options that are on.
    #[serde(default)]
    options: Vec<String>,
    /// The setup of the start array.
    setup: Option<String>,
    /// The start position, instead of a start array.
    fen: Option<String>,
    /// Whole turns, as UCI writes them.
    #[serde(default)]
    turns: Vec<String>,
    /// Moves after these turns, in UCI's text or SAN. In games with leaders these are single moves, or `end`.
    #[serde(default)]
    moves: Vec<String>,
}

/// An answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RulesAnswer {
    /// The games.
    Games(Vec<GameListed>),
    /// A position.
    Position(Box<PositionDescribed>),
    /// The error in the question.
    Error(String),
}

/// A game in the list.
#[derive(Debug, Serialize)]
pub struct GameListed {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
    /// The number of files of its board.
    files: usize,
    /// The number of ranks of its board.
    ranks: usize,
    /// Whether it has leaders: a turn has several moves.
    leaders: bool,
    /// Whether its start array has setups.
    setups: bool,
    /// The names of its options.
    options: Vec<&'static str>,
    /// The FEN of the start array.
    start: String,
}

/// A position with its legal moves.
#[derive(Debug, Serialize)]
pub struct PositionDescribed {
    /// The FEN.
    fen: String,
    /// The side to move.
    to_move: &'static str,
    /// Whether it is in check.
    check: bool,
    /// The number of whole turns played from the start.
    turns: usize,
    /// The legal moves; none when the game is over.
    legal: Vec<MoveListed>,
    /// The outcome; absent while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeDescribed>,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct MoveListed {
    /// As in UCI; `end` ends a turn of several moves.
    #[serde(rename = "move")]
    text: String,
    /// In short notation.
    san: String,
}

/// The end of a game.
#[derive(Debug, Serialize)]
pub struct OutcomeDescribed {
    /// `1-0`, `0-1` or `1/2-1/2`.
    result: &'static str,
    /// The reason, in words.
    reason: String,
}

/// Answers a question in JSON by JSON, on one line.
pub fn answer(question: &str) -> String {
    let answer = match serde_json::from_str(question) {
        Ok(RulesQuestion::Games {}) => Ok(RulesAnswer::Games(games())),
        Ok(RulesQuestion::Position(asked)) => {
            position(&asked).map(|position| RulesAnswer::Position(Box::new(position)))
        }
        Err(error) => Err(error.to_string()),
    };
    let answer = answer.unwrap_or_else(RulesAnswer::Error);
    serde_json::to_string(&answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

fn games() -> Vec<GameListed> {
    let listed = |variant: &Arc<Variant>| GameListed {
        id: variant.id.clone(),
        name: variant.name.clone(),
        files: variant.files,
        ranks: variant.ranks,
        leaders: variant.command.is_some(),
        setups: !variant.setup.is_empty(),
        options: variant.options().iter().map(|option| option.name()).collect(),
        start: Game::new(variant).fen(),
    };
    VARIANTS.iter().map(listed).collect()
}

fn position(asked: &PositionQuestion) -> Result<PositionDescribed, String> {
    let unknown = || format!("there is no game `{}`", asked.game);
    let variant = VARIANTS.find(&asked.game).ok_or_else(unknown)?;
    let variant = variant.with_option_names(asked.options.iter().map(String::as_str));
    let variant = variant.map_err(|error| error.to_string())?;
    let mut game = match (&asked.fen, &asked.setup) {
        (Some(_), Some(_)) => return Err("a position has no setup".into()),
        (Some(fen), None) => {
            Game::from_fen(&variant, fen).map_err(|error| format!("FEN: {error}"))?
        }
        (None, Some(setup)) => {
            let setup = Setup::choose(&variant, setup).map_err(|error| error.to_string())?;
            Game::with_setup(&variant, &setup)
        }
        (None, None) => Game::new(&variant),
    };
    for (number, text) in (1..).zip(&asked.turns) {
        let played = game.play_turn_text(text);
        played.map_err(|error| format!("turn {number}: {error}"))?;
    }
    for (number, text) in (1..).zip(&asked.moves) {
        let mv = game.parse_move(text).or_else(|error| {
            // The error of the UCI form is reported, which names squares and reasons.
            game.position().parse_san(text).map_err(|_| error)
        });
        game.play(mv.map_err(|error| format!("move {number}: {error}"))?);
    }
    Ok(described(&game))
}

fn described(game: &Game) -> PositionDescribed {
    let position = game.position();
    let outcome = game.outcome();
    let legal = if outcome.is_some() { Default::default() } else { game.legal_moves() };
    PositionDescribed {
        fen: game.fen(),
        to_move: if game.side_to_move() == Color::White { "white" } else { "black" },
        check: position.in_check(),
        turns: game.turns_made(),
        legal: legal
            .iter()
            .map(|&mv| MoveListed { text: position.move_text(mv), san: position.san(mv) })
            .collect(),
        outcome: outcome.map(|outcome| OutcomeDescribed {
            result: outcome.result(),
            reason: outcome.to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_listed() {
        let all = answer(r#"{"games":{}}"#);
        for variant in VARIANTS.iter() {
            assert!(all.contains(&format!("{{\"id\":\"{}\",", variant.id)), "{}", variant.id);
        }
    }

    #[test]
    fn a_mate_is_the_end() {
        let mate = r#"{"position":{"game":"chess","turns":["f2f3","e7e5"],"moves":["g4","Qh4"]}}"#;
        let answer = answer(mate);
        assert!(
            answer.contains(r#""result":"0-1""#) && answer.contains(r#""legal":[]"#),
            "{answer}"
        );
        assert!(answer.contains(r#""check":true,"turns":4"#), "{answer}");
    }

    #[test]
    fn single_moves_make_a_turn() {
        let of = |moves: &str| {
            answer(&format!(r#"{{"position":{{"game":"mini-chieftain","moves":{moves}}}}}"#))
        };
        assert!(of(r#"["b2c4"]"#).contains(r#"{"move":"end","san":"end"}"#));
        assert!(of(r#"["b2c4","end"]"#).contains(r#""to_move":"black""#));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |question: &str| {
            let answer = answer(question);
            assert!(answer.starts_with("{\"error\":\""), "{answer}");
            answer
        };
        assert!(error("{").contains("EOF"));
        assert!(error(r#"{"position":{"game":"go"}}"#).contains("there is no game `go`"));
        assert!(error(r#"{"position":{"game":"chess","fen":"8 w"}}"#).contains("FEN: "));
        let illegal = r#"{"position":{"game":"chess","moves":["e4","e2e4"]}}"#;
        assert!(error(illegal).contains("move 2: `e2e4`"));
        assert!(error(r#"{"position":{"game":"chess","turns":["e2e5"]}}"#).contains("turn 1: "));
        assert!(error(r#"{"positoin":{}}"#).contains("positoin"));
    }
}
