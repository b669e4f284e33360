//! The DSA equations. FIPS 186-4, section 4.
//!
//! A group has room for primes of a few lengths, as RSA keys have. Powers of its generator are read
//! from a comb, which is made when the first is asked for; products run on words, or on rows of
//! eight lanes.

mod comb;
mod parameters;

use crate::backend::{Batches, enter_batch_machine};
use crate::nonce::{Order, leftmost};
use crate::number::primality::is_prime_in_rows_vartime;
use crate::number::products::{InRows, Products};
use crate::number::size::{Task, with};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use comb::Comb;
use once_cell::race::OnceBox;
pub(crate) use parameters::{check_vartime, generate_vartime, unproven_vartime};
use sealane_arith::bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::field::Machine;
use sealane_arith::lanes::Vector;
use sealane_arith::machine::Lanes8;
use sealane_arith::modulus::rows::{RowModuli, Rows};
use sealane_arith::modulus::{Modulus, integer};
use sealane_arith::secret::Secret;

/// Words of the longest `q`.
const WORDS: usize = 4;

/// A plain integer below `q`, or one of as many bits.
pub(crate) type Scalar = [u64; WORDS];

/// The lengths of `p` and `q` that are taken. FIPS 186-4, section 4.2.
pub(crate) const LENGTHS: [[usize; 2]; 4] = [[1024, 160], [2048, 224], [2048, 256], [3072, 256]];

/// Domain parameters of any length: primes `p` and `q`, and `g` of order `q` modulo `p`.
///
/// Numbers modulo `p` are big-endian, as many bytes as `p` has.
pub(crate) trait Group: Send + Sync {
    /// Bit length of `p`.
    fn bits(&self) -> usize;
    /// The order.
    fn q(&self) -> &Modulus<WORDS>;
    /// `p`, `q` and `g`, big-endian, the last one as long as the first.
    fn numbers(&self) -> [Vec<u8>; 3];
    /// Returns `(g^k mod p) mod q`. Constant-time.
    fn power_mod_order(&self, k: &Secret<Scalar>) -> Secret<Scalar>;
    /// Returns `g^x mod p`. Constant-time in `x`, of which it is the public key.
    fn public_of(&self, x: &Secret<Scalar>) -> Vec<u8>;
    /// Returns `(g^a y^b mod p) mod q`. Variable-time: all is public.
    fn product_mod_order_vartime(&self, a: &Scalar, y: &[u8], b: &Scalar) -> Scalar;
    /// Returns whether `p` passes for a prime and is 1 modulo `q`. Variable-time: it is public.
    fn p_is_good_vartime(&self) -> bool;
    /// Returns whether `2 <= y <= p - 2` and `y^q = 1`. Variable-time: it is public.
    fn is_member_vartime(&self, y: &[u8]) -> bool;
}

/// Makes the group of numbers that are not looked at; `None` if there is no room for them.
pub(crate) fn group(p: &[u8], q: &[u8], g: &[u8]) -> Option<Arc<dyn Group>> {
    let (p_bits, q_bits) = (bits_vartime(p), bits_vartime(q));
    if q_bits > 64 * WORDS || bits_vartime(g) > p_bits {
        return None;
    }
    with(Make { p, q, g }, p_bits, 0)
}

/// Bit length of a big-endian number.
pub(crate) fn bits_vartime(number: &[u8]) -> usize {
    let zeros = number.iter().take_while(|byte| **byte == 0).count();
    let first = number.get(zeros).map_or(0, |byte| byte.leading_zeros() as usize);
    8 * (number.len() - zeros) - first
}

struct Make<'a> {
    p: &'a [u8],
    q: &'a [u8],
    g: &'a [u8],
}

impl Task for Make<'_> {
    type Output = Arc<dyn Group>;

    fn run<const H: usize, const F: usize, const R: usize>(self) -> Self::Output {
        let p: [u64; F] = integer::from_be_bytes(self.p).0;
        let q: Scalar = integer::from_be_bytes(self.q).0;
        let p = Modulus::new(&p, integer::bits_vartime(&p));
        Arc::new(Numbers::<F, R> {
            rows: RowModuli::new([&p]),
            q: Modulus::new(&q, integer::bits_vartime(&q)),
            g: integer::from_be_bytes(self.g).0,
            of_words: OnceBox::new(),
            of_rows: OnceBox::new(),
            p,
        })
    }
}

/// Domain parameters with room for `p` of `F` words, or of `R` rows.
struct Numbers<const F: usize, const R: usize> {
    p: Modulus<F>,
    rows: RowModuli<R>,
    q: Modulus<WORDS>,
    g: [u64; F],
    of_words: OnceBox<Comb<[u64; F]>>,
    of_rows: OnceBox<Comb<Rows<R>>>,
}

impl<const F: usize, const R: usize> Numbers<F, R> {
    /// Returns `g^k mod p`. Constant-time.
    fn power(&self, k: &Scalar) -> [u64; F] {
        match enter_batch_machine() {
            Batches::OneByOne => self.power_by(&self.p, &self.of_words, k),
            Batches::Soft8(machine) => self.power_in_rows(machine, k),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => self.power_in_rows(machine, k),
        }
    }

    fn power_in_rows<V: Vector>(&self, machine: Lanes8<V>, k: &Scalar) -> [u64; F] {
        let power = self.power_by(&self.in_rows(machine), &self.of_rows, k);
        machine.clear();
        power
    }

    fn power_by<P: Products<F>>(
        &self,
        products: &P,
        comb: &OnceBox<Comb<P::Element>>,
        k: &Scalar,
    ) -> [u64; F] {
        products.decode(&self.comb(products, comb).power(products, k))
    }

    /// Returns `g^a y^b mod p`.
    fn product(&self, a: &Scalar, y: &[u64; F], b: &Scalar) -> [u64; F] {
        match enter_batch_machine() {
            Batches::OneByOne => self.product_by(&self.p, &self.of_words, a, y, b),
            Batches::Soft8(machine) => {
                self.product_by(&self.in_rows(machine), &self.of_rows, a, y, b)
            }
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => {
                self.product_by(&self.in_rows(machine), &self.of_rows, a, y, b)
            }
        }
    }

    fn product_by<P: Products<F>>(
        &self,
        products: &P,
        comb: &OnceBox<Comb<P::Element>>,
        a: &Scalar,
        y: &[u64; F],
        b: &Scalar,
    ) -> [u64; F] {
        let of_y = products.pow(&products.encode(y), b, self.q.bits());
        let of_g = self.comb(products, comb).power(products, a);
        products.decode(&products.mul(&of_g, &of_y))
    }

    fn comb<'a, P: Products<F>>(
        &self,
        products: &P,
        comb: &'a OnceBox<Comb<P::Element>>,
    ) -> &'a Comb<P::Element> {
        let make = || Comb::new(products, &products.encode(&self.g), self.q.bits());
        comb.get_or_init(|| Box::new(make()))
    }

    fn in_rows<V: Vector>(&self, machine: Lanes8<V>) -> InRows<'_, V, F, R> {
        InRows { machine, rows: &self.rows, p: &self.p }
    }

    /// Returns a number below `p` modulo `q`: by the words of `q` at a time, the highest first.
    fn modulo_order(&self, x: &[u64; F]) -> Scalar {
        let q = &self.q;
        x.rchunks(WORDS).fold([0; WORDS], |rest, chunk| {
            let low = core::array::from_fn(|i| chunk[i]);
            // An element is 2^256 times its number.
            q.add(&q.encode(&rest), &q.decode(&q.encode(&low)))
        })
    }

    fn to_bytes(&self, x: &[u64; F]) -> Vec<u8> {
        let mut out = alloc::vec![0; self.p.bits().div_ceil(8)];
        bytes::to_be_bytes(x, &mut out);
        out
    }
}

impl<const F: usize, const R: usize> Group for Numbers<F, R> {
    fn bits(&self) -> usize {
        self.p.bits()
    }
    fn q(&self) -> &Modulus<WORDS> {
        &self.q
    }
    fn numbers(&self) -> [Vec<u8>; 3] {
        let mut q = alloc::vec![0; self.q.bits().div_ceil(8)];
        bytes::to_be_bytes(self.q.words(), &mut q);
        [self.to_bytes(self.p.words()), q, self.to_bytes(&self.g)]
    }
    fn power_mod_order(&self, k: &Secret<Scalar>) -> Secret<Scalar> {
        k.map(|k| self.power(k)).map(|power| self.modulo_order(power))
    }
    fn public_of(&self, x: &Secret<Scalar>) -> Vec<u8> {
        self.to_bytes(&x.map(|x| self.power(x)).reveal("a public key is public"))
    }
    fn product_mod_order_vartime(&self, a: &Scalar, y: &[u8], b: &Scalar) -> Scalar {
        self.modulo_order(&self.product(a, &integer::from_be_bytes(y).0, b))
    }
    fn p_is_good_vartime(&self) -> bool {
        self.modulo_order(self.p.words()) == unit() && is_prime_in_rows_vartime(&self.p, &self.rows)
    }
    fn is_member_vartime(&self, y: &[u8]) -> bool {
        let (y, fits) = integer::from_be_bytes::<F>(y);
        let (one, p) = (unit(), self.p.words());
        let above = integer::sub(&one, &y).1 == 1;
        let below = integer::sub(&y, &integer::sub(p, &one).0).1 == 1;
        let zero = [0; WORDS];
        // The power of `g` is 1: so `y^q` alone.
        let power = || self.product(&zero, &y, self.q.words());
        fits.to_bool_vartime() && above && below && power() == one
    }
}

fn unit<const L: usize>() -> [u64; L] {
    core::array::from_fn(|i| u64::from(i == 0))
}

impl Order for Modulus<WORDS> {
    type Scalar = Scalar;

    fn bytes(&self) -> usize {
        self.bits().div_ceil(8)
    }
    fn leftmost_bits(&self, data: &[u8]) -> Scalar {
        let (used, excess) = leftmost(data, self.bits());
        bytes::shift_right(&bytes::from_be_bytes(used), excess)
    }
    fn leftmost_of_words(&self, word: impl Fn(usize) -> u64) -> Scalar {
        let words = self.bits().div_ceil(64);
        let mut integer = [0; WORDS];
        for (at, limb) in integer[..words].iter_mut().rev().enumerate() {
            *limb = word(at);
        }
        bytes::shift_right(&integer, (64 * words - self.bits()) as u32)
    }
    fn reduce(&self, integer: &Scalar) -> Scalar {
        self.decode(&self.encode(integer))
    }
    fn is_unit(&self, integer: &Scalar) -> WordMask {
        self.is_above(integer).and(integer::equal(integer, &[0; WORDS]).not())
    }
    fn write(&self, integer: &Scalar, out: &mut [u8]) {
        bytes::to_be_bytes(integer, out);
    }
}

/// Returns the signature `(r, s)` of `z`, an integer below `q`, by the key `x` and the nonce `k`,
/// both in `1..q`; `None` if a half is zero, and then the nonce is not to be used again. Section
/// 4.6.
pub(crate) fn sign(
    group: &dyn Group,
    x: &Secret<Scalar>,
    k: &Secret<Scalar>,
    z: &Scalar,
) -> Option<[Scalar; 2]> {
    let q = group.q();
    let r = group.power_mod_order(k);
    let sum = x.zip(&r, |x, r| q.add(&q.mul(&q.encode(x), r), z));
    let inverse = k.map(|k| q.invert(k).0);
    let s = sum.zip(&inverse, |sum, inverse| q.mul(&q.encode(sum), inverse));
    let halves = Secret::join(&[r, s]);
    let halves =
        halves.reveal("a signature is public; one with a zero half is dropped, nonce and all");
    halves.iter().all(|half| *half != [0; WORDS]).then_some(halves)
}

/// Returns whether `(r, s)`, both in `1..q`, is a signature of `z` by the key with the public `y`.
/// Section 4.7. Variable-time: all is public.
pub(crate) fn verify_vartime(
    group: &dyn Group,
    y: &[u8],
    z: &Scalar,
    [r, s]: &[Scalar; 2],
) -> bool {
    let q = group.q();
    let inverse = q.encode(&q.invert(s).0);
    let [a, b] = [z, r].map(|factor| q.mul(factor, &inverse));
    group.product_mod_order_vartime(&a, y, &b) == *r
}
