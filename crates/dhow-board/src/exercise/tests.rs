use super::*;
use crate::puzzles::{self, Puzzle};
use dhow_rules::variant::{VARIANTS, find};

fn exercise(puzzle: &Puzzle, moves: Vec<String>, answer: bool) -> ExerciseState {
    let game = puzzle.game(&VARIANTS).expect("a game");
    let exercise = Exercise {
        variant: puzzle.variant.clone(),
        options: puzzle.options.clone(),
        fen: puzzle.fen.clone(),
        moves,
        goal: Some(puzzle.goal),
        solution: puzzle.solution.clone(),
        answer,
        inspect: None,
    };
    carry_out(game.variant(), exercise).unwrap_or_else(|error| panic!("{puzzle:?}: {error:?}"))
}

fn texts(state: &ExerciseState) -> Vec<String> {
    state.moves.iter().map(|mv| mv.text.clone()).collect()
}

fn some(kind: impl Fn(ExerciseGoal) -> bool) -> Puzzle {
    puzzles::all(Vec::new()).into_iter().find(|puzzle| kind(puzzle.goal)).expect("such a puzzle")
}

/// Each puzzle is solved by its own answers: what is found in the time there is, and counts.
#[test]
fn every_puzzle_has_an_answer_that_is_right() {
    for puzzle in puzzles::all(Vec::new()) {
        let mut state = exercise(&puzzle, Vec::new(), true);
        for _ in 1..puzzle.goal.length() {
            if state.verdict == ExerciseVerdict::Solved {
                break;
            }
            assert_eq!(state.verdict, ExerciseVerdict::Open, "{puzzle:?} {:?}", texts(&state));
            state = exercise(&puzzle, texts(&state), true);
        }
        assert_eq!(state.verdict, ExerciseVerdict::Solved, "{puzzle:?} {:?}", texts(&state));
    }
}

#[test]
fn a_mate_is_played_out_against_the_longest_defence() {
    let puzzle = some(|goal| matches!(goal, ExerciseGoal::Mate { moves: 2, .. }));
    let game = puzzle.game(&VARIANTS).expect("a game");
    let mut right = 0;
    for &mv in &game.legal_moves() {
        let state = exercise(&puzzle, vec![game.move_text(mv)], false);
        match state.verdict {
            ExerciseVerdict::Wrong => assert_eq!(state.moves.len(), 1),
            ExerciseVerdict::Open => {
                right += 1;
                assert_eq!(state.moves.len(), 2, "Dhow replies");
                let end = exercise(&puzzle, texts(&state), true);
                assert_eq!(end.verdict, ExerciseVerdict::Solved);
                assert!(end.over.is_some_and(|over| over.reason.contains("mates")));
            }
            other => panic!("{other:?}"),
        }
    }
    assert!((1..game.legal_moves().len()).contains(&right), "{right}");
}

#[test]
fn a_turn_of_several_moves_is_judged_at_its_end() {
    let puzzle = some(|goal| goal == ExerciseGoal::Win { turns: 1 });
    let puzzle = puzzles::all(Vec::new())
        .into_iter()
        .find(|other| other.goal == puzzle.goal && other.solution.len() == 2)
        .expect("a win by two moves");
    let half = exercise(&puzzle, puzzle.solution[..1].to_vec(), false);
    assert_eq!((half.verdict, half.moves.len()), (ExerciseVerdict::Open, 1));
    let whole = exercise(&puzzle, puzzle.solution.clone(), false);
    assert_eq!(whole.verdict, ExerciseVerdict::Solved);
    let ended = vec![puzzle.solution[0].clone(), "end".into()];
    assert_eq!(exercise(&puzzle, ended, false).verdict, ExerciseVerdict::Wrong);
}

#[test]
fn a_threat_is_parried_or_not() {
    let puzzle = some(|goal| goal == ExerciseGoal::Parry {});
    let answer = exercise(&puzzle, Vec::new(), true);
    assert_eq!(answer.verdict, ExerciseVerdict::Solved);
    let game = puzzle.game(&VARIANTS).expect("a game");
    let turns = game.legal_moves();
    let verdicts: Vec<ExerciseVerdict> = turns
        .iter()
        .map(|&mv| {
            let mut tried = game.clone();
            play_turn(&mut tried, &[mv]);
            let moves = tried.moves().len();
            let mut texts = vec![game.move_text(mv)];
            if moves > 1 {
                texts.push("end".into());
            }
            exercise(&puzzle, texts, false).verdict
        })
        .collect();
    assert!(verdicts.contains(&ExerciseVerdict::Wrong), "{verdicts:?}");
}

#[test]
fn without_a_goal_moves_are_only_made() {
    let chess = find("chess").expect("a game");
    let exercise = |moves: &[&str], inspect: Option<&str>| {
        let exercise = Exercise {
            variant: "chess".into(),
            options: Vec::new(),
            fen: chess.start.clone(),
            moves: moves.iter().map(ToString::to_string).collect(),
            goal: None,
            solution: Vec::new(),
            answer: false,
            inspect: inspect.map(str::to_string),
        };
        carry_out(chess, exercise)
    };
    let state = exercise(&["e2e4"], Some("b8")).expect("a legal move");
    assert_eq!((state.verdict, state.side), (ExerciseVerdict::Open, Side::Black));
    assert_eq!(state.reach.expect("a Knight").letter, "n");
    assert_eq!(exercise(&["e2e5"], None).unwrap_err().0, Code::Illegal);
    assert_eq!(exercise(&vec!["e2e4"; 201], None).unwrap_err().0, Code::TooLong);
}
