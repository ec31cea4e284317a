//! Reads the records of a game file, and finds the next one after damage.

use super::{DataError, SelfPlaySettings};
use crate::training::record::GameRecord;
use dhow_files::Window;
use dhow_rules::variant::Catalogue;
use std::io::{self, Read};

/// The first bytes of a record, since version 2.
const MARK: [u8; 4] = *b"GAME";
/// The number of bytes before the game: mark, length, checksum of the game, checksum of these.
const HEAD: usize = 16;
/// The same for version 1: length and checksum of the game.
const OLD_HEAD: usize = 8;
/// The greatest length of a game, so that a damaged length cannot use up all memory.
const LONGEST: usize = 1 << 20;

/// A place of a file that holds no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedBytes {
    /// Where it begins, in bytes.
    pub offset: u64,
    /// Its length in bytes.
    pub length: u64,
    /// What is wrong.
    pub reason: String,
}

impl std::fmt::Display for DamagedBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { offset, length, reason } = self;
        write!(f, "the {length} bytes at byte {offset} are not a whole game: {reason}")
    }
}

/// The next item of a file.
#[derive(Debug, PartialEq)]
pub(super) enum Next {
    Game(GameRecord),
    /// A place that holds no game; games may follow.
    Damaged(DamagedBytes),
    /// The beginning of a game, up to the end of the file.
    CutOff(DamagedBytes),
}

/// The bytes of a record with its header.
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

/// What is wrong at a place.
enum RecordFlaw {
    /// No record begins there.
    Start(&'static str),
    /// A record begins there, but the file ends before the record does.
    Short,
    /// A record of this length begins there, but its game is invalid.
    Game(usize, String),
}

/// The records of a file after its header.
pub(super) struct Records<R> {
    window: Window<R>,
    pub version: u16,
    pub settings: SelfPlaySettings,
}

impl<R: Read> Records<R> {
    /// Reads the header of a file. Its variants must be in the catalogue.
    pub fn new(mut input: R, catalogue: &Catalogue) -> Result<Self, DataError> {
        let (version, settings) = SelfPlaySettings::read(&mut input, catalogue)?;
        let offset = settings.to_bytes(version).len() as u64;
        Ok(Self { window: Window::new(input, offset), version, settings })
    }

    /// The position of the next record, in bytes.
    pub fn offset(&self) -> u64 {
        self.window.offset()
    }

    /// The next item; `None` at the end of the file.
    pub fn next_record(&mut self) -> io::Result<Option<Next>> {
        let offset = self.offset();
        if self.window.see(1)?.is_empty() {
            return Ok(None);
        }
        let flaw = match self.look()? {
            Ok((record, length)) => {
                self.window.pass(length);
                return Ok(Some(Next::Game(record)));
            }
            Err(flaw) => flaw,
        };
        let (length, reason) = match &flaw {
            RecordFlaw::Start(reason) => (1, reason.to_string()),
            RecordFlaw::Short => (1, "the file ends before the game does".into()),
            RecordFlaw::Game(length, reason) => (*length, reason.clone()),
        };
        // A length with a correct checksum is right, so the next record follows directly, unless
        // bytes are missing.
        let mut found = false;
        if self.version > 1 && matches!(flaw, RecordFlaw::Game(..)) {
            let behind = self.window.see(length + HEAD)?.get(length..).unwrap_or_default();
            found = behind.is_empty() || head_of(self.version, behind).is_ok();
            self.window.pass(if found { length } else { 0 });
        }
        while !found {
            self.window.pass(1);
            found = self.window.see(1)?.is_empty() || self.look()?.is_ok();
        }
        let length = self.offset() - offset;
        let damage = DamagedBytes { offset, length, reason };
        let at_end = self.window.see(1)?.is_empty();
        let cut_off = at_end && matches!(flaw, RecordFlaw::Short);
        Ok(Some(if cut_off { Next::CutOff(damage) } else { Next::Damaged(damage) }))
    }

    /// The record at the present position, with its length in bytes.
    fn look(&mut self) -> io::Result<Result<(GameRecord, usize), RecordFlaw>> {
        let head = if self.version == 1 { OLD_HEAD } else { HEAD };
        let seen = self.window.see(head)?;
        if seen.len() < head {
            let begun = self.version == 1 || seen.iter().zip(MARK).all(|(&a, b)| a == b);
            let wrong = RecordFlaw::Start("no game starts there");
            return Ok(Err(if begun { RecordFlaw::Short } else { wrong }));
        }
        let (length, sum) = match head_of(self.version, seen) {
            Ok(found) => found,
            Err(reason) => return Ok(Err(RecordFlaw::Start(reason))),
        };
        let variants = self.settings.variants.len();
        let Some(body) = self.window.see(head + length)?.get(head..head + length) else {
            return Ok(Err(RecordFlaw::Short));
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
        Ok(read().map(|record| (record, whole)).map_err(|reason| RecordFlaw::Game(whole, reason)))
    }
}

/// The length and the checksum of a game, from the bytes before it.
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
