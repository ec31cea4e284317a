//! What the page knows of the games: their boards, pieces and rules, told from the same data that they
//! are played by.

use super::message::{Reach, Way};
use super::reach;
use crate::game::Game;
use crate::pieces::PieceType;
use crate::variant::{Catalogue, Command, Role, Setup, Stalemate, Variant};
use serde::Serialize;
use std::sync::Arc;

/// A game in the list of games.
#[derive(Serialize)]
struct Summary<'a> {
    id: &'a str,
    name: &'a str,
    summary: &'a str,
    files: usize,
    ranks: usize,
    pieces_a_side: usize,
    moves_a_turn: usize,
    setups: bool,
}

#[derive(Serialize)]
struct Described<'a> {
    #[serde(flatten)]
    summary: Summary<'a>,
    start: &'a str,
    setup: Option<Chiefs>,
    options: Vec<Named>,
    pieces: Vec<Piece<'a>>,
    leaders: Vec<Leading>,
    rules: Vec<String>,
}

/// What Black may choose before the game.
#[derive(Serialize)]
struct Chiefs {
    /// The name of the setup of the default start array.
    default: String,
    /// The squares in the order in which a setup's name tells of them.
    squares: Vec<String>,
    groups: Vec<Group>,
}

#[derive(Serialize)]
struct Group {
    chiefs: String,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct Leading {
    letter: char,
    activations: u8,
    commands: String,
}

#[derive(Serialize)]
struct Piece<'a> {
    letter: char,
    name: &'a str,
    other_names: &'a str,
    betza: &'a str,
    /// In hundredths of a fifth of a Rook; 0 for the King.
    value: i32,
    picture: &'a str,
    special: Vec<String>,
    /// Whether it leads or is royal, so that its loss may be the end.
    chief: bool,
    /// How many of them a side has in the start array.
    number: usize,
    square: String,
    ways: Vec<Way>,
    range: Vec<String>,
    screens: Vec<String>,
}

/// All games, as JSON.
pub fn list(catalogue: &Catalogue) -> String {
    json(&catalogue.iter().map(summary).collect::<Vec<_>>())
}

/// A game with all that there is to know of it, as JSON.
pub fn described(variant: &Arc<Variant>) -> String {
    json(&Described {
        summary: summary(variant),
        start: &variant.start,
        setup: (!variant.setup.is_empty()).then(|| chiefs(variant)),
        options: variant
            .options()
            .into_iter()
            .map(|option| Named { name: option.name(), summary: option.summary() })
            .collect(),
        pieces: (0..variant.pieces.len()).map(|index| piece(variant, index)).collect(),
        leaders: variant.command.iter().flat_map(leaders).collect(),
        rules: rules(variant),
    })
}

fn json(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text,
        Err(_) => unreachable!("games have nothing that JSON cannot say"),
    }
}

fn summary(variant: &Arc<Variant>) -> Summary<'_> {
    Summary {
        id: &variant.id,
        name: &variant.name,
        summary: &variant.summary,
        files: variant.files,
        ranks: variant.ranks,
        pieces_a_side: variant.start_placement().chars().filter(char::is_ascii_uppercase).count(),
        moves_a_turn: Game::new(variant).position().moves_left(),
        setups: !variant.setup.is_empty(),
    }
}

fn chiefs(variant: &Variant) -> Chiefs {
    let default = Setup::default_of(variant);
    let group = |group: &crate::variant::SetupGroup| Group {
        chiefs: group.chiefs.clone(),
        squares: group.squares.iter().map(ToString::to_string).collect(),
    };
    Chiefs {
        default: default.name(),
        squares: default.chiefs().map(|(square, _)| square.to_string()).collect(),
        groups: variant.setup.iter().map(group).collect(),
    }
}

fn leaders(command: &Command) -> Vec<Leading> {
    let leading = |leader: &crate::variant::Leader| Leading {
        letter: leader.letter,
        activations: leader.activations,
        commands: leader.commanded(),
    };
    command.leaders.iter().map(leading).collect()
}

fn piece(variant: &Arc<Variant>, index: usize) -> Piece<'_> {
    let piece = &variant.pieces[index];
    let diagram = reach::diagram(variant, PieceType::from_index(index));
    let (Reach { square, ways, range, .. }, screens) =
        diagram.map(|diagram| (diagram.reach, diagram.screens)).unwrap_or_default();
    Piece {
        letter: piece.letter,
        name: &piece.name,
        other_names: &piece.other_names,
        betza: &piece.betza,
        value: piece.value,
        picture: &piece.picture,
        special: variant.special(piece),
        chief: matches!(piece.role, Role::Royal | Role::Leader),
        number: variant.start_placement().chars().filter(|&l| l == piece.letter).count(),
        square,
        ways,
        range,
        screens,
    }
}

/// Names with commas, and `last` before the last one.
fn listed(names: &[&str], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// The rules in short, a sentence or some for each matter.
fn rules(variant: &Arc<Variant>) -> Vec<String> {
    let name = |letter: char| variant.piece(letter).map_or("", |piece| piece.name.as_str());
    let mut rules = vec![format!(
        "The board has {} files and {} ranks. White moves first.",
        variant.files, variant.ranks
    )];
    match &variant.command {
        None => rules.push("Checkmate wins: the King is attacked and cannot be saved.".into()),
        Some(command) => {
            let letters = command.leaders.iter().map(|leader| leader.letter);
            let present: Vec<&str> =
                letters.filter(|&l| variant.start_placement().contains(l)).map(name).collect();
            let leaders = listed(&present, "or");
            rules.push(format!(
                "A turn has several moves, up to {} from the start array: each {leaders} may activate \
                 one piece of its side a turn, itself included. No piece moves twice in a turn, one \
                 must move, and the turn may be ended early.",
                Game::new(variant).position().moves_left()
            ));
            rules.push(
                "A piece is in command if it stands within range when it starts to move. Nobody says \
                 which leader activates it: a turn is legal if the leaders can be shared out among the \
                 pieces that were moved."
                    .into(),
            );
            rules.push(format!("Who captures the last {leaders} of the other side wins at once."));
        }
    }
    if !variant.setup.is_empty() {
        rules.push(
            "Before the game Black chooses where the chiefs stand, and White's stand opposite."
                .into(),
        );
    }
    let mut promoting: Vec<(&str, Vec<&str>)> = Vec::new();
    for piece in &variant.pieces {
        let to = variant.promotions_of(piece);
        match promoting.iter_mut().find(|(other, _)| *other == to) {
            Some((_, pieces)) => pieces.push(&piece.name),
            None => promoting.push((to, vec![&piece.name])),
        }
    }
    for (to, pieces) in promoting.iter().filter(|(to, _)| !to.is_empty()) {
        rules.push(format!(
            "A {} that reaches the last rank becomes a {}.",
            listed(pieces, "or"),
            listed(&to.chars().map(name).collect::<Vec<_>>(), "or")
        ));
    }
    let jumps = variant
        .pieces
        .iter()
        .any(|piece| piece.role == Role::Royal && variant.special(piece).len() > 1);
    if jumps {
        rules.push(
            "A King that has never moved may jump once to a square two steps away, if it is not in \
             check and passes over no attacked square; there is no castling."
                .into(),
        );
    }
    let mut draws: Vec<String> = Vec::new();
    if variant.end.stalemate == Stalemate::Draw {
        draws.push("stalemate".into());
    }
    if let Some(times) = variant.end.repetitions {
        draws.push(format!("a position that occurs {times} times"));
    }
    if let Some(moves) = variant.end.move_limit {
        let pawns = if variant.command.is_some() { "" } else { " or a move of a Pawn" };
        draws.push(format!("{moves} moves by each side without a capture{pawns}"));
    }
    if variant.end.bare_kings {
        draws.push("King against King".into());
    }
    let draws: Vec<&str> = draws.iter().map(String::as_str).collect();
    if !draws.is_empty() {
        rules.push(format!("Drawn by {}.", listed(&draws, "or")));
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{VARIANTS, find};
    use serde_json::Value;

    #[test]
    fn every_game_is_described() {
        for variant in VARIANTS.iter() {
            let told: Value = serde_json::from_str(&described(variant)).expect("JSON");
            assert_eq!(told["id"], variant.id.as_str());
            let pieces = told["pieces"].as_array().expect("pieces");
            assert_eq!(pieces.len(), variant.pieces.len());
            assert!(pieces.iter().all(|piece| !piece["ways"].as_array().expect("ways").is_empty()));
            assert_eq!(told["setup"].is_null(), variant.setup.is_empty());
        }
        let all: Value = serde_json::from_str(&list(&VARIANTS)).expect("JSON");
        assert_eq!(all.as_array().map(Vec::len), Some(VARIANTS.len()));
    }

    #[test]
    fn rules_are_told_from_the_data() {
        let text = |id| rules(find(id).expect("a built-in game")).join(" ");
        assert!(text("metamachy").contains("becomes a Queen, Lion or Eagle."));
        assert!(
            text("maasai").contains("Black chooses") && text("maasai").contains("may jump once")
        );
        let chieftain = text("chieftain");
        assert!(chieftain.contains("up to 4") && !chieftain.contains("King"), "{chieftain}");
        assert!(
            text("grand-chieftain").contains("King, Jumping General, Minister or High Priestess")
        );
    }
}
