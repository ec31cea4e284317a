//! Networks from files.

use crate::open_to_read;
use dhow_engine::network::{MAX_BYTES, Network, NetworkError};
use std::io::{self, Read};
use std::path::Path;

/// Why a network cannot be read from a file.
#[derive(Debug, thiserror::Error)]
pub enum NetworkFileError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file does not contain a valid network.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// Reads a network from a file.
pub fn open_network(path: &Path) -> Result<Network, NetworkFileError> {
    let mut bytes = Vec::new();
    // One byte over the limit is enough to detect a file that is too long.
    open_to_read(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Network::from_bytes(&bytes)?)
}
