//! What a person types, or what comes from a file or a pipe.

use super::super::CliError;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};
use std::io::{self, BufRead, IsTerminal, StdinLock, Write};

/// Where lines come from.
pub enum Keyboard {
    /// A terminal: the line can be edited, and those before it come back by the arrow keys.
    Terminal(Box<DefaultEditor>),
    /// Anything else is read as it is.
    Lines(StdinLock<'static>),
}

impl Keyboard {
    /// Standard input, as a terminal if the output goes to one too.
    pub fn new() -> Self {
        let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let config = Config::builder().auto_add_history(true).build();
        match on_terminal.then(|| DefaultEditor::with_config(config)) {
            Some(Ok(editor)) => Self::Terminal(Box::new(editor)),
            // Only here may the input be locked: the editor locks it where a terminal can do little.
            _ => Self::Lines(io::stdin().lock()),
        }
    }

    /// Whether a person sits there.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// The next line without the spaces around it; `None` at the end of the input, for which Ctrl-C
    /// and Ctrl-D stand on a terminal.
    pub fn read(&mut self, prompt: &str, out: &mut impl Write) -> Result<Option<String>, CliError> {
        let failed = |error: &dyn std::fmt::Display| {
            CliError::Input(format!("cannot read the input: {error}"))
        };
        let prompt = format!("{prompt}> ");
        match self {
            Self::Terminal(editor) => {
                out.flush()?;
                match editor.readline(&prompt) {
                    Ok(line) => Ok(Some(line.trim().into())),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(failed(&error)),
                }
            }
            Self::Lines(lines) => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let mut bytes = Vec::new();
                let length = lines.read_until(b'\n', &mut bytes).map_err(|error| failed(&error))?;
                if length == 0 {
                    writeln!(out)?;
                    return Ok(None);
                }
                Ok(Some(String::from_utf8_lossy(&bytes).trim().into()))
            }
        }
    }
}
