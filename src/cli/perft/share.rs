//! Perft counts divided into shares for several machines, and their sum.

use super::report_speed;
use crate::cli::{CliError, CliResult};
use dhow_engine::perft::{PerftCounter, PerftShare};
use dhow_rules::game::Game;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// The maximum number of shares. With more, many would be empty.
const MOST: usize = 1_000_000;

/// The beginning of a share's line.
const START: &str = "share ";

/// The program that counted.
const BUILD: &str = concat!("dhow ", env!("CARGO_PKG_VERSION"));

/// The maximum number of missing shares to list.
const TOLD: usize = 20;

/// Reads `K/N`.
pub fn read(text: &str) -> Result<PerftShare, String> {
    let numbers = text.split_once('/').and_then(|(number, of)| {
        let share = PerftShare {
            number: number.parse::<usize>().ok()?.checked_sub(1)?,
            of: of.parse().ok()?,
        };
        (share.number < share.of && share.of <= MOST).then_some(share)
    });
    numbers
        .ok_or_else(|| format!("expected K/N, such as 3/64, with K from 1 to N and N up to {MOST}"))
}

/// Counts a share and writes its line, `share 3/64 of metamachy 7 FEN by dhow 1.2.3: 12345`. The line names
/// the version, because another one may divide the tree differently.
pub fn count(
    game: &Game,
    depth: u32,
    share: PerftShare,
    counter: &PerftCounter,
    out: &mut impl Write,
) -> CliResult {
    let start = Instant::now();
    let leaves = counter.share(game, depth, share);
    let (title, fen) = (game.variant().title(), game.start_fen());
    let (number, of) = (share.number + 1, share.of);
    writeln!(out, "{START}{number}/{of} of {title} {depth} {fen} by {BUILD}: {leaves}")?;
    out.flush()?;
    report_speed(leaves, start.elapsed());
    Ok(())
}

/// Adds the shares of a count from files, which may contain other text.
pub fn sum(files: &[PathBuf], out: &mut impl Write) -> CliResult {
    let mut counted = Counted::default();
    for file in files {
        let text = dhow_files::read_text_or_stdin(file)
            .map_err(|error| CliError::Input(format!("cannot read {}: {error}", file.display())))?;
        for (number, line) in (1..).zip(text.lines()) {
            let at = |what| CliError::Input(format!("{}, line {number}: {what}", file.display()));
            counted.take(line).map_err(at)?;
        }
    }
    let leaves = counted.leaves()?;
    writeln!(out, "{} shares of {}", counted.of, counted.what)?;
    writeln!(out, "Nodes searched: {leaves}")?;
    Ok(())
}

/// The known shares of a count.
#[derive(Debug, Default)]
struct Counted {
    /// Variant, depth and position.
    what: String,
    /// The number of shares; 0 before the first line.
    of: usize,
    leaves: BTreeMap<usize, u64>,
}

impl Counted {
    /// Reads a line if it is the line of a share. The same share may come twice.
    fn take(&mut self, line: &str) -> Result<(), String> {
        let Some(rest) = line.trim_end().strip_prefix(START) else { return Ok(()) };
        let parts = rest.split_once(" of ").and_then(|(share, rest)| {
            let (what, leaves) = rest.rsplit_once(": ")?;
            Some((read(share).ok()?, what, leaves.parse::<u64>().ok()?))
        });
        let Some((share, what, leaves)) = parts else {
            return Err(format!("`{line}` is not the line of a share"));
        };
        if self.of == 0 {
            (self.what, self.of) = (what.into(), share.of);
        }
        if (what, share.of) != (&self.what, self.of) {
            let (ours, theirs) = (&self.what, share.of);
            return Err(format!("one of {theirs} shares of {what}; before, {} of {ours}", self.of));
        }
        match self.leaves.insert(share.number, leaves) {
            Some(other) if other != leaves => {
                let number = share.number + 1;
                Err(format!("share {number} has {leaves} leaves here, and {other} before"))
            }
            _ => Ok(()),
        }
    }

    /// The sum, if all shares are known.
    fn leaves(&self) -> Result<u64, CliError> {
        if self.of == 0 {
            return Err(CliError::Input("there are no shares in these files".into()));
        }
        let missing: Vec<String> = (0..self.of)
            .filter(|number| !self.leaves.contains_key(number))
            .map(|number| (number + 1).to_string())
            .collect();
        if !missing.is_empty() {
            let more = if missing.len() > TOLD { ", ..." } else { "" };
            let (count, told) = (missing.len(), &missing[..missing.len().min(TOLD)]);
            return Err(CliError::Failed(format!(
                "{count} of {} shares are missing: {}{more}",
                self.of,
                told.join(", ")
            )));
        }
        let sum = self.leaves.values().try_fold(0u64, |sum, &leaves| sum.checked_add(leaves));
        sum.ok_or_else(|| CliError::Input("the sum is beyond 2^64".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read() {
        assert_eq!(read("3/64"), Ok(PerftShare { number: 2, of: 64 }));
        assert_eq!(read("1/1"), Ok(PerftShare { number: 0, of: 1 }));
        for bad in ["", "3", "0/4", "5/4", "1/0", "-1/3", "1/1000001", "1/2/3"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sums_are_of_whole_counts() {
        let mut counted = Counted::default();
        assert!(matches!(counted.leaves(), Err(CliError::Input(_))));
        for line in [
            "share 2/3 of maasai 4 FEN w - - 0 1: 7",
            "0.1 s",
            "share 2/3 of maasai 4 FEN w - - 0 1: 7",
        ] {
            counted.take(line).unwrap();
        }
        let error = counted.leaves().unwrap_err().to_string();
        assert_eq!(error, "2 of 3 shares are missing: 1, 3");
        counted.take("share 1/3 of maasai 4 FEN w - - 0 1: 5").unwrap();
        counted.take("share 3/3 of maasai 4 FEN w - - 0 1: 0\r").unwrap();
        assert_eq!(counted.leaves().unwrap(), 12);
        for bad in [
            "share 1/4 of maasai 4 FEN w - - 0 1: 5",
            "share 1/3 of maasai 5 FEN w - - 0 1: 5",
            "share 1/3 of maasai 4 FEN w - - 0 2: 5",
            "share 1/3 of maasai 4 FEN w - - 0 1 by dhow 0.0.1: 5",
            "share 1/3 of maasai 4 FEN w - - 0 1: 6",
            "share 1/3 of maasai 4 FEN w - - 0 1: ",
            "share 4/3 of maasai 4 FEN w - - 0 1: 5",
        ] {
            assert!(counted.take(bad).is_err(), "{bad}");
        }
        let mut large = Counted::default();
        large.take(&format!("share 1/2 of x: {}", u64::MAX)).unwrap();
        large.take("share 2/2 of x: 1").unwrap();
        assert!(large.leaves().is_err());
    }
}
