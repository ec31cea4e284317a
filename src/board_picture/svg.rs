//! A position as a scalable picture that needs no other file.

use super::pieces::picture;
use super::{View, file_name, letter};
use crate::geometry::{Board12, Geometry};
use crate::pieces::{Color, Piece};
use crate::position::Position;
use std::fmt::Write;

const SQUARE: usize = 50;
const MARGIN: usize = 26;
/// The room that a picture leaves free on each side of its square.
const INSET: usize = 3;

const LIGHT: &str = "#eadfc6";
const DARK: &str = "#a8bfa6";
const MARKED_LIGHT: &str = "#f3e27a";
const MARKED_DARK: &str = "#d6c54f";

/// The position as SVG: pictures of the pieces as symbols, coordinates on all sides.
pub fn svg(position: &Position<Board12>, view: View) -> String {
    let (width, height) =
        (Board12::FILES * SQUARE + 2 * MARGIN, Board12::RANKS * SQUARE + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <title>{}: {}</title>\n",
        position.rules().variant().name,
        position.fen()
    );
    // Writing to a string cannot fail.
    let _ = symbols(&mut out, position)
        .and_then(|()| board(&mut out, view, width, height))
        .and_then(|()| coordinates(&mut out, view, width, height))
        .and_then(|()| pieces(&mut out, position, view));
    out + "</svg>\n"
}

/// The name of a piece's symbol: `w` or `b` and its letter.
fn symbol(position: &Position<Board12>, piece: Piece) -> String {
    let letter = position.rules().letter(piece).to_ascii_uppercase();
    format!("{}{letter}", piece.color().letter())
}

fn picture_of(position: &Position<Board12>, piece: Piece) -> Option<&'static str> {
    picture(position.rules().variant().pieces[piece.kind().index()].picture, piece.color())
}

fn symbols(out: &mut String, position: &Position<Board12>) -> std::fmt::Result {
    writeln!(out, "<defs>")?;
    for kind in position.rules().kinds() {
        for color in
            Color::ALL.into_iter().filter(|&c| position.pieces(kind, c) != Default::default())
        {
            let piece = Piece::new(kind, color);
            if let Some(content) = picture_of(position, piece) {
                let id = symbol(position, piece);
                writeln!(
                    out,
                    "<symbol id=\"{id}\" viewBox=\"0 0 100 100\">\n{content}\n</symbol>"
                )?;
            }
        }
    }
    writeln!(out, "</defs>")
}

fn board(out: &mut String, view: View, width: usize, height: usize) -> std::fmt::Result {
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf6\"/>")?;
    for (column, row, square) in view.squares() {
        let (x, y) = (MARGIN + column * SQUARE, MARGIN + row * SQUARE);
        let fill = match (view.marks(square), Board12::is_dark(square)) {
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

fn coordinates(out: &mut String, view: View, width: usize, height: usize) -> std::fmt::Result {
    writeln!(
        out,
        "<g font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"14\" fill=\"#3c372b\" \
         text-anchor=\"middle\">"
    )?;
    let middle = |index: usize| MARGIN + index * SQUARE + SQUARE / 2;
    for (column, file) in view.files().into_iter().enumerate() {
        let name = file_name(file);
        for y in [MARGIN - 8, height - MARGIN + 17] {
            writeln!(out, "<text x=\"{}\" y=\"{y}\">{name}</text>", middle(column))?;
        }
    }
    for (row, rank) in view.ranks().into_iter().enumerate() {
        for x in [MARGIN / 2, width - MARGIN / 2] {
            writeln!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", middle(row) + 5, rank + 1)?;
        }
    }
    writeln!(out, "</g>")
}

fn pieces(out: &mut String, position: &Position<Board12>, view: View) -> std::fmt::Result {
    for (column, row, square) in view.squares() {
        let (Some(piece), Some(letter)) = (position.on(square), letter(position, square)) else {
            continue;
        };
        let (x, y) = (MARGIN + column * SQUARE, MARGIN + row * SQUARE);
        if picture_of(position, piece).is_some() {
            let id = symbol(position, piece);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{VARIANTS, rules};

    #[test]
    fn every_piece_is_drawn_by_a_symbol_that_exists() {
        for variant in &VARIANTS {
            let position = Position::<Board12>::start(rules(variant));
            let picture = svg(&position, View::default());
            let uses: Vec<&str> = picture.split("href=\"#").skip(1).collect();
            assert_eq!(uses.len(), position.placement().pieces().count());
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
}
