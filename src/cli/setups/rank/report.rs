//! Prints a ranking as tables or JSON.

use crate::cli::CliError;
use dhow_lab::ranking::{ChiefEffect, Estimate, Ranking, RankingConfig, Spread};
use dhow_rules::pieces::Letter;
use dhow_rules::square::Coordinates;
use dhow_rules::text::{fixed, signed};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Prints a ranking as tables, with points in percent.
pub fn write_tables(ranking: &Ranking, out: &mut impl Write) -> io::Result<()> {
    let config = ranking.config();
    let RankingConfig { variant, nodes, plies, random_moves, seed, .. } = config;
    writeln!(
        out,
        "{}: {} setups, {random_moves} random moves by each side, {plies} plies, {nodes} nodes, seed {seed}",
        variant.id,
        config.setups.len(),
    )?;
    for (number, round) in (1..).zip(ranking.rounds()) {
        let (setups, openings) = (round.setups.len(), round.openings());
        writeln!(out, "round {number}: {setups} setups from {openings} openings")?;
    }
    if let Some(overall) = ranking.overall() {
        writeln!(out, "Black scores {}% on average", percent(overall))?;
    }
    if let Some(Spread { deviation, chance }) = ranking.spread() {
        writeln!(
            out,
            "setups differ by a standard deviation of {:.2}% beyond noise; were they all alike, chance \
             would do as much with probability {chance:.3}",
            100.0 * deviation
        )?;
    }
    let standings = ranking.standings();
    if standings.is_empty() {
        return Ok(());
    }
    let width = standings.iter().map(|standing| standing.setup.name().len()).max().unwrap_or(0);
    writeln!(
        out,
        "\nrank {:width$} {:>13} {:>13} openings round",
        "setup", "Black scores", "behind"
    )?;
    for (rank, standing) in (1..).zip(&standings) {
        writeln!(
            out,
            "{rank:>4} {:width$} {:>13} {:>13} {:>8} {:>5}",
            standing.setup.name(),
            percent(standing.points),
            standing.behind.map_or(String::new(), percent),
            standing.points.count,
            standing.round
        )?;
    }
    write_chiefs(&ranking.chief_effects(), out)
}

/// Prints the effect of each chief on each square.
fn write_chiefs(effects: &[ChiefEffect], out: &mut impl Write) -> io::Result<()> {
    let place = |square: Coordinates| (std::cmp::Reverse(square.rank), square.file);
    let squares: BTreeMap<_, Coordinates> =
        effects.iter().map(|effect| (place(effect.square), effect.square)).collect();
    write!(out, "\nchief")?;
    for &square in squares.values() {
        write!(out, " {:>13}", square.to_string())?;
    }
    writeln!(out)?;
    for chief in effects.chunk_by(|one, other| one.chief == other.chief) {
        write!(out, "{:5}", chief[0].chief)?;
        for &square in squares.values() {
            let effect = chief.iter().find(|effect| effect.square == square);
            let text = effect.map_or(String::new(), |effect| signed_percent(effect.effect));
            write!(out, " {text:>13}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// In percent, as `47.1 +-1.2` or `47.13 +-0.24`, with `?` for an unknown error.
fn percent(estimate: Estimate) -> String {
    let digits = digits(estimate);
    format!("{} +-{}", fixed(100.0 * estimate.mean, digits), error(estimate))
}

/// The same with a sign.
fn signed_percent(estimate: Estimate) -> String {
    let digits = digits(estimate);
    format!("{} +-{}", signed(100.0 * estimate.mean, digits), error(estimate))
}

fn error(estimate: Estimate) -> String {
    let digits = digits(estimate);
    estimate.error.map_or("?".into(), |error| format!("{:.digits$}", 100.0 * error))
}

/// The number of significant decimals.
fn digits(estimate: Estimate) -> usize {
    if estimate.error.is_some_and(|error| error < 0.01) { 2 } else { 1 }
}

#[derive(Serialize)]
struct JsonRanking {
    variant: String,
    setups: usize,
    random_moves: usize,
    plies: usize,
    nodes: u64,
    seed: u64,
    complete: bool,
    rounds: Vec<JsonRound>,
    black: Option<JsonEstimate>,
    spread: Option<JsonSpread>,
    standings: Vec<JsonStanding>,
    chiefs: Vec<JsonChief>,
}

#[derive(Serialize)]
struct JsonRound {
    setups: usize,
    openings: usize,
}

/// An estimate in points from 0 to 1.
#[derive(Serialize)]
struct JsonEstimate {
    points: f64,
    error: Option<f64>,
}

#[derive(Serialize)]
struct JsonSpread {
    deviation: f64,
    chance: f64,
}

#[derive(Serialize)]
struct JsonStanding {
    setup: String,
    round: usize,
    openings: usize,
    #[serde(flatten)]
    black: JsonEstimate,
    behind: Option<JsonEstimate>,
}

#[derive(Serialize)]
struct JsonChief {
    chief: Letter,
    square: String,
    setups: usize,
    #[serde(flatten)]
    effect: JsonEstimate,
}

impl From<Estimate> for JsonEstimate {
    fn from(estimate: Estimate) -> Self {
        Self { points: estimate.mean, error: estimate.error }
    }
}

/// Prints a ranking as JSON, with points from 0 to 1.
pub fn write_json(ranking: &Ranking, out: &mut impl Write) -> Result<(), CliError> {
    let config = ranking.config();
    let rounds = ranking.rounds().iter();
    let standings = ranking.standings().into_iter();
    let chiefs = ranking.chief_effects().into_iter();
    let json = JsonRanking {
        variant: config.variant.id.clone(),
        setups: config.setups.len(),
        random_moves: config.random_moves,
        plies: config.plies,
        nodes: config.nodes,
        seed: config.seed,
        complete: ranking.is_complete(),
        rounds: rounds
            .map(|round| JsonRound { setups: round.setups.len(), openings: round.openings() })
            .collect(),
        black: ranking.overall().map(JsonEstimate::from),
        spread: ranking
            .spread()
            .map(|Spread { deviation, chance }| JsonSpread { deviation, chance }),
        standings: standings
            .map(|standing| JsonStanding {
                setup: standing.setup.name(),
                round: standing.round,
                openings: standing.points.count,
                black: standing.points.into(),
                behind: standing.behind.map(JsonEstimate::from),
            })
            .collect(),
        chiefs: chiefs
            .map(|effect| JsonChief {
                chief: effect.chief,
                square: effect.square.to_string(),
                setups: effect.setups,
                effect: effect.effect.into(),
            })
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &json).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
