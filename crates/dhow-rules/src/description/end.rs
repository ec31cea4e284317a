//! Describes the end of games by stalemate, draw rules and a bare King.

use super::english::{a, capital, listed, number, ordinal};
use super::facts::Facts;
use super::king::royal;
use super::{RuleList, Topic};
use crate::variant::{BareKing, EndValue, Role, Variant};

/// The names of the pieces whose forward moves reset the move limit.
fn pawns(variant: &Variant) -> Vec<&str> {
    let pawns = variant.pieces.iter().filter(|piece| piece.role == Role::Pawn);
    pawns.map(|piece| piece.name.as_str()).collect()
}

pub fn rules(variant: &Variant, facts: &Facts, rules: &mut RuleList) {
    let leads = variant.command.is_some();
    let end = variant.end;
    rules.say(
        Topic::Stalemate,
        match end.stalemate {
            _ if leads => "A side without a legal move at the start of its turn draws.".into(),
            outcome => {
                let king = royal(variant);
                let what = match outcome {
                    EndValue::Draw => "draws",
                    EndValue::Loss => "loses",
                    EndValue::Win => "wins",
                };
                let king = match variant.several_royals {
                    None => format!("whose {king} is not"),
                    Some(_) => "that is not".into(),
                };
                format!("Stalemate: a side {king} in check and that has no legal move {what}.")
            }
        },
    );
    rules.extend(
        Topic::Repetition,
        end.repetitions.map(|times| repetition(variant, facts, times.into())),
    );
    rules.extend(Topic::MoveLimit, end.move_limit.map(|moves| limit(variant, moves.into())));
    let king = royal(variant);
    let bared = format!("A side that has nothing left but its {king} loses");
    rules.extend(
        Topic::BareKing,
        match end.bare_king {
            BareKing::PlaysOn => None,
            BareKing::Loses => Some(format!("{bared}.")),
            BareKing::LosesUnlessAnswered => Some(format!(
                "{bared}, unless its next move leaves the opponent nothing but the {king}, too."
            )),
        },
    );
    if !leads && end.bare_kings {
        rules.say(
            Topic::BareKings,
            format!("{king} against {king}, with nothing else on the board, is a draw."),
        );
    }
}

fn repetition(variant: &Variant, facts: &Facts, times: usize) -> String {
    let times = ordinal(times);
    let result = match variant.end.repetition {
        EndValue::Draw => "is a draw",
        EndValue::Loss => "wins for the side that has just moved",
        EndValue::Win => "wins for the side to move",
    };
    if variant.command.is_some() {
        return format!(
            "A position that occurs for the {times} time at the start of a turn of the same side is a draw."
        );
    }
    let mut same = vec!["the same pieces on the same squares", "the same side to move"];
    if !facts.castlings.is_empty() {
        same.push("the same rights to castle");
    }
    if !facts.jumps.is_empty() {
        same.push("the same rights to jump");
    }
    if !facts.en_passant.is_empty() {
        same.push("the same captures en passant");
    }
    let same = listed(same, "and");
    format!("A position that occurs for the {times} time {result}: {same}.")
}

fn limit(variant: &Variant, moves: usize) -> String {
    if variant.command.is_some() {
        let turns = capital(&number(moves, "turn", "turns"));
        return format!("{turns} in a row by each side without a capture are a draw.");
    }
    let moves = capital(&number(moves, "move", "moves"));
    let pawns = pawns(variant);
    let progress = match pawns[..] {
        [] => String::new(),
        _ => format!(" or a forward move of {}", a(&listed(pawns, "or"))),
    };
    format!(
        "{moves} in a row by each side without a capture{progress} are a draw, unless the last of them mates."
    )
}

/// What the first counter of a FEN counts; `None` if no draw depends on it.
pub fn counter(variant: &Variant) -> Option<String> {
    variant.end.move_limit?;
    Some(match (&variant.command, &pawns(variant)[..]) {
        (Some(_), _) => "Turns of either side without a capture".into(),
        (None, []) => "Moves of either side without a capture".into(),
        (None, pawns) => {
            let pawns = a(&listed(pawns.iter().copied(), "or"));
            format!("Moves of either side without a capture or a forward move of {pawns}")
        }
    })
}
