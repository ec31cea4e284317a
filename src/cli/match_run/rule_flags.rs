//! The values of flags about openings, adjudication and the SPRT.

use super::flag::{Flag, FlagError, SWITCH, value};
use super::flags::MOST;
use dhow_lab::stats::{EloModel, SprtTest};
use dhow_lab::tournament::config::{
    DrawRule, Format, OpeningConfig, OpeningFile, OpeningOrder, Policy, ResignRule,
};
use dhow_lab::tournament::openings::format_of;
use std::path::PathBuf;

/// The openings.
pub fn openings(flag: &Flag) -> Result<(OpeningConfig, Policy), FlagError> {
    let pairs = flag.pairs(&["file", "format", "order", "plies", "start", "policy"])?;
    let get = |key| value(&pairs, key);
    let start = get("start").map(|text| flag.number_in(text, 1, MOST)).transpose()?;
    let orders = [("random", true), ("sequential", false)];
    let order = match (flag.chosen(&pairs, "order", &orders)?, start) {
        (Some(true), None) => OpeningOrder::Random,
        (Some(true), Some(start)) => OpeningOrder::RandomFrom(start - 1),
        (_, start) => OpeningOrder::Sequential(start.unwrap_or(1) - 1),
    };
    let plies = get("plies").map(|text| flag.number_in(text, 0, 1000)).transpose()?;
    let policies =
        [("default", Policy::Repeat), ("encounter", Policy::Encounter), ("round", Policy::Round)];
    let policy = flag.chosen(&pairs, "policy", &policies)?.unwrap_or(Policy::Repeat);
    let Some(path) = get("file").map(PathBuf::from) else {
        // Random openings have no settings other than their length.
        return match pairs.iter().find(|(key, _)| !["plies", "policy"].contains(key)) {
            Some((key, _)) => Err(flag.error(format!("{key}= needs file="))),
            None => Ok((OpeningConfig { file: None, plies }, policy)),
        };
    };
    let formats = [("epd", Format::Epd), ("pgn", Format::Pgn)];
    let format = flag.chosen(&pairs, "format", &formats)?.or_else(|| format_of(&path));
    let format = format.unwrap_or(Format::Pgn);
    Ok((OpeningConfig { file: Some(OpeningFile { path, format, order }), plies }, policy))
}

/// The rule for draws.
pub fn draw(flag: &Flag) -> Result<DrawRule, FlagError> {
    let pairs = flag.pairs(&["movenumber", "movecount", "score"])?;
    let get = |key| required(flag, &pairs, key);
    Ok(DrawRule {
        move_number: get("movenumber")? as u32,
        move_count: get("movecount")?.max(1) as u32,
        score: get("score")? as i32,
    })
}

/// The rule for resigning.
pub fn resign(flag: &Flag) -> Result<ResignRule, FlagError> {
    let pairs = flag.pairs(&["movecount", "score", "twosided"])?;
    let two_sided = flag.chosen(&pairs, "twosided", SWITCH)?.unwrap_or(false);
    let get = |key| required(flag, &pairs, key);
    let move_count = get("movecount")?.max(1) as u32;
    Ok(ResignRule { move_count, score: get("score")? as i32, two_sided })
}

fn required(flag: &Flag, pairs: &[(&str, &str)], key: &str) -> Result<usize, FlagError> {
    let text = value(pairs, key).ok_or_else(|| flag.error(format!("{key}= is missing")))?;
    flag.number_in(text, 0, 1_000_000)
}

/// The SPRT.
pub fn sprt(flag: &Flag) -> Result<SprtTest, FlagError> {
    let pairs = flag.pairs(&["elo0", "elo1", "alpha", "beta", "model"])?;
    let get = |key: &str, default: Option<f64>| {
        let Some(text) = value(&pairs, key) else {
            return default.ok_or_else(|| flag.error(format!("{key}= is missing")));
        };
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| flag.error(format!("{key}=`{text}` is not a number")))
    };
    let probability = |key: &str| match get(key, Some(SprtTest::USUAL_ERROR)) {
        Ok(number) if number > 0.0 && number < 0.5 => Ok(number),
        Ok(number) => Err(flag.error(format!("{key}=`{number}` is not between 0 and 0.5"))),
        error => error,
    };
    let (elo0, elo1) = (get("elo0", None)?, get("elo1", None)?);
    let far = |elo: f64| elo.abs() > SprtTest::MOST_ELO;
    if elo0 >= elo1 || far(elo0) || far(elo1) {
        return Err(flag.error("elo0= must be less than elo1=, both within 1000 of zero"));
    }
    let models = [
        ("logistic", EloModel::Logistic),
        ("normalized", EloModel::Normalized),
        ("bayesian", EloModel::Bayesian),
        ("cutechess", EloModel::Cutechess),
    ];
    let model = flag.chosen(&pairs, "model", &models)?.unwrap_or(EloModel::Logistic);
    Ok(SprtTest { elo0, elo1, alpha: probability("alpha")?, beta: probability("beta")?, model })
}
