//! Settings of the system's memory allocator.

/// From this size in bytes on, an allocation gets its own pages, which return to the system when it is freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BYTES: libc::c_int = 1 << 20;

/// Must be called before the first large allocation. Otherwise, once a table of up to 32 MiB has been freed,
/// glibc puts tables of that size among small allocations, and the gaps that they leave are not returned:
/// after 400 games with changing options the process held 114 MB instead of 35.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn keep_large_apart() {
    // SAFETY: the call sets a number that the allocator reads under its lock.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BYTES) };
}

/// Other allocators are not known to have this problem.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep_large_apart() {}
