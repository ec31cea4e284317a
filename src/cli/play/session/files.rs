//! Saving and loading games, and saving them during play.

use super::super::super::CliResult;
use super::super::super::args::catalogue;
use super::super::autosave::Autosave;
use super::super::record::{self, GameSettings, RecordedGame};
use super::{PlaySession, PlaySettings, say};
use dhow_rules::pieces::Color;
use std::io::Write;

impl PlaySession {
    /// The game as PGN.
    pub(super) fn written(&self) -> Result<String, String> {
        let PlaySettings { people, time_controls, event_tags, .. } = &self.settings;
        let level = self.engine.level();
        record::written(&self.contest, &GameSettings { people, time_controls, level, event_tags })
    }

    /// The moves of an unfinished turn, which records leave out.
    pub(super) fn begun(&self) -> Option<String> {
        let begun = &self.game().moves()[self.contest.recorded().len()..];
        let texts = begun.iter().map(|&mv| self.game().move_text(mv));
        (!begun.is_empty()).then(|| texts.collect::<Vec<_>>().join(","))
    }

    /// Saves the game. Replaces an existing file only if `overwrites` is set.
    pub(super) fn save(&self, file: &str, overwrites: bool, out: &mut impl Write) -> CliResult {
        if file.is_empty() {
            return Ok(writeln!(out, "save where? `save FILE`")?);
        }
        if !overwrites && std::path::Path::new(file).exists() {
            return say(out, &format!("{file} is there already; `save! {file}` replaces it"));
        }
        let written = self.written().and_then(|pgn| {
            dhow_files::replace(file.as_ref(), pgn.as_bytes()).map_err(|error| error.to_string())
        });
        match written {
            Ok(()) => say(out, &format!("saved to {file}{}", self.left_out())),
            Err(error) => say(out, &format!("cannot save to {file}: {error}")),
        }
    }

    /// Continues a game from a file.
    pub(super) fn load(&mut self, file: &str, out: &mut impl Write) -> CliResult {
        if file.is_empty() {
            return Ok(writeln!(out, "load what? `load FILE`")?);
        }
        match record::read(file, self.game().variant(), catalogue()) {
            Ok(read) => {
                self.go_on_with(file, read);
                let who = match self.people() {
                    [] => "the engine plays both sides".into(),
                    [side] => format!("you play {side}"),
                    _ => "you play both sides".into(),
                };
                say(out, &format!("{}, from {file}; {who}", self.game().variant().name))?;
                self.show_first(out)
            }
            Err(error) => {
                let error = error.lines().next().unwrap_or_default();
                say(out, &format!("cannot load {file}: {error}"))
            }
        }
    }

    /// Continues a game from a file with the settings in the file.
    fn go_on_with(&mut self, file: &str, read: RecordedGame) {
        if let Some(people) = &read.people {
            self.settings.people.clone_from(people);
            self.flipped = self.people() == [Color::Black];
        }
        if let Some((time_controls, _)) = &read.time {
            self.settings.time_controls = *time_controls;
        }
        self.start(read.game.clone());
        if let Some(autosave) = &mut self.settings.autosave {
            autosave.adopt_record(file, &read);
        }
        if let Some((_, clocks)) = read.time {
            *self.contest.clocks_mut() = clocks;
        }
        if let Some(level) = read.level {
            self.engine.handicap().set_level(level);
        }
        self.settings.event_tags = read.event_tags;
        self.set_recorded(read.result);
    }

    /// Saves the game if it has changed since the start. If that fails, says so once and saves nothing more.
    pub(super) fn keep(&mut self, out: &mut impl Write) -> CliResult {
        let as_begun = (self.contest.recorded(), self.end().is_some());
        let (moves, over) = &self.begun_with;
        if as_begun == (&moves[..], *over) && self.kept_in().is_none() {
            return Ok(());
        }
        let written = self.written();
        let Some(autosave) = &mut self.settings.autosave else { return Ok(()) };
        let kept = written.and_then(|pgn| autosave.keep(&self.contest.game().variant().id, pgn));
        if let Err(error) = kept {
            self.settings.autosave = None;
            say(out, &format!("warning: {error}"))?;
        }
        Ok(())
    }

    fn kept_in(&self) -> Option<&std::path::Path> {
        self.settings.autosave.as_ref().and_then(|autosave| autosave.path())
    }

    /// A remark on an unfinished turn that the file lacks, to follow the file's name.
    fn left_out(&self) -> String {
        match self.begun() {
            Some(begun) => format!(", without the turn that is begun ({begun})"),
            None => String::new(),
        }
    }

    /// Says at the end of the session where the game is saved.
    pub(super) fn say_where_kept(&self, out: &mut impl Write) -> CliResult {
        let Some(path) = self.kept_in() else { return Ok(()) };
        say(out, &format!("The game is kept in {}{}.", path.display(), self.left_out()))?;
        match self.end() {
            Some(_) => Ok(()),
            None => {
                let command = self.settings.autosave.as_ref().map(Autosave::resume_command);
                say(out, &format!("`{}` continues it.", command.unwrap_or_default()))
            }
        }
    }
}
