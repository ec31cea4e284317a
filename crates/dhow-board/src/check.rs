//! Finds all faults of a position, for people who set one up.

use super::message::PositionFault;
use dhow_rules::game::Game;
use dhow_rules::pieces::{Color, Letter};
use dhow_rules::position::{FenError, PositionError};
use dhow_rules::square::Coordinates;
use dhow_rules::variant::{Role, Variant};
use std::sync::Arc;

/// The maximum length of a FEN in bytes.
pub const LONGEST_FEN: usize = 2000;

/// A checked position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The canonical FEN, if nothing is wrong.
    pub fen: Option<String>,
    /// The faults.
    pub problems: Vec<PositionFault>,
    /// The end of the game, if the position ends it.
    pub over: Option<String>,
}

/// Checks a FEN. The parser stops at the first fault, so this tries the fields separately.
pub fn check(variant: &Arc<Variant>, fen: &str) -> Checked {
    if fen.len() > LONGEST_FEN {
        let text = format!("a FEN may have {LONGEST_FEN} letters");
        return Checked {
            problems: vec![PositionFault { text, squares: Vec::new() }],
            ..Checked::default()
        };
    }
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let mut problems = Vec::new();
    if let [placement, side, jump, en_passant, counters @ ..] = &fields[..]
        && matches!(counters, [] | [_, _])
    {
        let fields = Fields { variant, placement, side: known_side(side) };
        fields.men(&mut problems);
        if !matches!(*side, "w" | "b") {
            fields.note(&mut problems, &format!("{} {side} - - 0 1", fields.start()));
        }
        fields.rights(&mut problems, jump, en_passant);
        if let [halfmove, fullmove] = counters {
            let start = fields.start();
            fields.note(&mut problems, &format!("{start} w - - {halfmove} 1"));
            fields.note(&mut problems, &format!("{start} w - - 0 {fullmove}"));
        }
    }
    match Game::from_fen(variant, fen) {
        Ok(game) => Checked {
            fen: Some(game.fen()),
            over: game.outcome().map(|outcome| outcome.to_string()),
            problems: Vec::new(),
        },
        Err(error) => {
            // No single field is wrong.
            if problems.is_empty() {
                problems.push(problem(&error));
            }
            Checked { fen: None, problems, over: None }
        }
    }
}

/// A valid side, for tests of fields that do not depend on it.
fn known_side(side: &str) -> &str {
    if side == "b" { "b" } else { "w" }
}

struct Fields<'a> {
    variant: &'a Arc<Variant>,
    placement: &'a str,
    side: &'a str,
}

impl Fields<'_> {
    /// The placement of the start array, which is valid.
    fn start(&self) -> &str {
        self.variant.start_placement()
    }

    /// Notes the fault of a FEN, if there is one.
    fn note(&self, problems: &mut Vec<PositionFault>, fen: &str) {
        if let Err(error) = Game::from_fen(self.variant, fen) {
            problems.push(problem(&error));
        }
    }

    /// Checks the pieces and the side to move.
    fn men(&self, problems: &mut Vec<PositionFault>) {
        let fen = format!("{} {} - - 0 1", self.placement, self.side);
        match Game::from_fen(self.variant, &fen) {
            Ok(_) => {}
            Err(FenError::Position(PositionError::Kings { .. })) => {
                for color in Color::ALL {
                    let kings = self.kings(color);
                    let found = kings.len() as u32;
                    if found != 1 {
                        let text = PositionError::Kings { color, found }.to_string();
                        problems.push(PositionFault { text, squares: kings });
                    }
                }
            }
            Err(FenError::Position(
                flaw @ (PositionError::WrongSideInCheck(color)
                | PositionError::Royals { color, .. }),
            )) => {
                problems.push(PositionFault { text: flaw.to_string(), squares: self.kings(color) });
            }
            Err(error) => problems.push(problem(&error)),
        }
    }

    /// The squares of a side's Kings, and of other royal pieces.
    fn kings(&self, color: Color) -> Vec<String> {
        let royals = self.variant.pieces.iter().filter(|piece| piece.role == Role::Royal);
        let letters = royals.map(|piece| color.letter_of(piece.letter));
        letters.flat_map(|letter| squares_of(self.placement, letter)).collect()
    }

    /// Checks the jump rights and the en passant field.
    fn rights(&self, problems: &mut Vec<PositionFault>, jump: &str, en_passant: &str) {
        let bare = format!("{} {}", self.placement, self.side);
        if Game::from_fen(self.variant, &format!("{bare} - - 0 1")).is_err() {
            // Rights cannot be checked against an invalid placement, but their syntax can.
            let start = self.start();
            for rights in [format!("{jump} -"), format!("- {en_passant}")] {
                match Game::from_fen(self.variant, &format!("{start} w {rights} 0 1")) {
                    Ok(_) | Err(FenError::Position(_)) => {}
                    Err(error) => problems.push(problem(&error)),
                }
            }
            return;
        }
        match jump {
            "Kk" if self.variant.command.is_none() => ["K", "k"].iter().for_each(|right| {
                self.note(problems, &format!("{bare} {right} - 0 1"));
            }),
            _ => self.note(problems, &format!("{bare} {jump} - 0 1")),
        }
        self.note(problems, &format!("{bare} - {en_passant} 0 1"));
    }
}

/// The squares of a letter in the placement field of a FEN.
fn squares_of(placement: &str, letter: Letter) -> Vec<String> {
    let ranks = placement.split('/').count();
    let mut squares = Vec::new();
    for (row, text) in placement.split('/').enumerate() {
        let (mut file, mut number) = (0usize, 0usize);
        let mut rest = text;
        while let Some((found, behind)) = Letter::first(rest) {
            rest = behind;
            if let Some(digit) = found.plain().to_digit(10) {
                number = (number * 10 + digit as usize).min(99);
                continue;
            }
            file += std::mem::take(&mut number);
            if found == letter
                && let (Ok(file), Ok(rank)) = (u8::try_from(file), u8::try_from(ranks - 1 - row))
            {
                squares.push(Coordinates { file, rank }.to_string());
            }
            file += 1;
        }
    }
    squares
}

fn problem(error: &FenError) -> PositionFault {
    let squares = match error {
        FenError::Position(
            PositionError::NotPromoted { square, .. }
            | PositionError::JumpRight { square, .. }
            | PositionError::EnPassant(square),
        ) => vec![square.clone()],
        _ => Vec::new(),
    };
    PositionFault { text: error.to_string(), squares }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{VARIANTS, find};

    fn texts(id: &str, fen: &str) -> Vec<String> {
        let checked = check(find(id).expect("a built-in game"), fen);
        assert_eq!(checked.fen.is_some(), checked.problems.is_empty(), "{fen}");
        checked.problems.into_iter().map(|problem| problem.text).collect()
    }

    #[test]
    fn start_arrays_are_in_order() {
        for variant in VARIANTS.iter() {
            let checked = check(variant, &variant.start);
            assert_eq!(checked.fen.as_deref(), Some(variant.start.as_str()));
            assert_eq!((checked.problems, checked.over), (Vec::new(), None));
        }
    }

    #[test]
    fn all_that_is_wrong_is_told() {
        let fen = "k10k/12/12/12/12/12/12/12/12/12/12/12 x Qq z3 -1 -1";
        let told = texts("metamachy", fen);
        assert_eq!(told.len(), 7, "{told:?}");
        assert!(told[0].starts_with("White has 0 Kings") && told[1].starts_with("Black has 2"));
        for (index, words) in
            [(2, "side to move"), (3, "jump rights"), (5, "halfmove"), (6, "fullmove")]
        {
            assert!(told[index].contains(words), "{told:?}");
        }
        let metamachy = find("metamachy").expect("a game");
        let kings = &check(metamachy, fen).problems[1];
        assert_eq!(kings.squares, ["a12", "l12"]);
        let told = texts("metamachy", "k11/12/12/12/12/12/12/12/12/12/12/K11 w Kk e6 0 1");
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].contains("White's King on a1") && told[1].contains("Black's King on a12"));
        let wrong = "k10R/12/12/12/12/12/12/12/12/12/12/K11 w - - 0 1";
        assert_eq!(check(metamachy, wrong).problems[0].squares, ["a12"]);
        let mate = check(metamachy, "k10R/12/1K10/12/12/12/12/12/12/12/12/12 b - - 0 1");
        assert_eq!(mate.over.as_deref(), Some("White mates"));
    }

    #[test]
    fn games_with_leaders_have_no_rights() {
        let start = &find("chieftain").expect("a game").start;
        let told = texts("chieftain", &start.replace("- -", "Kk e3"));
        assert_eq!(told.len(), 2, "{told:?}");
        let placement = ["16"; 12].join("/");
        assert_eq!(texts("chieftain", &format!("{placement} w - - 0 1")), ["no side has a leader"]);
        let crowd = placement.replacen("16", "CCCCCCCCC7", 1);
        assert!(
            texts("chieftain", &format!("{crowd} w - - 0 1"))[0].contains("White has 9 leaders")
        );
    }

    #[test]
    fn any_text_is_answered() {
        for fen in ["", "/", "8/8 w - -", "\u{e9} w - - 0 1", "0/99999999999999999999k w - - 0 1"] {
            assert!(!texts("metamachy", fen).is_empty(), "{fen}");
        }
        assert!(!texts("metamachy", &"k".repeat(LONGEST_FEN + 1)).is_empty());
    }
}
