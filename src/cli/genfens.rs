//! `dhow "genfens N seed S book B" quit`: openings for the data generation of OpenBench.

use super::args::{number_in, random_moves, variant, variant_of_book};
use super::{CliError, CliResult};
use dhow_lab::tournament::config::{Config, Format, OpeningConfig, OpeningFile, OpeningOrder};
use dhow_lab::tournament::openings::{Openings, format_of};
use dhow_rules::game::Game;
use dhow_rules::position::Move;
use dhow_rules::variant::Variant;
use fastrand::Rng;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The word that the argument begins with.
const NAME: &str = "genfens";

/// The form of the argument.
const USAGE: &str =
    "expected `genfens N seed S book FILE|None`, perhaps with `variant ID` and `plies N`";

/// The maximum number of openings.
const MOST: usize = 1_000_000;

/// The number of random plies after a position of a book.
const PLIES_FROM_BOOK: usize = 4;

/// The number of attempts for each opening from a book.
const TRIES: usize = 100;

/// The values in the command.
#[derive(Debug, PartialEq, Eq)]
pub struct GenfensRequest {
    count: usize,
    seed: u64,
    book: Option<PathBuf>,
    variant: Arc<Variant>,
    plies: Option<usize>,
}

/// Reads the arguments, if they are of this form.
pub fn asked(arguments: &[OsString]) -> Option<Result<GenfensRequest, CliError>> {
    let mut words = arguments.get(1)?.to_str()?.split_ascii_whitespace();
    if words.next() != Some(NAME) {
        return None;
    }
    let rest = arguments.get(2..).unwrap_or_default();
    Some(match rest {
        [] => GenfensRequest::read(words),
        [quit] if quit == "quit" => GenfensRequest::read(words),
        _ => Err(format!("{USAGE}, then `quit`")),
    })
    .map(|read| read.map_err(|what| CliError::Input(format!("{NAME}: {what}"))))
}

impl GenfensRequest {
    fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let count = words.next().ok_or(USAGE)?;
        let count = number_in(count, 1, MOST).map_err(|what| format!("`{count}`: {what}"))?;
        let (mut seed, mut book, mut chosen, mut plies) = (None, None, None, None);
        while let Some(key) = words.next() {
            let value = words.next().ok_or_else(|| format!("`{key}` has no value; {USAGE}"))?;
            let of = |what: String| format!("{key} `{value}`: {what}");
            let twice = match key {
                "seed" => seed.replace(number_in(value, 0, u64::MAX).map_err(of)?).is_some(),
                "book" => book.replace(value).is_some(),
                "variant" => chosen.replace(variant(value).map_err(of)?).is_some(),
                "plies" => plies.replace(random_moves(value).map_err(of)?.into()).is_some(),
                _ => return Err(format!("`{key}` is unknown; {USAGE}")),
            };
            if twice {
                return Err(format!("`{key}` is given twice"));
            }
        }
        let seed = seed.ok_or_else(|| format!("seed is missing; {USAGE}"))?;
        let book = book.filter(|name| !name.eq_ignore_ascii_case("none")).map(PathBuf::from);
        let named = book.as_deref().and_then(variant_of_book);
        let variant = chosen.or(named).unwrap_or_else(|| super::args::catalogue()[0].clone());
        Ok(Self { count, seed, book, variant, plies })
    }

    fn config(&self) -> Config {
        let file = |path: &PathBuf| OpeningFile {
            path: path.clone(),
            format: format_of(path).unwrap_or(Format::Epd),
            order: OpeningOrder::Random,
        };
        // Of the games of a PGN file all moves are an opening.
        let plies = if self.book.is_some() { None } else { self.plies };
        Config {
            openings: OpeningConfig { file: self.book.as_ref().map(file), plies },
            seed: self.seed,
            catalogue: super::args::catalogue().clone(),
            ..Config::new(&self.variant, Vec::new())
        }
    }
}

/// Writes the openings.
pub fn run(request: &GenfensRequest, out: &mut impl Write) -> CliResult {
    let openings = Openings::new(&request.config(), &request.variant);
    let mut openings =
        openings.map_err(|error| CliError::Input(error.to_string().replace("-openings", NAME)))?;
    let mut random = Rng::with_seed(request.seed);
    for number in 0..request.count {
        let game = openings.get(number);
        let game = match &request.book {
            None => game,
            Some(book) => {
                let plies = request.plies.unwrap_or(PLIES_FROM_BOOK);
                let tried = (0..TRIES).find_map(|_| {
                    let draw = |_: &Game, moves: &[Move]| moves[random.usize(..moves.len())];
                    game.clone().with_random_moves(plies, draw)
                });
                tried.ok_or_else(|| dead_end(book, &game))?
            }
        };
        writeln!(out, "info string genfens {}", game.fen())?;
        // The caller gives up after some seconds without a line.
        out.flush()?;
    }
    Ok(())
}

fn dead_end(book: &Path, game: &Game) -> CliError {
    let (book, fen) = (book.display(), game.fen());
    CliError::Input(format!("{NAME}: {book}: random moves from `{fen}` always end the game"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<GenfensRequest, String> {
        let arguments = ["dhow", text, "quit"].map(OsString::from);
        asked(&arguments).expect("a request").map_err(|error| error.to_string())
    }

    fn lines(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        run(&read(text).expect("a request"), &mut out).expect("openings");
        String::from_utf8(out).expect("text").lines().map(String::from).collect()
    }

    #[test]
    fn openings_are_those_of_the_seed_and_have_six_fields() {
        let first = lines("genfens 3 seed 7 book None variant zanzibar-xl");
        assert_eq!(first.len(), 3);
        for line in &first {
            let fen = line.strip_prefix("info string genfens ").expect("the form");
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            let variant = variant("zanzibar-xl").expect("a game");
            assert!(Game::from_fen(&variant, fen).expect("a position").outcome().is_none());
        }
        assert_eq!(first, lines("genfens 3 seed 7 book none variant zanzibar-xl"));
        assert_ne!(first, lines("genfens 3 seed 8 book None variant zanzibar-xl"));
    }

    #[test]
    fn a_book_names_the_game() {
        let id = |text: &str| read(text).expect("a request").variant.id.clone();
        assert_eq!(id("genfens 1 seed 1 book Books/zanzibar-xl_v2.epd"), "zanzibar-xl");
        assert_eq!(id("genfens 1 seed 1 book zanzibar-xl-classic.epd"), "zanzibar-xl-classic");
        assert_eq!(id("genfens 1 seed 1 book zanzibar-xl-6.epd variant maasai"), "maasai");
        assert_eq!(id("genfens 1 seed 1 book zanzibar-xlarge.epd"), "metamachy");
        assert_eq!(id("genfens 1 seed 1 book None"), "metamachy");
    }

    #[test]
    fn errors_name_the_word() {
        for (text, message) in [
            ("genfens", "expected `genfens N seed S"),
            ("genfens x seed 1", "genfens: `x`: expected a number from 1"),
            ("genfens 1 book None", "seed is missing"),
            ("genfens 1 seed -1", "seed `-1`: expected a number"),
            ("genfens 1 seed 1 seed 2", "`seed` is given twice"),
            ("genfens 1 seed 1 book", "`book` has no value"),
            ("genfens 1 seed 1 threads 2", "`threads` is unknown"),
            ("genfens 1 seed 1 variant x", "variant `x`: unknown game"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
        assert!(asked(&["dhow", "bench"].map(OsString::from)).is_none());
        let request = read("genfens 1 seed 1 book no/such.epd").expect("a request");
        let error = run(&request, &mut Vec::new()).expect_err("no file").to_string();
        assert!(error.starts_with("genfens: cannot read no/such.epd"), "{error}");
    }
}
