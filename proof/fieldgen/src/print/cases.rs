//! Cases for printed text: inputs at the edges of the contract and random ones, with the outputs.
//!
//! The output comes from the interpreter and is compared with the contract in big integers before
//! it is printed, so that a mistake of the interpreter cannot become an expectation.

use super::c::Proven;
use crate::contract::{Contract, Limits};
use crate::eval;
use crate::ir::Program;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::HashSet;
use std::fmt::Write;

type Limbs = Vec<BigInt>;

/// `count` cases of each function, a line each: the name, the input limbs, the output limbs.
///
/// # Panics
/// If a program leaves its words or its contract: then there is nothing to expect of its text.
#[must_use]
pub fn lines(functions: &[Proven], count: usize, seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = String::new();
    for Proven { program, contract, .. } in functions {
        let edges: Vec<Vec<Limbs>> =
            contract.inputs.iter().map(|limits| edges(limits, program.limb_bits)).collect();
        for number in 0..count {
            let inputs = if number % 2 == 0 { pick(&edges, number / 2) } else { None };
            let inputs = inputs.unwrap_or_else(|| {
                let limits = contract.inputs.iter();
                limits.map(|limits| random.limbs(limits, program.limb_bits)).collect()
            });
            line(&mut text, program, contract, &inputs);
        }
    }
    text
}

/// The combination of edges called `number`; nothing if there are fewer.
///
/// First each edge with itself, then each with its neighbour, and so on.
fn pick(edges: &[Vec<Limbs>], number: usize) -> Option<Vec<Limbs>> {
    let length = edges[0].len();
    let (turn, place) = (number / length, number % length);
    let last = if edges.len() == 1 { 1 } else { length };
    let at = |input: usize| {
        let edges = &edges[input];
        edges[(place + input * turn) % edges.len()].clone()
    };
    (turn < last).then(|| (0..edges.len()).map(at).collect())
}

fn line(text: &mut String, program: &Program, contract: &Contract, inputs: &[Limbs]) {
    let run = eval::run(program, inputs)
        .unwrap_or_else(|fault| panic!("{} {inputs:x?}: {fault:?}", program.name));
    let output: Limbs = program.output.iter().map(|value| run.value(*value).clone()).collect();
    assert!(
        keeps(contract, program.limb_bits, inputs, &output),
        "{} {inputs:x?}: {output:x?} is not the value of the contract",
        program.name
    );
    text.push_str(program.name);
    for limb in inputs.iter().flatten().chain(&output) {
        let _ = write!(text, " {limb:x}");
    }
    text.push('\n');
}

/// Whether `output` is within the limits of the contract and has the value of its formula.
fn keeps(contract: &Contract, bits: u32, inputs: &[Limbs], output: &Limbs) -> bool {
    let formula = &contract.formula;
    let numbers: Vec<BigInt> = inputs.iter().map(|limbs| number(limbs, bits)).collect();
    let term = |(factor, places): &(BigInt, Vec<usize>)| -> BigInt {
        factor * places.iter().map(|place| &numbers[*place]).product::<BigInt>()
    };
    let wanted: BigInt = formula.terms.iter().map(term).sum();
    let difference = &formula.factor * number(output, bits) - wanted;
    allows(&contract.output, bits, output) && difference.is_multiple_of(&formula.modulus)
}

fn number(limbs: &[BigInt], bits: u32) -> BigInt {
    limbs.iter().enumerate().map(|(place, limb)| limb << (bits as usize * place)).sum()
}

fn allows(limits: &Limits, bits: u32, limbs: &[BigInt]) -> bool {
    let inside = |value: &BigInt, range: &(BigInt, BigInt)| range.0 <= *value && *value <= range.1;
    limbs.len() == limits.limbs.len()
        && limbs.iter().zip(&limits.limbs).all(|(limb, range)| inside(limb, range))
        && inside(&number(limbs, bits), &limits.value)
}

/// Limbs as high and as low as the contract lets them be, then numbers around the ends of the range
/// and around powers of two. The first ones matter most: who asks for few cases gets those.
fn edges(limits: &Limits, bits: u32) -> Vec<Limbs> {
    let (low, high) = &limits.value;
    let size = limits.limbs.len();
    let mixed = |chosen: &dyn Fn(usize) -> bool| -> Limbs {
        let pairs = limits.limbs.iter().enumerate();
        let limbs =
            pairs.map(|(place, range)| if chosen(place) { &range.1 } else { &range.0 }.clone());
        fit(limbs.collect(), limits, bits)
    };
    let mut all = vec![mixed(&|_| true), mixed(&|_| false)];
    all.extend([mixed(&|place| place % 2 == 0), mixed(&|place| place % 2 == 1)]);
    for odd in 0..size {
        all.extend([mixed(&|place| place == odd), mixed(&|place| place != odd)]);
    }
    if limits.limbs.iter().any(|range| range.0.is_negative()) {
        all.extend((1..size).flat_map(|first| carries(first, limits, bits)));
    }
    let place = |number: usize| BigInt::one() << (bits as usize * number);
    let mut numbers = vec![BigInt::zero(), low.clone(), high.clone(), (low + high) / 2];
    numbers.extend((1..=size).map(place));
    numbers.extend((0..size).map(|number| place(number) << (bits / 2)));
    let near = |number: &BigInt| [number - 1, number.clone(), number + 1];
    let numbers = numbers.iter().flat_map(near).flat_map(|number| [-&number, number]);
    all.extend(numbers.filter_map(|number| split(&number, limits, bits)));
    let mut seen = HashSet::new();
    all.retain(|limbs| seen.insert(limbs.clone()));
    all
}

/// Signed limbs that stay where they are unless the limb below them, at its end, carries into them:
/// those from `first` up are the last ones before a carry.
fn carries(first: usize, limits: &Limits, bits: u32) -> [Limbs; 2] {
    let half: BigInt = BigInt::one() << (bits - 1);
    let limbs = |last: &BigInt, high: bool| -> Limbs {
        let limb = |(place, range): (usize, &(BigInt, BigInt))| {
            let end = if high { &range.1 } else { &range.0 };
            match place + 1 {
                next if next < first => BigInt::zero(),
                next if next == first => end.clone(),
                _ => last.clamp(&range.0, &range.1).clone(),
            }
        };
        fit(limits.limbs.iter().enumerate().map(limb).collect(), limits, bits)
    };
    [limbs(&(&half - 1), true), limbs(&-half, false)]
}

/// `number` in limbs, balanced around zero where limbs may be negative; nothing if it does not fit.
fn split(number: &BigInt, limits: &Limits, bits: u32) -> Option<Limbs> {
    let signed = limits.limbs.iter().any(|range| range.0.is_negative());
    let half: BigInt = if signed { BigInt::one() << (bits - 1) } else { BigInt::zero() };
    let mut rest = number.clone();
    let mut limbs = Vec::new();
    for _ in 1..limits.limbs.len() {
        let high: BigInt = (&rest + &half) >> bits;
        limbs.push(&rest - (&high << bits));
        rest = high;
    }
    limbs.push(rest);
    allows(limits, bits, &limbs).then_some(limbs)
}

/// Moves the top limbs until the number is within its range.
fn fit(mut limbs: Limbs, limits: &Limits, bits: u32) -> Limbs {
    for place in (0..limbs.len()).rev() {
        let value = number(&limbs, bits);
        let excess = if value > limits.value.1 {
            value - &limits.value.1
        } else if value < limits.value.0 {
            value - &limits.value.0
        } else {
            break;
        };
        // Away from zero, so that a step of this limb is enough if one is possible.
        let unit = BigInt::one() << (bits as usize * place);
        let steps = excess.magnitude().div_ceil(unit.magnitude());
        let moved = &limbs[place] - excess.signum() * BigInt::from(steps);
        let (low, high) = &limits.limbs[place];
        limbs[place] = moved.clamp(low.clone(), high.clone());
    }
    assert!(allows(limits, bits, &limbs), "the limits of limbs and of the value agree");
    limbs
}

/// The generator SplitMix64 (Steele, Lea, Flood 2014): equal seeds give equal cases everywhere.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number within `limits`; a quarter of its limbs are as high or as low as they may be.
    fn limbs(&mut self, limits: &Limits, bits: u32) -> Limbs {
        let limb = |range: &(BigInt, BigInt)| match self.word() % 8 {
            0 => range.0.clone(),
            1 => range.1.clone(),
            _ => {
                let size: BigInt = &range.1 - &range.0 + 1;
                let wide: BigInt = BigInt::from(self.word()) << 64 | BigInt::from(self.word());
                &range.0 + wide.mod_floor(&size)
            }
        };
        let limbs = limits.limbs.iter().map(limb).collect();
        fit(limbs, limits, bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Field;
    use crate::table;

    /// Goal: every case keeps the contract and reaches its ends. Method: a field with limbs that
    /// are not full, where fitting has work to do.
    #[test]
    fn cases_reach_the_ends_of_the_contract() {
        let field = Field::build(table::find("p521_p").expect("the table holds P-521"));
        let contract = field.contract(&field.programs[0]);
        let limits = &contract.inputs[0];
        let edges = edges(limits, 64);
        let numbers: Vec<BigInt> = edges.iter().map(|limbs| number(limbs, 64)).collect();
        assert!(numbers.contains(&limits.value.0) && numbers.contains(&limits.value.1));
        assert!(edges.iter().all(|limbs| allows(limits, 64, limbs)));
        for place in 0..limits.limbs.len() - 1 {
            assert!(edges.iter().any(|limbs| limbs[place] == limits.limbs[place].1));
        }
        let mut random = Random(1);
        for _ in 0..1000 {
            assert!(allows(limits, 64, &random.limbs(limits, 64)));
        }
    }

    /// Goal: the comparison with the contract says no. Method: a right output, one off in its
    /// lowest limb, and one that is right modulo the modulus but too large.
    #[test]
    fn a_wrong_output_is_noticed() {
        let field = Field::build(table::find("p256_n").expect("the table holds P-256"));
        let program = &field.programs[2];
        let contract = field.contract(program);
        let one = vec![BigInt::one(), BigInt::zero(), BigInt::zero(), BigInt::zero()];
        let inputs = [one.clone(), one.clone()];
        let mut two = one;
        two[0] += 1;
        assert!(keeps(&contract, 64, &inputs, &two));
        let mut off = two.clone();
        off[0] += 1;
        assert!(!keeps(&contract, 64, &inputs, &off));
        let words = field.modulus.to_u64_digits();
        let above: Limbs = two.iter().zip(words).map(|(limb, word)| limb + word).collect();
        let excess: BigInt = number(&above, 64) - 2;
        assert_eq!(excess, contract.formula.modulus);
        assert!(!keeps(&contract, 64, &inputs, &above));
    }

    /// Goal: signed limbs are split and fitted as unsigned ones are. Method: limbs in
    /// `[-4, 4]` at three bits, all of a small range of numbers.
    #[test]
    fn signed_limbs_are_balanced() {
        let range = (BigInt::from(-4), BigInt::from(4));
        let limits =
            Limits { limbs: vec![range; 3], value: (BigInt::from(-200), BigInt::from(200)) };
        for value in -200..=200 {
            let limbs = split(&BigInt::from(value), &limits, 3).expect("fits");
            assert_eq!(number(&limbs, 3), BigInt::from(value));
        }
        assert!(split(&BigInt::from(201), &limits, 3).is_none());
        let edges = edges(&limits, 3);
        assert!(edges.iter().all(|limbs| allows(&limits, 3, limbs)));
        let ends = [BigInt::from(-200), BigInt::from(200)];
        assert!(ends.iter().all(|end| edges.iter().any(|limbs| number(limbs, 3) == *end)));
    }

    /// Goal: a carry that another one sets off is among the edges, at both ends and at each place.
    /// Method: three bits, limbs in `[-4, 4]`, numbers of any size.
    #[test]
    fn a_carry_sets_off_the_next() {
        let range = (BigInt::from(-4), BigInt::from(4));
        let limits =
            Limits { limbs: vec![range; 3], value: (BigInt::from(-300), BigInt::from(300)) };
        let edges = edges(&limits, 3);
        for limbs in [[4, 3, 3], [0, 4, 3], [-4, -4, -4], [0, -4, -4]] {
            assert!(edges.contains(&limbs.map(BigInt::from).to_vec()), "{limbs:?}");
        }
    }
}
