//! Operations on one lane of every prime as functions of their own, of the same texts that the
//! compiler puts into their callers in a release.
//!
//! The program is read by `lift` and never run. It is built as a release is, without lanes.
#![forbid(unsafe_code)]

use sealane_arith::fe::Fe;
use sealane_arith::field::Field;
use sealane_arith::generated::each_prime;
use sealane_arith::prime::{Prime, PrimeTask};
use sealane_arith::ring;
use std::hint::black_box;

/// The very text of the ring's products, which the library keeps to itself.
#[path = "../../../../crates/arith/src/generated/ring.rs"]
mod products;

/// The ring of ML-DSA, without the factors of its transforms. FIPS 204, section 2.3.
struct MlDsa;

impl ring::table::Ring for MlDsa {
    const Q: i32 = 8_380_417;
    const N: usize = 256;
    fn forward() -> ring::table::Twiddles {
        ring::table::Twiddles { factors: &[], quotients: &[] }
    }
    fn backward() -> ring::table::Twiddles {
        Self::forward()
    }
}

#[inline(never)]
fn ring_times(x: i32, z: i32, quotient: i32) -> i32 {
    let [x, z, quotient] = [x, z, quotient].map(|word| ring::words::Plain([word]));
    products::times::<MlDsa, _>(x, z, quotient).0[0]
}

#[inline(never)]
fn ring_fold(low: i32, high: i32) -> i32 {
    let [low, high] = [low, high].map(|word| ring::words::Plain([word]));
    products::fold::<MlDsa, _>(low, high).0[0]
}

#[inline(never)]
fn mul<P: Prime>(a: &Fe<P>, b: &Fe<P>) -> Fe<P> {
    *a * *b
}

#[inline(never)]
fn encode<P: Prime>(plain: &P::Limbs) -> Fe<P> {
    Fe::new(plain)
}

#[inline(never)]
fn sqr<P: Prime>(a: &Fe<P>) -> Fe<P> {
    a.sqr()
}

#[inline(never)]
fn add<P: Prime>(a: &Fe<P>, b: &Fe<P>) -> Fe<P> {
    *a + *b
}

#[inline(never)]
fn decode<P: Prime>(a: &Fe<P>) -> P::Limbs {
    a.plain()
}

#[inline(never)]
fn sub<P: Prime>(a: &Fe<P>, b: &Fe<P>) -> Fe<P> {
    *a - *b
}

#[inline(never)]
fn neg<P: Prime>(a: &Fe<P>) -> Fe<P> {
    -*a
}

/// Names every function, so that each is compiled.
struct Keep;

impl PrimeTask for Keep {
    fn run<P: Prime>(&mut self) {
        black_box(mul::<P> as fn(&Fe<P>, &Fe<P>) -> Fe<P>);
        black_box(sqr::<P> as fn(&Fe<P>) -> Fe<P>);
        black_box(add::<P> as fn(&Fe<P>, &Fe<P>) -> Fe<P>);
        black_box(sub::<P> as fn(&Fe<P>, &Fe<P>) -> Fe<P>);
        black_box(neg::<P> as fn(&Fe<P>) -> Fe<P>);
        black_box(encode::<P> as fn(&P::Limbs) -> Fe<P>);
        black_box(decode::<P> as fn(&Fe<P>) -> P::Limbs);
    }
}

fn main() {
    black_box(ring_times as fn(i32, i32, i32) -> i32);
    black_box(ring_fold as fn(i32, i32) -> i32);
    each_prime(&mut Keep);
    println!("This program is to be read, not to be run.");
}
