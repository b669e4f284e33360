//! The program form: straight-line code in single assignment over 64-bit words.
//!
//! A program has no branch, no memory and no loop, so a proof about it is a proof about every run.
//! The meaning of an operation is given over the *integers*; that each result fits its word is not
//! assumed here but shown by the interval prover. A word is read in one of two ways, [`Kind`]; a
//! word that goes from one reading to the other must be the same number in both.

/// One result of one step. A step has at most two results.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(u32);

impl Value {
    /// The result number `part` (0 or 1) of the step number `step`.
    #[must_use]
    pub fn new(step: usize, part: usize) -> Self {
        assert!(part < 2 && step < (1 << 30), "a step has two results, a program fits in memory");
        Value((step as u32) << 1 | part as u32)
    }

    /// Number of the step that makes this value.
    #[must_use]
    pub fn step(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Which result of the step.
    #[must_use]
    pub fn part(self) -> usize {
        (self.0 & 1) as usize
    }

    /// A dense number, for tables.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How an operation reads its operands and writes its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Words from 0 to `2^64 - 1`.
    Unsigned,
    /// Words from `-2^63` to `2^63 - 1`, in two's complement.
    Signed,
}

/// What a step does. `W` is 64, all divisions round down. The last six work on signed words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Op {
    /// A word of an input; `immediate` is `group << 32 | limb`.
    Input,
    /// The constant `immediate`.
    Const,
    /// `a * b mod 2^W`.
    MulLow,
    /// `a * b = lo + 2^W hi`.
    MulWide,
    /// `a * b + c + d = lo + 2^W hi`.
    Mac,
    /// `a + (b * c mod 2^52)`; `b` and `c` must be below `2^52`.
    Madd52Lo,
    /// `a + b * c / 2^52`; `b` and `c` must be below `2^52`.
    Madd52Hi,
    /// `a + b`; must fit.
    Add,
    /// `a - b`; must not be negative.
    Sub,
    /// `a + b + c = sum + 2^W carry`; `c` must be 0 or 1.
    Adc,
    /// `a - b - c = difference - 2^W borrow`; `c` must be 0 or 1.
    Sbb,
    /// Bitwise and. One operand must be a mask or a constant `2^k - 1`.
    And,
    /// `a * 2^immediate mod 2^W`.
    Shl,
    /// `a / 2^immediate`.
    Shr,
    /// All ones for 1, zero for 0; the operand must be 0 or 1.
    Mask,
    /// `b` where the mask `a` is all ones, `c` where it is zero; `a` must come from `Mask`.
    Select,
    /// `a * b`; must fit.
    MulSigned,
    /// `a + b`; must fit.
    AddSigned,
    /// `a - b`; must fit.
    SubSigned,
    /// `a * 2^immediate`; must fit.
    ShlSigned,
    /// `a = low + 2^immediate high` with `0 <= low < 2^immediate`.
    SplitSigned,
    /// `a = low + 2^immediate high` with `-half <= low < half`, where `half = 2^(immediate - 1)`;
    /// `a + half` and `a - half` must fit.
    CarrySigned,
}

impl Op {
    /// Every operation, for tables and mutants.
    pub const ALL: [Op; 22] = [
        Op::Input,
        Op::Const,
        Op::MulLow,
        Op::MulWide,
        Op::Mac,
        Op::Madd52Lo,
        Op::Madd52Hi,
        Op::Add,
        Op::Sub,
        Op::Adc,
        Op::Sbb,
        Op::And,
        Op::Shl,
        Op::Shr,
        Op::Mask,
        Op::Select,
        Op::MulSigned,
        Op::AddSigned,
        Op::SubSigned,
        Op::ShlSigned,
        Op::SplitSigned,
        Op::CarrySigned,
    ];

    /// How many operands.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Op::Input | Op::Const => 0,
            Op::Shl | Op::Shr | Op::Mask => 1,
            Op::ShlSigned | Op::SplitSigned | Op::CarrySigned => 1,
            Op::MulLow | Op::MulWide | Op::Add | Op::Sub | Op::And => 2,
            Op::MulSigned | Op::AddSigned | Op::SubSigned => 2,
            Op::Madd52Lo | Op::Madd52Hi | Op::Adc | Op::Sbb | Op::Select => 3,
            Op::Mac => 4,
        }
    }

    /// How many results.
    #[must_use]
    pub fn results(self) -> usize {
        match self {
            Op::MulWide | Op::Mac | Op::Adc | Op::Sbb => 2,
            Op::SplitSigned | Op::CarrySigned => 2,
            _ => 1,
        }
    }

    /// How the operands and results are read.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Op::MulSigned | Op::AddSigned | Op::SubSigned => Kind::Signed,
            Op::ShlSigned | Op::SplitSigned | Op::CarrySigned => Kind::Signed,
            _ => Kind::Unsigned,
        }
    }

    /// True if `immediate` is a distance in bits.
    #[must_use]
    pub fn has_distance(self) -> bool {
        matches!(self, Op::Shl | Op::Shr | Op::ShlSigned | Op::SplitSigned | Op::CarrySigned)
    }

    /// Name in listings and in messages of the provers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Op::Input => "input",
            Op::Const => "const",
            Op::MulLow => "mul_low",
            Op::MulWide => "mul_wide",
            Op::Mac => "mac",
            Op::Madd52Lo => "madd52lo",
            Op::Madd52Hi => "madd52hi",
            Op::Add => "add",
            Op::Sub => "sub",
            Op::Adc => "adc",
            Op::Sbb => "sbb",
            Op::And => "and",
            Op::Shl => "shl",
            Op::Shr => "shr",
            Op::Mask => "mask",
            Op::Select => "select",
            Op::MulSigned => "mul_signed",
            Op::AddSigned => "add_signed",
            Op::SubSigned => "sub_signed",
            Op::ShlSigned => "shl_signed",
            Op::SplitSigned => "split_signed",
            Op::CarrySigned => "carry_signed",
        }
    }
}

/// Whether a program goes from one way of holding numbers to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Inputs and output have the same limbs.
    Within,
    /// The input is in words of 64 bits, without a sign; the output has the program's limbs.
    In,
    /// The output is in words of 64 bits, without a sign; the input has the program's limbs.
    Out,
}

/// One line of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The operation.
    pub op: Op,
    /// Its operands, `op.arity()` of them, all made by earlier steps.
    pub args: Vec<Value>,
    /// The constant, the shift distance or the place of an input word; zero elsewhere.
    pub immediate: u64,
}

/// A named integer held in several words: `value = sum(limbs[i] * 2^(limb_bits * i))`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Name in the text.
    pub name: &'static str,
    /// Its words, least significant first.
    pub limbs: Vec<Value>,
}

/// A sum of words that a prover should look at: `sum(words[i] * 2^(64 i))`.
///
/// A hint claims nothing. The interval prover derives bounds of the sum from the program and draws
/// conclusions about the words; a useless or misleading hint can only make a proof fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The words, least significant first.
    pub words: Vec<Value>,
    /// Values to express the sum in, instead of going back to the inputs.
    pub stop: Vec<Value>,
}

/// A straight-line program with named inputs, one output and hints for the provers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Function name.
    pub name: &'static str,
    /// Inputs in the order of the parameters.
    pub inputs: Vec<Group>,
    /// All steps, in order.
    pub steps: Vec<Step>,
    /// The words of the result.
    pub output: Vec<Value>,
    /// Bits between neighbouring limbs of inputs, output and hints, but for what `way` says.
    pub limb_bits: u32,
    /// Whether the input or the output is in words.
    pub way: Way,
    /// Sums that the interval prover should bound.
    pub hints: Vec<Hint>,
    /// Reduction quotients: words the provers keep as unknowns instead of expanding them.
    pub quotients: Vec<Value>,
}

impl Program {
    /// A program without steps, whose limbs are so many bits apart.
    #[must_use]
    pub fn empty(name: &'static str, limb_bits: u32) -> Self {
        Self {
            name,
            inputs: Vec::new(),
            steps: Vec::new(),
            output: Vec::new(),
            limb_bits,
            way: Way::Within,
            hints: Vec::new(),
            quotients: Vec::new(),
        }
    }

    /// Bits between neighbouring words of an input.
    #[must_use]
    pub fn input_bits(&self) -> u32 {
        if self.way == Way::In { 64 } else { self.limb_bits }
    }

    /// Bits between neighbouring words of the output.
    #[must_use]
    pub fn output_bits(&self) -> u32 {
        if self.way == Way::Out { 64 } else { self.limb_bits }
    }

    /// The step that makes `value`.
    #[must_use]
    pub fn step_of(&self, value: Value) -> &Step {
        &self.steps[value.step()]
    }

    /// The constant that `value` is, if its step is a constant.
    #[must_use]
    pub fn constant(&self, value: Value) -> Option<u64> {
        let step = self.step_of(value);
        (step.op == Op::Const).then_some(step.immediate)
    }

    /// For every value (by `Value::index`) how often it is read, outputs included.
    #[must_use]
    pub fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.steps.len() * 2];
        let read = self.steps.iter().flat_map(|step| &step.args).chain(&self.output);
        for value in read {
            uses[value.index()] += 1;
        }
        uses
    }

    /// How many steps have the operation `op`.
    #[must_use]
    pub fn count(&self, op: Op) -> usize {
        self.steps.iter().filter(|step| step.op == op).count()
    }

    /// Panics if an operand comes from a later step or a step has the wrong shape.
    ///
    /// Such a program is a mistake of a builder or of a mutation, not something to prove.
    pub fn assert_well_formed(&self) {
        for (number, step) in self.steps.iter().enumerate() {
            assert_eq!(step.args.len(), step.op.arity(), "{}: step {number}", self.name);
            for arg in &step.args {
                assert!(arg.step() < number, "{}: step {number} reads ahead", self.name);
                assert!(arg.part() < self.step_of(*arg).op.results(), "no such result");
            }
            if step.op.has_distance() {
                assert!((1..64).contains(&step.immediate), "shift distance is 1..=63");
            }
        }
    }
}
