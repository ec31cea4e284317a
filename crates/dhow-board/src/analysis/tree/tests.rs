use super::*;
use dhow_rules::variant::find;

fn tree(id: &str) -> Tree {
    Tree::new(Game::new(find(id).expect("a built-in game")))
}

fn played(tree: &mut Tree, at: NodeId, texts: &[&str]) -> NodeId {
    let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
    tree.play(at, &texts).expect("legal moves").0
}

#[test]
fn moves_are_found_again_and_others_stand_beside_them() {
    let mut tree = tree("metamachy");
    let end = played(&mut tree, ROOT, &["e3e5", "e10e8", "d3d5"]);
    let line = tree.path(end).expect("a node");
    assert_eq!(played(&mut tree, ROOT, &["e3e5", "e10e8"]), line[1]);
    let other = played(&mut tree, line[0], &["d10d8", "e5e6"]);
    assert_eq!(tree.in_order().len(), 5);
    assert_eq!(tree.line_through(line[0]).expect("a node"), line);
    let first = tree.path(other).expect("a node")[1];
    tree.tallies = Some([Tally::default(); 2]);
    assert_eq!(tree.promote(end), Ok(Vec::new()));
    assert!(tree.tallies.is_some());
    assert_eq!(tree.promote(other), Ok(vec![line[0]]));
    assert_eq!(tree.promote(first), Ok(Vec::new()));
    assert!(tree.tallies.is_none(), "they were of another line");
    assert_eq!(tree.line_through(ROOT).expect("a node").last(), Some(&other));
    assert_eq!(tree.prune(first), Ok(line[0]));
    assert_eq!(tree.line_through(ROOT).expect("a node"), line);
    assert!(tree.game(other).is_err() && tree.prune(ROOT).is_err());
    assert_eq!(tree.place(end).expect("a node").side, Side::Black);
}

#[test]
fn what_is_not_legal_changes_nothing() {
    let mut tree = tree("mini-chieftain");
    let texts = ["b2c4", "c4d6"].map(String::from);
    assert_eq!(tree.play(ROOT, &texts).expect_err("it moved already").0, Code::Illegal);
    assert!(tree.in_order().is_empty());
    assert_eq!(tree.play(7, &texts).expect_err("no node").0, Code::Stale);
    let end = played(&mut tree, ROOT, &["b2c4", "end"]);
    assert!(tree.entry(end).expect("a node").ends_turn);
    assert_eq!(tree.place(1).expect("a node").turn.expect("a turn").made, 1);
}

#[test]
fn moves_may_be_written_in_short_notation() {
    let mut tree = tree("metamachy");
    let end = played(&mut tree, ROOT, &["e5", "e10e8", "Nb4"]);
    let texts = tree.path(end).expect("a node").into_iter();
    let texts: Vec<String> = texts.filter_map(|id| Some(tree.told(id)?.played.text)).collect();
    assert_eq!(texts, ["e3e5", "e10e8", "c2b4"]);
    for (wrong, why) in [("Nb9", "no Knight"), ("e3e9", "cannot"), ("hello", "is not a move")] {
        let (code, text) = tree.play(ROOT, &[wrong.into()]).expect_err(wrong);
        assert!(code == Code::Illegal && text.contains(why), "{text}");
    }
}

#[test]
fn a_tree_is_only_so_large() {
    let mut tree = tree("metamachy");
    let long = "x".repeat(8000);
    let mut refused = None;
    for _ in 0..MOST_NODES {
        let mut game = tree.start().clone();
        let mv = game.legal_moves()[0];
        let (id, _) = tree.grow(ROOT, &mut game, mv).expect("room");
        refused = refused.or(tree.set_comment(id, &long).err());
        tree.prune(id).expect("a node");
    }
    assert_eq!(refused, None, "what is cut off makes room");
    let mut game = tree.start().clone();
    let mut at = ROOT;
    let full = loop {
        let texts = ["c2b4", "c11b9", "b4c2", "b9c11"];
        let text = texts[game.moves().len() % 4];
        let mv = game.parse_move(text).expect("a legal move");
        match tree.grow(at, &mut game, mv) {
            Ok((id, _)) => at = id,
            Err((code, _)) => break code,
        }
    };
    assert_eq!((full, tree.in_order().len()), (Code::Full, MOST_NODES));
}

#[test]
fn moves_that_have_no_room_together_are_not_made_one_by_one() {
    let mut tree = tree("metamachy");
    let start = tree.start().clone();
    let first: Vec<_> = start.legal_moves().iter().copied().collect();
    let kept_free = start.parse_move("e3e5").expect("a legal move");
    let mut last = ROOT;
    'full: for &mv in first.iter().filter(|&&mv| mv != kept_free) {
        let mut after = start.clone();
        let (one, _) = tree.grow(ROOT, &mut after, mv).expect("room");
        for &reply in after.legal_moves().iter() {
            let mut behind = after.clone();
            let Ok((two, _)) = tree.grow(one, &mut behind, reply) else { break 'full };
            for &third in behind.legal_moves().iter() {
                match tree.grow(two, &mut behind.clone(), third) {
                    Ok((id, _)) => last = id,
                    Err(_) => break 'full,
                }
            }
        }
    }
    assert_eq!(tree.in_order().len(), MOST_NODES);
    tree.prune(last).expect("a node");
    let texts = ["e3e5", "e10e8"].map(String::from);
    assert_eq!(tree.play(ROOT, &texts).expect_err("no room").0, Code::Full);
    assert_eq!(tree.in_order().len(), MOST_NODES - 1);
    played(&mut tree, ROOT, &["e3e5"]);
}

#[test]
fn what_was_cut_off_comes_back_where_it_stood() {
    let mut tree = tree("metamachy");
    let end = played(&mut tree, ROOT, &["e3e5", "e10e8", "d3d5"]);
    let other = played(&mut tree, 1, &["d10d8"]);
    played(&mut tree, ROOT, &["c2b4"]);
    tree.set_comment(end, "so").expect("room");
    let whole = super::super::SavedAnalysis::of(&tree, &[]);
    assert_eq!(tree.restore().expect_err("nothing was cut off").0, Code::Stale);
    assert_eq!(tree.prune(other), Ok(1));
    assert_eq!(tree.prune(1), Ok(ROOT));
    assert_eq!(tree.comments, 0);
    let back = tree.restore().expect("room");
    assert_eq!((back.before, back.nodes), (ROOT, vec![1, 2, end]));
    assert_eq!(tree.restore().expect("room").before, 1);
    assert_eq!(super::super::SavedAnalysis::of(&tree, &[]), whole);
    tree.prune(1).expect("a node");
    let again = played(&mut tree, ROOT, &["e3e5"]);
    assert_eq!(tree.restore().expect_err("it is there again").0, Code::Stale);
    tree.prune(again).expect("a node");
    assert_eq!(tree.restore().expect("room").nodes, [again], "the last one first");
}

#[test]
fn no_more_is_remembered_than_a_tree_may_have() {
    let mut tree = tree("metamachy");
    const LENGTH: usize = 4000;
    let long = "x".repeat(LENGTH);
    for _ in 0..2 * MOST_COMMENTS / LENGTH {
        let node = played(&mut tree, ROOT, &["e3e5"]);
        tree.set_comment(node, &long).expect("room");
        tree.prune(node).expect("a node");
    }
    let remembered = tree.cuts.len() * LENGTH;
    assert!((MOST_COMMENTS - LENGTH..=MOST_COMMENTS).contains(&remembered), "{remembered}");
}
