//! Field arithmetic against big integers: edges, structured random values, and the worst case:
//! words as high as the contract allows, in the internal form itself.

use num_bigint::BigUint;
use sealane_arith::ct::Mask;
use sealane_arith::fe::Fe;
use sealane_arith::field::{Field, invert_batch, power, sqrt};
use sealane_arith::generated::{P256P, each_prime};
use sealane_arith::prime::{Prime, PrimeTask, Words};
use sealane_arith::{bytes, divsteps};
use std::panic::catch_unwind;
use testkit::inputs::{Random, edges, limb_patterns};
use testkit::reference::field;
use testkit::toy::{ToyPrime, Wide};

fn modulus<P: Prime>() -> BigUint {
    field::from_words(P::MODULUS.as_ref())
}

fn limbs<P: Prime>(value: &BigUint) -> P::Limbs {
    let mut limbs = P::Limbs::ZERO;
    limbs.as_mut().copy_from_slice(&field::to_words(value, P::Limbs::LEN));
    limbs
}

fn big(limbs: impl AsRef<[u64]>) -> BigUint {
    field::from_words(limbs.as_ref())
}

/// An internal value, the same below the modulus, and its words.
struct Value<P: Prime> {
    plain: BigUint,
    words: P::Limbs,
}

impl<P: Prime> Value<P> {
    fn new(value: &BigUint, p: &BigUint) -> Self {
        Self { plain: value % p, words: limbs::<P>(value) }
    }
}

/// Compares each operation of two internal values with big integers. The internal form of a value
/// is the value times `ONE`, whatever that is; so a product is `a b / ONE`. Divisions take long:
/// there is one.
fn check_pair<P: Prime>(a: &Value<P>, b: &Value<P>, p: &BigUint, one: &BigUint) {
    let same = |what: &str, got: P::Limbs, is_right: &dyn Fn(&BigUint) -> bool| {
        let canonical = big(P::canonical(&got));
        let is_right = big(got) < p * P::MULTIPLE && &canonical < p && is_right(&canonical);
        assert!(is_right, "{} {what}: a = {:x?}, b = {:x?}", P::NAME, a.words, b.words);
    };
    let (x, y, a, b) = (&a.words, &b.words, &a.plain, &b.plain);
    same("mul", P::mul(x, y), &|got| (a * b + p * p - got * one) % p == BigUint::ZERO);
    same("add", P::add(x, y), &|got| a + b == *got || a + b == got + p);
    same("sub", P::sub(x, y), &|got| got + b == *a || got + b == a + p);
}

fn check_one<P: Prime>(a: &BigUint, p: &BigUint, one: &BigUint, one_inverse: &BigUint) {
    let x = limbs::<P>(a);
    let same = |what: &str, got: P::Limbs, expected: BigUint| {
        assert_eq!(big(got), expected, "{} {what}: a = {a:x}", P::NAME);
    };
    let a = &(a % p);
    same("sqr", P::canonical(&P::sqr(&x)), a * a % p * one_inverse % p);
    same("neg", P::canonical(&P::neg(&x)), field::neg(a, p));
    same("decode", P::decode(&x), a * one_inverse % p);
    let x = limbs::<P>(a);
    same("encode", P::encode(&x), a * one % p);
    let element = Fe::<P>::new(&x);
    same("plain", element.plain(), a.clone());
    same("invert", element.invert().plain(), field::inv(a, p));
    same("invert_vartime", element.invert_vartime().plain(), field::inv(a, p));
    assert_eq!(element.is_zero().to_bool_vartime(), a == &BigUint::ZERO);
}

/// Runs `check_pair` over all pairs of edges and `rounds` structured random ones, each both as
/// plain edges and as the internal words themselves. Where elements may be above the modulus, so
/// may these.
fn check_field<P: Prime>(rounds: usize) {
    let p = modulus::<P>();
    let one = big(P::ONE);
    let one_inverse = field::inv(&one, &p);
    let mut values = edges(&p);
    let above = (1..P::MULTIPLE)
        .flat_map(|k| values.iter().step_by(3).map(|v| v + &p * k).collect::<Vec<_>>());
    let above: Vec<BigUint> = above.collect();
    values.extend(above);
    for a in &values {
        check_one::<P>(a, &p, &one, &one_inverse);
    }
    let values: Vec<_> = values.iter().map(|value| Value::<P>::new(value, &p)).collect();
    for a in &values {
        values.iter().for_each(|b| check_pair(a, b, &p, &one));
    }
    let mut random = Random::seeded(P::NAME);
    for _ in 0..rounds {
        let limit = &p * P::MULTIPLE;
        let (a, b) = (random.structured(&limit), random.structured(&limit));
        check_pair(&Value::<P>::new(&a, &p), &Value::new(&b, &p), &p, &one);
        check_one::<P>(&a, &p, &one, &one_inverse);
    }
}

/// Goal: the emitted field code agrees with big integers, in plain and in internal form: all pairs
/// of about 200 edge values and thousands of structured random pairs, for every prime.
#[test]
fn emitted_fields_agree_with_big_integers() {
    struct Task(usize);
    impl PrimeTask for Task {
        fn run<P: Prime>(&mut self) {
            check_field::<P>(if P::NAME.starts_with("p256") { 20_000 } else { 4_000 });
            self.0 += 1;
        }
    }
    let mut task = Task(0);
    each_prime(&mut task);
    assert!(task.0 >= 22);
}

/// Goal: the same over primes of one word, up to the largest the machine of one lane can hold.
#[test]
fn one_word_fields_agree_with_big_integers() {
    check_field::<ToyPrime<5>>(10);
    check_field::<ToyPrime<8191>>(1000);
    check_field::<ToyPrime<{ (1 << 61) - 1 }>>(1000);
    check_field::<ToyPrime<{ (1 << 63) - 25 }>>(1000);
}

/// Runs the worst case of a carry review: words as high as they go, added to themselves as often as
/// asked, then squared, multiplied, subtracted and negated.
fn check_worst_case<P: Prime>() {
    let p = modulus::<P>();
    let mut values = vec![&p - 1u32, p.clone(), &p + 1u32, &p * 2u32 - 1u32, &p * 2u32];
    for limb_bits in [64, 52, 29, 26] {
        values.extend(limb_patterns(P::BITS, limb_bits));
    }
    for value in values {
        // What is above the modulus comes in reduced; its words below stay as extreme as they are.
        let plain = &value % &p;
        let mut x = Fe::<P>::new(&limbs::<P>(&plain));
        let start = x;
        let mut expected = plain.clone();
        for _ in 0..6 {
            let same = |what: &str, got: Fe<P>, wanted: BigUint| {
                assert_eq!(big(got.plain()), wanted, "{} {what} {value:x}", P::NAME);
            };
            same("sum", x, expected.clone());
            same("square", x.sqr(), field::mul(&expected, &expected, &p));
            same("product", x * start, field::mul(&expected, &plain, &p));
            same("difference", start - x, field::sub(&plain, &expected, &p));
            same("negation", -x, field::neg(&expected, &p));
            same("inverse", x.invert(), field::inv(&expected, &p));
            x = x + x;
            expected = field::add(&expected, &expected, &p);
        }
    }
}

/// Goal: the worst case that a review of the JDK asked for, for every prime.
#[test]
fn worst_case_limbs_agree_with_big_integers() {
    struct Task;
    impl PrimeTask for Task {
        fn run<P: Prime>(&mut self) {
            check_worst_case::<P>();
        }
    }
    each_prime(&mut Task);
}

/// Goal: the laws hold on the emitted code itself: distributivity and inverses on random values.
#[test]
fn emitted_fields_obey_their_laws() {
    struct Task;
    impl PrimeTask for Task {
        fn run<P: Prime>(&mut self) {
            check_laws::<P>();
        }
    }
    fn check_laws<P: Prime>() {
        let p = modulus::<P>();
        let mut random = Random::seeded("emitted_fields_obey_their_laws");
        let mut draw = || Fe::<P>::new(&limbs::<P>(&random.structured(&p)));
        let equal = |a: Fe<P>, b: Fe<P>| assert!(a.equals(b).to_bool_vartime(), "{a:?} {b:?}");
        for _ in 0..2000 {
            let (a, b, c) = (draw(), draw(), draw());
            equal((a + b) * c, a * c + b * c);
            equal((a * b) * c, a * (b * c));
            equal((a - b) + b, a);
            equal((a + b).sqr(), a.sqr() + (a * b).twice() + b.sqr());
            equal(a * a.invert() * a, a);
            let mask = a.equals(b);
            equal(Fe::select(mask, a, b), b);
            equal(Fe::select(mask.not(), a, b), a);
        }
    }
    each_prime(&mut Task);
}

fn check_inverse<P: Prime>(x: &BigUint, p: &BigUint) {
    let words = limbs::<P>(x);
    let expected = field::inv(x, p);
    assert_eq!(big(divsteps::invert::<P>(&words)), expected, "1 / {x:x} mod {p:x}");
    assert_eq!(
        big(divsteps::invert_vartime::<P>(&words)),
        expected,
        "1 / {x:x} mod {p:x}, vartime"
    );
}

fn check_every_inverse<P: Prime>() {
    let p = modulus::<P>();
    let top = p.iter_u64_digits().next().expect("not zero");
    (0..top).for_each(|x| check_inverse::<P>(&BigUint::from(x), &p));
}

/// Goal: both inversions are right for every element of small fields; the bound on the number of
/// steps for short moduli is only as good as this.
#[test]
fn inversion_is_right_for_every_element_of_small_fields() {
    check_every_inverse::<ToyPrime<3>>();
    check_every_inverse::<ToyPrime<5>>();
    check_every_inverse::<ToyPrime<7>>();
    check_every_inverse::<ToyPrime<11>>();
    check_every_inverse::<ToyPrime<13>>();
    check_every_inverse::<ToyPrime<31>>();
    check_every_inverse::<ToyPrime<43>>();
    check_every_inverse::<ToyPrime<61>>();
    check_every_inverse::<ToyPrime<127>>();
    check_every_inverse::<ToyPrime<251>>();
    check_every_inverse::<ToyPrime<257>>();
    check_every_inverse::<ToyPrime<1031>>();
    check_every_inverse::<ToyPrime<4093>>();
    check_every_inverse::<ToyPrime<8191>>();
    check_every_inverse::<ToyPrime<65_537>>();
}

fn check_inverses<P: Prime>(rounds: usize) {
    let p = modulus::<P>();
    edges(&p).iter().for_each(|x| check_inverse::<P>(x, &p));
    let mut random = Random::seeded("inversion_is_right_for_extremes");
    (0..rounds).for_each(|_| check_inverse::<P>(&random.structured(&p), &p));
}

/// Goal: both inversions are right at the extremes, for moduli of all sizes: around the limits
/// where limbs of 62 bits become more, and every prime there is.
#[test]
fn inversion_is_right_for_extremes_of_every_size() {
    check_inverses::<ToyPrime<{ (1 << 45) - 55 }>>(2000);
    check_inverses::<ToyPrime<{ (1 << 46) - 21 }>>(2000);
    check_inverses::<ToyPrime<{ (1 << 59) - 55 }>>(2000);
    check_inverses::<ToyPrime<{ (1 << 60) - 93 }>>(2000);
    check_inverses::<ToyPrime<{ (1 << 61) - 1 }>>(2000);
    check_inverses::<ToyPrime<{ (1 << 62) - 57 }>>(2000);
    check_inverses::<ToyPrime<{ (1 << 63) - 25 }>>(2000);
    check_inverses::<Wide<3, 0>>(500);
    check_inverses::<Wide<4, 1>>(500);
    check_inverses::<Wide<6, 2>>(500);
    check_inverses::<Wide<9, 3>>(500);
    check_inverses::<Wide<4, 4>>(500);
    check_inverses::<Wide<4, 5>>(500);
    check_inverses::<Wide<4, 6>>(500);
    check_inverses::<Wide<9, 7>>(500);
    struct Task;
    impl PrimeTask for Task {
        fn run<P: Prime>(&mut self) {
            check_inverses::<P>(1000);
        }
    }
    each_prime(&mut Task);
}

/// Goal: a batch of inverses is each element's inverse, with zeros anywhere in it, for all sizes to
/// 17.
#[test]
fn batch_inversion_keeps_zeros_apart() {
    let p = modulus::<P256P>();
    let mut random = Random::seeded("batch_inversion_keeps_zeros_apart");
    for size in 0..=17 {
        for zeros in [0, 1, size / 2, size] {
            let mut values: Vec<BigUint> = (0..size).map(|_| random.structured(&p)).collect();
            for _ in 0..zeros.min(size) {
                values[random.below(size)] = BigUint::ZERO;
            }
            let mut batch: Vec<_> =
                values.iter().map(|v| Fe::<P256P>::new(&limbs::<P256P>(v))).collect();
            let mut scratch = batch.clone();
            invert_batch(&mut batch, &mut scratch, Field::invert);
            for (inverse, value) in batch.iter().zip(&values) {
                assert_eq!(big(inverse.plain()), field::inv(value, &p), "{values:x?}");
            }
        }
    }
}

fn check_root<P: Prime>(x: &BigUint, p: &BigUint) {
    let (root, exists) = sqrt(Fe::<P>::new(&limbs::<P>(x)));
    assert_eq!(exists.to_bool_vartime(), field::is_square(x, p), "{x:x} mod {p:x}");
    if exists.to_bool_vartime() {
        let root = big(root.plain());
        assert_eq!(field::mul(&root, &root, p), *x);
    }
}

/// Goal: square roots are roots, and exactly the squares have one: every element of small fields,
/// edges and random values modulo every prime.
#[test]
fn square_roots_are_exact() {
    fn every<P: Prime>() {
        let p = modulus::<P>();
        let top = p.iter_u64_digits().next().expect("not zero");
        (0..top).for_each(|x| check_root::<P>(&BigUint::from(x), &p));
    }
    every::<ToyPrime<7>>();
    every::<ToyPrime<31>>();
    every::<ToyPrime<251>>();
    every::<ToyPrime<8191>>();
    // 5 modulo 8, and 1 modulo 8 with 4, 5, 8 and 9 factors 2 in p - 1.
    every::<ToyPrime<13>>();
    every::<ToyPrime<17>>();
    every::<ToyPrime<97>>();
    every::<ToyPrime<257>>();
    every::<ToyPrime<7681>>();
    struct Task;
    impl PrimeTask for Task {
        fn run<P: Prime>(&mut self) {
            let p = modulus::<P>();
            edges(&p).iter().step_by(3).for_each(|x| check_root::<P>(x, &p));
            let mut random = Random::seeded("square_roots_are_exact");
            (0..100).for_each(|_| check_root::<P>(&random.structured(&p), &p));
        }
    }
    each_prime(&mut Task);
}

/// Goal: powers with a public exponent are right, with exponents of any shape.
#[test]
fn powers_are_right() {
    let p = modulus::<P256P>();
    let mut random = Random::seeded("powers_are_right");
    for _ in 0..50 {
        let (x, e) = (random.structured(&p), random.runs(256));
        let got = power(Fe::<P256P>::new(&limbs::<P256P>(&x)), limbs::<P256P>(&e).as_ref());
        assert_eq!(big(got.plain()), x.modpow(&e, &p), "{x:x} to the {e:x}");
    }
}

/// Goal: comparisons with the modulus and the way from and to bytes are right at the border.
#[test]
fn ranges_and_bytes_are_exact() {
    struct Task;
    impl PrimeTask for Task {
        fn run<P: Prime>(&mut self) {
            check_ranges::<P>();
        }
    }
    fn check_ranges<P: Prime>() {
        let p = modulus::<P>();
        let length = P::BYTES;
        let mut values = vec![BigUint::ZERO, BigUint::from(1u32), &p - 1u32, p.clone(), &p + 1u32];
        values.push((BigUint::from(1u32) << (8 * length)) - 1u32);
        values.extend([&p >> 1, (&p >> 1) + 1u32]);
        let mut random = Random::seeded("ranges_and_bytes_are_exact");
        values.extend((0..50).map(|_| random.runs(8 * length)));
        for value in values {
            let words = limbs::<P>(&value);
            assert_eq!(bytes::is_below::<P>(&words).to_bool_vartime(), value < p);
            let unit = value < p && value != BigUint::ZERO;
            assert_eq!(bytes::is_unit::<P>(&words).to_bool_vartime(), unit);
            if value < p {
                let lower = bytes::is_lower_half::<P>(&words).to_bool_vartime();
                assert_eq!(lower, &value * 2u32 < p);
            }
            if value < &p * 2u32 {
                assert_eq!(big(bytes::reduce_once::<P>(&words)), &value % &p);
            }
            let mut out = vec![0; length];
            bytes::to_be_bytes(&words, &mut out);
            assert_eq!(out, field::to_bytes(&value, length));
            assert_eq!(big(bytes::from_be_bytes::<P::Limbs>(&out)), value);
            bytes::to_le_bytes(&words, &mut out);
            assert_eq!(BigUint::from_bytes_le(&out), value);
            assert_eq!(big(bytes::from_le_bytes::<P::Limbs>(&out)), value);
            // One byte more than the words have is zero, and refused.
            let mut out = vec![1; 8 * P::Limbs::LEN + 1];
            bytes::to_be_bytes(&words, &mut out);
            assert_eq!((out[0], BigUint::from_bytes_be(&out)), (0, value.clone()));
            assert!(catch_unwind(|| bytes::from_be_bytes::<P::Limbs>(&out)).is_err());
            bytes::to_le_bytes(&words, &mut out);
            assert_eq!(BigUint::from_bytes_le(&out), value);
            assert!(catch_unwind(|| bytes::from_le_bytes::<P::Limbs>(&out)).is_err());
            for bits in [0, 1, 31, 63] {
                assert_eq!(big(bytes::shift_right(&words, bits)), &value >> bits);
            }
        }
    }
    each_prime(&mut Task);
}

/// Goal: the comparison says no: a product that is one off is seen.
#[test]
fn a_wrong_product_is_seen() {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Wrong;
    impl Prime for Wrong {
        type Limbs = [u64; 4];
        type Narrow = Self;
        type Lanes = <P256P as Prime>::Lanes;
        const NAME: &'static str = "wrong";
        const BITS: usize = P256P::BITS;
        const MODULUS: [u64; 4] = P256P::MODULUS;
        const ONE: [u64; 4] = P256P::ONE;
        fn mul(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
            // A carry lost only where the top words of both operands are full.
            let lost = a[3] == u64::MAX - (1 << 32) + 1 && b[3] == a[3];
            if lost { P256P::add(&P256P::mul(a, b), &[1, 0, 0, 0]) } else { P256P::mul(a, b) }
        }
        fn sqr(a: &[u64; 4]) -> [u64; 4] {
            P256P::sqr(a)
        }
        fn add(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
            P256P::add(a, b)
        }
        fn sub(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
            P256P::sub(a, b)
        }
        fn neg(a: &[u64; 4]) -> [u64; 4] {
            P256P::neg(a)
        }
        fn encode(plain: &[u64; 4]) -> [u64; 4] {
            P256P::encode(plain)
        }
        fn decode(a: &[u64; 4]) -> [u64; 4] {
            P256P::decode(a)
        }
    }
    assert!(std::panic::catch_unwind(|| check_field::<Wrong>(0)).is_err());
}
