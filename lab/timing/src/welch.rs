//! Welch's t-test on two classes of times, whole and with the slow tail cut off.
//!
//! Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?", DATE 2017: the tail of the
//! distribution is noise of the machine, so the test is made at several cuts as well, and the
//! largest statistic counts.

/// Mean and variance as they grow. Welford, 1962.
#[derive(Clone, Copy, Default)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn push(&mut self, x: f64) {
        self.count += 1.0;
        let off = x - self.mean;
        self.mean += off / self.count;
        self.squares += off * (x - self.mean);
    }

    fn variance(&self) -> f64 {
        self.squares / (self.count - 1.0)
    }
}

/// Shares of the times that are kept, the fastest ones.
const CUTS: [f64; 6] = [1.0, 0.98, 0.9, 0.75, 0.5, 0.25];
/// Fewer than this on a side say nothing.
const LEAST: f64 = 50.0;

/// Returns the largest `|t|` over all cuts. `times` holds pairs of class (0 or 1) and time.
#[must_use]
pub fn largest_t(times: &[(usize, f64)]) -> f64 {
    let mut sorted: Vec<f64> = times.iter().map(|(_, time)| *time).collect();
    sorted.sort_by(f64::total_cmp);
    let cut = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
    CUTS.iter().map(|share| t_below(times, cut(*share))).fold(0.0, f64::max)
}

fn t_below(times: &[(usize, f64)], most: f64) -> f64 {
    let mut classes = [Moments::default(); 2];
    for (class, time) in times.iter().filter(|(_, time)| *time <= most) {
        classes[*class].push(*time);
    }
    let [a, b] = classes;
    if a.count < LEAST || b.count < LEAST {
        return 0.0;
    }
    let error = (a.variance() / a.count + b.variance() / b.count).sqrt();
    if error == 0.0 {
        return if a.mean == b.mean { 0.0 } else { f64::INFINITY };
    }
    ((a.mean - b.mean) / error).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noise with a slow tail, the same on each run.
    fn noise(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let uniform = (*state >> 11) as f64 / (1u64 << 53) as f64;
        1000.0 + 100.0 * uniform + if uniform > 0.97 { 5000.0 * uniform } else { 0.0 }
    }

    fn times(slower: f64) -> Vec<(usize, f64)> {
        let mut state = 7;
        (0..8000).map(|i| (i % 2, noise(&mut state) + slower * (i % 2) as f64)).collect()
    }

    /// Goal: equal classes pass, a difference of a twentieth of the noise does not.
    #[test]
    fn a_small_difference_is_seen_and_none_is_not() {
        assert!(largest_t(&times(0.0)) < 4.5);
        assert!(largest_t(&times(5.0)) > 4.5);
        assert!(largest_t(&times(20.0)) > 10.0);
    }

    /// Goal: too few times say nothing; constant ones that differ say all.
    #[test]
    fn the_ends_are_right() {
        assert!(largest_t(&times(100.0)[..60]) < f64::EPSILON);
        let constant: Vec<_> = (0..400).map(|i| (i % 2, (i % 2) as f64)).collect();
        assert!(largest_t(&constant).is_infinite());
    }
}
