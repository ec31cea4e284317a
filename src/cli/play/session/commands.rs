//! What a person may ask for beside moves.

use super::super::super::args::{catalogue, setup};
use super::super::super::{CliError, CliResult};
use super::super::{moves, piece, record};
use super::{Ended, Next, Session, say};
use crate::files;
use crate::game::Game;
use crate::pieces::Color;
use crate::protocol::xboard::draw_offer::takes_draw;
use crate::square::Coordinates;
use crate::variant::Setup;
use std::io::{BufRead, Write};

impl Session {
    pub(super) fn list_moves(&self, square: &str, out: &mut impl Write) -> CliResult {
        let on_board = |square: &Coordinates| self.game.variant().has_square(*square);
        let wanted = match (square, Coordinates::parse(square).filter(on_board)) {
            ("", _) => None,
            (_, Some(square)) => Some(square),
            _ => return say(out, &format!("`{square}` is not a square")),
        };
        let lines = moves::list(&self.game, wanted);
        if lines.is_empty() {
            return Ok(writeln!(out, "no legal moves")?);
        }
        Ok(writeln!(out, "{}", lines.join("\n"))?)
    }

    /// The last turn, or the one that is begun, with a board for each move.
    pub(super) fn show_last_turn(&self, out: &mut impl Write) -> CliResult {
        let Some(turn) = self.game.turns_so_far().last().map(|turn| turn.to_vec()) else {
            return Ok(writeln!(out, "no turn was made yet")?);
        };
        let mut game = self.game.clone();
        game.undo_turn();
        for &mv in &turn {
            let words = moves::turn_in_words(&game, &[mv]).join("");
            let side = game.side_to_move();
            game.play(mv);
            self.show_game(&game, out)?;
            writeln!(out, "{side}: {words}")?;
        }
        Ok(())
    }

    pub(super) fn hint(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_some() {
            return self.announce_end(out);
        }
        match &self.think().turn[..] {
            [] => writeln!(out, "no hint")?,
            turn => writeln!(out, "hint: {}", self.turn_text(turn))?,
        }
        Ok(())
    }

    /// Takes back the last move of a turn that a person has begun, else turns until a person is to
    /// move again; or goes on with a game that ended by word.
    pub(super) fn undo(&mut self, out: &mut impl Write) -> CliResult {
        if self.ended.take().is_some() {
            return self.show(out);
        }
        let side = self.game.side_to_move();
        if self.game.position().moves_made() > 0 && self.people.contains(&side) {
            self.game.undo();
            return self.show(out);
        }
        let made_by_person =
            |&back: &usize| self.people.contains(&if back % 2 == 1 { !side } else { side });
        let back = (1..=self.game.turns_made()).find(made_by_person);
        let Some(back) = back else { return Ok(writeln!(out, "nothing to take back")?) };
        (0..back).for_each(|_| {
            self.game.undo_turn();
        });
        self.scores.clear();
        self.show(out)
    }

    pub(super) fn resign(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_none() {
            self.ended = Some(Ended::Resigned(self.game.side_to_move()));
        }
        self.announce_end(out)
    }

    /// Two people agree; the engine does if it stands badly, or late in an equal game.
    pub(super) fn offer_draw(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_none() {
            let engine_plays = self.people.len() < Color::ALL.len();
            if engine_plays && !takes_draw(&self.scores, self.game.turns_made()) {
                return Ok(writeln!(out, "the engine plays on")?);
            }
            self.ended = Some(Ended::Agreed);
        }
        self.announce_end(out)
    }

    pub(super) fn change_setup(&mut self, code: &str, out: &mut impl Write) -> CliResult {
        if self.game.variant().setup.is_empty() {
            return Ok(writeln!(out, "this game has one start array")?);
        }
        let begun = self.game.moves().len();
        let allowed = match self.people[..] {
            // The engine, being White, has made its first move at once.
            [Color::Black] => begun <= 1,
            [Color::White] => return Ok(writeln!(out, "Black chooses the setup")?),
            _ => begun == 0,
        };
        if !allowed {
            return Ok(writeln!(out, "the game has begun; `new` starts another")?);
        }
        let variant = self.game.variant();
        match setup(variant, code) {
            Ok(setup) => {
                self.start(Game::with_setup(variant, &setup));
                self.show(out)
            }
            Err(error) => say(out, &error.to_string()),
        }
    }

    pub(super) fn switch_sides(&mut self) {
        if self.end().is_none() {
            self.people = vec![!self.game.side_to_move()];
        }
    }

    /// A game from the same position as this one, or from a new setup of Black's.
    pub(super) fn new_game(
        &mut self,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<Next, CliError> {
        let variant = self.game.variant();
        let placement = self.game.start_fen().split(' ').next().unwrap_or("");
        let from_array = Setup::of_placement(variant, placement).is_some();
        match Game::from_fen(variant, self.game.start_fen()) {
            Ok(game) => self.start(game),
            Err(error) => say(out, &error.to_string())?,
        }
        if from_array && self.chooses_setup() && !self.ask_setup(input, out)? {
            return Ok(Next::Quit);
        }
        self.show(out)?;
        Ok(Next::Continue)
    }

    /// Writes the game; over a file that is there only if `overwrites`.
    pub(super) fn save(&self, file: &str, overwrites: bool, out: &mut impl Write) -> CliResult {
        if file.is_empty() {
            return Ok(writeln!(out, "save where? `save FILE`")?);
        }
        if !overwrites && std::path::Path::new(file).exists() {
            return say(out, &format!("{file} is there already; `save! {file}` replaces it"));
        }
        let written = record::written(&self.game, &self.people, self.end()).and_then(|pgn| {
            files::replace(file.as_ref(), pgn.as_bytes()).map_err(|error| error.to_string())
        });
        let begun = self.game.position().moves_made() > 0;
        let left_out = if begun { ", without the turn that is begun" } else { "" };
        match written {
            Ok(()) => say(out, &format!("saved to {file}{left_out}")),
            Err(error) => say(out, &format!("cannot save to {file}: {error}")),
        }
    }

    /// How a piece moves.
    pub(super) fn explain_piece(&self, wanted: &str, out: &mut impl Write) -> CliResult {
        match piece::describe(self.game.variant(), wanted) {
            Some(text) => Ok(writeln!(out, "{text}")?),
            None => say(out, &format!("no piece is called `{wanted}`; `legend` lists them")),
        }
    }

    /// The moves so far, as they are written in a record.
    pub(super) fn history(&self, out: &mut impl Write) -> CliResult {
        match record::written(&self.game, &self.people, self.end()) {
            Ok(text) => {
                let moves = text.split_once("\n\n").map_or("", |(_, moves)| moves);
                writeln!(out, "{}", moves.trim_end())?;
                Ok(())
            }
            Err(error) => say(out, &error),
        }
    }

    /// What the engine thinks of the position.
    pub(super) fn evaluate(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_some() {
            return self.announce_end(out);
        }
        let side = self.game.side_to_move();
        let summary = self.think();
        Ok(writeln!(out, "{} for {side}, at depth {}", summary.score, summary.depth)?)
    }

    /// Goes on with a game from a file.
    pub(super) fn load(&mut self, file: &str, out: &mut impl Write) -> CliResult {
        if file.is_empty() {
            return Ok(writeln!(out, "load what? `load FILE`")?);
        }
        match record::read(file, self.game.variant(), catalogue()) {
            Ok((game, result)) => {
                self.start(game);
                self.set_recorded(result);
                say(out, &format!("{}, from {file}", self.game.variant().name))?;
                self.show(out)?;
                self.announce_end(out)
            }
            Err(error) => {
                let error = error.lines().next().unwrap_or_default();
                say(out, &format!("cannot load {file}: {error}"))
            }
        }
    }
}
