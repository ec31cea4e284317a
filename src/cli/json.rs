//! Search results as JSON.

use dhow_engine::eval::Score;
use dhow_engine::search::{Bound, Limits, PvInfo, SearchResult};
use dhow_rules::game::{Game, Turn};
use serde_json::{Value, json};
use std::io::{self, Write};

/// A score from the side to move: `{"cp": N}`, or `{"mate": N}` in moves, negative for the side that is
/// mated; in games with leaders, a win in turns.
pub fn score(score: Score) -> Value {
    match score.mate_in_moves() {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": score.0 }),
    }
}

/// A turn by its squares. `end` is a turn in which nothing more moves.
pub fn turn(game: &Game, turn: &Turn) -> String {
    let text = game.turn_text(turn);
    if text.is_empty() { "end".into() } else { text }
}

/// The limits that are set.
pub fn limits(limits: &Limits) -> Value {
    json!({
        "depth": limits.depth,
        "movetime": limits.move_time.map(|time| time.as_millis() as u64),
        "nodes": limits.nodes,
        "mate": limits.mate,
    })
}

/// A line of a search. `pv` contains its turns.
pub fn line(game: &Game, line: &PvInfo) -> Value {
    let bound = match line.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    let mut played = game.clone();
    let mut turns = Vec::new();
    for moves in game.turns(&line.pv) {
        turns.push(turn(&played, &moves));
        played.play_moves(&moves);
    }
    json!({
        "depth": line.depth,
        "seldepth": line.selective_depth,
        "multipv": line.rank,
        "score": score(line.score),
        "bound": bound,
        "nodes": line.nodes,
        "nps": line.nps(),
        "time": line.time.as_millis() as u64,
        "hashfull": line.hash_full,
        "pv": turns,
    })
}

/// The end of a search.
pub fn summary(game: &Game, summary: &SearchResult) -> Value {
    let text = |it: &Option<Turn>| it.as_ref().map(|it| turn(game, it));
    json!({
        "bestmove": text(&summary.turn),
        "ponder": text(&summary.reply),
        "score": score(summary.score),
        "depth": summary.depth,
        "nodes": summary.nodes,
        "time": summary.time.as_millis() as u64,
    })
}

/// An object with a list that is written item by item, so that the first items can be read before the list is
/// complete.
#[derive(Default)]
pub struct List {
    begun: bool,
}

impl List {
    /// Writes the first members of an object and begins its list, which has this name.
    pub fn begin(&mut self, members: &Value, name: &str, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{{")?;
        write_members(members, ",", out)?;
        write!(out, "  {}: [", json!(name))
    }

    /// Adds an item.
    pub fn add(&mut self, item: &Value, out: &mut impl Write) -> io::Result<()> {
        let comma = if self.begun { "," } else { "" };
        self.begun = true;
        write!(out, "{comma}\n    {}", indented(item, "    "))
    }

    /// Ends the list, writes the other members, at least one, and ends the object.
    pub fn end(&self, members: &Value, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n  ],")?;
        write_members(members, "", out)?;
        writeln!(out, "}}")
    }
}

/// The members of an object, separated by commas, followed by `end`.
fn write_members(members: &Value, end: &str, out: &mut impl Write) -> io::Result<()> {
    let members: Vec<String> = members
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| format!("  {}: {}", json!(name), indented(value, "  ")))
        .collect();
    writeln!(out, "{}{end}", members.join(",\n"))
}

/// A value on several lines, all but the first indented.
fn indented(value: &Value, by: &str) -> String {
    format!("{value:#}").replace('\n', &format!("\n{by}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_written_item_by_item() {
        let (before, after) = (json!({ "a": [1, 2], "b": { "c": null } }), json!({ "d": 3 }));
        for items in [vec![], vec![json!({ "e": "f\ng" })], vec![json!(1), json!([])]] {
            let mut out = Vec::new();
            let mut list = List::default();
            list.begin(&before, "items", &mut out).expect("space");
            for item in &items {
                list.add(item, &mut out).expect("space");
            }
            list.end(&after, &mut out).expect("space");
            let read: Value = serde_json::from_slice(&out).expect("JSON");
            let whole = json!({ "a": [1, 2], "b": { "c": null }, "items": items, "d": 3 });
            assert_eq!(read, whole);
        }
    }
}
