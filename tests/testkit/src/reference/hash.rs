//! Hash functions by name, with the block sizes HMAC needs.

use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256};
use sha3::digest::{ExtendableOutput, Update, XofReader};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
use shake::{Shake128, Shake256};

/// A hash function of the case format.
#[derive(Debug, Clone, Copy)]
pub struct HashRow {
    /// Its name, as standards write it.
    pub name: &'static str,
    /// Bytes of output.
    pub output_bytes: usize,
    /// Bytes of input that one compression takes (the rate of a sponge).
    pub block_bytes: usize,
    /// The function itself.
    pub of: fn(&[u8]) -> Vec<u8>,
}

fn plain<D: Digest>(data: &[u8]) -> Vec<u8> {
    D::digest(data).to_vec()
}

fn sponge<X: ExtendableOutput + Update + Default, const OUTPUT: usize>(data: &[u8]) -> Vec<u8> {
    let mut state = X::default();
    state.update(data);
    let mut output = vec![0; OUTPUT];
    state.finalize_xof().read(&mut output);
    output
}

const fn row(
    name: &'static str,
    output_bytes: usize,
    block_bytes: usize,
    of: fn(&[u8]) -> Vec<u8>,
) -> HashRow {
    HashRow { name, output_bytes, block_bytes, of }
}

/// All hash functions; SHAKE with the output lengths of FIPS 186-5.
pub const HASHES: &[HashRow] = &[
    row("SHA-1", 20, 64, plain::<Sha1>),
    row("SHA-224", 28, 64, plain::<Sha224>),
    row("SHA-256", 32, 64, plain::<Sha256>),
    row("SHA-384", 48, 128, plain::<Sha384>),
    row("SHA-512", 64, 128, plain::<Sha512>),
    row("SHA-512/224", 28, 128, plain::<Sha512_224>),
    row("SHA-512/256", 32, 128, plain::<Sha512_256>),
    row("SHA3-224", 28, 144, plain::<Sha3_224>),
    row("SHA3-256", 32, 136, plain::<Sha3_256>),
    row("SHA3-384", 48, 104, plain::<Sha3_384>),
    row("SHA3-512", 64, 72, plain::<Sha3_512>),
    row("SHAKE128", 32, 168, sponge::<Shake128, 32>),
    row("SHAKE256", 64, 136, sponge::<Shake256, 64>),
];

/// Returns the row of `name`.
///
/// # Panics
/// If there is none: names come from our own tables.
pub fn by_name(name: &str) -> &'static HashRow {
    HASHES.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no hash named {name}"))
}

/// Returns `HMAC(key, data)`. FIPS 198-1.
pub fn hmac(hash: &HashRow, key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut block = if key.len() > hash.block_bytes { (hash.of)(key) } else { key.to_vec() };
    block.resize(hash.block_bytes, 0);
    let keyed = |pad: u8, tail: &[u8]| {
        let mut input: Vec<u8> = block.iter().map(|byte| byte ^ pad).collect();
        input.extend_from_slice(tail);
        (hash.of)(&input)
    };
    keyed(0x5c, &keyed(0x36, data))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::field;

    /// Goal: HMAC is that of the standard. RFC 4231, test cases 1 and 6 (a key above a block).
    #[test]
    fn hmac_gives_the_published_answers() {
        let sha256 = by_name("SHA-256");
        let short = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
        assert_eq!(hmac(sha256, &[0x0b; 20], b"Hi There"), field::hex(short).to_bytes_be());
        let long = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54";
        let data = b"Test Using Larger Than Block-Size Key - Hash Key First";
        assert_eq!(hmac(sha256, &[0xaa; 131], data), field::hex(long).to_bytes_be());
    }

    /// Goal: every row has the length it claims.
    #[test]
    fn output_lengths_are_right() {
        for row in HASHES {
            assert_eq!((row.of)(b"abc").len(), row.output_bytes, "{}", row.name);
        }
    }
}
