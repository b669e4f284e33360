//! Small moduli by all numbers; the edges of words. Large moduli are compared with big integers in
//! `testkit`.

use super::*;
use crate::ct::Mask;

/// Goal: every operation is right modulo every odd number of a byte, whatever room it has. Method:
/// all pairs of numbers against machine integers.
fn all_pairs<const L: usize>() {
    let wide = |x: u64| {
        let mut words = [0; L];
        words[0] = x;
        words
    };
    for m in (3..128u64).step_by(2) {
        let modulus = Modulus::new(&wide(m), integer::bits_vartime(&[m]));
        assert_eq!(modulus.decode(modulus.one()), wide(1));
        for x in 0..m {
            let a = modulus.encode(&wide(x));
            assert_eq!(modulus.decode(&a), wide(x));
            assert_eq!(modulus.decode(&modulus.sqr(&a)), wide(x * x % m));
            let (inverse, good) = modulus.invert(&wide(x));
            let expected = (1..m).find(|y| x * y % m == 1);
            assert_eq!(good.to_bool_vartime(), expected.is_some(), "1 / {x} mod {m}");
            assert!(expected.is_none_or(|y| inverse == wide(y)), "1 / {x} mod {m}");
            let mut power = *modulus.one();
            for exponent in 0..20 {
                assert_eq!(modulus.pow(&a, &[exponent], 5), power);
                assert_eq!(modulus.pow_vartime(&a, &[exponent, 0]), power);
                power = modulus.mul(&power, &a);
            }
            for y in 0..m {
                let b = modulus.encode(&wide(y));
                assert_eq!(modulus.decode(&modulus.mul(&a, &b)), wide(x * y % m));
                assert_eq!(modulus.add(&wide(x), &wide(y)), wide((x + y) % m));
                assert_eq!(modulus.sub(&wide(x), &wide(y)), wide((x + m - y) % m));
                assert_eq!(modulus.is_above(&wide(x + y)).to_bool_vartime(), x + y < m);
            }
        }
    }
}

#[test]
fn small_moduli_are_right_for_all_numbers() {
    all_pairs::<1>();
    all_pairs::<2>();
    all_pairs::<3>();
}

/// Goal: windows take every bit of an exponent once, at every width and length. Method: the
/// exponent of all ones, and a single bit at each place, by doubling in the exponent.
#[test]
fn windows_take_every_bit() {
    let modulus = Modulus::new(&[u64::MAX - 58, u64::MAX], 128);
    let a = modulus.encode(&[3, 5]);
    for bits in [1, 8, 9, 24, 25, 63, 64, 65, 80, 81, 128, 240, 241, 320] {
        let mut single = a;
        let mut all = *modulus.one();
        for bit in 0..bits {
            let mut exponent = [0u64; 5];
            exponent[bit / 64] = 1 << (bit % 64);
            assert_eq!(modulus.pow(&a, &exponent, bits), single, "bit {bit} of {bits}");
            all = modulus.mul(&all, &single);
            single = modulus.sqr(&single);
        }
        // Bits above the length do not count.
        assert_eq!(modulus.pow(&a, &[u64::MAX; 6], bits), all);
    }
    assert_eq!(modulus.pow(&a, &[1], 0), *modulus.one());
}

/// Goal: remainders by even divisors and by such that fill their words. Method: machine integers.
#[test]
fn remainders_are_right() {
    for number in [0, 1, u128::MAX, u128::MAX - 1, 1 << 127, 0x1234_5678_9abc_def0 << 50] {
        for divisor in [1, 2, 3, 1 << 63, u64::MAX, u64::MAX - 1, 10] {
            let words = [number as u64, (number >> 64) as u64];
            let rest = (number % u128::from(divisor)) as u64;
            assert_eq!(integer::remainder(&words, &[divisor]), [rest]);
            assert_eq!(integer::remainder(&words, &[divisor, 0]), [rest, 0]);
        }
        let words = [number as u64, (number >> 64) as u64];
        let divisor = u128::MAX - (1 << 70);
        let rest = number % divisor;
        let divisor = [divisor as u64, (divisor >> 64) as u64];
        assert_eq!(integer::remainder(&words, &divisor), [rest as u64, (rest >> 64) as u64]);
    }
}

/// Goal: what does not fit is told. Method: one byte more, zero and not.
#[test]
fn integers_of_bytes_fit_or_are_told() {
    let (number, fits) = integer::from_be_bytes::<1>(&[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!((number, fits.to_bool_vartime()), ([0x0102_0304_0506_0708], true));
    assert!(!integer::from_be_bytes::<1>(&[1, 1, 2, 3, 4, 5, 6, 7, 8]).1.to_bool_vartime());
    assert_eq!(integer::from_be_bytes::<2>(&[9]).0, [9, 0]);
}

/// Goal: bit lengths and shifts by secret numbers are right at the borders of words.
#[test]
fn lengths_and_shifts_are_right() {
    let number = [0x8000_0000_0000_0001, 0xffff, 0];
    for shift in 0..192u64 {
        let value = (0xffffu128 << 64 | 0x8000_0000_0000_0001) >> shift.min(127);
        let value = if shift < 128 { value } else { 0 };
        let shifted = integer::shift_right(&number, shift);
        assert_eq!(shifted, [value as u64, (value >> 64) as u64, 0], "{shift}");
        assert_eq!(integer::bits(&shifted), u64::from(128 - value.leading_zeros()));
        assert_eq!(integer::bits_vartime(&shifted) as u64, integer::bits(&shifted));
    }
    assert_eq!(integer::bits(&[0, 0, 1 << 63]), 192);
}

/// Goal: divisors and inverses of low words are right. Method: all pairs of small numbers, and such
/// that fill two words.
#[test]
fn divisors_and_low_inverses_are_right() {
    let divisor = |mut a: u128, mut b: u128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let words = |x: u128| [x as u64, (x >> 64) as u64];
    for a in (1..200u128).step_by(2) {
        for b in 0..200 {
            assert_eq!(integer::gcd(&words(a), &words(b), 8), words(divisor(a, b)));
            let factor = u128::MAX / 255;
            let (a, b) = (a * factor, b * factor);
            assert_eq!(integer::gcd(&words(a), &words(b), 128), words(divisor(a, b)));
        }
        for odd in [a, u128::MAX - a - 1, (u128::MAX / 3) ^ (a - 1)] {
            let inverse = integer::invert_low(&words(odd | 1));
            assert_eq!(integer::mul_low(&words(odd | 1), &inverse), [1, 0]);
        }
    }
}
