//! The places of pictures in XBoard's piece table.

use dhow_play::board_picture::picture_files;

/// Each picture, XBoard's name for it, and its place, in the order of XBoard's piece table.
const PLACES: [(&str, &str, usize); 37] = [
    ("Pawn", "Pawn", 0),
    ("Knight", "Knight", 1),
    ("Bishop", "Bishop", 2),
    ("Rook", "Rook", 3),
    ("Queen", "Queen", 4),
    ("Ferz", "Advisor", 5),
    ("Elephant", "Elephant", 6),
    ("Gold", "Gold", 9),
    ("Commoner", "Commoner", 10),
    ("Canon", "Canon", 11),
    ("CrownedBishop", "CrownedBishop", 13),
    ("Admiral", "CrownedRook", 14),
    ("Amazon", "Princess", 15),
    ("Chancellor", "Chancellor", 16),
    ("Hawk", "Hawk", 17),
    ("Lance", "Lance", 18),
    ("Unicorn", "Unicorn", 20),
    ("JumpingGeneral", "Sword", 22),
    ("Zebra", "Zebra", 23),
    ("Camel", "Camel", 24),
    ("Wazir", "Hat", 27),
    ("Minister", "Duck", 28),
    ("Gnu", "Gnu", 31),
    ("Cub", "Cub", 32),
    ("LShield", "LShield", 33),
    ("Wizard", "Wizard", 35),
    ("Rookish", "Copper", 36),
    ("Guard", "Iron", 37),
    ("Troll", "Viking", 38),
    ("Oliphant", "Leopard", 42),
    ("HighPriestess", "Claw", 43),
    ("Left", "Left", 44),
    ("Warmachine", "Butterfly", 45),
    ("Missionary", "PromoBishop", 46),
    ("Bishopy", "RShield", 49),
    ("Centaur", "PromoHorse", 57),
    ("King", "King", LAST),
];

/// Stands for the last place of the piece table, which is the King's. All other places have lower numbers.
pub(super) const LAST: usize = 65;

/// From this place on, XBoard's pictures belong to no common piece, so any piece may use them.
pub(super) const FIRST_STRANGE: usize = 5;

/// XBoard moves pieces at these places as a Pawn and as the Lion of Chu Shogi.
pub(super) const SPECIAL: [usize; 2] = [18, 21];

/// The place of a picture in the piece table, if it has one.
pub(super) fn place(picture: &str) -> Option<usize> {
    PLACES.iter().find(|(name, ..)| *name == picture).map(|&(.., place)| place)
}

/// The pictures as files for XBoard: names and contents.
pub fn files() -> impl Iterator<Item = (String, &'static str)> {
    PLACES.iter().flat_map(|&(picture, name, _)| {
        let files = picture_files(picture).into_iter().flatten();
        ["White", "Black"]
            .into_iter()
            .zip(files)
            .map(move |(side, (_, content))| (format!("{side}{name}.svg"), content))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_play::xboard::{can_play, is_known};
    use dhow_rules::variant::VARIANTS;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_is_in_order_and_its_pictures_exist() {
        assert!(PLACES.is_sorted_by_key(|&(.., place)| place));
        let files: BTreeSet<String> = files().map(|(file, _)| file).collect();
        assert_eq!(files.len(), 2 * PLACES.len());
        assert!(files.contains("BlackAdvisor.svg"));
        assert_eq!(place("King"), Some(LAST));
        assert_eq!(place("Sheep"), None);
        assert_eq!(place(""), None);
    }

    #[test]
    fn xboard_draws_all_pieces_of_the_games_that_it_plays() {
        let games = VARIANTS.iter().filter(|game| can_play(game) && !is_known(game));
        for piece in games.flat_map(|variant| &variant.pieces) {
            assert!(place(&piece.picture).is_some(), "{}", piece.name);
        }
    }
}
