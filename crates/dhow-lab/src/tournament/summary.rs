//! The results of a tournament as JSON, for scripts.

use super::runner::{Tournament, TournamentEnd};
use super::scoreboard::Scoreboard;
use crate::stats::{Elo, Pairs, Results, SprtState};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The summary. Numbers that do not exist are null, such as the Elo of an engine that lost all games.
pub fn summary(tournament: &Tournament, board: &Scoreboard, ending: &TournamentEnd) -> Value {
    let config = tournament.config();
    let ids = config.variant_ids();
    let engines: Vec<Value> = tournament
        .names()
        .iter()
        .enumerate()
        .map(|(engine, name)| {
            let mut figures = json!({
                "name": name,
                "results": Figures::of(board.of(engine)),
                "white": Figures::of(board.with_white(engine)),
                "black": Figures::of(board.with_black(engine)),
                "faults": board.faults(engine),
            });
            if config.variants.len() > 1 {
                let of = |place| json!(Figures::of(board.of_in(engine, place)));
                let titles = config.variants.iter().map(|variant| variant.title()).enumerate();
                let variants = titles.map(|(place, title)| (title, of(place)));
                figures["variants"] = variants.collect::<Map<_, _>>().into();
            }
            figures
        })
        .collect();
    let mut summary = json!({
        "event": config.event,
        "variant": if let [id] = &ids[..] { json!(id) } else { json!(ids) },
        "seed": config.seed,
        "ending": ending_text(ending),
        "finished": board.finished(),
        "games": tournament.total(),
        "engines": engines,
        "pairs": pairs(tournament, board),
        "sprt": sprt(tournament, board),
    });
    if let Some(winner) = tournament.winner() {
        summary["winner"] = json!(tournament.names()[winner]);
    }
    let options = config.variants[0].option_names();
    if !options.is_empty() {
        summary["options"] = json!(options);
    }
    summary
}

/// How the tournament ended, in one or two words.
pub fn ending_text(ending: &TournamentEnd) -> &'static str {
    match ending {
        TournamentEnd::Complete => "complete",
        TournamentEnd::Decided(SprtState::AcceptH1) => "H1 accepted",
        TournamentEnd::Decided(_) => "H0 accepted",
        TournamentEnd::Interrupted => "interrupted",
        TournamentEnd::Failed(_) => "failed",
    }
}

/// An engine's results and the statistics from them.
#[derive(Serialize)]
struct Figures {
    wins: u64,
    losses: u64,
    draws: u64,
    score: f64,
    elo: f64,
    elo_margin: f64,
    los: f64,
}

impl Figures {
    fn of(results: Results) -> Self {
        let Results { wins, losses, draws } = results;
        let Elo { difference: elo, margin: elo_margin } = Elo::of(&results.distribution());
        let (score, los) = (results.score(), results.likelihood_of_superiority());
        Self { wins, losses, draws, score, elo, elo_margin, los }
    }
}

/// The pairs between every two engines that have any, by the points of the first.
fn pairs(tournament: &Tournament, board: &Scoreboard) -> Vec<Value> {
    let names = tournament.names();
    let couples = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| [a, b]));
    let played = couples.map(|couple| (couple, board.pairs(couple)));
    played
        .filter(|(_, pairs)| pairs.count() > 0)
        .map(|([first, second], pairs)| {
            let Pairs(counts) = pairs;
            let elo = Elo::of(&pairs.distribution());
            json!({
                "engines": [names[first], names[second]],
                "counts": counts,
                "elo": elo.difference,
                "elo_margin": elo.margin,
            })
        })
        .collect()
}

fn sprt(tournament: &Tournament, board: &Scoreboard) -> Value {
    let (Some(test), Some(standing)) = (tournament.config().sprt, tournament.sprt(board)) else {
        return Value::Null;
    };
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": format!("{:?}", test.model).to_lowercase(),
        "llr": standing.llr,
        "lower": standing.lower,
        "upper": standing.upper,
        "accepted": standing.state.accepted(),
    })
}
