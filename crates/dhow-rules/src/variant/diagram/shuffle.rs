//! Shuffled pieces as setup groups.

use crate::square::Coordinates;
use crate::variant::SetupGroup;

/// The setup groups that give the arrays of shuffles made one after the other. Each shuffle is a
/// list of letters and of the squares on which they stand, on Black's side.
///
/// A later shuffle may move pieces of earlier ones: those that it leaves out stay on the squares of
/// the earlier ones, and its own pieces get what remains.
pub fn groups(shuffles: &[(String, Vec<Coordinates>)]) -> Vec<SetupGroup> {
    let mut groups: Vec<SetupGroup> = Vec::new();
    for (letters, squares) in shuffles {
        let mut group = SetupGroup { chiefs: letters.clone(), squares: squares.clone() };
        for earlier in &mut groups {
            if earlier.chiefs.contains(|letter| letters.contains(letter)) {
                earlier.chiefs.retain(|letter| !letters.contains(letter));
                group.squares.extend(&earlier.squares);
            }
        }
        groups.retain(|earlier| !earlier.chiefs.is_empty());
        group.squares.sort_by_key(|square| (std::cmp::Reverse(square.rank), square.file));
        group.squares.dedup();
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Vec<Coordinates> {
        text.split(' ').filter_map(Coordinates::parse).collect()
    }

    #[test]
    fn later_shuffles_move_pieces_of_earlier_ones() {
        let first = ("GLQK".to_string(), squares("f12 g12 f11 g11"));
        let apart = ("UF".to_string(), squares("e12 h12"));
        let found = groups(&[first.clone(), apart]);
        assert_eq!(found[0].chiefs, "GLQK");
        assert_eq!(found[1].squares, squares("e12 h12"));
        let all = ("GLQFU".to_string(), squares("e12 f12 h12 f11 g11"));
        let found = groups(&[first, all]);
        let expected = [
            SetupGroup::new("K", "f12 g12 f11 g11"),
            SetupGroup::new("GLQFU", "e12 f12 g12 h12 f11 g11"),
        ];
        assert_eq!(found, expected);
    }
}
