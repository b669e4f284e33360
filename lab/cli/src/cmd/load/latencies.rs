//! What requests took, to three digits.

use hdrhistogram::Histogram;
use sealane_cli::Failure;
use std::time::Duration;

/// A histogram of nanoseconds, told in microseconds.
pub(super) struct Latencies(Histogram<u64>);

impl Latencies {
    pub(super) fn new() -> Self {
        Self(Histogram::new(3).expect("it may have up to five digits"))
    }

    /// Errors: a time for which there is no memory.
    pub(super) fn record(&mut self, took: Duration) -> Result<(), Failure> {
        let ns = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.0.record(ns).map_err(failed)
    }

    /// Adds those of others. Errors: as of [`record`](Self::record).
    pub(super) fn add(&mut self, others: &Self) -> Result<(), Failure> {
        self.0.add(&others.0).map_err(failed)
    }

    pub(super) fn mean_us(&self) -> f64 {
        self.0.mean() / 1e3
    }

    pub(super) fn stdev_us(&self) -> f64 {
        self.0.stdev() / 1e3
    }

    /// The time within which that part of the requests was answered.
    pub(super) fn quantile_us(&self, part: f64) -> f64 {
        self.0.value_at_quantile(part) as f64 / 1e3
    }
}

fn failed(why: impl ToString) -> Failure {
    Failure::failed("INTERNAL", format!("a latency cannot be kept: {}", why.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: mean, deviation and quantiles are those of the times, to three digits, whoever kept
    /// them.
    #[test]
    fn times_are_told_to_three_digits() {
        let [mut all, mut others] = [Latencies::new(), Latencies::new()];
        for us in 1..=1000 {
            let half = if us % 2 == 0 { &mut all } else { &mut others };
            assert!(half.record(Duration::from_micros(us)).is_ok());
        }
        assert!(all.add(&others).is_ok());
        let is = |found: f64, right: f64| (found / right - 1.0).abs() < 1e-3;
        assert!(is(all.mean_us(), 500.5) && is(all.stdev_us(), 288.675), "{}", all.stdev_us());
        assert!(is(all.quantile_us(0.5), 500.0) && is(all.quantile_us(0.99), 990.0));
    }
}
