use super::*;
use crate::bitboard::SquareSet;
use crate::command::CommandPosition;
use crate::game::Visitor;
use crate::geometry::Geometry;
use crate::pieces::{Approach, Color, Letter, Movement, PieceType};
use crate::position::{DrawReason, Outcome, Position, WinReason};
use crate::square::Delta;
use crate::variant::ini::VariantFiles;
use crate::variant::{Role, VARIANTS};
use std::collections::{BTreeMap, BTreeSet};

/// The games that come with the program, and some of files with other rules.
fn games() -> Vec<Arc<Variant>> {
    let mut odd = VariantFiles::default();
    let read = crate::game::read_variants(&mut odd, include_str!("odd_games.ini"));
    read.unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    assert!(odd.games().len() >= 12);
    VARIANTS.iter().chain(odd.games()).cloned().collect()
}

fn games_of_one_move() -> impl Iterator<Item = Arc<Variant>> {
    games().into_iter().filter(|variant| variant.command.is_none())
}

/// The start array with only the pieces of these letters, and all its rights.
fn only(variant: &Arc<Variant>, letters: &str) -> Game {
    let fen = placement_of(variant, letters).expect("fields");
    Game::from_fen(variant, &fen).unwrap_or_else(|error| panic!("{}: {fen}: {error}", variant.id))
}

fn placement_of(variant: &Variant, letters: &str) -> Option<String> {
    let mut fields = variant.start.split(' ');
    let placement = fields.next()?;
    let mut ranks = Vec::new();
    for rank in placement.split('/') {
        let (mut text, mut empty) = (String::new(), 0);
        let mut number = 0;
        for letter in rank.chars().chain(['/']) {
            if let Some(digit) = letter.to_digit(10) {
                number = number * 10 + digit;
                continue;
            }
            empty += std::mem::take(&mut number);
            if letter == '/' || letters.contains(letter.to_ascii_uppercase()) {
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text.push(letter);
            } else {
                empty += 1;
            }
        }
        ranks.push(text.trim_end_matches('/').to_string());
    }
    let rest: Vec<&str> = fields.collect();
    Some(format!("{} {}", ranks.join("/"), rest.join(" ")))
}

fn tells(description: &Description, topic: Topic) -> bool {
    description.rules.iter().any(|rule| rule.topic == topic)
}

/// The description of the King's special moves agrees with the moves it can make.
#[test]
fn castling_and_jumps_are_told_where_there_are_some() {
    for variant in &games_of_one_move().collect::<Vec<_>>() {
        let description = Description::of(variant);
        let game = only(variant, "KR");
        let position = game.position();
        let king = position.king(position.side_to_move()).expect("a King");
        let (mut castles, mut jumps) = (false, false);
        for &mv in game.legal_moves().iter() {
            let (from, to) = position.squares(mv);
            let far = |one: char, other: char| (one as i32 - other as i32).abs() > 1;
            let file = |text: String| text.chars().next().expect("a file");
            if from != king {
                continue;
            }
            if position.san(mv).starts_with("O-O") {
                castles = true;
            } else if far(file(from.to_string()), file(to.to_string())) {
                jumps = true;
            }
        }
        let id = &variant.id;
        assert_eq!(tells(&description, Topic::Castling), castles, "{id}");
        assert_eq!(tells(&description, Topic::Jump), jumps, "{id}");
        let rights = description.fields.rights.map_or(0, |rights| rights.each.len());
        assert_eq!(rights > 0, castles || jumps, "{id}");
        // A King that castles has a right for each of two sides.
        assert_eq!(rights == 4, castles, "{id}");
    }
}

/// The names in a list such as `a Queen, Lion or Eagle`.
fn listed_names(text: &str) -> BTreeSet<String> {
    let text = text.trim_start_matches("an ").trim_start_matches("a ");
    text.replace(" or ", ", ").split(", ").map(String::from).collect()
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split_once(end).map(|(words, _)| words)
}

/// A piece is put on each square, and makes all its moves. The kinds it becomes, and the ranks,
/// agree with the description.
#[test]
fn promotions_are_told_as_they_are_made() {
    let mut told_of = 0;
    for variant in &games_of_one_move().collect::<Vec<_>>() {
        let rules = Description::of(variant).rules;
        for piece in variant.pieces.iter().filter(|it| !variant.promotions_of(it).is_empty()) {
            // For each rank, what the piece may become, and whether it may stay what it is.
            let mut ranks: BTreeMap<u8, (BTreeSet<String>, bool)> = BTreeMap::new();
            for rank in 1..variant.ranks {
                let mut rows = vec![variant.files.to_string(); variant.ranks];
                let far = variant.files - 1;
                rows[variant.ranks - 1] = format!("K{far}");
                rows[0] = format!("{far}k");
                if rank == 1 {
                    continue;
                }
                let middle = variant.files / 2;
                rows[variant.ranks - rank] = format!("{middle}{}{}", piece.letter, far - middle);
                let fen = format!("{} w - - 0 1", rows.join("/"));
                let Ok(game) = Game::from_fen(variant, &fen) else { continue };
                let position = game.position();
                for &mv in game.legal_moves().iter() {
                    let (from, to) = position.squares(mv);
                    if position.on(from).map(|it| position.letter(it)) != Some(piece.letter) {
                        continue;
                    }
                    let text = to.to_string();
                    let number = text.trim_start_matches(|it: char| it.is_ascii_alphabetic());
                    let entry = ranks.entry(number.parse().expect("a rank")).or_default();
                    match mv.promotion() {
                        Some(kind) => {
                            entry.0.insert(variant.pieces[kind.index()].name.clone());
                        }
                        None => entry.1 = true,
                    }
                }
            }
            let becomes: BTreeSet<String> =
                ranks.values().flat_map(|(kinds, _)| kinds.clone()).collect();
            let id = format!("{}, {}", variant.id, piece.name);
            let rule = rules
                .iter()
                .filter(|rule| rule.topic == Topic::Promotion)
                .find(|rule| {
                    between(&rule.text, "Promotion: ", " that ends")
                        .or(between(&rule.text, "Promotion: ", " may become"))
                        .is_some_and(|who| listed_names(who).contains(&piece.name))
                })
                .unwrap_or_else(|| panic!("{id}: no sentence"));
            let what = between(&rule.text, "become ", ".").expect("what it becomes");
            let what = what.split(';').next().expect("what it becomes");
            assert_eq!(listed_names(what), becomes, "{id}");
            // If it may also stay what it is, the sentence says `may`.
            let may_stay = ranks.values().any(|(kinds, stays)| !kinds.is_empty() && *stays);
            let by_some_moves = piece.promotes_by.is_some();
            assert_eq!(rule.text.contains(" may become"), may_stay && !by_some_moves, "{id}");
            told_of += 1;
            if variant.promotion.by_entry.is_some() {
                let told = |rule: &&Rule| rule.text.starts_with("A move promotes if it goes to");
                let text = &rules.iter().find(told).expect("when it promotes").text;
                let first = variant.ranks + 1 - variant.promotion.ranks;
                assert!(text.contains(&format!("its {}", english::ordinal(first))), "{text}");
                continue;
            }
            let first = ranks.iter().find(|(_, (kinds, _))| !kinds.is_empty()).expect("a rank").0;
            let last = usize::from(*first) == variant.ranks;
            let named = rule.text.contains(&format!("its {}", english::ordinal((*first).into())));
            assert_eq!(named, !last, "{id}: {}", rule.text);
        }
    }
    assert!(told_of >= 30, "{told_of} kinds");
}

#[test]
fn captures_en_passant_are_told_as_they_are_made() {
    compare_captures_en_passant(200);
}

#[test]
#[ignore = "ten times as long"]
fn captures_en_passant_in_many_games_are_told_as_they_are_made() {
    compare_captures_en_passant(2_000);
}

/// Random games of Kings, Rooks and pieces that promote: each capture en passant is described.
fn compare_captures_en_passant(games: usize) {
    for variant in &games_of_one_move().collect::<Vec<_>>() {
        let description = Description::of(variant);
        let pawns: String = variant
            .pieces
            .iter()
            .filter(|it| it.role == Role::Pawn || !variant.promotions_of(it).is_empty())
            .map(|it| it.letter)
            .collect();
        let start = only(variant, &format!("KR{pawns}"));
        let (mut victims, mut capturers) = (BTreeSet::new(), BTreeSet::new());
        let mut chance = fastrand::Rng::with_seed(7);
        for _ in 0..games {
            let mut game = start.clone();
            for _ in 0..200 {
                let moves = game.legal_moves();
                if moves.is_empty() || game.outcome().is_some() {
                    break;
                }
                let name = |letter: Letter| {
                    let letter = letter.to_ascii_uppercase();
                    variant.piece(letter).expect("a piece").name.clone()
                };
                let position = game.position();
                // A capture en passant ends on an empty square and captures something, but not on its way.
                for &mv in moves.iter() {
                    let (from, to) = position.squares(mv);
                    if position.on(to).is_none()
                        && mv.over().is_none()
                        && let Some(victim) = position.victim(mv)
                    {
                        victims.insert(variant.pieces[victim.index()].name.clone());
                        let by = position.on(from).expect("a piece");
                        capturers.insert(name(position.letter(by)));
                    }
                }
                game.play(moves[chance.usize(..moves.len())]);
            }
        }
        let rule = description.rules.iter().find(|rule| rule.topic == Topic::EnPassant);
        let (mut told_victims, mut told_capturers) = (BTreeSet::new(), BTreeSet::new());
        for part in rule.iter().flat_map(|rule| rule.text.split("; ")) {
            let names = |start, end| listed_names(between(part, start, end).expect("names"));
            told_victims.extend(names("when ", " has made"));
            told_capturers.extend(names("an enemy ", " that could"));
        }
        assert_eq!(told_victims, victims, "{}: victims", variant.id);
        assert_eq!(told_capturers, capturers, "{}: capturers", variant.id);
    }
}

#[test]
fn each_game_is_described() {
    for variant in &games() {
        let description = Description::of(variant);
        assert_eq!(description.pieces.len(), variant.pieces.len());
        let promotes = variant.pieces.iter().any(|it| !variant.promotions_of(it).is_empty());
        assert_eq!(tells(&description, Topic::Promotion), promotes, "{}", variant.id);
        let leads = variant.command.is_some();
        assert_eq!(tells(&description, Topic::Turn), leads, "{}", variant.id);
        assert_eq!(description.leaders.is_empty(), !leads, "{}", variant.id);
        for rule in &description.rules {
            assert!(rule.text.ends_with('.'), "{}: {}", variant.id, rule.text);
            for wrong in ["a Amazon", "a Eagle", "a Elephant", "a Archbishop", "Who captures"] {
                assert!(!rule.text.contains(wrong), "{}: {}", variant.id, rule.text);
            }
        }
    }
}

/// A Leader2 is in no start array, but may appear in a FEN.
#[test]
fn leaders_that_only_a_position_has_are_not_listed() {
    let of = |id: &str| Description::of(crate::variant::find(id).expect("a game"));
    let chieftain = of("chieftain");
    assert_eq!(chieftain.leaders, "C");
    let goal = chieftain.rules.iter().find(|rule| rule.topic == Topic::Goal).expect("a goal");
    assert!(goal.text.contains("captures the last leader of"), "{}", goal.text);
    assert_eq!(of("grand-chieftain").leaders.len(), 4);
}

/// If all other squares are occupied, a piece still steps and leaps, and has no other way to any
/// square. Hoppers need a piece to hop over.
#[test]
fn ways_to_squares_are_told_as_pieces_are_blocked() {
    struct Blocked;

    impl Visitor for Blocked {
        type Output = usize;

        fn visit<G: Geometry>(self, position: &Position<G>) -> usize {
            let rules = position.rules();
            check(rules.variant(), |kind| rules.movement(kind))
        }

        fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> usize {
            let rules = position.rules();
            check(rules.variant(), |kind| rules.movement(kind))
        }
    }

    fn check<'a, G: Geometry>(
        variant: &Variant,
        movement: impl Fn(PieceType) -> &'a Movement<G>,
    ) -> usize {
        let mut told = 0;
        for (index, piece) in variant.pieces.iter().enumerate() {
            let movement = movement(PieceType::from_index(index));
            let board = movement.board();
            let hops = board.squares().any(|it| !movement.screens(Color::White, it).is_empty());
            for from in board.squares() {
                let alone = G::Set::single(from) | board.walls();
                let reach = movement.reach(Color::White, from, alone);
                for to in G::all() - alone {
                    let target = G::Set::single(to);
                    let goes = |occupied: G::Set, enemies: G::Set| {
                        movement.targets(Color::White, from, occupied, enemies).contains(to)
                    };
                    let id = || {
                        format!("{} {} {}{}", variant.id, piece.name, G::name(from), G::name(to))
                    };
                    let is_told = |to_quiet: bool| {
                        // Double steps and jumps are not targets: they have conditions of their
                        // own.
                        let ways = &Approach::ALL[..Approach::Double as usize];
                        ways.iter().copied().find(|&approach| {
                            let by = reach.by(approach);
                            if to_quiet { by.quiet.contains(to) } else { by.capture.contains(to) }
                        })
                    };
                    let unblocked = |way| matches!(way, Some(Approach::Step | Approach::Leap));
                    let (quiet, capture) = (is_told(true), is_told(false));
                    assert_eq!(goes(alone, G::Set::EMPTY), quiet.is_some(), "{}", id());
                    let full = goes(G::all() - target, G::Set::EMPTY);
                    assert!(full == unblocked(quiet) || quiet.is_none() && hops, "{}", id());
                    assert_eq!(goes(alone | target, target), capture.is_some(), "{}", id());
                    let full = goes(G::all(), target);
                    assert!(full == unblocked(capture) || capture.is_none() && hops, "{}", id());
                    told += usize::from(quiet.is_some()) + usize::from(capture.is_some());
                }
            }
        }
        told
    }

    for variant in &games() {
        assert!(Game::new(variant).position().visit(Blocked) > 500, "{}", variant.id);
    }
}

fn rule(description: &Description, topic: Topic) -> Option<&str> {
    description.rules.iter().find(|rule| rule.topic == topic).map(|rule| rule.text.as_str())
}

/// A board with these letters on these files and ranks, from 0.
fn placed(
    variant: &Arc<Variant>,
    pieces: &[(char, usize, usize)],
    side: char,
    counter: usize,
) -> Option<Game> {
    let rank = |rank: usize| {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..variant.files {
            match pieces.iter().find(|it| (it.1, it.2) == (file, rank)) {
                None => empty += 1,
                Some((letter, ..)) => {
                    let run = std::mem::take(&mut empty);
                    text += &if run > 0 { run.to_string() } else { String::new() };
                    text.push(*letter);
                }
            }
        }
        text + &if empty > 0 { empty.to_string() } else { String::new() }
    };
    let ranks: Vec<String> = (0..variant.ranks).rev().map(rank).collect();
    Game::from_fen(variant, &format!("{} {side} - - {counter} 200", ranks.join("/"))).ok()
}

/// Kings and Rooks move back and forth.
#[test]
fn draws_by_counting_are_told_as_they_come() {
    for variant in &games_of_one_move().collect::<Vec<_>>() {
        let description = Description::of(variant);
        let (file, rank) = (variant.files - 1, variant.ranks - 1);
        let pieces = [('K', 1, 0), ('R', file, 0), ('r', 0, rank), ('k', file - 1, rank)];
        let start = |counter| placed(variant, &pieces, 'w', counter).expect("a position");
        let to_and_fro = |mut game: Game, most: usize| {
            for ply in 0..most {
                if game.outcome().is_some() {
                    return (ply, game.outcome());
                }
                let (from, to) = [(1, 2), (rank + 1, rank)][ply % 2];
                let (from, to) = if ply % 4 < 2 { (from, to) } else { (to, from) };
                let letter = char::from(b'a' + if ply % 2 == 0 { file as u8 } else { 0 });
                game.play_text(&format!("{letter}{from}{letter}{to}")).expect("a Rook's move");
            }
            (most, game.outcome())
        };
        let id = &variant.id;
        match (rule(&description, Topic::Repetition), to_and_fro(start(0), 14)) {
            (Some(text), (plies, Some(Outcome::Draw(DrawReason::Repetition(_))))) => {
                let times = english::ordinal(plies / 4 + 1);
                assert!(text.contains(&format!("for the {times} time")), "{id}: {text}");
            }
            (None, (14, None)) => {}
            other => panic!("{id}: {other:?}"),
        }
        let found = (1..=100).find(|moves| {
            let end = to_and_fro(start(moves * 2 - 1), 1);
            matches!(end, (1, Some(Outcome::Draw(DrawReason::MoveLimit(_)))))
        });
        let told = rule(&description, Topic::MoveLimit);
        let number = told.and_then(|text| text.split(' ').next()?.parse().ok());
        assert_eq!(number, found, "{id}: {told:?}");
        assert_eq!(description.fields.counter.is_some(), found.is_some(), "{id}");
    }
}

/// Black has a King in a corner, and a Pawn so that the King is not bare. White's pieces are added
/// on random squares near it until Black is stalemated.
#[test]
fn stalemate_is_told_as_it_ends_games() {
    let mut chance = fastrand::Rng::with_seed(3);
    // Where a King may be left attacked, it has a move as long as own pieces do not stand all around it.
    let has_check = |it: &Arc<Variant>| it.several_royals.is_none_or(|rule| rule.pseudo_royal);
    for variant in &games_of_one_move().filter(has_check).collect::<Vec<_>>() {
        let of = |role| variant.pieces.iter().filter(move |it| it.role == role).map(|it| it.letter);
        let officers: Vec<char> = of(Role::Officer).map(Letter::plain).collect();
        let pawn = of(Role::Pawn).next().expect("a Pawn").to_ascii_lowercase().plain();
        let mut near = || (chance.usize(..4), chance.usize(..5));
        let mut stalemate = || {
            let mut pieces = vec![('k', 0, 0)];
            let king = near();
            pieces.push(('K', king.0, king.1));
            let (file, rank) = near();
            pieces.extend([(pawn, file, rank + 1), (officers[file % officers.len()], file, rank)]);
            for number in 0..2 {
                let (file, rank) = near();
                pieces.push((officers[(file + rank + number) % officers.len()], file, rank));
            }
            let game = placed(variant, &pieces, 'b', 0)?;
            (game.legal_moves().is_empty() && !game.position().in_check()).then_some(game)
        };
        let id = &variant.id;
        let game = (0..500_000).find_map(|_| stalemate()).unwrap_or_else(|| panic!("{id}"));
        let description = Description::of(variant);
        let text = rule(&description, Topic::Stalemate).expect("a rule");
        let word = match game.outcome() {
            Some(Outcome::Draw(DrawReason::Stalemate)) => "draws.",
            Some(Outcome::Win(Color::White, WinReason::Stalemate)) => "loses.",
            Some(Outcome::Win(Color::Black, WinReason::Stalemate)) => "wins.",
            other => panic!("{id}: {}: {other:?}", game.fen()),
        };
        assert!(text.ends_with(word), "{id}: {text}");
    }
}

#[test]
fn bare_kings_are_told_as_they_end_games() {
    for variant in &games_of_one_move().collect::<Vec<_>>() {
        let officer = variant.pieces.iter().find(|piece| piece.role == Role::Officer);
        let letter = officer.expect("an officer").letter.plain();
        let (far, middle) = (variant.ranks - 1, variant.files / 2);
        let kings = [('K', 0, 0), ('k', middle, far)];
        let with = |files: &[usize]| {
            let helpers = files.iter().map(|&file| (letter, file, 0));
            let pieces: Vec<_> = kings.into_iter().chain(helpers).collect();
            placed(variant, &pieces, 'b', 0).expect("a position").outcome()
        };
        let description = Description::of(variant);
        let told = rule(&description, Topic::BareKing);
        let lost = Some(Outcome::Win(Color::White, WinReason::BareKing));
        let id = &variant.id;
        assert_eq!(with(&[2, 3]), lost.filter(|_| told.is_some()), "{id}");
        let at_once = told.is_some_and(|text| !text.contains("unless"));
        assert_eq!(with(&[2]), lost.filter(|_| at_once), "{id}");
        let draw = Some(Outcome::Draw(DrawReason::BareKings));
        let told = rule(&description, Topic::BareKings).is_some();
        assert_eq!(with(&[]), draw.filter(|_| told), "{id}");
    }
}

/// Pieces of a game that move in different ways have different sentences.
#[test]
fn sentences_tell_movements_apart() {
    for variant in games() {
        let description = Description::of(&variant);
        let moves = |piece: &PieceDescription| {
            let mut moves = piece.moves.clone();
            moves.iter_mut().for_each(|text| *text = text.replace(", also en passant", ""));
            moves.sort();
            moves
        };
        let pieces: Vec<_> = description.pieces.iter().zip(&variant.pieces).collect();
        for (index, (one, def)) in pieces.iter().enumerate() {
            let sentence = &one.sentence;
            assert!(sentence.ends_with('.') && sentence.len() > 10, "{}: {sentence}", def.name);
            for (other, other_def) in &pieces[index + 1..] {
                if moves(one) != moves(other) {
                    let names = format!("{}: {} and {}", variant.id, def.name, other_def.name);
                    assert_ne!(sentence, &other.sentence, "{names}");
                }
            }
        }
    }
}

#[test]
fn a_pawn_of_chess_makes_double_steps_and_captures_en_passant() {
    let chess = VARIANTS.iter().find(|variant| variant.id == "chess").expect("a built-in game");
    let all = Description::of(chess).pieces;
    let told: Vec<_> = std::iter::zip(&chess.pieces, all)
        .filter(|(_, told)| told.special.iter().any(|it| it.ends_with("captured en passant")))
        .map(|(piece, told)| (piece.role, told.special.contains(&"captures en passant".into())))
        .collect();
    assert_eq!(told, [(Role::Pawn, true)]);
    let steps = pawns::double_steps(chess).expect("a sentence");
    assert!(steps.starts_with("A double step goes two squares straight forward"), "{steps}");
}

#[test]
fn promotion_in_short_says_where_it_may_wait() {
    let chess = VARIANTS.iter().find(|variant| variant.id == "chess").expect("a built-in game");
    let in_short = |ranks, optional_ranks| {
        let mut variant = Variant::clone(chess);
        (variant.promotion.ranks, variant.promotion.optional_ranks) = (ranks, optional_ranks);
        let pawn = variant.pieces.iter().find(|piece| piece.role == Role::Pawn).expect("a Pawn");
        promotion::in_short(&variant, pawn).expect("a phrase")
    };
    assert!(in_short(3, 3).ends_with(" on the last 3 ranks, if it wants to"));
    assert!(in_short(3, 2).ends_with(" on the last 3 ranks, on the last one at the latest"));
    assert!(in_short(3, 1).ends_with(" on the last 3 ranks, on the last 2 at the latest"));
    assert!(in_short(3, 0).ends_with(" on the last 3 ranks"));
}

#[test]
fn jumps_are_told_by_their_kind() {
    let metamachy = VARIANTS.iter().find(|variant| variant.id == "metamachy").expect("a game");
    let jump = |files, ranks| {
        let jumps = vec![Delta::new(files, ranks)];
        let facts = facts::Facts { castlings: vec![], jumps, en_passant: vec![] };
        king::jump(metamachy, &facts).expect("a sentence")
    };
    let (straight, oblique) = ("straight or diagonal jump the", "neither straight nor diagonal");
    for (leap, is_oblique) in [(jump(2, 0), false), (jump(2, 2), false), (jump(2, 1), true)] {
        assert_eq!(leap.contains(straight), !is_oblique, "{leap}");
        assert_eq!(leap.contains(oblique), is_oblique, "{leap}");
    }
}
