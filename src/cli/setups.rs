//! `dhow setups`: what Black may choose from, and what is good.

mod rank;

use super::args::VariantArg;
use super::{CliError, CliResult, FOOTER};
use clap::Args;
use dhow_rules::variant::Setup;
use rank::RankArgs;
use std::io::Write;

const LONG: &str = "\
Before a game Black chooses where the chiefs stand; White's stand opposite. A setup is named by
Black's chiefs as seen on the board: rank 12, then rank 11, from the left.

Setups with the King on the g-file are mirror images of those with it on the f-file. They are
legal, but left out unless --mirrors is given.

With --rank the engine says which setups are good for Black. It tries each of them from the same
openings, a few random moves by each side that leave the game balanced, and estimates what Black will
score: by a search, or by playing on (--plies). The better half goes on to another round with twice as
many new openings, and so on. What is printed is the mean over the openings of the last round in
which a setup took part, with the half-width of the interval that holds the true mean with 95%
certainty. Beware of the first of many: some of its points are luck. `behind` is the difference to the
first, opening by opening, so that what the openings themselves are worth does not blur it.

The second table shows how much better or worse than the average Black does with each chief on
each square, by the first round. Two runs with the same arguments agree, whatever --threads is.
Ctrl-C ends the ranking and shows what is known by then.";

const EXAMPLES: &str = "\
Examples:
  dhow setups                          the setups of Metamachy
  dhow setups -v zanzibar-xl --count
  dhow setups -v zanzibar-xl --epd | shuf -n 50 > openings.epd
  dhow setups --rank                   which of them is best for Black?
  dhow setups --rank --plies 600 --nodes 500 --openings 20
                                       the same, by whole games
  dhow setups --rank -v maasai --sample 100
  dhow board -v zanzibar-xl --setup DQKO/ULGF";

/// Fields of a FEN that an EPD has: pieces, side to move, rights and the square for en passant.
const EPD_FIELDS: usize = 4;

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
    /// Write start positions as EPD, for `-openings file=FILE format=epd` of match programs
    #[arg(long, conflicts_with = "count")]
    epd: bool,
    /// Let the engine say which are good for Black
    #[arg(long, conflicts_with_all = ["count", "mirrors", "epd"])]
    rank: bool,
    #[command(flatten)]
    ranking: RankArgs,
}

pub fn run(args: SetupsArgs, out: &mut impl Write) -> CliResult {
    let variant = args.game.variant()?;
    if variant.setup.is_empty() {
        let id = &variant.id;
        return Err(CliError::Input(format!("{id} has one start array, and no setups to choose")));
    }
    let mut setups = Setup::all(&variant);
    if !args.mirrors {
        setups.retain(Setup::king_on_left);
    }
    if args.rank {
        return rank::run(&variant, setups, &args.ranking, out);
    }
    if args.count {
        writeln!(out, "{}", setups.len())?;
        return Ok(());
    }
    for setup in setups {
        if args.epd {
            // An EPD has no counters, but operations.
            let fen = setup.fen(&variant);
            let position: Vec<&str> = fen.split(' ').take(EPD_FIELDS).collect();
            writeln!(out, "{} id \"{}\";", position.join(" "), setup.name())?;
        } else {
            writeln!(out, "{}", setup.name())?;
        }
    }
    Ok(())
}
