//! Terminal modes: whether the terminal shows what is typed.

/// Saved modes of standard input's terminal.
#[cfg(unix)]
pub struct TerminalModes(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl TerminalModes {
    /// The current modes.
    pub fn now() -> Self {
        Self(rustix::termios::tcgetattr(std::io::stdin()).ok())
    }

    /// Restores the modes.
    pub fn restore(&self) {
        if let Some(before) = &self.0 {
            // A terminal that is gone needs nothing.
            let now = rustix::termios::OptionalActions::Now;
            let _ = rustix::termios::tcsetattr(std::io::stdin(), now, before);
        }
    }
}

/// While this exists, the terminal does not show what is typed; the text can be read afterwards. Without a
/// terminal, it does nothing.
#[cfg(unix)]
pub struct EchoOff(TerminalModes);

#[cfg(unix)]
impl EchoOff {
    /// Starts it.
    pub fn begin() -> Self {
        use rustix::termios::{LocalModes, OptionalActions, tcsetattr};
        let before = TerminalModes::now();
        if let Some(mut quiet) = before.0.clone() {
            quiet.local_modes.remove(LocalModes::ECHO);
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &quiet);
        }
        Self(before)
    }
}

#[cfg(unix)]
impl Drop for EchoOff {
    fn drop(&mut self) {
        self.0.restore();
    }
}

/// Saved modes of standard input's terminal: none on this system.
#[cfg(not(unix))]
pub struct TerminalModes;

#[cfg(not(unix))]
impl TerminalModes {
    /// The current modes.
    pub fn now() -> Self {
        Self
    }

    /// Restores the modes.
    pub fn restore(&self) {}
}

/// While this exists, the terminal does not show what is typed: not on this system.
#[cfg(not(unix))]
pub struct EchoOff;

#[cfg(not(unix))]
impl EchoOff {
    /// Starts it.
    pub fn begin() -> Self {
        Self
    }
}
