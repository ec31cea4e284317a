use super::*;
use crate::pgn::{self, GameResult, PgnGame, parse};
use dhow_rules::variant::{VARIANTS, find};

fn game(id: &str, turns: &[&str]) -> Game {
    let mut game = Game::new(find(id).expect("a game"));
    for turn in turns {
        game.play_turn_text(turn).expect("a legal turn");
    }
    game
}

fn by_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn judged(game: &Game, nodes: u64) -> Vec<Judgement> {
    let go_on = AtomicBool::new(false);
    let mut told = 0;
    let judgements = annotate(&mut Engine::new(), game, 0, &by_nodes(nodes), &go_on, |_| told += 1);
    let judgements = judgements.expect("nobody stops it");
    assert_eq!(told, judgements.len());
    judgements
}

fn written(game: &Game) -> PgnGame {
    PgnGame::of_moves(game.variant(), game.start_fen(), game.moves(), GameResult::Unknown)
        .expect("a game")
}

/// White could take a Queen, but loses one.
#[test]
fn a_blunder_is_found_and_the_better_turn_shown() {
    let fen = "5k6/12/12/12/12/3q8/12/12/12/12/3Q8/5K6 w - - 0 1";
    let mut game = Game::from_fen(find("metamachy").expect("a game"), fen).expect("a position");
    for mv in ["f1g1", "d7d2"] {
        game.play_text(mv).expect("legal");
    }
    let judgements = judged(&game, 5_000);
    let [blunder, reply] = &judgements[..] else { panic!("{judgements:?}") };
    assert_eq!((blunder.side, blunder.mark()), (Color::White, Some(Mark::Blunder)));
    assert!(blunder.score.is_some_and(|score| score < Score(-500)), "{blunder:?}");
    assert!(blunder.before > Score(500), "{blunder:?}");
    let better = blunder.better.as_ref().expect("a better turn");
    let start = Game::from_fen(game.variant(), fen).expect("a position");
    assert_eq!(start.turn_text(&better.line[0]), "d2d7");
    assert!(better.score.is_some_and(|score| score > Score(500)), "{better:?}");
    assert_eq!((reply.side, reply.loss, &reply.better), (Color::Black, 0.0, &None));
    let mut pgn = written(&game);
    write(&mut pgn, &game, &judgements);
    assert_eq!((&pgn.moves[0].nags[..], &pgn.moves[1].nags[..]), (&[4][..], &[][..]));
    assert_eq!(pgn.moves[0].variations[0].moves[0].text, "Qxd7");
}

#[test]
fn what_was_best_loses_nothing() {
    let start = "k11/12/1K10/12/12/12/12/12/12/12/12/10Q1 w - - 0 1";
    let variant = find("metamachy").expect("a game");
    let mate = |mv: &str| {
        let mut game = Game::from_fen(variant, start).expect("a position");
        game.play_text(mv).expect("legal");
        judged(&game, 2_000).remove(0)
    };
    let best = mate("k1k12");
    assert_eq!((best.loss, best.score, best.better), (0.0, None, None));
    // A turn that keeps a win is not a mistake, even if it takes longer.
    let slow = mate("k1k2");
    assert!(
        slow.mark().is_none() && slow.score.is_some_and(|score| score > Score(500)),
        "{slow:?}"
    );
}

#[test]
fn marks_begin_at_their_thresholds() {
    assert_eq!(Mark::of(4.9), None);
    assert_eq!(Mark::of(5.0), Some(Mark::Inaccuracy));
    assert_eq!(Mark::of(19.9), Some(Mark::Mistake));
    assert_eq!(Mark::of(100.0), Some(Mark::Blunder));
}

#[test]
fn games_of_all_boards_are_read_again() {
    for variant in VARIANTS.iter() {
        let mut game = Game::new(variant);
        for step in 0..4 {
            let moves = game.legal_moves();
            let turn = game.first_turn(&[moves[(7 * step + 3) % moves.len()]]).expect("a move");
            game.play_moves(&turn);
        }
        let judgements = judged(&game, 300);
        let mut pgn = written(&game);
        write(&mut pgn, &game, &judgements);
        let text = pgn.to_string();
        let again = parse(&text).expect("well written");
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(again[0].to_string(), text);
        let evals = again[0].moves.iter().filter(|mv| mv.comments[0].starts_with("[%eval "));
        assert_eq!(evals.count(), 4, "{text}");
        let checked = pgn::check(&text, &VARIANTS).expect("a legal game");
        assert_eq!(checked[0].game.fen(), game.fen());
    }
}

/// The mean loss of a side without a turn is 0, not -0.
#[test]
fn a_side_without_a_turn_loses_nothing() {
    for turns in [&[][..], &["e3e5"]] {
        let text = summary(&tally(&judged(&game("metamachy", turns), 100)));
        assert!(text.contains(", Black 0.0%;") && !text.contains("-0"), "{text}");
    }
    let old = "Average loss of winning chances: White 1.0%, Black -0.0%; ?! ? ??: White 0 0 0, \
               Black 0 0 0";
    let read = read_summary(old).expect("a summary of before");
    assert_eq!(summary(&read), old.replace('-', ""));
}

/// A second annotation replaces the first, and people's comments stay.
#[test]
fn an_annotated_game_can_be_annotated_again() {
    let game = game("metamachy", &["e3e5", "e10e8"]);
    let mut judgements = judged(&game, 300);
    let line = vec![Game::new(game.variant()).legal_moves()[0].into()];
    judgements[0].loss = 12.0;
    judgements[0].better = Some(Better { line, score: Some(Score(35)), depth: 3 });
    let mut pgn = written(&game);
    pgn.comments.push("a good game".into());
    pgn.moves[0].text += "!?";
    pgn.moves[0].nags = vec![1, 14];
    pgn.moves[0].comments = vec!["[%clk 0:01:00] [%eval 3.5] hm".into(), "[%eval 1]".into()];
    write(&mut pgn, &game, &judgements);
    let once = pgn.to_string();
    assert_eq!(pgn.moves[0].nags, [2, 14]);
    assert_eq!(pgn.moves[0].comments[1..], ["[%clk 0:01:00] hm"]);
    assert_eq!(pgn.moves[0].variations[0].moves[0].comments, ["[%eval 0.35]"]);
    assert!(pgn.comments[0].starts_with("Average loss") && pgn.comments[1] == "a good game");
    write(&mut pgn, &game, &judgements);
    assert_eq!(pgn.to_string(), once);
}

/// A person's variation stays even if it begins with the better turn; a variation of an earlier annotation
/// does not.
#[test]
fn variations_of_people_stay() {
    let game = game("metamachy", &["e3e5"]);
    let mut judgements = judged(&game, 300);
    let (first, second) = (Game::new(game.variant()).parse_move("d3d5"), "d10d8");
    let mut line = vec![first.expect("legal").into()];
    let mut after = Game::new(game.variant());
    after.play_text("d3d5").expect("legal");
    line.push(after.parse_move(second).expect("legal").into());
    judgements[0].loss = 12.0;
    judgements[0].better = Some(Better { line, score: Some(Score(35)), depth: 1 });
    let text = |own: &str| {
        let text = format!("[Variant \"metamachy\"]\n\n1. e5 {own} *");
        let mut pgn = parse(&text).expect("well written").remove(0);
        write(&mut pgn, &game, &judgements);
        let once = pgn.to_string();
        write(&mut pgn, &game, &judgements);
        assert_eq!(pgn.to_string(), once);
        once.split_once(" (").expect("a variation").1.replace('\n', " ")
    };
    let written = "1. d5 {[%eval 0.35]} 1... d8) *";
    for kept in [
        "1. d5 e8 2. e5",
        "1. d5 {my idea} 1... d8",
        "1. d5 $14",
        "1. d5! d8",
        "1. d5 e8 (1... d8)",
    ] {
        assert_eq!(text(&format!("({kept})")).trim(), format!("{kept}) ({written}"));
    }
    for replaced in ["1. d5", "1. d5 {[%eval -3]} 1... e8 2. e5"] {
        assert_eq!(text(&format!("({replaced})")).trim(), written);
    }
}

#[test]
fn it_stops_when_told() {
    let game = game("metamachy", &["e3e5", "e10e8", "d3d5"]);
    let stop = AtomicBool::new(false);
    let long = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let mut told = 0;
    let judgements = annotate(&mut Engine::new(), &game, 0, &long, &stop, |_| {
        told += 1;
        stop.store(true, Relaxed);
    });
    assert_eq!((judgements, told), (None, 1));
}

#[test]
fn sides_are_summed_up_apart() {
    let judgement = |side, loss| {
        let (before, score) = (Score(0), None);
        Judgement {
            side,
            before,
            score,
            depth: 0,
            loss,
            better: None,
            refutation: Vec::new(),
            reason: None,
        }
    };
    let judgements = [
        judgement(Color::White, 1.0),
        judgement(Color::Black, 0.0),
        judgement(Color::White, 25.0),
        judgement(Color::Black, 6.0),
    ];
    let tallies = tally(&judgements);
    assert_eq!(tallies[0], Tally { turns: 2, mean_loss: 13.0, marks: [0, 0, 1] });
    assert_eq!(tallies[1], Tally { turns: 2, mean_loss: 3.0, marks: [1, 0, 0] });
    let words = written::summary(&tallies);
    assert_eq!(
        words,
        "Average loss of winning chances: White 13.0%, Black 3.0%; ?! ? ??: White 0 0 1, Black 1 0 0"
    );
    let read = read_summary(&words).expect("a summary");
    assert_eq!((read[0].mean_loss, read[1].marks), (13.0, [1, 0, 0]));
    for other in ["a game", "Average loss of winning chances: White 1", &words.replace(';', ",")] {
        assert_eq!(read_summary(other), None, "{other}");
    }
}

/// The reason for the sign of the first turn, from 5,000 nodes for each position.
fn reason_of(id: &str, fen: &str, turns: &[&str]) -> String {
    let mut game = Game::from_fen(find(id).expect("a game"), fen).expect("a position");
    for turn in turns {
        game.play_turn_text(turn).expect("legal");
    }
    let first = judged(&game, 5_000).remove(0);
    let text = first.reason.clone().unwrap_or_else(|| panic!("{fen}: {first:?}"));
    assert!(is_reason(&text, game.variant()), "{text}");
    assert!(!first.refutation.is_empty(), "{text}");
    text
}

#[test]
fn mistakes_have_reasons() {
    let queens = "5k6/12/12/12/12/3q8/12/12/12/12/3Q8/5K6 w - - 0 1";
    assert_eq!(reason_of("metamachy", queens, &["f1g1"]), "loses the Queen to the Queen on d2");
    let guarded = "4k3/8/8/3p4/4b3/8/6N1/5K2 w - - 0 1";
    assert_eq!(reason_of("chess", guarded, &["f1e1"]), "loses the Knight to the Bishop on g2");
    let sold = "4k3/8/2p5/3p4/8/8/3R4/4K2N w - - 0 1";
    assert_eq!(
        reason_of("chess", sold, &["d2d5"]),
        "loses the Rook to the Pawn on d5 for the Pawn"
    );
    let missed = "4k3/8/8/8/8/7r/8/4K2R w - - 0 1";
    assert_eq!(reason_of("chess", missed, &["h1g1"]), "misses the capture of the Rook on h3");
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    assert_eq!(reason_of("chess", mate, &["a1b1"]), "misses mate in 1");
    let mated = "r5k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1";
    assert_eq!(reason_of("chess", mated, &["b1b7"]), "allows mate in 2");
}

#[test]
fn only_reasons_are_taken_for_reasons() {
    let chess = find("chess").expect("a game");
    for text in [
        "",
        "loses",
        "loses the game",
        "loses the Lion to the Rook on a1",
        "misses mate in two",
        "loses the Rook to the Knight on a1, sadly",
        "allows mate in 3!",
    ] {
        assert!(!is_reason(text, chess), "{text}");
    }
}
