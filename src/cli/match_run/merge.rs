//! `dhow match -merge`: merges the parts of a match.

use super::flag::{Flag, FlagError};
use super::flags::FlagDef;
use super::rule_flags::sprt;
use crate::cli::{CliError, CliResult, args, tell};
use dhow_lab::stats::{SprtState, SprtTest};
use dhow_lab::tournament::merge::{Merged, merge};
use dhow_lab::tournament::report::{self, TableStyle};
use dhow_lab::tournament::runner::TournamentEnd;
use dhow_lab::tournament::summary::summary;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// The options.
#[derive(Debug, Default)]
pub struct MergeOptions {
    journals: Vec<PathBuf>,
    sprt: Option<SprtTest>,
    json_out: Option<PathBuf>,
}

/// The options of `-merge`, if it is among the flags.
pub fn asked(flags: &[(&FlagDef, Flag)]) -> Option<Result<MergeOptions, FlagError>> {
    flags.iter().any(|(_, flag)| flag.name == "-merge").then(|| {
        let mut options = MergeOptions::default();
        flags.iter().try_for_each(|(_, flag)| options.take(flag))?;
        Ok(options)
    })
}

impl MergeOptions {
    fn take(&mut self, flag: &Flag) -> Result<(), FlagError> {
        match flag.name.as_str() {
            "-merge" => self.journals.extend(flag.values.iter().map(PathBuf::from)),
            "-sprt" => self.sprt = Some(sprt(flag)?),
            "-jsonout" => self.json_out = Some(flag.single().into()),
            _ => return Err(flag.error("does not go with -merge; -sprt and -jsonout do")),
        }
        Ok(())
    }
}

/// Reports the results of all parts together.
pub fn run(options: MergeOptions, out: &mut impl Write) -> CliResult {
    let MergeOptions { journals, sprt, json_out } = options;
    if let Some(path) = &json_out
        && let Some(journal) = journals.iter().find(|journal| dhow_files::same(path, journal))
    {
        let (path, journal) = (path.display(), journal.display());
        return Err(CliError::Input(format!("-jsonout {path} and {journal} are the same file")));
    }
    let Merged { tournament, board, seeds, remarks } =
        merge(&journals, args::catalogue(), sprt).map_err(CliError::input)?;
    remarks.iter().for_each(|remark| tell(&format!("warning: {remark}")));
    let parts = if journals.len() == 1 { "part" } else { "parts" };
    writeln!(out, "Merged {} games of {} {parts}", board.finished(), journals.len())?;
    if board.finished() > 0 {
        if tournament.names().len() == 2 {
            writeln!(out, "{}", report::score(&tournament, &board))?;
        }
        for line in report::table(&tournament, &board, TableStyle::default(), true) {
            writeln!(out, "{line}")?;
        }
    }
    let Some(path) = json_out else { return Ok(()) };
    let decided = tournament.sprt(&board).map(|sprt| sprt.state);
    let ending = match decided.filter(|state| *state != SprtState::Continue) {
        Some(state) => TournamentEnd::Decided(state),
        None => TournamentEnd::Complete,
    };
    let mut summary = summary(&tournament, &board, &ending);
    summary["seed"] = json!(seeds);
    let text = format!("{summary:#}\n");
    dhow_files::replace(&path, text.as_bytes()).map_err(|error| {
        CliError::Failed(format!("-jsonout: cannot write {}: {error}", path.display()))
    })
}
