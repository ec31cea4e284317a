//! Reading a journal without changing it. Any part of it may be damaged or missing.

use super::{Flaw, JournalEntry, Starts, VERSION};
use crate::tournament::config::{Config, Kind};
use crate::tournament::record::Record;
use crate::tournament::schedule::{Ended, Pairing, Schedule};
use dhow_files::Window;
use dhow_files::sealed::{self, LONGEST};
use dhow_play::pgn::{self, GameResult};
use dhow_rules::game::Game;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

/// The beginning of every journal, whatever its version.
const START: &str = "{\"tournament\":{";
/// The beginnings of lines.
const KINDS: [&str; 4] = ["{\"game\":", "{\"opening\":", "{\"end\":", START];

/// The content of a journal.
#[derive(Debug)]
pub struct Contents {
    pub seed: u64,
    pub starts: Starts,
    pub settings: Value,
    pub openings: BTreeMap<usize, Opening>,
    pub games: Vec<PastGame>,
    pub damaged: Vec<Damage>,
    /// How the tournament ended, if it has.
    pub ended: Option<String>,
    /// The number of bytes of the file that are kept. What follows them is an incomplete line.
    pub whole: u64,
    /// Whether these bytes end with a line break.
    pub breaks: bool,
}

/// An opening as written.
#[derive(Debug)]
pub struct Opening {
    line: usize,
    /// The index of its variant in the tournament.
    variant: usize,
    fen: String,
    moves: Vec<String>,
}

/// A finished game.
#[derive(Debug)]
pub struct PastGame {
    pub line: usize,
    /// Its record, without the texts.
    pub record: Record,
    pub place: LinePlace,
}

/// The place of a line in the file, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePlace {
    pub start: u64,
    pub length: usize,
}

/// A damaged line.
#[derive(Debug, PartialEq, Eq)]
pub struct Damage {
    pub line: usize,
    /// The number of the game that it seems to record.
    pub game: Option<usize>,
}

/// Reads a journal; `None` if it is empty.
pub fn read(input: impl Read) -> Result<Option<Contents>, Flaw> {
    let mut window = Window::new(input, 0);
    match window.see(START.len())? {
        [] => return Ok(None),
        start if start == START.as_bytes() => {}
        _ => return Err(Flaw::NoJournal),
    }
    let mut contents: Option<Contents> = None;
    for line in 1.. {
        let start = window.offset();
        let (text, breaks) = next_line(&mut window)?;
        if text.is_empty() && !breaks {
            break;
        }
        let found = sealed::whole_lines(&text);
        let mut covered = 0;
        let mut damaged = false;
        for range in found {
            damaged |= range.start != covered;
            covered = range.end;
            let place = LinePlace { start: start + range.start as u64, length: range.len() };
            let object = sealed::unseal(&text[range.clone()]).ok_or(Flaw::Header)?;
            match &mut contents {
                None if range.start == 0 => contents = Some(first(&object)?),
                None => return Err(Flaw::Header),
                Some(contents) => {
                    contents.take(&object, line, place).map_err(|what| Flaw::Line { line, what })?
                }
            }
        }
        let Some(contents) = &mut contents else {
            let old = text.starts_with(format!("{START}\"seed\":").as_bytes());
            return Err(if old { Flaw::Version(1) } else { Flaw::Header });
        };
        let rest = &text[covered..];
        let torn = !breaks && is_torn(rest);
        (contents.whole, contents.breaks) = match torn {
            true => (start + covered as u64, covered == 0),
            false => (start + text.len() as u64 + u64::from(breaks), breaks),
        };
        if damaged || (!torn && (!rest.is_empty() || text.is_empty())) {
            contents.damaged.push(Damage { line, game: game_number(&text) });
        }
    }
    Ok(contents)
}

/// The bytes up to the next line break, and whether there is one. Text that is too long for a line is returned in
/// parts.
fn next_line(window: &mut Window<impl Read>) -> Result<(Vec<u8>, bool), Flaw> {
    let mut count = 1 << 12;
    loop {
        let seen = window.see(count)?;
        let end = seen.iter().position(|&byte| byte == b'\n');
        // Damage to a line break joins two lines.
        if end.is_none() && seen.len() == count && count < 2 * LONGEST {
            count *= 2;
            continue;
        }
        let length = end.unwrap_or(seen.len());
        let text = seen[..length].to_vec();
        window.pass(length + usize::from(end.is_some()));
        return Ok((text, end.is_some()));
    }
}

/// Whether a text without line break is the beginning of a line, or disk space that was never written.
fn is_torn(text: &[u8]) -> bool {
    let begins =
        |kind: &&str| text.starts_with(kind.as_bytes()) || kind.as_bytes().starts_with(text);
    text.iter().all(|&byte| byte == 0) || KINDS.iter().any(begins)
}

/// The number of the game on a damaged line, if it can still be read.
fn game_number(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"{\"game\":{\"number\":")?;
    let digits = rest.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

/// The first line.
fn first(object: &str) -> Result<Contents, Flaw> {
    let value: Value = serde_json::from_str(object).map_err(|_| Flaw::Header)?;
    match value["tournament"]["version"].as_u64() {
        Some(VERSION) => {}
        Some(version) => return Err(Flaw::Version(version)),
        None => return Err(Flaw::Header),
    }
    let Ok(JournalEntry::Tournament { seed, starts, settings, .. }) = serde_json::from_value(value)
    else {
        return Err(Flaw::Header);
    };
    Ok(Contents {
        seed,
        starts,
        settings,
        openings: BTreeMap::new(),
        games: Vec::new(),
        damaged: Vec::new(),
        ended: None,
        whole: 0,
        breaks: false,
    })
}

impl Contents {
    /// Adds the content of an undamaged line.
    fn take(&mut self, object: &str, line: usize, place: LinePlace) -> Result<(), String> {
        let entry: JournalEntry =
            serde_json::from_str(object).map_err(|error| error.to_string())?;
        self.ended = None;
        match entry {
            JournalEntry::Tournament { .. } => return Err("a second tournament begins".into()),
            JournalEntry::Opening { number, variant, fen, moves } => {
                let opening = Opening { line, variant, fen, moves };
                if let Some(other) = self.openings.insert(number, opening) {
                    return Err(format!("opening {number} stands in line {}, too", other.line));
                }
            }
            JournalEntry::Game(record) => {
                agrees_with_itself(&record)?;
                // The texts are read again when needed: together they may be large.
                let record = Record { pgn: String::new(), fen: String::new(), ..*record };
                self.games.push(PastGame { line, record, place });
            }
            JournalEntry::End(how) => self.ended = Some(how),
        }
        Ok(())
    }

    /// The games of the tournament, as far as the finished games determine them.
    fn schedule(&self, config: &Config) -> Vec<Pairing> {
        let config = Config { seed: self.seed, ..config.clone() };
        let results = self.games.iter().map(|game| (game.record.number, game.record.game_result()));
        Schedule::of(&config, &results.collect::<Ended>()).games
    }

    /// In a knockout that lost a game to damage, drops the games that are no longer known to follow. Of a game that
    /// occurs twice, the last record counts. Returns the numbers of the dropped games.
    pub fn settle(&mut self, config: &Config) -> Vec<usize> {
        if config.kind != Kind::Knockout || self.damaged.is_empty() {
            return Vec::new();
        }
        let mut last: BTreeMap<usize, usize> = BTreeMap::new();
        for game in &self.games {
            last.insert(game.record.number, game.line);
        }
        self.games.retain(|game| last.get(&game.record.number) == Some(&game.line));
        let mut gone = Vec::new();
        loop {
            let schedule = self.schedule(config);
            let before = gone.len();
            self.games.retain(|PastGame { record, .. }| {
                let pairing = schedule.get(record.number);
                let follows = pairing.is_some_and(|pairing| pairing.players == record.players);
                if !follows {
                    gone.push(record.number);
                }
                follows
            });
            if gone.len() == before {
                return gone;
            }
        }
    }

    /// Checks that the openings and games are of this tournament, and that each occurs once.
    pub fn fits(&self, config: &Config) -> Result<(), Flaw> {
        let schedule = self.schedule(config);
        let mut lines: BTreeMap<usize, usize> = BTreeMap::new();
        for PastGame { line, record, .. } in &self.games {
            let flaw = |what: String| Err(Flaw::Line { line: *line, what });
            let number = record.number + 1;
            if let Some(other) = lines.insert(record.number, *line) {
                return flaw(format!("game {number} stands in line {other}, too"));
            }
            let Some(pairing) = schedule.get(record.number) else {
                let games = schedule.len();
                return flaw(format!("it is of game {number}, and only {games} are to be played"));
            };
            if pairing.players != record.players {
                return flaw(format!("game {number} is of other players"));
            }
            if pairing.variant != record.variant {
                return flaw(format!("game {number} is of another variant"));
            }
            let opening = self.openings.get(&pairing.opening);
            if opening.is_some_and(|opening| opening.moves.len() > record.plies) {
                return flaw(format!("game {number} is shorter than its opening"));
            }
        }
        let last = schedule.last().map_or(0, |game| game.opening);
        // Later rounds of a knockout may be waiting for a game that was lost.
        let may_follow = config.kind == Kind::Knockout && !self.damaged.is_empty();
        let variants: BTreeMap<usize, usize> =
            schedule.iter().map(|game| (game.opening, game.variant)).collect();
        for (&number, opening) in &self.openings {
            let flaw = |what: String| Flaw::Line { line: opening.line, what };
            if variants.get(&number).is_some_and(|&variant| variant != opening.variant) {
                return Err(flaw(format!("opening {number} is of another variant")));
            }
            if number > last && !may_follow {
                return Err(flaw(format!("no game has opening {number}")));
            }
            opening.game(config).map_err(flaw)?;
        }
        Ok(())
    }

    /// The openings of unfinished games.
    pub fn needed_openings(&self, config: &Config) -> BTreeMap<usize, Game> {
        let ended: BTreeSet<usize> = self.games.iter().map(|game| game.record.number).collect();
        let schedule = self.schedule(config);
        let openings = |of_ended: bool| -> BTreeSet<usize> {
            let games = schedule.iter().filter(|game| ended.contains(&game.number) == of_ended);
            games.map(|game| game.opening).collect()
        };
        let (over, open) = (openings(true), openings(false));
        let is_needed = |number| open.contains(number) || !over.contains(number);
        let needed = self.openings.iter().filter(|(number, _)| is_needed(number));
        needed.filter_map(|(&number, opening)| Some((number, opening.game(config).ok()?))).collect()
    }
}

impl Opening {
    /// The opening as text, to compare and count openings.
    pub fn text(&self) -> String {
        format!("{} {} {}", self.variant, self.fen, self.moves.join(" "))
    }

    fn game(&self, config: &Config) -> Result<Game, String> {
        let variant = config.variants.get(self.variant).ok_or("it is of no game of these")?;
        let mut game = Game::from_fen(variant, &self.fen).map_err(|error| error.to_string())?;
        for text in &self.moves {
            game.play_turn_text(text).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

/// Checks that the parts of a record agree with each other.
fn agrees_with_itself(record: &Record) -> Result<(), String> {
    let parsed = pgn::parse(&record.pgn).map_err(|error| error.to_string())?;
    let [game] = &parsed[..] else {
        return Err(format!("it has {} games", parsed.len()));
    };
    let result = GameResult::of_text(&record.result).filter(|&it| it != GameResult::Unknown);
    if result.is_none_or(|result| result != game.result) {
        return Err(format!("its result is {}, in the game {}", record.result, game.result));
    }
    if game.moves.len() != record.plies {
        return Err(format!("it has {} plies, the game {}", record.plies, game.moves.len()));
    }
    let round = (record.number + 1).to_string();
    if game.tag("Round") != Some(&round) {
        return Err(format!("it is of game {round}, the game is another one"));
    }
    Ok(())
}
