//! A tree of moves with variations.

mod cuts;

use super::signs;
use crate::message::{
    AnalysisNode, AnalysisPosition, AnnotationEffort, Code, Eval, GameOver, NodeId, Played,
    Refused, Side,
};
use crate::{lines, view};
use cuts::Cut;
pub use cuts::Restored;
use dhow_play::annotate::Tally;
use dhow_play::pgn::read_move;
use dhow_rules::game::Game;
use dhow_rules::position::Move;
use dhow_rules::variant::Variant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The maximum number of moves in a tree: more than most need, and few enough to save and show.
pub const MOST_NODES: usize = 5000;
/// The maximum size of all comments in bytes.
const MOST_COMMENTS: usize = 512 << 10;
/// The maximum number of PGN numbers (NAGs) per move.
pub const MOST_NAGS: usize = 8;

/// A move, and the position after it.
#[derive(Clone, Debug)]
pub struct TreeNode {
    pub(super) parent: NodeId,
    /// `None` at the start.
    pub(super) mv: Option<(Move, Played)>,
    /// Whether the other side is to move after it.
    pub(super) ends_turn: bool,
    pub(super) sign: String,
    /// Its PGN numbers (NAGs) other than signs.
    pub(super) nags: Vec<u8>,
    pub(super) comment: String,
    /// Whether an annotation wrote the comment.
    pub(super) explained: bool,
    pub(super) children: Vec<NodeId>,
    pub(super) eval: Option<Eval>,
}

/// An annotation that was interrupted, and goes on when a page looks at the analysis again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnfinishedAnnotation {
    /// The last position of its line; in a saved analysis the index of the move before it, from 1.
    pub node: NodeId,
    /// The limit of each search.
    pub effort: AnnotationEffort,
    /// The losses of winning chances of the turns that were judged, in percentage points.
    pub losses: Vec<f64>,
}

/// A tree of moves from a position.
#[derive(Clone, Debug)]
pub struct Tree {
    start: Game,
    entries: BTreeMap<NodeId, TreeNode>,
    next: NodeId,
    comments: usize,
    /// The deleted moves, the last at the end.
    cuts: Vec<Cut>,
    /// The summary for White and Black of the last annotated line.
    pub(super) tallies: Option<[Tally; 2]>,
    /// The annotation that goes on later.
    pub(super) unfinished: Option<UnfinishedAnnotation>,
}

/// The start of every tree.
pub const ROOT: NodeId = 0;

impl Tree {
    /// A tree without moves. The game must be at its start position.
    pub fn new(start: Game) -> Self {
        let root = TreeNode {
            parent: ROOT,
            mv: None,
            ends_turn: true,
            sign: String::new(),
            nags: Vec::new(),
            comment: String::new(),
            explained: false,
            children: Vec::new(),
            eval: start.outcome().map(lines::ended),
        };
        let entries = BTreeMap::from([(ROOT, root)]);
        let (cuts, tallies, unfinished) = Default::default();
        Self { start, entries, next: ROOT + 1, comments: 0, cuts, tallies, unfinished }
    }

    /// Whether it has neither moves nor comments.
    pub fn is_bare(&self) -> bool {
        self.entries.len() == 1 && self.comments == 0
    }

    /// The variant.
    pub fn variant(&self) -> &Arc<Variant> {
        self.start.variant()
    }

    /// The game at the start of the tree.
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// A node.
    pub fn entry(&self, id: NodeId) -> Result<&TreeNode, Refused> {
        self.entries.get(&id).ok_or_else(|| (Code::Stale, "there is no such position".into()))
    }

    fn entry_mut(&mut self, id: NodeId) -> Result<&mut TreeNode, Refused> {
        self.entries.get_mut(&id).ok_or_else(|| (Code::Stale, "there is no such position".into()))
    }

    /// The nodes on the path to a node, from the first move to the node itself.
    pub fn path(&self, id: NodeId) -> Result<Vec<NodeId>, Refused> {
        let mut path = Vec::new();
        let mut at = id;
        while at != ROOT {
            path.push(at);
            at = self.entry(at)?.parent;
        }
        path.reverse();
        Ok(path)
    }

    /// The nodes on the path to a node, and those of its main line after it.
    pub fn line_through(&self, id: NodeId) -> Result<Vec<NodeId>, Refused> {
        let mut line = self.path(id)?;
        let mut at = id;
        while let Some(&next) = self.entry(at)?.children.first() {
            line.push(next);
            at = next;
        }
        Ok(line)
    }

    fn main_line(&self) -> Result<Vec<NodeId>, Refused> {
        self.line_through(ROOT)
    }

    /// The game at a node.
    pub fn game(&self, id: NodeId) -> Result<Game, Refused> {
        let mut game = self.start.clone();
        for node in self.path(id)? {
            if let Some((mv, _)) = &self.entry(node)?.mv {
                game.play(*mv);
            }
        }
        Ok(game)
    }

    /// Adds a legal move after a node. `game` stands at the node, and makes the move. Returns the new node,
    /// or the node of the same move if it is there, and whether it is new.
    pub fn grow(
        &mut self,
        at: NodeId,
        game: &mut Game,
        mv: Move,
    ) -> Result<(NodeId, bool), Refused> {
        self.entry(at)?;
        if let Some(child) = self.behind(at, mv) {
            game.play(mv);
            return Ok((child, false));
        }
        self.room_for(1)?;
        let played = view::played(game, mv);
        let id = self.next;
        self.next += 1;
        self.entry_mut(at)?.children.push(id);
        let outcome = game.outcome();
        let entry = TreeNode {
            parent: at,
            mv: Some((mv, played)),
            ends_turn: game.at_turn_start(),
            sign: String::new(),
            nags: Vec::new(),
            comment: String::new(),
            explained: false,
            children: Vec::new(),
            eval: outcome.map(lines::ended),
        };
        self.entries.insert(id, entry);
        Ok((id, true))
    }

    /// Whether *n* moves may be added.
    fn room_for(&self, more: usize) -> Result<(), Refused> {
        // The start does not count.
        if self.entries.len() - 1 + more > MOST_NODES {
            return Err((Code::Full, format!("an analysis may have {MOST_NODES} moves")));
        }
        Ok(())
    }

    /// The node after another one to which a move leads, if there is one.
    fn behind(&self, at: NodeId, mv: Move) -> Option<NodeId> {
        let leads = |id: &&NodeId| {
            let entry = self.entries.get(*id);
            entry.and_then(|entry| entry.mv.as_ref()).is_some_and(|(there, _)| *there == mv)
        };
        self.entries.get(&at)?.children.iter().find(leads).copied()
    }

    /// Adds a sequence of moves after a node. Returns the last node and all new nodes.
    pub fn play(&mut self, at: NodeId, texts: &[String]) -> Result<(NodeId, Vec<NodeId>), Refused> {
        let mut game = self.game(at)?;
        let mut moves = Vec::new();
        // All must be legal and fit, or none is added.
        for text in texts {
            if let Some(over) = game.outcome() {
                return Err((Code::Illegal, format!("the game is over: {over}")));
            }
            let mv = read_move(&game, text);
            let mv = mv.map_err(|error| (Code::Illegal, error.to_string()))?;
            game.play(mv);
            moves.push(mv);
        }
        for _ in &moves {
            game.undo();
        }
        let mut known = at;
        let there = moves.iter().map_while(|&mv| {
            known = self.behind(known, mv)?;
            Some(known)
        });
        let new = moves.len() - there.count();
        self.room_for(new)?;
        let (mut last, mut grown) = (at, Vec::new());
        for mv in moves {
            let (id, new) = self.grow(last, &mut game, mv)?;
            last = id;
            grown.extend(new.then_some(id));
        }
        Ok((last, grown))
    }

    /// Makes the moves that lead to a node the first of their alternatives. Returns the positions where the
    /// order has changed.
    pub fn promote(&mut self, id: NodeId) -> Result<Vec<NodeId>, Refused> {
        let (mut changed, main) = (Vec::new(), self.main_line()?);
        for node in self.path(id)? {
            let parent = self.entry(node)?.parent;
            let children = &mut self.entry_mut(parent)?.children;
            if let Some(place @ 1..) = children.iter().position(|child| *child == node) {
                children[..=place].rotate_right(1);
                changed.push(parent);
            }
        }
        if self.main_line()? != main {
            self.tallies = None;
        }
        Ok(changed)
    }

    /// Sets the comment on a move.
    pub fn set_comment(&mut self, id: NodeId, text: &str) -> Result<(), Refused> {
        let comments = self.comments - self.entry(id)?.comment.len() + text.len();
        room_for_comments(comments)?;
        self.comments = comments;
        let entry = self.entry_mut(id)?;
        (entry.comment, entry.explained) = (text.into(), false);
        Ok(())
    }

    /// Sets the comment of an annotation on a move, which the next annotation replaces.
    pub fn explain(&mut self, id: NodeId, text: &str) -> Result<(), Refused> {
        self.set_comment(id, text)?;
        self.entry_mut(id)?.explained = !text.is_empty();
        Ok(())
    }

    /// Notes as comments of an annotation those that `is_reason` knows.
    pub fn note_reasons(&mut self, is_reason: impl Fn(&str, &Variant) -> bool) {
        let variant = self.variant().clone();
        for entry in self.entries.values_mut() {
            entry.explained = is_reason(&entry.comment, &variant);
        }
    }

    /// Sets the sign of a move: `!`, `??` and so on.
    pub fn set_sign(&mut self, id: NodeId, sign: &str) -> Result<(), Refused> {
        self.entry_mut(id)?.sign = sign.into();
        Ok(())
    }

    /// Adds PGN numbers (NAGs) other than signs to a move. Returns whether there was room for all.
    pub fn add_nags(&mut self, id: NodeId, nags: &[u8]) -> Result<bool, Refused> {
        let known = &mut self.entry_mut(id)?.nags;
        for &nag in nags {
            if !known.contains(&nag) {
                if known.len() == MOST_NAGS {
                    return Ok(false);
                }
                known.push(nag);
            }
        }
        Ok(true)
    }

    /// Sets the evaluation of a position if it is better than the old one. Returns whether it is.
    pub fn set_eval(&mut self, id: NodeId, eval: &Eval) -> bool {
        match self.entries.get_mut(&id) {
            Some(entry) if entry.eval.as_ref().is_none_or(|old| old.depth <= eval.depth) => {
                entry.eval = Some(eval.clone());
                true
            }
            _ => false,
        }
    }

    /// Replaces the sign and evaluation of a move by those of an annotation.
    pub fn judge(&mut self, id: NodeId, sign: Option<&str>, eval: Option<Eval>) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.sign = sign.map_or_else(|| std::mem::take(&mut entry.sign), Into::into);
            entry.eval = eval.or(entry.eval.take());
        }
    }

    /// All nodes except the start: each before its successors, the main line first.
    pub fn in_order(&self) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut open = vec![ROOT];
        while let Some(id) = open.pop() {
            if id != ROOT {
                order.push(id);
            }
            if let Some(entry) = self.entries.get(&id) {
                open.extend(entry.children.iter().rev());
            }
        }
        order
    }

    /// A node in the form for pages; `None` for the start.
    pub fn told(&self, id: NodeId) -> Option<AnalysisNode> {
        let entry = self.entries.get(&id)?;
        let (_, played) = entry.mv.as_ref()?;
        Some(AnalysisNode {
            id,
            parent: entry.parent,
            played: played.clone(),
            sign: signs::shown(&entry.sign, &entry.nags),
            comment: entry.comment.clone(),
            eval: entry.eval.clone(),
        })
    }

    /// The state of a node for pages.
    pub fn place(&self, node: NodeId) -> Result<AnalysisPosition, Refused> {
        let game = self.game(node)?;
        let position = game.position();
        let over = game
            .outcome()
            .map(|outcome| GameOver { result: outcome.result(), reason: outcome.to_string() });
        Ok(AnalysisPosition {
            node,
            side: Side::from(position.side_to_move()),
            fen: view::start_of_turn(&game),
            checked: view::checked(&game),
            legal: if over.is_none() { view::legal(&game) } else { Vec::new() },
            turn: if over.is_none() { view::turn(&game) } else { None },
            over,
        })
    }
}

/// Whether all comments together may have this size.
fn room_for_comments(bytes: usize) -> Result<(), Refused> {
    if bytes > MOST_COMMENTS {
        let most = MOST_COMMENTS >> 10;
        return Err((Code::Full, format!("the comments may have {most} KiB in all")));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
