//! Odd moduli of run-time value beside big integers: sizes on both sides of every border of words,
//! values where carries happen, one number or two in lanes.

use num_bigint::BigUint;
use num_traits::One;
use sealane_arith::ct::Mask;
use sealane_arith::lanes::{Cell, LANES, Vector};
use sealane_arith::machine::{Lanes8, Soft8};
use sealane_arith::modulus::lanes::{LaneModuli, Limbs};
use sealane_arith::modulus::rows::{RowModuli, Rows};
use sealane_arith::modulus::{Modulus, integer};
use testkit::inputs::{Random, limb_patterns};
use testkit::reference::field;

fn words<const L: usize>(value: &BigUint) -> [u64; L] {
    let mut out = [0; L];
    let digits = value.to_u64_digits();
    out[..digits.len()].copy_from_slice(&digits);
    out
}

/// Returns odd moduli of exactly `bits` bits: the least, the greatest, one of runs, one at random.
fn moduli(random: &mut Random, bits: usize) -> Vec<BigUint> {
    let top = BigUint::one() << (bits - 1);
    let full = (BigUint::one() << bits) - 1u32;
    let set = |x: BigUint| (x % &top) | &top | BigUint::one();
    vec![&top + 1u32, full, set(random.runs(bits)), set(random.integer(&top))]
}

/// Returns values below `m` where carries happen, and random ones.
fn values(random: &mut Random, m: &BigUint, count: usize) -> Vec<BigUint> {
    let mut all = vec![BigUint::default(), BigUint::one(), m - 1u32, m - 2u32, m >> 1];
    all.extend(limb_patterns(m.bits() as usize, 64).into_iter().map(|x| x % m));
    all.extend((0..count).map(|_| random.structured(m)));
    all
}

fn check<const L: usize>(random: &mut Random, m: &BigUint, count: usize) {
    let modulus = Modulus::<L>::new(&words(m), m.bits() as usize);
    let plain = |a: &[u64; L]| field::from_words(&modulus.decode(a));
    let values = values(random, m, count);
    for x in &values {
        let a = modulus.encode(&words(x));
        assert_eq!(&plain(&a), x, "{x:x} mod {m:x}");
        assert_eq!(plain(&modulus.sqr(&a)), x * x % m, "{x:x} ^ 2 mod {m:x}");
        let y = &values[random.below(values.len())];
        let b = modulus.encode(&words(y));
        assert_eq!(plain(&modulus.mul(&a, &b)), x * y % m, "{x:x} * {y:x} mod {m:x}");
        assert_eq!(field::from_words(&modulus.add(&words(x), &words(y))), (x + y) % m);
        assert_eq!(field::from_words(&modulus.sub(&words(x), &words(y))), (x + m - y) % m);
        // Numbers of twice the length, up to the greatest.
        let high = random.structured(&(BigUint::one() << (64 * L)));
        let wide = (&high << (64 * L)) + x;
        assert_eq!(plain(&modulus.encode_wide(&words(x), &words(&high))), wide % m);
    }
    let full = (BigUint::one() << (64 * L)) - 1u32;
    assert_eq!(plain(&modulus.encode(&words(&full))), &full % m);
    for x in values.iter().rev().take(3) {
        let (inverse, good) = modulus.invert(&words(x));
        let expected = x.modinv(m);
        assert_eq!(good.to_bool_vartime(), expected.is_some(), "1 / {x:x} mod {m:x}");
        if let Some(expected) = expected {
            assert_eq!(field::from_words(&inverse), expected, "1 / {x:x} mod {m:x}");
        }
        let bits = 1 + random.below(128.min(64 * L));
        let exponent = random.runs(bits);
        let a = modulus.encode(&words(x));
        let expected = x.modpow(&exponent, m);
        let exponent: [u64; 2] = words(&exponent);
        assert_eq!(plain(&modulus.pow(&a, &exponent, bits)), expected);
        assert_eq!(plain(&modulus.pow_vartime(&a, &exponent)), expected);
    }
}

fn check_sizes<const L: usize>(random: &mut Random, count: usize) {
    for bits in [64 * L, 64 * L - 1, 64 * L - 31, 64 * L - 63, 64 * L - 64, 64 * L - 65] {
        for m in moduli(random, bits) {
            check::<L>(random, &m, count);
        }
    }
}

/// Goal: sums, products, reductions, powers and inverses are those of integers.
#[test]
fn moduli_compute_as_integers_do() {
    let mut random = Random::seeded("moduli of run-time value");
    check_sizes::<2>(&mut random, 200);
    check_sizes::<8>(&mut random, 60);
    check_sizes::<16>(&mut random, 30);
    check_sizes::<24>(&mut random, 10);
    check_sizes::<32>(&mut random, 10);
}

/// Goal: the same for the longest moduli.
#[test]
fn long_moduli_compute_as_integers_do() {
    let mut random = Random::seeded("long moduli");
    for bits in [4096, 8192, 16384, 16383] {
        let [_, full, runs, _] = &moduli(&mut random, bits)[..] else { unreachable!() };
        check::<256>(&mut random, full, 2);
        check::<256>(&mut random, runs, 2);
    }
    check_sizes::<64>(&mut random, 2);
}

/// Goal: remainders by numbers of any kind. Method: structured numbers of one to three lengths.
#[test]
fn remainders_are_those_of_integers() {
    let mut random = Random::seeded("remainders");
    for _ in 0..200 {
        let bits = 1 + random.below(512);
        let divisor = random.structured(&(BigUint::one() << bits)) + 1u32;
        let number = random.structured(&(BigUint::one() << 1536));
        let rest = integer::remainder(&words::<24>(&number), &words::<9>(&divisor));
        assert_eq!(field::from_words(&rest), number % divisor);
    }
}

/// One modulus or a pair in rows of `R`, against the same of plain words.
fn check_rows<V: Vector, const L: usize, const R: usize, const N: usize>(
    machine: Lanes8<V>,
    random: &mut Random,
    m: [&BigUint; N],
    count: usize,
) {
    let moduli = m.map(|m| Modulus::<L>::new(&words(m), m.bits() as usize));
    let rows = RowModuli::<R>::new(moduli.each_ref());
    assert_eq!(rows.numbers(), N);
    let place = |numbers: &[BigUint; N]| {
        let numbers = numbers.each_ref().map(words::<L>);
        rows.place(numbers.each_ref())
    };
    let plain = |a: &Rows<R>| {
        let out = rows.decode(machine, a);
        core::array::from_fn::<_, N, _>(|i| field::from_words(&rows.take(&out, i, &moduli[i])))
    };
    let pool = m.map(|m| values(random, m, count));
    for turn in 0..pool[0].len() {
        let x = core::array::from_fn::<_, N, _>(|i| pool[i][turn % pool[i].len()].clone());
        let y = core::array::from_fn::<_, N, _>(|i| pool[i][random.below(pool[i].len())].clone());
        let (a, b) = (rows.encode(machine, &place(&x)), rows.encode(machine, &place(&y)));
        assert_eq!(plain(&a), x);
        let expected = core::array::from_fn::<_, N, _>(|i| &x[i] * &y[i] % m[i]);
        assert_eq!(plain(&rows.mul(machine, &a, &b)), expected, "{x:x?} * {y:x?} mod {m:x?}");
        let full = random.structured(&(BigUint::one() << (128 * L)));
        let low = core::array::from_fn(|_| &full % (BigUint::one() << (64 * L)));
        let high = core::array::from_fn(|_| &full >> (64 * L));
        let wide = rows.encode_wide(machine, &place(&low), &place(&high));
        assert_eq!(plain(&wide), m.map(|m| &full % m));
        if turn % 8 == 0 {
            let exponents: [BigUint; N] = core::array::from_fn(|_| random.runs(77));
            let expected = core::array::from_fn::<_, N, _>(|i| full.modpow(&exponents[i], m[i]));
            let exponents = exponents.each_ref().map(words::<2>);
            let exponents = exponents.each_ref().map(|words| &words[..]);
            assert_eq!(plain(&rows.pow(machine, &wide, exponents, 77)), expected);
            let expected = m.map(|m| full.modpow(&BigUint::from(65537u32), m));
            assert_eq!(plain(&rows.pow_vartime(machine, &wide, 65537)), expected);
        }
    }
}

/// Goal: products stay within their bounds, whatever the operands. Method: the greatest operands
/// that they take, and others beside the greatest, with their limbs read as they lie.
fn check_bounds<V: Vector, const L: usize, const R: usize>(
    machine: Lanes8<V>,
    random: &mut Random,
    m: &BigUint,
) {
    let modulus = Modulus::<L>::new(&words(m), m.bits() as usize);
    let rows = RowModuli::<R>::new([&modulus]);
    let limbs = (64 * L + 5).div_ceil(52).next_multiple_of(5);
    let s = BigUint::one() << (52 * limbs);
    let place = |x: &BigUint| rows.place([&words::<70>(x)]);
    let number = |a: &Rows<R>| {
        let limb = |i: usize| BigUint::from(a[i % R].0[i / R]) << (52 * i);
        (0..8 * R).map(limb).sum::<BigUint>()
    };
    let (four, half) = (m * 4u32 - 1u32, (&s >> 1) - 1u32);
    let others: Vec<BigUint> = (0..64).map(|_| random.structured(m)).collect();
    let greatest = m - 1u32;
    let pairs = others.iter().chain([&greatest]).flat_map(|b| [(&half, b), (b, &half)]);
    for (a, b) in pairs.chain([(&four, &four)]) {
        let product = number(&rows.mul(machine, &place(a), &place(b)));
        assert!(product < m * 2u32, "{a:x} {b:x} modulo {m:x}");
        assert_eq!(product * &s % m, a * b % m);
    }
}

fn check_layouts<V: Vector>(machine: Lanes8<V>, random: &mut Random, count: usize) {
    for bits in [1024, 1023, 1000] {
        for m in moduli(random, bits) {
            let other = &moduli(random, bits)[random.below(4)];
            check_rows::<V, 16, 5, 2>(machine, random, [&m, other], count);
            check_rows::<V, 16, 5, 1>(machine, random, [&m], count);
            check_bounds::<V, 16, 5>(machine, random, &m);
        }
    }
    let [least, full, runs, _] = &moduli(random, 1536)[..] else { unreachable!() };
    check_rows::<V, 24, 8, 2>(machine, random, [full, runs], count);
    check_rows::<V, 24, 8, 2>(machine, random, [runs, least], count);
    let [least, full, runs, _] = &moduli(random, 2048)[..] else { unreachable!() };
    check_rows::<V, 32, 5, 1>(machine, random, [full], count);
    check_rows::<V, 32, 5, 1>(machine, random, [runs], count);
    check_rows::<V, 32, 10, 2>(machine, random, [least, full], count);
    let [_, full, runs, _] = &moduli(random, 4096)[..] else { unreachable!() };
    check_rows::<V, 64, 20, 2>(machine, random, [runs, full], count / 2);
    check_rows::<V, 64, 10, 1>(machine, random, [runs], count / 2);
    check_bounds::<V, 64, 10>(machine, random, full);
    // Of a modulus that is 1 modulo 2^52, the multiple that is -1 is the longest.
    let longest = (BigUint::one() << 1024) - (BigUint::one() << 60) + 1u32;
    check_bounds::<V, 16, 5>(machine, random, &longest);
}

/// Goal: numbers that lie along the lanes are computed with as integers are, on every machine.
#[test]
fn rows_compute_as_integers_do() {
    let mut random = Random::seeded("moduli in rows");
    check_layouts(Soft8::MACHINE, &mut random, 4);
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    match sealane_arith::machine::Eight::detect() {
        Some(machine) => check_layouts(machine, &mut random, 100),
        None => println!("SKIPPED: this CPU has no AVX-512 IFMA"),
    }
}

/// Goal: carries that run through every limb and lane are carried. Method: the least number that is
/// 0 modulo `m` after a product by one is `m` itself; products whose sums are all ones but the
/// last.
#[test]
fn carries_run_through_all_lanes() {
    let mut random = Random::seeded("carries in rows");
    // Of a modulus just below a power of the limbs' base the products by one come to long runs.
    for shift in [0, 1, 51, 52, 53, 260, 519, 520, 521] {
        let m: BigUint = (BigUint::one() << 1024) - (BigUint::one() << shift) - 1u32;
        let m = if m.bit(0) { m } else { m - 1u32 };
        check_rows::<_, 16, 5, 2>(Soft8::MACHINE, &mut random, [&m, &m], 3);
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        if let Some(machine) = sealane_arith::machine::Eight::detect() {
            check_rows::<_, 16, 5, 2>(machine, &mut random, [&m, &m], 60);
            check_rows::<_, 16, 5, 1>(machine, &mut random, [&m], 60);
        }
    }
}

fn alone<const L: usize, const R: usize>(moduli: &[Modulus<L>]) -> Vec<RowModuli<R>> {
    moduli.iter().map(|m| RowModuli::new([m])).collect()
}

fn pairs<const L: usize, const R: usize>(moduli: &[Modulus<L>]) -> Vec<RowModuli<R>> {
    moduli.chunks(2).map(|m| RowModuli::new([&m[0], &m[1]])).collect()
}

/// Eight moduli, one a lane, against big integers; those of pairs and those alone.
fn check_lanes<V: Vector, const L: usize, const R: usize, const G: usize>(
    machine: Lanes8<V>,
    random: &mut Random,
    bits: usize,
    turns: usize,
    rows_of: fn(&[Modulus<L>]) -> Vec<RowModuli<R>>,
) {
    let own = moduli(random, bits);
    let m: [&BigUint; LANES] = core::array::from_fn(|lane| &own[lane * 3 % own.len()]);
    let plain = m.map(|m| Modulus::<L>::new(&words(m), m.bits() as usize));
    let rows = rows_of(&plain);
    let each = LANES / G;
    let lanes = LaneModuli::<R, G>::new(core::array::from_fn(|i| (&rows[i / each], i % each)));
    let place = |numbers: &[BigUint; LANES]| {
        let numbers = numbers.each_ref().map(words::<L>);
        lanes.place(numbers.each_ref())
    };
    let integers = |a: &Limbs<R, G>| -> [BigUint; LANES] {
        let out = lanes.decode(machine, a);
        core::array::from_fn(|i| field::from_words(&lanes.take(&out, i, &plain[i])))
    };
    let pools = m.map(|m| values(random, m, turns));
    for turn in 0..pools[0].len() {
        let x: [BigUint; LANES] = core::array::from_fn(|i| pools[i][turn % pools[i].len()].clone());
        let y: [BigUint; LANES] =
            core::array::from_fn(|i| pools[i][random.below(pools[i].len())].clone());
        let (a, b) = (lanes.encode(machine, &place(&x)), lanes.encode(machine, &place(&y)));
        assert_eq!(integers(&a), x);
        let expected: [BigUint; LANES] = core::array::from_fn(|i| &x[i] * &y[i] % m[i]);
        assert_eq!(integers(&lanes.mul(machine, &a, &b)), expected, "{x:x?} * {y:x?} mod {m:x?}");
        let expected: [BigUint; LANES] = core::array::from_fn(|i| &x[i] * &x[i] % m[i]);
        assert_eq!(integers(&lanes.sqr(machine, &a)), expected, "{x:x?}^2 mod {m:x?}");
        let full: [BigUint; LANES] =
            core::array::from_fn(|_| random.structured(&(BigUint::one() << (128 * L))));
        let low = full.each_ref().map(|x| x % (BigUint::one() << (64 * L)));
        let high = full.each_ref().map(|x| x >> (64 * L));
        let wide = lanes.encode_wide(machine, &place(&low), &place(&high));
        let expected: [BigUint; LANES] = core::array::from_fn(|i| &full[i] % m[i]);
        assert_eq!(integers(&wide), expected);
        if turn % 8 == 0 {
            let exponents: [BigUint; LANES] = core::array::from_fn(|_| random.runs(77));
            let expected: [BigUint; LANES] =
                core::array::from_fn(|i| full[i].modpow(&exponents[i], m[i]));
            let exponents = exponents.each_ref().map(words::<2>);
            let exponents = exponents.each_ref().map(|words| &words[..]);
            assert_eq!(integers(&lanes.pow(machine, &wide, exponents, 77)), expected);
            let expected: [BigUint; LANES] =
                core::array::from_fn(|i| full[i].modpow(&BigUint::from(65537u32), m[i]));
            assert_eq!(integers(&lanes.pow_vartime(machine, &wide, 65537)), expected);
        }
    }
}

fn check_all_lanes<V: Vector>(machine: Lanes8<V>, random: &mut Random, turns: usize) {
    for bits in [1024, 1023, 1000] {
        check_lanes::<V, 16, 5, 4>(machine, random, bits, turns, pairs);
    }
    check_lanes::<V, 24, 8, 4>(machine, random, 1536, turns, pairs);
    check_lanes::<V, 32, 10, 4>(machine, random, 2048, turns, pairs);
    check_lanes::<V, 32, 5, 8>(machine, random, 2048, turns, alone);
    check_lanes::<V, 48, 8, 8>(machine, random, 3072, turns, alone);
    check_lanes::<V, 64, 10, 8>(machine, random, 4096, turns / 2, alone);
    check_lanes::<V, 64, 20, 4>(machine, random, 4095, turns / 2, pairs);
}

/// Goal: numbers that have a lane each are computed with as integers are, on every machine.
#[test]
fn lanes_compute_as_integers_do() {
    let mut random = Random::seeded("moduli in lanes");
    check_all_lanes(Soft8::MACHINE, &mut random, 4);
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    match sealane_arith::machine::Eight::detect() {
        Some(machine) => check_all_lanes(machine, &mut random, 60),
        None => println!("SKIPPED: this CPU has no AVX-512 IFMA"),
    }
}

/// Numbers of any limbs below `2^52`: all ones, none, single ones, runs.
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
fn any_limbs<const R: usize, const G: usize>(
    random: &mut Random,
    limbs: usize,
    turn: usize,
) -> Limbs<R, G> {
    let mut out = [[Cell([0; LANES]); R]; G];
    let full = (1 << 52) - 1;
    for (i, cell) in out.as_flattened_mut()[..limbs].iter_mut().enumerate() {
        for (lane, limb) in cell.0.iter_mut().enumerate() {
            *limb = match (turn + lane) % 6 {
                0 => full,
                1 if i == turn % limbs => full,
                2 if i != turn % limbs => full,
                3 => full << (random.below(53) as u64) & full,
                4 => full >> random.below(53),
                5 => random.below(1 << 52) as u64,
                _ => 0,
            };
        }
    }
    out
}

#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
fn plain_limbs<const R: usize>(of: &Limbs<R, 4>) -> impl Iterator<Item = [u64; LANES]> {
    of.as_flattened().iter().map(|cell| cell.0)
}

#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
fn agree<const L: usize, const R: usize>(
    machine: sealane_arith::machine::Eight,
    random: &mut Random,
    bits: usize,
) {
    let own = moduli(random, bits);
    let plain: [Modulus<L>; LANES] =
        core::array::from_fn(|lane| Modulus::new(&words(&own[lane % own.len()]), bits));
    let rows = pairs::<L, R>(&plain);
    let lanes = LaneModuli::<R, 4>::new(core::array::from_fn(|i| (&rows[i / 2], i % 2)));
    // Whole steps of limbs that hold the words and four bits more.
    let limbs = (64 * L + 4).div_ceil(52).next_multiple_of(5);
    for turn in 0..600 {
        let (a, b) = (any_limbs(random, limbs, turn), any_limbs(random, limbs, turn / 6));
        let (one, other) = (lanes.mul(machine, &a, &b), lanes.mul(Soft8::MACHINE, &a, &b));
        assert!(plain_limbs(&one).eq(plain_limbs(&other)), "{L} words: {a:?} by {b:?}");
        // Squares are of numbers below a quarter of what the limbs hold.
        let mut a = a;
        a.as_flattened_mut()[limbs - 1].0.iter_mut().for_each(|limb| *limb >>= 2);
        let (one, other) = (lanes.sqr(machine, &a), lanes.sqr(Soft8::MACHINE, &a));
        assert!(plain_limbs(&one).eq(plain_limbs(&other)), "{L} words: {a:?}");
    }
}

/// Goal: instructions made for one machine leave the limbs that the others leave, whatever limbs
/// they are given. Method: limbs of all ones, of none, of one alone; bit for bit.
#[test]
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
fn machines_leave_the_same_limbs() {
    let mut random = Random::seeded("limbs of machines");
    let Some(machine) = sealane_arith::machine::Eight::detect() else {
        println!("SKIPPED: this CPU has no AVX-512 IFMA");
        return;
    };
    agree::<16, 5>(machine, &mut random, 1024);
    agree::<16, 5>(machine, &mut random, 1000);
    agree::<24, 8>(machine, &mut random, 1536);
    agree::<32, 10>(machine, &mut random, 2048);
    // A length without instructions of its own.
    agree::<40, 13>(machine, &mut random, 2560);
}
