//! Threads that the system may refuse: in a container, on a host with many users, or without memory.
//!
//! The usual functions of the standard library, of rayon and of progress bars panic then. The functions here continue
//! with the threads that are granted; `clippy.toml` bans the others from the rest of the program.

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::cell::{Cell, OnceCell};
use std::io;
use std::sync::Arc;
use std::thread::{Builder, Scope, available_parallelism, scope};

thread_local! {
    /// A thread can belong to one pool only.
    static OWN: OnceCell<Arc<ThreadPool>> = const { OnceCell::new() };
    /// Whether the stack of this thread has [`SEARCH_STACK`] bytes.
    static MAY_SEARCH: Cell<bool> = const { Cell::new(false) };
}

/// Stack in bytes of a thread that searches: the search recurses deeply and keeps move lists on the stack.
pub const SEARCH_STACK: usize = 64 << 20;

/// Whether the stack of the calling thread is large enough for a search: [`share`] or [`beside`] has started it.
pub fn may_search() -> bool {
    MAY_SEARCH.get()
}

/// Starts a thread of `scope` that may search.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> io::Result<()> {
    let run = || {
        MAY_SEARCH.set(true);
        work();
    };
    Builder::new().stack_size(SEARCH_STACK).spawn_scoped(scope, run).map(drop)
}

/// A pool of `threads` threads, or one for each processor if 0; of fewer if the system refuses some. If it refuses
/// all, the calling thread is the pool, and only it may use the pool.
///
/// # Errors
/// If the system refuses all threads, and the calling thread belongs to another pool.
pub fn pool(threads: usize) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
    pool_of(threads, |thread| Builder::new().spawn(|| thread.run()).map(drop))
}

/// A pool with threads that `spawn` starts.
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

/// Runs `work` on `count` new threads, each with the stack of a search, and waits for them. If the system refuses some,
/// `refused` receives the number of threads and the error; if it refuses all, the calling thread runs `work`.
pub fn share(count: usize, refused: impl FnOnce(usize, io::Error), work: impl Fn() + Sync) {
    scope(|scope| {
        let mut started = 0;
        while started < count {
            if let Err(error) = start(scope, &work) {
                let working = started.max(1);
                if working < count {
                    refused(working, error);
                }
                break;
            }
            started += 1;
        }
        if started == 0 {
            work();
        }
    });
}

/// Starts a thread for each item of `work`, runs `meanwhile`, and waits for the threads. Items without a thread are
/// dropped.
///
/// # Errors
/// If there is work and the system refuses all threads. Then nothing has run.
pub fn beside<'env, W: FnOnce() + Send + 'env, R>(
    work: impl IntoIterator<Item = W>,
    meanwhile: impl FnOnce() -> R,
) -> io::Result<R> {
    scope(|scope| {
        for (started, work) in work.into_iter().enumerate() {
            match start(scope, work) {
                Ok(()) => {}
                Err(error) if started == 0 => return Err(error),
                Err(_) => break,
            }
        }
        Ok(meanwhile())
    })
}

/// Lets the calling thread run only while no other thread wants to. With many more search threads than processors, the
/// thread that reads `stop` would otherwise wait for its turn.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn yield_to_others() {
    // The system's `sched_param` is this one number. That of musl is larger, and musl's own function fails.
    let priority: libc::c_int = 0;
    let policy = libc::SCHED_IDLE;
    // SAFETY: the pointer is to a live number. The call changes the scheduling of this thread (0); if the system
    // refuses it, nothing changes.
    unsafe { libc::syscall(libc::SYS_sched_setscheduler, 0, policy, &raw const priority) };
}

/// Does nothing on other systems.
#[cfg(not(target_os = "linux"))]
pub fn yield_to_others() {}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::thread;

    /// The number of threads in a pool of eight where the system grants `most`, and the sum that they compute.
    fn granted(most: usize) -> (usize, u32) {
        // On a thread of its own, which may become the pool.
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
