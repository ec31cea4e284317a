//! Games in words: their rules, what is special about their pieces, and which rights a position has.
//!
//! All of it is made from the data and the tables that a game is played by, once for all who tell of games.

mod command;
mod end;
mod english;
mod facts;
mod king;
mod movement;
mod pawns;
mod piece;
mod promotion;
#[cfg(test)]
mod tests;

pub use command::option;
pub use piece::PieceDescription;

use crate::game::Game;
use crate::variant::{Setup, Variant};
use english::listed;
use serde::Serialize;
use std::sync::Arc;

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The board, and who begins.
    Board,
    /// The choice of a setup.
    Setup,
    /// The moves of a turn.
    Turn,
    /// What a leader may activate.
    Leader,
    /// How a game is won.
    Goal,
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
    /// Having no legal move.
    Stalemate,
    /// Positions that come back.
    Repetition,
    /// Moves without progress.
    MoveLimit,
    /// A King alone against more.
    BareKing,
    /// Two Kings alone.
    BareKings,
}

/// A rule of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it is about.
    pub topic: Topic,
    /// Some sentences.
    pub text: String,
}

/// What the fields of a FEN hold beside pieces and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fields {
    /// The rights of the third field; `None` if no King castles or jumps.
    pub rights: Option<Rights>,
    /// Whether there may be a square of en passant.
    pub en_passant: bool,
    /// What the first counter counts; `None` if it makes no difference.
    pub counter: Option<String>,
}

/// Rights that a position may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rights {
    /// What they are for.
    pub name: String,
    /// Each of them, in the order of FEN.
    pub each: Vec<Right>,
}

/// A right that a position may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Right {
    /// Its letter in FEN.
    pub letter: char,
    /// Whose it is, and of what.
    pub label: String,
}

/// A game in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The rules, in an order to read them.
    pub rules: Vec<Rule>,
    /// The kinds of pieces, in the order of the game.
    pub pieces: Vec<PieceDescription>,
    /// What the fields of a FEN hold.
    pub fields: Fields,
    /// The letters of the leaders that there may be in a game from the start array.
    pub leaders: String,
}

impl Description {
    /// Describes a game.
    ///
    /// # Panics
    /// If [`crate::game::check`] does not accept the variant.
    pub fn of(variant: &Arc<Variant>) -> Self {
        let game = Game::new(variant);
        let facts = game.position().visit(facts::Finder);
        let mut rules = Rules(Vec::new());
        rules.say(
            Topic::Board,
            format!(
                "The board has {} files and {} ranks. White moves first.",
                variant.files, variant.ranks
            ),
        );
        rules.extend(Topic::Setup, setup(variant));
        match &variant.command {
            None => rules.extend(Topic::Goal, king::goal(variant)),
            Some(command) => {
                command::rules(variant, command, game.position().moves_left(), &mut rules);
            }
        }
        rules.extend(Topic::Castling, king::castling(variant, &facts));
        rules.extend(Topic::Jump, king::jump(variant, &facts));
        rules.extend(Topic::DoubleStep, pawns::double_steps(variant));
        rules.extend(Topic::EnPassant, pawns::en_passant(variant, &facts));
        rules.extend(Topic::Promotion, promotion::rules(variant));
        end::rules(variant, &facts, &mut rules);
        Self {
            rules: rules.0,
            pieces: variant.pieces.iter().map(|it| piece::describe(variant, &facts, it)).collect(),
            fields: Fields {
                rights: king::rights(variant, &facts),
                en_passant: !facts.en_passant.is_empty(),
                counter: end::counter(variant),
            },
            leaders: command::present(variant).collect(),
        }
    }
}

/// Rules that are being written down.
struct Rules(Vec<Rule>);

impl Rules {
    fn say(&mut self, topic: Topic, text: String) {
        self.0.push(Rule { topic, text });
    }

    fn extend(&mut self, topic: Topic, texts: impl IntoIterator<Item = String>) {
        self.0.extend(texts.into_iter().map(|text| Rule { topic, text }));
    }
}

/// The names of the kinds of pieces with these letters.
fn names<'a>(variant: &'a Variant, letters: &'a str) -> impl Iterator<Item = &'a str> {
    letters.chars().filter_map(|letter| Some(variant.piece(letter)?.name.as_str()))
}

/// What Black may choose before the game.
fn setup(variant: &Variant) -> Option<String> {
    let mut taken = Vec::new();
    let mut groups = Vec::new();
    for group in &variant.setup {
        let squares: Vec<String> = group.squares.iter().map(ToString::to_string).collect();
        let left = if taken.iter().any(|square| squares.contains(square)) {
            "those that are left of "
        } else if group.chiefs.len() < squares.len() {
            "one of "
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
