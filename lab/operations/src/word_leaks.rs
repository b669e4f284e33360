//! Leaks of a secret of four words: what libraries have done wrong, and must not come back. Every
//! tool that looks for leaks has to find each of them.

use sealane::curve::{Curve, Secp256k1};
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::divsteps;
use sealane_arith::generated::P256N;
use sealane_arith::modulus::{Modulus, integer};
use std::hint::black_box;

/// What leaks four words, the lowest first; it returns something of them.
pub type WordLeak = fn(&[u64; 4]) -> u64;

/// Every leak, by name.
pub const WORDS: [(&str, WordLeak); 13] = [
    ("index", index),
    ("branch", branch),
    ("rejection", rejection),
    ("early-out", early_out),
    ("skip-zero", skip_zero),
    ("vartime", vartime),
    ("mask", mask),
    ("half", half),
    ("rsa-bits", bits),
    ("rsa-window", window),
    ("rsa-subtraction", subtraction),
    ("rsa-padding", padding),
    ("dsa-length", length),
];

/// The words that leaks are first tried with: below every order of 256 bits.
pub const USUAL: [u64; 4] =
    [0x67b1_d693_4e50_c3db, 0x36e8_9b12_7b8a_622b, 0x120f_6721_afd8_45ba, 0x4916_6b5c_2157_c9af];

/// Secrets that a number stands for: those that each leak tells from [`USUAL`] are among the first
/// nine.
#[must_use]
pub fn secret(number: u64) -> [u64; 4] {
    let mut words = USUAL;
    match number {
        0 => {}
        1 => words[0] ^= 1,
        2 => words[1] = 0,
        3 => words[3] >>= 9,
        4 => words = [u64::MAX; 4],
        _ => words = words.map(|word| word.wrapping_mul(2 * number + 1).rotate_left(21)),
    }
    words
}

/// The leak that stood in a released library for two and a half years: all entries are read, but
/// each time by the secret index, so the result is right and every functional test is green.
pub fn index(secret: &[u64; 4]) -> u64 {
    let table: [u64; 16] = std::array::from_fn(|i| 3 * i as u64);
    let i = secret[0] & 15;
    let mut found = 0;
    for j in 0..16 {
        found = black_box(table[black_box(i) as usize]) | (found & black_box(0) & j);
    }
    found
}

/// A branch on a secret bit.
pub fn branch(secret: &[u64; 4]) -> u64 {
    if black_box(secret[0] & 1) == 1 { black_box(7) } else { slow_path() }
}

#[inline(never)]
fn slow_path() -> u64 {
    black_box((0..100).fold(1u64, |a, b| black_box(a ^ b)))
}

/// Draws candidates until one differs enough from the key: how often tells something of the key.
pub fn rejection(secret: &[u64; 4]) -> u64 {
    let mut candidate = 1u64;
    while black_box(candidate ^ secret[0]) & 7 != 0 {
        candidate = candidate.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    }
    candidate
}

/// A comparison that stops at the first difference.
pub fn early_out(secret: &[u64; 4]) -> u64 {
    u64::from(secret.iter().zip(&USUAL).all(|(a, b)| black_box(*a) == *b))
}

/// A product that leaves words out that are zero.
pub fn skip_zero(secret: &[u64; 4]) -> u64 {
    let mut sum = 0u64;
    for &word in secret {
        if black_box(word) != 0 {
            sum = black_box(sum.wrapping_add(word.wrapping_mul(5)));
        }
    }
    sum
}

/// The variable-time inversion of a secret.
pub fn vartime(secret: &[u64; 4]) -> u64 {
    divsteps::invert_vartime::<P256N>(secret)[0]
}

/// A mask that is made a `bool`.
pub fn mask(secret: &[u64; 4]) -> u64 {
    if bytes::is_unit::<P256N>(secret).to_bool_vartime() { slow_path() } else { 0 }
}

/// Halves a scalar of secp256k1 as the product does, and then negates where a half is below 0.
pub fn half(secret: &[u64; 4]) -> u64 {
    let endomorphism = Secp256k1::ENDOMORPHISM.expect("its coefficient a is zero");
    let [first, second] = endomorphism.split(secret);
    let negative = black_box(first.negative ^ second.negative);
    if black_box(negative) == 1 { slow_path() } else { black_box(7) }
}

fn modulus() -> Modulus<4> {
    Modulus::new(&[u64::MAX, 3, 5, 1 << 63], 256)
}

/// Square and multiply, with a product where the exponent has a bit: Kocher's own example.
pub fn bits(secret: &[u64; 4]) -> u64 {
    let m = modulus();
    m.pow_vartime(m.one(), secret)[0]
}

/// Windows whose entries are read by their address.
pub fn window(secret: &[u64; 4]) -> u64 {
    let table: [[u64; 4]; 16] = std::array::from_fn(|i| [i as u64; 4]);
    black_box(table[(black_box(secret[0]) & 15) as usize])[0]
}

/// The last subtraction of a product only where it is needed: Schindler 2000, Brumley and Boneh
/// 2003.
pub fn subtraction(secret: &[u64; 4]) -> u64 {
    let (less, borrow) = integer::sub(secret, modulus().words());
    let reduced = if black_box(borrow) == 0 { black_box(less) } else { *secret };
    reduced[0]
}

/// The end of a message's padding sought until it is found: Manger 2001, and Marvin 2023.
pub fn padding(secret: &[u64; 4]) -> u64 {
    let mut at = 0;
    while black_box(secret[0] >> at & 1) == 0 && at < 63 {
        at += 1;
    }
    at
}

/// A power with as many windows as the nonce has bits: OpenSSL until CVE-2018-0734, and the length
/// of a nonce is enough to find the key (Nguyen and Shparlinski 2002).
pub fn length(secret: &[u64; 4]) -> u64 {
    let m = modulus();
    m.pow(m.one(), secret, integer::bits_vartime(secret))[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what leaks an index gives the right entry, so that no other test would find it.
    #[test]
    fn leaks_are_right_where_they_leak() {
        for number in 0..16 {
            let secret = secret(number);
            assert_eq!(index(&secret), 3 * (secret[0] & 15));
            assert_eq!(window(&secret), secret[0] & 15);
            assert_eq!(early_out(&secret), u64::from(secret == USUAL));
            assert_eq!((rejection(&secret) ^ secret[0]) & 7, 0);
        }
    }

    /// Goal: leaks that tell something by their results tell it of one of the first secrets.
    #[test]
    fn secrets_are_told_apart() {
        for (name, leak) in WORDS.into_iter().filter(|(name, _)| !name.ends_with("subtraction")) {
            let told = leak(&USUAL);
            let is_power_of_one = ["rsa-bits", "dsa-length"].contains(&name);
            assert!(is_power_of_one || (1..9).any(|n| leak(&secret(n)) != told), "{name}");
        }
        let lengths: Vec<usize> = (0..9).map(|n| integer::bits_vartime(&secret(n))).collect();
        assert!(lengths.iter().any(|length| *length != lengths[0]), "{lengths:?}");
    }
}
