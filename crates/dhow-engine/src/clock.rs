//! The clock: the system's, or the host's in WebAssembly, which has no clock of its own.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::{Instant, set_clock, since_1970};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// The time since the beginning of 1970, in UTC; zero before that.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn since_1970() -> std::time::Duration {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default()
}

/// The clock of a host.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod host {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the clock, once: a function of the milliseconds since the beginning of 1970, in UTC, which never goes back.
    /// Until it is set, time stands still.
    pub fn set_clock(clock: fn() -> f64) {
        CLOCK.get_or_init(|| clock);
    }

    /// The time since the beginning of 1970, in UTC.
    pub fn since_1970() -> Duration {
        Instant::now().0
    }

    /// A point in time, with those methods of [`std::time::Instant`] that are needed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            let ms = CLOCK.get().map_or(0.0, |clock| clock());
            // A host's clock that returns no number, or too large a one, must not cause a panic.
            Self(Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default())
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// The time since an earlier point; zero if it is later.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// The time since an earlier point; zero if it is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0.saturating_add(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

        static MS: AtomicU32 = AtomicU32::new(0);

        #[test]
        fn time_is_what_the_host_says() {
            assert_eq!(Instant::now(), Instant(Duration::ZERO));
            set_clock(|| f64::from(MS.load(Relaxed)) - 5.5);
            let before_all = Instant::now();
            assert_eq!(before_all, Instant(Duration::ZERO), "less than nothing");
            MS.store(10, Relaxed);
            let start = Instant::now();
            MS.store(17, Relaxed);
            assert_eq!(start.elapsed(), Duration::from_millis(7));
            assert_eq!(Instant::now() - start, Duration::from_millis(7));
            assert_eq!(start.duration_since(Instant::now()), Duration::ZERO);
            assert!(start + Duration::from_millis(7) == Instant::now() && before_all < start);
            set_clock(|| 0.0);
            assert!(Instant::now() > start, "the first clock stays");
            assert_eq!(since_1970(), Duration::from_micros(11_500));
        }
    }
}
