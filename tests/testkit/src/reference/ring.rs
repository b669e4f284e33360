//! The rings Z_q\[X\]/(X^n + 1) and the roundings of ML-DSA, straight from their definitions. FIPS
//! 204, sections 2.3 and 7.4.

/// The modulus of ML-DSA.
pub const Q: i64 = 8_380_417;

/// Returns `x mod q` from 0 to `q - 1`, of each coefficient.
#[must_use]
pub fn canonical(q: i64, x: &[i32]) -> Vec<i64> {
    x.iter().map(|x| i64::from(*x).rem_euclid(q)).collect()
}

/// Returns `factor * x mod q`, of each coefficient.
#[must_use]
pub fn scaled(q: i64, x: &[i64], factor: i64) -> Vec<i64> {
    x.iter().map(|x| (x * factor.rem_euclid(q)).rem_euclid(q)).collect()
}

/// Returns the product of two polynomials modulo `X^n + 1` and `q`, each power with each.
#[must_use]
pub fn product(q: i64, a: &[i64], b: &[i64]) -> Vec<i64> {
    let n = a.len();
    let mut sum = vec![0; n];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let term = a * b % q;
            // X^n is -1.
            if i + j < n {
                sum[i + j] += term;
            } else {
                sum[i + j - n] -= term;
            }
        }
    }
    sum.into_iter().map(|sum| sum.rem_euclid(q)).collect()
}

/// Returns the values of a polynomial at all roots of `X^n + 1`: the one with the number `i` is
/// `root^(2 brv(i) + 1)`, where `brv` reverses the bits of a number below `n`.
#[must_use]
pub fn values(q: i64, root: i64, x: &[i64]) -> Vec<i64> {
    let bits = x.len().ilog2();
    let reversed = |i: usize| (0..bits).fold(0, |all, bit| all * 2 + (i >> bit & 1));
    let power = |exponent: usize| (0..exponent).fold(1, |power, _| power * root % q);
    let at = |point: i64| x.iter().rev().fold(0, |sum, x| (sum * point + x).rem_euclid(q));
    (0..x.len()).map(|i| at(power(2 * reversed(i) + 1))).collect()
}

/// Returns the representative of `r` modulo an even `m` that is above `-m / 2` and at most `m / 2`.
fn centered(r: i64, m: i64) -> i64 {
    let r = r.rem_euclid(m);
    if r > m / 2 { r - m } else { r }
}

/// Power2Round: `(r1, r0)`. Algorithm 35.
#[must_use]
pub fn power2round(r: i64) -> (i64, i64) {
    let low = centered(r, 1 << 13);
    ((r - low) / (1 << 13), low)
}

/// Decompose: `(r1, r0)`. Algorithm 36.
#[must_use]
pub fn decompose(gamma2: i64, r: i64) -> (i64, i64) {
    let r = r.rem_euclid(Q);
    let low = centered(r, 2 * gamma2);
    if r - low == Q - 1 { (0, low - 1) } else { ((r - low) / (2 * gamma2), low) }
}

/// MakeHint: whether adding `z` to `r` changes its high part. Algorithm 39.
#[must_use]
pub fn make_hint(gamma2: i64, z: i64, r: i64) -> bool {
    decompose(gamma2, r).0 != decompose(gamma2, r + z).0
}

/// UseHint: the high part of `r`, corrected. Algorithm 40.
#[must_use]
pub fn use_hint(gamma2: i64, hint: bool, r: i64) -> i64 {
    let (high, low) = decompose(gamma2, r);
    let classes = (Q - 1) / (2 * gamma2);
    match (hint, low > 0) {
        (false, _) => high,
        (true, true) => (high + 1).rem_euclid(classes),
        (true, false) => (high - 1).rem_euclid(classes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the reference says what can be seen by hand.
    #[test]
    fn small_cases_are_right() {
        // (1 + X)(X) = X + X^2, and X^2 = -1.
        assert_eq!(product(17, &[1, 1], &[0, 1]), [16, 1]);
        // The roots of X^2 + 1 modulo 17 are 4 and 13.
        assert_eq!(values(17, 4, &[3, 2]), [11, 12]);
        assert_eq!(power2round(Q - 1), (1023, 0));
        assert_eq!(power2round(4096), (0, 4096));
        assert_eq!(power2round(4097), (1, -4095));
        assert_eq!(decompose(95_232, Q - 1), (0, -1));
        assert_eq!(decompose(95_232, 95_233), (1, -95_231));
        assert!(make_hint(95_232, 1, 95_232) && !make_hint(95_232, -1, 95_232));
        assert_eq!(use_hint(95_232, true, 0), 43);
        assert_eq!(use_hint(95_232, true, Q - 95_233), 0);
        assert_eq!(use_hint(95_232, false, Q - 95_233), 43);
    }
}
