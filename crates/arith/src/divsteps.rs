//! Modular inversion by division steps.
//!
//! Source: Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (2019),
//! in the variant that starts with delta = 1/2 (Wuille, "safegcd bounds"), 62 steps at a time on
//! the low words, then one update of the full numbers. Numbers are signed with 62-bit limbs: limb
//! `i` counts `2^(62 i)`, all limbs but the top one are in `[0, 2^62)`. In lanes there are 60 steps
//! at a time, and limbs of 60 bits: see [`joint`].
//!
//! Invariants between updates, with M the modulus: `f` and `g` lie in `(-M, M]`; `d` and `e` lie in
//! `(-2M, M)`; `f = d x` and `g = e x` modulo M. When `g` is 0, `f` is 1 or -1 (or M for `x` = 0).

pub(crate) mod joint;
#[cfg(test)]
mod tests;

use crate::prime::{Prime, Words};
use crate::word::mask;

/// The most limbs a modulus may need: 9 of 60 or 62 bits hold a 521-bit prime, its sign and one
/// doubling.
const MAX: usize = 9;
/// How many steps there are at a time, and bits in a limb.
const STEPS: usize = 62;

/// How many limbs the numbers of a modulus of `bits` bits have: room for the range `(-2M, M)`.
const fn limbs(bits: usize) -> usize {
    limbs_of(bits, STEPS)
}

/// Like [`limbs`], of limbs of `limb` bits.
const fn limbs_of(bits: usize, limb: usize) -> usize {
    (bits + 2).div_ceil(limb)
}

/// Returns a limb of all ones.
const fn low<const BITS: usize>() -> u64 {
    (1 << BITS) - 1
}

/// How many groups of 62 steps suffice for every `x` below a modulus of `bits` bits.
const fn groups(bits: usize) -> usize {
    steps_of(bits).div_ceil(STEPS)
}

/// How many steps suffice for every `x` below a modulus of `bits` bits.
///
/// The number of steps is at most `(45907 bits + 26313) / 19929` for 46 bits and more (the
/// convex-hull bound of the delta = 1/2 variant); below that the bound of the paper's theorem 11.2
/// for the other variant, `(49 bits + 80) / 17`, is kept as a generous one and exhausted by tests.
const fn steps_of(bits: usize) -> usize {
    if bits >= 46 { (45907 * bits + 26313) / 19929 } else { (49 * bits + 80) / 17 }
}

/// `-(delta + 1/2)` of the delta that the bound on the number of steps is for, 1/2.
const FIRST_ZETA: i64 = -1;

/// The limbs of one number.
type Slot = [i64; MAX];

/// `2^n` times the product of `n` division steps: `[f', g'] = [[u, v], [q, r]] [f, g] / 2^n`.
#[derive(Clone, Copy)]
struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

/// Returns `x^-1` modulo the prime, plain, and 0 for 0. `x` must be below the modulus.
/// Constant-time.
#[must_use]
pub fn invert<P: Prime>(x: &P::Limbs) -> P::Limbs {
    let mut out = P::Limbs::ZERO;
    let mut slots: [Slot; 5] = [[0; MAX]; 5];
    let slots = slots.each_mut().map(|slot| &mut slot[..limbs(P::BITS)]);
    invert_in(slots, P::BITS, x.as_ref(), P::MODULUS.as_ref(), out.as_mut());
    out
}

/// Returns how many limbs each of the five slots of [`invert_in`] needs for a modulus of `bits`
/// bits.
pub(crate) const fn slot_limbs(bits: usize) -> usize {
    limbs(bits)
}

/// Writes `x^-1` modulo an odd modulus of `bits` bits to `out`.
///
/// `x` must be below the modulus; `out` is as long as the modulus. Where there is no inverse, `out`
/// is some number below the modulus. The slots hold what the inverse could be told from, and are
/// the caller's to wipe. Constant-time in `x` and the modulus.
#[inline(always)]
pub(crate) fn invert_in(
    slots: [&mut [i64]; 5],
    bits: usize,
    x: &[u64],
    modulus: &[u64],
    out: &mut [u64],
) {
    let [m, f, g, d, e] = slots;
    let n = m.len();
    spread::<STEPS>(modulus, m);
    spread::<STEPS>(modulus, f);
    spread::<STEPS>(x, g);
    d.fill(0);
    e.fill(0);
    e[0] = 1;
    let low_inverse = inverse_mod_2_62(m[0] as u64);
    let mut zeta = FIRST_ZETA;
    for _ in 0..groups(bits) {
        let t;
        (zeta, t) = steps(zeta, f[0] as u64, g[0] as u64);
        update_de::<STEPS>(d, e, t, m, low_inverse);
        update_fg::<STEPS>(f, g, &t);
    }
    normalize::<STEPS>(d, f[n - 1] >> 63, m);
    gather::<STEPS>(d, out);
}

/// Writes the greatest common divisor of two numbers below `2^bits`, the first one odd, to `out`,
/// as long as they are. Constant-time. The slots are the caller's to wipe.
pub(crate) fn gcd_in(
    slots: [&mut [i64]; 2],
    bits: usize,
    odd: &[u64],
    other: &[u64],
    out: &mut [u64],
) {
    let [f, g] = slots;
    spread::<STEPS>(odd, f);
    spread::<STEPS>(other, g);
    let mut zeta = FIRST_ZETA;
    for _ in 0..groups(bits) {
        let t;
        (zeta, t) = steps(zeta, f[0] as u64, g[0] as u64);
        update_fg::<STEPS>(f, g, &t);
    }
    // What is left is the divisor or its negative.
    let negative = f[f.len() - 1] >> 63;
    let mut carry = 0;
    for limb in f.iter_mut() {
        carry += (*limb ^ negative) - negative;
        *limb = (carry as u64 & low::<STEPS>()) as i64;
        carry >>= STEPS;
    }
    gather::<STEPS>(f, out);
}

/// Like [`invert`], but variable-time: `x` must be public.
#[must_use]
pub fn invert_vartime<P: Prime>(x: &P::Limbs) -> P::Limbs {
    let n = limbs(P::BITS);
    let mut slots: [Slot; 5] = [[0; MAX]; 5];
    let [m, f, g, d, e] = slots.each_mut().map(|slot| &mut slot[..n]);
    spread::<STEPS>(P::MODULUS.as_ref(), m);
    spread::<STEPS>(P::MODULUS.as_ref(), f);
    spread::<STEPS>(x.as_ref(), g);
    e[0] = 1;
    let low_inverse = inverse_mod_2_62(m[0] as u64);
    let mut eta = -1;
    let mut used = n;
    while g[..used].iter().any(|&limb| limb != 0) {
        let t;
        (eta, t) = steps_vartime(eta, f[0] as u64, g[0] as u64);
        update_de::<STEPS>(d, e, t, m, low_inverse);
        update_fg::<STEPS>(&mut f[..used], &mut g[..used], &t);
        // Both numbers shrink: drop a top limb that holds nothing but the sign.
        let (top_f, top_g) = (f[used - 1], g[used - 1]);
        if used > 1 && (top_f == 0 || top_f == -1) && (top_g == 0 || top_g == -1) {
            used -= 1;
            f[used - 1] |= top_f << 62;
            g[used - 1] |= top_g << 62;
        }
    }
    normalize::<STEPS>(d, f[used - 1] >> 63, m);
    let mut out = P::Limbs::ZERO;
    gather::<STEPS>(d, out.as_mut());
    out
}

/// Returns the inverse of an odd word modulo 2^62: Newton's iteration doubles the correct bits.
const fn inverse_mod_2_62(odd: u64) -> u64 {
    let mut x = odd.wrapping_mul(3) ^ 2;
    let mut bits = 5;
    while bits < 62 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
        bits *= 2;
    }
    x & low::<62>()
}

/// Performs 62 division steps on the low words; `zeta` is `-(delta + 1/2)`.
#[inline(always)]
fn steps(mut zeta: i64, f0: u64, g0: u64) -> (i64, Matrix) {
    let (mut f, mut g) = (f0, g0);
    let [[u, v], [q, r]] = half_of_steps(&mut zeta, &mut f, &mut g);
    let [second_f, second_g] = half_of_steps(&mut zeta, &mut f, &mut g);
    let row = |[a, b]: [i64; 2]| [a * u + b * q, a * v + b * r];
    let ([u, v], [q, r]) = (row(second_f), row(second_g));
    (zeta, Matrix { u, v, q, r })
}

/// Performs 31 division steps, and returns `2^31` times their product.
///
/// So few that both entries of a row fit in one word, `u + 2^32 v`: additions, negations and
/// doublings of rows are those of words. In each row `|u| + |v|` is at most `2^31`, and no entry is
/// `-2^31`, as the first numbers are never negated.
#[inline(always)]
fn half_of_steps(zeta: &mut i64, f: &mut u64, g: &mut u64) -> [[i64; 2]; 2] {
    let (mut row_f, mut row_g) = (1u64, 1u64 << 32);
    for _ in 0..31 {
        // All ones where delta > 0, and where g is odd. The masks go through a barrier: nothing
        // here may become a branch, since f and g come from the secret.
        let positive = mask((*zeta as u64) >> 63);
        let odd = mask(*g & 1);
        let swap = positive & odd;
        // Add f and its row, negated if delta > 0, to g and its row if g is odd. That a negative is
        // the complement plus 1 is seen to apart, so that fewer steps wait for each other.
        *g = g.wrapping_sub(swap).wrapping_add((*f ^ positive) & odd);
        row_g = row_g.wrapping_sub(swap).wrapping_add((row_f ^ positive) & odd);
        // If both hold, swap: delta becomes 1 - delta and the old g, now g - f, gives f by one
        // addition.
        *zeta = (*zeta ^ swap as i64) - 1;
        *f = f.wrapping_add(*g & swap);
        row_f = row_f.wrapping_add(row_g & swap);
        *g >>= 1;
        row_f <<= 1;
    }
    [entries(row_f), entries(row_g)]
}

/// Returns both entries of a row, from `1 - 2^31` to `2^31` each.
#[inline(always)]
fn entries(row: u64) -> [i64; 2] {
    const BELOW: u64 = (1 << 31) - 1;
    let entry = |word: u64| (word.wrapping_add(BELOW) & 0xffff_ffff) as i64 - BELOW as i64;
    let low = entry(row);
    [low, entry(row.wrapping_sub(low as u64) >> 32)]
}

/// Like [`steps`], but variable-time and with the original delta = 1; `eta` is `-delta`.
fn steps_vartime(mut eta: i64, f0: u64, g0: u64) -> (i64, Matrix) {
    let (mut f, mut g) = (f0, g0);
    let (mut u, mut v, mut q, mut r) = (1u64, 0u64, 0u64, 1u64);
    let mut left = 62u32;
    loop {
        // A run of even g is a run of halvings. The bit above `left` ends the run at the last step.
        let zeros = (g | (u64::MAX << left)).trailing_zeros();
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        eta -= i64::from(zeros);
        left -= zeros;
        if left == 0 {
            break;
        }
        if eta < 0 {
            eta = -eta;
            (f, g) = (g, f.wrapping_neg());
            (u, q) = (q, u.wrapping_neg());
            (v, r) = (r, v.wrapping_neg());
        }
        // Cancel up to six low bits of g at once; no more than until delta changes sign or steps
        // end.
        let limit = (eta + 1).min(i64::from(left)).min(6) as u32;
        // f (f^2 - 2) is -1/f modulo 64 for odd f.
        let minus_inverse = f.wrapping_mul(f.wrapping_mul(f).wrapping_sub(2));
        let w = g.wrapping_mul(minus_inverse) & (u64::MAX >> (64 - limit));
        g = g.wrapping_add(f.wrapping_mul(w));
        q = q.wrapping_add(u.wrapping_mul(w));
        r = r.wrapping_add(v.wrapping_mul(w));
    }
    (eta, Matrix { u: u as i64, v: v as i64, q: q as i64, r: r as i64 })
}

/// Applies `t / 2^BITS` to `[d, e]` modulo the modulus.
#[inline(always)]
fn update_de<const BITS: usize>(
    d: &mut [i64],
    e: &mut [i64],
    t: Matrix,
    m: &[i64],
    low_inverse: u64,
) {
    let mut update = Update::of(t);
    for i in 0..m.len() {
        update.column::<BITS>(i, d, e, m, low_inverse);
    }
}

/// `[d, e]` on the way to `t / 2^BITS` times themselves modulo the modulus, a limb at a time from
/// the lowest one.
///
/// A multiple of the modulus makes the low limb vanish exactly; the multiple also takes account of
/// the signs, so that the results stay in `(-2M, M)`. The products stay far inside 128 bits: three
/// of `2^62 * 2^62`.
struct Update {
    t: Matrix,
    multiple_d: i64,
    multiple_e: i64,
    sum_d: i128,
    sum_e: i128,
}

impl Update {
    #[inline(always)]
    const fn of(t: Matrix) -> Self {
        Update { t, multiple_d: 0, multiple_e: 0, sum_d: 0, sum_e: 0 }
    }

    /// Takes the limbs at place `i` in, and puts out those at the place below.
    #[inline(always)]
    fn column<const BITS: usize>(
        &mut self,
        i: usize,
        d: &mut [i64],
        e: &mut [i64],
        m: &[i64],
        low_inverse: u64,
    ) {
        let n = m.len();
        let (d, e) = (&mut d[..n], &mut e[..n]);
        let t = &self.t;
        let mut sum_d = self.sum_d + product(t.u, d[i]) + product(t.v, e[i]);
        let mut sum_e = self.sum_e + product(t.q, d[i]) + product(t.r, e[i]);
        if i == 0 {
            let (sign_d, sign_e) = (d[n - 1] >> 63, e[n - 1] >> 63);
            let multiple_d = (t.u & sign_d) + (t.v & sign_e);
            let multiple_e = (t.q & sign_d) + (t.r & sign_e);
            self.multiple_d = multiple_d - vanish::<BITS>(sum_d, multiple_d, low_inverse);
            self.multiple_e = multiple_e - vanish::<BITS>(sum_e, multiple_e, low_inverse);
        }
        sum_d += product(m[i], self.multiple_d);
        sum_e += product(m[i], self.multiple_e);
        if i > 0 {
            d[i - 1] = (sum_d as u64 & low::<BITS>()) as i64;
            e[i - 1] = (sum_e as u64 & low::<BITS>()) as i64;
        }
        (self.sum_d, self.sum_e) = (sum_d >> BITS, sum_e >> BITS);
        if i == n - 1 {
            (d[i], e[i]) = (self.sum_d as i64, self.sum_e as i64);
        }
    }
}

/// Returns what to take from `multiple` so that `sum + m * multiple` is 0 modulo `2^BITS`.
#[inline(always)]
fn vanish<const BITS: usize>(sum: i128, multiple: i64, low_inverse: u64) -> i64 {
    (low_inverse.wrapping_mul(sum as u64).wrapping_add(multiple as u64) & low::<BITS>()) as i64
}

/// Applies `t / 2^BITS` to `[f, g]`; the division is exact.
#[inline(always)]
fn update_fg<const BITS: usize>(f: &mut [i64], g: &mut [i64], t: &Matrix) {
    let n = f.len();
    let g = &mut g[..n];
    let mut sum_f = (product(t.u, f[0]) + product(t.v, g[0])) >> BITS;
    let mut sum_g = (product(t.q, f[0]) + product(t.r, g[0])) >> BITS;
    for i in 1..n {
        let (fi, gi) = (f[i], g[i]);
        sum_f += product(t.u, fi) + product(t.v, gi);
        sum_g += product(t.q, fi) + product(t.r, gi);
        f[i - 1] = (sum_f as u64 & low::<BITS>()) as i64;
        g[i - 1] = (sum_g as u64 & low::<BITS>()) as i64;
        sum_f >>= BITS;
        sum_g >>= BITS;
    }
    f[n - 1] = sum_f as i64;
    g[n - 1] = sum_g as i64;
}

#[inline(always)]
fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// Spreads little-endian 64-bit words over the limbs of `out`.
#[inline(always)]
fn spread<const BITS: usize>(words: &[u64], out: &mut [i64]) {
    for (i, limb) in out.iter_mut().enumerate() {
        let (word, shift) = (BITS * i / 64, BITS * i % 64);
        let at = |k: usize| words.get(k).copied().unwrap_or(0);
        let value = (u128::from(at(word)) | u128::from(at(word + 1)) << 64) >> shift;
        *limb = (value as u64 & low::<BITS>()) as i64;
    }
}

/// Brings a number of `(-2M, M)`, negated where `negate` is -1 and not 0, to `[0, M)`.
#[inline(always)]
fn normalize<const BITS: usize>(number: &mut [i64], negate: i64, modulus: &[i64]) {
    let last = modulus.len() - 1;
    add_if_negative::<BITS>(number, modulus);
    let mut carry = 0;
    for limb in &mut number[..last] {
        carry += (*limb ^ negate) - negate;
        *limb = (carry as u64 & low::<BITS>()) as i64;
        carry >>= BITS;
    }
    number[last] = ((number[last] ^ negate) - negate) + carry;
    add_if_negative::<BITS>(number, modulus);
}

#[inline(always)]
fn add_if_negative<const BITS: usize>(number: &mut [i64], modulus: &[i64]) {
    let last = modulus.len() - 1;
    let number = &mut number[..=last];
    let negative = mask((number[last] as u64) >> 63) as i64;
    let mut carry = 0;
    for i in 0..last {
        carry += number[i] + (modulus[i] & negative);
        number[i] = (carry as u64 & low::<BITS>()) as i64;
        carry >>= BITS;
    }
    number[last] += (modulus[last] & negative) + carry;
}

/// Gathers the limbs of a number of `[0, M)` into 64-bit words.
#[inline(always)]
fn gather<const BITS: usize>(limbs: &[i64], out: &mut [u64]) {
    for (i, word) in out.iter_mut().enumerate() {
        let (limb, shift) = (64 * i / BITS, 64 * i % BITS);
        let at = |k: usize| limbs.get(k).map_or(0, |limb| u128::from(*limb as u64));
        // Two limbs reach `2 BITS - shift` bits, and the shift leaves 64 of them: it is a multiple
        // of 4 and at most 56 for limbs of 60 bits, and at most 60 for those of 62.
        *word = ((at(limb) | at(limb + 1) << BITS) >> shift) as u64;
    }
}
