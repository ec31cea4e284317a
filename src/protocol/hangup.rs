//! Ends the program when nobody listens to it any more.
//!
//! An interface that dies closes both ends, but the input may be kept open by somebody else, such
//! as a shell, and a long search may write nothing for minutes.

/// Ends the process as soon as the reading end of its standard output is closed. Where the system
/// cannot tell, or grants no thread to wait for it, this shows with the next line that is written.
pub fn exit_when_nobody_listens() {
    #[cfg(target_os = "linux")]
    let _ = std::thread::Builder::new().name("hangup".into()).spawn(|| {
        if wait_for_hangup(std::io::stdout()) {
            std::process::exit(0);
        }
    });
}

/// Waits until the other end of a pipe, socket or terminal is closed; `false` if that cannot be
/// waited for.
#[cfg(target_os = "linux")]
fn wait_for_hangup(output: impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    // Nothing is asked for: errors and hang-ups are always told.
    let mut polled = [PollFd::new(&output, PollFlags::empty())];
    loop {
        match poll(&mut polled, None) {
            Err(Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => return polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
        }
    }
}
