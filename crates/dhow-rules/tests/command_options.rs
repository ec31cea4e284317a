//! Grand Chieftain and the options of the Chieftain family, by examples small enough to check by
//! hand.

use crate::command_reference::{Color, Position, find};
use crate::command_rules::{after, movers, placed, placed_fen, targets};

// ---- exchange ----

#[test]
fn a_chieftain_and_a_shaman_beside_it_change_places() {
    let plain = Position::start(find("mini-chieftain"));
    let position = Position::start(find("mini-chieftain").with_exchange());
    let new = position.action_texts().into_iter().filter(|a| !plain.action_texts().contains(a));
    assert_eq!(new.collect::<Vec<_>>(), ["c1d1", "f1e1"]);
    // Both count as moved, but as one move of the turn.
    let exchanged = after(&position, "c1d1");
    assert!(targets(&exchanged, "c1").is_empty() && targets(&exchanged, "d1").is_empty());
    assert!(targets(&exchanged, "f1").contains(&"e1".to_string()));
    // An exchange is not a capture.
    let fen = "1hcssch1/1nm2mn1/8/m2mm2m/1m4m1/8/8/1M4M1/M2MM2M/8/1NM2MN1/1HSCCSH1 b - - 1 1";
    assert_eq!(position.play_turn("c1d1,f1e1").map(|p| p.fen()), Ok(fen.to_string()));
}

#[test]
fn an_exchange_is_orthogonal_and_with_an_unmoved_own_shaman() {
    let mini = find("mini-chieftain").with_exchange();
    let position = placed(mini, "Cc3 Ce5 Sd4 sc4 Hc2 ch12");
    for text in ["c3d4", "c3c2", "e5d4"] {
        assert!(position.play_action(text).is_err(), "{text}");
    }
    // The enemy's Shaman is captured.
    assert_eq!(after(&position, "c3c4").placement(), "7c/8/8/8/8/8/8/4C3/2CS4/8/2H5/8");
}

#[test]
fn neither_piece_of_an_exchange_has_moved() {
    let mini = find("mini-chieftain").with_exchange();
    assert!(placed(mini, "Cc3 Cf3 Sc4 ch12").play_action("c3c4").is_ok());
    let shaman_moved = after(&placed(mini, "Cc3 Cf3 Sd5 ch12"), "d5c4");
    assert_eq!(movers(&shaman_moved), ["c3", "f3"]);
    assert!(shaman_moved.play_action("c3c4").is_err());
    let chieftain_moved = after(&placed(mini, "Cb2 Ce3 Sc4 ch12"), "b2c3");
    assert_eq!(movers(&chieftain_moved), ["c4", "e3"]);
    assert!(chieftain_moved.play_action("c3c4").is_err());
}

#[test]
fn an_exchange_takes_the_activation_of_its_chieftain() {
    let mini = find("mini-chieftain").with_exchange();
    // Only the Chieftain on c3 can have activated a1; the one on f3 may still activate c3.
    let spent = after(&placed(mini, "Cc3 Cf3 Sc4 Ma1 ch12"), "a1a2");
    assert!(movers(&spent).contains(&"c3".to_string()));
    assert!(spent.play_action("c3c4").is_err());
    // Either can have activated d1.
    let open = after(&placed(mini, "Cc3 Cf3 Sc4 Md1 ch12"), "d1d2");
    assert!(open.play_action("c3c4").is_ok());
    // The Chieftain has no activation left after the exchange, on its new square either.
    let exchanged = after(&placed(mini, "Cc3 Ch12 Sc4 Mc7 Md1 cd12"), "c3c4");
    assert_eq!(movers(&exchanged), ["h12"]);
}

#[test]
fn a_leader2_does_not_exchange() {
    let mini = find("mini-chieftain").with_exchange();
    assert!(placed(mini, "Dc3 Sc4 ch12").play_action("c3c4").is_err());
}

// ---- free-scouts ----

#[test]
fn free_scouts_need_no_activation_but_count() {
    let plain = placed(find("mini-chieftain"), "Ca1 Ch12 Nd6 Ne6 Mb2 cd12");
    assert_eq!(movers(&plain), ["a1", "b2", "h12"]);
    let free = placed(find("mini-chieftain").with_free_scouts(), "Ca1 Ch12 Nd6 Ne6 Mb2 Mc2 cd12");
    assert_eq!(movers(&free), ["a1", "b2", "c2", "d6", "e6", "h12"]);
    // The Chieftain on a1 is spent on b2, the Scouts are free.
    assert_eq!(movers(&after(&free, "b2b3")), ["d6", "e6", "h12"]);
    // A Scout near a Chieftain does not spend it, and moves once.
    assert_eq!(movers(&after(&free, "d6c4")), ["a1", "b2", "c2", "e6", "h12"]);
    assert_eq!(after(&free, "d6c4 e6f8").side(), Color::Black);
    let near = placed(find("mini-chieftain").with_free_scouts(), "Ca1 Ch12 Nb3 Mb2 cd12");
    assert_eq!(movers(&after(&near, "b3d4")), ["a1", "b2", "h12"]);
}

#[test]
fn free_scouts_frees_the_knights_of_grand_chieftain() {
    let pieces = "Ka1 Nh8 ja10";
    assert_eq!(movers(&placed(find("grand-chieftain"), pieces)), ["a1"]);
    let free = find("grand-chieftain").with_free_scouts();
    assert_eq!(movers(&placed(free, pieces)), ["a1", "h8"]);
}

// ---- Leader2 ----

#[test]
fn a_leader2_activates_two_pieces_within_two_squares() {
    let position = placed(find("mini-chieftain"), "Dd4 Mf4 Mg4 Md2 ch12");
    assert_eq!(movers(&position), ["d2", "d4", "f4"]);
    let one = after(&position, "f4f5");
    assert_eq!(movers(&one), ["d2", "d4"]);
    assert_eq!(after(&one, "d2d1").side(), Color::Black);
    // Itself, and another from its new square.
    let itself = after(&position, "d4e5");
    assert_eq!(movers(&itself), ["f4", "g4"]);
    assert_eq!(after(&itself, "g4g5").side(), Color::Black);
}

#[test]
fn a_leader2_counts_as_two_for_the_number_of_moves() {
    let position = placed(find("mini-chieftain"), "Dd4 Ca12 Me4 Me5 Me3 ch12");
    assert_eq!(movers(&after(&position, "e4f4 e5f5")), ["a12"]);
    assert_eq!(after(&position, "e4f4 e5f5 a12a11").side(), Color::Black);
    let free = find("mini-chieftain").with_free_scouts();
    let position = placed(free, "Da1 Nd6 Ne6 Nf6 ch12");
    assert_eq!(movers(&after(&position, "d6c4")), ["a1", "e6", "f6"]);
    assert_eq!(after(&position, "d6c4 e6d4").side(), Color::Black);
}

#[test]
fn a_leader2_is_royal_and_one_leader() {
    let mini = find("mini-chieftain");
    assert_eq!(after(&placed(mini, "Ca1 db2"), "a1b2").winner(), Some(Color::White));
    assert_eq!(after(&placed(mini, "Ca1 db2 ch12"), "a1b2").winner(), None);
    let eight = "Ca1 Cb1 Cc1 Cd1 Ce1 Cf1 Cg1 Dh1 dh12";
    assert!(Position::from_fen(mini, &placed_fen(mini, eight)).is_ok());
    assert!(Position::from_fen(mini, &placed_fen(mini, &format!("{eight} Dh2"))).is_err());
}

// ---- Grand Chieftain ----

#[test]
fn leaders_of_grand_chieftain_activate_the_pieces_of_their_lists() {
    let lists = [('K', "KJMHNEOTWG"), ('J', "EOTWMH"), ('M', "NTWJH"), ('H', "NEOJM")];
    for (leader, list) in lists {
        for piece in "KJMHNEOTWG".chars() {
            // The piece stands three squares away. If it is itself a leader, it has spent its own
            // activation, on a piece that is far from the other.
            let spent_on = match piece {
                'K' | 'M' | 'H' => " Nh5",
                'J' => " Eh5",
                _ => "",
            };
            let pieces = format!("{leader}b5 {piece}e5{spent_on} ka10");
            let mut position = placed(find("grand-chieftain"), &pieces);
            if !spent_on.is_empty() {
                let target = &targets(&position, "h5")[0];
                position = after(&position, &format!("h5{target}"));
            }
            let activated = movers(&position).contains(&"e5".to_string());
            assert_eq!(activated, list.contains(piece), "{leader} {piece}");
        }
    }
}

#[test]
fn lists_hold_within_three_squares() {
    let position = placed(find("grand-chieftain"), "Je5 Eh8 Ei5 Te1 Tb2 ka10");
    assert_eq!(movers(&position), ["b2", "e5", "h8"]);
}

#[test]
fn guards_are_activated_where_the_leader_could_move_to() {
    let numbers = [('K', 48), ('J', 16), ('M', 16), ('H', 16)];
    for (leader, number) in numbers {
        let alone = placed(find("grand-chieftain"), &format!("{leader}e5 ka10"));
        let could_move_to = targets(&alone, "e5");
        let mut guards = Vec::new();
        for file in 'b'..='h' {
            for rank in 2..=8 {
                let square = format!("{file}{rank}");
                if square == "e5" {
                    continue;
                }
                let pieces = format!("{leader}e5 G{square} ka10");
                if movers(&placed(find("grand-chieftain"), &pieces)).contains(&square) {
                    guards.push(square);
                }
            }
        }
        assert_eq!(guards.len(), number, "{leader}");
        if leader != 'K' {
            assert_eq!(guards, could_move_to, "{leader}");
        }
    }
}

#[test]
fn a_leader_activates_a_guard_from_where_it_stands_then() {
    // The King activates the Jumping General, whose activation is not spent.
    let position = placed(find("grand-chieftain"), "Ka1 Jd1 Gf5 ka10");
    assert_eq!(movers(&position), ["a1", "d1"]);
    assert_eq!(movers(&after(&position, "d1d3")), ["a1", "f5"]);
}

#[test]
fn the_last_leader_of_whatever_kind_loses() {
    let grand = find("grand-chieftain");
    assert_eq!(after(&placed(grand, "Ka1 hb2 ka10"), "a1b2").winner(), None);
    assert_eq!(after(&placed(grand, "Ka1 hb2 ga10"), "a1b2").winner(), Some(Color::White));
}

#[test]
fn grand_chieftain_knows_its_own_letters_only() {
    let grand = find("grand-chieftain");
    for letter in "CDSBR".chars() {
        let fen = placed_fen(grand, &format!("Ka1 {letter}e5 ka10"));
        assert!(Position::from_fen(grand, &fen).is_err(), "{letter}");
    }
    assert!(Position::from_fen(grand, &placed_fen(grand, "Ka1 Ee5 Te6 ka10")).is_ok());
}
