//! The parts of a private operation, each by itself, to be measured.

use super::blinding::Factors;
use super::strike::NoFaults;
use super::{Primes, Private, Public};
use crate::backend::batch_machine;
use core::hint::black_box;
use sealane_arith::secret::Secret;

/// What a private operation is made of, and what comes before the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The powers modulo both primes, joined.
    Power,
    /// Both products by the factors of a pair, and their squares.
    Blinding,
    /// The power by the public exponent.
    Check,
    /// A fresh pair of factors.
    Pair,
    /// What products modulo the primes need, from the numbers of a document.
    Constants,
    /// What products modulo `n` need.
    PublicConstants,
}

/// Does a part, with numbers that any would do for.
pub(super) fn run<const H: usize, const F: usize, const R: usize>(
    key: &Private<H, F, R>,
    part: Part,
) {
    let (n, machine) = (&*key.public, batch_machine());
    let mut x = *n.n.words();
    x[F - 1] >>= 1;
    let x = Secret::new(x);
    match part {
        Part::Power => {
            drop(black_box(key.primes.zip(&x, |primes, x| primes.power(x, &mut NoFaults))))
        }
        Part::Blinding => drop(black_box(x.map(|x| {
            let products = [n.product(machine, x, x), n.product(machine, x, x)];
            products.map(|factor| n.product(machine, &factor, &factor))
        }))),
        Part::Check => drop(black_box(x.map(|x| n.power(x)))),
        Part::Pair => drop(black_box(Factors::new(n, machine))),
        Part::Constants => {
            let bits = n.n.bits() / 2;
            drop(black_box(
                key.primes.map(|primes| Primes::<H, F, R>::new(&primes.numbers(), [bits; 2])),
            ));
        }
        Part::PublicConstants => drop(black_box(Public::<F, R>::new(n.n.words(), n.e))),
    }
}
