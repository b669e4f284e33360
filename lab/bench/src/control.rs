//! The control: a workload that nobody touches, measured before each round of turns.
//!
//! When it takes longer, the machine was slower, and so were the peers beside it: medians are
//! multiplied by what the control says. When it moves too far between rounds, by its medians or by
//! its fastest samples, the machine was too busy for any figure to be worth keeping.

use crate::turn::Took;
use sealane_measure::Figures;
use sealane_measure::clock::ThreadTime;
use std::hint::black_box;
use std::time::Instant;

/// How far the control may move between rounds.
pub const MAX_DRIFT: f64 = 0.10;
/// Samples of one measurement.
const SAMPLES: usize = 5;
/// Products of two numbers of 256 bits in a sample: about half a millisecond.
const PRODUCTS: usize = 1 << 15;

/// Multiplies numbers of four words, again and again, as curve arithmetic does; returns a word of
/// the last product. Written for this purpose and shared with nothing, so that no change of the
/// library or of a peer reaches it.
#[inline(never)]
fn products(count: usize, factor: [u64; 4]) -> u64 {
    let mut value = factor;
    for _ in 0..count {
        let mut sum = [0u64; 8];
        for (i, a) in value.iter().enumerate() {
            let mut carry = 0;
            for (j, b) in factor.iter().enumerate() {
                let term = u128::from(*a) * u128::from(*b) + u128::from(sum[i + j]) + carry;
                sum[i + j] = term as u64;
                carry = term >> 64;
            }
            sum[i + 4] = carry as u64;
        }
        for (word, i) in value.iter_mut().zip(0..) {
            *word = sum[i] ^ sum[i + 4];
        }
    }
    value[0]
}

/// Measures the control. `slow` makes it do half as much again, to see the run refuse.
pub fn measure(slow: bool) -> Took {
    let count = if slow { PRODUCTS * 3 / 2 } else { PRODUCTS };
    let factor = black_box([0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 3, u64::MAX]);
    let sample = |_| {
        let start = ThreadTime::now();
        black_box(products(count, factor));
        start.elapsed_ns()
    };
    // The first one warms the core up.
    let samples = (0..=SAMPLES).map(sample).skip(1).collect();
    let figures = Figures::new(samples, SAMPLES as u64);
    Took { median_ns: figures.median_ns(), fastest_ns: figures.min_ns() }
}

/// How many times longer the control on several threads is: to wake one up takes a part of a
/// sample.
const LONGER: usize = 4;

/// Runs the control on all of so many threads of the pool at once; returns what it took by the
/// clock on the wall, and by those of all threads together. `slow` as above.
fn work_on(threads: usize, slow: bool) -> (f64, f64) {
    fn one(count: usize, factor: [u64; 4]) -> f64 {
        let start = ThreadTime::now();
        black_box(products(count, factor));
        start.elapsed_ns()
    }
    fn all(threads: usize, count: usize, factor: [u64; 4]) -> f64 {
        if threads == 1 {
            return one(count, factor);
        }
        let rest = || all(threads - 1, count, factor);
        let (ours, theirs) = rayon::join(|| one(count, factor), rest);
        ours + theirs
    }
    let count = LONGER * if slow { PRODUCTS * 3 / 2 } else { PRODUCTS };
    let factor = black_box([0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 3, u64::MAX]);
    let start = Instant::now();
    let worked = all(threads, count, factor);
    (start.elapsed().as_nanos() as f64, worked)
}

/// Measures the control on all of so many threads of the pool at once, by the clock on the wall:
/// beside work that is timed so. As long as on one, if each has a core of its own. `slow` as above.
pub fn measure_on(threads: usize, slow: bool) -> Took {
    const ROUSED: usize = 3;
    let sample = |_| work_on(threads, slow).0 / LONGER as f64;
    let samples = (0..=ROUSED).map(sample).skip(1).collect();
    let figures = Figures::new(samples, ROUSED as u64);
    Took { median_ns: figures.median_ns(), fastest_ns: figures.min_ns() }
}

/// The control over a whole run.
#[derive(Debug, Default)]
pub struct Control {
    /// By round, what it took each time.
    rounds: Vec<Vec<Took>>,
}

/// The median of some times.
fn median(times: impl Iterator<Item = f64>) -> f64 {
    Figures::new(times.collect(), 1).median_ns()
}

/// The median of medians.
pub fn median_ns(times: &[Took]) -> f64 {
    median(times.iter().map(|it| it.median_ns))
}

/// The fastest of all but one: the clock of the thread has been seen to stand still for a part of a
/// sample.
pub fn fastest_ns(times: &[Took]) -> f64 {
    let mut all: Vec<f64> = times.iter().map(|it| it.fastest_ns).collect();
    all.sort_by(f64::total_cmp);
    all.get(1).or(all.first()).copied().unwrap_or(f64::INFINITY)
}

impl Control {
    /// Takes what it took once in round `round`.
    pub fn add(&mut self, round: usize, took: Took) {
        if self.rounds.len() <= round {
            self.rounds.resize(round + 1, Vec::new());
        }
        self.rounds[round].push(took);
    }

    /// What a median must be multiplied by, given what the control took beside it.
    pub fn scale(&self, beside: &[Took]) -> f64 {
        median_ns(&self.rounds.concat()) / median_ns(beside)
    }

    /// How far the rounds are apart, by medians and by fastest samples: 0.1 says that the slowest
    /// took 10 % longer than the fastest.
    pub fn drift(&self) -> [f64; 2] {
        [median_ns, fastest_ns].map(|of| {
            let rounds = self.rounds.iter().filter(|times| !times.is_empty());
            let (least, most) = rounds
                .map(|times| of(times))
                .fold((f64::INFINITY, 0.0f64), |(least, most), ns| (least.min(ns), most.max(ns)));
            most / least - 1.0
        })
    }

    /// What it took in the fastest of all measurements but one.
    pub fn fastest_ns(&self) -> f64 {
        fastest_ns(&self.rounds.concat())
    }

    /// How many times it was off the median by more than the limit, and of how many.
    pub fn disturbed(&self) -> (usize, usize) {
        let all = self.rounds.concat();
        let median = median_ns(&all);
        let off = |it: &&Took| (it.median_ns / median).max(median / it.median_ns) > 1.0 + MAX_DRIFT;
        (all.iter().filter(off).count(), all.len())
    }

    /// Refuses a run whose control has moved too far.
    pub fn judge(&self) -> Result<(), String> {
        let [median, fastest] = self.drift();
        if median <= MAX_DRIFT && fastest <= MAX_DRIFT {
            return Ok(());
        }
        Err(format!(
            "the control moved by {:.1} % between rounds, its fastest samples by {:.1} %, more \
             than {:.0} %: the machine was too busy, and nothing is stored",
            median * 100.0,
            fastest * 100.0,
            MAX_DRIFT * 100.0
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn took(median_ns: f64, fastest_ns: f64) -> Took {
        Took { median_ns, fastest_ns }
    }

    fn control(rounds: &[&[f64]]) -> Control {
        let round = |times: &&[f64]| times.iter().map(|ns| took(*ns, *ns)).collect();
        Control { rounds: rounds.iter().map(round).collect() }
    }

    /// Goal: one sample that is too fast by itself moves nothing.
    #[test]
    fn one_fast_sample_is_a_fault_of_the_clock() {
        let took = |fastest_ns| Took { median_ns: 100.0, fastest_ns };
        assert_eq!(fastest_ns(&[took(90.0), took(1.0), took(91.0)]), 90.0);
        assert_eq!(fastest_ns(&[took(1.0), took(1.0), took(91.0)]), 1.0);
        assert_eq!(fastest_ns(&[took(90.0)]), 90.0);
    }

    /// Goal: just inside the limit is a yes, just outside a no, in either direction.
    #[test]
    fn control_refuses_what_moves() {
        assert_eq!(control(&[&[100.0, 100.0], &[109.0, 109.0]]).judge(), Ok(()));
        assert!(control(&[&[100.0, 100.0], &[111.0, 111.0]]).judge().is_err());
        assert!(control(&[&[111.0], &[100.0]]).judge().is_err());
        // One bad turn of many is a disturbance, not a drift.
        let one = control(&[&[100.0, 150.0, 100.0], &[100.0, 101.0, 99.0]]);
        assert_eq!((one.judge(), one.disturbed()), (Ok(()), (1, 6)));
    }

    /// Goal: fastest samples alone that move, or medians alone, are enough.
    #[test]
    fn control_is_judged_twice() {
        let rounds = |a, b| Control { rounds: vec![vec![a], vec![b]] };
        assert!(rounds(took(100.0, 90.0), took(100.0, 90.0)).judge().is_ok());
        assert!(rounds(took(100.0, 80.0), took(100.0, 90.0)).judge().is_err());
        assert!(rounds(took(100.0, 90.0), took(120.0, 90.0)).judge().is_err());
    }

    #[test]
    fn medians_are_scaled_by_the_control() {
        let control = control(&[&[100.0], &[125.0], &[100.0]]);
        assert_eq!(control.scale(&[took(100.0, 90.0)]), 1.0);
        assert_eq!(control.scale(&[took(125.0, 90.0)]), 0.8);
    }

    /// How many times the fastest of `one` the fastest of `other` is, measured in turns.
    fn ratio(one: impl Fn() -> f64, other: impl Fn() -> f64) -> f64 {
        let [mut ours, mut theirs] = [f64::INFINITY; 2];
        for _ in 0..20 {
            ours = ours.min(one());
            theirs = theirs.min(other());
        }
        theirs / ours
    }

    /// Whether a ratio is in a range in one of some tries: a busy machine spoils a try, and a wrong
    /// control all of them.
    fn comes_to(range: std::ops::Range<f64>, ratio: impl Fn() -> f64) -> Result<(), Vec<f64>> {
        let mut seen = Vec::new();
        for _ in 0..10 {
            let ratio = ratio();
            if range.contains(&ratio) {
                return Ok(());
            }
            seen.push(ratio);
        }
        Err(seen)
    }

    /// Goal: the slow control is slower by what it says, so that a run with it in one round drifts.
    #[test]
    fn slow_control_is_slower() {
        let fastest = |slow| measure(slow).fastest_ns;
        comes_to(1.25..1.9, || ratio(|| fastest(false), || fastest(true))).unwrap();
        comes_to(1.25..1.9, || ratio(|| fastest(false), || fastest(false))).unwrap_err();
    }

    /// Goal: the control on two threads does what that on one does, on each. Method: the time of
    /// both threads' cores, which does not pass while other work has them.
    #[test]
    fn control_of_two_threads_works_on_both() {
        let worked = |threads, slow| work_on(threads, slow).1;
        comes_to(1.5..4.0, || ratio(|| worked(1, false), || worked(2, false))).unwrap();
        comes_to(1.25..1.9, || ratio(|| worked(2, false), || worked(2, true))).unwrap();
        comes_to(1.5..4.0, || ratio(|| worked(1, false), || worked(1, false))).unwrap_err();
    }

    #[test]
    fn products_depend_on_every_step() {
        let one = products(1000, [1, 2, 3, 4]);
        assert_ne!(one, products(1001, [1, 2, 3, 4]));
        assert_ne!(one, products(1000, [1, 2, 3, 5]));
    }
}
