//! SHA-2 by words, a message in each of some lanes: what its four hashes start with, padding and
//! lengths. FIPS 180-4, sections 5 and 6.
//!
//! A message alone is compressed by the hash crates; the others are in [`super::lanes`].

use super::Hash;
use sealane_arith::secret::wipe;
use sha2::block_api::{compress256, compress512};
use zeroize::Zeroize;

/// Words of `L` lanes.
pub(crate) type Row<W, const L: usize> = [W; L];

/// A word of SHA-2, of 32 bits or of 64.
pub(crate) trait HashWord: Copy + Default + Zeroize {
    /// Bytes of a word.
    const BYTES: usize;
    /// The word whose bytes these are, big-endian.
    fn from_be(bytes: &[u8]) -> Self;
    /// The 64 bits that stand in a lane of rows from bit `64 at` on.
    fn long<const L: usize>(rows: &[Row<Self, L>], at: usize, lane: usize) -> u64;
    /// `self ^ other`.
    fn xor(self, other: Self) -> Self;
    /// The start of a hash of such words; `None` for the others.
    fn start(hash: Hash) -> Option<Start<Self>>;
}

/// What a hash starts with.
#[derive(Clone, Copy)]
pub(crate) struct Start<W> {
    pub(crate) state: [W; 8],
    /// The states of HMAC after the block of a key of zeros, under the inner pad and the outer one.
    pub(crate) zero_key: [[W; 8]; 2],
}

/// A word of SHA-2 of which `L` are compressed at once.
pub(crate) trait LaneWord<const L: usize>: HashWord {
    /// Compresses a block in each lane.
    fn compress(state: &mut [Row<Self, L>; 8], block: &[Row<Self, L>; 16]);
}

impl HashWord for u32 {
    const BYTES: usize = 4;
    fn from_be(bytes: &[u8]) -> Self {
        u32::from_be_bytes(*bytes.first_chunk().expect("the bytes of a word"))
    }
    fn long<const L: usize>(rows: &[Row<Self, L>], at: usize, lane: usize) -> u64 {
        u64::from(rows[2 * at][lane]) << 32 | u64::from(rows[2 * at + 1][lane])
    }
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    fn start(hash: Hash) -> Option<Start<Self>> {
        let (state, zero_key) = match hash {
            Hash::Sha256 => (START_512.map(|word| (word >> 32) as u32), ZEROS_256),
            Hash::Sha224 => (START_384.map(|word| word as u32), ZEROS_224),
            _ => return None,
        };
        Some(Start { state, zero_key })
    }
}

impl HashWord for u64 {
    const BYTES: usize = 8;
    fn from_be(bytes: &[u8]) -> Self {
        u64::from_be_bytes(*bytes.first_chunk().expect("the bytes of a word"))
    }
    fn long<const L: usize>(rows: &[Row<Self, L>], at: usize, lane: usize) -> u64 {
        rows[at][lane]
    }
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    fn start(hash: Hash) -> Option<Start<Self>> {
        let (state, zero_key) = match hash {
            Hash::Sha512 => (START_512, ZEROS_512),
            Hash::Sha384 => (START_384, ZEROS_384),
            _ => return None,
        };
        Some(Start { state, zero_key })
    }
}

impl LaneWord<1> for u32 {
    fn compress(state: &mut [Row<Self, 1>; 8], block: &[Row<Self, 1>; 16]) {
        let mut bytes = [0; 64];
        for (bytes, [word]) in bytes.as_chunks_mut().0.iter_mut().zip(block) {
            *bytes = word.to_be_bytes();
        }
        let state = state.as_flattened_mut().try_into().expect("eight words");
        compress256(state, &[bytes]);
        wipe(&mut bytes);
    }
}

impl LaneWord<1> for u64 {
    fn compress(state: &mut [Row<Self, 1>; 8], block: &[Row<Self, 1>; 16]) {
        let mut bytes = [0; 128];
        for (bytes, [word]) in bytes.as_chunks_mut().0.iter_mut().zip(block) {
            *bytes = word.to_be_bytes();
        }
        let state = state.as_flattened_mut().try_into().expect("eight words");
        compress512(state, &[bytes]);
        wipe(&mut bytes);
    }
}

/// The first 64 bits of the fractional parts of the square roots of the first eight primes. Section
/// 5.3.5. SHA-256 starts with their upper halves (section 5.3.3).
pub(super) const START_512: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The same of the ninth to the sixteenth prime. Section 5.3.4. SHA-224 starts with their lower
/// halves (section 5.3.2).
const START_384: [u64; 8] = [
    0xcbbb_9d5d_c105_9ed8,
    0x629a_292a_367c_d507,
    0x9159_015a_3070_dd17,
    0x152f_ecd8_f70e_5939,
    0x6733_2667_ffc0_0b31,
    0x8eb4_4a87_6858_1511,
    0xdb0c_2e0d_64f9_8fa7,
    0x47b5_481d_befa_4fa4,
];

/// [`Start::zero_key`] of SHA-224.
const ZEROS_224: [[u32; 8]; 2] = [
    [
        0xb52e_a0ab,
        0x4c94_b244,
        0xf798_22b5,
        0x186b_4716,
        0x80a9_696e,
        0x19a7_468f,
        0x3979_1053,
        0x2744_ffd8,
    ],
    [
        0x86b0_3e0b,
        0x1e4b_57ff,
        0x2273_e66b,
        0xf287_5bc7,
        0xa754_1442,
        0xf93b_201a,
        0x2e8f_1550,
        0xd687_a1a9,
    ],
];

/// The same of SHA-256.
const ZEROS_256: [[u32; 8]; 2] = [
    [
        0xf454_dead,
        0x9725_214f,
        0x90da_f2a0,
        0xdf12_28ea,
        0x64e5_750f,
        0xa392_4181,
        0x824a_932b,
        0xf8e0_4e32,
    ],
    [
        0xd385_480f,
        0x7abb_6477,
        0x37c9_c538,
        0x5dd8_2467,
        0x8e04_3a72,
        0x7534_34b0,
        0xdeb8_2818,
        0x361d_45a6,
    ],
];

/// The same of SHA-384.
const ZEROS_384: [[u64; 8]; 2] = [
    [
        0x53f8_6932_7560_c3a2,
        0xc237_b051_64a5_bbe8,
        0xe581_f739_4cfa_66b8,
        0x846f_a619_22fa_ad62,
        0xdd0b_37ce_462c_ff5e,
        0x7ee8_a4bd_c875_67f3,
        0x39bd_a99c_75a0_47f7,
        0xc7bd_628b_d3f9_a734,
    ],
    [
        0xff6c_e3f9_ca86_c81c,
        0x5855_59c2_ae0f_c15c,
        0xcf0d_5686_fb65_a54e,
        0xf1d5_4ee1_9e8c_fd02,
        0xa5c7_20ab_778f_f100,
        0xdeb3_e5f6_6757_3e8c,
        0xc1bf_c7ec_16b5_91f3,
        0x34d4_87c1_c79d_59eb,
    ],
];

/// The same of SHA-512.
const ZEROS_512: [[u64; 8]; 2] = [
    [
        0x1aa8_caac_196a_a9cf,
        0x157b_c66f_facb_b113,
        0x2f58_13b0_1a6d_99fb,
        0x6b15_a012_2ed2_8282,
        0xb31b_dcd9_96d8_1fa6,
        0x1519_61af_57cb_87c1,
        0xdb05_ba3a_6427_21c9,
        0x3aa1_1644_c542_9812,
    ],
    [
        0x1efe_832e_03f7_255b,
        0x2b9b_b33f_32f6_0445,
        0xf9d6_07f5_2ec5_b0a3,
        0x11af_e348_1f43_b83d,
        0x68de_e3ab_8db2_72b7,
        0x815f_fb34_f560_a851,
        0xfc69_50d7_e19a_3529,
        0x23f2_e1e9_645f_0fe6,
    ],
];

/// Returns the same words in every lane.
pub(crate) fn in_every_lane<W: Copy, const L: usize>(words: [W; 8]) -> [Row<W, L>; 8] {
    words.map(|word| [word; L])
}

/// Bytes of a block.
pub(crate) const fn block_bytes<W: LaneWord<L>, const L: usize>() -> usize {
    16 * W::BYTES
}

/// Blocks of a message with its padding: a bit, zeros, and the length in two words.
pub(crate) const fn padded_blocks<W: LaneWord<L>, const L: usize>(bytes: usize) -> usize {
    (bytes + 1 + 2 * W::BYTES).div_ceil(block_bytes::<W, L>())
}

/// Writes words of a message with its padding to a lane of `rows`. The message fills all of them:
/// `rows` are the rest of its last block and the blocks before. `total` is its length with all that
/// was hashed before `message`.
pub(crate) fn write_padded<W: LaneWord<L>, const L: usize>(
    rows: &mut [Row<W, L>],
    lane: usize,
    message: &[u8],
    total: usize,
) {
    let words = message.chunks_exact(W::BYTES);
    let rest = words.remainder();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    last[rest.len()] = 0x80;
    let mut rows = rows.iter_mut();
    for (word, row) in words.zip(rows.by_ref()) {
        row[lane] = W::from_be(word);
    }
    // The length in bits fills the last eight bytes; those before are 0 for every message.
    let bits = (8 * total as u64).to_be_bytes();
    for (bits, row) in bits.rchunks(W::BYTES).zip(rows.by_ref().rev()) {
        row[lane] = W::from_be(bits);
    }
    for (at, row) in rows.enumerate() {
        row[lane] = if at == 0 { W::from_be(&last[..W::BYTES]) } else { W::default() };
    }
    last.zeroize();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hmac::PADS;

    fn check<W: LaneWord<1> + PartialEq + core::fmt::Debug>(hash: Hash) {
        let start = W::start(hash).expect("a hash of such words");
        for (pad, expected) in PADS.into_iter().zip(start.zero_key) {
            let mut state = in_every_lane(start.state);
            W::compress(&mut state, &[[W::from_be(&[pad; 8][..W::BYTES])]; 16]);
            assert_eq!(state.as_flattened(), expected, "{hash}");
        }
    }

    /// Goal: the stored states of a key of zeros are those that its blocks lead to.
    #[test]
    fn states_of_a_key_of_zeros() {
        check::<u32>(Hash::Sha224);
        check::<u32>(Hash::Sha256);
        check::<u64>(Hash::Sha384);
        check::<u64>(Hash::Sha512);
        assert!(u32::start(Hash::Sha512).is_none() && u64::start(Hash::Sha3_512).is_none());
    }
}
