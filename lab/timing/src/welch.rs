//! Welch's t-test on two classes of times, whole and with the slow tail cut off.
//!
//! Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?", DATE 2017: the tail of the
//! distribution is noise of the machine, so the test is made at several cuts as well, and the
//! largest statistic counts.
//!
//! What is compared is the mean time of each input. An input lies at one address in all its
//! samples, and some addresses are slower, as where a line of the cache ends; samples by themselves
//! would take what few inputs have in common by chance for what their class has, and the more
//! surely the more samples there are.

/// A time, and what took it.
#[derive(Clone, Copy)]
pub struct Sample {
    /// The class of the secret, 0 or 1.
    pub class: usize,
    /// Which input it was; an input is of one class.
    pub input: usize,
    /// The time; its unit is the caller's.
    pub time: f64,
}

/// Divides the times of samples taken in a row by their lower quartile, so that a clock which
/// changes its speed from one stretch to the next is no noise. Classes are drawn at random, so a
/// stretch has both, and what is divided by is the same for both. The median would be now of one
/// class and now of the other where they differ much.
pub fn make_relative(stretch: &mut [Sample]) {
    let mut times: Vec<f64> = stretch.iter().map(|sample| sample.time).collect();
    times.sort_by(f64::total_cmp);
    let quartile = times.get(times.len() / 4).copied().unwrap_or(0.0);
    if quartile > 0.0 {
        stretch.iter_mut().for_each(|sample| sample.time /= quartile);
    }
}

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
/// Fewer inputs than this on a side say nothing.
const LEAST: f64 = 50.0;

/// Returns the largest `|t|` over all cuts.
#[must_use]
pub fn largest_t(samples: &[Sample]) -> f64 {
    let mut sorted: Vec<f64> = samples.iter().map(|sample| sample.time).collect();
    sorted.sort_by(f64::total_cmp);
    let cut = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
    CUTS.iter().map(|share| t_below(samples, cut(*share))).fold(0.0, f64::max)
}

fn t_below(samples: &[Sample], most: f64) -> f64 {
    let inputs = samples.iter().map(|sample| sample.input + 1).max().unwrap_or(0);
    let mut means = vec![(0, Moments::default()); inputs];
    for sample in samples.iter().filter(|sample| sample.time <= most) {
        let (class, moments) = &mut means[sample.input];
        *class = sample.class;
        moments.push(sample.time);
    }
    let mut classes = [Moments::default(); 2];
    for (class, moments) in means.iter().filter(|(_, moments)| moments.count > 0.0) {
        classes[*class].push(moments.mean);
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

    const INPUTS: usize = 512;

    fn uniform(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*state >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Noise with a slow tail, the same on each run.
    fn noise(state: &mut u64) -> f64 {
        let uniform = uniform(state);
        1000.0 + 100.0 * uniform + if uniform > 0.97 { 5000.0 * uniform } else { 0.0 }
    }

    fn samples(count: usize, slower: f64) -> Vec<Sample> {
        let mut state = 7;
        let sample = |i: usize| Sample {
            class: i % 2,
            input: i % INPUTS,
            time: noise(&mut state) + slower * (i % 2) as f64,
        };
        (0..count).map(sample).collect()
    }

    /// Goal: equal classes pass, a difference of a twentieth of the noise does not.
    #[test]
    fn a_small_difference_is_seen_and_none_is_not() {
        assert!(largest_t(&samples(8000, 0.0)) < 4.5);
        assert!(largest_t(&samples(8000, 5.0)) > 4.5);
        assert!(largest_t(&samples(8000, 20.0)) > 10.0);
    }

    /// Goal: inputs that are slow by themselves, whatever their class, are no difference of the
    /// classes, and hide none; each sample taken for an input of its own, they would be one.
    #[test]
    fn slow_inputs_are_no_class() {
        let mut state = 11;
        let mut taken_for_one = 0;
        for _ in 0..8 {
            let own: Vec<f64> = (0..INPUTS).map(|_| 100.0 * uniform(&mut state)).collect();
            let slow_inputs = |slower| {
                let mut samples = samples(120_000, slower);
                samples.iter_mut().for_each(|sample| sample.time += own[sample.input]);
                samples
            };
            let equal = slow_inputs(0.0);
            assert!(largest_t(&equal) < 4.5);
            assert!(largest_t(&slow_inputs(40.0)) > 10.0);
            let each = equal.iter().enumerate();
            let each: Vec<_> = each.map(|(input, sample)| Sample { input, ..*sample }).collect();
            taken_for_one += usize::from(largest_t(&each) > 4.5);
        }
        assert!(taken_for_one >= 4, "{taken_for_one} of 8");
    }

    /// Goal: a clock that changes its speed hides no difference, and makes none.
    #[test]
    fn a_clock_that_changes_hides_nothing() {
        let mut state = 13;
        let mut changing = |slower: f64| {
            let mut samples = samples(16_384, slower);
            for stretch in samples.chunks_mut(64) {
                let speed = 1.0 + uniform(&mut state);
                stretch.iter_mut().for_each(|sample| sample.time *= speed);
            }
            samples
        };
        let relative = |mut samples: Vec<Sample>| {
            samples.chunks_mut(64).for_each(make_relative);
            largest_t(&samples)
        };
        let leak = changing(20.0);
        assert!(largest_t(&leak) < 10.0);
        assert!(relative(leak) > 10.0);
        assert!(relative(changing(0.0)) < 4.5);
        assert!(relative(vec![Sample { class: 0, input: 0, time: 0.0 }; 64]) < f64::EPSILON);
    }

    /// Goal: too few inputs say nothing; constant times that differ say all.
    #[test]
    fn the_ends_are_right() {
        assert!(largest_t(&samples(60, 100.0)) < f64::EPSILON);
        let constant = |i| Sample { class: i % 2, input: i, time: (i % 2) as f64 };
        let constant: Vec<_> = (0..400).map(constant).collect();
        assert!(largest_t(&constant).is_infinite());
    }
}
