//! Chu Shogi: promotion, the rules for Lions, royal pieces, and counts of other rules.

mod plain;

use crate::common::counting::{count, plain_count, replies};
use crate::common::parallel::two_at_a_time;
use crate::common::positions::Random;
use crate::perft::lines;
use dhow_rules::game::Game;
use dhow_rules::position::{DrawReason, Outcome, WinReason};
use dhow_rules::variant::find;
use plain::{Chu, ChuMove};

fn at(fen: &str) -> Game {
    let chu = find("chu").expect("a game of the engine's files");
    Game::from_fen(chu, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A position of a few pieces, given by their letters and squares; White's King stands on a1, Black's on l12.
fn with(pieces: &[(&str, &str)], side: char) -> Game {
    let mut board = vec![vec![String::new(); 12]; 12];
    for (letter, square) in [("K", "a1"), ("k", "l12")].iter().chain(pieces) {
        let rank: usize = square[1..].parse().expect("a rank");
        board[rank - 1][usize::from(square.as_bytes()[0] - b'a')] = letter.to_string();
    }
    let row = |row: &Vec<String>| {
        let run = |run: &[String]| match run[0].as_str() {
            "" => run.len().to_string(),
            letter => letter.to_string(),
        };
        row.chunk_by(|a, b| a.is_empty() && b.is_empty()).map(run).collect::<String>()
    };
    let rows: Vec<String> = board.iter().rev().map(row).collect();
    at(&format!("{} {side} - - 0 1", rows.join("/")))
}

fn texts(game: &Game) -> Vec<String> {
    let mut texts: Vec<String> = game.legal_moves().iter().map(|&mv| game.move_text(mv)).collect();
    texts.sort();
    texts
}

fn moves_from(game: &Game, from: &str) -> Vec<String> {
    texts(game).into_iter().filter(|text| text.starts_with(from)).collect()
}

#[test]
fn each_piece_promotes_to_its_own_kind_and_no_further() {
    let chu = find("chu").expect("a game");
    assert_eq!(chu.pieces.len(), 39);
    for piece in &chu.pieces {
        let to = chu.promotions_of(piece);
        match piece.letter.to_string().as_str() {
            "K" | "N" | "Q" => assert_eq!(to, ""),
            promoted if promoted.starts_with('+') => assert_eq!(to, ""),
            plain => assert_eq!(to, format!("+{plain}")),
        }
    }
}

#[test]
fn pieces_promote_on_entering_and_by_captures_from_within() {
    let game = with(&[("G", "e8"), ("S", "g9"), ("p", "g10"), ("V", "b10"), ("n", "b5")], 'w');
    // Into the zone from outside.
    assert_eq!(moves_from(&game, "e8")[..6], ["e8d8", "e8d9", "e8d9+", "e8e7", "e8e9", "e8e9+"]);
    // Within it only by a capture.
    assert_eq!(moves_from(&game, "g9"), ["g9f10", "g9f8", "g9g10", "g9g10+", "g9h10", "g9h8"]);
    // Out of it by a capture.
    assert!(moves_from(&game, "b10").contains(&"b10b5+".to_string()));
    assert!(!moves_from(&game, "b10").contains(&"b10b6+".to_string()));
    // A Pawn and a Lance also on the last rank; another piece not.
    let game = with(&[("P", "c11"), ("L", "e10"), ("G", "g11")], 'w');
    assert_eq!(moves_from(&game, "c11"), ["c11c12", "c11c12+"]);
    assert_eq!(moves_from(&game, "e10"), ["e10e11", "e10e12", "e10e12+"]);
    assert!(!moves_from(&game, "g11").contains(&"g11g12+".to_string()));
    // They need not, and then stay for ever.
    let stuck = with(&[("P", "c12"), ("L", "e12")], 'w');
    assert_eq!(moves_from(&stuck, "c12"), [""; 0]);
    assert_eq!(moves_from(&stuck, "e12"), [""; 0]);
}

#[test]
fn a_lion_may_not_capture_a_protected_lion_from_afar() {
    let lions = [("N", "e5"), ("n", "e7")];
    let takes = |others: &[(&str, &str)]| {
        let game = with(&[&lions, others].concat(), 'w');
        moves_from(&game, "e5").contains(&"e5e7".to_string())
    };
    assert!(takes(&[]));
    assert!(!takes(&[("g", "e8")]));
    // A protector behind the capturing Lion, which opens its line.
    assert!(!takes(&[("r", "e2")]));
    assert!(takes(&[("r", "e2"), ("P", "e6")]));
    assert!(!takes(&[("+o", "g9")]), "another Lion protects");
    // Beside it, a protected Lion may be captured.
    let near = with(&[("N", "e5"), ("n", "e6"), ("g", "e7")], 'w');
    assert!(moves_from(&near, "e5").contains(&"e5e6".to_string()));
    // By another capture on the way, too, but for a Pawn or a Go-Between.
    for (letter, may) in [("p", false), ("i", false), ("+p", true), ("s", true), ("n", true)] {
        let game = with(&[("N", "e5"), ("n", "e7"), ("g", "e8"), (letter, "e6")], 'w');
        assert_eq!(moves_from(&game, "e5").contains(&"e5e6e7".to_string()), may, "{letter}");
    }
    // The protected Lion may be reached over the square of its only protector.
    for (letter, may) in [("i", false), ("s", true)] {
        let game = with(&[("N", "e5"), ("n", "e7"), (letter, "e6")], 'w');
        assert_eq!(moves_from(&game, "e5").contains(&"e5e6e7".to_string()), may, "{letter}");
    }
    // Other pieces capture protected Lions as they like.
    let rook = with(&[("R", "e3"), ("n", "e7"), ("g", "e8")], 'w');
    assert!(moves_from(&rook, "e3").contains(&"e3e7".to_string()));
}

#[test]
fn a_strike_may_not_be_countered() {
    let mut game =
        with(&[("R", "e3"), ("n", "e7"), ("r", "c8"), ("N", "c4"), ("g", "e8"), ("q", "b5")], 'w');
    let before = game.fen();
    game.play_text("e3e7").expect("a legal move");
    assert_eq!(game.fen().split(' ').nth(3), Some("e7"));
    let takes = |game: &Game, text: &str| texts(game).contains(&text.to_string());
    assert!(!takes(&game, "c8c4") && !takes(&game, "b5c4"), "{:?}", texts(&game));
    assert!(takes(&game, "e8e7"), "the piece itself may be captured");
    assert_eq!(at(&game.fen()).fen(), game.fen());
    assert_eq!(count(&at(&game.fen()), 2), count(&game, 2));
    // A move later it may.
    game.play_text("l12l11").expect("a legal move");
    assert_eq!(game.fen().split(' ').nth(3), Some("-"));
    game.play_text("a1a2").expect("a legal move");
    assert!(takes(&game, "c8c4"));
    for _ in 0..3 {
        game.undo();
    }
    assert_eq!(game.fen(), before);
    // A Lion strikes back, if it may.
    let mut lion = with(&[("R", "e3"), ("n", "e7"), ("+o", "d6"), ("N", "d4")], 'w');
    lion.play_text("e3e7").expect("a legal move");
    assert!(takes(&lion, "d6d4"));
    // A Kirin that becomes a Lion by the capture may be captured where it stands.
    let mut kirin = with(&[("O", "d8"), ("n", "e9"), ("r", "e12"), ("N", "c4"), ("r", "c12")], 'w');
    kirin.play_text("d8e9+").expect("a legal move");
    assert!(takes(&kirin, "e12e9") && !takes(&kirin, "c12c4"));
}

#[test]
fn squares_of_strikes_that_cannot_be_are_refused() {
    let chu = find("chu").expect("a game");
    let placement = "11k/12/12/12/12/4p7/12/12/12/12/12/K11";
    let read = |side, field| {
        Game::from_fen(chu, &format!("{placement} {side} - {field} 0 1")).map(|game| game.fen())
    };
    assert!(read('w', "e7").is_ok() && read('w', "e6").is_ok());
    let error = read('b', "e7").expect_err("Black's own piece").to_string();
    assert_eq!(error, "no piece that may not be traded can just have been captured on e7");
    assert!(read('w', "e6e5").is_err() && read('w', "m1").is_err());
}

#[test]
fn a_side_loses_with_its_last_royal_piece() {
    let mut game = with(&[("Q", "l3"), ("+e", "b9"), ("p", "h9")], 'w');
    // No move must guard a King.
    game.play_text("l3l12").expect("a legal move");
    assert_eq!(game.outcome(), None);
    game.play_text("b9b10").expect("a legal move");
    game.play_text("l12b2").expect("a legal move");
    game.play_text("h9h8").expect("a legal move");
    game.play_text("b2b10").expect("a legal move");
    let won = |color, reason| Some(Outcome::Win(color, reason));
    let white = dhow_rules::pieces::Color::White;
    assert_eq!(game.outcome(), won(white, WinReason::Royals));
    // A bare King loses, unless it can bare the other one.
    assert_eq!(with(&[("P", "b5"), ("P", "c5")], 'b').outcome(), won(white, WinReason::BareKing));
    assert_eq!(with(&[("P", "k11")], 'b').outcome(), None);
    // A side without a move has lost.
    let stuck = at("KP10/PP10/12/12/12/12/12/12/12/12/12/p10k w - - 0 1");
    let black = dhow_rules::pieces::Color::Black;
    assert_eq!(stuck.outcome(), won(black, WinReason::Stalemate));
}

#[test]
fn a_position_that_occurs_four_times_is_a_draw() {
    let mut game = with(&[("N", "e5"), ("r", "c8")], 'w');
    for ply in 0..12 {
        assert_eq!(game.outcome(), None, "{ply}");
        game.play_text(["e5e5", "l12k12", "e5e5", "k12l12"][ply % 4]).expect("a legal move");
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Repetition(4))));
}

/// The positions of the suite that lishogi's library counts, too, with its counts at depth 1, in their order.
const LISHOGI: &[u64] = &[
    76, 85, 131, 94, 126, 128, 98, 146, 132, 158, 118, 100, 183, 150, 155, 137, 170, 180, 114, 130,
    143, 132, 134, 189, 113, 192, 126, 128, 161, 118, 75, 86, 136, 115, 169, 154, 112, 161, 137,
    113, 171, 177, 157, 185, 123, 115, 139, 104, 109, 121, 124, 187, 180, 135, 100, 72, 152, 98,
    89, 195, 90, 137, 127, 142, 135, 168, 159, 139, 92, 160, 125, 80, 126, 106, 100, 102, 152, 94,
    154, 199, 169, 169, 130, 176, 200, 196, 203, 120, 134, 127, 113, 137, 144, 136, 152, 154, 146,
    85, 120, 95, 202, 105, 141, 129, 104, 115, 91, 146, 135, 76, 116, 163, 147, 115, 251, 112, 138,
    136, 210, 113, 158, 131, 165, 124, 129, 117, 171, 130, 198, 156, 182, 144, 155, 109, 188, 128,
    112, 127, 134, 138, 98, 151, 132, 86, 100, 182, 148, 106, 133, 167, 121, 126, 119, 94, 146,
    160, 122, 126, 141, 172, 132, 189, 144, 129, 157, 112, 175, 137, 122, 116, 209, 99, 81, 172,
    104, 98, 128, 118, 80, 107, 115, 173, 173, 117, 198, 168,
];

/// The ways of Lions, Falcons and Eagles over an empty square to where they could go at once: lishogi counts each as a
/// move of its own.
fn ways_over_empty_squares(game: &Game) -> u64 {
    let plain = Chu::of(&game.fen());
    let legal = plain.legal();
    let may = |from, to| {
        legal.iter().any(|mv| (mv.from, mv.over, mv.to) == (from, None, to) && from != to)
    };
    let all: Vec<(i32, i32)> =
        (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|&by| by != (0, 0)).collect();
    let mut ways = 0;
    for (&from, (white, letter)) in plain.board.iter().filter(|(_, man)| man.0 == plain.white) {
        let forward = if *white { 1 } else { -1 };
        let firsts = match letter.as_str() {
            "N" | "+O" => all.clone(),
            "+H" => vec![(0, forward)],
            "+D" => vec![(1, forward), (-1, forward)],
            _ => continue,
        };
        let plus = |at: (i32, i32), by: (i32, i32)| (at.0 + by.0, at.1 + by.1);
        let mut passes = 0;
        for first in firsts.iter().copied() {
            let middle = plus(from, first);
            if !may(from, middle) || plain.board.contains_key(&middle) {
                continue;
            }
            let seconds = match firsts.len() {
                8 => all.clone(),
                _ => vec![first, (-first.0, -first.1)],
            };
            passes += 1;
            ways += seconds.iter().filter(|&&by| may(from, plus(middle, by))).count() as u64;
        }
        // Passing over several squares is one move here.
        ways += u64::from(passes > 0) * (passes.max(1) - 1);
    }
    ways
}

#[test]
fn counts_are_those_of_lishogi_but_for_ways_over_empty_squares() {
    let suite = include_str!("../../../../perft-data/chu.epd");
    let positions: Vec<Game> = lines(suite)
        .filter(|line| line.matches(";D").count() == 1)
        .map(|line| at(line.split(" ;").next().expect("a position")))
        .collect();
    assert_eq!(positions.len(), LISHOGI.len());
    for (game, &expected) in positions.iter().zip(LISHOGI) {
        let ways = ways_over_empty_squares(game);
        assert_eq!(game.legal_moves().len() as u64 + ways, expected, "{}", game.fen());
    }
}

/// Plays a game at random, and compares each position with the slow reference.
fn compare(seed: u64) -> (usize, usize) {
    let mut random = Random::new(seed);
    let mut game = Game::new(find("chu").expect("a game"));
    let mut plain = Chu::of(&game.fen());
    let (mut positions, mut strikes) = (0, 0);
    for _ in 0..300 {
        let legal = plain.legal();
        let mut expected: Vec<String> = legal.iter().map(ChuMove::text).collect();
        expected.sort();
        assert_eq!(texts(&game), expected, "seed {seed}: {}", game.fen());
        assert_eq!(game.fen().split(' ').nth(3), Some(plain.struck_text().as_str()));
        positions += 1;
        if random.one_in(40) {
            for mv in game.legal_moves() {
                let position = game.position();
                for text in [position.move_text(mv), position.san(mv)] {
                    assert_eq!(position.parse_san(&text), Ok(mv), "{text} in {}", game.fen());
                }
            }
            let (together, one_by_one) = replies(&game);
            let after: usize = legal.iter().map(|mv| plain.play(mv).legal().len()).sum();
            assert_eq!((together, one_by_one), (after as u64, after as u64), "{}", game.fen());
            assert_eq!(plain_count(&game, 2), after as u64);
        }
        if legal.is_empty() || game.outcome().is_some() {
            break;
        }
        // Captures, above all of Lions and by Lions, and promotions are preferred.
        let weight = |mv: &ChuMove| {
            let captured = mv.over.into_iter().chain([mv.to]).filter(|at| *at != mv.from);
            let captured = captured.filter_map(|at| plain.board.get(&at));
            let captured: usize = captured
                .map(|man| match man.1.as_str() {
                    "N" | "+O" => 40,
                    // Games shall go on.
                    "K" | "+E" => 0,
                    _ => 6,
                })
                .sum();
            1 + captured + 8 * usize::from(mv.promotes) + 4 * usize::from(mv.over.is_some())
        };
        let mut left = random.below(legal.iter().map(weight).sum());
        let chosen = legal.iter().find(|mv| {
            let weight = weight(mv);
            let found = left < weight;
            left = left.saturating_sub(weight);
            found
        });
        let mv = chosen.expect("a move");
        game.play_text(&mv.text()).expect("a legal move");
        plain = plain.play(mv);
        strikes += usize::from(plain.struck.is_some());
    }
    (positions, strikes)
}

#[test]
fn random_games_are_played_as_the_slow_reference_plays_them() {
    let seeds: Vec<u64> = (0..12).collect();
    let results = two_at_a_time(&seeds, |&seed| compare(seed));
    assert!(results.iter().map(|it| it.0).sum::<usize>() > 1_000);
    assert!(results.iter().map(|it| it.1).sum::<usize>() > 10);
}

/// `cargo test --release -p dhow-rules chu -- --ignored`
#[test]
#[ignore = "some minutes"]
fn many_random_games_are_played_as_the_slow_reference_plays_them() {
    let seeds: Vec<u64> = (0..1000).collect();
    let results = two_at_a_time(&seeds, |&seed| compare(seed));
    assert!(results.iter().map(|it| it.0).sum::<usize>() > 100_000);
}
