//! An engine's process together with all that it has started: a wrapper script and the engine
//! behind it are ended as one.
//!
//! On Unix the processes form a group. Its number stays taken until the first of them, the leader,
//! has been waited for; so the group is always ended before that, and never another one that has
//! got the same number since. Elsewhere only the leader is ended.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The groups that are running, by the process numbers of their leaders.
#[derive(Clone, Debug, Default)]
pub struct Groups(Arc<Mutex<BTreeSet<u32>>>);

impl Groups {
    /// Ends all of them at once.
    pub fn kill_all(&self) {
        self.lock().iter().for_each(|&leader| kill(leader));
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A process and all that it has started.
#[derive(Debug)]
pub struct Group {
    leader: Child,
    /// Where it stands until its leader has been waited for.
    running: Groups,
}

impl Group {
    /// Starts a process in a group of its own, so that Ctrl-C in the terminal does not reach it.
    /// `called_off` is asked while no group can be ended: one that starts is ended by
    /// [`Groups::kill_all`], or does not start.
    ///
    /// # Errors
    /// If it cannot be started; of the kind `Interrupted` if it is called off.
    pub fn start(
        command: &mut Command,
        running: &Groups,
        called_off: impl Fn() -> bool,
    ) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut groups = running.lock();
        if called_off() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let leader = command.spawn()?;
        groups.insert(leader.id());
        drop(groups);
        Ok(Self { leader, running: running.clone() })
    }

    /// The process that was started.
    pub fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// How the leader ended, if it has; the rest of the group is ended then.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.is_running() && has_ended(&mut self.leader)? {
            self.dissolve();
        }
        if self.is_running() { Ok(None) } else { self.leader.try_wait() }
    }

    /// Whether the leader has ended; the rest of the group may go on.
    pub fn has_ended(&mut self) -> bool {
        !self.is_running() || has_ended(&mut self.leader).unwrap_or(true)
    }

    /// Ends the whole group.
    pub fn kill(&mut self) {
        if self.is_running() {
            kill(self.leader.id());
            // Where there are no groups. It may have ended already.
            let _ = self.leader.kill();
        }
    }

    /// Ends the whole group and waits for the leader.
    pub fn end(&mut self) {
        if self.is_running() {
            self.kill();
            self.dissolve();
            let _ = self.leader.wait();
        }
    }

    fn is_running(&self) -> bool {
        self.running.lock().contains(&self.leader.id())
    }

    /// Ends what is left of the group. The leader, ended too, can be waited for now.
    fn dissolve(&mut self) {
        let mut groups = self.running.lock();
        kill(self.leader.id());
        groups.remove(&self.leader.id());
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether a process has ended. Its number stays taken.
#[cfg(unix)]
fn has_ended(process: &mut Child) -> io::Result<bool> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(Pid::from_child(process)), options)?.is_some())
}

#[cfg(not(unix))]
fn has_ended(process: &mut Child) -> io::Result<bool> {
    process.try_wait().map(|status| status.is_some())
}

/// Ends a group.
#[cfg(unix)]
fn kill(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // All of them may have ended already.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}
