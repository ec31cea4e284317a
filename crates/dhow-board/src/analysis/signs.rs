//! Signs for moves, and their PGN numbers (NAGs).

use dhow_play::pgn::{PgnMove, sign_of, split_sign};

/// The signs of other numbers as printed in books, in characters that most fonts have.
const OTHERS: [(u8, &str); 21] = [
    (7, "□"),
    (8, "□"),
    (10, "="),
    (11, "="),
    (13, "∞"),
    (14, "+/="),
    (15, "=/+"),
    (16, "±"),
    (17, "∓"),
    (18, "+-"),
    (19, "-+"),
    (22, "⊙"),
    (23, "⊙"),
    (36, "↑"),
    (37, "↑"),
    (40, "→"),
    (41, "→"),
    (44, "=∞"),
    (45, "=∞"),
    (140, "∆"),
    (146, "N"),
];

/// The sign after a move, or that of a number.
pub fn sign(mv: &PgnMove) -> &str {
    let (_, written) = split_sign(&mv.text);
    match written.is_empty() {
        true => mv.nags.iter().find_map(|&nag| sign_of(nag)).unwrap_or_default(),
        false => written.get(..2).unwrap_or(written),
    }
}

/// The numbers of a move that are not signs; 0 means nothing.
pub fn others(mv: &PgnMove) -> Vec<u8> {
    mv.nags.iter().copied().filter(|&nag| nag > 0 && sign_of(nag).is_none()).collect()
}

/// A sign and numbers in the form that pages show after a move.
pub fn shown(sign: &str, nags: &[u8]) -> String {
    let mut text = sign.to_string();
    for nag in nags {
        let known = OTHERS.iter().find(|(number, _)| number == nag);
        text += &known.map_or_else(|| format!(" ${nag}"), |(_, words)| format!(" {words}"));
    }
    text.trim_start().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_before_numbers() {
        let mv = PgnMove { nags: vec![14, 2, 0, 240], ..PgnMove::new("e5") };
        assert_eq!((sign(&mv), others(&mv)), ("?", vec![14, 240]));
        assert_eq!(shown(sign(&mv), &others(&mv)), "? +/= $240");
        assert_eq!(shown("", &[10]), "=");
        assert_eq!(sign(&PgnMove::new("e5???")), "??");
    }
}
