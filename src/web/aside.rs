//! Slow work in separate threads.

use std::io;
use std::thread;
use tokio::sync::{Semaphore, oneshot};

/// The maximum number of such threads.
const MOST: usize = 16;

static PLACES: Semaphore = Semaphore::const_new(MOST);

/// Runs slow work in a separate thread, as soon as one is allowed. Fails if the system grants no thread, or
/// if the work panics.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    let place = PLACES.acquire().await.map_err(io::Error::other)?;
    let (done, result) = oneshot::channel();
    thread::Builder::new().name("aside".into()).spawn(move || {
        let _place = place;
        // The receiver may be gone.
        let _ = done.send(work());
    })?;
    result.await.map_err(|_| io::Error::other("it has failed"))
}
