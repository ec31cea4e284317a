//! Games in words: their rules, their pieces, and the rights in their positions.
//!
//! The texts are generated from the same data and tables by which a game is played, so they cannot
//! disagree with it.
//!
//! ```
//! use dhow_rules::description::{Description, Topic};
//!
//! let shako = dhow_rules::variant::find("shako").expect("a game of the engine's files");
//! let description = Description::of(shako);
//! let castling = description.rules.iter().find(|rule| rule.topic == Topic::Castling);
//! assert!(castling.is_some_and(|rule| rule.text.starts_with("Castling: a King and a Rook")));
//! ```

mod command;
mod end;
mod english;
mod facts;
mod flag;
mod king;
mod movement;
mod pawns;
mod piece;
mod promotion;
mod sentence;
#[cfg(test)]
mod tests;

pub use command::option;
pub use piece::PieceDescription;

use crate::game::Game;
use crate::pieces::Letter;
use crate::variant::{Setup, Variant};
use english::listed;
use serde::Serialize;
use std::sync::Arc;

/// The subject of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The board, and the side that moves first.
    Board,
    /// The choice of a setup.
    Setup,
    /// The moves of a turn.
    Turn,
    /// The pieces that a leader may activate.
    Leader,
    /// How a game is won.
    Goal,
    /// Kings that may not face each other.
    Facing,
    /// Pieces that may not be traded.
    AntiTrade,
    /// Castling.
    Castling,
    /// The King's jump.
    Jump,
    /// Double steps.
    DoubleStep,
    /// Captures en passant.
    EnPassant,
    /// Promotion.
    Promotion,
    /// Stalemate.
    Stalemate,
    /// Draw by repetition.
    Repetition,
    /// Draw by the move limit.
    MoveLimit,
    /// A bare King that loses.
    BareKing,
    /// Draw because only the Kings are left.
    BareKings,
}

/// A rule of a game in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its subject.
    pub topic: Topic,
    /// Its text, one or more sentences.
    pub text: String,
}

/// The use of the FEN fields after the piece placement and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FenFields {
    /// The rights of the third field; `None` if no King castles or jumps.
    pub rights: Option<Rights>,
    /// Whether an en passant square can occur.
    pub en_passant: bool,
    /// Whether its field has the square where a piece that may not be traded was captured.
    pub strike: bool,
    /// What the first counter counts; `None` if no draw depends on it.
    pub counter: Option<String>,
}

/// The rights that a position may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rights {
    /// What the rights are for.
    pub name: String,
    /// Each right, in the order of the FEN.
    pub each: Vec<Right>,
}

/// A right that a position may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Right {
    /// Its letter in the FEN.
    pub letter: char,
    /// The side that has it and, for castling, the direction.
    pub label: String,
}

/// A game in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The rules, in reading order.
    pub rules: Vec<Rule>,
    /// The kinds of pieces, in the order of the game.
    pub pieces: Vec<PieceDescription>,
    /// The use of the FEN fields.
    pub fields: FenFields,
    /// The letters of the leaders that can occur in a game from the start array.
    pub leaders: String,
}

impl Description {
    /// Describes a game.
    ///
    /// # Panics
    /// If [`crate::game::check`] fails for the variant.
    pub fn of(variant: &Arc<Variant>) -> Self {
        let game = Game::new(variant);
        let facts = game.position().visit(facts::FactFinder);
        let mut rules = RuleList(Vec::new());
        rules.say(
            Topic::Board,
            format!(
                "The board has {} files and {} ranks. White moves first.",
                variant.files, variant.ranks
            ),
        );
        rules.extend(Topic::Setup, setup(variant));
        match &variant.command {
            None => {
                rules.extend(Topic::Goal, king::goal(variant));
                rules.extend(Topic::Goal, flag::rules(variant));
            }
            Some(command) => {
                command::rules(variant, command, game.position().moves_left(), &mut rules);
            }
        }
        rules.extend(Topic::Facing, king::facing(variant));
        rules.extend(Topic::AntiTrade, king::anti_trade(variant));
        rules.extend(Topic::Castling, king::castling(variant, &facts));
        rules.extend(Topic::Jump, king::jump(variant, &facts));
        rules.extend(Topic::DoubleStep, pawns::double_steps(variant));
        rules.extend(Topic::EnPassant, pawns::en_passant(variant, &facts));
        rules.extend(Topic::Promotion, promotion::rules(variant));
        end::rules(variant, &facts, &mut rules);
        Self {
            rules: rules.0,
            pieces: variant.pieces.iter().map(|it| piece::describe(variant, &facts, it)).collect(),
            fields: FenFields {
                rights: king::rights(variant, &facts),
                en_passant: !facts.en_passant.is_empty(),
                strike: variant.anti_trade.is_some(),
                counter: end::counter(variant),
            },
            leaders: command::present(variant).collect(),
        }
    }
}

/// Collects rules.
struct RuleList(Vec<Rule>);

impl RuleList {
    fn say(&mut self, topic: Topic, text: String) {
        self.0.push(Rule { topic, text });
    }

    fn extend(&mut self, topic: Topic, texts: impl IntoIterator<Item = String>) {
        self.0.extend(texts.into_iter().map(|text| Rule { topic, text }));
    }
}

/// The names of the pieces with these letters.
fn names<'a>(variant: &'a Variant, letters: &'a str) -> impl Iterator<Item = &'a str> {
    Letter::all(letters).filter_map(|letter| Some(variant.piece(letter)?.name.as_str()))
}

/// The choice that Black has before the game.
fn setup(variant: &Variant) -> Option<String> {
    let mut taken = Vec::new();
    let mut groups = Vec::new();
    for group in &variant.setup {
        let squares: Vec<String> = group.squares.iter().map(ToString::to_string).collect();
        let left = if taken.iter().any(|square| squares.contains(square)) {
            "those that are left of "
        } else if group.chiefs.len() < squares.len() {
            if group.chiefs.len() == 1 { "one of " } else { "some of " }
        } else {
            ""
        };
        groups.push(format!(
            "{} on {left}{}",
            listed(names(variant, &group.chiefs), "and"),
            listed(squares.iter().map(String::as_str), "and"),
        ));
        taken.extend(squares);
    }
    let example = Setup::default_of(variant).name();
    (!groups.is_empty()).then(|| {
        format!(
            "Before the game Black puts some pieces where he likes: {}. White's stand opposite them, on the \
             same files. The usual choice is {example}, Black's pieces read from the left, {}.",
            groups.join("; "),
            Setup::rows(variant),
        )
    })
}
