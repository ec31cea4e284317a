//! The modes of a terminal: whether it shows what is typed.

/// How standard input's terminal was at some time.
#[cfg(unix)]
pub struct Modes(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Modes {
    /// As it is now.
    pub fn now() -> Self {
        Self(rustix::termios::tcgetattr(std::io::stdin()).ok())
    }

    /// Makes the terminal so again.
    pub fn restore(&self) {
        if let Some(before) = &self.0 {
            // A terminal that is gone needs nothing.
            let now = rustix::termios::OptionalActions::Now;
            let _ = rustix::termios::tcsetattr(std::io::stdin(), now, before);
        }
    }
}

/// As long as it lives, standard input's terminal shows nothing of what is typed; it is there to be
/// read afterwards. Where that cannot be had, nothing changes.
#[cfg(unix)]
pub struct Quiet(Modes);

#[cfg(unix)]
impl Quiet {
    /// Begins it.
    pub fn begin() -> Self {
        use rustix::termios::{LocalModes, OptionalActions, tcsetattr};
        let before = Modes::now();
        if let Some(mut quiet) = before.0.clone() {
            quiet.local_modes.remove(LocalModes::ECHO);
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &quiet);
        }
        Self(before)
    }
}

#[cfg(unix)]
impl Drop for Quiet {
    fn drop(&mut self) {
        self.0.restore();
    }
}

/// How standard input's terminal was at some time: unknown here.
#[cfg(not(unix))]
pub struct Modes;

#[cfg(not(unix))]
impl Modes {
    /// As it is now.
    pub fn now() -> Self {
        Self
    }

    /// Makes the terminal so again.
    pub fn restore(&self) {}
}

/// As long as it lives, standard input's terminal shows nothing of what is typed: not here.
#[cfg(not(unix))]
pub struct Quiet;

#[cfg(not(unix))]
impl Quiet {
    /// Begins it.
    pub fn begin() -> Self {
        Self
    }
}
