//! Test positions as lines of text.

use super::super::args;
use super::super::suite::with_options;
use dhow_engine::eval::Score;
use dhow_play::pgn::{Epd, read_move};
use dhow_rules::game::{Game, Turn};
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// A test position.
#[derive(Debug)]
pub struct EpdProblem {
    /// The number of its line, from 1.
    pub line: usize,
    /// The position, as the start of a game.
    pub game: Game,
    /// Its id, or its source.
    pub id: String,
    /// `bm`: the solutions. Empty if none is given.
    pub best: Vec<Turn>,
    /// `am`: turns to avoid.
    pub avoided: Vec<Turn>,
    /// `dm`: mate in this many moves, or a win in this many turns.
    pub mate: Option<u32>,
}

/// The content of a suite.
#[derive(Debug, Default)]
pub struct Suite {
    /// The positions with something to solve, in order.
    pub problems: Vec<EpdProblem>,
    /// The number of positions without anything to solve.
    pub without_goal: usize,
    /// Invalid lines, and why.
    pub bad: Vec<(usize, String)>,
}

/// Reads a suite. Lines that name no variant get `default`. It is an error if there is nothing to search.
pub fn read(text: &str, default: &Arc<Variant>) -> Result<Suite, String> {
    let mut suite = Suite::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match EpdProblem::parse(number, line, default) {
            Ok(Some(problem)) => suite.problems.push(problem),
            Ok(None) => suite.without_goal += 1,
            Err(error) => suite.bad.push((number, error)),
        }
    }
    match (suite.problems.is_empty(), &suite.bad[..]) {
        (false, _) => Ok(suite),
        (true, [(line, error), ..]) => Err(format!(", line {line}: {error}")),
        (true, []) => Err(" holds no position with `bm`, `am` or `dm`".into()),
    }
}

impl EpdProblem {
    /// Reads a line; `None` if there is nothing to solve.
    fn parse(number: usize, line: &str, default: &Arc<Variant>) -> Result<Option<Self>, String> {
        let epd = Epd::read(line);
        let (operations, value) = (&epd.operations, |name: &str| epd.value(name));
        for name in ["bm", "am", "dm", "variant"] {
            let mut all = operations.iter().filter(|it| it.0 == name);
            match (all.next(), all.next()) {
                (Some((_, "")), _) => return Err(format!("{name}: a value is missing")),
                (Some(_), Some(_)) => return Err(format!("{name} is given twice")),
                _ => {}
            }
        }
        let mut variant = default.clone();
        if let Some(id) = value("variant") {
            variant = args::variant(id).map_err(|error| format!("`{id}`: {error}"))?;
        }
        let options: Vec<&str> =
            operations.iter().filter(|it| it.0 == "option").map(|it| it.1).collect();
        if !options.is_empty() {
            variant = with_options(&variant, &options)?;
        }
        let game = args::game_from_fen(&variant, &epd.fen).map_err(|error| error.to_string())?;
        let turns = |name: &str| match value(name) {
            Some(text) => turns(&game, text).map_err(|error| format!("{name}: {error}")),
            None => Ok(Vec::new()),
        };
        let (best, avoided) = (turns("bm")?, turns("am")?);
        let mate = value("dm").map(|text| match text.parse() {
            Ok(moves @ 1..) => Ok(moves),
            _ => Err(format!("dm: `{text}` is not a number of moves")),
        });
        let mate = mate.transpose()?;
        if best.is_empty() && avoided.is_empty() && mate.is_none() {
            return Ok(None);
        }
        let id = value("id").unwrap_or_default().trim_matches('"').to_string();
        Ok(Some(Self { line: number, game, id, best, avoided, mate }))
    }

    /// Whether a turn with this score is a solution. Turns whose moves differ only in order are equal.
    pub fn is_solved(&self, turn: &Turn, score: Score) -> bool {
        let after = |turn: &Turn| {
            let mut game = self.game.clone();
            game.play_moves(turn);
            game.fen()
        };
        let is_among = |turns: &[Turn]| {
            let found = after(turn);
            turns.iter().any(|turn| after(turn) == found)
        };
        let mates = |moves: u32| {
            score.mate_in_moves().is_some_and(|found| found > 0 && found.unsigned_abs() <= moves)
        };
        (self.best.is_empty() || is_among(&self.best))
            && !is_among(&self.avoided)
            && self.mate.is_none_or(mates)
    }

    /// The goal, in words.
    pub fn goal(&self) -> String {
        let named = |name: &str, turns: &[Turn]| {
            let turns: Vec<String> = turns.iter().map(|turn| self.game.turn_text(turn)).collect();
            (!turns.is_empty()).then(|| format!("{name} {}", turns.join(" ")))
        };
        let mate = self.mate.map(|moves| format!("dm {moves}"));
        let goals = [named("bm", &self.best), named("am", &self.avoided), mate];
        goals.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Turns separated by spaces: moves by squares or in short notation (SAN), in games with leaders several
/// moves joined by commas.
fn turns(game: &Game, text: &str) -> Result<Vec<Turn>, String> {
    let read = |text: &str| match game.variant().command {
        Some(_) => game.parse_turn(text).map_err(|error| error.to_string()),
        None => read_move(game, text).map(Turn::from).map_err(|error| error.to_string()),
    };
    text.split_whitespace().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;

    const KINGS: &str = "k11/12/1K10/12/12/12/12/12/12/12/12/10Q1 w - -";

    fn problems(text: &str) -> Vec<EpdProblem> {
        read(text, &VARIANTS[0]).expect("a suite").problems
    }

    #[test]
    fn lines_of_both_forms_are_read() {
        let text = format!(
            "# a comment\n\n{KINGS} bm Qk12; id \"a; b\"; dm 1;\n\
             {KINGS} 3 40 ;variant metamachy ;am k1k2 k1k3 ;id two words\n{KINGS} hmvc 7; fmvn 9; D1 5;\n"
        );
        let suite = read(&text, &VARIANTS[0]).expect("a suite");
        assert_eq!((suite.problems.len(), suite.without_goal), (2, 1));
        let [first, second] = &suite.problems[..] else { panic!("two") };
        assert_eq!((first.line, first.id.as_str(), first.mate), (3, "a; b", Some(1)));
        assert_eq!((first.goal(), second.goal()), ("bm k1k12, dm 1".into(), "am k1k2 k1k3".into()));
        assert!(second.game.fen().ends_with(" 3 40"), "{}", second.game.fen());
        assert_eq!(second.id, "two words");
    }

    #[test]
    fn a_bad_line_leaves_the_others() {
        let text = format!("{KINGS} bm Qk12;\n{KINGS} bm Rb9;\n{KINGS} dm 1;\n12/12 w - - dm 1;\n");
        let suite = read(&text, &VARIANTS[0]).expect("a suite");
        let good: Vec<usize> = suite.problems.iter().map(|problem| problem.line).collect();
        let bad: Vec<usize> = suite.bad.iter().map(|(line, _)| *line).collect();
        assert_eq!((&good[..], &bad[..]), (&[1, 3][..], &[2, 4][..]));
        assert_eq!(suite.bad[0].1, "bm: `Rb9`: no Rook can legally move so");
    }

    #[test]
    fn solutions_are_recognised() {
        let both = &problems(&format!("{KINGS} bm Qk12; dm 2;"))[0];
        let mv = |text: &str| both.game.parse_turn(text).expect("legal");
        let mate = Score::mates_in(3);
        assert!(both.is_solved(&mv("k1k12"), mate));
        assert!(!both.is_solved(&mv("k1k12"), Score::mates_in(5)));
        assert!(!both.is_solved(&mv("k1k12"), Score(500)));
        assert!(!both.is_solved(&mv("k1k2"), mate));
        let avoid = &problems(&format!("{KINGS} am Qk12;"))[0];
        assert!(avoid.is_solved(&mv("k1k2"), Score(0)) && !avoid.is_solved(&mv("k1k12"), mate));
        let leaders =
            "8/8/8/8/8/8/8/8/8/8/1c4c1/C6C w - - 0 1 ;variant mini-chieftain ;bm a1b2,h1g2";
        let turns = &problems(leaders)[0];
        let other_order = turns.game.parse_turn("h1g2,a1b2").expect("a turn");
        assert!(turns.is_solved(&other_order, Score(0)));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, message) in [
            (format!("{KINGS} bm Qa5;"), ", line 1: bm: "),
            (format!("{KINGS} dm 0;"), ", line 1: dm: `0` is not a number of moves"),
            (format!("{KINGS} bm Qk12; bm k1k2;"), ", line 1: bm is given twice"),
            (format!("{KINGS} bm; dm 1;"), ", line 1: bm: a value is missing"),
            (format!("{KINGS} dm ;"), ", line 1: dm: a value is missing"),
            (format!("{KINGS} dm 1; variant checkers;"), ", line 1: `checkers`: unknown game"),
            ("12/12 w - - bm e5".into(), ", line 1: FEN `12/12 w - - 0 1`: "),
            (format!("{KINGS} id x;"), " holds no position with `bm`, `am` or `dm`"),
            (String::new(), " holds no position with `bm`, `am` or `dm`"),
        ] {
            let error = read(&line, &VARIANTS[0]).expect_err(&line);
            assert!(error.starts_with(message), "{line}: {error}");
        }
    }
}
