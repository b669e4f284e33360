//! Where the time of an operation goes: a tree of phases whose parts are set against the whole.
//!
//! The same operation runs in two forms, in turn: as it ships, and watched, where phases report to
//! [`spans`](crate::spans). Of each form the calmer half of the samples counts: ticks run on when
//! something else has the core. The cost of the spans is measured by itself and taken off; that
//! what is left adds up to the operation as it ships is not arranged but checked, by
//! [`Profile::remainder`].
use crate::clock::{ThreadTime, cycles_per_tick};
use crate::spans::{self, Cost, Node};
use crate::{INPUTS, ticks};

/// Samples of each form: the median of fewer says little, more fill memory.
const SAMPLES: std::ops::Range<usize> = 64..40_000;

/// The number of the phase that is the whole operation.
pub const WHOLE: usize = 0;

/// One part of an operation.
#[derive(Debug, Clone)]
pub struct Part {
    /// The phase.
    pub phase: usize,
    /// The part it belongs to, which comes before it; `None` for the whole.
    pub parent: Option<usize>,
    /// How often it runs in an operation, on average.
    pub calls: f64,
    /// Core cycles in an operation, those of its parts included and those of watching taken off.
    pub cycles: f64,
    /// Those of its parts not included.
    pub own_cycles: f64,
}

/// Where the time of an operation goes.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The whole first, every part after what it belongs to.
    pub parts: Vec<Part>,
    /// Core cycles of the operation as it ships.
    pub whole_cycles: f64,
    /// Core cycles of watching in a watched operation, before they were taken off.
    pub watching_cycles: f64,
    /// Core cycles a tick, by a chain of dependent additions before and after.
    pub cycles_per_tick: [f64; 2],
    /// Samples of each form, of which half count.
    pub samples: usize,
}

impl Profile {
    /// The share of the operation, as it ships, that the parts do not explain; negative if they
    /// come to more.
    #[must_use]
    pub fn remainder(&self) -> f64 {
        let parts: f64 = self.parts.iter().map(|part| part.own_cycles).sum();
        1.0 - parts / self.whole_cycles
    }
}

/// One sample of the watched form.
struct Sample {
    ticks: u64,
    nodes: Vec<Node>,
}

/// Profiles an operation for about `seconds`: `plain` as it ships, `watched` the same with spans;
/// both take the number of an input below [`INPUTS`] and say whether they succeeded. Errors: one
/// of them did not.
pub fn profile(
    mut plain: impl FnMut(usize) -> bool,
    mut watched: impl FnMut(usize) -> bool,
    seconds: f64,
) -> Result<Profile, String> {
    let rate_before = cycles_per_tick();
    let cost = Cost::measure();
    let mut plain_ticks = Vec::new();
    let mut samples: Vec<Sample> = Vec::new();
    let begun = ThreadTime::now();
    let mut all_ran = true;
    for input in 0..2 * INPUTS {
        all_ran &= plain(input % INPUTS);
        all_ran &= run_watched(&mut watched, input % INPUTS);
    }
    let _ = spans::take();
    while samples.len() < SAMPLES.start
        || (samples.len() < SAMPLES.end && begun.elapsed_ns() < seconds * 1e9)
    {
        let input = samples.len() % INPUTS;
        let start = ticks::now();
        all_ran &= plain(input);
        plain_ticks.push(ticks::now() - start);
        all_ran &= run_watched(&mut watched, input);
        let nodes = spans::take();
        samples.push(Sample { ticks: nodes[WHOLE].ticks, nodes });
    }
    spans::forget();
    if !all_ran {
        return Err("an operation failed".into());
    }
    let rate_after = cycles_per_tick();
    let rate = (rate_before + rate_after) / 2.0;
    let count = samples.len();
    let whole_cycles = (calm_mean(&mut plain_ticks) - cost.inside) * rate;
    let mean = mean_of_calm(samples);
    let parts = parts(&mean, cost, rate);
    let watching_cycles = mean[WHOLE].ticks * rate - parts[WHOLE].cycles;
    let cycles_per_tick = [rate_before, rate_after];
    Ok(Profile { parts, whole_cycles, watching_cycles, cycles_per_tick, samples: count })
}

fn run_watched(watched: &mut impl FnMut(usize) -> bool, input: usize) -> bool {
    spans::enter(WHOLE);
    let ran = watched(input);
    spans::leave();
    ran
}

/// The mean of the lower half.
fn calm_mean(ticks: &mut [u64]) -> f64 {
    ticks.sort_unstable();
    let calm = &ticks[..ticks.len().div_ceil(2)];
    calm.iter().sum::<u64>() as f64 / calm.len() as f64
}

/// A node, counts and ticks as means over operations.
struct Mean {
    phase: usize,
    parent: Option<usize>,
    calls: f64,
    ticks: f64,
}

/// The means over the samples whose whole took no longer than that of the median.
fn mean_of_calm(mut samples: Vec<Sample>) -> Vec<Mean> {
    // A path that only some inputs take adds its nodes when it is first taken.
    let shape = samples.iter().map(|sample| &sample.nodes).max_by_key(|nodes| nodes.len());
    let shape = shape.expect("there are samples").clone();
    samples.sort_unstable_by_key(|sample| sample.ticks);
    let calm = &samples[..samples.len().div_ceil(2)];
    let mean = |number: usize, of: fn(&Node) -> u64| {
        let nodes = calm.iter().filter_map(|sample| sample.nodes.get(number));
        nodes.map(of).sum::<u64>() as f64 / calm.len() as f64
    };
    let means = shape.iter().enumerate().map(|(number, node)| Mean {
        phase: node.phase,
        parent: node.parent,
        calls: mean(number, |node| node.calls),
        ticks: mean(number, |node| node.ticks),
    });
    means.collect()
}

/// Takes off what watching costs: of each node what is counted inside it, and all that the spans
/// below it cost.
fn parts(nodes: &[Mean], cost: Cost, rate: f64) -> Vec<Part> {
    let mut below = vec![0.0; nodes.len()];
    // Children come after their parents.
    for (number, node) in nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            below[parent] += node.calls + below[number];
        }
    }
    let net = nodes.iter().zip(&below).map(|(node, below)| Part {
        phase: node.phase,
        parent: node.parent,
        calls: node.calls,
        cycles: (node.ticks - cost.inside * node.calls - cost.whole * below) * rate,
        own_cycles: 0.0,
    });
    let mut parts: Vec<Part> = net.collect();
    for number in 0..parts.len() {
        let cycles = parts[number].cycles;
        parts[number].own_cycles += cycles;
        if let Some(parent) = parts[number].parent {
            parts[parent].own_cycles -= cycles;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    fn work(rounds: u64) -> bool {
        let mut x = black_box(3u64);
        for _ in 0..rounds {
            x = black_box(x.wrapping_mul(5));
        }
        x != 0
    }

    fn in_phase(phase: usize, rounds: u64) -> bool {
        spans::enter(phase);
        let ran = work(rounds);
        spans::leave();
        ran
    }

    /// Goal: shares are those of the work, and parts add up to what was not watched.
    #[test]
    fn parts_add_up() {
        let plain = |_| work(4000) && work(3000) && work(1000);
        let watched = |_| in_phase(1, 4000) && in_phase(2, 3000) && work(1000);
        let profile = profile(plain, watched, 0.2).expect("nothing fails");
        let share = |number: usize| profile.parts[number].own_cycles / profile.whole_cycles;
        for (number, expected) in [(0, 0.125), (1, 0.5), (2, 0.375)] {
            let share = share(number);
            assert!((share - expected).abs() < 0.15, "part {number}: {share}");
        }
        let remainder = profile.remainder();
        assert!(remainder.abs() < 0.25, "{remainder}");
    }

    /// Goal: the check says no. What only the watched form does makes the parts come to more than
    /// the whole, and what it leaves out is missing.
    #[test]
    fn what_is_not_explained_is_a_remainder() {
        let more = profile(|_| work(2000), |_| in_phase(1, 2000) && in_phase(2, 2000), 0.05);
        let remainder = more.expect("nothing fails").remainder();
        assert!(remainder < -0.4, "{remainder}");
        let less = profile(|_| work(2000), |_| in_phase(1, 800), 0.05);
        let remainder = less.expect("nothing fails").remainder();
        assert!(remainder > 0.3, "{remainder}");
    }

    /// Goal: the cost of spans is taken off where it arises, and own times come to the whole's.
    #[test]
    fn the_cost_of_watching_is_taken_off() {
        let node = |phase, parent, calls, ticks| Mean { phase, parent, calls, ticks };
        let nodes = [node(0, None, 1.0, 1000.0), node(1, Some(0), 10.0, 400.0)];
        let parts = parts(&nodes, Cost { inside: 10.0, whole: 25.0 }, 2.0);
        assert_eq!(parts[1].cycles, (400.0 - 100.0) * 2.0);
        assert_eq!(parts[0].cycles, (1000.0 - 10.0 - 250.0) * 2.0);
        assert_eq!(parts[0].own_cycles, parts[0].cycles - parts[1].cycles);
    }

    #[test]
    fn a_failed_operation_means_no_profile() {
        assert!(profile(|_| true, |_| false, 0.01).is_err());
    }
}
