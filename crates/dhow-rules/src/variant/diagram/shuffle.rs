//! Shuffled pieces as setup groups.

use crate::square::Coordinates;
use crate::variant::SetupGroup;
use crate::variant::setup::{reading_order, shade_of};

/// Pieces that may stand on some squares in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// The letters of the pieces, one for each piece.
    pub letters: String,
    /// The letters of pieces that stand in equal numbers on light and on dark squares.
    pub paired: String,
    /// Black's squares.
    pub squares: Vec<Coordinates>,
}

impl Shuffle {
    /// The setup groups of the shuffle.
    pub fn groups(&self) -> Vec<SetupGroup> {
        SetupGroup::with_pairs(&self.letters, &self.paired, &self.squares)
    }

    /// The value of the key `setupGroup1` for the shuffle.
    pub fn value(&self) -> String {
        let squares: Vec<String> = self.squares.iter().map(ToString::to_string).collect();
        let mut letters: Vec<char> = self.letters.chars().collect();
        letters.sort_by_key(|&letter| self.letters.find(letter));
        let mut chiefs = String::new();
        for letter in letters {
            if self.paired.contains(letter) && !chiefs.contains(letter) {
                chiefs.push('!');
            }
            chiefs.push(letter);
        }
        format!("{chiefs}: {}", squares.join(" "))
    }
}

/// Shuffles of which each piece is in one only, equal to these shuffles made one after the other.
///
/// A later shuffle may move pieces of earlier ones. Pieces that it does not move stay on the squares of the earlier
/// shuffles, and its own pieces get the remaining squares.
pub fn in_turn(shuffles: &[Shuffle]) -> Vec<Shuffle> {
    let mut turns: Vec<Shuffle> = Vec::new();
    for shuffle in shuffles {
        let mut shuffle = shuffle.clone();
        for earlier in &mut turns {
            if earlier.letters.contains(|letter| shuffle.letters.contains(letter)) {
                let stays = |letter: &char| !shuffle.letters.contains(*letter);
                earlier.letters = earlier.letters.chars().filter(stays).collect();
                earlier.paired = earlier.paired.chars().filter(stays).collect();
                shuffle.squares.extend(&earlier.squares);
            }
        }
        turns.retain(|earlier| !earlier.letters.is_empty());
        shuffle.squares.sort_by_key(|&square| reading_order(square));
        shuffle.squares.dedup();
        turns.push(shuffle);
    }
    turns
}

/// Shuffles that give these setup groups: two groups of one letter, each for one shade, are a pair.
pub fn of_groups(groups: &[SetupGroup]) -> Vec<Shuffle> {
    let shade = |group: &SetupGroup| {
        let shade = shade_of(*group.squares.first()?);
        group.squares.iter().all(|&at| shade_of(at) == shade).then_some(shade)
    };
    let mut shuffles = Vec::new();
    let mut pairs: Vec<Shuffle> = Vec::new();
    let mut rest = groups;
    while let Some((group, others)) = rest.split_first() {
        rest = others;
        let letter = group.chiefs.chars().next().unwrap_or(' ');
        if let Some(other) = others.first().filter(|it| it.chiefs == group.chiefs)
            && let (Some(one), Some(two)) = (shade(group), shade(other))
            && one != two
            && group.chiefs.chars().all(|chief| chief == letter)
        {
            rest = &others[1..];
            let mut squares = [&group.squares[..], &other.squares].concat();
            squares.sort_by_key(|&square| reading_order(square));
            pairs.push(Shuffle { letters: group.chiefs.repeat(2), paired: letter.into(), squares });
            continue;
        }
        let mut shuffle = Shuffle {
            letters: group.chiefs.clone(),
            paired: String::new(),
            squares: group.squares.clone(),
        };
        for pair in std::mem::take(&mut pairs) {
            match pair.squares.iter().all(|at| group.squares.contains(at)) {
                true => {
                    shuffle.letters.insert_str(0, &pair.letters);
                    shuffle.paired.push_str(&pair.paired);
                }
                false => shuffles.push(pair),
            }
        }
        shuffles.push(shuffle);
    }
    shuffles.extend(pairs);
    shuffles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Vec<Coordinates> {
        text.split(' ').filter_map(Coordinates::parse).collect()
    }

    fn shuffle(letters: &str, paired: &str, text: &str) -> Shuffle {
        Shuffle { letters: letters.into(), paired: paired.into(), squares: squares(text) }
    }

    #[test]
    fn later_shuffles_move_pieces_of_earlier_ones() {
        let first = shuffle("GLQK", "", "f12 g12 f11 g11");
        let apart = shuffle("UF", "", "e12 h12");
        let found = in_turn(&[first.clone(), apart]);
        assert_eq!(found[0].letters, "GLQK");
        assert_eq!(found[1].squares, squares("e12 h12"));
        let all = shuffle("GLQFU", "", "e12 f12 h12 f11 g11");
        let found = in_turn(&[first, all]);
        let expected =
            [shuffle("K", "", "f12 g12 f11 g11"), shuffle("GLQFU", "", "e12 f12 g12 h12 f11 g11")];
        assert_eq!(found, expected);
    }

    #[test]
    fn pairs_are_groups_of_one_shade_each() {
        let pairs = shuffle("BBNNQ", "B", "b8 c8 d8 f8 g8");
        let expected = [
            SetupGroup::new("B", "c8 g8"),
            SetupGroup::new("B", "b8 d8 f8"),
            SetupGroup::new("NNQ", "b8 c8 d8 f8 g8"),
        ];
        let groups = pairs.groups();
        let shades = |group: &SetupGroup| group.squares.iter().map(|&at| shade_of(at)).collect();
        let shades: Vec<Vec<u8>> = groups[..2].iter().map(shades).collect();
        assert!(shades.iter().all(|group| group.iter().all(|shade| *shade == group[0])));
        let mut sorted = groups.clone();
        sorted.sort_by_key(|group| (group.chiefs.len(), group.squares.len()));
        assert_eq!(sorted, expected);
        assert_eq!(pairs.value(), "!BBNNQ: b8 c8 d8 f8 g8");
        assert_eq!(of_groups(&groups), [pairs]);
        let alone = shuffle("BB", "B", "c8 f8");
        assert_eq!(alone.groups().len(), 2);
        assert_eq!(of_groups(&alone.groups())[0].value(), "!BB: c8 f8");
        // Other groups do not change.
        let king = [SetupGroup::new("K", "e8 d8"), SetupGroup::new("QN", "c8 d8 e8")];
        let groups: Vec<SetupGroup> = of_groups(&king).iter().flat_map(Shuffle::groups).collect();
        assert_eq!(groups, king);
    }
}
