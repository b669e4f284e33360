//! Operations in lanes of every prime as functions of their own, those as well whose products are
//! compiled into their callers: what the compiler makes of each text, at every level.
//!
//! The program is read by `lift` and never run. It is built for a processor that has the
//! instructions, so that no function has to ask for them.
#![forbid(unsafe_code)]

use sealane_arith::field::{Field, Machine};
use sealane_arith::generated::each_prime;
use sealane_arith::machine::Eight;
use sealane_arith::modulus::lanes::{LaneModuli, Limbs};
use sealane_arith::prime::{Prime, PrimeTask};
use std::hint::black_box;

type Moduli = LaneModuli<8, 5>;
type Numbers = Limbs<8, 5>;
type Of<P> = <Eight as Machine>::Of<P>;

#[inline(never)]
fn mul<P: Prime>(a: &Of<P>, b: &Of<P>) -> Of<P> {
    *a * *b
}

#[inline(never)]
fn sqr<P: Prime>(a: &Of<P>) -> Of<P> {
    a.sqr()
}

#[inline(never)]
fn mul_sub<P: Prime>(a: &Of<P>, b: &Of<P>, c: &Of<P>, d: &Of<P>) -> Of<P> {
    a.mul_sub(*b, *c, *d)
}

#[inline(never)]
fn mul_sub_sqr2<P: Prime>(a: &Of<P>, b: &Of<P>, c: &Of<P>) -> Of<P> {
    a.mul_sub_sqr2(*b, *c)
}

#[inline(never)]
fn add<P: Prime>(a: &Of<P>, b: &Of<P>) -> Of<P> {
    *a + *b
}

#[inline(never)]
fn sub<P: Prime>(a: &Of<P>, b: &Of<P>) -> Of<P> {
    *a - *b
}

#[inline(never)]
fn neg<P: Prime>(a: &Of<P>) -> Of<P> {
    -*a
}

#[inline(never)]
fn carry<P: Prime>(a: &Of<P>) -> Of<P> {
    a.carry()
}

/// A product and a square modulo numbers of run-time value, of any length: texts of instructions.
#[inline(never)]
fn products(of: &Moduli, machine: Eight, a: &Numbers) -> [Numbers; 2] {
    [of.mul(machine, a, a), of.sqr(machine, a)]
}

/// Names every function, so that each is compiled.
struct Keep;

impl PrimeTask for Keep {
    fn run<P: Prime>(&mut self) {
        black_box(mul::<P> as fn(&Of<P>, &Of<P>) -> Of<P>);
        black_box(sqr::<P> as fn(&Of<P>) -> Of<P>);
        black_box(mul_sub::<P> as fn(&Of<P>, &Of<P>, &Of<P>, &Of<P>) -> Of<P>);
        black_box(mul_sub_sqr2::<P> as fn(&Of<P>, &Of<P>, &Of<P>) -> Of<P>);
        black_box(add::<P> as fn(&Of<P>, &Of<P>) -> Of<P>);
        black_box(sub::<P> as fn(&Of<P>, &Of<P>) -> Of<P>);
        black_box(neg::<P> as fn(&Of<P>) -> Of<P>);
        black_box(carry::<P> as fn(&Of<P>) -> Of<P>);
    }
}

fn main() {
    black_box(products as fn(&Moduli, Eight, &Numbers) -> [Numbers; 2]);
    each_prime(&mut Keep);
    println!("This program is to be read, not to be run.");
}
