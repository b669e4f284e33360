//! Batches of fresh keys.

use super::work::{Group, Place, run as run_groups};
use crate::ecc::algorithm::Algorithm;
use crate::ecc::key::{PrivateKey, PublicKey};
use crate::ecc::ops::{Wide, generate};
use crate::error::SignError;
use crate::nonce::fill_random;
use alloc::vec;
use alloc::vec::Vec;
use sealane_arith::secret::Secret;
use zeroize::Zeroizing;

pub(super) fn run(threads: usize, algorithms: &[Algorithm]) -> Vec<Result<PrivateKey, SignError>> {
    let place = |(number, algorithm): (usize, &Algorithm)| Place::new(number, *algorithm, 0);
    let order = algorithms.iter().enumerate().map(place).collect();
    run_groups(
        threads,
        order,
        || Err(SignError::Random),
        |group, out| {
            // The generator of random bytes fails for all of them or for none.
            if let Ok(privates) = draw(group.algorithm, out.len()) {
                complete(group, &privates, out);
            }
        },
    )
}

/// Returns fresh private integers, from random bytes that are drawn in one call.
fn draw(algorithm: Algorithm, count: usize) -> Result<Vec<Secret<Wide>>, SignError> {
    let (ops, width) = (algorithm.ops(), algorithm.order_bytes());
    let mut random = Zeroizing::new(vec![0; count * width]);
    fill_random(&mut random)?;
    let private = |random| match ops.private_of_random(random) {
        Some(private) => Ok(private),
        // A candidate out of range, which few are.
        None => generate(ops, width, fill_random),
    };
    // All the room at once: growing would leave copies behind.
    let mut privates = Vec::with_capacity(count);
    for random in random.chunks_exact(width) {
        privates.push(private(random)?);
    }
    Ok(privates)
}

fn complete(
    group: &Group<'_>,
    privates: &[Secret<Wide>],
    out: &mut [Result<PrivateKey, SignError>],
) {
    let algorithm = group.algorithm;
    let mut points = vec![[[0; 9]; 2]; privates.len()];
    algorithm.ops().public_of_group(privates, &mut points);
    for ((out, private), point) in out.iter_mut().zip(privates).zip(points) {
        // A copy, since what is moved out of its place is not wiped there.
        let scalar = private.map(|words| *words);
        *out = Ok(PrivateKey { scalar, public: PublicKey { algorithm, point } });
    }
}
