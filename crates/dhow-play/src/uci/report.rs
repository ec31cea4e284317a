//! Results of a search as UCI text.

use dhow_engine::eval::{Score, WdlModel};
use dhow_engine::search::{Bound, PvInfo, SearchResult};
use dhow_rules::game::Game;
use dhow_rules::position::Outcome;
use std::fmt::Write;

/// The `info` line for a line of play from the position of `game`, with the chances of win, draw and loss if
/// wanted.
pub fn info(game: &Game, line: &PvInfo, chances: Option<WdlModel>) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        line.depth,
        line.selective_depth,
        line.rank,
        score(line.score)
    );
    if let Some(chances) = chances {
        let [won, drawn, lost] = chances.per_mille(line.score);
        // Writing to a string cannot fail.
        let _ = write!(text, " wdl {won} {drawn} {lost}");
    }
    text += match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let (nodes, nps, hash_full) = (line.nodes, line.nps(), line.hash_full);
    let time = line.time.as_millis();
    let _ = write!(text, " nodes {nodes} nps {nps} hashfull {hash_full} time {time}");
    if !line.pv.is_empty() {
        text += " pv";
        let turns = game.turns(&line.pv);
        turns.iter().for_each(|turn| text.extend([" ", &game.turn_text(turn)]));
    }
    text
}

/// The last lines of a search: `bestmove`, and before it the score if the position has no legal move, because
/// the search reports no line for it.
pub fn end(game: &Game, summary: &SearchResult) -> Vec<String> {
    let [turn, reply] =
        [&summary.turn, &summary.reply].map(|it| it.as_ref().map(|it| game.turn_text(it)));
    match (turn, reply) {
        (Some(turn), Some(reply)) => vec![format!("bestmove {turn} ponder {reply}")],
        (Some(turn), None) => vec![format!("bestmove {turn}")],
        (None, _) => {
            let value = match game.outcome().and_then(Outcome::winner) {
                Some(winner) if winner == game.side_to_move() => Score::mates_in(0),
                Some(_) => Score::mated_in(0),
                None => Score::DRAW,
            };
            vec![format!("info depth 0 score {}", score(value)), "bestmove (none)".into()]
        }
    }
}

/// A score in UCI form: `cp` in centipawns or `mate` in moves, from the engine's side.
pub fn score(score: Score) -> String {
    match score.mate_in_moves() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::game::Turn;
    use dhow_rules::position::Move;
    use dhow_rules::variant::VARIANTS;
    use std::time::Duration;

    fn summary(best: Option<Move>, ponder: Option<Move>) -> SearchResult {
        let (turn, reply) = (best.map(Turn::from), ponder.map(Turn::from));
        SearchResult { turn, reply, score: Score(7), depth: 3, nodes: 9, time: Duration::ZERO }
    }

    #[test]
    fn a_line_of_play() {
        let game = Game::new(&VARIANTS[0]);
        let mut line = PvInfo {
            depth: 3,
            selective_depth: 5,
            rank: 2,
            score: Score(-34),
            bound: Bound::Exact,
            nodes: 1000,
            time: Duration::from_millis(20),
            hash_full: 1,
            pv: vec![game.parse_move("a3a5").unwrap()],
        };
        assert_eq!(
            info(&game, &line, None),
            "info depth 3 seldepth 5 multipv 2 score cp -34 nodes 1000 nps 50000 hashfull 1 \
             time 20 pv a3a5"
        );
        line.score = Score::mates_in(3);
        line.bound = Bound::Lower;
        assert!(info(&game, &line, None).contains(" score mate 2 lowerbound nodes "));
        let told = info(&game, &line, Some(WdlModel::USUAL));
        assert!(told.contains(" score mate 2 wdl 1000 0 0 lowerbound nodes "), "{told}");
    }

    #[test]
    fn the_end() {
        let game = Game::new(&VARIANTS[0]);
        let mv = game.parse_move("a3a5").unwrap();
        assert_eq!(end(&game, &summary(Some(mv), None)), ["bestmove a3a5"]);
        assert_eq!(end(&game, &summary(Some(mv), Some(mv))), ["bestmove a3a5 ponder a3a5"]);
    }

    #[test]
    fn the_end_without_moves() {
        let mated = "k10Q/11Q/12/12/12/12/12/12/12/12/12/K11 b - - 0 1";
        let stalemate = "k11/2Q9/12/12/12/12/12/12/12/12/12/K11 b - - 0 1";
        for (fen, score) in [(mated, "mate 0"), (stalemate, "cp 0")] {
            let game = Game::from_fen(&VARIANTS[0], fen).unwrap();
            let expected = [format!("info depth 0 score {score}"), "bestmove (none)".into()];
            assert_eq!(end(&game, &summary(None, None)), expected);
        }
    }
}
