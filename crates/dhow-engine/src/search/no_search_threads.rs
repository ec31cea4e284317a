//! Stands for the threads of an engine in a build without threads: each of them is refused, and the caller's thread
//! searches.

use std::convert::Infallible;
use std::io;

/// No threads.
pub enum SearchThreads {}

impl SearchThreads {
    /// Refused.
    pub fn new(_: usize) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Never called: there is no search_threads.
    pub fn size(&self) -> usize {
        match *self {}
    }

    /// Never called: there is no search_threads.
    pub fn watch(&self, _: impl FnOnce(&Infallible) + Send + 'static) {
        match *self {}
    }

    /// Never called: there is no search_threads.
    pub fn install(&self, _: impl FnOnce() + Send) {
        match *self {}
    }
}
