//! The choices of promotion in a diagram.

use super::definition::leading_number;

/// One choice of promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramChoice {
    /// The index of the kind in the diagram.
    pub kind: usize,
    /// Whether the choice is not allowed on the last rank (`!`).
    pub not_last: bool,
    /// Whether the piece must be in hand (`*`).
    pub from_hand: bool,
    /// The number of last ranks on which the choice is allowed; `None` for all ranks of promotion.
    pub ranks: Option<i32>,
}

/// Reads `promoChoice`. `ids` are the ids of the kinds in order; an id that several kinds have stands for all of them.
/// Also returns the characters that are not ids.
pub fn choices(value: &str, ids: &[String]) -> (Vec<DiagramChoice>, String) {
    let mut choices: Vec<DiagramChoice> = Vec::new();
    let mut unknown = String::new();
    let mut rest = value;
    let (mut not_last, mut from_hand) = (false, false);
    while let Some(first) = rest.chars().next() {
        let fits = |id: &&String| !id.is_empty() && rest.starts_with(id.as_str());
        let longest = ids.iter().filter(fits).max_by_key(|id| id.len());
        let Some(id) = longest else {
            match first {
                '!' => not_last = true,
                '*' => from_hand = true,
                _ if first.is_whitespace() || first == ',' => {}
                _ => {
                    unknown.push(first);
                    (not_last, from_hand) = (false, false);
                }
            }
            rest = &rest[first.len_utf8()..];
            continue;
        };
        rest = &rest[id.len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let ranks = leading_number(&rest[..digits]);
        rest = &rest[digits..];
        for kind in (0..ids.len()).filter(|kind| ids[*kind] == *id) {
            if choices.iter().all(|other| other.kind != kind) {
                choices.push(DiagramChoice { kind, not_last, from_hand, ranks });
            }
        }
        (not_last, from_hand) = (false, false);
    }
    (choices, unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_digits_and_ids_of_two_letters() {
        let ids = ["P", "N", "+N", "N"].map(String::from);
        let (found, unknown) = choices("!P*N2+NX", &ids);
        let plain = DiagramChoice { kind: 0, not_last: false, from_hand: false, ranks: None };
        let knights =
            [1, 3].map(|kind| DiagramChoice { kind, from_hand: true, ranks: Some(2), ..plain });
        let expected = [
            DiagramChoice { not_last: true, ..plain },
            knights[0],
            knights[1],
            DiagramChoice { kind: 2, ..plain },
        ];
        assert_eq!(found, expected);
        assert_eq!(unknown, "X");
        assert_eq!(choices("", &ids), (Vec::new(), String::new()));
    }
}
