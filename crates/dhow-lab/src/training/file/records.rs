//! Reading one game after the other, and finding the next one behind a damaged place.

use super::{DataError, Settings};
use crate::training::record::GameRecord;
use dhow_files::Window;
use dhow_rules::variant::Catalogue;
use std::io::Read;

/// What a record starts with, from version 2 on.
const MARK: [u8; 4] = *b"GAME";
/// Bytes before the game itself: mark, length, sum of the game, sum of these.
const HEAD: usize = 16;
/// In version 1 length and sum of the game.
const OLD_HEAD: usize = 8;
/// No game is longer, so that a damaged length cannot ask for all memory.
const LONGEST: usize = 1 << 20;

/// A place of a file that holds no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Where it begins, in bytes.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
    /// What is wrong.
    pub reason: String,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { offset, length, reason } = self;
        write!(f, "the {length} bytes at byte {offset} are no whole game: {reason}")
    }
}

/// What comes next in a file.
#[derive(Debug, PartialEq)]
pub(super) enum Next {
    Game(GameRecord),
    /// Something that is no game; other games may follow.
    Damaged(Damage),
    /// The beginning of a game, up to the end of the file.
    CutOff(Damage),
    End,
}

/// The bytes of a record.
pub(super) fn to_bytes(record: &GameRecord) -> Vec<u8> {
    let body = record.to_bytes();
    let mut bytes = Vec::with_capacity(HEAD + body.len());
    bytes.extend(MARK);
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// What is wrong at some place.
enum Flaw {
    /// No record starts there.
    Start(&'static str),
    /// One of this length does, but the file ends before.
    Short,
    /// One of this length does, but its game is none.
    Game(usize, String),
}

/// The records of a file, from its header on.
pub(super) struct Records<R> {
    window: Window<R>,
    pub version: u16,
    pub settings: Settings,
}

impl<R: Read> Records<R> {
    /// The records of a file about some of the games of a catalogue.
    pub fn new(mut input: R, catalogue: &Catalogue) -> Result<Self, DataError> {
        let (version, settings) = Settings::read(&mut input, catalogue)?;
        let offset = settings.to_bytes(version).len() as u64;
        Ok(Self { window: Window::new(input, offset), version, settings })
    }

    /// Where the next record begins.
    pub fn offset(&self) -> u64 {
        self.window.offset()
    }

    pub fn next_record(&mut self) -> Result<Next, DataError> {
        let offset = self.offset();
        if self.window.see(1)?.is_empty() {
            return Ok(Next::End);
        }
        let flaw = match self.look()? {
            Ok((record, length)) => {
                self.window.pass(length);
                return Ok(Next::Game(record));
            }
            Err(flaw) => flaw,
        };
        let (length, reason) = match &flaw {
            Flaw::Start(reason) => (1, reason.to_string()),
            Flaw::Short => (1, "the file ends before the game does".into()),
            Flaw::Game(length, reason) => (*length, reason.clone()),
        };
        // A length that has a sum is true: the next record is right behind, unless bytes are missing.
        let mut found = false;
        if self.version > 1 && matches!(flaw, Flaw::Game(..)) {
            let behind = self.window.see(length + HEAD)?.get(length..).unwrap_or_default();
            found = behind.is_empty() || head_of(self.version, behind).is_ok();
            self.window.pass(if found { length } else { 0 });
        }
        while !found {
            self.window.pass(1);
            found = self.window.see(1)?.is_empty() || self.look()?.is_ok();
        }
        let length = self.offset() - offset;
        let damage = Damage { offset, length, reason };
        let at_end = self.window.see(1)?.is_empty();
        let cut_off = at_end && matches!(flaw, Flaw::Short);
        Ok(if cut_off { Next::CutOff(damage) } else { Next::Damaged(damage) })
    }

    /// The record that starts here, with its length in bytes.
    fn look(&mut self) -> Result<Result<(GameRecord, usize), Flaw>, DataError> {
        let head = if self.version == 1 { OLD_HEAD } else { HEAD };
        let seen = self.window.see(head)?;
        if seen.len() < head {
            let begun = self.version == 1 || seen.iter().zip(MARK).all(|(&a, b)| a == b);
            let wrong = Flaw::Start("no game starts there");
            return Ok(Err(if begun { Flaw::Short } else { wrong }));
        }
        let (length, sum) = match head_of(self.version, seen) {
            Ok(found) => found,
            Err(reason) => return Ok(Err(Flaw::Start(reason))),
        };
        let variants = self.settings.variants.len();
        let Some(body) = self.window.see(head + length)?.get(head..head + length) else {
            return Ok(Err(Flaw::Short));
        };
        let whole = head + length;
        let read = || {
            if crc32fast::hash(body) != sum {
                return Err("its checksum does not fit".into());
            }
            let record = GameRecord::from_bytes(body).map_err(|error| error.to_string())?;
            match usize::from(record.variant) < variants {
                true => Ok(record),
                false => Err(format!("there is no variant {}", record.variant)),
            }
        };
        Ok(read().map(|record| (record, whole)).map_err(|reason| Flaw::Game(whole, reason)))
    }
}

/// Length and sum of a game, as the bytes before it say.
fn head_of(version: u16, bytes: &[u8]) -> Result<(usize, u32), &'static str> {
    let number = |at: usize| {
        let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes)
    };
    if bytes.len() < if version == 1 { OLD_HEAD } else { HEAD } {
        return Err("no game starts there");
    }
    let at = if version == 1 { 0 } else { MARK.len() };
    let (length, sum) = (number(at) as usize, number(at + 4));
    if version > 1 && (!bytes.starts_with(&MARK) || number(12) != crc32fast::hash(&bytes[..12])) {
        Err("its length or its checksum is damaged")
    } else if length > LONGEST {
        Err("its length cannot be")
    } else {
        Ok((length, sum))
    }
}
