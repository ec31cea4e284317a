//! `dhow setups`: what Black may choose from.

use super::args::VariantArg;
use super::{CliResult, FOOTER};
use crate::variant::Setup;
use clap::Args;
use std::io::Write;

const LONG: &str = "\
Before a game Black chooses where the chiefs stand; White's stand opposite. A setup is named by
Black's chiefs as seen on the board: rank 12, then rank 11, from the left.

Setups with the King on the g-file are mirror images of those with it on the f-file. They are
legal, but left out unless --mirrors is given.";

const EXAMPLES: &str = "\
Examples:
  dhow setups                          the setups of Metamachy
  dhow setups -v zanzibar-xl --count
  dhow board -v zanzibar-xl --setup DQKO/ULGF";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FOOTER}"))]
pub struct SetupsArgs {
    #[command(flatten)]
    game: VariantArg,
    /// Only say how many there are
    #[arg(long)]
    count: bool,
    /// Also those with the King on the g-file
    #[arg(long)]
    mirrors: bool,
}

pub fn run(args: SetupsArgs, out: &mut impl Write) -> CliResult {
    let mut setups = Setup::all(args.game.variant);
    if !args.mirrors {
        setups.retain(Setup::king_on_f_file);
    }
    if args.count {
        writeln!(out, "{}", setups.len())?;
    } else {
        for setup in setups {
            writeln!(out, "{}", setup.name())?;
        }
    }
    Ok(())
}
