//! Interactive Diagrams, read and written.

use crate::common::counting::count;
use dhow_rules::betza::CanonicalForm;
use dhow_rules::game::{Game, read_variants_or_diagrams};
use dhow_rules::variant::ini::VariantFiles;
use dhow_rules::variant::{BareKing, Role, Setup, VARIANTS, Variant, diagram, find};
use std::sync::Arc;

/// The only game of a text, and the notes.
fn read(text: &str) -> Result<(Arc<Variant>, Vec<String>), Vec<String>> {
    let mut files = VariantFiles::default();
    let notes = read_variants_or_diagrams(&mut files, text, Some("mine"));
    let lines = |mistakes: Vec<_>| mistakes.iter().map(ToString::to_string).collect::<Vec<_>>();
    let notes = lines(notes.map_err(lines)?);
    assert_eq!(files.games().len(), 1);
    Ok((files.games()[0].clone(), notes))
}

fn game(text: &str) -> (Arc<Variant>, Vec<String>) {
    read(text).unwrap_or_else(|mistakes| panic!("{mistakes:?}: {text}"))
}

fn mistakes(text: &str) -> Vec<String> {
    read(text).expect_err(text)
}

const CHESS: &str = "Pawn::::a2-h2\nKnight:N:::b1,g1\nBishop::::c1,f1\nRook::::a1,h1\n\
                     Queen::::d1\nKing::::e1\n";

#[test]
fn written_games_are_read_as_the_same_ones() {
    let mut written = 0;
    for variant in VARIANTS.iter() {
        let Some(text) = diagram::export(variant) else {
            assert!(variant.command.is_some(), "{}", variant.id);
            continue;
        };
        written += 1;
        // A diagram as Dhow reads it has one kind for each letter of the alphabet.
        if variant.pieces.len() > 26 {
            assert!(text.missing.contains(&"the `+` of letters".to_string()), "{}", variant.id);
            continue;
        }
        let (read, _) = game(&text.text);
        assert_eq!((read.files, read.ranks), (variant.files, variant.ranks));
        assert_eq!((&read.castling, &read.start), (&variant.castling, &variant.start));
        assert_eq!(read.end.stalemate, variant.end.stalemate);
        assert_eq!(read.promotions, variant.promotions, "{}", variant.id);
        assert_eq!(read.promotion.ranks, variant.promotion.ranks);
        assert_eq!(read.promotion.optional_ranks, variant.promotion.optional_ranks);
        assert_eq!(read.promotion.limits, variant.promotion.limits);
        assert_eq!(Setup::all(&read).len(), Setup::all(variant).len());
        for piece in &variant.pieces {
            let same = read.piece(piece.letter).unwrap_or_else(|| panic!("{}", piece.name));
            assert_eq!(same.name, piece.name);
            let forms = [same, piece].map(|it| CanonicalForm::entire(&it.betza));
            assert_eq!(forms[0], forms[1], "{}: {}", variant.id, piece.name);
            if piece.promotes_to.is_empty() {
                assert_eq!(same.role, piece.role, "{}: {}", variant.id, piece.name);
            }
        }
        let (own, other) = (Game::new(variant), Game::new(&read));
        for depth in 1..=3 {
            assert_eq!(count(&own, depth), count(&other, depth), "{} {depth}", variant.id);
        }
        let missing = text.missing.join("; ");
        match variant.id.as_str() {
            "terachess" | "gigachess" | "courier" => assert!(!missing.is_empty()),
            id => assert_eq!(missing, "", "{id}"),
        }
    }
    assert_eq!(written, 14);
}

/// Pairs on different shades and chiefs of several pieces come and go as setups.
#[test]
fn shuffles_with_pairs() {
    let array = CHESS.replace("King::::", "King::K::");
    for (shuffle, count, notes) in [
        ("!BNQ", 18, 0),
        ("!BN", 4, 0),
        ("BN", 6, 0),
        ("!BNRQK", 16 * 180, 0),
        // The King is shuffled first, and stays where it then is; the others get the rest.
        ("KQ,!BNQ", 36, 0),
        (":BN", 1, 1),
        ("B", 1, 1),
    ] {
        let (read, told) = game(&format!("shuffle={shuffle}\n{array}"));
        let told = told.iter().filter(|note| note.contains("shuffle")).count();
        assert_eq!((Setup::all(&read).len(), told), (count, notes), "{shuffle}");
        let written = diagram::export(&read).expect("a game of one move a turn");
        let (again, _) = game(&written.text);
        let names = |variant| Setup::all(variant).iter().map(Setup::name).collect::<Vec<_>>();
        if written.missing.iter().all(|text| text != "the setups") {
            assert_eq!(names(&again), names(&read), "{shuffle}: {}", written.text);
        } else {
            panic!("{shuffle}: {}", written.text);
        }
    }
    // Pieces that castle stay.
    for shuffle in ["!BNRQ", "BNK"] {
        let (read, told) = game(&format!("shuffle={shuffle}\n{CHESS}"));
        assert_eq!(read.setup, []);
        assert!(told.iter().any(|note| note.contains("cannot be shuffled")), "{told:?}");
    }
}

/// Missing squares, by themselves and in a game that is written and read again.
#[test]
fn missing_squares() {
    let (even, _) = game(&format!("files=9\nhole::::i3-i4,d4-f4\n{CHESS}"));
    let names: Vec<String> = even.holes.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["d4", "d5", "e4", "e5", "f4", "f5", "i3", "i4", "i5", "i6"]);
    let uneven = Arc::new(Variant {
        holes: even.holes[1..].to_vec(),
        // d4, on the fourth rank from above and the second with such holes.
        start: even.start.replace("3***2*/8*", "4**2*/8*"),
        ..Variant::clone(&even)
    });
    for (variant, holes, symmetry) in
        [(even, "i3,d4-f4,i4,d5-f5,i5,i6", "mirror"), (uneven, "i3,e4-f4,i4,d5-f5,i5,i6", "none")]
    {
        let written = diagram::export(&variant).expect("a game of one move a turn").text;
        assert!(written.contains(&format!("\nhole::::{holes}\n")), "{written}");
        assert!(written.contains(&format!("\nsymmetry={symmetry}\n")), "{written}");
        let (again, _) = game(&written);
        assert_eq!((&again.holes, &again.start), (&variant.holes, &variant.start));
        assert_eq!(count(&Game::new(&again), 3), count(&Game::new(&variant), 3));
    }
}

/// The language's own defaults, in every form in which copies of a page have it.
#[test]
fn the_same_diagram_in_many_forms() {
    let lost = CHESS.replace('\n', " ");
    let page = format!(
        "<html><head><title>My &amp; your\n game</title><script>var x = 1;</script></head><body>\n\
         <p>a: b: c: d: e: f</p><div CLASS=\"idiagram\">\nsquareSize=35<br>{}</div><p>b=c</p>",
        CHESS.replace('\n', "<br />\n").replace("Knight", "<!-- a Horse -->Kn&#105;ght")
    );
    let source = format!("<pre>&lt;div class=\"idiagram\"&gt;\n{CHESS}&lt;/div&gt;</pre>");
    for text in
        [CHESS, &lost, &format!("files=8 {lost}"), &page, &source, &format!("\u{feff}{CHESS}")]
    {
        let (read, notes) = game(text);
        assert_eq!(count(&Game::new(&read), 3), 8902, "{text}");
        assert_eq!(notes, Vec::<String>::new(), "{text}");
        assert_eq!(read.id, "mine");
    }
    let (read, _) = game(&page);
    assert_eq!(read.name, "My & your game");
    assert!(read.pieces.iter().any(|piece| piece.name == "Knight"), "{:?}", read.pieces);
}

/// Comments are copied with what is written about a game.
#[test]
fn sentences_are_no_pieces() {
    let text = format!(
        "H. wrote on Wed, Oct 12, 01:56 PM UTC:\n{} My game\n\nTo have no centre type hole::::e4,e5,d4,d5 \
         to black it out: so: it: is: said\nOne more: a: b: c d: e: f g\nThe last kind: is: royal: by: default\n",
        CHESS.replace('\n', " ")
    );
    assert_eq!(count(&Game::new(&game(&text).0), 3), 8902);
    // Black's squares may be written though they follow from White's.
    let (read, notes) = game(&CHESS.replace("a2-h2", "a2-h2,,a7-h7"));
    assert_eq!((count(&Game::new(&read), 3), notes.len()), (8902, 0));
}

#[test]
fn several_diagrams_of_a_page_are_numbered() {
    let page = format!("<div class=idiagram>{CHESS}</div>\n").repeat(3);
    let read = diagram::import(&page, Some("Page of: Chess!")).expect("three games");
    for name in ["[page-of-chess]", "[page-of-chess-2]", "[page-of-chess-3]"] {
        assert!(read.text.contains(name), "{}", read.text);
    }
    let read = diagram::import(CHESS, Some("Metamachy")).expect("a game");
    assert!(read.text.starts_with("[metamachy-diagram]\n"));
    let read = diagram::import(&format!("satellite=other\n{CHESS}"), None).expect("a game");
    assert!(read.text.starts_with("[other]\n"));
}

#[test]
fn letters_squares_and_names() {
    let (read, notes) = game(
        "files=10 ranks=10 firstRank=0 symmetry=none maxPromote=2\npromoChoice=Q\n\
         pawn::::a3-c3,,a6-c6 prince::K::d3,,d6 amazon warrior:Q:QN:amazon:a1,,a8\n\
         wall:Q:W::e2-f3,,e7-f8\nroyal=5\nking::::e0,,e9\n",
    );
    assert_eq!(read.start_placement(), "4k5/q3ww4/4ww4/pppr6/10/10/PPPRWW4/4WW4/Q9/4K5");
    let names: Vec<&str> = read.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert!(names.contains(&"Amazon warrior"), "{names:?}");
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert_eq!(notes[0], "line 3, `prince`: its letter is R in place of `P`");
}

/// Letters of chess may belong to other pieces.
#[test]
fn pieces_of_chess_with_the_letters_of_others() {
    let text = CHESS.replace("Rook:", "Rook:N").replace("Knight:N", "Knight:B");
    let text =
        text.replace("Bishop:", "Bishop:K").replace("King:", "King:R").replace("Pawn:", "Pawn:Q");
    let (read, _) = game(&format!("promoChoice=NBK\n{text}"));
    assert!(read.start.starts_with("nbkurkbn/qqqqqqqq/"), "{}", read.start);
    assert_eq!(count(&Game::new(&read), 3), 8902);
}

#[test]
fn castling_in_every_form() {
    let of = |king: &str, rank: &str| {
        let text =
            format!("files=10\npawn::::a2-j2\nknight:N:::{rank}\nqueen::::b1\nking::{king}::f1\n");
        let (read, notes) = game(&text);
        let castling = read.castling.clone().map(|castling| {
            assert_eq!(castling.files[0], castling.files[1], "{king}");
            (castling.with, castling.files[0].clone())
        });
        (castling, read.start.split(' ').nth(2).unwrap_or("").to_string(), notes.len())
    };
    let all = "KQkq".to_string();
    let castles = |with: &str, right: &[usize], left: &[usize]| {
        Some((with.to_string(), [right.to_vec(), left.to_vec()]))
    };
    assert_eq!(of("KisO2", "a1,j1"), (castles("N", &[7], &[3]), all.clone(), 0));
    assert_eq!(of("KisO4isO3", "a1,j1"), (castles("N", &[8], &[1, 2]), all.clone(), 1));
    assert_eq!(of("KirO3ilO2", "a1,j1"), (castles("N", &[8], &[3]), all.clone(), 0));
    assert_eq!(of("KisjO2", "c1,i1"), (castles("N", &[], &[3]), "Qq".into(), 0));
    assert_eq!(of("KirO3", "c1,i1"), (None, "-".into(), 1));
    let onto = game("files=6\npawn::::a2-f2\nrook::::f1\nking::KirO3::c1\n").1;
    assert_eq!(onto, ["line 4, `king`: castling onto the square of the partner left out"]);
    let text = "files=12\npawn::::a2-l2\nhole::::a1,l1,a2\nchampion::::b1,k1\nrook::::c1,j1\n\
                king::KisjO2::g1\n";
    let read = diagram::import(text, None).expect("a diagram");
    assert!(read.text.contains("/*PPPPPPPPPPP/*CR3K2RC* w KQkq - 0 1\n"), "{}", read.text);
    assert!(read.text.contains("castlingKingsideFile = i\ncastlingQueensideFile = e\n"));
}

#[test]
fn promotion_in_every_form() {
    let with = |keys: &str| game(&format!("{keys}\n{CHESS}"));
    let (read, notes) = with("promoChoice=!P*Q*N0R promoZone=3 holdingsType=1");
    assert_eq!(read.promotions, "QNR");
    assert_eq!((read.promotion.ranks, read.promotion.optional_ranks), (3, 2));
    assert_eq!(read.promotion.limits, [('Q'.into(), 1), ('N'.into(), 2)]);
    assert_eq!(notes, ["line 1, `promoChoice`: Knight is a choice on all ranks of promotion"]);
    let (read, notes) = with("promoChoice=!PQ1R2N3B4 promoZone=3");
    assert_eq!(read.promotion.last_ranks, [('Q'.into(), 1), ('R'.into(), 2)]);
    assert_eq!(notes, [""; 0]);
    let (read, _) = with("promoChoice=PQ promoZone=2");
    assert_eq!((read.promotion.ranks, read.promotion.optional_ranks), (2, 2));
    let (read, _) = with("promoChoice=");
    assert_eq!(read.promotions, "NBRQ");
    let (read, notes) = with("maxPromote=0");
    assert!(read.pieces.iter().all(|piece| !piece.role.promotes()));
    assert_eq!(notes.len(), 1);
    let (read, notes) = with("promoChoice=XQ");
    assert_eq!((read.promotions.as_str(), notes.len()), ("Q", 1));
    let (read, _) = with("promoOffset=4 promoZone=3");
    assert_eq!(read.pieces[0].promotes_to, "Q");
    assert_eq!((read.promotion.ranks, read.promotion.optional_ranks), (3, 2));
    let (read, notes) = with("maxPromote=2 promoZone=2 promoChoice=QR");
    assert_eq!(read.promotion.optional_ranks, 2);
    assert_eq!(notes, ["line 1, `promoZone`: a piece may also stay what it is on the last rank"]);
}

#[test]
fn what_is_left_out_is_told() {
    let with = |keys: &str| game(&format!("{keys}\n{CHESS}")).1;
    assert_eq!(with("iron=2"), ["line 1, `iron`: left out: this kind can be captured"]);
    assert_eq!(with("colour=2"), ["line 1, `colour`: left out: this key is not known"]);
    assert_eq!(with("iron=0 autoGate=0 extinction=3 graphicsType=png"), [""; 0]);
    let (read, notes) = game(&format!("baring=0\n{CHESS}"));
    assert_eq!(read.end.bare_king, BareKing::LosesUnlessAnswered);
    assert!(notes[0].contains("a bare King loses, unless"), "{notes:?}");
    assert!(with("baring=2")[0].contains("left out"));
    let said = with("shuffle=!BB,NQ,KQ,RX");
    assert_eq!(said.len(), 3, "only N and Q can be shuffled: {said:?}");
    let (read, notes) = game(&format!("stalemate=win symmetry=rotate\n{CHESS}"));
    assert_eq!(read.end.stalemate, dhow_rules::variant::EndValue::Loss);
    let files = read.castling.as_ref().map(|castling| castling.files.clone());
    assert_eq!(files, Some([[vec![6], vec![2]], [vec![5], vec![1]]]));
    assert_eq!(notes, [""; 0]);
    let page =
        format!("<script>function BadZone(x) {{}}</script><div class=\"idiagram\">{CHESS}</div>");
    assert!(game(&page).1[0].contains("`BadZone`"));
}

#[test]
fn several_royal_pieces() {
    let royals = |keys: &str| {
        let (read, _) = game(&format!("{keys}\n{CHESS}"));
        let royal = read.pieces.iter().filter(|piece| piece.role == Role::Royal);
        let letters: String = royal.map(|piece| piece.letter).collect();
        (letters, read.several_royals.map(|rule| (rule.lost_with, rule.pseudo_royal)))
    };
    assert_eq!(royals("royal=6"), ("K".into(), None));
    assert_eq!(royals("royal=2"), ("N".into(), Some((0, true))));
    assert_eq!(royals("royal=2 extinction=0"), ("N".into(), Some((1, true))));
    assert_eq!(royals("royal=6 royal=Q"), ("QK".into(), Some((0, true))));
    assert_eq!(royals("succession=5"), ("QK".into(), Some((0, true))));
    let (read, _) = game(&format!("succession=5 extinction=0\n{CHESS}"));
    let again = diagram::export(&read).expect("a game of one move a turn");
    assert_eq!(again.missing, [""; 0]);
    let (back, _) = game(&again.text);
    assert_eq!(back.several_royals, read.several_royals);
}

#[test]
fn what_cannot_be_is_refused_by_its_line_and_word() {
    let with = |keys: &str| mistakes(&format!("{keys}\n{CHESS}"));
    for (keys, expected) in [
        ("files=33", "line 1, `files`: `33`; expected a number up to 32"),
        ("files=x", "line 1, `files`: `x`; expected a number up to 32"),
        ("files=7", "line 2, `Pawn`: `a2-h2` is not a square of the board"),
        ("symmetry=odd", "line 1, `symmetry`: `odd`; expected mirror, rotate or none"),
        ("autoGate=1", "line 1, `autoGate`: gating is not supported"),
        (
            "holdingsType=-1",
            "line 1, `holdingsType`: captured pieces that are dropped are not supported",
        ),
        ("royal=9", "line 1, `royal`: `9` is not a kind of piece in this diagram"),
        ("succession=9", "line 1, `succession`: `9` is not a kind of piece in this diagram"),
        (
            "royal=6 royal=Q extinction=2",
            "line 1, `extinction`: sides that may lose different numbers of royal pieces are not supported",
        ),
        ("promoZone=5", "line 1, `promoZone`: promotion on 5 ranks; expected 1 to 4"),
    ] {
        assert_eq!(with(keys)[0], expected);
    }
    assert_eq!(game(&format!("{CHESS}Grasshopper::::a3\nroyal=6")).0.pieces.len(), 7);
    for (piece, expected) in [
        ("Lion:::::2", "line 7, `Lion`: pieces in hand that are dropped are not supported"),
        ("Odd::::a3", "line 7, `Odd`: no moves are given, and none go with this name"),
    ] {
        assert_eq!(mistakes(&format!("{CHESS}{piece}\nroyal=6"))[0], expected);
    }
    assert_eq!(
        diagram::import("<div class='idiagram'><table></table></div>", None)
            .expect_err("none")
            .len(),
        1
    );
    let many: String = (0..27).map(|number| format!("p{number}::N::\n")).collect();
    assert_eq!(mistakes(&many)[0], "line 1: 27 kinds of pieces; expected 1 to 26");
}

/// Texts that would take long to read if every part of them were looked at again and again.
#[test]
fn long_texts_end_soon() {
    read_long_texts(1 << 18);
}

#[test]
#[ignore = "a minute"]
fn texts_with_many_parts_end_soon() {
    read_long_texts(1 << 22);
}

fn read_long_texts(bytes: usize) {
    for part in [
        "<div class=idiagram>",
        "<a",
        "<!--",
        "&amp;",
        "a::::a1-h8\n",
        "[F?",
        "key=1 ",
        "hole::::a1-h8\n",
    ] {
        let text = format!("{CHESS}{}", part.repeat(bytes / part.len() - 100));
        let _ = diagram::import(&text, None);
    }
}

#[test]
fn kinds_that_move_alike_stay_apart() {
    for moves in ["N", "K", "QN", "RN"] {
        let alike = format!("Horse:H:{moves}::a3,,a6\nElk:E:{moves}::b3,,b6\n");
        let (read, _) = game(&CHESS.replace("King:", &format!("{alike}King:")));
        assert!(read.piece('H').is_some() && read.piece('E').is_some(), "{moves}");
    }
}

#[test]
fn triple_steps_from_other_ranks_are_missing_in_a_diagram() {
    let missing = |ranks: &[usize]| {
        let mut chess = Variant::clone(find("chess").expect("a built-in game"));
        let pawn = chess.pieces.iter_mut().find(|piece| piece.role == Role::Pawn).expect("a Pawn");
        pawn.triple_step_ranks = ranks.to_vec();
        diagram::export(&chess).expect("a game of one move a turn").missing
    };
    assert_eq!(missing(&[1]), missing(&[]));
    let said = "Pawn makes no triple step from some ranks".to_string();
    assert!(missing(&[2]).contains(&said) && !missing(&[1]).contains(&said));
}
