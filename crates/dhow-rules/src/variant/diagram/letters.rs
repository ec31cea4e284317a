//! A letter for each kind of piece.

use super::definition::DiagramPiece;

/// The ids of kinds: the written ids, otherwise the first letters of the names.
pub fn ids(pieces: &[&DiagramPiece]) -> Vec<String> {
    let id = |piece: &&DiagramPiece| match piece.id.is_empty() {
        true => piece.name.chars().next().map_or(String::new(), |it| it.to_uppercase().collect()),
        false => piece.id.clone(),
    };
    pieces.iter().map(id).collect()
}

/// A letter of its own for each of at most 26 kinds. The first kind with an id of one letter keeps
/// it, and written ids go before those that follow from names. Other kinds get a letter of their
/// name if one is left.
pub fn letters(pieces: &[&DiagramPiece]) -> Vec<char> {
    let ids = ids(pieces);
    let mut letters: Vec<Option<char>> = vec![None; pieces.len()];
    let mut give = |kind: usize, wanted: &mut dyn Iterator<Item = char>| {
        if letters[kind].is_none() {
            let wanted = wanted.map(|letter| letter.to_ascii_uppercase());
            let mut free = wanted
                .filter(|letter| letter.is_ascii_uppercase() && !letters.contains(&Some(*letter)));
            letters[kind] = free.next();
        }
    };
    for written in [true, false] {
        for kind in 0..pieces.len() {
            if pieces[kind].id.is_empty() != written && ids[kind].chars().count() == 1 {
                give(kind, &mut ids[kind].chars());
            }
        }
    }
    for (kind, piece) in pieces.iter().enumerate() {
        give(kind, &mut ids[kind].chars().chain(piece.name.chars()));
    }
    for kind in 0..pieces.len() {
        give(kind, &mut ('A'..='Z'));
    }
    letters.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_letter_of_its_own() {
        let piece = |(name, id): (&str, &str)| DiagramPiece {
            line: 1,
            name: name.into(),
            id: id.into(),
            moves: String::new(),
            squares: String::new(),
            hand: String::new(),
        };
        let pieces = [
            ("pawn", ""),
            ("prince", ""),
            ("rook", ""),
            ("cannon", ""),
            ("camel", "C"),
            ("lion", "+L"),
            ("aa", ""),
            ("aaa", ""),
        ]
        .map(piece);
        let found = letters(&pieces.iter().collect::<Vec<_>>());
        assert_eq!(found, ['P', 'I', 'R', 'N', 'C', 'L', 'A', 'B']);
    }
}
