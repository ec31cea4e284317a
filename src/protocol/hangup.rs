//! Ends the program when nobody reads its output any more.
//!
//! An interface that crashes closes its ends of both pipes, but another process, such as a shell, may keep
//! the input open, and a long search may write nothing for minutes.

/// Ends the process as soon as the reading end of standard output is closed. Where the system cannot report
/// this, or grants no thread to wait for it, the next written line detects it.
pub fn exit_when_nobody_listens() {
    #[cfg(target_os = "linux")]
    let _ = std::thread::Builder::new().name("hangup".into()).spawn(|| {
        if wait_for_hangup(std::io::stdout()) {
            std::process::exit(0);
        }
    });
}

/// Waits until the other end of a pipe, socket or terminal is closed. Returns `false` if the system cannot
/// wait for that.
#[cfg(target_os = "linux")]
fn wait_for_hangup(output: impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    // No event is requested: errors and hang-ups are always reported.
    let mut polled = [PollFd::new(&output, PollFlags::empty())];
    loop {
        match poll(&mut polled, None) {
            Err(Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => return polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
        }
    }
}
