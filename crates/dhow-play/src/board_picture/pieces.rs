//! The pictures of the pieces, which are compiled in.

use dhow_rules::pieces::Color;

/// A picture's name, and its SVG texts for White and Black.
type Pictures = (&'static str, [&'static str; 2]);

macro_rules! pictures {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            [
                include_str!(concat!("pieces/White", $name, ".svg")),
                include_str!(concat!("pieces/Black", $name, ".svg")),
            ],
        )),*]
    };
}

const PICTURES: &[Pictures] = pictures![
    "Admiral",
    "Amazon",
    "Bishop",
    "Bishopy",
    "Boar",
    "Camel",
    "Canon",
    "Centaur",
    "Chancellor",
    "Charger",
    "Chariot",
    "Chieftain",
    "Commoner",
    "Copper",
    "CrownedBishop",
    "Cub",
    "DrunkElephant",
    "Elephant",
    "Falcon",
    "Ferz",
    "Gnu",
    "GoBetween",
    "Gold",
    "GoldGeneral",
    "Guard",
    "Hawk",
    "Hero",
    "HighPriestess",
    "JumpingGeneral",
    "King",
    "Kirin",
    "Knight",
    "LShield",
    "Lance",
    "Leader2",
    "Left",
    "Leopard",
    "Minister",
    "Missionary",
    "Oliphant",
    "Ox",
    "Pawn",
    "Phoenix",
    "Queen",
    "Rook",
    "Rookish",
    "Shaman",
    "SideMover",
    "Silver",
    "SoaringEagle",
    "Spear",
    "Stag",
    "Tiger",
    "Tower",
    "Troll",
    "Unicorn",
    "VerticalMover",
    "Warmachine",
    "Warrior",
    "Wazir",
    "Whale",
    "Wizard",
    "Zebra",
];

/// The SVG texts of a picture, if there is one with this name.
fn files(name: &str) -> Option<[&'static str; 2]> {
    PICTURES.iter().find(|(known, _)| *known == name).map(|&(_, files)| files)
}

/// The SVG text of a picture of 100 by 100 units, if there is one with this name.
pub fn picture(name: &str, color: Color) -> Option<&'static str> {
    let (_, after_opening) = files(name)?[color.index()].split_once('>')?;
    after_opening.rsplit_once("</svg>").map(|(content, _)| content.trim())
}

/// A picture as files for White and Black: their names in `share/pieces`, and their contents. `None` if there
/// is no such picture.
pub fn picture_files(name: &str) -> Option<[(String, &'static str); 2]> {
    let [white, black] = files(name)?;
    Some([(format!("White{name}.svg"), white), (format!("Black{name}.svg"), black)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_shipped_picture_is_embedded_once() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../share/pieces");
        let shipped: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".svg"))
            .collect();
        let embedded: Vec<String> = PICTURES
            .iter()
            .flat_map(|(name, _)| picture_files(name).unwrap())
            .map(|(file, _)| file)
            .collect();
        assert_eq!(embedded.len(), shipped.len());
        assert_eq!(embedded.into_iter().collect::<BTreeSet<_>>(), shipped);
    }

    #[test]
    fn pictures_are_drawn_in_the_colours_of_their_side() {
        for (name, _) in PICTURES {
            let pictures = Color::ALL.map(|color| picture(name, color).expect("a picture"));
            for (picture, body) in pictures.iter().zip(["#FFFFCC", "#000000"]) {
                let start = format!("<g fill=\"{body}\" stroke=\"#000000\"");
                assert!(picture.starts_with(&start), "{name}: {picture}");
                let colours = picture.split('#').skip(1).map(|text| &text[..6]);
                for colour in colours {
                    assert!(["FFFFCC", "000000"].contains(&colour), "{name}: {colour}");
                }
            }
            assert_ne!(pictures[0], pictures[1]);
        }
    }

    #[test]
    fn every_piece_of_every_game_has_its_picture() {
        for piece in VARIANTS.iter().flat_map(|variant| &variant.pieces) {
            assert!(files(&piece.picture).is_some(), "{}", piece.name);
        }
        assert_eq!(picture("", Color::White), None);
    }
}
