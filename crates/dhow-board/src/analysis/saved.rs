//! A saved analysis. All of its moves must be legal.

use super::tree::{ROOT, Tree, UnfinishedAnnotation};
use crate::message::{Eval, NodeId};
use dhow_play::annotate::Tally;
use dhow_rules::game::Game;
use dhow_rules::variant::Variant;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// The format number of saved analyses, which differs from that of games.
pub const FORMAT: u32 = 2;

/// A saved analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedAnalysis {
    format: u32,
    /// The id of the variant.
    pub variant: String,
    /// The names of its options that are on.
    pub options: Vec<String>,
    start: String,
    /// Its tags.
    pub tags: Vec<(String, String)>,
    comment: String,
    eval: Option<Eval>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tallies: Option<[Tally; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    annotation: Option<UnfinishedAnnotation>,
    moves: Vec<SavedMove>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMove {
    /// The index in the list of the move before it, from 1; 0 at the start.
    after: usize,
    text: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    sign: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    /// Whether an annotation wrote the comment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    explained: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eval: Option<Eval>,
}

impl SavedAnalysis {
    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// An analysis in the form to save.
    pub fn of(tree: &Tree, tags: &[(String, String)]) -> Self {
        let order = tree.in_order();
        let places: HashMap<NodeId, usize> = order.iter().copied().zip(1..).collect();
        let saved = |id: &NodeId| {
            let entry = tree.entry(*id).ok()?;
            let (_, played) = entry.mv.as_ref()?;
            Some(SavedMove {
                after: places.get(&entry.parent).copied().unwrap_or(0),
                text: played.text.clone(),
                sign: entry.sign.clone(),
                nags: entry.nags.clone(),
                comment: entry.comment.clone(),
                explained: entry.explained,
                eval: entry.eval.clone(),
            })
        };
        let annotation = tree.unfinished.clone().and_then(|annotation| {
            let node = NodeId::try_from(*places.get(&annotation.node)?).ok()?;
            Some(UnfinishedAnnotation { node, ..annotation })
        });
        let root = tree.entry(ROOT).ok();
        Self {
            format: FORMAT,
            variant: tree.variant().id.clone(),
            options: tree.variant().option_names().iter().map(ToString::to_string).collect(),
            start: tree.start().start_fen().into(),
            tags: tags.to_vec(),
            comment: root.map(|entry| entry.comment.clone()).unwrap_or_default(),
            eval: root.and_then(|entry| entry.eval.clone()),
            tallies: tree.tallies,
            annotation,
            moves: order.iter().filter_map(saved).collect(),
        }
    }

    /// Restores the tree, which must be valid.
    pub fn restored(&self, variant: &Arc<Variant>) -> Result<Tree, String> {
        let start = Game::from_fen(variant, &self.start).map_err(|error| error.to_string())?;
        let (mut game, mut tree) = (start.clone(), Tree::new(start));
        let words = |(_, text)| text;
        tree.set_comment(ROOT, &self.comment).map_err(words)?;
        tree.tallies = self.tallies;
        self.eval.as_ref().map(|eval| tree.set_eval(ROOT, eval));
        // The path of indices to the last move, and the nodes of all moves.
        let (mut path, mut nodes): (Vec<usize>, Vec<NodeId>) = (Vec::new(), vec![ROOT]);
        for (mv, place) in self.moves.iter().zip(1..) {
            while path.last().is_some_and(|&last| last != mv.after) {
                path.pop();
                game.undo();
            }
            if path.is_empty() && mv.after != 0 {
                return Err(format!("`{}` stands behind no move", mv.text));
            }
            // A game that is drawn by the rules may have continued where it was played.
            let legal = game.parse_move(&mv.text).map_err(|error| error.to_string())?;
            let (node, _) = tree.grow(nodes[mv.after], &mut game, legal).map_err(words)?;
            let set = if mv.explained { Tree::explain } else { Tree::set_comment };
            set(&mut tree, node, &mv.comment).map_err(words)?;
            tree.set_sign(node, &mv.sign).map_err(words)?;
            tree.add_nags(node, &mv.nags).map_err(words)?;
            mv.eval.as_ref().map(|eval| tree.set_eval(node, eval));
            path.push(place);
            nodes.push(node);
        }
        tree.unfinished = self.annotation.clone().and_then(|annotation| {
            let node = *nodes.get(usize::try_from(annotation.node).ok()?)?;
            Some(UnfinishedAnnotation { node, ..annotation })
        });
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    #[test]
    fn what_is_kept_is_restored_or_refused() {
        let variant = find("mini-chieftain").expect("a built-in game");
        let mut tree = Tree::new(Game::new(variant));
        let mut play = |at, texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
            tree.play(at, &texts).expect("legal moves").0
        };
        let first = play(ROOT, &["b2c4"]);
        let end = play(first, &["end", "b11c9"]);
        play(first, &["g2f4"]);
        play(ROOT, &["b2d3", "end"]);
        tree.set_comment(end, "so").expect("room");
        tree.add_nags(end, &[14, 240]).expect("a node");
        tree.set_eval(end, &Eval { depth: 3, score: "+1.00".into(), share: 0.75 });
        tree.tallies = Some([Tally::default(); 2]);
        let effort = crate::message::AnnotationEffort::default();
        tree.unfinished = Some(UnfinishedAnnotation { node: end, effort, losses: vec![2.5] });
        tree.explain(first, "loses the Knight").expect("room");
        let saved = SavedAnalysis::of(&tree, &[("White".into(), "A".into())]);
        let restored = saved.restored(variant).expect("an analysis");
        assert_eq!(SavedAnalysis::of(&restored, &saved.tags), saved);
        assert_eq!(saved.moves(), 6);
        let mut drawn = Tree::new(Game::new(find("metamachy").expect("a built-in game")));
        let (mut game, mut at) = (drawn.start().clone(), ROOT);
        for text in ["c2b4", "c11b9", "b4c2", "b9c11"].into_iter().cycle().take(22) {
            let mv = game.parse_move(text).expect("a legal move");
            at = drawn.grow(at, &mut game, mv).expect("room").0;
        }
        assert!(game.outcome().is_some(), "it has gone on for long");
        assert!(SavedAnalysis::of(&drawn, &[]).restored(drawn.variant()).is_ok());
        for (place, after, text) in [(0, 1, "b2c4"), (0, 99, "b2c4"), (1, 1, "c4d6"), (2, 0, "zz")]
        {
            let mut damaged = saved.clone();
            (damaged.moves[place].after, damaged.moves[place].text) = (after, text.into());
            assert!(damaged.restored(variant).is_err(), "{text} behind {after}");
        }
    }
}
