//! Thinking output for XBoard.

use dhow_engine::eval::Score;
use dhow_engine::search::{PvInfo, SearchProgress};
use dhow_play::xboard::moves;
use dhow_rules::game::Game;
use dhow_rules::position::Move;
use std::time::Duration;

/// XBoard reads scores from this value on as distances to mate.
const MATE: i32 = 100_000;

/// A score in XBoard's form: centipawns, or moves to mate above 100,000.
pub fn score(score: Score) -> i32 {
    match score.mate_in_moves() {
        Some(moves) if moves > 0 => MATE + moves,
        Some(moves) => -MATE + moves,
        None => score.0,
    }
}

fn hundredths(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// A line of play from the position of `game`. `before` is a move that leads there, such as the expected move
/// during pondering.
pub fn line(game: &Game, before: Option<Move>, line: &PvInfo) -> String {
    let moves = before.into_iter().chain(line.pv.iter().copied());
    format!(
        "{} {} {} {} {} {} 0\t{}",
        line.depth,
        score(line.score),
        hundredths(line.time),
        line.nodes,
        line.selective_depth,
        line.nps(),
        moves::line_to_gui(game, moves)
    )
}

/// The answer to `.` in analysis.
pub fn status(game: &Game, progress: &SearchProgress) -> String {
    let current = progress.current_move.filter(|mv| game.legal_moves().contains(mv));
    let current = current.map_or(String::new(), |mv| format!(" {}", moves::to_gui(game, mv)));
    format!(
        "stat01: {} {} {} {} {}{current}",
        hundredths(progress.time),
        progress.nodes,
        progress.depth,
        progress.moves_left,
        progress.moves_total
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_engine::search::Bound;
    use dhow_rules::variant::find;

    #[test]
    fn scores() {
        assert_eq!(score(Score(37)), 37);
        assert_eq!(score(Score::mates_in(1)), 100_001);
        assert_eq!(score(Score::mates_in(5)), 100_003);
        assert_eq!(score(Score::mated_in(2)), -100_001);
        assert_eq!(score(Score::mated_in(0)), -100_000);
    }

    #[test]
    fn lines() {
        let mut game = Game::new(find("metamachy").unwrap());
        let first = game.play_text("e3e5").unwrap();
        let second = game.play_text("e10e8").unwrap();
        let found = PvInfo {
            depth: 7,
            selective_depth: 12,
            rank: 1,
            score: Score(-15),
            bound: Bound::Exact,
            nodes: 4000,
            time: Duration::from_millis(2000),
            hash_full: 0,
            pv: vec![first, second],
        };
        let start = Game::new(find("metamachy").unwrap());
        assert_eq!(line(&start, None, &found), "7 -15 200 4000 12 2000 0\te3e5 e10e8");
        let reply = PvInfo { pv: vec![second], ..found };
        assert_eq!(line(&start, Some(first), &reply), "7 -15 200 4000 12 2000 0\te3e5 e10e8");
    }

    #[test]
    fn states() {
        let game = Game::new(find("metamachy").unwrap());
        let current_move = game.parse_move("e3e5").ok();
        let mut progress = SearchProgress {
            depth: 7,
            nodes: 30000,
            time: Duration::from_millis(12340),
            current_move,
            moves_left: 5,
            moves_total: 30,
        };
        assert_eq!(status(&game, &progress), "stat01: 1234 30000 7 5 30 e3e5");
        progress.current_move = None;
        assert_eq!(status(&game, &progress), "stat01: 1234 30000 7 5 30");
    }
}
