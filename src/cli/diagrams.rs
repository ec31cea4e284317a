//! `dhow import` and `dhow export`: Interactive Diagrams.

use super::args::VariantArg;
use super::{CliError, CliResult, tell};
use clap::Args;
use dhow_files::{game_name, read_text_or_stdin};
use dhow_rules::game::read_diagrams;
use dhow_rules::variant::diagram;
use dhow_rules::variant::ini::{Mistake, VariantFiles};
use std::io::Write;
use std::path::PathBuf;

const IMPORT: &str = "\
Reads Interactive Diagrams, as the Chess Variant Pages show games: the text of one, a saved web page with
any number of them, or the source of a page. Prints them as a file for --variants. The comments
of that file, and stderr, list the rules that it lacks. Nothing is printed if a game cannot be played; the
messages give the reasons, with the lines of the diagram.

--variants and check-variants read diagrams as they are.";

const IMPORT_EXAMPLES: &str = "\
Examples:
  dhow import omega.html > omega.ini
  dhow import --name mine < diagram.txt";

#[derive(Args)]
#[command(long_about = IMPORT, after_help = IMPORT_EXAMPLES)]
pub struct ImportArgs {
    /// The file with the diagrams; `-` for stdin
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// The name of the variant; by default that of the file
    #[arg(long, value_name = "ID")]
    name: Option<String>,
}

pub fn import(args: ImportArgs, out: &mut impl Write) -> CliResult {
    let ImportArgs { file, name } = args;
    let path = file.display();
    let text = read_text_or_stdin(&file)
        .map_err(|error| CliError::Input(format!("cannot read {path}: {error}")))?;
    let refused = |mistakes: Vec<Mistake>| {
        let lines: Vec<String> = mistakes.iter().map(|it| format!("{path}: {it}")).collect();
        CliError::Input(lines.join("\n"))
    };
    let name = name.or_else(|| game_name(&file));
    let games = &mut VariantFiles::default();
    let read = read_diagrams(games, &text, name.as_deref()).map_err(refused)?;
    read.notes.iter().for_each(|note| tell(&format!("{path}: {note}")));
    Ok(write!(out, "{}", read.text)?)
}

const EXPORT: &str = "\
Prints a variant as an Interactive Diagram, for a page of the Chess Variant Pages or any other reader of
such diagrams. Rules that a diagram cannot express are listed on stderr.";

#[derive(Args)]
#[command(long_about = EXPORT, after_help = "Example:\n  dhow export -v shako > shako.txt")]
pub struct ExportArgs {
    #[command(flatten)]
    variant: VariantArg,
}

pub fn export(args: ExportArgs, out: &mut impl Write) -> CliResult {
    let variant = args.variant.variant()?;
    let written = diagram::export(&variant).ok_or_else(|| {
        CliError::Input(format!("{}: a diagram has no turns of several moves", variant.id))
    })?;
    written.missing.iter().for_each(|rule| tell(&format!("not in the diagram: {rule}")));
    Ok(write!(out, "{}", written.text)?)
}
