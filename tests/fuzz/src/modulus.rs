//! Odd moduli of run-time value beside big integers: sums, products, reductions, powers, inverses,
//! on words and along the lanes.
//!
//! The first byte says how many words there are; then stand the modulus, two numbers, one of twice
//! the length, and an exponent of a word. What is missing is zero.

use num_bigint::BigUint;
use sealane_arith::ct::Mask;
use sealane_arith::lanes::Vector;
use sealane_arith::machine::{Lanes8, Soft8};
use sealane_arith::modulus::rows::RowModuli;
use sealane_arith::modulus::{Modulus, integer};
use testkit::reference::field;

/// A sum of two numbers modulo a third, on words.
type Sum<const L: usize> = fn(&Modulus<L>, &[u64; L], &[u64; L]) -> [u64; L];

/// Numbers as bytes have them, one after the other.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn next<const L: usize>(&mut self) -> [u64; L] {
        let mut out = [0; L];
        for word in &mut out {
            let mut octets = [0; 8];
            let (own, rest) = self.0.split_at(self.0.len().min(8));
            octets[..own.len()].copy_from_slice(own);
            (*word, self.0) = (u64::from_le_bytes(octets), rest);
        }
        out
    }

    /// An odd number above 1.
    fn modulus<const L: usize>(&mut self) -> [u64; L] {
        let mut words = self.next::<L>();
        words[0] |= 1;
        if words[0] == 1 && words[1..].iter().all(|word| *word == 0) {
            words[0] = 3;
        }
        words
    }
}

fn big(words: impl AsRef<[u64]>) -> BigUint {
    field::from_words(words.as_ref())
}

fn words<const L: usize>(value: &BigUint) -> [u64; L] {
    *field::to_words(value, L).as_array().expect("as many words as were asked for")
}

/// Every function has the number that big integers have.
pub fn run(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    match first % 8 {
        0 => check::<1>(rest, Modulus::add),
        1 => check::<2>(rest, Modulus::add),
        2 => check::<3>(rest, Modulus::add),
        3 => check::<4>(rest, Modulus::add),
        4 => check::<8>(rest, Modulus::add),
        5 => {
            check::<16>(rest, Modulus::add);
            check_rows::<_, 16, 5>(Soft8::MACHINE, rest);
        }
        6 => check::<32>(rest, Modulus::add),
        _ =>
        {
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            if let Some(machine) = sealane_arith::machine::Eight::detect() {
                check_rows::<_, 16, 5>(machine, rest);
                check_rows::<_, 32, 10>(machine, rest);
            }
        }
    }
}

/// The same of two words with a fault that was put in, which the search has to find: a sum that
/// forgets the carry out of its highest word. Those that it begins with have none.
pub fn run_planted(bytes: &[u8]) {
    check::<2>(bytes, |m, a, b| {
        let (sum, _) = integer::add(a, b);
        let (reduced, borrow) = integer::sub(&sum, m.words());
        if borrow == 1 { sum } else { reduced }
    });
}

fn check<const L: usize>(bytes: &[u8], add: Sum<L>) {
    let mut numbers = Numbers(bytes);
    let m = numbers.modulus::<L>();
    let p = big(m);
    let modulus = Modulus::<L>::new(&m, p.bits() as usize);
    let [low, high] = [numbers.next::<L>(), numbers.next::<L>()];
    let [x, y] = [big(low) % &p, big(high) % &p];
    let (a, b) = (words::<L>(&x), words::<L>(&y));
    let told = || format!("{x:x} {y:x} modulo {p:x}");
    assert_eq!(big(add(&modulus, &a, &b)), field::add(&x, &y, &p), "sum of {}", told());
    assert_eq!(big(modulus.sub(&a, &b)), field::sub(&x, &y, &p), "difference of {}", told());
    assert_eq!(modulus.is_above(&low).to_bool_vartime(), big(low) < p, "{}", told());
    let (left, right) = (modulus.encode(&a), modulus.encode(&b));
    let plain = |element: &[u64; L]| big(modulus.decode(element));
    assert_eq!(plain(&left), x, "{}", told());
    assert_eq!(plain(&modulus.encode(&low)), x, "{}", told());
    assert_eq!(plain(&modulus.mul(&left, &right)), &x * &y % &p, "product of {}", told());
    assert_eq!(plain(&modulus.sqr(&left)), &x * &x % &p, "square of {}", told());
    let wide = (big(high) << (64 * L)) + big(low);
    assert_eq!(plain(&modulus.encode_wide(&low, &high)), &wide % &p, "{}", told());
    let (inverse, good) = modulus.invert(&a);
    let inverse = good.to_bool_vartime().then(|| big(inverse));
    assert_eq!(inverse, x.modinv(&p), "inverse of {}", told());
    let [exponent] = numbers.next::<1>();
    let bits = 64 - exponent.leading_zeros() as usize;
    let power = x.modpow(&exponent.into(), &p);
    assert_eq!(plain(&modulus.pow(&left, &[exponent], bits)), power, "power of {}", told());
    assert_eq!(plain(&modulus.pow_vartime(&left, &[exponent])), power, "power of {}", told());
    let [upper, lower] = [integer::mul(&low, &high)[1], integer::mul_low(&low, &high)];
    assert_eq!((big(upper) << (64 * L)) + big(lower), big(low) * big(high), "{}", told());
    if big(high) != BigUint::ZERO {
        let rest = integer::remainder(&low, &high);
        assert_eq!(big(rest), big(low) % big(high), "{}", told());
    }
    let gcd = integer::gcd(&m, &a, p.bits() as usize);
    assert_eq!(big(gcd), num_integer::gcd(p.clone(), x.clone()), "divisor of {}", told());
}

/// A pair of moduli in rows of lanes.
fn check_rows<V: Vector, const L: usize, const R: usize>(machine: Lanes8<V>, bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    let m: [[u64; L]; 2] = [numbers.modulus(), numbers.modulus()];
    let p = m.map(big);
    let moduli = [0, 1].map(|i| Modulus::<L>::new(&m[i], p[i].bits() as usize));
    let rows = RowModuli::<R>::new(moduli.each_ref());
    let given: [[u64; L]; 4] = [(); 4].map(|()| numbers.next());
    let [x, y] = [0, 2].map(|at| [big(given[at]) % &p[0], big(given[at + 1]) % &p[1]]);
    let place = |of: &[BigUint; 2]| {
        let of = of.each_ref().map(words::<L>);
        rows.encode(machine, &rows.place(of.each_ref()))
    };
    let plain = |element: &_| {
        let out = rows.decode(machine, element);
        [0, 1].map(|i| big(rows.take(&out, i, &moduli[i])))
    };
    let told = || format!("{x:x?} {y:x?} modulo {p:x?}");
    let (a, b) = (place(&x), place(&y));
    assert_eq!(plain(&a), x, "{}", told());
    let product = [0, 1].map(|i| &x[i] * &y[i] % &p[i]);
    assert_eq!(plain(&rows.mul(machine, &a, &b)), product, "product of {}", told());
    let wide = rows.encode_wide(
        machine,
        &rows.place([&given[0], &given[1]]),
        &rows.place([&given[2], &given[3]]),
    );
    let wanted = [0, 1].map(|i| ((big(given[i + 2]) << (64 * L)) + big(given[i])) % &p[i]);
    assert_eq!(plain(&wide), wanted, "{}", told());
    let exponents: [[u64; 1]; 2] = [numbers.next(), numbers.next()];
    let power = [0, 1].map(|i| x[i].modpow(&exponents[i][0].into(), &p[i]));
    let exponents = exponents.each_ref().map(|words| &words[..]);
    assert_eq!(plain(&rows.pow(machine, &a, exponents, 64)), power, "powers of {}", told());
}
