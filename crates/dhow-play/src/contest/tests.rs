use super::*;
use crate::time_control::{Time, TimeControl};
use Color::{Black, White};
use dhow_rules::variant::find;

const SECOND: Duration = Duration::from_secs(1);

fn contest(id: &str, control: TimeControl) -> Contest {
    Contest::new(Game::new(find(id).expect("a built-in game")), Clocks::alike(control))
}

fn play(contest: &mut Contest, moves: &[&str]) {
    for text in moves {
        let mv = contest.game().parse_move(text).expect("a legal move");
        contest.play(mv, Instant::now());
    }
}

fn ply(contest: &Contest) -> usize {
    contest.game().moves().len()
}

const WHITE: fn(Color) -> bool = |side| side == White;
const BOTH: fn(Color) -> bool = |_| true;
const NOBODY: fn(Color) -> bool = |_| false;

#[test]
fn people_take_back_to_their_own_turn() {
    let mut contest = contest("metamachy", TimeControl::default());
    assert!(!contest.undo(WHITE) && !contest.undo(NOBODY));
    play(&mut contest, &["e3e5", "e10e8", "d3d5"]);
    assert!(contest.undo(WHITE) && ply(&contest) == 2);
    assert!(contest.undo(WHITE) && ply(&contest) == 0);
    play(&mut contest, &["e3e5"]);
    assert!(!contest.undo(|side| side == Black), "the engine's first turn is not a person's");
    play(&mut contest, &["e10e8"]);
    assert!(contest.undo(NOBODY) && ply(&contest) == 1);
    assert!(contest.undo(BOTH) && ply(&contest) == 0);
}

#[test]
fn moves_of_a_turn_are_taken_back_one_by_one() {
    let mut contest = contest("chieftain", TimeControl::default());
    play(&mut contest, &["b2c4", "g2f4"]);
    assert!(contest.undo(WHITE) && ply(&contest) == 1);
    play(&mut contest, &["end"]);
    assert_eq!(contest.side_to_move(), Black);
    assert!(contest.undo(WHITE) && ply(&contest) == 0, "the turn was over");
}

#[test]
fn a_turn_that_has_run_out_is_taken_back_move_by_move() {
    for people in [WHITE, BOTH] {
        let mut contest = contest("mini-chieftain", TimeControl::default());
        while contest.side_to_move() == White {
            let legal = contest.game().legal_moves();
            let mv = legal.iter().copied().find(|mv| mv.kind() != MoveKind::End).expect("a move");
            contest.play(mv, Instant::now());
        }
        let made = ply(&contest);
        assert!(made > 1);
        assert!(contest.undo(people) && ply(&contest) == made - 1);
        assert_eq!(contest.side_to_move(), White);
        for _ in 0..2 {
            contest.play(contest.game().legal_moves()[0], Instant::now());
        }
        assert!(contest.undo(people));
        assert!(people(Black) || ply(&contest) == 0, "the engine has answered");
    }
}

#[test]
fn a_game_ends_once_and_may_go_on() {
    let mut contest = contest("metamachy", TimeControl::default());
    contest.end_by(OffBoardEnding::Resigned(White), Instant::now());
    contest.end_by(OffBoardEnding::Resigned(Black), Instant::now());
    contest.end_by(OffBoardEnding::DrawAgreed, Instant::now());
    let end = contest.end().expect("an end");
    assert_eq!((end.result, &*end.reason), (GameResult::BlackWins, "White resigns"));
    assert_eq!(contest.reopen(), Some(OffBoardEnding::Resigned(White)));
    assert_eq!(contest.end(), None);
    for (ending, result, reason) in [
        (OffBoardEnding::OutOfTime(Black), "1-0", "Black loses on time"),
        (OffBoardEnding::DrawAgreed, "1/2-1/2", "Draw by agreement"),
        (OffBoardEnding::Adjudicated(GameResult::Draw), "1/2-1/2", "Draw by adjudication"),
        (OffBoardEnding::Adjudicated(GameResult::BlackWins), "0-1", "Black wins by adjudication"),
        (OffBoardEnding::Forfeited(White, "White disconnects".into()), "0-1", "White disconnects"),
        (OffBoardEnding::Recorded(GameResult::WhiteWins), "1-0", "as the file says"),
    ] {
        contest.set_ending(Some(ending));
        let end = contest.end().expect("an end");
        assert_eq!((end.result.text(), &*end.reason), (result, reason));
    }
}

#[test]
fn the_record_has_no_turn_that_is_only_begun() {
    let mut contest = contest("mini-chieftain", TimeControl::default());
    play(&mut contest, &["b2c4", "end", "b11c9"]);
    assert_eq!((contest.recorded().len(), ply(&contest)), (2, 3));
    let text = |contest: &Contest| contest.record().expect("a game").to_string();
    assert!(text(&contest).ends_with("\n1. b2c4 *\n"), "{}", text(&contest));
    contest.end_by(OffBoardEnding::Resigned(Black), Instant::now());
    assert!(text(&contest).contains("{Black resigns}"), "{}", text(&contest));
}

#[test]
fn a_clock_ends_the_game() {
    let mut contest = contest("metamachy", Time::clock(SECOND, SECOND / 10).into());
    let start = Instant::now();
    contest.run_clock(start);
    assert!(!contest.look_at_clock(start + SECOND / 2));
    let mv = contest.game().parse_move("e3e5").expect("a legal move");
    contest.play(mv, start + SECOND / 2);
    contest.run_clock(start + SECOND / 2);
    let now = start + SECOND;
    assert_eq!(contest.clocks().left(White, now), Duration::from_millis(600));
    assert!(contest.look_at_clock(start + 2 * SECOND));
    assert_eq!(contest.end().expect("an end").reason, "Black loses on time");
    contest.run_clock(now);
    assert_eq!(contest.clocks().running(), None);
}

#[test]
fn a_turn_that_came_too_late_is_not_made() {
    let mut contest = contest("metamachy", Time::PerMove(SECOND).into());
    let turn = contest.game().parse_turn("e3e5").expect("a turn");
    assert!(!contest.play_turn(&turn, 2 * SECOND) && ply(&contest) == 0);
    assert!(contest.play_turn(&turn, SECOND) && ply(&contest) == 1);
}
