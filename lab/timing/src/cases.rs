//! What is timed: each secret operation of each algorithm, and leaks planted beside them.
//!
//! Class 0 is one secret chosen to be extreme, class 1 is a fresh random secret each time. What
//! belongs to the secret and is public (points, documents) is made beforehand.

use crate::{dsa, mldsa, rsa};
use operations::{Action, Operation as Row, Tool};
use sealane::ecc::{Algorithm, PrivateKey};
use sealane::{Digest, Hash, Nonces};
use sealane_arith::divsteps;
use sealane_arith::generated::{P256N, each_prime};
use sealane_arith::prime::{Prime, PrimeTask, Words};
use std::hint::black_box;
use testkit::inputs::Random;

/// An operation on the secret of one input.
pub type Operation = Box<dyn FnMut(usize)>;

/// Makes the operation over inputs: input `i` is of class `classes[i]`.
pub type Make = Box<dyn Fn(&[usize]) -> Operation>;

/// A case: its name, whether it must be found, and a way to make the operation over inputs of the
/// given classes.
pub struct Case {
    /// Name on the command line.
    pub name: String,
    /// Whether a leak is planted in it.
    pub planted: bool,
    /// The operation of the catalogue that it times, if it is one.
    #[cfg_attr(not(test), expect(dead_code, reason = "the test of what is covered reads it"))]
    pub of: Option<Row>,
    /// Makes the operation.
    pub make: Make,
}

/// Every case.
#[must_use]
pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    for algorithm in Tool::Timing.algorithms() {
        let mut rows: Vec<Row> = Tool::Timing.operations_of(algorithm).collect();
        // Of a key that is made, what is timed is how its secret becomes one.
        rows.sort_by_key(|row| row.action == Action::Keygen);
        cases.extend(rows.into_iter().filter_map(of_curve));
    }
    struct Task(Vec<Case>);
    impl PrimeTask for Task {
        fn run<P: Prime>(&mut self) {
            let name = format!("{}-invert", P::NAME);
            let make = Box::new(invert::<P>);
            self.0.push(Case { name, planted: false, of: None, make });
        }
    }
    let mut task = Task(Vec::new());
    each_prime(&mut task);
    cases.extend(task.0);
    cases.extend(rsa::all());
    cases.extend(dsa::all());
    cases.extend(mldsa::all());
    let plant = |name: &str, make: fn(&[usize]) -> Operation| {
        let make = Box::new(make);
        Case { name: format!("planted-{name}"), planted: true, of: None, make }
    };
    cases.push(plant("vartime-inversion", invert_vartime));
    cases.push(plant("early-out", early_out));
    cases.push(plant("short-scalar", short_scalar));
    cases
}

/// The case of an operation over a curve.
fn of_curve(row: Row) -> Option<Case> {
    let curve = row.algorithm.curve()?;
    let (name, make): (_, Make) = match row.action {
        Action::Sign => ("sign", Box::new(move |classes| sign(curve, classes))),
        Action::Derive => ("derive", Box::new(move |classes| derive(curve, classes))),
        Action::Keygen => ("import", Box::new(move |classes| import(curve, classes))),
        Action::Verify | Action::Decrypt => return None,
    };
    Some(Case { name: format!("{curve}-{name}"), planted: false, of: Some(row), make })
}

/// The scalar 1, or random bytes below every order of the width.
fn scalar(width: usize, class: usize, random: &mut Random) -> Vec<u8> {
    let mut scalar = vec![0; width];
    scalar[width - 1] = 1;
    if class == 1 {
        scalar[1..].fill_with(|| random.word() as u8);
    }
    scalar
}

fn keys(algorithm: Algorithm, classes: &[usize]) -> Vec<PrivateKey> {
    let mut random = Random::from_clock();
    let width = algorithm.order_bytes();
    let keys = classes.iter().map(|class| scalar(width, *class, &mut random));
    keys.map(|scalar| PrivateKey::from_bytes(algorithm, &scalar).expect("in range")).collect()
}

fn sign(algorithm: Algorithm, classes: &[usize]) -> Operation {
    let keys = keys(algorithm, classes);
    let digest = Digest::of(algorithm.fixed_hash().unwrap_or(Hash::Sha256), b"timing");
    let mut out = vec![0; 2 * algorithm.order_bytes()];
    Box::new(move |i| {
        // The nonce of a fixed key would be fixed: hedged, it is random in both classes.
        let nonces = Nonces::Hedged;
        let signed = sealane::raw::sign_digest_into(&keys[i], &digest, nonces, &mut out);
        black_box(signed.expect("room and randomness"));
    })
}

fn derive(algorithm: Algorithm, classes: &[usize]) -> Operation {
    let keys = keys(algorithm, classes);
    let peer = PrivateKey::generate(algorithm).expect("randomness").public_key().clone();
    let mut out = vec![0; algorithm.field_bytes()];
    Box::new(move |i| {
        let derived = sealane::raw::derive_into(&keys[i], &peer, &mut out);
        black_box(derived.expect("room"));
    })
}

fn import(algorithm: Algorithm, classes: &[usize]) -> Operation {
    let scalars: Vec<_> = keys(algorithm, classes).iter().map(PrivateKey::to_bytes).collect();
    Box::new(move |i| {
        black_box(PrivateKey::from_bytes(algorithm, &scalars[i]).expect("in range"));
    })
}

/// One, or random words below the modulus.
fn element<P: Prime>(class: usize, random: &mut Random) -> P::Limbs {
    let mut words = P::Limbs::ZERO;
    words.as_mut()[0] = 1;
    if class == 1 {
        words.as_mut().fill_with(|| random.word());
        let top = P::Limbs::LEN - 1;
        words.as_mut()[top] %= P::MODULUS.as_ref()[top].max(2);
    }
    words
}

fn invert<P: Prime>(classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    let inputs: Vec<_> = classes.iter().map(|c| element::<P>(*c, &mut random)).collect();
    Box::new(move |i| {
        black_box(divsteps::invert::<P>(black_box(&inputs[i])));
    })
}

fn invert_vartime(classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    let inputs: Vec<_> = classes.iter().map(|c| element::<P256N>(*c, &mut random)).collect();
    Box::new(move |i| {
        black_box(divsteps::invert_vartime::<P256N>(black_box(&inputs[i])));
    })
}

/// A comparison with a secret of 4 KiB that stops at the first byte that differs.
fn early_out(classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    let secret: Vec<u8> = (0..4096).map(|_| random.word() as u8).collect();
    let guesses: Vec<Vec<u8>> = classes
        .iter()
        .map(|class| {
            if *class == 0 {
                secret.clone()
            } else {
                (0..4096).map(|_| random.word() as u8).collect()
            }
        })
        .collect();
    Box::new(move |i| {
        black_box(black_box(&secret).iter().zip(&guesses[i]).all(|(a, b)| a == b));
    })
}

/// Doublings as many as the scalar has bits: the leak of scalars whose length shows.
fn short_scalar(classes: &[usize]) -> Operation {
    let mut random = Random::from_clock();
    // A nonce of 248 bits beside one of 256.
    let bits: Vec<usize> =
        classes.iter().map(|class| if *class == 0 { 248 } else { 256 }).collect();
    let base = element::<P256N>(1, &mut random);
    Box::new(move |i| {
        let mut power = base;
        for _ in 0..bits[i] {
            power = P256N::sqr(black_box(&power));
        }
        black_box(power);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use operations::gaps;

    /// Goal: every operation of the catalogue that knows a secret is timed; and one that is taken
    /// away is missed.
    #[test]
    fn every_secret_operation_is_timed() {
        let covered: Vec<Row> = all().iter().filter_map(|case| case.of).collect();
        assert_eq!(gaps(Tool::Timing, &covered), [""; 0]);
        for taken in ["p521 derive", "mldsa65 sign", "mldsa44 keygen"] {
            let mut covered = covered.clone();
            covered.retain(|row| row.to_string() != taken);
            assert_eq!(gaps(Tool::Timing, &covered), [format!("Timing does not cover {taken}")]);
        }
    }

    /// Goal: the page says how many leaks are planted here.
    #[test]
    fn planted_leaks_are_as_many_as_stated() {
        let planted = all().iter().filter(|case| case.planted).count();
        let page = include_str!("../../../docs/tests.md");
        let stated = format!("| timing | {planted} planted leaks:");
        assert!(page.contains(&stated), "{stated}");
    }
}
