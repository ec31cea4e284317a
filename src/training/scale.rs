//! How centipawns relate to results.

/// The scale with the least error: a score of `s` centipawns is worth `1 / (1 + exp(-s * scale))`
/// points. The error has one minimum in the scale.
pub fn best(error: impl Fn(f64) -> f64) -> f64 {
    // Thirds of the range can be cut away.
    let (mut low, mut high) = (0.0001, 0.02);
    for _ in 0..30 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(left) < error(right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low + high) / 2.0
}
