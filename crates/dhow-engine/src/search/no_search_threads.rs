//! The threads of an engine in a build without the feature `threads`: starting one fails, and the calling thread
//! searches.

use std::convert::Infallible;
use std::io;

/// No threads.
pub enum SearchThreads {}

impl SearchThreads {
    /// Fails.
    pub fn new(_: usize) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Never called.
    pub fn size(&self) -> usize {
        match *self {}
    }

    /// Never called.
    pub fn watch(&self, _: impl FnOnce(&Infallible) + Send + 'static) {
        match *self {}
    }

    /// Never called.
    pub fn install(&self, _: impl FnOnce() + Send) {
        match *self {}
    }
}
