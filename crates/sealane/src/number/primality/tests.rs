//! The tests of primes beside plain definitions, and numbers that were made to deceive.

use super::*;
use core::cell::RefCell;
use std::vec::Vec;

/// Returns the Jacobi symbol of any number by an odd one, by its rules.
fn jacobi(a: i128, n: i128) -> i128 {
    let (mut a, mut n, mut sign) = (a.rem_euclid(n), n, 1);
    while a != 0 {
        while a % 2 == 0 {
            a /= 2;
            if n % 8 == 3 || n % 8 == 5 {
                sign = -sign;
            }
        }
        (a, n) = (n, a);
        if a % 4 == 3 && n % 4 == 3 {
            sign = -sign;
        }
        a %= n;
    }
    if n == 1 { sign } else { 0 }
}

/// The strong test as Baillie and Wagstaff have it, with `U`, `V` and the powers of `Q`.
fn lucas_by_definition(x: u64) -> bool {
    let n = i128::from(x);
    let mut candidates = (0..).map(|i| (5 + 2 * i) * if i % 2 == 0 { 1 } else { -1 });
    let d = candidates.find(|d| jacobi(*d, n) != 1).expect("the number is no square");
    if jacobi(d, n) == 0 {
        return false;
    }
    let q = (1 - d) / 4;
    let halved = |a: i128| (if a % 2 == 0 { a / 2 } else { (a + n) / 2 }).rem_euclid(n);
    let (mut u, mut v, mut power) = (1, 1, q.rem_euclid(n));
    let twos = (x + 1).trailing_zeros();
    let index = (x + 1) >> twos;
    for bit in (0..index.ilog2()).rev() {
        (u, v) = (u * v % n, (v * v - 2 * power).rem_euclid(n));
        power = power * power % n;
        if index >> bit & 1 == 1 {
            (u, v) = (halved((u + v).rem_euclid(n)), halved((v + d * u).rem_euclid(n)));
            power = (power * q).rem_euclid(n);
        }
    }
    let mut good = u == 0 || v == 0;
    for _ in 1..twos {
        v = (v * v - 2 * power).rem_euclid(n);
        power = power * power % n;
        good |= v == 0;
    }
    good
}

fn modulus<const L: usize>(x: u64) -> Modulus<L> {
    Modulus::new(&number(x), integer::bits(&[x]) as usize)
}

/// Composites that pass Lucas's test and have no factor below 1024.
const LUCAS: [u64; 15] = [
    1711469, 2263127, 2518889, 2662277, 2738969, 3694079, 5479109, 5720219, 9049319, 11680199,
    15117929, 24187949, 25866119, 35699819, 39242179,
];

/// Composites that pass Lucas's test and not its strong form, and have no factor below 1024.
const NOT_STRONG: [u64; 12] = [
    1102499, 1470349, 1633283, 1660979, 1742399, 1937561, 2131079, 2137277, 2162159, 6746899,
    16022863, 23718113,
];

/// Composites that pass Lucas's strong test and have a factor below 1024.
const DIVIDED: [u64; 8] = [1106327, 1311389, 1697183, 2003579, 3813011, 3776219, 4309631, 7163441];

/// Goal: Lucas's test is the published one. Method: its definition, for all odd numbers of some
/// ranges and for composites that pass, in one word and in several, constant-time and not.
#[test]
fn lucas_is_by_definition() {
    let ranges = [1 << 20, 1 << 27, (1 << 40) - 999, 1 << 61].into_iter();
    let numbers = ranges.flat_map(|from: u64| (from | 1..from + 1000).step_by(2)).chain(LUCAS);
    let numbers = numbers.chain(NOT_STRONG).chain(DIVIDED);
    let (mut primes, mut composites) = (0, 0);
    for x in numbers.filter(|x| x.isqrt().pow(2) != *x) {
        let divided = SMALL_PRIMES.iter().any(|prime| x.is_multiple_of(*prime));
        let expected = !divided && lucas_by_definition(x);
        for found in
            [lucas(&modulus::<1>(x)), lucas(&modulus::<5>(x)), lucas_vartime(&modulus::<2>(x))]
        {
            assert_eq!(found.to_bool_vartime(), expected, "{x}");
        }
        if expected && LUCAS.contains(&x) {
            composites += 1;
        } else if expected {
            primes += 1;
        }
    }
    assert!(composites == LUCAS.len() && primes > 60, "{primes} primes, {composites} composites");
}

/// Goal: squares have no parameters and pass for nothing; a round to a base that is a root does
/// not help them.
#[test]
fn squares_are_composite() {
    for root in [1031, 65537, 4_294_967_291, 1093, 3511] {
        let m = modulus::<1>(root * root);
        assert!(!lucas(&m).to_bool_vartime() && !is_prime_vartime(&m, &m), "{root}^2");
    }
    // 2 is a base that says so of the squares of Wieferich's primes.
    let m = modulus::<1>(3511 * 3511);
    assert!(round_vartime(&m, m.words(), &number(2)));
}

/// Goal: all that was put together is right of small numbers, of Mersenne's primes, whose next
/// number is a power of 2, and of pseudoprimes of each of its tests. Method: by definition.
#[test]
fn primes_are_primes() {
    let by_definition = |x: u64| (2..).take_while(|d| d * d <= x).all(|d| !x.is_multiple_of(d));
    for x in (3..5000).step_by(2).chain(((1 << 20) - 999..(1 << 20) + 999).step_by(2)) {
        let m = modulus::<2>(x);
        assert_eq!(is_prime_vartime(&m, &m), by_definition(x), "{x}");
    }
    assert!(!is_prime_vartime(&modulus::<1>(1), &modulus::<1>(1)));
    for bits in [31, 61, 89, 127, 521, 607] {
        let all: [u64; 10] = array::from_fn(|i| {
            u64::MAX.checked_shr(64 * (i as u32 + 1) - bits.min(64 * (i as u32 + 1))).unwrap_or(0)
        });
        let m = Modulus::new(&all, bits as usize);
        assert!(is_prime_vartime(&m, &m), "2^{bits} - 1");
    }
    // To the base 2, Jaeschke's to the first bases, and Lucas's.
    for x in [2047, 1_373_653, 3_215_031_751, 3_825_123_056_546_413_051].into_iter().chain(LUCAS) {
        let m = modulus::<2>(x);
        assert!(!is_prime_vartime(&m, &m), "{x}");
    }
}

/// Of 256 bits, `(2k + 1)(4k + 1)` with both factors primes.
const CRAFTED: &str = "\
    c1f871608c001ed7699f1748cb05422859ad7ecef4009d7644c3a43f0e9ec5fb";

/// Arnault's composite, 1995: of 1318 bits, it passes rounds to all primes below 307.
const ARNAULT: &str = "\
    204b212272807927b357671aefdd4b4b7a0f12749625cd71b549d6b8b9895e97fcf9fadcaf26c618da83c9ec7f6b\
    39020661ba422e6c820ac14d3b8329d6c71d16a1953afd60a0aa4c63019f9c29c08d05b0c4fcd041febeaa5b0e84\
    75e6e96cc49478ef6e9ae877b4d3be8107bd3c64b35ebc7f2bd719c6417207aaec2151812719b5b5bae64562bcd2\
    ed44177a2ac314a44f344df4a12e0d4fb8ff99c4099bfc77924b2b";

fn parse<const L: usize>(hex: &str) -> Modulus<L> {
    let mut words = [0; L];
    for (i, digit) in hex.bytes().rev().enumerate() {
        let digit = u64::from((digit as char).to_digit(16).expect("it is a digit"));
        words[i / 16] |= digit << (4 * (i % 16));
    }
    Modulus::new(&words, integer::bits_vartime(&words))
}

/// Goal: a composite of which a fourth of all bases call it a prime is one to us, always; as many
/// rounds as there were once let some of it through. Method: bases that were random until eight of
/// them had said yes, as four in 4^8 groups do; then ours, many times.
#[test]
fn what_eight_rounds_let_through_is_refused() {
    let m = parse::<4>(CRAFTED);
    let passes = |base: &[u64; 4]| round_vartime(&m, m.words(), base);
    let bases = (0..4000).map(|round| uniform_base(&m, &unforeseen(round)));
    let deceived: Vec<_> = bases.filter(passes).collect();
    // A thousand in the mean, with a deviation of 27.
    assert!((800..1200).contains(&deceived.len()), "{} of 4000", deceived.len());
    for eight in deceived.chunks_exact(8) {
        assert!(eight.iter().all(passes));
    }
    assert!(!lucas(&m).to_bool_vartime());
    assert!((0..200).all(|_| !is_prime_vartime(&m, &m)));
}

/// Goal: what passes rounds to every base of a list is found. Method: Arnault's composite, by the
/// bases that it was made for.
#[test]
fn fixed_bases_are_not_believed() {
    let m = parse::<21>(ARNAULT);
    let bases = core::iter::once(2).chain(SMALL_PRIMES).take_while(|prime| *prime < 307);
    let passed = bases.filter(|prime| round_vartime(&m, m.words(), &number(*prime)));
    assert_eq!(passed.count(), 62);
    assert!(!lucas(&m).to_bool_vartime());
    assert!(!is_prime_vartime(&m, &m));
}

/// Goal: bases are uniform, also modulo a number that is just above a power of 2^64, of which words
/// cover a part twice. Method: how many lie in each quarter, of numbers of two bits more than a
/// word; the quarter of words alone would have 4 in 5 below a half.
#[test]
fn bases_are_uniform() {
    let m = Modulus::new(&[13, 5], 67);
    let mut quarters = [0; 4];
    for round in 0..4000 {
        let base = uniform_base(&m, &unforeseen(round));
        assert!(m.is_above(&base).to_bool_vartime());
        let place = (u128::from(base[1]) << 64 | u128::from(base[0])) * 4 / (5 << 64 | 13);
        quarters[place as usize] += 1;
    }
    assert!(quarters.iter().all(|count| (850..1150).contains(count)), "{quarters:?}");
}

/// Goal: bases are the random words modulo the number, all of them.
#[test]
fn bases_are_all_words_modulo_the_number() {
    for (x, random) in [(7, [[9], [5]]), (u64::MAX, [[u64::MAX], [3]]), (1 << 62 | 1, [[0], [1]])] {
        let whole = u128::from(random[1][0]) << 64 | u128::from(random[0][0]);
        let expected = (whole % u128::from(x)) as u64;
        assert_eq!(uniform_base(&modulus::<1>(x), &random), [expected], "{x}");
    }
}

/// Goal: words of hashes stand for random ones, other ones for each round, all of them.
#[test]
fn hashes_stand_for_random_words() {
    for (round, count) in [(0, 20), (7, 16), (255, 3)] {
        let mut words = [0; 20];
        fill_by_hash(round, &mut words[..count]);
        let all =
            (0..3).flat_map(|i| Digest::of(Hash::Sha512, &[round as u8, i]).as_bytes().to_vec());
        let all: Vec<u8> = all.collect();
        let found: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        assert_eq!(found[..8 * count], all[..8 * count]);
        assert!(words[count..].iter().all(|word| *word == 0));
    }
}

/// Goal: a system without random bytes gets the words of hashes, and one with them its own.
#[test]
fn bases_come_without_random_bytes_too() {
    let mut hashed = [0; 6];
    fill_by_hash(9, &mut hashed);
    let found = drawn_or_hashed::<3, _>(9, |_| Err(()));
    assert_eq!(found.as_flattened(), hashed);
    let drawn = |words: &mut [u64]| {
        words.fill(5);
        Ok::<_, ()>(())
    };
    assert_eq!(drawn_or_hashed::<3, _>(9, drawn), [[5; 3]; 2]);
}

/// Products that let every round pass, and note the bases.
struct Deceived(RefCell<Vec<u64>>);

impl Products<2> for Deceived {
    type Element = [u64; 2];
    fn encode(&self, x: &[u64; 2]) -> [u64; 2] {
        self.0.borrow_mut().push(x[0]);
        *x
    }
    fn decode(&self, a: &[u64; 2]) -> [u64; 2] {
        *a
    }
    fn one(&self) -> [u64; 2] {
        number(1)
    }
    fn mul(&self, a: &[u64; 2], _: &[u64; 2]) -> [u64; 2] {
        *a
    }
    fn mul_entry(&self, a: &[u64; 2], _: &[[u64; 2]], _: u64) -> [u64; 2] {
        *a
    }
    fn pow(&self, _: &[u64; 2], _: &[u64], _: usize) -> [u64; 2] {
        number(1)
    }
}

/// Goal: what passes all rounds is still to pass Lucas's test and to have no small factor; of the
/// rounds, the first is to the base 2, and then come as many as there shall be, to other bases.
#[test]
fn rounds_alone_are_not_believed() {
    let says = |x: u64| {
        let deceived = Deceived(RefCell::new(Vec::new()));
        (is_prime_vartime(&deceived, &modulus::<2>(x)), deceived.0.into_inner())
    };
    for x in [1_000_003 * 1_000_033, 1_299_709 * 3, 4_294_967_297].into_iter().chain(NOT_STRONG) {
        assert!(!says(x).0, "{x}");
    }
    let (is_prime, bases) = says((1 << 61) - 1);
    assert!(is_prime && bases[0] == 2 && bases.len() == 1 + ROUNDS, "{bases:?}");
    let mut others = bases;
    others.sort_unstable();
    others.dedup();
    assert_eq!(others.len(), 1 + ROUNDS);
}

/// Goal: zeros at the end are counted over words, and primes that have more than a word of them
/// above or below are primes.
#[test]
fn zeros_are_counted_over_words() {
    for (words, expected) in
        [([0, 8], 67), ([0, 0], 0), ([1, 0], 0), ([1 << 63, 1], 63), ([0, 1], 64), ([3, 1], 0)]
    {
        assert_eq!(trailing_zeros_vartime(&words), expected, "{words:x?}");
    }
    for (k, above) in [(3, false), (77, false), (43 << 3, false), (25, true), (27, true)] {
        let words = if above { [1, k] } else { [u64::MAX, k - 1] };
        let m = Modulus::new(&words, integer::bits_vartime(&words));
        assert!(is_prime_vartime(&m, &m), "{k} 2^64");
    }
}

/// Goal: remainders without a division are remainders. Method: division, at every end.
#[test]
fn remainders_are_right() {
    let numbers: [[u64; 3]; 4] =
        [[0; 3], [u64::MAX; 3], [1, 0, 1 << 63], [0x9e37_79b9_7f4a_7c15, 5, u64::MAX - 1]];
    let large = [65537, (1 << 31) - 1, 1 << 30, 1021 * 1019 * 1013];
    for divisor in SMALL_PRIMES.into_iter().chain(large) {
        for words in &numbers {
            let step = |rest, word: &u64| {
                (u128::from(rest) << 64 | u128::from(*word)) % u128::from(divisor)
            };
            let expected = words.iter().rev().fold(0u64, |rest, word| step(rest, word) as u64);
            assert_eq!(remainder(words, divisor), expected, "{words:x?}, {divisor}");
        }
    }
}
