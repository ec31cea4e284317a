//! Replaying written games to check them.

use super::courier::{of_game_courier, settle};
use super::sign::split_sign;
use super::{
    GameResult, MEN_TAG, MoveReason, OPTIONS_TAG, PgnError, PgnErrorKind, PgnGame, parse,
    read_position, read_xboard_position,
};
use dhow_rules::game::Game;
use dhow_rules::movegen::{MoveList, MoveTextError};
use dhow_rules::position::{Move, Outcome};
use dhow_rules::variant::{Catalogue, Variant};
use std::sync::Arc;

/// A game with legal moves and a result that does not contradict the board.
#[derive(Clone, Debug)]
pub struct CheckedGame {
    /// The game, in its last position.
    pub game: Game,
    /// The end on the board, if there is one.
    pub outcome: Option<Outcome>,
    /// The written result.
    pub result: GameResult,
}

/// Reads and checks all games of a text. Each must name one of the known variants.
pub fn check(text: &str, known: &Catalogue) -> Result<Vec<CheckedGame>, PgnError> {
    let mut games = parse(text)?;
    (1..).zip(&mut games).map(|(number, game)| game.replay(number, known, None)).collect()
}

/// Reads a legal move by its squares, in short notation (SAN) or as on Game Courier.
pub fn read_move(game: &Game, text: &str) -> Result<Move, MoveReason> {
    let rewritten = of_game_courier(game.variant(), text)?;
    let text = rewritten.as_deref().unwrap_or(text);
    game.parse_move(text).or_else(|error| match error {
        MoveTextError::Form(_) => Ok(game.position().parse_san(text)?),
        error => Err(error.into()),
    })
}

/// The maximum number of moves to try in total, if promotions are ambiguous.
const MOST_TRIES: usize = 100_000;

impl PgnGame {
    /// The variant and options that the game's tags name. A game without Variant tag gets `default`.
    fn variant(
        &self,
        known: &Catalogue,
        default: Option<&Arc<Variant>>,
    ) -> Result<Arc<Variant>, PgnErrorKind> {
        let named =
            |name: &str| known.find_by_name(name).ok_or_else(|| PgnErrorKind::Variant(name.into()));
        let tag = self.tag("Variant").map(named).transpose()?;
        let variant = tag.or(default).ok_or(PgnErrorKind::NoVariant)?;
        let Some(options) = self.tag(OPTIONS_TAG) else { return Ok(variant.clone()) };
        let names = options.split(',').map(str::trim).filter(|name| !name.is_empty());
        Ok(variant.with_option_names(names)?)
    }

    /// Replays the game. `number` is its number in the text, for error messages. A game without Variant tag
    /// gets `default`.
    ///
    /// Moves in Game Courier's notation are rewritten first: to long algebraic notation, and Black's placing of the
    /// chiefs to the tag FEN. Each of [`Self::moves`] is then one turn of the game.
    pub fn replay(
        &mut self,
        number: usize,
        known: &Catalogue,
        default: Option<&Arc<Variant>>,
    ) -> Result<CheckedGame, PgnError> {
        let at = |line: usize, kind| PgnError { game: number, line, kind };
        let variant = &self.variant(known, default).map_err(|kind| at(self.line, kind))?;
        settle(self, variant, number)?;
        // XBoard never lists the jump rights of some Kings.
        let by_xboard = self.tag(MEN_TAG).is_some();
        let read = if by_xboard { read_xboard_position } else { read_position };
        let start = read(variant, self.tag("FEN").unwrap_or(&variant.start))
            .map_err(|error| at(self.line, error.into()))?;
        let tag = self.tag("Result").and_then(GameResult::of_text);
        if let Some(tag) = tag.filter(|&tag| tag != self.result && tag != GameResult::Unknown) {
            let result = self.result;
            return Err(at(self.line, PgnErrorKind::TwoResults { tag, result }));
        }
        let mut replay = Replay { written: self, game: start, open: Vec::new() };
        let outcome = replay.run().map_err(|(line, kind)| at(line, kind))?;
        Ok(CheckedGame { game: replay.game, outcome, result: self.result })
    }
}

/// The line of an error and the error.
type Failure = (usize, PgnErrorKind);

/// A point where several promotions fit the move, with the choices still to try.
struct OpenPromotion {
    turns: usize,
    untried: MoveList,
}

struct Replay<'a> {
    written: &'a PgnGame,
    game: Game,
    open: Vec<OpenPromotion>,
}

impl Replay<'_> {
    /// Makes all moves and returns the end on the board, if there is one. An ambiguous promotion follows from
    /// the later moves of the piece: the first choice that makes the rest of the game legal counts.
    fn run(&mut self) -> Result<Option<Outcome>, Failure> {
        // The error furthest into the game is the most useful one.
        let mut furthest: Option<(usize, Failure)> = None;
        for _ in 0..MOST_TRIES.max(2 * self.written.moves.len() + 2) {
            let ply = self.game.turns_made();
            let failure = if ply == self.written.moves.len() {
                match self.end() {
                    Ok(outcome) => return Ok(outcome),
                    Err(failure) => failure,
                }
            } else {
                match self.step() {
                    Ok(()) => continue,
                    Err(failure) => failure,
                }
            };
            if furthest.as_ref().is_none_or(|&(reached, _)| ply > reached) {
                furthest = Some((ply, failure));
            }
            if !self.try_another_promotion() {
                return furthest.map_or(Ok(None), |(_, failure)| Err(failure));
            }
        }
        Err((self.written.line, PgnErrorKind::TooManyReadings))
    }

    fn step(&mut self) -> Result<(), Failure> {
        let turns = self.game.turns_made();
        let written = &self.written.moves[turns];
        // Moves that could be read are rewritten already.
        of_game_courier(self.game.variant(), &written.text)
            .map_err(|error| (written.line, self.illegal(&written.text, error.into())))?;
        if self.game.variant().command.is_some() {
            let (text, _) = split_sign(&written.text);
            return self.game.play_turn_text(text).map_err(|error| {
                (written.line, self.illegal(&written.text, MoveReason::Coordinates(error)))
            });
        }
        let mut readings = self
            .game
            .position()
            .san_readings(&written.text)
            .map_err(|error| (written.line, self.illegal(&written.text, error.into())))?;
        // Choices are taken from the end of the list, so the most common one must be last.
        readings.reverse();
        if let Some(mv) = readings.pop() {
            if !readings.is_empty() {
                self.open.push(OpenPromotion { turns, untried: readings });
            }
            self.game.play(mv);
        }
        Ok(())
    }

    /// The end on the board, if there is one. Where no legal move is left, the written result must not
    /// contradict it.
    fn end(&self) -> Result<Option<Outcome>, Failure> {
        let result = self.written.result;
        let position = self.game.position();
        let has_moves = position.has_legal_moves();
        let outcome = position.outcome_given(has_moves);
        let contradicts =
            |&outcome: &Outcome| result != outcome.into() && result != GameResult::Unknown;
        match outcome.filter(|_| !has_moves).filter(contradicts) {
            None => Ok(outcome),
            Some(outcome) => {
                let line = self.written.moves.last().map_or(self.written.line, |mv| mv.line);
                let fen = position.fen();
                Err((line, PgnErrorKind::Contradiction { result, outcome, fen }))
            }
        }
    }

    /// Goes back to the last ambiguous promotion and takes its next choice.
    fn try_another_promotion(&mut self) -> bool {
        while let Some(open) = self.open.last_mut() {
            let Some(mv) = open.untried.pop() else {
                self.open.pop();
                continue;
            };
            while self.game.turns_made() > open.turns {
                self.game.undo_turn();
            }
            self.game.play(mv);
            return true;
        }
        false
    }

    fn illegal(&self, text: &str, error: MoveReason) -> PgnErrorKind {
        let position = self.game.position();
        let dots = if position.side_to_move().letter() == 'w' { "." } else { "..." };
        let number = format!("{}{dots}", position.fullmove());
        let squares = text.trim_start_matches(|c: char| c.is_ascii_uppercase()).replace('-', "");
        let reason = match (error, position.parse_move(&squares)) {
            (error, Err(MoveTextError::Form(_)) | Ok(_))
            | (error @ (MoveReason::Coordinates(_) | MoveReason::Courier(_)), _) => error,
            (_, Err(exact)) => exact.into(),
        };
        PgnErrorKind::Move { number, reason: Box::new(reason), fen: position.fen() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;

    fn check(text: &str) -> Result<Vec<CheckedGame>, PgnError> {
        super::check(text, &VARIANTS)
    }

    fn endgame(moves: &str) -> String {
        format!(
            "[Variant \"Metamachy\"]\n[SetUp \"1\"]\n\
             [FEN \"12/2I9/12/12/12/12/k11/12/12/12/12/5K6 w - - 0 1\"]\n\n{moves}"
        )
    }

    #[test]
    fn open_promotions_follow_from_later_moves() {
        for (moves, promoted) in
            [("Ic12 Kb6 Qb11 *", 'Q'), ("Ic12 Kb6 2. Lc11 *", 'L'), ("Ic12 *", 'Q')]
        {
            let games = check(&endgame(moves)).expect("a legal game");
            let game = &games[0].game;
            let kind = game.moves()[0].promotion().expect("a promotion");
            assert_eq!(game.variant().pieces[kind.index()].letter, promoted, "{moves}");
        }
        assert!(check(&endgame("Ic12 Kb6 Rc11 *")).is_err());
    }

    /// The error is that of the reading that gets furthest, and among equals that of the most common choice.
    #[test]
    fn open_promotions_fail_where_the_best_reading_does() {
        for (moves, reason, placement) in [
            ("Ic12 Kb6 Qb11 Ka6 Rc11 *", "`Rc11`: no Rook", "12/1Q10/12/12/12/12/k11/"),
            ("Ic12 Kb6 Rc11 *", "`Rc11`: no Rook", "2Q9/12/12/12/12/12/1k10/"),
            ("Ic12 Kb6 Lc11 Ka6 Rc11 *", "`Rc11`: no Rook", "12/2L9/12/12/12/12/k11/"),
        ] {
            let error = check(&endgame(moves)).expect_err("no Rook").to_string();
            assert!(error.contains(reason) && error.contains(placement), "{moves}: {error}");
        }
    }

    #[test]
    fn remarks_behind_turns_are_passed_over() {
        let chieftain = dhow_rules::variant::find("chieftain").expect("a game");
        let game = Game::new(chieftain);
        let turn = game.first_turn(&[game.legal_moves()[0]]).expect("a move");
        let text = format!("[Variant \"chieftain\"]\n\n1. {}?! $6 *", game.turn_text(&turn));
        assert_eq!(check(&text).expect("a legal game")[0].game.turns_made(), 1);
    }

    #[test]
    fn errors_tell_move_and_position() {
        let error = check(&endgame("1. Ic12=Q Kb6\n2. Qc10 Kb6 *")).expect_err("no legal move");
        assert_eq!(
            error.to_string(),
            "game 1, line 6: move 2... `Kb6`: no King can legally move so\n\
             position: 12/12/2Q9/12/12/12/1k10/12/12/12/12/5K6 b - - 3 2"
        );
        let error = check(&endgame("1. c11c12r *")).expect_err("no promotion");
        assert!(error.to_string().contains("`r` is not a promotion"), "{error}");
        let error = |text: &str| check(text).expect_err("no game").to_string();
        assert!(error("1. e5 *").contains("no Variant tag"));
        assert!(error("[Variant \"checkers\"]\n1. e5 *").contains("unknown variant `checkers`"));
        assert!(error("[Variant \"maasai\"]\n[FEN \"x\"]\n*").contains("start position: 1 field;"));
        let two = "[Variant \"maasai\"]\n[Result \"1-0\"]\n\n1. e6 0-1";
        assert!(error(two).contains("the Result tag says 1-0, the end of the moves 0-1"));
    }

    #[test]
    fn results_must_not_contradict_the_board() {
        let mate = |result: &str| {
            format!(
                "[Variant \"metamachy\"]\n\
                 [FEN \"k11/12/1K10/12/12/12/12/12/12/12/12/10Q1 w - - 0 1\"]\n\n1. Qk12 {result}"
            )
        };
        assert!(check(&mate("1-0")).expect("a mate")[0].outcome.is_some());
        assert!(check(&mate("*")).is_ok());
        let error = check(&mate("1/2-1/2")).expect_err("a contradiction").to_string();
        assert!(error.contains("the result is 1/2-1/2, but on the board White mates"), "{error}");
    }
}
