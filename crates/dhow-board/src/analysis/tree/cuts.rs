//! Deleting moves from a tree, and restoring the last deleted ones.

use super::{MOST_COMMENTS, MOST_NODES, ROOT, Tree, TreeNode, room_for_comments};
use crate::message::{Code, NodeId, Refused};

/// A deleted move, with all that followed it.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// The position before it, and its index among the moves there.
    before: NodeId,
    place: usize,
    /// The move first, then the others, each before its successors.
    entries: Vec<(NodeId, TreeNode)>,
}

impl Cut {
    fn comments(&self) -> usize {
        self.entries.iter().map(|(_, entry)| entry.comment.len()).sum()
    }
}

/// Restored moves.
#[derive(Debug)]
pub struct Restored {
    /// The position before the move.
    pub before: NodeId,
    /// The move, and all that follow it.
    pub nodes: Vec<NodeId>,
}

impl Tree {
    /// Deletes a move with all that follow. Returns the position before it.
    pub fn prune(&mut self, id: NodeId) -> Result<NodeId, Refused> {
        if id == ROOT {
            return Err((Code::Stale, "the start cannot be cut off".into()));
        }
        let before = self.entry(id)?.parent;
        if self.main_line()?.contains(&id) {
            self.tallies = None;
        }
        let siblings = &mut self.entry_mut(before)?.children;
        let place = siblings.iter().position(|child| *child == id).unwrap_or(0);
        siblings.retain(|child| *child != id);
        let (mut doomed, mut entries) = (vec![id], Vec::new());
        while let Some(id) = doomed.pop() {
            if let Some(entry) = self.entries.remove(&id) {
                doomed.extend(entry.children.iter().rev());
                entries.push((id, entry));
            }
        }
        let cut = Cut { before, place, entries };
        self.comments -= cut.comments();
        self.cuts.push(cut);
        self.forget_old_cuts();
        Ok(before)
    }

    /// Keeps at most as many deleted moves as a whole tree may have.
    fn forget_old_cuts(&mut self) {
        let (mut nodes, mut comments) = (0, 0);
        let fits = |cut: &&Cut| {
            nodes += cut.entries.len();
            comments += cut.comments();
            nodes <= MOST_NODES && comments <= MOST_COMMENTS
        };
        let kept = self.cuts.iter().rev().take_while(fits).count();
        self.cuts.drain(..self.cuts.len() - kept);
    }

    /// Restores the last deleted move.
    pub fn restore(&mut self) -> Result<Restored, Refused> {
        let cut = self.cuts.last();
        let cut = cut.ok_or((Code::Stale, "there is nothing to bring back".to_string()))?;
        let mv = cut.entries.first().and_then(|(_, entry)| entry.mv.as_ref());
        if mv.is_some_and(|(mv, _)| self.behind(cut.before, *mv).is_some()) {
            return Err((Code::Stale, "the move that was cut off is there again".into()));
        }
        self.entry(cut.before)?;
        self.room_for(cut.entries.len())?;
        let comments = self.comments + cut.comments();
        room_for_comments(comments)?;
        let Some(Cut { before, place, entries }) = self.cuts.pop() else {
            unreachable!("it was looked at just now")
        };
        let nodes: Vec<NodeId> = entries.iter().map(|(id, _)| *id).collect();
        let siblings = &mut self.entry_mut(before)?.children;
        let place = place.min(siblings.len());
        siblings.splice(place..place, nodes.first().copied());
        self.comments = comments;
        self.entries.extend(entries);
        if place == 0 {
            // The moves may belong to what was the main line until now.
            self.tallies = None;
        }
        Ok(Restored { before, nodes })
    }
}
