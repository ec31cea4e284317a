use super::*;
use crate::geometry::{Layout10x12, Layout16x12, Layout32x16};
use crate::movegen::MoveList;
use crate::position::Move;
use crate::position::zobrist::split_mix;
use crate::variant::find;

fn rules<G: Geometry>(id: &str) -> Arc<CommandRules<G>> {
    CommandRules::of(find(id).expect("a built-in game")).expect("a game")
}

/// Calls `visit` with the positions of a random game.
fn random_game<G: Geometry>(id: &str, mut visit: impl FnMut(&CommandPosition<G>)) {
    let rules = rules::<G>(id);
    let start = rules.variant().start.clone();
    let mut position = CommandPosition::from_fen(rules, &start).expect("a position");
    let mut state = 4;
    for _ in 0..400 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let side = position.side_to_move();
        let ended = position.make(moves[split_mix(&mut state) as usize % moves.len()]);
        assert_eq!(ended, position.side_to_move() != side);
        visit(&position);
    }
}

/// [`CommandRules::commanded`] and [`CommandRules::commands`] agree.
fn assert_commands<G: Geometry>(id: &str) {
    let mut commanded = 0;
    random_game::<G>(id, |position| {
        let (rules, placement) = (position.rules(), position.placement());
        for color in Color::ALL {
            for from in position.leaders(color) {
                let leader = position.on(from).expect("a leader");
                let at_once = rules.commanded(leader, from, placement);
                commanded += at_once.count();
                for square in placement.side(color) {
                    let piece = position.on(square).expect("a piece");
                    let occupied = placement.occupied();
                    let alone = rules.commands((leader, from), (piece, square), occupied);
                    assert_eq!(alone, at_once.contains(square), "{id} {}", position.fen());
                }
            }
        }
    });
    assert!(commanded > 1000, "{id}: {commanded}");
}

#[test]
fn leaders_command_the_same_pieces_at_once_and_one_by_one() {
    assert_commands::<Layout10x12>("mini-chieftain");
    assert_commands::<Layout16x12>("chieftain");
    assert_commands::<Layout32x16>("superchief");
    assert_commands::<Layout32x16>("overlord");
    assert_commands::<Layout10x12>("grand-chieftain");
}

/// Two Chieftains on an empty board.
fn lonely() -> CommandPosition<Layout10x12> {
    let fen = "c7/8/8/8/8/8/8/8/8/8/8/7C w - - 0 1";
    CommandPosition::from_fen(rules("mini-chieftain"), fen).expect("a position")
}

fn play(position: &mut CommandPosition<Layout10x12>, moves: &str) -> Vec<Move> {
    let mut made = Vec::new();
    for text in moves.split(' ') {
        let mv = position.parse_move(text).expect("a legal move");
        position.make(mv);
        made.push(mv);
    }
    made
}

#[test]
fn a_position_met_within_the_line_repeats_at_once_and_an_earlier_one_the_third_time() {
    let mut position = lonely();
    let made = play(&mut position, "h1h2 a12a11 h2h1 a11a12");
    assert_eq!(position.repetitions(), 1);
    assert!(position.repeats(5) && !position.repeats(4));
    play(&mut position, "h1h2 a12a11 h2h1 a11a12");
    assert_eq!(position.repetitions(), 2);
    assert!(position.repeats(0));
    assert_eq!(position.clock(), 8);
    for _ in 0..2 {
        made.iter().rev().for_each(|&mv| position.unmake(mv));
    }
    assert_eq!((position.repetitions(), position.fen()), (0, lonely().fen()));
}

#[test]
fn a_turn_passed_is_taken_back_and_no_repetition_looks_across_it() {
    let mut position = lonely();
    play(&mut position, "h1h2 a12a11 h2h1");
    let before = (position.fen(), position.key());
    position.make_null();
    assert_eq!(position.side_to_move(), Color::White);
    assert_eq!(position.key(), position.fresh_key());
    assert_eq!(
        (position.key(), position.repetitions()),
        (before.1 ^ zobrist::side(Color::Black), 0)
    );
    position.unmake_null();
    assert_eq!((position.fen(), position.key()), before);
    play(&mut position, "a11a12");
    assert_eq!(position.repetitions(), 1);
}

/// If a leader's quiet move lets a piece that no leader could activate before capture an enemy
/// leader, it is a fetching move. All fetching moves are quiet moves of leaders.
fn assert_fetching<G: Geometry>(id: &str) {
    let (mut fetching_moves, mut captures) = (0, 0);
    random_game::<G>(id, |position| {
        let aims = position.leaders(!position.side_to_move());
        let movers = position.movers();
        let stray = position.stray_attackers(aims, movers);
        let mut found = MoveList::new();
        position.add_fetching_moves(stray, movers, &mut found);
        let legal = position.legal_moves();
        for mv in &found {
            assert!(legal.contains(mv), "{id} {}", position.fen());
            assert!(position.victim(*mv).is_none());
            assert!(position.leaders(position.side_to_move()).contains(mv.from()));
        }
        fetching_moves += found.len();
        for mv in legal.into_iter().filter(|mv| position.victim(*mv).is_none()) {
            let leads = position.leaders(position.side_to_move()).contains(mv.from());
            let mut after = position.clone();
            if after.make(mv) || !leads {
                continue;
            }
            let captures_leader =
                |next: &Move| after.victim(*next).is_some() && aims.contains(next.to());
            for next in after.legal_moves().into_iter().filter(captures_leader) {
                if !movers.contains(next.from()) {
                    captures += 1;
                    assert!(found.contains(&mv), "{id} {}", position.fen());
                }
            }
        }
    });
    assert!(fetching_moves > 50 && captures > 10, "{id}: {fetching_moves}, {captures}");
}

#[test]
fn leaders_fetch_who_can_capture_leaders() {
    assert_fetching::<Layout10x12>("mini-chieftain");
    assert_fetching::<Layout16x12>("chieftain");
}

/// The test of two moves of a position, in both orders.
fn commute(position: &CommandPosition<Layout10x12>, first: &str, second: &str) -> bool {
    let [first, second] =
        [first, second].map(|text| position.parse_move(text).expect("a legal move"));
    let commute = position.commute(first, second);
    assert_eq!(position.commute(second, first), commute);
    commute
}

#[test]
fn moves_commute_if_both_orders_are_legal_and_end_alike() {
    let of = |fen| CommandPosition::from_fen(rules("mini-chieftain"), fen).expect("a position");
    let two = of("7c/8/8/8/8/8/8/8/8/M1M5/8/CC6 w - - 0 1");
    assert!(commute(&two, "a3a4", "c3c4"));
    assert!(!commute(&two, "a3b4", "c3b4"));
    assert!(!commute(&two, "a3a4", "a3b4"));
    assert!(!commute(&two, "a3a4", "a1a2"));
    // One activation is no turn of two moves.
    assert!(!commute(&of("7c/8/8/8/8/8/8/8/8/M1M5/8/C7 w - - 0 1"), "a3a4", "c3c4"));
}

#[test]
fn a_win_in_the_turn_needs_all_leaders_within_reach() {
    let win = |fen| {
        let mut position = CommandPosition::from_fen(rules::<Layout10x12>("mini-chieftain"), fen)
            .expect("a position");
        let turn = position.winning_turn(Effort::GREAT)?;
        for &mv in &turn {
            position.make(mv);
        }
        Some((turn.len(), position.winner()))
    };
    assert_eq!(win("8/8/8/8/8/8/8/8/8/8/1c6/C7 w - - 0 1"), Some((1, Some(Color::White))));
    // Another Chieftain is captured by nobody, or from a square that none reaches first.
    assert_eq!(win("7c/8/8/8/8/8/8/8/8/8/1c6/C7 w - - 0 1"), None);
    assert_eq!(win("7c/8/8/8/8/8/8/8/8/8/1c6/CC6 w - - 0 1"), None);
    assert_eq!(win("8/8/8/8/8/8/8/8/8/8/1c4c1/C6C w - - 0 1"), Some((2, Some(Color::White))));
}
