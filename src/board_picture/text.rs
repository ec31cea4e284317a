//! A position in letters.

use super::{View, file_name, letter};
use crate::geometry::{Board12, Geometry};
use crate::pieces::Color;
use crate::position::Position;

/// How a picture of letters is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TextStyle {
    /// Letters only: upper case for White, the last move in brackets.
    #[default]
    Plain,
    /// With the colours of a terminal.
    Coloured,
}

/// The position in letters, with coordinates, a line a rank.
pub fn text(position: &Position<Board12>, view: View, style: TextStyle) -> String {
    let mut picture = String::new();
    let ranks = view.ranks();
    for (column, row, square) in view.squares() {
        if column == 0 {
            picture += &format!("{:>2} ", ranks[row] + 1);
        }
        let letter = letter(position, square);
        let marked = view.marks(square);
        match style {
            TextStyle::Plain => {
                let (left, right) = if marked { ('[', ']') } else { (' ', ' ') };
                picture.extend([left, letter.unwrap_or('.'), right]);
            }
            TextStyle::Coloured => {
                let white = position.on(square).is_some_and(|piece| piece.color() == Color::White);
                picture += &coloured(letter, white, Board12::is_dark(square), marked);
            }
        }
        if column + 1 == ranks.len() {
            let trimmed = picture.trim_end_matches(' ').len();
            picture.truncate(trimmed);
            picture.push('\n');
        }
    }
    picture += "   ";
    let files: Vec<String> =
        view.files().into_iter().map(|f| format!(" {}", file_name(f))).collect();
    picture + &files.join(" ") + "\n"
}

/// A square in colours of the 256-colour palette that suit dark and light terminals alike.
fn coloured(letter: Option<char>, white: bool, dark: bool, marked: bool) -> String {
    let ground = match (marked, dark) {
        (true, _) => 178,
        (false, true) => 66,
        (false, false) => 109,
    };
    let ink = if white { "1;38;5;231" } else { "38;5;16" };
    format!("\x1b[{ink};48;5;{ground}m {} \x1b[0m", letter.unwrap_or(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{find, rules};

    #[test]
    fn letters_coordinates_and_the_last_move() {
        let mut position = Position::start(rules(find("metamachy").expect("a built-in game")));
        let mv = position.parse_move("e3e5").expect("a legal move");
        position.make(mv);
        let view = View { flipped: false, last_move: Some(mv) };
        let picture = text(&position, view, TextStyle::Plain);
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines.len(), 13);
        assert_eq!(lines[0], "12  c  m  .  .  .  q  k  .  .  .  m  c");
        assert_eq!(lines[7], " 5  .  .  .  . [P] .  .  .  .  .  .  .");
        assert_eq!(lines[9], " 3  P  P  P  P [.] P  P  P  P  P  P  P");
        assert_eq!(lines[12], "    a  b  c  d  e  f  g  h  i  j  k  l");
        let flipped = text(&position, View { flipped: true, ..view }, TextStyle::Plain);
        let lines: Vec<&str> = flipped.lines().collect();
        assert_eq!(lines[0], " 1  C  M  .  .  .  K  Q  .  .  .  M  C");
        assert_eq!(lines[12], "    l  k  j  i  h  g  f  e  d  c  b  a");
        assert!(
            text(&position, view, TextStyle::Coloured)
                .contains("\x1b[1;38;5;231;48;5;178m P \x1b[0m")
        );
    }
}
