//! Positions as text.

use super::{Cell, CommandState, View, file_name};
use dhow_rules::game::Game;
use dhow_rules::pieces::Letter;

/// The style of a text board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TextStyle {
    /// Letters only, upper case for White. The last turn is in brackets, `[M]`; with [`View::command`] so are
    /// pieces that may still move, `(M)`, and leaders that may activate, `<C>`.
    #[default]
    Plain,
    /// With terminal colours.
    Coloured,
}

/// The position as text with coordinates, one line per rank.
pub fn text(game: &Game, view: View, style: TextStyle) -> String {
    picture(game, view, style, false)
}

/// The same, with narrower squares if the board would be wider than `width` columns. Narrow marks have no
/// closing bracket.
pub fn text_within(game: &Game, view: View, style: TextStyle, width: usize) -> String {
    let files = view.files(game).len();
    picture(game, view, style, EDGE + 3 * files > width)
}

/// Columns for the rank numbers.
const EDGE: usize = 3;

fn picture(game: &Game, view: View, style: TextStyle, narrow: bool) -> String {
    let mut picture = String::new();
    for cells in view.cells(game) {
        let rank = cells.first().map_or(0, |cell| u32::from(cell.square.rank) + 1);
        let mut line = format!("{rank:>2} ");
        for cell in cells {
            let letter = cell.piece.map(|piece| game.position().letter(piece));
            match style {
                TextStyle::Plain => {
                    let (left, right) = brackets(&cell);
                    line.push(sign(left, letter));
                    line.push(letter.map_or(if cell.missing { ' ' } else { '.' }, Letter::plain));
                    line.extend((!narrow).then_some(right));
                }
                TextStyle::Coloured => line += &coloured(&cell, letter, narrow),
            }
        }
        picture += line.trim_end_matches(' ');
        picture.push('\n');
    }
    let name = |file| match narrow {
        true => format!("{:>2}", file_name(file)),
        false => format!("{:^3}", file_name(file)),
    };
    let files: String = view.files(game).into_iter().map(name).collect();
    picture + &format!("{:EDGE$}{}\n", "", files.trim_end())
}

fn brackets(cell: &Cell) -> (char, char) {
    match (cell.command, cell.marked) {
        (Some(CommandState::Activates), _) => ('<', '>'),
        (_, true) => ('[', ']'),
        (Some(CommandState::Moves), _) => ('(', ')'),
        (None, false) => (' ', ' '),
    }
}

/// What stands before the letter of a square: `+` before that of a promoted piece where nothing else stands.
fn sign(left: char, letter: Option<Letter>) -> char {
    if left == ' ' && letter.is_some_and(Letter::is_promoted) { '+' } else { left }
}

/// The colours of the letters in the 256-colour palette: White's and Black's.
const INKS: [u8; 2] = [231, 222];

/// A square in colours that suit dark and light terminals. Both letter colours have a contrast of at least
/// 4.5 on every background.
fn coloured(cell: &Cell, letter: Option<Letter>, narrow: bool) -> String {
    if cell.missing {
        return if narrow { "  " } else { "   " }.into();
    }
    let ground = ground(cell.command, cell.marked, cell.square.is_dark());
    let ink = cell.piece.map_or(INKS[0], |piece| INKS[piece.color().index()]);
    let gap = if narrow { "" } else { " " };
    let (sign, letter) = (sign(' ', letter), letter.map_or(' ', Letter::plain));
    format!("\x1b[1;38;5;{ink};48;5;{ground}m{sign}{letter}{gap}\x1b[0m")
}

/// The background colour of a square: blue for leaders that may activate, red for the last turn, green for
/// pieces that may move.
fn ground(command: Option<CommandState>, marked: bool, dark: bool) -> u8 {
    match (command, marked, dark) {
        (Some(CommandState::Activates), _, true) => 18,
        (Some(CommandState::Activates), _, false) => 24,
        (_, true, _) => 88,
        (Some(CommandState::Moves), _, _) => 22,
        (None, false, true) => 236,
        (None, false, false) => 59,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    #[test]
    fn letters_coordinates_and_the_last_move() {
        let mut game = Game::new(find("metamachy").expect("a built-in game"));
        game.play_text("e3e5").expect("a legal move");
        let view = View { last_turn: true, ..View::default() };
        let picture = text(&game, view, TextStyle::Plain);
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines.len(), 13);
        assert_eq!(lines[0], "12  c  m  .  .  .  q  k  .  .  .  m  c");
        assert_eq!(lines[7], " 5  .  .  .  . [P] .  .  .  .  .  .  .");
        assert_eq!(lines[9], " 3  P  P  P  P [.] P  P  P  P  P  P  P");
        assert_eq!(lines[12], "    a  b  c  d  e  f  g  h  i  j  k  l");
        let flipped = text(&game, View { flipped: true, ..view }, TextStyle::Plain);
        let lines: Vec<&str> = flipped.lines().collect();
        assert_eq!(lines[0], " 1  C  M  .  .  .  K  Q  .  .  .  M  C");
        assert_eq!(lines[12], "    l  k  j  i  h  g  f  e  d  c  b  a");
        assert!(
            text(&game, view, TextStyle::Coloured).contains("\x1b[1;38;5;231;48;5;88m P \x1b[0m")
        );
    }

    /// The relative luminance of a palette colour, from 0 to 1.
    fn luminance(colour: u8) -> f64 {
        let level = |step: u8| if step == 0 { 0.0 } else { 55.0 + 40.0 * f64::from(step) };
        let [red, green, blue] = match colour {
            232.. => [8.0 + 10.0 * f64::from(colour - 232); 3],
            _ => [(colour - 16) / 36, (colour - 16) / 6 % 6, (colour - 16) % 6].map(level),
        };
        let linear = |value: f64| match value / 255.0 {
            low if low <= 0.04045 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    #[test]
    fn every_letter_can_be_read_on_every_square() {
        for command in [None, Some(CommandState::Moves), Some(CommandState::Activates)] {
            for (marked, dark) in [(false, false), (false, true), (true, false), (true, true)] {
                let ground = ground(command, marked, dark);
                for ink in INKS {
                    let contrast = (luminance(ink) + 0.05) / (luminance(ground) + 0.05);
                    assert!(contrast >= 4.5, "{ink} on {ground}: {contrast}");
                }
            }
        }
        assert_ne!(ground(None, false, false), ground(None, false, true));
    }

    /// The text board of a game with leaders after these actions.
    fn lines(id: &str, actions: &[&str], flipped: bool) -> Vec<String> {
        let mut game = Game::new(find(id).expect("a built-in game"));
        for action in actions {
            game.play_text(action).expect("a legal action");
        }
        let view = View { flipped, last_turn: true, command: true };
        text(&game, view, TextStyle::Plain).lines().map(String::from).collect()
    }

    #[test]
    fn squares_of_a_whole_turn_and_who_may_still_be_activated() {
        let lines_of = |actions: &[&str]| lines("mini-chieftain", actions, false);
        let start = lines_of(&[]);
        assert_eq!(start[11], " 1  . (H)<C>(S)(S)<C>(H) .");
        assert_eq!(start[7], " 5  .  M  .  .  .  .  M  .");
        let one = lines_of(&["b2c4"]);
        assert_eq!(one[8], " 4  M  . [N](M)(M) .  . (M)");
        assert_eq!(one[10], " 2  . [.](M) .  . (M)(N) .");
        assert_eq!(one[11], " 1  .  H (C)(S)(S)<C>(H) .");
        let black = lines_of(&["b2c4", "g2f4"]);
        assert_eq!(black[8], " 4  M  . [N] M  M [N] .  M");
        assert_eq!(black[10], " 2  . [.] M  .  .  M [.] .");
        assert_eq!(black[0], "12  . (h)<c>(s)(s)<c>(h) .");
        let ended = lines_of(&["b2c4", "end"]);
        assert_eq!(ended[8], " 4  M  . [N] M  M  .  .  M");
    }

    #[test]
    fn a_wide_board_has_narrow_squares_where_there_is_no_room() {
        let mut game = Game::new(find("overlord").expect("a built-in game"));
        game.play_text("ac2ab4").expect("a legal action");
        let view = View { last_turn: true, ..View::default() };
        for style in [TextStyle::Plain, TextStyle::Coloured] {
            assert_eq!(text_within(&game, view, style, 93), text(&game, view, style));
        }
        let narrow = text_within(&game, view, TextStyle::Plain, 92);
        let lines: Vec<&str> = narrow.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() <= 3 + 2 * 30), "{narrow}");
        assert!(lines[15].ends_with(" x y zaaabacad"), "{narrow}");
        assert_eq!(&lines[11][3 + 2 * 27..5 + 2 * 27], "[N");
        assert!(text_within(&game, view, TextStyle::Coloured, 80).contains("m N\x1b[0m"));
    }

    #[test]
    fn files_beyond_z_have_two_letters() {
        for flipped in [false, true] {
            let lines = lines("overlord", &["ac2ab4"], flipped);
            assert_eq!(lines.len(), 16);
            assert!(lines.iter().all(|line| line.chars().count() <= 93));
            let files = "    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x \
                         y  z aa ab ac ad";
            let name = |column: usize| {
                let file = if flipped { 29 - column } else { column };
                file_name(file as u8)
            };
            if !flipped {
                assert_eq!(lines[15], files.replace("x y", "x  y"));
            }
            // The last letter of a file's name stands below the letters of its pieces.
            for column in 0..30 {
                let at = 3 + 3 * column;
                let label = lines[15].get(at..at + 2).unwrap_or_default().trim();
                assert_eq!(label, name(column));
            }
            let rank = if flipped { 3 } else { 11 };
            let column = if flipped { 2 } else { 27 };
            assert_eq!(&lines[rank][3 + 3 * column..6 + 3 * column], "[N]");
        }
    }
}
