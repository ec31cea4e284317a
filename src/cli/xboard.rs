//! `dhow xboard`: starts XBoard with the settings for these games.

use super::args::{VariantArg, variant_files_again};
use super::{CliError, CliResult};
use crate::protocol::xboard::picture_places;
use clap::Args;
use dhow_play::xboard::can_play;
use dhow_rules::variant::Variant;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The settings file.
const SETTINGS: &str = include_str!("../../share/xboard/dhow.conf");

/// XBoard's options for files of games or positions to open at the start.
const TO_OPEN: [&str; 4] = ["-lgf", "-loadGameFile", "-lpf", "-loadPositionFile"];

/// XBoard's options for the file of a tournament, which it plays only in match mode.
const TOURNAMENT: [&str; 2] = ["-tf", "-tourneyFile"];

/// The engine names that a tournament file can use.
const PLAYERS: [&str; 2] = ["Dhow", "Dhow 2"];

/// The folder of games on Debian and other systems, which is not in every PATH.
const GAMES: &str = "/usr/games";

/// The option that names a variant for XBoard in advance. XBoard opens a file of games or positions before it
/// names the variant, and refuses the file if it does not know the board.
pub const SHOWN: &str = "xboard-game";

const LONG: &str = "\
Starts XBoard, which must be installed, with the settings for these variants: legality testing is off,
because XBoard does not know their rules, and their pieces have pictures.

Setups, analysis options and other variants are in XBoard's menus: Engine > Engine #1 Settings, File >
New Variant. XBoard plays one move per turn: games with leaders need `dhow play`, `dhow web` or a UCI
interface.";

const EXAMPLES: &str = "\
Examples:
  dhow xboard -v zanzibar-xl
  dhow xboard -v maasai --match -- -tc 10 -inc 5
  dhow xboard -v maasai -- -loadGameFile games.pgn
  dhow xboard -v maasai --match -- -tf tournament.trn
  dhow xboard -- -size 90 -firstOptions \"Setup=KQ/LG\"";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct XboardArgs {
    #[command(flatten)]
    game: VariantArg,
    /// Let the engine play against itself
    #[arg(long = "match")]
    against_itself: bool,
    /// More options for XBoard, such as `-tc 10 -inc 5`
    #[arg(last = true, value_name = "XBOARD OPTIONS")]
    options: Vec<OsString>,
}

/// Starts XBoard.
pub fn run(args: XboardArgs) -> CliResult {
    let variant = args.game.variant()?;
    if !can_play(&variant) {
        let id = &variant.id;
        return Err(CliError::Input(format!(
            "XBoard plays one move a turn, and in {id} a turn has several: play it in the terminal \
             with `dhow play -v {id}`, or in a program that speaks UCI"
        )));
    }
    // Outside match mode XBoard would ignore the option.
    if let Some(file) = value_of(&args.options, &TOURNAMENT).filter(|_| args.against_itself)
        && !Path::new(file).is_file()
    {
        let file = file.display();
        return Err(CliError::Input(format!(
            "no tournament file `{file}`: write one as docs/match.md shows, or in XBoard's dialog \
             Mode > Machine Match"
        )));
    }
    let xboard = find_xboard().ok_or_else(|| {
        CliError::input(
            "XBoard is not installed: install the package `xboard`, for example with `apt install \
             xboard`, or play in the terminal with `dhow play`",
        )
    })?;
    let failed = |what: &str, error: io::Error| CliError::Failed(format!("{what}: {error}"));
    let engine = env::current_exe().map_err(|error| failed("cannot find myself", error))?;
    let folder = write_files().map_err(|error| failed("cannot write XBoard's files", error))?;
    let mut command = Command::new(xboard);
    command.args(arguments(&args, &variant, &engine, &folder));
    become_or_await(command).map_err(|error| failed("cannot start XBoard", error))
}

/// Replaces this process by XBoard where possible, so that signals reach XBoard.
#[cfg(unix)]
fn become_or_await(mut command: Command) -> io::Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn become_or_await(mut command: Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("it ended with {status}"))) }
}

/// The command line of XBoard. Later options override the settings file.
fn arguments(args: &XboardArgs, variant: &Variant, engine: &Path, folder: &Path) -> Vec<OsString> {
    let mut settings = OsString::from("@");
    settings.push(folder.join("dhow.conf"));
    let mut list = vec![settings];
    let mut option = |name: &str, value: OsString| list.extend([name.into(), value]);
    let quoted = |engine: &Path| {
        let mut command = quoted(engine);
        variant_files_again().for_each(|file| command.push(format!(" \"{file}\"")));
        command
    };
    let mut first = quoted(engine);
    if value_of(&args.options, &TO_OPEN).is_some() {
        first.push(format!(" --{SHOWN} {}", variant.id));
    }
    option("-fcp", first);
    option("-variant", variant.id.clone().into());
    option("-pieceImageDirectory", folder.into());
    if args.against_itself {
        option("-scp", quoted(engine));
        match value_of(&args.options, &TOURNAMENT) {
            None => option("-mode", "TwoMachines".into()),
            Some(_) => {
                // XBoard adds engines to its list only if the date is later than that of its settings.
                option("-date", i32::MAX.to_string().into());
                PLAYERS.iter().for_each(|name| option("-installEngine", listed(name, engine)));
                list.push("-mm".into());
            }
        }
    }
    list.extend(args.options.iter().cloned());
    list
}

/// The value of one of XBoard's options, by any of its names.
fn value_of<'a>(options: &'a [OsString], names: &[&str]) -> Option<&'a OsString> {
    let place = options.iter().position(|text| names.iter().any(|name| text == name))?;
    options.get(place + 1)
}

/// An entry of XBoard's list of engines: the name and the command.
fn listed(name: &str, program: &Path) -> OsString {
    let mut line = OsString::from(format!("\"{name}\" -fcp '"));
    line.push(quoted(program));
    line.push(format!("' -fn '{name}'"));
    line
}

/// A program as a command for XBoard, which splits commands at spaces.
fn quoted(program: &Path) -> OsString {
    let mut text = OsString::from("\"");
    text.push(program);
    text.push("\"");
    text
}

fn find_xboard() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from(GAMES)]);
    folders.map(|folder| folder.join("xboard")).find(|file| file.is_file())
}

/// Writes settings and pictures for XBoard and returns the folder: the user's cache, or if it cannot be
/// written, a new folder among the temporary files, which must stay as long as XBoard runs. Because others
/// can write there, too, its name is random and nobody else can read it.
fn write_files() -> io::Result<PathBuf> {
    if let Some(folder) = cache_folder()
        && write_files_to(&folder).is_ok()
    {
        return Ok(folder);
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = builder.prefix("dhow-xboard-").tempdir()?;
    write_files_to(folder.path())?;
    Ok(folder.keep())
}

/// A folder in the user's cache.
fn cache_folder() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(cache.join("dhow").join(concat!("xboard-", env!("CARGO_PKG_VERSION"))))
}

fn write_files_to(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (file, content) in picture_places::files() {
        fs::write(folder.join(file), content)?;
    }
    fs::write(folder.join("dhow.conf"), SETTINGS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    /// Stands for the whole command line.
    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        xboard: XboardArgs,
    }

    fn texts(line: &[&str]) -> Vec<String> {
        let args = Cli::try_parse_from([&["dhow"], line].concat()).unwrap().xboard;
        let variant = args.game.variant().unwrap();
        let list = arguments(&args, &variant, Path::new("/a b/dhow"), Path::new("/cache"));
        list.into_iter().map(|text| text.into_string().unwrap()).collect()
    }

    #[test]
    fn command_lines() {
        let plain = [
            "@/cache/dhow.conf",
            "-fcp",
            "\"/a b/dhow\"",
            "-variant",
            "metamachy",
            "-pieceImageDirectory",
            "/cache",
        ];
        assert_eq!(texts(&[]), plain);
        let line = texts(&["-v", "maasai", "--match", "--", "-tc", "1"]);
        assert_eq!(line[4], "maasai");
        let tail = ["-scp", "\"/a b/dhow\"", "-mode", "TwoMachines", "-tc", "1"];
        assert_eq!(line[7..], tail);
        assert!(Cli::try_parse_from(["dhow", "-v", "checkers"]).is_err());
        let line = texts(&["-v", "maasai", "--", "-lgf", "g.pgn"]);
        assert_eq!(line[2], "\"/a b/dhow\" --xboard-game maasai");
    }

    #[test]
    fn tournaments_are_played_in_match_mode() {
        let line = texts(&["--match", "--", "-tf", "t.trn"]);
        let tail = [
            "-scp",
            "\"/a b/dhow\"",
            "-date",
            "2147483647",
            "-installEngine",
            "\"Dhow\" -fcp '\"/a b/dhow\"' -fn 'Dhow'",
            "-installEngine",
            "\"Dhow 2\" -fcp '\"/a b/dhow\"' -fn 'Dhow 2'",
            "-mm",
            "-tf",
            "t.trn",
        ];
        assert_eq!(line[7..], tail);
    }

    #[test]
    fn files_are_written() {
        let folder = env::temp_dir().join(format!("dhow-test-{}", std::process::id()));
        write_files_to(&folder).unwrap();
        let settings = fs::read_to_string(folder.join("dhow.conf")).unwrap();
        let pawn = fs::read_to_string(folder.join("WhitePawn.svg")).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(settings.contains("-testLegality false"));
        assert!(pawn.contains("<svg"));
    }
}
