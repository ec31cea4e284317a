//! `dhow web`: a board in the browser.

use super::args::EngineArgs;
use super::{CliError, CliResult, args, end_on_signals, tell};
use crate::web::{self, Options, Server};
use clap::Args;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

const LONG: &str = "\
Serves a board for the browser and opens it: all games, against the engine or between two people, with
every piece explained where it stands. Nothing is loaded from elsewhere, and nobody but this machine can
reach it unless --listen says so. Games are kept in a folder and go on when their page is opened again,
also after the program was ended. Ctrl-C ends it.";

const EXAMPLES: &str = "\
Examples:
  dhow web                      serve and open the browser
  dhow web --no-open --port 80  serve on another port and print the address
  dhow web --listen 0.0.0.0     let other machines of the network play, too";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct WebArgs {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = web::PORT, value_parser = port)]
    port: u16,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// The address to listen on; another than this machine's own lets others in who know the secret
    /// in the address that is printed
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// The folder in which games are kept
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

fn port(text: &str) -> Result<u16, String> {
    super::args::number_in(text, 0, u16::MAX)
}

pub fn run(args: WebArgs, out: &mut impl Write) -> CliResult {
    let address = SocketAddr::new(args.listen, args.port);
    let server = Server::bind(Options {
        address,
        threads: args.engine.threads,
        hash: args.engine.hash,
        evaluation: args.engine.evaluation.choice()?,
        folder: args.games.or_else(web::usual_folder),
        catalogue: args::catalogue().clone(),
    });
    let server = server.map_err(|error| refused(address, &error))?;
    if server.is_open_to_others() {
        tell(
            "warning: other machines can reach this server; what they send is not encrypted, and who \
             knows the secret in the address can play on your machine",
        );
    }
    if !server.keeps_games() {
        tell("warning: there is no folder for games (--games); they end with the program");
    }
    let stop = server.stop();
    end_on_signals(move || stop.stop())?;
    let url = server.url();
    writeln!(out, "{url}")?;
    out.flush()?;
    // Where there is no browser the address is there to be copied.
    if !args.no_open && open::that_detached(&url).is_err() {
        tell("the browser cannot be opened: open the address by hand");
    }
    server.run().map_err(|error| CliError::Failed(format!("the server: {error}")))
}

/// Why the server cannot listen.
fn refused(address: SocketAddr, error: &std::io::Error) -> CliError {
    let taken = error.kind() == std::io::ErrorKind::AddrInUse;
    let hint =
        if taken { "; perhaps a board is open there already, else try --port 0" } else { "" };
    CliError::Input(format!("cannot listen on {address}: {error}{hint}"))
}
