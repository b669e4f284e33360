//! What is timed: one buffer through each primitive. Every result is checked.

use crate::keccak;
use aes::cipher::{Block, BlockCipherEncrypt, KeyInit};
use salsa20::Salsa20;
use salsa20::cipher::{KeyIvInit, StreamCipher};
use sealane_measure::{Work, contest, rehearse};
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha256, Sha512};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
use std::hint::black_box;

/// Bytes that go through a primitive at a time.
pub const BYTES: usize = 16 << 10;

/// The message of the hashes: no two blocks of it are equal.
fn message() -> Vec<u8> {
    (0..BYTES).map(|i| (i * 7 + i / 251) as u8).collect()
}

/// A hash of the message, of which the first bytes are known from elsewhere.
struct Hashing {
    hash: fn(&[u8]) -> Vec<u8>,
    message: Vec<u8>,
    digest: Vec<u8>,
    right: &'static str,
}

impl Work for Hashing {
    fn run(&mut self, _: usize) -> bool {
        self.digest = (self.hash)(black_box(&self.message));
        true
    }
    fn check(&mut self, _: usize) -> Result<(), String> {
        starts(&self.digest, self.right)
    }
}

/// Says whether the bytes begin with those of a hexadecimal text.
pub(crate) fn starts(bytes: &[u8], right: &str) -> Result<(), String> {
    let found = data_encoding::HEXLOWER.encode(&bytes[..right.len() / 2]);
    if found == right { Ok(()) } else { Err(format!("{found} is not {right}")) }
}

fn hashing<D: Digest>(right: &'static str) -> Box<dyn Work> {
    let hash = |message: &[u8]| D::digest(message).to_vec();
    Box::new(Hashing { hash, message: message(), digest: Vec::new(), right })
}

/// Blocks of the plaintext of FIPS 197, appendix C, encrypted independently of each other.
struct Encryption<C: BlockCipherEncrypt> {
    cipher: C,
    blocks: Vec<Block<C>>,
    /// How often they were encrypted since they were plain.
    times: usize,
    right: &'static str,
}

const PLAIN: [u8; 16] = [
    0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
];

impl<C: BlockCipherEncrypt> Work for Encryption<C> {
    fn run(&mut self, _: usize) -> bool {
        self.cipher.encrypt_blocks(black_box(&mut self.blocks));
        self.times += 1;
        true
    }
    /// The ciphertext is the published one, encrypted again as often as the blocks were.
    fn check(&mut self, _: usize) -> Result<(), String> {
        let mut block = self.blocks[0].clone();
        block.copy_from_slice(&PLAIN);
        for time in 0..self.times {
            self.cipher.encrypt_block(&mut block);
            if time == 0 {
                starts(&block, self.right)?;
            }
        }
        let right = self.blocks.iter().all(|it| it[..] == block[..]);
        self.blocks.iter_mut().for_each(|block| block.copy_from_slice(&PLAIN));
        self.times = 0;
        if right { Ok(()) } else { Err("a block is wrong".into()) }
    }
}

fn encryption<C: BlockCipherEncrypt + KeyInit + 'static>(
    key_bytes: usize,
    right: &'static str,
) -> Box<dyn Work> {
    let key: Vec<u8> = (0..key_bytes as u8).collect();
    let cipher = C::new_from_slice(&key).expect("the key is as long as the cipher's");
    let block = Block::<C>::try_from(&PLAIN[..]).expect("a block has 16 bytes");
    Box::new(Encryption { cipher, blocks: vec![block; BYTES / 16], times: 0, right })
}

/// Set 1, vector 0 of the eSTREAM test vectors for 256-bit keys.
struct Stream {
    buffer: Vec<u8>,
}

impl Work for Stream {
    fn run(&mut self, _: usize) -> bool {
        let mut key = [0; 32];
        key[0] = 0x80;
        self.buffer.fill(0);
        Salsa20::new(&key.into(), &[0; 8].into()).apply_keystream(black_box(&mut self.buffer));
        true
    }
    fn check(&mut self, _: usize) -> Result<(), String> {
        starts(&self.buffer, "e3be8fdd8beca2e3ea8ef9475b29a6e7")
    }
}

/// Exclusive or of a buffer into another, `offset` bytes off the alignment of its words.
struct Memxor {
    into: Vec<u8>,
    from: Vec<u8>,
    offset: usize,
    times: u32,
}

impl Work for Memxor {
    fn run(&mut self, _: usize) -> bool {
        let from = &black_box(&self.from)[self.offset..][..BYTES];
        for (a, b) in black_box(&mut self.into).iter_mut().zip(from) {
            *a ^= b;
        }
        self.times += 1;
        true
    }
    fn check(&mut self, _: usize) -> Result<(), String> {
        let odd = self.times % 2 == 1;
        let expected = |i: usize| if odd { self.from[self.offset + i] } else { 0 };
        let right = self.into.iter().enumerate().all(|(i, byte)| *byte == expected(i));
        if right { Ok(()) } else { Err("a sum is wrong".into()) }
    }
}

fn memxor(offset: usize) -> Box<dyn Work> {
    let mut from = message();
    from.extend([0; 16]);
    Box::new(Memxor { into: vec![0; BYTES], from, offset, times: 0 })
}

/// How often a buffer goes through in a row. A sample takes up to 64 rows and about a millisecond:
/// with one buffer those of the fastest would be a thirtieth of that, and all others would be
/// measured thirty times as long until it has its share. Odd, or nothing would be left of a sum.
const TIMES: usize = 33;

/// The same work so many times in a row.
struct Repeated(Box<dyn Work>);

impl Work for Repeated {
    fn operations(&self) -> usize {
        TIMES
    }
    fn run(&mut self, input: usize) -> bool {
        (0..TIMES).all(|_| self.0.run(input))
    }
    fn check(&mut self, input: usize) -> Result<(), String> {
        self.0.check(input)
    }
}

/// Every row: its name and what is timed.
#[must_use]
pub fn rows() -> Vec<(&'static str, Box<dyn Work>)> {
    let repeated = |(name, work)| (name, Box::new(Repeated(work)) as Box<dyn Work>);
    once().into_iter().chain(keccak::rows()).map(repeated).collect()
}

/// The rows, a buffer each.
fn once() -> Vec<(&'static str, Box<dyn Work>)> {
    vec![
        ("memxor aligned", memxor(0)),
        ("memxor unaligned", memxor(1)),
        ("aes-128", encryption::<aes::Aes128>(16, "69c4e0d86a7b0430d8cdb78070b4c55a")),
        ("aes-192", encryption::<aes::Aes192>(24, "dda97ca4864cdfe06eaf70a0ec0d7191")),
        ("aes-256", encryption::<aes::Aes256>(32, "8ea2b7ca516745bfeafc49904b496089")),
        ("salsa20", Box::new(Stream { buffer: vec![0; BYTES] })),
        ("sha1", hashing::<Sha1>("f1bcebd731d767d51251a6ce6d93dadc")),
        ("sha256", hashing::<Sha256>("15345b8bcf83c9acd70121ebacc0aae2")),
        ("sha512", hashing::<Sha512>("3367d81b7d492119ed7a4192cd4f549c")),
        ("sha3-224", hashing::<Sha3_224>("da10d74b654c7a2aba14f143a6f5ebb8")),
        ("sha3-256", hashing::<Sha3_256>("adc589eec6ef5ce42780ad5f237bdddc")),
        ("sha3-384", hashing::<Sha3_384>("78504525300b1bf2b310eafa80834ec5")),
        ("sha3-512", hashing::<Sha3_512>("4b5d602a89f5b8556deba590d4e5003e")),
    ]
}

/// Returns the nanoseconds a buffer of each row, the median of about `seconds` a row. Errors: a
/// result that is wrong, with its name.
pub fn measure(seconds: f64) -> Result<Vec<(String, f64)>, String> {
    let mut rows = rows();
    let names: Vec<String> = rows.iter().map(|(name, _)| (*name).to_string()).collect();
    let mut works: Vec<&mut dyn Work> = Vec::new();
    for (_, work) in &mut rows {
        works.push(&mut **work);
    }
    let named = |(number, why): (usize, String)| format!("{}: {why}", names[number]);
    rehearse(&mut works).map_err(named)?;
    let figures = contest(&mut works, seconds).map_err(named)?;
    Ok(names.iter().cloned().zip(figures.iter().map(|it| it.median_ns())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: every primitive gives what is published, again and again.
    #[test]
    fn every_result_is_right() {
        for (name, work) in &mut rows() {
            for _ in 0..3 {
                assert!(work.run(0));
                assert_eq!(work.check(0), Ok(()), "{name}");
            }
        }
    }

    /// Goal: a wrong result is found.
    #[test]
    fn a_wrong_result_is_found() {
        let mut broken = Hashing {
            hash: |message| Sha256::digest(&message[1..]).to_vec(),
            message: message(),
            digest: Vec::new(),
            right: "15345b8bcf83c9acd70121ebacc0aae2",
        };
        assert!(broken.run(0) && broken.check(0).is_err());
        let mut sum = Memxor { into: vec![1; BYTES], from: message(), offset: 0, times: 0 };
        assert!(sum.check(0).is_err());
        sum.into.fill(0);
        assert_eq!(sum.check(0), Ok(()));
    }
}
