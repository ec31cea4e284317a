//! Games saved, loaded, and kept as they go.

use super::super::super::CliResult;
use super::super::super::args::catalogue;
use super::super::record;
use super::{Session, say};
use crate::files;
use std::io::Write;

impl Session {
    /// The game as PGN.
    pub(super) fn written(&self) -> Result<String, String> {
        let clocks = self.sitting.thinking.clocks.as_ref().filter(|clocks| clocks.for_people());
        record::written(&self.game, self.people(), clocks, self.end())
    }

    /// Writes the game; over a file that is there only if `overwrites`.
    pub(super) fn save(&self, file: &str, overwrites: bool, out: &mut impl Write) -> CliResult {
        if file.is_empty() {
            return Ok(writeln!(out, "save where? `save FILE`")?);
        }
        if !overwrites && std::path::Path::new(file).exists() {
            return say(out, &format!("{file} is there already; `save! {file}` replaces it"));
        }
        let written = self.written().and_then(|pgn| {
            files::replace(file.as_ref(), pgn.as_bytes()).map_err(|error| error.to_string())
        });
        let begun = self.game.position().moves_made() > 0;
        let left_out = if begun { ", without the turn that is begun" } else { "" };
        match written {
            Ok(()) => say(out, &format!("saved to {file}{left_out}")),
            Err(error) => say(out, &format!("cannot save to {file}: {error}")),
        }
    }

    /// Goes on with a game from a file.
    pub(super) fn load(&mut self, file: &str, out: &mut impl Write) -> CliResult {
        if file.is_empty() {
            return Ok(writeln!(out, "load what? `load FILE`")?);
        }
        match record::read(file, self.game.variant(), catalogue()) {
            Ok(read) => {
                self.start(read.game);
                self.set_recorded(read.result);
                say(out, &format!("{}, from {file}", self.game.variant().name))?;
                self.show_first(out)?;
                self.announce_end(out)
            }
            Err(error) => {
                let error = error.lines().next().unwrap_or_default();
                say(out, &format!("cannot load {file}: {error}"))
            }
        }
    }

    /// Keeps the game as it stands, once it has begun. If that fails it is told once, and nothing more
    /// is kept.
    pub(super) fn keep(&mut self, out: &mut impl Write) -> CliResult {
        if self.game.turns_made() == 0 && self.kept_in().is_none() {
            return Ok(());
        }
        let written = self.written();
        let Some(keeper) = &mut self.sitting.keeper else { return Ok(()) };
        let kept = written.and_then(|pgn| keeper.keep(&self.game.variant().id, pgn));
        if let Err(error) = kept {
            self.sitting.keeper = None;
            say(out, &format!("warning: {error}"))?;
        }
        Ok(())
    }

    fn kept_in(&self) -> Option<&std::path::Path> {
        self.sitting.keeper.as_ref().and_then(|keeper| keeper.path())
    }

    /// At the end of the sitting.
    pub(super) fn say_where_kept(&self, out: &mut impl Write) -> CliResult {
        let Some(path) = self.kept_in() else { return Ok(()) };
        say(out, &format!("The game is kept in {}.", path.display()))?;
        match self.end() {
            Some(_) => Ok(()),
            None => say(out, "`dhow play --resume` goes on with it."),
        }
    }
}
