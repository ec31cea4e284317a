//! A position in letters.

use super::{View, file_name};
use crate::game::Game;
use crate::pieces::Color;

/// How a picture of letters is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TextStyle {
    /// Letters only: upper case for White, the last move in brackets.
    #[default]
    Plain,
    /// With the colours of a terminal.
    Coloured,
}

/// The position of a game in letters, with coordinates, a line a rank.
pub fn text(game: &Game, view: View, style: TextStyle) -> String {
    let mut picture = String::new();
    for cells in view.cells(game) {
        let rank = cells.first().map_or(0, |cell| u32::from(cell.square.rank) + 1);
        let mut line = format!("{rank:>2} ");
        for cell in cells {
            let letter = cell.piece.map(|piece| game.position().letter(piece));
            match style {
                TextStyle::Plain => {
                    let (left, right) = if cell.marked { ('[', ']') } else { (' ', ' ') };
                    line.extend([left, letter.unwrap_or('.'), right]);
                }
                TextStyle::Coloured => {
                    let white = cell.piece.is_some_and(|piece| piece.color() == Color::White);
                    line += &coloured(letter, white, cell.square.is_dark(), cell.marked);
                }
            }
        }
        picture += line.trim_end_matches(' ');
        picture.push('\n');
    }
    let files: Vec<String> =
        view.files(game).into_iter().map(|file| format!("{:^3}", file_name(file))).collect();
    picture + "   " + files.concat().trim_end() + "\n"
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
    use crate::variant::find;

    #[test]
    fn letters_coordinates_and_the_last_move() {
        let mut game = Game::new(find("metamachy").expect("a built-in game"));
        let mv = game.play_text("e3e5").expect("a legal move");
        let view = View { flipped: false, last_move: Some(mv) };
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
            text(&game, view, TextStyle::Coloured).contains("\x1b[1;38;5;231;48;5;178m P \x1b[0m")
        );
    }
}
