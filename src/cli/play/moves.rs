//! Moves in words: the list of legal moves, and the moves of a turn.

use dhow_rules::game::Game;
use dhow_rules::position::{Move, MoveKind};
use dhow_rules::square::Coordinates;
use std::collections::BTreeMap;

/// The legal moves, all or from one square, and their number; empty without legal moves. In games with leaders, one
/// line per piece. Lines have at most `width` characters.
pub fn list(game: &Game, wanted: Option<Coordinates>, width: usize) -> Vec<String> {
    let position = game.position();
    let from = |mv: Move| position.squares(mv).0;
    let is_wanted =
        |mv: &Move| wanted.is_none_or(|square| mv.kind() != MoveKind::End && from(*mv) == square);
    let moves: Vec<Move> = game.legal_moves().into_iter().filter(is_wanted).collect();
    if moves.is_empty() {
        return Vec::new();
    }
    if game.variant().command.is_some() {
        return by_piece(game, &moves, width);
    }
    let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
    let cell = texts.iter().map(String::len).max().unwrap_or(0) + 1;
    let each = ((width + 1) / cell).clamp(1, 12);
    let lines = texts.chunks(each).map(|line| line.join(" "));
    lines.chain([format!("{} moves", texts.len())]).collect()
}

/// Each piece with its targets.
fn by_piece(game: &Game, moves: &[Move], width: usize) -> Vec<String> {
    let position = game.position();
    let mut targets: BTreeMap<Coordinates, Vec<(Coordinates, String)>> = BTreeMap::new();
    for &mv in moves.iter().filter(|mv| mv.kind() != MoveKind::End) {
        let (from, to) = position.squares(mv);
        let text = match (mv.kind(), position.victim(mv)) {
            (MoveKind::Exchange, _) => format!("{to}(exchange)"),
            (_, Some(_)) => format!("x{to}"),
            (_, None) => to.to_string(),
        };
        targets.entry(from).or_default().push((to, text));
    }
    let mut lines = Vec::new();
    for (from, mut to) in targets.iter().map(|(from, to)| (from, to.clone())) {
        to.sort();
        let letter = position.on(*from).map_or('?'.into(), |piece| position.letter(piece));
        let head = format!("{letter} {from:<5}", from = from.to_string());
        lines.extend(wrapped(&head, to.iter().map(|(_, text)| text.as_str()), width));
    }
    let number = moves.iter().filter(|mv| mv.kind() != MoveKind::End).count();
    let end = if moves.contains(&Move::END) { ", or `end`" } else { "" };
    let counted = |number: usize, name: &str| match number {
        1 => format!("1 {name}"),
        _ => format!("{number} {name}s"),
    };
    let (moves, pieces) = (counted(number, "move"), counted(targets.len(), "piece"));
    lines.push(format!("{moves} of {pieces}{end}"));
    lines
}

/// Words wrapped after a heading; further lines are indented.
fn wrapped<'a>(head: &str, words: impl Iterator<Item = &'a str>, width: usize) -> Vec<String> {
    let mut lines = vec![head.to_string()];
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(format!("{:1$} {word}", "", head.len())),
        }
    }
    lines
}

/// A turn of a game with leaders, one line per move.
pub fn turn_in_words(game: &Game, turn: &[Move]) -> Vec<String> {
    let mut game = game.clone();
    let mut lines = Vec::new();
    for &mv in turn {
        let position = game.position();
        let name = |square| {
            let piece = position.on(square);
            piece.map_or("", |piece| &game.variant().pieces[piece.kind().index()].name)
        };
        let (from, to) = position.squares(mv);
        lines.push(match (mv.kind(), position.victim(mv)) {
            (MoveKind::End, _) => "ends the turn".into(),
            (MoveKind::Exchange, _) => {
                format!("{} {from} and {} {to} change places", name(from), name(to))
            }
            (_, Some(_)) => format!("{} {from} takes {} {to}", name(from), name(to)),
            (_, None) => format!("{} {from} to {to}", name(from)),
        });
        game.play(mv);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{CommandOption, find};
    use std::sync::Arc;

    fn game(id: &str, options: &[CommandOption], fen: Option<&str>) -> Game {
        let variant = find(id).expect("a built-in game").with_options(options);
        let fen = fen.map_or(variant.start.clone(), String::from);
        Game::from_fen(&Arc::new(variant), &fen).expect("a position")
    }

    #[test]
    fn moves_are_listed_by_piece() {
        let mut game = game("mini-chieftain", &[CommandOption::Exchange], None);
        let lines = list(&game, None, 100);
        assert_eq!(lines.last().map(String::as_str), Some("60 moves of 14 pieces"));
        assert_eq!(lines.len(), 15);
        let square = |name| Coordinates::parse(name);
        assert_eq!(list(&game, square("b2"), 100), ["N b2    c4 d3", "2 moves of 1 piece"]);
        game.play_text("c1d1").expect("an exchange");
        assert!(list(&game, square("c1"), 100).is_empty(), "it has moved");
    }

    #[test]
    fn captures_exchanges_and_long_lists() {
        let fen = "7c/8/8/8/8/8/8/8/8/2m5/CS6/M7 w - - 0 1";
        let game = game("mini-chieftain", &[CommandOption::Exchange], Some(fen));
        let lines = list(&game, None, 100);
        assert_eq!(lines[0], "M a1    b1");
        assert_eq!(lines[1], "C a2    a3 a4 b1 b2(exchange) b3 b4 c1 c2 xc3 c4");
        assert_eq!(lines.last().map(String::as_str), Some("16 moves of 3 pieces"));
        let words = ["aaaa"; 20];
        let lines = wrapped("0123456789", words.into_iter(), 100);
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[0].len(), lines[1].as_str()), (100, "           aaaa aaaa"));
    }

    #[test]
    fn a_turn_in_words() {
        let fen = "7c/8/8/8/8/8/8/8/8/2m5/CS6/7C w - - 0 1";
        let game = game("mini-chieftain", &[CommandOption::Exchange], Some(fen));
        let words = |turn: &str| turn_in_words(&game, &game.parse_turn(turn).expect("a turn"));
        assert_eq!(words("a2b3"), ["Chieftain a2 to b3", "ends the turn"]);
        assert_eq!(
            words("a2b2,h1h2"),
            ["Chieftain a2 and Shaman b2 change places", "Chieftain h1 to h2"]
        );
        assert_eq!(words("b2c3")[0], "Shaman b2 takes Warrior c3");
    }
}
