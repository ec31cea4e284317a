//! The pictures of the pieces, as files and in the binary.

use crate::pieces::Color;

/// Place in XBoard's piece table, XBoard's name of the place, pictures for White and Black.
type Pictures = (usize, &'static str, [&'static str; 2]);

macro_rules! pictures {
    ($($place:literal $name:literal),* $(,)?) => {
        &[$((
            $place,
            $name,
            [
                include_str!(concat!("../../share/pieces/White", $name, ".svg")),
                include_str!(concat!("../../share/pieces/Black", $name, ".svg")),
            ],
        )),*]
    };
}

const PICTURES: &[Pictures] = pictures![
    0 "Pawn",
    1 "Knight",
    2 "Bishop",
    3 "Rook",
    4 "Queen",
    6 "Elephant",
    9 "Gold",
    10 "Commoner",
    11 "Canon",
    13 "CrownedBishop",
    16 "Chancellor",
    17 "Hawk",
    18 "Lance",
    20 "Unicorn",
    23 "Zebra",
    24 "Camel",
    31 "Gnu",
    32 "Cub",
    33 "LShield",
    35 "Wizard",
    44 "Left",
    65 "King",
];

/// The content of the picture at a place of XBoard's piece table, drawn on 100 by 100 units.
pub fn picture(place: usize, color: Color) -> Option<&'static str> {
    let (_, _, pictures) = PICTURES.iter().find(|(known, ..)| *known == place)?;
    let (_, after_opening) = pictures[color.index()].split_once('>')?;
    after_opening.rsplit_once("</svg>").map(|(content, _)| content.trim())
}

/// The names under which XBoard looks for the pictures, with their contents.
pub fn picture_files() -> impl Iterator<Item = (String, &'static str)> {
    PICTURES.iter().flat_map(|(_, name, [white, black])| {
        [(format!("White{name}.svg"), *white), (format!("Black{name}.svg"), *black)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn every_piece_of_every_game_has_two_pictures() {
        for piece in VARIANTS.iter().flat_map(|variant| &variant.pieces) {
            let pictures =
                Color::ALL.map(|color| picture(piece.picture.expect("a picture"), color));
            assert!(
                pictures.iter().all(|p| p.is_some_and(|p| p.starts_with("<g"))),
                "{}",
                piece.name
            );
            assert_ne!(pictures[0], pictures[1]);
        }
    }
}
