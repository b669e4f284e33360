//! ML-DSA from the definition. FIPS 204.
//!
//! Coefficients are signed integers, bit strings are lists of bits, transforms are values at the
//! roots one by one, and products of polynomials are sums.

mod open;

use sha3::digest::{ExtendableOutput, Update, XofReader};
use shake::{Shake128, Shake256};

const Q: i64 = 8_380_417;
const N: usize = 256;

type Poly = Vec<i64>;

/// A parameter set, by the letters of the standard. FIPS 204, table 1.
#[derive(Debug, Clone, Copy)]
pub struct Set {
    /// The name of the set.
    pub name: &'static str,
    k: usize,
    l: usize,
    eta: i64,
    tau: usize,
    gamma1: i64,
    gamma2: i64,
    omega: usize,
    lambda: usize,
}

/// The parameter sets of FIPS 204.
pub const SETS: [Set; 3] = [
    Set {
        name: "ML-DSA-44",
        k: 4,
        l: 4,
        eta: 2,
        tau: 39,
        gamma1: 131_072,
        gamma2: 95_232,
        omega: 80,
        lambda: 128,
    },
    Set {
        name: "ML-DSA-65",
        k: 6,
        l: 5,
        eta: 4,
        tau: 49,
        gamma1: 524_288,
        gamma2: 261_888,
        omega: 55,
        lambda: 192,
    },
    Set {
        name: "ML-DSA-87",
        k: 8,
        l: 7,
        eta: 2,
        tau: 60,
        gamma1: 524_288,
        gamma2: 261_888,
        omega: 75,
        lambda: 256,
    },
];

fn read(mut stream: impl XofReader, length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    stream.read(&mut out);
    out
}

/// `H` of the standard.
fn h(data: &[u8], length: usize) -> Vec<u8> {
    let mut state = Shake256::default();
    state.update(data);
    read(state.finalize_xof(), length)
}

/// `G` of the standard.
fn g(data: &[u8], length: usize) -> Vec<u8> {
    let mut state = Shake128::default();
    state.update(data);
    read(state.finalize_xof(), length)
}

/// `x mod m`, from 0 on.
fn residue(x: i64, m: i64) -> i64 {
    x.rem_euclid(m)
}

/// `x mod± m`.
fn signed_residue(x: i64, m: i64) -> i64 {
    let x = residue(x, m);
    if x > m / 2 { x - m } else { x }
}

fn power(base: i64, exponent: i64) -> i64 {
    (0..exponent).fold(1, |power, _| power * base % Q)
}

/// The roots at which a transform takes values, in its order. FIPS 204, section 7.5.
fn roots() -> Vec<i64> {
    (0..=255u8).map(|i| power(1753, 2 * i64::from(i.reverse_bits()) + 1)).collect()
}

/// The values of a polynomial at the roots.
fn transform(of: &[i64], roots: &[i64]) -> Poly {
    let value = |root: &i64| of.iter().rev().fold(0, |value, x| residue(value * root + x, Q));
    roots.iter().map(value).collect()
}

/// The polynomial that has these values.
fn interpolate(values: &[i64], roots: &[i64]) -> Poly {
    // 256 times it is -(q - 1), which is 1.
    let inverse = Q - (Q - 1) / 256;
    let inverses: Vec<i64> = roots.iter().map(|root| power(*root, 511)).collect();
    let mut powers = vec![inverse; N];
    let coefficient = |_| {
        let sum = values.iter().zip(&powers).map(|(value, power)| value * power % Q).sum::<i64>();
        for (power, inverse) in powers.iter_mut().zip(&inverses) {
            *power = *power * inverse % Q;
        }
        sum % Q
    };
    (0..N).map(coefficient).collect()
}

/// The product modulo `x^256 + 1`.
fn product(a: &[i64], b: &[i64]) -> Poly {
    let mut out = vec![0; N];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
        for (j, y) in b.iter().enumerate() {
            let sign = if i + j < N { 1 } else { -1 };
            out[(i + j) % N] += sign * x * y;
        }
    }
    out
}

fn sum(a: &[i64], b: &[i64]) -> Poly {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn difference(a: &[i64], b: &[i64]) -> Poly {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// The largest absolute value of a coefficient modulo `q`.
fn norm<'a>(of: impl IntoIterator<Item = &'a Poly>) -> i64 {
    let all = of.into_iter().flatten();
    all.map(|x| signed_residue(*x, Q).abs()).max().expect("there are coefficients")
}

fn bits(bytes: &[u8]) -> Vec<i64> {
    bytes.iter().flat_map(|byte| (0..8).map(move |i| i64::from(byte >> i & 1))).collect()
}

/// Numbers of as many bits each as bytes.
fn pack(numbers: impl IntoIterator<Item = i64>, width: usize) -> Vec<u8> {
    let bits = numbers.into_iter().flat_map(|x| (0..width).map(move |i| (x >> i & 1) as u8));
    let bits: Vec<u8> = bits.collect();
    let byte = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| 2 * byte + bit);
    bits.chunks(8).map(byte).collect()
}

fn unpack(bytes: &[u8], width: usize) -> Poly {
    let number = |bits: &[i64]| bits.iter().rev().fold(0, |number, bit| 2 * number + bit);
    bits(bytes).chunks(width).map(number).collect()
}

/// `bitlen`.
fn width(x: i64) -> usize {
    (64 - x.leading_zeros()) as usize
}

fn power2round(x: i64) -> (i64, i64) {
    let x = residue(x, Q);
    let low = signed_residue(x, 1 << 13);
    ((x - low) >> 13, low)
}

fn decompose(x: i64, gamma2: i64) -> (i64, i64) {
    let x = residue(x, Q);
    let low = signed_residue(x, 2 * gamma2);
    if x - low == Q - 1 { (0, low - 1) } else { ((x - low) / (2 * gamma2), low) }
}

/// Returns `M'` without a prehash, for a context of at most 255 bytes.
#[must_use]
pub fn pure(context: &[u8], message: &[u8]) -> Vec<u8> {
    [&[0, context.len() as u8], context, message].concat()
}

/// Returns `mu`, the hash that stands for `M'` under a public key.
#[must_use]
pub fn mu(public: &[u8], presented: &[u8]) -> Vec<u8> {
    h(&[&h(public, 64), presented].concat(), 64)
}

/// The vectors of a private key.
struct Parts {
    s1: Vec<Poly>,
    s2: Vec<Poly>,
    t0: Vec<Poly>,
}

impl Set {
    /// Algorithm 32.
    fn matrix(&self, rho: &[u8]) -> Vec<Vec<Poly>> {
        let entry = |row: usize, column: usize| -> Poly {
            let stream = g(&[rho, &[column as u8, row as u8]].concat(), 1680);
            let numbers = stream.chunks(3).map(|bytes| {
                let [a, b, c] = [bytes[0], bytes[1], bytes[2] % 128].map(i64::from);
                65_536 * c + 256 * b + a
            });
            numbers.filter(|x| *x < Q).take(N).collect()
        };
        (0..self.k).map(|row| (0..self.l).map(|column| entry(row, column)).collect()).collect()
    }

    /// Algorithm 31.
    fn short(&self, seed: &[u8], index: usize) -> Poly {
        let stream = h(&[seed, &(index as u16).to_le_bytes()].concat(), 1360);
        let halves = stream.iter().flat_map(|byte| [byte % 16, byte / 16].map(i64::from));
        let coefficient = |half: i64| match self.eta {
            2 if half < 15 => Some(2 - half % 5),
            4 if half < 9 => Some(4 - half),
            _ => None,
        };
        halves.filter_map(coefficient).take(N).collect()
    }

    /// Algorithm 29.
    fn ball(&self, hash: &[u8]) -> Poly {
        let stream = h(hash, 2048);
        let signs = bits(&stream[..8]);
        let mut places = stream[8..].iter().map(|byte| usize::from(*byte));
        let mut c = vec![0; N];
        for i in N - self.tau..N {
            let j = places.find(|j| *j <= i).expect("the stream is long enough");
            c[i] = c[j];
            c[j] = 1 - 2 * signs[i + self.tau - N];
        }
        c
    }

    /// The matrix times a vector.
    fn times(&self, matrix: &[Vec<Poly>], vector: &[Poly]) -> Vec<Poly> {
        let roots = roots();
        let values: Vec<Poly> = vector.iter().map(|x| transform(x, &roots)).collect();
        let row = |row: &Vec<Poly>| {
            let value =
                |i: usize| row.iter().zip(&values).map(|(a, x)| a[i] * x[i] % Q).sum::<i64>();
            interpolate(&(0..N).map(value).collect::<Poly>(), &roots)
        };
        matrix.iter().map(row).collect()
    }

    /// Returns the public and the expanded private key of a seed. Algorithm 6.
    #[must_use]
    pub fn key(&self, seed: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let seed = h(&[seed, &[self.k as u8, self.l as u8]].concat(), 128);
        let (rho, seed) = seed.split_at(32);
        let (vectors, mask) = seed.split_at(64);
        let short: Vec<Poly> = (0..self.l + self.k).map(|i| self.short(vectors, i)).collect();
        let (s1, s2) = short.split_at(self.l);
        let as1 = self.times(&self.matrix(rho), s1);
        let t = as1.iter().zip(s2).flat_map(|(a, b)| sum(a, b));
        let (t1, t0): (Vec<i64>, Vec<i64>) = t.map(power2round).unzip();
        let public = [rho, &pack(t1, 10)].concat();
        let short = short.iter().flatten().map(|x| self.eta - x);
        let short = pack(short, width(2 * self.eta));
        let low = pack(t0.iter().map(|x| 4096 - x), 13);
        let private = [rho, mask, &h(&public, 64), &short, &low].concat();
        (public, private)
    }

    fn parts(&self, private: &[u8]) -> Parts {
        let short = 32 * width(2 * self.eta);
        let polys = |bytes: &[u8], width: usize, limit: i64| -> Vec<Poly> {
            let poly = |bytes| unpack(bytes, width).iter().map(|x| limit - x).collect();
            bytes.chunks(32 * width).map(poly).collect()
        };
        let (s1, rest) = private[128..].split_at(self.l * short);
        let (s2, t0) = rest.split_at(self.k * short);
        let [s1, s2] = [s1, s2].map(|bytes| polys(bytes, width(2 * self.eta), self.eta));
        Parts { s1, s2, t0: polys(t0, 13, 4096) }
    }

    /// Signs `mu` with random bytes, and says how many attempts it took. Algorithm 7.
    #[must_use]
    pub fn sign(&self, private: &[u8], mu: &[u8], random: &[u8]) -> (Vec<u8>, usize) {
        let matrix = self.matrix(&private[..32]);
        let parts = self.parts(private);
        let seed = h(&[&private[32..64], random, mu].concat(), 64);
        let found = (0..).find_map(|i| {
            let signature = self.attempt(&matrix, &parts, mu, &seed, i * self.l)?;
            Some((signature, i + 1))
        });
        found.expect("there are always more attempts")
    }

    fn attempt(
        &self,
        matrix: &[Vec<Poly>],
        parts: &Parts,
        mu: &[u8],
        seed: &[u8],
        kappa: usize,
    ) -> Option<Vec<u8>> {
        let (g1, g2) = (self.gamma1, self.gamma2);
        let beta = self.tau as i64 * self.eta;
        let mask = |i: usize| -> Poly {
            let counter = ((kappa + i) as u16).to_le_bytes();
            let stream = h(&[seed, &counter].concat(), 32 * width(2 * g1 - 1));
            unpack(&stream, width(2 * g1 - 1)).iter().map(|x| g1 - x).collect()
        };
        let y: Vec<Poly> = (0..self.l).map(mask).collect();
        let w = self.times(matrix, &y);
        let hash =
            self.hash(mu, &w.iter().flatten().map(|x| decompose(*x, g2).0).collect::<Poly>());
        let c = self.ball(&hash);
        let z: Vec<Poly> =
            y.iter().zip(&parts.s1).map(|(y, s1)| sum(y, &product(&c, s1))).collect();
        let rest: Vec<Poly> =
            w.iter().zip(&parts.s2).map(|(w, s2)| difference(w, &product(&c, s2))).collect();
        let low: Vec<Poly> =
            rest.iter().map(|r| r.iter().map(|x| decompose(*x, g2).1).collect()).collect();
        if norm(&z) >= g1 - beta || norm(&low) >= g2 - beta {
            return None;
        }
        let ct0: Vec<Poly> = parts.t0.iter().map(|t0| product(&c, t0)).collect();
        let changes = |(r, ct0): (&i64, &i64)| decompose(r + ct0, g2).0 != decompose(*r, g2).0;
        let hints = rest.iter().flatten().zip(ct0.iter().flatten()).map(changes);
        let hints: Vec<bool> = hints.collect();
        if norm(&ct0) >= g2 || hints.iter().filter(|hint| **hint).count() > self.omega {
            return None;
        }
        let answer = z.iter().flatten().map(|x| g1 - signed_residue(*x, Q));
        let answer = pack(answer, width(2 * g1 - 1));
        Some([hash, answer, self.pack_hints(&hints)].concat())
    }

    /// The hash of high parts that a challenge is made from.
    fn hash(&self, mu: &[u8], high: &[i64]) -> Vec<u8> {
        let width = width((Q - 1) / (2 * self.gamma2) - 1);
        h(&[mu, &pack(high.iter().copied(), width)].concat(), self.lambda / 4)
    }

    /// Algorithm 20.
    fn pack_hints(&self, hints: &[bool]) -> Vec<u8> {
        let ones = hints.iter().enumerate().filter(|(_, hint)| **hint).map(|(at, _)| at);
        let mut out: Vec<u8> = ones.map(|at| (at % N) as u8).collect();
        out.resize(self.omega, 0);
        let end = |row: usize| hints[..N * (row + 1)].iter().filter(|hint| **hint).count() as u8;
        out.extend((0..self.k).map(end));
        out
    }

    /// Whether a signature is one of `mu` by a public key. Algorithm 8.
    #[must_use]
    pub fn verify(&self, public: &[u8], mu: &[u8], signature: &[u8]) -> bool {
        let g1 = self.gamma1;
        let (hash_bytes, answer_bytes) = self.signature_parts();
        if signature.len() != hash_bytes + answer_bytes + self.omega + self.k {
            return false;
        }
        let (hash, rest) = signature.split_at(hash_bytes);
        let (answer, packed) = rest.split_at(answer_bytes);
        let z: Poly = unpack(answer, width(2 * g1 - 1)).iter().map(|x| g1 - x).collect();
        let z: Vec<Poly> = z.chunks(N).map(<[i64]>::to_vec).collect();
        let mut hints = vec![false; N * self.k];
        let mut start = 0;
        for (row, end) in packed[self.omega..].iter().map(|end| usize::from(*end)).enumerate() {
            let places = if end <= self.omega { packed.get(start..end) } else { None };
            places
                .unwrap_or_default()
                .iter()
                .for_each(|at| hints[N * row + usize::from(*at)] = true);
            start = end;
        }
        // One form of each list of hints is good: the one that they are packed to.
        if self.pack_hints(&hints) != packed || norm(&z) >= g1 - self.tau as i64 * self.eta {
            return false;
        }
        let c = self.ball(hash);
        let t1 = unpack(&public[32..], 10);
        let shifted = t1.chunks(N).map(|t1| t1.iter().map(|x| x << 13).collect::<Poly>());
        let az = self.times(&self.matrix(&public[..32]), &z);
        let w = az.iter().zip(shifted).flat_map(|(az, t1)| difference(az, &product(&c, &t1)));
        self.hash(mu, &self.corrected(&w.collect::<Poly>(), &hints)) == hash
    }

    /// High parts of a commitment, corrected by hints. Algorithm 10.
    fn corrected(&self, commitment: &[i64], hints: &[bool]) -> Poly {
        let classes = (Q - 1) / (2 * self.gamma2);
        let coefficient = |(x, hint): (&i64, &bool)| {
            let (high, low) = decompose(*x, self.gamma2);
            let step = if low > 0 { 1 } else { -1 };
            residue(if *hint { high + step } else { high }, classes)
        };
        commitment.iter().zip(hints).map(coefficient).collect()
    }
}
