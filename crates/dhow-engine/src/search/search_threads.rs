//! The thread pool of an engine: the threads that search, and one that watches the clock.

use crate::threads::{self, SEARCH_STACK};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle, available_parallelism};

/// Address space in bytes that must remain when a thread starts. If its own allocations fail, the standard library
/// ends the process.
const SPARE_BYTES: usize = 8 << 20;

/// The work of the watching thread for one search, with the pool of the other threads.
type WatchTask = Box<dyn FnOnce(&ThreadPool) + Send>;

/// Threads that live from search to search. Dropping them waits for their end.
pub struct SearchThreads {
    /// `None` while dropping.
    work: Option<(Arc<ThreadPool>, Sender<WatchTask>)>,
    threads: Vec<JoinHandle<()>>,
}

impl SearchThreads {
    /// Starts `size` threads that search and one that watches. If the system refuses any of them, none remains.
    pub fn new(size: usize) -> io::Result<Self> {
        Self::start(size, |builder, run| builder.spawn(run))
    }

    /// Starts the threads by `spawn`.
    fn start(
        size: usize,
        mut spawn: impl FnMut(Builder, ThreadBody) -> io::Result<JoinHandle<()>>,
    ) -> io::Result<Self> {
        // From here on, dropping joins the threads that have started.
        let mut search_threads = Self { work: None, threads: Vec::with_capacity(size + 1) };
        let mut refusal = None;
        let processors = available_parallelism().map_or(size, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(size).spawn_handler(|thread| {
            let builder = Builder::new().name("search".into()).stack_size(SEARCH_STACK);
            let surplus = thread.index() >= processors;
            let run = move || {
                if surplus {
                    threads::yield_to_others();
                }
                thread.run();
            };
            let started = room_for_a_stack().and_then(|()| spawn(builder, Box::new(run)));
            let started = started.inspect_err(|error| {
                refusal = Some(io::Error::new(error.kind(), error.to_string()));
            });
            started.map(|thread| search_threads.threads.push(thread))
        });
        #[expect(clippy::disallowed_methods, reason = "a refusal is reported")]
        let pool = match pool.build() {
            Ok(pool) => Arc::new(pool),
            Err(error) => return Err(refusal.unwrap_or_else(|| io::Error::other(error))),
        };
        let (sender, jobs) = channel();
        search_threads.work = Some((pool.clone(), sender));
        let watch = Box::new(move || watch(&pool, jobs));
        search_threads.threads.push(spawn(Builder::new().name("watch".into()), watch)?);
        Ok(search_threads)
    }

    pub fn size(&self) -> usize {
        self.threads.len() - 1
    }

    /// Queues a task for the watching thread and returns at once.
    pub fn watch(&self, job: impl FnOnce(&ThreadPool) + Send + 'static) {
        if let Some((_, jobs)) = &self.work {
            // The watching thread takes tasks until the pool is dropped.
            let _ = jobs.send(Box::new(job));
        }
    }

    /// Runs some work on the threads that search and waits for it.
    pub fn install(&self, work: impl FnOnce() + Send) {
        if let Some((pool, _)) = &self.work {
            pool.install(work);
        }
    }
}

impl Drop for SearchThreads {
    fn drop(&mut self) {
        self.work = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has printed the panic.
            let _ = thread.join();
        }
    }
}

/// The function that a thread runs.
type ThreadBody = Box<dyn FnOnce() + Send>;

/// Fails if the process may not have memory for another thread.
fn room_for_a_stack() -> io::Result<()> {
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(SEARCH_STACK + SPARE_BYTES)
        .map_err(|_| io::ErrorKind::OutOfMemory.into())
}

fn watch(pool: &ThreadPool, jobs: Receiver<WatchTask>) {
    for job in jobs {
        // A search that panicked has printed the panic; the next one may succeed.
        let _ = catch_unwind(AssertUnwindSafe(|| job(pool)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    /// If one thread is refused, the others end, and later as many can be started.
    #[test]
    fn a_refused_thread_leaves_none_behind() {
        for granted in 0..5 {
            let (mut started, running) = (0, Arc::new(AtomicUsize::new(0)));
            let search_threads = SearchThreads::start(4, |builder, run| {
                if started == granted {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                started += 1;
                let running = running.clone();
                running.fetch_add(1, SeqCst);
                builder.spawn(move || {
                    run();
                    running.fetch_sub(1, SeqCst);
                })
            });
            assert_eq!(
                search_threads.err().map(|error| error.kind()),
                Some(io::ErrorKind::WouldBlock)
            );
            assert_eq!((started, running.load(SeqCst)), (granted, 0));
        }
    }

    #[test]
    fn threads_outlive_a_task_that_panics() {
        let search_threads = SearchThreads::new(2).unwrap();
        assert_eq!(search_threads.size(), 2);
        let (sender, receiver) = channel();
        let panics = sender.clone();
        search_threads.watch(move |_| {
            panics.send(0).unwrap();
            std::panic::resume_unwind(Box::new(()));
        });
        search_threads.watch(move |pool| sender.send(pool.current_num_threads()).unwrap());
        assert_eq!(receiver.iter().collect::<Vec<_>>(), [0, 2]);
    }
}
