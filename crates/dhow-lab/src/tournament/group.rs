//! An engine's process and all processes that it has started, such as a wrapper script with the engine behind
//! it. They end together.
//!
//! On Unix they form a process group. The group's number stays reserved until its first process, the leader,
//! has been waited for. The group is therefore always killed before that, so that the signal cannot reach a
//! new group with the same number. On other systems only the leader is killed.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The running groups, by the process ids of their leaders.
#[derive(Clone, Debug, Default)]
pub struct Groups(Arc<Mutex<BTreeSet<u32>>>);

impl Groups {
    /// Kills all of them.
    pub fn kill_all(&self) {
        self.lock().iter().for_each(|&leader| kill(leader));
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A process and all processes that it has started.
#[derive(Debug)]
pub struct ProcessGroup {
    leader: Child,
    /// Contains this group until its leader has been waited for.
    running: Groups,
}

impl ProcessGroup {
    /// Starts a process in a new group, so that Ctrl-C in the terminal does not reach it. Calls `called_off`
    /// while holding the lock that [`Groups::kill_all`] needs, so that a new process is either killed by it
    /// or not started.
    ///
    /// # Errors
    /// If it cannot be started; with kind `Interrupted` if `called_off` returns true.
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

    /// The leader.
    pub fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// How the leader exited, if it has. Then kills the rest of the group.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.is_running() && has_ended(&mut self.leader)? {
            self.dissolve();
        }
        if self.is_running() { Ok(None) } else { self.leader.try_wait() }
    }

    /// Whether the leader has exited. The rest of the group may still run.
    pub fn has_ended(&mut self) -> bool {
        !self.is_running() || has_ended(&mut self.leader).unwrap_or(true)
    }

    /// Kills the whole group.
    pub fn kill(&mut self) {
        if self.is_running() {
            kill(self.leader.id());
            // For systems without groups. The process may have exited already.
            let _ = self.leader.kill();
        }
    }

    /// Kills the whole group and waits for the leader.
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

    /// Kills the rest of the group. Afterwards the leader can be waited for.
    fn dissolve(&mut self) {
        let mut groups = self.running.lock();
        kill(self.leader.id());
        groups.remove(&self.leader.id());
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether a process has exited. Its id stays reserved.
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

/// Kills a group.
#[cfg(unix)]
fn kill(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // All of them may have exited already.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}
