//! AES key wrap: what was wrapped comes back, and what nobody wrapped does not.
//!
//! The first byte says by which form and which key. Beside it stands the wrapping of SP 800-38F,
//! written here once more, which wraps whatever first block there is.

use crate::edits;
use aes::cipher::{Array, BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use sealane_hsm::keywrap::{Form, unwrap, wrap};

/// A block of AES.
type Block = [u8; 16];

/// Encrypts a block by a key of 16, 24 or 32 bytes.
fn encrypt(key: &[u8], block: Block) -> Block {
    let mut out = Array::from(block);
    let good = "its length was chosen here";
    match key.len() {
        16 => Aes128::new_from_slice(key).expect(good).encrypt_block(&mut out),
        24 => Aes192::new_from_slice(key).expect(good).encrypt_block(&mut out),
        _ => Aes256::new_from_slice(key).expect(good).encrypt_block(&mut out),
    }
    out.into()
}

/// `W` of SP 800-38F, algorithm 1; of two half blocks alone, section 6.3: one encryption.
fn wrapped(key: &[u8], halves: &[u8]) -> Vec<u8> {
    let mut parts = halves.as_chunks::<8>().0.to_vec();
    if parts.len() == 2 {
        let block = [parts[0], parts[1]].concat();
        return encrypt(key, *block.as_array().expect("two halves")).to_vec();
    }
    let mut count = 0u64;
    for _ in 0..6 {
        for i in 1..parts.len() {
            count += 1;
            let block = [parts[0], parts[i]].concat();
            let block = encrypt(key, *block.as_array().expect("two halves"));
            let (first, second) = block.split_at(8);
            parts[0] = *first.as_array().expect("a half");
            parts[i] = *second.as_array().expect("a half");
            parts[0].iter_mut().zip(count.to_be_bytes()).for_each(|(a, b)| *a ^= b);
        }
    }
    parts.concat()
}

/// Returns what halves say that begin with `first`, if anything; sections 6.2 and 6.3.
fn meant(form: Form, halves: &[u8]) -> Option<Vec<u8>> {
    let (first, rest) = halves.split_at(8);
    if form == Form::Whole {
        return (first == [0xa6; 8]).then(|| rest.to_vec());
    }
    let length = u32::from_be_bytes(*first[4..].as_array().expect("four bytes")) as usize;
    let fits = first[..4] == [0xa6, 0x59, 0x59, 0xa6] && length.div_ceil(8) * 8 == rest.len();
    let (secret, padding) = rest.split_at_checked(length)?;
    (fits && padding.iter().all(|byte| *byte == 0)).then(|| secret.to_vec())
}

/// Any bytes, and any halves that were wrapped: what is unwrapped wraps to the same.
pub fn run(bytes: &[u8]) {
    let Some((how, rest)) = bytes.split_first() else { return };
    let form = if how & 1 == 0 { Form::Whole } else { Form::Padded };
    let key = vec![0x25; 16 + 8 * (usize::from(how >> 1) % 3)];
    // As they are.
    match unwrap(form, &key, rest) {
        Ok(secret) => assert_eq!(wrap(form, &key, &secret).as_deref(), Ok(rest)),
        Err(error) => assert!(["WRAP_LENGTH", "WRAP_INVALID"].contains(&error.code()), "{error:?}"),
    }
    // Their first bytes are a secret, which is wrapped; what follows changes the halves of it.
    let secret = &rest[..rest.len().min(usize::from(how >> 3))];
    let padded = secret.len().next_multiple_of(8) - secret.len();
    let first = match form {
        Form::Whole => vec![0xa6; 8],
        Form::Padded => {
            [&[0xa6, 0x59, 0x59, 0xa6][..], &(secret.len() as u32).to_be_bytes()].concat()
        }
    };
    let mut halves = [&first, secret, &vec![0; padded]].concat();
    let is_long = halves.len() >= if form == Form::Whole { 24 } else { 16 };
    if is_long && (form == Form::Padded || padded == 0) {
        assert_eq!(wrap(form, &key, secret), Ok(wrapped(&key, &halves)));
    }
    for edit in edits::read(&rest[secret.len()..]) {
        edit.apply(&mut halves);
    }
    halves.truncate(halves.len() / 8 * 8);
    if halves.len() < if form == Form::Whole { 24 } else { 16 } {
        return;
    }
    let got = unwrap(form, &key, &wrapped(&key, &halves));
    match meant(form, &halves) {
        Some(secret) => assert_eq!(got.as_deref(), Ok(&secret)),
        None => assert_eq!(got.expect_err("nobody wrapped it").code(), "WRAP_INVALID"),
    }
}
