//! The games of `share/variants`, and files of games on the command line.

use crate::common::command::{dhow, dhow_with_input};
use crate::common::counting::count;
use crate::common::positions::variant;
use dhow::game::{Game, read_variants};
use dhow::variant::ini::{VariantFiles, shipped_games};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the files that come with the program.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("share/variants")
}

/// The file of one of its games.
fn file(id: &str) -> PathBuf {
    folder().join(format!("{id}.ini"))
}

#[test]
fn every_file_that_comes_with_the_program_is_embedded_and_can_be_played() {
    let mut files = VariantFiles::default();
    let mut ids = BTreeSet::new();
    for entry in std::fs::read_dir(folder()).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a file");
        read_variants(&mut files, &text)
            .unwrap_or_else(|mistakes| panic!("{path:?}: {mistakes:?}"));
        ids.insert(path.file_stem().expect("a name").to_string_lossy().into_owned());
    }
    let shipped: BTreeSet<String> = shipped_games().iter().map(|game| game.id.clone()).collect();
    assert_eq!(shipped, ids);
    for game in files.games() {
        assert_eq!(game, variant(&game.id));
    }
}

/// A game of a file may start from one that comes with the program, and may take its place.
#[test]
fn games_of_files_and_those_that_come_with_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.ini");
    let text = "[slow:chess]\ndoubleStep = false\n[grand]\nmaxFile = h\n";
    std::fs::write(&path, text).expect("a file");
    let path = path.display().to_string();
    let perft = |id: &str| dhow(&["perft", "1", "-v", id, "--variants", &path]).out;
    assert!(perft("slow").contains("12"), "{}", perft("slow"));
    assert!(perft("grand").contains("20"), "{}", perft("grand"));
    assert!(perft("chess").contains("20"), "{}", perft("chess"));
}

/// Counts of Fairy-Stockfish 11.1 (Debian); those of Terachess are from its inventor's site, where an independent
/// engine counted them.
#[test]
fn counts_of_the_start_arrays() {
    for (id, counts) in [
        ("chess", [20, 400, 8902, 197_281]),
        ("capablanca", [28, 784, 25_228, 805_128]),
        ("grand", [65, 4225, 259_514, 15_921_643]),
        ("shako", [58, 3364, 185_938, 10_273_158]),
        ("courier", [26, 678, 18_406, 500_337]),
        ("terachess", [54, 2916, 175_508, 10_562_564]),
        ("gigachess", [53, 2809, 164_616, 9_646_503]),
    ] {
        let game = Game::new(variant(id));
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(count(&game, depth), expected, "{id} {depth}");
        }
    }
}

fn moves_of(game: &Game, from: &str) -> Vec<String> {
    let texts = game.legal_moves().into_iter().map(|mv| game.move_text(mv));
    let mut texts: Vec<String> = texts.filter(|text| text.starts_with(from)).collect();
    texts.sort();
    texts
}

/// A Pawn of Grand Chess need not promote before the last rank, becomes a piece that its side has lost, and cannot move
/// there if its side has lost none.
#[test]
fn promotion_in_grand_chess() {
    let grand = variant("grand");
    let at = |fen: &str| Game::from_fen(grand, fen).expect("a position");
    let early = at("k9/10/10/P9/10/10/10/10/10/K1QCARRBBN w - - 0 1");
    assert_eq!(moves_of(&early, "a7"), ["a7a8", "a7a8n"]);
    let last = at("4k5/P9/10/10/10/10/10/10/10/K1QCARRBBN w - - 0 1");
    assert_eq!(moves_of(&last, "a9"), ["a9a10n"]);
    let full = at("4k5/P9/10/10/10/10/10/10/10/KNQCARRBBN w - - 0 1");
    assert_eq!(moves_of(&full, "a9"), [""; 0]);
    // The Pawn gives check nonetheless.
    let check = at("1k8/P9/10/10/10/10/10/10/10/KNQCARRBBN b - - 0 1");
    assert!(check.position().in_check());
    assert!(Game::from_fen(grand, "P3k5/10/10/10/10/10/10/10/10/K9 w - - 0 1").is_err());
}

/// The promotion rules of Terachess that Metamachy does not have.
#[test]
fn promotion_in_terachess() {
    let terachess = variant("terachess");
    let at = |second: &str, third: &str| {
        let empty = ["16"; 12].join("/");
        let fen = format!("15k/{second}/{third}/{empty}/K15 w - - 0 1");
        Game::from_fen(terachess, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    };
    // A Troll promotes by the step of a Pawn, and not by a leap of three squares.
    let troll = at("T15", "16");
    assert!(moves_of(&troll, "a15").contains(&"a15a16q".to_string()));
    assert!(!moves_of(&troll, "a15").contains(&"a15a16".to_string()));
    let fen = format!("15k/16/16/3T12/{}/K15 w - - 0 1", ["16"; 11].join("/"));
    let leaps = Game::from_fen(terachess, &fen).expect("a position");
    let leaps = moves_of(&leaps, "d13");
    assert!(["d13a16", "d13d16", "d13g16"].iter().all(|mv| leaps.contains(&mv.to_string())));
    // Every kind that promotes has one choice.
    for (piece, to) in [("N", "f"), ("J", "l"), ("I", "a"), ("P", "q"), ("E", "l"), ("Z", "f")] {
        let game = at("16", &format!("3{piece}12"));
        let last = moves_of(&game, "d14").into_iter().filter(|mv| mv.contains("16"));
        assert!(last.into_iter().all(|mv| mv.ends_with(to)), "{piece}");
    }
    // A double step that promotes may be captured en passant, as what it has become.
    let fen = format!("4p10k/16/3P12/{}/K15 w - - 0 1", ["16"; 12].join("/"));
    let mut double = Game::from_fen(terachess, &fen).expect("a position");
    double.play(double.parse_move("d14d16q").expect("a move"));
    assert!(double.fen().contains(" b - d15 "), "{}", double.fen());
    assert_eq!(Game::from_fen(terachess, &double.fen()).expect("a position").fen(), double.fen());
    double.play(double.parse_move("e16d15").expect("a capture"));
    assert!(double.fen().starts_with("15k/3p12/16/"), "{}", double.fen());
    assert!(double.undo().is_some() && double.undo().is_some());
    assert_eq!(double.fen(), fen);
}

/// The outermost Rook castles, or the one on a file that the game names.
#[test]
fn castling_with_a_rook_on_another_file() {
    let games = |lines: &str| {
        let mut files = VariantFiles::default();
        let text = format!(
            "[inner]\nmaxFile = j\ncastlingKingFile = e\ncastlingKingsideFile = g\ncastlingQueensideFile = c\n\
             startFen = rr2k3rr/pppppppppp/10/10/10/10/PPPPPPPPPP/RR2K3RR w KQkq - 0 1\n{lines}"
        );
        let read = read_variants(&mut files, &text);
        read.map(|()| files.games()[0].clone()).map_err(|mistakes| mistakes[0].to_string())
    };
    let inner =
        games("castlingRookKingsideFile = i\ncastlingRookQueensideFile = b").expect("a game");
    let mut game = Game::new(&inner);
    assert_eq!(count(&game, 3), 24_310, "pyffish 0.0.90");
    game.play(game.parse_move("e1g1").expect("castling"));
    assert!(game.fen().contains("/RR3RK2R b kq "), "{}", game.fen());
    game.play(game.parse_move("e8c8").expect("castling"));
    assert!(game.fen().starts_with("r1kr4rr/"), "{}", game.fen());
    // A move of the outer Rook leaves the right.
    assert!(Game::from_fen(&inner, "4k5/10/10/10/10/10/10/R3K3RR w KQ - 0 1").is_err());
    let mut game =
        Game::from_fen(&inner, "4k5/10/10/10/10/10/10/1R2K3RR w KQ - 0 1").expect("a position");
    game.play(game.parse_move("j1j2").expect("a move"));
    assert!(game.fen().contains(" b KQ "), "{}", game.fen());
    // The partner is the first Rook from the file on toward the King. The outermost Rook stands there anyway.
    let outer =
        games("castlingRookKingsideFile = j\ncastlingRookQueensideFile = a").expect("a game");
    assert_eq!(outer, games("").expect("a game"));
    for (line, expected) in [
        (
            "castlingRookKingsideFile = h",
            "line 7, `castlingRookKingsideFile`: `8`; expected the number",
        ),
        (
            "castlingRookKingsideFile = z",
            "line 7, `castlingRookKingsideFile`: `26`; expected the number",
        ),
        ("castlingRookQueensideFile = c", "line 7, `castlingRookQueensideFile`: `3`; expected"),
        ("castlingRank = 2", "line 7, `castlingRank`: not supported: castling on another rank"),
    ] {
        let told = games(line).expect_err(line);
        assert!(told.starts_with(expected), "{told}");
    }
}

/// Fairy-Stockfish writes `+` where a kind has one promotion of its own.
#[test]
fn a_promotion_written_with_a_plus() {
    let mut files = VariantFiles::default();
    let text = "[one:chess]\narchbishop = a\npromotedPieceType = n:a\nmandatoryPiecePromotion = true\n\
                [two:one]\npromotedPieceType = n:aq";
    read_variants(&mut files, text).expect("games");
    let at = |game: usize| {
        Game::from_fen(&files.games()[game], "k7/P7/2N5/8/8/5n2/8/7K w - - 0 1")
            .expect("a position")
    };
    let (one, two) = (at(0), at(1));
    assert_eq!(one.parse_move("c6d8+"), one.parse_move("c6d8a"));
    assert!(one.parse_move("c6d8+").is_ok() && one.parse_move("c6d8").is_err());
    for text in ["c6d4+", "c6d8++", "c6d8+a", "c6c7+", "a7b8+"] {
        assert!(one.parse_move(text).is_err(), "{text}");
    }
    assert!(two.parse_move("c6d8+").is_err() && two.parse_move("c6d8q").is_ok());
    let mut after = one.clone();
    after.play_text("c6d8+").expect("a move");
    after.play_text("f3g1+").expect("a move");
    assert_eq!(after.fen(), "k2A4/P7/8/8/8/8/8/6aK w - - 2 2");
}

#[test]
fn chess_without_castling() {
    let mut files = VariantFiles::default();
    read_variants(&mut files, "[nocastling:chess]\ncastling = false").expect("a game");
    let game = Game::new(&files.games()[0]);
    assert_eq!(count(&game, 1), 20);
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1";
    let open = Game::from_fen(game.variant(), fen).expect("a position");
    assert_eq!(moves_of(&open, "e1"), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
}

/// The example of the documentation, and the values of its pieces whose value no line gives.
#[test]
fn the_example_that_is_explained() {
    let guide = include_str!("../docs/variants.md");
    let example = guide.split("```ini\n").nth(1).and_then(|rest| rest.split("```").next());
    let mut files = VariantFiles::default();
    read_variants(&mut files, example.expect("an example")).expect("two games");
    let ids: Vec<&str> = files.games().iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids, ["caravan", "caravan-slow"]);
    let game = &files.games()[0];
    let worth = |letter| game.piece(letter).expect("a piece").value;
    assert_eq!(game.piece('C').map(|piece| piece.name.as_str()), Some("Caravan"));
    assert!(worth('P') < worth('N') && worth('N') < worth('B') && worth('B') < worth('R'));
    assert!(worth('B') < worth('C') && worth('C') < worth('Q') && worth('K') == 0);
    assert_eq!(worth('R'), 500);
    assert_eq!(moves_of(&Game::new(game), "e2"), ["e2e3", "e2e4"]);
    assert_eq!(moves_of(&Game::new(&files.games()[1]), "e2"), ["e2e3"]);
}

#[test]
fn files_on_the_command_line() {
    let grand = file("grand").display().to_string();
    let counted = dhow(&["perft", "--variants", &grand, "-v", "grand", "2"]);
    assert_eq!((counted.code, counted.out.trim()), (0, "Nodes searched: 4225"), "{}", counted.err);
    let shako = format!("--variants={}", file("shako").display());
    let games = dhow(&["variants", &shako, "--variants", &grand]).succeeds();
    assert!(games.contains("Grand Chess") && games.contains("Shako"), "{games}");
    dhow(&["variants", "--variants", "no such file"]).fails(2, "no such file: ");
    let folder = tempfile::tempdir().expect("a folder");
    for (text, error) in [
        ("[metamachy]", "line 1, `metamachy`: a built-in game has this name; "),
        ("[a]\nmaxRank = x\n[b]\ny = 1", "line 4, `y`: unknown key"),
        ("[a]\nmaxFile = j", "line 1, `a`: start array: rank 8 has 8 squares"),
        ("[a]\nmaxFile = q", "line 2, `maxFile`: a board of 17x8; expected 4x4 to 16x16"),
        ("[a]\nmaxRank = 3", "line 2, `maxRank`: a board of 8x3; expected 4x4 to 16x16"),
        ("[a]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\ncastling = false", "line 2, `startFen`: "),
    ] {
        let path = folder.path().join("games.ini");
        std::fs::write(&path, text).expect("a file");
        let path = path.display().to_string();
        dhow(&["variants", "--variants", &path]).fails(2, error);
    }
}

/// A front end would see a dead engine, so a session reports what is wrong and goes on.
#[test]
fn a_session_goes_on_without_a_refused_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let bad = path("bad.ini", "[a]\nmaxRank = x\n[b]\ny = 1\n");
    let good = path("good.ini", "[slow:chess]\ndoubleStep = false\n");
    let args = ["-v", "a", "--variants", &bad, "--variants", &good];
    let uci = dhow_with_input(&args, "uci\nposition startpos\ngo depth 1\nquit\n").succeeds();
    let (options, rest) = uci.split_once("uciok\n").expect("an answer");
    assert!(options.contains(" var slow ") && options.contains("default metamachy"), "{options}");
    let told: Vec<&str> = rest.lines().take(3).collect();
    assert_eq!(
        told[0],
        format!("info string {bad}: line 2, `maxRank`: `x`; expected a rank from 2 to 32")
    );
    assert!(told[1].starts_with(&format!("info string {bad}: line 4, `y`: unknown key")), "{rest}");
    assert_eq!(told[2], "info string -v a: no such game without the file; metamachy instead");
    assert!(rest.contains("bestmove "), "{rest}");
    // Without a greeting the first answer comes first, too.
    let plain = dhow_with_input(&["--variants", &bad], "isready\nquit\n").succeeds();
    assert!(plain.starts_with(&format!("readyok\ninfo string {bad}: line 2")), "{plain}");

    let said = dhow_with_input(&args, "xboard\nprotover 2\nnew\nvariant slow\nping 1\nquit\n");
    let said = said.succeeds();
    let (features, rest) = said.split_once("feature done=1\n").expect("features");
    assert!(features.contains("slow") && !features.contains("error"), "{features}");
    let told: Vec<&str> = rest.lines().take(4).collect();
    assert!(told[..3].iter().all(|line| line.starts_with("# ")), "{told:?}");
    assert!(told[3].starts_with(&format!("tellusererror {bad}: line 2, `maxRank`: ")), "{told:?}");
    assert!(told[3].ends_with("(3 messages in all, see XBoard's debug file)"), "{told:?}");
    assert_eq!(rest.matches("tellusererror").count(), 1, "{rest}");
    assert!(rest.contains("pong 1"), "{rest}");
    let first_version = dhow_with_input(&["--variants", &bad], "xboard\nnew\nquit\n").succeeds();
    assert!(first_version.contains("tellusererror "), "{first_version}");

    // Commands fail, and report all files.
    let other = path("other.ini", "[c]\nz = 1\n");
    for command in [&["perft", "1", "-v", "a"][..], &["play"], &["xboard"], &["variants"]] {
        let args = [command, &["--variants", &bad, "--variants", &other]].concat();
        let run = dhow(&args);
        assert!(
            run.err.contains("line 2, `maxRank`: ") && run.err.contains("other.ini: line 2"),
            "{}",
            run.err
        );
        run.fails(2, "error: ");
    }
}

/// Setups are listed, counted and played as the file says.
#[test]
fn setups_of_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("setups.ini").display().to_string();
    let text = "[pairs:chess]\ncastling = false\nsetupGroup1 = !BBNNQK: b8 c8 d8 e8 f8 g8\n\
                [still:chess]\nsetupGroup1 = !BBNN: b8 c8 f8 g8\n";
    std::fs::write(&path, text).expect("a file");
    let listed =
        |args: &[&str]| dhow(&[&["setups", "--variants", &path], args].concat()).succeeds();
    // 3 x 3 squares for the Bishops, 4 x 3 for Queen and King; half of them with the King on the left.
    assert_eq!(listed(&["-v", "pairs", "--count", "--mirrors"]), "108\n");
    assert_eq!(listed(&["-v", "pairs", "--count"]), "54\n");
    // The King stays on the right half, so that no setup is the mirror image of another one.
    assert_eq!(listed(&["-v", "still"]), "BBNN\nBNNB\nNBBN\nNNBB\n");
    let games = dhow(&["variants", "--variants", &path]).succeeds();
    let row = games.lines().find(|line| line.starts_with("still")).expect("a row");
    assert!(row.contains(" 4  "), "{row}");
    let at = |setup: &str| {
        dhow(&["board", "-v", "still", "--setup", setup, "--variants", &path]).succeeds()
    };
    assert!(at("nnbb").contains("fen: rnnqkbbr/pppppppp/"), "{}", at("nnbb"));
    dhow(&["board", "-v", "still", "--setup", "NBNB", "--variants", &path])
        .fails(2, "error: setup `NBNB`: B cannot stand on g8");
}

/// The special rules of a game's pieces are described in words.
#[test]
fn castling_and_promotion_in_words() {
    let told = |id: &str| {
        let text = dhow(&["variants", id]).succeeds();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (id, words) in [
        (
            "chess",
            "from e1 to g1, and the Rook from h1 to f1; or from e1 to c1, and the Rook from a1",
        ),
        ("capablanca", "from f1 to i1, and the Rook from j1 to h1; or from f1 to c1"),
        ("grand", "promotes to Q C A R B N on the last 3 ranks, on the last one at the latest"),
        ("grand", "to a Queen, Marshal or Cardinal only while it has none"),
        ("grand", "to a Rook, Bishop or Knight only while it has fewer than 2"),
        ("terachess", "promotes to Q, by some of its moves only"),
        ("grand", "to R B N only while its side has fewer than 2"),
    ] {
        assert!(told(id).contains(words), "{id}: {words}\n{}", told(id));
    }
    assert!(!told("shako").contains("at the latest"), "{}", told("shako"));
}

#[test]
fn check_variants_shows_pieces_and_tells_mistakes() {
    let shown = dhow(&["check-variants", &file("shako").display().to_string()]).succeeds();
    assert!(shown.contains("shako: Shako, 10x10, 8 kinds of pieces\n58 moves from "), "{shown}");
    assert!(shown.contains("x x # m C m # x x"), "{shown}");
    assert!(!shown.contains("warning"), "{shown}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.ini");
    let check = |text: &str| {
        std::fs::write(&path, text).expect("a file");
        dhow(&["check-variants", &path.display().to_string()])
    };
    let text = "[bare]\nstartFen = 4k3/8/8/8/8/8/8/B3K3 w - - 0 1\ncastling = false";
    let shown = check(text).succeeds();
    for warning in [
        "warning: bare: White's pieces cannot mate Black's King",
        "warning: bare: Black's pieces cannot mate White's King",
        "warning: bare: N (Knight) never occurs",
    ] {
        // The kinds that Pawns promote to may occur.
        assert_eq!(shown.contains(warning), !warning.contains("Knight"), "{warning}: {shown}");
    }
    assert!(shown.contains("warning: bare: P (Pawn) never occurs"), "{shown}");
    let told = check("[a]\nmaxRank = x\n[b]\ndrops = true\n[c]\npawns = p");
    assert_eq!((told.code, told.out.as_str()), (1, ""), "{}", told.err);
    for mistake in ["line 2, `maxRank`: ", "line 4, `drops`: ", "line 6, `pawns`: unknown key"] {
        assert!(told.err.contains(mistake), "{mistake}: {}", told.err);
    }
    let shown = check("\u{feff}; Windows\n[calm:chess]\nnMoveRule = 100 ; slower").succeeds();
    assert!(shown.contains("calm: calm, 8x8"), "{shown}");
    for text in ["", "# [a]", "; [a]\n"] {
        std::fs::write(&path, text).expect("a file");
        let path = path.display().to_string();
        let shown = dhow(&["check-variants", &path]).fails(2, "line 1: no games in this file");
        assert_eq!(shown, "");
        dhow(&["variants", "--variants", &path]).fails(2, "line 1: no games in this file");
    }
    dhow(&["check-variants", "no such file"]).fails(2, "no such file: ");
}

/// Movements are compared, not their texts.
#[test]
fn a_movement_that_is_written_in_two_ways_is_one_piece() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = ["12"; 10].join("/");
    let game = |name: &str, betza: &str| {
        format!(
            "[{name}]\nmaxFile = l\nmaxRank = 12\ncustomPiece1 = e:{betza}\ncastling = false\n\
             doubleStepRegionBlack = *11\npromotionRegionWhite = *12\n\
             startFen = e3k7/{empty}/E3K7 w - - 0 1\n"
        )
    };
    for [one, other] in
        [["mRcpR", "cpRmR"], ["WD", "DW"], ["N", "ffNbbNllNrrN"], ["mRcpR", "cpRmWmR"]]
    {
        let fen = format!("11k/{empty}/E3K7 w - - 0 1");
        let path = folder.path().join("games.ini");
        std::fs::write(&path, game("one", one) + &game("other", other)).expect("a file");
        let path = path.display().to_string();
        let shown = dhow(&["check-variants", &path]).succeeds();
        for name in ["one", "other"] {
            let warning = format!("warning: {name}: White's pieces cannot mate Black's King");
            assert!(shown.contains(&warning), "{warning}: {shown}");
        }
        let evaluated = |name: &str| {
            let input = format!("position fen {fen}\neval\nquit\n");
            let said = dhow_with_input(&["--variants", &path, "-v", name], &input).succeeds();
            let line = said.lines().find(|line| line.contains("Final evaluation +0.00"));
            line.unwrap_or_else(|| panic!("{said}")).to_string()
        };
        assert_eq!(evaluated("one"), evaluated("other"), "{one} {other}");
    }
}

#[test]
fn a_file_by_uci() {
    let grand = file("grand").display().to_string();
    let said = dhow_with_input(
        &[],
        &format!(
            "uci\nsetoption name VariantPath value no such file\n\
             setoption name UCI_Variant value grand\n\
             setoption name VariantPath value {grand}\nsetoption name UCI_Variant value grand\n\
             position startpos moves e3e5\nd\nsetoption name VariantPath value <empty>\nuci\nquit\n"
        ),
    )
    .succeeds();
    for line in [
        "option name VariantPath type string default <empty>",
        "info string no such file: ",
        "info string games from the file: grand",
        "info string variant grand files 10 ranks 10 ",
        "info string no games from a file",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
}

#[test]
fn a_match_hands_the_file_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let shako = file("shako").display().to_string();
    for (protocol, argument) in [("uci", None), ("xboard", Some(format!("arg=--variants={shako}")))]
    {
        let run = Command::new(env!("CARGO_BIN_EXE_dhow"))
            .current_dir(folder.path())
            .args(["match", "-variants", &shako, "-variant", "shako", "-games", "2", "-srand", "3"])
            .args(["-engine", "cmd=self", "name=a", "-engine", "name=b"])
            .arg(format!("cmd={}", env!("CARGO_BIN_EXE_dhow")))
            .args(argument)
            .args(["-each", &format!("proto={protocol}"), "depth=1", "-maxmoves", "20"])
            .output()
            .expect("a match");
        let text = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{protocol}: {text}{}", String::from_utf8_lossy(&run.stderr));
        assert!(text.contains("Score of a vs b: ") && !text.contains("illegal"), "{text}");
    }
}

const DIAGRAM: &str =
    "files=10 iron=2\npawn::::a2-j2\nknight:N:::b1,i1\nking::K::f1\npromoChoice=N\n";

/// Diagrams are read wherever variant files are, and written as variant files.
#[test]
fn diagrams_are_read_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Ten files.html");
    let page = format!("<p>A page</p>\n<div class=\"idiagram\">\n{DIAGRAM}</div>");
    std::fs::write(&path, page).expect("a file");
    let path = path.display().to_string();
    let note = "line 3, `iron`: left out: this kind can be captured";
    let shown = dhow(&["check-variants", &path]).succeeds();
    assert!(shown.contains(note) && shown.contains("ten-files: ten-files, 10x8"), "{shown}");
    let told = dhow(&["perft", "1", "--variants", &path, "-v", "ten-files"]);
    assert!(told.err.contains(note), "{}", told.err);
    let imported = dhow(&["import", &path]);
    assert!(imported.err.contains(note), "{}", imported.err);
    assert!(imported.out.starts_with(&format!("# {note}\n[ten-files]\n")), "{}", imported.out);
    let ini = folder.path().join("ten.ini");
    std::fs::write(&ini, &imported.out).expect("a file");
    dhow(&["check-variants", &ini.display().to_string()]).succeeds();
    let named = dhow_with_input(&["import", "--name", "mine"], DIAGRAM);
    assert!(named.out.contains("\n[mine]\n"), "{}", named.out);
    let wrong = DIAGRAM.replace("iron", "morph");
    dhow_with_input(&["import", "-"], &wrong)
        .fails(2, "-: line 1, `morph`: kinds that change by square are not supported");
    dhow_with_input(&["import"], "[a]\n").fails(2, "line 1: no diagram in this text");
    dhow(&["import", "no such file"]).fails(2, "cannot read no such file");
}

#[test]
fn games_are_written_as_diagrams() {
    let grand = dhow(&["export", "-v", "grand"]);
    assert!(grand.out.contains("\npromoChoice=!P*Q*C*A*R*B*N\npromoZone=3\n"), "{}", grand.out);
    assert_eq!(grand.err, "");
    let terachess = dhow(&["export", "-v", "terachess"]);
    assert!(terachess.err.contains("not in the diagram: Troll promotes to Q"), "{}", terachess.err);
    dhow(&["export", "-v", "chieftain"])
        .fails(2, "chieftain: a diagram has no turns of several moves");
}

/// A board with missing squares is drawn with holes, and is exported and imported as a diagram.
#[test]
fn boards_with_missing_squares() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, diagram) = (path("holes.ini"), path("holes.txt"));
    let game = "[holes]\nmaxFile = k\nmaxRank = 10\ncustomPiece1 = w:FC\ncastling = false\n\
        startFen = *1r*q1k*r1*/1w*n1b1n*w1/pppppppppp*/11/5*5/5*5/11/PPPPPPPPPP*/1W*N1B1N*W1/*1R*Q1K*R1* w - - 0 1\n\
        promotionRegionWhite = *10\ndoubleStepRegionWhite = *3\ndoubleStepRegionBlack = *8\n";
    std::fs::write(&file, game).expect("a file");
    let board = |more: &[&str]| {
        dhow(&[&["board", "--ascii", "--variants", &file, "-v", "holes"], more].concat())
    };
    let picture = board(&[]).succeeds();
    assert!(picture.starts_with("10     .  r     q  .  k     r  .\n"), "{picture}");
    assert!(picture.contains("\n 6  .  .  .  .  .     .  .  .  .  .\n"), "{picture}");
    let svg = board(&["--svg", "-"]).succeeds();
    // One square in the picture for each square of the board.
    assert_eq!(svg.matches("h50v50h-50z").count(), 110 - 16);
    board(&["--fen", "11/11/11/11/11/11/11/11/11/11 w - - 0 1"])
        .fails(2, "the board has no square a1; a FEN has `*` there");
    let exported = dhow(&["export", "--variants", &file, "-v", "holes"]).succeeds();
    assert!(exported.contains("\nhole::::a1,d1,h1,k1,c2,i2,k3,f5,f6,k8,c9,i9,a10,d10,h10,k10\n"));
    std::fs::write(&diagram, exported).expect("a file");
    let perft = |file: &str| dhow(&["perft", "--variants", file, "-v", "holes", "3"]).out;
    assert_eq!(perft(&file), "Nodes searched: 51286\n");
    assert_eq!(perft(&diagram), perft(&file));
}
