//! `dhow web`: the browser board.

use super::args::EngineArgs;
use super::{CliError, CliResult, args, end_on_signals, tell};
use crate::web::{self, BindError, Other, Server, ServerOptions};
use clap::Args;
use dhow_board::puzzles::{Puzzle, read};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

const LONG: &str = "\
Serves a board for the browser and opens it: all variants, against the engine or between two people, with
an explanation of every piece on the board. The page loads nothing from elsewhere, and no other machine
can reach it unless --listen allows that. Games are saved in a folder and continue when their page is
opened again, even after a restart of the program. Ctrl-C ends it.";

const EXAMPLES: &str = "\
Examples:
  dhow web                      serve and open the browser
  dhow web --no-open --port 80  serve on another port and print the address
  dhow web --listen 0.0.0.0     allow other machines of the network
  dhow web --puzzles my.epd     show puzzles that `dhow puzzles` found";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct WebArgs {
    /// The port; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = web::PORT, value_parser = port)]
    port: u16,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// The address to listen on; unless it is local, visitors from other machines need the secret in the
    /// printed address
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Folder for the saved games
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// Show these puzzles, too, as `dhow puzzles` prints them
    #[arg(long, value_name = "FILE")]
    puzzles: Vec<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Reads a file of puzzles.
fn puzzles(path: &Path) -> Result<Vec<Puzzle>, CliError> {
    let text = dhow_files::read_text(path).map_err(|error| CliError::of_file(path, error))?;
    read(&text, args::catalogue()).map_err(|error| CliError::of_file(path, error))
}

fn port(text: &str) -> Result<u16, String> {
    super::args::number_in(text, 0, u16::MAX)
}

pub fn run(args: WebArgs, out: &mut impl Write) -> CliResult {
    let address = SocketAddr::new(args.listen, args.port);
    let own: Result<Vec<_>, _> = args.puzzles.iter().map(|path| puzzles(path)).collect();
    let server = Server::bind(ServerOptions {
        address,
        threads: args.engine.threads,
        hash: args.engine.hash,
        evaluation: args.engine.evaluation.choice()?,
        folder: args.games.or_else(web::usual_folder),
        catalogue: args::catalogue().clone(),
        puzzles: own?.concat(),
    });
    let server = match server {
        Ok(server) => server,
        Err(BindError::Taken(other)) => return lead_to(&other, address, args.no_open, out),
        Err(BindError::Refused(error)) => return Err(refused(address, &error)),
    };
    if server.is_open_to_others() {
        tell(
            "warning: other machines can reach this server; the connection is not encrypted, and everyone \
             who knows the secret in the address can use it",
        );
        match server.url_for_others() {
            Some(url) => tell(&format!("on other machines, open {url}")),
            None => tell("on other machines, replace the address below by that of this machine"),
        }
    }
    if !server.keeps_games() {
        tell(
            "warning: there is no folder for games (--games); they are lost when the program ends",
        );
    }
    let stop = server.stop();
    end_on_signals(move || stop.stop())?;
    show(&server.url(), args.no_open, out)?;
    server.run().map_err(|error| CliError::Failed(format!("the server: {error}")))
}

/// Prints an address and opens it in the browser.
fn show(url: &str, no_open: bool, out: &mut impl Write) -> CliResult {
    writeln!(out, "{url}")?;
    out.flush()?;
    // Without a browser, the address can be copied.
    if !no_open && open::that_detached(url).is_err() {
        tell("the browser cannot be opened: open the address yourself");
    }
    Ok(())
}

/// Opens the server that has the games already, if it listens where requested.
fn lead_to(other: &Other, asked: SocketAddr, no_open: bool, out: &mut impl Write) -> CliResult {
    let folder = other.folder.display();
    let port = asked.port();
    let any_port = [0, web::PORT].contains(&port) || other.port() == Some(port);
    match &other.url {
        Some(url) if asked.ip().is_loopback() && any_port => {
            tell(&format!("Dhow is running already, with the games of {folder}"));
            show(url, no_open, out)
        }
        url => {
            let place = url.as_ref().map_or(String::new(), |url| format!(" at {url}"));
            Err(CliError::Input(format!(
                "another `dhow web`{place} has the games of {folder}: stop it, or name another \
                 folder with --games"
            )))
        }
    }
}

/// Why the server cannot listen.
fn refused(address: SocketAddr, error: &std::io::Error) -> CliError {
    let taken = error.kind() == std::io::ErrorKind::AddrInUse;
    let hint =
        if taken { "; perhaps Dhow is running there already; otherwise try --port 0" } else { "" };
    CliError::Input(format!("cannot listen on {address}: {error}{hint}"))
}
