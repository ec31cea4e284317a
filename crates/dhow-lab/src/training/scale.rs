//! Maximum-likelihood fits of the relation between centipawns and results.

use dhow_engine::eval::WdlModel;

/// The scale that minimises `error`. A score of `s` centipawns is worth `1 / (1 + exp(-s * scale))`
/// points. The error must have a single minimum.
pub fn best(error: impl Fn(f64) -> f64) -> f64 {
    least(0.0001, 0.02, error)
}

/// The most likely win and draw chances as a function of the score. `results` are scores in
/// centipawns with the numbers of games that the side to move won, drew and lost. `None` if no game
/// was won or none was lost.
pub fn chances(results: &[(f64, [u64; 3])]) -> Option<WdlModel> {
    let total = results
        .iter()
        .fold([0; 3], |[won, drawn, lost], (_, [w, d, l])| [won + w, drawn + d, lost + l]);
    if total[0] == 0 || total[2] == 0 {
        return None;
    }
    let unlikely = |chances: WdlModel| -> f64 {
        let cost = |&(score, counts): &(f64, [u64; 3])| {
            let (won, lost) = (chances.win(score), chances.win(-score));
            let probable = [won, 1.0 - won - lost, lost];
            let logs = probable.map(|probable| probable.max(1e-12).ln());
            logs.iter().zip(counts).map(|(log, count)| log * count as f64).sum::<f64>()
        };
        -results.iter().map(cost).sum::<f64>()
    };
    // Each function has a single minimum between the bounds.
    let even_for =
        |spread: f64| least(0.0, 2.0 * spread, |even| unlikely(WdlModel { even, spread }));
    let spread =
        least(10.0, 3000.0, |spread| unlikely(WdlModel { even: even_for(spread), spread }));
    Some(WdlModel { even: even_for(spread), spread })
}

/// The argument between two bounds at which a function with a single minimum has it (ternary
/// search).
fn least(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    // Each iteration cuts off a third of the range.
    for _ in 0..30 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if function(left) < function(right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_chances_are_found() {
        for (even, spread) in [(0.0, 400.0), (60.0, 150.0), (300.0, 200.0)] {
            let known = WdlModel { even, spread };
            let results: Vec<(f64, [u64; 3])> = (-150..=150)
                .map(|step| {
                    let score = f64::from(step) * 10.0;
                    let [won, lost] = [score, -score].map(|score| (1e6 * known.win(score)) as u64);
                    (score, [won, 1_000_000 - won - lost, lost])
                })
                .collect();
            let found = chances(&results).expect("wins and losses");
            assert!((found.even - even).abs() < 1.0, "{found:?}");
            assert!((found.spread - spread).abs() < 1.0, "{found:?}");
        }
        assert_eq!(chances(&[(0.0, [0, 5, 0])]), None);
    }
}
