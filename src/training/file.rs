//! Many games in one file that can be cut off anywhere and continued.

use super::record::{GameRecord, RecordError};
use crate::variant::{VARIANTS, Variant, find};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"DHOWGAME";
const VERSION: u16 = 1;

/// How the games of a file were made: the same settings and number make the same game.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the random numbers start.
    pub seed: u64,
    /// Nodes searched for every move.
    pub nodes: u32,
    /// Random moves at the start of a game.
    pub random_plies: u16,
    /// The variants played, in turns.
    pub variants: Vec<&'static Variant>,
}

/// A file of games that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file does not start as one of games does.
    #[error("not a file of games: {0}")]
    Header(String),
    /// The file was made with other settings.
    #[error("the file was made with {found}, not with {wanted}")]
    Settings {
        /// The settings of the file.
        found: String,
        /// Those asked for.
        wanted: String,
    },
    /// A game is damaged.
    #[error("the game at byte {offset} is damaged: {reason}")]
    Damaged {
        /// Where its length stands.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
}

impl std::fmt::Display for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<&str> = self.variants.iter().map(|variant| variant.id).collect();
        let Self { seed, nodes, random_plies, .. } = self;
        write!(f, "seed {seed}, {nodes} nodes, {random_plies} random moves, {}", ids.join(" "))
    }
}

impl Settings {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.random_plies.to_le_bytes());
        bytes.push(self.variants.len() as u8);
        for variant in &self.variants {
            bytes.push(variant.id.len() as u8);
            bytes.extend(variant.id.as_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn read(input: &mut impl Read) -> Result<Self, DataError> {
        let mut bytes = Vec::new();
        let mut take = |count: usize| -> Result<Vec<u8>, DataError> {
            let mut part = vec![0; count];
            input.read_exact(&mut part).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => DataError::Header("it ends too early".into()),
                _ => DataError::Io(error),
            })?;
            bytes.extend(&part);
            Ok(part)
        };
        if take(8)? != MAGIC {
            return Err(DataError::Header("it does not start with DHOWGAME".into()));
        }
        let number = |part: Vec<u8>| part.iter().rev().fold(0, |n, &byte| n << 8 | byte as u64);
        let version = number(take(2)?) as u16;
        if version != VERSION {
            let text = format!("version {version}, and only {VERSION} can be read");
            return Err(DataError::Header(text));
        }
        let (seed, nodes) = (number(take(8)?), number(take(4)?) as u32);
        let random_plies = number(take(2)?) as u16;
        let mut variants = Vec::new();
        for _ in 0..take(1)?[0] {
            let length = take(1)?[0];
            let id = String::from_utf8_lossy(&take(length as usize)?).into_owned();
            let variant = find(&id);
            variants.push(variant.ok_or(DataError::Header(format!("unknown variant `{id}`")))?);
        }
        let mut sum = [0; 4];
        input.read_exact(&mut sum)?;
        if u32::from_le_bytes(sum) != crc32fast::hash(&bytes) {
            return Err(DataError::Header("its header is damaged".into()));
        }
        Ok(Self { seed, nodes, random_plies, variants })
    }

    /// All variants in turns.
    pub fn all_variants() -> Vec<&'static Variant> {
        VARIANTS.iter().filter_map(|variant| find(variant.id)).collect()
    }
}

/// A file of games: first its settings, then one game after the other.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    settings: Settings,
    games: Vec<u32>,
    cut_off: u64,
}

impl GameFile {
    /// Opens a file to add games to it, or makes a new one. What a killed process left of a last
    /// game is cut off.
    pub fn append(path: &Path, settings: &Settings) -> Result<Self, DataError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let header = settings.to_bytes();
        let length = file.metadata()?.len();
        if length < header.len() as u64 && header.starts_with(&read_all(&mut file)?) {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header)?;
            let settings = settings.clone();
            return Ok(Self { file, settings, games: Vec::new(), cut_off: 0 });
        }
        file.seek(SeekFrom::Start(0))?;
        let mut games = Vec::new();
        let mut reader = Records::new(&file)?;
        if reader.settings.to_bytes() != header {
            let (found, wanted) = (reader.settings.to_string(), settings.to_string());
            return Err(DataError::Settings { found, wanted });
        }
        let end = loop {
            match reader.next_record()? {
                Next::Game(record) => games.push(record.number),
                Next::End | Next::CutOff => break reader.offset,
            }
        };
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Self { file, settings: settings.clone(), games, cut_off: length - end })
    }

    /// The numbers of the games that the file holds.
    pub fn games(&self) -> &[u32] {
        &self.games
    }

    /// Bytes of an unfinished game that were cut off.
    pub fn cut_off(&self) -> u64 {
        self.cut_off
    }

    /// How the games are made.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), DataError> {
        let body = record.to_bytes();
        let mut bytes = Vec::with_capacity(body.len() + 8);
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(body);
        self.file.write_all(&bytes)?;
        self.games.push(record.number);
        Ok(())
    }

    /// Reads a file: `visit` is shown every game with its variant. An unfinished last game is left
    /// out.
    pub fn read(
        path: &Path,
        mut visit: impl FnMut(&'static Variant, GameRecord) -> Result<(), RecordError>,
    ) -> Result<Settings, DataError> {
        let mut reader = Records::new(File::open(path)?)?;
        loop {
            let offset = reader.offset;
            let Next::Game(record) = reader.next_record()? else { return Ok(reader.settings) };
            let damaged = |reason: String| DataError::Damaged { offset, reason };
            let variant = reader.settings.variants.get(record.variant as usize);
            let variant = variant
                .ok_or_else(|| damaged(format!("there is no variant {}", record.variant)))?;
            visit(variant, record).map_err(|error| damaged(error.to_string()))?;
        }
    }
}

fn read_all(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

enum Next {
    Game(GameRecord),
    End,
    CutOff,
}

struct Records<R> {
    input: BufReader<R>,
    settings: Settings,
    /// Where the next game starts.
    offset: u64,
}

/// No game is longer, so that a damaged length cannot ask for all memory.
const LONGEST_RECORD: u32 = 1 << 20;

impl<R: Read> Records<R> {
    fn new(input: R) -> Result<Self, DataError> {
        let mut input = BufReader::new(input);
        let settings = Settings::read(&mut input)?;
        let offset = settings.to_bytes().len() as u64;
        Ok(Self { input, settings, offset })
    }

    fn next_record(&mut self) -> Result<Next, DataError> {
        let offset = self.offset;
        let damaged = |reason: String| DataError::Damaged { offset, reason };
        let head = self.up_to(8)?;
        let (length, sum) = match head.as_slice() {
            [] => return Ok(Next::End),
            &[a, b, c, d, e, f, g, h] => {
                (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]))
            }
            _ => return Ok(Next::CutOff),
        };
        if length > LONGEST_RECORD {
            return Err(damaged(format!("its length cannot be {length} bytes")));
        }
        let body = self.up_to(length as u64)?;
        if body.len() < length as usize {
            return Ok(Next::CutOff);
        }
        if crc32fast::hash(&body) != sum {
            return Err(damaged("its checksum does not fit".into()));
        }
        let record = GameRecord::from_bytes(&body).map_err(|error| damaged(error.to_string()))?;
        self.offset += 8 + length as u64;
        Ok(Next::Game(record))
    }

    /// The next bytes: fewer only at the end of the file.
    fn up_to(&mut self, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(count).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GameResult, Ply};
    use super::*;

    fn settings() -> Settings {
        Settings { seed: 5, nodes: 100, random_plies: 4, variants: Settings::all_variants() }
    }

    fn record(number: u32) -> GameRecord {
        let variant = settings().variants[1];
        let ply = Ply { from: 24, to: 48, promotion: 0, score: -31 };
        let result = GameResult::Draw;
        GameRecord { number, variant: 1, result, start: variant.start.into(), plies: vec![ply] }
    }

    fn read(path: &Path) -> Result<Vec<u32>, DataError> {
        let mut numbers = Vec::new();
        GameFile::read(path, |variant, record| {
            numbers.push(record.number);
            record.replay(variant, |_, _, _| ())
        })?;
        Ok(numbers)
    }

    /// A file that is gone when the test ends.
    struct Temporary(std::path::PathBuf);

    impl Temporary {
        fn new(name: &str) -> Self {
            let name = format!("dhow-{}-{name}.dat", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = std::fs::remove_file(&path);
            Self(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn a_file_cut_anywhere_goes_on_after_the_last_whole_game() {
        let whole = Temporary::new("whole");
        let mut file = GameFile::append(&whole.0, &settings()).expect("a new file");
        let mut ends = vec![std::fs::metadata(&whole.0).expect("a file").len() as usize];
        for number in [7, 2, 9] {
            file.add(&record(number)).expect("space on the disk");
            ends.push(std::fs::metadata(&whole.0).expect("a file").len() as usize);
        }
        drop(file);
        let bytes = std::fs::read(&whole.0).expect("a file");
        let cut = Temporary::new("cut");
        for length in 0..=bytes.len() {
            std::fs::write(&cut.0, &bytes[..length]).expect("space on the disk");
            let mut file = GameFile::append(&cut.0, &settings()).expect("a file that was cut");
            let whole_games = ends[1..].iter().filter(|&&end| end <= length).count();
            assert_eq!(file.games(), &[7, 2, 9][..whole_games], "cut to {length}");
            let left_over = if length < ends[0] { 0 } else { length - ends[whole_games] };
            assert_eq!(file.cut_off(), left_over as u64);
            file.add(&record(3)).expect("space on the disk");
            let mut expected = vec![7, 2, 9];
            expected.truncate(whole_games);
            expected.push(3);
            assert_eq!(read(&cut.0).expect("a whole file"), expected);
        }
    }

    #[test]
    fn a_damaged_byte_is_found() {
        let path = Temporary::new("damaged");
        let mut file = GameFile::append(&path.0, &settings()).expect("a new file");
        let header = std::fs::metadata(&path.0).expect("a file").len() as usize;
        file.add(&record(1)).expect("space on the disk");
        file.add(&record(2)).expect("space on the disk");
        let bytes = std::fs::read(&path.0).expect("a file");
        // Lengths are not guarded by a sum of their own: a greater one looks like a cut.
        for index in (0..bytes.len()).filter(|&i| i < header || (i - header) % 8 >= 4) {
            let mut damaged = bytes.clone();
            damaged[index] ^= 0x10;
            std::fs::write(&path.0, &damaged).expect("space on the disk");
            let read = read(&path.0);
            let length_of_second = header + (bytes.len() - header) / 2;
            if !(length_of_second..length_of_second + 4).contains(&index) {
                assert!(read.is_err(), "byte {index}: {read:?}");
            }
        }
    }

    #[test]
    fn other_settings_and_other_files_are_refused() {
        let path = Temporary::new("refused");
        drop(GameFile::append(&path.0, &settings()).expect("a new file"));
        let other = Settings { nodes: 101, ..settings() };
        let error = GameFile::append(&path.0, &other).expect_err("another number of nodes");
        assert!(error.to_string().contains("seed 5, 100 nodes"), "{error}");
        for text in ["", "DHOW", "hello", "hello world, this is no file of games"] {
            std::fs::write(&path.0, text).expect("space on the disk");
            assert!(matches!(read(&path.0), Err(DataError::Header(_))), "{text}");
        }
        let error = GameFile::append(&path.0, &settings()).expect_err("a file of another kind");
        assert!(matches!(error, DataError::Header(_)));
        let kept = std::fs::read_to_string(&path.0).expect("a file");
        assert_eq!(kept, "hello world, this is no file of games");
    }

    #[test]
    fn an_illegal_move_is_named() {
        let path = Temporary::new("illegal");
        let mut file = GameFile::append(&path.0, &settings()).expect("a new file");
        let mut bad = record(1);
        bad.plies.push(Ply { from: 0, to: 143, promotion: 0, score: 0 });
        file.add(&bad).expect("space on the disk");
        let error = read(&path.0).expect_err("an illegal move").to_string();
        assert!(error.contains("move 2 is not legal in"), "{error}");
    }
}
