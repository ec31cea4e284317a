use super::*;
use crate::variant::{Castling, Promotion, Role};

fn read(text: &str) -> Result<Vec<Arc<Variant>>, Vec<String>> {
    let mut files = VariantFiles::default();
    match files.read(text, &|_| Ok(())) {
        Ok(()) => Ok(files.games().to_vec()),
        Err(mistakes) => Err(mistakes.iter().map(Mistake::to_string).collect()),
    }
}

/// The only mistake of a text.
fn mistake(text: &str) -> String {
    let mistakes = read(text).expect_err("a mistake");
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    mistakes.concat()
}

#[test]
fn a_game_without_lines_is_chess() {
    let game = &read("[mine]").expect("a game")[0];
    assert_eq!((game.id.as_str(), game.files, game.ranks), ("mine", 8, 8));
    assert_eq!(game.start, Draft::chess().start);
    let pieces: Vec<(char, &str, &str, Role)> = game
        .pieces
        .iter()
        .map(|it| (it.letter.plain(), it.name.as_str(), it.betza.as_str(), it.role))
        .collect();
    assert_eq!(
        pieces,
        [
            ('P', "Pawn", "fmWfceFfimnD", Role::Pawn),
            ('N', "Knight", "N", Role::Officer),
            ('B', "Bishop", "B", Role::Officer),
            ('R', "Rook", "R", Role::Officer),
            ('Q', "Queen", "Q", Role::Officer),
            ('K', "King", "K", Role::Royal),
        ]
    );
    assert_eq!(game.pieces[0].initial_ranks, [1]);
    let files = [vec![6], vec![2]];
    let castling = Castling {
        with: "R".into(),
        files: [files.clone(), files],
        outermost: [[7, 0]; 2],
        opposite: false,
    };
    assert_eq!(game.castling, Some(castling));
    assert_eq!((game.promotions.as_str(), &game.promotion), ("QRBN", &Promotion::default()));
}

#[test]
fn a_game_has_what_its_parent_has_but_for_the_title() {
    let text = "[a]\ntitle = A\nmaxFile = 10\nstartFen = 10/8/8 w - - 0 1\nnMoveRule = 0\nqueen = -\n\
                promotionPieceTypes = r\n[b:a]\nmaxRank = 9\nqueen = v\npromotionRegionWhite = *9\n\
                doubleStepRegionBlack = *8\n";
    let games = read(text).expect("games");
    assert_eq!((games[0].name.as_str(), games[0].end.move_limit), ("A", None));
    assert_eq!((games[1].name.as_str(), games[1].end.move_limit), ("b", None));
    assert_eq!((games[1].files, games[1].ranks), (10, 9));
    assert!(games[0].piece('Q').is_none() && games[1].piece('V').is_some());
}

/// The piece that has a letter in the parent is gone, and the other keys of the parent follow.
#[test]
fn pieces_take_letters_from_others() {
    let game = |lines: &str| read(&format!("[a]\n{lines}")).expect("a game").remove(0);
    let knight = game("knight = q");
    assert_eq!(knight.piece('Q').map(|piece| piece.betza.as_str()), Some("N"));
    assert_eq!((knight.pieces.len(), knight.promotions.as_str()), (5, "RBQ"));
    assert_eq!(game("queen = v").promotions, "VRBN");
    let swapped = game("knight = q\nqueen = n");
    assert_eq!((swapped.pieces.len(), swapped.promotions.as_str()), (6, "NRBQ"));
    let pawns = game("customPiece1 = p:mWfceFifmnD\npawnTypes = p");
    assert_eq!(pawns.piece('P').map(|piece| piece.role), Some(Role::Pawn));
    assert_eq!(pawns.pieces.iter().filter(|piece| piece.letter == 'P').count(), 1);
    assert_eq!(game("customPiece1 = p:fmWfcF").pieces[5].role, Role::Officer);
    assert_eq!(game("bishop = -\ncustomPiece1 = r:RK\ncastlingRookPieces = r").promotions, "QN");
    assert_eq!(
        mistake("[a]\ncommoner = q\nfers = q"),
        "line 3, `fers`: the letter `Q` belongs to `commoner`"
    );
}

/// A piece that `pawnTypes` names captures en passant by all moves that only capture, unless it says otherwise.
#[test]
fn pawns_of_a_game() {
    let betza = |lines: &str| {
        let game = read(&format!("[a]\npawnTypes = p\n{lines}")).expect("a game").remove(0);
        game.piece('P').map(|piece| piece.betza.as_str().to_string())
    };
    assert_eq!(betza("").as_deref(), Some("fmWfceFfimnD"));
    assert_eq!(betza("customPiece1 = p:mWcF").as_deref(), Some("mWceF"));
    assert_eq!(betza("customPiece1 = p:KcD").as_deref(), Some("KceD"));
    assert_eq!(betza("customPiece1 = p:fmWfceFcW").as_deref(), Some("fmWfceFcW"));
    assert_eq!(betza("customPiece1 = p:mWcF\nenPassantRegion = -").as_deref(), Some("mWcF"));
    assert_eq!(betza("customPiece1 = p:mWcF\nenPassantTypes = -").as_deref(), Some("mWcF"));
    let slides = mistake("[a]\ncustomPiece1 = p:cR\npawnTypes = p");
    assert!(
        slides.starts_with("line 3, `pawnTypes`: not supported: en passant captures by other"),
        "{slides}"
    );
}

#[test]
fn fields_that_a_start_array_lacks() {
    let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (fields, filled) in [
        ("", "w - - 0 1"),
        (" b", "b - - 0 1"),
        (" w 0 1", "w - - 0 1"),
        (" w KQ", "w KQ - 0 1"),
        (" w KQkq 3 9", "w KQkq - 3 9"),
        (" b KQkq - 3", "b KQkq - 3 1"),
    ] {
        let game = &read(&format!("[a]\nstartFen = {placement}{fields}")).expect("a game")[0];
        assert_eq!(game.start, format!("{placement} {filled}"));
        assert_eq!(game.castling.is_some(), fields.contains('K'), "{fields}");
    }
}

#[test]
fn castling_rights_that_name_files() {
    let with = |rights: &str| {
        let start = "1r2k1r1/8/8/8/8/8/8/1R2K1RR";
        read(&format!("[a]\nstartFen = {start} w {rights} - 0 1"))
    };
    for (rights, named, outermost) in [
        ("KQkq", "KQkq", [[7, 0], [7, 0]]),
        ("GBgb", "KQkq", [[6, 1], [6, 1]]),
        ("Hg", "Kk", [[7, 0], [6, 0]]),
        ("bQ", "qQ", [[7, 0], [7, 1]]),
    ] {
        let game = with(rights).expect("a game").remove(0);
        assert_eq!(game.start.split(' ').nth(2), Some(named), "{rights}");
        assert_eq!(game.castling.as_ref().map(|it| it.outermost), Some(outermost), "{rights}");
    }
    for rights in ["A", "e", "?", "KZ"] {
        let found = with(rights).expect_err(rights).concat();
        assert!(
            found.starts_with(&format!("line 2, `startFen`: `{rights}`; expected castling rights")),
            "{found}"
        );
    }
}

#[test]
fn games_of_other_programs_are_parents() {
    for (parent, files, ranks) in [("gardner", 5, 5), ("losalamos", 6, 6), ("janus", 10, 8)] {
        let game = &read(&format!("[a:{parent}]")).expect("a game")[0];
        assert_eq!((game.files, game.ranks), (files, ranks), "{parent}");
        assert!(shipped_games().iter().all(|game| game.id != parent));
    }
}

#[test]
fn roles_follow_from_the_lists() {
    let text = "[a]\ncustomPiece1 = i:KfmnnD\npromotionPawnTypes = pi\npromotedPieceType = i:q n:r\n\
                mandatoryPiecePromotion = true\npromotionMoves = n:ffN\npieceName = i:Prince_Royal\n\
                pieceWorth = i:350";
    let game = &read(text).expect("a game")[0];
    let prince = game.piece('I').expect("a piece");
    assert_eq!((prince.role, prince.value), (Role::Prince, 350));
    assert_eq!((prince.name.as_str(), prince.promotes_to.as_str()), ("Prince Royal", "Q"));
    let knight = game.piece('N').expect("a piece");
    let by = knight.promotes_by.as_ref().map(|by| by.as_str());
    assert_eq!((knight.promotes_to.as_str(), by), ("R", Some("ffN")));
}

#[test]
fn promotion_that_may_be_declined() {
    let text = "[a]\nmandatoryPawnPromotion = false\npromotionRegionWhite = *7 *8\n\
                promotionRegionBlack = *1 *2\npromotionLimit = q:1";
    let optional = |text: &str| read(text).expect("a game")[0].promotion.clone();
    let expected = Promotion {
        ranks: 2,
        optional_ranks: 2,
        limits: vec![('Q'.into(), 1)],
        ..Promotion::default()
    };
    assert_eq!(optional(text), expected);
    let forced = format!("{text}\nimmobilityIllegal = true");
    assert_eq!(optional(&forced).optional_ranks, 1);
    // Ranks behind a rank of forced promotion do not matter.
    let late = "[a]\npromotionRegionWhite = *6\npromotionRegionBlack = *3";
    assert_eq!(optional(late).ranks, 3);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (lines, expected) in [
        ("maxrank = 9", "line 2, `maxrank`: unknown key; did you mean `maxRank`?"),
        ("frobnicate = 1", "line 2, `frobnicate`: unknown key"),
        ("pieceDrops = true", "line 2, `pieceDrops`: not supported: drops"),
        (
            "flagPieceCount = 2",
            "line 2, `flagPieceCount`: not supported: wins by several pieces that reach squares",
        ),
        ("maxRank = 99", "line 2, `maxRank`: `99`; expected a rank from 2 to 32"),
        ("castling = yes", "line 2, `castling`: `yes`; expected `true` or `false`"),
        (
            "castlingKingsideFile = g f g",
            "line 2, `castlingKingsideFile`: `g f g`; expected different files, or `-` for none",
        ),
        (
            "customPiece1 = a",
            "line 2, `customPiece1`: `a`; expected a letter and a movement, `a:mBcpB`",
        ),
        (
            "customPiece1 = a:xyz",
            "line 2, `customPiece1`: column 1, `x`: not a letter of this notation",
        ),
        (
            "customPiece99 = a:W",
            "line 2, `customPiece99`: unknown key; did you mean `customPiece1`?",
        ),
        (
            "rook = r:W",
            "line 2, `rook`: `r:W`; expected a letter; its movement is known by the key",
        ),
        (
            "stalemateValue = tie",
            "line 2, `stalemateValue`: `tie`; expected `draw`, `loss` or `win`",
        ),
        (
            "promotionPieceTypes = qx",
            "line 2, `promotionPieceTypes`: no piece of the game has the letter `X`",
        ),
        (
            "promotionPieceTypes = qq",
            "line 2, `promotionPieceTypes`: `qq`; expected letters of pieces, each once, or `-`",
        ),
        (
            "promotionRegionWhite = *7",
            "line 2, `promotionRegionWhite`: on 8 ranks `promotionRegionBlack` *1 is not the mirror image of White's *7",
        ),
        (
            "promotionRegionWhite = a8",
            "line 2, `promotionRegionWhite`: `a8`; expected whole ranks such as `*8` or `*8 *9`, or `-`",
        ),
        (
            "nFoldRule = 1",
            "line 2, `nFoldRule`: `1`; expected a number from 2 to 100, 0 for no limit",
        ),
        (
            "castlingRookKingsideFile = d",
            "line 2, `castlingRookKingsideFile`: `4`; expected the number or letter of a file with a piece that the King castles with",
        ),
        (
            "promotionPawnTypes = pk",
            "line 2, `promotionPawnTypes`: not supported: Kings that promote, or whose moves reset the count of moves",
        ),
        (
            "promotedPieceType = n:q",
            "line 2, `promotedPieceType`: not supported: pieces that may promote or not; set `mandatoryPiecePromotion = true`",
        ),
        (
            "promotionOnEntry = true",
            "line 2, `promotionOnEntry`: not supported: pieces that must promote on entering the ranks of promotion",
        ),
        (
            "promotionLastRankTypes = p",
            "line 2, `promotionLastRankTypes`: not supported: pieces that promote on the last rank in their own way; set `promotionOnEntry = true`",
        ),
        (
            "antiTradeLesserTypes = p",
            "line 2, `antiTradeLesserTypes`: not supported: pieces whose capture does not allow a trade; set `antiTradeTypes`",
        ),
        (
            "antiTradeTypes = +n",
            "line 2, `antiTradeTypes`: no piece of the game has the letter `+N`",
        ),
        ("bareKing = wins", "line 2, `bareKing`: `wins`; expected `none`, `loss` or `claim`"),
        (
            "pieceWorth = +:1",
            "line 2, `pieceWorth`: `+`; expected one letter from a to z, perhaps with `+` before it",
        ),
        (
            "flagRegion = e4 i4",
            "line 2, `flagRegion`: `i4`; expected squares, ranks and files of the board",
        ),
        (
            "flagRegionBlack = *1 4",
            "line 2, `flagRegionBlack`: `*1 4`; expected squares such as `e4`, ranks such as `*8`, files such as `a*`, or `-`",
        ),
        (
            "mobilityRegionWhiteKing = *1 *9",
            "line 2, `mobilityRegionWhiteKing`: `*9`; expected squares, ranks and files of the board",
        ),
        (
            "mobilityRegionBlackFers = *1",
            "line 2, `mobilityRegionBlackFers`: not supported: squares for a kind of piece that the game does not have",
        ),
        (
            "mobilityRegionWhiteJanggiCannon = *1",
            "line 2, `mobilityRegionWhiteJanggiCannon`: not supported: a kind of piece of this name",
        ),
        (
            "immobilityIllegal = true\nmobilityRegionBlackKing = *8",
            "line 2, `immobilityIllegal`: not supported: squares that a piece may not go to, where pieces may not leave some squares",
        ),
        (
            "flagRegion = *1\nflagPieceBlack = k",
            "line 3, `flagPieceBlack`: not supported: sides that win by reaching a square with different pieces",
        ),
        (
            "flagRegion = *1\nflagPiece = x",
            "line 3, `flagPiece`: no piece of the game has the letter `X`",
        ),
        (
            "enPassantRegion = *3",
            "line 2, `enPassantRegion`: not supported: en passant captures on some squares only; write `-` for none",
        ),
    ] {
        assert_eq!(mistake(&format!("[a]\n{lines}")), expected);
    }
    assert_eq!(
        mistake("[a]\nmaxRank = 10"),
        "line 2, `maxRank`: on 10 ranks `promotionRegionBlack` *1 is not the mirror image of White's *8"
    );
    assert_eq!(mistake("[a:none]"), "line 1, `a`: no game `none` before it to start from");
}

/// A file with a mistake adds nothing, and all mistakes are reported.
#[test]
fn all_mistakes_are_told() {
    let mut files = VariantFiles::default();
    let accept = |_: &Arc<Variant>| Ok(());
    files.read("[a]", &accept).expect("a game");
    let mistakes = files.read("[b]\nx = 1\n[c]\nmaxRank = y\n[d]", &accept).expect_err("two");
    assert_eq!(mistakes.iter().map(|mistake| mistake.line).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(files.games().len(), 1);
    files.read("[b:a]", &accept).expect("a game that starts from one of another file");
    assert_eq!(files.games().len(), 2);
}

/// A key is known with all of its values: the neutral one is accepted, and any other one changes
/// the game or is refused by name.
#[test]
fn every_key_is_obeyed_or_refused() {
    let of = |lines: &str| read(&format!("[a]\n{lines}")).map(|games| games[0].clone());
    let chess = of("");
    for &(key, neutral, _) in keys::NEUTRAL {
        for value in neutral.split(' ').filter(|value| !value.is_empty()) {
            assert_eq!(of(&format!("{key} = {value}")), chess, "{key} = {value}");
        }
        let other = of(&format!("{key} = 7"));
        match neutral {
            "" => assert_eq!(other, chess, "{key}"),
            _ => {
                let refused = other.expect_err(key).concat();
                let expected = format!("line 2, `{key}`: not supported: ");
                assert!(refused.starts_with(&expected), "{key}: {refused}");
            }
        }
    }
    for (key, value, other) in [
        ("castlingRank", "1", "2"),
        ("castlingKingFile", "e", "d"),
        ("castlingKingPiece", "k", "q"),
        ("castlingRookPiecesWhite", "r", "n"),
        ("promotionPawnTypesWhite", "p", "n"),
        ("promotionPieceTypesWhite", "nbrq", "q"),
        ("enPassantTypes", "p", "-"),
        ("nMoveRuleTypesWhite", "p", "pn"),
    ] {
        let keys = keys::REDUNDANT.iter().map(|it| it.0).filter(|other| {
            let other_side = other.strip_suffix("Black").map(|stem| format!("{stem}White"));
            let no_side = other.strip_suffix("White").map_or(*other, |stem| stem);
            *other == key || other_side.as_deref() == Some(key) || no_side == key
        });
        let keys: Vec<&str> = keys.collect();
        assert!(!keys.is_empty(), "{key}");
        for key in keys {
            assert_eq!(of(&format!("{key} = {value}")), chess, "{key}");
            let refused = of(&format!("{key} = {other}")).expect_err(key).concat();
            assert!(refused.starts_with(&format!("line 2, `{key}`: not supported: ")), "{refused}");
            let nonsense = of(&format!("castling = false\n{key} = ?")).expect_err(key).concat();
            assert!(
                nonsense.starts_with(&format!("line 3, `{key}`: `?`; expected ")),
                "{nonsense}"
            );
        }
    }
    let promoting = "promotedPieceType = n:q";
    let flags = "flagRegion = e4";
    let always = "promotedPieceType = n:q\nmandatoryPiecePromotion = true";
    let by_choice = "mandatoryPawnPromotion = false";
    let entry = "promotionOnEntry = true\nmandatoryPawnPromotion = false";
    let bare_kings = [
        "extinctionPieceTypes = *\nextinctionPieceCount = 1\nextinctionOpponentPieceCount = 2",
        "extinctionValue = loss\nextinctionPieceCount = 1\nextinctionOpponentPieceCount = 2",
        "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionOpponentPieceCount = 2",
        "extinctionPieceTypes = *\nextinctionPieceCount = 1\nextinctionValue = loss",
        "extinctionPieceTypes = *\nextinctionPieceCount = 1\nextinctionValue = loss\nextinctionOpponentPieceCount = 2",
    ];
    let royals = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true";
    let both = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = kn";
    // The neutral value, another one, and the lines under which the difference matters.
    let own: &[(&str, &str, &str, &str)] = &[
        ("title", "a", "b", ""),
        ("summary", "a game on 8x8", "b", ""),
        ("inventor", "-", "b", ""),
        ("difficulty", "-", "hard", ""),
        ("maxFile", "h", "j", ""),
        ("maxRank", "8", "9", "promotionRegionWhite = *9\ndoubleStepRegionBlack = *8"),
        ("startFen", &Draft::chess().start, "8/8/8/8/8/8/8/8 w - - 0 1", ""),
        ("setupGroup1", "", "KQ: e8 d8", ""),
        ("pieceName", "-", "n:Horse", ""),
        ("pieceWorth", "-", "n:900", ""),
        ("promotionRegionWhite", "*8", "*7 *8", "promotionRegionBlack = *2 *1"),
        ("promotionRegionBlack", "*1", "*1 *2", "promotionRegionWhite = *7 *8"),
        ("promotionPieceTypes", "qrbn", "q", ""),
        ("promotedPieceType", "n:-", "n:q", "mandatoryPiecePromotion = true"),
        ("promotionMoves", "-", "n:ffN", always),
        ("promotionLimit", "q:0", "q:1", ""),
        (
            "promotionLastRanks",
            "-",
            "q:1",
            "promotionRegionWhite = *7 *8\npromotionRegionBlack = *2 *1",
        ),
        ("promotionPawnTypes", "p", "pn", "nMoveRuleTypes = p"),
        ("pawnTypes", "p", "pn", ""),
        ("mandatoryPawnPromotion", "true", "false", ""),
        ("mandatoryPiecePromotion", "false", "true", promoting),
        ("promotionEnPassant", "false", "true", ""),
        ("promotionOnEntry", "false", "true", by_choice),
        ("promotionLastRankTypes", "-", "p", entry),
        ("antiTradeTypes", "-", "q", ""),
        ("antiTradeLesserTypes", "-", "p", "antiTradeTypes = q"),
        ("immobilityIllegal", "false", "true", by_choice),
        ("doubleStep", "true", "false", ""),
        ("doubleStepRegionWhite", "*2", "*3", "doubleStepRegionBlack = *6"),
        ("doubleStepRegionBlack", "*7", "*6", "doubleStepRegionWhite = *3"),
        ("tripleStepRegionWhite", "-", "*2", "tripleStepRegionBlack = *7"),
        ("tripleStepRegionBlack", "-", "*7", "tripleStepRegionWhite = *2"),
        ("enPassantRegion", "**", "-", ""),
        ("castling", "true", "false", ""),
        ("castlingKingsideFile", "g", "f", ""),
        ("castlingQueensideFile", "c", "b", ""),
        ("castlingKingsideFileBlack", "g", "f g", ""),
        ("castlingQueensideFileBlack", "c", "-", ""),
        ("castlingRookPieces", "r", "n", ""),
        ("castlingRookKingsideFile", "h", "g", ""),
        ("castlingRookQueensideFile", "a", "b", ""),
        ("oppositeCastling", "false", "true", ""),
        ("flyingGeneral", "false", "true", ""),
        ("facingKings", "-", "fRfB", ""),
        ("nMoveRuleTypes", "p", "-", ""),
        ("nMoveRule", "50", "0", ""),
        ("nFoldRule", "3", "2", ""),
        ("nFoldValue", "draw", "loss", ""),
        ("checking", "true", "false", ""),
        ("flagPiece", "*", "k", flags),
        ("flagPieceWhite", "*", "-", flags),
        ("flagPieceBlack", "*", "-", flags),
        ("flagRegion", "-", "e4", ""),
        ("flagRegionWhite", "-", "*8", ""),
        ("flagRegionBlack", "-", "a* h1", ""),
        ("flagMove", "false", "true", flags),
        ("flagPieceSafe", "false", "true", flags),
        ("stalemateValue", "draw", "loss", ""),
        ("bareKing", "none", "loss", ""),
        ("bareKingsDraw", "true", "false", ""),
        ("extinctionValue", "none", "loss", bare_kings[0]),
        ("extinctionPieceTypes", "-", "*", bare_kings[1]),
        ("extinctionPieceCount", "0", "1", bare_kings[2]),
        ("extinctionOpponentPieceCount", "0", "2", bare_kings[3]),
        ("extinctionClaim", "false", "true", bare_kings[4]),
        ("extinctionAllPieceTypes", "false", "true", both),
        ("extinctionPseudoRoyal", "false", "true", ""),
        ("dupleCheck", "false", "true", royals),
        ("customPiece1", "-", "x:W", ""),
    ];
    let tested: Vec<&str> = own.iter().map(|row| row.0).collect();
    assert_eq!(tested, keys::OWN);
    for (key, value, other, with) in own.iter().filter(|row| !row.1.is_empty()) {
        assert_eq!(of(&format!("{key} = {value}")), chess, "{key}");
        let changed = of(&format!("{key} = {other}\n{with}"));
        assert_ne!(changed, of(with), "{key}");
        if let Err(mistakes) = changed {
            assert!(mistakes[0].starts_with(&format!("line 2, `{key}`: ")), "{mistakes:?}");
        }
    }
    for (key, ..) in pieces::KNOWN {
        let letter = chess
            .as_ref()
            .expect("a game")
            .pieces
            .iter()
            .find(|it| pieces::known(key).is_some_and(|known| known.1 == it.name));
        let value = letter.map_or("-".into(), |piece| piece.letter.to_string());
        assert_eq!(of(&format!("{key} = {value}")), chess, "{key}");
        assert_ne!(of(&format!("{key} = x")), chess, "{key}");
    }
}

#[test]
fn several_royal_pieces() {
    use crate::variant::{Role, SeveralRoyals};
    let with =
        |lines: &str| format!("[a]\nking = -\ncommoner = k\nextinctionValue = loss\n{lines}");
    let game = |lines: &str| read(&with(lines)).expect("a game").pop().expect("a game");
    let rule = |lines: &str| {
        game(lines).several_royals.map(|rule| {
            let SeveralRoyals { lost_with, pseudo_royal, duple_check } = rule;
            (lost_with, pseudo_royal, duple_check)
        })
    };
    let kings = "extinctionPieceTypes = k\nextinctionPseudoRoyal = true";
    assert_eq!(rule(kings), Some((0, true, false)));
    assert_eq!(rule(&format!("{kings}\nextinctionPieceCount = 2")), Some((2, true, false)));
    assert_eq!(rule(&format!("{kings}\ndupleCheck = true")), Some((0, true, true)));
    assert_eq!(rule("extinctionPieceTypes = k"), Some((0, false, false)));
    let two = game("extinctionPieceTypes = kn\nextinctionAllPieceTypes = true");
    let royals: Vec<char> =
        two.pieces.iter().filter(|it| it.role == Role::Royal).map(|it| it.letter.plain()).collect();
    assert_eq!(royals, ['N', 'K']);
    assert!(two.pieces.iter().all(|it| it.value > 0), "they can be captured");
    for (text, expected) in [
        (
            with("extinctionPieceTypes = kn"),
            "line 5, `extinctionPieceTypes`: not supported: losing all pieces of one kind of several; set `extinctionAllPieceTypes = true` to count them together",
        ),
        (
            with("dupleCheck = true\nextinctionPieceTypes = k"),
            "line 5, `dupleCheck`: not supported: duple check without `extinctionPseudoRoyal = true`",
        ),
        (
            with("extinctionPieceTypes = k\nextinctionClaim = true"),
            "line 6, `extinctionClaim`: not supported: losing royal pieces under a condition",
        ),
        (
            with("extinctionOpponentPieceCount = 1\nextinctionPieceTypes = k"),
            "line 5, `extinctionOpponentPieceCount`: not supported: losing royal pieces under a condition",
        ),
        (
            "[a]\nextinctionPseudoRoyal = true".into(),
            "line 2, `extinctionPseudoRoyal`: not supported: royal pieces without `extinctionValue = loss` and their letters in `extinctionPieceTypes`",
        ),
        (
            "[a]\nextinctionValue = loss\nextinctionPieceTypes = q".into(),
            "line 3, `extinctionPieceTypes`: not supported: a King besides the pieces whose loss loses; write `king = -`",
        ),
        (
            with("extinctionPieceTypes = x"),
            "line 5, `extinctionPieceTypes`: no piece of the game has the letter `X`",
        ),
    ] {
        assert_eq!(mistake(&text), expected);
    }
}

#[test]
fn no_castling_in_a_game_that_starts_from_one_with_it() {
    let start = |text: &str| read(text).expect("a game").last().expect("a game").start.clone();
    let rights = |text: &str| start(text).split(' ').nth(2).map(str::to_string);
    assert_eq!(rights("[a:chess]\ncastling = false").as_deref(), Some("-"));
    assert_eq!(rights("[a]\ncastling = false\n[b:a]").as_deref(), Some("-"));
    assert_eq!(rights("[a]\ncastling = false\nking = k:KimD").as_deref(), Some("Kk"));
    let array = "startFen = 4k3/8/8/8/8/8/PP6/4K3 w KQkq - 0 1";
    assert_eq!(rights(&format!("[a]\ncastling = false\n{array}")).as_deref(), Some("-"));
    let jumping = "startFen = 4k3/8/8/8/8/8/PP6/4K3 w K - 0 1\nking = k:KimD";
    assert_eq!(rights(&format!("[a]\ncastling = false\n{jumping}")).as_deref(), Some("K"));
    assert_eq!(rights("[a:terachess]\ncastling = false").as_deref(), Some("Kk"));
}

#[test]
fn pieces_that_could_never_move_again() {
    let refused =
        "not supported: squares that a piece may not go to, but for Pawns and the last rank";
    let rule = "immobilityIllegal = true\nmandatoryPawnPromotion = false\n";
    for (lines, expected) in [
        ("", None),
        ("lance = l", Some(refused)),
        ("lance = l\npromotedPieceType = l:q\nmandatoryPiecePromotion = true", None),
        ("shogiKnight = l\npromotedPieceType = l:q\nmandatoryPiecePromotion = true", Some(refused)),
        ("customPiece1 = x:cW", Some(refused)),
        ("customPiece1 = x:K\npromotionPawnTypes = px", Some(refused)),
        ("customPiece1 = x:mRcpR", None),
    ] {
        let told = read(&format!("[a]\n{rule}{lines}"));
        let told = told.err().map(|mistakes| mistakes.concat());
        let expected = expected.map(|what| format!("line 2, `immobilityIllegal`: {what}"));
        assert_eq!(told, expected, "{lines}");
    }
    assert!(read("[a]\nimmobilityIllegal = true\nlance = l").is_err());
}

/// The kinds that reset the count of moves if `nMoveRuleTypes` is not given.
#[test]
fn the_count_of_moves_of_a_pawn_with_another_letter() {
    let array = "startFen = rnbqkbnr/oooooooo/8/8/8/8/OOOOOOOO/RNBQKBNR w KQkq - 0 1\n";
    let other = "customPiece1 = o:fmWfceFifmnD\npromotionPawnTypes = o\n";
    for pawn in ["pawn = -\n", ""] {
        let game = &read(&format!("[a]\n{pawn}{other}{array}")).expect("a game")[0];
        assert_eq!(game.piece('O').expect("a piece").role, Role::Pawn, "{pawn}");
    }
    let silent =
        &read(&format!("[a]\npawn = -\n{other}nMoveRuleTypes = -\n{array}")).expect("a game")[0];
    assert_eq!(silent.piece('O').expect("a piece").role, Role::Prince);
    let both = &read("[a]\npromotionPawnTypes = pn").expect("a game")[0];
    let roles = ['P', 'N'].map(|letter| both.piece(letter).expect("a piece").role);
    assert_eq!(roles, [Role::Pawn, Role::Prince]);
    // Pawns that do not promote are in the array.
    assert_eq!(
        mistake("[a]\n# a remark\npromotionPawnTypes = n"),
        "line 3, `promotionPawnTypes`: not supported: a count of moves that is reset by pieces other than those that \
         promote as Pawns do; set `nMoveRuleTypes`"
    );
    assert!(
        mistake("[a]\npromotionPawnTypes = n\nnMoveRuleTypes = p")
            .starts_with("line 3, `nMoveRuleTypes`: ")
    );
}

#[test]
fn inherited_values_have_words_of_their_own() {
    for key in ["promotionPieceTypes", "promotionPawnTypes", "promotedPieceType", "promotionMoves"]
    {
        let words = keys::in_words(key).expect(key);
        assert!(words.contains("promote") || words.contains("become") || words.contains("becomes"));
    }
    assert_eq!(keys::in_words("maxRank"), None);
}

/// A King on one side, and on the other a piece that is royal by the extinction keys.
#[test]
fn a_king_against_another_royal_piece() {
    let of = |start: &str, more: &str| {
        read(&format!(
            "[a]\namazon = m\nextinctionValue = loss\nextinctionPieceTypes = m\n\
             extinctionPseudoRoyal = true\n{more}startFen = {start}"
        ))
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 w kq - 0 1";
    let game = &of(start, "").expect("a game")[0];
    let royal = |letter| game.piece(letter).is_some_and(|it| it.role == Role::Royal);
    assert!(royal('K') && royal('M') && !royal('Q'));
    let message = "line 4, `extinctionPieceTypes`: not supported: a King besides the pieces whose loss loses; \
                   write `king = -`";
    for (start, more) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/8/3KM3 w kq - 0 1", ""),
        (start, "promotionPieceTypes = qm\n"),
        (start, "dupleCheck = true\n"),
        (start, "extinctionPieceCount = 1\n"),
    ] {
        assert_eq!(of(start, more), Err(vec![message.to_string()]), "{start} {more}");
    }
}

/// Keys for one side, where they matter only for pieces that the other side never has.
#[test]
fn keys_of_one_side_with_pieces_of_its_own() {
    let array = "startFen = rnbqkbnr/ssssssss/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let keys = "customPiece1 = s:mfWcfF\ncustomPiece2 = t:K\npromotionPawnTypesBlack = s\n\
                promotionPieceTypesBlack = t\nnMoveRuleTypesBlack = s\n";
    let game = &read(&format!("[a]\n{keys}{array}")).expect("a game")[0];
    let of = |letter| {
        let piece = game.piece(letter).expect("a piece");
        (piece.role, game.promotions_of(piece))
    };
    assert_eq!([of('P'), of('S')], [(Role::Pawn, "QRBN"), (Role::Pawn, "T")]);
    // White's Pawns would promote in their own way, too.
    let both = array.replace("PPPP/", "PPPS/");
    let mistakes = read(&format!("[a]\n{keys}{both}")).expect_err("a mistake");
    assert_eq!(
        mistakes,
        ["line 4, `promotionPawnTypesBlack`: not supported: sides whose promotions differ"]
    );
}

/// The ranks of steps of Pawns matter only where there are Pawns.
#[test]
fn a_larger_board_without_pawns() {
    let start = "maxRank = 9\npromotionRegionWhite = *9\n";
    let other = "customPiece1 = o:mfWcfF\npromotionPawnTypes = o\n\
                 startFen = rnbqkbnr/oooooooo/8/8/8/8/8/OOOOOOOO/RNBQKBNR w KQkq - 0 1\n";
    assert!(read(&format!("[a]\n{start}{other}")).is_ok());
    assert!(mistake(&format!("[a]\n{start}")).contains("doubleStepRegionBlack"));
}
