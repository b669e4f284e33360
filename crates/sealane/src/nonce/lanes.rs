//! Nonces of RFC 6979 for many keys and digests at once, a key and its digest in each lane.

use super::words::{Generators, candidate};
use super::{Fixed, Generator, NonceRequest, Order};
use crate::hash::Hash;
use crate::hash::words::LaneWord;
use alloc::vec::Vec;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;
use sealane_arith::sha::{LANES_256, LANES_512, is_fast};

/// Returns the nonce of one key and digest.
fn alone<N: Prime>(request: &NonceRequest<'_, N::Limbs>) -> Secret<N::Limbs> {
    let order = Fixed::<N>::ORDER;
    Generator::new(&order, *request).next(&order)
}

/// Returns how many nonces pay the lanes of words of so many bytes: with fewer, one after the other
/// is faster.
///
/// Measured (docs/notes/2026-11-30-short-groups.md) where the processor has instructions for
/// SHA-256, as all have that have such lanes, and none for SHA-512.
const fn least(word_bytes: usize) -> usize {
    if word_bytes == 4 { 7 } else { 4 }
}

/// Adds the first nonce of each key and digest to `out`, which [`Generator`] gives as well, in
/// order. Neighbours of one hash are made together.
///
/// `out` must have room for them: growing would leave copies behind. Leaks how many candidates were
/// rejected, which says nothing of those kept.
pub(crate) fn nonces<N: Prime>(
    requests: &[NonceRequest<'_, N::Limbs>],
    out: &mut Vec<Secret<N::Limbs>>,
) {
    nonces_by::<N>(is_fast(), requests, out);
}

/// The same, in lanes or one after the other.
fn nonces_by<N: Prime>(
    lanes: bool,
    requests: &[NonceRequest<'_, N::Limbs>],
    out: &mut Vec<Secret<N::Limbs>>,
) {
    // What lanes have in common: the hash, and whether they are hedged.
    let kind = |of: &NonceRequest<'_, N::Limbs>| (of.hash(), of.hedge.is_some());
    for run in requests.chunk_by(|a, b| kind(a) == kind(b)) {
        match run[0].hash() {
            Hash::Sha224 | Hash::Sha256 if lanes => in_lanes::<u32, LANES_256, N>(run, out),
            Hash::Sha384 | Hash::Sha512 if lanes => in_lanes::<u64, LANES_512, N>(run, out),
            _ => out.extend(run.iter().map(alone::<N>)),
        }
    }
}

fn in_lanes<W: LaneWord<L>, const L: usize, N: Prime>(
    run: &[NonceRequest<'_, N::Limbs>],
    out: &mut Vec<Secret<N::Limbs>>,
) {
    let order = Fixed::<N>::ORDER;
    let start = W::start(run[0].hash());
    for requests in run.chunks(L) {
        match &start {
            Some(start) if requests.len() >= least(W::BYTES) => {
                fill::<W, L, N>(Generators::new(start, &order, requests), requests.len(), out);
            }
            _ => out.extend(requests.iter().map(alone::<N>)),
        }
    }
}

/// Draws candidates until each of the first `wanted` lanes has had a good one, and adds the first
/// of each lane to `out`. Section 3.2, step h.
fn fill<W: LaneWord<L>, const L: usize, N: Prime>(
    mut generators: Generators<W, L>,
    wanted: usize,
    out: &mut Vec<Secret<N::Limbs>>,
) {
    let order = Fixed::<N>::ORDER;
    let mut found: Vec<Option<Secret<N::Limbs>>> = Vec::with_capacity(wanted);
    found.resize_with(wanted, || None);
    loop {
        let output = generators.draw(order.bytes());
        for (lane, found) in found.iter_mut().enumerate().filter(|(_, it)| it.is_none()) {
            let nonce = candidate(&output, &order, lane);
            let good = nonce.map(|k| bytes::is_unit::<N>(k).to_bits());
            if good.reveal("a rejected nonce candidate says nothing of the one kept") == 1 {
                *found = Some(nonce);
            }
        }
        if found.iter().all(Option::is_some) {
            break;
        }
        // Lanes that are done go on as the others do, and nobody looks at them.
        generators.reject();
    }
    // Copies, since what is moved out of its place is not wiped there.
    out.extend(found.iter().flatten().map(|nonce| nonce.map(|k| *k)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Digest;
    use sealane_arith::generated::{Brainpool256N, P192N, P224N, P256N, P384N, P521N};
    use sealane_arith::prime::Words;

    /// Compares nonces in lanes with those of single generators: keys, digests and hedges mixed in
    /// runs of all lengths, so that lanes are full, partly full, and too few.
    fn compare<N: Prime>(hash: Hash, count: usize) {
        let mut random = 7u64;
        let mut byte = move || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 56) as u8
        };
        let mut requests = Vec::new();
        for i in 0..count {
            let mut scalar = N::Limbs::ZERO;
            scalar
                .as_mut()
                .iter_mut()
                .for_each(|word| *word = u64::from_le_bytes([(); 8].map(|()| byte())));
            let scalar = Secret::new(bytes::shift_right(&scalar, 63));
            let digest = Digest::of(hash, &[byte(), byte(), i as u8]);
            let hedge = (i / 37 % 2 == 0).then(|| Secret::new([(); 32].map(|()| byte())));
            requests.push((scalar, digest, hedge));
        }
        let each = requests.iter().map(|(scalar, digest, hedge)| {
            let hedge = hedge.as_ref();
            NonceRequest { scalar, digest, hedge }
        });
        let requests: Vec<NonceRequest<'_, N::Limbs>> = each.collect();
        let mut found = Vec::new();
        nonces_by::<N>(true, &requests, &mut found);
        assert_eq!(found.len(), requests.len());
        for (at, (request, found)) in requests.iter().zip(&found).enumerate() {
            let why = "a test looks at its own nonce";
            let [alone, lane] = [alone::<N>(request).reveal(why), found.reveal(why)];
            assert!(alone.as_ref() == lane.as_ref(), "{hash}, {} bytes, {at}", N::BYTES);
        }
    }

    /// Goal: lanes give the nonces of single generators, for orders of every width, with the hashes
    /// that have lanes and one that has none, after rejections too: of candidates for
    /// brainpoolP256r1, a third are.
    #[test]
    fn lanes_agree_with_single_generators() {
        for hash in [Hash::Sha224, Hash::Sha256, Hash::Sha384, Hash::Sha512, Hash::Sha3_256] {
            compare::<P192N>(hash, 40);
            compare::<P224N>(hash, 40);
            compare::<P256N>(hash, 150);
            compare::<Brainpool256N>(hash, 150);
            compare::<P384N>(hash, 40);
            compare::<P521N>(hash, 40);
        }
    }
}
