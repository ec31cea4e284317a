//! Shell completions and manual pages, generated from the arguments.

use super::help::command;
use super::{CliError, CliResult};
use clap::Args;
use clap_complete::Shell;
use std::io::Write;
use std::path::PathBuf;

const COMPLETIONS: &str = "\
Examples:
  dhow completions bash > ~/.local/share/bash-completion/completions/dhow
  dhow completions zsh > ~/.zfunc/_dhow    (a folder of your fpath)
  dhow completions fish > ~/.config/fish/completions/dhow.fish
  dhow completions powershell >> $PROFILE";

const MAN: &str = "\
Examples:
  dhow man | man -l -
  dhow man ~/.local/share/man/man1";

#[derive(Args)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Args)]
#[command(after_help = MAN)]
pub struct ManArgs {
    /// Write a page for Dhow and one for each command to this folder; without it, print Dhow's page
    folder: Option<PathBuf>,
}

pub fn completions(args: CompletionsArgs, out: &mut impl Write) -> CliResult {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "dhow", &mut script);
    Ok(out.write_all(&script)?)
}

pub fn man(args: ManArgs, out: &mut impl Write) -> CliResult {
    let command = command();
    let Some(folder) = args.folder else {
        return Ok(clap_mangen::Man::new(command).render(out)?);
    };
    let told = |error| CliError::Input(format!("cannot write to {}: {error}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(told)?;
    clap_mangen::generate_to(command, &folder).map_err(told)
}
