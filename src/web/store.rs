//! Games on the disk: one file each, with a checksum, replaced as a whole at every change. Only people delete
//! the files of games.

use dhow_board::pasted::MOST;
use dhow_board::store::{GameStore, Unkept, is_id};
use dhow_board::visitor::WebVisitor;
use dhow_files::sealed::{seal, unseal};
use dhow_files::{open_variants, replace_private};
use dhow_rules::variant::Variant;
use dhow_rules::variant::ini::VariantFiles;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The maximum number of saved games and analyses, and the part of it for guests.
const ROOM: Room = Room { all: 10_000, guests: 1_000 };
/// The maximum size of a file in bytes.
const LONGEST: u64 = 4 << 20;
/// The file endings of the owner's games and of guests' games.
const ENDINGS: [&str; 2] = [".json", ".guest.json"];
/// The text in a file with a checksum, and in no other.
const GUARD: &str = "\"crc32\":\"";

/// The folder of pasted variant files, in that of the saved games.
const VARIANTS: &str = "variants";

#[derive(Clone, Copy, Debug)]
struct Room {
    all: usize,
    guests: usize,
}

/// A folder with games.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    room: Room,
}

impl Store {
    /// In a folder, which is created if necessary.
    pub fn open(folder: PathBuf) -> io::Result<Self> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&folder)?;
        Ok(Self { folder, room: ROOM })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Deletes files that killed programs have left while saving. No other program may use the folder.
    pub fn tidy(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let unfinished = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
            let id = name.strip_prefix('.').and_then(|name| name.get(..32));
            id.is_some_and(is_id) && name.ends_with(".tmp")
        };
        for path in entries.flatten().map(|entry| entry.path()).filter(unfinished) {
            // A file that remains only takes space.
            let _ = fs::remove_file(path);
        }
    }

    /// The user's default folder for games; `None` if the system has no such place.
    pub fn usual_folder() -> Option<PathBuf> {
        dhow_files::data_folder().map(|data| data.join("web"))
    }

    /// The file of a game, and whether it is a guest's.
    fn find(&self, id: &str) -> Option<(PathBuf, bool)> {
        let named = |ending: &str| self.folder.join(format!("{id}{ending}"));
        let [own, guests] = ENDINGS.map(named);
        let there = |path: &Path| fs::metadata(path).is_ok_and(|found| found.is_file());
        if !is_id(id) {
            None
        } else if there(&own) {
            Some((own, false))
        } else {
            there(&guests).then_some((guests, true))
        }
    }

    /// The folder, if the visitor may save one more game.
    fn room_for(&self, visitor: WebVisitor) -> Result<&Path, Unkept> {
        let games = self.games();
        let guests = games.iter().filter(|(.., guest)| *guest).count();
        let Room { all, guests: most } = self.room;
        if games.len() >= all {
            return Err(Unkept::Room(format!("{all} games and analyses")));
        }
        if visitor.is_guest() && guests >= most {
            return Err(Unkept::Room(format!("{most} games and analyses of guests")));
        }
        Ok(&self.folder)
    }

    /// All games: times of the last moves, ids, and whether they are guests'.
    fn games(&self) -> Vec<(SystemTime, String, bool)> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let games = entries.flatten().filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let (id, ending) = name.split_at_checked(32)?;
            let kind = ENDINGS.iter().position(|known| *known == ending)?;
            // Follows links; ignores pipes and other special files.
            let found = fs::metadata(entry.path()).ok().filter(|found| found.is_file())?;
            is_id(id).then(|| Some((found.modified().ok()?, id.into(), kind == 1)))?
        });
        games.collect()
    }
}

impl GameStore for Store {
    fn has(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    fn save(&self, id: &str, game: &str, visitor: WebVisitor) -> Result<(), Unkept> {
        if !is_id(id) {
            return Err(io::Error::from(io::ErrorKind::InvalidInput).into());
        }
        let path = match self.find(id) {
            Some((path, _)) => path,
            None => self
                .room_for(visitor)?
                .join(format!("{id}{}", ENDINGS[usize::from(visitor.is_guest())])),
        };
        Ok(replace_private(&path, seal(game).as_bytes())?)
    }

    fn load(&self, id: &str) -> Result<Option<String>, String> {
        let Some((path, _)) = self.find(id) else { return Ok(None) };
        let mut bytes = Vec::new();
        let file = dhow_files::open_to_read(&path);
        file.and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
            .map_err(|error| error.to_string())?;
        if bytes.len() as u64 > LONGEST {
            return Err("it is too long".into());
        }
        read(&bytes).map(Some)
    }

    fn list(&self) -> Vec<(String, u64)> {
        let mut games = self.games();
        games.sort_by(|one, other| other.cmp(one));
        let ms = |time: SystemTime| {
            let since = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
            since.try_into().unwrap_or(u64::MAX)
        };
        games.into_iter().map(|(time, id, _)| (id, ms(time))).collect()
    }

    fn may_delete(&self, id: &str, visitor: WebVisitor) -> bool {
        self.find(id).is_some_and(|(_, guests)| guests || !visitor.is_guest())
    }

    fn delete(&self, id: &str, visitor: WebVisitor) -> bool {
        let found = self.find(id).filter(|_| self.may_delete(id, visitor));
        found.is_some_and(|(path, _)| fs::remove_file(path).is_ok())
    }

    fn keep_variants(&self, id: &str, file: &str) -> io::Result<()> {
        let folder = self.folder.join(VARIANTS);
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{id}.ini"));
        if !path.exists() && variant_files(&folder).len() >= MOST {
            return Err(io::Error::other(format!("{MOST} such texts are kept already")));
        }
        replace_private(&path, file.as_bytes())
    }
}

/// The games of variant files that are kept beside the saved games. Files that cannot be read are left out.
pub fn kept_variants(folder: &Path) -> Vec<Arc<Variant>> {
    let mut games = Vec::new();
    for path in variant_files(&folder.join(VARIANTS)) {
        let mut read = VariantFiles::default();
        if open_variants(&mut read, &path).is_ok() {
            games.extend(read.games().iter().cloned());
        }
    }
    games
}

fn variant_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ini"));
    files.sort();
    files.truncate(MOST);
    files
}

/// The text of a game in a file. Files of older versions have no checksum.
fn read(bytes: &[u8]) -> Result<String, String> {
    if let Some(text) = unseal(bytes) {
        return Ok(text);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    match text.contains(GUARD) {
        true => Err("it has changed since it was written: its checksum is wrong".into()),
        false => Ok(text.into()),
    }
}

/// A new id for a game, which nobody can guess; `None` if the system has no random numbers.
pub fn new_id() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_board::kept::Kept;
    use dhow_board::pasted;
    use dhow_rules::variant::VARIANTS;

    #[test]
    fn names_of_games() {
        let (one, other) = (new_id().expect("chance"), new_id().expect("chance"));
        assert!(is_id(&one) && one != other);
        for text in ["", "../../../../etc/passwd", &one[1..], &one.replace(|_| true, "g")] {
            assert!(!is_id(text), "{text}");
        }
    }

    /// A folder with room for only a few games.
    fn store(name: &str) -> (dhow_files::testing::Folder, Store) {
        let folder = dhow_files::testing::Folder::new(name);
        let store = Store { folder: folder.0.clone(), room: Room { all: 4, guests: 2 } };
        (folder, store)
    }

    fn name(number: usize) -> String {
        format!("{number:032x}")
    }

    const GAME: &str = r#"{"format":1,"config":{"variant":"chess","options":[],"white":"person","black":"person","pace":{"kind":"nodes","nodes":500}},"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":["e2e4"],"ended":null,"clock_ms":null,"paused":false}"#;
    const GUEST: WebVisitor =
        WebVisitor::Guest(std::net::IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 9)));

    #[test]
    fn nothing_makes_room_and_guests_have_a_share() {
        let (_folder, store) = store("web-room");
        for number in 0..2 {
            store.save(&name(number), GAME, GUEST).expect("room");
        }
        let refused = store.save(&name(2), GAME, GUEST).expect_err("no room").to_string();
        assert!(refused.contains("2 games and analyses of guests"), "{refused}");
        for number in 3..5 {
            store.save(&name(number), GAME, WebVisitor::Owner).expect("room");
        }
        let refused = store.save(&name(5), GAME, WebVisitor::Owner).expect_err("no room");
        assert!(matches!(refused, Unkept::Room(_)));
        store.save(&name(0), GAME, GUEST).expect("it is kept already");
        assert_eq!(store.list().len(), 4);
        assert!(!store.delete(&name(3), GUEST) && store.delete(&name(0), GUEST));
        assert!(store.delete(&name(1), WebVisitor::Owner));
        store.save(&name(5), GAME, WebVisitor::Owner).expect("room again");
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let (folder, store) = store("web-sum");
        let id = name(7);
        store.save(&id, GAME, WebVisitor::Owner).expect("space");
        assert_eq!(store.load(&id), Ok(Some(GAME.into())));
        let path = folder.file(&format!("{id}.json"));
        let bytes = fs::read(&path).expect("a file");
        let kept = |bytes: &[u8]| read(bytes).and_then(|text| Kept::read(&text));
        assert!(matches!(kept(&bytes), Ok(Kept::Game(_))));
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(kept(&damaged).is_err(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(kept(&bytes[..length]).is_err(), "{length} bytes");
        }
        fs::write(&path, GAME).expect("space");
        assert_eq!(store.load(&id), Ok(Some(GAME.into())), "of an older version");
    }

    #[cfg(unix)]
    #[test]
    fn only_files_are_games_and_what_was_left_unfinished_goes() {
        use std::os::unix::fs::PermissionsExt;
        let (folder, store) = store("web-pipe");
        let pipe = folder.file(&format!("{}.json", name(1)));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        fs::create_dir(folder.file(&format!("{}.json", name(2)))).expect("space");
        let left = folder.file(&format!(".{}.json.4242-0.tmp", name(3)));
        let other = folder.file(".notes.tmp");
        fs::write(&left, "x").expect("space");
        fs::write(&other, "x").expect("space");
        store.save(&name(3), GAME, WebVisitor::Owner).expect("space");
        store.tidy();
        assert!(!left.exists() && other.exists());
        assert_eq!(store.list().len(), 1);
        assert!(matches!(store.load(&name(1)), Ok(None)) && !store.has(&name(2)));
        let file = folder.file(&format!("{}.json", name(3)));
        assert_eq!(fs::metadata(file).expect("a file").permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn pasted_games_are_kept() {
        const DIAGRAM: &str = "iron=2\npawn::::a2-h2\nrook::::a1\nking::::e1\npromoChoice=R\n";
        let (folder, store) = store("web-pasted");
        assert!(kept_variants(&folder.0).is_empty());
        let games = pasted::read(DIAGRAM, &VARIANTS).expect("a game");
        games.keep(&store).expect("space");
        assert_eq!(kept_variants(&folder.0), games.games);
    }
}
