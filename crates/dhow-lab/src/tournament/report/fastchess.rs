//! The table of results in fastchess's form, for scripts that read it.

use super::number;
use crate::distributions::normal_95;
use crate::stats::{Distribution, Elo, Pairs};
use crate::tournament::runner::Tournament;
use crate::tournament::scoreboard::Scoreboard;

const RULE: &str = "--------------------------------------------------";

/// The table for two engines; of pairs, if there are any and `by_pairs` is set.
pub fn table(tournament: &Tournament, board: &Scoreboard, by_pairs: bool) -> Vec<String> {
    let results = board.of(0);
    let pairs = board.pairs([0, 1]);
    let paired = by_pairs && pairs.count() > 0;
    let distribution = if paired { pairs.distribution() } else { results.distribution() };
    let elo = Elo::of(&distribution);
    let normalized = normalized(&distribution, if paired { 2.0 } else { 1.0 });
    let percent = |share: f64| number(100.0 * share, 2);
    let [first, second] = [0, 1].map(|engine| &tournament.names()[engine]);
    let config = tournament.config();
    let time = config.engines[0].control.time;
    let (draws, ratio) = match paired {
        true => (pairs.0[2] as f64 / pairs.count() as f64, pairs_ratio(pairs)),
        false => (results.draw_ratio(), None),
    };
    let mut likelihood = format!(
        "LOS: {} %, DrawRatio: {} %",
        percent(results.likelihood_of_superiority()),
        percent(draws)
    );
    if let Some(ratio) = ratio {
        likelihood += &format!(", PairsRatio: {}", number(ratio, 2));
    }
    let points = results.wins as f64 + results.draws as f64 / 2.0;
    let mut lines = vec![
        RULE.into(),
        format!("Results of {first} vs {second} ({time}, {}):", config.variant_ids().join(", ")),
        format!(
            "Elo: {} +/- {}, nElo: {} +/- {}",
            number(elo.difference, 2),
            number(elo.margin, 2),
            number(normalized.difference, 2),
            number(normalized.margin, 2)
        ),
        likelihood,
        format!(
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {} ({} %)",
            results.games(),
            results.wins,
            results.losses,
            results.draws,
            number(points, 1),
            percent(results.score())
        ),
    ];
    if paired {
        lines.push(format!("Ptnml(0-2): {:?}", pairs.0));
    }
    if let (Some(sprt), Some(test)) = (tournament.sprt(board), config.sprt) {
        lines.push(format!(
            "LLR: {} ({}%) ({}, {}) [{}, {}]",
            number(sprt.llr, 2),
            number(100.0 * sprt.llr / sprt.upper, 1),
            number(sprt.lower, 2),
            number(sprt.upper, 2),
            number(test.elo0, 2),
            number(test.elo1, 2)
        ));
    }
    lines.push(RULE.into());
    lines
}

/// Normalized Elo: the score's distance from 0.5 divided by its standard deviation in one game. Each outcome
/// stands for `games` games.
fn normalized(results: &Distribution, games: f64) -> Elo {
    let unit = 800.0 / std::f64::consts::LN_10;
    let deviation = (games * results.variance()).sqrt();
    let difference = unit * (results.mean() - 0.5) / deviation;
    Elo { difference, margin: unit * normal_95() / (games * results.count()).sqrt() }
}

/// Pairs won per pair lost; `None` if no pair was lost.
fn pairs_ratio(Pairs(counts): Pairs) -> Option<f64> {
    let lost = counts[0] + counts[1];
    (lost > 0).then(|| (counts[3] + counts[4]) as f64 / lost as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalized_elo_of_games_and_pairs() {
        let pairs = Pairs([10, 20, 40, 20, 10]);
        let level = normalized(&pairs.distribution(), 2.0);
        assert_eq!(level.difference, 0.0);
        assert!((level.margin - 48.15).abs() < 0.01, "{}", level.margin);
        assert_eq!(pairs_ratio(pairs), Some(1.0));
        assert_eq!(pairs_ratio(Pairs([0, 0, 1, 1, 0])), None);
        // A score of 0.6 with a standard deviation of 0.2 per pair.
        let better = Pairs([0, 0, 80, 0, 20]).distribution();
        let found = normalized(&better, 2.0).difference;
        assert!((found - 800.0 / 10f64.ln() * 0.1 / (2f64.sqrt() * 0.2)).abs() < 1e-9, "{found}");
    }
}
