//! Input from a person, a file or a pipe.

use super::super::CliError;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};
use std::io::{self, BufRead, IsTerminal, StdinLock, Write};

/// The source of lines.
pub enum Keyboard {
    /// A terminal, with line editing and history.
    Terminal(Box<DefaultEditor>),
    /// A file or a pipe.
    Lines(StdinLock<'static>),
}

impl Keyboard {
    /// Standard input; a terminal only if the output goes to one, too.
    pub fn new() -> Self {
        let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let config = Config::builder().auto_add_history(true).build();
        match on_terminal.then(|| DefaultEditor::with_config(config)) {
            Some(Ok(editor)) => Self::Terminal(Box::new(editor)),
            // Only locked here: the editor locks the input itself on simple terminals.
            _ => Self::Lines(io::stdin().lock()),
        }
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// The next line without surrounding spaces; `None` at the end of the input, which is Ctrl-C or Ctrl-D on
    /// a terminal.
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
