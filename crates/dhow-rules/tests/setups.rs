//! Arrays and setups: those of the rules, how many, which, and how they are named.

use crate::common::positions::{self, ONE_MOVE_GAMES, variant};
use dhow_rules::game::{Game, read_variants};
use dhow_rules::pieces::Color;
use dhow_rules::variant::ini::{Mistake, VariantFiles};
use dhow_rules::variant::{BUILT_IN, PieceDef, Role, Setup, VARIANTS, Variant};
use proptest::prelude::*;
use std::sync::Arc;

#[test]
fn setups_are_as_many_as_the_rules_say_and_all_different() {
    let counts = [
        ("metamachy", 12, "QK/LG"),
        ("zanzibar-s", 24, "FQKU/LG"),
        ("zanzibar-xl", 288, "DQKO/ULGF"),
        ("zanzibar-xl-classic", 288, "HQKX/ULGF"),
        ("zanzibar-xxl", 10080, "UQKF/OLGD"),
        ("maasai", 10080, "UQKF/OLGD"),
    ];
    for (id, count, default) in counts {
        let variant = variant(id);
        let setups = Setup::all(variant);
        let on_f = setups.iter().filter(|setup| setup.king_on_left()).count();
        assert_eq!((on_f, setups.len()), (count, 2 * count), "{id}");
        assert!(setups[..count].iter().all(Setup::king_on_left), "{id}: those on f come first");
        let mut names: Vec<String> = setups.iter().map(Setup::name).collect();
        assert!(names[..count].is_sorted() && names[count..].is_sorted(), "{id}");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 2 * count, "{id}: names are unique");
        assert_eq!(Setup::default_of(variant).name(), default);
        assert_eq!(Setup::default_of(variant).fen(variant), variant.start);
        assert!(names.binary_search(&default.to_string()).is_ok());
    }
}

fn read(text: &str) -> Result<Variant, String> {
    let mut files = VariantFiles::default();
    let told =
        |mistakes: Vec<Mistake>| mistakes.iter().map(ToString::to_string).collect::<String>();
    read_variants(&mut files, text).map_err(told)?;
    Ok(Variant::clone(&files.games()[0]))
}

/// The setups of Zanzibar-XXL, and of a game of which the pieces and the rest are left out.
#[test]
fn a_file_confines_a_chief_to_some_squares() {
    let xxl = variant("zanzibar-xxl");
    let pieces: String =
        "qglufdo".chars().enumerate().fold(String::new(), |text, (number, letter)| {
            text + &format!("customPiece{} = {letter}:W\n", number + 1)
        });
    let file = read(&format!(
        "[mine]\nmaxFile = 12\nmaxRank = 12\nqueen = -\ncastling = false\npromotionPieceTypes = rbn\n{pieces}\
         promotionRegionWhite = *12\ndoubleStepRegionBlack = *11\n\
         startFen = rnb1uqkf1bnr/4olgd4/12/12/12/12/12/12/12/12/4OLGD4/RNB1UQKF1BNR w - - 0 1\n\
         setupGroup1 = K: f12 g12 f11 g11\n\
         setupGroup2 = QGLUFDO: e12 f12 g12 h12 e11 f11 g11 h11\n"
    ))
    .expect("a game");
    assert_eq!(file.setup, xxl.setup);
    let names = |variant: &Variant| -> Vec<String> {
        Setup::without_mirror_images(variant).iter().map(Setup::name).collect()
    };
    assert_eq!(names(&file).len(), 10_080);
    assert_eq!(names(&file), names(xxl));
    let error = Setup::parse(&file, "KQUF/OLGD").expect_err("the King on e12").to_string();
    assert_eq!(error, "setup `KQUF/OLGD`: K cannot stand on e12");
}

/// Chiefs of one letter, and pairs on different shades, counted by hand.
#[test]
fn chiefs_of_one_letter() {
    let game = |groups: &str| read(&format!("[mine]\n{groups}")).expect(groups);
    let names = |variant: &Variant| -> Vec<String> {
        let all = Setup::all(variant);
        for setup in &all {
            assert_eq!(Setup::parse(variant, &setup.name()).as_ref(), Ok(setup));
            let game = Game::with_setup(&Arc::new(variant.clone()), setup);
            assert_eq!(game.legal_moves().len(), 20);
        }
        all.iter().map(Setup::name).collect()
    };
    assert_eq!(names(&game("setupGroup1 = NNQ: b8 g8 d8")), ["NNQ", "NQN", "QNN"]);
    let pairs = game("setupGroup1 = !BBNN: b8 c8 f8 g8");
    assert_eq!(names(&pairs), ["BBNN", "BNNB", "NBBN", "NNBB"]);
    let error = Setup::parse(&pairs, "NBNB").expect_err("both on one shade").to_string();
    assert_eq!(error, "setup `NBNB`: B cannot stand on g8");
    assert_eq!(Setup::default_of(&pairs).name(), "NBBN");
    // Two groups that share squares: each array comes once.
    let shared = game("setupGroup1 = N: b8 d8 g8\nsetupGroup2 = NQ: b8 d8 g8");
    assert_eq!(names(&shared).len(), 3);
    // All 2,880 arrays of eight pieces of which two are on different shades: 4 x 4, then 6!/(2! 2!).
    let all = "castling = false\nsetupGroup1 = !BBNNRRQK: a8 b8 c8 d8 e8 f8 g8 h8";
    let all = Setup::all(&game(all));
    assert_eq!(all.len(), 16 * 180);
    for setup in &all {
        let bishops: Vec<u8> = setup
            .chiefs()
            .filter(|&(_, letter)| letter == 'B')
            .map(|(at, _)| (at.file + at.rank) % 2)
            .collect();
        assert!(matches!(bishops[..], [a, b] if a != b), "{}", setup.name());
    }
}

#[test]
fn setups_that_cannot_be_are_refused_with_the_reason() {
    for (lines, reason) in [
        ("setupGroup1 = !B: c8", "an even number of pieces of a letter with `!`"),
        ("setupGroup1 = BN!: c8 b8", "letters and as many squares"),
        ("setupGroup1 = !!BB: c8 f8", "letters and as many squares"),
        ("setupGroup1 = !BBN: c8 f8 b8\nsetupGroup2 = N: b8 g8", ""),
        ("setupGroup1 = !BBQ: c8 f8", "setup: 3 chiefs for 2 squares"),
        (
            "setupGroup1 = !NNQ: b8 g8 h8",
            "setup: the start array has `R` on h8, where no setup has it",
        ),
        (
            "setupGroup1 = !RRQ: a8 h8 d8",
            "setup: `R` castles, and must stay where the start array has it",
        ),
        (
            "setupGroup1 = KQ: e8 d8",
            "setup: `K` castles, and must stay where the start array has it",
        ),
        // White's Camel on b1 would attack a4.
        (
            "maxFile = 4\nmaxRank = 4\npawn = -\npromotionPawnTypes = -\npromotionRegionWhite = *4\n\
             castling = false\ncustomPiece1 = c:C\nstartFen = kn1c/4/4/KN1C\n\
             setupGroup1 = KNC: a4 b4 d4",
            "setup KCN: ",
        ),
        (
            "maxFile = 12\ncastling = false\npromotionPieceTypes = q\ncustomPiece1 = a:W\ncustomPiece2 = c:W\n\
             customPiece3 = d:W\ncustomPiece4 = e:W\ncustomPiece5 = f:W\ncustomPiece6 = g:W\n\
             startFen = kqrbnacdefg1/12/12/12/12/12/12/KQRBNACDEFG1\n\
             setupGroup1 = KQRBNACDEFG: a8 b8 c8 d8 e8 f8 g8 h8 i8 j8 k8",
            "setup: more than a million ways to place the chiefs",
        ),
    ] {
        match read(&format!("[mine]\n{lines}\n")) {
            Ok(_) => assert_eq!(reason, "", "{lines}"),
            Err(told) => assert!(!reason.is_empty() && told.contains(reason), "{lines}: {told}"),
        }
    }
}

#[test]
fn every_setup_is_a_position_and_is_recognised_by_name_and_placement() {
    for variant in ONE_MOVE_GAMES.iter() {
        let setups = Setup::all(variant);
        let mut placements = Vec::new();
        for setup in setups.iter().step_by(1 + setups.len() / 600) {
            let fen = setup.fen(variant);
            let position = positions::position(&variant.id, &fen);
            assert_eq!(position.fen(), fen);
            assert!(position.may_jump(Color::White) && position.may_jump(Color::Black));
            let name = setup.name();
            assert_eq!(Setup::parse(variant, &name).as_ref(), Ok(setup));
            assert_eq!(Setup::parse(variant, &name.to_lowercase()).as_ref(), Ok(setup));
            let placement = position.placement_text();
            assert_eq!(Setup::of_placement(variant, &placement).as_ref(), Some(setup));
            // White mirrors Black's choice across the middle.
            let rows: Vec<&str> = placement.split('/').collect();
            let back: Vec<String> = rows.iter().rev().map(|row| row.to_lowercase()).collect();
            let front: Vec<String> = rows.iter().map(|row| row.to_lowercase()).collect();
            assert_eq!(front, back, "{name}");
            placements.push(placement);
        }
        let before = placements.len();
        placements.sort();
        placements.dedup();
        assert_eq!(placements.len(), before, "{}", variant.id);
    }
}

#[test]
fn a_setup_puts_the_chiefs_where_its_name_says() {
    let metamachy = variant("metamachy");
    let setup = Setup::parse(metamachy, "gl/kq").unwrap();
    assert_eq!(
        setup.fen(metamachy),
        "cm3gl3mc/ernbikqibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIKQIBNRE/CM3GL3MC w Kk - 0 1"
    );
    assert!(setup.king_on_left());
    assert!(!Setup::default_of(metamachy).king_on_left());
}

#[test]
fn placements_that_are_no_start_array_are_no_setup() {
    let metamachy = variant("metamachy");
    let start = metamachy.start.split(' ').next().unwrap();
    let not_mirrored = start.replace("qk", "kq");
    let moved = start.replacen("/12/", "/P11/", 1);
    for placement in [&not_mirrored, &moved, "", "12/12", &start.replace("12/", ""), "x"] {
        assert_eq!(Setup::of_placement(metamachy, placement), None, "{placement}");
    }
}

#[test]
fn bad_setup_names_are_refused_with_the_reason() {
    let form = "expected the chiefs of ranks 12 and 11 from the left, such as QK/LG";
    let cases = [
        ("metamachy", "", format!("setup ``: {form}")),
        ("metamachy", "QKLG", format!("setup `QKLG`: {form}")),
        ("metamachy", "QK/LGU", format!("setup `QK/LGU`: {form}")),
        ("metamachy", "QKL/G", format!("setup `QKL/G`: {form}")),
        ("metamachy", "QK/L", format!("setup `QK/L`: {form}")),
        ("metamachy", "QK//LG", format!("setup `QK//LG`: {form}")),
        ("metamachy", "QK/LG/", format!("setup `QK/LG/`: {form}")),
        (
            "metamachy",
            "QK/LL",
            "setup `QK/LL`: `L` is not a chief that is still to be placed".into(),
        ),
        (
            "metamachy",
            "qk/lx",
            "setup `qk/lx`: `X` is not a chief that is still to be placed".into(),
        ),
        ("zanzibar-s", "QFKU/LG", "setup `QFKU/LG`: Q cannot stand on e12".into()),
        ("maasai", "KQUF/OLGD", "setup `KQUF/OLGD`: K cannot stand on e12".into()),
    ];
    for (id, code, reason) in cases {
        let error = Setup::parse(variant(id), code).expect_err(code);
        assert_eq!(error.to_string(), reason);
    }
}

proptest! {
    #[test]
    fn any_text_is_read_as_a_setup_or_refused(text in any::<String>(), like in "[QKLGUFDO]{2,4}/[QKLGUFDO]{2,4}") {
        for variant in VARIANTS.iter() {
            for text in [&text, &like] {
                if let Ok(setup) = Setup::parse(variant, text) {
                    prop_assert_eq!(setup.name(), text.to_uppercase());
                }
                let _ = Setup::of_placement(variant, text);
            }
        }
    }
}

/// docs/rules.md and docs/chieftain.md are written by hand: they are what the slow references are written from.
/// The array of a setup has the squares that the board lacks.
#[test]
fn boards_with_missing_squares_have_their_array_as_a_setup() {
    let text = include_str!("../../../perft-data/files/omega.ini");
    let mut files = VariantFiles::default();
    read_variants(&mut files, text).expect("a valid file");
    let omega = &files.games()[0];
    assert!(!omega.holes.is_empty());
    let setups = Setup::all(omega);
    assert_eq!(setups.iter().map(|setup| setup.fen(omega)).collect::<Vec<_>>(), [&*omega.start]);
    assert_eq!(Game::with_setup(omega, &setups[0]).fen(), omega.start);
}

#[test]
fn the_pages_of_rules_have_the_arrays_and_movements_of_the_games() {
    let pages =
        [include_str!("../../../docs/rules.md"), include_str!("../../../docs/chieftain.md")];
    let mut games = 0;
    for game in BUILT_IN.iter() {
        let page = pages.iter().find(|page| page.contains(&format!("| `{}` |", game.id)));
        let page = page.unwrap_or_else(|| panic!("no page has a row of {}", game.id));
        assert!(page.contains(&game.start), "{}: {}", game.id, game.start);
        // Letters, names, movements: a row may have several pieces.
        let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
        let rows = rows.map(|row| row.split(" | ").map(|cell| cell.split(' ').collect()).collect());
        let rows: Vec<Vec<Vec<&str>>> = rows.filter(|row: &Vec<_>| row.len() > 3).collect();
        // Promoting pieces (with the origins of their double steps), Kings, and pieces that come only by FEN are
        // described in the text, not in these rows.
        let in_text = |piece: &&PieceDef| {
            piece.role.promotes()
                || piece.role == Role::Royal
                || !piece.letter.is_in(game.start_placement())
        };
        for piece in game.pieces.iter().filter(|piece| !in_text(piece)) {
            let letter = piece.letter.to_string();
            let is_it = |(other, betza): (&&str, &&str)| {
                (*other, *betza) == (&letter, piece.betza.as_str())
            };
            let found = rows.iter().any(|row| row[0].iter().zip(&row[2]).any(is_it));
            assert!(found, "{}: no row of {letter} with {}", game.id, piece.betza);
        }
        games += 1;
    }
    assert_eq!(games, 11, "six on 12x12 and five with leaders");
}

#[test]
fn setups_on_squares_without_mirror_image_are_all_kept() {
    let game = read("[mine]\ncastling = false\nsetupGroup1 = KQB: d8 e8 f8").expect("a game");
    let all = Setup::all(&game);
    assert_eq!((all.len(), Setup::without_mirror_images(&game)), (6, all));
}
