//! What the engine thinks of positions of an analysis, in the words of pages.

use crate::eval::Score;
use crate::game::Game;
use crate::pieces::Color;
use crate::position::Outcome;
use crate::search::{Bound, Engine, Line};
use crate::web::message::{BestLine, Eval, LineTurn, NodeId, Reply, Searching};
use crate::web::session::ClientId;
use std::time::{Duration, Instant};

/// Turns of a line that pages are told.
const TURNS: usize = 12;

/// A score of the side to move, as White sees it.
pub fn eval(score: Score, depth: u32, side: Color) -> Eval {
    let score = if side == Color::White { score } else { -score };
    let share = match score.mate_in_moves() {
        Some(_) => f32::from(u8::from(score.0 > 0)),
        None => score.winning_chance() as f32,
    };
    Eval { depth, score: score.to_string(), share }
}

/// How good a position is in which the game has ended.
pub fn ended(outcome: Outcome) -> Eval {
    let share = match outcome.winner() {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    };
    Eval { depth: 0, score: outcome.result().into(), share }
}

/// A line that was found in a game's position.
pub fn best_line(game: &Game, line: &Line) -> BestLine {
    let mut game = game.clone();
    let eval = eval(line.score, line.depth, game.side_to_move());
    let (mut turns, mut arrows) = (Vec::new(), Vec::new());
    for turn in game.turns(&line.pv).into_iter().take(TURNS) {
        let words = match game.variant().command {
            None => turn.first().map_or(String::new(), |&mv| game.position().san(mv)),
            Some(_) => game.turn_text(&turn),
        };
        let first = turns.is_empty();
        let mut moves = Vec::new();
        for mv in turn {
            let text = game.move_text(mv);
            let (from, to) = game.position().squares(mv);
            if first && from != to {
                arrows.push([from.to_string(), to.to_string()]);
            }
            moves.push(text);
            game.play(mv);
        }
        turns.push(LineTurn { moves, words });
    }
    BestLine { eval, turns, arrows }
}

/// A page's analysis of a position.
pub struct Looking {
    pub client: ClientId,
    /// The name under which it has an engine.
    pub name: String,
    pub node: NodeId,
    /// At the node.
    pub game: Game,
    pub lines: usize,
    /// The engine, and the number of its search.
    pub engine: Option<(u64, Engine)>,
    /// When it last got an engine.
    pub since: Instant,
    /// How long it has searched before that.
    pub before: Duration,
    /// Whether it has ended.
    pub over: bool,
    depth: u32,
    nodes: u64,
    nps: u64,
    best: Vec<Option<BestLine>>,
    /// Whether the page is to be told something, and when it was told last.
    pub news: bool,
    pub told: Instant,
}

impl Looking {
    /// An analysis that has not begun.
    pub fn new(client: ClientId, name: String, node: NodeId, game: Game, lines: usize) -> Self {
        let now = Instant::now();
        Self {
            client,
            name,
            node,
            game,
            lines,
            engine: None,
            since: now,
            before: Duration::ZERO,
            over: false,
            depth: 0,
            nodes: 0,
            nps: 0,
            best: Vec::new(),
            news: true,
            told: now,
        }
    }

    /// Hears of a line; returns how good the position is if it is the best one and that is known exactly.
    pub fn hear(&mut self, line: &Line) -> Option<Eval> {
        let told = best_line(&self.game, line);
        let eval = told.eval.clone();
        let place = line.rank.max(1) - 1;
        if self.best.len() <= place {
            self.best.resize(place + 1, None);
        }
        self.best[place] = Some(told);
        (self.depth, self.nodes, self.nps) = (line.depth, line.nodes, line.nps());
        self.news = true;
        (place == 0 && line.bound == Bound::Exact).then_some(eval)
    }

    /// What the page is told.
    pub fn reply(&mut self) -> Reply {
        self.news = false;
        self.told = Instant::now();
        let state = match (&self.engine, self.over) {
            (_, true) => Searching::Over,
            (Some(_), _) => Searching::Running,
            (None, _) => Searching::Waiting,
        };
        Reply::Lines {
            node: self.node,
            state,
            depth: self.depth,
            nodes: self.nodes,
            nps: self.nps,
            lines: self.best.iter().flatten().cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_shown_as_white_sees_them() {
        let even = eval(Score(0), 1, Color::Black);
        assert_eq!((even.score.as_str(), even.share), ("+0.00", 0.5));
        let better = eval(Score(-250), 9, Color::Black);
        assert_eq!(better.score, "+2.50");
        assert!((better.share - 0.646).abs() < 0.001, "{}", better.share);
        assert_eq!(eval(Score::mates_in(3), 9, Color::Black).share, 0.0);
        assert_eq!(eval(Score::mated_in(0), 9, Color::Black).share, 1.0);
    }
}
