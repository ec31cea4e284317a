use super::*;
use crate::variant::VARIANTS;

/// The start array without all pieces but Kings and Rooks, with all rights.
fn kings_and_rooks(variant: &Arc<Variant>) -> Option<Game> {
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
            if "KkRr/".contains(letter) {
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
    Game::from_fen(variant, &format!("{} {}", ranks.join("/"), rest.join(" "))).ok()
}

fn tells(description: &Description, topic: Topic) -> bool {
    description.rules.iter().any(|rule| rule.topic == topic)
}

/// What is told of the King's special moves is what it can do.
#[test]
fn castling_and_jumps_are_told_where_there_are_some() {
    let mut games = 0;
    for variant in VARIANTS.iter().filter(|variant| variant.command.is_none()) {
        let description = Description::of(variant);
        let Some(game) = kings_and_rooks(variant) else { continue };
        games += 1;
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
        // Whoever castles has a right for each of two sides.
        assert_eq!(rights == 4, castles, "{id}");
    }
    assert!(games >= 12, "{games} games");
}

#[test]
fn each_game_is_described() {
    for variant in VARIANTS.iter() {
        let description = Description::of(variant);
        assert_eq!(description.pieces.len(), variant.pieces.len());
        let promotes = variant.pieces.iter().any(|it| !variant.promotions_of(it).is_empty());
        assert_eq!(tells(&description, Topic::Promotion), promotes, "{}", variant.id);
        let leads = variant.command.is_some();
        assert_eq!(tells(&description, Topic::Turn), leads, "{}", variant.id);
        assert_eq!(description.leaders.is_empty(), !leads, "{}", variant.id);
        // No array has one.
        assert!(!description.leaders.contains('Y') || variant.start_placement().contains('Y'));
        for rule in &description.rules {
            assert!(rule.text.ends_with('.'), "{}: {}", variant.id, rule.text);
            for wrong in ["a Amazon", "a Eagle", "a Elephant", "a Archbishop", "Who captures"] {
                assert!(!rule.text.contains(wrong), "{}: {}", variant.id, rule.text);
            }
        }
    }
}
