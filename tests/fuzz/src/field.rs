//! The generated fields beside big integers: programs of sums, products and inverses of elements
//! that bytes choose, on words and in lanes; and single functions on the words of elements.
//!
//! The first byte says which prime, the second how many steps there are; two bytes each are the
//! steps, and all that is left fills the registers.

use num_bigint::BigUint;
use sealane_arith::field::{Field, Machine};
use sealane_arith::generated::each_prime;
use sealane_arith::machine::{One, Soft8};
use sealane_arith::prime::{Prime, PrimeTask, Words};
use testkit::reference::field;

/// Registers of a program.
const REGISTERS: usize = 4;
/// The most lanes of a machine.
const LANES: usize = 8;
/// The most steps, of which the most inversions.
const MAX_STEPS: usize = 48;
const MAX_INVERSIONS: usize = 2;

struct Task<'a> {
    chosen: usize,
    seen: usize,
    steps: &'a [[u8; 2]],
    values: &'a [u8],
}

impl PrimeTask for Task<'_> {
    fn run<P: Prime>(&mut self) {
        if self.seen == self.chosen {
            check_words::<P>(self.values);
            check_program::<P, One>(One, self.steps, self.values);
            check_program::<P, _>(Soft8::MACHINE, self.steps, self.values);
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            {
                use sealane_arith::machine::{Eight, Mulx};
                if let Some(machine) = Mulx::detect() {
                    check_program::<P, _>(machine, self.steps, self.values);
                }
                if let Some(machine) = Eight::detect() {
                    check_program::<P, _>(machine, self.steps, self.values);
                }
            }
        }
        self.seen += 1;
    }
}

/// How many primes there are.
fn primes() -> usize {
    struct Counted(usize);
    impl PrimeTask for Counted {
        fn run<P: Prime>(&mut self) {
            self.0 += 1;
        }
    }
    let mut counted = Counted(0);
    each_prime(&mut counted);
    counted.0
}

/// Every machine, and every function, has the numbers that big integers have.
pub fn run(bytes: &[u8]) {
    let Some((&[prime, count], rest)) = bytes.split_first_chunk::<2>() else { return };
    let (steps, _) = rest.as_chunks::<2>();
    let steps = &steps[..steps.len().min(usize::from(count)).min(MAX_STEPS)];
    let chosen = usize::from(prime) % primes();
    each_prime(&mut Task { chosen, seen: 0, steps, values: &rest[2 * steps.len()..] });
}

fn big(words: impl AsRef<[u64]>) -> BigUint {
    field::from_words(words.as_ref())
}

fn words<P: Prime>(value: &BigUint) -> P::Limbs {
    let mut out = P::Limbs::ZERO;
    out.as_mut().copy_from_slice(&field::to_words(value, P::Limbs::LEN));
    out
}

/// The number that the bytes from a place on are, below a limit; zeros follow the last of them.
fn number(values: &[u8], at: usize, bytes: usize, limit: &BigUint) -> BigUint {
    let own = values.get(at * bytes..).unwrap_or_default();
    BigUint::from_bytes_le(&own[..own.len().min(bytes)]) % limit
}

/// The functions of a prime on two elements, as their words lie.
fn check_words<P: Prime>(values: &[u8]) {
    let (p, one) = (big(P::MODULUS), big(P::ONE));
    let limit = &p * P::MULTIPLE;
    let bytes = limit.bits().div_ceil(8) as usize;
    let [a, b] = [0, 1].map(|at| number(values, at, bytes, &limit));
    let (x, y) = (words::<P>(&a), words::<P>(&b));
    let same = |what: &str, got: P::Limbs, wanted: BigUint| {
        let canonical = big(P::canonical(&got));
        assert!(big(got) < limit && canonical < p, "{} {what}: {x:x?} {y:x?}", P::NAME);
        assert_eq!(canonical, wanted % &p, "{} {what}: {x:x?} {y:x?}", P::NAME);
    };
    // A product is `a b / one`: compared without a division.
    let product = big(P::canonical(&P::mul(&x, &y)));
    assert_eq!(product * &one % &p, &a * &b % &p, "{} mul: {x:x?} {y:x?}", P::NAME);
    let square = big(P::canonical(&P::sqr(&x)));
    assert_eq!(square * &one % &p, &a * &a % &p, "{} sqr: {x:x?}", P::NAME);
    same("add", P::add(&x, &y), &a + &b);
    same("sub", P::sub(&x, &y), &a + &limit - &b);
    same("neg", P::neg(&x), &limit - &a);
    let plain = words::<P>(&(&a % &p));
    same("encode", P::encode(&plain), &a * &one);
    assert_eq!(big(P::decode(&x)) * &one % &p, &a % &p, "{} decode: {x:x?}", P::NAME);
}

/// What a step makes of two registers; `wanted` is the same of numbers.
fn step<F: Field>(what: u8, [a, b]: [F; 2]) -> F {
    match what % 8 {
        0 => a * b,
        1 => (a + b).carry(),
        2 => (a - b).carry(),
        3 => a.sqr(),
        4 => (-a).carry(),
        5 => a.twice().carry(),
        6 => a.mul_sub(b, b, a),
        _ => a.invert(),
    }
}

fn wanted(what: u8, [a, b]: [&BigUint; 2], p: &BigUint) -> BigUint {
    match what % 8 {
        0 => a * b % p,
        1 => field::add(a, b, p),
        2 => field::sub(a, b, p),
        3 => a * a % p,
        4 => field::neg(a, p),
        5 => field::add(a, a, p),
        6 => BigUint::ZERO,
        _ => field::inv(a, p),
    }
}

fn check_program<P: Prime, M: Machine>(machine: M, steps: &[[u8; 2]], values: &[u8]) {
    let (p, bytes) = (big(P::MODULUS), P::BYTES);
    let mut numbers: Vec<Vec<BigUint>> = (0..REGISTERS)
        .map(|at| (0..M::LANES).map(|lane| number(values, at + lane, bytes, &p)).collect())
        .collect();
    let plain: Vec<Vec<P::Limbs>> =
        numbers.iter().map(|lanes| lanes.iter().map(words::<P>).collect()).collect();
    let out = machine.run(|| {
        let mut registers: [M::Of<P>; REGISTERS] =
            core::array::from_fn(|at| machine.load::<P>(&plain[at]));
        for [what, which] in kept(steps) {
            let [to, a, b] = [0, 2, 4].map(|shift| usize::from(which >> shift & 3));
            registers[to] = step(what, [registers[a], registers[b]]);
        }
        registers.map(|register| {
            let mut lanes = [P::Limbs::ZERO; LANES];
            machine.unload::<P>(register, &mut lanes[..M::LANES]);
            lanes
        })
    });
    for [what, which] in kept(steps) {
        let [to, a, b] = [0, 2, 4].map(|shift| usize::from(which >> shift & 3));
        let lanes = numbers[a].iter().zip(&numbers[b]);
        numbers[to] = lanes.map(|(a, b)| wanted(what, [a, b], &p)).collect();
    }
    for (register, numbers) in out.iter().zip(&numbers) {
        for (lane, number) in register.iter().zip(numbers) {
            assert_eq!(big(lane), *number, "{} on {}: {steps:?}", P::NAME, M::NAME);
        }
    }
}

/// The steps, of inversions the first ones alone: they take long.
fn kept(steps: &[[u8; 2]]) -> impl Iterator<Item = [u8; 2]> {
    let mut inversions = 0;
    steps.iter().copied().filter(move |[what, _]| {
        inversions += usize::from(what % 8 == 7);
        what % 8 != 7 || inversions <= MAX_INVERSIONS
    })
}
