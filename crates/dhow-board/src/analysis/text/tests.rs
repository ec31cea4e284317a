use super::*;
use dhow_play::pgn::parse;
use dhow_rules::variant::{VARIANTS, find};

fn of(text: &str) -> Read {
    let mut games = parse(text).expect("well written");
    read(&mut games[0], 1, &VARIANTS, None).expect("legal")
}

/// The text after the tags.
fn moves(read: &Read) -> String {
    let text = written(&read.tree, &read.tags).expect("a text");
    text.split_once("\n\n").expect("tags").1.replace('\n', " ").trim().to_string()
}

#[test]
fn variations_and_comments_come_back() {
    let text = "[Variant \"metamachy\"]\n[White \"A\"]\n\n\
        {before} 1. e5! {good} (1. d5?! d8 (1... e8 {or} 2. Nb4)) 1... e8$4 2. Nb4 1-0";
    let read = of(text);
    assert!(read.left_out.is_empty(), "{:?}", read.left_out);
    assert_eq!(
        moves(&read),
        "{before} 1. e5! {good} (1. d5?! d8 (1... e8 {or} 2. Nb4)) 1... e8?? 2. Nb4 1-0"
    );
    let text = written(&read.tree, &read.tags).expect("a text");
    assert!(text.contains("[White \"A\"]") && text.contains("[Variant \"metamachy\"]"));
    assert_eq!(written(&of(&text).tree, &of(&text).tags), Ok(text));
}

#[test]
fn annotated_games_come_back() {
    let sums = "Average loss of winning chances: White 0.0%, Black 25.5%; ?! ? ??: White 0 0 0, \
                Black 0 0 1";
    let text = format!(
        "[Variant \"metamachy\"]\n\n{{{sums}}} {{a game}} 1. e5 {{[%eval 0.35] so}} e8 $4 \
         {{[%eval #3,12]}} (1... d8 {{[%clk 1] [%eval -0.10]}}) *"
    );
    let read = of(&text);
    let tallies = read.tree.tallies.expect("sums");
    assert_eq!((tallies[1].mean_loss, tallies[1].marks), (25.5, [0, 0, 1]));
    let evals: Vec<_> = [1, 2, 3]
        .map(|id| read.tree.entry(id).expect("a node").eval.clone().expect("a score"))
        .map(|eval| (eval.score, eval.depth))
        .into();
    let known = [("+0.35", 1), ("#3", 12), ("-0.10", 1)];
    assert_eq!(evals, known.map(|(score, depth)| (score.to_string(), depth)));
    assert_eq!(read.tree.entry(1).expect("a node").comment, "so");
    assert_eq!(
        moves(&read),
        format!(
            "{{{sums}}} {{a game}} 1. e5 {{[%eval 0.35]}} {{so}} 1... e8?? {{[%eval #3]}} (1... d8 \
             {{[%eval -0.10]}} {{[%clk 1]}}) *"
        )
    );
}

#[test]
fn reasons_are_known_by_the_annotator() {
    let text = "[Variant \"metamachy\"]\n\n1. e5 {loses the Lion to the Cannon on c7} e8 {so} *";
    let annotated = format!("[Annotator \"Dhow 0.1.0\"]\n{text}");
    let explained = |read: &Read| [1, 2].map(|id| read.tree.entry(id).expect("a node").explained);
    assert_eq!(explained(&of(text)), [false, false]);
    assert_eq!(explained(&of(&annotated)), [true, false]);
}

#[test]
fn a_variation_that_begins_like_the_line_leaves_its_sign() {
    let read = of("[Variant \"metamachy\"]\n\n1. e5! (1. e5 d8) 1... e8 *");
    assert_eq!(moves(&read), "1. e5! e8 (1... d8) *");
}

#[test]
fn numbers_other_than_signs_come_back() {
    let text = "1. e5! $14 $240 {good} e8 $10 $1 (1... d8 $13) *";
    let read = of(&format!("[Variant \"metamachy\"]\n\n{text}"));
    assert_eq!(read.tree.told(1).expect("a move").sign, "! +/= $240");
    assert_eq!(moves(&read), "1. e5! $14 $240 {good} 1... e8! $10 (1... d8 $13) *");
}

#[test]
fn what_a_variation_repeats_is_said_once() {
    let read = of("[Variant \"metamachy\"]\n\n1. e5 {good} (1. e5 {good} d8) 1... e8 *");
    assert_eq!(moves(&read), "1. e5 {good} e8 (1... d8) *".replace("} e8", "} 1... e8"));
    let mut tree = Tree::new(Game::new(find("mini-chieftain").expect("a game")));
    let mut play = |at, texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
        tree.play(at, &texts).expect("legal moves").0
    };
    let first = play(ROOT, &["b2c4"]);
    play(first, &["end"]);
    play(first, &["g2f4"]);
    tree.set_comment(first, "so").expect("room");
    let text = written(&tree, &[]).expect("a text");
    assert_eq!(text.matches("{so}").count(), 1, "{text}");
    assert_eq!(moves(&of(&text)).matches("{so}").count(), 1);
}

#[test]
fn only_so_many_variations_are_tried() {
    let many = "(1. Nb9) (1. d5 e8) ".repeat(MOST_TRIED);
    let read = of(&format!("[Variant \"metamachy\"]\n\n1. e5 {many} e8 *"));
    assert_eq!(moves(&read), "1. e5 (1. d5 e8) 1... e8 *");
    let [.., more, last] = &read.left_out[..] else { panic!("{:?}", read.left_out) };
    assert!(more.starts_with("and ") && last.contains("were not read"), "{more}; {last}");
    assert_eq!(read.left_out.len(), MOST_TOLD + 2);
}

#[test]
fn illegal_variations_are_left_out_and_told() {
    let read = of("[Variant \"metamachy\"]\n\n1. e5 (1. d5 Qz9 2. e5)\n(1. Nb9) e8 *");
    assert_eq!(moves(&read), "1. e5 (1. d5) 1... e8 *");
    assert_eq!(read.left_out.len(), 2);
    assert!(read.left_out[0].starts_with("line 3: "), "{:?}", read.left_out);
    let mut games = parse("[Variant \"metamachy\"]\n\n1. Nb9 *").expect("well written");
    let (code, text) = self::read(&mut games[0], 1, &VARIANTS, None).expect_err("illegal");
    assert_eq!(code, Code::Config);
    assert!(text.starts_with("game 1, line 3: move 1."), "{text}");
}

#[test]
fn turns_of_several_moves_are_written_whole() {
    let mut tree = Tree::new(Game::new(find("mini-chieftain").expect("a game")));
    let mut play = |at, texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
        tree.play(at, &texts).expect("legal moves").0
    };
    let first = play(ROOT, &["b2c4"]);
    play(first, &["end", "b11c9", "end"]);
    play(ROOT, &["b2d3", "end"]);
    play(ROOT, &["g2f4"]);
    let text = written(&tree, &[]).expect("a text");
    assert!(text.ends_with("\n1. b2c4 (1. b2d3) 1... b11c9 *\n"), "{text}");
    let read = of(&text);
    assert_eq!(read.tree.in_order().len(), 6, "the turn that was only begun is gone");
    assert!(read.left_out.is_empty(), "{:?}", read.left_out);
}

#[test]
fn long_comments_and_tags_stay_and_what_has_no_room_is_told() {
    let long = "word ".repeat(1000).trim().to_string();
    let many: String = (0..60).map(|number| format!("[Tag{number} \"{number}\"]\n")).collect();
    let start = format!("[Variant \"metamachy\"]\n[Annotator \"{long}\"]\n{many}\n");
    let read = of(&format!("{start}{{{long}}} 1. e5 {{{long}}} *"));
    assert_eq!(read.left_out, Vec::<String>::new());
    assert_eq!(read.tree.entry(1).expect("a node").comment, long);
    assert_eq!(read.tree.entry(ROOT).expect("a node").comment, long);
    assert!(read.tags.contains(&("Annotator".into(), long)) && read.tags.len() == 62);
    let longer = "x".repeat(600 << 10);
    let tag = "y".repeat(MOST_TAGS);
    let signs: String = (10..20).map(|number| format!("${number} ")).collect();
    let text = format!(
        "[Variant \"metamachy\"]\n[White \"A\"]\n[Black \"{tag}\"]\n\n1. e5 {{{longer}}} e8 {{so}} {signs} *"
    );
    let read = of(&text);
    let told = [
        "the tag Black: tags may have 64 KiB in all",
        "line 5: a comment: the comments may have 512 KiB in all",
        "line 5: a move has room for 8 signs",
    ];
    assert_eq!(read.left_out, told);
    assert_eq!(moves(&read), "1. e5 e8 $10 $11 $12 $13 $14 $15 $16 $17 {so} *");
}

#[test]
fn what_passes_or_stands_too_deep_is_left_out_and_told() {
    let deep = format!("{}{}", "(1. d5 ".repeat(70), ")".repeat(70));
    let read = of(&format!("[Variant \"metamachy\"]\n\n1. e5 (1. c5 -- 2. c6) e8 {deep} *"));
    assert_eq!(read.left_out[0], "line 3: `--` passes the turn, which these games do not allow");
    let last = read.left_out.last().expect("something");
    assert_eq!(last, "variations deeper than 64 in others: 1");
    assert!(moves(&read).starts_with("1. e5 (1. c5) 1... e8"), "{}", moves(&read));
}
