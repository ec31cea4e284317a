//! Work that takes a while, done where nobody else waits for it.

use std::io;
use std::thread;
use tokio::sync::{Semaphore, oneshot};

/// The most of it at a time.
const MOST: usize = 16;

static PLACES: Semaphore = Semaphore::const_new(MOST);

/// Does work on a thread of its own, as soon as there is a place. An error says that the system grants no
/// thread, or that the work has failed.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    let place = PLACES.acquire().await.map_err(io::Error::other)?;
    let (done, result) = oneshot::channel();
    thread::Builder::new().name("aside".into()).spawn(move || {
        let _place = place;
        // Whoever wanted it may be gone.
        let _ = done.send(work());
    })?;
    result.await.map_err(|_| io::Error::other("it has failed"))
}
