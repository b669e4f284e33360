//! Microseconds of each primitive of each curve, in the manner of Nettle's `ecc-benchmark`, what of
//! a signature is inversion, and the stack that operations take.

use sealane::ecc::{Algorithm, PrivateKey};
use sealane::group::comb::mul_base;
use sealane::group::model::Point;
use sealane::group::window::mul_point;
use sealane::hazmat::Group;
use sealane::{Digest, Nonces, raw};
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine, power};
use sealane_arith::machine::One;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use sealane_measure::{INPUTS, Work, contest, digests, rehearse, stack};
use std::fmt::Write;
use std::hint::black_box;

/// Titles of the columns, in Nettle's order; `reduce` is the way out of the inner form, `*_var` an
/// inversion in variable time, `*_pow` one by powering.
pub const TITLES: [&str; 15] = [
    "modp", "sqrp", "reduce", "modq", "pinv", "qinv", "pinv_var", "qinv_var", "pinv_pow",
    "qinv_pow", "dup", "add", "mul_g", "mul_a", "sign",
];
/// Window of `mul_a`, in bits.
const WINDOW: usize = 5;

/// Something done so many times in a row, and how its result is checked.
struct Primitive<'a> {
    times: usize,
    act: Box<dyn FnMut(usize) + 'a>,
    check: Box<dyn Fn() -> bool + 'a>,
}

impl Work for Primitive<'_> {
    fn run(&mut self, input: usize) -> bool {
        for i in 0..self.times {
            (self.act)((input + i) % INPUTS);
        }
        true
    }

    fn check(&mut self, _: usize) -> Result<(), String> {
        if (self.check)() { Ok(()) } else { Err("a law does not hold".into()) }
    }
}

/// One row of the table.
#[derive(Debug, Clone)]
pub struct Row {
    /// The curve.
    pub algorithm: Algorithm,
    /// Microseconds, in the order of [`TITLES`].
    pub us: Vec<f64>,
    /// Bytes of stack of signing and of verifying.
    pub stack: [usize; 2],
}

impl Row {
    /// What part of a signature its inversions are: of the projective denominator, and for ECDSA of
    /// the nonce.
    pub fn inversion_share(&self) -> f64 {
        let of = |title: &str| {
            let place = TITLES.iter().position(|it| *it == title).expect("a title");
            self.us[place]
        };
        let nonce = if self.algorithm.partner().is_none() { of("qinv") } else { 0.0 };
        (of("pinv") + nonce) / of("sign")
    }
}

/// Elements made of the 64 inputs; none is 0.
fn elements<P: Prime>() -> Vec<P::Limbs> {
    let element = |bytes: &[u8; 32]| {
        let mut out = P::Limbs::ZERO;
        // Below the modulus: the word at the top stays 0, or a few bits of it where there is one.
        let words = out.as_mut().len() - 1;
        let bits = bytes.chunks_exact(8).cycle().zip(1u64..);
        for (word, (bytes, i)) in out.as_mut()[..words].iter_mut().zip(bits) {
            *word =
                u64::from_le_bytes(bytes.try_into().expect("8 bytes")).rotate_left(i as u32) | 1;
        }
        out
    };
    digests().iter().map(element).collect()
}

type Of<P> = <One as Machine>::Of<P>;

fn load<P: Prime>() -> Vec<Of<P>> {
    elements::<P>().iter().map(|plain| One.load::<P>(&[*plain])).collect()
}

fn same<P: Prime>(a: Of<P>, b: Of<P>) -> bool {
    a.equals(b).to_bool_vartime()
}

/// Work on field elements: `act` on each input, the law `holds` for some of them.
fn field<'a, P: Prime, R>(
    times: usize,
    x: &'a [Of<P>],
    act: impl Fn(Of<P>, Of<P>) -> R + 'a,
    holds: impl Fn(Of<P>, Of<P>) -> bool + 'a,
) -> Primitive<'a> {
    let other = |i: usize| x[(i + 1) % INPUTS];
    Primitive {
        times,
        act: Box::new(move |i| keep(act(black_box(x[i]), black_box(other(i))))),
        check: Box::new(move || [0, 7, 63].iter().all(|i| holds(x[*i], x[(*i + 1) % INPUTS]))),
    }
}

/// The exponent that inverts: `p - 2`.
fn inverting<P: Prime>() -> P::Limbs {
    let mut exponent = P::MODULUS;
    let mut less = 2;
    for word in exponent.as_mut() {
        let (difference, borrow) = word.overflowing_sub(less);
        (*word, less) = (difference, u64::from(borrow));
    }
    exponent
}

/// Keeps the compiler from leaving out what gives `value`.
fn keep<T>(value: T) {
    let _ = black_box(value);
}

/// Work on other things.
fn on<'a>(
    times: usize,
    act: impl FnMut(usize) + 'a,
    check: impl Fn() -> bool + 'a,
) -> Primitive<'a> {
    Primitive { times, act: Box::new(act), check: Box::new(check) }
}

/// The primitives modulo the prime and the order, in the order of [`TITLES`].
fn field_works<'a, G: Group>(x: &'a [Of<G::P>], n: &'a [Of<G::N>]) -> Vec<Primitive<'a>> {
    let (p2, n2) = (inverting::<G::P>(), inverting::<G::N>());
    let by_power = move |x: Of<G::P>| power(x, p2.as_ref());
    let by_power_n = move |x: Of<G::N>| power(x, n2.as_ref());
    let is_one = |x: Of<G::P>, y| same::<G::P>(x * y, x.one_like());
    let is_one_n = |x: Of<G::N>, y| same::<G::N>(x * y, x.one_like());
    let out = |x: Of<G::P>| {
        let mut plain = [G::P::ONE];
        One.unload::<G::P>(x, &mut plain);
        plain
    };
    let back = move |x| same::<G::P>(One.load::<G::P>(&out(x)), x);
    vec![
        field::<G::P, _>(256, x, |a, b| a * b, |a, b| same::<G::P>(a * b * b.invert(), a)),
        field::<G::P, _>(256, x, |a, _| a.sqr(), |a, _| same::<G::P>(a.sqr(), a * a)),
        field::<G::P, _>(256, x, move |a, _| out(a), move |a, _| back(a)),
        field::<G::N, _>(256, n, |a, b| a * b, |a, b| same::<G::N>(a * b * b.invert(), a)),
        field::<G::P, _>(4, x, |a, _| a.invert(), move |a, _| is_one(a, a.invert())),
        field::<G::N, _>(4, n, |a, _| a.invert(), move |a, _| is_one_n(a, a.invert())),
        field::<G::P, _>(
            4,
            x,
            |a, _| a.invert_vartime(),
            move |a, _| is_one(a, a.invert_vartime()),
        ),
        field::<G::N, _>(
            4,
            n,
            |a, _| a.invert_vartime(),
            move |a, _| is_one_n(a, a.invert_vartime()),
        ),
        field::<G::P, _>(1, x, move |a, _| by_power(a), move |a, _| is_one(a, by_power(a))),
        field::<G::N, _>(1, n, move |a, _| by_power_n(a), move |a, _| is_one_n(a, by_power_n(a))),
    ]
}

/// Measures the primitives of a curve, `seconds` of CPU time for each. Errors: a law that does not
/// hold, with its title.
pub fn measure<G: Group>(algorithm: Algorithm, seconds: f64) -> Result<Row, String> {
    const WHY: &str = "a multiple made of public numbers";
    let (x, n) = (load::<G::P>(), load::<G::N>());
    let scalars: Vec<_> = elements::<G::N>().iter().map(|it| Secret::new([*it])).collect();
    let generator = G::GENERATOR.map(|plain| One.load::<G::P>(&[plain]));
    let comb = G::base_table();
    let points: Vec<_> = scalars.iter().map(|k| mul_base(One, comb, k).reveal(WHY)).collect();
    let entry = G::entry(generator[0], generator[1]);
    let point = G::point(generator[0], generator[1]);
    let equal = |a: Point<G, One>, b| G::equal(&a, &b).to_bool_vartime();
    let mul_a = |i: usize| mul_point::<G, One, 1>(One, WINDOW, &scalars[i], generator);
    let both = || equal(mul_a(9).reveal(WHY), points[9]);
    let key = PrivateKey::generate(algorithm).map_err(|why| why.to_string())?;
    let digest = match algorithm.fixed_hash() {
        Some(hash) => Digest::of(hash, b"a message"),
        None => Digest::raw(&[7; 32]),
    };
    let sign = |out: &mut [u8; 132]| {
        raw::sign_digest_into(&key, &digest, Nonces::Hedged, out).expect("a signature")
    };
    let verify =
        |signature: &[u8]| raw::verify_digest(key.public_key(), &digest, signature).is_ok();
    let mut made = [0; 132];
    let length = sign(&mut made);
    let mut works = field_works::<G>(&x, &n);
    works.push(on(
        64,
        |i| keep(G::double(black_box(points[i]), 1)),
        || equal(G::double(points[5], 1), G::sum(points[5], points[5])),
    ));
    works.push(on(
        64,
        |i| keep(G::add(black_box(points[i]), entry)),
        || equal(G::add(points[5], entry), G::sum(points[5], point)),
    ));
    works.push(on(1, |i| keep(mul_base(One, comb, black_box(&scalars[i]))), both));
    works.push(on(1, |i| keep(mul_a(black_box(i))), both));
    works.push(on(1, |_| keep(sign(&mut [0; 132])), || verify(&made[..length])));
    let mut all: Vec<&mut dyn Work> = works.iter_mut().map(|work| work as _).collect();
    let figures = rehearse(&mut all).and_then(|()| contest(&mut all, seconds));
    let figures = figures.map_err(|(i, why)| format!("{algorithm} {}: {why}", TITLES[i]))?;
    let times = works.iter().map(|work| work.times as f64 * 1e3);
    let us = figures.iter().zip(times).map(|(it, times)| it.median_ns() / times).collect();
    let stack = [
        stack::depth(&mut || assert!(sign(&mut [0; 132]) > 0))?,
        stack::depth(&mut || assert!(verify(&made[..length])))?,
    ];
    Ok(Row { algorithm, us, stack })
}

/// All curves, each by its types.
pub fn all(seconds: f64, mut tell: impl FnMut(Algorithm)) -> Result<Vec<Row>, String> {
    use sealane::curve::*;
    use sealane::group::edwards::Edwards;
    use sealane::group::short::Short;
    type Measure = fn(Algorithm, f64) -> Result<Row, String>;
    let curves: [(Algorithm, Measure); 11] = [
        (Algorithm::EcP192, measure::<Short<P192>>),
        (Algorithm::EcP224, measure::<Short<P224>>),
        (Algorithm::EcP256, measure::<Short<P256>>),
        (Algorithm::EcP384, measure::<Short<P384>>),
        (Algorithm::EcP521, measure::<Short<P521>>),
        (Algorithm::EcSecp256k1, measure::<Short<Secp256k1>>),
        (Algorithm::EcBrainpoolP256r1, measure::<Short<BrainpoolP256r1>>),
        (Algorithm::EcBrainpoolP384r1, measure::<Short<BrainpoolP384r1>>),
        (Algorithm::EcBrainpoolP512r1, measure::<Short<BrainpoolP512r1>>),
        (Algorithm::Ed25519, measure::<Edwards<Edwards25519>>),
        (Algorithm::Ed448, measure::<Edwards<Edwards448>>),
    ];
    let row = |(algorithm, measure): &(Algorithm, Measure)| {
        tell(*algorithm);
        measure(*algorithm, seconds)
    };
    curves.iter().map(row).collect()
}

/// The table, as Nettle prints it.
pub fn table(rows: &[Row]) -> String {
    let mut text = format!("{:<16}", "curve");
    for title in TITLES {
        let _ = write!(text, " {title:>8}");
    }
    text += " inv/sign  sign B verify B\n";
    for row in rows {
        let _ = write!(text, "{:<16}", row.algorithm.name());
        for us in &row.us {
            let _ = write!(text, " {us:>8.3}");
        }
        let share = row.inversion_share() * 100.0;
        let _ = writeln!(text, " {share:>6.1} % {:>7} {:>8}", row.stack[0], row.stack[1]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: every primitive of every curve is measured, keeps its law, and costs in proportion.
    #[test]
    fn primitives_keep_their_laws() {
        let rows = all(1e-4, |_| ()).expect("the laws hold");
        for row in &rows {
            assert!(row.us.iter().all(|us| *us > 0.0), "{row:?}");
            // A multiple of the generator holds many additions.
            assert!(row.us[12] > row.us[11] && row.us[13] > row.us[10], "{row:?}");
            assert!((0.0..1.0).contains(&row.inversion_share()), "{row:?}");
            assert!(row.stack.iter().all(|bytes| (100..200_000).contains(bytes)), "{row:?}");
        }
        assert_eq!(table(&rows).lines().count(), 12);
    }

    /// Goal: a law that does not hold is told with the number of the primitive.
    #[test]
    fn broken_law_is_told() {
        let x = load::<sealane_arith::generated::P256P>();
        type P = sealane_arith::generated::P256P;
        let mut wrong = field::<P, _>(1, &x, |a, b| a * b, |a, b| same::<P>(a * b, a));
        assert!(rehearse(&mut [&mut wrong]).is_err());
    }
}
