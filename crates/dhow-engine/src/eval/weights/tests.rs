use super::*;
use crate::eval::features::{Feature, FeatureGroup};
use dhow_rules::betza::Notation;
use dhow_rules::pieces::PieceType;
use dhow_rules::variant::{ONE_MOVE_GAMES, PieceDef, Role, find};

/// The weight of one group for a piece.
fn weight(list: &WeightList, piece: &PieceDef, group: FeatureGroup) -> Weight {
    let mut list = list.clone();
    let feature = Feature::of_kind(group, PieceType::from_index(0));
    let places = list.make_places(std::slice::from_ref(piece));
    list.get_or_guess(places[feature.index()].expect("the place of a kind of piece"))
}

fn material(list: &WeightList, piece: &PieceDef) -> Weight {
    weight(list, piece, FeatureGroup::Material)
}

fn piece(letter: char) -> PieceDef {
    let mut pieces = ONE_MOVE_GAMES.iter().flat_map(|game| &game.pieces);
    pieces.find(|piece| piece.letter == letter).expect("a piece").clone()
}

/// Whether both parts are near those of another weight, up to a share of them.
fn is_near(weight: Weight, other: Weight, share: f64) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= share * b.abs();
    near(weight.middlegame, other.middlegame) && near(weight.endgame, other.endgame)
}

#[test]
fn every_built_in_piece_has_weights_of_its_own() {
    let list = WeightList::built_in();
    let mut with_places = list.clone();
    for variant in ONE_MOVE_GAMES.iter() {
        with_places.make_places(&variant.pieces);
    }
    assert_eq!(&with_places, list);
}

/// Letter, name and spelling do not count, nor whether and where a pawn may step twice.
#[test]
fn weights_go_by_movement() {
    let list = WeightList::built_in();
    for (letter, spelling) in [
        ('L', "DANFW"),
        ('Q', "BR"),
        ('G', "fFbFyafsF"),
        ('O', "cpRcpBmRmB"),
        ('P', "fcFfmW"),
        ('P', "fmWfceFfimnD"),
        ('I', "WFfimnD"),
    ] {
        let tuned = piece(letter);
        let other = PieceDef {
            letter: 'Y'.into(),
            name: "Stranger".into(),
            betza: Notation::known(spelling),
            ..tuned.clone()
        };
        for group in FeatureGroup::OF_PIECES {
            let (one, two) = (weight(list, &tuned, group), weight(list, &other, group));
            assert_eq!(one, two, "{spelling}: {}", group.name());
        }
    }
    let leopard = PieceDef { betza: Notation::known("FB2"), value: 400, ..piece('L') };
    assert!(is_near(material(list, &leopard), Weight { middlegame: 400.0, endgame: 400.0 }, 0.1));
}

/// The Maasai moves like the rapid Pawn, but shares the weights of the Soldier, whose value is nearer.
#[test]
fn among_pieces_that_move_alike_the_value_decides() {
    let list = WeightList::built_in();
    let maasai = find("maasai").expect("a game").piece('S').expect("a piece");
    assert_eq!(maasai.betza, piece('P').betza);
    assert_eq!(material(list, maasai), material(list, &piece('S')));
    assert_ne!(material(list, maasai), material(list, &piece('P')));
}

#[test]
fn a_king_a_prince_and_a_man_are_three_pieces() {
    let list = WeightList::built_in();
    let man = PieceDef { role: Role::Officer, ..piece('I') };
    assert_ne!(material(list, &man), material(list, &piece('I')));
    assert_eq!(weight(list, &piece('K'), FeatureGroup::Material).middlegame, 0.0);
    assert_ne!(
        weight(list, &piece('K'), FeatureGroup::Advance),
        weight(list, &man, FeatureGroup::Advance)
    );
}

/// Without its own weights a built-in piece is guessed to be worth about as much, with other weights among those of
/// other pieces.
#[test]
fn built_in_pieces_left_out_are_guessed_well() {
    let list = WeightList::built_in();
    for left_out in 0..list.pieces.len() {
        let text = list.to_string();
        let sections: Vec<&str> = text.split("\n\n").collect();
        let others: Vec<&str> = sections
            .iter()
            .enumerate()
            .filter(|&(i, _)| i != left_out + 1)
            .map(|(_, s)| *s)
            .collect();
        let others: WeightList = others.join("\n\n").parse().expect("weights");
        assert_eq!(others.pieces.len() + 1, list.pieces.len());
        let traits = list.pieces[left_out].traits();
        let names = &list.pieces[left_out].names;
        for group in FeatureGroup::OF_PIECES {
            let guessed = guess::guess(&others, &traits, group);
            let known = list.get(list::of_piece(left_out, group));
            if group == FeatureGroup::Material {
                let Some(known) = known else { continue };
                assert!(is_near(guessed, known, 0.35), "{names}: {guessed}, tuned {known}");
                continue;
            }
            let among = |part: fn(Weight) -> f64| {
                let all = || others.weighed(group).map(|(_, weight)| part(weight));
                let (low, high) = (all().fold(0.0, f64::min), all().fold(0.0, f64::max));
                (low..=high).contains(&part(guessed))
            };
            assert!(among(|w| w.middlegame) && among(|w| w.endgame), "{names}: {}", group.name());
        }
    }
}

/// Leapers of 100 and 300 and a slider of 500 are known.
#[test]
fn guesses_interpolate_between_pieces_of_the_same_sort() {
    let list: WeightList = "piece officer 100 W\nmaterial 50 100\ncentre 4 0\n\
         piece officer 300 N\nmaterial 300 300\ncentre 8 -2\n\
         piece officer 500 R\nmaterial 1000 1000\nmobility 3 3"
        .parse()
        .expect("weights");
    let officer = |betza: &str, value| PieceDef {
        betza: Notation::known(betza),
        value,
        role: Role::Officer,
        ..piece('N')
    };
    let weight = |betza, value, group| {
        let Weight { middlegame, endgame } = weight(&list, &officer(betza, value), group);
        (middlegame, endgame)
    };
    // Half of 100 and the whole of 300: three quarters of 200.
    assert_eq!(weight("F", 200, FeatureGroup::Material), (150.0, 200.0));
    assert_eq!(weight("F", 200, FeatureGroup::Centre), (6.0, -1.0));
    assert_eq!(weight("F", 50, FeatureGroup::Centre), (4.0, 0.0));
    assert_eq!(weight("F", 900, FeatureGroup::Centre), (8.0, -2.0));
    assert_eq!(weight("B", 400, FeatureGroup::Material), (800.0, 800.0));
    // No slider has this weight, so the officers decide.
    assert_eq!(weight("B", 200, FeatureGroup::Centre), (6.0, -1.0));
    assert_eq!(weight("FyafsF", 200, FeatureGroup::Mobility), (3.0, 3.0));
    assert_eq!(weight("F", 200, FeatureGroup::Pair), (0.0, 0.0));
}

#[test]
fn lists_are_read_as_they_are_written() {
    let list = WeightList::built_in();
    assert_eq!(list.to_string().parse().as_ref(), Ok(list));
    let text = "passed 3 1.0 -2.5\nother tempo 4.0 0.0\n\n\
                piece pawn 80 fmWfceF # Pawn\nmaterial 70.0 90.0\n\npiece officer 300 N WD\n";
    let list: WeightList = text.parse().expect("weights");
    assert_eq!(list.to_string(), text);
}

#[test]
fn bad_weights_are_refused_with_their_line() {
    let error = |text: &str| text.parse::<WeightList>().expect_err("no weights");
    for (text, message) in [
        ("piece officer 500 R\nmaterial 1", "line 2: `material 1` is not a weight"),
        ("# none\nhello 1 2", "line 2: `hello 1 2` is not a weight"),
        ("passed 12 1 2", "line 1: `passed 12 1 2` is not a weight"),
        ("passed x 1 2", "line 1: `passed x 1 2` is not a weight"),
        ("other x 1 2", "line 1: `other x 1 2` is not a weight"),
        ("passed 1 1 nan", "line 1: `passed 1 1 nan` is not a weight"),
        ("material 1 2", "line 1: `material 1 2` belongs to no piece"),
        ("passed 1 1 2\npassed 1 1 2", "line 2: `passed 1 1 2` is a second weight"),
        (
            "piece officer 5 R\nmaterial 1 2\nmaterial 1 2",
            "line 3: `material 1 2` is a second weight",
        ),
        ("piece officer", "line 1: `piece officer`: no role and value"),
        ("piece man 5 R", "line 1: `piece man 5 R`: no such role"),
        ("piece officer -5 R", "line 1: `piece officer -5 R`: no such value"),
        ("piece officer 5", "line 1: `piece officer 5`: no movement"),
        (
            "piece officer 5 Rx",
            "line 1: `piece officer 5 Rx`: column 2, `x`: not a letter of this notation",
        ),
        (
            "piece officer 5 RB\npiece officer 5 Q",
            "line 2: `piece officer 5 Q`: a second piece like this",
        ),
    ] {
        assert_eq!(error(text), message);
    }
}
