//! A position as SVG, with all pictures included.

use super::pieces::picture;
use super::{Cell, CommandState, View, file_name, position_text};
use dhow_rules::game::Game;
use dhow_rules::pieces::{Color, Piece, PieceType};
use std::fmt::Write;

const SQUARE: usize = 50;
const MARGIN: usize = 26;
/// The margin of a picture within its square.
const INSET: usize = 3;

const LIGHT: &str = "#eadfc6";
const DARK: &str = "#a8bfa6";
const MARKED_LIGHT: &str = "#f3e27a";
const MARKED_DARK: &str = "#d6c54f";
/// The colour for pieces that may move and leaders that may activate.
const COMMAND: &str = "#1f6f9f";

/// The position as SVG: pieces as symbols, coordinates on all sides.
pub fn svg(game: &Game, view: View) -> String {
    let variant = game.variant();
    let (width, height) =
        (variant.files * SQUARE + 2 * MARGIN, variant.ranks * SQUARE + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <title>{}: {}</title>\n",
        escaped(&variant.name),
        position_text(game)
    );
    let cells: Vec<Cell> = view.cells(game).into_iter().flatten().collect();
    // Writing to a string cannot fail.
    let _ = symbols(&mut out, game, &cells)
        .and_then(|()| board(&mut out, &cells, width, height))
        .and_then(|()| coordinates(&mut out, game, view, width, height))
        .and_then(|()| pieces(&mut out, game, &cells))
        .and_then(|()| command(&mut out, &cells));
    out + "</svg>\n"
}

/// Escapes the special characters of XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The id of a piece's symbol: `w` or `b` and its letter.
fn symbol(game: &Game, piece: Piece) -> String {
    let letter = game.position().letter(piece).to_ascii_uppercase();
    format!("{}{letter}", piece.color().letter())
}

fn picture_of(game: &Game, piece: Piece) -> Option<&'static str> {
    picture(&game.variant().pieces[piece.kind().index()].picture, piece.color())
}

/// The left and top coordinates of a square.
fn corner(cell: &Cell) -> (usize, usize) {
    (MARGIN + cell.column * SQUARE, MARGIN + cell.row * SQUARE)
}

fn symbols(out: &mut String, game: &Game, cells: &[Cell]) -> std::fmt::Result {
    writeln!(out, "<defs>")?;
    for kind in (0..game.variant().pieces.len()).map(PieceType::from_index) {
        for piece in Color::ALL.map(|color| Piece::new(kind, color)) {
            let content = picture_of(game, piece)
                .filter(|_| cells.iter().any(|cell| cell.piece == Some(piece)));
            if let Some(content) = content {
                let id = symbol(game, piece);
                writeln!(
                    out,
                    "<symbol id=\"{id}\" viewBox=\"0 0 100 100\">\n{content}\n</symbol>"
                )?;
            }
        }
    }
    writeln!(out, "</defs>")
}

fn board(out: &mut String, cells: &[Cell], width: usize, height: usize) -> std::fmt::Result {
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf6\"/>")?;
    for cell in cells.iter().filter(|cell| !cell.missing) {
        let (x, y) = corner(cell);
        let fill = match (cell.marked, cell.square.is_dark()) {
            (true, true) => MARKED_DARK,
            (true, false) => MARKED_LIGHT,
            (false, true) => DARK,
            (false, false) => LIGHT,
        };
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\"/>"
        )?;
    }
    let (inner_width, inner_height) = (width - 2 * MARGIN, height - 2 * MARGIN);
    writeln!(
        out,
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{inner_width}\" height=\"{inner_height}\" \
         fill=\"none\" stroke=\"#5b5340\" stroke-width=\"1.5\"/>"
    )
}

fn coordinates(
    out: &mut String,
    game: &Game,
    view: View,
    width: usize,
    height: usize,
) -> std::fmt::Result {
    writeln!(
        out,
        "<g font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"14\" fill=\"#3c372b\" \
         text-anchor=\"middle\">"
    )?;
    let middle = |index: usize| MARGIN + index * SQUARE + SQUARE / 2;
    for (column, file) in view.files(game).into_iter().enumerate() {
        let name = file_name(file);
        for y in [MARGIN - 8, height - MARGIN + 17] {
            writeln!(out, "<text x=\"{}\" y=\"{y}\">{name}</text>", middle(column))?;
        }
    }
    for (row, rank) in view.ranks(game).into_iter().enumerate() {
        for x in [MARGIN / 2, width - MARGIN / 2] {
            writeln!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", middle(row) + 5, rank + 1)?;
        }
    }
    writeln!(out, "</g>")
}

fn pieces(out: &mut String, game: &Game, cells: &[Cell]) -> std::fmt::Result {
    for cell in cells {
        let Some(piece) = cell.piece else { continue };
        let letter = game.position().letter(piece);
        let (x, y) = corner(cell);
        if picture_of(game, piece).is_some() {
            let id = symbol(game, piece);
            let (x, y, size) = (x + INSET, y + INSET, SQUARE - 2 * INSET);
            writeln!(
                out,
                "<use xlink:href=\"#{id}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
            )?;
        } else {
            let (x, y) = (x + SQUARE / 2, y + SQUARE - 14);
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"32\" text-anchor=\"middle\">{letter}</text>"
            )?;
        }
    }
    Ok(())
}

/// A dot at the pieces that may move, a frame around the leaders that may activate.
fn command(out: &mut String, cells: &[Cell]) -> std::fmt::Result {
    for cell in cells {
        let (x, y) = corner(cell);
        match cell.command {
            Some(CommandState::Activates) => writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"none\" \
                 stroke=\"{COMMAND}\" stroke-width=\"3\"/>",
                x + 2,
                y + 2,
                SQUARE - 4,
                SQUARE - 4
            )?,
            Some(CommandState::Moves) => writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{COMMAND}\"/>",
                x + SQUARE - 8,
                y + 8
            )?,
            None => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{VARIANTS, find};

    #[test]
    fn every_piece_is_drawn_by_a_symbol_that_exists() {
        for variant in VARIANTS.iter() {
            let picture = svg(&Game::new(variant), View::default());
            let uses: Vec<&str> = picture.split("href=\"#").skip(1).collect();
            let men = variant.start_placement().chars().filter(char::is_ascii_alphabetic).count();
            assert_eq!(uses.len(), men);
            for text in uses {
                let id = text.split('"').next().unwrap_or("");
                assert!(picture.contains(&format!("<symbol id=\"{id}\"")), "{id}");
            }
            for element in ["symbol", "svg", "g", "defs", "text"] {
                let opened = picture.matches(&format!("<{element}>")).count()
                    + picture.matches(&format!("<{element} ")).count();
                assert_eq!(opened, picture.matches(&format!("</{element}>")).count(), "{element}");
            }
        }
    }
    #[test]
    fn a_turn_is_marked_and_what_may_still_be_activated() {
        let mut game = Game::new(find("chieftain").expect("a built-in game"));
        for action in ["b2c4", "o2n4"] {
            game.play_text(action).expect("a legal action");
        }
        let count = |view: View, element: &str| svg(&game, view).matches(element).count();
        let marked = |view| count(view, MARKED_DARK) + count(view, MARKED_LIGHT);
        let last_turn = View { last_turn: true, ..View::default() };
        assert_eq!((marked(View::default()), marked(last_turn)), (0, 4));
        let command = View { command: true, ..View::default() };
        let leaders = game.position().free_leaders().len();
        // A leader that has not moved yet may also move.
        let dot = format!("fill=\"{COMMAND}\"");
        assert_eq!(count(command, &dot) + leaders, game.position().movers().len());
        assert_eq!(count(command, "rx=\"6\""), leaders);
        assert_eq!(count(last_turn, COMMAND), 0);
    }
}
