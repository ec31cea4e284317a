//! Memory of the hash table.

use std::sync::atomic::AtomicU64;
use sysinfo::{MemoryRefreshKind, System};

/// Words of a cache line.
pub const LINE: usize = 8;

/// `words` words, all zero; `None` if the system grants no such memory. The system provides the pages at first use.
/// `spare` bytes become free in exchange.
pub fn zeroed(words: usize, spare: usize) -> Option<Vec<AtomicU64>> {
    let bytes = words.checked_mul(size_of::<u64>())?;
    // The system may grant more memory than it has, and end the process that uses it.
    if available().is_some_and(|available| bytes > available.saturating_add(spare)) {
        return None;
    }
    let words = bytemuck::allocation::try_zeroed_vec(words).ok()?;
    advise_huge_pages(&words);
    Some(words)
}

/// Memory in bytes that is available within the limits of the process's control group; `None` if the system does not
/// say.
fn available() -> Option<usize> {
    let mut system = System::new().ok()?;
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = system.available_memory();
    let group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    (machine > 0).then_some(machine.min(group) as usize)
}

/// Asks for huge pages: each probe hits another page, and walks through page tables are slow.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise_huge_pages(words: &[AtomicU64]) {
    const PAGE: usize = 4096;
    let range = words.as_ptr_range();
    let start = (range.start as usize).next_multiple_of(PAGE);
    let bytes = (range.end as usize / PAGE * PAGE).saturating_sub(start);
    // SAFETY: the pages lie within the slice, and the advice does not change their contents. If the system ignores it,
    // nothing changes.
    unsafe { libc::madvise(start as *mut libc::c_void, bytes, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_: &[AtomicU64]) {}

/// Returns freed memory to the system. The allocator keeps an arena for each thread that ever ran; after thousands of
/// changes of the hash table and the threads the arenas are larger than the table.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_back() {
    // SAFETY: the call affects free memory only, and takes the allocator's locks.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators keep less.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_the_machine_has_is_refused() {
        let available = available().expect("the system says what it has");
        assert!(zeroed(available / 8 * 2, 0).is_none());
        assert!(zeroed(usize::MAX / 4, 0).is_none());
        assert_eq!(zeroed(1000, 0).map(|words| words.len()), Some(1000));
    }
}
