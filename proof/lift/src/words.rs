//! Programs run on words, as a processor does: nothing is refused, everything wraps around.
//!
//! It shares nothing with the rules of [`crate::value`], so that it tells where those would take
//! two words for one.

use fieldgen::ir::{Op, Program, Value};

/// Words of inputs: group, limb.
pub type Inputs = Vec<Vec<u64>>;

/// The output of a program.
///
/// # Panics
/// If it has an operation that machine code is not lifted to.
#[must_use]
pub fn run(program: &Program, inputs: &Inputs) -> Vec<u64> {
    let mut words = vec![0u64; program.steps.len() * 2];
    for (number, step) in program.steps.iter().enumerate() {
        let arg = |place: usize| words[step.args[place].index()];
        let product = || {
            let factor = |place: usize| u128::from(arg(place) & ((1 << 52) - 1));
            factor(1) * factor(2)
        };
        let (group, limb) = ((step.immediate >> 32) as usize, step.immediate as u32 as usize);
        let word = match step.op {
            Op::Input => inputs[group][limb],
            Op::Const => step.immediate,
            Op::Add | Op::AddSigned => arg(0).wrapping_add(arg(1)),
            Op::Sub | Op::SubSigned => arg(0).wrapping_sub(arg(1)),
            Op::Shl | Op::ShlSigned => arg(0) << step.immediate,
            Op::Shr => arg(0) >> step.immediate,
            Op::And => arg(0) & arg(1),
            Op::Madd52Lo => arg(0).wrapping_add(product() as u64 & ((1 << 52) - 1)),
            Op::Madd52Hi => arg(0).wrapping_add((product() >> 52) as u64),
            Op::MulWide | Op::Mac | Op::Adc => {
                let sum = match step.op {
                    Op::MulWide => u128::from(arg(0)) * u128::from(arg(1)),
                    Op::Mac => {
                        let sum = u128::from(arg(2)) + u128::from(arg(3));
                        u128::from(arg(0)) * u128::from(arg(1)) + sum
                    }
                    _ => u128::from(arg(0)) + u128::from(arg(1)) + u128::from(arg(2)),
                };
                words[Value::new(number, 1).index()] = (sum >> 64) as u64;
                sum as u64
            }
            Op::Sbb => {
                let whole = i128::from(arg(0)) - i128::from(arg(1)) - i128::from(arg(2));
                words[Value::new(number, 1).index()] = u64::from(whole < 0);
                whole as u64
            }
            Op::Mask => arg(0).wrapping_neg(),
            Op::MulLow => arg(0).wrapping_mul(arg(1)),
            Op::Select => arg(2) ^ arg(0) & (arg(1) ^ arg(2)),
            Op::SplitSigned => {
                words[Value::new(number, 1).index()] = (arg(0) as i64 >> step.immediate) as u64;
                words[step.args[0].index()] & ((1 << step.immediate) - 1)
            }
            other => unreachable!("{} is no word of a lane", other.name()),
        };
        words[Value::new(number, 0).index()] = word;
    }
    program.output.iter().map(|value| words[value.index()]).collect()
}

/// Numbers from a seed (splitmix64; Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `end`, which is not zero.
    pub fn below(&mut self, end: usize) -> usize {
        (self.word() % end as u64) as usize
    }

    /// Words for the inputs of a program: full ones, limbs, and the ends of both.
    pub fn inputs(&mut self, program: &Program) -> Inputs {
        let kind = self.below(4);
        let mut limb = || match (kind, self.below(4)) {
            (0, _) => self.word(),
            (1, _) | (2, 3) => self.word() >> 12,
            (2, 0) => 0,
            (2, 1) => 1,
            (2, _) => (1 << 52) - 1,
            (_, 0) => u64::MAX,
            (_, 1) => 1 << 63,
            _ => self.word(),
        };
        let groups = program.inputs.iter();
        groups.map(|group| group.limbs.iter().map(|_| limb()).collect()).collect()
    }
}
