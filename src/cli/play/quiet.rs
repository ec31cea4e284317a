//! A terminal that does not show what is typed.

/// As long as it lives, standard input's terminal shows nothing of what is typed; it is there to be
/// read afterwards. Where that cannot be had, nothing changes.
#[cfg(unix)]
pub struct Quiet(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Quiet {
    /// Begins it.
    pub fn begin() -> Self {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let terminal = std::io::stdin();
        let Ok(before) = tcgetattr(&terminal) else { return Self(None) };
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        Self(tcsetattr(&terminal, OptionalActions::Now, &quiet).ok().map(|()| before))
    }
}

#[cfg(unix)]
impl Drop for Quiet {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            // A terminal that is gone needs nothing.
            let now = rustix::termios::OptionalActions::Now;
            let _ = rustix::termios::tcsetattr(std::io::stdin(), now, before);
        }
    }
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
