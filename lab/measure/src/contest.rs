//! Contestants measured in turn, every result checked outside the timed part.
//!
//! A machine that gets slower for a second gets slower for all of them: the samples are short (at
//! most 64 operations) and the contestants take turns, forwards and backwards. After each sample
//! the contestant must show that every one of its results is right; else there is no figure at all.
//! [`Turns`] are for a harness that lets contestants of several programs take turns.
use crate::clock::ThreadTime;
use crate::figures::Figures;

/// How many different inputs are worked on in turn, and how many results a contestant keeps.
pub const INPUTS: usize = 64;

/// Aim of the length of a sample. Long against two readings of the clock, short against the
/// time slices of the system.
const SAMPLE_NS: f64 = 1e6;
/// Fewer samples than this make no median.
const LEAST_SAMPLES: usize = 5;

/// A contestant.
pub trait Work {
    /// How many different inputs it works on, at most [`INPUTS`].
    fn inputs(&self) -> usize {
        INPUTS
    }

    /// How many operations an input makes: more than one, if it is a batch.
    fn operations(&self) -> usize {
        1
    }

    /// Does the operation on input `input` (below `inputs`) and keeps the result. Timed, so
    /// nothing else belongs here. Returns `false` if the operation itself says that it failed.
    fn run(&mut self, input: usize) -> bool;

    /// Shows that the kept result of `input` is right. Not timed. The error says what is wrong.
    fn check(&mut self, input: usize) -> Result<(), String>;

    /// The kept result of `input` for others to check: a public key, what went in, what came out,
    /// each as the reader of the figures wants it. `None`: it shows nothing.
    fn shown(&self, _input: usize) -> Option<[String; 3]> {
        None
    }
}

/// Lets every contestant work on every input once and show that its results are right. Not timed.
///
/// Errors: as of [`contest`].
pub fn rehearse(works: &mut [&mut dyn Work]) -> Result<(), (usize, String)> {
    for (number, work) in works.iter_mut().enumerate() {
        for input in 0..work.inputs() {
            let shown = run_one(*work, input).and_then(|()| work.check(input));
            shown.map_err(|why| (number, why))?;
        }
    }
    Ok(())
}

/// Measures every contestant for about `seconds` of its own CPU time, in turn.
///
/// Figures come in the order of the contestants, with equally many samples each. Errors: the first
/// operation that fails and the first result that is wrong, with the number of the contestant.
pub fn contest(works: &mut [&mut dyn Work], seconds: f64) -> Result<Vec<Figures>, (usize, String)> {
    let mut lanes = Vec::with_capacity(works.len());
    for (number, work) in works.iter_mut().enumerate() {
        lanes.push(Lane::warmed_up(*work, seconds / 5.0).map_err(|why| (number, why))?);
    }
    let mut forwards = true;
    while lanes.iter().any(|lane| lane.hungry(seconds)) {
        let mut order: Vec<usize> = (0..lanes.len()).collect();
        if !forwards {
            order.reverse();
        }
        forwards = !forwards;
        for number in order {
            lanes[number].sample(&mut *works[number]).map_err(|why| (number, why))?;
        }
    }
    Ok(lanes.into_iter().map(Lane::figures).collect())
}

/// One contestant measured again and again, while others work in between.
///
/// Like [`contest`], but results are checked at the end of a turn, the last one of each input: a
/// check takes longer than most operations, and the others would have to wait for it.
pub struct Turns<'a> {
    work: &'a mut dyn Work,
    seconds: f64,
    /// From the first turn on.
    lane: Option<Lane>,
}

impl<'a> Turns<'a> {
    /// Of `seconds` of CPU time each.
    pub fn new(work: &'a mut dyn Work, seconds: f64) -> Self {
        Self { work, seconds, lane: None }
    }

    /// Measures a turn; the first one warms up before. Errors: an operation fails, or a result is
    /// wrong.
    pub fn turn(&mut self) -> Result<Figures, String> {
        let mut lane = match self.lane.take() {
            Some(lane) => lane,
            None => Lane::warmed_up(self.work, self.seconds / 5.0)?,
        };
        let first = lane.next_input;
        while lane.used_ns < self.seconds * 1e9 {
            lane.time(self.work)?;
        }
        let done = lane.samples_ns.len() * lane.inputs_a_sample;
        for input in first..first + done.min(lane.inputs) {
            self.work.check(input % lane.inputs)?;
        }
        self.lane = Some(lane.emptied());
        Ok(lane.figures())
    }
}

/// What is known of one contestant while the contest runs.
struct Lane {
    inputs: usize,
    inputs_a_sample: usize,
    operations_an_input: usize,
    next_input: usize,
    used_ns: f64,
    samples_ns: Vec<f64>,
}

impl Lane {
    /// The same without its samples.
    fn emptied(&self) -> Self {
        Self { used_ns: 0.0, samples_ns: Vec::new(), ..*self }
    }

    /// Runs the contestant for `seconds` to warm the caches and learn what an operation costs.
    fn warmed_up(work: &mut dyn Work, seconds: f64) -> Result<Self, String> {
        let inputs = work.inputs();
        let start = ThreadTime::now();
        let mut done = 0usize;
        let cost_ns = loop {
            let input = done % inputs;
            run_one(work, input)?;
            done += 1;
            let spent_ns = start.elapsed_ns();
            if spent_ns >= seconds * 1e9 {
                break spent_ns / done as f64;
            }
        };
        for input in 0..done.min(inputs) {
            work.check(input)?;
        }
        Ok(Self {
            inputs,
            inputs_a_sample: ((SAMPLE_NS / cost_ns) as usize).clamp(1, inputs),
            operations_an_input: work.operations(),
            next_input: 0,
            used_ns: 0.0,
            samples_ns: Vec::new(),
        })
    }

    fn hungry(&self, seconds: f64) -> bool {
        self.used_ns < seconds * 1e9 || self.samples_ns.len() < LEAST_SAMPLES
    }

    /// One timed run over the next few inputs, then the check of each of its results.
    fn sample(&mut self, work: &mut dyn Work) -> Result<(), String> {
        let first = self.next_input;
        self.time(work)?;
        for input in first..first + self.inputs_a_sample {
            work.check(input % self.inputs)?;
        }
        Ok(())
    }

    /// One timed run over the next few inputs.
    fn time(&mut self, work: &mut dyn Work) -> Result<(), String> {
        // The others, and the check of the last sample, have used the caches since: one operation
        // outside the clock. For a batch that is nothing.
        if self.operations_an_input == 1 {
            run_one(work, self.next_input)?;
        }
        let inputs = self.next_input..self.next_input + self.inputs_a_sample;
        let mut all_ran = true;
        let start = ThreadTime::now();
        for input in inputs.clone() {
            all_ran &= work.run(input % self.inputs);
        }
        let spent_ns = start.elapsed_ns();
        if !all_ran {
            return Err("an operation failed".into());
        }
        self.next_input = inputs.end % self.inputs;
        self.used_ns += spent_ns;
        let operations = self.inputs_a_sample * self.operations_an_input;
        self.samples_ns.push(spent_ns / operations as f64);
        Ok(())
    }

    fn figures(self) -> Figures {
        let inputs = self.samples_ns.len() * self.inputs_a_sample;
        Figures::new(self.samples_ns, (inputs * self.operations_an_input) as u64)
    }
}

fn run_one(work: &mut dyn Work, input: usize) -> Result<(), String> {
    if work.run(input) { Ok(()) } else { Err("an operation failed".into()) }
}

/// Returns 64 different 32-byte inputs, the same in every run (SplitMix64 from a fixed seed).
pub fn digests() -> [[u8; 32]; INPUTS] {
    let mut state = 0x5ea1_a9e5_0000_0001u64;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut inputs = [[0u8; 32]; INPUTS];
    for word in inputs.as_flattened_mut().chunks_exact_mut(8) {
        word.copy_from_slice(&next().to_le_bytes());
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    /// Squares its inputs `effort` times; from operation `wrong_after` on the kept result is wrong,
    /// from `fails_after` on the operation says that it failed.
    struct Squares {
        effort: usize,
        done: u64,
        wrong_after: u64,
        fails_after: u64,
        kept: [u64; INPUTS],
        seen: [bool; INPUTS],
    }

    impl Squares {
        fn new(effort: usize) -> Self {
            let never = u64::MAX;
            let (kept, seen) = ([0; INPUTS], [false; INPUTS]);
            Self { effort, done: 0, wrong_after: never, fails_after: never, kept, seen }
        }
    }

    fn square(effort: usize, input: usize) -> u64 {
        (0..effort).fold(input as u64 + 2, |x, _| black_box(x).wrapping_mul(x))
    }

    impl Work for Squares {
        fn run(&mut self, input: usize) -> bool {
            self.seen[input] = true;
            self.kept[input] = square(self.effort, input);
            self.done += 1;
            if self.done > self.wrong_after {
                self.kept[input] ^= 1;
            }
            self.done <= self.fails_after
        }

        fn check(&mut self, input: usize) -> Result<(), String> {
            let right = self.kept[input] == square(self.effort, input);
            if right { Ok(()) } else { Err(format!("square of {input} is wrong")) }
        }
    }

    #[test]
    fn contest_measures_in_proportion_and_uses_all_inputs() {
        let (mut slow, mut fast) = (Squares::new(40_000), Squares::new(10_000));
        let figures = contest(&mut [&mut slow, &mut fast], 0.05).expect("both are right");
        let ratio = crate::paired_ratio(&figures[0], &figures[1]);
        assert!((2.0..8.0).contains(&ratio), "4 times the work took {ratio} times the time");
        assert!(fast.seen.iter().all(|seen| *seen));
        assert_eq!(figures[0].samples(), figures[1].samples());
        assert!(figures[1].operations() >= 5);
    }

    /// Goal: one wrong result late in a run is found, and the contestant is named.
    #[test]
    fn wrong_result_means_no_figures() {
        let (mut good, mut bad) = (Squares::new(10_000), Squares::new(10_000));
        bad.wrong_after = 150;
        let refusal = contest(&mut [&mut good, &mut bad], 0.02).expect_err("a planted error");
        assert_eq!(refusal.0, 1);
        assert!(refusal.1.contains("is wrong"), "{}", refusal.1);
    }

    /// Goal: a single wrong result among the 64 is enough.
    #[test]
    fn rehearsal_finds_the_last_wrong_result() {
        let mut work = Squares::new(10);
        assert_eq!(rehearse(&mut [&mut work]), Ok(()));
        let mut work = Squares::new(10);
        work.wrong_after = INPUTS as u64 - 1;
        assert_eq!(rehearse(&mut [&mut work]).expect_err("a planted error").0, 0);
    }

    /// Goal: each turn has figures of its own and goes on with the next input; a wrong result among
    /// the last ones of a turn ends it.
    #[test]
    fn turns_are_measured_and_checked() {
        let mut work = Squares::new(10_000);
        let mut turns = Turns::new(&mut work, 0.005);
        for _ in 0..3 {
            let figures = turns.turn().expect("it is right");
            assert!(figures.min_ns() > 0.0 && figures.operations() >= 1);
        }
        assert!(work.seen.iter().all(|seen| *seen));
        let mut bad = Squares::new(10_000);
        bad.wrong_after = 300;
        let mut turns = Turns::new(&mut bad, 0.002);
        let refusal = (0..1000).find_map(|_| turns.turn().err());
        assert!(refusal.expect("a planted error").contains("is wrong"));
    }

    #[test]
    fn failing_operation_means_no_figures() {
        let mut bad = Squares::new(10_000);
        bad.fails_after = 150;
        assert_eq!(contest(&mut [&mut bad], 0.02).expect_err("a planted failure").0, 0);
    }

    #[test]
    fn digests_differ() {
        let inputs = digests();
        for (i, a) in inputs.iter().enumerate() {
            assert!(inputs[i + 1..].iter().all(|b| a != b));
        }
    }
}
