//! What an engine cannot be given.

/// A hash table size that cannot be had. The old table stays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {megabytes} MiB for the hash table; it stays at {kept} MiB")]
pub struct HashError {
    /// The size asked for.
    pub megabytes: usize,
    /// The size of the table that stays.
    pub kept: usize,
}

/// Threads that cannot be had. The old ones stay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {threads} threads ({reason}); their number stays at {kept}")]
pub struct ThreadsError {
    /// The number asked for.
    pub threads: usize,
    /// What the system says.
    pub reason: String,
    /// The number of threads that stay; 0 if the system grants none at all.
    pub kept: usize,
}
