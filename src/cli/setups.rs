//! `dhow setups`: the setups for Black, and their ranking.

mod rank;

use super::args::VariantArg;
use super::{CliError, CliResult, FOOTER};
use clap::Args;
use dhow_rules::variant::Setup;
use rank::RankArgs;
use std::io::Write;

const LONG: &str = "\
Before a game, Black chooses where the chiefs stand; White's stand opposite. The name of a setup lists
Black's chiefs as seen on the board: rank 12, then rank 11, from the left.

Setups with the King on the g-file are mirror images of those with it on the f-file. They are legal, but
listed only with --mirrors.

With --rank the engine ranks the setups by how good they are for Black. It tries all of them from the
same openings, which are a few random moves by each side to a balanced position, and estimates Black's
score by a search, or by playing more moves (--plies). The better half continues to another round with
twice as many new openings, and so on. The result is the mean over the openings of a setup's last round,
with the half-width of its 95% confidence interval. The first places of many are partly luck. `behind` is
the difference to the first setup in the same openings, so that the values of the openings cancel out.

The second table shows how much better or worse than average Black scores with each chief on each square
in the first round. The results of two runs with the same arguments are equal, whatever --threads is.
Ctrl-C ends the ranking and shows the results so far.";

const EXAMPLES: &str = "\
Examples:
  dhow setups                          the setups of Metamachy
  dhow setups -v zanzibar-xl --count
  dhow setups -v zanzibar-xl --epd | shuf -n 50 > openings.epd
  dhow setups --rank                   the best of them for Black
  dhow setups --rank --plies 600 --nodes 500 --openings 20
                                       the same with whole games
  dhow setups --rank -v maasai --sample 100
  dhow board -v zanzibar-xl --setup DQKO/ULGF";

/// The FEN fields in an EPD: placement, side to move, jump rights, and en passant square.
const EPD_FIELDS: usize = 4;

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FOOTER}"))]
pub struct SetupsArgs {
    #[command(flatten)]
    game: VariantArg,
    /// Print only the number of setups
    #[arg(long)]
    count: bool,
    /// Include those with the King on the g-file
    #[arg(long)]
    mirrors: bool,
    /// Write the start positions as EPD, for `-openings file=FILE format=epd` of match programs
    #[arg(long, conflicts_with = "count")]
    epd: bool,
    /// Rank the setups by how good they are for Black
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
    let setups = match args.mirrors {
        true => Setup::all(&variant),
        false => Setup::without_mirror_images(&variant),
    };
    if args.rank {
        return rank::run(&variant, setups, &args.ranking, out);
    }
    if args.count {
        writeln!(out, "{}", setups.len())?;
        return Ok(());
    }
    for setup in setups {
        if args.epd {
            // An EPD has operations instead of counters.
            let fen = setup.fen(&variant);
            let position: Vec<&str> = fen.split(' ').take(EPD_FIELDS).collect();
            writeln!(out, "{} id \"{}\";", position.join(" "), setup.name())?;
        } else {
            writeln!(out, "{}", setup.name())?;
        }
    }
    Ok(())
}
