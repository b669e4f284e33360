//! Sponges of one message and of eight give what is published, and what the hash crates give.

use super::*;
use crate::samples::hex;
use alloc::vec;
use alloc::vec::Vec;
use sealane_arith::keccak::LANES;
use sha3::digest::{Digest, ExtendableOutput, Update, XofReader};

/// How one hash is computed: a message in two parts, and so many bytes of output in two parts.
type Hashed = fn(&[u8], usize) -> Vec<u8>;

fn ours<const RATE: usize, const SUFFIX: u8>(message: &[u8], bytes: usize) -> Vec<u8> {
    let mut sponge = Sponge::<RATE, SUFFIX>::new();
    let (first, rest) = message.split_at(message.len() / 3);
    sponge.absorb(first);
    sponge.clone().absorb(b"a copy goes its own way");
    sponge.absorb(rest);
    let mut out = vec![0; bytes];
    let (first, rest) = out.split_at_mut(bytes * 3 / 7);
    let mut output = sponge.finish();
    output.squeeze(first);
    output.clone().squeeze(&mut [0; 300]);
    output.squeeze(rest);
    out
}

fn fixed<H: Digest>(message: &[u8], _: usize) -> Vec<u8> {
    H::digest(message).to_vec()
}

fn extendable<H: Default + Update + ExtendableOutput>(message: &[u8], bytes: usize) -> Vec<u8> {
    let mut hash = H::default();
    hash.update(message);
    let mut out = vec![0; bytes];
    hash.finalize_xof().read(&mut out);
    out
}

/// A hash: ours, that of a crate, the digests of no byte and of 200 bytes `a3`, whose lengths are
/// those of a SHA-3.
struct Row {
    ours: Hashed,
    theirs: Hashed,
    rate: usize,
    /// Whether it gives as much as is asked for.
    extendable: bool,
    answers: [&'static str; 2],
}

/// Every hash, with the answers of the examples that NIST publishes beside FIPS 202.
const ROWS: [Row; 6] = [
    Row {
        ours: ours::<144, SHA3>,
        theirs: fixed::<sha3::Sha3_224>,
        rate: 144,
        extendable: false,
        answers: [
            "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7",
            "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0",
        ],
    },
    Row {
        ours: ours::<136, SHA3>,
        theirs: fixed::<sha3::Sha3_256>,
        rate: 136,
        extendable: false,
        answers: [
            "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
            "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787",
        ],
    },
    Row {
        ours: ours::<104, SHA3>,
        theirs: fixed::<sha3::Sha3_384>,
        rate: 104,
        extendable: false,
        answers: [
            "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2a\
             c3713831264adb47fb6bd1e058d5f004",
            "1881de2ca7e41ef95dc4732b8f5f002b189cc1e42b74168ed1732649ce1dbcdd\
             76197a31fd55ee989f2d7050dd473e8f",
        ],
    },
    Row {
        ours: ours::<72, SHA3>,
        theirs: fixed::<sha3::Sha3_512>,
        rate: 72,
        extendable: false,
        answers: [
            "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a6\
             15b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26",
            "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca8\
             1b7c13c30adf52a3659584739a2df46be589c51ca1a4a8416df6545a1ce8ba00",
        ],
    },
    Row {
        ours: ours::<SHAKE128_RATE, SHAKE>,
        theirs: extendable::<shake::Shake128>,
        rate: SHAKE128_RATE,
        extendable: true,
        answers: [
            "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26\
             3cb1eea988004b93103cfb0aeefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e2",
            "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037\
             cf232ef7164a6d1eb448c8908186ad852d3f85a5cf28da1ab6fe343817197846",
        ],
    },
    Row {
        ours: ours::<SHAKE256_RATE, SHAKE>,
        theirs: extendable::<shake::Shake256>,
        rate: SHAKE256_RATE,
        extendable: true,
        answers: [
            "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f\
             d75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be",
            "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d\
             2d700caae7396ece96604440577da4f3aa22aeb8857f961c4cd8e06f0ae6610b",
        ],
    },
];

/// Numbers that repeat.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.below(256) as u8).collect()
    }
}

/// Goal: digests are the published ones.
#[test]
fn known_answers_come_out() {
    for row in &ROWS {
        for (message, answer) in [vec![], vec![0xa3; 200]].iter().zip(row.answers) {
            let answer = hex(answer);
            assert_eq!((row.ours)(message, answer.len()), answer);
        }
    }
}

/// Goal: one message gives what the hash crates give. Method: every length up to three blocks and
/// one byte, lengths below 600 at random, and outputs below 1,000 bytes where they have any length.
#[test]
fn one_lane_agrees_with_the_hash_crates() {
    let mut numbers = Numbers(1);
    for row in &ROWS {
        let bytes = hex(row.answers[0]).len();
        for round in 0..1000 {
            let length = if round <= 3 * row.rate { round } else { numbers.below(600) };
            let message = numbers.bytes(length);
            let bytes = if row.extendable { numbers.below(1000) } else { bytes };
            assert_eq!((row.ours)(&message, bytes), (row.theirs)(&message, bytes), "{length}");
        }
    }
}

/// Blocks that are compared of each lane.
const BLOCKS: usize = 6;

fn lanes_agree<const RATE: usize, const BYTES: usize>(theirs: Hashed) {
    let mut numbers = Numbers(2);
    for round in 0..200 {
        // Equal lengths, lengths around the block, and others.
        let message = |_| {
            let length = match round % 3 {
                0 => round,
                1 => RATE - 2 + numbers.below(4),
                _ => numbers.below(600),
            };
            numbers.bytes(length)
        };
        let messages: [Vec<u8>; LANES] = core::array::from_fn(message);
        let parts = messages.each_ref().map(|message| {
            let (first, rest) = message.split_at(message.len() / 3);
            let (second, third) = rest.split_at(rest.len() / 5);
            [first, &[], second, third]
        });
        let mut words = Shake8::<RATE>::new(&parts);
        let mut blocks = [[[0; LANES]; 25]; BLOCKS];
        for block in &mut blocks {
            block[..RATE / 8].copy_from_slice(words.next_words());
        }
        let mut bytes = [[0; BYTES]; LANES];
        Shake8::<RATE>::new(&parts).squeeze(&mut bytes);
        let right = messages.each_ref().map(|message| theirs(message, BLOCKS * RATE));
        let mut single = [[0; RATE]; LANES];
        let mut block_by_block = Shake8::<RATE>::new(&parts);
        for at in 0..BLOCKS {
            block_by_block.squeeze(&mut single);
            for (lane, right) in right.iter().enumerate() {
                assert!(right.starts_with(&bytes[lane]), "{} bytes", messages[lane].len());
                let right = &right[RATE * at..][..RATE];
                assert_eq!(*right, single[lane]);
                for (row, word) in blocks[at].iter().zip(right.as_chunks().0) {
                    assert_eq!(row[lane], u64::from_le_bytes(*word));
                }
            }
        }
    }
}

/// Goal: lanes give what the hash crates give, whatever the lengths of the messages beside.
#[test]
fn eight_lanes_agree_with_the_hash_crates() {
    lanes_agree::<SHAKE128_RATE, { 5 * SHAKE128_RATE }>(extendable::<shake::Shake128>);
    lanes_agree::<SHAKE128_RATE, 31>(extendable::<shake::Shake128>);
    lanes_agree::<SHAKE256_RATE, 640>(extendable::<shake::Shake256>);
    lanes_agree::<SHAKE256_RATE, 114>(extendable::<shake::Shake256>);
}

/// Goal: seeds with numbers behind them are messages like others.
#[test]
fn numbers_behind_seeds_are_messages() {
    fn agree<const RATE: usize, const BYTES: usize>(numbers: &mut Numbers) {
        let seeds: [[u8; BYTES]; LANES] =
            core::array::from_fn(|_| numbers.bytes(BYTES).try_into().expect("that many"));
        let behind: [[u8; 2]; LANES] =
            core::array::from_fn(|_| numbers.bytes(2).try_into().expect("two"));
        let parts = core::array::from_fn(|lane| [&seeds[lane][..], &behind[lane]]);
        let mut direct = Shake8::<RATE>::of_numbers(seeds.each_ref(), behind);
        let mut by_parts = Shake8::<RATE>::new(&parts);
        for _ in 0..3 {
            assert_eq!(direct.next_words(), by_parts.next_words());
        }
    }
    let mut numbers = Numbers(7);
    for _ in 0..20 {
        agree::<SHAKE128_RATE, 32>(&mut numbers);
        agree::<SHAKE256_RATE, 64>(&mut numbers);
        agree::<SHAKE256_RATE, 0>(&mut numbers);
    }
}

/// Goal: a bit that changes in one lane changes nothing in the others.
#[test]
fn lanes_are_apart() {
    let mut numbers = Numbers(3);
    let messages: [Vec<u8>; LANES] = core::array::from_fn(|lane| numbers.bytes(100 + 40 * lane));
    let hashed = |messages: &[Vec<u8>; LANES]| {
        let mut out = [[0; 32]; LANES];
        let parts = messages.each_ref().map(|message| [&message[..]]);
        Shake8::<SHAKE256_RATE>::new(&parts).squeeze(&mut out);
        out
    };
    let right = hashed(&messages);
    for changed in 0..LANES {
        let mut messages = messages.clone();
        let at = numbers.below(messages[changed].len());
        messages[changed][at] ^= 1 << numbers.below(8);
        for (lane, (right, other)) in right.iter().zip(hashed(&messages)).enumerate() {
            assert_eq!(*right != other, lane == changed);
        }
    }
}
