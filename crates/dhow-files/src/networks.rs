//! Networks from files.

use crate::open_to_read;
use dhow_engine::network::{MAX_BYTES, Network, NetworkError};
use std::io::{self, Read};
use std::path::Path;

/// Why no network can be read from a file.
#[derive(Debug, thiserror::Error)]
pub enum NetworkFileError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It holds something else.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// The network of a file.
pub fn open_network(path: &Path) -> Result<Network, NetworkFileError> {
    let mut bytes = Vec::new();
    // One byte too many is enough to see that a file is too long.
    open_to_read(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Network::from_bytes(&bytes)?)
}
