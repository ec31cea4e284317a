//! Threads, which the system may refuse: in a container, on a host of many users, or for want of memory.
//!
//! The usual ways to start some, of the standard library, of rayon and of progress bars, panic then. What
//! is here goes on with those that are granted. `clippy.toml` keeps the rest of the program from those.

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::cell::OnceCell;
use std::io;
use std::sync::Arc;
use std::thread::{Builder, available_parallelism, scope};

thread_local! {
    /// A thread can be in one pool only.
    static OWN: OnceCell<Arc<ThreadPool>> = const { OnceCell::new() };
}

/// A pool of so many threads, of one for each processor if 0; of fewer if the system refuses some. If it
/// grants none the calling thread, where alone the pool may be used then, does all the work.
///
/// # Errors
/// If the system grants none to a thread that is in another pool.
pub fn pool(threads: usize) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
    pool_of(threads, |thread| Builder::new().spawn(|| thread.run()).map(drop))
}

/// The same, with threads that `spawn` starts.
fn pool_of(
    threads: usize,
    mut spawn: impl FnMut(ThreadBuilder) -> io::Result<()>,
) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
    let mut threads = match threads {
        0 => available_parallelism().map_or(1, usize::from),
        _ => threads,
    };
    while threads > 0 {
        let builder = ThreadPoolBuilder::new().num_threads(threads).spawn_handler(&mut spawn);
        #[expect(clippy::disallowed_methods, reason = "a refusal is taken in here")]
        if let Ok(pool) = builder.build() {
            return Ok(Arc::new(pool));
        }
        threads /= 2;
    }
    OWN.with(|own| {
        if let Some(pool) = own.get() {
            return Ok(pool.clone());
        }
        #[expect(clippy::disallowed_methods, reason = "no thread is started")]
        let pool = Arc::new(ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()?);
        Ok(own.get_or_init(|| pool).clone())
    })
}

/// Has so many threads do the same work, the calling one being the first of them, and waits for all. Where
/// the system refuses some, `refused` learns how many there are, and why no more.
pub fn share(count: usize, refused: impl FnOnce(usize, io::Error), work: impl Fn() + Sync) {
    scope(|scope| {
        let mut started = 1;
        while started < count {
            match Builder::new().spawn_scoped(scope, &work) {
                Ok(_) => started += 1,
                Err(error) => {
                    refused(started, error);
                    break;
                }
            }
        }
        work();
    });
}

/// Starts threads for all of this work, does something else beside them, and waits for them. Work that
/// the system refuses a thread is dropped undone.
///
/// # Errors
/// If there is work and the system refuses it all; nothing is done then.
pub fn beside<'env, W: FnOnce() + Send + 'env, R>(
    work: impl IntoIterator<Item = W>,
    meanwhile: impl FnOnce() -> R,
) -> io::Result<R> {
    scope(|scope| {
        for (started, work) in work.into_iter().enumerate() {
            match Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if started == 0 => return Err(error),
                Err(_) => break,
            }
        }
        Ok(meanwhile())
    })
}

/// The thread that calls this runs only while no other one wants to, from now on. Where many more
/// threads search than there are processors, the one that reads `stop` would otherwise have to wait
/// for its turn.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn yield_to_others() {
    // The system's `sched_param` is this one number. That of musl is larger, and musl's own function
    // refuses to do it.
    let priority: libc::c_int = 0;
    let policy = libc::SCHED_IDLE;
    // SAFETY: the pointer is to a live number; the call changes how the system shares out time to this
    // thread (0), and where it is refused nothing changes.
    unsafe { libc::syscall(libc::SYS_sched_setscheduler, 0, policy, &raw const priority) };
}

/// Elsewhere it runs as before.
#[cfg(not(target_os = "linux"))]
pub fn yield_to_others() {}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::thread;

    /// The threads of a pool of eight where the system grants so many at a time, and what they add up.
    fn granted(most: usize) -> (usize, u32) {
        // A thread of its own: it may become the pool.
        let work = move || {
            let running = Arc::new(AtomicUsize::new(0));
            let pool = pool_of(8, |thread| {
                if running.fetch_add(1, Relaxed) >= most {
                    running.store(0, Relaxed);
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                Builder::new().spawn(|| thread.run()).map(drop)
            });
            let pool = pool.expect("a pool");
            let sum = pool.install(|| (0..1000).into_par_iter().sum());
            (pool.current_num_threads(), sum)
        };
        thread::spawn(work).join().expect("no panic")
    }

    #[test]
    fn a_pool_has_the_threads_that_are_granted() {
        for (most, threads) in [(8, 8), (7, 4), (4, 4), (3, 2), (1, 1), (0, 1)] {
            assert_eq!(granted(most), (threads, 499_500), "{most}");
        }
    }

    #[test]
    fn without_threads_the_caller_is_the_pool_each_time() {
        let work = || {
            let refused = |_| Err(io::ErrorKind::WouldBlock.into());
            let pools = [pool_of(3, refused), pool_of(2, refused)].map(Result::unwrap);
            assert!(Arc::ptr_eq(&pools[0], &pools[1]));
            let here = thread::current().id();
            assert_eq!(pools[1].install(|| thread::current().id()), here);
        };
        thread::spawn(work).join().expect("no panic");
    }

    #[test]
    fn work_is_shared_and_done_beside() {
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        let work = || {
            while let number @ ..100 = next.fetch_add(1, Relaxed) {
                done.lock().unwrap().push(number);
            }
        };
        share(3, |_, error| panic!("{error}"), work);
        let mut done = done.into_inner().unwrap();
        done.sort_unstable();
        assert!(done.into_iter().eq(0..100));
        let sum = AtomicUsize::new(0);
        let parts = (1..=3).map(|part| {
            let sum = &sum;
            move || {
                sum.fetch_add(part, Relaxed);
            }
        });
        assert_eq!(beside(parts, || 7).expect("threads"), 7);
        assert_eq!(sum.into_inner(), 6);
        assert_eq!(beside(std::iter::empty::<fn()>(), || 7).expect("nothing to start"), 7);
    }
}
