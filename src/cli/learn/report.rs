//! The output of `dhow learn`.

use super::state::Rounds;
use crate::cli::CliResult;
use crate::cli::table::table;
use dhow_lab::stats::{Elo, Pairs};
use dhow_lab::training::network::PieceValue;
use dhow_rules::text::signed;
use dhow_rules::variant::Variant;
use std::io::Write;

/// A difference in Elo with its margin, from pairs of games.
fn elo(pairs: Pairs) -> String {
    let Elo { difference, margin } = Elo::of(&pairs.distribution());
    match margin.is_finite() && margin > 0.0 {
        true => format!("{} +-{margin:.0}", signed(difference, 0)),
        // If all pairs had the same result, the spread is unknown.
        false => signed(difference, 0),
    }
}

/// Prints the loss of a round's network and that of the hand-crafted evaluation.
pub fn of_training(
    round: usize,
    (network, by_hand): (f64, f64),
    out: &mut impl Write,
) -> CliResult {
    writeln!(out, "round {round}: loss {network:.6}, by hand {by_hand:.6}")?;
    out.flush()?;
    Ok(())
}

/// Prints the result of a round's network against another evaluation.
pub fn of_duel(
    round: usize,
    other: &str,
    pairs: Pairs,
    kept: Option<bool>,
    out: &mut impl Write,
) -> CliResult {
    let verdict = match kept {
        Some(true) => ": kept",
        Some(false) => ": not kept",
        None => "",
    };
    writeln!(
        out,
        "round {round}: {} Elo against {other} ({} pairs){verdict}",
        elo(pairs),
        pairs.count()
    )?;
    out.flush()?;
    Ok(())
}

/// Prints the piece values of a network.
pub fn of_values(variant: &Variant, values: &[PieceValue], out: &mut impl Write) -> CliResult {
    let mut rows = vec![["piece", "centipawns", "+-", "estimate"].map(String::from)];
    for PieceValue { letter, value, margin } in values {
        let Some(piece) = variant.piece(*letter) else { continue };
        let [value, margin] = [value, margin].map(|number| format!("{number:.0}"));
        rows.push([piece.name.clone(), value, margin, piece.value.to_string()]);
    }
    table(&rows, out)
}

/// Prints all rounds.
pub fn of_all(rounds: &Rounds, out: &mut impl Write) -> CliResult {
    writeln!(out)?;
    let head = [
        "round",
        "games",
        "positions",
        "loss",
        "by hand",
        "against the best",
        "against by hand",
        "",
    ];
    let mut rows = vec![head.map(String::from)];
    for (place, round) in rounds.rounds.iter().enumerate() {
        let kept = if round.kept { "kept" } else { "" };
        rows.push([
            (place + 1).to_string(),
            round.games.to_string(),
            round.positions.to_string(),
            format!("{:.6}", round.loss),
            format!("{:.6}", round.loss_by_hand),
            elo(Pairs(round.against_best)),
            round.against_hand.map_or(String::new(), |pairs| elo(Pairs(pairs))),
            kept.into(),
        ]);
    }
    table(&rows, out)
}
