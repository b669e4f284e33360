//! The two functions of RSA on numbers: `x^e mod n`, and `x^d mod n` by the primes. RFC 8017,
//! section 5.
//!
//! Keys have room for moduli of a few lengths, `F` words each, and primes of `H = F / 2`; what is
//! between uses the next longer one. Products run on words, or on `R` rows of eight lanes: then
//! both primes' powers are computed at once.

pub(crate) mod batch;
mod blinding;
pub(crate) mod generate;
#[cfg(feature = "parts")]
pub(crate) mod parts;
pub(crate) mod prime;
pub(crate) mod strike;

use crate::backend::{Batches, batch_machine, enter_batch_machine};
use crate::error::SignError;
use crate::hash::{Digest, Hash};
use crate::number::size::{self, halves, joined};
use alloc::sync::Arc;
use alloc::vec::Vec;
pub(crate) use blinding::clear;
use blinding::{Factors, Owner};
use core::any::Any;
#[cfg(feature = "parts")]
use parts::Part;
use sealane_arith::bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::field::Machine;
use sealane_arith::lanes::Vector;
use sealane_arith::machine::Lanes8;
use sealane_arith::modulus::rows::RowModuli;
use sealane_arith::modulus::{Modulus, integer};
use sealane_arith::secret::Secret;
use strike::{FaultInjector, FaultPoint, NoFaults};
use zeroize::{Zeroize, Zeroizing};

/// A public key of any length.
pub(crate) trait PublicOps: Any + Send + Sync {
    /// Bit length of the modulus.
    fn bits(&self) -> usize;
    /// The public exponent.
    fn exponent(&self) -> u64;
    /// The modulus, big-endian, as many bytes as it has.
    fn modulus(&self) -> Vec<u8>;
    /// Writes `x^e mod n` to `out`, as long as the modulus. False, and nothing written, unless
    /// `x < n`. Variable-time: all is public.
    fn apply_vartime(&self, x: &[u8], out: &mut [u8]) -> bool;
    /// Writes `x^e mod n` to `out`, as long as the modulus. Constant-time in `x`.
    fn apply(&self, x: &[u8], out: &mut [u8]);
    /// Returns `x^e mod n` for each key and number, `None` unless `x < n`. Fast where all keys have
    /// the room and the exponent of this one. At most [`batch::MAX`] items. Variable-time.
    fn apply_group_vartime(&self, items: &[(&dyn PublicOps, &[u8])]) -> Vec<Option<Vec<u8>>>;
    /// Words of room for the modulus.
    fn words(&self) -> usize;
}

/// Room for a secret number below the longest modulus.
pub(crate) type SecretBytes = Secret<[u8; 8 * size::MAX_WORDS]>;

/// A private key of any length.
pub(crate) trait PrivateOps: Any + Send + Sync {
    /// Writes `x^d mod n` to `out`, as long as the modulus, for a public `x < n`.
    ///
    /// Errors: `Random`; `Fault` if the result is not right, of which nothing is then written.
    fn apply(&self, x: &[u8], out: &mut [u8]) -> Result<(), SignError>;
    /// Does [`PrivateOps::apply`] for each key and number, where all keys have the room and the
    /// exponent of this one. At most [`batch::MAX`] items.
    fn apply_group(&self, items: &[(&dyn PrivateOps, &[u8])]) -> Vec<batch::Applied>;
    /// Like `apply_group`, under faults.
    #[cfg(feature = "test-hooks")]
    fn apply_group_struck(
        &self,
        items: &[(&dyn PrivateOps, &[u8])],
        faults: &mut dyn FaultInjector,
    ) -> Vec<batch::Applied>;
    /// Returns `x^d mod n`, big-endian, in as many bytes as the modulus has, and zeros after them;
    /// `None` unless the public `x` is below `n`. Errors: those of `apply`.
    fn secret_power(&self, x: &[u8]) -> Result<Option<SecretBytes>, SignError>;
    /// Like `apply`, under faults.
    #[cfg(feature = "test-hooks")]
    fn apply_struck(
        &self,
        x: &[u8],
        out: &mut [u8],
        faults: &mut dyn FaultInjector,
    ) -> Result<(), SignError>;
    /// Does one part of a private operation by itself, to be measured.
    #[cfg(feature = "parts")]
    fn run_part(&self, part: Part);
    /// The numbers of a document, each big-endian: `d`, `p`, `q`, `dp`, `dq`, `qinv`.
    fn numbers(&self) -> [Zeroizing<Vec<u8>>; 6];
    /// The lengths of the primes in bits, and every word of what is kept of them, little-endian.
    fn precalculated(&self) -> ([usize; 2], Zeroizing<Vec<u8>>);
}

/// A private key and its public key.
pub(crate) type Made = (Arc<dyn PrivateOps>, Arc<dyn PublicOps>);

/// A public key.
pub(crate) struct Public<const F: usize, const R: usize> {
    n: Modulus<F>,
    rows: RowModuli<R>,
    e: u64,
    owner: Owner,
}

impl<const F: usize, const R: usize> Public<F, R> {
    /// Takes a modulus, odd and above 1, and an exponent.
    pub(crate) fn new(n: &[u64; F], e: u64) -> Self {
        let n = Modulus::new(n, integer::bits_vartime(n));
        let rows = RowModuli::new([&n]);
        let mut public = Self { n, rows, e, owner: [0; 4] };
        // Keys may share a modulus: a factor is a power by the exponent.
        let numbers = [&public.modulus()[..], &e.to_be_bytes()].concat();
        let digest = Digest::of(Hash::Sha256, &numbers);
        public.owner = bytes::from_be_bytes(digest.as_bytes());
        public
    }

    /// Returns `x^e mod n`. Constant-time in `x`, for the check of a secret result takes it too.
    fn power(&self, x: &[u64; F]) -> [u64; F] {
        match batch_machine() {
            Batches::OneByOne => self.n.decode(&self.n.pow_vartime(&self.n.encode(x), &[self.e])),
            Batches::Soft8(machine) => self.power_in_rows(machine, x),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => self.power_in_rows(machine, x),
        }
    }

    fn power_in_rows<V: Vector>(&self, machine: Lanes8<V>, x: &[u64; F]) -> [u64; F] {
        let rows = &self.rows;
        let x = rows.encode(machine, &rows.place([x]));
        let power = rows.pow_vartime(machine, &x, self.e);
        rows.take(&rows.decode(machine, &power), 0, &self.n)
    }

    /// Returns what [`product`](Self::product) takes for `a` as its second number, on the same
    /// machine.
    fn element(&self, machine: Batches, a: &[u64; F]) -> [u64; F] {
        match machine {
            Batches::OneByOne => self.n.encode(a),
            Batches::Soft8(machine) => self.element_in_rows(machine, a),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => self.element_in_rows(machine, a),
        }
    }

    fn element_in_rows<V: Vector>(&self, machine: Lanes8<V>, a: &[u64; F]) -> [u64; F] {
        let rows = &self.rows;
        rows.take(&rows.encode(machine, &rows.place([a])), 0, &self.n)
    }

    /// Returns `a b mod n` for the element of `b`, or the element of that for two elements.
    fn product(&self, machine: Batches, a: &[u64; F], b: &[u64; F]) -> [u64; F] {
        match machine {
            Batches::OneByOne => self.n.mul(a, b),
            Batches::Soft8(machine) => self.product_in_rows(machine, a, b),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => self.product_in_rows(machine, a, b),
        }
    }

    fn product_in_rows<V: Vector>(
        &self,
        machine: Lanes8<V>,
        a: &[u64; F],
        b: &[u64; F],
    ) -> [u64; F] {
        let rows = &self.rows;
        rows.take(&rows.mul(machine, &rows.place([a]), &rows.place([b])), 0, &self.n)
    }
}

impl<const F: usize, const R: usize> PublicOps for Public<F, R> {
    fn bits(&self) -> usize {
        self.n.bits()
    }
    fn exponent(&self) -> u64 {
        self.e
    }
    fn modulus(&self) -> Vec<u8> {
        let mut out = alloc::vec![0; self.n.bits().div_ceil(8)];
        bytes::to_be_bytes(self.n.words(), &mut out);
        out
    }
    fn apply_vartime(&self, x: &[u8], out: &mut [u8]) -> bool {
        let (x, fits) = integer::from_be_bytes(x);
        let good = fits.and(self.n.is_above(&x)).to_bool_vartime();
        if good {
            enter_batch_machine();
            bytes::to_be_bytes(&self.power(&x), out);
        }
        good
    }
    fn apply(&self, x: &[u8], out: &mut [u8]) {
        enter_batch_machine();
        let power = Secret::new(integer::from_be_bytes(x).0).map(|x| self.power(x));
        bytes::to_be_bytes(&power.reveal("a ciphertext is public"), out);
    }
    fn apply_group_vartime(&self, items: &[(&dyn PublicOps, &[u8])]) -> Vec<Option<Vec<u8>>> {
        batch::public_group_vartime::<F, R>(items)
    }
    fn words(&self) -> usize {
        F
    }
}

/// What a private key has besides: the primes, with all that can be computed before.
#[derive(Clone, Copy)]
pub(crate) struct Primes<const H: usize, const F: usize, const R: usize> {
    p: Modulus<H>,
    q: Modulus<H>,
    pair: RowModuli<R>,
    dp: [u64; H],
    dq: [u64; H],
    qinv: [u64; H],
    d: [u64; F],
}

impl<const H: usize, const F: usize, const R: usize> Zeroize for Primes<H, F, R> {
    fn zeroize(&mut self) {
        self.each_word(&mut |word| word.zeroize());
        self.pair.zeroize();
    }
}

/// The secret numbers of a key as documents hold them.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<const H: usize, const F: usize> {
    pub(crate) d: [u64; F],
    pub(crate) p: [u64; H],
    pub(crate) q: [u64; H],
    pub(crate) dp: [u64; H],
    pub(crate) dq: [u64; H],
    pub(crate) qinv: [u64; H],
}

impl<const H: usize, const F: usize> Zeroize for Numbers<H, F> {
    fn zeroize(&mut self) {
        self.d.zeroize();
        for number in [&mut self.p, &mut self.q, &mut self.dp, &mut self.dq, &mut self.qinv] {
            number.zeroize();
        }
    }
}

impl<const H: usize, const F: usize, const R: usize> Primes<H, F, R> {
    /// Takes numbers that belong together, and the bit lengths of `p` and `q`.
    pub(crate) fn new(of: &Numbers<H, F>, bits: [usize; 2]) -> Self {
        let (p, q) = (Modulus::new(&of.p, bits[0]), Modulus::new(&of.q, bits[1]));
        let pair = RowModuli::new([&p, &q]);
        Self { p, q, pair, dp: of.dp, dq: of.dq, qinv: of.qinv, d: of.d }
    }

    /// Room for the primes of so many bits, whose words `each_word` is to fill in.
    pub(crate) fn blank(bits: [usize; 2]) -> Self {
        let [p, q] = bits.map(Modulus::blank);
        let (none, pair) = ([0; H], RowModuli::blank::<H, 2>());
        Self { p, q, pair, dp: none, dq: none, qinv: none, d: [0; F] }
    }

    /// Calls `f` with every word, in an order that stays.
    pub(crate) fn each_word(&mut self, f: &mut impl FnMut(&mut u64)) {
        let Self { p, q, pair, dp, dq, qinv, d } = self;
        p.each_word(f);
        q.each_word(f);
        pair.each_word(f);
        [dp, dq, qinv].into_iter().flatten().chain(d).for_each(f);
    }

    /// Returns whether the primes are those of a modulus.
    pub(crate) fn are_of(&self, n: &[u64; F]) -> WordMask {
        integer::equal(n, &joined(&integer::mul(self.p.words(), self.q.words())))
    }

    /// The numbers of a document.
    fn numbers(&self) -> Numbers<H, F> {
        let (p, q) = (*self.p.words(), *self.q.words());
        Numbers { d: self.d, p, q, dp: self.dp, dq: self.dq, qinv: self.qinv }
    }

    /// Returns `x^d mod p q`. RFC 8017, section 5.1.2, step 2b.
    fn power<T: FaultInjector>(&self, x: &[u64; F], faults: &mut T) -> [u64; F] {
        let (low, high) = halves(x);
        let [mut x_p, mut x_q] = match batch_machine() {
            Batches::OneByOne => {
                let halves = [
                    (&self.p, &self.dp, FaultPoint::TableP),
                    (&self.q, &self.dq, FaultPoint::TableQ),
                ];
                halves.map(|(m, exponent, place)| {
                    let x = m.encode_wide(&low, &high);
                    m.decode(&m.pow_by_table(&x, exponent, m.bits(), |table| {
                        faults.strike(place, table.as_flattened_mut());
                    }))
                })
            }
            Batches::Soft8(machine) => self.powers_in_rows(machine, &low, &high, faults),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => self.powers_in_rows(machine, &low, &high, faults),
        };
        faults.strike(FaultPoint::HalfP, &mut x_p);
        faults.strike(FaultPoint::HalfQ, &mut x_q);
        let mut power = self.crt_recombine(&x_p, &x_q);
        faults.strike(FaultPoint::Joined, &mut power);
        power
    }

    fn powers_in_rows<V: Vector, T: FaultInjector>(
        &self,
        machine: Lanes8<V>,
        low: &[u64; H],
        high: &[u64; H],
        faults: &mut T,
    ) -> [[u64; H]; 2] {
        let pair = &self.pair;
        let x = pair.encode_wide(machine, &pair.place([low; 2]), &pair.place([high; 2]));
        let bits = self.p.bits().max(self.q.bits());
        let exponents = [&self.dp[..], &self.dq[..]];
        let powers = pair.pow_by_table(machine, &x, exponents, bits, |table| {
            let cells = table.as_flattened_mut();
            faults.strike_lanes(FaultPoint::TableP, cells, 0..4);
            faults.strike_lanes(FaultPoint::TableQ, cells, 4..8);
        });
        let powers = pair.decode(machine, &powers);
        machine.clear();
        [pair.take(&powers, 0, &self.p), pair.take(&powers, 1, &self.q)]
    }

    /// Returns the number below `p q` that is `x_p mod p` and `x_q mod q`: Garner's formula.
    fn crt_recombine(&self, x_p: &[u64; H], x_q: &[u64; H]) -> [u64; F] {
        let difference = self.p.sub(x_p, &self.p.decode(&self.p.encode(x_q)));
        let h = self.p.mul(&self.p.encode(&difference), &self.qinv);
        let product = integer::mul(&h, self.q.words());
        integer::add(&joined(&product), &joined(&[*x_q, [0; H]])).0
    }
}

/// A private key.
pub(crate) struct Private<const H: usize, const F: usize, const R: usize> {
    public: Arc<Public<F, R>>,
    primes: Secret<Primes<H, F, R>>,
}

impl<const H: usize, const F: usize, const R: usize> Private<H, F, R> {
    /// Takes what belongs together.
    pub(crate) fn new(public: Arc<Public<F, R>>, primes: Secret<Primes<H, F, R>>) -> Self {
        Self { public, primes }
    }

    fn exported(&self) -> Primes<H, F, R> {
        self.primes.reveal("a private key is exported because its owner asks")
    }

    /// Returns `x^d mod n` of big-endian bytes below `n`, blinded, and checked by the public
    /// exponent.
    fn power(&self, x: &[u8]) -> Result<Secret<[u64; F]>, SignError> {
        self.power_under(x, &mut NoFaults)
    }

    /// The same, under faults.
    fn power_under<T: FaultInjector>(
        &self,
        x: &[u8],
        faults: &mut T,
    ) -> Result<Secret<[u64; F]>, SignError> {
        let machine = enter_batch_machine();
        let n = &*self.public;
        let words = || Secret::new(integer::from_be_bytes(x).0);
        let (mut number, mut factors) = (words(), Factors::take(n, machine)?);
        number.update(|x| faults.strike(FaultPoint::Input, x));
        factors.pair.update(|[blind, unblind]| {
            faults.strike(FaultPoint::Blind, blind);
            faults.strike(FaultPoint::Unblind, unblind);
        });
        let mut blinded = number.zip(&factors.pair, |x, [blind, _]| n.product(machine, x, blind));
        blinded.update(|x| faults.strike(FaultPoint::Blinded, x));
        let power = self.primes.zip(&blinded, |primes, x| primes.power(x, faults));
        let mut power =
            power.zip(&factors.pair, |power, [_, unblind]| n.product(machine, power, unblind));
        power.update(|power| faults.strike(FaultPoint::Result, power));
        // With what went in, read anew: a fault may have met the words of it.
        let right = words().zip(&power, |x, power| integer::equal(x, &n.power(power)).to_bits());
        if right.reveal("a private result is right but for a fault, and is not given out if not")
            != 1
            && faults.finds()
        {
            // Factors that a fault may have met are not used again.
            return Err(SignError::Fault);
        }
        factors.square(n, machine);
        factors.leave(n, machine);
        Ok(power)
    }

    fn apply_under<T: FaultInjector>(
        &self,
        x: &[u8],
        out: &mut [u8],
        faults: &mut T,
    ) -> Result<(), SignError> {
        let power = self.power_under(x, faults)?;
        bytes::to_be_bytes(&power.reveal("a signature is public"), out);
        Ok(())
    }
}

impl<const H: usize, const F: usize, const R: usize> PrivateOps for Private<H, F, R> {
    fn apply(&self, x: &[u8], out: &mut [u8]) -> Result<(), SignError> {
        self.apply_under(x, out, &mut NoFaults)
    }

    #[cfg(feature = "test-hooks")]
    fn apply_struck(
        &self,
        x: &[u8],
        out: &mut [u8],
        mut faults: &mut dyn FaultInjector,
    ) -> Result<(), SignError> {
        self.apply_under(x, out, &mut faults)
    }

    #[cfg(feature = "parts")]
    fn run_part(&self, part: Part) {
        parts::run(self, part);
    }

    fn apply_group(&self, items: &[(&dyn PrivateOps, &[u8])]) -> Vec<batch::Applied> {
        batch::private_group::<H, F, R, _>(items, &mut NoFaults)
    }

    #[cfg(feature = "test-hooks")]
    fn apply_group_struck(
        &self,
        items: &[(&dyn PrivateOps, &[u8])],
        mut faults: &mut dyn FaultInjector,
    ) -> Vec<batch::Applied> {
        batch::private_group::<H, F, R, _>(items, &mut faults)
    }

    fn secret_power(&self, x: &[u8]) -> Result<Option<SecretBytes>, SignError> {
        let (words, fits): ([u64; F], _) = integer::from_be_bytes(x);
        if !fits.and(self.public.n.is_above(&words)).to_bool_vartime() {
            return Ok(None);
        }
        let power = self.power(x)?;
        let length = self.public.n.bits().div_ceil(8);
        Ok(Some(power.map(|words| {
            let mut out = [0; 8 * size::MAX_WORDS];
            bytes::to_be_bytes(words, &mut out[..length]);
            out
        })))
    }

    fn numbers(&self) -> [Zeroizing<Vec<u8>>; 6] {
        let mut primes = self.exported();
        let mut own = primes.numbers();
        let all: [&[u64]; 6] = [&own.d, &own.p, &own.q, &own.dp, &own.dq, &own.qinv];
        let numbers = all.map(|words| {
            // Lengths of exported numbers are not secret, but which bytes they have is.
            let bytes = words.iter().rev().flat_map(|word| word.to_be_bytes());
            let mut out = Zeroizing::new(alloc::vec![0; 8 * words.len()]);
            out.iter_mut().zip(bytes).for_each(|(out, byte)| *out = byte);
            out
        });
        primes.zeroize();
        own.zeroize();
        numbers
    }

    fn precalculated(&self) -> ([usize; 2], Zeroizing<Vec<u8>>) {
        let mut primes = self.exported();
        let (mut count, bits) = (0, [primes.p.bits(), primes.q.bits()]);
        primes.each_word(&mut |_| count += 1);
        // Its length is settled before a secret goes in: nothing is left behind by growing.
        let mut out = Zeroizing::new(Vec::with_capacity(8 * count));
        primes.each_word(&mut |word| out.extend_from_slice(&word.to_le_bytes()));
        primes.zeroize();
        (bits, out)
    }
}

#[cfg(test)]
mod tests;
