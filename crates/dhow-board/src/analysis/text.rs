//! Analyses as PGN with variations and comments.

mod linked;

use super::signs::{others, sign};
use super::tree::{MOST_NAGS, MOST_NODES, ROOT, Tree};
use crate::lines;
use crate::message::{Code, NodeId, Refused};
use dhow_play::annotate::{ANNOTATOR, is_reason, read_summary, summary};
use dhow_play::pgn::split_sign;
use dhow_play::pgn::{Evaluation, GameResult, MOST_NESTED, PgnGame, PgnMove, Variation};
use dhow_rules::game::{Game, Turn};
use dhow_rules::text::printable_line;
use dhow_rules::variant::{Catalogue, Variant};
use std::sync::Arc;

/// An analysis read from a text.
#[derive(Clone, Debug)]
pub struct Read {
    /// Its moves.
    pub tree: Tree,
    /// Its tags.
    pub tags: Vec<(String, String)>,
    /// Reports on parts that were left out: illegal variations, and everything beyond a limit.
    pub left_out: Vec<String>,
    /// The number of turns of variations that were tried.
    tried: usize,
}

/// Tags that follow from the variant and its start position.
const MADE: [&str; 5] = ["Variant", "VariantOptions", "SetUp", "FEN", dhow_play::pgn::MEN_TAG];
/// The maximum size of all tags in bytes, and of a tag's name in messages about it, in characters.
const MOST_TAGS: usize = 64 << 10;
const LONGEST_NAME: usize = 40;
/// The maximum number of reasons for what was left out.
const MOST_TOLD: usize = 10;
/// The maximum number of turns of variations to try: a text can have far more than a tree.
const MOST_TRIED: usize = 4 * MOST_NODES;

/// Reads the game with this number from a text. A game without Variant tag gets `default`.
pub fn read(
    written: &mut PgnGame,
    number: usize,
    known: &Catalogue,
    default: Option<&Arc<Variant>>,
) -> Result<Read, Refused> {
    let refused = |text: String| (Code::Config, text);
    let checked = written.replay(number, known, default);
    let main = checked.map_err(|error| refused(error.to_string()))?.game;
    let start = Game::from_fen(main.variant(), main.start_fen());
    let mut game = start.map_err(|error| refused(error.to_string()))?;
    let turns = game.turns(main.moves());
    let mut read = Read::of_tree(Tree::new(game.clone()), Vec::new());
    read.take_tags(written);
    // The result after the moves counts, with or without a tag.
    let result = written.result.text().to_string();
    read.tags.retain(|(name, _)| name != "Result");
    read.tags.push(("Result".into(), result));
    let (sums, said): (Vec<String>, _) =
        written.comments.iter().cloned().partition(|comment| read_summary(comment).is_some());
    read.tree.tallies = sums.first().and_then(|sums| read_summary(sums));
    read.comment(ROOT, &joined(&said), written.line)?;
    read.line(ROOT, &mut game, &written.moves, Some(turns), "")?;
    read.note_reasons();
    if written.too_deep > 0 {
        let number = written.too_deep;
        read.leave_out(|| format!("variations deeper than {MOST_NESTED} in others: {number}"));
    }
    if read.left_out.len() > MOST_TOLD {
        let more = read.left_out.len() - MOST_TOLD;
        read.left_out.truncate(MOST_TOLD);
        read.left_out.push(format!("and {more} more"));
    }
    if read.tried > MOST_TRIED {
        let text = format!("variations beyond {MOST_TRIED} turns were not read");
        read.left_out.push(text);
    }
    Ok(read)
}

/// Joins comments.
fn joined(comments: &[String]) -> String {
    printable_line(&comments.join(" ")).into_owned()
}

impl Read {
    /// An analysis of a tree, with these tags.
    pub fn of_tree(tree: Tree, tags: Vec<(String, String)>) -> Self {
        Self { tree, tags, left_out: Vec::new(), tried: 0 }
    }

    /// An analysis of a game's moves, with these tags.
    pub fn of_game(game: &Game, tags: Vec<(String, String)>) -> Result<Self, Refused> {
        let start = Game::from_fen(game.variant(), game.start_fen());
        let mut played = start.map_err(|error| (Code::Config, error.to_string()))?;
        let mut read = Self::of_tree(Tree::new(played.clone()), tags);
        let mut at = ROOT;
        for &mv in game.moves() {
            at = read.tree.grow(at, &mut played, mv)?.0;
        }
        Ok(read)
    }

    /// Keeps the tags, except those that follow from the variant and its start position.
    fn take_tags(&mut self, written: &PgnGame) {
        let mut room = MOST_TAGS;
        for (name, value) in written.tags.iter().filter(|(name, _)| !MADE.contains(&name.as_str()))
        {
            let [name, value] = [name, value].map(|text| printable_line(text).into_owned());
            match room.checked_sub(name.len() + value.len()) {
                Some(left) => {
                    room = left;
                    self.tags.push((name, value));
                }
                None => self.leave_out(|| {
                    let name: String = name.chars().take(LONGEST_NAME).collect();
                    format!("the tag {name}: tags may have {} KiB in all", MOST_TAGS >> 10)
                }),
            }
        }
    }

    /// Sets the comment on a move, if there is room. `line` is its line in the text.
    fn comment(&mut self, at: NodeId, text: &str, line: usize) -> Result<(), Refused> {
        match self.tree.set_comment(at, text) {
            Err((Code::Full, why)) => self.leave_out(|| format!("line {line}: a comment: {why}")),
            other => return other,
        }
        Ok(())
    }

    /// Notes which comments Dhow's annotation wrote, if the tags say that there was one.
    fn note_reasons(&mut self) {
        let dhow =
            |(name, value): &(String, String)| name == ANNOTATOR.0 && value.starts_with("Dhow ");
        if self.tags.iter().any(dhow) {
            self.tree.note_reasons(is_reason);
        }
    }

    fn leave_out(&mut self, why: impl FnOnce() -> String) {
        // The number counts all, but only the first have reasons.
        let why = if self.left_out.len() < MOST_TOLD { why() } else { String::new() };
        self.left_out.push(why);
    }

    /// Adds written moves after a node. The game stands at the node and returns there. `before` is the
    /// comment before the first move. If the moves were checked already, their turns are given.
    fn line(
        &mut self,
        from: NodeId,
        game: &mut Game,
        moves: &[PgnMove],
        turns: Option<Vec<Turn>>,
        before: &str,
    ) -> Result<(), Refused> {
        let (mut at, begun) = (from, game.moves().len());
        let mut turns = turns.map(Vec::into_iter);
        let mut before = before.to_string();
        let mut made = Vec::new();
        for mv in moves {
            let turn = match &mut turns {
                Some(turns) => match turns.next() {
                    Some(turn) => turn,
                    None => break,
                },
                None => {
                    self.tried += 1;
                    if self.tried > MOST_TRIED {
                        break;
                    }
                    match turn_of(game, &mv.text) {
                        Ok(turn) => turn,
                        Err(error) => {
                            self.leave_out(|| format!("line {}: {error}", mv.line));
                            break;
                        }
                    }
                }
            };
            let parent = at;
            for &mv in &turn {
                at = self.tree.grow(at, game, mv)?.0;
            }
            let (mut eval, mut comments) = (None, Vec::new());
            for comment in &mv.comments {
                let (found, said) = Evaluation::split_off(comment);
                eval = eval.or(found);
                comments.push(said);
            }
            let comments = joined(&comments).trim().to_string();
            if let Some((found, depth)) = eval {
                self.tree.set_eval(at, &lines::eval_read(found, depth));
            }
            let old = self.tree.entry(at)?.comment.clone();
            // A variation may repeat comments of the main line, which are there already.
            let new = |text: &String| !text.is_empty() && !old.contains(text.as_str());
            let before = Some(std::mem::take(&mut before)).filter(new);
            let comments = Some(comments).filter(new);
            let old = Some(old.clone()).filter(|text| !text.is_empty());
            let said: Vec<String> = [before, old, comments].into_iter().flatten().collect();
            self.comment(at, &said.join(" "), mv.line)?;
            // A variation that begins like the main line must not replace its signs.
            if !sign(mv).is_empty() {
                self.tree.set_sign(at, sign(mv))?;
            }
            if !self.tree.add_nags(at, &others(mv))? {
                self.leave_out(|| {
                    format!("line {}: a move has room for {MOST_NAGS} signs", mv.line)
                });
            }
            made.push((parent, turn));
        }
        back_to(game, begun);
        // The main line comes first, so it stays the main one even if a variation begins like it.
        for (mv, (parent, turn)) in moves.iter().zip(made) {
            for variation in &mv.variations {
                let before = joined(&variation.comments);
                self.line(parent, game, &variation.moves, None, &before)?;
            }
            game.play_moves(&turn);
        }
        back_to(game, begun);
        Ok(())
    }
}

/// Takes back moves until *n* are left.
fn back_to(game: &mut Game, moves: usize) {
    while game.moves().len() > moves {
        game.undo();
    }
}

/// The moves of a written turn.
fn turn_of(game: &Game, text: &str) -> Result<Turn, String> {
    if let Some(over) = game.outcome() {
        return Err(format!("`{}`: the game is over: {over}", printable_line(text)));
    }
    if game.variant().command.is_some() {
        return game.parse_turn(split_sign(text).0).map_err(|error| error.to_string());
    }
    let readings = game.position().san_readings(text).map_err(|error| error.to_string())?;
    match readings.first() {
        Some(&mv) => Ok(mv.into()),
        None => unreachable!("a reading is a move"),
    }
}

/// An analysis as PGN, without unfinished turns.
pub fn written(tree: &Tree, tags: &[(String, String)]) -> Result<String, String> {
    let mut game = without_moves(tree, tags)?;
    game.comments.splice(0..0, tree.tallies.as_ref().map(summary));
    game.moves = moves_behind(tree, ROOT, 0);
    Ok(game.to_string())
}

/// The line of an analysis through a node as moves of Game Courier, without an unfinished turn.
pub fn courier(tree: &Tree, tags: &[(String, String)], node: NodeId) -> Result<String, Refused> {
    let mut written = without_moves(tree, tags).map_err(|text| (Code::Config, text))?;
    let line = tree.line_through(node)?;
    let mut game = tree.game(line.last().copied().unwrap_or(ROOT))?;
    if !game.at_turn_start() && game.outcome().is_none() {
        game.undo_turn();
    }
    let mut nodes = line.into_iter();
    for turn in game.turns_so_far() {
        let comments = nodes.by_ref().take(turn.len()).filter_map(|id| comment(tree, id));
        written.moves.push(PgnMove { comments: comments.collect(), ..PgnMove::default() });
    }
    Ok(written.game_courier(&game))
}

/// The tags, the result and the first comment of an analysis.
fn without_moves(tree: &Tree, tags: &[(String, String)]) -> Result<PgnGame, String> {
    let result = tags.iter().find(|(name, _)| name == "Result");
    let result = result.and_then(|(_, text)| GameResult::of_text(text)).unwrap_or_default();
    let game = PgnGame::of_moves(tree.variant(), tree.start().start_fen(), &[], result);
    let mut game = game.map_err(|error| error.to_string())?;
    tags.iter().for_each(|(name, value)| game.set_tag(name, value));
    game.comments.extend(comment(tree, ROOT));
    Ok(game)
}

fn comment(tree: &Tree, id: NodeId) -> Option<String> {
    let comment = tree.entry(id).map(|entry| entry.comment.clone()).unwrap_or_default();
    (!comment.is_empty()).then_some(comment)
}

/// The main line after a node, with its variations.
fn moves_behind(tree: &Tree, from: NodeId, depth: usize) -> Vec<PgnMove> {
    let (mut moves, mut at) = (Vec::new(), from);
    loop {
        let mut turns = Vec::new();
        whole_turns(tree, at, &mut Vec::new(), &mut turns);
        let mut turns = turns.into_iter();
        let Some(main) = turns.next() else { return moves };
        // Several turns may begin with the same move; its comment is written once.
        let mut told = main.clone();
        let mut mv = turn_written(tree, &main, &[]);
        for other in turns.filter(|_| depth < MOST_NESTED) {
            let mut moves = vec![turn_written(tree, &other, &told)];
            told.extend(&other);
            moves
                .extend(other.last().map_or(Vec::new(), |&end| moves_behind(tree, end, depth + 1)));
            mv.variations.push(Variation { comments: Vec::new(), moves });
        }
        moves.push(mv);
        at = main.last().copied().unwrap_or(at);
    }
}

/// The turns that begin at a node, each with the nodes of its moves, the main one first. A turn has few
/// moves, so the recursion is shallow.
fn whole_turns(tree: &Tree, at: NodeId, begun: &mut Vec<NodeId>, turns: &mut Vec<Vec<NodeId>>) {
    let children = tree.entry(at).map_or(&[][..], |entry| &entry.children);
    for &child in children {
        begun.push(child);
        match tree.entry(child) {
            Ok(entry) if entry.ends_turn => turns.push(begun.clone()),
            _ => whole_turns(tree, child, begun, turns),
        }
        begun.pop();
    }
}

/// A turn with the comments on its moves, except those on moves in `told`.
fn turn_written(tree: &Tree, turn: &[NodeId], told: &[NodeId]) -> PgnMove {
    let entries: Vec<_> = turn.iter().filter_map(|&id| tree.entry(id).ok()).collect();
    let several = tree.variant().command.is_some();
    let texts = entries.iter().filter_map(|entry| entry.mv.as_ref()).filter_map(|(_, played)| {
        let text = if several { &played.text } else { &played.san };
        (!played.squares.is_empty()).then_some(text.as_str())
    });
    let mut text = texts.collect::<Vec<_>>().join(",");
    text += entries.last().map_or("", |entry| &entry.sign);
    let eval = entries.last().and_then(|last| Evaluation::read(&last.eval.as_ref()?.score));
    let new = turn.iter().filter(|id| !told.contains(id));
    let comments = new.filter_map(|&id| comment(tree, id));
    let comments = eval.map(Evaluation::comment).into_iter().chain(comments).collect();
    let nags = entries.last().map_or_else(Vec::new, |entry| entry.nags.clone());
    PgnMove { text, nags, comments, ..PgnMove::default() }
}

#[cfg(test)]
mod tests;
