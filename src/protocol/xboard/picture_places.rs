//! Where XBoard keeps the pictures of its pieces.

/// The names of pictures that XBoard knows, in the order of its piece table, and their places.
const PLACES: [(&str, usize); 22] = [
    ("Pawn", 0),
    ("Knight", 1),
    ("Bishop", 2),
    ("Rook", 3),
    ("Queen", 4),
    ("Elephant", 6),
    ("Gold", 9),
    ("Commoner", 10),
    ("Canon", 11),
    ("CrownedBishop", 13),
    ("Chancellor", 16),
    ("Hawk", 17),
    ("Lance", 18),
    ("Unicorn", 20),
    ("Zebra", 23),
    ("Camel", 24),
    ("Gnu", 31),
    ("Cub", 32),
    ("LShield", 33),
    ("Wizard", 35),
    ("Left", 44),
    ("King", LAST),
];

/// The piece table has the King last; this stands for that place, and the others have the numbers
/// below it.
pub(super) const LAST: usize = 65;

/// The place of a picture in the piece table; `None` if XBoard does not know it.
pub(super) fn place(picture: &str) -> Option<usize> {
    PLACES.iter().find(|(name, _)| *name == picture).map(|&(_, place)| place)
}

/// The names of the pictures for which XBoard looks, in the order of its piece table.
pub fn names() -> impl Iterator<Item = &'static str> {
    PLACES.iter().map(|&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_picture::picture_files;
    use crate::variant::ONE_MOVE_GAMES;

    #[test]
    fn the_table_is_in_order_and_its_pictures_exist() {
        assert!(PLACES.is_sorted_by_key(|&(_, place)| place));
        for name in names() {
            assert!(picture_files(name).is_some(), "{name}");
        }
        assert_eq!(place("King"), Some(LAST));
        assert_eq!(place("Sheep"), None);
        assert_eq!(place(""), None);
    }

    #[test]
    fn xboard_draws_all_pieces_of_the_12x12_games() {
        for piece in ONE_MOVE_GAMES.iter().flat_map(|variant| &variant.pieces) {
            assert!(place(&piece.picture).is_some(), "{}", piece.name);
        }
    }
}
