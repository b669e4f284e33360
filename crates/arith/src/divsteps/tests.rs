//! Division steps beside those of the paper, and what is done with their matrices at the ends of
//! its range.

use super::*;

type Steps = fn(i64, u64, u64) -> (i64, Matrix);

/// Numbers of 60 bits with a sign, that look random.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 4) as i64 - (1 << 59)
    }
}

/// So many division steps as the paper has them (Bernstein and Yang, "Fast constant-time gcd
/// computation and modular inversion", section 8), by division. `count` is `half - delta`, so
/// that it is negative where delta is above 0: `half` is -1/2 or 0.
pub(super) fn reference(
    steps: usize,
    mut count: i64,
    swapped: i64,
    mut f: i128,
    mut g: i128,
) -> (i64, i128, i128) {
    for _ in 0..steps {
        let odd = g & 1;
        if count < 0 && odd == 1 {
            (count, f, g) = (-count - swapped, g, (g - f) / 2);
        } else {
            (count, f, g) = (count - 1, f, (g + odd * f) / 2);
        }
    }
    (count, f, g)
}

/// Goal: both kinds of steps are the steps of the paper: the matrix takes the first numbers to
/// the last, and delta is counted right, which no inverse shows as long as the groups are
/// enough.
#[test]
fn steps_are_those_of_the_paper() {
    let mut numbers = Random(7);
    let mut random = || numbers.next();
    for round in 0..4000 {
        let g = match round % 7 {
            0 => random() >> 40,
            // Rows with an entry that is all of half of the steps: nothing but halvings.
            1 => 0,
            2 => random() << 31,
            _ => random(),
        };
        let f = if round % 7 == 3 { g | 1 } else { random() | 1 };
        let count = if round % 3 == 0 { FIRST_ZETA } else { random() % 70 };
        for (all, swapped) in [(steps as Steps, 2), (steps_vartime, 1)] {
            let (last, f_last, g_last) = reference(STEPS, count, swapped, f.into(), g.into());
            let (counted, t) = all(count, f as u64, g as u64);
            let applied = |a: i64, b: i64| product(a, f) + product(b, g);
            assert_eq!(counted, last);
            assert_eq!((applied(t.u, t.v), applied(t.q, t.r)), (f_last << 62, g_last << 62));
        }
    }
}

/// An odd modulus of 63 bits, which products by entries of a matrix leave in 128.
const MODULUS: i128 = 0x5a82_7999_6ed9_eba1;

/// Numbers at the ends of `(-2M, M)`, and at its middle.
const ENDS: [i128; 8] =
    [1 - 2 * MODULUS, -MODULUS - 1, -MODULUS, 1 - MODULUS, -1, 0, 1, MODULUS - 1];

fn split(number: i128) -> [i64; 2] {
    [(number as u64 & low::<STEPS>()) as i64, (number >> STEPS) as i64]
}

fn joined([low, high]: [i64; 2]) -> i128 {
    (i128::from(high) << STEPS) + i128::from(low)
}

/// Goal: what a matrix makes of two numbers of `(-2M, M)` lies there again, and is what it should
/// be modulo M. Method: both at the ends of the range, and matrices of many steps.
#[test]
fn updates_stay_in_their_range() {
    let (mut numbers, m) = (Random(11), split(MODULUS));
    let low_inverse = inverse_mod_2_62(m[0] as u64);
    for round in 0..2000 {
        let (f, g) = ((numbers.next() | 1) as u64, numbers.next() as u64);
        let made = if round % 2 == 0 { steps } else { steps_vartime };
        let (_, t) = made(if round % 3 == 0 { -1 } else { numbers.next() % 70 }, f, g);
        for (d, e) in ENDS.into_iter().flat_map(|d| ENDS.map(|e| (d, e))) {
            let (mut of_d, mut of_e) = (split(d), split(e));
            update_de::<STEPS>(&mut of_d, &mut of_e, t, &m, low_inverse);
            for ([a, b], after) in [([t.u, t.v], joined(of_d)), ([t.q, t.r], joined(of_e))] {
                let expected = i128::from(a) * d + i128::from(b) * e;
                let difference = expected - (after.rem_euclid(MODULUS) << STEPS);
                assert_eq!(difference % MODULUS, 0, "{a} {d} {b} {e}");
                assert!(-2 * MODULUS < after && after < MODULUS, "{a} {d} {b} {e}: {after}");
            }
        }
    }
}

/// An odd modulus of 122 bits: its highest limb has sixty, of which signs are taken.
const LONG: i128 = 0x03a8_2799_96ed_9eba_18f1_bbcd_cca6_2c1d;

/// Goal: the range holds where the highest limbs are long, so that whatever is taken for a sign
/// beside the sign itself shows. Method: both ends of `(-2M, M)`, and numbers drawn from it.
#[test]
fn updates_of_long_limbs_stay_in_their_range() {
    let (mut numbers, m) = (Random(13), split(LONG));
    let low_inverse = inverse_mod_2_62(m[0] as u64);
    for round in 0..2000 {
        let (f, g) = ((numbers.next() | 1) as u64, numbers.next() as u64);
        let made = if round % 2 == 0 { steps } else { steps_vartime };
        let (_, t) = made(if round % 3 == 0 { -1 } else { numbers.next() % 70 }, f, g);
        let mut any = || (i128::from(numbers.next()) << 62 | 0x5ead) % LONG;
        let places = [1 - 2 * LONG, -LONG, LONG - 1, any() - LONG, any().abs()];
        for (d, e) in places.into_iter().flat_map(|d| places.map(|e| (d, e))) {
            let (mut of_d, mut of_e) = (split(d), split(e));
            update_de::<STEPS>(&mut of_d, &mut of_e, t, &m, low_inverse);
            for after in [joined(of_d), joined(of_e)] {
                assert!(-2 * LONG < after && after < LONG, "{d} {e}: {after}");
            }
        }
    }
}

/// Goal: the whole range is brought to `[0, M)`, and its negative too.
#[test]
fn the_whole_range_is_normalized() {
    for number in ENDS {
        for (negate, expected) in [(0, number), (-1, -number)] {
            let mut limbs = split(number);
            normalize::<STEPS>(&mut limbs, negate, &split(MODULUS));
            assert_eq!(joined(limbs), expected.rem_euclid(MODULUS), "{number} {negate}");
        }
    }
}

/// Goal: what lies in the slots from before makes no difference.
#[test]
fn slots_need_not_be_empty() {
    for from_before in [0, -1, 5] {
        let (mut slots, mut out) = ([[from_before; 2]; 5], [0]);
        invert_in(
            slots.each_mut().map(|slot| &mut slot[..]),
            63,
            &[3],
            &[MODULUS as u64],
            &mut out,
        );
        assert_eq!(u128::from(out[0]) * 3 % MODULUS as u128, 1, "{from_before}");
    }
}
