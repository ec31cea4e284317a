//! Reports on solved endings.

use super::choice::Choice;
use dhow_engine::endgame::{AnyTables, Class, Colours, Solved, Value};
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use dhow_rules::variant::PieceDef;
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// One solved ending.
#[derive(Serialize)]
pub struct Report {
    /// The letters of the pieces.
    ending: String,
    /// The variant whose rules were used.
    variant: String,
    #[serde(skip)]
    name: String,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    pub pieces: usize,
    /// The number of symmetries of the board.
    symmetries: usize,
    /// The size of the table in bytes.
    bytes: usize,
    seconds: f64,
    classes: Vec<EndingPart>,
}

/// An ending, or its part with colour-bound pieces on squares of one or both colours.
#[derive(Serialize)]
struct EndingPart {
    colours: Option<&'static str>,
    verdict: String,
    white_to_move: SideCounts,
    black_to_move: SideCounts,
    /// Drawn positions with Black to move, except stalemates and positions in which Black can capture at once.
    held: u64,
    longest: usize,
    mean: f64,
    /// Wins that take more moves than the 50-move rule allows.
    beyond_rule: u64,
    /// Won positions with White to move, by the moves to mate.
    by_moves: Vec<u64>,
    example: Option<Example>,
}

#[derive(Serialize)]
struct SideCounts {
    legal: u64,
    won: u64,
    percent: f64,
}

/// A position of the longest win.
#[derive(Serialize)]
struct Example {
    fen: String,
    line: Vec<String>,
}

impl Report {
    pub fn new(tables: &dyn AnyTables, solved: Solved, choice: Choice, time: Duration) -> Self {
        let pieces: Vec<&PieceDef> =
            choice.ending.kinds().iter().map(|kind| &choice.variant.pieces[kind.index()]).collect();
        let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
        Self {
            ending: tables.letters(&choice.ending),
            variant: choice.variant.id.clone(),
            title: format!(
                "King and {} against a bare King ({})",
                names.join(" and "),
                choice.variant.name
            ),
            name: choice.name,
            pieces: pieces.len(),
            symmetries: solved.symmetries,
            bytes: solved.size,
            seconds: time.as_secs_f64(),
            classes: solved
                .classes
                .into_iter()
                .map(|(class, example)| EndingPart::new(tables, class, example))
                .collect(),
        }
    }

    /// The rows of the table, one per part.
    pub fn rows(&self) -> Vec<ReportRow> {
        let row = |part: &EndingPart| {
            let colours = part.colours.map_or(String::new(), |colours| format!(", {colours}"));
            [
                format!("{}{colours}", self.name),
                part.verdict.clone(),
                format!("{:.3}", part.white_to_move.percent),
                format!("{:.3}", part.black_to_move.percent),
                part.longest.to_string(),
                format!("{:.1}", part.mean),
                format!("{:.3}", part.beyond_percent()),
                part.example.as_ref().map_or(String::new(), |example| example.fen.clone()),
            ]
        };
        self.classes.iter().map(row).collect()
    }

    /// Writes everything about an ending, with best play in the longest win.
    pub fn write_detail(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.title)?;
        for part in &self.classes {
            if let Some(colours) = part.colours {
                writeln!(out, "  pieces on squares of {colours}")?;
            }
            writeln!(out, "  won            {}", part.verdict)?;
            for (side, label) in
                [(&part.white_to_move, "White to move"), (&part.black_to_move, "Black to move")]
            {
                let SideCounts { legal, won, percent } = side;
                writeln!(out, "  {label}  {percent:.3}% won: {won} of {legal} positions")?;
            }
            let Some(example) = &part.example else { continue };
            let rule = match part.beyond_rule {
                0 => "all within the 50-move rule".into(),
                _ => format!("{:.3}% beyond the 50-move rule", part.beyond_percent()),
            };
            let (longest, mean) = (part.longest, part.mean);
            writeln!(out, "  moves to mate  {longest} at most, {mean:.1} on average, {rule}")?;
            writeln!(out, "  longest win    {}", example.fen)?;
            writeln!(out, "                 {}", numbered(&example.line, Color::White))?;
        }
        let (seconds, mebibytes) = (self.seconds, self.bytes.div_ceil(1 << 20));
        writeln!(out, "  solved in {seconds:.2} s, a table of {mebibytes} MiB")
    }
}

/// The cells of a row.
pub type ReportRow = [String; 8];

/// The format of a table, which is written row by row.
#[derive(Clone, Copy)]
pub enum EndgameTableStyle {
    /// In columns, with this width for the names of endings.
    Columns(usize),
    /// As Markdown.
    Markdown,
}

impl EndgameTableStyle {
    /// Columns for endings with these names.
    pub fn columns<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
        Self::Columns(longest + ", both colours".len())
    }

    /// The titles of the columns.
    pub fn head(self) -> String {
        let titles =
            ["ending", "won", "White %", "Black %", "longest", "mean", "beyond %", "example"];
        let line = match self {
            Self::Columns(_) => self.row(&std::array::from_fn(|column| match column {
                7 => "-".repeat(titles[7].len()),
                column => "-".repeat(self.widths()[column]),
            })),
            Self::Markdown => "|---|---|---:|---:|---:|---:|---:|---|".into(),
        };
        format!("{}\n{line}", self.row(&titles.map(String::from)))
    }

    fn widths(self) -> [usize; 8] {
        let names = if let Self::Columns(width) = self { width } else { 0 };
        [names, "almost always".len(), 7, 7, 7, 5, 8, 0]
    }

    /// A row, without a line end.
    pub fn row(self, row: &ReportRow) -> String {
        let cells = row.iter().zip(self.widths()).enumerate();
        let cells: Vec<String> = match self {
            Self::Columns(_) => cells
                .map(|(column, (cell, width))| match column {
                    2..=6 => format!("{cell:>width$}"),
                    _ => format!("{cell:width$}"),
                })
                .collect(),
            Self::Markdown => row.to_vec(),
        };
        match self {
            Self::Columns(_) => cells.join("  ").trim_end().to_string(),
            Self::Markdown => format!("| {} |", cells.join(" | ")),
        }
    }
}

impl EndingPart {
    fn new(tables: &dyn AnyTables, class: Class, example: Option<String>) -> Self {
        let colours = class.colours.map(|colours| match colours {
            Colours::One => "one colour",
            Colours::Both => "both colours",
        });
        let [white_to_move, black_to_move] = [class.strong, class.bare].map(|share| SideCounts {
            legal: share.legal,
            won: share.won,
            percent: share.percent(),
        });
        Self {
            colours,
            verdict: class.verdict().to_string(),
            white_to_move,
            black_to_move,
            held: class.held,
            longest: class.longest(),
            mean: class.mean(),
            beyond_rule: class.beyond_rule(),
            example: example.map(|fen| Example::new(tables, fen)),
            by_moves: class.by_moves,
        }
    }

    fn beyond_percent(&self) -> f64 {
        100.0 * self.beyond_rule as f64 / self.white_to_move.won.max(1) as f64
    }
}

impl Example {
    fn new(tables: &dyn AnyTables, fen: String) -> Self {
        let game = match Game::from_fen(tables.variant(), &fen) {
            Ok(game) => game,
            Err(error) => unreachable!("{fen}: {error}"),
        };
        let line = tables.line(&game).map_or_else(Vec::new, |line| line.moves);
        Self { line: sans(&game, &line), fen }
    }
}

/// Moves in short notation (SAN).
fn sans(game: &Game, line: &[Move]) -> Vec<String> {
    let mut game = game.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(game.position().san(mv));
        game.play(mv);
    }
    texts
}

/// A line of play with move numbers.
fn numbered(line: &[String], first: Color) -> String {
    let offset = first.index();
    let mut text = String::new();
    for (index, mv) in line.iter().enumerate() {
        let ply = index + offset;
        match (ply % 2, index) {
            (0, _) => text += &format!("{}. ", ply / 2 + 1),
            (_, 0) => text += "1... ",
            _ => {}
        }
        text += mv;
        text += if index + 1 < line.len() { " " } else { "" };
    }
    text
}

/// Writes the value of a position, with best play.
pub fn write_position(
    tables: &dyn AnyTables,
    game: &Game,
    value: Value,
    out: &mut impl Write,
) -> io::Result<()> {
    let Value::Win(moves) = value else { return writeln!(out, "drawn") };
    let (line, beyond_rule) =
        tables.line(game).map_or_else(Default::default, |line| (line.moves, line.beyond_rule));
    let first = game.position().side_to_move();
    let winner = if line.len() % 2 == 0 { !first } else { first };
    match moves {
        0 => return writeln!(out, "{winner} has mated"),
        _ if beyond_rule => writeln!(out, "{winner} mates in {moves}, but for the 50-move rule")?,
        _ => writeln!(out, "{winner} mates in {moves}")?,
    }
    writeln!(out, "{}", numbered(&sans(game, &line), first))
}
