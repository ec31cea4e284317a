//! Code for the processor at hand.
//!
//! The default build runs on every x86-64 processor, and those without POPCNT count the squares of
//! a set in a dozen instructions a word. `tuned!` compiles an expression twice, and
//! chooses at run time. A build for one's own machine (`make`) needs no choice and makes none.

#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
mod choice {
    use super::Task;
    use once_cell::sync::Lazy;

    /// What a processor has; each has what those before it have.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Level {
        Plain,
        Modern,
        Avx2,
        Avx512,
        /// With sets of four words counted at once.
        Avx512Counts,
    }

    static LEVEL: Lazy<Level> = Lazy::new(|| {
        let modern = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        let avx512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
        let counts = is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vpopcntdq");
        match (modern, is_x86_feature_detected!("avx2")) {
            (true, true) if avx512 && counts => Level::Avx512Counts,
            (true, true) if avx512 => Level::Avx512,
            (true, true) => Level::Avx2,
            (true, false) => Level::Modern,
            (false, _) => Level::Plain,
        }
    });

    /// Whether the processor has the instructions that [`run`] wants.
    #[inline(always)]
    pub fn is_modern() -> bool {
        *LEVEL >= Level::Modern
    }

    /// Runs a closure that is compiled for modern processors.
    ///
    /// # Panics
    /// If [`is_modern`] is false.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn run<R>(work: impl FnOnce() -> R) -> R {
        assert!(is_modern());
        // SAFETY: the processor has every feature that the function is compiled for.
        unsafe { run_modern(work) }
    }

    /// Does a task with code for the processor at hand.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn perform<T: Task>(task: T) -> T::Output {
        match *LEVEL {
            // SAFETY: the processor has the features that the function is compiled for.
            Level::Avx512Counts if T::VECTORS => unsafe { perform_with_avx512_counts(task) },
            // SAFETY: the same.
            Level::Avx512 | Level::Avx2 if T::VECTORS => unsafe { perform_with_avx2(task) },
            Level::Plain => perform_plain(task),
            // SAFETY: the same.
            _ => unsafe { perform_modern(task) },
        }
    }

    /// Does a task with code for the widest registers that the processor has.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn perform_wide<T: Task>(task: T) -> T::Output {
        match *LEVEL {
            // SAFETY: the processor has the features that the function is compiled for.
            Level::Avx512Counts | Level::Avx512 => unsafe { perform_with_avx512(task) },
            // SAFETY: the same.
            Level::Avx2 => unsafe { perform_with_avx2(task) },
            Level::Modern | Level::Plain => perform_plain(task),
        }
    }

    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2,avx512f,avx512bw")]
    fn perform_with_avx512<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2,avx512f,avx512bw")]
    #[target_feature(enable = "avx512vl,avx512dq,avx512vpopcntdq")]
    fn perform_with_avx512_counts<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
    fn perform_with_avx2<T: Task>(task: T) -> T::Output {
        task.run()
    }

    // Not inlined: it is seldom run, and large, and would be compiled again for each caller.
    #[inline(never)]
    fn perform_plain<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
    fn perform_modern<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
    fn run_modern<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
}

#[cfg(not(all(target_arch = "x86_64", not(target_feature = "bmi2"))))]
mod choice {
    /// The build knows its processor, or there is nothing to choose from.
    #[inline(always)]
    pub const fn is_modern() -> bool {
        false
    }

    /// Does a task; there is nothing to choose.
    #[inline(always)]
    pub fn perform<T: super::Task>(task: T) -> T::Output {
        task.run()
    }

    /// Does a task; there is nothing to choose.
    pub fn perform_wide<T: super::Task>(task: T) -> T::Output {
        task.run()
    }

    /// Runs a closure; there is nothing to choose.
    #[inline(always)]
    pub fn run<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
}

pub use choice::{is_modern, perform, perform_wide, run};

/// Work too large for the compiler to inline as a closure. [`Task::run`] must be
/// `#[inline(always)]`, else it is compiled for the plain processor only.
pub trait Task {
    /// What comes of it.
    type Output;
    /// Whether it gains from registers of 256 bits, as sets of four words do.
    const VECTORS: bool = false;
    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Evaluates an expression with code for the processor at hand. What the expression calls must be
/// inlined into it to gain anything.
macro_rules! tuned {
    ($work:expr) => {
        if $crate::cpu::is_modern() { $crate::cpu::run(|| $work) } else { $work }
    };
}

pub(crate) use tuned;

/// Starts to fetch the cache line on which a value begins.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of a live value, and prefetching has no other effect than on
        // the cache.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((value as *const T).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
