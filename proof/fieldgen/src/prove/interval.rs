//! The interval prover: every result fits its word, every operand its width, and the output its
//! bounds, for all inputs within the contract.
//!
//! The prover follows the program with ranges of single values. Where those are too wide (top
//! words, the last subtraction) it bounds whole numbers: a sum of words is rewritten to a formula
//! in the inputs, the formula is bounded, and the bound is carried back to the words. Each mask is
//! split in its two cases; what holds in every case holds.

mod check;

use super::bits::{mask_bits, single_bits};
use super::bound::{Number, Range, Ranges, Scope, is_zero_residue, multiply, normal_form, pinned};
use super::form::Form;
use super::meaning::{Equations, low_bits, word};
use super::ranges::{
    Bounded, difference, divided, hull, split, split_at, sum, within, zero_or_one,
};
use super::{Reason, Refusal, signed_bits};
use crate::contract::Contract;
use crate::ir::{Kind, Op, Program, Step, Value, Way};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// What the interval prover found.
pub struct Certificate {
    /// The ranges of all values in each case that can occur.
    pub cases: Vec<Ranges>,
    /// By case: the range of the sum of each hint, and of the output as the last one.
    pub sums: Vec<Vec<Range>>,
}

impl Certificate {
    /// Free bits of the tightest step that must not overflow, and its number.
    #[must_use]
    pub fn margin(&self, program: &Program) -> Option<(u64, usize)> {
        let exact = [Op::Add, Op::Sub, Op::Madd52Lo, Op::Madd52Hi];
        let counts = |op: Op| exact.contains(&op) || op.kind() == Kind::Signed;
        let steps = program.steps.iter().enumerate().filter(|(_, step)| counts(step.op));
        let free = |number: usize| {
            let value = Value::new(number, 0).index();
            let bits = |ranges: &Ranges| match program.steps[number].op.kind() {
                Kind::Unsigned => ranges[value].1.bits(),
                Kind::Signed => signed_bits(&ranges[value]),
            };
            64 - self.cases.iter().map(bits).max().unwrap_or(64)
        };
        steps.map(|(number, _)| (free(number), number)).min()
    }
}

/// Most masks that are told apart; each doubles the work.
const MAX_MASKS: usize = 3;

/// Shows that `program` keeps the bounds of `contract`.
pub fn prove(program: &Program, contract: &Contract) -> Result<Certificate, Refusal> {
    // Where limbs become words or words limbs, no output is an input of the same function.
    if program.way == Way::Within && !contract.is_inductive() {
        let reason = Reason::NotInductive;
        return Err(Refusal { program: program.name, step: None, reason });
    }
    prove_call(program, contract)
}

/// Like `prove` for a single call, whose output need not be an input of the next.
pub fn prove_call(program: &Program, contract: &Contract) -> Result<Certificate, Refusal> {
    let refuse = |step, reason| Refusal { program: program.name, step, reason };
    let equations = Equations::new(program)?;
    let mut base = Analysis::new(&equations, contract);
    let bits = mask_bits(program);
    if bits.len() > MAX_MASKS {
        return Err(refuse(None, Reason::Beyond("too many masks")));
    }
    let first_mask = bits.iter().map(|bit| bit.step()).min().unwrap_or(usize::MAX);
    let feasible = base.settle(first_mask);
    for bit in &bits {
        // The cases 0 and 1 must be all there are.
        if !feasible || !within(&base.ranges[bit.index()], &zero_or_one()) {
            return Err(refuse(Some(bit.step()), Reason::Operand { operand: 0, needs: "0 or 1" }));
        }
    }
    let (mut cases, mut sums) = (Vec::new(), Vec::new());
    for choice in 0..1u32 << bits.len() {
        let mut case = base.clone();
        for (number, bit) in bits.iter().enumerate() {
            let fixed = BigInt::from(choice >> number & 1);
            case.narrow(bit.index(), &(fixed.clone(), fixed));
        }
        if case.settle(usize::MAX) {
            case.check()?;
            sums.push(case.sums());
            cases.push(case.ranges);
        }
    }
    if cases.is_empty() {
        return Err(refuse(None, Reason::Beyond("no input is within the contract")));
    }
    Ok(Certificate { cases, sums })
}

/// One case: ranges that only ever shrink.
#[derive(Clone)]
struct Analysis<'a> {
    equations: &'a Equations<'a>,
    contract: &'a Contract,
    ranges: Ranges,
    /// By hint, the output last.
    bounded: Vec<Option<Bounded>>,
    /// How often a range was narrowed.
    changes: usize,
    /// By value: the last such change, and the one that left a single number.
    changed: Vec<usize>,
    fixed: Vec<usize>,
    /// By step: how many changes there were when it was last followed.
    followed: Vec<usize>,
    empty: bool,
}

impl<'a> Analysis<'a> {
    fn new(equations: &'a Equations<'a>, contract: &'a Contract) -> Self {
        let program = equations.program;
        let mut analysis = Self {
            equations,
            contract,
            ranges: vec![(BigInt::zero(), BigInt::zero()); program.steps.len() * 2],
            bounded: vec![None; program.hints.len() + 1],
            changes: 1,
            changed: vec![0; program.steps.len() * 2],
            fixed: vec![0; program.steps.len() * 2],
            followed: vec![1; program.steps.len()],
            empty: false,
        };
        for (group, limits) in program.inputs.iter().zip(&contract.inputs) {
            for (limb, range) in group.limbs.iter().zip(&limits.limbs) {
                analysis.ranges[limb.index()] = range.clone();
            }
        }
        for number in 0..program.steps.len() {
            for (part, range) in analysis.forward(number).into_iter().enumerate() {
                analysis.ranges[Value::new(number, part).index()] = range;
            }
        }
        let uses = program.uses();
        for (number, step) in program.steps.iter().enumerate() {
            let low = Value::new(number, 0);
            let dropped = uses[low.index()] == 0 && step.op.results() == 2;
            let bits = if step.op == Op::SplitSigned { step.immediate as u32 } else { 64 };
            if dropped && is_zero_residue(equations, low, bits) {
                // A multiple of 2^64 that is a low word, or of the place of a split.
                analysis.narrow(low.index(), &(BigInt::zero(), BigInt::zero()));
            }
        }
        analysis
    }

    /// Narrows ranges until nothing changes; false if the case cannot occur.
    ///
    /// Looks at the hints about steps before `end`.
    fn settle(&mut self, end: usize) -> bool {
        let program = self.equations.program;
        for _ in 0..8 {
            let before = self.changes;
            for number in 0..program.steps.len() {
                self.follow(number);
            }
            for number in 0..program.hints.len() {
                let hint = &program.hints[number];
                if hint.words.iter().all(|word| word.step() < end) {
                    self.look(number, &hint.words, &hint.stop);
                }
                if self.empty {
                    return false;
                }
            }
            if end == usize::MAX && !self.is_plain() {
                self.look(program.hints.len(), &program.output, &[]);
            }
            if self.empty || self.changes == before {
                break;
            }
        }
        !self.empty
    }

    /// True if the words alone show the bounds of the output, so that its formula need not be
    /// bounded.
    fn is_plain(&self) -> bool {
        let (output, program) = (&self.contract.output, self.equations.program);
        let words = program.output.iter().zip(&output.limbs);
        program.hints.is_empty()
            && words.into_iter().all(|(word, limit)| within(&self.ranges[word.index()], limit))
            && within(&self.range_of_words(&program.output, program.output_bits()), &output.value)
    }

    /// Narrows the results of a step if its operands were narrowed.
    fn follow(&mut self, number: usize) {
        let step = &self.equations.program.steps[number];
        let bits = step.args.iter().filter_map(|arg| self.equations.mask_bit(*arg));
        let used = step.args.iter().copied().chain(bits).map(Value::index);
        if !self.narrowed_since(self.followed[number], used) {
            return;
        }
        self.followed[number] = self.changes;
        for (part, range) in self.forward(number).into_iter().enumerate() {
            self.narrow(Value::new(number, part).index(), &range);
        }
    }

    fn narrow(&mut self, index: usize, range: &Range) {
        let old = &mut self.ranges[index];
        let was_fixed = old.0 == old.1;
        let (low, high) = (range.0 > old.0, range.1 < old.1);
        if !(low || high) {
            return;
        }
        if low {
            old.0 = range.0.clone();
        }
        if high {
            old.1 = range.1.clone();
        }
        self.empty |= old.0 > old.1;
        self.changes += 1;
        self.changed[index] = self.changes;
        if old.0 == old.1 && !was_fixed {
            self.fixed[index] = self.changes;
        }
    }

    /// True if one of the values was narrowed after `moment`.
    fn narrowed_since(&self, moment: usize, mut values: impl Iterator<Item = usize>) -> bool {
        values.any(|index| self.changed[index] > moment)
    }

    /// Bounds the number in `words` and carries the bound back to its words.
    fn look(&mut self, hint: usize, words: &[Value], stop: &[Value]) {
        let program = self.equations.program;
        let is_output = hint == program.hints.len();
        let bits = if is_output { program.output_bits() } else { program.limb_bits };
        let normal = match self.bounded[hint].take() {
            Some(known) if self.is_fresh(&known, words) => {
                self.bounded[hint] = Some(known);
                return;
            }
            Some(known) if !self.has_new_constants(&known) => known.normal,
            _ => {
                let number = Form::number(words, bits);
                normal_form(self.equations, number, &self.ranges, stop, &program.quotients)
            }
        };
        let moment = self.changes;
        let form = &normal.form;
        let facts = self.facts();
        let numbers = self.numbers_for(stop);
        let scope = Scope {
            equations: self.equations,
            ranges: &self.ranges,
            numbers: &numbers,
            facts: &facts,
        };
        let by_form = scope.range(form);
        let by_words = self.range_of_words(words, bits);
        let news = by_words.0 > by_form.0 || by_words.1 < by_form.1;
        let range = (by_form.0.max(by_words.0), by_form.1.min(by_words.1));
        let carried: Vec<(usize, Range)> = single_bits(form, &self.ranges)
            .into_iter()
            .map(|(index, rest, weight)| {
                // weight * bit = number - rest.
                let rest = scope.range(&rest);
                (index, divided(&difference(&range, &rest), &weight))
            })
            .collect();
        self.empty |= range.0 > range.1;
        for (index, bit) in carried {
            self.narrow(index, &bit);
        }
        for (place, word) in words.iter().enumerate() {
            let shift = bits * place as u32;
            let (all, own) = (self.range_of_words(words, bits), &self.ranges[word.index()]);
            let others = (all.0 - (&own.0 << shift), all.1 - (&own.1 << shift));
            let narrowed = divided(&difference(&range, &others), &(BigInt::one() << shift));
            self.narrow(word.index(), &narrowed);
        }
        self.bounded[hint] = Some(Bounded { normal, moment, range, news });
    }

    /// True if nothing that the bound depends on has changed.
    fn is_fresh(&self, known: &Bounded, words: &[Value]) -> bool {
        let atoms = known.normal.form.scaled_terms().keys().flat_map(|monomial| &monomial.0);
        let used = atoms.filter_map(|atom| match atom.place() {
            Ok(index) => Some(index),
            Err(part) => self.equations.parts[part].value().map(Value::index),
        });
        let words = words.iter().map(|word| word.index());
        !self.has_new_constants(known) && !self.narrowed_since(known.moment, used.chain(words))
    }

    fn has_new_constants(&self, known: &Bounded) -> bool {
        let met = known.normal.met.iter().zip(&self.fixed);
        met.into_iter().any(|(met, fixed)| *met && *fixed > known.moment)
    }

    /// What the bounded numbers tell about formulas in the inputs.
    fn facts(&self) -> Vec<(Form, Range)> {
        let telling = self.bounded.iter().flatten().filter(|bounded| bounded.news);
        telling.map(|bounded| (bounded.normal.form.clone(), bounded.range.clone())).collect()
    }

    fn range_of_words(&self, words: &[Value], bits: u32) -> Range {
        let bits = bits as usize;
        let sum = |pick: fn(&Range) -> &BigInt| {
            let words = words.iter().enumerate();
            words.map(|(place, word)| pick(&self.ranges[word.index()]) << (bits * place)).sum()
        };
        (sum(|range| &range.0), sum(|range| &range.1))
    }

    /// The inputs, and the number in the words `stop` if it is the high end of a bounded one.
    fn numbers_for(&self, stop: &[Value]) -> Vec<Number> {
        let program = self.equations.program;
        let mut numbers: Vec<Number> = Vec::new();
        // A number counts by the limbs of the program: words of another width go one by one.
        let inputs = if program.way == Way::In { &[][..] } else { &program.inputs[..] };
        for (group, limits) in inputs.iter().zip(&self.contract.inputs) {
            numbers.push(Number { words: group.limbs.clone(), range: limits.value.clone() });
        }
        let holding = program.hints.iter().zip(&self.bounded).find_map(|(hint, bounded)| {
            let low = hint.words.strip_suffix(stop).filter(|_| !stop.is_empty())?;
            Some((low, bounded.as_ref()?))
        });
        if let Some((low, bounded)) = holding {
            let shift = program.limb_bits as usize * low.len();
            let high = difference(&bounded.range, &self.range_of_words(low, program.limb_bits));
            let range = divided(&high, &(BigInt::one() << shift));
            numbers.push(Number { words: stop.to_vec(), range });
        }
        numbers
    }

    /// The ranges of the results of a step, from those of its operands.
    fn forward(&self, number: usize) -> Vec<Range> {
        let step = &self.equations.program.steps[number];
        let arg = |place: usize| self.ranges[step.args[place].index()].clone();
        let product = |a: usize, b: usize| multiply(&arg(a), &arg(b));
        let any_word = || (BigInt::zero(), word() - 1);
        match step.op {
            Op::Input => vec![self.ranges[Value::new(number, 0).index()].clone()],
            Op::Const => vec![(step.immediate.into(), step.immediate.into())],
            Op::MulLow => {
                let whole = product(0, 1);
                vec![if within(&whole, &any_word()) { whole } else { any_word() }]
            }
            Op::MulWide => split(&product(0, 1), false),
            Op::Mac => split(&sum(&sum(&product(0, 1), &arg(2)), &arg(3)), false),
            Op::Add => vec![sum(&arg(0), &arg(1))],
            Op::Sub => vec![difference(&arg(0), &arg(1))],
            Op::Adc => split(&sum(&sum(&arg(0), &arg(1)), &arg(2)), false),
            Op::Sbb => split(&difference(&difference(&arg(0), &arg(1)), &arg(2)), true),
            Op::And => vec![self.forward_and(step)],
            Op::Shl => {
                let (low, high) = arg(0);
                let shifted = (low << step.immediate, high << step.immediate);
                // What stays in the word is a multiple of 2^distance still.
                let multiples = (BigInt::zero(), word() - (BigInt::one() << step.immediate));
                vec![if within(&shifted, &any_word()) { shifted } else { multiples }]
            }
            Op::Shr => {
                let (low, high) = arg(0);
                vec![(low >> step.immediate, high >> step.immediate)]
            }
            Op::Mask => {
                let ones = word() - 1;
                let (low, high) = arg(0);
                vec![(low * &ones, high * ones)]
            }
            Op::Select => vec![match self.mask_value(step.args[0]) {
                Some(true) => arg(1),
                Some(false) => arg(2),
                None => hull(&arg(1), &arg(2)),
            }],
            Op::Madd52Lo => {
                let (product, limb) = (product(1, 2), (BigInt::zero(), (BigInt::one() << 52) - 1));
                vec![sum(&arg(0), if within(&product, &limb) { &product } else { &limb })]
            }
            Op::Madd52Hi => {
                let (low, high) = product(1, 2);
                vec![sum(&arg(0), &(low >> 52, high >> 52))]
            }
            Op::MulSigned => vec![product(0, 1)],
            Op::AddSigned => vec![sum(&arg(0), &arg(1))],
            Op::SubSigned => vec![difference(&arg(0), &arg(1))],
            Op::ShlSigned => {
                let (low, high) = arg(0);
                vec![(low << step.immediate, high << step.immediate)]
            }
            Op::SplitSigned => split_at(&arg(0), step.immediate, &BigInt::zero()),
            Op::CarrySigned => {
                split_at(&arg(0), step.immediate, &(BigInt::one() << (step.immediate - 1)))
            }
        }
    }

    fn forward_and(&self, step: &Step) -> Range {
        let zero = (BigInt::zero(), BigInt::zero());
        for (mask, other) in [(step.args[0], step.args[1]), (step.args[1], step.args[0])] {
            let other = self.ranges[other.index()].clone();
            if self.equations.mask_bit(mask).is_some() {
                return match self.mask_value(mask) {
                    Some(true) => other,
                    Some(false) => zero,
                    None => hull(&zero, &other),
                };
            }
            if let Some(bits) = self.equations.program.constant(mask).and_then(low_bits) {
                let most: BigInt = (BigInt::one() << bits) - 1;
                let fits = !other.0.is_negative() && other.1 <= most;
                return if fits { other } else { (BigInt::zero(), most) };
            }
        }
        unreachable!("the equations refuse other operands")
    }

    /// Whether the mask is known to be all ones or zero.
    fn mask_value(&self, mask: Value) -> Option<bool> {
        let bit = self.equations.mask_bit(mask)?;
        pinned(&self.ranges, bit).map(|bit| !bit.is_zero())
    }

    /// The ranges of the sums of all hints, then of the output.
    fn sums(&self) -> Vec<Range> {
        let hints = self.equations.program.hints.iter().zip(&self.bounded);
        let ranges = hints.map(|(hint, bounded)| match bounded {
            Some(bounded) => bounded.range.clone(),
            None => self.range_of_words(&hint.words, self.equations.program.limb_bits),
        });
        ranges.chain([self.output_range()]).collect()
    }

    /// The tightest bounds of the output, from its own look and from hints about the same words.
    fn output_range(&self) -> Range {
        let program = self.equations.program;
        let alike = program.output_bits() == program.limb_bits;
        let same = program.hints.iter().map(|hint| alike && hint.words == program.output);
        let same = same.chain([true]);
        let looks = self.bounded.iter().zip(same).filter(|(_, same)| *same);
        let start = self.range_of_words(&program.output, program.output_bits());
        looks.filter_map(|(bounded, _)| bounded.as_ref()).fold(start, |range, bounded| {
            (range.0.max(bounded.range.0.clone()), range.1.min(bounded.range.1.clone()))
        })
    }
}
