//! Errors of an [`Engine`](super::Engine).

/// A hash table that cannot be allocated. The old table stays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {megabytes} MiB for the hash table; it stays at {kept} MiB")]
pub struct HashError {
    /// Size asked for, in MiB.
    pub megabytes: usize,
    /// Size of the old table, in MiB.
    pub kept: usize,
}

/// Threads that cannot be started. The old threads stay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {threads} threads ({reason}); their number stays at {kept}")]
pub struct ThreadsError {
    /// Number of threads asked for.
    pub threads: usize,
    /// The system's reason.
    pub reason: String,
    /// Number of old threads; 0 if the system grants none.
    pub kept: usize,
}
