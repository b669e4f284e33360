//! The control: a workload that nobody touches, measured before and after each turn of a peer.
//!
//! When it takes longer, the machine was slower, and so was the peer beside it: every figure is
//! multiplied by what the control says. When it moves too far, the machine was too busy for any
//! figure to be worth keeping.

use sealane_measure::Figures;
use sealane_measure::clock::ThreadTime;
use std::hint::black_box;

/// How far the control may move between rounds.
pub const MOST_DRIFT: f64 = 0.10;
/// Samples of one measurement.
const SAMPLES: usize = 15;
/// Products of two numbers of 256 bits in a sample: about 2 ms.
const PRODUCTS: usize = 1 << 17;

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

/// Measures the control: the median nanoseconds of a sample. `slow` makes it do half as much again,
/// to see the run refuse.
pub fn measure(slow: bool) -> f64 {
    let count = if slow { PRODUCTS * 3 / 2 } else { PRODUCTS };
    let factor = black_box([0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 3, u64::MAX]);
    let sample = |_| {
        let start = ThreadTime::now();
        black_box(products(count, factor));
        start.elapsed_ns()
    };
    // The first one warms the core up.
    let samples = (0..=SAMPLES).map(sample).skip(1).collect();
    Figures::new(samples, SAMPLES as u64).median_ns()
}

/// The control over a whole run.
#[derive(Debug, Default)]
pub struct Control {
    /// By round, the figures around each turn.
    rounds: Vec<Vec<f64>>,
}

impl Control {
    /// Takes the figure of a turn of round `round`.
    pub fn add(&mut self, round: usize, ns: f64) {
        if self.rounds.len() <= round {
            self.rounds.resize(round + 1, Vec::new());
        }
        self.rounds[round].push(ns);
    }

    /// The median of all turns in nanoseconds.
    pub fn median_ns(&self) -> f64 {
        Figures::new(self.rounds.concat(), 1).median_ns()
    }

    /// What a figure of a turn must be multiplied by, given the control around it.
    pub fn scale(&self, ns: f64) -> f64 {
        self.median_ns() / ns
    }

    /// How far the medians of the rounds are apart: 0.1 says that the slowest took 10 % longer than
    /// the fastest.
    pub fn drift(&self) -> f64 {
        let of_round = |turns: &Vec<f64>| Figures::new(turns.clone(), 1).median_ns();
        let medians = self.rounds.iter().filter(|turns| !turns.is_empty()).map(of_round);
        let (least, most) = medians
            .fold((f64::INFINITY, 0.0f64), |(least, most), ns| (least.min(ns), most.max(ns)));
        most / least - 1.0
    }

    /// How many turns were off the median by more than the limit, and of how many.
    pub fn disturbed(&self) -> (usize, usize) {
        let median = self.median_ns();
        let turns = self.rounds.concat();
        let off = |ns: &&f64| (**ns / median).max(median / **ns) > 1.0 + MOST_DRIFT;
        (turns.iter().filter(off).count(), turns.len())
    }

    /// Refuses a run whose control has moved too far.
    pub fn judge(&self) -> Result<(), String> {
        let drift = self.drift();
        if drift <= MOST_DRIFT {
            return Ok(());
        }
        Err(format!(
            "the control moved by {:.1} % between rounds, more than {:.0} %: the machine was too \
             busy, and nothing is stored",
            drift * 100.0,
            MOST_DRIFT * 100.0
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(rounds: &[&[f64]]) -> Control {
        Control { rounds: rounds.iter().map(|turns| turns.to_vec()).collect() }
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

    #[test]
    fn figures_are_scaled_by_the_control() {
        let mut control = Control::default();
        control.add(0, 100.0);
        control.add(2, 100.0);
        control.add(1, 125.0);
        assert_eq!(control.scale(100.0), 1.0);
        assert_eq!(control.scale(125.0), 0.8);
    }

    /// Goal: the slow control is slower by what it says, so that a run with it in one round drifts.
    #[test]
    fn slow_control_is_slower() {
        let ratio = measure(true) / measure(false);
        assert!((1.25..1.9).contains(&ratio), "{ratio}");
    }

    #[test]
    fn products_depend_on_every_step() {
        let one = products(1000, [1, 2, 3, 4]);
        assert_ne!(one, products(1001, [1, 2, 3, 4]));
        assert_ne!(one, products(1000, [1, 2, 3, 5]));
    }
}
