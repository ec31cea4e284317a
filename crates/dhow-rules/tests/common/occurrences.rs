//! How often the rules of a game were met in a test.

use std::collections::BTreeMap;

/// How often each rule was met.
pub type Occurrences = BTreeMap<&'static str, usize>;

/// Each rule was met at least `times` as often as it must be.
pub fn assert_met(occurrences: &Occurrences, rules: &[(&str, usize)], times: usize) {
    for &(rule, least) in rules {
        let least = least * times;
        let met = occurrences.get(rule).copied().unwrap_or(0);
        assert!(met >= least, "{rule} met {met} times only, of at least {least}: {occurrences:?}");
    }
}
