//! Chooses at run time between code compiled for several x86-64 instruction sets.
//!
//! The default build must run on every x86-64 processor. Without POPCNT, counting the squares of a
//! set takes a dozen instructions a word. So `tuned!`, [`run`] and [`perform`] compile the same
//! work several times and pick a version by the processor that the program runs on. A build for the
//! machine at hand (`make`, which sets `target-cpu=native`) needs no choice and makes none.

#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
mod choice {
    use super::Task;
    use once_cell::sync::Lazy;

    /// The instruction sets, each a superset of the one before.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum InstructionSet {
        Plain,
        Modern,
        Avx2,
        Avx512,
        /// AVX-512 with VPOPCNTDQ, which counts the bits of eight words at once.
        Avx512Counts,
    }

    static LEVEL: Lazy<InstructionSet> = Lazy::new(|| {
        let modern = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        let avx512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
        let counts = is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vpopcntdq");
        match (modern, is_x86_feature_detected!("avx2")) {
            (true, true) if avx512 && counts => InstructionSet::Avx512Counts,
            (true, true) if avx512 => InstructionSet::Avx512,
            (true, true) => InstructionSet::Avx2,
            (true, false) => InstructionSet::Modern,
            (false, _) => InstructionSet::Plain,
        }
    });

    /// Whether the processor has the instructions that [`run`] compiles for: POPCNT, LZCNT, BMI1
    /// and BMI2.
    #[inline(always)]
    pub fn is_modern() -> bool {
        *LEVEL >= InstructionSet::Modern
    }

    /// Runs a closure that is compiled with POPCNT, LZCNT, BMI1 and BMI2.
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

    /// Runs a task compiled for the best instruction set that the processor has. Vector registers
    /// are used only if [`Task::VECTORS`] is set.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn perform<T: Task>(task: T) -> T::Output {
        match *LEVEL {
            // SAFETY: the processor has the features that the function is compiled for.
            InstructionSet::Avx512Counts if T::VECTORS => unsafe {
                perform_with_avx512_counts(task)
            },
            // SAFETY: the same.
            InstructionSet::Avx512 | InstructionSet::Avx2 if T::VECTORS => unsafe {
                perform_with_avx2(task)
            },
            InstructionSet::Plain => perform_plain(task),
            // SAFETY: the same.
            _ => unsafe { perform_modern(task) },
        }
    }

    /// Runs a task compiled for the widest vector registers that the processor has, whatever
    /// [`Task::VECTORS`] says.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn perform_wide<T: Task>(task: T) -> T::Output {
        match *LEVEL {
            // SAFETY: the processor has the features that the function is compiled for.
            InstructionSet::Avx512Counts | InstructionSet::Avx512 => unsafe {
                perform_with_avx512(task)
            },
            // SAFETY: the same.
            InstructionSet::Avx2 => unsafe { perform_with_avx2(task) },
            InstructionSet::Modern | InstructionSet::Plain => perform_plain(task),
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

    // Not inlined: this version is large and seldom runs, and each caller would compile it again.
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
    /// Always false: the build already targets its processor, or the architecture offers no choice.
    #[inline(always)]
    pub const fn is_modern() -> bool {
        false
    }

    /// Runs a task. This build has one version of it.
    #[inline(always)]
    pub fn perform<T: super::Task>(task: T) -> T::Output {
        task.run()
    }

    /// Runs a task. This build has one version of it.
    pub fn perform_wide<T: super::Task>(task: T) -> T::Output {
        task.run()
    }

    /// Runs a closure. This build has one version of it.
    #[inline(always)]
    pub fn run<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
}

pub use choice::{is_modern, perform, perform_wide, run};

/// Work that is too large for the compiler to inline as a closure.
///
/// [`Task::run`] must be `#[inline(always)]`. Otherwise it is compiled only once, for the plain
/// instruction set.
pub trait Task {
    /// The result of the work.
    type Output;
    /// Whether the work profits from vector registers of 256 bits or more, as sets of four words
    /// do.
    const VECTORS: bool = false;
    /// Does the work. Called once, by [`perform`] or [`perform_wide`].
    fn run(self) -> Self::Output;
}

/// Evaluates an expression with code compiled for the processor. The functions that the expression
/// calls must be inlined into it, or they gain nothing.
macro_rules! tuned {
    ($work:expr) => {
        if $crate::cpu::is_modern() { $crate::cpu::run(|| $work) } else { $work }
    };
}

pub(crate) use tuned;

/// Prefetches the cache line in which a value begins.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of a live value, and prefetching affects nothing but the
        // cache.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((value as *const T).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
