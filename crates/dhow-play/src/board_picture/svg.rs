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

const NAMESPACES: &str =
    "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";

const LIGHT: &str = "#eadfc6";
const DARK: &str = "#a8bfa6";
const MARKED_LIGHT: &str = "#f3e27a";
const MARKED_DARK: &str = "#d6c54f";
/// The colour for pieces that may move and leaders that may activate.
const COMMAND: &str = "#1f6f9f";

/// The position as SVG: pieces as symbols, coordinates on all sides.
pub fn svg(game: &Game, view: View) -> String {
    picture_with(game, view, true)
}

/// The position as SVG for a page that has the [`shared_symbols`] of the pieces.
pub fn svg_without_symbols(game: &Game, view: View) -> String {
    picture_with(game, view, false)
}

/// An empty picture with the symbols of the pieces that stand in some positions of one game, so that all of them on a
/// page are drawn with the same symbols: see [`svg_without_symbols`].
pub fn shared_symbols(games: &[Game]) -> String {
    let Some(game) = games.first() else { return String::new() };
    let cells: Vec<Cell> =
        games.iter().flat_map(|game| View::default().cells(game)).flatten().collect();
    let mut out =
        format!("<svg {NAMESPACES} width=\"0\" height=\"0\" style=\"position:absolute\">\n");
    // Writing to a string cannot fail.
    let _ = symbols(&mut out, game, &cells);
    out + "</svg>\n"
}

fn picture_with(game: &Game, view: View, with_symbols: bool) -> String {
    let variant = game.variant();
    let (width, height) =
        (variant.files * SQUARE + 2 * MARGIN, variant.ranks * SQUARE + 2 * MARGIN);
    let mut out = format!(
        "<svg {NAMESPACES} viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <title>{}: {}</title>\n",
        escaped(&variant.name),
        escaped(&position_text(game))
    );
    let cells: Vec<Cell> = view.cells(game).into_iter().flatten().collect();
    let defined = if with_symbols { symbols(&mut out, game, &cells) } else { Ok(()) };
    // Writing to a string cannot fail.
    let _ = defined
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
    for (marked, dark, fill) in [
        (false, false, LIGHT),
        (false, true, DARK),
        (true, false, MARKED_LIGHT),
        (true, true, MARKED_DARK),
    ] {
        let alike =
            |cell: &&Cell| !cell.missing && cell.marked == marked && cell.square.is_dark() == dark;
        let squares = cells.iter().filter(alike).map(|cell| {
            let (x, y) = corner(cell);
            format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
        });
        let squares: String = squares.collect();
        if !squares.is_empty() {
            writeln!(out, "<path fill=\"{fill}\" d=\"{squares}\"/>")?;
        }
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
            let (left, top, size) = (x + INSET, y + INSET, SQUARE - 2 * INSET);
            writeln!(
                out,
                "<use xlink:href=\"#{id}\" x=\"{left}\" y=\"{top}\" width=\"{size}\" height=\"{size}\"/>"
            )?;
            if letter.is_promoted() {
                promoted(out, x + SQUARE - 9, y + 9)?;
            }
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

/// The sign of a promoted piece, a plus on a disc around a point.
fn promoted(out: &mut String, x: usize, y: usize) -> std::fmt::Result {
    writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"#c0392b\"/><path d=\"M{} {y}h8M{x} {}v8\" \
         stroke=\"#ffffff\" stroke-width=\"2\"/>",
        x - 4,
        y - 4
    )
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
    fn positions_of_a_page_share_their_symbols() {
        let games = ["shako", "chieftain"].map(|id| {
            let start = Game::new(find(id).expect("a game"));
            let mut later = start.clone();
            later.play(start.legal_moves()[0]);
            [start, later]
        });
        for games in games {
            let symbols = shared_symbols(&games);
            for game in &games {
                let picture = svg_without_symbols(game, View::default());
                assert!(!picture.contains("<symbol"));
                for text in picture.split("href=\"#").skip(1) {
                    let id = text.split('"').next().unwrap_or("");
                    assert_eq!(symbols.matches(&format!("<symbol id=\"{id}\"")).count(), 1);
                }
            }
        }
        assert_eq!(shared_symbols(&[]), "");
    }

    #[test]
    fn a_turn_is_marked_and_what_may_still_be_activated() {
        let mut game = Game::new(find("chieftain").expect("a built-in game"));
        for action in ["b2c4", "o2n4"] {
            game.play_text(action).expect("a legal action");
        }
        let count = |view: View, element: &str| svg(&game, view).matches(element).count();
        let marked = |view| {
            let picture = svg(&game, view);
            let paths = [MARKED_DARK, MARKED_LIGHT].map(|fill| {
                let path = picture.split(&format!("<path fill=\"{fill}\" d=\"")).nth(1);
                path.and_then(|path| path.split('"').next()).unwrap_or("").matches('M').count()
            });
            paths[0] + paths[1]
        };
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
