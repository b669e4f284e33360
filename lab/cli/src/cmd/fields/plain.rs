//! Modular arithmetic by doubling and adding, which shares nothing with the arithmetic it checks.
use super::Op;
use sealane_arith::prime::Words;

/// An integer of up to 576 bits, little-endian. All numbers here are below a modulus of at most
/// 575 bits, so that no sum overflows.
pub type Wide = [u64; 9];

/// Returns words with zeros above.
pub fn widen(words: &[u64]) -> Wide {
    let mut wide = Wide::default();
    wide[..words.len()].copy_from_slice(words);
    wide
}

/// Returns the lower words.
pub fn narrow<L: Words>(wide: &Wide) -> L {
    let mut words = L::ZERO;
    words.as_mut().copy_from_slice(&wide[..L::LEN]);
    words
}

/// Returns number `i` of some below the modulus, with ones and zeros mixed.
pub fn sample(i: usize, modulus: &Wide) -> Wide {
    let seed = widen(&[0x9e37_79b9_7f4a_7c15, i as u64 + 3]);
    (0..4).fold(reduce(seed, modulus), |x, _| mul(&x, &x, modulus))
}

/// Returns where the chain of `op` from `start` ends.
pub fn end_of(op: Op, start: &Wide, factor: &Wide, modulus: &Wide) -> Wide {
    let count = op.chain();
    match op {
        Op::Mul => (0..count).fold(*start, |x, _| mul(&x, factor, modulus)),
        Op::Sqr => (0..count).fold(*start, |x, _| mul(&x, &x, modulus)),
        Op::Add => add(start, &mul(factor, &widen(&[count as u64]), modulus), modulus),
        Op::Invert => invert(start, modulus),
    }
}

fn reduce(mut x: Wide, modulus: &Wide) -> Wide {
    while let Some(less) = sub(&x, modulus) {
        x = less;
    }
    x
}

fn sub(a: &Wide, b: &Wide) -> Option<Wide> {
    let (mut difference, mut borrow) = (Wide::default(), false);
    for (i, to) in difference.iter_mut().enumerate() {
        let (first, one) = a[i].overflowing_sub(b[i]);
        let (second, two) = first.overflowing_sub(u64::from(borrow));
        (*to, borrow) = (second, one || two);
    }
    (!borrow).then_some(difference)
}

fn add(a: &Wide, b: &Wide, modulus: &Wide) -> Wide {
    let (mut sum, mut carry) = (Wide::default(), false);
    for (i, to) in sum.iter_mut().enumerate() {
        let (first, one) = a[i].overflowing_add(b[i]);
        let (second, two) = first.overflowing_add(u64::from(carry));
        (*to, carry) = (second, one || two);
    }
    sub(&sum, modulus).unwrap_or(sum)
}

fn mul(a: &Wide, b: &Wide, modulus: &Wide) -> Wide {
    let bits = |x: &Wide| x.iter().rposition(|word| *word != 0).map_or(0, |top| 64 * (top + 1));
    (0..bits(b)).rev().fold(Wide::default(), |product, i| {
        let twice = add(&product, &product, modulus);
        if b[i / 64] >> (i % 64) & 1 == 1 { add(&twice, a, modulus) } else { twice }
    })
}

/// Returns `x^(p-2)`, the inverse by Fermat.
fn invert(x: &Wide, modulus: &Wide) -> Wide {
    let exponent = sub(modulus, &widen(&[2])).expect("a modulus above 2");
    (0..64 * exponent.len()).rev().fold(widen(&[1]), |power, i| {
        let square = mul(&power, &power, modulus);
        if exponent[i / 64] >> (i % 64) & 1 == 1 { mul(&square, x, modulus) } else { square }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the plain arithmetic is right, by small numbers.
    #[test]
    fn small_numbers() {
        let modulus = widen(&[251]);
        for a in 1..251u64 {
            for b in [1, 2, 125, 126, 250] {
                let (x, y) = (widen(&[a]), widen(&[b]));
                assert_eq!(mul(&x, &y, &modulus), widen(&[a * b % 251]));
                assert_eq!(add(&x, &y, &modulus), widen(&[(a + b) % 251]));
            }
            let inverse = invert(&widen(&[a]), &modulus);
            assert_eq!(a * inverse[0] % 251, 1);
        }
    }
}
