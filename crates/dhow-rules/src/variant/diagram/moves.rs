//! Moves as diagrams write them.

use super::definition::leading_number;
use crate::betza::Notation;
use crate::text::excerpt;

/// The greatest number of distances of castling, which no board exceeds.
const MOST_DISTANCES: usize = 32;

/// Pieces whose moves a diagram need not write, in lower case.
const NAMED: [(&str, &str); 33] = [
    ("pawn", "ifmnDfmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("cardinal", "BN"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("marshall", "RN"),
    ("amazon", "QN"),
    ("lion", "KNADcaKcabKmabK"),
    ("mao", "mafsW"),
    ("horse", "mafsW"),
    ("elephant", "mafF"),
    ("cannon", "mRcpR"),
    ("pao", "mRcpR"),
    ("advisor", "F"),
    ("lance", "fR"),
    ("copper", "vWfF"),
    ("silver", "FfW"),
    ("silvergeneral", "FfW"),
    ("gold", "WfF"),
    ("goldgeneral", "WfF"),
    ("man", "K"),
    ("commoner", "K"),
    ("ferz", "F"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("nightrider", "N0"),
    ("grasshopper", "gQ"),
    ("griffon", "yafsF"),
    ("gryphon", "yafsF"),
    ("wizard", "FC"),
];

/// The moves of a piece whose line gives none; `None` if its name is not known either.
pub fn of_name(name: &str, files: usize) -> Option<&'static str> {
    let name = name.to_lowercase();
    match &name[..] {
        "king" => Some(if files > 8 { "KisO3" } else { "KisO2" }),
        "champion" => Some("WAD"),
        name => NAMED.iter().find(|known| known.0 == name).map(|known| known.1),
    }
}

/// Moves in Dhow's notation.
#[derive(Debug)]
pub struct DiagramMoves {
    /// All moves but castling.
    pub betza: Notation,
    /// The numbers of squares that the King may go when it castles, toward the last file and the first.
    pub castling: [Vec<usize>; 2],
    /// Whether it castles with the piece next to the outermost one (`j`).
    pub castles_within: bool,
    /// The slides that capture only a King (`k`); empty if the piece has no such slides.
    pub facing: String,
}

/// Reads moves. Rewrites brackets that Dhow writes in another way.
///
/// # Errors
/// The part that Dhow cannot read, and its place.
pub fn read(text: &str) -> Result<DiagramMoves, String> {
    // An apostrophe exempts a move from a change of kind by square. Such changes are refused as a whole.
    let text = text.replace('\'', "");
    let mut moves = String::new();
    let mut castling = [Vec::new(), Vec::new()];
    let mut castles_within = false;
    let mut facing = String::new();
    for term in terms(&text) {
        let small = term.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(term.len());
        let (prefix, head) = term.split_at(small);
        if let Some(distance) = head.strip_prefix('O') {
            let distance = leading_number(distance).and_then(|it| usize::try_from(it).ok());
            let one = |side| prefix.contains(side) && !prefix.contains('s');
            for (side, other) in [(0, 'l'), (1, 'r')] {
                if !one(other) && castling[side].len() < MOST_DISTANCES {
                    castling[side].push(distance.unwrap_or(2));
                }
            }
            castles_within |= prefix.contains('j');
            continue;
        }
        if let (Some(directions), true) = (without_k(prefix), matches!(head, "R" | "B" | "Q")) {
            facing += &(directions + head);
            continue;
        }
        let term = rewritten(prefix, head).unwrap_or_else(|| term.into());
        // Two equal capitals in a row would mean a slide.
        if moves.ends_with(|c: char| c.is_ascii_uppercase()) && term.starts_with(last(&moves)) {
            moves.push('1');
        }
        moves.push_str(&term);
    }
    let written = excerpt(&text);
    if moves.is_empty() {
        let what = if facing.is_empty() { "castling" } else { "captures of a King" };
        return Err(format!("moves `{written}`: nothing but {what}"));
    }
    let betza = moves.parse().map_err(|error| match moves == text {
        true => format!("moves `{written}`: {error}"),
        false => format!("moves `{written}`, read as `{}`: {error}", excerpt(&moves)),
    })?;
    Ok(DiagramMoves { betza, castling, castles_within, facing })
}

/// The directions of a move that captures only a King; `None` if it is another move.
fn without_k(prefix: &str) -> Option<String> {
    let directions = prefix.replacen('k', "", 1);
    let plain = directions.chars().all(|letter| "fblrvs".contains(letter));
    (prefix.contains('k') && plain).then_some(directions)
}

fn last(text: &str) -> char {
    text.chars().next_back().unwrap_or_default()
}

/// Splits a text after each atom with its range, and after each bracket.
fn terms(text: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_uppercase() || c == '[') {
        let head = &rest[at..];
        let mut length = match head.strip_prefix('[') {
            Some(_) => head.find(']').map_or(head.len(), |end| end + 1),
            None => 1,
        };
        let first = &head[..1];
        if first != "[" && head[1..].starts_with(first) {
            length += 1;
        }
        length += head[length..].bytes().take_while(u8::is_ascii_digit).count();
        terms.push(&rest[..at + length]);
        rest = &rest[at + length..];
    }
    if !rest.is_empty() {
        terms.push(rest);
    }
    terms
}

/// A bracket in the form of Dhow's notation.
fn rewritten(prefix: &str, head: &str) -> Option<String> {
    let rewritten = match (prefix, head) {
        ("", "[F?fsR]" | "[F?fsW0]") => "FyafsF",
        ("", "[W?fsB]" | "[W?fsF0]") => "WyafsW",
        ("", "[F-fsR]" | "[F-fsW0]") => "yafsF",
        ("", "[W-fsB]" | "[W-fsF0]") => "yafsW",
        _ => return None,
    };
    Some(rewritten.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_written_or_rewritten() {
        for (written, expected) in [
            ("afsW", "afsW"),
            ("KNADcaKcabKmabK", "KNADcaKcabKmabK"),
            ("[F?fsR]", "FyafsF"),
            ("FW[W?fsB]", "FW1WyafsW"),
            ("K'isO2", "K"),
            ("NN", "NN"),
        ] {
            let read = read(written).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(read.betza.as_str(), expected, "{written}");
        }
    }

    #[test]
    fn captures_of_kings_are_read() {
        let read = read("fkRfkBK").expect("moves");
        assert_eq!((read.betza.as_str(), read.facing.as_str()), ("K", "fRfB"));
    }

    #[test]
    fn castling_is_read() {
        let castling = |text| read(text).map(|it| (it.castling, it.castles_within)).expect("moves");
        assert_eq!(castling("KisO3"), ([vec![3], vec![3]], false));
        assert_eq!(castling("KirO2ilO3"), ([vec![2], vec![3]], false));
        assert_eq!(castling("KisO4isjO3"), ([vec![4, 3], vec![4, 3]], true));
        assert_eq!(castling("K"), ([vec![], vec![]], false));
    }

    #[test]
    fn other_moves_are_refused_with_their_place() {
        for (text, message) in [
            ("KcacaK", "moves `KcacaK`: column 5, `a`: a move has at most two legs"),
            ("U", "moves `U`: column 1, `U`: not a letter of this notation"),
            ("isO2", "moves `isO2`: nothing but castling"),
            ("fkR", "moves `fkR`: nothing but captures of a King"),
            ("KkN", "moves `KkN`: column 2, `k`: not a letter of this notation"),
            ("é", "moves `é`: column 1, `é`: not an ASCII character"),
        ] {
            assert_eq!(read(text).expect_err("no moves"), message);
        }
        assert!(read(&"a".repeat(100_000)).is_err());
    }
}
