//! The encoding of PSS signatures. RFC 8017, section 9.1; with the SHAKEs RFC 8702, section 3.

use crate::hash::{Digest, Hash, Hasher, MAX_OUTPUT_BYTES};
use core::ops::RangeInclusive;

/// Lengths of an encoded message, of which the top bits of the first byte are 0.
struct Lengths {
    hash: usize,
    /// Of all but the hash and the last byte.
    block: usize,
    /// Which bits of the first byte may be 1.
    top: u8,
}

impl Lengths {
    /// Returns the lengths for an encoded message of `bits` bits that fills `bytes` bytes.
    fn of(hash: Hash, bits: usize) -> Option<Self> {
        let (bytes, hash) = (bits.div_ceil(8), hash.output_bytes());
        let block = bytes.checked_sub(hash + 1).filter(|block| *block > 0)?;
        Some(Self { hash, block, top: 0xff >> (8 * bytes - bits) })
    }
}

/// Returns the longest salt that an encoded message of `bits` bits has room for.
pub(crate) fn longest_salt(hash: Hash, bits: usize) -> Option<usize> {
    Lengths::of(hash, bits).map(|lengths| lengths.block - 1)
}

/// Writes the encoding of a digest, `bits` bits in as many bytes as they need.
///
/// Returns false for a salt that is too long, and a digest without a name.
pub(crate) fn encode(digest: &Digest, mgf: Hash, salt: &[u8], bits: usize, out: &mut [u8]) -> bool {
    let lengths = digest.hash().and_then(|hash| Lengths::of(hash, bits));
    let Some((lengths, hash)) = lengths.zip(digest.hash()) else { return false };
    if salt.len() > lengths.block - 1 {
        return false;
    }
    let (block, rest) = out.split_at_mut(lengths.block);
    salted(hash, digest.as_bytes(), salt, &mut rest[..lengths.hash]);
    rest[lengths.hash] = 0xbc;
    let filling = lengths.block - 1 - salt.len();
    block.fill(0);
    block[filling] = 1;
    block[filling + 1..].copy_from_slice(salt);
    mask(mgf, &rest[..lengths.hash], block);
    block[0] &= lengths.top;
    true
}

/// Returns whether `encoded`, `bits` bits in as many bytes as they need, is an encoding of the
/// digest, with a salt whose length is one of `salt`. Variable-time: all is public.
pub(crate) fn is_encoding_vartime(
    digest: &Digest,
    mgf: Hash,
    salt: RangeInclusive<usize>,
    bits: usize,
    encoded: &mut [u8],
) -> bool {
    let lengths = digest.hash().and_then(|hash| Lengths::of(hash, bits));
    let Some((lengths, hash)) = lengths.zip(digest.hash()) else { return false };
    let (block, rest) = encoded.split_at_mut(lengths.block);
    let (stored, last) = rest.split_at(lengths.hash);
    if last != [0xbc] || block[0] & !lengths.top != 0 {
        return false;
    }
    mask(mgf, stored, block);
    block[0] &= lengths.top;
    let Some(filling) = block.iter().position(|byte| *byte != 0) else { return false };
    let (mark, found) = (block[filling], &block[filling + 1..]);
    if mark != 1 || !salt.contains(&found.len()) {
        return false;
    }
    let mut expected = [0; MAX_OUTPUT_BYTES];
    salted(hash, digest.as_bytes(), found, &mut expected[..lengths.hash]);
    expected[..lengths.hash] == *stored
}

/// Writes the hash of eight zeros, the digest and the salt.
fn salted(hash: Hash, digest: &[u8], salt: &[u8], out: &mut [u8]) {
    let mut hasher = Hasher::new(hash);
    for part in [&[0; 8][..], digest, salt] {
        hasher.update(part);
    }
    hasher.finish_into(out);
}

/// Adds the mask of the seed to `out`: MGF1 (RFC 8017, appendix B.2.1), or as many bytes of a SHAKE
/// (RFC 8702, section 3.2).
pub(crate) fn mask(hash: Hash, seed: &[u8], out: &mut [u8]) {
    let extendable = matches!(hash, Hash::Shake128 | Hash::Shake256);
    let step = if extendable { out.len() } else { hash.output_bytes() };
    let mut bytes = alloc::vec![0; step];
    for (counter, chunk) in (0u32..).zip(out.chunks_mut(step.max(1))) {
        let mut hasher = Hasher::new(hash);
        hasher.update(seed);
        if !extendable {
            hasher.update(&counter.to_be_bytes());
        }
        hasher.finish_into(&mut bytes);
        chunk.iter_mut().zip(&bytes).for_each(|(out, byte)| *out ^= byte);
    }
    zeroize::Zeroize::zeroize(&mut bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what is encoded is taken, with its own salt alone, and any change of it is refused.
    #[test]
    fn encodings_are_taken_and_changes_are_not() {
        for (hash, mgf) in [(Hash::Sha256, Hash::Sha1), (Hash::Shake128, Hash::Shake128)] {
            let digest = Digest::of(hash, b"message");
            for bits in [1016, 1017, 1023, 1024] {
                let longest = longest_salt(hash, bits).expect("there is room");
                for salt in [0, 1, 20, longest] {
                    let salt = alloc::vec![0x5a; salt];
                    let mut good = alloc::vec![0xee; bits.div_ceil(8)];
                    assert!(encode(&digest, mgf, &salt, bits, &mut good));
                    let check = |salt: RangeInclusive<usize>, encoded: &[u8]| {
                        is_encoding_vartime(&digest, mgf, salt, bits, &mut encoded.to_vec())
                    };
                    let (all, bytes) = (0..=usize::MAX, salt.len());
                    assert!(check(all.clone(), &good) && check(bytes..=bytes, &good));
                    assert!(check(bytes..=usize::MAX, &good) && check(0..=bytes, &good));
                    assert!(!check(bytes + 1..=usize::MAX, &good));
                    assert!(bytes == 0 || !check(0..=bytes - 1, &good));
                    for bit in 0..8 * good.len() {
                        let mut bad = good.clone();
                        bad[bit / 8] ^= 1 << (bit % 8);
                        assert!(!check(all.clone(), &bad), "bit {bit} of {bits}");
                    }
                }
                let salt = alloc::vec![0; longest + 1];
                assert!(!encode(&digest, mgf, &salt, bits, &mut alloc::vec![0; 128]));
            }
        }
        assert_eq!(longest_salt(Hash::Sha512, 64 * 8), None);
        assert_eq!(longest_salt(Hash::Sha512, 65 * 8), None);
        assert_eq!(longest_salt(Hash::Sha512, 66 * 8), Some(0));
    }

    /// Goal: masks are those of their definitions, at lengths around those of digests; what is
    /// masked twice is as it was.
    #[test]
    fn masks_are_by_definition() {
        let seed = b"a seed";
        for hash in [Hash::Sha1, Hash::Sha256, Hash::Sha384, Hash::Shake128, Hash::Shake256] {
            let size = hash.output_bytes();
            let mut stream = alloc::vec![0; 4 * size];
            if matches!(hash, Hash::Shake128 | Hash::Shake256) {
                let mut hasher = Hasher::new(hash);
                hasher.update(seed);
                hasher.finish_into(&mut stream);
            } else {
                for (i, part) in stream.chunks_mut(size).enumerate() {
                    let input = [&seed[..], &[0, 0, 0, i as u8]].concat();
                    part.copy_from_slice(Digest::of(hash, &input).as_bytes());
                }
            }
            for length in [0, 1, size - 1, size, size + 1, 2 * size, 3 * size + 5, 4 * size] {
                let mut out = alloc::vec![0x5a; length];
                mask(hash, seed, &mut out);
                let expected = stream.iter().map(|byte| byte ^ 0x5a);
                assert!(out.iter().copied().eq(expected.take(length)), "{hash:?}, {length}");
                mask(hash, seed, &mut out);
                assert!(out.iter().all(|byte| *byte == 0x5a));
            }
        }
    }
}
