//! Puzzles: positions with something to find, and what that is.

use super::message::ExerciseGoal;
use super::store::GameStore;
use super::visitor::WebVisitor;
use dhow_rules::game::Game;
use dhow_rules::text::printable_line;
use dhow_rules::variant::Catalogue;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

const SUITES: [&str; 2] = [include_str!("puzzles/mates.epd"), include_str!("puzzles/leaders.epd")];

/// The longest mate that is a puzzle if other moves than checks are needed: whether a move of a longer
/// one still mates would take too long to find out.
const LONGEST_QUIET_MATE: u32 = 4;

/// The format number of stored files of puzzles, which differs from those of games and analyses.
pub const FORMAT: u32 = 3;
/// The maximum size of a file of puzzles in bytes, and the maximum number of its puzzles.
pub const LONGEST: usize = 1 << 20;
const MOST: usize = 3000;
/// The maximum length of a file's name in characters.
const LONGEST_NAME: usize = 80;

/// A stored file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPuzzles {
    format: u32,
    /// The name of the file.
    pub name: String,
    /// Its lines.
    text: String,
}

impl SavedPuzzles {
    /// The number of its puzzles.
    pub fn number(&self) -> usize {
        lines(&self.text).count()
    }
}

/// The stored file that a puzzle comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PuzzleFile {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Puzzle {
    /// Its name, which stays the same.
    pub id: String,
    /// The id of the variant.
    pub variant: String,
    /// The names of the options that are on.
    pub options: Vec<String>,
    /// The position.
    pub fen: String,
    /// What is to be done.
    pub goal: ExerciseGoal,
    /// The first turn of the solution, if it is known.
    pub solution: Vec<String>,
    /// The stored file that has it; `None` for those of the suites, and of `--puzzles`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PuzzleFile>,
}

impl Puzzle {
    /// Parses a line of a suite; `None` if it is not a puzzle.
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next()?.to_string();
        let fields: Vec<(&str, &str)> = fields.filter_map(|field| field.split_once(' ')).collect();
        let values = |name: &'static str| {
            fields.iter().filter(move |(found, _)| *found == name).map(|&(_, value)| value)
        };
        let value = |name| values(name).next();
        let number = |name| value(name)?.parse::<u32>().ok();
        let goal = match (number("dm"), number("quiet")) {
            (Some(moves), Some(quiet)) if quiet == 0 || moves <= LONGEST_QUIET_MATE => {
                ExerciseGoal::Mate { moves, quiet }
            }
            (Some(_), Some(_)) => return None,
            (Some(turns), None) => ExerciseGoal::Win { turns },
            (None, _) => value("parry").map(|_| ExerciseGoal::Parry {})?,
        };
        let solution =
            value("pv").map_or(Vec::new(), |turn| turn.split(',').map(str::to_string).collect());
        Some(Self {
            id: format!("{:08x}", crc32fast::hash(fen.as_bytes())),
            variant: value("variant")?.into(),
            options: values("option").map(str::to_string).collect(),
            fen,
            goal,
            solution,
            file: None,
        })
    }

    /// The position, if these games have it.
    pub fn game(&self, catalogue: &Catalogue) -> Option<Game> {
        let names = self.options.iter().map(String::as_str);
        let variant = catalogue.find(&self.variant)?.with_option_names(names).ok()?;
        Game::from_fen(&variant, &self.fen).ok()
    }
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines());
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

/// Reads the puzzles of a user's file, whose lines are those of the suites.
///
/// # Errors
/// If a line is not a puzzle in one of these games; the text says which line.
pub fn read(text: &str, catalogue: &Catalogue) -> Result<Vec<Puzzle>, String> {
    let puzzle = |(number, line)| {
        let puzzle = Puzzle::parse(line).filter(|puzzle| puzzle.game(catalogue).is_some());
        puzzle.ok_or_else(|| format!("line {number} is not a puzzle"))
    };
    lines(text).map(puzzle).collect()
}

/// Stores a file of puzzles from a person's disk under an id.
///
/// # Errors
/// If it is not a file of puzzles in these games, or the store refuses it; the text says why.
pub fn keep(
    (name, text): (&str, &str),
    id: &str,
    catalogue: &Catalogue,
    store: &dyn GameStore,
    visitor: WebVisitor,
) -> Result<(), String> {
    if text.len() > LONGEST {
        return Err(format!("a file of puzzles may have {} MiB", LONGEST >> 20));
    }
    match read(text, catalogue)?.len() {
        0 => return Err("there is no puzzle in it".into()),
        number if number > MOST => return Err(format!("a file may have {MOST} puzzles")),
        _ => {}
    }
    let name: String = name.chars().take(LONGEST_NAME).collect();
    let name = printable_line(&name).into_owned();
    let saved = SavedPuzzles { format: FORMAT, name, text: text.into() };
    let saved = serde_json::to_string(&saved).map_err(|error| error.to_string())?;
    store.save(id, &saved, visitor).map_err(|error| error.to_string())
}

/// The puzzles of all stored files.
pub fn stored(store: &dyn GameStore) -> Vec<Puzzle> {
    let start = format!("{{\"format\":{FORMAT},");
    let mut puzzles = Vec::new();
    for (id, _) in store.list() {
        let text = store.load(&id).ok().flatten().filter(|text| text.starts_with(&start));
        let saved = text.and_then(|text| serde_json::from_str::<SavedPuzzles>(&text).ok());
        let Some(SavedPuzzles { name, text, .. }) = saved else { continue };
        let file = Some(PuzzleFile { id, name });
        let own = lines(&text).filter_map(|(_, line)| Puzzle::parse(line));
        puzzles.extend(own.map(|puzzle| Puzzle { file: file.clone(), ..puzzle }));
    }
    puzzles
}

/// The puzzles of the suites and these, each once: by game, the shorter ones first.
pub fn all(own: Vec<Puzzle>) -> Vec<Puzzle> {
    let suites = SUITES.into_iter().flat_map(lines);
    let mut puzzles: Vec<Puzzle> = suites.filter_map(|(_, line)| Puzzle::parse(line)).collect();
    puzzles.extend(own);
    let mut ids = HashSet::new();
    puzzles.retain(|puzzle| ids.insert(puzzle.id.clone()));
    puzzles.sort_by_cached_key(|puzzle| {
        let place = super::games::place_of(&puzzle.variant);
        (place, puzzle.variant.clone(), puzzle.goal.length(), puzzle.fen.len())
    });
    puzzles
}

/// All puzzles as JSON.
pub fn list(own: Vec<Puzzle>) -> String {
    super::games::json(&all(own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;
    use std::collections::BTreeSet;

    #[test]
    fn puzzles_are_many_and_can_be_told_apart() {
        let puzzles = all(Vec::new());
        assert!(puzzles.len() >= 200, "{}", puzzles.len());
        let ids: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
        assert_eq!(ids.len(), puzzles.len());
        let games: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.variant.as_str()).collect();
        assert_eq!(games.len(), 11, "{games:?}");
        assert!(puzzles.iter().all(|puzzle| puzzle.game(&VARIANTS).is_some()));
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn puzzles_of_a_file_are_added_once() {
        let new = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 ;variant chess ;dm 1 ;quiet 0 ;pv a1a8 ;id game 1 turn 9";
        let read = |text: &str| read(text, &VARIANTS);
        let own = read(&format!("# mine\n\n{new}\n{new}\n")).expect("two puzzles");
        assert_eq!((own.len(), own[0].solution.clone()), (2, vec!["a1a8".to_string()]));
        let known = all(Vec::new());
        let with_own = all([own, known[..1].to_vec()].concat());
        assert_eq!(with_own.len(), known.len() + 1);
        for wrong in
            ["8/8 w - - 0 1 ;variant chess ;dm 1 ;quiet 0", "x", &new.replace("chess", "x")]
        {
            assert_eq!(read(&format!("\n{wrong}")), Err("line 2 is not a puzzle".into()));
        }
    }
}
