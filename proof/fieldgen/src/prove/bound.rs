//! Normal forms of sums of words, and bounds of such forms.

use super::form::{Atom, Form, Monomial};
use super::meaning::{Equations, Meaning, Part};
use crate::ir::{Op, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// Least and greatest value.
pub type Range = (BigInt, BigInt);

/// Ranges of all values of a program, by `Value::index`.
pub type Ranges = Vec<Range>;

/// The constant that `value` is known to be.
#[must_use]
pub fn pinned(ranges: &Ranges, value: Value) -> Option<&BigInt> {
    let (low, high) = &ranges[value.index()];
    (low == high).then_some(low)
}

/// A form that no known meaning can be put into any more.
#[derive(Clone, Debug)]
pub struct NormalForm {
    /// The form.
    pub form: Form,
    /// The values that were met on the way, by `Value::index`.
    pub met: Vec<bool>,
}

/// Rewrites `form` towards the inputs: from the last step to the first, each value is replaced by
/// its meaning. Values in `stop` and `quotients` stay, and known constants are put in.
#[must_use]
pub fn normal_form(
    equations: &Equations<'_>,
    mut form: Form,
    ranges: &Ranges,
    stop: &[Value],
    quotients: &[Value],
) -> NormalForm {
    let program = equations.program;
    let mut met = vec![false; program.steps.len() * 2];
    mark(&mut met, &form);
    for step in (0..program.steps.len()).rev() {
        let (low, high) = (Value::new(step, 0), Value::new(step, 1));
        let (has_low, mut has_high) = (met[low.index()], met[high.index()]);
        if !(has_low || has_high) || program.steps[step].op == Op::Input {
            continue;
        }
        let fixed = |value| pinned(ranges, value).map(|known| Form::constant(known.clone()));
        if let (true, Some(known)) = (has_high, fixed(high)) {
            form.substitute(high.into(), &known);
            has_high = false;
        }
        let keep = |value: Value| stop.contains(&value) || quotients.contains(&value);
        let replaced = match equations.of(step) {
            Meaning::Free => fixed(low).map(|known| (low, known)),
            Meaning::Equal(meaning) => (has_low && !keep(low)).then(|| (low, meaning.clone())),
            // A known or kept low part gives the high part; otherwise the high part stays.
            Meaning::Split { form: meaning, weight } => match fixed(low) {
                known if (known.is_some() || keep(low)) && has_high => {
                    if let Some(known) = &known {
                        form.substitute(low.into(), known);
                    }
                    met[low.index()] = true;
                    let rest = known.unwrap_or(Form::atom(low));
                    (!keep(high)).then(|| (high, over_weight(meaning.clone().minus(&rest), weight)))
                }
                _ if has_low && !keep(low) => {
                    met[high.index()] = true;
                    let carry = fixed(high).unwrap_or(Form::atom(high));
                    Some((low, meaning.clone().minus(&carry.times(weight))))
                }
                _ => None,
            },
        };
        if let Some((value, meaning)) = replaced {
            mark(&mut met, &meaning);
            form.substitute(value.into(), &meaning);
        }
    }
    for low in quotients {
        // low = a b - 2^52 high: where the low half of a product stays, the high half is given by
        // it.
        if let Some((part, product)) = equations.halves(*low)
            && form.contains(part)
        {
            mark(&mut met, &product);
            let high = product.minus(&Form::atom(*low)).over_power(52);
            form.substitute(part, &high);
        }
    }
    for (index, part) in equations.parts.iter().enumerate() {
        let (low, high) = part_range(*part, ranges);
        if low == high && form.contains(Atom::part(index)) {
            form.substitute(Atom::part(index), &Form::constant(low));
        }
    }
    NormalForm { form, met }
}

/// Least and greatest value of a shared part.
fn part_range(part: Part, ranges: &Ranges) -> Range {
    match part {
        Part::High { value, shift } => {
            let (low, high) = &ranges[value.index()];
            (low >> shift, high >> shift)
        }
        Part::ProductHigh { a, b } => {
            let (low, high) = multiply(&ranges[a.index()], &ranges[b.index()]);
            (low >> 52, high >> 52)
        }
    }
}

/// `form / weight` for a power of two with a sign.
fn over_weight(form: Form, weight: &BigInt) -> Form {
    let shift = u32::try_from(weight.bits() - 1).expect("a weight is a small power of two");
    form.over_power(shift).times(&weight.signum())
}

fn mark(present: &mut [bool], form: &Form) {
    for atom in form.scaled_terms().keys().flat_map(|monomial| &monomial.0) {
        if let Ok(index) = atom.place() {
            present[index] = true;
        }
    }
}

/// True if `value` is a multiple of `2^bits` for all inputs, `bits` up to 64.
#[must_use]
pub fn is_zero_residue(equations: &Equations<'_>, value: Value, bits: u32) -> bool {
    let mut form = Form::atom(value);
    for step in (0..=value.step()).rev() {
        let low = Value::new(step, 0);
        if !form.contains(low.into()) {
            continue;
        }
        let args = &equations.program.steps[step].args;
        let meaning = match equations.of(step) {
            Meaning::Free if equations.program.steps[step].op == Op::MulLow => {
                Form::product(args[0], args[1])
            }
            Meaning::Free => continue,
            Meaning::Equal(meaning) => meaning.clone(),
            // A low part of another width is no residue of the form.
            Meaning::Split { weight, .. } if !weight.is_multiple_of(&(BigInt::one() << bits)) => {
                continue;
            }
            Meaning::Split { form, .. } => form.clone(),
        };
        form.substitute(low.into(), &meaning);
        // Constants among the factors of a low product are put in here.
        for arg in args {
            if let Some(constant) = equations.program.constant(*arg) {
                form.substitute((*arg).into(), &Form::constant(constant));
            }
        }
        form.reduce_coefficients(bits);
        if form.is_zero() {
            return true;
        }
    }
    form.is_zero()
}

/// A number whose value has a tighter bound than its words give.
#[derive(Clone, Debug)]
pub struct Number {
    /// Its words.
    pub words: Vec<Value>,
    /// Its bounds.
    pub range: Range,
}

/// All that a bound may use.
pub struct Scope<'a> {
    /// The program.
    pub equations: &'a Equations<'a>,
    /// Ranges of single values.
    pub ranges: &'a Ranges,
    /// Numbers in several words; the first that holds a word counts.
    pub numbers: &'a [Number],
    /// Forms with known bounds.
    pub facts: &'a [(Form, Range)],
}

impl Scope<'_> {
    /// Least and greatest integer that `form` can be.
    #[must_use]
    pub fn range(&self, form: &Form) -> Range {
        let negated = form.clone().times(&-BigInt::one());
        let mut high = self.upper(form);
        let mut low = -self.upper(&negated);
        for (fact, (fact_low, fact_high)) in self.facts {
            let rest = form.clone().minus(fact);
            high = high.min(self.upper(&rest) + fact_high);
            low = low.max(fact_low - self.upper(&rest.times(&-BigInt::one())));
        }
        (low, high)
    }

    /// Greatest integer that `form` can be, without the facts.
    fn upper(&self, form: &Form) -> BigInt {
        // Fine enough that a multiple of a whole number is found by its top word.
        let limbs = self.numbers.iter().map(|number| number.words.len() as u32).max();
        let extra = self.equations.program.limb_bits * limbs.unwrap_or(0);
        let mut linear: BTreeMap<usize, BTreeMap<usize, BigInt>> = BTreeMap::new();
        let mut square: BTreeMap<(usize, usize), Matrix> = BTreeMap::new();
        let mut total = BigInt::zero();
        for (monomial, coefficient) in form.scaled_terms() {
            let places: Vec<(usize, usize)> =
                monomial.0.iter().filter_map(|atom| self.place(*atom)).collect();
            match (monomial.0.len(), places.as_slice()) {
                (1, [(number, limb)]) => {
                    linear.entry(*number).or_default().insert(*limb, coefficient << extra);
                }
                (2, [first, second]) => {
                    let (first, second) = (first.min(second), first.max(second));
                    square
                        .entry((first.0, second.0))
                        .or_default()
                        .insert((first.1, second.1), coefficient << extra);
                }
                _ => total += self.upper_term(monomial, coefficient) << extra,
            }
        }
        for (number, coefficients) in &linear {
            total += self.upper_linear(*number, coefficients);
        }
        for ((first, second), matrix) in &square {
            total += self.upper_product(*first, *second, matrix);
        }
        total >> (form.scale() + extra)
    }

    /// Which number holds `atom`, and where.
    fn place(&self, atom: Atom) -> Option<(usize, usize)> {
        let index = atom.place().ok()?;
        self.numbers.iter().enumerate().find_map(|(number, candidate)| {
            let limb = candidate.words.iter().position(|word| word.index() == index)?;
            Some((number, limb))
        })
    }

    fn atom_range(&self, atom: Atom) -> Range {
        match atom.place() {
            Ok(index) => self.ranges[index].clone(),
            Err(part) => part_range(self.equations.parts[part], self.ranges),
        }
    }

    fn upper_term(&self, monomial: &Monomial, coefficient: &BigInt) -> BigInt {
        let one = (BigInt::one(), BigInt::one());
        let product =
            monomial.0.iter().fold(one, |range, atom| multiply(&range, &self.atom_range(*atom)));
        let (low, high) = scale(&product, coefficient);
        low.max(high)
    }

    /// Upper bound of a combination of the words of one number: some multiple of the whole number,
    /// the rest word by word. Any multiple is sound; the best is taken.
    fn upper_linear(&self, number: usize, coefficients: &BTreeMap<usize, BigInt>) -> BigInt {
        let bits = self.equations.program.limb_bits as usize;
        let whole = &self.numbers[number];
        let with_multiple = |multiple: &BigInt| {
            let mut total = scale(&whole.range, multiple).1;
            for (limb, word) in whole.words.iter().enumerate() {
                let coefficient = coefficients.get(&limb).cloned().unwrap_or_default();
                let rest = coefficient - (multiple << (bits * limb));
                total += scale(&self.ranges[word.index()], &rest).1;
            }
            total
        };
        let multiples = coefficients.iter().filter_map(|(limb, coefficient)| {
            let (multiple, rest) = coefficient.div_mod_floor(&(BigInt::one() << (bits * limb)));
            rest.is_zero().then_some(multiple)
        });
        let start = with_multiple(&BigInt::zero());
        multiples.map(|multiple| with_multiple(&multiple)).fold(start, BigInt::min)
    }

    /// Upper bound of a sum of products of the words of two numbers, or of one with itself.
    fn upper_product(&self, first: usize, second: usize, matrix: &Matrix) -> BigInt {
        if let Some(multiple) = self.multiple_of_product(first, second, matrix) {
            let (one, two) = (&self.numbers[first].range, &self.numbers[second].range);
            return scale(&multiply(one, two), &multiple).1;
        }
        let mut total = BigInt::zero();
        for (row, word) in self.numbers[first].words.iter().enumerate() {
            let coefficients: BTreeMap<usize, BigInt> = matrix
                .range((row, 0)..=(row, usize::MAX))
                .map(|((_, column), coefficient)| (*column, coefficient.clone()))
                .collect();
            if coefficients.is_empty() {
                continue;
            }
            let negated = coefficients.iter().map(|(k, v)| (*k, -v)).collect();
            let low = -self.upper_linear(second, &negated);
            let high = self.upper_linear(second, &coefficients);
            total += multiply(&self.ranges[word.index()], &(low, high)).1;
        }
        total
    }

    /// The `k` for which the matrix is `k` times the whole product of two numbers.
    fn multiple_of_product(&self, first: usize, second: usize, matrix: &Matrix) -> Option<BigInt> {
        let bits = self.equations.program.limb_bits as usize;
        let (rows, columns) = (self.numbers[first].words.len(), self.numbers[second].words.len());
        let multiple = matrix.get(&(0, 0))?;
        for row in 0..rows {
            for column in if first == second { row..columns } else { 0..columns } {
                let twice = usize::from(first == second && row != column);
                let expected = multiple << (bits * (row + column) + twice);
                if matrix.get(&(row, column)) != Some(&expected) {
                    return None;
                }
            }
        }
        Some(multiple.clone())
    }
}

/// Coefficients of products of words, by the places of the words.
type Matrix = BTreeMap<(usize, usize), BigInt>;

/// All products of a number of `a` and a number of `b`.
#[must_use]
pub fn multiply(a: &Range, b: &Range) -> Range {
    let products = [&a.0 * &b.0, &a.0 * &b.1, &a.1 * &b.0, &a.1 * &b.1];
    let low = products.iter().min().expect("four products").clone();
    let high = products.iter().max().expect("four products").clone();
    (low, high)
}

/// `factor * range`.
fn scale(range: &Range, factor: &BigInt) -> Range {
    let (one, two) = (&range.0 * factor, &range.1 * factor);
    if one <= two { (one, two) } else { (two, one) }
}
